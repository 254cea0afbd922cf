//! The decoder behind `Converter`: elements that another parser read, one by one.

use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};

use mjlog_core::paipu::{Moves, Piece};
use mjlog_core::tenhou::read::Root;
use mjlog_core::tenhou::{Attribute, Attrs, Visitor};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use crate::convert::Chosen;
use crate::error::{to_py, warn};
use crate::objects::Objects;

/// Takes elements in order and builds the paipu.
#[pyclass(frozen, module = "mjlog._core")]
pub(crate) struct Decoder {
    state: Mutex<State>,
    paipu: Py<PyDict>,
}

struct State {
    moves: Moves<Chosen, Vec<Piece>>,
    root: Root,
    log: Option<Py<PyList>>,
    /// Warnings told so far.
    told: usize,
}

/// Names and values in turn, as expat gives them.
struct Pairs<'a>(&'a [Bound<'a, PyString>]);

impl<'a> Attrs<'a> for Pairs<'a> {
    fn next(&mut self) -> mjlog_core::Result<Option<Attribute<'a>>> {
        let [name, value, rest @ ..] = self.0 else { return Ok(None) };
        self.0 = rest;
        let (name, value) = (name.to_str().unwrap_or_default(), value.to_str().unwrap_or_default());
        Ok(Some(Attribute::new(name, Cow::Borrowed(value))))
    }
}

#[pymethods]
impl Decoder {
    #[new]
    #[pyo3(signature = (*, player_format=None, title=None, log_id=None, partial=false))]
    fn new(
        py: Python<'_>,
        player_format: Option<&str>,
        title: Option<String>,
        log_id: Option<String>,
        partial: bool,
    ) -> PyResult<Self> {
        let options = Chosen::new(player_format, title, log_id, partial)?;
        let state = State { moves: Moves::new(options, Vec::new()), root: Root::new(partial), log: None, told: 0 };
        Ok(Self { state: Mutex::new(state), paipu: PyDict::new(py).unbind() })
    }

    /// The next element: its name, its attributes' names and values in turn.
    #[allow(clippy::needless_pass_by_value)] // arguments come by value from Python
    fn element(&self, py: Python<'_>, name: &Bound<'_, PyString>, attrs: Vec<Bound<'_, PyString>>) -> PyResult<()> {
        let name = name.to_str()?;
        let warnings = {
            let mut state = self.lock();
            let State { moves, root, told, .. } = &mut *state;
            let done = root.see(name).and_then(|()| moves.element(0, name, &mut Pairs(&attrs)));
            // The caller knows the byte; the decoder knows the rest.
            done.map_err(|e| to_py(&e.at(0, Some(name), moves.current_round())))?;
            let new = moves.warnings().get(*told..).unwrap_or_default().to_vec();
            *told += new.len();
            new
        };
        warn(py, &warnings)
    }

    /// Index of the current round, None before the first INIT.
    #[getter]
    fn round(&self) -> Option<usize> {
        self.lock().moves.current_round()
    }

    /// Whether an element has come.
    #[getter]
    fn begun(&self) -> bool {
        self.lock().root.begun()
    }

    /// The moves complete since the last call.
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let pieces = core::mem::take(self.lock().moves.sink());
        self.send(py, &pieces)
    }

    /// Ends the log, if it was one, and gives the paipu itself.
    fn close<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let pieces = {
            let mut state = self.lock();
            state.root.finish("").map_err(|e| to_py(&e))?;
            state.moves.finish();
            core::mem::take(state.moves.sink())
        };
        self.send(py, &pieces)?;
        Ok(self.paipu.clone_ref(py).into_bound(py))
    }

    /// The paipu so far, with the discard that is still held back.
    #[getter]
    fn paipu<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let held = self.lock().moves.held_back();
        let copy = py.import("copy")?.call_method1("deepcopy", (self.paipu.bind(py),))?.cast_into::<PyDict>()?;
        let log = copy.get_item("log")?.map(Bound::cast_into::<PyList>).transpose()?;
        let mut objects = Objects::resume(copy, log, PyList::empty(py))?;
        for piece in &held {
            piece.send(&mut objects);
        }
        objects.finish()
    }
}

impl Decoder {
    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        // A panic in the core would be a bug; its state is still only data.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn send<'py>(&self, py: Python<'py>, pieces: &[Piece]) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        let log = self.lock().log.as_ref().map(|log| log.clone_ref(py).into_bound(py));
        let mut objects = Objects::resume(self.paipu.clone_ref(py).into_bound(py), log, list.clone())?;
        for piece in pieces {
            piece.send(&mut objects);
        }
        let log = objects.log().map(|log| log.clone().unbind());
        self.lock().log = log;
        objects.finish()?;
        Ok(list)
    }
}
