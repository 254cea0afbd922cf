//! Draws and discards.

use super::auditor::Auditor;
use super::check::Check;
use super::round::{By, Offered, Phase, Riichi, Where};
use crate::game::acts::{four_winds, too_many_kans};
use crate::game::seat_after;
use crate::hule::Kinds;
use crate::pai::Pai;
use crate::tenhou::draw::Draw;

impl Auditor<'_> {
    /// A seat draws.
    pub(super) fn draw(&mut self, at: usize, seat: u8, pai: Pai) {
        if !self.going_on(at) || !self.sits(Check::Turn, at, seat) {
            return;
        }
        self.nothing_due(at);
        self.paid(at);
        self.indicators_turned(at, false);
        let phase = self.round.phase;
        let rinshan = matches!(phase, Phase::Replace(_));
        let right = matches!(phase, Phase::Draw(who) | Phase::Replace(who) if who == seat);
        self.findings.check(Check::Turn, at, right, || {
            let again = phase == Phase::Act(seat);
            let why = if again { ", again: what it did with the first is missing" } else { "" };
            (phase, format!("a draw of seat {seat}{why}"))
        });
        let left = self.round.left;
        self.findings.check(Check::WallEmpty, at, left > 0, || ("no tile left", "a draw"));
        self.unseen(at, pai);
        let round = &mut self.round;
        round.pass();
        if round.interrupted {
            round.end_ippatsu();
        }
        round.left = left.saturating_sub(1);
        round.give(seat, pai, self.red);
        let drawer = round.seat_mut(seat);
        if !drawer.bound() {
            drawer.missed = Kinds::NONE;
        }
        // Who draws out of turn holds a tile too many.
        drawer.lost |= !right;
        round.drawn = Some(pai);
        round.rinshan = rinshan;
        round.phase = Phase::Act(seat);
    }

    /// A tile comes that nobody has seen yet.
    pub(super) fn unseen(&mut self, at: usize, pai: Pai) {
        let place = self.round.place_of(pai);
        self.findings.check(Check::TileTwice, at, place == Where::Unseen, || {
            let found = match place {
                Where::Hand(seat) => format!("{pai}, which seat {seat} holds"),
                _ => format!("{pai}, which lies open"),
            };
            ("a tile not seen yet", found)
        });
        if self.players == 3 {
            let there = !(1..8).contains(&pai.kind());
            self.findings.check(Check::TileSet, at, there, || ("a tile of the table", pai));
        }
    }

    /// A seat discards.
    pub(super) fn discard(&mut self, at: usize, seat: u8, pai: Pai) {
        if !self.going_on(at) || !self.sits(Check::Turn, at, seat) {
            return;
        }
        let phase = self.round.phase;
        let (right, swaps) = match phase {
            Phase::Act(who) => (who == seat, Kinds::NONE),
            Phase::Discard(who, swaps) => (who == seat, swaps),
            _ => (false, Kinds::NONE),
        };
        self.findings.check(Check::Turn, at, right, || (phase, format!("a discard of seat {seat}")));
        self.indicators_turned(at, true);
        self.findings.check(Check::Kuikae, at, !swaps.has(pai.kind()), || ("a tile that swaps no call", pai));
        self.hold(at, seat, pai);
        if right && self.round.seat(seat).bound() {
            let drawn = self.round.drawn;
            self.findings.check(Check::RiichiDiscard, at, drawn == Some(pai), || {
                (drawn.map_or("the drawn tile".to_owned(), |drawn| drawn.to_string()), pai)
            });
        }
        self.round.waited = false;
        let (kind, round) = (Kinds::of(pai.kind()), &mut self.round);
        let _ = round.opening.try_push(pai.kind());
        let discarder = round.seat_mut(seat);
        discarder.lost |= !right;
        discarder.discards = discarder.discards.with(kind);
        discarder.turns = discarder.turns.saturating_add(1);
        discarder.nagashi &= Kinds::YAOJIU.has(pai.kind());
        if !discarder.bound() {
            discarder.missed = Kinds::NONE;
        }
        discarder.ippatsu = false;
        let declared = discarder.riichi == Riichi::Declared;
        round.offered = Some(Offered { seat, pai, by: By::Discard });
        round.drawn = None;
        round.rinshan = false;
        round.phase = Phase::Draw(seat_after(seat, 1, self.players));
        if declared {
            self.declared(at, seat);
        }
        self.find_due();
    }

    /// A tile that a seat holds leaves its hand.
    fn hold(&mut self, at: usize, seat: u8, pai: Pai) {
        let held = self.round.take(seat, pai, self.red);
        if !self.round.seat(seat).lost {
            self.findings.check(Check::TileHeld, at, held, || (format!("a tile that seat {seat} holds"), pai));
        }
        if !held {
            self.round.seat_mut(seat).lost = true;
            self.round.put(pai, Where::Open);
        }
    }

    /// What a discard makes due.
    fn find_due(&mut self) {
        let round = &mut self.round;
        if self.players == 4
            && round.first_turn
            && let &[a, b, c, d] = round.opening.as_slice()
            && round.seats.iter().all(|seat| seat.turns == 1)
            && four_winds([a, b, c, d])
        {
            round.due = Some(Draw::FourWinds);
        } else if too_many_kans(&[0, 1, 2, 3].map(|seat| round.seat(seat).kans)) {
            round.due = Some(Draw::FourKans);
        }
    }

    /// A draw or a call where the round had to end.
    pub(super) fn nothing_due(&mut self, at: usize) {
        let due = self.round.due.take();
        self.findings.check(Check::DrawDue, at, due.is_none(), || {
            (due.map_or(String::new(), |due| due.to_string()), "the round goes on")
        });
    }
}
