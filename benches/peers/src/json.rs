//! The other converter in Rust: mjlog, mjlog2json-core and tenhou-json, from XML text to JSON text.

use std::any::Any;
use std::hint::black_box;
use std::panic::{self, AssertUnwindSafe};

use mjlog::parser::parse_mjlogs;
use mjlog2json_core::conv::conv_to_tenhou_json;
use tenhou_json::exporter::export_tenhou_json;

use crate::log::Log;
use crate::peer::{Peer, Refusal};

pub struct Mjlog2Json;

impl Peer<'_> for Mjlog2Json {
    fn name(&self) -> &'static str {
        "mjlog2json"
    }

    fn counts(&self) -> &'static str {
        "output_bytes"
    }

    fn run(&mut self, log: &Log) -> Result<u64, Refusal> {
        let text = log.text.as_deref().ok_or("not UTF-8")?;
        let json = black_box(convert(text)?);
        Ok(json.len() as u64)
    }

    fn check(&mut self, log: &Log) -> Result<u64, Refusal> {
        // Its panics are refusals like any other; the default hook would print each.
        let hook = panic::take_hook();
        panic::set_hook(Box::new(|_| {}));
        let outcome = panic::catch_unwind(AssertUnwindSafe(|| self.run(log)));
        panic::set_hook(hook);
        outcome.unwrap_or_else(|payload| Err(format!("panic: {}", panic_text(&*payload))))
    }
}

fn convert(text: &str) -> Result<String, Refusal> {
    let logs = parse_mjlogs(text).map_err(|error| error.to_string())?;
    let [log] = logs.as_slice() else {
        return Err(format!("{} logs in one text", logs.len()));
    };
    let tenhou = conv_to_tenhou_json(log).map_err(|error| error.to_string())?;
    export_tenhou_json(&tenhou).map_err(|error| error.to_string())
}

fn panic_text(payload: &(dyn Any + Send)) -> &str {
    payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without a message")
}
