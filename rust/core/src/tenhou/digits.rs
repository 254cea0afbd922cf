//! Tile numbers from their digits, without a branch on how many there are.
//!
//! A log names some 1,500 tiles, with one to three digits each; which is next can't be
//! predicted. So they are not taken apart one by one: all of them are one look into a table
//! in which no two tiles meet.

use crate::pai::Pai;

/// The digits of a tile, the first lowest, with ones in the bytes behind them, and the tile.
#[derive(Clone, Copy)]
struct Entry {
    digits: u32,
    pai: Pai,
}

/// Where no tile is: no word becomes this.
const NONE: Entry = Entry { digits: 0, pai: Pai::of(0, 0) };

/// Which bytes of a word do not count, by number of digits. They become what no text has; all
/// of them where there are too many.
static BEHIND: [u32; 64] = {
    let mut behind = [u32::MAX; 64];
    (behind[1], behind[2], behind[3]) = (0xffff_ff00, 0xffff_0000, 0xff00_0000);
    behind
};

const TABLE_BITS: u32 = 8;

/// Found by search.
const MULTIPLIER: u32 = 0x3b03_138b;

const fn place(digits: u32) -> usize {
    (digits.wrapping_mul(MULTIPLIER) >> (32 - TABLE_BITS)) as usize
}

static TABLE: [Entry; 1 << TABLE_BITS] = {
    let mut table = [NONE; 1 << TABLE_BITS];
    let mut number = 0_u8;
    while number < Pai::COUNT {
        let (hundreds, tens, ones) = (b'0' + number / 100, b'0' + number / 10 % 10, b'0' + number % 10);
        let digits = match number {
            0..=9 => [ones, 0xff, 0xff, 0xff],
            10..=99 => [tens, ones, 0xff, 0xff],
            _ => [hundreds, tens, ones, 0xff],
        };
        let digits = u32::from_le_bytes(digits);
        assert!(table[place(digits)].digits == 0, "two tiles meet");
        table[place(digits)] = Entry { digits, pai: Pai::of(number / 4, number % 4) };
        number += 1;
    }
    table
};

/// The tile that the first `len` bytes of a word name.
#[inline]
pub(super) fn pai(word: u32, len: usize) -> Option<Pai> {
    let digits = word | BEHIND.get(len)?;
    let entry = TABLE[place(digits)];
    if entry.digits == digits { Some(entry.pai) } else { None }
}

/// The same for fewer than 64 bytes and without a branch: a tile, which is the right one if
/// the number with it is zero.
#[inline]
pub(super) fn pai_or_not(word: u32, len: usize) -> (Pai, u32) {
    let digits = word | BEHIND[len % BEHIND.len()];
    let entry = TABLE[place(digits)];
    (entry.pai, entry.digits ^ digits)
}

/// The number that the first `len` bytes of a word are: at most eight digits, or seven
/// behind a `-`. None of what is not so, and of longer ones.
#[inline]
pub(super) fn number(word: u64, len: usize) -> Option<i32> {
    let negative = word & 0xff == u64::from(b'-');
    let (word, len) = if negative { (word >> 8, len.wrapping_sub(1)) } else { (word, len) };
    let number = match len {
        1..=4 => four_digits(word, len)?,
        5..=7 => eight_digits(word, len)?,
        8 if !negative => eight_digits(word, len)?,
        _ => return None,
    };
    Some(if negative { -number } else { number })
}

/// One to four digits, which nearly all numbers have.
#[inline]
fn four_digits(word: u64, len: usize) -> Option<i32> {
    const ZEROS: u32 = u32::from_le_bytes([b'0'; 4]);
    let [a, b, c, d, ..] = word.to_le_bytes();
    // The digits' values, the last one highest, with zeros before the first.
    let digits = (u32::from_le_bytes([a, b, c, d]) ^ ZEROS) << (32 - 8 * len);
    // A byte past 9 has a high bit, or gets one.
    if (digits | digits.wrapping_add(0x7676_7676)) & 0x8080_8080 != 0 {
        return None;
    }
    // Pairs, then all four.
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8) & 0x00ff_00ff;
    Some((pairs.wrapping_mul(100).wrapping_add(pairs >> 16) & 0xffff).cast_signed())
}

/// One to eight digits, in the same way.
#[inline(never)]
fn eight_digits(word: u64, len: usize) -> Option<i32> {
    const ZEROS: u64 = u64::from_le_bytes([b'0'; 8]);
    let digits = (word ^ ZEROS) << (64 - 8 * len);
    if (digits | digits.wrapping_add(u64::from_le_bytes([0x76; 8]))) & u64::from_le_bytes([0x80; 8]) != 0 {
        return None;
    }
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8) & 0x00ff_00ff_00ff_00ff;
    let fours = pairs.wrapping_mul(100).wrapping_add(pairs >> 16) & 0x0000_ffff_0000_ffff;
    i32::try_from(fours.wrapping_mul(10_000).wrapping_add(fours >> 32) & 0xffff_ffff).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(text: &str) -> Option<Pai> {
        let word = format!("{text},,,,");
        pai(u32::from_le_bytes(word.as_bytes()[..4].try_into().unwrap()), text.len())
    }

    fn read(text: &str) -> Option<i32> {
        let word = format!("{text},,,,,,,,");
        number(u64::from_le_bytes(word.as_bytes()[..8].try_into().unwrap()), text.len())
    }

    #[test]
    fn numbers() {
        for value in (0..100_000).chain([99_999_999, 12_345_678, 9_999_999, 1_234_567]) {
            assert_eq!(read(&value.to_string()), Some(value));
            assert_eq!(read(&format!("-{value}")), Some(-value).filter(|_| value < 10_000_000));
        }
        for text in ["", "-", "1x", "x1", " 1", "1 ", "1.0", "--1", "+1", "123456789", ":", "/", "1\u{80}", "\u{ff}"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(read("0007"), Some(7));
    }

    #[test]
    fn every_number_and_no_other() {
        for number in 0..2000_u16 {
            assert_eq!(named(&number.to_string()), Pai::get(number));
        }
        for text in ["00", "05", "000", "1x", "  5", "", "-1", "\0\0\0", "59\0", "5\0", "1350", "0135"] {
            assert_eq!(named(text), None, "{text}");
        }
    }
}
