//! What an audit found, as Python sees it: lists are made when someone asks for them.

use core::hash::{Hash, Hasher};

use mjlog_core::audit::{Check, Finding as CoreFinding, Report};
use mjlog_core::error::shortened;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyMappingProxy, PyString, PyTuple};

use crate::whole::{Whole, out_of_range};

/// What an audit found.
#[pyclass(frozen, eq, hash, module = "mjlog")]
#[derive(PartialEq, Eq)]
pub(crate) struct AuditReport {
    pub(crate) report: Report,
}

impl Hash for AuditReport {
    /// Reports with the same findings differ in little else.
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.report.rounds, &self.report.findings, &self.report.notes).hash(state);
    }
}

/// Where a log and a rule differ; `str()` puts it in a line.
#[pyclass(frozen, eq, hash, module = "mjlog")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Finding {
    finding: CoreFinding,
}

fn tuple<'py>(py: Python<'py>, findings: &[CoreFinding]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, findings.iter().map(|finding| Finding { finding: finding.clone() }))
}

fn dicts<'py>(py: Python<'py>, findings: &[CoreFinding]) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for finding in findings {
        let dict = PyDict::new(py);
        dict.set_item("check", finding.check.name())?;
        dict.set_item("round", finding.round)?;
        dict.set_item("element", &*finding.element)?;
        dict.set_item("offset", finding.offset)?;
        dict.set_item("expected", &*finding.expected)?;
        dict.set_item("found", &*finding.found)?;
        list.append(dict)?;
    }
    Ok(list)
}

impl AuditReport {
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let counts = PyDict::new(py);
        for (check, count) in Check::ALL.iter().zip(self.report.checked) {
            if !check.is_note() {
                counts.set_item(check.name(), count)?;
            }
        }
        Ok(counts)
    }
}

type Findings = Vec<Py<Finding>>;

#[pymethods]
impl AuditReport {
    /// What is not as the rules have it, in the order of the log.
    #[getter]
    fn findings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, &self.report.findings)
    }

    /// What is odd and true all the same, such as a log without a seed; of each kind the first few of a round.
    #[getter]
    fn notes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, &self.report.notes)
    }

    /// Findings past those that are kept, of a log in which next to nothing is true.
    #[getter]
    fn left_out(&self) -> usize {
        self.report.left_out
    }

    /// Rounds that were begun.
    #[getter]
    fn rounds(&self) -> usize {
        self.report.rounds
    }

    /// How often each check was made, by its slug; for reading only.
    #[getter]
    fn checked<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMappingProxy>> {
        Ok(PyMappingProxy::new(py, self.counts(py)?.as_mapping()))
    }

    /// Whether there is no finding.
    #[getter]
    fn ok(&self) -> bool {
        self.report.findings.is_empty()
    }

    /// All of it as plain data, as `mjlog audit --json` prints it.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("ok", self.ok())?;
        dict.set_item("rounds", self.rounds())?;
        dict.set_item("findings", dicts(py, &self.report.findings)?)?;
        dict.set_item("left_out", self.left_out())?;
        dict.set_item("notes", dicts(py, &self.report.notes)?)?;
        dict.set_item("checked", self.counts(py)?)?;
        Ok(dict)
    }

    /// Make a report again, for pickle.
    #[staticmethod]
    #[pyo3(name = "_of")]
    fn of(rounds: usize, checked: Vec<u32>, findings: Findings, notes: Findings, left_out: usize) -> PyResult<Self> {
        let checked = checked.try_into().map_err(|_| out_of_range("the number of checks"))?;
        let plain = |findings: Findings| findings.iter().map(|one| one.get().finding.clone()).collect();
        let (findings, notes) = (plain(findings), plain(notes));
        Ok(Self { report: Report { rounds, checked, findings, notes, left_out } })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let args = (self.rounds(), self.report.checked.to_vec(), self.findings(py)?, self.notes(py)?, self.left_out());
        Ok((py.get_type::<Self>().getattr("_of")?, args.into_pyobject(py)?))
    }

    fn __repr__(&self) -> String {
        let Report { rounds, checked, findings, notes, left_out } = &self.report;
        let made = Check::ALL.iter().zip(checked).filter(|(check, _)| !check.is_note());
        let checks: u64 = made.map(|(_, &count)| u64::from(count)).sum();
        let (findings, notes) = (findings.len() + left_out, notes.len());
        format!("<mjlog.AuditReport rounds={rounds} checks={checks} findings={findings} notes={notes}>")
    }
}

fn check(slug: &str) -> PyResult<Check> {
    Check::ALL
        .iter()
        .copied()
        .find(|check| check.name() == slug)
        .ok_or_else(|| out_of_range(&format!("check: {:?}", shortened(slug))))
}

#[pymethods]
impl Finding {
    #[new]
    fn new(
        check: &str,
        round: Option<Whole<usize>>,
        element: &str,
        offset: Whole<usize>,
        expected: &str,
        found: &str,
    ) -> PyResult<Self> {
        let (check, round, offset) = (self::check(check)?, round.map(|Whole(round)| round), offset.0);
        let (element, expected, found) = (element.into(), expected.into(), found.into());
        Ok(Self { finding: CoreFinding { check, round, element, offset, expected, found } })
    }

    fn __getnewargs__(&self) -> (&'static str, Option<usize>, &str, usize, &str, &str) {
        (self.check(), self.round(), self.element(), self.offset(), self.expected(), self.found())
    }

    /// The rule's slug; `mjlog.AUDIT_CHECKS` has what it says.
    #[getter]
    fn check(&self) -> &'static str {
        self.finding.check.name()
    }

    /// Index of the round in the log, from 0 (`Wall.index`, not `Wall.round`); None before the first.
    #[getter]
    fn round(&self) -> Option<usize> {
        self.finding.round
    }

    /// The element's name.
    #[getter]
    fn element(&self) -> &str {
        &self.finding.element
    }

    /// Byte of the element's `<` in the unpacked input as given.
    #[getter]
    fn offset(&self) -> usize {
        self.finding.offset
    }

    /// What the rules have.
    #[getter]
    fn expected(&self) -> &str {
        &self.finding.expected
    }

    /// What the log has.
    #[getter]
    fn found(&self) -> &str {
        &self.finding.found
    }

    fn __str__(&self) -> String {
        let CoreFinding { check, round, element, offset, expected, found } = &self.finding;
        let place = round.map_or_else(String::new, |round| format!(", round {round}"));
        format!("{}: expected {expected}, found {found} (in {element}, byte {offset}{place})", check.name())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let quoted = |text: &str| PyString::new(py, text).repr().map(|text| text.to_string());
        let round = self.round().map_or_else(|| "None".to_owned(), |round| round.to_string());
        let (element, expected, found) = (quoted(self.element())?, quoted(self.expected())?, quoted(self.found())?);
        let (check, offset) = (self.check(), self.offset());
        Ok(format!("Finding('{check}', {round}, {element}, {offset}, {expected}, {found})"))
    }
}
