//! 待ち: the tiles that complete a hand, found fast.
//!
//! [`Shoupai::tingpai`](super::Shoupai::tingpai) asks a crate that knows how far any hand is
//! from winning; here it is tenpai or not, and most hands are told by the numbers of tiles in
//! their suits alone.

use super::tile::{Counts, HONOURS, NUMBERS, Tile, Word, digit, one, tiles};

/// Kinds of tiles, 0 (一萬) to 33 (中), as a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Kinds(u64);

impl Kinds {
    /// None.
    pub const NONE: Self = Self(0);
    /// Each 1, each 9 and each honour (幺九牌).
    pub const YAOJIU: Self = Self(0x101 | 0x101 << 9 | 0x101 << 18 | 0x7f << 27);
    /// The winds.
    pub const WINDS: Self = Self(0xf << 27);

    /// The kinds whose bits are set, from bit 0 on; the crate `xiangting` gives sets so.
    #[inline]
    pub(crate) const fn of_bits(bits: u64) -> Self {
        Self(bits & ((1 << 34) - 1))
    }

    /// A bit for each kind.
    #[inline]
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// One kind.
    #[inline]
    #[must_use]
    pub const fn of(kind: u8) -> Self {
        Self(1 << (kind & 63))
    }

    /// These and those.
    #[inline]
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Those that are in both.
    #[inline]
    #[must_use]
    pub const fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// All other kinds.
    #[must_use]
    pub const fn others(self) -> Self {
        Self(!self.0 & ((1 << 34) - 1))
    }

    /// Whether a kind is among them.
    #[inline]
    #[must_use]
    pub const fn has(self, kind: u8) -> bool {
        self.0 >> (kind & 63) & 1 != 0
    }

    /// Whether there is none.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Each of them, ascending.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        let mut left = self.0;
        core::iter::from_fn(move || {
            let kind = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            if kind < 64 { Some(kind as u8) } else { None }
        })
    }
}

/// The kind of a number in a suit.
#[inline]
const fn kind(suit: u8, number: u8) -> u8 {
    9 * suit + number - 1
}

impl Counts {
    /// The kinds that are there.
    #[must_use]
    pub(crate) fn kinds(&self) -> Kinds {
        let mut kinds = 0;
        for (word, suit) in self.0.iter().zip(0..) {
            for number in 1..=9 {
                kinds |= u64::from(digit(*word, number) > 0) << kind(suit, number);
            }
        }
        Kinds(kinds)
    }

    /// The kinds that complete these concealed tiles, one fewer than a whole hand; `closed` where
    /// there are no melds. A kind of which all four are concealed is none.
    #[must_use]
    pub(crate) fn waits(&self, closed: bool) -> Kinds {
        let words = self.0.map(|word| word & NUMBERS);
        let mut waits = general(words);
        if closed {
            waits |= qidui(words) | guoshi(words);
        }
        for kind in Kinds(waits).iter() {
            if digit(self.suit(kind / 9), kind % 9 + 1) >= 4 {
                waits &= !(1 << kind);
            }
        }
        Kinds(waits)
    }
}

/// Waits for one pair and sets. Without its last tile either the pair's suit has one tile too
/// many, or two suits have two: one the pair, one most of a set.
fn general(words: [Word; 4]) -> u64 {
    let left = words.map(|word| tiles(word) % 3);
    let (ones, twos) = left.iter().fold((0, 0), |(ones, twos), n| (ones + n % 2, twos + n / 2));
    if (ones, twos) != (1, 0) && (ones, twos) != (0, 2) {
        return 0;
    }
    let whole = |suit: usize| left[suit] != 0 || is_sets(suit, words[suit]);
    if !(0..4).all(whole) {
        return 0;
    }
    let mut waits = 0;
    for suit in (0..4).filter(|suit| left[*suit] != 0) {
        let done: fn(usize, Word) -> bool = if ones == 1 {
            is_sets_and_pair
        } else {
            let other = (0..4).find(|other| *other != suit && left[*other] == 2).unwrap_or(suit);
            if !is_sets_and_pair(other, words[other]) {
                continue;
            }
            is_sets
        };
        let last = if suit == usize::from(HONOURS) { 7 } else { 9 };
        for number in 1..=last {
            if near(suit, words[suit], number) && done(suit, words[suit] + one(number)) {
                waits |= 1 << kind(suit as u8, number);
            }
        }
    }
    waits
}

/// Whether there is a tile that one of this number could stand with.
#[inline]
fn near(suit: usize, word: Word, number: u8) -> bool {
    // Two numbers on each side, of honours the same alone. Below 1 stands nothing, once the red
    // fives are taken away.
    let span: Word = if suit == usize::from(HONOURS) { 0xf00 } else { 0xf_ffff };
    (word << 8) >> (4 * number) & span != 0
}

/// Whether a suit is nothing but sets.
#[inline]
fn is_sets(suit: usize, mut word: Word) -> bool {
    if suit == usize::from(HONOURS) {
        return word == 3 * (word & 0x1111_1110);
    }
    while word != 0 {
        let low = word.trailing_zeros() & !3;
        // Three runs are as good as three triplets: of the lowest number only what three
        // leave has to begin runs.
        let count = word >> low & 15;
        let runs = count % 3;
        word -= (count - runs) << low;
        let rest = word >> low;
        if runs != 0 && (low > 28 || rest >> 4 & 15 < runs || rest >> 8 & 15 < runs) {
            return false;
        }
        word -= (runs * 0x111) << low;
    }
    true
}

/// Whether a suit is a pair and sets.
fn is_sets_and_pair(suit: usize, word: Word) -> bool {
    // Of a set the numbers' sum is a multiple of 3: so twice the pair's number leaves what all leave.
    let sum: u64 = (1..=9).map(|number| u64::from(number) * u64::from(digit(word, number))).sum();
    let right = |number: &u8| suit == usize::from(HONOURS) || u64::from(2 * number) % 3 == sum % 3;
    (1..=9).filter(right).any(|number| digit(word, number) >= 2 && is_sets(suit, word - 2 * one(number)))
}

/// The wait of six pairs and a seventh tile.
fn qidui(words: [Word; 4]) -> u64 {
    let (mut pairs, mut single) = (0, 0);
    for (word, suit) in words.into_iter().zip(0..) {
        for number in 1..=9 {
            match digit(word, number) {
                0 => {}
                2 => pairs += 1,
                1 if single == 0 => single = 1 << kind(suit, number),
                _ => return 0,
            }
        }
    }
    if pairs == 6 { single } else { 0 }
}

/// The waits of thirteen orphans.
fn guoshi(words: [Word; 4]) -> u64 {
    let (mut there, mut pairs) = (0, 0);
    for (word, suit) in words.into_iter().zip(0..) {
        for number in 1..=9 {
            let count = digit(word, number);
            let kind = kind(suit, number);
            if count > 0 && !Kinds::YAOJIU.has(kind) || count > 2 {
                return 0;
            }
            there |= u64::from(count > 0) << kind;
            pairs += u32::from(count == 2);
        }
    }
    match (there.count_ones(), pairs) {
        (13, 0) => Kinds::YAOJIU.0,
        (12, 1) => Kinds::YAOJIU.0 & !there,
        _ => 0,
    }
}

impl Tile {
    /// The tile that a number stands for, at a table with red fives (`red`) or without.
    #[inline]
    #[must_use]
    pub const fn of_pai(pai: crate::pai::Pai, red: bool) -> Self {
        let kind = pai.kind();
        let (suit, number) = (kind / 9, kind % 9 + 1);
        Self { suit, number, red: red && number == 5 && suit != HONOURS && pai.copy() == 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Fulou, Shoupai};
    use super::*;

    /// The waits that the crate `xiangting` counts.
    fn slow(hand: &Shoupai) -> Kinds {
        if hand.xiangting().unwrap() != 0 {
            return Kinds::NONE;
        }
        let waits = hand.tingpai().unwrap().unwrap();
        waits.iter().fold(Kinds::NONE, |all, tile| all.with(Kinds::of(kind(tile.suit, tile.number))))
    }

    fn text(kinds: Kinds) -> String {
        kinds.iter().map(|kind| Tile::new(kind / 9, kind % 9 + 1).unwrap().to_string()).collect()
    }

    #[test]
    fn waits_of_hands() {
        for (hand, waits) in [
            ("m123p456s789z1112", "z2"),
            ("m23p456s789z11122", "m1m4"),
            ("m1112345678999", "m1m2m3m4m5m6m7m8m9"),
            ("m19p19s19z1234567", "m1m9p1p9s1s9z1z2z3z4z5z6z7"),
            ("m19p19s19z1234566", "z7"),
            ("m1122334455667", "m1m4m7"),
            ("m1133p2244s5566z1", "z1"),
            ("m1133p2244s5556z1", ""),
            ("m1111p123s123z111", ""),
            ("p123s123z111m1,m111-", "m1"),
            ("s2,z111=,p111=,m123-,s345-", "s2"),
            ("m12p456s789z11122", "m3"),
            ("m13p456s789z11122", "m2"),
            ("p123s123z11122", ""),
        ] {
            let hand = Shoupai::parse(hand).unwrap();
            if hand.len() + 3 * hand.melds.len() == 13 {
                assert_eq!(text(hand.bingpai.waits(hand.melds.list.is_empty())), waits, "{hand}");
            }
        }
    }

    /// Numbers that look random, the same each time.
    fn numbers() -> impl FnMut(u32) -> u32 {
        let mut state = 1_u64;
        move |below| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as u32 % below
        }
    }

    #[test]
    fn waits_are_those_of_the_crate() {
        let (mut random, mut ready) = (numbers(), 0);
        for round in 0..30_000_u32 {
            // Hands of few kinds, near to winning: sets, then a tile or two moved.
            let melds = round % 5;
            let melds = if melds == 4 { 0 } else { melds };
            let mut counts = [[0_u8; 10]; 4];
            let mut hand = Vec::new();
            while hand.len() < 13 - 3 * melds as usize {
                let (suit, number) = (random(4), 1 + random(9));
                let sets: &[u32] = match random(4) {
                    0 => &[0, 0, 0],
                    1 => &[0, 0],
                    2 => &[0],
                    _ => &[0, 1, 2],
                };
                for step in sets {
                    let number = number + if suit == 3 { 0 } else { *step };
                    let most = if suit == 3 { 7 } else { 9 };
                    let count = &mut counts[suit as usize][number.min(most) as usize];
                    if *count < 4 && hand.len() < 13 - 3 * melds as usize {
                        *count += 1;
                        hand.push((suit, number.min(most)));
                    }
                }
            }
            let mut shoupai = Shoupai::default();
            for (suit, number) in hand {
                shoupai.bingpai.add(Tile::new(suit as u8, number as u8).unwrap());
                shoupai.len += 1;
            }
            for number in 0..melds {
                // Kans of their own never matter to the waits: the crate sees concealed tiles alone.
                assert!(shoupai.melds.push(Fulou::angang(3, 1 + number as u8, 0)));
            }
            let waits = shoupai.bingpai.waits(melds == 0);
            assert_eq!(text(waits), text(slow(&shoupai)), "{shoupai}");
            ready += u32::from(!waits.is_empty());
        }
        assert!(ready > 3_000, "{ready}");
    }
}
