//! How does 電脳麻将 say it? Events become moves ([`moves`]), moves go to a [`PaipuSink`].

mod block;
mod buffer;
mod decimal;
pub mod hand;
pub mod json;
pub mod label;
pub mod moves;
pub mod pieces;
mod players;
mod round;
pub mod sink;
mod text;

pub use hand::Hand;
pub use json::JsonSink;
pub use label::Label;
pub use moves::Moves;
pub use pieces::Piece;
pub use sink::PaipuSink;
pub(crate) use text::write_string;

use crate::error::{Error, Result};
use crate::tenhou::input::{Offsets, Text, unpack};
use crate::tenhou::read::read;

/// What the user may set.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// How players are labelled.
    pub label: Label,
    /// Own text in place of the table's title.
    pub title: Option<String>,
    /// The log's id, put behind the title on a line of its own.
    pub log_id: Option<String>,
    /// Convert what is there: no root needed, and the XML may stop anywhere.
    pub partial: bool,
}

/// Something odd that does not stop the conversion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// What is odd.
    pub message: String,
    /// Byte in the unpacked input as given, at the element's `<`.
    pub offset: usize,
}

/// A paipu as JSON, and what was odd about the log.
#[derive(Clone, Debug, Default)]
pub struct Json {
    /// UTF-8 JSON, the very bytes of `JSON.stringify`.
    pub text: Vec<u8>,
    /// In the order of the log.
    pub warnings: Vec<Warning>,
}

/// Converts a log (gzip or not, any encoding of XML) to JSON.
///
/// # Errors
/// Any [`crate::ErrorKind`] but `bad_template` and those of notation.
pub fn convert_json(data: &[u8], options: &Options) -> Result<Json> {
    let mut sink = JsonSink::default();
    let warnings = convert(data, options, &mut sink)?;
    let mut text = Vec::new();
    sink.write_to(&mut text);
    Ok(Json { text, warnings })
}

/// Converts a log to whatever the sink makes; gives what was odd about it.
///
/// # Errors
/// As [`convert_json`].
pub fn convert<S: PaipuSink>(data: &[u8], options: &Options, sink: &mut S) -> Result<Vec<Warning>> {
    let bytes = unpack(data, options.partial)?;
    convert_text(&Text::decode(&bytes, options.partial)?, options, sink)
}

/// Converts a decoded log to whatever the sink makes.
///
/// # Errors
/// As [`convert_json`].
pub fn convert_text<S: PaipuSink>(text: &Text<'_>, options: &Options, sink: &mut S) -> Result<Vec<Warning>> {
    let place = |e: Error| e.map_offset(|at| text.offset_in_input(at));
    let mut moves = Moves::new(options, sink);
    read(text.as_str(), options.partial, &mut moves).map_err(place)?;
    moves.finish();
    let mut warnings = moves.warnings().to_vec();
    let mut offsets = Offsets::new(text);
    for warning in &mut warnings {
        warning.offset = offsets.in_input(warning.offset);
    }
    Ok(warnings)
}
