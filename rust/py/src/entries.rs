//! Entries of bulk jobs, as `mjlog.bulk.records` has them: what stands in a chunk, and what became of it.

use std::path::PathBuf;
use std::sync::Arc;

use mjlog_core::archive::Member;
use mjlog_core::lines::{Outcome, Stored};
use mjlog_core::tenhou::select::Reason;
use mjlog_core::{Error, ErrorKind};
use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};

use crate::error::{MjlogError, to_object};

/// A file in a zip, by its place; it is read and unpacked where it is converted.
///
/// Args:
///     path: the zip's file.
///     offset: where its local header begins, in bytes.
///     packed: its packed size, in bytes.
///     size: its size, in bytes.
///     method: how it is packed: 0 stored, 8 deflate.
///     crc: the CRC-32 of its content.
#[pyclass(frozen, eq, hash, module = "mjlog._core")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct ZipMember {
    /// Shared by all that one zip lists.
    path: Arc<PathBuf>,
    member: Member,
}

impl ZipMember {
    pub(crate) fn of(path: &Arc<PathBuf>, member: Member) -> Self {
        Self { path: Arc::clone(path), member }
    }
}

#[pymethods]
impl ZipMember {
    #[new]
    fn new(path: PathBuf, offset: u64, packed: u64, size: u64, method: u16, crc: u32) -> Self {
        Self { path: Arc::new(path), member: Member { offset, packed, size, method, crc } }
    }

    /// The zip's file.
    #[getter]
    fn path<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        self.path.as_os_str().into_pyobject(py).map_err(Into::into)
    }

    /// Where its local header begins, in bytes.
    #[getter]
    fn offset(&self) -> u64 {
        self.member.offset
    }

    /// Its packed size, in bytes.
    #[getter]
    fn packed(&self) -> u64 {
        self.member.packed
    }

    /// Its size, in bytes.
    #[getter]
    fn size(&self) -> u64 {
        self.member.size
    }

    /// How it is packed: 0 stored, 8 deflate.
    #[getter]
    fn method(&self) -> u16 {
        self.member.method
    }

    /// The CRC-32 of its content.
    #[getter]
    fn crc(&self) -> u32 {
        self.member.crc
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyString>, u64, u64, u64, u16, u32)> {
        let Member { offset, packed, size, method, crc } = self.member;
        Ok((self.path(py)?, offset, packed, size, method, crc))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let Member { offset, packed, size, method, crc } = self.member;
        let path = self.path(py)?.repr()?;
        Ok(format!("ZipMember({path}, offset={offset}, packed={packed}, size={size}, method={method}, crc={crc})"))
    }
}

/// What an entry's `data` is.
enum Data<'py> {
    Bytes(Bound<'py, PyBytes>),
    Member(Bound<'py, ZipMember>),
    /// It could not be read, and this is why.
    Error(Py<PyAny>),
}

/// The entries of a chunk that are to be converted.
pub(crate) struct Chunk<'py>(Vec<(usize, Bound<'py, PyString>, Data<'py>)>);

impl<'py> Chunk<'py> {
    /// All but those that are left out, by number.
    pub(crate) fn read(entries: &Bound<'py, PyList>, leave_out: &[usize]) -> PyResult<Self> {
        let mut chunk = Vec::with_capacity(entries.len());
        for (number, entry) in entries.iter().enumerate() {
            if !leave_out.contains(&number) {
                let entry = entry.cast_into::<PyTuple>()?;
                let id = entry.get_item(0)?.cast_into::<PyString>()?;
                chunk.push((number, id, data(entry.get_item(2)?)?));
            }
        }
        Ok(Self(chunk))
    }

    /// Number, id and bytes of those that can be read.
    pub(crate) fn jobs(&self) -> PyResult<Vec<(usize, &str, Stored<'_>)>> {
        let mut jobs = Vec::with_capacity(self.0.len());
        for (number, id, data) in &self.0 {
            let stored = match data {
                Data::Bytes(bytes) => Stored::Bytes(bytes.as_bytes()),
                Data::Member(member) => Stored::Member(&member.get().path, member.get().member),
                Data::Error(_) => continue,
            };
            jobs.push((*number, id.to_str()?, stored));
        }
        Ok(jobs)
    }
}

fn data(data: Bound<'_, PyAny>) -> PyResult<Data<'_>> {
    let other = match data.cast_into::<PyBytes>() {
        Ok(bytes) => return Ok(Data::Bytes(bytes)),
        Err(other) => other.into_inner(),
    };
    match other.cast_into::<ZipMember>() {
        Ok(member) => Ok(Data::Member(member)),
        Err(other) => {
            let other = other.into_inner();
            if other.is_instance(&other.py().get_type::<MjlogError>())? {
                return Ok(Data::Error(other.unbind()));
            }
            Err(PyTypeError::new_err("an entry's data must be bytes, a ZipMember or an MjlogError"))
        }
    }
}

/// What became of a chunk's entries, by number.
#[derive(Default)]
pub(crate) struct Fate {
    written: Vec<usize>,
    skipped: Vec<(usize, Reason)>,
    failed: Vec<(usize, Error)>,
    /// Of those written: what is odd about them.
    odd: Vec<(usize, String)>,
    /// A zip can't be read: that is no log's fault.
    vanished: Option<(PathBuf, Error)>,
    bytes_in: u64,
}

/// Numbers of entries that were written, of those skipped with the reason, of those failed with their error, of those
/// written that are odd with what is odd about them; bytes.
pub(crate) type Told = (Vec<usize>, Vec<(usize, &'static str)>, Vec<(usize, Py<PyAny>)>, Vec<(usize, String)>, u64);

impl Fate {
    /// Takes what became of an entry; tells whether it makes sense to go on.
    pub(crate) fn take(&mut self, number: usize, stored: Stored<'_>, (result, odd): Outcome) -> bool {
        self.bytes_in += stored.len();
        match (result, stored) {
            (Ok(None), _) => {
                self.written.push(number);
                self.odd.extend(odd.into_iter().map(|warning| (number, warning.message)));
            }
            (Ok(Some(reason)), _) => self.skipped.push((number, reason)),
            (Err(error), Stored::Member(path, _)) if error.kind() == ErrorKind::Unreadable => {
                self.vanished.get_or_insert_with(|| (path.to_owned(), error));
                return false;
            }
            (Err(error), _) => self.failed.push((number, error)),
        }
        true
    }

    /// All of it for Python, along with what could not be read.
    pub(crate) fn told(self, py: Python<'_>, chunk: &Chunk<'_>) -> PyResult<Told> {
        if let Some((path, error)) = self.vanished {
            return Err(PyOSError::new_err(format!("{}: {}", path.display(), error.message())));
        }
        let skipped = self.skipped.into_iter().map(|(number, reason)| (number, reason.slug())).collect();
        let unread = chunk.0.iter().filter_map(|(number, _, data)| match data {
            Data::Error(error) => Some((*number, error.clone_ref(py))),
            _ => None,
        });
        let broken = self.failed.iter().map(|(number, error)| (*number, to_object(py, error)));
        let mut failed: Vec<_> = unread.chain(broken).collect();
        failed.sort_by_key(|(number, _)| *number);
        Ok((self.written, skipped, failed, self.odd, self.bytes_in))
    }
}
