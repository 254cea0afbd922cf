//! What the scanner sees of a text.

use mjlog_core::Error;
use mjlog_core::tenhou::xml::{Scanner, Step};

/// A start tag: the byte of its `<`, its name, its attributes as read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Element {
    /// Byte of its `<`.
    pub(crate) at: usize,
    /// As written.
    pub(crate) name: String,
    /// Names and values, in order; entities resolved, white space as XML wants it.
    pub(crate) attributes: Vec<(String, String)>,
}

/// What the scanner sees: whole elements, one broken off by an error, the error.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Scanned {
    /// Elements read to the end of their tag.
    pub(crate) elements: Vec<Element>,
    /// What was read of the element in which the error is.
    pub(crate) partial: Option<Element>,
    /// Why it stopped before the end.
    pub(crate) error: Option<Error>,
}

/// Reads a text with the scanner, draws and discards by their own way if they are `fast`.
pub(crate) fn scan(text: &str, fragment: bool, fast: bool) -> Scanned {
    let mut scanner = Scanner::new(text, fragment);
    let mut elements = Vec::new();
    let stop = |elements, partial, error| Scanned { elements, partial, error };
    loop {
        if fast && let Some(mut tiles) = scanner.tiles() {
            let mut at = scanner.position();
            while let Some(tile) = tiles.next() {
                let letters = if tile.draw { "TUVW" } else { "DEFG" };
                let letter = letters.as_bytes()[usize::from(tile.seat)];
                let name = format!("{}{}", char::from(letter), tile.pai.number());
                elements.push(Element { at, name, attributes: Vec::new() });
                at = text.len() - tiles.rest().len();
            }
            scanner.resume(&tiles);
        }
        let mut element = match scanner.step() {
            Err(e) => return stop(elements, None, Some(e)),
            Ok(Step::End) => return stop(elements, None, None),
            Ok(Step::Element { at, name }) => Element { at, name: name.to_owned(), attributes: Vec::new() },
        };
        loop {
            match scanner.attribute() {
                Err(e) => return stop(elements, Some(element), Some(e)),
                Ok(Some((name, value))) => element.attributes.push((name.to_owned(), value.into_owned())),
                Ok(None) => break,
            }
        }
        elements.push(element);
    }
}
