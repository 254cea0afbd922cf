//! Tile numbers and meld codes.

use mjlog_core::Error;
use mjlog_core::mianzi::Mianzi as Meld;
use mjlog_core::pai::Pai;
use mjlog_core::{ErrorKind, Result};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyTuple};

use crate::error::to_py;
use crate::whole::shown;

/// Write a tile as 電脳麻将 does: 16 is `m0`.
///
/// Args:
///     number: Tenhou's number, 0 to 135.
///     red: whether the table has red fives (16, 52 and 88).
///
/// Raises:
///     MjlogError: of kind `bad_pai`, for a number outside 0 to 135.
#[pyfunction]
#[pyo3(signature = (number, *, red=true))]
pub(crate) fn decode_pai(number: &Bound<'_, PyInt>, red: bool) -> PyResult<String> {
    let pai = number.extract().ok().and_then(Pai::get);
    let pai = pai.ok_or_else(|| {
        to_py(&Error::new(ErrorKind::BadPai, format!("tile number {} is not in 0 to 135", shown(number))))
    })?;
    Ok(pai.face(red).as_str().to_owned())
}

/// Give the lowest tile number that is written so: `m5` is 17, without red fives 16.
///
/// Args:
///     text: a suit m, p, s with 0 to 9 (0 is the red five), or z with 1 to 7.
///     red: whether the table has red fives.
///
/// Raises:
///     MjlogError: of kind `bad_pai`, for what is no tile.
#[pyfunction]
#[pyo3(signature = (text, *, red=true))]
pub(crate) fn encode_pai(text: &str, red: bool) -> PyResult<u8> {
    Pai::parse(text, red).map(Pai::number).map_err(|e| to_py(&e))
}

/// Decode a meld code, the `m` of an `N` element.
///
/// Args:
///     code: Tenhou's 16-bit code; 7,028 of them are valid.
///     red: whether the table has red fives.
///
/// Raises:
///     MjlogError: of kind `bad_mianzi`; the message says which bits are wrong.
#[pyfunction]
#[pyo3(signature = (code, *, red=true))]
pub(crate) fn decode_mianzi(code: &Bound<'_, PyInt>, red: bool) -> PyResult<Mianzi> {
    Mianzi::new(code, red)
}

/// One meld (面子): a valid code at a table with or without red fives.
///
/// `str()` gives 電脳麻将's notation: the called tile is followed by `+` (right), `=`
/// (across) or `-` (left).
#[pyclass(frozen, eq, hash, module = "mjlog")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Mianzi {
    meld: Meld,
    /// Whether the table has red fives.
    #[pyo3(get)]
    red: bool,
}

fn decode(code: &Bound<'_, PyInt>) -> Result<Meld> {
    match code.extract() {
        Ok(code) => Meld::decode(code),
        Err(_) => Err(Error::new(ErrorKind::BadMianzi, format!("meld code {} is not in 0 to 65535", shown(code)))),
    }
}

impl Mianzi {
    pub(crate) fn from_core(meld: Meld, red: bool) -> Self {
        Self { meld, red }
    }
}

#[pymethods]
impl Mianzi {
    #[new]
    #[pyo3(signature = (code, *, red=true))]
    fn new(code: &Bound<'_, PyInt>, red: bool) -> PyResult<Self> {
        decode(code).map(|meld| Self { meld, red }).map_err(|e| to_py(&e))
    }

    /// Read a meld in 電脳麻将's notation; of all that are written so, the one with the lowest copies.
    ///
    /// Raises:
    ///     MjlogError: of kind `bad_notation`.
    #[staticmethod]
    #[pyo3(signature = (text, *, red=true))]
    fn parse(text: &str, red: bool) -> PyResult<Self> {
        Meld::parse(text, red).map(|meld| Self { meld, red }).map_err(|e| to_py(&e))
    }

    /// What it is: chi, pon, kakan, daiminkan, ankan or kita.
    #[getter]
    fn kind(&self) -> &'static str {
        self.meld.kind().name()
    }

    /// Its tiles' numbers, ascending.
    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.meld.tiles().iter().map(|p| p.number()))
    }

    /// The tile that was called (of a kakan: for its pon), None for ankan and kita.
    #[getter]
    fn called(&self) -> Option<u8> {
        self.meld.called().map(Pai::number)
    }

    /// The tile that a kakan added, None for others.
    #[getter]
    fn added(&self) -> Option<u8> {
        self.meld.added().map(Pai::number)
    }

    /// Seat called from, counted from the owner: 0 self, 1 right, 2 across, 3 left.
    #[getter]
    fn from_(&self) -> u8 {
        self.meld.from()
    }

    /// Tenhou's code, 0 to 65535.
    #[getter]
    fn code(&self) -> u16 {
        self.meld.code()
    }

    fn __str__(&self) -> String {
        self.meld.notation(self.red).as_str().to_owned()
    }

    fn __repr__(&self) -> String {
        let red = if self.red { "" } else { ", red=False" };
        format!(
            "Mianzi({}{red})  # {} {}",
            self.meld.code(),
            self.meld.kind().name(),
            self.meld.notation(self.red).as_str()
        )
    }

    #[allow(clippy::type_complexity)] // the shape that pickle asks for
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((u16,), Bound<'py, pyo3::types::PyDict>)> {
        let keywords = pyo3::types::PyDict::new(py);
        keywords.set_item("red", self.red)?;
        Ok(((self.meld.code(),), keywords))
    }
}
