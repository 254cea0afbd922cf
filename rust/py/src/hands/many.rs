//! `hule_many`: a list of hands in, a list of answers out, without Arrow.

use std::sync::{Mutex, PoisonError};

use mjlog_core::ErrorKind;
use mjlog_core::batch::in_chunks_of;
use mjlog_core::hule::{self as core, Rongpai, Rule, Shoupai, Situation};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyMapping, PyString};

use super::Hule;
use super::arguments::{self, Arg, Given, bad, flag};
use super::rules::Known;
use crate::error::{MjlogError, to_object};
use crate::logs::thread_count;

/// Hands that a thread takes at a time.
const CHUNK: usize = 256;

/// Score many hands, on threads of their own; one bad hand costs one hand.
///
/// Args:
///     hands: a dict a hand, with the arguments of `hule` by name: `shoupai`, which there has
///         to be, `rongpai`, `menfeng` and so on; `rule` may also be what `hule_batch` takes in
///         a table, a type of table or JSON text.
///     rule: the rule of all hands that name no other, by default Tenhou's.
///     threads: how many threads, 1 or more; by default one for each processor.
///     strict: whether flags that exclude each other are an error, where a hand does not say.
///
/// Returns:
///     For each hand in order what `hule` gives, or the `MjlogError` that it raises.
///
/// Raises:
///     TypeError: an item is no dict.
///     ValueError: `threads` is less than 1.
#[pyfunction]
#[pyo3(signature = (hands, *, rule=None, threads=None, strict=false))]
pub(crate) fn hule_many<'py>(
    py: Python<'py>,
    hands: &Bound<'py, PyAny>,
    rule: Arg,
    threads: Option<&Bound<'py, PyAny>>,
    strict: bool,
) -> PyResult<Bound<'py, PyList>> {
    let (rule, threads) = (arguments::rule(rule)?, thread_count(threads)?);
    let (mut wins, mut known) = (Vec::new(), Known::default());
    let mut refused = Vec::new();
    for (place, hand) in hands.try_iter()?.enumerate() {
        match Win::read(place, &hand?, rule, strict, &mut known) {
            Ok(win) => wins.push(Some(win)),
            Err(error) if error.is_instance_of::<MjlogError>(py) => {
                wins.push(None);
                refused.push((place, error));
            }
            Err(error) => return Err(error),
        }
    }
    let mut scored = py.detach(|| score(&wins, threads)).into_iter().flatten();
    let mut refused = refused.into_iter().peekable();
    let all = PyList::empty(py);
    for place in 0..wins.len() {
        match refused.next_if(|(at, _)| *at == place) {
            Some((_, error)) => all.append(error.into_value(py))?,
            None => match scored.next() {
                Some(Ok(best)) => all.append(best.map(|core| Hule { core }))?,
                Some(Err(error)) => all.append(to_object(py, &error))?,
                None => all.append(py.None())?,
            },
        }
    }
    Ok(all)
}

type Outcome = mjlog_core::Result<Option<core::Hule>>;

/// The outcomes of those hands that could be read, a list a chunk.
fn score(wins: &[Option<Win>], threads: usize) -> Vec<Vec<Outcome>> {
    let done = Mutex::new(Vec::new());
    in_chunks_of(
        CHUNK,
        wins.len(),
        threads,
        || (),
        |(), places| {
            let from = places.start;
            let hands = wins.get(places).unwrap_or_default();
            let outcomes: Vec<_> = hands.iter().flatten().map(Win::score).collect();
            done.lock().unwrap_or_else(PoisonError::into_inner).push((from, outcomes));
        },
    );
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|(from, _)| *from);
    done.into_iter().map(|(_, outcomes)| outcomes).collect()
}

/// The arguments of `hule`, read.
struct Win {
    shoupai: Shoupai,
    rongpai: Option<Rongpai>,
    situation: Situation,
    rule: Rule,
    strict: bool,
}

/// The names of `hule`'s arguments.
const NAMES: [&str; 17] = [
    "shoupai",
    "rongpai",
    "zhuangfeng",
    "menfeng",
    "lizhi",
    "yifa",
    "qianggang",
    "lingshang",
    "haidi",
    "tianhu",
    "baopai",
    "fubaopai",
    "changbang",
    "lizhibang",
    "kita",
    "rule",
    "strict",
];

impl Win {
    fn read(place: usize, hand: &Bound<'_, PyAny>, rule: Rule, strict: bool, known: &mut Known) -> PyResult<Self> {
        let mut values: [Option<Bound<'_, PyAny>>; NAMES.len()] = [const { None }; NAMES.len()];
        for (key, value) in dict_of(place, hand)? {
            let named = key.cast::<PyString>().ok().and_then(|key| key.to_str().ok());
            let slot = named.and_then(|key| NAMES.iter().position(|name| *name == key));
            match slot.and_then(|slot| values.get_mut(slot)) {
                Some(slot) => *slot = Some(value),
                None => return Err(no_argument(&key)),
            }
        }
        let [
            shoupai,
            rongpai,
            zhuangfeng,
            menfeng,
            lizhi,
            yifa,
            qianggang,
            lingshang,
            haidi,
            tianhu,
            baopai,
            fubaopai,
            changbang,
            lizhibang,
            kita,
            own_rule,
            own_strict,
        ] = values.each_ref().map(|value| value.as_ref().filter(|value| !value.is_none()));
        let given = Given {
            zhuangfeng,
            menfeng,
            lizhi,
            yifa,
            qianggang,
            lingshang,
            haidi,
            tianhu,
            baopai,
            fubaopai,
            changbang,
            lizhibang,
            kita,
        };
        let shoupai =
            shoupai.ok_or_else(|| bad(ErrorKind::BadArgument, "shoupai is missing: there is no hand".into()))?;
        Ok(Self {
            shoupai: arguments::hand(shoupai)?.clone(),
            rongpai: arguments::rongpai(rongpai)?,
            situation: given.read()?,
            rule: own_rule.map_or(Ok(rule), |own| known.of_value(own))?,
            strict: if own_strict.is_some() { flag("strict", own_strict)? } else { strict },
        })
    }

    fn score(&self) -> Outcome {
        if self.strict {
            self.situation.check_strictly(&self.shoupai, self.rongpai, &self.rule)?;
        }
        core::hule(&self.shoupai, self.rongpai, &self.situation, &self.rule)
    }
}

/// The dict of a hand, or one made from another mapping.
fn dict_of<'py>(place: usize, hand: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
    if let Ok(dict) = hand.cast::<PyDict>() {
        return Ok(dict.clone());
    }
    match hand.cast::<PyMapping>() {
        Ok(mapping) => PyDict::from_sequence(mapping.items()?.as_any()),
        Err(_) => Err(PyTypeError::new_err(format!(
            "hands has to be a list of dicts with the arguments of hule; item {place} is of the type {}",
            hand.get_type().name()?
        ))),
    }
}

#[cold]
fn no_argument(key: &Bound<'_, PyAny>) -> PyErr {
    let shown = key.repr().map_or_else(|_| "something".to_owned(), |repr| repr.to_string());
    bad(ErrorKind::BadArgument, format!("{} is no argument of hule", mjlog_core::error::shortened(&shown)))
}
