//! The one place where errors and warnings of the core become Python's.

use mjlog_core::paipu::Warning;
use mjlog_core::{Error, ErrorKind};
use pyo3::ffi::c_str;
use pyo3::import_exception;
use pyo3::prelude::*;

import_exception!(mjlog.errors, MjlogError);
import_exception!(mjlog.errors, MjlogWarning);

/// A core error as `MjlogError`.
pub(crate) fn to_py(error: &Error) -> PyErr {
    let element = error.element().map(str::to_owned);
    MjlogError::new_err((error.message().to_owned(), error.kind().slug(), error.offset(), element, error.round()))
}

/// The same as an object, for lists of results.
pub(crate) fn to_object(py: Python<'_>, error: &Error) -> Py<PyAny> {
    to_py(error).into_value(py).into_any()
}

/// Emits core warnings as `MjlogWarning`, in the caller's name.
pub(crate) fn warn(py: Python<'_>, warnings: &[Warning]) -> PyResult<()> {
    if warnings.is_empty() {
        return Ok(());
    }
    let category = py.get_type::<MjlogWarning>();
    for warning in warnings {
        let text = std::ffi::CString::new(warning.message.replace('\0', " "))?;
        PyErr::warn(py, &category, if text.is_empty() { c_str!("odd log") } else { &text }, 1)?;
    }
    Ok(())
}

/// Every kind of error: its name, what it means, what to do.
#[pyfunction]
pub(crate) fn error_kinds() -> Vec<(&'static str, &'static str, &'static str)> {
    ErrorKind::ALL.iter().map(|k| (k.slug(), k.meaning(), k.remedy())).collect()
}
