//! `AGARI`: who wins on what, with which hand.

use super::auditor::Auditor;
use super::check::Check;
use super::game::Result;
use super::report::{list, many, melds, tiles};
use super::round::{Offered, Phase, Riichi};
use crate::game::course::Ending;
use crate::game::turns_between;
use crate::pai::Pai;
use crate::tenhou::draw::Draw;
use crate::tenhou::event::Agari;

impl Auditor<'_> {
    /// `AGARI`.
    pub(super) fn agari(&mut self, at: usize, agari: &Agari<'_>) {
        if self.round.winners.is_empty() && !self.going_on(at) {
            return;
        }
        if !self.sits(Check::WinTurn, at, agari.who) || !self.sits(Check::WinTurn, at, agari.from) {
            return;
        }
        if !self.round.winners.is_empty() {
            // A second winner, where the game was not over with the first.
            self.nothing_after(at);
        }
        self.indicators_turned(at, false);
        self.discard_due(at, "AGARI");
        let right = self.may_win(at, agari);
        self.hand_shown(at, agari);
        self.indicators_shown(at, agari);
        if right && agari.who != agari.from {
            self.furiten(at, agari);
        }
        let first = self.round.winners.is_empty();
        let (honba, sticks) = (self.round.place.honba, if first { self.round.place.sticks } else { 0 });
        self.ba(at, &agari.outcome, honba, sticks);
        self.score(at, agari, right, if first { honba } else { 0 }, sticks);
        let _ = self.round.winners.try_push(agari.who);
        let dealer = self.round.winners.contains(&self.round.oya);
        self.round.phase = Phase::Over;
        self.game.result = Some(Result { ending: Ending::Win { dealer }, sticks: 0, owari: false });
        self.owari(at, &agari.outcome);
    }

    /// Whether a seat may win now: on its draw, or on what another offers.
    fn may_win(&mut self, at: usize, agari: &Agari<'_>) -> bool {
        let (who, from, round) = (agari.who, agari.from, &self.round);
        let offered = round.offered.filter(|offered| offered.seat == from && from != who);
        let tile =
            if who == from { round.drawn.filter(|_| round.phase == Phase::Act(who)) } else { offered.map(|o| o.pai) };
        let again = round.winners.contains(&who);
        let (phase, open) = (round.phase, round.offered);
        let right = self.findings.check(Check::WinTurn, at, tile.is_some() && !again, || {
            let of = |o: Offered| format!("a win on {} of seat {}, or {phase}", o.pai, o.seat);
            (open.map_or(phase.to_string(), of), win_told(who, from))
        });
        if let Some(tile) = tile {
            self.findings.check(Check::WinTile, at, tile == agari.machi, || (tile, agari.machi));
        }
        if let Some(before) = self.round.winners.last().copied() {
            let turns = |seat| turns_between(from, seat, self.players);
            let order = turns(before) < turns(who);
            self.findings.check(Check::WinOrder, at, order, || {
                (format!("seat {who} before seat {before}"), format!("seat {before} first"))
            });
            let dealt = self.round.winners.len() < 2 || self.players < 4;
            self.findings.check(Check::DrawDue, at, dealt, || (Draw::ThreeRons.to_string(), "three wins"));
        }
        right && tile == Some(agari.machi)
    }

    /// The hand and its melds are those held and made.
    fn hand_shown(&mut self, at: usize, agari: &Agari<'_>) {
        if self.round.seat(agari.who).lost {
            return;
        }
        let win = (agari.who != agari.from).then_some(agari.machi);
        self.held(Check::WinHand, at, agari.who, &agari.hai, win);
        let made = &self.round.seat(agari.who).melds;
        let same = made.iter().rev().eq(agari.melds.iter());
        self.findings.check(Check::WinMelds, at, same, || (melds(made.iter().rev()), melds(agari.melds.iter())));
    }

    /// Dora and ura dora indicators.
    fn indicators_shown(&mut self, at: usize, agari: &Agari<'_>) {
        let turned = &self.round.turned;
        let same = turned.as_slice() == &*agari.dora;
        self.findings.check(Check::WinDora, at, same, || (tiles(turned), tiles(&agari.dora)));
        let riichi = self.round.seat(agari.who).riichi == Riichi::Paid;
        let (due, shown) = (if riichi { turned.len() } else { 0 }, agari.ura.as_ref().map_or(0, |ura| ura.len()));
        self.findings.check(Check::WinUra, at, due == shown, || (many(due, "ura indicator", "ura indicators"), shown));
        let Some(ura) = &agari.ura else { return };
        for (number, pai) in ura.iter().enumerate() {
            if ura.iter().take(number).any(|other| other == pai) {
                self.findings.check(Check::TileTwice, at, false, || ("another ura indicator", pai));
            }
            self.unseen(at, *pai);
        }
    }

    /// No one wins on a discard who has discarded or missed one of the waits.
    fn furiten(&mut self, at: usize, agari: &Agari<'_>) {
        let seat = self.round.seat(agari.who);
        if seat.lost || seat.len % 3 != 1 {
            return;
        }
        let barred = seat.waits_now().both(seat.discards.with(seat.missed));
        self.findings.check(Check::WinFuriten, at, barred.is_empty(), || {
            (
                "no wait discarded or missed",
                list(barred.iter().map(|kind| Pai::of(kind, 1).face(false).as_str().to_owned())),
            )
        });
    }
}

fn win_told(who: u8, from: u8) -> String {
    if who == from { format!("a tsumo of seat {who}") } else { format!("a ron of seat {who} on seat {from}") }
}
