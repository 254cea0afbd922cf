//! `RYUUKYOKU`: draws, and whose hands are shown.

use super::auditor::Auditor;
use super::check::Check;
use super::game::Result;
use super::report::{many, tiles};
use super::round::{By, Phase, Where};
use crate::game::acts::nine_kinds;
use crate::game::course::Ending;
use crate::game::{Seats, payment};
use crate::pai::Pai;
use crate::tenhou::draw::Draw;
use crate::tenhou::event::Ryuukyoku;
use crate::tenhou::number::List;

impl Auditor<'_> {
    /// `RYUUKYOKU`.
    pub(super) fn ryuukyoku(&mut self, at: usize, draw: &Ryuukyoku<'_>) {
        if !self.going_on(at) {
            return;
        }
        let why = draw.why.as_deref();
        let Some(drawn) = Draw::of(why) else {
            let why = why.unwrap_or_default();
            self.findings.check(Check::DrawKind, at, false, || ("a draw that Tenhou has", why.to_owned()));
            return self.drawn(at, draw, Ending::Aborted, None);
        };
        if drawn != Draw::ThreeRons {
            self.paid(at);
        }
        if drawn != Draw::NineKinds {
            self.indicators_turned(at, true);
        }
        let ready = core::array::from_fn(|seat| self.ready(seat));
        let nagashi = self.nagashi();
        self.happened(at, drawn, ready, nagashi);
        let shown = match drawn {
            Draw::Exhaustive | Draw::Nagashi => Some(ready),
            Draw::NineKinds => Some([0, 1, 2, 3].map(|seat| self.round.phase == Phase::Act(seat))),
            Draw::ThreeRons => Some(self.could_win()),
            Draw::FourRiichi => Some([true; 4]),
            Draw::FourWinds | Draw::FourKans => None,
        };
        self.shown(at, draw, drawn, shown);
        let dealer = ready[usize::from(self.round.oya & 3)];
        let (ending, payments) = match drawn {
            Draw::Exhaustive => (Ending::Exhausted { dealer }, payment::tenpai(ready, self.players)),
            Draw::Nagashi => (Ending::Exhausted { dealer }, payment::nagashi(nagashi, self.round.oya, self.players)),
            _ => (Ending::Aborted, [0; 4]),
        };
        let unknown = drawn == Draw::Exhaustive && self.round.seats.iter().any(|seat| seat.lost);
        let payments = (!unknown).then_some(payments);
        self.drawn(at, draw, ending, payments);
    }

    /// Whether a seat is tenpai, with one tile fewer than a whole hand.
    fn ready(&self, seat: usize) -> bool {
        let seat = &self.round.seats[seat & 3];
        seat.len % 3 == 1 && !seat.waits_now().is_empty()
    }

    /// Whose discards are all 1, 9 and honours, none of them called.
    fn nagashi(&self) -> Seats<bool> {
        let seats = &self.round.seats;
        core::array::from_fn(|seat| seat < usize::from(self.players) && seats[seat].nagashi)
    }

    /// Who could win on the last discard.
    fn could_win(&self) -> Seats<bool> {
        core::array::from_fn(|seat| {
            let offered = self.round.offered.filter(|offered| offered.by == By::Discard);
            let hand = &self.round.seats[seat];
            offered.is_some_and(|o| usize::from(o.seat) != seat && hand.waits_now().has(o.pai.kind()))
        })
    }

    /// Whether what ends the round has happened, and nothing else had to.
    fn happened(&mut self, at: usize, drawn: Draw, ready: Seats<bool>, nagashi: Seats<bool>) {
        let round = &self.round;
        let exhausted = round.left == 0 && matches!(round.phase, Phase::Draw(_));
        let due = round.due;
        let so = match drawn {
            Draw::Exhaustive => exhausted,
            Draw::Nagashi => exhausted && nagashi.contains(&true),
            Draw::NineKinds => self.nine_kinds(),
            Draw::ThreeRons => self.players == 4 && self.could_win().iter().filter(|can| **can).count() == 3,
            Draw::FourWinds | Draw::FourRiichi | Draw::FourKans => due == Some(drawn),
        };
        let left = round.left;
        self.findings.check(Check::DrawKind, at, so, || {
            let tenpai = ready.iter().filter(|is| **is).count();
            (drawn.to_string(), format!("not so, with {} left and {tenpai} tenpai", many(left, "tile", "tiles")))
        });
        let other = due.filter(|due| drawn != *due);
        let other = other.or((drawn == Draw::Exhaustive && nagashi.contains(&true)).then_some(Draw::Nagashi));
        let told = || (other.map_or(String::new(), |due| due.to_string()), drawn.to_string());
        self.findings.check(Check::DrawDue, at, other.is_none(), told);
        self.round.due = None;
    }

    /// Whether the seat that acts may end the round by nine kinds.
    fn nine_kinds(&self) -> bool {
        let Phase::Act(seat) = self.round.phase else { return false };
        let hand = self.round.seat(seat);
        let untouched = self.round.first_turn && !self.round.interrupted && hand.turns == 0;
        untouched && (hand.lost || nine_kinds(hand.hand.kinds()))
    }

    /// Hands that are shown, and those that are not. `must` tells who has to show.
    fn shown(&mut self, at: usize, draw: &Ryuukyoku<'_>, drawn: Draw, must: Option<Seats<bool>>) {
        for (seat, shown) in (0..self.players).zip(&draw.hai) {
            if self.round.seat(seat).lost {
                continue;
            }
            if let Some(hai) = shown {
                self.held(Check::DrawHand, at, seat, hai, None);
            }
            let Some(must) = must.map(|must| must[usize::from(seat & 3)]) else { continue };
            match shown {
                Some(_) => self
                    .findings
                    .check(Check::DrawTenpai, at, must, || (format!("no hand of seat {seat} at {drawn}"), "its hand")),
                None => self
                    .findings
                    .check(Check::DrawNoten, at, !must, || (format!("the hand of seat {seat} at {drawn}"), "none")),
            };
        }
        if self.players == 3 {
            let empty = draw.hai[3].is_none();
            self.findings.check(Check::DrawTenpai, at, empty, || ("no fourth hand", "one"));
        }
    }

    /// Whether tiles are those that a seat holds, with the one it wins on.
    pub(super) fn held(&mut self, check: Check, at: usize, seat: u8, hai: &List<Pai, 14>, win: Option<Pai>) -> bool {
        let len = self.round.seat(seat).len + usize::from(win.is_some());
        let (mut all, mut seen) = (hai.len() == len, [0_u64; 3]);
        for pai in hai {
            let bit = 1 << (pai.number() % 64);
            let word = &mut seen[usize::from(pai.number() / 64) % 3];
            all &= *word & bit == 0 && (self.round.place_of(*pai) == Where::Hand(seat) || Some(*pai) == win);
            *word |= bit;
        }
        let places = &self.round.places;
        self.findings.check(check, at, all, || {
            let held =
                (0..).zip(places).filter(|(_, place)| **place == Where::Hand(seat)).filter_map(|(n, _)| Pai::get(n));
            let held: Vec<Pai> = held.chain(win).collect();
            (tiles(&held), tiles(hai))
        })
    }

    /// The result of a draw.
    fn drawn(&mut self, at: usize, draw: &Ryuukyoku<'_>, ending: Ending, payments: Option<Seats<i32>>) {
        self.ba(at, &draw.outcome, self.round.place.honba, self.round.place.sticks);
        self.payments(at, &draw.outcome, payments);
        self.chips(at, &draw.outcome, Some([0; 4]));
        self.round.phase = Phase::Over;
        self.game.result = Some(Result { ending, sticks: self.round.place.sticks, owari: false });
        self.owari(at, &draw.outcome);
    }
}
