//! Tile numbers from their digits, without a branch on how many there are.
//!
//! A log names some 1,500 tiles, with one to three digits each; which is next can't be
//! predicted. So they are not taken apart one by one: all of them are one look into a table
//! in which no two tiles meet.

use crate::pai::Pai;

/// The digits of a tile (at most three bytes, the first lowest) and the tile.
#[derive(Clone, Copy)]
struct Entry {
    digits: u32,
    pai: Pai,
}

/// Where no tile is: more digits than any has.
const NONE: Entry = Entry { digits: u32::MAX, pai: Pai::of(0, 0) };

const TABLE_BITS: u32 = 8;

/// Found by search.
const MULTIPLIER: u32 = 0x6d9b_0939;

const fn place(digits: u32) -> usize {
    (digits.wrapping_mul(MULTIPLIER) >> (32 - TABLE_BITS)) as usize
}

static TABLE: [Entry; 1 << TABLE_BITS] = {
    let mut table = [NONE; 1 << TABLE_BITS];
    let mut number = 0_u8;
    while number < Pai::COUNT {
        let (hundreds, tens, ones) = (b'0' + number / 100, b'0' + number / 10 % 10, b'0' + number % 10);
        let digits = match number {
            0..=9 => [ones, 0, 0, 0],
            10..=99 => [tens, ones, 0, 0],
            _ => [hundreds, tens, ones, 0],
        };
        let digits = u32::from_le_bytes(digits);
        assert!(table[place(digits)].digits == u32::MAX, "two tiles meet");
        table[place(digits)] = Entry { digits, pai: Pai::of(number / 4, number % 4) };
        number += 1;
    }
    table
};

/// The tile that the first `len` bytes of a word name.
#[inline]
pub(super) fn pai(word: u32, len: usize) -> Option<Pai> {
    let digits = word & MASKS[len & 3];
    let entry = TABLE[place(digits)];
    if entry.digits == digits && len <= 3 { Some(entry.pai) } else { None }
}

/// Which bytes of a word count, by number of digits.
static MASKS: [u32; 4] = [0, 0xff, 0xffff, 0x00ff_ffff];

#[cfg(test)]
mod tests {
    use super::*;

    fn named(text: &str) -> Option<Pai> {
        let word = format!("{text},,,,");
        pai(u32::from_le_bytes(word.as_bytes()[..4].try_into().unwrap()), text.len())
    }

    #[test]
    fn every_number_and_no_other() {
        for number in 0..2000_u16 {
            assert_eq!(named(&number.to_string()), Pai::get(number));
        }
        for text in ["00", "05", "000", "1x", "  5", "", "-1", "\0\0\0", "1350", "0135"] {
            assert_eq!(named(text), None, "{text}");
        }
    }
}
