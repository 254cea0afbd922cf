//! No bytes make the core panic; what it says of them fits them; a log converts the
//! same however its XML is written.
#![no_main]

#[path = "../../rust/core/tests/support/check.rs"]
mod check;
#[path = "../../rust/core/tests/support/rewrite.rs"]
mod rewrite;
#[path = "../../rust/core/tests/support/scan.rs"]
mod scan;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Err(difference) = check::check(data) {
        panic!("{difference}");
    }
    if let Ok(text) = str::from_utf8(data)
        && let Err(difference) = rewrite::compare(text.trim_start_matches('\u{feff}'))
    {
        panic!("{text:?}: {difference}");
    }
});
