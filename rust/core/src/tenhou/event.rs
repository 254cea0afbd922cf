//! Elements as typed events, whoever read the XML.

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
    Call(u8, Mianzi),
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
    pub yaku: List<(u8, i32), 32>,
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
    /// Decodes an element. All its attributes are read.
    ///
    /// # Errors
    /// A missing or malformed attribute, a tile number past 135, an invalid meld code.
    pub fn decode(name: &str, attrs: &mut impl Attrs<'a>) -> Result<Self> {
        match name {
            "N" => call(attrs),
            "REACH" => reach(attrs),
            "DORA" => slots(attrs, ["hai"], |[hai]| Ok(Event::Dora(hai.need()?.pai()?))),
            "INIT" => init(attrs),
            "AGARI" => agari(attrs),
            "RYUUKYOKU" => ryuukyoku(attrs),
            "UN" => un(attrs),
            "BYE" => slots(attrs, ["who"], |[who]| Ok(Event::Bye(who.need()?.seat()?))),
            "GO" => table(attrs),
            "TAIKYOKU" => slots(attrs, ["oya"], |[oya]| Ok(Event::Taikyoku(oya.need()?.seat()?))),
            "SHUFFLE" => slots(attrs, ["seed", "ref"], |[seed, reference]| {
                Ok(Event::Shuffle(Shuffle { seed: seed.value, reference: reference.value }))
            }),
            "mjloggm" => slots(attrs, ["ver"], |[ver]| Ok(Event::Root(ver.value))),
            _ => {
                while attrs.next()?.is_some() {}
                tile(name)
            }
        }
    }
}

/// An attribute that may be there.
struct Slot<'a> {
    name: &'static str,
    value: Option<Cow<'a, str>>,
}

impl Slot<'_> {
    /// The attribute, which must be there.
    fn need(&self) -> Result<Field<'_>> {
        self.get().ok_or_else(|| Error::new(ErrorKind::MissingAttribute, format!("attribute {} is missing", self.name)))
    }

    /// The attribute, if it is there.
    fn get(&self) -> Option<Field<'_>> {
        self.value.as_deref().map(|value| Field { name: self.name, value })
    }

    /// The attribute, if it is there and not empty.
    fn filled(&self) -> Option<Field<'_>> {
        self.get().filter(|f| !f.value.is_empty())
    }
}

/// Sorts attributes into slots by name; others are passed over.
#[inline]
fn slots<'a, const N: usize, T>(
    attrs: &mut impl Attrs<'a>,
    names: [&'static str; N],
    then: impl FnOnce([Slot<'a>; N]) -> Result<T>,
) -> Result<T> {
    let mut slots = names.map(|name| Slot { name, value: None });
    while let Some((name, value)) = attrs.next()? {
        if let Some(slot) = slots.iter_mut().find(|s| s.name == name) {
            slot.value = Some(value);
        }
    }
    then(slots)
}

/// `T79`, `D79` and the like: the letter says who, the digits which tile.
fn tile<'a>(name: &str) -> Result<Event<'a>> {
    let (Some(letter), Some(digits)) = (name.bytes().next(), name.get(1..)) else { return Ok(Event::Unknown) };
    if !matches!(letter, b'T'..=b'W' | b'D'..=b'G') || digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit())
    {
        return Ok(Event::Unknown);
    }
    let number = digits.parse().map_err(|_| pai::out_of_range(digits))?;
    Ok(tile_event(letter, Pai::new(number)?))
}

/// The event of a draw or discard letter.
#[must_use]
pub fn tile_event<'a>(letter: u8, pai: Pai) -> Event<'a> {
    if letter >= b'T' {
        Event::Draw(letter.wrapping_sub(b'T') & 3, pai)
    } else {
        Event::Discard(letter.wrapping_sub(b'D') & 3, pai)
    }
}

fn call<'a>(attrs: &mut impl Attrs<'a>) -> Result<Event<'a>> {
    slots(attrs, ["who", "m"], |[who, m]| Ok(Event::Call(who.need()?.seat()?, meld(m.need()?.number(0, i64::MAX)?)?)))
}

fn meld(code: i64) -> Result<Mianzi> {
    match u16::try_from(code) {
        Ok(code) => Mianzi::decode(code),
        Err(_) => Err(Error::new(ErrorKind::BadMianzi, format!("meld code {code} does not fit 16 bits"))),
    }
}

fn reach<'a>(attrs: &mut impl Attrs<'a>) -> Result<Event<'a>> {
    slots(attrs, ["who", "step", "ten"], |[who, step, ten]| {
        let step = step.get().map(|f| f.number(1, 2)).transpose()?;
        Ok(Event::Reach(Reach {
            who: who.need()?.seat()?,
            step: step.and_then(|s| u8::try_from(s).ok()),
            ten: ten.filled().map(|f| f.numbers(3)).transpose()?,
        }))
    })
}

fn table<'a>(attrs: &mut impl Attrs<'a>) -> Result<Event<'a>> {
    slots(attrs, ["type", "lobby"], |[kind, lobby]| {
        let bits = kind.need()?.number(0, i64::from(u32::MAX))?;
        Ok(Event::Go(Table { go: Go::new(u32::try_from(bits).unwrap_or_default()), lobby: lobby.value }))
    })
}

fn un<'a>(attrs: &mut impl Attrs<'a>) -> Result<Event<'a>> {
    slots(attrs, ["n0", "n1", "n2", "n3", "dan", "rate", "sx"], |[n0, n1, n2, n3, dan, rate, sex]| {
        let dan = match dan.filled() {
            Some(field) => Some(ranks(field)?),
            None => None,
        };
        Ok(Event::Un(Box::new(Un { names: [n0, n1, n2, n3].map(|n| n.value), dan, rate: rate.value, sex: sex.value })))
    })
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

fn init<'a>(attrs: &mut impl Attrs<'a>) -> Result<Event<'a>> {
    let names = ["seed", "ten", "oya", "hai0", "hai1", "hai2", "hai3", "chip", "shuffle"];
    slots(attrs, names, |[seed, ten, oya, hai0, hai1, hai2, hai3, chip, shuffle]| {
        let field = seed.need()?;
        let numbers = field.numbers::<6>(6)?;
        let &[round, honba, sticks, die0, die1, dora] = numbers.as_slice() else {
            return Err(field.bad("has not six numbers"));
        };
        let Ok(round) = u8::try_from(round) else { return Err(field.bad("has no round from 0 to 255")) };
        let dora = u16::try_from(dora).map_err(|_| pai::out_of_range(&dora.to_string())).and_then(Pai::new)?;
        let mut hai = [const { List::new_const() }; 4];
        for (hand, slot) in hai.iter_mut().zip([hai0, hai1, hai2, hai3]) {
            *hand = slot.need()?.pais()?;
        }
        Ok(Event::Init(Box::new(Init {
            round,
            honba,
            sticks,
            dice: [die0, die1],
            dora,
            ten: ten.need()?.numbers(3)?,
            oya: oya.need()?.seat()?,
            hai,
            chip: chip.filled().map(|f| f.numbers(0)).transpose()?,
            shuffle: shuffle.value,
        })))
    })
}

fn outcome<'a>(ba: &Slot<'a>, sc: &Slot<'a>, owari: Slot<'a>) -> Result<Outcome<'a>> {
    Ok(Outcome { ba: ba.filled().map(|f| f.numbers(2)).transpose()?, sc: sc.need()?.numbers(8)?, owari: end(owari)? })
}

/// `owari`: scores are whole numbers, points whatever the log writes.
fn end(owari: Slot<'_>) -> Result<Option<Owari<'_>>> {
    let Some(field) = owari.filled() else { return Ok(None) };
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
    Ok(owari.value.map(|text| Owari { ten, text }))
}

fn agari<'a>(attrs: &mut impl Attrs<'a>) -> Result<Event<'a>> {
    let names = [
        "ba",
        "hai",
        "m",
        "machi",
        "ten",
        "yaku",
        "yakuman",
        "doraHai",
        "doraHaiUra",
        "who",
        "fromWho",
        "paoWho",
        "sc",
        "owari",
    ];
    slots(attrs, names, |[ba, hai, m, machi, ten, yaku, yakuman, dora, ura, who, from, pao, sc, owari]| {
        let mut melds = List::new();
        if let Some(field) = m.filled() {
            for code in field.numbers::<8>(1)? {
                melds.push(meld(i64::from(code))?);
            }
        }
        if yaku.value.is_none() && yakuman.value.is_none() {
            yaku.need()?;
        }
        let machi = machi.need()?.pai()?;
        let hand = hai.need()?;
        let hai = hand.pais()?;
        if !hai.contains(&machi) {
            return Err(hand.bad(&format!("lacks the winning tile {} (machi)", machi.number())));
        }
        let ten_field = ten.need()?;
        let ten = ten_field.numbers::<3>(2)?;
        let ten = [ten.first(), ten.get(1), ten.get(2)].map(|n| n.copied().unwrap_or_default());
        Ok(Event::Agari(Box::new(Agari {
            outcome: outcome(&ba, &sc, owari)?,
            who: who.need()?.seat()?,
            from: from.need()?.seat()?,
            pao: pao.filled().map(Field::seat).transpose()?,
            hai,
            melds,
            machi,
            ten,
            yaku: yaku.filled().map_or(Ok(List::new()), yaku_and_han)?,
            yakuman: yakuman.filled().map_or(Ok(List::new()), yakuman_ids)?,
            dora: dora.filled().map_or(Ok(List::new()), Field::pais)?,
            ura: ura.filled().map(Field::pais).transpose()?,
        })))
    })
}

fn yaku_and_han(field: Field<'_>) -> Result<List<(u8, i32), 32>> {
    let numbers = field.numbers::<64>(2)?;
    let (pairs, rest) = numbers.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(field.bad("is no list of pairs"));
    }
    pairs.iter().map(|&[id, han]| Ok((yaku_id(field, id)?, han))).collect()
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

fn ryuukyoku<'a>(attrs: &mut impl Attrs<'a>) -> Result<Event<'a>> {
    let names = ["type", "ba", "sc", "hai0", "hai1", "hai2", "hai3", "owari"];
    slots(attrs, names, |[why, ba, sc, hai0, hai1, hai2, hai3, owari]| {
        let mut hai = [const { None }; 4];
        for (hand, slot) in hai.iter_mut().zip([hai0, hai1, hai2, hai3]) {
            *hand = slot.filled().map(Field::pais).transpose()?;
        }
        Ok(Event::Ryuukyoku(Box::new(Ryuukyoku { outcome: outcome(&ba, &sc, owari)?, why: why.value, hai })))
    })
}

/// The warning about an element that Tenhou was not known to write.
#[must_use]
pub fn unknown(name: &str) -> String {
    format!("element {} is unknown: left out of the paipu", shortened(name))
}
