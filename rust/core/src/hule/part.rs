//! Sets of a hand's concealed tiles, packed: what they are and what they count.

use super::tile::{HONOURS, Tile, Word};

/// Runs: for each number suit 21 bits, three for each lowest number from 1 to 7.
pub(crate) type Runs = u64;
/// Sets of equal tiles: for each suit 16 bits, one a number.
pub(crate) type Sets = u64;

/// The bit of one run.
#[inline]
pub(crate) const fn run(suit: u8, low: u8) -> Runs {
    1 << ((suit as u32 * 21 + low as u32 * 3).wrapping_sub(3) & 63)
}

/// How many runs there are with this lowest number.
#[inline]
pub(crate) const fn run_count(runs: Runs, suit: u8, low: u8) -> u8 {
    (runs >> (run(suit, low).trailing_zeros()) & 7) as u8
}

/// Which runs a number of a suit is in: a bit each, that with the lowest numbers first.
#[inline]
pub(crate) const fn runs_around(runs: Runs, suit: u8, number: u8) -> u8 {
    let suit = runs >> ((21 * suit as u32) & 63) & 0x1f_ffff;
    // The counts of those whose lowest number is two less, one less, the same.
    let counts = (suit << 6 >> ((3 * number as u32).wrapping_sub(3) & 63)) as u32;
    let there = counts | counts >> 1 | counts >> 2;
    (there & 1 | there >> 2 & 2 | there >> 4 & 4) as u8
}

/// The bit of one set.
#[inline]
pub(crate) const fn set(suit: u8, number: u8) -> Sets {
    1 << ((suit as u32 * 16 + number as u32) & 63)
}

/// Sets of 1, of 9 and of honours.
pub(crate) const YAOJIU_SETS: Sets =
    set(0, 1) | set(0, 9) | set(1, 1) | set(1, 9) | set(2, 1) | set(2, 9) | HONOUR_SETS;
/// Sets of honours.
pub(crate) const HONOUR_SETS: Sets = 0b1111_1110 << 48;

/// The sets of honours whose numbers have the lowest bit of their digit set.
#[inline]
const fn honour_sets(ones: Word) -> Sets {
    // From every fourth bit to every one.
    let pairs = (ones >> 4 | ones >> 7) & 0x0303_0303;
    let fours = (pairs | pairs >> 6) & 0x000f_000f;
    ((fours | fours >> 12) & 0xff) << 49
}

/// One suit, or several, split into sets, with what they count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Part {
    pub(super) pair: Sets,
    pub(super) runs: Runs,
    pub(super) sets: Sets,
    pub(super) tally: Tally,
}

/// How many of what a reading's concealed parts have: a byte each of one word, so that
/// suits are added up at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally(u32);

impl Tally {
    const SET: u32 = 1;
    const YAOJIU_SET: u32 = 1 << 8;
    const YAOJIU: u32 = 1 << 16;
    const HONOUR: u32 = 1 << 24;
    const HONOUR_SET: u32 = Self::SET + Self::YAOJIU_SET + Self::YAOJIU + Self::HONOUR;

    /// Triplets.
    #[inline]
    pub(crate) const fn sets(self) -> u8 {
        self.0 as u8
    }

    /// Triplets of 1, 9 or an honour.
    #[inline]
    pub(crate) const fn yaojiu_sets(self) -> u8 {
        (self.0 >> 8) as u8
    }

    /// Parts with a 1, a 9 or an honour.
    #[inline]
    pub(crate) const fn yaojiu(self) -> u8 {
        (self.0 >> 16) as u8
    }

    /// Parts of honours.
    #[inline]
    pub(crate) const fn honours(self) -> u8 {
        (self.0 >> 24) as u8
    }

    /// The pair and seven pairs.
    pub(crate) const fn of_pairs(pairs: Sets) -> Self {
        let (ends, honours) = ((pairs & YAOJIU_SETS).count_ones(), (pairs & HONOUR_SETS).count_ones());
        Self(ends * Self::YAOJIU + honours * Self::HONOUR)
    }
}

impl Part {
    /// No set and no pair.
    pub(super) const NONE: Self = Self { pair: 0, runs: 0, sets: 0, tally: Tally(0) };

    /// What stands in 萬子, in another suit of numbers.
    #[inline]
    pub(super) const fn in_suit(self, suit: u8) -> Self {
        let (sets, runs) = ((suit as u32 & 3) * 16, (suit as u32 & 3) * 21);
        Self { pair: self.pair << sets, runs: self.runs << runs, sets: self.sets << sets, tally: self.tally }
    }

    /// Honours: a pair or none, and triplets, each said by the lowest bit of its number's digit.
    #[inline]
    pub(super) fn of_honours(pair: Word, triplets: Word) -> Self {
        let count = |ones: Word| (ones.wrapping_mul(0x1111_1111) >> 28) as u32 & 15;
        let (pairs, sets) = (count(pair), count(triplets));
        Self {
            pair: honour_sets(pair),
            runs: 0,
            sets: honour_sets(triplets),
            tally: Tally(pairs * (Tally::YAOJIU + Tally::HONOUR) + sets * Tally::HONOUR_SET),
        }
    }

    #[inline]
    pub(super) const fn and(self, other: Self) -> Self {
        Self {
            pair: self.pair | other.pair,
            runs: self.runs | other.runs,
            sets: self.sets | other.sets,
            tally: Tally(self.tally.0 + other.tally.0),
        }
    }

    /// A pair alone.
    #[inline]
    pub(super) const fn pair(suit: u8, number: u8) -> Self {
        let tile = Tile { suit, number, red: false };
        let ends = if tile.is_yaojiu() { Tally::YAOJIU } else { 0 };
        let honour = if suit == HONOURS { Tally::HONOUR } else { 0 };
        Self { pair: set(suit, number), runs: 0, sets: 0, tally: Tally(ends + honour) }
    }

    /// One triplet more.
    #[inline]
    pub(super) const fn add_set(&mut self, suit: u8, number: u8) {
        self.sets |= set(suit, number);
        let tile = Tile { suit, number, red: false };
        self.tally.0 += Tally::SET;
        if tile.is_yaojiu() {
            self.tally.0 += Tally::YAOJIU_SET + Tally::YAOJIU;
        }
        if suit == HONOURS {
            self.tally.0 += Tally::HONOUR;
        }
    }

    /// So many equal runs more.
    #[inline]
    pub(super) const fn add_runs(&mut self, suit: u8, low: u8, count: u8) {
        self.runs += count as u64 * run(suit, low);
        let ends = (low == 1) as u32 | (low == 7) as u32;
        self.tally.0 += ends * count as u32 * Tally::YAOJIU;
    }
}
