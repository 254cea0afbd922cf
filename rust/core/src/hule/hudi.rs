//! 面子構成 and 符: what a reading consists of, and its minipoints.

use super::part::{Runs, Sets, Tally, run, run_count, set};
use super::rule::Rule;
use super::split::{Form, Hulexing, Place};
use super::tile::HONOURS;

/// What a reading consists of (面子構成), with its 符.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(clippy::struct_excessive_bools)] // 電脳麻将's own fields
pub struct Hudi {
    /// Minipoints (符), rounded; 25 for seven pairs, 20 where they don't count.
    pub fu: u8,
    /// No tile was called (門前).
    pub menqian: bool,
    /// Won on its own draw.
    pub zimo: bool,
    pub(crate) runs: Runs,
    pub(crate) sets: Sets,
    /// Runs.
    pub n_shunzi: u8,
    /// Triplets and kans.
    pub n_kezi: u8,
    /// Concealed ones of them, ankan among them; one that a ron completes is open.
    pub n_ankezi: u8,
    /// Kans.
    pub n_gangzi: u8,
    /// Parts with a 1, a 9 or an honour.
    pub n_yaojiu: u8,
    /// Parts of honours.
    pub n_zipai: u8,
    /// The winning tile stands in the pair (単騎).
    pub danqi: bool,
    /// 平和: closed, and no minipoints but for the ron.
    pub pinghu: bool,
    /// The round's wind, 0 to 3.
    pub zhuangfeng: u8,
    /// The seat's wind, 0 to 3.
    pub menfeng: u8,
}

impl Hudi {
    /// Runs with this lowest number, 1 to 7, in a suit, 0 to 2.
    #[must_use]
    pub const fn shunzi(&self, suit: u8, low: u8) -> u8 {
        run_count(self.runs, suit, low)
    }

    /// The same with so many runs (up to four) by suit and lowest number, and such triplets and
    /// kans by suit and number; what stands at 0 does not count.
    #[must_use]
    pub fn with_sets(mut self, shunzi: &[[u8; 8]; 3], kezi: &[[bool; 10]; 4]) -> Self {
        (self.runs, self.sets) = (0, 0);
        for (counts, suit) in shunzi.iter().zip(0..) {
            for (&count, low) in counts.iter().zip(0..).skip(1) {
                self.runs += u64::from(count.min(4)) * run(suit, low);
            }
        }
        for (there, suit) in kezi.iter().zip(0..) {
            for (_, number) in there.iter().zip(0..).skip(1).filter(|(there, _)| **there) {
                self.sets |= set(suit, number);
            }
        }
        self
    }

    /// Triplets and kans of a number in a suit: 0 or 1.
    #[must_use]
    pub const fn kezi(&self, suit: u8, number: u8) -> u8 {
        (self.sets & set(suit, number) != 0) as u8
    }
}

/// The reasons for 符 but for how it was won. Their sum is rounded up to tens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fu {
    /// The pair: 2 for each of its winds and for a dragon.
    pub(crate) pair: u8,
    /// Concealed triplets.
    pub(crate) sets: u8,
    /// Melds.
    pub(crate) melds: u8,
    /// The wait: 単騎, 嵌張 or 辺張.
    pub(crate) wait: u8,
}

/// A wait for one kind of tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wait {
    /// 単騎: the pair.
    Danqi,
    /// 嵌張: a run's middle.
    Qianzhang,
    /// 辺張: 3 of 123 or 7 of 789.
    Bianzhang,
}

impl Wait {
    /// The wait of a reading, if it is one of these.
    #[inline]
    pub(crate) fn of(xing: &Hulexing) -> Option<Self> {
        match (xing.place, xing.win.number()) {
            (Place::Pair, _) => Some(Self::Danqi),
            (Place::Run(low), number) if number == low + 1 => Some(Self::Qianzhang),
            (Place::Run(1), 3) | (Place::Run(7), 7) => Some(Self::Bianzhang),
            _ => None,
        }
    }
}

/// 2 fu for the round's wind, for the seat's and for a dragon as the pair, each if it is so.
#[inline]
pub(crate) fn pair_fu(pair: Sets, zhuangfeng: u8, menfeng: u8) -> [u8; 3] {
    let is = |wind: u8| 2 * u8::from(pair == set(HONOURS, wind + 1));
    [is(zhuangfeng), is(menfeng), 2 * u8::from(pair & DRAGONS != 0)]
}

/// 4 fu for a concealed triplet, 8 for one of ends or honours.
#[inline]
pub(crate) fn sets_fu(tally: Tally) -> u8 {
    4 * (tally.sets() + tally.yaojiu_sets())
}

/// Sets of dragons.
pub(crate) const DRAGONS: Sets = set(HONOURS, 5) | set(HONOURS, 6) | set(HONOURS, 7);
/// Sets of winds.
pub(crate) const WINDS: Sets = set(HONOURS, 1) | set(HONOURS, 2) | set(HONOURS, 3) | set(HONOURS, 4);

/// The reasons for 符 of a reading in the general form.
#[inline]
pub(crate) fn fu_of(xing: &Hulexing, zhuangfeng: u8, menfeng: u8, rule: &Rule) -> Fu {
    let pair: u8 = pair_fu(xing.pair, zhuangfeng, menfeng).iter().sum();
    Fu {
        pair: if rule.lianfeng_two { pair.min(2) } else { pair },
        sets: sets_fu(xing.tally) - ron_loss(xing),
        melds: xing.melds.fu,
        wait: 2 * u8::from(Wait::of(xing).is_some()),
    }
}

/// Whether a ron completes a triplet: it counts as open.
#[inline]
pub(crate) fn completed_by_ron(xing: &Hulexing) -> bool {
    xing.from.is_some() && xing.place == Place::Triplet
}

/// What that triplet loses: half of its fu.
#[inline]
pub(crate) fn ron_loss(xing: &Hulexing) -> u8 {
    u8::from(completed_by_ron(xing)) * if xing.win.is_yaojiu() { 4 } else { 2 }
}

/// Tells what a reading consists of and counts its 符 (`get_hudi`).
#[must_use]
#[inline]
pub fn get_hudi(xing: &Hulexing, zhuangfeng: u8, menfeng: u8, rule: &Rule) -> Hudi {
    let mut hudi = Hudi {
        fu: 20,
        menqian: !xing.melds.open,
        zimo: xing.from.is_none(),
        danqi: xing.place == Place::Pair,
        zhuangfeng,
        menfeng,
        ..Hudi::default()
    };
    match xing.form {
        Form::Yiban => yiban(&mut hudi, xing, rule),
        Form::Qidui => {
            hudi.fu = 25;
            hudi.n_yaojiu = xing.tally.yaojiu();
            hudi.n_zipai = xing.tally.honours();
        }
        Form::Guoshi | Form::Jiulian => {}
    }
    hudi
}

#[inline]
fn yiban(hudi: &mut Hudi, xing: &Hulexing, rule: &Rule) {
    let melds = xing.melds;
    let concealed = xing.tally.sets();
    hudi.runs = xing.runs + melds.runs;
    hudi.sets = xing.sets | melds.sets;
    hudi.n_kezi = concealed + melds.n_sets;
    hudi.n_shunzi = 4 - hudi.n_kezi;
    hudi.n_ankezi = concealed - u8::from(completed_by_ron(xing)) + melds.n_angang;
    hudi.n_gangzi = melds.n_gang;
    hudi.n_yaojiu = xing.tally.yaojiu() + melds.n_yaojiu;
    hudi.n_zipai = xing.tally.honours() + melds.n_zipai;

    let reasons = fu_of(xing, hudi.zhuangfeng, hudi.menfeng, rule);
    let fu = 20 + reasons.pair + reasons.sets + reasons.melds + reasons.wait;
    hudi.pinghu = hudi.menqian && fu == 20;
    hudi.fu = rounded(fu + ending_fu(hudi, fu));
}

/// 符 of how it was won: a tsumo 2 (not with 平和), a closed ron 10, an open ron without any
/// counts as 30.
#[inline]
pub(crate) fn ending_fu(hudi: &Hudi, fu: u8) -> u8 {
    match (hudi.zimo, hudi.menqian) {
        (true, _) if hudi.pinghu => 0,
        (true, _) => 2,
        (false, true) => 10,
        (false, false) if fu == 20 => 10,
        (false, false) => 0,
    }
}

/// Up to the next ten.
#[inline]
pub(crate) fn rounded(fu: u8) -> u8 {
    fu.div_ceil(10) * 10
}
