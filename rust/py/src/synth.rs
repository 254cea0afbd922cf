//! `synth`: made-up games.

use std::time::{Duration, Instant};

use mjlog_core::synth::{Want, synth_while};
use mjlog_core::tenhou::Go;
use mjlog_core::tenhou::select::TableFilter;
use mjlog_core::{Error, ErrorKind};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyString};

use crate::error::to_py;

/// 四鳳南喰赤, of which most logs are that people keep.
const DEFAULT_TABLE: u32 = 0xa9;

/// After so long a search asks whether it was interrupted.
const PATIENCE: Duration = Duration::from_millis(100);

/// Make up a whole game, in the form that Tenhou's server writes.
///
/// It is the same for the same arguments on every machine. The walls come from a seed as in
/// real logs; the players play for a win and defend a little. What is rare is looked for in many
/// games, which may take some seconds, and half a minute for several rare things at once; Ctrl+C ends it.
///
/// Args:
///     seed: 0 to 2**64 - 1.
///     go_type: the table, by the flags of GO's `type`: players, red fives, length and so on.
///     want: what has to happen in it: names of yaku (国士無双), draws (四槓散了), kinds of meld
///         (daiminkan) and more; `mjlog.WANTS` lists them.
///
/// Returns:
///     XML in UTF-8.
///
/// Raises:
///     MjlogError: of kind `bad_argument`, for a seed or a table that there is not, and for a
///         wish that is unknown, that no game at the table can have, or that was not found.
///     TypeError: `want` is one text, not a list of them.
#[pyfunction]
#[pyo3(
    signature = (seed, *, go_type=GoType(DEFAULT_TABLE), want=Wishes::default()),
    text_signature = "(seed, *, go_type=169, want=())"
)]
pub(crate) fn synth<'py>(
    py: Python<'py>,
    seed: &Bound<'py, PyInt>,
    go_type: GoType,
    want: Wishes,
) -> PyResult<Bound<'py, PyBytes>> {
    let seed = seed.extract().map_err(|_| bad_argument("seed is not in 0 to 2**64 - 1"))?;
    let wants =
        want.0.into_iter().map(|name| Want::parse(&name)).collect::<Result<Vec<_>, _>>().map_err(|e| to_py(&e))?;
    let (mut asked, mut signal) = (Instant::now(), Ok(()));
    let go_on = || {
        if asked.elapsed() >= PATIENCE {
            asked = Instant::now();
            // The method itself is not of every lifetime.
            #[allow(clippy::redundant_closure_for_method_calls)]
            let checked = Python::attach(|py| py.check_signals());
            signal = checked;
        }
        signal.is_ok()
    };
    let text = py.detach(|| synth_while(seed, Go::new(go_type.0), &wants, go_on)).map_err(|e| to_py(&e))?;
    signal?;
    Ok(PyBytes::new(py, text.unwrap_or_default().as_bytes()))
}

fn bad_argument(message: &str) -> PyErr {
    to_py(&Error::new(ErrorKind::BadArgument, message))
}

/// A table's type.
#[derive(Clone, Copy)]
pub(crate) struct GoType(u32);

impl<'a, 'py> FromPyObject<'a, 'py> for GoType {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let number = value.cast::<PyInt>()?;
        number.extract().map(Self).map_err(|_| bad_argument("go_type is not in 0 to 2**32 - 1"))
    }
}

/// Names of what a game has to show.
#[derive(Default)]
pub(crate) struct Wishes(Vec<String>);

impl<'a, 'py> FromPyObject<'a, 'py> for Wishes {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if value.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("want is a list of names: write want=[\"四槓散了\"]"));
        }
        value.try_iter()?.map(|name| name?.extract()).collect::<PyResult<_>>().map(Self)
    }
}

/// The names of all that a made-up game can be asked for.
pub(crate) fn want_names() -> Vec<&'static str> {
    Want::all().map(Want::name).collect()
}

/// A table by the characters of its title or by a number: what is not said is as in 四鳳南喰赤.
#[pyfunction]
pub(crate) fn table_type(text: &str) -> PyResult<u32> {
    Ok(TableFilter::parse(text).map_err(|e| to_py(&e))?.applied(Go::new(DEFAULT_TABLE)).bits())
}
