//! `Log.to_xml`: elements as Tenhou's server writes them.

use mjlog_core::tenhou::write::write_elements;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::to_py;

/// An element's name and its attributes in order.
type Element = (String, Vec<(String, String)>);

/// Write elements, each a name and its attributes in order.
#[pyfunction]
#[allow(clippy::needless_pass_by_value)] // PyO3 makes it
pub(crate) fn write_log(py: Python<'_>, elements: Vec<Element>) -> PyResult<Bound<'_, PyBytes>> {
    let text = py.detach(|| {
        write_elements(elements.iter().map(|(name, attributes)| {
            (name.as_str(), attributes.iter().map(|(key, value)| (key.as_str(), value.as_str())))
        }))
    });
    Ok(PyBytes::new(py, text.map_err(|e| to_py(&e))?.as_bytes()))
}
