//! Calls, kans and norths set aside.

use arrayvec::ArrayVec;

use super::auditor::Auditor;
use super::check::Check;
use super::report::{melds, tiles};
use super::round::{By, Offered, Phase, Where};
use crate::game::acts::{MOST_KANS, swaps};
use crate::game::{seat_after, turns_between};
use crate::hule::{Direction, Kinds};
use crate::mianzi::{Kind, Mianzi};
use crate::pai::Pai;
use crate::tenhou::event;

impl Auditor<'_> {
    /// `N`.
    pub(super) fn call(&mut self, at: usize, call: event::Call) {
        let event::Call { who, mianzi } = call;
        if !self.going_on(at) || !self.sits(Check::Call, at, who) {
            return;
        }
        self.nothing_due(at);
        self.paid(at);
        self.indicators_turned(at, false);
        let left = self.round.left;
        let name = mianzi.kind().name();
        self.discard_due(at, name);
        self.findings.check(Check::CallLast, at, left > 0, || (format!("no {name} without a tile left"), name));
        match mianzi.kind() {
            Kind::Chi | Kind::Pon | Kind::Daiminkan => self.call_discard(at, who, mianzi),
            Kind::Ankan => self.ankan(at, who, mianzi),
            Kind::Kakan => self.kakan(at, who, mianzi),
            Kind::Kita => self.kita(at, who, mianzi),
        }
        if matches!(mianzi.kind(), Kind::Daiminkan | Kind::Ankan | Kind::Kakan) {
            let seat = self.round.seat_mut(who);
            seat.kans = seat.kans.saturating_add(1);
            let kans: u32 = self.round.seats.iter().map(|seat| u32::from(seat.kans)).sum();
            self.findings
                .check(Check::KanFifth, at, kans <= MOST_KANS.into(), || ("four kans at most", format!("{kans} kans")));
            self.kan_indicator(mianzi.kind() == Kind::Ankan);
        }
        self.round.drawn = None;
    }

    /// Chi, pon and daiminkan.
    fn call_discard(&mut self, at: usize, who: u8, meld: Mianzi) {
        let offered = self.round.offered.filter(|offered| offered.by == By::Discard);
        // Counted over all four seats, the empty one of a table of three among them.
        let from = (who + meld.from()) % 4;
        let called = meld.called();
        let right = offered.is_some_and(|o| o.seat != who && o.seat == from && Some(o.pai) == called);
        self.findings.check(Check::Call, at, right, || {
            let of = |pai, seat| format!("{pai} of seat {seat}");
            let expected = offered.map_or("no discard to call".to_owned(), |o| of(o.pai, o.seat));
            (expected, called.map_or(String::new(), |pai| of(pai, from)))
        });
        if meld.kind() == Kind::Chi {
            let left = seat_after(from, 1, self.players) == who && self.players == 4;
            self.findings
                .check(Check::CallChi, at, left, || ("a discard of the left player", format!("seat {from}'s")));
        }
        let bound = self.round.seat(who).bound();
        self.findings.check(Check::CallRiichi, at, !bound, || ("no call after riichi", meld.kind().name()));
        self.uses_hand(at, who, meld);
        let round = &mut self.round;
        if let Some(offered) = offered {
            round.seat_mut(offered.seat).nagashi = false;
        }
        if let Some(called) = called {
            round.put(called, Where::Open);
        }
        round.pass();
        round.end_ippatsu();
        let owner = round.seat_mut(who);
        let _ = owner.melds.try_push(meld);
        owner.open = true;
        owner.missed = Kinds::NONE;
        round.phase =
            if meld.kind() == Kind::Daiminkan { Phase::Replace(who) } else { Phase::Discard(who, swaps(meld)) };
    }

    /// The tiles of a meld that come from the hand.
    fn uses_hand(&mut self, at: usize, who: u8, meld: Mianzi) {
        let (called, added) = (meld.called(), meld.added());
        let own = meld.tiles();
        let own = own.iter().filter(|pai| if added.is_some() { Some(**pai) == added } else { Some(**pai) != called });
        let mut missing: ArrayVec<Pai, 4> = ArrayVec::new();
        for pai in own {
            if !self.round.take(who, *pai, self.red) {
                let _ = missing.try_push(*pai);
            }
        }
        let held = missing.is_empty();
        if !self.round.seat(who).lost {
            self.findings
                .check(Check::CallHand, at, held, || (format!("tiles that seat {who} holds"), tiles(&missing)));
        }
        self.round.seat_mut(who).lost |= !held;
    }

    /// Whether a seat may make a kan or set a north aside: it has just drawn.
    fn own_turn(&mut self, check: Check, at: usize, who: u8, name: &str) {
        let phase = self.round.phase;
        self.findings.check(check, at, phase == Phase::Act(who), || (phase, format!("{name} of seat {who}")));
    }

    fn ankan(&mut self, at: usize, who: u8, meld: Mianzi) {
        self.own_turn(Check::Kan, at, who, "ankan");
        if self.round.seat(who).bound() && !self.round.seat(who).lost {
            self.kan_after_riichi(at, who, meld);
        }
        self.uses_hand(at, who, meld);
        let round = &mut self.round;
        let _ = round.seat_mut(who).melds.try_push(meld);
        round.offered = None;
        round.interrupted = true;
        round.phase = Phase::Replace(who);
    }

    fn kakan(&mut self, at: usize, who: u8, meld: Mianzi) {
        self.own_turn(Check::Kan, at, who, "kakan");
        let round = &mut self.round;
        let (lost, seat) = (round.seat(who).lost, round.seat_mut(who));
        let pon = seat.melds.iter_mut().find(|pon| meld.extends(**pon));
        let same = pon.as_ref().is_some_and(|pon| pon.called() == meld.called() && pon.from() == meld.from());
        match pon {
            Some(pon) => *pon = meld,
            None => drop(seat.melds.try_push(meld)),
        }
        if !lost {
            self.findings.check(Check::Kan, at, same, || ("a pon of one's own", melds([&meld])));
        }
        self.uses_hand(at, who, meld);
        self.offer(who, meld, By::Kakan);
    }

    fn kita(&mut self, at: usize, who: u8, meld: Mianzi) {
        self.own_turn(Check::Kita, at, who, "kita");
        let players = self.players;
        self.findings.check(Check::Kita, at, players == 3, || ("three players", players));
        if self.round.seat(who).bound() {
            let north = self.round.drawn.is_some_and(|pai| meld.tiles().contains(&pai));
            self.findings.check(Check::RiichiDiscard, at, north, || ("the drawn tile", "another north"));
        }
        self.uses_hand(at, who, meld);
        let seat = self.round.seat_mut(who);
        seat.kita = seat.kita.saturating_add(1);
        let _ = seat.melds.try_push(meld);
        self.offer(who, meld, By::Kita);
    }

    /// Others may win on the tile of a kakan or a kita.
    fn offer(&mut self, who: u8, meld: Mianzi, by: By) {
        let round = &mut self.round;
        let pai = meld.added().or(meld.tiles().first().copied());
        round.offered = pai.map(|pai| Offered { seat: who, pai, by });
        round.interrupted = true;
        round.phase = Phase::Replace(who);
    }

    /// Whom a meld's tile came from, as its owner sees it among those who play.
    pub(super) fn direction(&self, who: u8, meld: Mianzi) -> Option<Direction> {
        if meld.from() == 0 {
            return None;
        }
        let seat = (who + meld.from()) % 4;
        Direction::of_turns(turns_between(who, seat, self.players), self.players)
    }
}
