//! Could this game have happened, and was it paid right?
//!
//! ```text
//! elements ─▶ replay (round.rs) ─▶ checks, one file each ─▶ findings, notes
//! ```
//!
//! The audit is a visitor of a log's elements. It follows the round as its elements say, holds
//! each to the rules, and tells where they differ: [`Check`] lists all rules. After a difference
//! it goes on with what the log says, so that one fault is told once; what can't be known any more
//! (a hand with a tile that was never drawn) is not asked for until the next round.

mod auditor;
mod call;
mod check;
mod dora;
mod draw;
mod game;
mod head;
mod owari;
mod payment;
mod report;
mod riichi;
mod round;
mod score;
mod turn;
mod wall;
mod win;

pub use check::Check;
pub use report::{Finding, MOST_FINDINGS, MOST_IN_ROUND, Report};

use auditor::Auditor;

use crate::error::Result;
use crate::hule::Rule;
use crate::tenhou::{Text, read};

/// Holds a log to Tenhou's rules; `rule` scores its wins in place of its table's.
///
/// # Errors
/// Everything that keeps a log from being read.
pub fn audit(text: &Text<'_>, rule: Option<&Rule>) -> Result<Report> {
    let mut auditor = Auditor::new(text.as_str(), rule);
    let done = read(text.as_str(), false, &mut auditor);
    done.map_err(|e| e.map_offset(|at| text.offset_in_input(at)))?;
    Ok(auditor.finish().finish(text))
}
