//! `zip_run`: a zip's directory, as far as it is of the usual kind.

use std::path::PathBuf;
use std::sync::Arc;

use mjlog_core::archive::Member;
use mjlog_core::archive::directory::plain_log;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple, PyType};

use crate::entries::ZipMember;

/// Entries given at once, at most.
const MOST: usize = 1024;

/// List members of a zip that are plainly logs, up to the first that is not.
///
/// Args:
///     entry: the class `Entry`.
///     directory: a piece of the zip's directory.
///     at: where in it to begin, in bytes.
///     shift: how many bytes to add to all offsets.
///     path: the zip's file.
///     where: what it is called in messages.
///     limit: bytes of a log, packed and unpacked, at most.
///
/// Returns:
///     The entries, and where the first line that was not taken begins.
#[pyfunction]
#[allow(clippy::too_many_arguments)] // it is called from one place
pub(crate) fn zip_run<'py>(
    py: Python<'py>,
    entry: &Bound<'py, PyType>,
    directory: &[u8],
    at: usize,
    shift: u64,
    path: PathBuf,
    r#where: &str,
    limit: u64,
) -> PyResult<(Bound<'py, PyList>, usize)> {
    let path = Arc::new(path);
    let none = py.None().into_bound(py);
    // `Entry(…)` itself would be called through Python, which takes twice as long.
    let make = py.get_type::<PyTuple>().getattr(pyo3::intern!(py, "__new__"))?;
    let (mut entries, mut at) = (Vec::new(), at);
    let mut source = format!("{where}: ");
    let prefix = source.len();
    while entries.len() < MOST
        && let Some((named, length)) = plain_log(directory.get(at..).unwrap_or_default(), limit)
        && let Some(offset) = named.member.offset.checked_add(shift)
    {
        source.truncate(prefix);
        source.push_str(named.name);
        let data = Bound::new(py, ZipMember::of(&path, Member { offset, ..named.member }))?;
        let id = PyString::new(py, named.id);
        let fields =
            (id, PyString::new(py, &source), data, none.clone(), none.clone(), none.clone()).into_pyobject(py)?;
        entries.push(make.call1((entry, fields))?);
        at += length;
    }
    Ok((PyList::new(py, entries)?, at))
}
