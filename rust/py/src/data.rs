//! What may be given as a log: bytes-like, text, a path or a binary file.

use std::borrow::Cow;

use mjlog_core::tenhou::input::{Text, unpack};
use mjlog_core::{Error, ErrorKind};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::error::to_py;

/// A log as given, ready for a call that does not hold the interpreter.
pub(crate) enum Data<'py> {
    Bytes(Bound<'py, PyBytes>),
    Owned(Vec<u8>),
    Text(String),
}

impl<'py> Data<'py> {
    /// Takes anything that the API takes as `data`.
    pub(crate) fn extract(data: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = data.cast::<PyBytes>() {
            return Ok(Self::Bytes(bytes.clone()));
        }
        if let Ok(text) = data.cast::<PyString>() {
            return Self::text(text);
        }
        if let Ok(buffer) = PyBuffer::<u8>::get(data) {
            return Ok(Self::Owned(buffer.to_vec(data.py())?));
        }
        if data.hasattr("__fspath__")? {
            let file = data.py().import("io")?.call_method1("open", (data, "rb"))?;
            let read = file.call_method0("read");
            file.call_method0("close")?;
            return Self::extract(&read?);
        }
        if data.hasattr("read")? {
            let read = data.call_method0("read")?;
            if read.is_instance_of::<PyBytes>() {
                return Self::extract(&read);
            }
            return Err(PyTypeError::new_err("the file is open as text: open it in binary mode (\"rb\")"));
        }
        let kind = data.get_type().name()?;
        Err(PyTypeError::new_err(format!("data must be bytes, str, a path or a binary file, not {kind}")))
    }

    /// XML text; a string that is a file's name gets an error that says so.
    fn text(text: &Bound<'py, PyString>) -> PyResult<Self> {
        let Ok(text) = text.to_cow() else {
            let error =
                Error::new(ErrorKind::Encoding, "the text holds half of a surrogate pair, which is no character");
            return Err(to_py(&error));
        };
        let name_like = text.len() < 1024
            && !text.contains(['<', '\n'])
            && text.contains(['.', '/', '\\'])
            && !text.trim_start().starts_with(['{', '[']);
        if name_like {
            let message = format!(
                "the str {:?} is no XML; it looks like a file's name: give pathlib.Path(…) to read the file",
                mjlog_core::error::shortened(&text)
            );
            return Err(to_py(&Error::new(ErrorKind::NoData, message)));
        }
        Ok(Self::Text(text.into_owned()))
    }

    /// What the core reads.
    pub(crate) fn borrow(&self) -> Source<'_> {
        match self {
            Self::Bytes(bytes) => Source::Bytes(bytes.as_bytes()),
            Self::Owned(bytes) => Source::Bytes(bytes),
            Self::Text(text) => Source::Text(text),
        }
    }
}

/// A log's bytes or text, without any Python in it.
#[derive(Clone, Copy)]
pub(crate) enum Source<'a> {
    Bytes(&'a [u8]),
    Text(&'a str),
}

impl<'a> Source<'a> {
    /// Unpacks (with `partial` what is there) and decodes, and hands the text on.
    pub(crate) fn with_text<T>(
        self,
        partial: bool,
        then: impl FnOnce(&Text<'_>) -> mjlog_core::Result<T>,
    ) -> mjlog_core::Result<T> {
        match self {
            Self::Text(text) => then(&Text::plain(text)),
            Self::Bytes(bytes) => {
                let bytes: Cow<'a, [u8]> = unpack(bytes, partial)?;
                then(&Text::decode(&bytes, partial)?)
            }
        }
    }
}
