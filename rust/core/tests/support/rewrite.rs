//! The same log, written as Tenhou never would: no short way through the core fits it.

use core::fmt::Write;

use mjlog_core::paipu::{JsonSink, Options, convert_text};
use mjlog_core::tenhou::Text;
use mjlog_core::{Error, Result as CoreResult};

use crate::scan::scan;

/// Writes the elements that the scanner reads another way, all of them inside the first.
/// None where the text is no XML.
fn rewritten(text: &str) -> Option<String> {
    let scanned = scan(text, false, false);
    let root = scanned.elements.first().filter(|_| scanned.error.is_none())?.name.clone();
    let mut out = String::from("<?xml version='1.0'?>");
    let mut end = " >";
    for element in scanned.elements {
        write!(out, "\n<{}", element.name).unwrap();
        for (name, value) in element.attributes {
            write!(out, "\n {name} = '").unwrap();
            for c in value.chars() {
                match c {
                    '<' | '&' | '\'' | '\t' | '\n' | '\r' => write!(out, "&#{};", u32::from(c)).unwrap(),
                    // Some plain letters too, that values are resolved and not borrowed.
                    '0' | '3' | ',' | 'a' => write!(out, "&#x{:x};", u32::from(c)).unwrap(),
                    c => out.push(c),
                }
            }
            out.push('\'');
        }
        out += end;
        end = " />";
    }
    out += "</";
    Some(out + &root + ">")
}

/// The paipu as JSON, and the warnings.
fn convert(text: &str) -> CoreResult<(String, Vec<String>)> {
    let mut sink = JsonSink::default();
    let warnings = convert_text(&Text::plain(text), &Options::default(), &mut sink)?;
    let mut json = Vec::new();
    sink.write_to(&mut json);
    Ok((String::from_utf8(json).unwrap(), warnings.into_iter().map(|w| w.message).collect()))
}

/// Converts a log as it is and written another way. Says whether it was a log.
///
/// # Errors
/// How the results differ.
pub(crate) fn compare(text: &str) -> Result<bool, String> {
    let Some(other) = rewritten(text) else { return Ok(false) };
    let told = |e: Error| (e.kind(), e.message().to_owned(), e.element().map(str::to_owned), e.round());
    let (ours, theirs) = (convert(text).map_err(told), convert(&other).map_err(told));
    if ours == theirs { Ok(ours.is_ok()) } else { Err(format!("{ours:?}\nbut, written another way,\n{theirs:?}")) }
}
