//! A round, from the deal to its end.

use arrayvec::ArrayVec;

use super::hand::kinds_of;
use super::people::People;
use super::player::{Connection, Player, Turn};
use super::scheme::Scheme;
use super::table::Table;
use super::win::{Way, Win};
use crate::game::acts::{MOST_KANS, four_winds, too_many_kans};
use crate::game::course::Ending;
use crate::game::{Seats, payment, seat_after};
use crate::hule::Kinds;
use crate::mianzi::{Kind, Mianzi};
use crate::pai::Pai;
use crate::tenhou::draw::Draw;
use crate::tenhou::event::{Call, Event, Init, Reach, Ryuukyoku};

/// A round being played.
pub(super) struct Round<'a> {
    pub(super) table: Table,
    people: &'a People,
    players: &'a mut [Player; 4],
    log: &'a mut Vec<Event<'static>>,
    /// What all are up to, if something was asked for.
    scheme: Option<Scheme>,
    /// Dora indicators to be turned before the next discard, or behind the next kan.
    pending: u8,
}

/// What follows.
enum Then {
    /// This seat draws, perhaps in replacement.
    Draws(u8, bool),
    /// This seat discards what it did not just call.
    Discards(u8, Mianzi),
    /// The round is over.
    Over(Ending),
}

/// The place of a seat in lists.
const fn at(seat: u8) -> usize {
    (seat & 3) as usize
}

impl<'a> Round<'a> {
    pub(super) fn new(
        table: Table,
        people: &'a People,
        players: &'a mut [Player; 4],
        log: &'a mut Vec<Event<'static>>,
        scheme: Option<Scheme>,
    ) -> Self {
        Self { table, people, players, log, scheme, pending: 0 }
    }

    /// Plays it.
    pub(super) fn play(&mut self) -> Ending {
        let init = self.init();
        self.log.push(init);
        let mut then = Then::Draws(self.table.place.oya(), false);
        loop {
            then = match then {
                Then::Over(ending) => return ending,
                Then::Draws(seat, replacement) => self.turn(seat, replacement),
                Then::Discards(seat, meld) => {
                    let player = &mut self.players[at(seat)];
                    let pai = match &self.scheme {
                        Some(scheme) => scheme.after_call(player, &self.table, seat, meld),
                        None => player.after_call(&self.table, seat, meld),
                    };
                    self.discard(seat, pai, false)
                }
            };
        }
    }

    fn init(&self) -> Event<'static> {
        let table = &self.table;
        Event::Init(Box::new(Init {
            round: table.place.round,
            honba: table.place.honba,
            sticks: table.place.sticks,
            dice: table.wall.dice().map(i32::from),
            dora: table.dora.first().copied().unwrap_or_else(|| table.wall.tiles()[0]),
            ten: table.scores.iter().copied().collect(),
            oya: table.place.oya(),
            hai: core::array::from_fn(|seat| table.seats[seat].hand.tiles.iter().copied().collect()),
            chip: None,
            shuffle: None,
        }))
    }

    /// A seat draws and acts.
    fn turn(&mut self, seat: u8, replacement: bool) -> Then {
        if self.scheme.is_none() && !replacement {
            match self.players[at(seat)].connection() {
                Some(Connection::Lost) => self.log.push(Event::Bye(seat)),
                Some(Connection::Back) => self.log.push(Event::Un(Box::new(self.people.back(seat)))),
                None => {}
            }
        }
        let Some(pai) = self.table.draw(seat, replacement) else { return self.exhausted() };
        self.log.push(Event::Draw(seat, pai));
        let player = &mut self.players[at(seat)];
        let turn = match &self.scheme {
            Some(scheme) => scheme.turn(player, &self.table, seat, pai, replacement),
            None => player.turn(&self.table, seat, pai, replacement),
        };
        match turn {
            Turn::Win(win) => self.won(&[*win]),
            Turn::NineKinds => self.aborted(Draw::NineKinds, &[seat]),
            Turn::Meld(meld) => self.own_meld(seat, meld),
            Turn::Discard(pai, riichi) => self.discard(seat, pai, riichi),
        }
    }

    /// An ankan, a kakan or a north set aside.
    fn own_meld(&mut self, seat: u8, meld: Mianzi) -> Then {
        self.call(seat, meld, None);
        let rob = match meld.kind() {
            Kind::Kakan => meld.added().map(|pai| (pai, Way::Added(seat))),
            Kind::Kita => meld.tiles().first().map(|pai| (*pai, Way::Aside(seat))),
            _ => None,
        };
        if let Some((pai, way)) = rob {
            let wins = self.rons(seat, pai, way);
            if !wins.is_empty() {
                return self.won(&wins);
            }
            self.table.pass(seat, pai);
        }
        self.table.interrupt();
        match meld.kind() {
            Kind::Ankan => self.turn_dora(),
            Kind::Kakan => self.pending += 1,
            _ => {}
        }
        Then::Draws(seat, true)
    }

    /// A seat makes a meld; indicators of the kan before it are turned right behind it.
    fn call(&mut self, seat: u8, meld: Mianzi, from: Option<u8>) {
        self.table.meld(seat, meld, from);
        self.log.push(Event::Call(Call { who: seat, mianzi: meld }));
        if meld.kind() != Kind::Kita {
            self.turn_pending();
        }
    }

    fn turn_pending(&mut self) {
        for _ in 0..core::mem::take(&mut self.pending) {
            self.turn_dora();
        }
    }

    fn turn_dora(&mut self) {
        if let Some(pai) = self.table.turn_dora() {
            self.log.push(Event::Dora(pai));
        }
    }

    fn discard(&mut self, seat: u8, pai: Pai, riichi: bool) -> Then {
        self.turn_pending();
        let double = self.table.first_turn(seat);
        if riichi {
            self.log.push(Event::Reach(Reach { who: seat, step: Some(1), ten: None }));
        }
        self.log.push(Event::Discard(seat, pai));
        self.table.discard(seat, pai);
        let wins = self.rons(seat, pai, Way::Discarded(seat));
        if wins.len() > 2 {
            let hands: ArrayVec<u8, 4> = wins.iter().map(|win| win.seat).collect();
            return self.aborted(Draw::ThreeRons, &hands);
        }
        if !wins.is_empty() {
            return self.won(&wins);
        }
        if riichi {
            self.declared(seat, double);
        }
        self.table.pass(seat, pai);
        self.after_discard(seat, pai)
    }

    fn declared(&mut self, seat: u8, double: bool) {
        self.table.pay_stick(seat);
        let declarer = self.table.seat_mut(seat);
        declarer.riichi = 1 + u8::from(double);
        declarer.ippatsu = true;
        declarer.safe = declarer.discarded;
        let ten = self.table.scores.iter().copied().collect();
        self.log.push(Event::Reach(Reach { who: seat, step: Some(2), ten: Some(ten) }));
    }

    /// Those that win on this tile, the next first.
    fn rons(&self, from: u8, pai: Pai, way: Way) -> Vec<Win> {
        let win = |seat| self.table.win(seat, pai, way, false);
        let mut wins: Vec<Win> = self.table.waiting(from, pai).filter_map(win).collect();
        let all = wins.len();
        wins.retain(|win| match &self.scheme {
            Some(scheme) => scheme.rons(win, all),
            None => self.players[at(win.seat)].is_there(),
        });
        // The first takes the honba and the sticks.
        for other in wins.iter_mut().skip(1) {
            if let Some(shared) = self.table.win(other.seat, pai, way, true) {
                *other = shared;
            }
        }
        wins
    }

    /// Nobody won on a discard: the round may be drawn, somebody may call, or the next draws.
    fn after_discard(&mut self, seat: u8, pai: Pai) -> Then {
        let table = &self.table;
        if too_many_kans(&table.kans) {
            return self.aborted(Draw::FourKans, &[]);
        }
        if table.players == 4 {
            let first = table.seats.each_ref().map(|seat| seat.river.first().map_or(0, |pai| pai.kind()));
            let firsts = table.seats.iter().all(|seat| seat.river.len() == 1);
            if firsts && table.untouched && four_winds(first) {
                return self.aborted(Draw::FourWinds, &[]);
            }
            if table.seats.iter().all(|seat| seat.riichi > 0) {
                return self.aborted(Draw::FourRiichi, &[0, 1, 2, 3]);
            }
        }
        if table.left() == 0 {
            return self.exhausted();
        }
        self.called(seat, pai).unwrap_or_else(|| Then::Draws(seat_after(seat, 1, self.table.players), false))
    }

    /// What follows if somebody calls a discard: pon and kan go before chi.
    fn called(&mut self, from: u8, pai: Pai) -> Option<Then> {
        let mut chosen: Option<(u8, Mianzi)> = None;
        for seat in self.table.others(from) {
            let rank = |meld: Mianzi| u8::from(meld.kind() != Kind::Chi);
            let player = &mut self.players[at(seat)];
            let call = match &self.scheme {
                Some(scheme) => scheme.call(player, &self.table, seat, from, pai),
                None => player.call(&self.table, seat, from, pai),
            };
            if let Some(meld) = call
                && chosen.is_none_or(|(_, other)| rank(meld) > rank(other))
            {
                chosen = Some((seat, meld));
            }
        }
        let (seat, meld) = chosen?;
        self.call(seat, meld, Some(from));
        self.table.interrupt();
        if meld.kind() == Kind::Daiminkan {
            self.pending += 1;
            return Some(Then::Draws(seat, true));
        }
        Some(Then::Discards(seat, meld))
    }

    /// Wins on one tile, the first with the honba and the sticks.
    fn won(&mut self, wins: &[Win]) -> Then {
        let mut dealer = false;
        for (number, win) in wins.iter().enumerate() {
            let (agari, payments) = self.table.agari(win, number > 0);
            self.table.pay(&payments);
            self.log.push(Event::Agari(Box::new(agari)));
            dealer |= win.seat == self.table.place.oya();
        }
        self.table.place.sticks = 0;
        Then::Over(Ending::Win { dealer })
    }

    /// No tile is left.
    fn exhausted(&mut self) -> Then {
        let table = &self.table;
        let sits = |seat: usize| seat < usize::from(table.players);
        let tenpai: Seats<bool> = core::array::from_fn(|seat| sits(seat) && table.seats[seat].waits != 0);
        let nagashi = core::array::from_fn(|seat| {
            let river = &table.seats[seat];
            sits(seat) && !river.called && kinds_of(river.discarded).all(|kind| Kinds::YAOJIU.has(kind))
        });
        let (draw, payments) = if nagashi.contains(&true) {
            (Draw::Nagashi, payment::nagashi(nagashi, table.place.oya(), table.players))
        } else {
            (Draw::Exhaustive, payment::tenpai(tenpai, table.players))
        };
        let hands: ArrayVec<u8, 4> = (0..table.players).filter(|seat| tenpai[at(*seat)]).collect();
        let dealer = tenpai[at(table.place.oya())];
        self.drawn(draw, &payments, &hands);
        Then::Over(Ending::Exhausted { dealer })
    }

    fn aborted(&mut self, draw: Draw, hands: &[u8]) -> Then {
        self.drawn(draw, &[0; 4], hands);
        Then::Over(Ending::Aborted)
    }

    /// The element of a draw, which shows these hands.
    fn drawn(&mut self, draw: Draw, payments: &Seats<i32>, hands: &[u8]) {
        let table = &mut self.table;
        let shown = |seat: u8| {
            let mut tiles = table.seat(seat).hand.tiles.clone();
            tiles.sort_unstable();
            hands.contains(&seat).then(|| tiles.into_iter().collect())
        };
        let event = Ryuukyoku {
            outcome: table.outcome(payments, table.place.sticks),
            why: draw.slug().map(Into::into),
            hai: [0, 1, 2, 3].map(shown),
        };
        table.pay(payments);
        self.log.push(Event::Ryuukyoku(Box::new(event)));
    }
}

/// Whether a seat may make one more kan.
pub(super) fn may_kan(table: &Table) -> bool {
    table.left() > 0 && table.kans.iter().sum::<u8>() < MOST_KANS
}
