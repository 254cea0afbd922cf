//! `convert_batch`: many logs, on threads of their own.

use std::borrow::Borrow;
use std::sync::Mutex;

use mjlog_core::batch::in_chunks;
use mjlog_core::paipu::{JsonSink, Options, Warning};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::convert::{Chosen, write};
use crate::data::Source;
use crate::error::{to_object, warn};
use crate::fresh::Fresh;
use crate::logs::{Log, thread_count};

/// One log's outcome in a worker's arena: where its JSON stands, or why there is none.
type Outcome = mjlog_core::Result<core::ops::Range<usize>>;

/// A worker's buffers, used again for each chunk.
#[derive(Default)]
struct Worker {
    sink: JsonSink,
    arena: Vec<u8>,
    outcomes: Vec<Outcome>,
    warnings: Vec<Warning>,
}

impl Worker {
    fn convert(&mut self, source: Source<'_>, options: &Options) -> Outcome {
        self.sink.clear();
        self.warnings.extend(write(source, options, &mut self.sink)?);
        let from = self.arena.len();
        self.sink.write_to(&mut self.arena);
        Ok(from..self.arena.len())
    }

    /// The chunk's results as Python objects, by one attach.
    fn collect(&self) -> PyResult<Vec<Py<PyAny>>> {
        let made: Vec<Result<Fresh, Py<PyAny>>> = Python::attach(|py| {
            let make = |outcome: &Outcome| match outcome {
                Ok(range) => Fresh::new(py, range.len()).map(Ok),
                Err(error) => Ok(Err(to_object(py, error))),
            };
            self.outcomes.iter().map(make).collect::<PyResult<_>>()
        })?;
        let fill = |(made, outcome): (Result<Fresh, _>, &Outcome)| match made {
            Ok(mut fresh) => {
                let range = outcome.as_ref().map_or(0..0, Clone::clone);
                fresh.append(self.arena.get(range).unwrap_or_default());
                fresh.finish()
            }
            Err(error) => error,
        };
        Ok(made.into_iter().zip(&self.outcomes).map(fill).collect())
    }
}

/// Convert many logs to JSON, on threads of their own; one bad log costs one log.
///
/// Args:
///     logs: logs as `convert` takes them, or pairs of a log's id and its data; an id in a
///         pair takes the place of `log_id`.
///     threads: how many threads, 1 or more; by default one for each processor.
///     player_format: template of the players' labels with {name} {dan} {rate} {seat}.
///     title: own text in place of the tables' titles.
///     log_id: an id for every log, put behind its title on a line of its own.
///     partial: accept elements without their root, and input that stops anywhere.
///
/// Returns:
///     For each log in order its JSON, or the `MjlogError` that it gave; of a file that
///     can't be read, one of kind `unreadable`.
///
/// Raises:
///     TypeError: an item is no log, nor a pair of an id and one.
///     ValueError: `threads` is less than 1.
#[pyfunction]
#[pyo3(signature = (logs, *, threads=None, player_format=None, title=None, log_id=None, partial=false))]
pub(crate) fn convert_batch<'py>(
    py: Python<'py>,
    logs: &Bound<'py, PyAny>,
    threads: Option<&Bound<'py, PyAny>>,
    player_format: Option<&str>,
    title: Option<String>,
    log_id: Option<String>,
    partial: bool,
) -> PyResult<Bound<'py, PyList>> {
    let threads = thread_count(threads)?;
    let chosen = Chosen::new(player_format, title, log_id, partial)?;
    let options: &Options = chosen.borrow();
    let logs = Log::all(logs)?;
    let sources: Vec<_> = logs.iter().map(|log| (log.source(), log.id.as_deref())).collect();
    let results: Mutex<Vec<Option<Py<PyAny>>>> = Mutex::new((0..sources.len()).map(|_| None).collect());
    let warnings = Mutex::new(Vec::new());
    let failed = Mutex::new(None);
    let work = |worker: &mut Worker, range: core::ops::Range<usize>| {
        worker.arena.clear();
        worker.outcomes.clear();
        for source in sources.get(range.clone()).unwrap_or_default() {
            let outcome = match source {
                (Ok(source), None) => worker.convert(*source, options),
                (Ok(source), Some(id)) => {
                    worker.convert(*source, &Options { log_id: Some((*id).to_owned()), ..options.clone() })
                }
                // Its error stands in `sources` already.
                (Err(_), _) => Ok(0..0),
            };
            worker.outcomes.push(outcome);
        }
        match worker.collect() {
            Ok(objects) => {
                if let Ok(mut results) = results.lock() {
                    for (place, object) in results.iter_mut().skip(range.start).zip(objects) {
                        *place = Some(object);
                    }
                }
            }
            Err(error) => {
                if let Ok(mut failed) = failed.lock() {
                    *failed = Some(error);
                }
            }
        }
        if !worker.warnings.is_empty()
            && let Ok(mut warnings) = warnings.lock()
        {
            warnings.append(&mut worker.warnings);
        }
    };
    py.detach(|| in_chunks(sources.len(), threads, Worker::default, work));
    if let Some(error) = failed.into_inner().unwrap_or_default() {
        return Err(error);
    }
    warn(py, &warnings.into_inner().unwrap_or_default())?;
    let results = results.into_inner().unwrap_or_default();
    let list = PyList::empty(py);
    for (result, (source, _)) in results.into_iter().zip(&sources) {
        match source {
            Err(error) => list.append(error.value(py))?,
            Ok(_) => list.append(result)?,
        }
    }
    Ok(list)
}
