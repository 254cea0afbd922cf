//! Many logs as a call gets them: logs, or pairs of an id and a log.

use mjlog_core::{Error, ErrorKind};
use pyo3::exceptions::{PyOSError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};

use crate::data::{Data, Source};
use crate::error::{MjlogError, to_py};

/// One log of many.
pub(crate) struct Log<'py> {
    /// What can't be read is this log's error.
    data: PyResult<Data<'py>>,
    pub(crate) id: Option<String>,
}

impl<'py> Log<'py> {
    /// Reads each item: `data`, or `(log_id, data)`.
    ///
    /// What can't be read as a log is one log's error; what is no log at all is the caller's.
    pub(crate) fn all(logs: &Bound<'py, PyAny>) -> PyResult<Vec<Self>> {
        if logs.is_instance_of::<PyBytes>() || logs.is_instance_of::<PyString>() || logs.hasattr("__fspath__")? {
            return Err(PyTypeError::new_err("logs must be logs, in a list or another iterable: this is one"));
        }
        logs.try_iter()?.map(|item| Self::new(&item?)).collect()
    }

    fn new(item: &Bound<'py, PyAny>) -> PyResult<Self> {
        let (data, id) = match item.cast::<PyTuple>() {
            Ok(pair) => {
                let (id, data) = pair_of(pair)?;
                (read(&data), Some(id))
            }
            Err(_) => (read(item), None),
        };
        match data {
            Err(error) if !error.is_instance_of::<MjlogError>(item.py()) => Err(error),
            data => Ok(Self { data, id }),
        }
    }

    /// What the core reads, or this log's error.
    pub(crate) fn source(&self) -> Result<Source<'_>, &PyErr> {
        self.data.as_ref().map(Data::borrow)
    }
}

/// A log and its id.
fn pair_of<'py>(pair: &Bound<'py, PyTuple>) -> PyResult<(String, Bound<'py, PyAny>)> {
    let Ok((id, data)) = pair.extract::<(Bound<'py, PyAny>, Bound<'py, PyAny>)>() else {
        let message = format!("a tuple among logs is a pair (log_id, data), not one of {}", pair.len());
        return Err(PyTypeError::new_err(message));
    };
    if let Ok(id) = id.extract() {
        return Ok((id, data));
    }
    let given = if id.is_instance_of::<PyString>() {
        "one with half of a surrogate pair".to_owned()
    } else {
        id.get_type().name()?.to_string()
    };
    Err(PyTypeError::new_err(format!("the log_id of a pair (log_id, data) has to be a str, not {given}")))
}

/// The data of one log; a file that can't be read is that log's error.
fn read<'py>(data: &Bound<'py, PyAny>) -> PyResult<Data<'py>> {
    Data::extract(data).map_err(|error| {
        if error.is_instance_of::<PyOSError>(data.py()) {
            to_py(&Error::new(ErrorKind::Unreadable, error.value(data.py()).to_string()))
        } else {
            error
        }
    })
}

/// How many threads `threads` asks for. There are never more than there is work for, so any number may be asked for.
pub(crate) fn thread_count(threads: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    let Some(threads) = threads else {
        return Ok(std::thread::available_parallelism().map_or(1, Into::into));
    };
    let count = match threads.extract::<i64>() {
        Ok(count) => usize::try_from(count).unwrap_or(0),
        Err(error) if !error.is_instance_of::<PyOverflowError>(threads.py()) => return Err(error),
        Err(_) if threads.gt(0)? => usize::MAX,
        Err(_) => 0,
    };
    if count == 0 { Err(PyValueError::new_err("threads must be 1 or more")) } else { Ok(count) }
}
