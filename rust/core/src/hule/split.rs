//! 和了形: every way to read a winning hand.
//!
//! The general form is one pair and four sets. A suit is split by looking at its lowest
//! number alone: of its tiles, all begin runs, or three make a triplet and the rest begin
//! runs. Where the pair may stand follows from the sum of the numbers modulo 3.

use arrayvec::ArrayVec;

use super::fulou::{Direction, Fulou, FulouKind};
use super::shoupai::{Shoupai, Zimo, too_many};
use super::tile::{Counts, HONOURS, NUMBERS, Tile, Word, digit, numbers, one};
use crate::error::{Error, ErrorKind, Result};

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

/// A tile that wins by a discard: the tile and whose it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rongpai {
    /// The tile.
    pub tile: Tile,
    /// Who discarded it, as the winner sees it.
    pub from: Direction,
}

impl Rongpai {
    /// Reads `z1-`: a tile and a direction mark; between them `_` and `*` may stand.
    ///
    /// # Errors
    /// [`ErrorKind::BadPai`] when it is no tile or without a mark.
    pub fn parse(text: &str) -> Result<Self> {
        let bytes = text.as_bytes();
        let parsed = match *bytes {
            [_, _, mark] | [_, _, b'_' | b'*', mark] | [_, _, b'_', b'*', mark] => Direction::of(mark),
            _ => None,
        };
        match (parsed, text.get(..2)) {
            (Some(from), Some(tile)) => Ok(Self { tile: Tile::parse(tile)?, from }),
            _ => Err(no_mark(text)),
        }
    }
}

#[cold]
fn no_mark(text: &str) -> Error {
    let text = crate::error::shortened(text);
    Error::new(
        ErrorKind::BadPai,
        format!("`{text}` is no ron tile: a tile and whose it was, + right, = across or - left, as in z1-"),
    )
}

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

/// The melds of a hand, summed up once for all its readings.
#[derive(Clone, Debug, Default)]
pub(crate) struct Melds {
    pub(crate) list: ArrayVec<Fulou, 4>,
    /// All their tiles and red fives.
    pub(crate) tiles: Counts,
    pub(crate) runs: Runs,
    pub(crate) sets: Sets,
    pub(crate) open: bool,
    /// Their triplets and kans.
    pub(crate) n_sets: u8,
    pub(crate) n_gang: u8,
    pub(crate) n_angang: u8,
    /// Those with a 1, a 9 or an honour.
    pub(crate) n_yaojiu: u8,
    pub(crate) fu: u8,
}

impl Melds {
    #[inline]
    pub(crate) fn of(list: &[Fulou]) -> Self {
        let mut melds = Self::default();
        for &fulou in list {
            melds.add(fulou);
        }
        melds
    }

    #[inline]
    pub(super) fn add(&mut self, fulou: Fulou) {
        let _ = self.list.try_push(fulou); // a hand has four at most
        self.tiles.0[usize::from(fulou.suit & 3)] += fulou.word();
        self.open |= fulou.from.is_some();
        if fulou.kind == FulouKind::Chi {
            self.runs += run(fulou.suit, fulou.number);
            self.n_yaojiu += u8::from(matches!(fulou.number, 1 | 7));
            return;
        }
        let bit = set(fulou.suit, fulou.number);
        let yaojiu = bit & YAOJIU_SETS != 0;
        self.sets |= bit;
        self.n_sets += 1;
        self.n_yaojiu += u8::from(yaojiu);
        self.n_gang += u8::from(fulou.is_gang());
        self.n_angang += u8::from(fulou.kind == FulouKind::Angang);
        let fu = match fulou.kind {
            FulouKind::Angang => 16,
            FulouKind::Peng => 2,
            _ => 8,
        };
        self.fu += fu << u8::from(yaojiu);
    }
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
pub(crate) struct Hepai {
    pub(crate) bingpai: Counts,
    pub(crate) win: Tile,
    pub(crate) from: Option<Direction>,
    pub(crate) melds: Melds,
}

impl Hepai {
    /// The hand with its winning tile; `None` when it has none, or too few tiles, or some
    /// that are not shown.
    ///
    /// # Errors
    /// [`ErrorKind::TooManyPai`] when there is no room for the winning tile.
    #[inline]
    pub(crate) fn new(shoupai: &Shoupai, rongpai: Option<Rongpai>) -> Result<Option<Self>> {
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
        if shoupai.hidden > 0 || usize::from(len) + 3 * shoupai.fulou.len() != 14 {
            return Ok(None);
        }
        Ok(Some(Self { bingpai, win, from, melds: Melds::of(&shoupai.fulou) }))
    }

    #[inline]
    fn xing(&self, form: Form, pair: Sets, parts: Part, place: Place) -> Hulexing<'_> {
        Hulexing {
            form,
            pair,
            runs: parts.runs,
            sets: parts.sets,
            bingpai: self.bingpai,
            win: self.win,
            from: self.from,
            place,
            melds: &self.melds,
        }
    }

    /// Reads the hand in every way, in 電脳麻将's order: general form (pairs ascending), 七対子,
    /// 国士無双, 九蓮宝燈.
    #[inline]
    pub(crate) fn each<'a>(&'a self, mut found: impl FnMut(&Hulexing<'a>)) {
        self.yiban(&mut found);
        if self.melds.list.is_empty() {
            self.qidui(&mut found);
            self.guoshi(&mut found);
            self.jiulian(&mut found);
        }
    }

    fn yiban<'a>(&'a self, found: &mut impl FnMut(&Hulexing<'a>)) {
        // One suit holds the pair, two tiles more than its sets; the others sets alone.
        let tiles = self.bingpai.0.map(|w| digit_sum(w >> 3));
        let Some(with_pair) = pair_suit(tiles) else { return };
        let mut parts: [Parts; 4] = Default::default();
        for suit in (0..4_u8).rev() {
            let list = &mut parts[usize::from(suit)];
            let word = self.bingpai.suit(suit) & NUMBERS;
            if with_pair == suit {
                split_with_pair(suit, word, list);
            } else if suit == HONOURS {
                split_honours(word, Part::default(), list);
            } else {
                split(suit, word, Part::default(), list);
            }
            if list.is_empty() {
                return;
            }
        }
        // The pair goes from low to high before anything else varies.
        for pairs in parts[usize::from(with_pair)].chunk_by(|a, b| a.pair == b.pair) {
            let of = |suit: u8| if suit == with_pair { pairs } else { parts[usize::from(suit)].as_slice() };
            for &m in of(0) {
                for &p in of(1) {
                    for &s in of(2) {
                        for &z in of(3) {
                            self.places(m.and(p).and(s).and(z), found);
                        }
                    }
                }
            }
        }
    }

    /// Puts the winning tile wherever it can stand.
    #[inline]
    fn places<'a>(&'a self, part: Part, found: &mut impl FnMut(&Hulexing<'a>)) {
        let Tile { suit, number, .. } = self.win;
        let bit = set(suit, number);
        if part.pair == bit {
            found(&self.xing(Form::Yiban, part.pair, part, Place::Pair));
        }
        if suit != HONOURS {
            for low in number.saturating_sub(2).max(1)..=number.min(7) {
                if run_count(part.runs, suit, low) > 0 {
                    found(&self.xing(Form::Yiban, part.pair, part, Place::Run(low)));
                }
            }
        }
        if part.sets & bit != 0 {
            found(&self.xing(Form::Yiban, part.pair, part, Place::Triplet));
        }
    }

    fn qidui<'a>(&'a self, found: &mut impl FnMut(&Hulexing<'a>)) {
        const TWOS: Word = 0o2_222_222_220;
        let words = self.bingpai.0.map(|w| w & NUMBERS);
        if words.iter().all(|w| w & !TWOS == 0) {
            let pairs = words.iter().zip(0..4).fold(0, |all, (&w, suit)| all | spread(w, suit));
            found(&self.xing(Form::Qidui, pairs, Part::default(), Place::Pair));
        }
    }

    fn guoshi<'a>(&'a self, found: &mut impl FnMut(&Hulexing<'a>)) {
        const ENDS: Word = one(1) | one(9);
        const WINDS_AND_DRAGONS: Word = 0o11_111_110;
        let mut doubled = 0;
        for (word, suit) in self.bingpai.0.iter().zip(0..4_u8) {
            let ones = if suit == HONOURS { WINDS_AND_DRAGONS } else { ENDS };
            // Fourteen tiles that hold one of each of thirteen leave one over.
            let left = (word & NUMBERS).wrapping_sub(ones);
            if left != 0 {
                if doubled != 0 || left & ones != left || !left.is_power_of_two() {
                    return;
                }
                doubled = set(suit, (left.trailing_zeros() / 3) as u8);
            }
        }
        if doubled != 0 {
            let place = if doubled == set(self.win.suit, self.win.number) { Place::Pair } else { Place::Single };
            found(&self.xing(Form::Guoshi, doubled, Part::default(), place));
        }
    }

    fn jiulian<'a>(&'a self, found: &mut impl FnMut(&Hulexing<'a>)) {
        let word = self.bingpai.suit(self.win.suit);
        if self.win.suit == HONOURS || digit_sum(word >> 3) != 14 {
            return;
        }
        let enough = (1..=9).all(|n| digit(word, n) >= if n % 8 == 1 { 3 } else { 1 });
        if enough {
            found(&self.xing(Form::Jiulian, 0, Part::default(), Place::Single));
        }
    }
}

/// The suit that holds the pair, if the numbers of tiles allow one.
#[inline]
fn pair_suit(tiles: [u8; 4]) -> Option<u8> {
    let mut found = None;
    for (&count, suit) in tiles.iter().zip(0..) {
        match count % 3 {
            0 => {}
            2 if found.is_none() => found = Some(suit),
            _ => return None,
        }
    }
    found
}

/// The sum of nine octal digits, each at most 4.
#[inline]
fn digit_sum(digits: u32) -> u8 {
    let pairs = (digits & 0o707_070_707) + (digits >> 3 & 0o007_070_707);
    (pairs % 0o77) as u8
}

/// The sets whose numbers have a digit that is not 0.
fn spread(word: Word, suit: u8) -> Sets {
    numbers(suit).filter(|&n| digit(word, n) != 0).fold(0, |all, n| all | set(suit, n))
}

/// One suit, or several, split into sets.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Part {
    pair: Sets,
    runs: Runs,
    sets: Sets,
}

impl Part {
    #[inline]
    const fn and(self, other: Self) -> Self {
        Self { pair: self.pair | other.pair, runs: self.runs | other.runs, sets: self.sets | other.sets }
    }
}

/// The splits of one suit. No suit has more; `every_hand_of_a_suit` tries them all.
type Parts = ArrayVec<Part, 8>;

/// Splits a suit without a pair into runs and triplets; runs first.
fn split(suit: u8, mut word: Word, mut part: Part, found: &mut Parts) {
    while word != 0 {
        let number = (word.trailing_zeros() / 3) as u8;
        let count = digit(word, number);
        if count >= 3 {
            // All of them begin runs, or all but three that are a triplet.
            if let Some(rest) = without_runs(word, number, count) {
                let runs = part.runs + u64::from(count) * run(suit, number);
                split(suit, rest, Part { runs, ..part }, found);
            }
            part.sets |= set(suit, number);
            word -= 3 * one(number);
        }
        let count = count % 3;
        if count > 0 {
            let Some(rest) = without_runs(word, number, count) else { return };
            part.runs += u64::from(count) * run(suit, number);
            word = rest;
        }
    }
    let _ = found.try_push(part);
}

/// The word without so many runs from this number up.
#[inline]
fn without_runs(word: Word, number: u8, count: Word) -> Option<Word> {
    let enough = number <= 7 && digit(word, number + 1) >= count && digit(word, number + 2) >= count;
    enough.then(|| word - count * 0o111 * one(number))
}

/// Splits honours into triplets.
fn split_honours(word: Word, part: Part, found: &mut Parts) {
    let single = word & 0o11_111_110;
    // Triplets alone: of each none or three.
    if word == 3 * single {
        let _ = found.try_push(Part { sets: spread(word, HONOURS), ..part });
    }
}

/// Splits a suit into a pair and sets; pairs ascending.
fn split_with_pair(suit: u8, word: Word, found: &mut Parts) {
    if suit == HONOURS {
        for number in numbers(suit) {
            if digit(word, number) == 2 {
                let pair = Part { pair: set(suit, number), ..Part::default() };
                return split_honours(word - 2 * one(number), pair, found);
            }
        }
        return;
    }
    // Sets add multiples of 3 to the sum of the numbers, so twice the pair's number leaves
    // the same remainder as the sum.
    let sum: u32 = (1..=9).map(|n| u32::from(n) * digit(word, n)).sum();
    let first = match sum * 2 % 3 {
        0 => 3,
        n => n as u8,
    };
    for number in [first, first + 3, first + 6] {
        if digit(word, number) >= 2 {
            let pair = Part { pair: set(suit, number), ..Part::default() };
            split(suit, word - 2 * one(number), pair, found);
        }
    }
}
