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
        let mut all = Payment { defen: 0, fenpei: [0; 4] };
        let times = if self.menfeng == 0 { 6 } else { 4 };
        let mut base = worth.base;
        let mut honba_payer = self.from;
        if let Some((fanshu, baojia)) = liable.filter(|_| worth.damanguan > 0) {
            let mut liability = DAMANGUAN * u32::from(fanshu.min(worth.damanguan));
            if self.from.is_some() {
                // On a ron the discarder pays half of that yakuman, and all others.
                liability /= 2;
                if self.rule.pao_pays_honba {
                    honba_payer = Some(baojia);
                }
            } else {
                if self.rule.pao_pays_all {
                    liability = base;
                }
                if base == liability {
                    honba_payer = Some(baojia);
                }
            }
            base -= liability;
            self.move_points(&mut all, self.seat(baojia), liability * times);
        }
        match self.from {
            Some(from) => self.move_points(&mut all, self.seat(from), hundreds(base * times)),
            None if base > 0 => self.tsumo(&mut all, base),
            None => {}
        }
        self.honba(&mut all, honba_payer);
        all.fenpei[usize::from(self.menfeng & 3)] += 1000 * i32::from(self.lizhibang);
        all
    }

    /// From one seat to the winner, as points of the hand.
    #[inline]
    fn move_points(&self, all: &mut Payment, seat: usize, points: u32) {
        all.defen += points;
        self.shift(all, seat, points);
    }

    /// From one seat to the winner.
    #[inline]
    fn shift(&self, all: &mut Payment, seat: usize, points: u32) {
        all.fenpei[usize::from(self.menfeng & 3)] += points.cast_signed();
        all.fenpei[seat & 3] -= points.cast_signed();
    }

    /// All others pay, the dealer twice; nobody pays an absent player's part.
    #[inline]
    fn tsumo(&self, all: &mut Payment, base: u32) {
        for seat in (0..self.rule.seats()).filter(|&seat| seat != self.menfeng) {
            let double = seat == 0 || self.menfeng == 0;
            self.move_points(all, usize::from(seat), hundreds(base * if double { 2 } else { 1 }));
        }
    }

    /// The honba: from one player, or from all others a third each.
    #[inline]
    fn honba(&self, all: &mut Payment, payer: Option<Direction>) {
        let others = u32::from(self.rule.seats()) - 1;
        let each = u32::from(self.rule.honba) / 3 * u32::from(self.changbang);
        if each == 0 {
            return;
        }
        if let Some(payer) = payer {
            return self.shift(all, self.seat(payer), each * others);
        }
        for seat in (0..self.rule.seats()).filter(|&seat| seat != self.menfeng) {
            self.shift(all, usize::from(seat), each);
        }
    }
}
