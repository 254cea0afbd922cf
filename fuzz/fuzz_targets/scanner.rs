//! The scanner and quick-xml read the same elements and attributes from any text.
#![no_main]

#[path = "../../rust/core/tests/support/referee.rs"]
mod referee;
#[path = "../../rust/core/tests/support/scan.rs"]
mod scan;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let text = text.trim_start_matches('\u{feff}');
    for fragment in [false, true] {
        if let Err(difference) = referee::compare(text, fragment) {
            panic!("{text:?}, fragment {fragment}: {difference}");
        }
    }
});
