//! Melds: Tenhou's 16-bit codes and 電脳麻将's notation.
//!
//! ```
//! use mjlog_core::mianzi::{Kind, Mianzi};
//!
//! let meld = Mianzi::decode(42059)?;
//! assert_eq!(meld.kind(), Kind::Pon);
//! assert_eq!(meld.notation(true).as_str(), "z111-");
//! # Ok::<(), mjlog_core::Error>(())
//! ```
//!
//! Bits count from 0. Bits 0 and 1 say whom the tile came from, counted from the
//! caller: 1 right, 2 across, 3 left, 0 oneself.
//!
//! | meld | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | number |
//! | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
//! | chi | 1 | copy 1 | ← | copy 2 | ← | copy 3 | ← | 0 | bits 10-15: run (0 to 20) × 3 + place of the called tile |
//! | pon | 0 | 1 | 0 | copy left out | ← | 0 | 0 | | bits 9-15: kind (0 to 33) × 3 + place of the called tile |
//! | kakan | 0 | 0 | 1 | copy added | ← | 0 | 0 | | as pon |
//! | daiminkan, ankan | 0 | 0 | 0 | 0 | 0 | 0 | | | bits 8-15: the called tile, or any of the four |
//! | kita | 0 | 0 | 0 | 1 | 0 | 0 | | | bits 8-15: the tile, 120 to 123 |

use arrayvec::ArrayVec;

use crate::error::{Error, ErrorKind, Result, shortened};
use crate::pai::Pai;

/// What sort of meld it is, by Tenhou's names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// 吃: a run with the left player's discard.
    Chi,
    /// 碰: three of a kind with a discard.
    Pon,
    /// 加槓: a fourth tile added to a pon.
    Kakan,
    /// 大明槓: four of a kind with a discard.
    Daiminkan,
    /// 暗槓: four of a kind from one's own hand.
    Ankan,
    /// 北抜き: a north set aside, at three-player tables.
    Kita,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 6] = [Kind::Chi, Kind::Pon, Kind::Kakan, Kind::Daiminkan, Kind::Ankan, Kind::Kita];

    /// Its name in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Chi => "chi",
            Kind::Pon => "pon",
            Kind::Kakan => "kakan",
            Kind::Daiminkan => "daiminkan",
            Kind::Ankan => "ankan",
            Kind::Kita => "kita",
        }
    }
}

/// One meld: a valid code, and what sort it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mianzi {
    code: u16,
    kind: Kind,
}

impl Mianzi {
    /// `m1111`, code 0.
    pub(crate) const LOWEST: Self = Self { code: 0, kind: Kind::Ankan };

    /// Decodes a meld code. 7,028 of the 65,536 are valid.
    ///
    /// # Errors
    /// [`ErrorKind::BadMianzi`]; the message says which bits are wrong.
    pub fn decode(code: u16) -> Result<Self> {
        let field = |low: u16, width: u16| (code >> low) & ((1 << width) - 1);
        let (from, pattern) = (field(0, 2), field(9, 7) / 3);
        let (kind, faults) = if field(2, 1) == 1 {
            let faults = [
                (from != 3, 0, 2, "must be 3 (the left player)"),
                (field(9, 1) != 0, 9, 1, "must be 0"),
                (field(10, 6) > 62, 10, 6, "must be 0 to 62"),
            ];
            (Kind::Chi, faults)
        } else if field(3, 2) != 0 {
            let faults = [
                (field(3, 2) == 3, 3, 2, "can't both be 1"),
                (from == 0, 0, 2, "must be 1 to 3 (the player called from)"),
                (field(7, 2) != 0, 7, 2, "must be 0"),
            ];
            (if field(3, 1) == 1 { Kind::Pon } else { Kind::Kakan }, faults)
        } else if field(5, 1) == 1 {
            let faults = [
                (from != 0, 0, 2, "must be 0"),
                (field(6, 2) != 0, 6, 2, "must be 0"),
                (field(10, 6) != 30, 8, 8, "must be 120 to 123 (北)"),
            ];
            (Kind::Kita, faults)
        } else {
            let faults = [
                (field(6, 2) != 0, 6, 2, "must be 0"),
                (field(8, 8) > 135, 8, 8, "must be 0 to 135"),
                (false, 0, 0, ""),
            ];
            (if from == 0 { Kind::Ankan } else { Kind::Daiminkan }, faults)
        };
        if let Some((_, low, width, must)) = faults.into_iter().find(|fault| fault.0) {
            return Err(wrong_bits(code, low, width, kind, must));
        }
        if matches!(kind, Kind::Pon | Kind::Kakan) && pattern > 33 {
            return Err(wrong_bits(code, 9, 7, kind, "must be 0 to 101"));
        }
        Ok(Self { code, kind })
    }

    /// A stretch of the code's bits.
    #[inline]
    const fn field(self, low: u16, width: u16) -> u8 {
        ((self.code >> low) & ((1 << width) - 1)).to_le_bytes()[0]
    }

    /// Kind of its lowest tile, 0 to 33.
    const fn lowest(self) -> u8 {
        match self.kind {
            Kind::Chi => {
                let run = self.field(10, 6) / 3;
                run / 7 * 9 + run % 7
            }
            Kind::Pon | Kind::Kakan => self.field(9, 7) / 3,
            _ => self.field(8, 8) / 4,
        }
    }

    /// The meld with the lowest copies that is written so.
    ///
    /// # Errors
    /// [`ErrorKind::BadNotation`] when no meld is written so at such a table.
    pub fn parse(text: &str, red: bool) -> Result<Self> {
        let digits = text.as_bytes().get(1).map_or(0, |&d| if d == b'0' { 5 } else { d.wrapping_sub(b'0') });
        let suit = text.bytes().next().and_then(|s| b"mpsz".iter().position(|&x| x == s));
        let kind = match suit.and_then(|s| u8::try_from(s).ok()) {
            Some(suit) if (1..=9).contains(&digits) => suit * 9 + digits - 1,
            _ => 34,
        };
        let lowest = candidates(kind).find(|m| m.notation(red).as_str() == text);
        lowest.ok_or_else(|| {
            Error::new(
                ErrorKind::BadNotation,
                format!(
                    "`{}` is no meld{}: write it as in m340-, p555+, s1111, z222=2, m5550- or z4",
                    shortened(text),
                    if red { "" } else { " at a table without red fives" }
                ),
            )
        })
    }

    /// Tenhou's code.
    #[must_use]
    pub const fn code(self) -> u16 {
        self.code
    }

    /// What sort of meld it is.
    #[must_use]
    pub const fn kind(self) -> Kind {
        self.kind
    }

    /// Its tiles, ascending.
    #[must_use]
    pub fn tiles(self) -> ArrayVec<Pai, 4> {
        let lowest = self.lowest();
        match self.kind {
            Kind::Chi => (0..3).map(|i| Pai::of(lowest + i, self.field(3 + 2 * u16::from(i), 2))).collect(),
            Kind::Pon => (0..4).filter(|&copy| copy != self.field(5, 2)).map(|copy| Pai::of(lowest, copy)).collect(),
            Kind::Kita => [Pai::of(lowest, self.field(8, 2))].into_iter().collect(),
            _ => (0..4).map(|copy| Pai::of(lowest, copy)).collect(),
        }
    }

    /// The tile that was called, of a kakan that of its pon.
    #[must_use]
    pub fn called(self) -> Option<Pai> {
        let lowest = self.lowest();
        match self.kind {
            Kind::Chi => self.tiles().get(usize::from(self.field(10, 6) % 3)).copied(),
            Kind::Pon | Kind::Kakan => {
                let (place, left_out) = (self.field(9, 7) % 3, self.field(5, 2));
                Some(Pai::of(lowest, place + u8::from(place >= left_out)))
            }
            Kind::Daiminkan => Some(Pai::of(lowest, self.field(8, 2))),
            Kind::Ankan | Kind::Kita => None,
        }
    }

    /// The tile that a kakan added.
    #[must_use]
    pub fn added(self) -> Option<Pai> {
        (self.kind == Kind::Kakan).then(|| Pai::of(self.lowest(), self.field(5, 2)))
    }

    /// Seat called from, counted from the owner: 0 self, 1 right, 2 across, 3 left.
    #[must_use]
    pub const fn from(self) -> u8 {
        self.code.to_le_bytes()[0] & 3
    }

    /// Whether this kakan was built on that pon.
    #[must_use]
    pub const fn extends(self, pon: Mianzi) -> bool {
        matches!((self.kind, pon.kind), (Kind::Kakan, Kind::Pon)) && self.lowest() == pon.lowest()
    }

    /// 電脳麻将's notation at a table with (`red`) or without red fives.
    ///
    /// The called tile is followed by `+` (right), `=` (across) or `-` (left). A run
    /// stands in its order; of equal tiles the owner's come first, red ones last among
    /// them, then the called one, then the added one.
    #[inline]
    #[must_use]
    pub fn notation(self, red: bool) -> Notation {
        let (lowest, mark) = (self.lowest(), b"-+=-"[usize::from(self.from())]);
        if self.kind == Kind::Chi {
            return self.run(lowest, mark, red);
        }
        let (copy_0, others) = (Pai::of(lowest, 0).face(red), Pai::of(lowest, 1).face(red));
        let (suit, plain) = (others.suit(), others.digit());
        let digit = |copy: u8| if copy == 0 { copy_0.digit() } else { plain };
        // The last of the owner's tiles is copy 0 where it is neither called nor left out.
        let last = |called: u8, left_out: u8| digit(u8::from(called == 0 || left_out == 0));
        let (place, left_out) = (self.field(9, 7) % 3, self.field(5, 2));
        let of_pon = place + u8::from(place >= left_out);
        let copy = self.field(8, 2);
        match self.kind {
            Kind::Chi | Kind::Pon => {
                Notation::new([suit, plain, last(of_pon, left_out), digit(of_pon), mark, 0, 0, 0], 5)
            }
            Kind::Kakan => {
                let added = digit(left_out);
                Notation::new([suit, plain, last(of_pon, left_out), digit(of_pon), mark, added, 0, 0], 6)
            }
            Kind::Daiminkan => Notation::new([suit, plain, plain, last(copy, 1), digit(copy), mark, 0, 0], 6),
            Kind::Ankan => Notation::new([suit, plain, plain, plain, digit(0), 0, 0, 0], 5),
            Kind::Kita => Notation::new([suit, digit(copy), 0, 0, 0, 0, 0, 0], 2),
        }
    }

    /// A chi's notation.
    fn run(self, lowest: u8, mark: u8, red: bool) -> Notation {
        let face = |i: u8| Pai::of(lowest + i, self.field(3 + 2 * u16::from(i), 2)).face(red);
        let (suit, [a, b, c]) = (face(0).suit(), [0, 1, 2].map(|i| face(i).digit()));
        Notation::new(
            match self.field(10, 6) % 3 {
                0 => [suit, a, mark, b, c, 0, 0, 0],
                1 => [suit, a, b, mark, c, 0, 0, 0],
                _ => [suit, a, b, c, mark, 0, 0, 0],
            },
            5,
        )
    }
}

/// A meld's notation: at most seven letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Notation {
    bytes: [u8; 8],
    len: usize,
}

impl Notation {
    const fn new(bytes: [u8; 8], len: usize) -> Self {
        Self { bytes, len }
    }

    /// The notation.
    #[must_use]
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }

    /// The notation's bytes, all ASCII.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.len).unwrap_or_default()
    }

    /// The bytes with what room is left behind them.
    pub(crate) const fn block(&self) -> &[u8; 8] {
        &self.bytes
    }
}

/// Every meld whose lowest tile is of this kind, those with lower copies first.
fn candidates(kind: u8) -> impl Iterator<Item = Mianzi> {
    let kind = u16::from(kind);
    let run = kind / 9 * 7 + kind % 9;
    let chi = (0..64 * 3).map(move |i| {
        let (copies, place) = (i / 3, i % 3);
        ((run * 3 + place) << 10) | ((copies & 3) << 7) | (((copies >> 2) & 3) << 5) | ((copies >> 4) << 3) | 0b111
    });
    let three = move |flag: u16| {
        (0..4 * 3 * 3).map(move |i| {
            let (left_out, place, from) = (3 - i / 9, i / 3 % 3, i % 3 + 1);
            (kind * 3 + place) << 9 | left_out << 5 | flag | from
        })
    };
    let four = (0..16).map(move |i| ((kind * 4 + i / 4) << 8) | (i % 4));
    let kita = core::iter::once((kind * 4) << 8 | 0x20);
    let honour_free = move |code: &u16| code & 4 == 0 || (kind < 27 && kind % 9 < 7);
    chi.filter(honour_free)
        .chain(three(0x08))
        .chain(three(0x10))
        .chain(four)
        .chain(kita)
        .filter_map(|code| Mianzi::decode(code).ok())
}

#[cold]
fn wrong_bits(code: u16, low: u16, width: u16, kind: Kind, must: &str) -> Error {
    let bits = match width {
        1 => format!("bit {low}"),
        _ => format!("bits {low}-{}", low + width - 1),
    };
    let found = (code >> low) & ((1 << width) - 1);
    let found = if must.starts_with("must") { format!(", not {found}") } else { String::new() };
    Error::new(ErrorKind::BadMianzi, format!("meld code {code} is no {}: {bits} {must}{found}", kind.name()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<Mianzi> {
        (0..=u16::MAX).filter_map(|code| Mianzi::decode(code).ok()).collect()
    }

    #[test]
    fn seven_thousand_and_twenty_eight_codes_are_valid() {
        let count = |kind| all().iter().filter(|m| m.kind() == kind).count();
        assert_eq!(Kind::ALL.map(count), [4032, 1224, 1224, 408, 136, 4]);
        assert!(all().iter().all(|m| Mianzi::decode(m.code()).unwrap() == *m));
    }

    #[test]
    fn notation() {
        for (code, red, text) in [
            (42059, true, "z111-"),
            (0, true, "m1111"),
            (18944, true, "s1111"),
            (13570, true, "p5505="),
            (105, true, "m111+"),
            (31008, true, "z4"),
            (6705, true, "m505+5"),
            (6673, true, "m555+0"),
            (6705, false, "m555+5"),
        ] {
            assert_eq!(Mianzi::decode(code).unwrap().notation(red).as_str(), text, "{code}");
        }
    }

    #[test]
    fn a_bad_code_says_which_bits() {
        let message = |code| Mianzi::decode(code).unwrap_err().message().to_owned();
        assert_eq!(message(65535), "meld code 65535 is no chi: bit 9 must be 0, not 1");
        assert_eq!(message(4), "meld code 4 is no chi: bits 0-1 must be 3 (the left player), not 0");
        assert_eq!(message(0x7938), "meld code 31032 is no pon: bits 3-4 can't both be 1");
    }

    #[test]
    fn notation_parses_back() {
        for text in ["m340-", "p555+", "s1111", "z222=2", "m5550-", "m505+5", "m550=5", "m555-0", "z4"] {
            assert_eq!(Mianzi::parse(text, true).unwrap().notation(true).as_str(), text);
        }
        assert_eq!(Mianzi::parse("z4", true).unwrap().code(), 30752);
        assert_eq!(Mianzi::parse("m555+", true).unwrap().tiles()[0].number(), 17);
        assert_eq!(Mianzi::parse("z111+", true).unwrap().tiles()[0].number(), 108);
        assert_eq!(Mianzi::parse("z111+1", true).unwrap().added().map(Pai::number), Some(111));
        for text in ["", "m340", "m34-0+", "m5555", "p555", "z8", "s111++", "㊗"] {
            assert_eq!(Mianzi::parse(text, true).unwrap_err().kind(), ErrorKind::BadNotation);
        }
    }
}
