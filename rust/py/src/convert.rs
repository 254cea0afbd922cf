//! `convert` and `convert_json`.

use std::borrow::Borrow;
use std::cell::RefCell;
use std::sync::LazyLock;

use mjlog_core::paipu::{JsonSink, Label, Options, Warning, convert_text};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::data::{Data, Source};
use crate::error::{to_py, warn};
use crate::fresh::Fresh;
use crate::objects::Objects;

static DEFAULT: LazyLock<Options> = LazyLock::new(Options::default);

/// The options of a call; the usual ones are made once.
pub(crate) enum Chosen {
    Default,
    Own(Box<Options>),
}

impl Borrow<Options> for Chosen {
    fn borrow(&self) -> &Options {
        match self {
            Self::Default => &DEFAULT,
            Self::Own(options) => options,
        }
    }
}

impl Chosen {
    pub(crate) fn new(
        player_format: Option<&str>,
        title: Option<String>,
        log_id: Option<String>,
        partial: bool,
    ) -> PyResult<Self> {
        if player_format.is_none() && title.is_none() && log_id.is_none() && !partial {
            return Ok(Self::Default);
        }
        let label = player_format.map_or_else(|| Ok(Label::default()), Label::parse).map_err(|e| to_py(&e))?;
        Ok(Self::Own(Box::new(Options { label, title, log_id, partial })))
    }
}

/// Memory kept for the next call is at most this much.
const KEPT: usize = 1 << 20;

thread_local! {
    static SINK: RefCell<JsonSink> = RefCell::default();
}

/// Lends this thread's writer, empty.
pub(crate) fn with_sink<T>(then: impl FnOnce(&mut JsonSink) -> T) -> T {
    let mut sink = SINK.take();
    sink.clear();
    let result = then(&mut sink);
    if sink.capacity() <= KEPT {
        SINK.set(sink);
    }
    result
}

pub(crate) fn write(source: Source<'_>, options: &Options, sink: &mut JsonSink) -> mjlog_core::Result<Vec<Warning>> {
    source.with_text(options.partial, |text| convert_text(text, options, sink))
}

/// Convert a log to a paipu as JSON.
///
/// Args:
///     data: bytes-like (gzip or not, any encoding of XML), XML text, a path object or a binary file.
///     player_format: template of the players' labels with {name} {dan} {rate} {seat};
///         by default the name, a line break, then (dan Rrate).
///     title: own text in place of the table's title.
///     log_id: the log's id, put behind the title on a line of its own.
///     partial: accept elements without their root, and input that stops anywhere.
///
/// Returns:
///     UTF-8 JSON, byte for byte what `JSON.stringify` makes of tenhou-log's paipu.
///
/// Raises:
///     MjlogError: the log can't be read; it says what, why and where.
///     TypeError: `data` is of another type.
///     OSError: the file can't be opened or read.
#[pyfunction]
#[pyo3(signature = (data, *, player_format=None, title=None, log_id=None, partial=false))]
pub(crate) fn convert_json(
    data: &Bound<'_, PyAny>,
    player_format: Option<&str>,
    title: Option<String>,
    log_id: Option<String>,
    partial: bool,
) -> PyResult<Py<PyAny>> {
    let py = data.py();
    let options = Chosen::new(player_format, title, log_id, partial)?;
    let data = Data::extract(data)?;
    let source = data.borrow();
    with_sink(|sink| {
        let warnings = py.detach(|| write(source, options.borrow(), sink)).map_err(|e| to_py(&e))?;
        warn(py, &warnings)?;
        let mut json = Fresh::new(py, sink.len())?;
        sink.pieces(|piece| json.append(piece));
        Ok(json.finish())
    })
}

/// Convert a log to a paipu: a dict as 電脳麻将 reads it.
///
/// Args:
///     data: bytes-like (gzip or not, any encoding of XML), XML text, a path object or a binary file.
///     player_format: template of the players' labels with {name} {dan} {rate} {seat};
///         by default the name, a line break, then (dan Rrate).
///     title: own text in place of the table's title.
///     log_id: the log's id, put behind the title on a line of its own.
///     partial: accept elements without their root, and input that stops anywhere.
///
/// Returns:
///     The paipu; `mjlog.paipu` has the types of its parts.
///
/// Raises:
///     MjlogError: the log can't be read; it says what, why and where.
///     TypeError: `data` is of another type.
///     OSError: the file can't be opened or read.
#[pyfunction]
#[pyo3(signature = (data, *, player_format=None, title=None, log_id=None, partial=false))]
pub(crate) fn convert<'py>(
    data: &Bound<'py, PyAny>,
    player_format: Option<&str>,
    title: Option<String>,
    log_id: Option<String>,
    partial: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let py = data.py();
    let options = Chosen::new(player_format, title, log_id, partial)?;
    let data = Data::extract(data)?;
    let mut objects = Objects::new(py)?;
    let paused = Paused::new(py)?;
    let result = data.borrow().with_text(partial, |text| convert_text(text, options.borrow(), &mut objects));
    drop(paused);
    warn(py, &result.map_err(|e| to_py(&e))?)?;
    objects.finish()
}

/// Python's cyclic collector, paused while a thousand dicts are made that can't be in
/// a cycle: it would walk all of them several times.
struct Paused<'py>(Option<Bound<'py, PyModule>>);

impl<'py> Paused<'py> {
    fn new(py: Python<'py>) -> PyResult<Self> {
        let gc = py.import(pyo3::intern!(py, "gc"))?;
        if !gc.call_method0(pyo3::intern!(py, "isenabled"))?.is_truthy()? {
            return Ok(Self(None));
        }
        gc.call_method0(pyo3::intern!(py, "disable"))?;
        Ok(Self(Some(gc)))
    }
}

impl Drop for Paused<'_> {
    fn drop(&mut self) {
        if let Some(gc) = &self.0 {
            // Nothing to be done if this fails, and it has no reason to.
            let _ = gc.call_method0(pyo3::intern!(gc.py(), "enable"));
        }
    }
}
