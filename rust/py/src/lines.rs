//! `convert_lines`: a chunk of a bulk job on the calling thread, without the interpreter.

use std::cell::RefCell;

use mjlog_core::lines::{Column, Form, Stored, Worker};
use mjlog_core::paipu::{Label, Options};
use mjlog_core::tenhou::select::{Selection, TableFilter};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyMemoryView, PyString, PyTuple};

use crate::entries::{Chunk, Fate};
use crate::error::to_py;
use crate::kept::{Spares, small_view, view};

thread_local! {
    static WORKER: RefCell<(Worker, Spares)> = RefCell::default();
}

/// The options as Python gives them: keywords, all of which may be left out.
pub(crate) fn form(options: Option<&Bound<'_, PyDict>>) -> PyResult<Form> {
    let mut form = Form { end: "\n".to_owned(), limit: usize::MAX, ..Form::default() };
    let Some(options) = options else { return Ok(form) };
    let mut convert = Options::default();
    let mut selection = Selection::default();
    for (key, value) in options {
        if value.is_none() {
            continue;
        }
        match key.cast::<PyString>()?.to_cow()?.as_ref() {
            "player_format" => convert.label = Label::parse(&value.extract::<String>()?).map_err(|e| to_py(&e))?,
            "title" => convert.title = Some(value.extract()?),
            "partial" => convert.partial = value.extract()?,
            "log_id" => form.id_in_title = value.extract()?,
            "id_first" => form.id_first = value.extract()?,
            "end" => form.end = value.extract()?,
            "columns" => form.columns = value.extract()?,
            "limit" => form.limit = value.extract()?,
            "players" => {
                selection.sanma = Some(match value.extract::<u8>()? {
                    3 => true,
                    4 => false,
                    _ => return Err(PyValueError::new_err("players must be 3 or 4")),
                });
            }
            "tables" => {
                let texts: Vec<String> = value.extract()?;
                let tables = texts.iter().map(|text| TableFilter::parse(text)).collect::<Result<_, _>>();
                selection.tables = tables.map_err(|e| to_py(&e))?;
            }
            "finished" => selection.finished = value.extract()?,
            "skip_sanma" => selection.skip_sanma = value.extract()?,
            other => return Err(PyTypeError::new_err(format!("convert_lines() has no option {other:?}"))),
        }
    }
    form.options = convert;
    form.selection = selection;
    Ok(form)
}

/// Texts and where each ends, as buffers that Arrow takes as they are.
type Buffers<'py> = (Bound<'py, PyMemoryView>, Bound<'py, PyMemoryView>);

fn offsets<'py>(py: Python<'py>, column: &Column) -> PyResult<Bound<'py, PyMemoryView>> {
    let mut offsets = Vec::with_capacity(8 * (column.ends.len() + 1));
    offsets.extend_from_slice(&0_i64.to_le_bytes());
    for end in &column.ends {
        offsets.extend_from_slice(&end.to_le_bytes());
    }
    small_view(py, offsets)
}

/// Convert a chunk of a bulk job on this thread, without holding the interpreter.
///
/// Args:
///     entries: the chunk's entries, as sources yield them.
///     leave_out: numbers of entries that are not to be converted.
///     options: keywords; those of `convert_json` (`log_id` is true or false: the entry's),
///         `id_first`, `end` (what stands behind each record), `columns`, `limit` (bytes of
///         a log, unpacked), and of selection `players`, `tables`, `finished`, `skip_sanma`.
///
/// Returns:
///     The records as data and offsets (little-endian int64), both memoryviews; the same for titles and four
///     players where `columns` is true; the numbers of the entries that were written, of
///     those skipped with the reason, of those failed with their MjlogError, of those that are
///     odd with what is odd about them; the bytes read.
///
/// Raises:
///     OSError: a zip can't be opened or read.
///     ValueError, TypeError: an option is not one, or of another type or value.
#[pyfunction]
#[pyo3(signature = (entries, leave_out=None, **options))]
pub(crate) fn convert_lines<'py>(
    py: Python<'py>,
    entries: &Bound<'py, PyList>,
    leave_out: Option<Vec<usize>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyTuple>> {
    let form = form(options)?;
    let chunk = Chunk::read(entries, &leave_out.unwrap_or_default())?;
    let jobs = chunk.jobs()?;
    let (mut worker, spares) = WORKER.take();
    let fate = py.detach(|| run(&mut worker, &jobs, &form));
    let records = core::mem::replace(&mut worker.records.data, spares.take());
    let records: Buffers<'_> = (view(py, records, &spares)?, offsets(py, &worker.records)?);
    let small = |column: &mut Column| -> PyResult<Buffers<'_>> {
        Ok((small_view(py, core::mem::take(&mut column.data))?, offsets(py, column)?))
    };
    let columns =
        form.columns.then(|| worker.columns.iter_mut().map(small).collect::<PyResult<Vec<_>>>()).transpose()?;
    WORKER.set((worker, spares));
    let (written, skipped, failed, odd, bytes_in) = fate.told(py, &chunk)?;
    (records, columns, written, skipped, failed, odd, bytes_in).into_pyobject(py)
}

fn run(worker: &mut Worker, jobs: &[(usize, &str, Stored<'_>)], form: &Form) -> Fate {
    let mut fate = Fate::default();
    worker.start(form);
    for &(number, id, stored) in jobs {
        if !fate.take(number, stored, worker.outcome(id, stored, form)) {
            break;
        }
    }
    fate
}
