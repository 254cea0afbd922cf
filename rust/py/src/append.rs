//! `Appender`: chunks of a bulk job that go straight into its file.

use std::path::PathBuf;

use mjlog_core::append;
use mjlog_core::lines::Form;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::entries::{Chunk, Fate};
use crate::lines::form;

/// Writes records of a bulk job to the end of a file that is there, on threads of its own.
///
/// Args:
///     path: the file.
///     threads: how many threads convert and write.
///     options: as in `convert_lines`.
///
/// Raises:
///     OSError: the file can't be opened.
///     ValueError, TypeError: an option is not one, or of another type or value.
#[pyclass(frozen, module = "mjlog._core")]
pub(crate) struct Appender {
    appender: append::Appender,
    form: Form,
}

#[pymethods]
impl Appender {
    #[new]
    #[pyo3(signature = (path, threads, **options))]
    #[allow(clippy::needless_pass_by_value)] // no `&Path` can be made of a path object
    fn new(path: PathBuf, threads: usize, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let form = form(options)?;
        let appender = append::Appender::open(&path, threads).map_err(|e| os_error(&e))?;
        Ok(Self { appender, form })
    }

    /// Convert a chunk without holding the interpreter, and write its records from byte `place` on.
    ///
    /// Args:
    ///     entries: as in `convert_lines`.
    ///     place: where the file ends.
    ///     leave_out: as in `convert_lines`.
    ///
    /// Returns:
    ///     Where the file ends now; the numbers of the entries that were written, of those skipped with the reason,
    ///     of those failed with their MjlogError, of those that are odd with what is odd about them; the bytes read.
    ///
    /// Raises:
    ///     OSError: a zip can't be opened or read, or the file can't be written.
    #[pyo3(signature = (entries, place, leave_out=None))]
    fn append<'py>(
        &self,
        py: Python<'py>,
        entries: &Bound<'py, PyList>,
        place: u64,
        leave_out: Option<Vec<usize>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let chunk = Chunk::read(entries, &leave_out.unwrap_or_default())?;
        let (logs, numbers): (Vec<append::Log<'_>>, Vec<usize>) =
            chunk.jobs()?.into_iter().map(|(number, id, stored)| ((id, stored), number)).unzip();
        let appended = py.detach(|| self.appender.append(&logs, &self.form, place));
        let (outcomes, end) = appended.map_err(|e| os_error(&e))?;
        let mut fate = Fate::default();
        for ((number, (_, stored)), outcome) in numbers.into_iter().zip(logs).zip(outcomes) {
            fate.take(number, stored, outcome);
        }
        let (written, skipped, failed, odd, bytes_in) = fate.told(py, &chunk)?;
        (end, written, skipped, failed, odd, bytes_in).into_pyobject(py)
    }
}

/// With its number, from which Python knows the class.
fn os_error(error: &std::io::Error) -> PyErr {
    match error.raw_os_error() {
        Some(number) => {
            let text = error.to_string();
            let words = text.split(" (os error").next().unwrap_or_default().to_owned();
            PyOSError::new_err((number, words))
        }
        None => PyOSError::new_err(error.to_string()),
    }
}
