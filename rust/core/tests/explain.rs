//! Hands thrown together from sets: an explanation says what `hule` says, and adds up.

use mjlog_core::hule::{FuReason, Rongpai, Rule, Share, Shoupai, Situation, Why, explain, hule};
use proptest::prelude::*;

/// A set as tiles of the hand, and as a meld.
#[derive(Clone, Debug)]
enum Set {
    Hand(String),
    Meld(String),
}

fn tile() -> impl Strategy<Value = (char, u8)> {
    prop_oneof![
        3 => (prop::sample::select(vec!['m', 'p']), 1..=9_u8),
        1 => (Just('z'), 1..=7_u8),
    ]
}

fn one_set() -> impl Strategy<Value = Set> {
    let run = (prop::sample::select(vec!['m', 'p']), 1..=7_u8, 0..4_u8).prop_map(|(s, n, open)| match open {
        0 => Set::Meld(format!("{s}{n}-{}{}", n + 1, n + 2)),
        _ => Set::Hand(format!("{s}{n}{}{}", n + 1, n + 2)),
    });
    let equal = (tile(), 0..8_u8).prop_map(|((s, n), kind)| match kind {
        0 => Set::Meld(format!("{s}{n}{n}{n}{n}")),
        1 => Set::Meld(format!("{s}{n}{n}{n}+")),
        2 => Set::Meld(format!("{s}{n}{n}{n}={n}")),
        3 => Set::Meld(format!("{s}{n}{n}{n}{n}-")),
        _ => Set::Hand(format!("{s}{n}{n}{n}")),
    });
    prop_oneof![run, equal]
}

/// The hand's notation with its last tile drawn, or taken from it by ron.
fn hand(sets: &[Set], pair: (char, u8), last: usize, ron: bool) -> (String, Option<String>) {
    let mut tiles = vec![(pair.0, pair.1); 2];
    let mut melds = String::new();
    for set in sets {
        match set {
            Set::Meld(meld) => melds.extend([",", meld]),
            Set::Hand(text) => {
                let suit = text.chars().next().unwrap_or('m');
                tiles.extend(text.bytes().skip(1).map(|digit| (suit, digit - b'0')));
            }
        }
    }
    let (suit, number) = tiles.swap_remove(last % tiles.len());
    let text: String = tiles.iter().flat_map(|&(suit, number)| [suit, (b'0' + number) as char]).collect();
    if ron { (text + &melds, Some(format!("{suit}{number}="))) } else { (format!("{text}{suit}{number}{melds}"), None) }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]
    #[test]
    fn explanations_add_up(
        sets in prop::collection::vec(one_set(), 4),
        pair in tile(),
        last in 0..14_usize,
        ron in any::<bool>(),
        (zhuangfeng, menfeng, changbang, lizhibang) in (0..4_u8, 0..4_u8, 0..3_u16, 0..3_u16),
        (lianfeng_two, kiriage) in (any::<bool>(), any::<bool>()),
    ) {
        let (text, rong) = hand(&sets, pair, last, ron);
        let Ok(shoupai) = Shoupai::parse(&text) else { return Ok(()) };
        let rongpai = rong.and_then(|text| Rongpai::parse(&text).ok());
        let situation = Situation { zhuangfeng, menfeng, changbang, lizhibang, ..Situation::default() };
        let rule = Rule { lianfeng_two, kiriage, ..Rule::tenhou(0) };
        let Ok(told) = explain(&shoupai, rongpai, &situation, &rule) else {
            prop_assert!(hule(&shoupai, rongpai, &situation, &rule).is_err());
            return Ok(());
        };
        let win = hule(&shoupai, rongpai, &situation, &rule).ok().flatten();
        prop_assert_eq!(told.as_ref().map(|told| told.hule), win);
        let Some(told) = told else { return Ok(()) };
        prop_assert_eq!(&told.readings[told.best].hule, &told.hule);
        for reading in &told.readings {
            let sum: u8 = reading.fu_items.iter().map(|item| item.fu).sum();
            prop_assert_eq!(sum, reading.fu_sum);
            let flat = reading.fu_items[0].reason == FuReason::Qidui;
            prop_assert_eq!(reading.fu, if flat { 25 } else { sum.div_ceil(10) * 10 });
            for item in &reading.fu_items {
                prop_assert!(item.fu > 0 || item.reason == FuReason::PinghuZimo);
                prop_assert!(item.part.is_none_or(|part| part < reading.mianzi.len()));
            }
            prop_assert!(reading.hule.defen <= told.hule.defen);
            prop_assert_eq!(reading.why == Why::Only, told.readings.len() == 1 && told.hule.defen > 0);
            prop_assert_eq!(reading.limit.is_some(), reading.base >= 2000);
        }
        let totals: Vec<i32> = told.shares.iter().map(Share::total).collect();
        prop_assert_eq!(totals, if told.hule.defen > 0 { told.hule.fenpei.to_vec() } else { Vec::new() });
    }
}
