//! Python's values as the core's: every fault names its argument.

use mjlog_core::hule::{Indicators, Rongpai, Rule, Shoupai, Situation, Tile};
use mjlog_core::{Error, ErrorKind};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyList, PyString, PyTuple};

use crate::error::to_py;
use crate::whole::shown;

/// An argument that may be left out.
pub(crate) type Arg<'a, 'py> = Option<&'a Bound<'py, PyAny>>;

#[cold]
pub(crate) fn bad(kind: ErrorKind, message: String) -> PyErr {
    to_py(&Error::new(kind, message))
}

/// `menfeng has to be a whole number, not 'east'`.
#[cold]
pub(crate) fn not_a(what: &str, name: &str, value: &Bound<'_, PyAny>) -> PyErr {
    let shown = value.repr().map_or_else(|_| "something".to_owned(), |r| r.to_string());
    let shown = mjlog_core::error::shortened(&shown);
    bad(ErrorKind::BadArgument, format!("{name} has to be {what}, not {shown}"))
}

/// A text.
pub(crate) fn text<'a>(name: &str, value: &'a Bound<'_, PyAny>) -> PyResult<&'a str> {
    match value.cast::<PyString>() {
        Ok(text) => text.to_str().map_err(|_| not_a("text of whole characters", name, value)),
        Err(_) => Err(not_a("text", name, value)),
    }
}

/// A whole number from 0 to `most`; nothing is 0, or what else is the default.
pub(crate) fn number(name: &str, value: Arg, most: u16, default: u16) -> PyResult<u16> {
    let Some(value) = value.filter(|v| !v.is_none()) else { return Ok(default) };
    if !value.is_instance_of::<PyInt>() {
        return Err(not_a("a whole number", name, value));
    }
    value
        .extract()
        .ok()
        .filter(|n| *n <= most)
        .ok_or_else(|| bad(ErrorKind::BadArgument, format!("{name} {} is not in 0 to {most}", shown(value))))
}

fn small(name: &str, value: Arg, most: u8, default: u8) -> PyResult<u8> {
    number(name, value, u16::from(most), u16::from(default)).map(|n| u8::try_from(n).unwrap_or(default))
}

/// True or False; nothing is False.
pub(crate) fn flag(name: &str, value: Arg) -> PyResult<bool> {
    match value.filter(|v| !v.is_none()) {
        None => Ok(false),
        Some(value) => match value.cast::<PyBool>() {
            Ok(flag) => Ok(flag.is_true()),
            Err(_) => Err(not_a("True or False", name, value)),
        },
    }
}

/// A list or tuple of dora indicators, or one alone.
pub(crate) fn indicators(name: &str, value: Arg) -> PyResult<Option<Indicators>> {
    let Some(value) = value.filter(|v| !v.is_none()) else { return Ok(None) };
    let mut all = Indicators::new();
    let mut add = |item: &Bound<'_, PyAny>| -> PyResult<()> {
        let tile = Tile::parse(text(name, item)?).map_err(|e| to_py(&e))?;
        all.try_push(tile).map_err(|_| bad(ErrorKind::BadArgument, format!("{name} has more than five tiles")))
    };
    if let Ok(list) = value.cast::<PyTuple>() {
        list.iter_borrowed().try_for_each(|item| add(&item))?;
    } else if let Ok(list) = value.cast::<PyList>() {
        list.iter().try_for_each(|item| add(&item))?;
    } else if value.is_instance_of::<PyString>() {
        add(value)?;
    } else {
        return Err(not_a("a list of tiles", name, value));
    }
    Ok(Some(all))
}

/// A hand: notation, or one that has been read.
pub(crate) enum Hand<'a> {
    Parsed(Shoupai),
    Given(&'a Shoupai),
}

impl std::ops::Deref for Hand<'_> {
    type Target = Shoupai;

    fn deref(&self) -> &Shoupai {
        match self {
            Self::Parsed(hand) => hand,
            Self::Given(hand) => hand,
        }
    }
}

/// The hand in an argument.
pub(crate) fn hand<'a>(value: &'a Bound<'_, PyAny>) -> PyResult<Hand<'a>> {
    if let Ok(notation) = value.cast::<PyString>() {
        let notation = notation.to_str().map_err(|_| not_a("text of whole characters", "shoupai", value))?;
        return Shoupai::parse(notation).map(Hand::Parsed).map_err(|e| to_py(&e));
    }
    match value.cast::<super::Shoupai>() {
        Ok(hand) => Ok(Hand::Given(&hand.get().core)),
        Err(_) => Err(not_a("a hand's notation or a Shoupai", "shoupai", value)),
    }
}

/// The ron tile in an argument.
pub(crate) fn rongpai(value: Arg) -> PyResult<Option<Rongpai>> {
    let Some(value) = value.filter(|v| !v.is_none()) else { return Ok(None) };
    Rongpai::parse(text("rongpai", value)?).map(Some).map_err(|e| to_py(&e))
}

/// The rule in an argument; nothing is Tenhou's.
pub(crate) fn rule(value: Arg) -> PyResult<Rule> {
    match value.filter(|v| !v.is_none()) {
        None => Ok(Rule::tenhou(0)),
        Some(value) => match value.cast::<super::Rule>() {
            Ok(rule) => Ok(rule.get().core),
            Err(_) => Err(not_a("a mjlog.Rule", "rule", value)),
        },
    }
}

/// The arguments of `hule` that make a situation, as Python gives them.
#[derive(Default)]
pub(crate) struct Given<'a, 'py> {
    pub(crate) zhuangfeng: Arg<'a, 'py>,
    pub(crate) menfeng: Arg<'a, 'py>,
    pub(crate) lizhi: Arg<'a, 'py>,
    pub(crate) yifa: Arg<'a, 'py>,
    pub(crate) qianggang: Arg<'a, 'py>,
    pub(crate) lingshang: Arg<'a, 'py>,
    pub(crate) haidi: Arg<'a, 'py>,
    pub(crate) tianhu: Arg<'a, 'py>,
    pub(crate) baopai: Arg<'a, 'py>,
    pub(crate) fubaopai: Arg<'a, 'py>,
    pub(crate) changbang: Arg<'a, 'py>,
    pub(crate) lizhibang: Arg<'a, 'py>,
    pub(crate) kita: Arg<'a, 'py>,
}

/// A win as `hule` and `explain_hule` take it.
pub(crate) struct Win<'a> {
    pub(crate) hand: Hand<'a>,
    pub(crate) rongpai: Option<Rongpai>,
    pub(crate) situation: Situation,
    pub(crate) rule: Rule,
}

impl<'a> Win<'a> {
    /// Reads the arguments; with `strict` true, refuses what can't be.
    pub(crate) fn read<'py>(
        shoupai: &'a Bound<'py, PyAny>,
        rongpai: Arg<'_, 'py>,
        rule: Arg<'_, 'py>,
        given: &Given<'_, 'py>,
        strict: Arg<'_, 'py>,
    ) -> PyResult<Self> {
        let (hand, rongpai) = (hand(shoupai)?, self::rongpai(rongpai)?);
        let (rule, situation) = (self::rule(rule)?, given.read()?);
        if flag("strict", strict)? {
            situation.check_strictly(&hand, rongpai, &rule).map_err(|e| to_py(&e))?;
        }
        Ok(Self { hand, rongpai, situation, rule })
    }
}

/// The most honba or sticks that are counted: no game comes near, no sum overflows.
pub(crate) const MOST_BANG: u16 = 9999;

impl Given<'_, '_> {
    /// The situation.
    pub(crate) fn read(&self) -> PyResult<Situation> {
        Ok(Situation {
            zhuangfeng: small("zhuangfeng", self.zhuangfeng, 3, 0)?,
            menfeng: small("menfeng", self.menfeng, 3, 1)?,
            lizhi: small("lizhi", self.lizhi, 2, 0)?,
            yifa: flag("yifa", self.yifa)?,
            qianggang: flag("qianggang", self.qianggang)?,
            lingshang: flag("lingshang", self.lingshang)?,
            haidi: small("haidi", self.haidi, 2, 0)?,
            tianhu: small("tianhu", self.tianhu, 2, 0)?,
            baopai: indicators("baopai", self.baopai)?.unwrap_or_default(),
            fubaopai: indicators("fubaopai", self.fubaopai)?,
            changbang: number("changbang", self.changbang, MOST_BANG, 0)?,
            lizhibang: number("lizhibang", self.lizhibang, MOST_BANG, 0)?,
            kita: small("kita", self.kita, 4, 0)?,
        })
    }
}
