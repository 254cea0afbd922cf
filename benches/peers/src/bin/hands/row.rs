//! A hand as `benches/hand_forms.py` writes it: in notation, and in tile numbers for those who want them.

use std::collections::HashMap;
use std::fs;

use serde::Deserialize;

#[derive(Deserialize)]
pub struct Row {
    pub shoupai: String,
    pub rongpai: Option<String>,
    pub param: Param,
    /// Options under the names that majiang-core gives them.
    pub rule: HashMap<String, bool>,
    /// Tile numbers, 0 to 135, of what is not in a meld; the winning tile is among them.
    pub tiles: Vec<u8>,
    pub win: u8,
    pub melds: Vec<Meld>,
    pub tsumo: bool,
    /// Red fives, melds included.
    pub reds: u8,
    pub dora: Vec<u8>,
    pub ura: Vec<u8>,
}

/// What `majiang-core` reads of the situation, under its names.
#[derive(Deserialize)]
pub struct Param {
    pub zhuangfeng: u8,
    pub menfeng: u8,
    pub lizhi: u8,
    pub yifa: bool,
    pub qianggang: bool,
    pub lingshang: bool,
    pub haidi: u8,
    pub tianhu: u8,
    pub baopai: Vec<String>,
    pub fubaopai: Option<Vec<String>>,
    pub changbang: u16,
    pub lizhibang: u16,
}

#[derive(Deserialize)]
pub struct Meld {
    pub kind: Kind,
    pub tiles: Vec<u8>,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Chi,
    Pon,
    Daiminkan,
    Kakan,
    Ankan,
}

impl Meld {
    pub fn opened(&self) -> bool {
        self.kind != Kind::Ankan
    }
}

pub fn read(path: &str) -> Result<Vec<Row>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let rows: Result<Vec<_>, _> = text.lines().map(serde_json::from_str).collect();
    let rows = rows.map_err(|error| format!("{path}: {error}"))?;
    if rows.is_empty() {
        return Err(format!("{path}: holds no hand"));
    }
    Ok(rows)
}
