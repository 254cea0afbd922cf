//! Attributes to typed elements; `AGARI`, the largest, has a file of its own.
#![allow(clippy::redundant_closure_for_method_calls)] // a method's path stands for one lifetime only

use super::attribute::Attribute;
use super::event::{Attrs, Call, Event, Init, Outcome, Owari, Reach, Ryuukyoku, Shuffle, Table, Un};
use super::go::Go;
use super::list::{HandTiles, Item, List};
use super::number::Field;
use crate::error::{Error, ErrorKind, Result};
use crate::mianzi::Mianzi;
use crate::pai::{self, Pai};

/// A value that must be there.
#[inline]
pub(super) fn need<T>(value: Option<T>, name: &str) -> Result<T> {
    value.ok_or_else(|| Error::new(ErrorKind::MissingAttribute, format!("attribute {name} is missing")))
}

/// The one attribute that counts of an element.
pub(super) fn one<'a, T>(
    attrs: &mut impl Attrs<'a>,
    wanted: &'static str,
    read: impl Fn(Field<'_>) -> Result<T>,
) -> Result<T> {
    let mut found = None;
    while let Some(attribute) = attrs.next()? {
        if attribute.name == wanted.as_bytes() {
            found = Some(read(attribute.field())?);
        }
    }
    need(found, wanted)
}

/// `T79`, `D79` and the like: the letter says who, the digits which tile.
pub(super) fn tile<'a>(name: &str) -> Result<Event<'a>> {
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
        let mut who = attrs.expected(b" who=\"").map(Field::seat).transpose()?;
        let mut m = attrs.expected(b" m=\"").map(meld).transpose()?;
        while let Some(attribute) = attrs.next()? {
            let field = attribute.field();
            match attribute.name {
                b"who" => who = Some(field.seat()?),
                b"m" => m = Some(meld(field)?),
                _ => {}
            }
        }
        Ok(Call { who: need(who, "who")?, mianzi: need(m, "m")? })
    }
}

/// A meld's code.
fn meld(field: Field<'_>) -> Result<Mianzi> {
    meld_of(field.number(0, i64::MAX)?)
}

pub(super) fn meld_of(code: i64) -> Result<Mianzi> {
    match u16::try_from(code) {
        Ok(code) => Mianzi::decode(code),
        Err(_) => Err(Error::new(ErrorKind::BadMianzi, format!("meld code {code} does not fit 16 bits"))),
    }
}

impl Reach {
    pub(crate) fn decode<'a>(attrs: &mut impl Attrs<'a>) -> Result<Self> {
        let (mut step, mut ten) = (None, None);
        let mut who = attrs.expected(b" who=\"").map(Field::seat).transpose()?;
        if let Some(field) = attrs.expected(b" ten=\"") {
            filled(field, &mut ten, |f, list| f.numbers(3, list))?;
        }
        if let Some(field) = attrs.expected(b" step=\"") {
            step = riichi_step(field)?;
        }
        while let Some(attribute) = attrs.next()? {
            let field = attribute.field();
            match attribute.name {
                b"who" => who = Some(field.seat()?),
                b"step" => step = riichi_step(field)?,
                b"ten" => filled(field, &mut ten, |f, list| f.numbers(3, list))?,
                _ => {}
            }
        }
        Ok(Reach { who: need(who, "who")?, step, ten })
    }
}

fn riichi_step(field: Field<'_>) -> Result<Option<u8>> {
    Ok(u8::try_from(field.number(1, 2)?).ok())
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

impl<'a, Hai: HandTiles> Init<'a, Hai> {
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
            hai: [Hai::NONE; 4],
            chip: None,
            shuffle: None,
        }
    }

    /// Reads the attributes into a blank.
    #[inline(never)]
    pub(crate) fn read(&mut self, attrs: &mut impl Attrs<'a>) -> Result<()> {
        let mut seed = attrs.expected(b" seed=\"").map(|f| self.seed(f)).transpose()?;
        let mut ten = attrs.expected(b" ten=\"").map(|f| f.numbers(3, &mut self.ten)).transpose()?;
        let mut oya = attrs.expected(b" oya=\"").map(Field::seat).transpose()?;
        let mut dealt = [
            attrs.expected(b" hai0=\"").map(|f| self.hai[0].read(f)).transpose()?,
            attrs.expected(b" hai1=\"").map(|f| self.hai[1].read(f)).transpose()?,
            attrs.expected(b" hai2=\"").map(|f| self.hai[2].read(f)).transpose()?,
            attrs.expected(b" hai3=\"").map(|f| self.hai[3].read(f)).transpose()?,
        ];
        while let Some(attribute) = attrs.next()? {
            let field = attribute.field();
            if let Some(seat) = hand_index(attribute.name) {
                self.hai[seat].read(field)?;
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

    /// `ba`.
    #[inline]
    pub(super) fn sticks(&mut self, field: Field<'_>) -> Result<()> {
        filled(field, &mut self.ba, |f, list| f.numbers(2, list))
    }

    /// `sc`.
    #[inline]
    pub(super) fn changes(&mut self, field: Field<'_>) -> Result<()> {
        field.numbers(8, &mut self.sc)
    }

    /// Takes an attribute, if it is one of these; gives whether it is `sc`, which must be there.
    pub(super) fn take(&mut self, attribute: Attribute<'a>) -> Result<bool> {
        let field = attribute.field();
        match attribute.name {
            b"ba" => self.sticks(field)?,
            b"sc" => return self.changes(field).map(|()| true),
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
