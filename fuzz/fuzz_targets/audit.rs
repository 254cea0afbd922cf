//! No log makes the audit panic, and what it finds is there.
#![no_main]

#[path = "../../rust/core/tests/support/audit.rs"]
mod audit;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Err(difference) = audit::check(data) {
        panic!("{difference}");
    }
});
