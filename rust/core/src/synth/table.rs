//! The table in a round: walls, hands, rivers, and what everybody can see of them.

use arrayvec::ArrayVec;

use super::hand::{Counts, Hand, KindSet, has};
use crate::game::acts::riichi_tiles;
use crate::game::course::Place;
use crate::game::payment::STICK;
use crate::game::{Seats, seat_after, turns_between};
use crate::hule::Rule;
use crate::mianzi::{Kind, Mianzi};
use crate::pai::Pai;
use crate::tenhou::Go;
use crate::tenhou::wall::{INDICATORS, Wall};

/// A seat in a round.
#[derive(Clone, Debug)]
pub(super) struct Seat {
    pub(super) hand: Hand,
    /// Discards, those that were called too.
    pub(super) river: Vec<Pai>,
    /// The kinds among them.
    pub(super) discarded: KindSet,
    /// The kinds that are safe against its riichi: discarded by anybody since.
    pub(super) safe: KindSet,
    /// Whether one of them was called.
    pub(super) called: bool,
    /// 0 no riichi, 1 riichi, 2 double riichi.
    pub(super) riichi: u8,
    /// 一発 is still possible.
    pub(super) ippatsu: bool,
    /// The kinds it waits for.
    pub(super) waits: KindSet,
    /// It passed a tile it waits for (フリテン), in this turn or since its riichi.
    pub(super) passed: bool,
    /// What it just drew.
    pub(super) drawn: Option<Pai>,
}

impl Seat {
    fn new(hand: Hand) -> Self {
        let waits = hand.waits();
        Self {
            hand,
            river: Vec::with_capacity(24),
            discarded: 0,
            safe: 0,
            called: false,
            riichi: 0,
            ippatsu: false,
            waits,
            passed: false,
            drawn: None,
        }
    }

    /// Whether it may not win on a discard.
    pub(super) const fn furiten(&self) -> bool {
        self.passed || self.waits & self.discarded != 0
    }
}

/// A round in progress.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) go: Go,
    pub(super) rule: Rule,
    pub(super) players: u8,
    pub(super) place: Place,
    /// In hundreds.
    pub(super) scores: Seats<i32>,
    pub(super) wall: Wall,
    pub(super) seats: [Seat; 4],
    /// Dora indicators that are turned.
    pub(super) dora: ArrayVec<Pai, INDICATORS>,
    /// Tiles that all can see, by kind: discards, melds and indicators.
    pub(super) seen: Counts,
    /// Kans by seat.
    pub(super) kans: Seats<u8>,
    /// Nothing was called and no kan made yet.
    pub(super) untouched: bool,
    /// Who drew or called last.
    actor: u8,
    in_turn: usize,
    replaced: usize,
}

impl Table {
    /// The table after the deal.
    pub(super) fn new(go: Go, place: Place, scores: Seats<i32>, wall: Wall) -> Self {
        let players = wall.players();
        let hands = wall.hands(place.oya());
        let seats = hands.map(|hand| Seat::new(Hand::new(&hand, players == 3)));
        let mut table = Self {
            go,
            rule: Rule::tenhou(go.bits()),
            players,
            place,
            scores,
            wall,
            seats,
            dora: ArrayVec::new(),
            seen: [0; 34],
            kans: [0; 4],
            untouched: true,
            actor: seat_after(place.oya(), players - 1, players),
            in_turn: 0,
            replaced: 0,
        };
        table.turn_dora();
        table
    }

    pub(super) fn seat(&self, seat: u8) -> &Seat {
        &self.seats[usize::from(seat & 3)]
    }

    pub(super) fn seat_mut(&mut self, seat: u8) -> &mut Seat {
        &mut self.seats[usize::from(seat & 3)]
    }

    /// The other seats, the next first.
    pub(super) fn others(&self, seat: u8) -> impl Iterator<Item = u8> + use<> {
        let players = self.players;
        (1..players).map(move |turns| seat_after(seat, turns, players))
    }

    /// Tiles left to draw.
    pub(super) fn left(&self) -> usize {
        self.wall.drawable() - self.in_turn - self.replaced
    }

    /// Whether nobody but this seat has had a turn before, and nothing was called: 天和, 地和,
    /// 九種九牌 and double riichi are possible.
    pub(super) fn first_turn(&self, seat: u8) -> bool {
        self.untouched && self.seat(seat).river.is_empty()
    }

    /// The wind of a seat, 0 東 to 3 北.
    pub(super) fn wind(&self, seat: u8) -> u8 {
        turns_between(self.place.oya(), seat, self.players)
    }

    /// Whether a triplet of this kind is a yaku for a seat.
    pub(super) fn is_yakuhai(&self, seat: u8, kind: u8) -> bool {
        kind > 30 || kind == 27 + self.wind(seat) || kind == 27 + self.place.wind()
    }

    /// Whether a tile is a red five at this table.
    pub(super) fn is_red(&self, pai: Pai) -> bool {
        self.go.red() && pai.face(true).digit() == b'0'
    }

    /// How many dora a tile is.
    pub(super) fn dora_of(&self, pai: Pai) -> u8 {
        let times = self.dora.iter().filter(|shown| next_kind(shown.kind(), self.players == 3) == pai.kind()).count();
        u8::try_from(times).unwrap_or(0) + u8::from(self.is_red(pai))
    }

    /// How many of a kind a seat sees nowhere.
    pub(super) fn unseen(&self, seat: u8, kind: u8) -> u8 {
        let at = usize::from(kind);
        4_u8.saturating_sub(self.seen[at] + self.seat(seat).hand.kinds[at])
    }

    /// What a seat will draw if nobody calls.
    pub(super) fn upcoming(&self, seat: u8) -> impl Iterator<Item = Pai> + '_ {
        let turns = turns_between(seat_after(self.actor, 1, self.players), seat, self.players);
        let draws = (self.in_turn + usize::from(turns)..).step_by(self.players.into());
        draws.map_while(|in_turn| self.wall.tile(self.wall.draw(in_turn, self.replaced)?))
    }

    /// The seat draws: in turn, or in replacement of a kan or a north.
    pub(super) fn draw(&mut self, seat: u8, replacement: bool) -> Option<Pai> {
        let place =
            if replacement { self.wall.rinshan(self.replaced) } else { self.wall.draw(self.in_turn, self.replaced) };
        let pai = self.wall.tile(place?)?;
        self.actor = seat;
        *if replacement { &mut self.replaced } else { &mut self.in_turn } += 1;
        let drawer = self.seat_mut(seat);
        drawer.hand.add(pai);
        drawer.drawn = Some(pai);
        drawer.passed &= drawer.riichi > 0;
        Some(pai)
    }

    /// The seat discards.
    pub(super) fn discard(&mut self, seat: u8, pai: Pai) {
        self.seen[usize::from(pai.kind())] += 1;
        let discarder = self.seat_mut(seat);
        discarder.hand.take(pai);
        discarder.drawn = None;
        discarder.river.push(pai);
        discarder.discarded |= 1 << pai.kind();
        if discarder.riichi == 0 {
            discarder.waits = discarder.hand.waits();
        }
        discarder.ippatsu = false;
    }

    /// The seat makes a meld; the called tile, if there is one, is the last discard of `from`.
    pub(super) fn meld(&mut self, seat: u8, meld: Mianzi, from: Option<u8>) {
        let (called, kind) = (meld.called(), meld.kind());
        for pai in meld.tiles() {
            let new = if kind == Kind::Kakan { Some(pai) == meld.added() } else { Some(pai) != called };
            self.seen[usize::from(pai.kind())] += u8::from(new);
        }
        if let Some(from) = from {
            self.seat_mut(from).called = true;
        }
        if matches!(kind, Kind::Kakan | Kind::Daiminkan | Kind::Ankan) {
            self.kans[usize::from(seat & 3)] += 1;
        }
        self.actor = seat;
        let caller = self.seat_mut(seat);
        caller.hand.meld(meld);
        caller.drawn = None;
        caller.passed &= caller.riichi > 0;
        if matches!(kind, Kind::Daiminkan | Kind::Ankan | Kind::Kakan | Kind::Kita) && caller.riichi == 0 {
            caller.waits = caller.hand.waits();
        }
    }

    /// Nobody can win 一発 any more, nor in a first turn.
    pub(super) fn interrupt(&mut self) {
        self.untouched = false;
        self.seats.iter_mut().for_each(|seat| seat.ippatsu = false);
    }

    /// Turns the next dora indicator.
    pub(super) fn turn_dora(&mut self) -> Option<Pai> {
        let pai = self.wall.tile(self.wall.dora(self.dora.len())?)?;
        self.dora.try_push(pai).ok()?;
        self.seen[usize::from(pai.kind())] += 1;
        Some(pai)
    }

    /// The ura dora indicators under those that are turned.
    pub(super) fn ura(&self) -> ArrayVec<Pai, INDICATORS> {
        (0..self.dora.len()).filter_map(|number| self.wall.tile(self.wall.ura(number)?)).collect()
    }

    /// Whether a seat may declare riichi, if it discards so that it is tenpai.
    pub(super) fn may_declare(&self, seat: u8) -> bool {
        let declarer = self.seat(seat);
        declarer.riichi == 0
            && declarer.hand.closed()
            && self.scores[usize::from(seat & 3)] >= STICK
            && self.left() >= riichi_tiles(self.players)
    }

    /// Those that wait for a tile of another seat, the next first; not those in furiten.
    pub(super) fn waiting(&self, from: u8, pai: Pai) -> impl Iterator<Item = u8> + '_ {
        let waits = move |seat: &u8| has(self.seat(*seat).waits, pai.kind()) && !self.seat(*seat).furiten();
        self.others(from).filter(waits)
    }

    /// A tile passes: who could have won on it may not win on another.
    pub(super) fn pass(&mut self, from: u8, pai: Pai) {
        for seat in self.others(from) {
            let waiting = self.seat_mut(seat);
            waiting.passed |= has(waiting.waits, pai.kind());
            waiting.safe |= u64::from(waiting.riichi > 0) << pai.kind();
        }
    }
}

/// The kind that an indicator makes dora.
pub(super) const fn next_kind(indicator: u8, sanma: bool) -> u8 {
    match indicator {
        0 if sanma => 8,
        27..=30 => 27 + (indicator - 26) % 4,
        31.. => 31 + (indicator - 30) % 3,
        _ if indicator % 9 == 8 => indicator - 8,
        _ => indicator + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::next_kind;

    #[test]
    fn dora_follow_their_indicators() {
        for (indicator, sanma, dora) in [
            (0, false, 1),
            (0, true, 8),
            (8, true, 0),
            (26, false, 18),
            (27, false, 28),
            (30, false, 27),
            (31, false, 32),
            (33, false, 31),
        ] {
            assert_eq!(next_kind(indicator, sanma), dora);
        }
    }
}
