//! `AGARI`'s attributes.
#![allow(clippy::redundant_closure_for_method_calls)] // a method's path stands for one lifetime only

use super::decode::{filled, meld_of, need};
use super::digits;
use super::event::{Agari, Attrs, Outcome};
use super::list::{HandTiles, Item, List};
use super::names::YAKU;
use super::number::Field;
use crate::error::{Error, ErrorKind, Result};
use crate::mianzi::Mianzi;

impl<'a, Hai: HandTiles> Agari<'a, Hai> {
    /// Nothing read yet.
    pub(crate) const fn blank() -> Self {
        Agari {
            outcome: Outcome::blank(),
            who: 0,
            from: 0,
            pao: None,
            hai: Hai::NONE,
            melds: List::new(),
            machi: Item::NONE,
            ten: [0; 3],
            yaku: List::new(),
            yakuman: List::new(),
            dora: List::new(),
            chip: List::new(),
            ura: None,
        }
    }

    /// Reads the attributes into a blank.
    #[inline(never)]
    pub(crate) fn read(&mut self, attrs: &mut impl Attrs<'a>) -> Result<()> {
        if let Some(field) = attrs.expected(b" ba=\"") {
            self.outcome.sticks(field)?;
        }
        let mut hai = attrs.expected(b" hai=\"").map(|f| self.hai.read(f)).transpose()?;
        if let Some(field) = attrs.expected(b" m=\"") {
            melds(field, &mut self.melds)?;
        }
        let mut machi = attrs.expected(b" machi=\"").map(|f| f.pai()).transpose()?;
        let mut ten = attrs.expected(b" ten=\"").map(points).transpose()?;
        let mut yaku = attrs.expected(b" yaku=\"").map(|f| yaku_counts(f, &mut self.yaku)).transpose()?;
        if let Some(field) = attrs.expected(b" doraHai=\"") {
            field.pais(&mut self.dora)?;
        }
        if let Some(field) = attrs.expected(b" doraHaiUra=\"") {
            filled(field, &mut self.ura, |f, list| f.pais(list))?;
        }
        let mut who = attrs.expected(b" who=\"").map(|f| f.seat()).transpose()?;
        let mut from = attrs.expected(b" fromWho=\"").map(|f| f.seat()).transpose()?;
        let mut sc = false;
        if let Some(field) = attrs.expected(b" sc=\"") {
            self.outcome.changes(field)?;
            sc = true;
        }
        while let Some(attribute) = attrs.next()? {
            let field = attribute.field();
            match attribute.name {
                b"hai" => hai = Some(self.hai.read(field)?),
                b"m" => melds(field, &mut self.melds)?,
                b"machi" => machi = Some(field.pai()?),
                b"ten" => ten = Some(points(field)?),
                b"yaku" => yaku = Some(yaku_counts(field, &mut self.yaku)?),
                b"yakuman" => yaku = Some(yakuman_ids(field, &mut self.yakuman)?),
                b"doraHai" => field.pais(&mut self.dora)?,
                // Nothing but the audit asks for it: what is odd is none.
                b"chip" => yaku_counts(field, &mut self.chip).unwrap_or_else(|_| self.chip.clear()),
                b"doraHaiUra" => filled(field, &mut self.ura, |f, list| f.pais(list))?,
                b"who" => who = Some(field.seat()?),
                b"fromWho" => from = Some(field.seat()?),
                b"paoWho" => self.pao = field.filled().map(Field::seat).transpose()?,
                _ => sc |= self.outcome.take(attribute)?,
            }
        }
        need(hai, "hai")?;
        let machi = need(machi, "machi")?;
        self.ten = need(ten, "ten")?;
        if !self.hai.has(machi) {
            let message = format!("hai lacks the winning tile {} (machi)", machi.number());
            return Err(Error::new(ErrorKind::BadAttribute, message));
        }
        self.machi = machi;
        need(yaku, "yaku")?;
        need(sc.then_some(()), "sc")?;
        self.who = need(who, "who")?;
        self.from = need(from, "fromWho")?;
        Ok(())
    }
}

/// Minipoints, points and limit.
fn points(field: Field<'_>) -> Result<[i32; 3]> {
    let mut numbers = List::<i32, 3>::new();
    field.numbers(2, &mut numbers)?;
    Ok(core::array::from_fn(|i| numbers.get(i).copied().unwrap_or_default()))
}

fn melds(field: Field<'_>, list: &mut List<Mianzi, 8>) -> Result<()> {
    let mut codes = List::<i32, 8>::new();
    if let Some(field) = field.filled() {
        field.numbers(1, &mut codes)?;
    }
    let mut error = None;
    list.fill(codes.iter().map(|&code| meld_of(code.into()).map_err(|e| error = Some(e)).ok()));
    error.map_or(Ok(()), Err)
}

/// Pairs of a yaku and a number: its han, or the chips that each payer hands over for it.
fn yaku_counts(field: Field<'_>, list: &mut List<(u8, u8), 32>) -> Result<()> {
    if field.len == 0 {
        list.clear();
        return Ok(());
    }
    let mut room = None;
    let mut numbers = field.items(&mut room).map(|(word, len)| digits::number(word, len));
    let pairs = core::iter::from_fn(|| {
        let id = numbers.next()?.and_then(|id| u8::try_from(id).ok()).filter(|id| usize::from(*id) < YAKU.len());
        let count = numbers.next().flatten().and_then(|count| u8::try_from(count).ok());
        Some(id.zip(count))
    });
    if field.is_short() && list.fill(pairs) { Ok(()) } else { any_yaku_counts(field, list) }
}

/// Pairs of which there are very many, or with something wrong.
#[cold]
fn any_yaku_counts(field: Field<'_>, list: &mut List<(u8, u8), 32>) -> Result<()> {
    let mut numbers = List::<i32, 64>::new();
    field.numbers(2, &mut numbers)?;
    let (pairs, rest) = numbers.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(field.bad("is no list of pairs"));
    }
    let pair = |&[id, han]: &[i32; 2]| {
        let han = u8::try_from(han).map_err(|_| field.bad("has a han that is not in 0 to 255"))?;
        Ok((yaku_id(field, id)?, han))
    };
    let mut error = None;
    list.fill(pairs.iter().map(|numbers| pair(numbers).map_err(|e| error = Some(e)).ok()));
    error.map_or(Ok(()), Err)
}

fn yakuman_ids(field: Field<'_>, list: &mut List<u8, 16>) -> Result<()> {
    let mut ids = List::<i32, 16>::new();
    if let Some(field) = field.filled() {
        field.numbers(1, &mut ids)?;
    }
    let mut error = None;
    list.fill(ids.iter().map(|&id| yaku_id(field, id).map_err(|e| error = Some(e)).ok()));
    error.map_or(Ok(()), Err)
}

fn yaku_id(field: Field<'_>, id: i32) -> Result<u8> {
    match u8::try_from(id) {
        Ok(n) if usize::from(n) < YAKU.len() => Ok(n),
        _ => Err(field.bad(&format!("has {id}, which is no yaku from 0 to 54"))),
    }
}
