//! `audit` and `audit_batch`: is what logs say true?

use std::sync::Mutex;

use mjlog_core::audit::{Check, Report, audit as hold};
use mjlog_core::batch::in_chunks;
use mjlog_core::hule;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyMappingProxy};

use crate::audit_report::AuditReport;
use crate::data::{Data, Source};
use crate::error::{to_object, to_py};
use crate::hands::Rule;
use crate::logs::{Log, thread_count};

/// Every check and note: its slug and what it says, for reading only.
pub(crate) fn checks(py: Python<'_>) -> PyResult<Bound<'_, PyMappingProxy>> {
    let checks = PyDict::new(py);
    for check in Check::ALL {
        checks.set_item(check.name(), check.about())?;
    }
    Ok(PyMappingProxy::new(py, checks.as_mapping()))
}

fn one(source: Source<'_>, rule: Option<&hule::Rule>) -> mjlog_core::Result<Report> {
    source.with_text(false, |text| hold(text, rule))
}

/// Hold a log to Tenhou's rules: could this game have happened, and was it paid right?
///
/// Replays the game, scores each win again and rebuilds the walls from the seed, for four
/// players and three.
///
/// Args:
///     data: bytes-like (gzip or not, any encoding of XML), XML text, a path object or a binary file.
///     rule: how wins are scored; by default as the log's table does.
///
/// Returns:
///     What is not as the rules have it, what is odd and true all the same, and what was checked.
///
/// Raises:
///     MjlogError: the log can't be read; it says what, why and where.
///     TypeError: `data` is of another type.
///     OSError: the file can't be opened or read.
#[pyfunction]
#[pyo3(signature = (data, *, rule=None))]
pub(crate) fn audit(data: &Bound<'_, PyAny>, rule: Option<&Bound<'_, Rule>>) -> PyResult<AuditReport> {
    let data_ = Data::extract(data)?;
    let (source, rule) = (data_.borrow(), rule.map(|rule| rule.get().core));
    let report = data.py().detach(|| one(source, rule.as_ref()));
    Ok(AuditReport { report: report.map_err(|e| to_py(&e))? })
}

/// Hold many logs to Tenhou's rules, on threads of their own; one bad log costs one log.
///
/// Args:
///     logs: logs as `audit` takes them, or pairs of a log's id and its data.
///     rule: how wins are scored; by default as each log's table does.
///     threads: how many threads, 1 or more; by default one for each processor.
///
/// Returns:
///     For each log in order its report, or the `MjlogError` that it gave; of a file that
///     can't be read, one of kind `unreadable`.
///
/// Raises:
///     TypeError: an item is no log, nor a pair of an id and one.
///     ValueError: `threads` is less than 1.
#[pyfunction]
#[pyo3(signature = (logs, *, rule=None, threads=None))]
pub(crate) fn audit_batch<'py>(
    logs: &Bound<'py, PyAny>,
    rule: Option<&Bound<'py, Rule>>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyList>> {
    let py = logs.py();
    let (threads, rule) = (thread_count(threads)?, rule.map(|rule| rule.get().core));
    let logs = Log::all(logs)?;
    let sources: Vec<_> = logs.iter().map(Log::source).collect();
    let reports: Mutex<Vec<Option<mjlog_core::Result<Report>>>> =
        Mutex::new((0..sources.len()).map(|_| None).collect());
    let work = |(): &mut (), range: core::ops::Range<usize>| {
        let some = sources.get(range.clone()).unwrap_or_default();
        let done: Vec<_> = some.iter().map(|source| source.ok().map(|source| one(source, rule.as_ref()))).collect();
        if let Ok(mut reports) = reports.lock() {
            for (place, report) in reports.iter_mut().skip(range.start).zip(done) {
                *place = report;
            }
        }
    };
    py.detach(|| in_chunks(sources.len(), threads, || (), work));
    let list = PyList::empty(py);
    for (report, source) in reports.into_inner().unwrap_or_default().into_iter().zip(&sources) {
        match (report, source) {
            (Some(Ok(report)), _) => list.append(AuditReport { report })?,
            (Some(Err(error)), _) => list.append(to_object(py, &error))?,
            (None, Err(error)) => list.append(error.value(py))?,
            (None, Ok(_)) => {}
        }
    }
    Ok(list)
}
