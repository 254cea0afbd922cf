//! Numbers as decimal digits, in a block of eight bytes and without a branch on how many
//! there are: that can't be predicted, and writing some of eight bytes is no cheaper.

/// Digits, and how many they are.
type Digits = ([u8; 8], usize);

/// Three digits or less for each number below 1000, and how many there are.
static SMALL: [[u8; 4]; 1000] = {
    let mut table = [[0; 4]; 1000];
    let mut n = 0;
    while n < table.len() {
        let digits = [digit(n / 100), digit(n / 10 % 10), digit(n % 10)];
        table[n] = match n {
            0..10 => [digits[2], 0, 0, 1],
            10..100 => [digits[1], digits[2], 0, 2],
            _ => [digits[0], digits[1], digits[2], 3],
        };
        n += 1;
    }
    table
};

const fn digit(n: usize) -> u8 {
    b'0' + n.to_le_bytes()[0]
}

/// A number below 1000.
#[inline]
pub(super) fn small(n: i64) -> Option<Digits> {
    let &[a, b, c, len] = SMALL.get(usize::try_from(n).ok()?)?;
    Some(([a, b, c, 0, 0, 0, 0, 0], len.into()))
}

/// A multiple of a hundred with less than six digits, as scores are.
#[inline]
pub(super) fn hundreds(n: i64) -> Option<Digits> {
    let hundreds = n / 100;
    if hundreds * 100 != n {
        return None;
    }
    let &[a, b, c, len] = SMALL.get(usize::try_from(hundreds.unsigned_abs()).ok()?)?;
    let digits =
        u64::from(u32::from_le_bytes([a, b, c, 0])) | u64::from_le_bytes(*b"00\0\0\0\0\0\0") << (8 * (len & 3));
    let (minus, negative) = (u64::from(b'-'), n < 0);
    let text = if negative { digits << 8 | minus } else { digits };
    // Nothing follows a zero.
    let zeros = if n == 0 { 0 } else { 2 };
    Some((text.to_le_bytes(), usize::from(len) + zeros + usize::from(negative)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text((digits, len): Digits) -> String {
        String::from_utf8(digits[..len].to_vec()).unwrap()
    }

    #[test]
    fn every_number_of_either_sort() {
        for n in -2000..2000 {
            assert_eq!(small(n).map(text), Some(n.to_string()).filter(|_| (0..1000).contains(&n)));
            assert_eq!(hundreds(n * 100).map(text), Some((n * 100).to_string()).filter(|_| n.abs() < 1000));
        }
        assert_eq!((hundreds(50), small(i64::MIN), hundreds(i64::MIN)), (None, None, None));
    }
}
