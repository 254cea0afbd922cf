//! A hand's notation: tiles by suit, then the winning tile, then melds.

use core::fmt;

use crate::error::{Error, ErrorKind, Result};
use crate::mianzi::Notation;
use crate::pai::{Face, Pai};
use crate::pai_set::PaiSet;

const CAPACITY: usize = 64;

/// Digits are written sixteen bytes at a time.
const ROOM: usize = 16;

/// A hand's notation, such as `m340p456z22,z555+`. It fits any real hand without allocation.
#[derive(Clone, Copy)]
pub struct Hand {
    bytes: [u8; CAPACITY + ROOM],
    len: usize,
}

/// The digits of the tiles of three kinds, at most twelve; the last byte is how many.
#[derive(Clone, Copy)]
#[repr(align(16))]
struct Digits([u8; 16]);

/// Behind the numbers of tiles without a red five, those with one.
const WITH_RED: usize = 125;

/// By place of the three kinds in their suit, and how many there are of each, to base five.
static DIGITS: [[Digits; 256]; 3] = [digits(b'1'), digits(b'4'), digits(b'7')];

const fn digits(first: u8) -> [Digits; 256] {
    let mut table = [Digits([0; 16]); 256];
    let mut index = 0;
    while index < 2 * WITH_RED {
        let (mut left, mut digit, mut len) = (index % WITH_RED, first, 0);
        while digit < first + 3 {
            let mut tile = 0;
            while tile < left % 5 {
                // The red five stands before the others.
                let red = index >= WITH_RED && digit == b'5' && tile == 0;
                table[index].0[len] = if red { b'0' } else { digit };
                len += 1;
                tile += 1;
            }
            left /= 5;
            digit += 1;
        }
        table[index].0[15] = len.to_le_bytes()[0];
        index += 1;
    }
    table
}

impl Hand {
    /// No tiles.
    #[must_use]
    pub const fn new() -> Self {
        Self { bytes: [0; CAPACITY + ROOM], len: 0 }
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
    pub(super) fn block(&self) -> &[u8; CAPACITY] {
        self.bytes.first_chunk().unwrap_or(&[0; CAPACITY])
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
    pub fn push_tiles(&mut self, tiles: &PaiSet, red: bool) -> Result<()> {
        if let Some(pai) = tiles.repeated() {
            return Err(twice(pai));
        }
        let [m, p, s, z] = tiles.kinds();
        let [red_m, red_p, red_s] = tiles.fives().map(|there| red && there);
        self.push_suit(b'm', m, red_m);
        self.push_suit(b'p', p, red_p);
        self.push_suit(b's', s, red_s);
        self.push_suit(b'z', z, false);
        if self.len > CAPACITY { Err(full()) } else { Ok(()) }
    }

    /// A suit's tiles, three kinds at a time, behind its letter where it has any.
    #[inline]
    fn push_suit(&mut self, letter: u8, kinds: u32, red: bool) {
        let mut len = self.len;
        // No place needs a check; a hand that is too long is told by its length.
        self.bytes[len % CAPACITY] = letter;
        len += usize::from(kinds != 0);
        let [low, middle, high, _] = kinds.to_le_bytes().map(usize::from);
        let middle = middle + if red { WITH_RED } else { 0 };
        for (table, index) in DIGITS.iter().zip([low, middle, high]) {
            let Digits(digits) = &table[index % 256];
            if let Some(place) = self.bytes.get_mut(len % CAPACITY..).and_then(<[u8]>::first_chunk_mut) {
                *place = *digits;
            }
            len += usize::from(digits[15]);
        }
        self.len = len;
    }

    /// Appends a comma and a meld.
    ///
    /// # Errors
    /// As [`Hand::push`].
    pub fn push_meld(&mut self, meld: &Notation) -> Result<()> {
        let len = 1 + meld.as_bytes().len();
        let place = self.bytes.get_mut(self.len..).and_then(<[u8]>::first_chunk_mut::<9>);
        let Some([comma, place @ ..]) = place.filter(|_| self.len + len <= CAPACITY) else { return Err(full()) };
        *comma = b',';
        *place = *meld.block();
        self.len += len;
        Ok(())
    }

    /// Appends a tile.
    ///
    /// # Errors
    /// As [`Hand::push`].
    pub fn push_face(&mut self, face: Face) -> Result<()> {
        let room = self.bytes.get_mut(..CAPACITY).unwrap_or_default();
        let Some(place) = room.get_mut(self.len..).and_then(<[u8]>::first_chunk_mut) else { return Err(full()) };
        *place = face.bytes();
        self.len += 2;
        Ok(())
    }

    /// Appends text, such as a comma and a meld.
    ///
    /// # Errors
    /// [`ErrorKind::BadAttribute`] when it does not fit.
    pub fn push(&mut self, text: &str) -> Result<()> {
        let room = self.bytes.get_mut(..CAPACITY).unwrap_or_default();
        let Some(place) = room.get_mut(self.len..self.len + text.len()) else { return Err(full()) };
        place.copy_from_slice(text.as_bytes());
        self.len += text.len();
        Ok(())
    }
}

#[cold]
fn twice(pai: Pai) -> Error {
    Error::new(ErrorKind::BadAttribute, format!("tile {} stands twice in one hand", pai.number()))
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
        hand.push_tiles(&PaiSet::of(&tiles), red).map(|()| hand)
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
