//! Everything that the core does with bytes, done; what comes out fits the bytes.

use mjlog_core::paipu::{Options, convert_json};
use mjlog_core::tenhou::input::unpack;
use mjlog_core::tenhou::tile::Tiles;
use mjlog_core::tenhou::walls::walls;
use mjlog_core::tenhou::{Attrs, Event, Text, Visitor, read};
use mjlog_core::{Error, Result as CoreResult};

/// Decodes every element, keeps none.
struct Decode;

impl<'a> Visitor<'a> for Decode {
    fn tiles(&mut self, tiles: &mut Tiles<'a>) -> CoreResult<()> {
        tiles.for_each(drop);
        Ok(())
    }

    fn element(&mut self, _at: usize, name: &'a str, attrs: &mut impl Attrs<'a>) -> CoreResult<()> {
        Event::decode(name, attrs).map(drop)
    }

    fn round(&self) -> Option<usize> {
        None
    }
}

/// A place in the input: of something in an element it is the element's `<`.
fn place(input: &[u8], offset: usize, in_element: bool) -> Result<(), String> {
    let Some(here) = input.get(offset..) else {
        return Err(format!("byte {offset} of {}", input.len()));
    };
    // In UTF-16 and behind an escape sequence, `<` is not the first byte.
    if in_element && !here.iter().take(4).any(|&b| b == b'<') {
        return Err(format!("byte {offset} begins no element"));
    }
    Ok(())
}

fn error_fits(input: &[u8], error: &Error) -> Result<(), String> {
    let in_element = error.element().is_some();
    match error.offset() {
        Some(offset) => place(input, offset, in_element).map_err(|why| format!("{error}: {why}")),
        None if in_element => Err(format!("{error}: no byte")),
        None => Ok(()),
    }
}

/// Unpacks, decodes, reads and converts, whole and in part.
///
/// # Errors
/// A result that does not fit the input or another result.
pub(crate) fn check(data: &[u8]) -> Result<(), String> {
    let unpacked = unpack(data, false);
    let input = unpacked.as_deref().unwrap_or_default();
    let text = unpacked.as_ref().ok().map(|bytes| Text::decode(bytes, false));
    match &text {
        Some(Ok(text)) => {
            place(input, text.offset_in_input(text.as_str().len()), false)?;
            for partial in [false, true] {
                if let Err(e) = walls(text, partial) {
                    error_fits(input, &e)?;
                }
                if let Err(e) = read(text.as_str(), partial, &mut Decode) {
                    error_fits(text.as_str().as_bytes(), &e)?;
                }
            }
        }
        Some(Err(error)) => error_fits(input, error)?,
        None => {}
    }
    let whole = convert_json(data, &Options::default());
    let partial = convert_json(data, &Options { partial: true, ..Options::default() });
    // Gzip that is cut gives what is there in part, nothing as a whole.
    let in_part = unpack(data, true);
    let in_part = in_part.as_deref().unwrap_or_default();
    for (result, input) in [(&whole, input), (&partial, in_part)] {
        match result {
            Ok(json) => {
                if !json.text.starts_with(b"{") || !json.text.ends_with(b"}") || str::from_utf8(&json.text).is_err() {
                    return Err(format!("no JSON: {}", json.text.escape_ascii()));
                }
                json.warnings.iter().try_for_each(|warning| place(input, warning.offset, true))?;
            }
            Err(error) => error_fits(input, error)?,
        }
    }
    match (whole, partial) {
        (Ok(_), Err(error)) => Err(format!("only in part it is refused: {error}")),
        (Ok(whole), Ok(partial)) if whole.text != partial.text || whole.warnings != partial.warnings => Err(format!(
            "{}, but in part {}; {:?}, {:?}",
            String::from_utf8_lossy(&whole.text),
            String::from_utf8_lossy(&partial.text),
            whole.warnings,
            partial.warnings
        )),
        _ => Ok(()),
    }
}
