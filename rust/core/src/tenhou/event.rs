//! What elements say, typed, whoever read the XML. `decode.rs` reads their attributes.
#![allow(clippy::redundant_closure_for_method_calls)] // a method's path stands for one lifetime only

use std::borrow::Cow;

use super::attribute::Attribute;
use super::decode::{one, tile};
use super::draw::Draw;
use super::go::Go;
use super::names::percent_encode;
use super::number::{Field, List};
use crate::error::{Result, shortened};
use crate::mianzi::Mianzi;
use crate::pai::Pai;

/// Where an element's attributes come from: the scanner, or someone else's parser.
pub trait Attrs<'a> {
    /// The next attribute. Of two with one name the last counts.
    ///
    /// # Errors
    /// Whatever the source finds wrong with its input.
    fn next(&mut self) -> Result<Option<Attribute<'a>>>;

    /// The next attribute if it begins with these bytes, such as ` who="`, and is plain. A
    /// source may say that it is not: then it is the next one all the same.
    #[inline]
    fn expected<const N: usize>(&mut self, _head: &'static [u8; N]) -> Option<Field<'a>> {
        None
    }
}

/// What an element says.
#[derive(Clone, Debug, PartialEq)]
pub enum Event<'a> {
    /// The root, `mjloggm`, and its `ver`.
    Root(Option<Cow<'a, str>>),
    /// `SHUFFLE`: the wall's seed.
    Shuffle(Shuffle<'a>),
    /// `GO`: the table.
    Go(Table<'a>),
    /// `UN`: who plays, or who came back.
    Un(Box<Un<'a>>),
    /// `BYE`: this seat lost its connection.
    Bye(u8),
    /// `TAIKYOKU`: the game begins; the first dealer's seat.
    Taikyoku(u8),
    /// `INIT`: a round begins.
    Init(Box<Init<'a>>),
    /// `T` to `W`: a seat draws a tile.
    Draw(u8, Pai),
    /// `D` to `G`: a seat discards a tile.
    Discard(u8, Pai),
    /// `N`: a seat calls, makes a kan or sets a north aside.
    Call(Call),
    /// `DORA`: a kan dora indicator is turned.
    Dora(Pai),
    /// `REACH`: riichi is declared (step 1, or none in some files) or paid (step 2).
    Reach(Reach),
    /// `AGARI`: a win.
    Agari(Box<Agari<'a>>),
    /// `RYUUKYOKU`: a draw.
    Ryuukyoku(Box<Ryuukyoku<'a>>),
    /// An element that Tenhou was not known to write.
    Unknown,
}

/// `SHUFFLE`.
#[derive(Clone, Debug, PartialEq)]
pub struct Shuffle<'a> {
    /// The seed, in one of three forms.
    pub seed: Option<Cow<'a, str>>,
    /// A reference, empty in every log seen.
    pub reference: Option<Cow<'a, str>>,
}

/// `GO`.
#[derive(Clone, Debug, PartialEq)]
pub struct Table<'a> {
    /// The table's flags.
    pub go: Go,
    /// The lobby's number, absent in very old logs.
    pub lobby: Option<Cow<'a, str>>,
}

/// `UN`: texts as written, names still with `%` sequences.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Un<'a> {
    /// `n0` to `n3`. A reconnect names one seat only.
    pub names: [Option<Cow<'a, str>>; 4],
    /// Ranks, 0 to 20, `None` where one is left out or past 20.
    pub dan: Option<[Option<u8>; 4]>,
    /// Rates as written, such as `1500.00`.
    pub rate: Option<Cow<'a, str>>,
    /// `M`, `F` or `C` (computer) for each seat.
    pub sex: Option<Cow<'a, str>>,
}

/// `INIT`. Hands are lists in the log's order, or sets.
#[derive(Clone, Debug, PartialEq)]
pub struct Init<'a, Hai = List<Pai, 14>> {
    /// 0 is East 1; four to a wind, at three-player tables too.
    pub round: u8,
    /// Repeat counters (本場).
    pub honba: i32,
    /// Riichi sticks on the table.
    pub sticks: i32,
    /// Two dice, 0 to 5.
    pub dice: [i32; 2],
    /// The first dora indicator.
    pub dora: Pai,
    /// Scores by seat, in hundreds.
    pub ten: List<i32, 4>,
    /// This round's dealer, a seat.
    pub oya: u8,
    /// Hands by seat; empty for a seat no one sits at.
    pub hai: [Hai; 4],
    /// Chips by seat, at chip tables.
    pub chip: Option<List<i32, 4>>,
    /// The wall's seed of this round, in logs of 2008 and 2009.
    pub shuffle: Option<Cow<'a, str>>,
}

/// `N`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Call {
    /// The owner's seat.
    pub who: u8,
    /// The meld.
    pub mianzi: Mianzi,
}

/// `REACH`.
#[derive(Clone, Debug, PartialEq)]
pub struct Reach {
    /// The seat.
    pub who: u8,
    /// 1 declares, 2 pays; some files have none.
    pub step: Option<u8>,
    /// Scores after the payment, in hundreds; old files have none.
    pub ten: Option<List<i32, 4>>,
}

/// What both ways a round can end have in common.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome<'a> {
    /// Honba and riichi sticks.
    pub ba: Option<List<i32, 2>>,
    /// Score before and change for each seat, in hundreds; chips follow at chip tables.
    pub sc: List<i32, 16>,
    /// Final score (hundreds) and points for each seat, as written, where the game ends.
    pub owari: Option<Owari<'a>>,
}

/// The end of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Owari<'a> {
    /// Scores by seat, in hundreds.
    pub ten: [i32; 4],
    /// The attribute as written.
    pub text: Cow<'a, str>,
}

impl Owari<'_> {
    /// Scores in hundreds and points in tenths, in the form that they are written in today.
    #[must_use]
    pub fn of(ten: [i32; 4], points: [i32; 4]) -> Self {
        let seats = ten.iter().zip(points).map(|(ten, points)| {
            let sign = if points < 0 { "-" } else { "" };
            format!("{ten},{sign}{}.{}", points.unsigned_abs() / 10, points.unsigned_abs() % 10)
        });
        let text = seats.collect::<Vec<_>>().join(",").into();
        Self { ten, text }
    }

    /// Points by seat, as written.
    #[must_use]
    pub fn points(&self) -> [&str; 4] {
        let mut parts = Field::new("owari", &self.text).parts();
        core::array::from_fn(|_| parts.nth(1).map_or("", Field::as_str))
    }
}

/// `AGARI`. The hand is a list in the log's order, or a set.
#[derive(Clone, Debug, PartialEq)]
pub struct Agari<'a, Hai = List<Pai, 14>> {
    /// Payments and end.
    pub outcome: Outcome<'a>,
    /// The winner's seat.
    pub who: u8,
    /// The discarder's seat, or the winner's own.
    pub from: u8,
    /// The seat liable under 包.
    pub pao: Option<u8>,
    /// The winner's closed tiles, the winning one among them.
    pub hai: Hai,
    /// The winner's melds, newest first.
    pub melds: List<Mianzi, 8>,
    /// The winning tile.
    pub machi: Pai,
    /// Minipoints, points, limit (0 none, 1 満貫 … 5 役満).
    pub ten: [i32; 3],
    /// Yaku ids and their han.
    pub yaku: List<(u8, u8), 32>,
    /// Ids of yakuman.
    pub yakuman: List<u8, 16>,
    /// Dora indicators.
    pub dora: List<Pai, 8>,
    /// What chips are for, at chip tables: ids of yaku, and how many for each.
    pub chip: List<(u8, u8), 32>,
    /// Ura dora indicators; there on riichi wins only.
    pub ura: Option<List<Pai, 8>>,
}

/// `RYUUKYOKU`.
#[derive(Clone, Debug, PartialEq)]
pub struct Ryuukyoku<'a> {
    /// Payments and end.
    pub outcome: Outcome<'a>,
    /// `type`: why, unless the wall ran out.
    pub why: Option<Cow<'a, str>>,
    /// Hands shown, by seat.
    pub hai: [Option<List<Pai, 14>>; 4],
}

impl Ryuukyoku<'_> {
    /// The draw's Japanese name, `None` for a `type` that no one knows.
    #[must_use]
    pub fn name(&self) -> Option<&'static str> {
        Draw::of(self.why.as_deref()).map(Draw::name)
    }
}

impl Un<'_> {
    /// Who plays: names by seat, ranks (0 to 20), rates in hundredths, and `M`, `F` or `C`.
    #[must_use]
    pub fn players(names: [&str; 4], dan: [u8; 4], rate: [u32; 4], sex: [char; 4]) -> Self {
        Un {
            names: names.map(|name| Some(percent_encode(name).into())),
            dan: Some(dan.map(Some)),
            rate: Some(rate.map(|rate| format!("{}.{:02}", rate / 100, rate % 100)).join(",").into()),
            sex: Some(sex.map(String::from).join(",").into()),
        }
    }

    /// This seat's player came back.
    #[must_use]
    pub fn back(seat: u8, name: &str) -> Self {
        let mut names = [const { None }; 4];
        names[usize::from(seat & 3)] = Some(percent_encode(name).into());
        Un { names, ..Un::default() }
    }
}

impl<'a> Event<'a> {
    /// Decodes an element. All its attributes are read; of two with one name the last counts.
    ///
    /// # Errors
    /// A missing or malformed attribute, a tile number past 135, an invalid meld code.
    pub fn decode(name: &str, attrs: &mut impl Attrs<'a>) -> Result<Self> {
        Ok(match name {
            "N" => Event::Call(Call::decode(attrs)?),
            "REACH" => Event::Reach(Reach::decode(attrs)?),
            "DORA" => Event::Dora(dora(attrs)?),
            "INIT" => {
                let mut init = Box::new(Init::blank());
                init.read(attrs)?;
                Event::Init(init)
            }
            "AGARI" => {
                let mut agari = Box::new(Agari::blank());
                agari.read(attrs)?;
                Event::Agari(agari)
            }
            "RYUUKYOKU" => Event::Ryuukyoku(Box::new(Ryuukyoku::decode(attrs)?)),
            "UN" => Event::Un(Box::new(Un::decode(attrs)?)),
            "BYE" => Event::Bye(one(attrs, "who", |f| f.seat())?),
            "GO" => Event::Go(Table::decode(attrs)?),
            "TAIKYOKU" => Event::Taikyoku(one(attrs, "oya", |f| f.seat())?),
            "SHUFFLE" => Event::Shuffle(Shuffle::decode(attrs)?),
            "mjloggm" => {
                let mut ver = None;
                while let Some(attribute) = attrs.next()? {
                    if attribute.name == b"ver" {
                        ver = Some(attribute.value.into_text());
                    }
                }
                Event::Root(ver)
            }
            _ => {
                while attrs.next()?.is_some() {}
                tile(name)?
            }
        })
    }
}

/// The tile of a `DORA`.
///
/// # Errors
/// As [`Event::decode`], here and below.
pub fn dora<'a>(attrs: &mut impl Attrs<'a>) -> Result<Pai> {
    one(attrs, "hai", |f| f.pai())
}

/// The warning about an element that Tenhou was not known to write.
#[must_use]
pub fn unknown(name: &str) -> String {
    format!("element {} is unknown: left out of the paipu", shortened(name))
}
