//! An attribute's value as a number.

use super::digits;
use crate::error::{Error, ErrorKind, Result, shortened};
use crate::pai::Pai;

pub use super::list::{HandTiles, Item, List};

/// A value and the attribute that holds it, for messages.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// The attribute's name.
    pub(super) name: &'a [u8],
    /// The attribute's value, and what follows it in the text.
    pub(super) text: &'a [u8],
    /// The value's length.
    pub(super) len: usize,
}

impl<'a> Field<'a> {
    /// A value by itself.
    #[must_use]
    pub fn new(name: &'a str, value: &'a str) -> Self {
        Self { name: name.as_bytes(), text: value.as_bytes(), len: value.len() }
    }

    /// The parts between commas; one of them, empty, of an empty value.
    pub(crate) fn parts(self) -> impl Iterator<Item = Field<'a>> {
        let mut rest = Some(self);
        core::iter::from_fn(move || {
            let whole = rest?;
            let len = whole.value().iter().position(|b| *b == b',').unwrap_or(whole.len);
            let behind = |from: usize| Some(Self { text: whole.text.get(from..)?, len: whole.len - from, ..whole });
            rest = if len == whole.len { None } else { behind(len + 1) };
            Some(Self { len, ..whole })
        })
    }

    /// The attribute's value.
    #[inline]
    pub(super) fn value(self) -> &'a [u8] {
        self.text.get(..self.len).unwrap_or_default()
    }

    /// The value as text.
    pub(crate) fn as_str(self) -> &'a str {
        core::str::from_utf8(self.value()).unwrap_or_default()
    }
}

impl Field<'_> {
    /// The attribute, unless it is empty.
    #[inline]
    #[must_use]
    pub fn filled(self) -> Option<Self> {
        if self.len == 0 { None } else { Some(self) }
    }

    /// A whole number in `min` to `max`.
    ///
    /// # Errors
    /// [`ErrorKind::BadAttribute`].
    pub fn number(self, min: i64, max: i64) -> Result<i64> {
        let word = self.text.first_chunk().map_or(0, |word| u64::from_le_bytes(*word));
        if let Some(number) = digits::number(word, self.len)
            && (min..=max).contains(&number.into())
        {
            return Ok(number.into());
        }
        self.any_number(min, max)
    }

    /// A number, one digit at a time.
    #[cold]
    fn any_number(self, min: i64, max: i64) -> Result<i64> {
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
        match self.value() {
            [b @ b'0'..=b'3'] => Ok(b - b'0'),
            _ => Err(self.bad("is no seat from 0 to 3")),
        }
    }

    /// One tile number.
    ///
    /// # Errors
    /// [`ErrorKind::BadPai`] past 135, [`ErrorKind::BadAttribute`] for what is no number.
    pub fn pai(self) -> Result<Pai> {
        let word = self.text.first_chunk().map_or(0, |word| u32::from_le_bytes(*word));
        match digits::pai(word, self.len) {
            Some(pai) => Ok(pai),
            None => self.any_pai(),
        }
    }

    #[cold]
    fn any_pai(self) -> Result<Pai> {
        let mut list = List::<Pai, 1>::new();
        self.pais(&mut list)?;
        list.first().copied().ok_or_else(|| self.bad("names no tile"))
    }

    /// An error about this attribute; `what` follows its name and value.
    #[cold]
    #[must_use]
    pub fn bad(self, what: &str) -> Error {
        let name = String::from_utf8_lossy(self.name);
        Error::new(ErrorKind::BadAttribute, format!("{name}=\"{}\" {what}", shortened(self.as_str())))
    }
}

/// A hundred times this still fits every number that is made of it.
pub(super) const MAX: u32 = 99_999_999;

/// Reads numbers off a comma-separated list.
pub(super) struct Numbers<'a> {
    field: Field<'a>,
    bytes: &'a [u8],
    pos: usize,
}

impl<'a> Numbers<'a> {
    pub(super) fn new(field: Field<'a>) -> Self {
        Self { field, bytes: field.value(), pos: 0 }
    }

    /// True behind the last number, and at once in an empty list.
    pub(super) fn at_end(&self) -> bool {
        self.pos > self.bytes.len() || self.bytes.is_empty()
    }

    /// The next number and the comma behind it.
    pub(super) fn next_number(&mut self) -> Result<i64> {
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
        Field::new("ten", value)
    }

    #[test]
    fn numbers_and_tiles() {
        assert_eq!(field("169").number(0, 65535).unwrap(), 169);
        assert!(field("1,2").number(0, 9).is_err());
        assert!(field("").number(0, 9).is_err());
        assert_eq!(field("136").pai().unwrap_err().kind(), ErrorKind::BadPai);
        assert_eq!(field("-1").pai().unwrap_err().kind(), ErrorKind::BadPai);
        assert_eq!(field("").pai().unwrap_err().kind(), ErrorKind::BadAttribute);
    }
}
