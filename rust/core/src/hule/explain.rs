//! How a hand's worth comes about: every reading, its 符 item by item, and why one counts.

mod fu_items;

use super::defen::{Payer, Worth};
use super::rongpai::Rongpai;
use super::rule::Rule;
use super::shoupai::Shoupai;
use super::situation::Situation;
use super::split::{Form, Hepai, Hulexing};
use super::{Counted, Hudi, Hule, check_direction, get_hudi, get_hupai, get_pre_hupai, hupai, payer_of};
use crate::error::Result;

pub use fu_items::{FuItem, FuReason};

/// All that decides what a hand is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Every reading, in 電脳麻将's order; there is one at least.
    pub readings: Vec<Explained>,
    /// Which of them counts.
    pub best: usize,
    /// What [`hule`](super::hule) gives: the worth of the reading that counts.
    pub hule: Hule,
    /// Each seat's part, from the dealer on; nothing for a win without yaku.
    pub shares: Vec<Share>,
}

/// One reading of a hand and what it would be worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// Its form.
    pub form: Form,
    /// Its parts in 電脳麻将's notation, the pair first.
    pub mianzi: Vec<String>,
    /// What makes its minipoints (符).
    pub fu_items: Vec<FuItem>,
    /// The sum of the items, not rounded.
    pub fu_sum: u8,
    /// The minipoints, rounded. With a yakuman they don't count.
    pub fu: u8,
    /// The base points (基本点); 0 without yaku.
    pub base: u32,
    /// The limit that its points reach.
    pub limit: Option<Limit>,
    /// Its worth.
    pub hule: Hule,
    /// Why it counts, or why another one does.
    pub why: Why,
}

impl Explained {
    /// A reading's worth; why it counts is found later.
    fn new(xing: &Hulexing, hudi: &Hudi, counted: &Counted, payer: &Payer) -> Self {
        let mianzi = xing.mianzi();
        let fu_items = fu_items::of(xing, &mianzi, hudi, payer.rule);
        Self {
            form: xing.form(),
            mianzi,
            fu_sum: fu_items.iter().map(|item| item.fu).sum(),
            fu_items,
            fu: hudi.fu,
            base: counted.worth.base,
            limit: Limit::of(counted.worth, hudi.fu),
            hule: counted.paid(payer),
            why: Why::Only,
        }
    }
}

/// A limit of points (満貫区分).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// 満貫.
    Manguan,
    /// 切り上げ満貫: 4 han 30 fu or 3 han 60 fu.
    Qieshang,
    /// 跳満.
    Tiaoman,
    /// 倍満.
    Beiman,
    /// 三倍満.
    Sanbeiman,
    /// 数え役満: 13 counted han.
    Leiji,
    /// So many yakuman (役満).
    Damanguan(u8),
}

impl Limit {
    /// Its name, in Japanese.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Manguan => "満貫",
            Self::Qieshang => "切り上げ満貫",
            Self::Tiaoman => "跳満",
            Self::Beiman => "倍満",
            Self::Sanbeiman => "三倍満",
            Self::Leiji => "数え役満",
            Self::Damanguan(0 | 1) => "役満",
            Self::Damanguan(2) => "ダブル役満",
            Self::Damanguan(3) => "トリプル役満",
            Self::Damanguan(4) => "四倍役満",
            Self::Damanguan(5) => "五倍役満",
            Self::Damanguan(_) => "六倍役満", // 天和 or 四槓子, 大四喜, 字一色, 四暗刻単騎: no hand has more
        }
    }

    fn of(worth: Worth, fu: u8) -> Option<Self> {
        match (worth.damanguan, worth.base) {
            (times @ 1.., _) => Some(Self::Damanguan(times)),
            (_, 8000..) => Some(Self::Leiji),
            (_, 6000..) => Some(Self::Sanbeiman),
            (_, 4000..) => Some(Self::Beiman),
            (_, 3000..) => Some(Self::Tiaoman),
            (_, 2000..) if worth.fanshu < 5 && u32::from(fu) << (2 + worth.fanshu) < 2000 => Some(Self::Qieshang),
            (_, 2000..) => Some(Self::Manguan),
            _ => None,
        }
    }
}

/// What makes the reading that counts better than another, from far ahead to equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// There is no other.
    Only,
    /// No reading has a yaku.
    NoYaku,
    /// It gives more points.
    Defen,
    /// The same points, and a yakuman goes before counted han.
    Damanguan,
    /// The same points, more han.
    Fanshu,
    /// The same points and han, more fu.
    Fu,
    /// Equal in all: the first counts.
    First,
    /// Yakuman of the same points: the last counts.
    Last,
}

impl Why {
    /// A name for programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Only => "only",
            Self::NoYaku => "no_yaku",
            Self::Defen => "defen",
            Self::Damanguan => "damanguan",
            Self::Fanshu => "fanshu",
            Self::Fu => "fu",
            Self::First => "first",
            Self::Last => "last",
        }
    }

    /// Why one counts and not the other, as [`Counted::beats`] has it.
    fn of(best: &Counted, other: &Counted) -> Self {
        if best.hupai.is_empty() {
            return Self::NoYaku;
        }
        if best.worth.base > other.worth.base {
            return Self::Defen;
        }
        match (best.worth.damanguan, other.worth.damanguan) {
            (1.., 0) => Self::Damanguan,
            (1.., _) => Self::Last,
            _ if best.worth.fanshu > other.worth.fanshu => Self::Fanshu,
            _ if best.fu > other.fu => Self::Fu,
            _ => Self::First,
        }
    }
}

/// What one seat gets or pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// For the hand.
    pub hand: i32,
    /// For the honba (積み棒).
    pub honba: i32,
    /// Riichi sticks (供託).
    pub sticks: i32,
    /// It won.
    pub winner: bool,
    /// The winning tile was its discard.
    pub discarder: bool,
    /// It is liable for a yakuman (包).
    pub liable: bool,
}

impl Share {
    /// All together, as in [`Hule::fenpei`].
    #[must_use]
    pub const fn total(&self) -> i32 {
        self.hand + self.honba + self.sticks
    }

    /// Every seat's: what it pays or gets, less what it would without honba, without sticks.
    fn all(best: &Counted, payer: &Payer) -> Vec<Self> {
        if best.hupai.is_empty() {
            return Vec::new();
        }
        let pay = |payer: &Payer| best.paid(payer).fenpei;
        let hand = pay(&Payer { changbang: 0, lizhibang: 0, ..*payer });
        let with_honba = pay(&Payer { lizhibang: 0, ..*payer });
        let whole = pay(payer);
        let (discarder, liable) =
            (payer.from.map(|from| payer.seat(from)), best.hupai.liable().map(|(_, from)| payer.seat(from)));
        let share = |seat: usize| Self {
            hand: hand[seat],
            honba: with_honba[seat] - hand[seat],
            sticks: whole[seat] - with_honba[seat],
            winner: usize::from(payer.menfeng) == seat,
            discarder: discarder == Some(seat),
            liable: liable == Some(seat),
        };
        (0..usize::from(payer.rule.seats())).map(share).collect()
    }
}

/// Explains a winning hand's worth; `None` for a hand that does not win.
///
/// # Errors
/// Those of [`hule`](super::hule).
pub fn explain(
    shoupai: &Shoupai,
    rongpai: Option<Rongpai>,
    situation: &Situation,
    rule: &Rule,
) -> Result<Option<Explanation>> {
    situation.check(rule)?;
    let Some(hand) = Hepai::new(shoupai, rongpai)? else { return Ok(None) };
    check_direction(hand.from, rule)?;
    let pre = get_pre_hupai(situation);
    let post = hupai::baopai_of(hand.bingpai, hand.melds, situation, rule);
    let payer = payer_of(rule, hand.from, situation);
    let (mut readings, mut worths) = (Vec::new(), Vec::<Counted>::new());
    let mut best = 0;
    hand.each(|xing| {
        let hudi = get_hudi(xing, situation.zhuangfeng, situation.menfeng, rule);
        let counted = Counted::new(u32::from(hudi.fu), get_hupai(xing, &hudi, &pre, &post, rule), rule);
        readings.push(Explained::new(xing, &hudi, &counted, &payer));
        if worths.get(best).is_some_and(|best| counted.beats(best)) {
            best = worths.len();
        }
        worths.push(counted);
    });
    let Some(counts) = worths.get(best).copied() else { return Ok(None) };
    judge(&mut readings, &worths, best, &counts);
    Ok(Some(Explanation { hule: counts.paid(&payer), shares: Share::all(&counts, &payer), readings, best }))
}

/// Says of each reading why it counts or does not.
fn judge(readings: &mut [Explained], worths: &[Counted], best: usize, counts: &Counted) {
    // It counts over the one that comes closest; reasons are in that order.
    let mut closest = if counts.hupai.is_empty() { Why::NoYaku } else { Why::Only };
    for (at, (reading, worth)) in readings.iter_mut().zip(worths).enumerate() {
        if at != best {
            reading.why = Why::of(counts, worth);
            closest = closest.max(reading.why);
        }
    }
    if let Some(reading) = readings.get_mut(best) {
        reading.why = closest;
    }
}
