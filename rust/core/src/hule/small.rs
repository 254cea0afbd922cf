//! Suits of at most six tiles, split beforehand. Nine of ten are so small, and each has one split
//! or none: to look it up takes one branch, where to split it takes several that nobody can guess.

use super::part::Part;
use super::tile::{Word, digit, one, tiles};

/// The most tiles of a small suit.
pub(super) const MOST: u8 = 6;

/// The split of a number suit, if it is a small one that has one: with a pair, if it has two tiles
/// more than sets.
#[inline]
pub(super) fn split(suit: u8, word: Word) -> Option<Part> {
    let slot = &TABLE.slots[TABLE.place(word)];
    (slot.word == word).then(|| slot.part.in_suit(suit))
}

/// A hash table in which no word meets another: the words of each bucket are moved together, to
/// where all of them find free places.
#[derive(Clone, Copy)]
struct Table {
    moves: [u16; 1 << BUCKET_BITS],
    slots: [Slot; PLACES],
}

const BUCKET_BITS: u32 = 6;
const PLACE_BITS: u32 = 9;
const PLACES: usize = 1 << PLACE_BITS;

/// A suit and its split, as 萬子.
#[derive(Clone, Copy)]
struct Slot {
    word: Word,
    part: Part,
}

static TABLE: Table = Table::new();

impl Table {
    /// The bucket of a word, and its place before it is moved.
    #[inline]
    const fn hash(word: Word) -> (usize, usize) {
        let hash = word.wrapping_mul(0x9e37_79b9_7f4a_7c15); // the golden ratio: it spreads what is alike
        ((hash >> (64 - BUCKET_BITS)) as usize, (hash >> (64 - BUCKET_BITS - PLACE_BITS)) as usize % PLACES)
    }

    #[inline]
    const fn place(&self, word: Word) -> usize {
        let (bucket, place) = Self::hash(word);
        (place ^ self.moves[bucket] as usize) % PLACES
    }

    #[allow(clippy::large_stack_arrays)] // on the compiler's stack
    const fn new() -> Self {
        let all = small_suits();
        let free = Slot { word: Word::MAX, part: Part::NONE };
        let mut table = Self { moves: [0; 1 << BUCKET_BITS], slots: [free; PLACES] };
        let mut bucket = 0;
        while bucket < table.moves.len() {
            table = loop {
                match table.with_bucket(bucket, &all) {
                    Some(table) => break table,
                    None => table.moves[bucket] += 1,
                }
            };
            bucket += 1;
        }
        table
    }

    /// The same with all words of a bucket, if their places are free.
    const fn with_bucket(mut self, bucket: usize, all: &[Slot]) -> Option<Self> {
        let mut at = 0;
        while at < all.len() {
            if Self::hash(all[at].word).0 == bucket {
                let place = self.place(all[at].word);
                if self.slots[place].word != Word::MAX {
                    return None;
                }
                self.slots[place] = all[at];
            }
            at += 1;
        }
        Some(self)
    }
}

/// All small suits that have a split.
const fn small_suits() -> [Slot; SUITS] {
    let mut all = [Slot { word: 0, part: Part::NONE }; SUITS];
    let mut len = 0;
    // No set, one or two, in order; no pair or one.
    let mut first = 0;
    while first <= SETS {
        let mut second = first;
        while second <= SETS {
            let mut pair = 0;
            while pair <= 9 {
                let (mut word, mut part) = (0, Part::NONE);
                if pair > 0 {
                    (word, part) = (2 * one(pair), Part::pair(0, pair));
                }
                word += add_set(&mut part, first) + add_set(&mut part, second);
                if tiles(word) <= MOST && at_most_four(word) {
                    all[len] = Slot { word, part };
                    len += 1;
                }
                pair += 1;
            }
            second += 1;
        }
        first += 1;
    }
    assert!(len == SUITS);
    all
}

/// How many small suits have a split, the empty one among them.
const SUITS: usize = 288;
/// How many sets there are in a suit: runs from 1 to 7, triplets from 1 to 9.
const SETS: u8 = 16;

/// Adds the nth of them, from 1 on; of 0 none.
const fn add_set(part: &mut Part, nth: u8) -> Word {
    match nth {
        0 => 0,
        1..=7 => {
            part.add_runs(0, nth, 1);
            0x111 * one(nth)
        }
        _ => {
            part.add_set(0, nth - 7);
            3 * one(nth - 7)
        }
    }
}

const fn at_most_four(word: Word) -> bool {
    let mut number = 1;
    while number <= 9 {
        if digit(word, number) > 4 {
            return false;
        }
        number += 1;
    }
    true
}
