//! Text to a visitor: structure is checked here, once, and errors get their place.

use super::attribute::Attribute;
use super::event::Attrs;
use super::number::Field;
use super::tile::Tiles;
use super::xml::{Scanner, Step};
use crate::error::{Error, ErrorKind, Result, shortened};

/// What becomes of the elements of a log.
pub trait Visitor<'a> {
    /// Draws and discards that follow each other, to be taken one by one.
    ///
    /// # Errors
    /// Whatever is wrong with the first; what is wrong with later ones has to have its
    /// place.
    fn tiles(&mut self, tiles: &mut Tiles<'a>) -> Result<()>;

    /// Any other element, the root among them.
    ///
    /// # Errors
    /// Whatever is wrong with it.
    fn element(&mut self, at: usize, name: &'a str, attrs: &mut impl Attrs<'a>) -> Result<()>;

    /// Index of the round being read, for errors.
    fn round(&self) -> Option<usize>;
}

impl<'a> Attrs<'a> for Scanner<'a> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // a call would pass the attribute through memory
    fn next(&mut self) -> Result<Option<Attribute<'a>>> {
        self.next_attribute()
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // each place has its own name, and its own usual length
    fn expected<const N: usize>(&mut self, head: &'static [u8; N]) -> Option<Field<'a>> {
        self.expected_attribute(head)
    }
}

/// Reads a whole log. With `partial` the root may be missing and the text may stop anywhere.
///
/// # Errors
/// Everything that can be wrong with a log; the place is filled in.
#[inline]
pub fn read<'a>(text: &'a str, partial: bool, visitor: &mut impl Visitor<'a>) -> Result<()> {
    let mut scanner = Scanner::new(text, partial);
    let mut root = Root::new(partial);
    loop {
        if let Some(mut tiles) = scanner.tiles()
            && tiles.may_follow()
            && root.sees_tiles(&tiles)
        {
            if let Err(e) = visitor.tiles(&mut tiles) {
                let at = scanner.position();
                let name = text.get(at + 1..).unwrap_or_default().split('/').next();
                return Err(e.at(at, name, visitor.round()));
            }
            scanner.resume(&tiles);
        }
        match scanner.step() {
            Ok(Step::Element { at, name }) => {
                match root.see(name).and_then(|()| visitor.element(at, name, &mut scanner)) {
                    Ok(()) => {}
                    Err(e) if partial && e.kind() == ErrorKind::Truncated => break,
                    Err(e) => return Err(e.at(at, Some(name), visitor.round())),
                }
            }
            Ok(Step::End) => break,
            Err(e) if partial && e.kind() == ErrorKind::Truncated => break,
            Err(e) => return Err(root.before_any(e, text).at(scanner.place().0, None, visitor.round())),
        }
    }
    root.finish(text)
}

/// Watches that the root is `mjloggm`, or that a fragment has anything of a log.
#[derive(Debug)]
pub struct Root {
    partial: bool,
    seen: bool,
    known: bool,
}

impl Root {
    /// Nothing seen yet.
    #[must_use]
    pub fn new(partial: bool) -> Self {
        Self { partial, seen: false, known: false }
    }

    /// Whether there are tiles to be read; if so, it is a log.
    #[inline]
    fn sees_tiles(&mut self, tiles: &Tiles<'_>) -> bool {
        if self.known {
            return true;
        }
        let any = tiles.clone().next().is_some();
        self.seen |= any;
        self.known |= any;
        any
    }

    /// Whether an element has come.
    #[must_use]
    pub const fn begun(&self) -> bool {
        self.seen
    }

    /// The next element's name.
    ///
    /// # Errors
    /// [`ErrorKind::NotMjlog`] when it is the first and not `mjloggm`.
    #[inline]
    pub fn see(&mut self, name: &str) -> Result<()> {
        if self.seen && self.known { Ok(()) } else { self.see_early(name) }
    }

    /// An element before anything of a log.
    #[cold]
    fn see_early(&mut self, name: &str) -> Result<()> {
        let first = !self.seen;
        self.seen = true;
        self.known = self.known || is_known(name);
        if first && !self.partial && name != "mjloggm" {
            let hint = if self.known { "; `partial` converts elements without their root" } else { "" };
            return Err(Error::new(
                ErrorKind::NotMjlog,
                format!("the root is <{}>, not <mjloggm>: this is no mjlog{hint}", shortened(name)),
            ));
        }
        Ok(())
    }

    /// At the end: was it a log at all?
    ///
    /// # Errors
    /// [`ErrorKind::NotXml`] when there was no element, [`ErrorKind::NotMjlog`] when a
    /// fragment held none that Tenhou writes.
    pub fn finish(&self, text: &str) -> Result<()> {
        if !self.seen {
            return Err(Error::new(ErrorKind::NotXml, nothing_found(text)).at(0, None, None));
        }
        if !self.known {
            return Err(Error::new(ErrorKind::NotMjlog, "no element of a Tenhou log was found").at(0, None, None));
        }
        Ok(())
    }

    /// An error before the first element: say what the input is, not where it stopped.
    #[cold]
    fn before_any(&self, error: Error, text: &str) -> Error {
        if !self.seen && error.kind() == ErrorKind::NotXml {
            Error::new(ErrorKind::NotXml, nothing_found(text)).at(0, None, None)
        } else {
            error
        }
    }
}

#[cold]
fn nothing_found(text: &str) -> String {
    let text = text.trim_ascii_start();
    if text.is_empty() {
        "the input is empty".to_owned()
    } else if text.starts_with(['{', '[']) {
        "the input is no XML; it looks like JSON (a log in tenhou.net/6 form?)".to_owned()
    } else {
        "the input is no XML".to_owned()
    }
}

fn is_known(name: &str) -> bool {
    const NAMES: [&str; 12] =
        ["mjloggm", "SHUFFLE", "GO", "UN", "BYE", "TAIKYOKU", "INIT", "N", "DORA", "REACH", "AGARI", "RYUUKYOKU"];
    NAMES.contains(&name)
        || (matches!(name.as_bytes().first(), Some(b'T'..=b'W' | b'D'..=b'G'))
            && name.len() > 1
            && name.bytes().skip(1).all(|b| b.is_ascii_digit()))
}
