//! What quick-xml sees of a text beside what the scanner sees, and whether they agree.
//!
//! quick-xml takes more than XML allows: `<` in values, attributes without white space
//! between them, a second root, characters that no XML has. So every element that the
//! scanner reads to its end must be quick-xml's too, and a tag by XML's grammar; where
//! the scanner stops, quick-xml must stop as well, or the grammar must be on the
//! scanner's side. Only the characters of a name are the scanner's to be lax about.

use mjlog_core::{Error, ErrorKind};
use quick_xml::XmlVersion;
use quick_xml::errors::Error as QuickError;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;

use crate::scan::{Element, scan};

/// A piece of markup as quick-xml cuts it out.
struct Markup<'a> {
    at: usize,
    raw: &'a str,
    what: What,
    /// Open elements around it, and whether a root has ended before it.
    depth: usize,
    ended: bool,
}

impl Markup<'_> {
    fn is_second_root(&self, fragment: bool) -> bool {
        !fragment && self.depth == 0 && self.ended
    }
}

enum What {
    /// A start tag, and whether something is wrong with its attributes.
    Tag(Element, Option<QuickError>),
    /// A document type.
    Doctype,
    /// An end tag, a comment, CDATA, a processing instruction, a declaration.
    Other,
}

/// Where and why quick-xml stopped; at the end, how many elements are open.
enum Stop {
    Error(usize, QuickError),
    End { depth: usize },
}

fn quick(text: &str) -> (Vec<Markup<'_>>, Stop) {
    let mut reader = Reader::from_str(text);
    // Text between elements is none of the scanner's business.
    reader.config_mut().allow_dangling_amp = true;
    let position = |p: u64| usize::try_from(p).unwrap();
    let (mut all, mut depth, mut ended) = (Vec::new(), 0, false);
    loop {
        let at = position(reader.buffer_position());
        let event = match reader.read_event() {
            Ok(event) => event,
            Err(e) => return (all, Stop::Error(at, e)),
        };
        let raw = &text[at..position(reader.buffer_position())];
        let around = depth;
        let tag = |start: &BytesStart<'_>| {
            let (element, error) = read_tag(at, start);
            What::Tag(element, error)
        };
        let before = ended;
        let what = match &event {
            Event::Start(start) => {
                depth += 1;
                tag(start)
            }
            Event::Empty(start) => {
                ended |= depth == 0;
                tag(start)
            }
            Event::End(_) => {
                depth -= 1;
                ended |= depth == 0;
                What::Other
            }
            Event::DocType(_) => What::Doctype,
            Event::CData(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) => What::Other,
            Event::Text(_) | Event::GeneralRef(_) => continue,
            Event::Eof => return (all, Stop::End { depth }),
        };
        all.push(Markup { at, raw, what, depth: around, ended: before });
    }
}

fn read_tag(at: usize, start: &BytesStart<'_>) -> (Element, Option<QuickError>) {
    let mut element = Element { at, name: start.name().0.to_owned(), attributes: Vec::new() };
    // Two attributes of one name are no error here: some of Tenhou's files have them.
    for attribute in start.attributes().with_checks(false) {
        let read = attribute.map_err(QuickError::from).and_then(|attribute| {
            let value = attribute.normalized_value(XmlVersion::Implicit1_0)?.into_owned();
            Ok((attribute.key.0.to_owned(), value))
        });
        match read {
            Ok(pair) => element.attributes.push(pair),
            Err(e) => return (element, Some(e)),
        }
    }
    (element, None)
}

/// Reads a text with both. Says how many elements both saw, or where they differ.
///
/// # Errors
/// What one of them has that the other has not.
pub(crate) fn compare(text: &str, fragment: bool) -> Result<usize, String> {
    let scanned = scan(text, fragment, false);
    let fast = scan(text, fragment, true);
    if fast != scanned {
        let same = fast.elements.iter().zip(&scanned.elements).take_while(|(one, other)| one == other).count();
        let (fast_next, next) = (fast.elements.get(same), scanned.elements.get(same));
        return Err(format!("the fast way reads {fast_next:?}, not {next:?}; {:?}, {:?}", fast.error, scanned.error));
    }
    let (markup, stop) = quick(text);
    let mut tags =
        markup.iter().filter_map(|m| if let What::Tag(e, error) = &m.what { Some((m, e, error)) } else { None });
    for ours in &scanned.elements {
        match tags.next() {
            Some((tag, theirs, None)) if ours == theirs => {
                if !grammar::is_tag(tag.raw, grammar::lax_name) {
                    return Err(format!("the scanner takes {:?}, which is no tag", tag.raw));
                }
                if tag.is_second_root(fragment) {
                    return Err(format!("the scanner takes a second root: {:?}", tag.raw));
                }
            }
            Some((_, theirs, Some(error))) if ours.at == theirs.at => {
                return Err(format!("the scanner takes {ours:?}, quick-xml refuses it: {error}"));
            }
            Some((_, theirs, _)) => return Err(format!("the scanner reads {ours:?}, quick-xml {theirs:?}")),
            None => return Err(format!("the scanner reads {ours:?}, quick-xml no element: {}", told(&stop))),
        }
    }
    match &scanned.error {
        None => {
            if let Some((_, theirs, _)) = tags.next() {
                return Err(format!("the scanner is at the end, quick-xml reads {theirs:?}"));
            }
            if markup.iter().any(|m| matches!(m.what, What::Doctype)) {
                return Err("the scanner takes a document type".to_owned());
            }
            match stop {
                Stop::End { depth } if depth == 0 || fragment => {}
                stop => return Err(format!("the scanner takes it all, quick-xml does not: {}", told(&stop))),
            }
        }
        Some(error) => {
            let reason = |what: &str| Err(format!("the scanner refuses ({error}): {what}"));
            let Some(at) = error.offset() else { return reason("without a place") };
            let here = markup.iter().find(|m| m.at >= at);
            match (here, stop) {
                (Some(m), _) if m.at == at => {
                    if let Err(why) = justified(m, error, scanned.partial.as_ref(), fragment) {
                        return reason(&why);
                    }
                }
                (None, Stop::Error(stopped, theirs)) if stopped == at => {
                    if error.kind() == ErrorKind::Truncated && !matches!(theirs, QuickError::Syntax(_)) {
                        return reason(&format!("it is not cut short, says quick-xml: {theirs}"));
                    }
                }
                (None, Stop::End { depth }) if depth > 0 && error.kind() == ErrorKind::Truncated && !fragment => {}
                (Some(m), _) => return reason(&format!("quick-xml's next markup is {:?} at {}", m.raw, m.at)),
                (None, stop) => return reason(&told(&stop)),
            }
        }
    }
    Ok(scanned.elements.len())
}

fn told(stop: &Stop) -> String {
    match stop {
        Stop::Error(at, e) => format!("quick-xml stopped at {at}: {e}"),
        Stop::End { depth } => format!("quick-xml is at the end, {depth} elements open"),
    }
}

/// Whether the scanner may refuse markup that quick-xml cuts out.
fn justified(markup: &Markup<'_>, error: &Error, partial: Option<&Element>, fragment: bool) -> Result<(), String> {
    match &markup.what {
        What::Tag(theirs, _) => {
            if let Some(ours) = partial
                && !ours.attributes.is_empty()
                && (ours.name != theirs.name || !theirs.attributes.starts_with(&ours.attributes))
            {
                return Err(format!("before that it read {ours:?}, quick-xml {theirs:?}"));
            }
            if error.kind() != ErrorKind::NotXml {
                Err("but the tag has an end".to_owned())
            } else if markup.is_second_root(fragment) || !grammar::is_tag(markup.raw, grammar::name) {
                Ok(())
            } else {
                Err(format!("but {:?} is a tag", markup.raw))
            }
        }
        // The word is written in capitals, or it is no declaration at all.
        What::Doctype if markup.raw.starts_with("<!DOCTYPE") == (error.kind() == ErrorKind::Dtd) => Ok(()),
        What::Doctype => Err(format!("{} for {:?}", error.kind(), markup.raw)),
        // A processing instruction begins with its target, a name.
        What::Other if markup.raw.strip_prefix("<?").is_some_and(|rest| grammar::name(rest).is_none()) => Ok(()),
        What::Other => Err(format!("but {:?} is fine", markup.raw)),
    }
}

/// Productions of <https://www.w3.org/TR/xml/>, written down as they stand there.
mod grammar {
    /// A name at the start of a text: what follows it.
    type Name = fn(&str) -> Option<&str>;

    /// `STag` [40] or `EmptyElemTag` [44].
    pub(super) fn is_tag(raw: &str, name: Name) -> bool {
        let Some(inner) = raw.strip_prefix('<').and_then(|r| r.strip_suffix('>')) else { return false };
        let inner = inner.strip_suffix('/').unwrap_or(inner);
        name(inner).is_some_and(|rest| attributes(rest, name))
    }

    /// `(S Attribute)* S?`
    fn attributes(mut rest: &str, name: Name) -> bool {
        loop {
            let after = space(rest);
            if after.is_empty() {
                return true;
            }
            if after.len() == rest.len() {
                return false;
            }
            match attribute(after, name) {
                Some(after) => rest = after,
                None => return false,
            }
        }
    }

    /// `Attribute` [41]: what follows it.
    fn attribute(text: &str, name: Name) -> Option<&str> {
        let rest = space(space(name(text)?).strip_prefix('=')?);
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let (value, rest) = rest[1..].split_once(quote)?;
        is_value(value).then_some(rest)
    }

    /// What is between the quotes of `AttValue` [10].
    fn is_value(value: &str) -> bool {
        let mut parts = value.split('&');
        parts.next();
        !value.contains('<') && parts.all(|p| p.split_once(';').is_some_and(|(reference, _)| is_reference(reference)))
    }

    /// What is between `&` and `;` of a `Reference` [67], where no entity is declared.
    fn is_reference(text: &str) -> bool {
        let code = |digits: &str, radix| {
            let digits_only = !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
            let code = digits.trim_start_matches('0');
            digits_only && u32::from_str_radix(code, radix).is_ok_and(is_char)
        };
        match text.strip_prefix('#') {
            Some(number) => number.strip_prefix('x').map_or_else(|| code(number, 10), |hex| code(hex, 16)),
            None => ["lt", "gt", "amp", "quot", "apos"].contains(&text),
        }
    }

    /// `Char` [2].
    fn is_char(code: u32) -> bool {
        matches!(code, 0x9 | 0xa | 0xd | 0x20..=0xd7ff | 0xe000..=0xfffd | 0x1_0000..=0x10_ffff)
    }

    /// `S?` [3]: what follows it.
    fn space(text: &str) -> &str {
        text.trim_start_matches([' ', '\t', '\r', '\n'])
    }

    /// `Name` [5]: what follows it.
    pub(super) fn name(text: &str) -> Option<&str> {
        text.starts_with(is_name_start).then(|| text.trim_start_matches(is_name_char))
    }

    /// What the scanner takes for a name: past ASCII anything begins one, and but for
    /// what ends it anything is in it.
    pub(super) fn lax_name(text: &str) -> Option<&str> {
        let ends = |c| matches!(c, ' ' | '\t' | '\r' | '\n' | '=' | '/' | '<' | '>' | '"' | '\'');
        text.starts_with(|c: char| is_name_start(c) || !c.is_ascii()).then(|| text.trim_start_matches(|c| !ends(c)))
    }

    /// `NameStartChar` [4].
    fn is_name_start(c: char) -> bool {
        matches!(c, ':' | 'A'..='Z' | '_' | 'a'..='z' | '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}' | '\u{f8}'..='\u{2ff}'
            | '\u{370}'..='\u{37d}' | '\u{37f}'..='\u{1fff}' | '\u{200c}'..='\u{200d}' | '\u{2070}'..='\u{218f}'
            | '\u{2c00}'..='\u{2fef}' | '\u{3001}'..='\u{d7ff}' | '\u{f900}'..='\u{fdcf}' | '\u{fdf0}'..='\u{fffd}'
            | '\u{10000}'..='\u{effff}')
    }

    /// `NameChar` [4a].
    fn is_name_char(c: char) -> bool {
        is_name_start(c)
            || matches!(c, '-' | '.' | '0'..='9' | '\u{b7}' | '\u{300}'..='\u{36f}' | '\u{203f}'..='\u{2040}')
    }
}
