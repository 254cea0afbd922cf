//! Elements as typed events, whoever read the XML.
#![allow(clippy::redundant_closure_for_method_calls)] // a method's path stands for one lifetime only

use std::borrow::Cow;

use super::go::Go;
use super::names::{DRAWS, YAKU};
use super::number::{Field, List};
use crate::error::{Error, ErrorKind, Result, shortened};
use crate::mianzi::Mianzi;
use crate::pai::{self, Pai};

/// Where an element's attributes come from: the scanner, or someone else's parser.
pub trait Attrs<'a> {
    /// The next attribute's name and value. Of two with one name the last counts.
    ///
    /// # Errors
    /// Whatever the source finds wrong with its input.
    fn next(&mut self) -> Result<Option<(&'a str, Cow<'a, str>)>>;
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
        let mut parts = self.text.split(',');
        core::array::from_fn(|_| parts.nth(1).unwrap_or_default())
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
            "INIT" => Event::Init(Box::new(Init::decode(attrs)?)),
            "AGARI" => Event::Agari(Box::new(Agari::decode(attrs)?)),
            "RYUUKYOKU" => Event::Ryuukyoku(Box::new(Ryuukyoku::decode(attrs)?)),
            "UN" => Event::Un(Box::new(Un::decode(attrs)?)),
            "BYE" => Event::Bye(one(attrs, "who", |f| f.seat())?),
            "GO" => Event::Go(Table::decode(attrs)?),
            "TAIKYOKU" => Event::Taikyoku(one(attrs, "oya", |f| f.seat())?),
            "SHUFFLE" => Event::Shuffle(Shuffle::decode(attrs)?),
            "mjloggm" => {
                let mut ver = None;
                while let Some((name, value)) = attrs.next()? {
                    if name == "ver" {
                        ver = Some(value);
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
fn need<T>(value: Option<T>, name: &str) -> Result<T> {
    value.ok_or_else(|| Error::new(ErrorKind::MissingAttribute, format!("attribute {name} is missing")))
}

/// The one attribute that counts of an element.
fn one<'a, T>(attrs: &mut impl Attrs<'a>, wanted: &'static str, read: impl Fn(Field<'_>) -> Result<T>) -> Result<T> {
    let mut found = None;
    while let Some((name, value)) = attrs.next()? {
        if name == wanted {
            found = Some(read(Field { name: wanted, value: &value })?);
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
        while let Some((name, value)) = attrs.next()? {
            let field = Field { name, value: &value };
            match name {
                "who" => who = Some(field.seat()?),
                "m" => m = Some(meld(field.number(0, i64::MAX)?)?),
                _ => {}
            }
        }
        Ok(Call { who: need(who, "who")?, mianzi: need(m, "m")? })
    }
}

fn meld(code: i64) -> Result<Mianzi> {
    match u16::try_from(code) {
        Ok(code) => Mianzi::decode(code),
        Err(_) => Err(Error::new(ErrorKind::BadMianzi, format!("meld code {code} does not fit 16 bits"))),
    }
}

impl Reach {
    pub(crate) fn decode<'a>(attrs: &mut impl Attrs<'a>) -> Result<Self> {
        let (mut who, mut step, mut ten) = (None, None, None);
        while let Some((name, value)) = attrs.next()? {
            let field = Field { name, value: &value };
            match name {
                "who" => who = Some(field.seat()?),
                "step" => step = u8::try_from(field.number(1, 2)?).ok(),
                "ten" => ten = field.filled().map(|f| f.numbers(3)).transpose()?,
                _ => {}
            }
        }
        Ok(Reach { who: need(who, "who")?, step, ten })
    }
}

impl<'a> Table<'a> {
    pub(crate) fn decode(attrs: &mut impl Attrs<'a>) -> Result<Self> {
        let (mut bits, mut lobby) = (None, None);
        while let Some((name, value)) = attrs.next()? {
            match name {
                "type" => bits = u32::try_from(Field { name, value: &value }.number(0, u32::MAX.into())?).ok(),
                "lobby" => lobby = Some(value),
                _ => {}
            }
        }
        Ok(Table { go: Go::new(need(bits, "type")?), lobby })
    }
}

impl<'a> Shuffle<'a> {
    pub(crate) fn decode(attrs: &mut impl Attrs<'a>) -> Result<Self> {
        let (mut seed, mut reference) = (None, None);
        while let Some((name, value)) = attrs.next()? {
            match name {
                "seed" => seed = Some(value),
                "ref" => reference = Some(value),
                _ => {}
            }
        }
        Ok(Shuffle { seed, reference })
    }
}

impl<'a> Un<'a> {
    pub(crate) fn decode(attrs: &mut impl Attrs<'a>) -> Result<Self> {
        let mut un = Un::default();
        while let Some((name, value)) = attrs.next()? {
            match name {
                "n0" => un.names[0] = Some(value),
                "n1" => un.names[1] = Some(value),
                "n2" => un.names[2] = Some(value),
                "n3" => un.names[3] = Some(value),
                "dan" => un.dan = Field { name, value: &value }.filled().map(ranks).transpose()?,
                "rate" => un.rate = Some(value),
                "sx" => un.sex = Some(value),
                _ => {}
            }
        }
        Ok(un)
    }
}

fn ranks(field: Field<'_>) -> Result<[Option<u8>; 4]> {
    let mut ranks = [None; 4];
    for (rank, text) in ranks.iter_mut().zip(field.value.split(',')) {
        if !text.is_empty() {
            let number = Field { name: field.name, value: text }.number(0, i64::MAX)?;
            *rank = u8::try_from(number).ok().filter(|&n| n <= 20);
        }
    }
    Ok(ranks)
}

/// Which of `hai0` to `hai3` this is.
#[inline]
fn hand_index(name: &str) -> Option<usize> {
    match name.as_bytes() {
        [b'h', b'a', b'i', seat @ b'0'..=b'3'] => Some(usize::from(seat - b'0')),
        _ => None,
    }
}

impl<'a> Init<'a> {
    pub(crate) fn decode(attrs: &mut impl Attrs<'a>) -> Result<Self> {
        let (mut seed, mut ten, mut oya, mut chip, mut shuffle) = (None, None, None, None, None);
        let mut hai = [const { List::new_const() }; 4];
        let mut dealt = [false; 4];
        while let Some((name, value)) = attrs.next()? {
            let field = Field { name, value: &value };
            if let Some(seat) = hand_index(name) {
                hai[seat] = field.pais()?;
                dealt[seat] = true;
                continue;
            }
            match name {
                "seed" => seed = Some(round_seed(field)?),
                "ten" => ten = Some(field.numbers(3)?),
                "oya" => oya = Some(field.seat()?),
                "chip" => chip = field.filled().map(|f| f.numbers(0)).transpose()?,
                "shuffle" => shuffle = Some(value),
                _ => {}
            }
        }
        let (round, [honba, sticks, die0, die1], dora) = need(seed, "seed")?;
        if let Some(seat) = dealt.iter().position(|dealt| !dealt) {
            need(None, ["hai0", "hai1", "hai2", "hai3"][seat])?;
        }
        Ok(Init {
            round,
            honba,
            sticks,
            dice: [die0, die1],
            dora,
            ten: need(ten, "ten")?,
            oya: need(oya, "oya")?,
            hai,
            chip,
            shuffle,
        })
    }
}

/// Round; honba, sticks and two dice; dora indicator.
fn round_seed(field: Field<'_>) -> Result<(u8, [i32; 4], Pai)> {
    let numbers = field.numbers::<6>(6)?;
    let &[round, honba, sticks, die0, die1, dora] = numbers.as_slice() else {
        return Err(field.bad("has not six numbers"));
    };
    let round = u8::try_from(round).map_err(|_| field.bad("has no round from 0 to 255"))?;
    let dora = u16::try_from(dora).map_err(|_| pai::out_of_range(&dora.to_string())).and_then(Pai::new)?;
    Ok((round, [honba, sticks, die0, die1], dora))
}

/// What both ends of a round have in common, while their attributes come.
#[derive(Default)]
struct Ending<'a> {
    ba: Option<List<i32, 2>>,
    sc: Option<List<i32, 16>>,
    owari: Option<Owari<'a>>,
}

impl<'a> Ending<'a> {
    fn take(&mut self, name: &str, value: Cow<'a, str>) -> Result<()> {
        let field = Field { name, value: &value };
        match name {
            "ba" => self.ba = field.filled().map(|f| f.numbers(2)).transpose()?,
            "sc" => self.sc = Some(field.numbers(8)?),
            "owari" => self.owari = if value.is_empty() { None } else { Some(Owari { ten: end(field)?, text: value }) },
            _ => {}
        }
        Ok(())
    }

    fn finish(self) -> Result<Outcome<'a>> {
        Ok(Outcome { ba: self.ba, sc: need(self.sc, "sc")?, owari: self.owari })
    }
}

/// `owari`: scores are whole numbers, points whatever number the log writes.
fn end(field: Field<'_>) -> Result<[i32; 4]> {
    let mut ten = [0; 4];
    let mut parts = field.value.split(',');
    for score in &mut ten {
        let (text, points) = (parts.next().unwrap_or_default(), parts.next());
        let number = Field { name: field.name, value: text }.number(-99_999_999, 99_999_999)?;
        *score = i32::try_from(number).unwrap_or_default();
        if points.is_none_or(|p| p.parse::<f64>().is_err()) {
            return Err(field.bad("has not four scores and points"));
        }
    }
    Ok(ten)
}

impl<'a> Agari<'a> {
    pub(crate) fn decode(attrs: &mut impl Attrs<'a>) -> Result<Self> {
        let (mut who, mut from, mut pao, mut hai, mut machi, mut ten) = (None, None, None, None, None, None);
        let (mut yaku, mut yakuman, mut ura) = (None, None, None);
        let (mut melds, mut dora) = (List::new(), List::new());
        let mut ending = Ending::default();
        while let Some((name, value)) = attrs.next()? {
            let field = Field { name, value: &value };
            match name {
                "who" => who = Some(field.seat()?),
                "fromWho" => from = Some(field.seat()?),
                "paoWho" => pao = field.filled().map(Field::seat).transpose()?,
                "hai" => hai = Some(field.pais::<14>()?),
                "m" => melds = field.filled().map_or(Ok(List::new()), meld_list)?,
                "machi" => machi = Some(field.pai()?),
                "ten" => ten = Some(field.numbers::<3>(2)?),
                "yaku" => yaku = Some(field.filled().map_or(Ok(List::new()), yaku_and_han)?),
                "yakuman" => yakuman = Some(field.filled().map_or(Ok(List::new()), yakuman_ids)?),
                "doraHai" => dora = field.pais()?,
                "doraHaiUra" => ura = field.filled().map(Field::pais).transpose()?,
                _ => ending.take(name, value)?,
            }
        }
        let (hai, machi, ten) = (need(hai, "hai")?, need(machi, "machi")?, need(ten, "ten")?);
        if !hai.contains(&machi) {
            let message = format!("hai lacks the winning tile {} (machi)", machi.number());
            return Err(Error::new(ErrorKind::BadAttribute, message));
        }
        if yakuman.is_none() {
            need(yaku.as_ref(), "yaku")?;
        }
        Ok(Agari {
            outcome: ending.finish()?,
            who: need(who, "who")?,
            from: need(from, "fromWho")?,
            pao,
            hai,
            melds,
            machi,
            ten: [ten.first(), ten.get(1), ten.get(2)].map(|n| n.copied().unwrap_or_default()),
            yaku: yaku.unwrap_or_default(),
            yakuman: yakuman.unwrap_or_default(),
            dora,
            ura,
        })
    }
}

fn meld_list(field: Field<'_>) -> Result<List<Mianzi, 8>> {
    field.numbers::<8>(1)?.into_iter().map(|code| meld(code.into())).collect()
}

fn yaku_and_han(field: Field<'_>) -> Result<List<(u8, u8), 32>> {
    let numbers = field.numbers::<64>(2)?;
    let (pairs, rest) = numbers.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(field.bad("is no list of pairs"));
    }
    let pair = |&[id, han]: &[i32; 2]| {
        let han = u8::try_from(han).map_err(|_| field.bad("has a han that is not in 0 to 255"))?;
        Ok((yaku_id(field, id)?, han))
    };
    pairs.iter().map(pair).collect()
}

fn yakuman_ids(field: Field<'_>) -> Result<List<u8, 16>> {
    field.numbers::<16>(1)?.into_iter().map(|id| yaku_id(field, id)).collect()
}

fn yaku_id(field: Field<'_>, id: i32) -> Result<u8> {
    match u8::try_from(id) {
        Ok(n) if usize::from(n) < YAKU.len() => Ok(n),
        _ => Err(field.bad(&format!("has {id}, which is no yaku from 0 to 54"))),
    }
}

impl<'a> Ryuukyoku<'a> {
    pub(crate) fn decode(attrs: &mut impl Attrs<'a>) -> Result<Self> {
        let mut why = None;
        let mut hai = [const { None }; 4];
        let mut ending = Ending::default();
        while let Some((name, value)) = attrs.next()? {
            if let Some(seat) = hand_index(name) {
                hai[seat] = Field { name, value: &value }.filled().map(Field::pais).transpose()?;
            } else if name == "type" {
                why = Some(value);
            } else {
                ending.take(name, value)?;
            }
        }
        Ok(Ryuukyoku { outcome: ending.finish()?, why, hai })
    }
}

/// The warning about an element that Tenhou was not known to write.
#[must_use]
pub fn unknown(name: &str) -> String {
    format!("element {} is unknown: left out of the paipu", shortened(name))
}
