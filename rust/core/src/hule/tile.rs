//! Tiles as a hand's notation has them, and counts of them packed in a word a suit.

use crate::error::{Error, ErrorKind, Result, shortened};

/// The suits' letters, in 電脳麻将's order: 萬子, 筒子, 索子, 字牌.
pub(crate) const SUITS: [u8; 4] = *b"mpsz";

/// The suit of 字牌.
pub(crate) const HONOURS: u8 = 3;

/// A tile in a hand: suit, number, red or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tile {
    pub(super) suit: u8,
    pub(super) number: u8,
    pub(super) red: bool,
}

impl Tile {
    /// The tile of a suit (0 to 3) and a digit, where 0 is the red five.
    pub(crate) fn new(suit: u8, digit: u8) -> Option<Self> {
        let there = if suit == HONOURS { (1..=7).contains(&digit) } else { suit < HONOURS && digit <= 9 };
        there.then_some(Self { suit, number: if digit == 0 { 5 } else { digit }, red: digit == 0 })
    }

    /// Reads `m1` to `z7`.
    ///
    /// # Errors
    /// [`ErrorKind::BadPai`] when the text is no tile.
    pub fn parse(text: &str) -> Result<Self> {
        match *text.as_bytes() {
            [letter, digit @ b'0'..=b'9'] => suit_of(letter).and_then(|suit| Self::new(suit, digit - b'0')),
            _ => None,
        }
        .ok_or_else(|| not_a_tile(text))
    }

    /// Its suit: 0 萬子, 1 筒子, 2 索子, 3 字牌.
    #[inline]
    #[must_use]
    pub const fn suit(self) -> u8 {
        self.suit
    }

    /// Its number, 1 to 9; a red five is a 5.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u8 {
        self.number
    }

    /// Whether it is a red five.
    #[inline]
    #[must_use]
    pub const fn red(self) -> bool {
        self.red
    }

    /// Whether it is a 1, a 9 or an honour.
    #[inline]
    pub(crate) const fn is_yaojiu(self) -> bool {
        self.suit == HONOURS || self.number % 8 == 1
    }

    /// Its two letters, `m0` for a red five.
    #[must_use]
    pub const fn letters(self) -> [char; 2] {
        let digit = if self.red { 0 } else { self.number };
        [SUITS[(self.suit & 3) as usize] as char, (b'0' + digit) as char]
    }

    /// The same kind of tile, not red.
    pub(crate) const fn plain(self) -> Self {
        Self { red: false, ..self }
    }

    /// The tile that this one makes dora as an indicator, with three players (`sanma`) or four.
    #[inline]
    pub(crate) const fn dora(self, sanma: bool) -> Self {
        /// What follows 1 to 9 in a suit, in 萬子 with three players, and among honours.
        const NEXT: [[u8; 16]; 3] = [
            [0, 2, 3, 4, 5, 6, 7, 8, 9, 1, 0, 0, 0, 0, 0, 0],
            [0, 9, 3, 4, 5, 6, 7, 8, 9, 1, 0, 0, 0, 0, 0, 0],
            [0, 2, 3, 4, 1, 6, 7, 5, 0, 0, 0, 0, 0, 0, 0, 0],
        ];
        let order = 2 * (self.suit / HONOURS) as usize + (sanma as usize & (self.suit == 0) as usize);
        Self { suit: self.suit, number: NEXT[order % 3][(self.number & 15) as usize], red: false }
    }
}

impl core::fmt::Display for Tile {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let [suit, digit] = self.letters();
        write!(f, "{suit}{digit}")
    }
}

#[cold]
pub(crate) fn not_a_tile(text: &str) -> Error {
    Error::new(
        ErrorKind::BadPai,
        format!("`{}` is no tile: m, p, s with 0 to 9 (0 is the red five) or z with 1 to 7", shortened(text)),
    )
}

/// The suit with this letter. By a table: which it is can't be guessed.
#[inline]
pub(crate) const fn suit_of(letter: u8) -> Option<u8> {
    const SUIT: [u8; 256] = {
        let mut table = [4; 256];
        let mut suit = 0;
        while suit < 4 {
            table[SUITS[suit as usize] as usize] = suit;
            suit += 1;
        }
        table
    };
    let suit = SUIT[letter as usize];
    if suit < 4 { Some(suit) } else { None }
}

/// Counts of the tiles of one suit: four bits a number, 1 to 9, and in the lowest four how
/// many of the fives are red. Up to fourteen of a tile fit; hands have four.
pub(crate) type Word = u64;

/// The bits of the nine numbers.
pub(crate) const NUMBERS: Word = 0xff_ffff_fff0;

/// One tile of a number.
#[inline]
pub(crate) const fn one(number: u8) -> Word {
    1 << (4 * (number & 15) as u32)
}

/// How many tiles of a number there are; number 0 asks for the red fives.
#[inline]
pub(crate) const fn digit(word: Word, number: u8) -> u8 {
    (word >> (4 * (number & 15) as u32) & 15) as u8
}

/// How many tiles there are.
#[inline]
pub(crate) const fn tiles(word: Word) -> u8 {
    let digits = word >> 4;
    let pairs = (digits & 0x0f_0f0f_0f0f) + (digits >> 4 & 0x0f_0f0f_0f0f);
    (pairs.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8
}

/// Counts of tiles, a word a suit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Counts(pub(crate) [Word; 4]);

impl Counts {
    /// The word of a suit.
    #[inline]
    pub(crate) const fn suit(&self, suit: u8) -> Word {
        self.0[(suit & 3) as usize]
    }

    /// How many there are of a number, red ones among them; number 0 asks for the red ones.
    #[inline]
    pub(crate) const fn get(&self, suit: u8, number: u8) -> u8 {
        digit(self.suit(suit), number)
    }

    /// How many red ones there are of a number.
    #[inline]
    pub(crate) const fn reds(&self, suit: u8, number: u8) -> u8 {
        if number == 5 { self.get(suit, 0) } else { 0 }
    }

    /// One tile more.
    #[inline]
    pub(crate) fn add(&mut self, tile: Tile) {
        self.0[usize::from(tile.suit & 3)] += one(tile.number) + Word::from(tile.red);
    }

    /// One tile less, which has to be there.
    pub(crate) fn take(&mut self, tile: Tile) {
        self.0[usize::from(tile.suit & 3)] -= one(tile.number) + Word::from(tile.red);
    }

    /// Whether a tile of this kind and colour is there.
    pub(crate) fn has(&self, tile: Tile) -> bool {
        let red = self.reds(tile.suit, tile.number);
        if tile.red { red > 0 } else { self.get(tile.suit, tile.number) > red }
    }
}

/// The numbers of a suit, 1 to 9 or 1 to 7.
pub(crate) fn numbers(suit: u8) -> core::ops::RangeInclusive<u8> {
    1..=if suit == HONOURS { 7 } else { 9 }
}

/// Every kind of tile, in order, none of them red.
pub(crate) fn kinds() -> impl Iterator<Item = Tile> {
    (0..4_u8).flat_map(|suit| numbers(suit).map(move |number| Tile { suit, number, red: false }))
}
