//! `parse`: events to the classes of `mjlog.log`.

use std::borrow::Cow;

use mjlog_core::mianzi::Mianzi as Meld;
use mjlog_core::pai::Pai;
use mjlog_core::tenhou::event::{Agari, Init, Outcome, Reach, Ryuukyoku, Table, Un};
use mjlog_core::tenhou::input::Offsets;
use mjlog_core::tenhou::names::percent_decode;
use mjlog_core::tenhou::tile::Tiles;
use mjlog_core::tenhou::{Attribute, Attrs, Event, Text, Visitor, read};
use mjlog_core::{Error, ErrorKind, Result};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::data::Data;
use crate::error::to_py;
use crate::tiles::Mianzi;

/// Read all that a log says, for four players or three; nothing is lost.
///
/// Args:
///     data: bytes-like (gzip or not, any encoding of XML), XML text, a path object or a binary file.
///     partial: accept elements without their root, and input that stops anywhere.
///
/// Returns:
///     The log, typed: see `mjlog.log.Log`.
///
/// Raises:
///     MjlogError: the log can't be read; it says what, why and where.
///     TypeError: `data` is of another type.
///     OSError: the file can't be opened or read.
#[pyfunction]
#[pyo3(signature = (data, *, partial=false))]
pub(crate) fn parse<'py>(data: &Bound<'py, PyAny>, partial: bool) -> PyResult<Bound<'py, PyAny>> {
    let py = data.py();
    let module = py.import("mjlog.log")?;
    let data = Data::extract(data)?;
    let mut failed = None;
    let events = data.borrow().with_text(partial, |text: &Text<'_>| {
        let mut reader = Reader {
            module: &module,
            text,
            offsets: Offsets::new(text),
            events: Vec::new(),
            rounds: 0,
            red: true,
            error: None,
        };
        let done = read(text.as_str(), partial, &mut reader);
        failed = reader.error.take();
        done.map(|()| reader.events).map_err(|e| e.map_offset(|at| text.offset_in_input(at)))
    });
    if let Some(error) = failed {
        return Err(error);
    }
    let events = PyTuple::new(py, events.map_err(|e| to_py(&e))?)?;
    module.getattr("Log")?.call1((events,))
}

/// Makes an object of each event.
struct Reader<'a, 'py> {
    module: &'a Bound<'py, PyModule>,
    text: &'a Text<'a>,
    offsets: Offsets<'a>,
    events: Vec<Bound<'py, PyAny>>,
    rounds: usize,
    red: bool,
    error: Option<PyErr>,
}

/// Passes attributes on and remembers them.
struct Tee<'x, 'a, A> {
    inner: &'x mut A,
    seen: Vec<(&'a str, Cow<'a, str>)>,
}

impl<'a, A: Attrs<'a>> Attrs<'a> for Tee<'_, 'a, A> {
    fn next(&mut self) -> Result<Option<Attribute<'a>>> {
        let attribute = self.inner.next()?;
        self.seen.extend(attribute.clone().map(|a| (a.name(), a.value.into_text())));
        Ok(attribute)
    }
}

impl<'py> Reader<'_, 'py> {
    fn py(&self) -> Python<'py> {
        self.module.py()
    }

    /// Keeps an object, made by `class(element, attributes, offset, *fields)`.
    fn push(&mut self, class: &str, place: Place<'py>, fields: PyResult<Vec<Bound<'py, PyAny>>>) -> Result<()> {
        let make = || {
            let mut args = vec![
                place.element.into_any(),
                place.attributes.into_any(),
                place.offset.into_pyobject(self.py())?.into_any(),
            ];
            args.extend(fields?);
            self.module.getattr(class)?.call1(PyTuple::new(self.py(), args)?)
        };
        match make() {
            Ok(object) => {
                self.events.push(object);
                Ok(())
            }
            Err(error) => {
                self.error = Some(error);
                // Never seen: the Python error stands in `self.error`.
                Err(Error::new(ErrorKind::BadAttribute, "Python raised an error"))
            }
        }
    }

    fn in_round(&self) -> Result<()> {
        if self.rounds > 0 {
            Ok(())
        } else {
            Err(Error::new(ErrorKind::OutOfOrder, "an element of a round stands before the first INIT"))
        }
    }

    fn keep(&mut self, place: Place<'py>, event: Event<'_>) -> Result<()> {
        let py = self.py();
        let (class, fields) = match event {
            Event::Root(ver) => ("Root", fields(py, (text(ver.as_ref()),))),
            Event::Shuffle(s) => ("Shuffle", fields(py, (text(s.seed.as_ref()), text(s.reference.as_ref())))),
            Event::Go(table) => {
                self.red = table.go.red();
                ("Go", go_fields(py, &table))
            }
            Event::Un(un) => ("Un", un_fields(py, &un)),
            Event::Bye(seat) => ("Bye", fields(py, (seat,))),
            Event::Taikyoku(oya) => ("Taikyoku", fields(py, (oya,))),
            Event::Init(init) => {
                self.rounds += 1;
                ("Init", init_fields(py, &init))
            }
            Event::Unknown => ("Unknown", Ok(Vec::new())),
            event => {
                self.in_round()?;
                match event {
                    Event::Draw(seat, pai) => ("Draw", fields(py, (seat, pai.number()))),
                    Event::Discard(seat, pai) => ("Discard", fields(py, (seat, pai.number()))),
                    Event::Call(call) => ("Call", fields(py, (call.who, Mianzi::from_core(call.mianzi, self.red)))),
                    Event::Dora(pai) => ("Dora", fields(py, (pai.number(),))),
                    Event::Reach(reach) => ("Reach", reach_fields(py, &reach)),
                    Event::Agari(agari) => ("Agari", self.agari_fields(&agari)),
                    Event::Ryuukyoku(draw) => ("Ryuukyoku", self.ryuukyoku_fields(&draw)),
                    _ => ("Unknown", Ok(Vec::new())),
                }
            }
        };
        self.push(class, place, fields)
    }

    fn agari_fields(&self, a: &Agari<'_>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let py = self.py();
        let melds = a
            .melds
            .iter()
            .map(|m: &Meld| Mianzi::from_core(*m, self.red).into_pyobject(py))
            .collect::<PyResult<Vec<_>>>()?;
        let yaku = PyTuple::new(py, a.yaku.iter().copied())?;
        let own = fields(
            py,
            (
                a.who,
                a.from,
                a.pao,
                tiles(py, &a.hai)?,
                PyTuple::new(py, melds)?,
                a.machi.number(),
                a.ten[0],
                a.ten[1],
                a.ten[2],
            ),
        )?;
        let rest = fields(
            py,
            (
                yaku,
                PyTuple::new(py, &a.yakuman)?,
                tiles(py, &a.dora)?,
                a.ura.as_ref().map(|ura| tiles(py, ura)).transpose()?,
            ),
        )?;
        Ok([self.outcome_fields(&a.outcome)?, own, rest].concat())
    }

    fn ryuukyoku_fields(&self, draw: &Ryuukyoku<'_>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let py = self.py();
        let hands = draw
            .hai
            .iter()
            .map(|hand| hand.as_ref().map(|h| tiles(py, h)).transpose())
            .collect::<PyResult<Vec<_>>>()?;
        let own = fields(py, (text(draw.why.as_ref()), draw.name(), PyTuple::new(py, hands)?))?;
        Ok([self.outcome_fields(&draw.outcome)?, own].concat())
    }

    fn outcome_fields(&self, outcome: &Outcome<'_>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let py = self.py();
        let ba = outcome.ba.as_ref().map(|ba| PyTuple::new(py, ba)).transpose()?;
        let pairs = |from: usize, by: i32, which: usize| {
            PyTuple::new(py, outcome.sc.iter().skip(from).take(8).skip(which).step_by(2).map(|n| n * by))
        };
        let chips = if outcome.sc.len() > 8 { Some((pairs(8, 1, 0)?, pairs(8, 1, 1)?)) } else { None };
        let (chips_before, chips_change) = chips.unzip();
        let end = match &outcome.owari {
            Some(owari) => {
                let scores = PyTuple::new(py, owari.ten.map(|n| n * 100))?;
                Some(self.module.getattr("End")?.call1((scores, PyTuple::new(py, owari.points())?))?)
            }
            None => None,
        };
        fields(py, (ba, pairs(0, 100, 0)?, pairs(0, 100, 1)?, chips_before, chips_change, end))
    }
}

impl<'a> Visitor<'a> for Reader<'_, '_> {
    fn tiles(&mut self, tiles: &mut Tiles<'a>) -> Result<()> {
        loop {
            let text = self.text.as_str();
            let at = text.len() - tiles.rest().len();
            let Some(tile) = tiles.next() else { return Ok(()) };
            let name = text.get(at + 1..).unwrap_or_default().split('/').next().unwrap_or_default();
            let place = Place::new(self.py(), name, &[], self.offsets.in_input(at)).map_err(|e| self.failed(e))?;
            let event = if tile.draw { Event::Draw(tile.seat, tile.pai) } else { Event::Discard(tile.seat, tile.pai) };
            self.keep(place, event)?;
        }
    }

    fn element(&mut self, at: usize, name: &'a str, attrs: &mut impl Attrs<'a>) -> Result<()> {
        let mut tee = Tee { inner: attrs, seen: Vec::new() };
        let event = Event::decode(name, &mut tee)?;
        let place = Place::new(self.py(), name, &tee.seen, self.offsets.in_input(at));
        let place = place.map_err(|e| self.failed(e))?;
        self.keep(place, event)
    }

    fn round(&self) -> Option<usize> {
        self.rounds.checked_sub(1)
    }
}

impl Reader<'_, '_> {
    fn failed(&mut self, error: PyErr) -> Error {
        self.error = Some(error);
        Error::new(ErrorKind::BadAttribute, "Python raised an error")
    }
}

/// What every event's object begins with.
struct Place<'py> {
    element: Bound<'py, PyString>,
    attributes: Bound<'py, PyTuple>,
    offset: usize,
}

impl<'py> Place<'py> {
    fn new(py: Python<'py>, element: &str, attributes: &[(&str, Cow<'_, str>)], offset: usize) -> PyResult<Self> {
        let pairs = attributes.iter().map(|(name, value)| (*name, value.as_ref()));
        let pairs = pairs.map(|pair| pair.into_pyobject(py)).collect::<PyResult<Vec<_>>>()?;
        Ok(Self { element: PyString::new(py, element), attributes: PyTuple::new(py, pairs)?, offset })
    }
}

/// A tuple of values as a list of objects.
fn fields<'py>(
    py: Python<'py>,
    values: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    Ok(values.into_pyobject(py)?.iter().collect())
}

fn text<'a>(text: Option<&'a Cow<'_, str>>) -> Option<&'a str> {
    text.map(AsRef::as_ref)
}

fn tiles<'py>(py: Python<'py>, tiles: &[Pai]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, tiles.iter().map(|p| p.number()))
}

fn go_fields<'py>(py: Python<'py>, table: &Table<'_>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let go = table.go;
    let players = if go.sanma() { 3 } else { 4 };
    let honba = if go.honba_1500() { 1500 } else { 300 };
    let words = fields(py, (go.bits(), text(table.lobby.as_ref()), go.title(), players, go.level_name()))?;
    let play = fields(py, (go.demo(), go.red(), go.open_tanyao(), go.hanchan(), go.fast(), go.light()))?;
    let rules = fields(py, (go.tournament(), go.chips(), honba))?;
    Ok([words, play, rules].concat())
}

fn un_fields<'py>(py: Python<'py>, un: &Un<'_>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let names = PyTuple::new(py, un.names.iter().map(|name| name.as_deref().map(percent_decode)))?;
    let dan = un.dan.map(|dan| PyTuple::new(py, dan)).transpose()?;
    fields(py, (names, dan, text(un.rate.as_ref()), text(un.sex.as_ref())))
}

fn init_fields<'py>(py: Python<'py>, init: &Init<'_>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let hands = init.hai.iter().map(|hand| tiles(py, hand)).collect::<PyResult<Vec<_>>>()?;
    let ten = PyTuple::new(py, init.ten.iter().map(|n| n * 100))?;
    let chip = init.chip.as_ref().map(|chip| PyTuple::new(py, chip)).transpose()?;
    let dice = PyTuple::new(py, init.dice)?;
    let shuffle = text(init.shuffle.as_ref());
    fields(
        py,
        (
            init.round,
            init.honba,
            init.sticks,
            dice,
            init.dora.number(),
            ten,
            init.oya,
            PyTuple::new(py, hands)?,
            chip,
            shuffle,
        ),
    )
}

fn reach_fields<'py>(py: Python<'py>, reach: &Reach) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let ten = reach.ten.as_ref().map(|ten| PyTuple::new(py, ten.iter().map(|n| n * 100))).transpose()?;
    fields(py, (reach.who, reach.step, ten))
}
