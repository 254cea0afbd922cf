//! Python's view of `mjlog-core`: one file a room, one detached call round each core call.

mod batch;
mod convert;
mod converter;
mod data;
mod error;
mod fresh;
mod log;
mod objects;
mod tiles;

use pyo3::prelude::*;

/// The compiled part of mjlog. Import `mjlog`, not this.
#[pymodule(gil_used = false)]
mod _core {
    use pyo3::prelude::*;
    use pyo3::types::PyTuple;

    /// Ranks (段位) by number.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("DAN", PyTuple::new(module.py(), mjlog_core::tenhou::names::DAN)?)
    }

    #[pymodule_export]
    use super::batch::convert_batch;
    #[pymodule_export]
    use super::convert::{convert, convert_json};
    #[pymodule_export]
    use super::converter::Decoder;
    #[pymodule_export]
    use super::error::error_kinds;
    #[pymodule_export]
    use super::log::parse;
    #[pymodule_export]
    use super::tiles::{Mianzi, decode_mianzi, decode_pai, encode_pai};
}
