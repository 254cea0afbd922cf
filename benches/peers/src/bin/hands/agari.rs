//! agari: decomposition, then yaku and score of each structure, the best one taken, as its own
//! command does; tile counts, melds and context are made beforehand.

use std::hint::black_box;

use agari::context::{GameContext, WinType};
use agari::hand::{KanType, Meld, decompose_hand, decompose_hand_with_melds};
use agari::parse::{TileCounts, to_counts};
use agari::scoring::{ScoreLevel, ScoringResult, calculate_score};
use agari::tile::{Honor, Suit, Tile};
use agari::yaku::{YakuResult, detect_yaku_with_context};
use serde_json::{Value, json};

use crate::measure::Scorer;
use crate::row::{Kind, Row};

pub struct Agari {
    hands: Vec<Hand>,
}

struct Hand {
    /// What is not in a meld.
    concealed: TileCounts,
    /// Melds included: what yaku and dora are counted of.
    all: TileCounts,
    melds: Vec<Meld>,
    context: GameContext,
}

impl Agari {
    pub fn new(rows: &[Row]) -> Self {
        Self { hands: rows.iter().map(Hand::new).collect() }
    }
}

impl Hand {
    fn new(row: &Row) -> Self {
        let concealed = tiles(&row.tiles);
        let mut all = concealed.clone();
        for meld in &row.melds {
            all.extend(tiles(&meld.tiles));
        }
        Self {
            concealed: to_counts(&concealed),
            all: to_counts(&all),
            melds: row.melds.iter().map(meld).collect(),
            context: context(row),
        }
    }

    /// The best of all structures: points, then han, then fu. None: no win.
    fn score(&self) -> Option<(YakuResult, ScoringResult)> {
        let structures = if self.melds.is_empty() {
            decompose_hand(&self.concealed)
        } else {
            decompose_hand_with_melds(&self.concealed, &self.melds)
        };
        let scores = structures.iter().map(|structure| {
            let yaku = detect_yaku_with_context(structure, &self.all, &self.context);
            let score = calculate_score(structure, &yaku, &self.context);
            (yaku, score)
        });
        scores.max_by_key(|(yaku, score)| {
            let counts = !yaku.yaku_list.is_empty();
            (counts, score.payment.total, score.han, score.fu.total)
        })
    }

    fn answer(&self) -> Value {
        match self.score() {
            None => Value::Null,
            Some((yaku, _)) if yaku.yaku_list.is_empty() => json!([0, 0, 0, 0]),
            Some((yaku, score)) => match score.score_level {
                ScoreLevel::Yakuman(times) if yaku.is_yakuman => {
                    json!([times, null, null, score.payment.total])
                }
                _ => json!([0, score.han, score.fu.total, score.payment.total]),
            },
        }
    }
}

impl Scorer for Agari {
    fn name(&self) -> &'static str {
        "agari"
    }

    fn hands(&self) -> usize {
        self.hands.len()
    }

    fn pass(&mut self) {
        for hand in &self.hands {
            black_box(black_box(hand).score());
        }
    }

    fn answers(&mut self) -> Vec<Value> {
        self.hands.iter().map(Hand::answer).collect()
    }
}

const HONORS: [Honor; 7] =
    [Honor::East, Honor::South, Honor::West, Honor::North, Honor::White, Honor::Green, Honor::Red];

fn tile(number: u8) -> Tile {
    let kind = number / 4;
    let suit = match kind / 9 {
        0 => Suit::Man,
        1 => Suit::Pin,
        2 => Suit::Sou,
        _ => return Tile::honor(HONORS[usize::from(kind - 27)]),
    };
    Tile::suited(suit, kind % 9 + 1)
}

fn tiles(numbers: &[u8]) -> Vec<Tile> {
    numbers.iter().map(|&number| tile(number)).collect()
}

fn meld(meld: &crate::row::Meld) -> Meld {
    let numbers = &meld.tiles;
    let lowest = tile(numbers.iter().copied().min().expect("a meld has tiles"));
    match meld.kind {
        Kind::Chi => Meld::shuntsu_open(lowest),
        Kind::Pon => Meld::koutsu_open(lowest),
        Kind::Daiminkan => Meld::kan(lowest, KanType::Open),
        Kind::Kakan => Meld::kan(lowest, KanType::Added),
        Kind::Ankan => Meld::kan(lowest, KanType::Closed),
    }
}

fn context(row: &Row) -> GameContext {
    let param = &row.param;
    let win_type = if row.tsumo { WinType::Tsumo } else { WinType::Ron };
    let wind = |number: u8| HONORS[usize::from(number)];
    GameContext {
        winning_tile: Some(tile(row.win)),
        is_open: row.melds.iter().any(crate::row::Meld::opened),
        is_riichi: param.lizhi > 0,
        is_double_riichi: param.lizhi == 2,
        is_ippatsu: param.yifa,
        is_rinshan: param.lingshang,
        is_chankan: param.qianggang,
        is_last_tile: param.haidi > 0,
        is_tenhou: param.tianhu == 1,
        is_chiihou: param.tianhu == 2,
        dora_indicators: tiles(&row.dora),
        ura_dora_indicators: tiles(&row.ura),
        aka_count: row.reds,
        ..GameContext::new(win_type, wind(param.zhuangfeng), wind(param.menfeng))
    }
}
