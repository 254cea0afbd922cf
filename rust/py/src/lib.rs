//! Python's view of `mjlog-core`: one file a room, one detached call round each core call.

mod append;
mod arrow;
mod audit;
mod audit_report;
mod batch;
mod convert;
mod converter;
mod data;
mod entries;
mod error;
mod files;
mod fresh;
mod hands;
mod kept;
mod lines;
mod log;
mod logs;
mod objects;
mod synth;
mod tables;
mod tiles;
mod wall_parts;
mod walls;
mod whole;
mod write;
mod zip_run;

use pyo3::prelude::*;

/// The compiled part of mjlog. Import `mjlog`, not this.
#[pymodule(gil_used = false)]
mod _core {
    use pyo3::prelude::*;
    use pyo3::types::PyTuple;

    /// Ranks (段位) by number; yaku with both names and Tenhou's id; what an audit checks; what made-up games can be
    /// asked for; what is not made by macros.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("AUDIT_CHECKS", super::audit::checks(module.py())?)?;
        module.add("DAN", PyTuple::new(module.py(), mjlog_core::tenhou::names::DAN)?)?;
        module.add("WANTS", PyTuple::new(module.py(), super::synth::want_names())?)?;
        module.add("YAKU", PyTuple::new(module.py(), super::hands::yaku_table())?)?;
        super::hands::add_hule(module)
    }

    #[pymodule_export]
    use super::append::Appender;
    #[pymodule_export]
    use super::arrow::ArrowTable;
    #[pymodule_export]
    use super::audit::{audit, audit_batch};
    #[pymodule_export]
    use super::audit_report::{AuditReport, Finding};
    #[pymodule_export]
    use super::batch::convert_batch;
    #[pymodule_export]
    use super::convert::{convert, convert_json};
    #[pymodule_export]
    use super::converter::Decoder;
    #[pymodule_export]
    use super::entries::ZipMember;
    #[pymodule_export]
    use super::error::error_kinds;
    #[pymodule_export]
    use super::files::write_files;
    #[pymodule_export]
    use super::hands::{
        Hudi, Hule, Rule, Shoupai, explain_hule, get_defen, get_hudi, get_hupai, get_post_hupai, get_pre_hupai,
        hule_batch, hule_many, hule_mianzi, tingpai, xiangting,
    };
    #[pymodule_export]
    use super::lines::convert_lines;
    #[pymodule_export]
    use super::log::parse;
    #[pymodule_export]
    use super::synth::{synth, table_type};
    #[pymodule_export]
    use super::tables::convert_table;
    #[pymodule_export]
    use super::tiles::{Mianzi, decode_mianzi, decode_pai, encode_pai};
    #[pymodule_export]
    use super::wall_parts::{WallDifference, WallDraw};
    #[pymodule_export]
    use super::walls::{Wall, walls};
    #[pymodule_export]
    use super::write::write_log;
    #[pymodule_export]
    use super::zip_run::zip_run;
}
