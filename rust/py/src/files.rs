//! `write_files`: a chunk's records to files of their own, without the interpreter.

use std::path::PathBuf;

use mjlog_core::files::write_new;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::kept::Kept;

/// Write new files into a folder, without holding the interpreter.
///
/// Args:
///     folder: where they go; it is there already.
///     names: what they are called below it; what is None is left out.
///     data: the content of all, as `convert_lines` gives it, or bytes.
///     offsets: where the content of each begins, and where the last ends.
///
/// Raises:
///     OSError: a file can't be written, or is there already.
///     TypeError: `data` is something else.
#[pyfunction]
#[allow(clippy::needless_pass_by_value)] // no slices can be made of lists, nor a `&Path` of a path object
pub(crate) fn write_files(
    py: Python<'_>,
    folder: PathBuf,
    names: Vec<Option<PathBuf>>,
    data: &Bound<'_, PyAny>,
    offsets: Vec<usize>,
) -> PyResult<()> {
    let result = if let Ok(bytes) = data.cast::<PyBytes>() {
        let bytes = bytes.as_bytes();
        py.detach(|| write_new(&folder, &names, bytes, &offsets))
    } else {
        let kept = data.getattr(pyo3::intern!(py, "obj"))?.cast_into::<Kept>()?;
        let bytes = kept.get().as_bytes();
        py.detach(|| write_new(&folder, &names, bytes, &offsets))
    };
    result.map_err(|(path, error)| {
        let Some(code) = error.raw_os_error() else { return PyOSError::new_err(error.to_string()) };
        let why = py.import("os").and_then(|os| os.call_method1("strerror", (code,))).map(Bound::unbind);
        why.map_or_else(|error| error, |why| PyOSError::new_err((code, why, path)))
    })
}
