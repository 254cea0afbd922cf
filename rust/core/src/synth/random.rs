//! Numbers at random: the same from the same seed on every machine.

/// `SplitMix64`: small, fast, and good enough for games.
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    /// A generator of its own for each pair of numbers: the seed is scattered before the stream
    /// joins it, so neither numbers that change places nor neighbours meet.
    pub(super) fn new(seed: u64, stream: u64) -> Self {
        let scattered = Self(seed).next();
        Self(Self(scattered.wrapping_add(stream)).next())
    }

    /// The next number.
    #[allow(clippy::should_implement_trait)] // it has no end
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below this one; 0 for 0.
    #[allow(clippy::cast_possible_truncation)] // less than `end`
    pub(super) fn word(&mut self, end: u32) -> u32 {
        // The upper half of the product: its bias is far below what anyone could count.
        (((self.next() >> 32) * u64::from(end)) >> 32) as u32
    }

    /// The same for a small number.
    #[allow(clippy::cast_possible_truncation)] // less than `end`
    pub(super) fn small(&mut self, end: u8) -> u8 {
        self.word(end.into()) as u8
    }

    /// A place in a list of so many.
    pub(super) fn below(&mut self, len: usize) -> usize {
        self.word(u32::try_from(len).unwrap_or(u32::MAX)) as usize
    }

    /// True so many times in a thousand.
    pub(super) fn chance(&mut self, permille: u32) -> bool {
        self.word(1000) < permille
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::Random;

    #[test]
    fn numbers_are_those_of_the_reference() {
        // The first outputs for the seed 1234567 as published with SplitMix64.
        let mut random = Random(1_234_567);
        let numbers: Vec<_> = (0..3).map(|_| random.next()).collect();
        assert_eq!(numbers, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn every_number_below_comes() {
        let mut random = Random::new(1, 0);
        let mut seen = [0; 6];
        (0..6000).for_each(|_| seen[random.below(6)] += 1);
        assert!(seen.iter().all(|count| (850..1150).contains(count)), "{seen:?}");
        assert_eq!(random.below(0), 0);
    }

    #[test]
    fn every_pair_of_numbers_has_a_generator() {
        let numbers = || (0..40).flat_map(|number| [number, u64::MAX - number, 1 << 63 | number]);
        let pairs = numbers().flat_map(|seed| numbers().map(move |stream| (seed, stream)));
        let first: HashSet<_> = pairs.map(|(seed, stream)| Random::new(seed, stream).next()).collect();
        assert_eq!(first.len(), 120 * 120);
    }
}
