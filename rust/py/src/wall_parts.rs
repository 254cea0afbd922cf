//! What a wall is asked for that is more than tiles: draws, and where the log says otherwise.

use mjlog_core::error::shortened;
use mjlog_core::pai::Pai;
use mjlog_core::tenhou::difference::{Difference, What};
use mjlog_core::tenhou::walls::Draw;
use pyo3::prelude::*;

use crate::whole::{Whole, out_of_range};

/// A draw: what the log says, and where the wall has it.
#[pyclass(frozen, eq, hash, module = "mjlog")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct WallDraw {
    pub(crate) draw: Draw,
}

/// Where the log says otherwise than the wall; `str()` puts it in words.
#[pyclass(frozen, eq, hash, module = "mjlog")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct WallDifference {
    pub(crate) difference: Difference,
}

pub(crate) fn pai(number: u8) -> PyResult<Pai> {
    Pai::get(number.into()).ok_or_else(|| out_of_range(&format!("tile {number}")))
}

#[pymethods]
impl WallDraw {
    #[new]
    fn new(seat: Whole<u8>, tile: Whole<u8>, place: Option<Whole<u8>>, rinshan: bool) -> PyResult<Self> {
        let place = place.map(|Whole(place)| place);
        Ok(Self { draw: Draw { seat: seat.0, pai: pai(tile.0)?, place, rinshan } })
    }

    fn __getnewargs__(&self) -> (u8, u8, Option<u8>, bool) {
        (self.seat(), self.tile(), self.place(), self.rinshan())
    }

    /// Who draws.
    #[getter]
    fn seat(&self) -> u8 {
        self.draw.seat
    }

    /// The tile, as the log has it.
    #[getter]
    fn tile(&self) -> u8 {
        self.draw.pai.number()
    }

    /// Its place in the wall; None where the wall had no tile left.
    #[getter]
    fn place(&self) -> Option<u8> {
        self.draw.place
    }

    /// Whether it replaces a tile, after a kan or a kita (嶺上).
    #[getter]
    fn rinshan(&self) -> bool {
        self.draw.rinshan
    }

    fn __repr__(&self) -> String {
        let place = self.place().map_or("None".to_owned(), |place| place.to_string());
        let rinshan = if self.rinshan() { "True" } else { "False" };
        format!("WallDraw({}, {}, {place}, {rinshan})", self.seat(), self.tile())
    }
}

/// What makes a difference again.
type DifferenceParts = (&'static str, usize, Option<u8>, Option<u8>, Option<i32>, usize);

#[pymethods]
impl WallDifference {
    #[new]
    fn new(
        what: &str,
        number: Whole<usize>,
        seat: Option<Whole<u8>>,
        expected: Option<Whole<u8>>,
        found: Option<Whole<i32>>,
        offset: Whole<usize>,
    ) -> PyResult<Self> {
        let known = What::ALL.into_iter().find(|known| known.name() == what);
        let what = known.ok_or_else(|| out_of_range(&format!("what: {:?}", shortened(what))))?;
        let (seat, expected) = (seat.map(|Whole(seat)| seat), expected.map(|Whole(expected)| expected));
        let (number, found, offset) = (number.0, found.map(|Whole(found)| found), offset.0);
        Ok(Self { difference: Difference { what, number, seat, expected, found, offset } })
    }

    fn __getnewargs__(&self) -> DifferenceParts {
        let Difference { what, number, seat, expected, found, offset } = self.difference;
        (what.name(), number, seat, expected, found, offset)
    }

    /// die, deal, draw, rinshan, dora or ura.
    #[getter]
    fn what(&self) -> &'static str {
        self.difference.what.name()
    }

    /// Which of them, from 0: of draws the round's, of indicators the wall's, of dice the two.
    #[getter]
    fn number(&self) -> usize {
        self.difference.number
    }

    /// Whose deal or draw; None for dice and indicators.
    #[getter]
    fn seat(&self) -> Option<u8> {
        self.difference.seat
    }

    /// What the wall has: a tile's number, or a die; None where it has no more.
    #[getter]
    fn expected(&self) -> Option<u8> {
        self.difference.expected
    }

    /// What the log has; None where a tile of a deal is missing.
    #[getter]
    fn found(&self) -> Option<i32> {
        self.difference.found
    }

    /// Byte of the element's `<` in the unpacked input as given.
    #[getter]
    fn offset(&self) -> usize {
        self.difference.offset
    }

    fn __str__(&self) -> String {
        self.difference.to_string()
    }

    fn __repr__(&self) -> String {
        let told = |number: Option<i32>| number.map_or("None".to_owned(), |number| number.to_string());
        let Difference { what, number, seat, expected, found, offset } = self.difference;
        let (seat, expected, found) = (told(seat.map(i32::from)), told(expected.map(i32::from)), told(found));
        format!("WallDifference('{}', {number}, {seat}, {expected}, {found}, {offset})", what.name())
    }
}
