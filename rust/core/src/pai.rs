//! Tiles: Tenhou's numbers 0 to 135 and 電脳麻将's two letters.
//!
//! ```
//! use mjlog_core::pai::Pai;
//!
//! let pai = Pai::new(16)?;
//! assert_eq!(pai.face(true).as_str(), "m0");
//! assert_eq!(pai.face(false).as_str(), "m5");
//! # Ok::<(), mjlog_core::Error>(())
//! ```

use core::fmt;

use crate::error::{Error, ErrorKind, Result, shortened};

/// One of the 136 tiles. Four copies of each kind follow each other: 0 to 3 are
/// 一萬, 132 to 135 are 中. Copy 0 of a five (16, 52, 88) is the red one at
/// tables that have red fives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pai(u8);

impl Pai {
    /// How many tiles there are.
    pub const COUNT: u8 = 136;

    /// The tile with this number.
    ///
    /// # Errors
    /// [`ErrorKind::BadPai`] past 135.
    #[inline]
    pub fn new(number: u16) -> Result<Self> {
        Self::get(number).ok_or_else(|| out_of_range(&number.to_string()))
    }

    /// The tile with this number, if there is one.
    #[inline]
    #[must_use]
    pub fn get(number: u16) -> Option<Self> {
        u8::try_from(number).ok().filter(|&n| n < Self::COUNT).map(Self)
    }

    /// The tile of a kind (0 to 33) and copy (0 to 3); both are taken modulo.
    #[must_use]
    pub(crate) const fn of(kind: u8, copy: u8) -> Self {
        Self((kind % 34) * 4 + copy % 4)
    }

    /// Its number, 0 to 135.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its kind, 0 (一萬) to 33 (中).
    #[inline]
    #[must_use]
    pub const fn kind(self) -> u8 {
        self.0 / 4
    }

    /// Which of the four copies it is, 0 to 3.
    #[inline]
    #[must_use]
    pub const fn copy(self) -> u8 {
        self.0 % 4
    }

    /// Its face at a table with (`red`) or without red fives.
    #[inline]
    #[must_use]
    pub fn face(self, red: bool) -> Face {
        // The table has 256 rows so that no index of a byte needs a check.
        Face(FACES[usize::from(red)][usize::from(self.0)].to_le_bytes())
    }

    /// The lowest-numbered tile that shows this face.
    ///
    /// # Errors
    /// [`ErrorKind::BadPai`] when the text is no tile, or a red five at a table without.
    pub fn parse(text: &str, red: bool) -> Result<Self> {
        (0..Self::COUNT).map(Self).find(|p| p.face(red).as_str() == text).ok_or_else(|| {
            let why = if text.ends_with('0') && !red { " at a table without red fives" } else { "" };
            Error::new(
                ErrorKind::BadPai,
                format!(
                    "`{}` is no tile{why}: m, p, s with 0 to 9 (0 is the red five) or z with 1 to 7",
                    shortened(text)
                ),
            )
        })
    }
}

impl fmt::Display for Pai {
    /// `s9 (105)`: the face at a table with red fives, and the number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.face(true).as_str(), self.0)
    }
}

#[cold]
pub(crate) fn out_of_range(number: &str) -> Error {
    Error::new(ErrorKind::BadPai, format!("tile number {} is not in 0 to 135", shortened(number)))
}

/// What a tile shows, as 電脳麻将 writes it: the suit's letter and a digit, 0 for a red five.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Face([u8; 2]);

impl Face {
    /// Number of values a face's index can have; some are never used.
    pub const COUNT: usize = 64;

    /// Its place in tables of [`Face::COUNT`] entries.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        // Letters are m, p, s, z: three apart but for the last.
        usize::from((self.0[0].wrapping_sub(b'm') / 3 * 10).wrapping_add(self.0[1] & 15)) % Self::COUNT
    }

    /// Every face a tile can have, red fives among them.
    pub fn all() -> impl Iterator<Item = Face> {
        (0..Pai::COUNT).map(Pai).flat_map(|pai| [pai.face(false), pai.face(true)])
    }

    /// The suit's letter, `m p s z`.
    #[inline]
    #[must_use]
    pub const fn suit(self) -> u8 {
        self.0[0]
    }

    /// The digit, as ASCII.
    #[inline]
    #[must_use]
    pub const fn digit(self) -> u8 {
        self.0[1]
    }

    /// Both letters, as ASCII.
    #[inline]
    #[must_use]
    pub const fn bytes(self) -> [u8; 2] {
        self.0
    }

    /// Both letters.
    #[must_use]
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(&self.0).unwrap_or_default()
    }
}

static FACES: [[u16; 256]; 2] = [faces(false), faces(true)];

const fn faces(red: bool) -> [u16; 256] {
    let mut table = [0; 256];
    let mut n = 0;
    while n < Pai::COUNT {
        let (suit, rank) = (n / 36, n % 36 / 4 + 1);
        let is_red = red && suit < 3 && rank == 5 && n % 4 == 0;
        table[n as usize] = u16::from_le_bytes([b"mpsz"[suit as usize], b'0' + if is_red { 0 } else { rank }]);
        n += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_has_its_face() {
        let names: Vec<_> = (0..136).map(|n| Pai::new(n).unwrap().face(true).as_str().to_owned()).collect();
        assert_eq!(names[16], "m0");
        assert_eq!(names[17], "m5");
        assert_eq!(names[52], "p0");
        assert_eq!(names[88], "s0");
        assert_eq!(names[108], "z1");
        assert_eq!(names[135], "z7");
        assert_eq!(names.iter().filter(|n| n.ends_with('0')).count(), 3);
        assert!(Pai::new(136).is_err());
        let mut indices: Vec<_> = Face::all().map(Face::index).collect();
        indices.sort_unstable();
        indices.dedup();
        assert_eq!(indices.len(), 37);
    }

    #[test]
    fn a_face_parses_to_its_lowest_tile() {
        assert_eq!(Pai::parse("m5", true).unwrap().number(), 17);
        assert_eq!(Pai::parse("m5", false).unwrap().number(), 16);
        assert_eq!(Pai::parse("m0", true).unwrap().number(), 16);
        assert!(Pai::parse("m0", false).is_err());
        for text in ["", "m", "z0", "z8", "x1", "m10", "㊗"] {
            assert_eq!(Pai::parse(text, true).unwrap_err().kind(), ErrorKind::BadPai);
        }
    }
}
