//! `walls`: the walls of a log. Their tuples are made when someone asks for them.

use mjlog_core::pai::Pai;
use mjlog_core::tenhou::seed::Form;
use mjlog_core::tenhou::wall::{DEAD, Wall as CoreWall};
use mjlog_core::tenhou::walls::{Draw, RoundWall};
use mjlog_core::tenhou::{Text, walls as core};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::data::Data;
use crate::error::to_py;
use crate::wall_parts::{WallDifference, WallDraw, pai};
use crate::whole::out_of_range;

/// Build the wall of each round of a log from its seed, for four players and three.
///
/// Args:
///     data: bytes-like (gzip or not, any encoding of XML), XML text, a path object or a binary file.
///     partial: accept elements without their root, and input that stops anywhere.
///
/// Returns:
///     A wall for each round, in order, with what the round drew from it, and where the log
///     says otherwise.
///
/// Raises:
///     MjlogError: of kind `no_seed`, where the log has none; of kind `bad_seed`, where it
///         can't be read; or the log can't be read.
///     TypeError: `data` is of another type.
///     OSError: the file can't be opened or read.
#[pyfunction]
#[pyo3(signature = (data, *, partial=false))]
pub(crate) fn walls(data: &Bound<'_, PyAny>, partial: bool) -> PyResult<Vec<Wall>> {
    let py = data.py();
    let data = Data::extract(data)?;
    let source = data.borrow();
    let rounds = py.detach(|| source.with_text(partial, |text: &Text<'_>| core::walls(text, partial)));
    Ok(rounds.map_err(|e| to_py(&e))?.into_iter().map(|round| Wall { round }).collect())
}

/// A round's wall (牌山), and what the round drew from it.
///
/// Tiles are numbers 0 to 135. Places in the wall count from 0: the dead wall lies at the low
/// end, and tiles are dealt and drawn from the high end down.
#[pyclass(frozen, eq, hash, module = "mjlog")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Wall {
    round: RoundWall,
}

fn tuple(py: Python<'_>, tiles: impl IntoIterator<Item = Pai>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, tiles.into_iter().map(Pai::number).collect::<Vec<_>>())
}

impl Wall {
    /// The tiles at the places that a rule gives for 0, 1, 2, …
    fn places<'py>(&self, py: Python<'py>, place: impl Fn(usize) -> Option<usize>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, (0..).map_while(|number| self.round.wall.tile(place(number)?)))
    }
}

/// Draws, indicators turned, tiles left, differences.
type Played = (Vec<Py<WallDraw>>, usize, usize, Vec<Py<WallDifference>>);

#[pymethods]
impl Wall {
    /// Index of the round in the log, from 0, as `MjlogError.round` and `Finding.round`.
    #[getter]
    fn index(&self) -> usize {
        self.round.index
    }

    /// Tenhou's number of the round: 0 is East 1, 4 South 1, at three-player tables too.
    #[getter]
    fn round(&self) -> u8 {
        self.round.round
    }

    /// Repeat counters (本場).
    #[getter]
    fn honba(&self) -> i32 {
        self.round.honba
    }

    /// This round's dealer, a seat.
    #[getter]
    fn oya(&self) -> u8 {
        self.round.oya
    }

    /// How many play, 4 or 3.
    #[getter]
    fn players(&self) -> u8 {
        self.round.wall.players()
    }

    /// The form of the seed: what stands before its first comma.
    #[getter]
    fn form(&self) -> &'static str {
        self.round.wall.form().name()
    }

    /// All tiles by place: 136, or 108 for three players.
    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.round.wall.tiles().iter().copied())
    }

    /// Two dice (サイコロ), 0 to 5.
    #[getter]
    fn dice<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.round.wall.dice())
    }

    /// Hands by seat (配牌), in the order of the deal; empty for a seat no one sits at.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let hands = self.round.wall.hands(self.round.oya);
        let hands = hands.into_iter().map(|hand| tuple(py, hand)).collect::<PyResult<Vec<_>>>()?;
        PyTuple::new(py, hands)
    }

    /// The tiles drawn in turn while no one makes a kan, in order: 70, or 55 for three players.
    #[getter]
    fn live<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.places(py, |number| self.round.wall.draw(number, 0))
    }

    /// The dead wall (王牌), by place: 14 tiles that are not drawn in turn.
    #[getter]
    fn dead<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.round.wall.tiles().iter().copied().take(DEAD))
    }

    /// Replacement tiles (嶺上牌), in the order in which they are drawn: 4, or 8 for three players.
    #[getter]
    fn rinshan<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.places(py, |number| self.round.wall.rinshan(number))
    }

    /// All five dora indicators, in the order in which they are turned; `turned` says how many were.
    #[getter]
    fn dora<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.places(py, |number| self.round.wall.dora(number))
    }

    /// The ura dora indicator that lies with each dora indicator.
    #[getter]
    fn ura<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.places(py, |number| self.round.wall.ura(number))
    }

    /// Dora indicators that were open when the round ended.
    #[getter]
    fn turned(&self) -> usize {
        self.round.turned
    }

    /// The round's draws, in order: seat, tile, place, and whether it replaces a tile.
    #[getter]
    fn draws<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.round.draws.iter().map(|&draw| WallDraw { draw }))
    }

    /// Tiles that could still have been drawn when the round ended, or the log.
    #[getter]
    fn left(&self) -> usize {
        self.round.left
    }

    /// Where the log says otherwise than the wall, 64 a round at most; none in a true log.
    #[getter]
    fn differences<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.round.differences.iter().map(|&difference| WallDifference { difference }))
    }

    /// Make a wall again, for pickle.
    #[staticmethod]
    #[pyo3(name = "_of")]
    fn of(place: (usize, u8, i32, u8), wall: (&str, Vec<u8>, [u8; 2]), round: Played) -> PyResult<Self> {
        let (index, round_number, honba, oya) = place;
        let form = Form::ALL.into_iter().find(|form| form.name() == wall.0).ok_or_else(|| out_of_range("the form"))?;
        let tiles = wall.1.into_iter().map(pai).collect::<PyResult<Vec<_>>>()?;
        let wall = CoreWall::of(form, &tiles, wall.2).ok_or_else(|| out_of_range("the number of tiles"))?;
        let draws: Vec<Draw> = round.0.into_iter().map(|draw| draw.get().draw).collect();
        let replaced = draws.iter().filter(|draw| draw.rinshan).count();
        let differences = round.3.into_iter().map(|difference| difference.get().difference).collect();
        let (turned, left) = (round.1, round.2);
        let round = round_number;
        Ok(Self { round: RoundWall { index, round, honba, oya, wall, draws, replaced, turned, left, differences } })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let r = &self.round;
        let tiles: Vec<_> = r.wall.tiles().iter().map(|pai| pai.number()).collect();
        let args = (
            (r.index, r.round, r.honba, r.oya),
            (self.form(), PyBytes::new(py, &tiles), self.dice(py)?),
            (self.draws(py)?, r.turned, r.left, self.differences(py)?),
        );
        Ok((py.get_type::<Self>().getattr("_of")?, args.into_pyobject(py)?))
    }

    fn __repr__(&self) -> String {
        let RoundWall { index, round, honba, .. } = self.round;
        format!("<mjlog.Wall index={index} round={round} honba={honba} left={}>", self.round.left)
    }
}
