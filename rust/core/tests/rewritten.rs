//! A log converts the same, however its XML is written.
//!
//! `PROPTEST_CASES=100000 cargo test --release --test rewritten` looks longer.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a failed test panics

#[path = "support/mutate.rs"]
mod mutate;
#[path = "support/rewrite.rs"]
mod rewrite;
#[path = "support/scan.rs"]
mod scan;

use mutate::{SAMPLE, SMALL, mutated_log};
use proptest::prelude::*;
use rewrite::compare;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_log_converts_the_same(log in mutated_log()) {
        let text = String::from_utf8_lossy(&log.0);
        if let Err(difference) = compare(text.trim_start_matches('\u{feff}')) {
            prop_assert!(false, "{difference}");
        }
    }
}

#[test]
fn the_bundled_log() {
    assert_eq!(compare(SAMPLE), Ok(true));
}

#[test]
fn small_logs() {
    for text in SMALL {
        compare(text.trim_start_matches('\u{feff}')).unwrap();
    }
}
