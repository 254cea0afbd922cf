//! What an audit found.

use core::fmt::Display;

use super::check::Check;
use crate::mianzi::Mianzi;
use crate::pai::Pai;
use crate::tenhou::Text;
use crate::tenhou::input::Offsets;

/// What an audit found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Rounds that were begun.
    pub rounds: usize,
    /// How often each check was made, by the order of [`Check::ALL`].
    pub checked: [u32; Check::COUNT],
    /// What is not as the rules have it, in the order of the log: [`MOST_FINDINGS`] at most, and of
    /// one check no more than [`MOST_IN_ROUND`] in a round.
    pub findings: Vec<Finding>,
    /// What is odd and true all the same; of each kind the first few of a round.
    pub notes: Vec<Finding>,
    /// Findings past those that are kept.
    pub left_out: usize,
}

/// Findings of a log that are kept, and notes.
pub const MOST_FINDINGS: usize = 256;
/// Of one check in one round.
pub const MOST_IN_ROUND: u8 = 4;

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

/// Collects what is checked and found.
pub(super) struct Findings<'a> {
    text: &'a str,
    round: Option<usize>,
    /// Of each check in this round.
    in_round: [u8; Check::COUNT],
    report: Report,
}

impl<'a> Findings<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let checked = [0; Check::COUNT];
        let report = Report { rounds: 0, checked, findings: Vec::new(), notes: Vec::new(), left_out: 0 };
        Self { text, round: None, in_round: checked.map(|_| 0), report }
    }

    /// A round begins.
    pub(super) fn begin_round(&mut self) {
        self.round = Some(self.report.rounds);
        self.report.rounds += 1;
        self.in_round = [0; Check::COUNT];
    }

    pub(super) const fn round(&self) -> Option<usize> {
        self.round
    }

    /// Counts a check, and tells what differs if it does not hold. Gives whether it holds.
    #[inline]
    pub(super) fn check<E: Display, F: Display>(
        &mut self,
        check: Check,
        at: usize,
        holds: bool,
        told: impl FnOnce() -> (E, F),
    ) -> bool {
        self.report.checked[check as usize] += 1;
        if !holds {
            let (expected, found) = told();
            self.tell(check, at, &expected, &found);
        }
        holds
    }

    /// Counts checks that were made elsewhere.
    #[inline]
    pub(super) fn count(&mut self, check: Check, times: usize) {
        let count = &mut self.report.checked[check as usize];
        *count = count.saturating_add(u32::try_from(times).unwrap_or(u32::MAX));
    }

    /// Two values that have to be equal.
    #[inline]
    pub(super) fn equal<T: PartialEq + Display>(&mut self, check: Check, at: usize, expected: T, found: T) -> bool {
        let same = expected == found;
        self.check(check, at, same, || (expected, found))
    }

    /// Something odd that is true all the same.
    pub(super) fn note(&mut self, check: Check, at: usize, expected: &dyn Display, found: &dyn Display) {
        self.report.checked[check as usize] += 1;
        self.tell(check, at, expected, found);
    }

    /// Tells what differs.
    #[cold]
    pub(super) fn tell(&mut self, check: Check, at: usize, expected: &dyn Display, found: &dyn Display) {
        let count = &mut self.in_round[check as usize];
        *count = count.saturating_add(1);
        let list = if check.is_note() { &mut self.report.notes } else { &mut self.report.findings };
        if *count > MOST_IN_ROUND || list.len() >= MOST_FINDINGS {
            self.report.left_out += usize::from(!check.is_note());
            return;
        }
        let name = self.text.get(at + 1..).unwrap_or_default();
        let end = name.bytes().take(40).take_while(u8::is_ascii_alphanumeric).count();
        list.push(Finding {
            check,
            round: self.round,
            element: name.get(..end).unwrap_or_default().into(),
            offset: at,
            expected: expected.to_string().into(),
            found: found.to_string().into(),
        });
    }

    /// The report, with bytes of the input as given.
    pub(super) fn finish(mut self, text: &Text<'_>) -> Report {
        let mut offsets = Offsets::new(text);
        for list in [&mut self.report.findings, &mut self.report.notes] {
            list.sort_by_key(|finding| finding.offset);
            for finding in list {
                finding.offset = offsets.in_input(finding.offset);
            }
        }
        self.report
    }
}

/// Numbers with commas between them.
pub(super) fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    if items.is_empty() { "none".to_owned() } else { items.join(",") }
}

/// Tiles by their faces, suits joined, and by their numbers: `m44s9 (12,14,105)`.
pub(super) fn tiles<'p>(pais: impl IntoIterator<Item = &'p Pai>) -> String {
    let (mut faces, mut numbers) = (String::new(), Vec::new());
    let mut suit = 0;
    for pai in pais {
        let face = pai.face(true);
        if core::mem::replace(&mut suit, face.suit()) != face.suit() {
            faces.push(face.suit().into());
        }
        faces.push(face.digit().into());
        numbers.push(pai.number());
    }
    if numbers.is_empty() { "none".to_owned() } else { format!("{faces} ({})", list(numbers)) }
}

/// Melds in notation, with their codes: `m1-23 (26071)`.
pub(super) fn melds<'m>(melds: impl IntoIterator<Item = &'m Mianzi>) -> String {
    list(melds.into_iter().map(|meld| format!("{} ({})", meld.notation(true).as_str(), meld.code())))
}

/// Scores and payments, which logs have in hundreds, in points.
pub(super) fn points(hundreds: impl IntoIterator<Item = i32>) -> String {
    list(hundreds.into_iter().map(|score| 100 * i64::from(score)))
}

/// `1 tile left`, `4 tiles left`.
pub(super) fn many(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}
