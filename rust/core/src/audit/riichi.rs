//! Riichi: who may declare it, and when it is paid.

use super::auditor::Auditor;
use super::check::Check;
use super::report::{many, points};
use super::round::{By, Phase, Riichi};
use crate::game::acts::{kan_after_riichi, riichi_tiles};
use crate::game::payment::STICK;
use crate::hule::{Kinds, Tile};
use crate::mianzi::Mianzi;
use crate::pai::Pai;
use crate::tenhou::draw::Draw;
use crate::tenhou::event::Reach;

impl Auditor<'_> {
    /// A riichi is declared or paid.
    pub(super) fn reach(&mut self, at: usize, reach: &Reach) {
        if !self.going_on(at) || !self.sits(Check::RiichiStep, at, reach.who) {
            return;
        }
        match reach.step {
            Some(2) => self.reach_paid(at, reach),
            step => self.reach_declared(at, reach.who, step.is_none()),
        }
    }

    fn reach_declared(&mut self, at: usize, who: u8, stepless: bool) {
        let (phase, none) = (self.round.phase, self.round.seat(who).riichi == Riichi::None);
        let late = self.round.offered.is_some_and(|offered| offered.seat == who && offered.by == By::Discard);
        let behind = late && none && matches!(phase, Phase::Draw(_)) && self.round.unpaid.is_none();
        if behind {
            self.findings.note(Check::NoteReachLate, at, &"before the discard", &"behind it");
        } else {
            let right = none && phase == Phase::Act(who);
            let step = || (phase, format!("riichi of seat {who}"));
            if !self.findings.check(Check::RiichiStep, at, right, step) {
                return;
            }
        }
        self.indicators_turned(at, false);
        let open = self.round.seat(who).open;
        self.findings.check(Check::RiichiClosed, at, !open, || ("a closed hand", "called tiles"));
        let score = self.game.scores[usize::from(who & 3)];
        self.findings.check(Check::RiichiPoints, at, score >= STICK, || ("1000 or more", points([score])));
        let (left, least) = (self.round.left, riichi_tiles(self.players));
        self.findings.check(Check::RiichiTiles, at, left >= least, || {
            (format!("{least} tiles left at least"), many(left, "tile", "tiles"))
        });
        self.round.stepless = stepless;
        let round = &mut self.round;
        let first_turn = round.first_turn && !round.interrupted;
        let seat = round.seat_mut(who);
        seat.double = first_turn && seat.turns == u8::from(behind);
        seat.riichi = Riichi::Declared;
        if behind {
            self.declared(at, who);
        }
    }

    /// The discard of a riichi: the hand has to be tenpai.
    pub(super) fn declared(&mut self, at: usize, who: u8) {
        let seat = self.round.seat_mut(who);
        seat.riichi = Riichi::Unpaid;
        seat.ippatsu = true;
        seat.waits = seat.waits_now();
        if !seat.lost {
            let tenpai = !seat.waits.is_empty();
            self.findings.check(Check::RiichiTenpai, at, tenpai, || ("tenpai", "noten"));
        }
        self.round.unpaid = Some(who);
    }

    fn reach_paid(&mut self, at: usize, reach: &Reach) {
        let unpaid = self.round.unpaid;
        self.findings.check(Check::RiichiStep, at, unpaid == Some(reach.who), || {
            let expected = unpaid.map_or("no riichi to pay".to_owned(), |seat| format!("seat {seat} pays"));
            (expected, format!("seat {} pays", reach.who))
        });
        if unpaid.is_some() {
            self.pay_stick();
        }
        if let Some(ten) = &reach.ten {
            let scores = self.game.scores;
            let same = (0..4).all(|seat| ten.get(seat).copied().unwrap_or_default() == scores[seat]);
            self.findings.check(Check::RiichiTen, at, same, || (points(scores), points(ten.iter().copied())));
        }
    }

    /// The stick goes onto the table.
    fn pay_stick(&mut self) {
        let Some(who) = self.round.unpaid.take() else { return };
        for scores in core::iter::once(&mut self.game.scores).chain(&mut self.game.instead) {
            scores[usize::from(who & 3)] -= STICK;
        }
        self.round.place.sticks += 1;
        self.round.seat_mut(who).riichi = Riichi::Paid;
        let all = self.round.seats.iter().all(|seat| seat.riichi == Riichi::Paid);
        if self.players == 4 && all {
            self.round.due = Some(Draw::FourRiichi);
        }
    }

    /// Before anything goes on, the stick of the last riichi is paid.
    pub(super) fn paid(&mut self, at: usize) {
        let Some(who) = self.round.unpaid else { return };
        if !self.round.stepless {
            self.findings.check(Check::RiichiStep, at, false, || (format!("REACH step 2 of seat {who}"), "none"));
        }
        self.pay_stick();
    }

    /// An ankan after riichi: of the drawn tile, with waits that stay.
    pub(super) fn kan_after_riichi(&mut self, at: usize, who: u8, meld: Mianzi) {
        let seat = self.round.seat(who);
        let Some(kan) = meld.tiles().first().copied() else { return };
        let mut hand = seat.hand;
        for pai in meld.tiles() {
            if self.round.place_of(pai) != super::round::Where::Hand(who) {
                return;
            }
            hand.take(Tile::of_pai(pai, self.red));
        }
        let after = hand.waits(false).both(Kinds::of(kan.kind()).others());
        let drawn = self.round.drawn.map_or(0, Pai::kind);
        let allowed = kan_after_riichi(drawn, kan.kind(), seat.waits, after);
        self.findings.check(Check::RiichiKan, at, allowed, || ("a kan of the drawn tile with the same waits", kan));
    }
}
