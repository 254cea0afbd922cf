//! `Log.to_xml`: elements as Tenhou's server writes them.

use mjlog_core::tenhou::write::write_elements;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::to_py;

/// An element's name and its attributes in order.
type Element = (String, Vec<(String, String)>);

/// Write elements, each a name and its attributes in order.
#[pyfunction]
pub(crate) fn write_log<'py>(py: Python<'py>, elements: Vec<Element>) -> PyResult<Bound<'py, PyBytes>> {
    let text = py.detach(|| {
        write_elements(elements.iter().map(|(name, attributes)| {
            (name.as_str(), attributes.iter().map(|(key, value)| (key.as_str(), value.as_str())))
        }))
    });
    Ok(PyBytes::new(py, text.map_err(|e| to_py(&e))?.as_bytes()))
}
