//! Whole numbers: Python's have no bounds, the core's have.

use mjlog_core::{Error, ErrorKind};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::error::to_py;

/// A number that an object is made of. One that has no place in `T` is a bad argument, as everywhere in this package,
/// and not Python's `OverflowError`, which does not name it.
#[derive(Clone, Copy)]
pub(crate) struct Whole<T>(pub(crate) T);

impl<'a, 'py, T: FromPyObject<'a, 'py>> FromPyObject<'a, 'py> for Whole<T> {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        value.extract().map(Self).map_err(|error| {
            let error: PyErr = error.into();
            if error.is_instance_of::<PyOverflowError>(value.py()) { out_of_range(&shown(&value)) } else { error }
        })
    }
}

/// Of parts that nothing has.
#[cold]
pub(crate) fn out_of_range(what: &str) -> PyErr {
    to_py(&Error::new(ErrorKind::BadArgument, format!("{what} is out of its range")))
}

/// A number for a message; Python refuses to print the very large.
pub(crate) fn shown(number: &Bound<'_, PyAny>) -> String {
    number.extract::<i64>().map_or("of more than 64 bits".to_owned(), |n| n.to_string())
}
