//! Kan dora indicators: each has its moment.

use super::auditor::Auditor;
use super::check::Check;
use super::round::{Phase, Where};
use crate::pai::Pai;

impl Auditor<'_> {
    /// An indicator is turned.
    pub(super) fn dora(&mut self, at: usize, pai: Pai) {
        if !self.going_on(at) {
            return;
        }
        self.unseen(at, pai);
        let round = &mut self.round;
        let due = if round.owed > 0 {
            round.owed -= 1;
            true
        } else if round.later > 0 {
            round.later -= 1;
            // It waits for the replacement tile, but at a chip table it did not.
            let early = matches!(round.phase, Phase::Replace(_));
            round.waited = !early;
            if early && self.go.chips() {
                self.findings.note(Check::NoteDoraEarly, at, &"behind the replacement tile", &"before it");
            }
            !early || self.go.chips()
        } else {
            false
        };
        self.findings.check(Check::DoraDue, at, due, || ("no indicator", pai));
        self.round.put(pai, Where::Open);
        if self.round.turned.try_push(pai).is_err() {
            self.findings.check(Check::KanFifth, at, false, || ("five indicators", "a sixth"));
        }
    }

    /// What has to be turned is turned: what is owed before anything else, what waits before a
    /// discard too.
    pub(super) fn indicators_turned(&mut self, at: usize, discard: bool) {
        let round = &mut self.round;
        let missing = round.owed + if discard { round.later } else { 0 };
        round.owed = 0;
        if discard {
            round.later = 0;
        }
        self.findings.check(Check::DoraDue, at, missing == 0, || ("DORA", "none"));
    }

    /// Behind an indicator that waited for a discard comes that discard.
    pub(super) fn discard_due(&mut self, at: usize, found: &str) {
        let waited = core::mem::take(&mut self.round.waited);
        self.findings.check(Check::DoraDue, at, !waited, || ("a discard behind DORA", found.to_owned()));
    }

    /// A kan: its indicator becomes due at once (ankan) or waits, and what waited is due now.
    pub(super) fn kan_indicator(&mut self, at_once: bool) {
        let round = &mut self.round;
        round.owed += round.later + u8::from(at_once);
        round.later = u8::from(!at_once);
    }
}
