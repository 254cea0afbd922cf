//! mjlog-core: `hule` of hands, ron tiles and situations that are parsed beforehand.

use std::collections::HashMap;
use std::hint::black_box;

use mjlog_core::hule::{Hule, Hupai, Indicators, Rongpai, Rule, Shoupai, Situation, Tile, hule};
use serde_json::{Value, json};

use crate::measure::Scorer;
use crate::row::Row;

pub struct Ours {
    hands: Vec<Hand>,
}

struct Hand {
    shoupai: Shoupai,
    rongpai: Option<Rongpai>,
    situation: Situation,
    rule: Rule,
}

impl Ours {
    pub fn new(rows: &[Row]) -> Result<Self, mjlog_core::Error> {
        let hands: Result<_, _> = rows.iter().map(Hand::new).collect();
        Ok(Self { hands: hands? })
    }
}

impl Hand {
    fn new(row: &Row) -> Result<Self, mjlog_core::Error> {
        Ok(Self {
            shoupai: Shoupai::parse(&row.shoupai)?,
            rongpai: row.rongpai.as_deref().map(Rongpai::parse).transpose()?,
            situation: situation(row)?,
            rule: rule(&row.rule),
        })
    }

    fn score(&self) -> Result<Option<Hule>, mjlog_core::Error> {
        hule(&self.shoupai, self.rongpai, &self.situation, &self.rule)
    }
}

impl Scorer for Ours {
    fn name(&self) -> &'static str {
        "mjlog-core"
    }

    fn hands(&self) -> usize {
        self.hands.len()
    }

    fn pass(&mut self) {
        for hand in &self.hands {
            let _ = black_box(black_box(hand).score());
        }
    }

    fn answers(&mut self) -> Vec<Value> {
        self.hands.iter().map(answer).collect()
    }
}

/// All that it answers, as majiang-core would write it.
fn answer(hand: &Hand) -> Value {
    match hand.score() {
        Err(error) => json!(error.to_string()),
        Ok(None) => Value::Null,
        Ok(Some(hule)) if hule.hupai.is_empty() => json!({ "defen": 0 }),
        Ok(Some(hule)) => {
            let hupai: Vec<_> = hule.hupai.iter().map(hupai).collect();
            let mut answer = json!({ "hupai": hupai, "defen": hule.defen, "fenpei": hule.fenpei });
            if hule.damanguan > 0 {
                answer["damanguan"] = json!(hule.damanguan);
            } else {
                answer["fu"] = json!(hule.fu);
                answer["fanshu"] = json!(hule.fanshu);
            }
            answer
        }
    }
}

fn hupai(hupai: Hupai) -> Value {
    let name = hupai.yaku.name();
    if !hupai.yaku.is_damanguan() {
        return json!({ "name": name, "fanshu": hupai.fanshu });
    }
    let mut answer = json!({ "name": name, "fanshu": "*".repeat(hupai.fanshu.into()) });
    if let Some(baojia) = hupai.baojia {
        answer["baojia"] = json!(baojia.mark());
    }
    answer
}

fn rule(options: &HashMap<String, bool>) -> Rule {
    Rule {
        lianfeng_two: options["連風牌は2符"],
        kuitan: options["クイタンあり"],
        kiriage: options["切り上げ満貫あり"],
        kazoe: options["数え役満あり"],
        compound: options["役満の複合あり"],
        double: options["ダブル役満あり"],
        pao: options["役満パオあり"],
        ..Rule::majiang()
    }
}

fn situation(row: &Row) -> Result<Situation, mjlog_core::Error> {
    let param = &row.param;
    Ok(Situation {
        zhuangfeng: param.zhuangfeng,
        menfeng: param.menfeng,
        lizhi: param.lizhi,
        yifa: param.yifa,
        qianggang: param.qianggang,
        lingshang: param.lingshang,
        haidi: param.haidi,
        tianhu: param.tianhu,
        baopai: indicators(&param.baopai)?,
        fubaopai: param.fubaopai.as_deref().map(indicators).transpose()?,
        changbang: param.changbang,
        lizhibang: param.lizhibang,
        ..Situation::default()
    })
}

fn indicators(tiles: &[String]) -> Result<Indicators, mjlog_core::Error> {
    tiles.iter().map(|tile| Tile::parse(tile)).collect()
}
