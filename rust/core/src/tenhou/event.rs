//! Elements as typed events, whoever read the XML.
#![allow(clippy::redundant_closure_for_method_calls)] // a method's path stands for one lifetime only

use std::borrow::Cow;

use super::attribute::Attribute;
use super::go::Go;
use super::list::Item;
use super::names::DRAWS;
use super::number::{Field, List};
use crate::error::{Error, ErrorKind, Result, shortened};
use crate::mianzi::Mianzi;
use crate::pai::{self, Pai};

/// Where an element's attributes come from: the scanner, or someone else's parser.
pub trait Attrs<'a> {
    /// The next attribute. Of two with one name the last counts.
    ///
    /// # Errors
    /// Whatever the source finds wrong with its input.
    fn next(&mut self) -> Result<Option<Attribute<'a>>>;
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

/// `INIT`.
#[derive(Clone, Debug, PartialEq)]
pub struct Init<'a> {
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
    pub hai: [List<Pai, 14>; 4],
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
    /// Points by seat, as written.
    #[must_use]
    pub fn points(&self) -> [&str; 4] {
        let mut parts = Field::new("owari", &self.text).parts();
        core::array::from_fn(|_| parts.nth(1).map_or("", Field::as_str))
    }
}

/// `AGARI`.
#[derive(Clone, Debug, PartialEq)]
pub struct Agari<'a> {
    /// Payments and end.
    pub outcome: Outcome<'a>,
    /// The winner's seat.
    pub who: u8,
    /// The discarder's seat, or the winner's own.
    pub from: u8,
    /// The seat liable under 包.
    pub pao: Option<u8>,
    /// The winner's closed tiles, the winning one among them.
    pub hai: List<Pai, 14>,
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
        match self.why.as_deref() {
            None | Some("") => Some(super::names::EXHAUSTIVE),
            Some(why) => DRAWS.iter().find(|(slug, _)| *slug == why).map(|(_, name)| *name),
        }
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

/// A value that must be there.
#[inline]
pub(super) fn need<T>(value: Option<T>, name: &str) -> Result<T> {
    value.ok_or_else(|| Error::new(ErrorKind::MissingAttribute, format!("attribute {name} is missing")))
}

/// The one attribute that counts of an element.
fn one<'a, T>(attrs: &mut impl Attrs<'a>, wanted: &'static str, read: impl Fn(Field<'_>) -> Result<T>) -> Result<T> {
    let mut found = None;
    while let Some(attribute) = attrs.next()? {
        if attribute.name == wanted.as_bytes() {
            found = Some(read(attribute.field())?);
        }
    }
    need(found, wanted)
}

/// `T79`, `D79` and the like: the letter says who, the digits which tile.
fn tile<'a>(name: &str) -> Result<Event<'a>> {
    let (Some(letter), Some(digits)) = (name.bytes().next(), name.get(1..)) else { return Ok(Event::Unknown) };
    if !matches!(letter, b'T'..=b'W' | b'D'..=b'G') || digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit())
    {
        return Ok(Event::Unknown);
    }
    let number = digits.parse().map_err(|_| pai::out_of_range(digits))?;
    let (seat, pai) = (letter & 3, Pai::new(number)?);
    Ok(if letter >= b'T' { Event::Draw(seat, pai) } else { Event::Discard(seat, pai) })
}

impl Call {
    pub(crate) fn decode<'a>(attrs: &mut impl Attrs<'a>) -> Result<Self> {
        let (mut who, mut m) = (None, None);
        while let Some(attribute) = attrs.next()? {
            let field = attribute.field();
            match attribute.name {
                b"who" => who = Some(field.seat()?),
                b"m" => m = Some(meld(field.number(0, i64::MAX)?)?),
                _ => {}
            }
        }
        Ok(Call { who: need(who, "who")?, mianzi: need(m, "m")? })
    }
}

pub(super) fn meld(code: i64) -> Result<Mianzi> {
    match u16::try_from(code) {
        Ok(code) => Mianzi::decode(code),
        Err(_) => Err(Error::new(ErrorKind::BadMianzi, format!("meld code {code} does not fit 16 bits"))),
    }
}

impl Reach {
    pub(crate) fn decode<'a>(attrs: &mut impl Attrs<'a>) -> Result<Self> {
        let (mut who, mut step, mut ten) = (None, None, None);
        while let Some(attribute) = attrs.next()? {
            let field = attribute.field();
            match attribute.name {
                b"who" => who = Some(field.seat()?),
                b"step" => step = u8::try_from(field.number(1, 2)?).ok(),
                b"ten" => filled(field, &mut ten, |f, list| f.numbers(3, list))?,
                _ => {}
            }
        }
        Ok(Reach { who: need(who, "who")?, step, ten })
    }
}

impl<'a> Table<'a> {
    pub(crate) fn decode(attrs: &mut impl Attrs<'a>) -> Result<Self> {
        let (mut bits, mut lobby) = (None, None);
        while let Some(attribute) = attrs.next()? {
            match attribute.name {
                b"type" => bits = u32::try_from(attribute.field().number(0, u32::MAX.into())?).ok(),
                b"lobby" => lobby = Some(attribute.value.into_text()),
                _ => {}
            }
        }
        Ok(Table { go: Go::new(need(bits, "type")?), lobby })
    }
}

impl<'a> Shuffle<'a> {
    pub(crate) fn decode(attrs: &mut impl Attrs<'a>) -> Result<Self> {
        let (mut seed, mut reference) = (None, None);
        while let Some(attribute) = attrs.next()? {
            match attribute.name {
                b"seed" => seed = Some(attribute.value.into_text()),
                b"ref" => reference = Some(attribute.value.into_text()),
                _ => {}
            }
        }
        Ok(Shuffle { seed, reference })
    }
}

impl<'a> Un<'a> {
    pub(crate) fn decode(attrs: &mut impl Attrs<'a>) -> Result<Self> {
        let mut un = Un::default();
        while let Some(attribute) = attrs.next()? {
            match attribute.name {
                b"n0" => un.names[0] = Some(attribute.value.into_text()),
                b"n1" => un.names[1] = Some(attribute.value.into_text()),
                b"n2" => un.names[2] = Some(attribute.value.into_text()),
                b"n3" => un.names[3] = Some(attribute.value.into_text()),
                b"dan" => un.dan = attribute.field().filled().map(ranks).transpose()?,
                b"rate" => un.rate = Some(attribute.value.into_text()),
                b"sx" => un.sex = Some(attribute.value.into_text()),
                _ => {}
            }
        }
        Ok(un)
    }
}

fn ranks(field: Field<'_>) -> Result<[Option<u8>; 4]> {
    let mut ranks = [None; 4];
    for (rank, part) in ranks.iter_mut().zip(field.parts()) {
        if let Some(part) = part.filled() {
            let number = part.number(0, i64::MAX)?;
            *rank = u8::try_from(number).ok().filter(|&n| n <= 20);
        }
    }
    Ok(ranks)
}

/// A list that an empty attribute does not have.
#[inline]
pub(super) fn filled<T: Item, const N: usize>(
    field: Field<'_>,
    list: &mut Option<List<T, N>>,
    read: impl Fn(Field<'_>, &mut List<T, N>) -> Result<()>,
) -> Result<()> {
    if let Some(field) = field.filled() {
        read(field, list.insert(List::new()))
    } else {
        *list = None;
        Ok(())
    }
}

/// Which of `hai0` to `hai3` this is.
#[inline]
fn hand_index(name: &[u8]) -> Option<usize> {
    match name {
        [b'h', b'a', b'i', seat @ b'0'..=b'3'] => Some(usize::from(seat - b'0')),
        _ => None,
    }
}

impl<'a> Init<'a> {
    /// Nothing read yet.
    pub(crate) const fn blank() -> Self {
        Init {
            round: 0,
            honba: 0,
            sticks: 0,
            dice: [0; 2],
            dora: Item::NONE,
            ten: List::new(),
            oya: 0,
            hai: [const { List::new() }; 4],
            chip: None,
            shuffle: None,
        }
    }

    /// Reads the attributes into a blank.
    pub(crate) fn read(&mut self, attrs: &mut impl Attrs<'a>) -> Result<()> {
        let (mut seed, mut ten, mut oya) = (None, None, None);
        let mut dealt = [None; 4];
        while let Some(attribute) = attrs.next()? {
            let field = attribute.field();
            if let Some(seat) = hand_index(attribute.name) {
                field.pais(&mut self.hai[seat])?;
                dealt[seat] = Some(());
                continue;
            }
            match attribute.name {
                b"seed" => seed = Some(self.seed(field)?),
                b"ten" => ten = Some(field.numbers(3, &mut self.ten)?),
                b"oya" => oya = Some(field.seat()?),
                b"chip" => filled(field, &mut self.chip, |f, list| f.numbers(0, list))?,
                b"shuffle" => self.shuffle = Some(attribute.value.into_text()),
                _ => {}
            }
        }
        need(seed, "seed")?;
        for (dealt, name) in dealt.into_iter().zip(["hai0", "hai1", "hai2", "hai3"]) {
            need(dealt, name)?;
        }
        need(ten, "ten")?;
        self.oya = need(oya, "oya")?;
        Ok(())
    }

    /// Round; honba, sticks and two dice; dora indicator.
    fn seed(&mut self, field: Field<'_>) -> Result<()> {
        let mut numbers = List::<i32, 6>::new();
        field.numbers(6, &mut numbers)?;
        let &[round, honba, sticks, die0, die1, dora] = &*numbers else {
            return Err(field.bad("has not six numbers"));
        };
        self.round = u8::try_from(round).map_err(|_| field.bad("has no round from 0 to 255"))?;
        (self.honba, self.sticks, self.dice) = (honba, sticks, [die0, die1]);
        let dora = u16::try_from(dora).map_err(|_| pai::out_of_range(&dora.to_string()))?;
        self.dora = Pai::new(dora)?;
        Ok(())
    }
}

impl<'a> Outcome<'a> {
    pub(super) const fn blank() -> Self {
        Outcome { ba: None, sc: List::new(), owari: None }
    }

    /// Takes an attribute, if it is one of these; gives whether it is `sc`, which must be there.
    pub(super) fn take(&mut self, attribute: Attribute<'a>) -> Result<bool> {
        let field = attribute.field();
        match attribute.name {
            b"ba" => filled(field, &mut self.ba, |f, list| f.numbers(2, list))?,
            b"sc" => return field.numbers(8, &mut self.sc).map(|()| true),
            b"owari" => {
                let ten = field.filled().map(end).transpose()?;
                self.owari = ten.map(|ten| Owari { ten, text: attribute.value.into_text() });
            }
            _ => {}
        }
        Ok(false)
    }
}

/// `owari`: scores are whole numbers, points whatever number the log writes.
fn end(field: Field<'_>) -> Result<[i32; 4]> {
    let mut ten = [0; 4];
    let mut parts = field.parts();
    for score in &mut ten {
        let (score_text, points) = (parts.next().unwrap_or(Field::new("owari", "")), parts.next());
        let number = score_text.number(-99_999_999, 99_999_999)?;
        *score = i32::try_from(number).unwrap_or_default();
        if points.is_none_or(|p| p.as_str().parse::<f64>().is_err()) {
            return Err(field.bad("has not four scores and points"));
        }
    }
    Ok(ten)
}

impl<'a> Ryuukyoku<'a> {
    pub(crate) fn decode(attrs: &mut impl Attrs<'a>) -> Result<Self> {
        let mut draw = Ryuukyoku { outcome: Outcome::blank(), why: None, hai: [None; 4] };
        let mut sc = false;
        while let Some(attribute) = attrs.next()? {
            if let Some(seat) = hand_index(attribute.name) {
                filled(attribute.field(), &mut draw.hai[seat], |f, list| f.pais(list))?;
            } else if attribute.name == b"type" {
                draw.why = Some(attribute.value.into_text());
            } else {
                sc |= draw.outcome.take(attribute)?;
            }
        }
        need(sc.then_some(()), "sc")?;
        Ok(draw)
    }
}

/// The warning about an element that Tenhou was not known to write.
#[must_use]
pub fn unknown(name: &str) -> String {
    format!("element {} is unknown: left out of the paipu", shortened(name))
}
