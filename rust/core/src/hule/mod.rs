//! What is a hand worth? 和了形, 符, 役, 和了点, in 電脳麻将's words.
//!
//! ```text
//! Shoupai ─▶ Hulexing (each reading) ─▶ Hudi ─▶ HupaiList ─▶ Hule (the best)
//! ```
//!
//! The steps are [`hule_mianzi`], [`get_hudi`], [`get_pre_hupai`], [`get_post_hupai`],
//! [`get_hupai`] and [`get_defen`]; [`hule`] does them all.
//!
//! ```
//! use mjlog_core::hule::{Rongpai, Rule, Shoupai, Situation, hule};
//!
//! let hand = Shoupai::parse("m123p456s789z1122")?;
//! let ron = Rongpai::parse("z1-")?;
//! let win = hule(&hand, Some(ron), &Situation::default(), &Rule::tenhou(0))?.unwrap();
//! assert_eq!((win.fu, win.fanshu, win.defen), (40, 1, 1300));
//! assert_eq!(win.hupai.iter().next().unwrap().yaku.name(), "場風 東");
//! # Ok::<(), mjlog_core::Error>(())
//! ```

#![allow(clippy::cast_possible_truncation)] // counts of at most 14 tiles go in and out of packed words

mod defen;
mod explain;
mod fulou;
mod hudi;
mod hupai;
mod melds;
mod mianzi;
mod moves;
mod part;
mod rongpai;
mod rule;
mod shoupai;
mod situation;
mod small;
mod split;
mod tile;
mod waits;
mod xiangting;
mod yaku;

pub use explain::{Explained, Explanation, FuItem, FuReason, Limit, Share, Why, explain};
pub use fulou::{Direction, Fulou, FulouKind};
pub use hudi::{Hudi, get_hudi};
pub use hupai::{get_hupai, get_post_hupai, get_pre_hupai};
pub(crate) use melds::Melds;
pub use mianzi::Reading;
pub use moves::Dapai;
pub use rongpai::Rongpai;
pub use rule::Rule;
pub use shoupai::{Shoupai, Zimo};
pub use situation::{Indicators, Situation};
pub use split::{Form, Hulexing, Place};
pub(crate) use tile::Counts;
pub use tile::Tile;
pub use waits::Kinds;
pub use yaku::{Hupai, HupaiList, Yaku};

use crate::error::{Error, ErrorKind, Result};
use defen::{Payer, Worth};
use split::Hepai;

/// What a hand is worth and who pays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hule {
    /// Its yaku, in order. A win without any is worth nothing.
    pub hupai: HupaiList,
    /// Minipoints (符), rounded; 0 with a yakuman or without yaku.
    pub fu: u32,
    /// The sum of han (翻); 0 with a yakuman or without yaku.
    pub fanshu: u8,
    /// How many yakuman; 0 when han are counted.
    pub damanguan: u8,
    /// Points of the hand, without honba and sticks; 0 without yaku.
    pub defen: u32,
    /// Gains and losses from the dealer on, honba and sticks among them.
    pub fenpei: [i32; 4],
}

/// Gives a winning hand's worth in its best reading: the most points, then a yakuman before
/// counted han, then the most han, then the most fu. `None` for a hand that does not win.
///
/// # Errors
/// `TooManyPai` when the hand has no room for the ron tile, `BadArgument` for numbers that no
/// game has.
#[inline]
pub fn hule(shoupai: &Shoupai, rongpai: Option<Rongpai>, situation: &Situation, rule: &Rule) -> Result<Option<Hule>> {
    situation.check(rule)?;
    let Some(hand) = Hepai::new(shoupai, rongpai)? else { return Ok(None) };
    check_direction(hand.from, rule)?;
    let mut scoring = Scoring {
        situation,
        rule,
        pre: get_pre_hupai(situation),
        post: hupai::baopai_of(hand.bingpai, hand.melds, situation, rule),
        best: None,
    };
    hand.each(|xing| scoring.read(xing));
    let Some(best) = scoring.best else { return Ok(None) };
    check_direction(best.hupai.liable().map(|(_, from)| from), rule)?;
    Ok(Some(best.paid(&payer_of(rule, hand.from, situation))))
}

/// Whether some reading of a hand has so many minipoints (符), whatever its yaku: Tenhou writes
/// them beside a yakuman too, 0 for 国士無双.
pub(crate) fn has_fu(shoupai: &Shoupai, rongpai: Option<Rongpai>, situation: &Situation, rule: &Rule, fu: i32) -> bool {
    let Ok(Some(hand)) = Hepai::new(shoupai, rongpai) else { return false };
    let mut found = false;
    hand.each(|xing| {
        let hudi = get_hudi(xing, situation.zhuangfeng, situation.menfeng, rule);
        found |= fu == if xing.form == Form::Guoshi { 0 } else { hudi.fu.into() };
    });
    found
}

/// A hand being scored: what all its readings share, and the best so far.
struct Scoring<'a> {
    situation: &'a Situation,
    rule: &'a Rule,
    pre: HupaiList,
    post: HupaiList,
    best: Option<Counted>,
}

impl Scoring<'_> {
    /// Counts one reading.
    #[inline(never)] // readings come from six places
    fn read(&mut self, xing: &Hulexing) {
        let hudi = get_hudi(xing, self.situation.zhuangfeng, self.situation.menfeng, self.rule);
        let hupai = get_hupai(xing, &hudi, &self.pre, &self.post, self.rule);
        let counted = Counted::new(u32::from(hudi.fu), hupai, self.rule);
        if self.best.as_ref().is_none_or(|best| counted.beats(best)) {
            self.best = Some(counted);
        }
    }
}

/// A reading's worth, to compare with others'.
#[derive(Clone, Copy)]
struct Counted {
    fu: u32,
    hupai: HupaiList,
    worth: Worth,
}

impl Counted {
    #[inline]
    fn new(fu: u32, hupai: HupaiList, rule: &Rule) -> Self {
        Self { fu, hupai, worth: Worth::of(fu, &hupai, rule) }
    }

    /// More points count before all; of the same points a yakuman, then more han, then more
    /// fu. Of two yakuman the later reading stays.
    ///
    /// Points grow with the base points: no two of those are so near that they round to
    /// the same payments.
    #[inline]
    fn beats(&self, other: &Self) -> bool {
        let rank = |c: &Self| (c.worth.base, c.worth.damanguan > 0, c.worth.fanshu, c.fu);
        if self.worth.damanguan > 0 {
            (self.worth.base, true) >= (other.worth.base, other.worth.damanguan > 0)
        } else {
            rank(self) > rank(other)
        }
    }

    /// Its worth, paid.
    #[inline]
    fn paid(&self, payer: &Payer) -> Hule {
        let Self { fu, hupai, worth } = *self;
        if hupai.is_empty() {
            return Hule { hupai, fu: 0, fanshu: 0, damanguan: 0, defen: 0, fenpei: [0; 4] };
        }
        let payment = payer.pay(worth, hupai.liable());
        Hule {
            hupai,
            fu: if worth.damanguan > 0 { 0 } else { fu },
            fanshu: worth.fanshu,
            damanguan: worth.damanguan,
            defen: payment.defen,
            fenpei: payment.fenpei,
        }
    }
}

#[inline]
fn payer_of<'a>(rule: &'a Rule, from: Option<Direction>, situation: &Situation) -> Payer<'a> {
    Payer { rule, menfeng: situation.menfeng, from, changbang: situation.changbang, lizhibang: situation.lizhibang }
}

/// What these yaku and fu are worth, and who pays (`get_defen`).
///
/// # Errors
/// `BadArgument` for numbers that no game has.
pub fn get_defen(
    fu: u32,
    hupai: &HupaiList,
    from: Option<Direction>,
    rule: &Rule,
    menfeng: u8,
    (changbang, lizhibang): (u16, u16),
) -> Result<Hule> {
    let situation = Situation { menfeng, changbang, lizhibang, ..Situation::default() };
    situation.check(rule)?;
    if fu < 20 && !hupai.is_damanguan() && !hupai.is_empty() {
        return Err(Error::new(ErrorKind::BadArgument, format!("fu {fu} is less than 20, which every hand has")));
    }
    check_direction(from, rule)?;
    check_direction(hupai.liable().map(|(_, from)| from), rule)?;
    Ok(Counted::new(fu, *hupai, rule).paid(&payer_of(rule, from, &situation)))
}

/// All readings of a winning hand in 電脳麻将's notation and order; none if it does not win.
///
/// # Errors
/// `TooManyPai` when the hand has no room for the ron tile.
pub fn hule_mianzi(shoupai: &Shoupai, rongpai: Option<Rongpai>) -> Result<Vec<Vec<String>>> {
    let mut all = Vec::new();
    if let Some(hand) = Hepai::new(shoupai, rongpai)? {
        hand.each(|xing| all.push(xing.mianzi()));
    }
    Ok(all)
}

/// Among three nobody sits across.
#[inline]
fn check_direction(from: Option<Direction>, rule: &Rule) -> Result<()> {
    if rule.sanma() && from == Some(Direction::Across) { Err(nobody_across()) } else { Ok(()) }
}

#[cold]
fn nobody_across() -> Error {
    Error::new(
        ErrorKind::BadArgument,
        "with three players `+` is the next seat and `-` the one before; there is no `=`",
    )
}
