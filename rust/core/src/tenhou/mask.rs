//! Which bytes of a block are of some sort, as bits: lengths that can't be predicted are
//! counted, not looped over.

/// Bit i is set where byte i is `byte`.
#[inline]
pub(super) fn equals(blocks: &[u8; 64], byte: u8) -> u64 {
    let mut bits = 0;
    for (i, block) in blocks.as_chunks::<16>().0.iter().enumerate() {
        bits |= u64::from(arch::equal(block, byte)) << (16 * i);
    }
    bits
}

/// Where a value in double quotes may end or need care: `"`, `&`, `<`, below space.
#[inline]
pub(super) fn special(block: &[u8; 16]) -> u32 {
    arch::special(block)
}

/// The same in 32 bytes.
#[inline]
pub(super) fn specials(blocks: &[u8; 32]) -> u32 {
    let (low, high) = blocks.split_at(16);
    let [low, high] = [low, high].map(|block| block.first_chunk().map_or(0, arch::special));
    low | high << 16
}

/// Length of the name at the beginning of a block, which ends below `0` or at one of
/// `: ; < = >`; 16 where it goes on.
#[inline]
pub(super) fn name_len(block: &[u8; 16]) -> usize {
    // A bit behind the block: a name that goes on must not look like one of 32 bytes.
    (arch::name_end(block) | 1 << 16).trailing_zeros() as usize
}

/// SSE2 is part of every x86-64 processor.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)] // the compiler asks for it in spite of the above; docs/PERFORMANCE.md has the gain
mod arch {
    use core::arch::x86_64::{
        __m128i, _mm_add_epi8, _mm_cmpeq_epi8, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128, _mm_set_epi64x,
        _mm_set1_epi8,
    };

    #[inline]
    fn half(block: &[u8; 16], from: usize) -> i64 {
        block.get(from..).and_then(<[u8]>::first_chunk).map_or(0, |half| i64::from_le_bytes(*half))
    }

    /// Lanes with all bits set or none, as bits.
    #[inline]
    fn bits(block: &[u8; 16], lanes: impl Fn(__m128i) -> __m128i) -> u32 {
        let (low, high) = (half(block, 0), half(block, 8));
        // SAFETY: SSE2 is part of x86-64; values only, no pointers.
        unsafe { _mm_movemask_epi8(lanes(_mm_set_epi64x(high, low))).cast_unsigned() }
    }

    #[inline]
    fn is(lanes: __m128i, byte: u8) -> __m128i {
        // SAFETY: as above.
        unsafe { _mm_cmpeq_epi8(lanes, _mm_set1_epi8(byte.cast_signed())) }
    }

    #[inline]
    fn at_most(lanes: __m128i, byte: u8) -> __m128i {
        // SAFETY: as above.
        unsafe { _mm_cmpeq_epi8(_mm_min_epu8(lanes, _mm_set1_epi8(byte.cast_signed())), lanes) }
    }

    #[inline]
    fn or(one: __m128i, other: __m128i) -> __m128i {
        // SAFETY: as above.
        unsafe { _mm_or_si128(one, other) }
    }

    #[inline]
    pub(super) fn equal(block: &[u8; 16], byte: u8) -> u32 {
        bits(block, |lanes| is(lanes, byte))
    }

    #[inline]
    pub(super) fn special(block: &[u8; 16]) -> u32 {
        bits(block, |lanes| {
            // Only `"` and `&` become `&` when bit 2 is set.
            // SAFETY: as above.
            let quotes = is(or(lanes, unsafe { _mm_set1_epi8(4) }), b'&');
            or(quotes, or(is(lanes, b'<'), at_most(lanes, 0x1f)))
        })
    }

    #[inline]
    pub(super) fn name_end(block: &[u8; 16]) -> u32 {
        bits(block, |lanes| {
            // SAFETY: as above.
            let from_colon = unsafe { _mm_add_epi8(lanes, _mm_set1_epi8(b':'.wrapping_neg().cast_signed())) };
            or(at_most(lanes, b'/'), at_most(from_colon, b'>' - b':'))
        })
    }
}

/// The same, byte by byte, for every other processor.
#[cfg(not(target_arch = "x86_64"))]
mod arch {
    pub(super) use super::plain::{equal, name_end, special};
}

#[cfg(any(test, not(target_arch = "x86_64")))]
mod plain {
    fn bits(block: &[u8; 16], is: impl Fn(u8) -> bool) -> u32 {
        block.iter().rev().fold(0, |bits, &b| bits << 1 | u32::from(is(b)))
    }

    pub(super) fn equal(block: &[u8; 16], byte: u8) -> u32 {
        bits(block, |b| b == byte)
    }

    pub(super) fn special(block: &[u8; 16]) -> u32 {
        bits(block, |b| matches!(b, b'"' | b'&' | b'<' | 0..=0x1f))
    }

    pub(super) fn name_end(block: &[u8; 16]) -> u32 {
        bits(block, |b| matches!(b, 0..=b'/' | b':'..=b'>'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_go_on() {
        assert_eq!(name_len(b"hai0=\"1,2,3,4,5\""), 4);
        assert_eq!(name_len(b"abcdefghijklmno="), 15);
        assert_eq!(name_len(b"abcdefghijklmnop"), 16);
    }

    #[test]
    fn both_ways_agree_on_every_byte() {
        for byte in 0..=u8::MAX {
            for at in 0..16 {
                let mut block = [b'a'; 16];
                block[at] = byte;
                assert_eq!(arch::equal(&block, byte), plain::equal(&block, byte));
                assert_eq!(arch::special(&block), plain::special(&block), "{byte}");
                assert_eq!(arch::name_end(&block), plain::name_end(&block), "{byte}");
            }
        }
    }
}
