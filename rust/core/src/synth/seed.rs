//! The seed of a game's walls, as SHUFFLE has it.

use super::random::Random;
use crate::tenhou::seed::Form;

/// The words of a seed.
const WORDS: usize = 624;

/// 64 letters for six bits.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// A seed at random, as text.
pub(super) fn text(random: &mut Random) -> String {
    let mut bytes = Vec::with_capacity(WORDS * 4);
    for _ in 0..WORDS / 2 {
        bytes.extend(random.next().to_le_bytes());
    }
    let mut text = format!("{},", Form::Base64.name());
    // 2,496 bytes are threes without a rest.
    for &[a, b, c] in bytes.as_chunks::<3>().0 {
        let bits = u32::from_be_bytes([0, a, b, c]);
        text.extend([18, 12, 6, 0].map(|shift| char::from(LETTERS[(bits >> shift & 63) as usize])));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tenhou::seed::Seed;

    #[test]
    fn the_words_are_those_of_the_generator() {
        let words = Seed::words(&text(&mut Random::new(7, 0))).unwrap();
        let mut random = Random::new(7, 0);
        let expected: Vec<u32> = (0..WORDS / 2)
            .flat_map(|_| {
                let number = random.next();
                [u32::try_from(number & 0xffff_ffff).unwrap(), u32::try_from(number >> 32).unwrap()]
            })
            .collect();
        assert_eq!(words, expected);
    }
}
