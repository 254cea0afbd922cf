//! A round as it goes, and what it ends with.

use arrayvec::ArrayVec;

use super::hand::Hand;
use super::sink::{End, Hule, Hupai, Pingju, Value};
use crate::error::{Error, ErrorKind, Result};
use crate::mianzi::Mianzi;
use crate::pai::Pai;
use crate::pai_set::PaiSet;
use crate::tenhou::event::{Agari, Outcome, Owari, Ryuukyoku};

/// What holds for a round; made anew at each INIT.
#[derive(Debug, Default)]
pub(super) struct Round {
    pub(super) oya: u8,
    /// The tile drawn last, unless a call came since.
    pub(super) drawn: Option<Pai>,
    /// The next draw replaces a kan's tile.
    pub(super) gang: bool,
    /// The next discard declares riichi.
    pub(super) lizhi: bool,
    /// Each seat's melds, for the hands of a draw.
    pub(super) melds: [ArrayVec<Mianzi, 4>; 4],
}

impl Round {
    /// A seat counted from the dealer.
    #[inline]
    pub(super) fn l(&self, seat: u8) -> u8 {
        seat.wrapping_sub(self.oya) & 3
    }

    /// Values by seat, turned so that the dealer's is first.
    pub(super) fn dealer_first<T: Copy>(&self, by_seat: [T; 4]) -> [T; 4] {
        core::array::from_fn(|l| by_seat[(l + usize::from(self.oya)) % 4])
    }

    /// A win. Its lists are filled where they stand: to move one that was just written means
    /// to wait for the writes.
    pub(super) fn hule(&self, agari: &Agari<'_, PaiSet>, red: bool, hule: &mut Hule) -> Result<()> {
        let mut others = agari.hai;
        others.remove(agari.machi);
        hule.shoupai.push_tiles(&others, red)?;
        hule.shoupai.push_face(agari.machi.face(red))?;
        for meld in agari.melds.iter().rev() {
            hule.shoupai.push_meld(&meld.notation(red))?;
        }
        hule.hupai.extend(agari.yakuman.iter().map(|&id| Hupai { id, fanshu: None }));
        hule.hupai.extend(agari.yaku.iter().map(|&(id, han)| Hupai { id, fanshu: Some(han) }));
        hule.value = match agari.yakuman.len() {
            0 => Value::Counted { fu: agari.ten[0], fanshu: agari.yaku.iter().map(|&(_, han)| i64::from(han)).sum() },
            n => Value::Damanguan(n),
        };
        hule.l = self.l(agari.who);
        hule.baojia = (agari.who != agari.from).then(|| self.l(agari.from));
        hule.fubaopai = agari.ura.as_ref().map(|ura| ura.iter().map(|p| p.face(red)).collect());
        hule.defen = agari.ten[1];
        hule.fenpei = self.fenpei(&agari.outcome);
        Ok(())
    }

    /// A draw.
    pub(super) fn pingju(&self, draw: &Ryuukyoku<'_>, name: &'static str, red: bool) -> Result<Pingju> {
        let mut shoupai = [Hand::new(); 4];
        for ((seat, tiles), melds) in (0..).zip(&draw.hai).zip(&self.melds) {
            let Some(tiles) = tiles else { continue };
            let hand = &mut shoupai[usize::from(self.l(seat))];
            hand.push_tiles(&PaiSet::of(tiles), red)?;
            for meld in melds {
                hand.push_meld(&meld.notation(red))?;
            }
        }
        Ok(Pingju { name, shoupai, fenpei: self.fenpei(&draw.outcome) })
    }

    /// Changes of score from the dealer on: the second of each of the first four pairs.
    fn fenpei(&self, outcome: &Outcome<'_>) -> [i64; 4] {
        let by_seat = core::array::from_fn(|i| outcome.sc.get(i * 2 + 1).map_or(0, |&n| hundreds(n)));
        self.dealer_first(by_seat)
    }
}

/// The end of the game. More points are better, then the seat earlier in order from the
/// first dealer.
pub(super) fn end(owari: &Owari<'_>, first: u8) -> End {
    let defen = owari.ten.map(hundreds);
    let order = |seat: usize| (-defen.get(seat).copied().unwrap_or(0), (seat + 4 - usize::from(first)) % 4);
    let place = |seat: usize| (0..4).map(|other| u8::from(order(other) < order(seat))).sum::<u8>() + 1;
    End { defen, point: owari.points().map(str::to_owned), rank: core::array::from_fn(place) }
}

/// Points of a score that Tenhou writes in hundreds.
pub(super) fn hundreds(n: i32) -> i64 {
    i64::from(n) * 100
}

#[cold]
pub(super) fn bad_list(name: &str, what: &str) -> Error {
    Error::new(ErrorKind::BadAttribute, format!("{name} {what}"))
}
