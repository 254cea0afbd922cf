//! Whole numbers and comma-separated lists of them, as attributes hold them.

use arrayvec::ArrayVec;

use super::{digits, mask};
use crate::error::{Error, ErrorKind, Result, shortened};
use crate::pai::{self, Pai};

/// A list of at most N values.
pub type List<T, const N: usize> = ArrayVec<T, N>;

/// A value and the attribute that holds it, for messages.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// The attribute's name.
    pub name: &'a str,
    /// The attribute's value.
    pub value: &'a str,
}

impl Field<'_> {
    /// The attribute, unless it is empty.
    #[inline]
    #[must_use]
    pub fn filled(self) -> Option<Self> {
        if self.value.is_empty() { None } else { Some(self) }
    }

    /// A whole number in `min` to `max`.
    ///
    /// # Errors
    /// [`ErrorKind::BadAttribute`].
    pub fn number(self, min: i64, max: i64) -> Result<i64> {
        let mut numbers = Numbers::new(self);
        let number = numbers.next_number()?;
        if !numbers.at_end() || number < min || number > max {
            return Err(self.bad(&format!("is no whole number from {min} to {max}")));
        }
        Ok(number)
    }

    /// A seat, 0 to 3.
    ///
    /// # Errors
    /// [`ErrorKind::BadAttribute`].
    pub fn seat(self) -> Result<u8> {
        match self.value.as_bytes() {
            [b @ b'0'..=b'3'] => Ok(b - b'0'),
            _ => Err(self.bad("is no seat from 0 to 3")),
        }
    }

    /// One tile number.
    ///
    /// # Errors
    /// [`ErrorKind::BadPai`] past 135, [`ErrorKind::BadAttribute`] for what is no number.
    pub fn pai(self) -> Result<Pai> {
        match self.pais::<1>()?.first() {
            Some(&pai) => Ok(pai),
            None => Err(self.bad("names no tile")),
        }
    }

    /// Tile numbers; an empty value has none.
    ///
    /// # Errors
    /// [`ErrorKind::BadPai`] or [`ErrorKind::BadAttribute`].
    pub fn pais<const N: usize>(self) -> Result<List<Pai, N>> {
        let mut list = List::new();
        // Fourteen tiles fit 64 bytes, with room behind them for a word to be read at any.
        let mut block = [b','; 64];
        let len = self.value.len();
        if len == 0 {
            return Ok(list);
        }
        if len > 60 {
            return Err(self.too_many_pais(N));
        }
        if let Some(place) = block.get_mut(..len) {
            place.copy_from_slice(self.value.as_bytes());
        }
        let mut commas = 0_u64;
        for (i, part) in block.as_chunks::<16>().0.iter().enumerate() {
            commas |= u64::from(mask::equal(part, b',')) << (16 * i);
        }
        let mut at = 0;
        while at <= len {
            let end = commas.trailing_zeros() as usize;
            commas &= commas.wrapping_sub(1);
            let word = block.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |four| u32::from_le_bytes(*four));
            let Some(pai) = digits::pai(word, end - at) else { return Err(self.bad_pais(N)) };
            if list.try_push(pai).is_err() {
                return Err(self.too_many_pais(N));
            }
            at = end + 1;
        }
        Ok(list)
    }

    #[cold]
    fn too_many_pais(self, most: usize) -> Error {
        self.bad(&format!("has more than {most} tiles"))
    }

    /// What is wrong with a list of tiles.
    #[cold]
    fn bad_pais(self, most: usize) -> Error {
        let mut numbers = Numbers::new(self);
        while !numbers.at_end() {
            match numbers.next_number() {
                Ok(0..=135) => {}
                Ok(number) => return pai::out_of_range(&number.to_string()),
                Err(error) => return error,
            }
        }
        self.too_many_pais(most)
    }

    /// Whole numbers, at least `min` and at most N of them; an empty value has none.
    ///
    /// # Errors
    /// [`ErrorKind::BadAttribute`].
    pub fn numbers<const N: usize>(self, min: usize) -> Result<List<i32, N>> {
        let mut list = List::new();
        let mut numbers = Numbers::new(self);
        while !numbers.at_end() {
            let number = numbers.next_number()?;
            let number = i32::try_from(number).ok().filter(|n| n.unsigned_abs() <= MAX);
            let number = number.ok_or_else(|| self.bad("holds a number past 99,999,999"))?;
            list.try_push(number).map_err(|_| self.bad(&format!("has more than {N} numbers")))?;
        }
        if list.len() < min {
            return Err(self.bad(&format!("has {} numbers, not {min}", list.len())));
        }
        Ok(list)
    }

    /// An error about this attribute; `what` follows its name and value.
    #[cold]
    #[must_use]
    pub fn bad(self, what: &str) -> Error {
        Error::new(ErrorKind::BadAttribute, format!("{}=\"{}\" {what}", self.name, shortened(self.value)))
    }
}

/// A hundred times this still fits every number that is made of it.
const MAX: u32 = 99_999_999;

/// Reads numbers off a comma-separated list.
struct Numbers<'a> {
    field: Field<'a>,
    bytes: &'a [u8],
    pos: usize,
}

impl<'a> Numbers<'a> {
    fn new(field: Field<'a>) -> Self {
        Self { field, bytes: field.value.as_bytes(), pos: 0 }
    }

    /// True behind the last number, and at once in an empty list.
    #[inline]
    fn at_end(&self) -> bool {
        self.pos > self.bytes.len() || self.bytes.is_empty()
    }

    /// The next number and the comma behind it.
    #[inline]
    fn next_number(&mut self) -> Result<i64> {
        let negative = self.bytes.get(self.pos) == Some(&b'-');
        self.pos += usize::from(negative);
        let from = self.pos;
        let mut number = 0_i64;
        while let Some(digit @ 0..=9) = self.bytes.get(self.pos).map(|b| b.wrapping_sub(b'0')) {
            number = number.saturating_mul(10).saturating_add(i64::from(digit));
            self.pos += 1;
        }
        let ends = matches!(self.bytes.get(self.pos), None | Some(b','));
        if self.pos == from || !ends {
            return Err(self.field.bad("is no list of whole numbers"));
        }
        self.pos += 1;
        Ok(if negative { -number } else { number })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(value: &str) -> Field<'_> {
        Field { name: "ten", value }
    }

    #[test]
    fn lists() {
        assert_eq!(field("250,-3,0").numbers::<4>(3).unwrap().as_slice(), [250, -3, 0]);
        assert!(field("").numbers::<4>(0).unwrap().is_empty());
        for bad in [",", "1,", ",1", "1,,2", "1 ", "+1", "-", "1.0", "1,2,3,4,5", "100000000", "99999999999999999999"] {
            assert_eq!(field(bad).numbers::<4>(0).unwrap_err().kind(), ErrorKind::BadAttribute, "{bad}");
        }
        assert!(field("1,2").numbers::<4>(3).is_err());
    }

    #[test]
    fn numbers_and_tiles() {
        assert_eq!(field("169").number(0, 65535).unwrap(), 169);
        assert!(field("1,2").number(0, 9).is_err());
        assert!(field("").number(0, 9).is_err());
        assert_eq!(field("136").pai().unwrap_err().kind(), ErrorKind::BadPai);
        assert_eq!(field("-1").pai().unwrap_err().kind(), ErrorKind::BadPai);
        assert_eq!(field("").pai().unwrap_err().kind(), ErrorKind::BadAttribute);
        assert_eq!(field("0,135").pais::<2>().unwrap().len(), 2);
    }
}
