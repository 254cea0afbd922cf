//! Tile numbers and meld codes.

use mjlog_core::Error;
use mjlog_core::mianzi::Mianzi as Meld;
use mjlog_core::pai::Pai;
use mjlog_core::{ErrorKind, Result};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyTuple};

use crate::error::to_py;

#[pyfunction]
#[pyo3(signature = (number, *, red=true))]
pub(crate) fn decode_pai(number: &Bound<'_, PyInt>, red: bool) -> PyResult<String> {
    let pai = number.extract().ok().and_then(Pai::get);
    let pai =
        pai.ok_or_else(|| to_py(&Error::new(ErrorKind::BadPai, format!("tile number {number} is not in 0 to 135"))))?;
    Ok(pai.face(red).as_str().to_owned())
}

#[pyfunction]
#[pyo3(signature = (text, *, red=true))]
pub(crate) fn encode_pai(text: &str, red: bool) -> PyResult<u8> {
    Pai::parse(text, red).map(Pai::number).map_err(|e| to_py(&e))
}

#[pyfunction]
#[pyo3(signature = (code, *, red=true))]
pub(crate) fn decode_mianzi(code: &Bound<'_, PyInt>, red: bool) -> PyResult<Mianzi> {
    Mianzi::new(code, red)
}

/// One meld.
#[pyclass(frozen, eq, hash, module = "mjlog")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Mianzi {
    meld: Meld,
    #[pyo3(get)]
    red: bool,
}

fn decode(code: &Bound<'_, PyInt>) -> Result<Meld> {
    match code.extract() {
        Ok(code) => Meld::decode(code),
        Err(_) => Err(Error::new(ErrorKind::BadMianzi, format!("meld code {code} is not in 0 to 65535"))),
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

    #[staticmethod]
    #[pyo3(signature = (text, *, red=true))]
    fn parse(text: &str, red: bool) -> PyResult<Self> {
        Meld::parse(text, red).map(|meld| Self { meld, red }).map_err(|e| to_py(&e))
    }

    #[getter]
    fn kind(&self) -> &'static str {
        self.meld.kind().name()
    }

    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.meld.tiles().iter().map(|p| p.number()))
    }

    #[getter]
    fn called(&self) -> Option<u8> {
        self.meld.called().map(Pai::number)
    }

    #[getter]
    fn added(&self) -> Option<u8> {
        self.meld.added().map(Pai::number)
    }

    #[getter]
    fn from_(&self) -> u8 {
        self.meld.from()
    }

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
