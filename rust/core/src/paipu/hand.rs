//! A hand's notation: tiles by suit, then the winning tile, then melds.

use core::fmt;

use crate::error::{Error, ErrorKind, Result};
use crate::mianzi::Notation;
use crate::pai::{Face, Pai};

const CAPACITY: usize = 64;

/// A hand's notation, such as `m340p456z22,z555+`. It fits any real hand without allocation.
#[derive(Clone, Copy)]
pub struct Hand {
    bytes: [u8; CAPACITY + 8],
    len: usize,
}

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

/// The bits of tiles by suit. All four suits are added at once: which one a tile is of
/// can't be predicted, and to look it up in memory means to wait for the tile before.
type Suits = [u64; 4];

/// The bit of each tile.
static PLACES: [Suits; 256] = {
    let mut places = [[0; 4]; 256];
    let mut n = 0_u8;
    while n < Pai::COUNT {
        places[n as usize][n as usize / 36] = 1 << (n % 36);
        n += 1;
    }
    places
};

fn place(pai: Pai) -> &'static Suits {
    &PLACES[usize::from(pai.number())]
}

impl Hand {
    /// No tiles.
    #[must_use]
    pub const fn new() -> Self {
        Self { bytes: [0; CAPACITY + 8], len: 0 }
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
    pub fn push_tiles(&mut self, tiles: &[Pai], red: bool) -> Result<()> {
        self.push_tiles_but(tiles, None, red)
    }

    /// The same without one of them.
    ///
    /// # Errors
    /// As [`Hand::push_tiles`].
    pub fn push_tiles_but(&mut self, tiles: &[Pai], but: Option<Pai>, red: bool) -> Result<()> {
        // A bit for each tile sorts them.
        let mut suits = [0; 4];
        for pai in tiles {
            let bit = place(*pai);
            suits = core::array::from_fn(|i| suits[i] | bit[i]);
        }
        let mut left_out = 0;
        if let Some(pai) = but {
            for (suit, bit) in suits.iter_mut().zip(place(pai)) {
                left_out |= usize::from(*suit & bit != 0);
                *suit &= !bit;
            }
        }
        let [m, p, s, z] = suits;
        let digits = self.push_suit::<5>(b'm', m, red)
            + self.push_suit::<5>(b'p', p, red)
            + self.push_suit::<5>(b's', s, red)
            + self.push_suit::<4>(b'z', z, false);
        if digits + left_out != tiles.len() {
            self.find_twice(tiles, but)?;
        }
        if self.len > CAPACITY { Err(full()) } else { Ok(()) }
    }

    /// A suit's 36 tiles, by bits: its letter where it has any, then two ranks at a time. Gives how many there are.
    #[inline]
    fn push_suit<const BYTES: usize>(&mut self, letter: u8, tiles: u64, red: bool) -> usize {
        let mut len = self.len;
        // No place needs a check; a hand that is too long is told by its length.
        self.bytes[len % CAPACITY] = letter;
        len += usize::from(tiles != 0);
        let from = len;
        for (i, byte) in tiles.to_le_bytes().into_iter().take(BYTES).enumerate() {
            // The third byte begins with the fives.
            let Ranks { digits, len: count } = &RANKS[usize::from(red && i == 2)][usize::from(byte)];
            let digits = digits.wrapping_add(u64::from_le_bytes([2; 8]).wrapping_mul(i as u64));
            if let Some(place) = self.bytes.get_mut(len % CAPACITY..).and_then(<[u8]>::first_chunk_mut) {
                *place = digits.to_le_bytes();
            }
            len += usize::from(*count);
        }
        self.len = len;
        len - from
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

    #[cold]
    fn find_twice(&mut self, tiles: &[Pai], but: Option<Pai>) -> Result<()> {
        let counts = |pai: &&Pai| Some(**pai) != but;
        let twice = tiles.iter().enumerate().find(|&(i, pai)| counts(&pai) && tiles.iter().take(i).any(|p| p == pai));
        let Some((_, pai)) = twice else { return Ok(()) };
        self.len = 0;
        let message = format!("tile {} stands twice in one hand", pai.number());
        Err(Error::new(ErrorKind::BadAttribute, message))
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
