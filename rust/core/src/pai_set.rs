//! Which of the 136 tiles are there: what sorts a hand, and finds a tile that stands twice.

use core::array;

use crate::pai::Pai;

/// A set of tiles that also knows how many there are of each kind. To add a tile is to add a
/// row of a table, the same work for all of them: which comes next can't be predicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaiSet {
    row: [u64; 4],
    /// The numbers of the first two that were to be added twice.
    repeated: [u8; 2],
}

/// In place of a tile's number.
const NONE: u8 = u8::MAX;

/// What a tile adds: in the first two words its bit; in the third the bits of the last eight
/// tiles, then six bytes for 萬子 and 筒子; in the last six bytes for 索子 and 字牌. A byte
/// counts the tiles of three kinds, as digits to base five.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Row([u64; 4]);

static ROWS: [Row; 256] = {
    let mut rows = [Row([0; 4]); 256];
    let mut n = 0_u8;
    while n < Pai::COUNT {
        let row = &mut rows[n as usize].0;
        row[n as usize / 64] = 1 << (n % 64);
        let (suit, rank) = (n / 36, n / 4 % 9);
        let (word, byte) = if suit < 2 { (2, 1 + suit * 3 + rank / 3) } else { (3, (suit - 2) * 3 + rank / 3) };
        row[word] |= [1, 5, 25][(rank % 3) as usize] << (8 * byte);
        n += 1;
    }
    rows
};

/// The fives that may be red.
const FIVES: [u8; 3] = [16, 52, 88];

impl PaiSet {
    /// No tiles.
    pub const EMPTY: Self = Self { row: [0; 4], repeated: [NONE; 2] };

    /// These tiles.
    #[must_use]
    pub fn of(tiles: &[Pai]) -> Self {
        let mut set = Self::EMPTY;
        for &pai in tiles {
            set.add(pai);
        }
        if set.len() == tiles.len() { set } else { Self::of_repeated(tiles) }
    }

    #[cold]
    fn of_repeated(tiles: &[Pai]) -> Self {
        let mut set = Self::EMPTY;
        for &pai in tiles {
            if !set.contains(pai) {
                set.add(pai);
            } else if !set.repeated.contains(&pai.number())
                && let Some(place) = set.repeated.iter_mut().find(|place| **place == NONE)
            {
                *place = pai.number();
            }
        }
        set
    }

    /// Adds a tile. One that is there already makes [`PaiSet::len`] less than the number of
    /// tiles that were added, and the rest wrong.
    #[inline]
    pub(crate) fn add(&mut self, pai: Pai) {
        let row = &ROWS[usize::from(pai.number())].0;
        self.row = array::from_fn(|i| self.row[i].wrapping_add(row[i]));
    }

    /// Takes a tile out, if it is there, however often it was to be added.
    pub fn remove(&mut self, pai: Pai) {
        if self.contains(pai) {
            let row = &ROWS[usize::from(pai.number())].0;
            self.row = array::from_fn(|i| self.row[i].wrapping_sub(row[i]));
        }
        self.repeated = self.repeated.map(|number| if number == pai.number() { NONE } else { number });
    }

    /// Whether a tile is there.
    #[inline]
    #[must_use]
    pub fn contains(&self, pai: Pai) -> bool {
        self.row[usize::from(pai.number() / 64) % 4] >> (pai.number() % 64) & 1 == 1
    }

    /// How many tiles are there.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        // Sums of powers of two have as many ones as summands only where no two are equal.
        let ones = |word: u64| word.count_ones() as usize;
        ones(self.row[0]) + ones(self.row[1]) + ones(self.row[2] & 0xff)
    }

    /// Whether there is no tile.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        // Each tile counts in its suit; words are asked one by one, as they are written.
        self.row[2] | self.row[3] == 0
    }

    /// The first tile that was to be added twice.
    #[inline]
    #[must_use]
    pub fn repeated(&self) -> Option<Pai> {
        let [first, second] = self.repeated;
        Pai::get((if first == NONE { second } else { first }).into())
    }

    /// How many tiles there are of the kinds 1 to 3, 4 to 6 and 7 to 9 of each suit, as digits
    /// to base five: a suit's three bytes, the lowest first.
    #[inline]
    pub(crate) fn kinds(&self) -> [u32; 4] {
        let [.., mp, sz] = self.row;
        let bytes = |word: u64| word.to_le_bytes();
        let ([_, m0, m1, m2, p0, p1, p2, _], [s0, s1, s2, z0, z1, z2, ..]) = (bytes(mp), bytes(sz));
        [[m0, m1, m2], [p0, p1, p2], [s0, s1, s2], [z0, z1, z2]].map(|[a, b, c]| u32::from_le_bytes([a, b, c, 0]))
    }

    /// Of each suit with fives, whether the one that may be red is there.
    #[inline]
    pub(crate) fn fives(&self) -> [bool; 3] {
        FIVES.map(|n| self.row[usize::from(n) / 64] >> (n % 64) & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pais(numbers: &[u16]) -> Vec<Pai> {
        numbers.iter().map(|&n| Pai::new(n).unwrap()).collect()
    }

    #[test]
    fn every_tile_comes_and_goes() {
        let mut all = PaiSet::of(&pais(&(0..136).collect::<Vec<_>>()));
        assert_eq!((all.len(), all.repeated()), (136, None));
        assert_eq!(all.kinds(), [[124; 3], [124; 3], [124; 3], [124, 124, 4]].map(|[a, b, c]| a | b << 8 | c << 16));
        for n in (0..136).rev() {
            let pai = Pai::new(n).unwrap();
            assert!(all.contains(pai));
            all.remove(pai);
            all.remove(pai);
            assert!(!all.contains(pai));
            assert_eq!(all.len(), usize::from(n));
        }
        assert_eq!((all, all.is_empty()), (PaiSet::EMPTY, true));
    }

    #[test]
    fn each_tile_is_told_that_stands_twice() {
        for n in 0..136 {
            for times in 2..14 {
                let set = PaiSet::of(&pais(&[vec![(n + 1) % 136], vec![n; times]].concat()));
                assert_eq!((set.len(), set.repeated()), (2, Some(Pai::new(n).unwrap())));
            }
        }
        let mut set = PaiSet::of(&pais(&[5, 9, 9, 5, 9, 7, 7]));
        for (next, len) in [(9, 3), (5, 2)] {
            let pai = Pai::new(next).unwrap();
            assert_eq!((set.repeated(), set.len()), (Some(pai), len));
            set.remove(pai);
        }
        assert_eq!((set.repeated(), set.len()), (None, 1));
    }
}
