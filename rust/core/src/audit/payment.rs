//! `sc` and `ba`: what each seat pays, and what lay on the table.

use super::auditor::Auditor;
use super::check::Check;
use super::report::{list, points};
use crate::game::Seats;
use crate::game::payment::STICK;
use crate::tenhou::event::Outcome;

impl Auditor<'_> {
    /// Honba and sticks of a result.
    pub(super) fn ba(&mut self, at: usize, outcome: &Outcome<'_>, honba: i32, sticks: i32) {
        let told = |honba, sticks| format!("honba {honba}, sticks {sticks}");
        let found = outcome.ba.as_deref();
        let same = found.is_some_and(|ba| *ba == [honba, sticks]);
        self.findings.check(Check::PaymentBa, at, same, || {
            let found = found.map_or("none".to_owned(), |ba| match *ba {
                [honba, sticks] => told(honba, sticks),
                ref others => list(others),
            });
            (told(honba, sticks), found)
        });
    }

    /// `sc`: scores before are those of the game, changes those of the result. Where the result's
    /// payments are not known, at least nothing is lost: what is won is paid, or lay there.
    pub(super) fn payments(&mut self, at: usize, outcome: &Outcome<'_>, expected: Option<Seats<i32>>) {
        let (before, changes) = pairs(&outcome.sc, 0);
        self.game.agree(before);
        let known = self.game.scores;
        let mut same =
            self.findings.check(Check::PaymentBefore, at, before == known, || (points(known), points(before)));
        if let Some(expected) = expected {
            same &=
                self.findings.check(Check::Payment, at, changes == expected, || (points(expected), points(changes)));
        } else {
            let sum: i32 = changes.iter().sum();
            let lain = STICK * self.round.place.sticks;
            self.findings.check(Check::Payment, at, sum == 0 || sum == lain, || {
                let or = if lain == 0 { String::new() } else { format!(" or {}", points([lain])) };
                (format!("a sum of 0{or}"), points([sum]))
            });
        }
        self.game.scores = sum(before, changes);
        self.game.instead = (!same).then(|| sum(known, expected.unwrap_or(changes)));
    }

    /// Chips, at chip tables; `expected` where the result tells them.
    pub(super) fn chips(&mut self, at: usize, outcome: &Outcome<'_>, expected: Option<Seats<i32>>) {
        let len = if self.go.chips() { 16 } else { 8 };
        let found = outcome.sc.len();
        self.findings.check(Check::PaymentChips, at, found == len, || (format!("{len} numbers in sc"), found));
        if !self.go.chips() {
            return;
        }
        let (before, changes) = pairs(&outcome.sc, 8);
        let known = self.game.chips;
        self.findings.check(Check::PaymentChips, at, before == known, || (list(known), list(before)));
        let right = expected.map_or(changes.iter().sum::<i32>() == 0, |expected| changes == expected);
        self.findings
            .check(Check::PaymentChips, at, right, || (expected.map_or("a sum of 0".to_owned(), list), list(changes)));
        self.game.chips = sum(before, changes);
    }
}

fn sum(before: Seats<i32>, changes: Seats<i32>) -> Seats<i32> {
    core::array::from_fn(|seat| before[seat].saturating_add(changes[seat]))
}

/// Four pairs of a list: what was there before, and what comes to it.
fn pairs(sc: &[i32], from: usize) -> (Seats<i32>, Seats<i32>) {
    let number = |at: usize| sc.get(from + at).copied().unwrap_or_default();
    (core::array::from_fn(|seat| number(2 * seat)), core::array::from_fn(|seat| number(2 * seat + 1)))
}
