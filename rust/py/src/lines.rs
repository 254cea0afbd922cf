//! `convert_lines`: a chunk of a bulk job on the calling thread, without the interpreter.

use std::cell::RefCell;
use std::path::PathBuf;

use mjlog_core::archive::Member;
use mjlog_core::lines::{Column, Form, Stored, Worker};
use mjlog_core::paipu::{Label, Options};
use mjlog_core::tenhou::select::{Reason, Selection, TableFilter};
use mjlog_core::{Error, ErrorKind};
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyMemoryView, PyString, PyTuple};

use crate::error::{MjlogError, to_object, to_py};
use crate::kept::{Spares, small_view, view};

thread_local! {
    static WORKER: RefCell<(Worker, Spares)> = RefCell::default();
}

/// What an entry's `data` is.
enum Data<'py> {
    Bytes(Bound<'py, PyBytes>),
    Member(PathBuf, Member),
    /// It could not be read, and this is why.
    Error(Py<PyAny>),
}

/// One entry of a chunk.
struct Entry<'py> {
    id: Bound<'py, PyString>,
    data: Data<'py>,
}

impl<'py> Entry<'py> {
    fn new(entry: &Bound<'py, PyAny>) -> PyResult<Self> {
        let py = entry.py();
        let id = entry.getattr(pyo3::intern!(py, "id"))?.cast_into::<PyString>()?;
        let data = entry.getattr(pyo3::intern!(py, "data"))?;
        let data = match data.cast_into::<PyBytes>() {
            Ok(bytes) => Data::Bytes(bytes),
            Err(other) => {
                let other = other.into_inner();
                if other.is_instance(&py.get_type::<MjlogError>())? {
                    Data::Error(other.unbind())
                } else {
                    let (path, member) = member(&other)?;
                    Data::Member(path, member)
                }
            }
        };
        Ok(Self { id, data })
    }
}

/// A `ZipMember` of `mjlog.bulk.records`.
fn member(data: &Bound<'_, PyAny>) -> PyResult<(PathBuf, Member)> {
    let py = data.py();
    let path = data
        .getattr(pyo3::intern!(py, "path"))
        .map_err(|_| PyTypeError::new_err("an entry's data must be bytes, a ZipMember or an MjlogError"))?;
    let member = Member {
        offset: data.getattr(pyo3::intern!(py, "offset"))?.extract()?,
        packed: data.getattr(pyo3::intern!(py, "packed"))?.extract()?,
        size: data.getattr(pyo3::intern!(py, "size"))?.extract()?,
        method: data.getattr(pyo3::intern!(py, "method"))?.extract()?,
        crc: data.getattr(pyo3::intern!(py, "crc"))?.extract()?,
    };
    Ok((path.extract()?, member))
}

/// What became of an entry that was not written.
enum Lost {
    /// By number.
    Failed(Error),
    Skipped(Reason),
    /// The zip can't be read: that is no log's fault.
    Vanished(PathBuf, Error),
}

/// The options as Python gives them: keywords, all of which may be left out.
fn form(options: Option<&Bound<'_, PyDict>>) -> PyResult<Form> {
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
///     those skipped with the reason, of those failed with their MjlogError; the bytes read.
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
    let leave_out = leave_out.unwrap_or_default();
    let entries = entries.iter().map(|entry| Entry::new(&entry)).collect::<PyResult<Vec<_>>>()?;
    let mut jobs = Vec::with_capacity(entries.len());
    let mut failed = Vec::new();
    for (number, Entry { id, data }) in entries.iter().enumerate() {
        if leave_out.contains(&number) {
            continue;
        }
        let stored = match data {
            Data::Bytes(bytes) => Stored::Bytes(bytes.as_bytes()),
            Data::Member(path, member) => Stored::Member(path, *member),
            Data::Error(error) => {
                failed.push((number, error.clone_ref(py)));
                continue;
            }
        };
        jobs.push((number, id.to_str()?, stored));
    }
    let (mut worker, spares) = WORKER.take();
    let (written, lost, bytes_in) = py.detach(|| run(&mut worker, &jobs, &form));
    let records = core::mem::replace(&mut worker.records.data, spares.take());
    let records: Buffers<'_> = (view(py, records, &spares)?, offsets(py, &worker.records)?);
    let small = |column: &mut Column| -> PyResult<Buffers<'_>> {
        Ok((small_view(py, core::mem::take(&mut column.data))?, offsets(py, column)?))
    };
    let columns =
        form.columns.then(|| worker.columns.iter_mut().map(small).collect::<PyResult<Vec<_>>>()).transpose()?;
    WORKER.set((worker, spares));
    let mut skipped = Vec::new();
    for (number, lost) in lost {
        match lost {
            Lost::Skipped(reason) => skipped.push((number, reason.slug())),
            Lost::Failed(error) => failed.push((number, to_object(py, &error))),
            Lost::Vanished(path, error) => {
                return Err(PyOSError::new_err(format!("{}: {}", path.display(), error.message())));
            }
        }
    }
    failed.sort_by_key(|(number, _)| *number);
    (records, columns, written, skipped, failed, bytes_in).into_pyobject(py)
}

type Ran = (Vec<usize>, Vec<(usize, Lost)>, u64);

fn run(worker: &mut Worker, jobs: &[(usize, &str, Stored<'_>)], form: &Form) -> Ran {
    let (mut written, mut lost, mut bytes_in) = (Vec::with_capacity(jobs.len()), Vec::new(), 0);
    worker.start(form);
    for &(number, id, stored) in jobs {
        bytes_in += stored.len();
        match (worker.take(id, stored, form), stored) {
            (Ok(None), _) => written.push(number),
            (Ok(Some(reason)), _) => lost.push((number, Lost::Skipped(reason))),
            (Err(error), Stored::Member(path, _)) if error.kind() == ErrorKind::Unreadable => {
                lost.push((number, Lost::Vanished(path.to_owned(), error)));
                break;
            }
            (Err(error), _) => lost.push((number, Lost::Failed(error))),
        }
    }
    (written, lost, bytes_in)
}
