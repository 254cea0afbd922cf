//! What a seat may do, and when: 喰い替え, riichi, kans after it, abortive draws.

use super::Seats;
use crate::hule::Kinds;
use crate::mianzi::{Kind, Mianzi};

/// The kinds that may not be discarded after a call (喰い替え): the called one, and of a run
/// called at one end the one that would make a run of its other two tiles.
#[must_use]
pub fn swaps(meld: Mianzi) -> Kinds {
    let Some(called) = meld.called().filter(|_| matches!(meld.kind(), Kind::Chi | Kind::Pon)) else {
        return Kinds::NONE;
    };
    let kind = called.kind();
    let same = Kinds::of(kind);
    if meld.kind() == Kind::Pon {
        return same;
    }
    let number = kind % 9 + 1;
    let lowest = meld.tiles().first().map_or(kind, |pai| pai.kind());
    match kind - lowest {
        0 if number <= 6 => same.with(Kinds::of(kind + 3)),
        2 if number >= 4 => same.with(Kinds::of(kind - 3)),
        _ => same,
    }
}

/// How many tiles have to be left to draw when riichi is declared: one for each seat.
#[must_use]
pub const fn riichi_tiles(players: u8) -> usize {
    players as usize
}

/// Kans a round can have.
pub const MOST_KANS: u8 = 4;

/// Whether kans end the round (四槓散了): four, by two seats or more.
#[must_use]
pub fn too_many_kans(kans: &Seats<u8>) -> bool {
    kans.iter().map(|count| u32::from(*count)).sum::<u32>() >= MOST_KANS.into()
        && kans.iter().all(|count| *count < MOST_KANS)
}

/// Whether a hand of fourteen may end the round at its first draw (九種九牌).
#[must_use]
pub const fn nine_kinds(hand: Kinds) -> bool {
    hand.both(Kinds::YAOJIU).len() >= 9
}

/// Whether four first discards end the round (四風連打): one wind four times, with nothing called.
#[must_use]
pub const fn four_winds(kinds: [u8; 4]) -> bool {
    let [a, b, c, d] = kinds;
    a == b && b == c && c == d && Kinds::WINDS.has(a)
}

/// Whether an ankan is allowed after a riichi: of the kind that was drawn, and with waits that
/// stay as they are. How the hand can be read may change.
#[must_use]
pub fn kan_after_riichi(drawn: u8, kan: u8, before: Kinds, after: Kinds) -> bool {
    drawn == kan && before == after && !after.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swapped_calls() {
        let swapped = |text: &str| {
            let kinds: Vec<_> = swaps(Mianzi::parse(text, true).unwrap()).iter().collect();
            kinds
        };
        assert_eq!(swapped("m1-23"), [0, 3]);
        assert_eq!(swapped("m12-3"), [1]);
        assert_eq!(swapped("m123-"), [2]);
        assert_eq!(swapped("m234-"), [0, 3]);
        assert_eq!(swapped("p7-89"), [15]);
        assert_eq!(swapped("p6-78"), [14, 17]);
        assert_eq!(swapped("p340-"), [10, 13]);
        assert_eq!(swapped("z111="), [27]);
        assert!(swapped("s1111").is_empty());
        assert!(swapped("s111+1").is_empty());
    }

    #[test]
    fn abortive_draws() {
        assert!(too_many_kans(&[1, 3, 0, 0]));
        assert!(!too_many_kans(&[0, 4, 0, 0]));
        assert!(!too_many_kans(&[1, 1, 1, 0]));
        assert!(four_winds([27; 4]));
        assert!(!four_winds([31; 4]));
        assert!(!four_winds([27, 27, 27, 28]));
        let hand = [0, 8, 9, 17, 18, 26, 27, 28, 33, 3].into_iter().fold(Kinds::NONE, |all, k| all.with(Kinds::of(k)));
        assert!(nine_kinds(hand));
        assert!(!nine_kinds(hand.both(Kinds::WINDS)));
    }
}
