//! A hand at the table: its tiles, its melds, how far it is from winning.

use arrayvec::ArrayVec;
use xiangting::{PlayerCount, calculate_necessary_tiles, calculate_replacement_number};

use crate::game::acts::nine_kinds;
use crate::hule::Kinds;
use crate::mianzi::{Kind, Mianzi};
use crate::pai::Pai;

/// How many there are of each kind.
pub(super) type Counts = [u8; 34];

/// A set of kinds: a bit each, as the crate `xiangting` gives them.
pub(super) type KindSet = u64;

/// Every kind there is.
pub(super) const ALL: KindSet = 0x3_ffff_ffff;

/// 1, 9 and honours.
pub(super) const YAOCHU: KindSet = Kinds::YAOJIU.bits();

/// Every kind of a set, ascending.
pub(super) fn kinds_of(set: KindSet) -> impl Iterator<Item = u8> {
    Kinds::of_bits(set).iter()
}

/// Whether a set has a kind.
pub(super) const fn has(set: KindSet, kind: u8) -> bool {
    Kinds::of_bits(set).has(kind)
}

/// Concealed tiles and melds of a seat.
#[derive(Clone, Debug)]
pub(super) struct Hand {
    /// Concealed tiles, the drawn one last.
    pub(super) tiles: ArrayVec<Pai, 14>,
    /// The same by kind.
    pub(super) kinds: Counts,
    /// Melds and norths set aside, in the order in which they were made; a kakan stands where
    /// its pon stood.
    pub(super) melds: ArrayVec<Mianzi, 8>,
    /// For three players.
    pub(super) sanma: bool,
}

impl Hand {
    /// A hand as it was dealt.
    pub(super) fn new(tiles: &[Pai], sanma: bool) -> Self {
        let mut hand = Self { tiles: ArrayVec::new(), kinds: [0; 34], melds: ArrayVec::new(), sanma };
        for pai in tiles {
            hand.add(*pai);
        }
        hand
    }

    /// One tile more, of which the hand has room for fourteen.
    pub(super) fn add(&mut self, pai: Pai) {
        if self.tiles.try_push(pai).is_ok() {
            self.kinds[usize::from(pai.kind())] += 1;
        }
    }

    /// One tile less; false if it is not there.
    pub(super) fn take(&mut self, pai: Pai) -> bool {
        let Some(at) = self.tiles.iter().position(|own| *own == pai) else { return false };
        self.tiles.remove(at);
        self.kinds[usize::from(pai.kind())] -= 1;
        true
    }

    /// Makes a meld of tiles in the hand, and one called if it says so; false if they are not
    /// all there.
    pub(super) fn meld(&mut self, meld: Mianzi) -> bool {
        if meld.kind() == Kind::Kakan {
            let pon = self.melds.iter_mut().find(|pon| meld.extends(**pon));
            let (Some(place), Some(added)) = (pon, meld.added()) else { return false };
            *place = meld;
            return self.take(added);
        }
        let called = meld.called();
        meld.tiles().into_iter().filter(|pai| Some(*pai) != called).all(|pai| self.take(pai))
            && self.melds.try_push(meld).is_ok()
    }

    /// Melds that are sets: no norths set aside.
    pub(super) fn sets(&self) -> impl Iterator<Item = Mianzi> + '_ {
        self.melds.iter().copied().filter(|meld| meld.kind() != Kind::Kita)
    }

    /// How many norths were set aside.
    pub(super) fn kita(&self) -> u8 {
        let count = self.melds.len() - self.sets().count();
        u8::try_from(count).unwrap_or(0)
    }

    /// Whether no tile was called.
    pub(super) fn closed(&self) -> bool {
        self.sets().all(|meld| meld.kind() == Kind::Ankan)
    }

    /// A tile of a kind, one that is not red if there is a choice.
    pub(super) fn tile_of(&self, kind: u8) -> Option<Pai> {
        // Red fives are copy 0.
        self.tiles.iter().copied().filter(|pai| pai.kind() == kind).max_by_key(|pai| pai.copy())
    }

    /// Whether it may end the round at its first draw (九種九牌).
    pub(super) fn nine_kinds(&self) -> bool {
        nine_kinds(self.tiles.iter().fold(Kinds::NONE, |all, pai| all.with(Kinds::of(pai.kind()))))
    }

    /// Tiles to a win: 0 complete, 1 tenpai.
    pub(super) fn distance(&self) -> u8 {
        distance(&self.kinds, self.sanma)
    }

    /// The kinds that bring it nearer.
    pub(super) fn acceptance(&self) -> (u8, KindSet) {
        acceptance(&self.kinds, self.sanma)
    }

    /// The kinds it waits for, none if it is not tenpai.
    pub(super) fn waits(&self) -> KindSet {
        let (distance, kinds) = self.acceptance();
        if distance == 1 { kinds } else { 0 }
    }
}

/// No hand is so far from winning.
pub(super) const FAR: u8 = 14;

const fn players(sanma: bool) -> PlayerCount {
    if sanma { PlayerCount::Three } else { PlayerCount::Four }
}

/// Tiles to a win of concealed tiles.
pub(super) fn distance(kinds: &Counts, sanma: bool) -> u8 {
    calculate_replacement_number(kinds, players(sanma)).unwrap_or(FAR)
}

/// The same, and the kinds that bring them nearer.
pub(super) fn acceptance(kinds: &Counts, sanma: bool) -> (u8, KindSet) {
    calculate_necessary_tiles(kinds, players(sanma)).unwrap_or((FAR, 0))
}
