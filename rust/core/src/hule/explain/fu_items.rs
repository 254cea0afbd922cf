//! 符, item by item: what `get_hudi` adds up, from the same functions, a part at a time.

use super::super::fulou::FulouKind;
use super::super::hudi::{Hudi, Wait, completed_by_ron, ending_fu, fu_of, pair_fu, ron_loss, sets_fu};
use super::super::melds::Melds;
use super::super::part::{Part, YAOJIU_SETS, run_count, set};
use super::super::rule::Rule;
use super::super::split::{Form, Hulexing};
use super::super::tile::{HONOURS, numbers};

/// Defines every reason once: the variant, its name.
macro_rules! reasons {
    ($($variant:ident $name:literal $meaning:literal,)*) => {
        /// What 符 are given for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum FuReason {
            $(#[doc = $meaning] $variant,)*
        }

        impl FuReason {
            /// All of them.
            pub const ALL: &'static [FuReason] = &[$(FuReason::$variant,)*];

            /// Its name, in Japanese.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(FuReason::$variant => $name,)* }
            }
        }
    };
}

reasons! {
    Fudi "副底" "Every hand has them.",
    Qidui "七対子" "Seven pairs, which have no other.",
    Zhuangfeng "場風の雀頭" "A pair of the round's wind.",
    Menfeng "自風の雀頭" "A pair of the seat's wind.",
    Lianfeng "連風牌の雀頭" "A pair of the wind that is both, where the rule counts it once.",
    Sanyuanpai "三元牌の雀頭" "A pair of dragons.",
    Minke "中張牌の明刻" "An open triplet of 2 to 8.",
    MinkeYaojiu "幺九牌の明刻" "An open triplet of 1, 9 or honours.",
    Anke "中張牌の暗刻" "A closed triplet of 2 to 8.",
    AnkeYaojiu "幺九牌の暗刻" "A closed triplet of 1, 9 or honours.",
    Minggang "中張牌の明槓" "An open kan of 2 to 8.",
    MinggangYaojiu "幺九牌の明槓" "An open kan of 1, 9 or honours.",
    Angang "中張牌の暗槓" "A closed kan of 2 to 8.",
    AngangYaojiu "幺九牌の暗槓" "A closed kan of 1, 9 or honours.",
    Danqi "単騎待ち" "A wait on the pair.",
    Qianzhang "嵌張待ち" "A wait on a run's middle.",
    Bianzhang "辺張待ち" "A wait on 3 of 123 or 7 of 789.",
    Zimo "自摸" "Won on its own draw.",
    PinghuZimo "平和の自摸" "With 平和 the draw gives none.",
    Menqian "門前加符" "A closed hand won by a discard.",
    PinghuFulou "喰い平和形" "An open hand won by a discard with none but the first 20 counts as 30.",
}

/// One reason for 符.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FuItem {
    /// What they are given for.
    pub reason: FuReason,
    /// How many.
    pub fu: u8,
    /// The part of the reading that they are given for, if it is one.
    pub part: Option<usize>,
}

/// Why a reading has its 符; `mianzi` are its parts.
pub(super) fn of(xing: &Hulexing, mianzi: &[String], hudi: &Hudi, rule: &Rule) -> Vec<FuItem> {
    let item = |reason, fu| FuItem { reason, fu, part: None };
    match xing.form {
        Form::Yiban => {}
        Form::Qidui => return vec![item(FuReason::Qidui, hudi.fu)],
        Form::Guoshi | Form::Jiulian => return vec![item(FuReason::Fudi, hudi.fu)],
    }
    let fu = fu_of(xing, hudi.zhuangfeng, hudi.menfeng, rule);
    let mut items = vec![item(FuReason::Fudi, 20)];
    items.extend(of_pair(xing, hudi, fu.pair));
    items.extend(of_triplets(xing));
    items.extend(of_melds(xing, mianzi.len()));
    if let Some(wait) = Wait::of(xing) {
        let reason = match wait {
            Wait::Danqi => FuReason::Danqi,
            Wait::Qianzhang => FuReason::Qianzhang,
            Wait::Bianzhang => FuReason::Bianzhang,
        };
        items.push(FuItem { reason, fu: fu.wait, part: mianzi.iter().position(|part| part.contains('!')) });
    }
    let sum = items.iter().map(|item| item.fu).sum();
    let ending = match (hudi.zimo, hudi.menqian) {
        (true, _) if hudi.pinghu => FuReason::PinghuZimo,
        (true, _) => FuReason::Zimo,
        (false, true) => FuReason::Menqian,
        (false, false) => FuReason::PinghuFulou,
    };
    let ending = item(ending, ending_fu(hudi, sum));
    if ending.fu > 0 || ending.reason == FuReason::PinghuZimo {
        items.push(ending);
    }
    items
}

/// The pair's values; a wind that is both the round's and the seat's may count once.
fn of_pair(xing: &Hulexing, hudi: &Hudi, most: u8) -> Vec<FuItem> {
    let item = |reason, fu| FuItem { reason, fu, part: Some(0) };
    let values = pair_fu(xing.pair, hudi.zhuangfeng, hudi.menfeng);
    if values.iter().sum::<u8>() > most {
        return vec![item(FuReason::Lianfeng, most)];
    }
    let reasons = [FuReason::Zhuangfeng, FuReason::Menfeng, FuReason::Sanyuanpai];
    reasons.into_iter().zip(values).filter(|(_, fu)| *fu > 0).map(|(reason, fu)| item(reason, fu)).collect()
}

/// The concealed triplets, which stand among the runs behind the pair.
fn of_triplets(xing: &Hulexing) -> Vec<FuItem> {
    let (mut items, mut part) = (Vec::new(), 1);
    for suit in 0..=HONOURS {
        for number in numbers(suit) {
            if suit < HONOURS && number <= 7 {
                part += usize::from(run_count(xing.runs, suit, number));
            }
            let bit = set(suit, number);
            if xing.sets & bit == 0 {
                continue;
            }
            let open = completed_by_ron(xing) && bit == set(xing.win.suit(), xing.win.number());
            let kinds =
                if open { [FuReason::Minke, FuReason::MinkeYaojiu] } else { [FuReason::Anke, FuReason::AnkeYaojiu] };
            let mut one = Part::default();
            one.add_set(suit, number);
            let fu = sets_fu(one.tally) - if open { ron_loss(xing) } else { 0 };
            items.push(FuItem { reason: kinds[usize::from(bit & YAOJIU_SETS != 0)], fu, part: Some(part) });
            part += 1;
        }
    }
    items
}

/// The melds, which are the last of so many parts.
fn of_melds(xing: &Hulexing, parts: usize) -> impl Iterator<Item = FuItem> {
    let list = &xing.melds.list;
    list.iter().zip(parts - list.len()..).filter_map(|(fulou, part)| {
        let kinds = match fulou.kind() {
            FulouKind::Chi => return None,
            FulouKind::Peng => [FuReason::Minke, FuReason::MinkeYaojiu],
            FulouKind::Jiagang | FulouKind::Daminggang => [FuReason::Minggang, FuReason::MinggangYaojiu],
            FulouKind::Angang => [FuReason::Angang, FuReason::AngangYaojiu],
        };
        let melds = Melds::of(&[*fulou]);
        Some(FuItem { reason: kinds[usize::from(melds.n_yaojiu & 1)], fu: melds.fu, part: Some(part) })
    })
}
