//! 和了点: what a hand is worth, and who pays it.

use super::fulou::Direction;
use super::rule::Rule;
use super::yaku::HupaiList;

/// What a hand is worth before it is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Worth {
    /// The base points (基本点): a quarter of what a non-dealer's ron pays; 0 without yaku.
    pub(crate) base: u32,
    /// How many yakuman; 0 when han are counted.
    pub(crate) damanguan: u8,
    /// The sum of han; 0 with a yakuman.
    pub(crate) fanshu: u8,
}

/// The base points of a limit hand: 満貫.
const MANGUAN: u32 = 2000;
/// Of a yakuman.
const DAMANGUAN: u32 = 8000;

/// The base points of counted han (翻) and minipoints.
#[inline]
pub(crate) fn base_of(fanshu: u8, fu: u32, rule: &Rule) -> u32 {
    match fanshu {
        13.. if rule.kazoe => DAMANGUAN,
        11.. => 3 * MANGUAN,
        8..=10 => 2 * MANGUAN,
        6..=7 => 3 * MANGUAN / 2,
        _ => {
            let base = fu.saturating_mul(4 << fanshu);
            if base >= MANGUAN || (rule.kiriage && base == 1920) { MANGUAN } else { base }
        }
    }
}

impl Worth {
    /// What these yaku with so many fu are worth.
    #[inline]
    pub(crate) fn of(fu: u32, hupai: &HupaiList, rule: &Rule) -> Self {
        let sum = hupai.sum();
        if hupai.is_damanguan() {
            let damanguan = if rule.compound { sum } else { 1 };
            Self { base: DAMANGUAN * u32::from(damanguan), damanguan, fanshu: 0 }
        } else if hupai.is_empty() {
            Self { base: 0, damanguan: 0, fanshu: 0 }
        } else {
            Self { base: base_of(sum, fu, rule), damanguan: 0, fanshu: sum }
        }
    }
}

/// What a hand gets and who pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Payment {
    /// The hand's points, without honba and sticks.
    pub(crate) defen: u32,
    /// Gains and losses from the dealer on.
    pub(crate) fenpei: [i32; 4],
}

/// How a win is paid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Payer<'a> {
    pub(crate) rule: &'a Rule,
    pub(crate) menfeng: u8,
    /// Whose tile it was; `None` on a tsumo.
    pub(crate) from: Option<Direction>,
    pub(crate) changbang: u16,
    pub(crate) lizhibang: u16,
}

/// Up to the next hundred.
#[inline]
fn hundreds(points: u32) -> u32 {
    points.div_ceil(100) * 100
}

impl Payer<'_> {
    /// The seat in this direction, counted from the dealer.
    #[inline]
    pub(super) fn seat(&self, from: Direction) -> usize {
        let players = self.rule.seats();
        let steps = match from {
            Direction::Left => players - 1,
            other => other as u8,
        };
        usize::from((self.menfeng + steps) % players)
    }

    /// Who pays how much of what a hand is worth (`get_defen`).
    #[inline]
    pub(crate) fn pay(&self, worth: Worth, liable: Option<(u8, Direction)>) -> Payment {
        let times = if self.menfeng == 0 { 6 } else { 4 };
        let winner = usize::from(self.menfeng & 3);
        let from = self.from.map(|from| self.seat(from));
        let mut base = worth.base;
        let mut honba_payer = from;
        let (mut baojia, mut liability) = (None, 0);
        if let Some((fanshu, who)) = liable.filter(|_| worth.damanguan > 0) {
            baojia = Some(self.seat(who));
            let mut part = DAMANGUAN * u32::from(fanshu.min(worth.damanguan));
            if from.is_some() {
                // On a ron the discarder pays half of that yakuman, and all others.
                part /= 2;
                if self.rule.pao_pays_honba {
                    honba_payer = baojia;
                }
            } else if self.rule.pao_pays_all || part == base {
                part = base;
                honba_payer = baojia;
            }
            base -= part;
            liability = part * times;
        }
        let others = u32::from(self.rule.seats()) - 1;
        let honba = u32::from(self.rule.honba) / 3 * u32::from(self.changbang);
        // What a seat pays for the hand, and for the honba: added up without a branch, for
        // nothing tells one seat from the next.
        let is = |seat: usize, other: Option<usize>| u32::from(other == Some(seat));
        let (no_ron, all_honba) = (u32::from(from.is_none()), u32::from(honba_payer.is_none()));
        let (ron, single, double) = (hundreds(base * times), hundreds(base), hundreds(base * 2));
        let share = |seat: usize| {
            let plays = u32::from(seat != winner) & u32::from(seat <= others as usize);
            let tsumo = if seat == 0 || winner == 0 { double } else { single };
            let hand = is(seat, from) * ron + no_ron * plays * tsumo + is(seat, baojia) * liability;
            (hand, honba * (is(seat, honba_payer) * others + all_honba * plays))
        };
        let shares: [(u32, u32); 4] = core::array::from_fn(share);
        let defen = shares.iter().map(|(hand, _)| hand).sum();
        let paid: u32 = shares.iter().map(|(hand, honba)| hand + honba).sum();
        let gain = paid + 1000 * u32::from(self.lizhibang);
        let fenpei = core::array::from_fn(|seat| {
            let (hand, honba) = shares[seat]; // of the winner nothing
            (u32::from(seat == winner) * gain).cast_signed() - (hand + honba).cast_signed()
        });
        Payment { defen, fenpei }
    }
}
