//! A hand's notation: tiles by suit, then the winning tile, then melds.

use core::fmt;

use crate::error::{Error, ErrorKind, Result};
use crate::pai::Pai;

const CAPACITY: usize = 64;

/// A hand's notation, such as `m340p456z22,z555+`. It fits any real hand without allocation.
#[derive(Clone, Copy)]
pub struct Hand {
    bytes: [u8; CAPACITY],
    len: usize,
}

/// Tiles 0 to 35 are one suit, and so on; the honours are 28.
const SUIT: u64 = (1 << 36) - 1;

/// The digits of the eight tiles of two ranks, those that are there.
struct Ranks {
    /// `1`s and `2`s, to which twice the place of the two ranks is to be added.
    digits: u64,
    len: u8,
}

/// By which of the eight tiles are there; in the second table the first of them is red,
/// and its digit such that adding to it makes a `0`.
static RANKS: [[Ranks; 256]; 2] = [ranks(b'1'), ranks(b'0' - 4)];

const fn ranks(first: u8) -> [Ranks; 256] {
    let mut table = [const { Ranks { digits: 0, len: 0 } }; 256];
    let mut there = 0;
    while there < 256 {
        let (mut digits, mut len, mut tile) = ([0; 8], 0, 0);
        while tile < 8 {
            if there >> tile & 1 == 1 {
                digits[len] = if tile == 0 { first } else { b'1' + tile / 4 };
                len += 1;
            }
            tile += 1;
        }
        table[there] = Ranks { digits: u64::from_le_bytes(digits), len: len.to_le_bytes()[0] };
        there += 1;
    }
    table
}

impl Hand {
    /// No tiles.
    #[must_use]
    pub const fn new() -> Self {
        Self { bytes: [0; CAPACITY], len: 0 }
    }

    /// The notation.
    #[must_use]
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }

    /// The notation's bytes, all ASCII.
    #[inline]
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.len).unwrap_or_default()
    }

    /// The bytes with what room is left behind them.
    pub(super) const fn block(&self) -> &[u8; CAPACITY] {
        &self.bytes
    }

    /// How many bytes count.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no tile.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Appends tiles in order of their numbers, each suit behind its letter.
    ///
    /// # Errors
    /// [`ErrorKind::BadAttribute`] when a tile stands there twice.
    pub fn push_tiles(&mut self, tiles: &[Pai], red: bool) -> Result<()> {
        // A bit for each tile sorts them.
        let (mut set, mut twice) = ([0_u64; 4], 0);
        for pai in tiles {
            let n = pai.number();
            let (word, bit) = (usize::from(n / 64), 1 << (n % 64));
            twice |= set[word] & bit;
            set[word] |= bit;
        }
        if twice != 0 {
            return Err(self.twice(tiles));
        }
        let suits = [
            set[0] & SUIT,
            (set[0] >> 36 | set[1] << 28) & SUIT,
            (set[1] >> 8) & SUIT,
            (set[1] >> 44 | set[2] << 20) & SUIT,
        ];
        for (letter, tiles) in b"mpsz".iter().zip(suits) {
            let red = red && *letter != b'z';
            self.push_suit(*letter, tiles, red);
        }
        if self.len > CAPACITY { Err(full()) } else { Ok(()) }
    }

    /// A suit's 36 tiles, by bits: its letter where it has any, then two ranks at a time.
    #[inline]
    fn push_suit(&mut self, letter: u8, tiles: u64, red: bool) {
        let mut len = self.len;
        if let Some(place) = self.bytes.get_mut(len) {
            *place = letter;
        }
        len += usize::from(tiles != 0);
        for (i, byte) in tiles.to_le_bytes().into_iter().take(5).enumerate() {
            // The third byte begins with the fives.
            let Ranks { digits, len: count } = &RANKS[usize::from(red && i == 2)][usize::from(byte)];
            let digits = digits.wrapping_add(u64::from_le_bytes([2; 8]).wrapping_mul(i as u64));
            if let Some(place) = self.bytes.get_mut(len..).and_then(<[u8]>::first_chunk_mut) {
                *place = digits.to_le_bytes();
            }
            len += usize::from(*count);
        }
        self.len = len;
    }

    /// Appends text, such as a comma and a meld.
    ///
    /// # Errors
    /// [`ErrorKind::BadAttribute`] when it does not fit.
    pub fn push(&mut self, text: &str) -> Result<()> {
        let Some(place) = self.bytes.get_mut(self.len..self.len + text.len()) else { return Err(full()) };
        place.copy_from_slice(text.as_bytes());
        self.len += text.len();
        Ok(())
    }

    #[cold]
    fn twice(&mut self, tiles: &[Pai]) -> Error {
        self.len = 0;
        let twice = tiles.iter().enumerate().find(|&(i, pai)| tiles.iter().take(i).any(|p| p == pai));
        let number = twice.map_or(0, |(_, pai)| pai.number());
        Error::new(ErrorKind::BadAttribute, format!("tile {number} stands twice in one hand"))
    }
}

#[cold]
fn full() -> Error {
    Error::new(ErrorKind::BadAttribute, "a hand has too many tiles and melds")
}

impl Default for Hand {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl PartialEq for Hand {
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(tiles: &[u16], red: bool) -> Result<Hand> {
        let tiles: Vec<Pai> = tiles.iter().map(|&n| Pai::new(n).unwrap()).collect();
        let mut hand = Hand::new();
        hand.push_tiles(&tiles, red).map(|()| hand)
    }

    #[test]
    fn tiles_are_sorted_by_number() {
        assert_eq!(
            hand(&[135, 0, 52, 16, 88, 71, 72, 35, 36, 107, 108, 17], true).unwrap().as_str(),
            "m1059p109s109z17"
        );
        assert_eq!(hand(&[52, 16, 88, 124], false).unwrap().as_str(), "m5p5s5z5");
        assert_eq!(hand(&[], true).unwrap().as_str(), "");
        let every = |step: usize| (0..136).step_by(step).collect::<Vec<_>>();
        assert_eq!(hand(&every(4), false).unwrap().as_str(), "m123456789p123456789s123456789z1234567");
    }

    #[test]
    fn a_tile_twice_or_too_many_are_errors() {
        assert!(hand(&[5, 6, 5], true).unwrap_err().message().contains("tile 5"));
        assert!(hand(&(0..136).collect::<Vec<_>>(), true).is_err());
        assert!(hand(&[0], true).unwrap().push(&"x".repeat(63)).is_err());
    }
}
