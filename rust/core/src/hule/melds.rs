//! The melds of a hand and what they come to, kept up to date as they are made.

use arrayvec::ArrayVec;

use super::fulou::{Fulou, FulouKind};
use super::part::{Runs, Sets, YAOJIU_SETS, run, set};
use super::tile::{Counts, HONOURS};

/// The melds of a hand, oldest first, and what they come to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Melds {
    pub(crate) list: ArrayVec<Fulou, 4>,
    /// All their tiles and red fives.
    pub(crate) tiles: Counts,
    pub(crate) runs: Runs,
    pub(crate) sets: Sets,
    pub(crate) open: bool,
    /// Their triplets and kans.
    pub(crate) n_sets: u8,
    pub(crate) n_gang: u8,
    pub(crate) n_angang: u8,
    /// Those with a 1, a 9 or an honour.
    pub(crate) n_yaojiu: u8,
    /// Those of honours.
    pub(crate) n_zipai: u8,
    pub(crate) fu: u8,
}

impl Melds {
    #[inline]
    pub(crate) fn of(list: &[Fulou]) -> Self {
        let mut melds = Self::default();
        for &fulou in list {
            melds.push(fulou);
        }
        melds
    }

    /// How many there are.
    #[inline]
    pub(crate) fn len(&self) -> u8 {
        self.list.len() as u8
    }

    /// One more, if there is room: a hand has four at most.
    #[inline]
    pub(crate) fn push(&mut self, fulou: Fulou) -> bool {
        let room = self.list.try_push(fulou).is_ok();
        if room {
            self.sum(fulou);
        }
        room
    }

    /// Makes a kakan of its pon, if that is there.
    pub(crate) fn extend(&mut self, kakan: Fulou) -> bool {
        let pon = kakan.pon();
        let mut list = self.list.clone();
        let Some(place) = list.iter_mut().find(|f| **f == pon) else { return false };
        *place = kakan;
        *self = Self::of(&list);
        true
    }

    #[inline]
    fn sum(&mut self, fulou: Fulou) {
        self.tiles.0[usize::from(fulou.suit() & 3)] += fulou.word();
        self.open |= fulou.from().is_some();
        if fulou.kind() == FulouKind::Chi {
            self.runs += run(fulou.suit(), fulou.number());
            self.n_yaojiu += u8::from(matches!(fulou.number(), 1 | 7));
            return;
        }
        let bit = set(fulou.suit(), fulou.number());
        let yaojiu = bit & YAOJIU_SETS != 0;
        self.sets |= bit;
        self.n_sets += 1;
        self.n_yaojiu += u8::from(yaojiu);
        self.n_zipai += u8::from(fulou.suit() == HONOURS);
        self.n_gang += u8::from(fulou.is_gang());
        self.n_angang += u8::from(fulou.kind() == FulouKind::Angang);
        let fu = match fulou.kind() {
            FulouKind::Angang => 16,
            FulouKind::Peng => 2,
            _ => 8,
        };
        self.fu += fu << u8::from(yaojiu);
    }
}
