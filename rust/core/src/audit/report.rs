//! What an audit found.

use super::check::Check;

/// What an audit found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Rounds that were begun.
    pub rounds: usize,
    /// How often each check was made, by the order of [`Check::ALL`].
    pub checked: [u32; Check::COUNT],
    /// What is not as the rules have it, in the order of the log.
    pub findings: Vec<Finding>,
    /// What is odd and true all the same.
    pub notes: Vec<Finding>,
    /// Findings past those that are kept.
    pub left_out: usize,
}

/// Where a log and a rule differ.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Finding {
    /// The rule.
    pub check: Check,
    /// Index of the round, from 0; none before the first.
    pub round: Option<usize>,
    /// The element's name.
    pub element: Box<str>,
    /// Byte of its `<` in the input as given.
    pub offset: usize,
    /// What the rules have.
    pub expected: Box<str>,
    /// What the log has.
    pub found: Box<str>,
}
