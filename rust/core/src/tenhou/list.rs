//! Comma-separated lists, as attributes hold them.
//!
//! How long each item is can't be predicted. So the commas of 64 bytes are found at once,
//! and an item is read as one word. What is odd or longer is read again, digit by digit.

use core::fmt;
use core::ops::Deref;

use super::number::{Field, MAX, Numbers};
use super::{digits, mask};
use crate::error::{Error, Result};
use crate::mianzi::Mianzi;
use crate::pai::{self, Pai};
use crate::pai_set::PaiSet;

/// A list of at most N values, filled where it stands: to move one that was just written
/// means to wait for the writes.
#[derive(Clone, Copy)]
pub struct List<T, const N: usize> {
    items: [T; N],
    len: usize,
}

/// What a list can hold.
pub trait Item: Copy {
    /// What stands where no item is yet.
    const NONE: Self;
}

impl Item for u8 {
    const NONE: Self = 0;
}
impl Item for i32 {
    const NONE: Self = 0;
}
impl Item for (u8, u8) {
    const NONE: Self = (0, 0);
}
impl Item for Pai {
    const NONE: Self = Pai::of(0, 0);
}
impl Item for Mianzi {
    const NONE: Self = Mianzi::LOWEST;
}

impl<T: Item, const N: usize> List<T, N> {
    /// No items.
    #[must_use]
    pub const fn new() -> Self {
        Self { items: [T::NONE; N], len: 0 }
    }

    /// Takes items in place of those it has; false where one is missing or it is full.
    #[inline]
    pub(super) fn fill(&mut self, items: impl Iterator<Item = Option<T>>) -> bool {
        let mut len = 0;
        for item in items {
            let (Some(item), Some(place)) = (item, self.items.get_mut(len)) else { return false };
            *place = item;
            len += 1;
        }
        self.len = len;
        true
    }

    /// Takes no items.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.len = 0;
    }
}

/// Items past the room for them are left out.
impl<T: Item, const N: usize> FromIterator<T> for List<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut list = Self::new();
        list.fill(items.into_iter().take(N).map(Some));
        list
    }
}

impl<T, const N: usize> Deref for List<T, N> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        self.items.get(..self.len).unwrap_or_default()
    }
}

impl<T: Item, const N: usize> Default for List<T, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: PartialEq, const N: usize> PartialEq for List<T, N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: fmt::Debug, const N: usize> fmt::Debug for List<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl<'l, T, const N: usize> IntoIterator for &'l List<T, N> {
    type Item = &'l T;
    type IntoIter = core::slice::Iter<'l, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// A hand has at most so many tiles.
const MOST_IN_HAND: usize = 14;

/// What a hand's tiles are read into: a list, in the log's order, or a set.
pub trait HandTiles: Copy {
    /// No tiles.
    const NONE: Self;

    /// Reads tile numbers in place of what is there; an empty value has none.
    ///
    /// # Errors
    /// As [`Field::pais`].
    fn read(&mut self, field: Field<'_>) -> Result<()>;

    /// Whether a tile is there.
    fn has(&self, pai: Pai) -> bool;
}

impl<const N: usize> HandTiles for List<Pai, N> {
    const NONE: Self = Self::new();

    #[inline]
    fn read(&mut self, field: Field<'_>) -> Result<()> {
        field.pais(self)
    }

    fn has(&self, pai: Pai) -> bool {
        self.contains(&pai)
    }
}

impl HandTiles for PaiSet {
    const NONE: Self = Self::EMPTY;

    #[inline]
    fn read(&mut self, field: Field<'_>) -> Result<()> {
        field.pai_set(self)
    }

    fn has(&self, pai: Pai) -> bool {
        self.contains(pai)
    }
}

/// A list is read from so many bytes at most; a word can be read at any of them.
const MOST: usize = 64;

/// A list's bytes, and a word of room behind them.
pub(super) type Block = [u8; MOST + 8];

/// The items of a list, each as a word, of which so many bytes count.
pub(super) struct Items<'a> {
    block: &'a Block,
    /// Where items end, from here on.
    ends: u64,
    at: usize,
}

impl<'a> Items<'a> {
    /// The `len` bytes at the beginning of a block; `len` is below 64.
    #[inline]
    fn new(block: &'a Block, len: usize) -> Self {
        let commas = block.first_chunk().map_or(0, |block| mask::equals(block, b','));
        let end = 1 << (len % MOST);
        Self { block, ends: commas & (end - 1) | end, at: 0 }
    }
}

impl Items<'_> {
    /// A hand as it is dealt: the thirteen tiles that these items are, without a branch. None,
    /// and nothing read, where one is none or stands twice.
    #[inline]
    fn dealt(&self) -> Option<PaiSet> {
        let (mut set, mut ends, mut at, mut wrong) = (PaiSet::EMPTY, self.ends, self.at, 0);
        for _ in 0..13 {
            let end = ends.trailing_zeros() as usize;
            ends &= ends.wrapping_sub(1);
            let word = u32::from_le_bytes(*self.block.get(at % MOST..)?.first_chunk()?);
            let (pai, differs) = digits::pai_or_not(word, end.wrapping_sub(at));
            wrong |= differs;
            set.add(pai);
            at = end + 1;
        }
        if wrong == 0 && set.len() == 13 { Some(set) } else { None }
    }
}

impl Iterator for Items<'_> {
    type Item = (u64, usize);

    #[inline]
    fn next(&mut self) -> Option<(u64, usize)> {
        if self.ends == 0 {
            return None;
        }
        let end = self.ends.trailing_zeros() as usize;
        self.ends &= self.ends - 1;
        let word = self.block.get(self.at % MOST..)?.first_chunk()?;
        let len = end.wrapping_sub(self.at);
        self.at = end + 1;
        Some((u64::from_le_bytes(*word), len))
    }
}

/// The tile of an item.
#[inline]
fn pai(word: u64, len: usize) -> Option<Pai> {
    let [a, b, c, d, ..] = word.to_le_bytes();
    digits::pai(u32::from_le_bytes([a, b, c, d]), len)
}

/// A value near the end of the text, with room put behind it.
#[cold]
fn padded(value: &[u8]) -> Block {
    let mut block = [0; MOST + 8];
    for (place, byte) in block.iter_mut().zip(value) {
        *place = *byte;
    }
    block
}

impl<'a> Field<'a> {
    /// The items of a value that is shorter than 64 bytes. Near the end of the text they
    /// are copied to where there is room.
    #[inline]
    pub(super) fn items<'r>(self, room: &'r mut Option<Block>) -> Items<'r>
    where
        'a: 'r,
    {
        let block = match self.text.first_chunk() {
            Some(block) => block,
            None => room.insert(padded(self.value())),
        };
        Items::new(block, self.len)
    }

    /// Tile numbers; an empty value has none.
    ///
    /// # Errors
    /// [`BadPai`](crate::ErrorKind::BadPai) or [`BadAttribute`](crate::ErrorKind::BadAttribute).
    #[inline]
    pub fn pais<const N: usize>(self, list: &mut List<Pai, N>) -> Result<()> {
        if self.len == 0 {
            list.clear();
            return Ok(());
        }
        if self.len > 60 {
            return Err(self.too_many_pais(N));
        }
        if list.fill(self.items(&mut None).map(|(word, len)| pai(word, len))) { Ok(()) } else { Err(self.bad_pais(N)) }
    }

    /// Tile numbers of a hand as a set: sorted while they are read.
    ///
    /// # Errors
    /// As [`Field::pais`].
    pub fn pai_set(self, set: &mut PaiSet) -> Result<()> {
        let mut found = PaiSet::EMPTY;
        let mut count = 0;
        if self.len > 60 {
            return Err(self.too_many_pais(MOST_IN_HAND));
        }
        if self.len > 0 {
            let mut room = None;
            let items = self.items(&mut room);
            if items.ends.count_ones() == 13
                && let Some(dealt) = items.dealt()
            {
                *set = dealt;
                return Ok(());
            }
            for (word, len) in items {
                let Some(pai) = pai(word, len) else { return Err(self.bad_pais(MOST_IN_HAND)) };
                found.add(pai);
                count += 1;
            }
        }
        if count > MOST_IN_HAND {
            return Err(self.bad_pais(MOST_IN_HAND));
        }
        *set = if found.len() == count { found } else { self.repeated_pais()? };
        Ok(())
    }

    /// The same with a tile that stands twice.
    #[cold]
    fn repeated_pais(self) -> Result<PaiSet> {
        let mut list = List::<Pai, MOST_IN_HAND>::new();
        self.pais(&mut list)?;
        Ok(PaiSet::of(&list))
    }

    #[cold]
    fn too_many_pais(self, most: usize) -> Error {
        self.bad(&format!("has more than {most} tiles"))
    }

    /// What is wrong with a list of tiles.
    #[cold]
    fn bad_pais(self, most: usize) -> Error {
        let is_pai = |item: &[u8]| {
            let word = padded(item).first_chunk().map_or(0, |word| u32::from_le_bytes(*word));
            digits::pai(word, item.len()).is_some()
        };
        if self.value().split(|b| *b == b',').take(most + 1).all(is_pai) {
            return self.too_many_pais(most);
        }
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
    /// [`BadAttribute`](crate::ErrorKind::BadAttribute).
    #[inline]
    pub fn numbers<const N: usize>(self, min: usize, list: &mut List<i32, N>) -> Result<()> {
        let number = |(word, len)| digits::number(word, len);
        let plain = self.is_short() && list.fill(self.items(&mut None).map(number));
        if plain && list.len >= min { Ok(()) } else { self.any_numbers(min, list) }
    }

    /// Whether there are items, and they are read at once.
    #[inline]
    pub(super) fn is_short(self) -> bool {
        (1..MOST).contains(&self.len)
    }

    /// Numbers one digit at a time.
    #[cold]
    fn any_numbers<const N: usize>(self, min: usize, list: &mut List<i32, N>) -> Result<()> {
        list.clear();
        let mut numbers = Numbers::new(self);
        while !numbers.at_end() {
            let number = numbers.next_number()?;
            let number = i32::try_from(number).ok().filter(|n| n.unsigned_abs() <= MAX);
            let number = number.ok_or_else(|| self.bad("holds a number past 99,999,999"))?;
            let place = list.items.get_mut(list.len);
            *place.ok_or_else(|| self.bad(&format!("has more than {N} numbers")))? = number;
            list.len += 1;
        }
        if list.len < min {
            return Err(self.bad(&format!("has {} numbers, not {min}", list.len)));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;

    fn field(value: &str) -> Field<'_> {
        Field::new("ten", value)
    }

    fn numbers<const N: usize>(value: &str, min: usize) -> Result<List<i32, N>> {
        let mut list = List::new();
        field(value).numbers(min, &mut list).map(|()| list)
    }

    fn pais(value: &str) -> Result<List<Pai, 2>> {
        let mut list = List::new();
        field(value).pais(&mut list).map(|()| list)
    }

    #[test]
    fn lists() {
        assert_eq!(*numbers::<4>("250,-3,0", 3).unwrap(), [250, -3, 0]);
        assert_eq!(*numbers::<4>("-99999999,007", 2).unwrap(), [-99_999_999, 7]);
        assert_eq!(*numbers::<4>("1,000000000000002", 2).unwrap(), [1, 2]);
        assert_eq!(numbers::<64>(&"7,".repeat(40)[..79], 2).unwrap().len(), 40);
        assert!(numbers::<4>("", 0).unwrap().is_empty());
        for bad in [",", "1,", ",1", "1,,2", "1 ", "+1", "-", "1.0", "1,2,3,4,5", "100000000", "99999999999999999999"] {
            assert_eq!(numbers::<4>(bad, 0).unwrap_err().kind(), ErrorKind::BadAttribute, "{bad}");
        }
        assert!(numbers::<4>("1,2", 3).is_err());
    }

    #[test]
    fn tiles() {
        assert_eq!(pais("0,135").unwrap().len(), 2);
        assert!(pais("").unwrap().is_empty());
        let message = |value| pais(value).unwrap_err().message().to_owned();
        assert_eq!(message("0,1,2"), "ten=\"0,1,2\" has more than 2 tiles");
        assert_eq!(message("0,136,2"), "tile number 136 is not in 0 to 135");
        assert_eq!(message("0,1x,2"), "ten=\"0,1x,2\" is no list of whole numbers");
    }
}
