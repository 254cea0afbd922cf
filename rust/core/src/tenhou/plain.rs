//! Tags and attributes as Tenhou writes them. What is not so plain goes another way.

use super::attribute::{Attribute, Value};
use super::mask;
use super::number::Field;
use super::xml::{Scanner, is_name_start};

impl<'a> Scanner<'a> {
    /// A start tag that stands right here, inside an open element, its name short.
    #[inline]
    pub(super) fn plain_tag(&mut self) -> Option<(usize, &'a str)> {
        if self.tag.is_some() || self.open.is_empty() {
            return None;
        }
        // Some logs have a line for each round.
        let at = self.pos + usize::from(self.text.as_bytes().get(self.pos) == Some(&b'\n'));
        let [bracket, block @ ..] = self.text.as_bytes().get(at..)?.first_chunk::<17>()?;
        let len = mask::name_len(block);
        if *bracket != b'<' || !is_name_start(block[0]) || !matches!(block.get(len), Some(b' ' | b'/' | b'>')) {
            return None;
        }
        let name = self.slice(at + 1, at + 1 + len);
        self.pos = at + 1 + len;
        self.tag = Some((at, name));
        Some((at, name))
    }

    /// An attribute as Tenhou writes them: one space, double quotes, nothing to resolve.
    /// None where it is not so plain, or near the end of the text.
    ///
    /// Both quotes are found in one look: where the next attribute begins is known before
    /// this one's name and value are. Only behind a name that is plain is it looked further,
    /// lest the same bytes be looked at for each attribute.
    #[inline(always)]
    #[allow(clippy::inline_always)] // a call would pass the attribute through memory
    pub(super) fn plain_attribute(&mut self) -> Option<Attribute<'a>> {
        self.tag?;
        let rest = self.text.as_bytes().get(self.pos..)?;
        let window = rest.first_chunk::<64>()?;
        if window[0] != b' ' || !is_name_start(window[1]) {
            return None;
        }
        let stops = two_stops(window)?;
        let (open, later) = (stops.trailing_zeros() as usize, stops & stops.wrapping_sub(1));
        let name = window.get(1..open)?.strip_suffix(b"=")?;
        let name_len = mask::name_len(window[1..].first_chunk()?);
        if name_len != name.len() || window.get(open) != Some(&b'"') {
            return None;
        }
        let close = if later == 0 { 64 + plain_run(rest.get(64..)?)? } else { later.trailing_zeros() as usize };
        if rest.get(close) != Some(&b'"') {
            return None;
        }
        self.pos += close + 1;
        let text = rest.get(open + 1..)?;
        Some(Attribute { name, value: Value::Plain { text, len: close - open - 1 } })
    }

    /// An attribute of which it is known how it begins, ` name="`: to compare that is less
    /// work than to find out where a name and its value begin.
    #[inline(always)]
    #[allow(clippy::inline_always)] // each place has its own name, and its own usual length
    pub(super) fn expected_attribute<const N: usize>(&mut self, head: &'static [u8; N]) -> Option<Field<'a>> {
        self.tag?;
        let (found, text) = self.text.as_bytes().get(self.pos..)?.split_first_chunk::<N>()?;
        if found != head {
            return None;
        }
        let len = plain_len(text)?;
        if text.get(len) != Some(&b'"') {
            return None;
        }
        self.pos += N + len + 1;
        Some(Field { name: head.get(1..N - 2)?, text, len })
    }

    /// Goes past the end of an empty element as Tenhou writes it, if it is here.
    #[inline]
    pub(super) fn plain_end(&mut self) -> bool {
        let len = match self.rest() {
            [b'/', b'>', ..] => 2,
            [b' ', b'/', b'>', ..] => 3,
            _ => return false,
        };
        if self.tag.take().is_none() {
            return false;
        }
        self.pos += len;
        self.ended |= self.open.is_empty();
        true
    }
}

/// Where the bytes are that may be quotes, or need care; at least the first two in the
/// window. Most attributes are shorter than half of it.
#[inline]
fn two_stops(window: &[u8; 64]) -> Option<u64> {
    let (low, high) = window.split_at(32);
    let stops = u64::from(mask::specials(low.first_chunk()?));
    if stops & stops.wrapping_sub(1) != 0 {
        return Some(stops);
    }
    Some(stops | u64::from(mask::specials(high.first_chunk()?)) << 32)
}

/// How many bytes of a value are nothing special: few in most values, some 40 in a hand.
#[inline]
fn plain_len(text: &[u8]) -> Option<usize> {
    let stops = mask::special(text.first_chunk()?);
    if stops != 0 {
        return Some(stops.trailing_zeros() as usize);
    }
    let rest = text.get(16..)?;
    let stops = mask::specials(rest.first_chunk()?);
    if stops != 0 { Some(16 + stops.trailing_zeros() as usize) } else { Some(16 + plain_run(rest)?) }
}

/// How many bytes follow that are nothing special in a value; none if that is near the end.
#[inline(never)]
fn plain_run(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        let stops = mask::specials(bytes.get(at..)?.first_chunk()?);
        if stops != 0 {
            return Some(at + stops.trailing_zeros() as usize);
        }
        at += 32;
    }
}
