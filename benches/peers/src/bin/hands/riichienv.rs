//! riichienv-core, in two ways: `calc` of evaluators that are made beforehand, and evaluators made of
//! tile numbers and melds, then `calc`. All arguments go by value: a copy of them for each call is
//! made beforehand too.

use std::hint::black_box;

use riichienv_core::hand_evaluator::HandEvaluator;
use riichienv_core::types::{Conditions, Meld, MeldType, WinResult, Wind};
use serde_json::{Value, json};

use crate::measure::Scorer;
use crate::row::{Kind, Row};

/// What `HandEvaluator::new` takes.
type Tiles = (Vec<u8>, Vec<Meld>);

/// What `calc` takes: the winning tile, dora indicators, ura dora indicators, conditions.
type Win = (u8, Vec<u8>, Vec<u8>, Conditions);

pub struct Evaluators {
    hands: Vec<(HandEvaluator, Win)>,
    /// What the next pass uses up.
    wins: Vec<Win>,
}

pub struct Hands {
    hands: Vec<(Tiles, Win)>,
    /// What the next pass uses up.
    ready: Vec<(Tiles, Win)>,
}

impl Evaluators {
    pub fn new(rows: &[Row]) -> Self {
        let hands = rows.iter().map(|row| (evaluator(tiles(row)), win(row)));
        Self { hands: hands.collect(), wins: Vec::new() }
    }
}

impl Hands {
    pub fn new(rows: &[Row]) -> Self {
        Self { hands: rows.iter().map(|row| (tiles(row), win(row))).collect(), ready: Vec::new() }
    }
}

impl Scorer for Evaluators {
    fn name(&self) -> &'static str {
        "riichienv-core, evaluators ready"
    }

    fn hands(&self) -> usize {
        self.hands.len()
    }

    fn ready(&mut self) {
        self.wins = self.hands.iter().map(|(_, win)| win.clone()).collect();
    }

    fn pass(&mut self) {
        for ((evaluator, _), win) in self.hands.iter().zip(self.wins.drain(..)) {
            black_box(score(black_box(evaluator), win));
        }
    }

    fn answers(&mut self) -> Vec<Value> {
        let hands = self.hands.iter();
        hands.map(|(evaluator, win)| answer(evaluator, win)).collect()
    }
}

impl Scorer for Hands {
    fn name(&self) -> &'static str {
        "riichienv-core, evaluators made in it"
    }

    fn hands(&self) -> usize {
        self.hands.len()
    }

    fn ready(&mut self) {
        self.ready.clone_from(&self.hands);
    }

    fn pass(&mut self) {
        for (tiles, win) in self.ready.drain(..) {
            black_box(score(&evaluator(black_box(tiles)), win));
        }
    }

    fn answers(&mut self) -> Vec<Value> {
        let hands = self.hands.iter();
        hands.map(|(tiles, win)| answer(&evaluator(tiles.clone()), win)).collect()
    }
}

fn evaluator((tiles, melds): Tiles) -> HandEvaluator {
    HandEvaluator::new(tiles, melds)
}

fn score(evaluator: &HandEvaluator, (tile, dora, ura, conditions): Win) -> WinResult {
    evaluator.calc(tile, dora, ura, Some(conditions))
}

fn answer(evaluator: &HandEvaluator, win: &Win) -> Value {
    let result = score(evaluator, win.clone());
    if !result.has_win_shape {
        return Value::Null;
    }
    if !result.is_win {
        return json!([0, 0, 0, 0]);
    }
    let defen = points(&result, &win.3);
    if result.yakuman { json!([result.han / 13, null, null, defen]) } else { json!([0, result.han, result.fu, defen]) }
}

/// What the hand is worth without honba.
fn points(result: &WinResult, conditions: &Conditions) -> u32 {
    let honba = conditions.honba * 100;
    if !conditions.tsumo {
        result.ron_agari - 3 * honba
    } else if conditions.player_wind == Wind::East {
        3 * (result.tsumo_agari_ko - honba)
    } else {
        result.tsumo_agari_oya + 2 * result.tsumo_agari_ko - 3 * honba
    }
}

fn tiles(row: &Row) -> Tiles {
    (row.tiles.clone(), row.melds.iter().map(meld).collect())
}

fn meld(meld: &crate::row::Meld) -> Meld {
    let kind = match meld.kind {
        Kind::Chi => MeldType::Chi,
        Kind::Pon => MeldType::Pon,
        Kind::Daiminkan => MeldType::Daiminkan,
        Kind::Kakan => MeldType::Kakan,
        Kind::Ankan => MeldType::Ankan,
    };
    Meld::new(kind, meld.tiles.clone(), meld.opened(), -1, None)
}

fn win(row: &Row) -> Win {
    let param = &row.param;
    let conditions = Conditions {
        tsumo: row.tsumo,
        riichi: param.lizhi == 1,
        double_riichi: param.lizhi == 2,
        ippatsu: param.yifa,
        haitei: param.haidi == 1,
        houtei: param.haidi == 2,
        rinshan: param.lingshang,
        player_wind: Wind::from(param.menfeng),
        round_wind: Wind::from(param.zhuangfeng),
        chankan: param.qianggang,
        tsumo_first_turn: param.tianhu > 0,
        riichi_sticks: param.lizhibang.into(),
        honba: param.changbang.into(),
        ..Conditions::default()
    };
    (row.win, row.dora.clone(), row.ura.clone(), conditions)
}
