//! 和了形: every way to read a winning hand.
//!
//! The general form is one pair and four sets. A suit is split by looking at its lowest
//! number alone: of its tiles, all begin runs, or three make a triplet and the rest begin
//! runs. Where the pair may stand follows from the sum of the numbers modulo 3.

use arrayvec::ArrayVec;

use super::fulou::Direction;
use super::melds::Melds;
use super::part::{Part, Runs, Sets, Tally, runs_around, set};
use super::rongpai::Rongpai;
use super::shoupai::{Shoupai, Zimo, too_many};
use super::small;
use super::tile::{Counts, HONOURS, NUMBERS, Tile, Word, digit, one, tiles};
use crate::error::Result;

/// The form of a winning hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// One pair and four sets (一般形).
    Yiban,
    /// Seven pairs (七対子形).
    Qidui,
    /// Thirteen orphans (国士無双形).
    Guoshi,
    /// Nine gates (九蓮宝燈形).
    Jiulian,
}

impl Form {
    /// How many parts its reading has.
    #[must_use]
    pub const fn parts(self) -> u8 {
        match self {
            Self::Yiban => 5,
            Self::Qidui => 7,
            Self::Guoshi => 13,
            Self::Jiulian => 1,
        }
    }
}

/// Where the winning tile stands in a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// In the pair.
    Pair,
    /// In the run with this lowest number.
    Run(u8),
    /// In the triplet of its kind.
    Triplet,
    /// Alone: in 国士無双 and 九蓮宝燈.
    Single,
}

/// One way to read a winning hand.
#[derive(Clone, Debug)]
pub struct Hulexing<'a> {
    pub(crate) form: Form,
    /// The pair's bit; of 七対子 all seven, of 国士無双 the doubled tile.
    pub(crate) pair: Sets,
    /// Concealed runs.
    pub(crate) runs: Runs,
    /// Concealed triplets.
    pub(crate) sets: Sets,
    /// What the concealed parts count.
    pub(crate) tally: Tally,
    /// All concealed tiles, the winning one among them.
    pub(crate) bingpai: Counts,
    pub(crate) win: Tile,
    /// Whose the winning tile was; `None` on a tsumo.
    pub(crate) from: Option<Direction>,
    pub(crate) place: Place,
    pub(crate) melds: &'a Melds,
}

/// A complete hand with its winning tile, not yet read.
#[derive(Clone, Debug)]
pub(crate) struct Hepai<'a> {
    pub(crate) bingpai: Counts,
    pub(crate) win: Tile,
    pub(crate) from: Option<Direction>,
    pub(crate) melds: &'a Melds,
}

impl<'a> Hepai<'a> {
    /// The hand with its winning tile; `None` when it has none, or too few tiles, or some
    /// that are not shown.
    ///
    /// # Errors
    /// [`ErrorKind::TooManyPai`] when there is no room for the winning tile.
    #[inline]
    pub(crate) fn new(shoupai: &'a Shoupai, rongpai: Option<Rongpai>) -> Result<Option<Self>> {
        let mut bingpai = shoupai.bingpai;
        let (win, from) = match (rongpai, shoupai.zimo) {
            (Some(rong), None) => {
                shoupai.check_room(rong.tile)?;
                bingpai.add(rong.tile);
                (rong.tile.plain(), Some(rong.from))
            }
            (Some(rong), Some(_)) => {
                return Err(too_many(&shoupai.to_string(), &format!("no room for {} to win on", rong.tile)));
            }
            (None, Some(Zimo::Tile(tile))) => (tile.plain(), None),
            _ => return Ok(None),
        };
        let len = shoupai.len() + u8::from(rongpai.is_some());
        if shoupai.hidden > 0 || len + 3 * shoupai.melds.len() != 14 {
            return Ok(None);
        }
        Ok(Some(Self { bingpai, win, from, melds: &shoupai.melds }))
    }

    #[inline]
    fn xing(&self, form: Form, pair: Sets, parts: Part, place: Place) -> Hulexing<'a> {
        Hulexing {
            form,
            pair,
            runs: parts.runs,
            sets: parts.sets,
            tally: parts.tally,
            bingpai: self.bingpai,
            win: self.win,
            from: self.from,
            place,
            melds: self.melds,
        }
    }

    /// Reads the hand in every way, in 電脳麻将's order: general form (pairs ascending), 七対子,
    /// 国士無双, 九蓮宝燈.
    #[inline]
    pub(crate) fn each(&self, mut found: impl FnMut(&Hulexing<'a>)) {
        self.yiban(&mut found);
        if self.melds.list.is_empty() {
            self.qidui(&mut found);
            self.guoshi(&mut found);
            self.jiulian(&mut found);
        }
    }

    fn yiban(&self, found: &mut impl FnMut(&Hulexing<'a>)) {
        // One suit holds the pair, two tiles more than its sets; the others sets alone.
        let words = self.bingpai.0.map(|word| word & NUMBERS);
        let Some(with_pair) = pair_suit(words.map(tiles)) else { return };
        let Some(z) = split_honours(words[3]) else { return };
        let [m, p, s] = [0, 1, 2].map(|suit| small::split(suit, words[usize::from(suit)]));
        if let (Some(m), Some(p), Some(s)) = (m, p, s) {
            return self.places(m.and(p).and(s).and(z), found);
        }
        let mut parts: [Parts; 4] = Default::default();
        parts[3].push(z);
        for ((parts, part), (&word, suit)) in parts.iter_mut().zip([m, p, s]).zip(words.iter().zip(0..)) {
            match part {
                Some(part) => parts.push(part),
                None if tiles(word) <= small::MOST => return,
                None if suit == with_pair => split_with_pair(suit, word, parts),
                None => split(suit, word, Part::NONE, parts),
            }
            if parts.is_empty() {
                return;
            }
        }
        // The pair goes from low to high before anything else varies.
        for pairs in parts[usize::from(with_pair & 3)].chunk_by(|a, b| a.pair == b.pair) {
            let of = |suit: u8| if suit == with_pair { pairs } else { parts[usize::from(suit)].as_slice() };
            for &m in of(0) {
                for &p in of(1) {
                    for &s in of(2) {
                        self.places(m.and(p).and(s).and(z), found);
                    }
                }
            }
        }
    }

    /// Puts the winning tile wherever it can stand: in the pair, in each run, in a triplet.
    #[inline]
    fn places(&self, part: Part, found: &mut impl FnMut(&Hulexing<'a>)) {
        let Tile { suit, number, .. } = self.win;
        let bit = set(suit, number);
        let places = [
            Place::Pair,
            Place::Run(number.wrapping_sub(2)),
            Place::Run(number.wrapping_sub(1)),
            Place::Run(number),
            Place::Triplet,
        ];
        let (pair, triplet) = (u8::from(part.pair == bit), u8::from(part.sets & bit != 0));
        let mut left = pair | runs_around(part.runs, suit, number) << 1 | triplet << 4;
        while let Some(&place) = places.get(left.trailing_zeros() as usize) {
            found(&self.xing(Form::Yiban, part.pair, part, place));
            left &= left - 1;
        }
    }

    fn qidui(&self, found: &mut impl FnMut(&Hulexing<'a>)) {
        const TWOS: Word = 0x22_2222_2220;
        let words = self.bingpai.0.map(|w| w & NUMBERS);
        if words.iter().all(|w| w & !TWOS == 0) {
            let pairs = words.iter().zip(0..4).fold(0, |all, (&w, suit)| all | spread(w, suit));
            let part = Part { tally: Tally::of_pairs(pairs), ..Part::default() };
            found(&self.xing(Form::Qidui, pairs, part, Place::Pair));
        }
    }

    fn guoshi(&self, found: &mut impl FnMut(&Hulexing<'a>)) {
        const ENDS: Word = one(1) | one(9);
        const WINDS_AND_DRAGONS: Word = 0x1111_1110;
        let mut doubled = 0;
        for (word, suit) in self.bingpai.0.iter().zip(0..4_u8) {
            let ones = if suit == HONOURS { WINDS_AND_DRAGONS } else { ENDS };
            // Fourteen tiles that hold one of each of thirteen leave one over.
            let left = (word & NUMBERS).wrapping_sub(ones);
            if left != 0 {
                if doubled != 0 || left & ones != left || !left.is_power_of_two() {
                    return;
                }
                doubled = set(suit, (left.trailing_zeros() / 4) as u8);
            }
        }
        if doubled != 0 {
            let place = if doubled == set(self.win.suit, self.win.number) { Place::Pair } else { Place::Single };
            found(&self.xing(Form::Guoshi, doubled, Part::default(), place));
        }
    }

    fn jiulian(&self, found: &mut impl FnMut(&Hulexing<'a>)) {
        let word = self.bingpai.suit(self.win.suit);
        if self.win.suit != HONOURS && tiles(word) == 14 && has_nine_gates(word) {
            found(&self.xing(Form::Jiulian, 0, Part::default(), Place::Single));
        }
    }
}

/// Whether there are three of 1 and 9 and one of each other (九蓮).
pub(super) fn has_nine_gates(word: Word) -> bool {
    (1..=9).all(|n| digit(word, n) >= if n % 8 == 1 { 3 } else { 1 })
}

/// The suit that holds the pair, if the numbers of tiles allow one.
#[inline]
fn pair_suit(tiles: [u8; 4]) -> Option<u8> {
    let [m, p, s, z] = tiles.map(|count| REMAINDERS[usize::from(count & 15)]);
    // One suit leaves two tiles, the others none. (Four that leave one each would be too many.)
    let one = m * m + p * p + s * s + z * z == 4;
    one.then_some(p / 2 + s + 3 * (z / 2))
}

/// What 0 to 14 tiles leave when sets of three are taken away.
const REMAINDERS: [u8; 16] = [0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0];

/// The sets whose numbers have a digit that is not 0.
fn spread(word: Word, suit: u8) -> Sets {
    (1..=9).filter(|&n| digit(word, n) != 0).fold(0, |all, n| all | set(suit, n))
}

/// The splits of one suit. None has more: a test tries them all.
type Parts = ArrayVec<Part, 8>;

/// Splits a suit without a pair into runs and triplets; runs first.
fn split(suit: u8, mut word: Word, mut part: Part, found: &mut Parts) {
    while word != 0 {
        let number = (word.trailing_zeros() / 4) as u8;
        let mut count = digit(word, number);
        if count >= 3 {
            // All of them begin runs, or all but three that are a triplet.
            if let Some(rest) = without_runs(word, number, count) {
                let mut runs = part;
                runs.add_runs(suit, number, count);
                split(suit, rest, runs, found);
            }
            part.add_set(suit, number);
            word -= 3 * one(number);
            count -= 3;
        }
        if count > 0 {
            let Some(rest) = without_runs(word, number, count) else { return };
            part.add_runs(suit, number, count);
            word = rest;
        }
    }
    let _ = found.try_push(part);
}

/// The word without so many runs from this number up.
#[inline]
fn without_runs(word: Word, number: u8, count: u8) -> Option<Word> {
    let enough = number <= 7 && digit(word, number + 1) >= count && digit(word, number + 2) >= count;
    enough.then(|| word - u64::from(count) * 0x111 * one(number))
}

/// Splits honours into triplets, and a pair if there are two tiles more. In one way at most, and
/// without a branch on any of them.
#[inline]
fn split_honours(word: Word) -> Option<Part> {
    const ONES: Word = 0x1111_1110;
    // None or three of each, but perhaps two of one.
    let (pair, triplets) = (word >> 1 & !word & ONES, word & ONES);
    let whole = word == 2 * pair + 3 * triplets && pair & pair.wrapping_sub(1) == 0;
    whole.then(|| Part::of_honours(pair, triplets))
}

/// Splits a suit of numbers into a pair and sets; pairs ascending.
fn split_with_pair(suit: u8, word: Word, found: &mut Parts) {
    // Sets add multiples of 3 to the sum of the numbers, so twice the pair's number leaves
    // the same remainder as the sum; 4, 7 count as 1 there, 5, 8 as 2.
    let of = |first: u32| {
        let digits = word >> (4 * first);
        (digits & 15) + (digits >> 12 & 15) + (digits >> 24 & 15)
    };
    let first = match (of(1) * 2 + of(2) * 4) % 3 {
        0 => 3,
        n => n as u8,
    };
    for number in [first, first + 3, first + 6] {
        if digit(word, number) >= 2 {
            split(suit, word - 2 * one(number), Part::pair(suit, number), found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every suit of up to fourteen tiles, by digits.
    fn each_suit(number: u8, left: u8, word: Word, found: &mut impl FnMut(Word)) {
        if number > 9 {
            return found(word);
        }
        for count in 0..=left.min(4) {
            each_suit(number + 1, left - count, word + Word::from(count) * one(number), found);
        }
    }

    #[test]
    fn no_suit_has_more_splits_than_fit() {
        let (mut suits, mut most) = (0, 0);
        each_suit(1, 14, 0, &mut |word| {
            let mut parts = Parts::new();
            match tiles(word) % 3 {
                0 => split(0, word, Part::NONE, &mut parts),
                2 => split_with_pair(0, word, &mut parts),
                _ => {}
            }
            if tiles(word) <= small::MOST {
                assert_eq!(small::split(0, word).as_slice(), parts.as_slice(), "{word:#x}");
            }
            suits += 1;
            most = most.max(parts.len());
        });
        assert_eq!(suits, 405_350);
        assert!(most < Parts::new().capacity(), "{most}");
    }
}
