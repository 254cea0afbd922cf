//! MT19937, the 2002 "ar" version of the Mersenne Twister, which every seed of Tenhou starts.
//!
//! Own code: `init_by_array` and the outputs are all that a wall needs. Crates that offer them
//! bring `rand`'s traits along and draw one number a call; here a block of 624 is one loop over
//! an array, which compilers turn into vector instructions.

/// Words of state, and outputs to a block.
const N: usize = 624;
const M: usize = 397;

/// The generator.
#[derive(Clone, Debug)]
pub struct Mt19937 {
    state: [u32; N],
    /// The outputs of the state, ready to be taken.
    block: [u32; N],
    taken: usize,
}

impl Mt19937 {
    /// Starts as `init_by_array` does. An empty key counts as one zero.
    #[must_use]
    pub fn new(key: &[u32]) -> Self {
        let mut state = knuth(19_650_218);
        let key = if key.is_empty() { &[0][..] } else { key };
        let mut words = (0_u32..).zip(key).cycle();
        let mut i = 1;
        let mut last = state[0];
        // The reference counts down from the greater of both lengths.
        for _ in 0..N.max(key.len()) {
            let Some((place, word)) = words.next() else { break };
            last = (state[i] ^ scrambled(last).wrapping_mul(1_664_525)).wrapping_add(*word).wrapping_add(place);
            state[i] = last;
            i = around(&mut state, i);
        }
        for _ in 1..N {
            #[allow(clippy::cast_possible_truncation)] // below 624
            let place = i as u32;
            last = (state[i] ^ scrambled(last).wrapping_mul(1_566_083_941)).wrapping_sub(place);
            state[i] = last;
            i = around(&mut state, i);
        }
        state[0] = 0x8000_0000;
        Self { state, block: [0; N], taken: N }
    }

    /// The next output.
    pub fn next_word(&mut self) -> u32 {
        if self.taken >= N {
            self.refill();
        }
        let word = self.block[self.taken];
        self.taken += 1;
        word
    }

    /// The next outputs, as many as there is room for.
    pub fn fill(&mut self, words: &mut [u32]) {
        let mut rest = words;
        while !rest.is_empty() {
            if self.taken >= N {
                self.refill();
            }
            let ready = self.block.get(self.taken..).unwrap_or_default();
            let len = ready.len().min(rest.len());
            let (now, later) = rest.split_at_mut(len);
            now.copy_from_slice(&ready[..len]);
            self.taken += len;
            rest = later;
        }
    }

    #[inline(never)]
    fn refill(&mut self) {
        let state = &mut self.state;
        // Each word comes from itself, its neighbour and one 397 further on, in a ring.
        for i in 0..N - M {
            state[i] = state[i + M] ^ twisted(state[i], state[i + 1]);
        }
        for i in N - M..N - 1 {
            state[i] = state[i + M - N] ^ twisted(state[i], state[i + 1]);
        }
        state[N - 1] = state[M - 1] ^ twisted(state[N - 1], state[0]);
        for (out, word) in self.block.iter_mut().zip(state) {
            *out = tempered(*word);
        }
        self.taken = 0;
    }
}

/// `init_genrand`.
fn knuth(seed: u32) -> [u32; N] {
    let mut state = [seed; N];
    let mut last = seed;
    for (place, word) in (0_u32..).zip(&mut state).skip(1) {
        last = scrambled(last).wrapping_mul(1_812_433_253).wrapping_add(place);
        *word = last;
    }
    state
}

fn scrambled(word: u32) -> u32 {
    word ^ word >> 30
}

/// The next place; past the end the last word comes to the front.
fn around(state: &mut [u32; N], i: usize) -> usize {
    if i + 1 < N {
        return i + 1;
    }
    state[0] = state[N - 1];
    1
}

fn twisted(word: u32, next: u32) -> u32 {
    let mixed = word & 0x8000_0000 | next & 0x7fff_ffff;
    mixed >> 1 ^ (mixed & 1).wrapping_neg() & 0x9908_b0df
}

fn tempered(word: u32) -> u32 {
    let word = word ^ word >> 11;
    let word = word ^ word << 7 & 0x9d2c_5680;
    let word = word ^ word << 15 & 0xefc6_0000;
    word ^ word >> 18
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The beginning of mt19937ar.out, which its authors publish with the code: 1,000 outputs
    /// of `init_by_array({0x123, 0x234, 0x345, 0x456})`.
    #[test]
    fn the_published_outputs() {
        let mut mt = Mt19937::new(&[0x123, 0x234, 0x345, 0x456]);
        let first: [u32; 10] = core::array::from_fn(|_| mt.next_word());
        assert_eq!(
            first,
            [
                1_067_595_299,
                955_945_823,
                477_289_528,
                4_107_218_783,
                4_228_976_476,
                3_344_332_714,
                3_355_579_695,
                227_628_506,
                810_200_273,
                2_591_290_167
            ]
        );
        let last = (10..1000).map(|_| mt.next_word()).last();
        assert_eq!(last, Some(3_460_025_646));
    }

    /// The C++ standard names this one: the 10,000th output of the seed 5489.
    #[test]
    fn the_output_that_the_standard_names() {
        let mut mt = Mt19937 { state: knuth(5489), block: [0; N], taken: N };
        assert_eq!((0..10_000).map(|_| mt.next_word()).last(), Some(4_123_659_995));
    }

    #[test]
    fn outputs_come_one_by_one_or_many_at_once() {
        let (mut one, mut many) = (Mt19937::new(&[7; 700]), Mt19937::new(&[7; 700]));
        for len in [0, 1, 288, 623, 624, 625, 2000] {
            let mut words = vec![0; len];
            many.fill(&mut words);
            assert_eq!(words, (0..len).map(|_| one.next_word()).collect::<Vec<_>>());
        }
        assert_eq!(Mt19937::new(&[]).next_word(), Mt19937::new(&[0]).next_word());
    }
}
