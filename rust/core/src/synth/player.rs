//! A player: what it does with a hand, knowing what its seat can see.

use super::call::{self, Open};
use super::defence::danger;
use super::hand::{self, ALL, FAR, Hand, KindSet, has, kinds_of};
use super::meld;
use super::plan::Measure;
use super::random::Random;
use super::round::may_kan;
use super::table::Table;
use super::win::{Way, Win};
use crate::game::acts::{kan_after_riichi, swaps};
use crate::hule::Kinds;
use crate::mianzi::{Kind, Mianzi};
use crate::pai::Pai;

/// What a seat does after a draw.
pub(super) enum Turn {
    /// It wins.
    Win(Box<Win>),
    /// It ends the round (九種九牌).
    NineKinds,
    /// It makes an ankan or a kakan, or sets a north aside.
    Meld(Mianzi),
    /// It discards, perhaps with riichi.
    Discard(Pai, bool),
}

/// How a player plays: thousandths.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// How often a call that helps is made.
    pub(super) calls: u32,
    /// How often riichi is declared.
    pub(super) riichi: u32,
    /// How much danger counts.
    pub(super) caution: u32,
}

/// A player in its seat.
pub(super) struct Player {
    pub(super) style: Style,
    pub(super) random: Random,
    pub(super) measure: Measure,
    /// Once in so many turns its connection is lost: in some thirty games.
    pub(super) steadiness: u32,
    /// For so many turns more it is not connected: the server discards what it draws.
    pub(super) away: u8,
}

/// What becomes of a connection.
pub(super) enum Connection {
    /// It is lost.
    Lost,
    /// It is there again.
    Back,
}

/// A discard and what it leaves.
#[derive(Clone, Copy, Debug)]
struct Choice {
    kind: u8,
    /// Tiles to a win that are left.
    distance: u8,
    /// Tiles that bring it nearer and are not to be seen.
    tiles: u32,
    score: i32,
}

impl Player {
    pub(super) fn new(random: &mut Random) -> Self {
        let style =
            Style { calls: 750 + random.word(250), riichi: 600 + random.word(200), caution: 700 + random.word(600) };
        Self { style, random: Random::new(random.next(), 1), measure: Measure::default(), steadiness: 20_000, away: 0 }
    }

    /// What becomes of its connection at its turn.
    pub(super) fn connection(&mut self) -> Option<Connection> {
        if self.away > 0 {
            self.away -= 1;
            return (self.away == 0).then_some(Connection::Back);
        }
        if self.random.word(self.steadiness) > 0 {
            return None;
        }
        self.away = 1 + self.random.small(20);
        Some(Connection::Lost)
    }

    /// Whether it is connected.
    pub(super) const fn is_there(&self) -> bool {
        self.away == 0
    }

    /// What it does after a draw.
    pub(super) fn turn(&mut self, table: &Table, seat: u8, pai: Pai, replacement: bool) -> Turn {
        let own = table.seat(seat);
        if !self.is_there() {
            return Turn::Discard(pai, false);
        }
        if has(own.waits, pai.kind())
            && let Some(win) = table.win(seat, pai, Way::Drawn { replacement }, false)
        {
            return Turn::Win(Box::new(win));
        }
        if table.first_turn(seat) && gives_up(&own.hand) {
            return Turn::NineKinds;
        }
        if let Some(meld) = self.own_meld(table, seat, pai) {
            return Turn::Meld(meld);
        }
        if own.riichi > 0 {
            return Turn::Discard(pai, false);
        }
        let choice = self.choose(table, seat, 0);
        let discard = own.hand.tile_of(choice.kind).unwrap_or(pai);
        let riichi = choice.distance == 1
            && choice.tiles > 0
            && table.may_declare(seat)
            && self.random.chance(self.style.riichi);
        Turn::Discard(discard, riichi)
    }

    /// What it discards after a call.
    pub(super) fn after_call(&mut self, table: &Table, seat: u8, meld: Mianzi) -> Pai {
        self.discard(table, seat, swaps(meld).bits()).0
    }

    /// What it discards, not of these kinds, and whether the hand is tenpai then.
    pub(super) fn discard(&mut self, table: &Table, seat: u8, banned: KindSet) -> (Pai, bool) {
        let choice = self.choose(table, seat, banned);
        let hand = &table.seat(seat).hand;
        // A call leaves something to discard.
        (hand.tile_of(choice.kind).unwrap_or_else(|| hand.tiles[0]), choice.distance == 1)
    }

    /// The meld it makes of another's discard.
    pub(super) fn call(&mut self, table: &Table, seat: u8, from: u8, pai: Pai) -> Option<Mianzi> {
        if self.is_there() { call::choose(self, table, seat, from, pai) } else { None }
    }

    /// A kan of its own turn, or a north set aside.
    fn own_meld(&mut self, table: &Table, seat: u8, drawn: Pai) -> Option<Mianzi> {
        let own = table.seat(seat);
        if table.left() == 0 {
            return None;
        }
        if table.players == 3 && (own.riichi == 0 || drawn.kind() == NORTH) {
            let north = own.hand.tile_of(NORTH).filter(|_| own.hand.distance() <= 5 || table.unseen(seat, NORTH) < 4);
            if let Some(meld) = north.and_then(meld::kita) {
                return Some(meld);
            }
        }
        if !may_kan(table) {
            return None;
        }
        let now = own.hand.distance();
        let four = (0..34).filter(|kind| own.hand.kinds[usize::from(*kind)] == 4);
        for kind in four {
            let mut rest = own.hand.kinds;
            rest[usize::from(kind)] = 0;
            let (distance, waits) = hand::acceptance(&rest, own.hand.sanma);
            let fine = if own.riichi > 0 {
                let (before, after) = (Kinds::of_bits(own.waits), Kinds::of_bits(waits));
                distance == 1 && kan_after_riichi(drawn.kind(), kind, before, after)
            } else {
                distance <= now.max(1) && (distance == 1 || !threatened(table, seat))
            };
            if fine && self.random.chance(850) {
                let named = if drawn.kind() == kind { Some(drawn) } else { own.hand.tile_of(kind) };
                return named.and_then(meld::ankan);
            }
        }
        if own.riichi > 0 || threatened(table, seat) {
            return None;
        }
        let pons = own.hand.sets().filter(|set| set.kind() == Kind::Pon).filter_map(meld::kakan);
        let mut kans = pons.filter(|kan| kan.added().is_some_and(|added| own.hand.tiles.contains(&added)));
        kans.next().filter(|_| self.random.chance(700))
    }

    /// The best discard of a hand, these kinds aside.
    fn choose(&mut self, table: &Table, seat: u8, banned: KindSet) -> Choice {
        let own = table.seat(seat);
        let open = if own.hand.closed() { None } else { call::best_plan(self, table, seat) };
        let held = held(&own.hand.kinds) & !banned;
        let now = match &open {
            Some(open) => open.distance,
            None => own.hand.distance(),
        };
        let colour = if open.is_some() { ALL } else { call::colour(&own.hand).unwrap_or(ALL) };
        let fear = self.fear(table, seat, now.max(1));
        let mut best = Choice {
            kind: own.hand.tiles.last().map_or(0, |pai| pai.kind()),
            distance: FAR,
            tiles: 0,
            score: i32::MIN,
        };
        for kind in kinds_of(held) {
            let (distance, tiles) = self.without(table, seat, kind, open.as_ref());
            let steps = i32::from(distance) * 400;
            let risk = if fear == 0 { 0 } else { fear * danger(table, seat, kind) / 100 };
            let tiles_worth = if distance == 1 { 8 } else { 4 };
            let score = tiles_worth * i32::try_from(tiles).unwrap_or(0) - steps - keep(table, seat, kind) - risk
                + if has(colour, kind) { 0 } else { OFF_COLOUR };
            if score > best.score {
                best = Choice { kind, distance, tiles, score };
            }
        }
        best
    }

    /// How far the hand is without one of these, and how many tiles bring it nearer.
    fn without(&mut self, table: &Table, seat: u8, kind: u8, open: Option<&Open>) -> (u8, u32) {
        let own = &table.seat(seat).hand;
        let mut rest = own.kinds;
        rest[usize::from(kind)] -= 1;
        let (distance, nearer) = match open {
            Some(open) => self.measure.acceptance(&open.plan, &rest, open.sets),
            None => hand::acceptance(&rest, own.sanma),
        };
        (distance, kinds_of(nearer).map(|kind| u32::from(table.unseen(seat, kind))).sum())
    }

    /// How much danger counts for a hand so far from winning.
    fn fear(&self, table: &Table, seat: u8, distance: u8) -> i32 {
        if !threatened(table, seat) {
            return 0;
        }
        let worth: u8 = table.seat(seat).hand.tiles.iter().map(|pai| table.dora_of(*pai)).sum();
        let base = match distance {
            1 => 180,
            2 if worth > 1 => 600,
            2 => 1300,
            _ => 2000,
        };
        base * i32::try_from(self.style.caution).unwrap_or(1000) / 1000
    }
}

/// Whether a hand that may ends the round (九種九牌): not one that comes near to thirteen orphans.
pub(super) fn gives_up(hand: &Hand) -> bool {
    hand.nine_kinds() && hand.distance() > 4
}

/// What brings a hand of one colour nearer to it.
const OFF_COLOUR: i32 = 250;

/// 北.
const NORTH: u8 = 30;

/// Whether another declared riichi.
pub(super) fn threatened(table: &Table, seat: u8) -> bool {
    table.others(seat).any(|other| table.seat(other).riichi > 0)
}

/// The kinds that are there.
fn held(counts: &hand::Counts) -> KindSet {
    counts.iter().zip(0..).fold(0, |set, (count, kind)| set | u64::from(*count > 0) << kind)
}

/// What a tile is worth beside its place in the hand: dora stay, guests go first.
fn keep(table: &Table, seat: u8, kind: u8) -> i32 {
    let hand = &table.seat(seat).hand;
    let Some(pai) = hand.tile_of(kind) else { return 0 };
    let dora = 60 * i32::from(table.dora_of(pai));
    let alone = hand.kinds[usize::from(kind)] == 1;
    let place = match kind {
        27.. if !alone => 4,
        27.. if table.is_yakuhai(seat, kind) => 8 * i32::from(table.unseen(seat, kind)) / 3,
        27.. => 0,
        _ => match kind % 9 {
            0 | 8 => 2,
            1 | 7 => 5,
            _ => 8,
        },
    };
    dora + place
}
