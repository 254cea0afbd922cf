//! Elements and attributes over text, without a tree and without allocation.
//!
//! The scanner knows one thing of Tenhou: most elements of a log are a letter and a
//! tile number, and are read by [`Scanner::tiles`].

use std::borrow::Cow;

use memchr::{memchr, memmem};

use super::attribute::Attribute;
use super::tile::Tiles;
use crate::error::{Error, ErrorKind, Result, shortened};

/// What the scanner met.
#[derive(Debug)]
pub enum Step<'a> {
    /// A start tag. Its attributes follow from [`Scanner::attribute`].
    Element {
        /// Byte of its `<`.
        at: usize,
        /// Its name.
        name: &'a str,
    },
    /// The input ended where it may.
    End,
}

/// Reads elements from text, one step at a time.
#[derive(Debug)]
pub struct Scanner<'a> {
    pub(super) text: &'a str,
    pub(super) pos: usize,
    /// The start tag whose attributes are being read.
    pub(super) tag: Option<(usize, &'a str)>,
    /// Names of the elements that are open.
    pub(super) open: Vec<&'a str>,
    /// Whether a root element has ended.
    pub(super) ended: bool,
    fragment: bool,
}

impl<'a> Scanner<'a> {
    /// A scanner over text. With `fragment` there may be any number of roots, and the
    /// text may stop anywhere outside a tag.
    #[must_use]
    pub fn new(text: &'a str, fragment: bool) -> Self {
        Self { text, pos: 0, tag: None, open: Vec::new(), ended: false, fragment }
    }

    /// The start tag being read: the byte of its `<`, and its name.
    #[must_use]
    pub fn place(&self) -> (usize, Option<&'a str>) {
        self.tag.map_or((self.pos, None), |(at, name)| (at, Some(name)))
    }

    #[inline]
    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    pub(super) fn slice(&self, from: usize, to: usize) -> &'a str {
        self.text.get(from..to).unwrap_or_default()
    }

    pub(super) fn rest(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.pos..).unwrap_or_default()
    }

    /// The draws and discards that stand right here; see [`Scanner::resume`]. None
    /// outside the root, nor inside a tag.
    #[inline]
    #[must_use]
    pub fn tiles(&self) -> Option<Tiles<'a>> {
        let inside = self.tag.is_none() && (self.fragment || !self.open.is_empty());
        inside.then(|| Tiles::new(self.rest()))
    }

    /// Goes on behind tiles that were read.
    #[inline]
    pub fn resume(&mut self, tiles: &Tiles<'a>) {
        self.pos = self.text.len() - tiles.rest().len();
    }

    /// The byte at which it stands.
    #[must_use]
    pub fn position(&self) -> usize {
        self.pos
    }

    /// The next element, after what is left of the current one.
    ///
    /// # Errors
    /// [`ErrorKind::NotXml`], [`ErrorKind::Truncated`] or [`ErrorKind::Dtd`].
    #[inline]
    pub fn step(&mut self) -> Result<Step<'a>> {
        match self.plain_tag() {
            Some((at, name)) => Ok(Step::Element { at, name }),
            None => self.any_step(),
        }
    }

    #[inline(never)]
    fn any_step(&mut self) -> Result<Step<'a>> {
        while self.tag.is_some() {
            self.next_attribute()?;
        }
        self.markup()
    }

    /// Anything that begins with `<`, text before it being passed over.
    fn markup(&mut self) -> Result<Step<'a>> {
        loop {
            if self.byte(self.pos) != Some(b'<') {
                let Some(skip) = memchr(b'<', self.rest()) else { return self.end() };
                self.pos += skip;
            }
            match self.byte(self.pos + 1) {
                Some(b'/') => self.end_tag()?,
                Some(b'?') => self.instruction()?,
                Some(b'!') => self.declaration()?,
                Some(b) if is_name_start(b) => return self.start_tag(),
                Some(_) => return Err(self.not_xml("a `<` that begins no tag")),
                None => return Err(self.truncated("in a tag")),
            }
        }
    }

    fn end(&mut self) -> Result<Step<'a>> {
        let at = self.pos;
        self.pos = self.text.len();
        match self.open.last() {
            Some(name) if !self.fragment => {
                let message = format!("the log stops before its </{}>", shortened(name));
                Err(Error::new(ErrorKind::Truncated, message).at(at, None, None))
            }
            _ => Ok(Step::End),
        }
    }

    fn start_tag(&mut self) -> Result<Step<'a>> {
        let at = self.pos;
        let name = self.name(at + 1);
        self.pos = at + 1 + name.len();
        if self.ended && self.open.is_empty() && !self.fragment {
            let message = format!("a second root element <{}>: one file holds one log", shortened(name));
            return Err(Error::new(ErrorKind::NotXml, message).at(at, Some(name), None));
        }
        self.tag = Some((at, name));
        Ok(Step::Element { at, name })
    }

    /// The name that stands at this byte.
    fn name(&self, from: usize) -> &'a str {
        let bytes = self.text.as_bytes().get(from..).unwrap_or_default();
        let len = bytes.iter().position(|&b| CLASS[usize::from(b)] & NAME_END != 0).unwrap_or(bytes.len());
        self.slice(from, from + len)
    }

    fn end_tag(&mut self) -> Result<()> {
        let name = self.name(self.pos + 2);
        let mut after = self.pos + 2 + name.len();
        while self.byte(after).is_some_and(is_space) {
            after += 1;
        }
        match self.byte(after) {
            Some(b'>') => {}
            Some(_) => return Err(self.not_xml("an end tag that is not closed")),
            None => return Err(self.truncated("in an end tag")),
        }
        match self.open.pop() {
            Some(open) if open == name => {}
            Some(open) => {
                let message = format!("</{}> where </{}> should stand", shortened(name), shortened(open));
                return Err(self.not_xml(message));
            }
            None => return Err(self.not_xml(format!("</{}> closes nothing", shortened(name)))),
        }
        self.ended |= self.open.is_empty();
        self.pos = after + 1;
        Ok(())
    }

    /// `<!…`: a comment or CDATA is passed over, a document type is refused.
    fn declaration(&mut self) -> Result<()> {
        let rest = self.rest();
        if rest.starts_with(b"<!--") {
            self.pass(4, b"-->", "a comment")
        } else if rest.starts_with(b"<![CDATA[") {
            self.pass(9, b"]]>", "a CDATA section")
        } else if rest.starts_with(b"<!DOCTYPE") {
            Err(Error::new(ErrorKind::Dtd, "the XML has a document type (<!DOCTYPE …>), which no Tenhou log has")
                .at(self.pos, None, None))
        } else if b"<!--".starts_with(rest) || b"<![CDATA[".starts_with(rest) || b"<!DOCTYPE".starts_with(rest) {
            Err(self.truncated("in a declaration"))
        } else {
            Err(self.not_xml("a `<!` that begins neither a comment nor CDATA"))
        }
    }

    /// `<?…?>` is passed over; it has to begin with a name.
    fn instruction(&mut self) -> Result<()> {
        match self.byte(self.pos + 2) {
            Some(b) if is_name_start(b) => self.pass(2, b"?>", "a processing instruction"),
            Some(_) => Err(self.not_xml("a `<?` that begins no processing instruction")),
            None => Err(self.truncated("in a processing instruction")),
        }
    }

    fn pass(&mut self, skip: usize, until: &[u8], what: &str) -> Result<()> {
        let rest = self.rest().get(skip..).unwrap_or_default();
        match memmem::find(rest, until) {
            Some(len) => {
                self.pos += skip + len + until.len();
                Ok(())
            }
            None => Err(self.truncated(&format!("in {what}"))),
        }
    }

    /// The next attribute of the current element: name and value, entities resolved.
    ///
    /// # Errors
    /// [`ErrorKind::NotXml`] or [`ErrorKind::Truncated`].
    pub fn attribute(&mut self) -> Result<Option<(&'a str, Cow<'a, str>)>> {
        Ok(self.next_attribute()?.map(|attribute| (attribute.name(), attribute.value.into_text())))
    }

    /// The same, for those who want no text.
    #[inline(always)]
    #[allow(clippy::inline_always)] // a call would pass the attribute through memory
    pub(super) fn next_attribute(&mut self) -> Result<Option<Attribute<'a>>> {
        match self.plain_attribute() {
            Some(attribute) => Ok(Some(attribute)),
            None if self.plain_end() => Ok(None),
            None => Ok(self.any_attribute()?.map(|(name, value)| Attribute::new(name, value))),
        }
    }

    /// Any attribute that XML allows, or the end of the tag.
    #[inline(never)]
    fn any_attribute(&mut self) -> Result<Option<(&'a str, Cow<'a, str>)>> {
        let Some((_, tag)) = self.tag else { return Ok(None) };
        let before = self.pos;
        self.skip_space();
        match self.byte(self.pos) {
            Some(b'/') => {
                return match self.byte(self.pos + 1) {
                    Some(b'>') => {
                        self.pos += 2;
                        self.tag = None;
                        self.ended |= self.open.is_empty();
                        Ok(None)
                    }
                    Some(_) => Err(self.not_xml("a `/` inside a tag")),
                    None => Err(self.truncated("in a tag")),
                };
            }
            Some(b'>') => {
                self.pos += 1;
                self.tag = None;
                self.open.push(tag);
                return Ok(None);
            }
            Some(b) if is_name_start(b) && self.pos > before => {}
            Some(_) => return Err(self.not_xml("something in a tag that is no attribute")),
            None => return Err(self.truncated("in a tag")),
        }
        let name = self.name(self.pos);
        self.pos += name.len();
        self.skip_space();
        match self.byte(self.pos) {
            Some(b'=') => self.pos += 1,
            Some(_) => return Err(self.not_xml(format!("attribute {} without a value", shortened(name)))),
            None => return Err(self.truncated("in a tag")),
        }
        self.skip_space();
        match self.byte(self.pos) {
            Some(quote @ (b'"' | b'\'')) => {
                self.pos += 1;
                Ok(Some((name, self.value(quote)?)))
            }
            Some(_) => Err(self.not_xml(format!("attribute {} without quotes", shortened(name)))),
            None => Err(self.truncated("in a tag")),
        }
    }

    #[inline]
    fn skip_space(&mut self) {
        while self.byte(self.pos).is_some_and(is_space) {
            self.pos += 1;
        }
    }

    fn value(&mut self, quote: u8) -> Result<Cow<'a, str>> {
        let from = self.pos;
        let mut special = false;
        let mut at = from;
        loop {
            at += any_run(self.text.as_bytes().get(at..).unwrap_or_default());
            match self.byte(at) {
                Some(b) if b == quote => break,
                Some(b'<') => return Err(self.not_xml("a `<` in an attribute's value")),
                Some(b) => {
                    special |= matches!(b, b'&' | b'\t' | b'\n' | b'\r');
                    at += 1;
                }
                None => return Err(self.truncated("in an attribute's value")),
            }
        }
        self.pos = at + 1;
        let raw = self.slice(from, at);
        if special { self.unescape(raw).map(Cow::Owned) } else { Ok(Cow::Borrowed(raw)) }
    }

    /// Resolves entities, and turns white space into spaces as XML does.
    #[cold]
    fn unescape(&self, raw: &str) -> Result<String> {
        let mut out = String::with_capacity(raw.len());
        let mut rest = raw;
        while let Some(at) = rest.find(['&', '\t', '\n', '\r']) {
            out.push_str(rest.get(..at).unwrap_or_default());
            rest = rest.get(at..).unwrap_or_default();
            if let Some(after) = rest.strip_prefix('&') {
                let Some((name, tail)) = after.split_once(';') else {
                    return Err(self.not_xml("a `&` that begins no entity"));
                };
                match entity(name) {
                    Some(c) => out.push(c),
                    None => {
                        return Err(self.not_xml(format!("an entity that XML does not know: &{};", shortened(name))));
                    }
                }
                rest = tail;
            } else {
                out.push(' ');
                rest = rest.strip_prefix("\r\n").or_else(|| rest.get(1..)).unwrap_or_default();
            }
        }
        out.push_str(rest);
        Ok(out)
    }

    #[cold]
    fn not_xml(&self, message: impl Into<String>) -> Error {
        let (at, name) = self.place();
        Error::new(ErrorKind::NotXml, message).at(at, name, None)
    }

    #[cold]
    fn truncated(&self, place: &str) -> Error {
        let (at, name) = self.place();
        Error::new(ErrorKind::Truncated, format!("the log stops {place}")).at(at, name, None)
    }
}

fn entity(name: &str) -> Option<char> {
    Some(match name {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        _ => {
            let digits = name.strip_prefix('#')?;
            let (digits, radix) = digits.strip_prefix('x').map_or((digits, 10), |hex| (hex, 16));
            if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
                return None;
            }
            let c = char::from_u32(u32::from_str_radix(digits, radix).ok()?)?;
            let allowed = matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..);
            return allowed.then_some(c);
        }
    })
}

const NAME_END: u8 = 1;
const SPECIAL: u8 = 2;
const NAME_START: u8 = 4;

/// What each byte is: the end of a name, something special in a value, the start of a name.
static CLASS: [u8; 256] = {
    let mut class = [0; 256];
    let mut b = 0;
    while b < 256 {
        #[allow(clippy::cast_possible_truncation)] // b is below 256
        let byte = b as u8;
        if matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'=' | b'/' | b'>' | b'<' | b'"' | b'\'') {
            class[b] |= NAME_END;
        }
        if matches!(byte, b'"' | b'\'' | b'&' | b'<' | b'\t' | b'\n' | b'\r') {
            class[b] |= SPECIAL;
        }
        if byte.is_ascii_alphabetic() || byte >= 0x80 || matches!(byte, b'_' | b':') {
            class[b] |= NAME_START;
        }
        b += 1;
    }
    class
};

/// How many bytes follow that are nothing special in an attribute's value.
fn any_run(bytes: &[u8]) -> usize {
    bytes.iter().position(|&b| CLASS[usize::from(b)] & SPECIAL != 0).unwrap_or(bytes.len())
}

#[inline]
fn is_space(b: u8) -> bool {
    matches!(b, b' ' | b'\t' | b'\n' | b'\r')
}

/// Whether a tag or an attribute can be called so.
pub(super) fn is_name(name: &str) -> bool {
    name.bytes().next().is_some_and(is_name_start) && name.bytes().all(|b| CLASS[usize::from(b)] & NAME_END == 0)
}

#[inline]
pub(super) fn is_name_start(b: u8) -> bool {
    CLASS[usize::from(b)] & NAME_START != 0
}
