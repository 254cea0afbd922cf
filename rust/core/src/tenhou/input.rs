//! Bytes as people have them: gzip or not, in any encoding that XML allows.

use std::borrow::Cow;
use std::io::Read;

use encoding_rs::{Decoder, Encoding, UTF_8, UTF_16BE, UTF_16LE};
use flate2::read::MultiGzDecoder;
use libdeflater::{Crc, DecompressionError, Decompressor};

use crate::error::{Error, ErrorKind, Result, shortened};

/// Unpacked gzip data may be this long at most.
pub const MAX_UNPACKED: usize = 256 << 20;

const GZIP: &[u8] = &[0x1f, 0x8b];

/// A log's text, and where its bytes stood in the input.
#[derive(Debug)]
pub struct Text<'a> {
    decoded: Cow<'a, str>,
    /// What was decoded, where that was needed, and from which bytes.
    encoded: Option<(&'static Encoding, &'a [u8])>,
    /// Length of the byte-order mark.
    skipped: usize,
}

impl<'a> Text<'a> {
    /// Decodes unpacked bytes: by byte-order mark, then by the XML declaration, else as UTF-8.
    /// With `partial` they may stop in the middle of a character.
    ///
    /// # Errors
    /// [`ErrorKind::Encoding`] where the bytes are not in that encoding, or it is unknown.
    pub fn decode(bytes: &'a [u8], partial: bool) -> Result<Self> {
        let (encoding, skipped) = match bytes {
            [0xef, 0xbb, 0xbf, ..] => (UTF_8, 3),
            [0xff, 0xfe, ..] => (UTF_16LE, 2),
            [0xfe, 0xff, ..] => (UTF_16BE, 2),
            [b'<', 0, ..] => (UTF_16LE, 0),
            [0, b'<', ..] => (UTF_16BE, 0),
            _ => (declared(bytes)?, 0),
        };
        let body = bytes.get(skipped..).unwrap_or_default();
        let error = match Self::in_encoding(body, encoding, skipped) {
            Ok(text) => return Ok(text),
            Err(bad_byte) => bad_byte,
        };
        // No character has more than four bytes: what is bad before is no cut.
        if partial && body.len() - error.min(body.len()) < 4 {
            let whole = body.get(..error).unwrap_or_default();
            if let Ok(text) = Self::in_encoding(whole, encoding, skipped) {
                return Ok(text);
            }
        }
        Err(misencoded(encoding, skipped + error))
    }

    /// Decodes, or gives the first bad byte.
    fn in_encoding(body: &'a [u8], encoding: &'static Encoding, skipped: usize) -> core::result::Result<Self, usize> {
        if encoding == UTF_8 {
            let text = utf8(body)?;
            return Ok(Self { decoded: Cow::Borrowed(text), encoded: None, skipped });
        }
        match encoding.decode_without_bom_handling_and_without_replacement(body) {
            Some(decoded) => Ok(Self { decoded, encoded: Some((encoding, body)), skipped }),
            None => Err(first_bad_byte(encoding, body)),
        }
    }

    /// Text that needs no decoding; what its XML declaration says of encodings is not asked.
    #[must_use]
    pub fn plain(text: &'a str) -> Self {
        let skipped = if text.starts_with('\u{feff}') { 3 } else { 0 };
        Self { decoded: Cow::Borrowed(text.get(skipped..).unwrap_or_default()), encoded: None, skipped }
    }

    /// The text, without its byte-order mark.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.decoded
    }

    /// The byte of the input at which this byte of the text stood.
    #[must_use]
    pub fn offset_in_input(&self, offset: usize) -> usize {
        Offsets::new(self).in_input(offset)
    }
}

/// UTF-8 as text, or the first bad byte. Nearly every log is ASCII.
#[allow(unsafe_code)] // docs/PERFORMANCE.md has the gain
fn utf8(body: &[u8]) -> core::result::Result<&str, usize> {
    if body.is_ascii() {
        // SAFETY: ASCII is UTF-8.
        return Ok(unsafe { core::str::from_utf8_unchecked(body) });
    }
    core::str::from_utf8(body).map_err(|e| e.valid_up_to())
}

/// Translates ascending offsets, each from where the last one stood.
pub struct Offsets<'t> {
    text: &'t Text<'t>,
    /// Reads the input once more, byte by byte, where it had to be decoded.
    decoder: Option<Decoder>,
    /// A byte of the text, and how many bytes of the input came before it.
    known: (usize, usize),
}

impl<'t> Offsets<'t> {
    /// Knows where the text begins.
    #[must_use]
    pub fn new(text: &'t Text<'t>) -> Self {
        let decoder = text.encoded.map(|(encoding, _)| encoding.new_decoder_without_bom_handling());
        Self { text, decoder, known: (0, 0) }
    }

    /// The byte of the input at which this byte of the text stood.
    pub fn in_input(&mut self, offset: usize) -> usize {
        if offset < self.known.0 {
            *self = Self::new(self.text);
        }
        match (&mut self.decoder, self.text.encoded) {
            (Some(decoder), Some((_, body))) => {
                let mut out = [0; 16];
                while self.known.0 < offset
                    && let Some(byte) = body.get(self.known.1)
                {
                    let (_, _, written) = decoder.decode_to_utf8_without_replacement(&[*byte], &mut out, false);
                    self.known.0 += written;
                    self.known.1 += 1;
                }
            }
            _ => self.known = (offset, offset),
        }
        self.text.skipped + self.known.1
    }
}

/// Unpacks gzip, told by its first two bytes; anything else is handed back as it is. With
/// `partial`, gzip that is cut gives what is there.
///
/// # Errors
/// [`ErrorKind::Gzip`] for damaged data, [`ErrorKind::TooLarge`] past [`MAX_UNPACKED`].
pub fn unpack(data: &[u8], partial: bool) -> Result<Cow<'_, [u8]>> {
    if !data.starts_with(GZIP) {
        return Ok(Cow::Borrowed(data));
    }
    let mut unpacker = Unpacker::default();
    let length = unpacker.gzip(data, partial, MAX_UNPACKED)?;
    unpacker.out.truncate(length);
    Ok(Cow::Owned(unpacker.out))
}

/// Unpacks one log after the other into the same memory.
pub struct Unpacker {
    decompressor: Decompressor,
    out: Vec<u8>,
}

impl Default for Unpacker {
    fn default() -> Self {
        Self { decompressor: Decompressor::new(), out: Vec::new() }
    }
}

impl core::fmt::Debug for Unpacker {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Unpacker").field("capacity", &self.out.capacity()).finish_non_exhaustive()
    }
}

impl Unpacker {
    /// As [`unpack`], but nothing may have more than `limit` bytes.
    ///
    /// # Errors
    /// As [`unpack`].
    pub fn unpack<'a>(&'a mut self, data: &'a [u8], partial: bool, limit: usize) -> Result<&'a [u8]> {
        if !data.starts_with(GZIP) {
            return if data.len() > limit { Err(too_large("the log has", limit)) } else { Ok(data) };
        }
        let length = self.gzip(data, partial, limit)?;
        Ok(self.out.get(..length).unwrap_or_default())
    }

    /// Gives back memory past this many bytes.
    pub fn shrink_to(&mut self, bytes: usize) {
        if self.out.capacity() > bytes {
            self.out = Vec::new();
        }
    }

    /// Unpacks into `out`, whose first bytes, so many, are the log.
    fn gzip(&mut self, data: &[u8], partial: bool, limit: usize) -> Result<usize> {
        // The last eight bytes of a gzip member are the checksum and length of what it
        // holds, so a file of one member unpacks in one go into a buffer of that size.
        let trailer = |at: usize| {
            let from = data.len().checked_sub(at)?;
            data.get(from..from + 4)?.try_into().ok().map(u32::from_le_bytes)
        };
        let (Some(checksum), Some(length)) = (trailer(8), trailer(4)) else {
            return Err(broken("it is cut short"));
        };
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        // DEFLATE can't pack more tightly than 1 to 1032: past that, this is no length.
        if length <= limit && length / 1032 <= data.len() {
            // The length is the input's word: without that much memory the slow way goes as far as it can.
            if let Some(more) = length.checked_sub(self.out.len()) {
                if self.out.try_reserve_exact(more).is_err() {
                    return self.members(data, partial, limit);
                }
                self.out.resize(length, 0);
            }
            let out = self.out.get_mut(..length).unwrap_or_default();
            match self.decompressor.gzip_decompress(data, out) {
                Ok(n) if n == length && crc(out) == checksum => return Ok(length),
                // Several members, or bytes behind the last, or damage: the slow way will tell.
                Ok(_) | Err(DecompressionError::InsufficientSpace | DecompressionError::BadData) => {}
            }
        }
        self.members(data, partial, limit)
    }

    fn members(&mut self, data: &[u8], partial: bool, limit: usize) -> Result<usize> {
        self.out.clear();
        let most = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
        match MultiGzDecoder::new(data).take(most).read_to_end(&mut self.out) {
            Ok(n) if n > limit => Err(too_large("the gzip data unpacks to", limit)),
            Ok(n) => Ok(n),
            Err(e) if e.kind() == std::io::ErrorKind::UnexpectedEof && partial => Ok(self.out.len()),
            Err(e) if e.kind() == std::io::ErrorKind::UnexpectedEof => Err(broken("it is cut short")),
            Err(e) if e.kind() == std::io::ErrorKind::OutOfMemory => {
                Err(Error::new(ErrorKind::TooLarge, "there is not enough memory to unpack the gzip data"))
            }
            Err(_) => Err(broken("it is damaged")),
        }
    }
}

#[cold]
fn too_large(what: &str, limit: usize) -> Error {
    let limit = if limit >= 1 << 20 { format!("{} MiB", limit >> 20) } else { format!("{limit} bytes") };
    Error::new(ErrorKind::TooLarge, format!("{what} more than {limit}"))
}

fn crc(data: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(data);
    crc.sum()
}

#[cold]
fn broken(why: &str) -> Error {
    Error::new(ErrorKind::Gzip, format!("the gzip data can't be unpacked: {why}"))
}

/// The encoding that the XML declaration names, UTF-8 where there is none.
fn declared(bytes: &[u8]) -> Result<&'static Encoding> {
    let start = bytes.iter().position(|b| !b.is_ascii_whitespace()).unwrap_or(0);
    let head = bytes.get(start..).unwrap_or_default();
    if !head.starts_with(b"<?xml") {
        return Ok(UTF_8);
    }
    let head = head.get(..head.len().min(256)).unwrap_or_default();
    let head = head.split(|&b| b == b'>').next().unwrap_or_default();
    let Some(at) = memchr::memmem::find(head, b"encoding") else { return Ok(UTF_8) };
    let value = head.get(at + 8..).unwrap_or_default().trim_ascii_start();
    let value = value.strip_prefix(b"=").unwrap_or(value).trim_ascii_start();
    let label = match value {
        [quote @ (b'"' | b'\''), rest @ ..] => rest.split(|b| b == quote).next().unwrap_or_default(),
        _ => value,
    };
    let name = || shortened(&String::from_utf8_lossy(label));
    match known(label) {
        Some(e) if e == UTF_16LE || e == UTF_16BE => {
            Err(Error::new(ErrorKind::Encoding, format!("the XML declares {}, but its bytes are not UTF-16", name()))
                .at(start, None, None))
        }
        Some(e) => Ok(e),
        None => {
            Err(Error::new(ErrorKind::Encoding, format!("the XML declares an encoding that no one knows: {}", name()))
                .at(start, None, None))
        }
    }
}

/// The encoding of this name: the web's names, and the ways in which Python writes them.
fn known(label: &[u8]) -> Option<&'static Encoding> {
    let plain = |keep: fn(&u8) -> Option<u8>| label.iter().filter_map(keep).collect::<Vec<u8>>();
    let hyphens = plain(|&b| Some(if b == b'_' { b'-' } else { b }));
    let joined = plain(|&b| (!matches!(b, b'_' | b'-')).then_some(b));
    // The web's list lacks this one.
    let names: [&[u8]; 4] =
        [label, &hyphens, &joined, if label.eq_ignore_ascii_case(b"cp932") { b"shift_jis" } else { b"" }];
    names.into_iter().find_map(Encoding::for_label_no_replacement)
}

#[cold]
fn misencoded(encoding: &'static Encoding, offset: usize) -> Error {
    Error::new(ErrorKind::Encoding, format!("a byte that is no {}", encoding.name())).at(offset, None, None)
}

#[cold]
fn first_bad_byte(encoding: &'static Encoding, body: &[u8]) -> usize {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut out = String::with_capacity(decoder.max_utf8_buffer_length(body.len()).unwrap_or(0));
    let (result, read) = decoder.decode_to_string_without_replacement(body, &mut out, true);
    match result {
        encoding_rs::DecoderResult::Malformed(bad, after) => read.saturating_sub(usize::from(bad) + usize::from(after)),
        _ => read,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write;

    fn gzip(data: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(data).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn gzip_of_one_and_of_several_members() {
        let (a, b) = (gzip(b"<a>"), gzip(b"<b>"));
        assert_eq!(&*unpack(&a, false).unwrap(), b"<a>");
        assert_eq!(&*unpack(&[a.clone(), b].concat(), false).unwrap(), b"<a><b>");
        assert_eq!(&*unpack(b"<a>", false).unwrap(), b"<a>");
        assert_eq!(&*unpack(&gzip(b""), false).unwrap(), b"");
    }

    #[test]
    fn broken_gzip_is_told() {
        let whole = gzip(&[b'x'; 1000]);
        for cut in 2..whole.len() {
            assert_eq!(unpack(&whole[..cut], false).unwrap_err().kind(), ErrorKind::Gzip, "{cut}");
        }
        assert!(unpack(&whole[..whole.len() - 4], true).unwrap().starts_with(b"xxx"));
        let mut bad = whole.clone();
        bad[15] ^= 0xff;
        assert_eq!(unpack(&bad, false).unwrap_err().kind(), ErrorKind::Gzip);
    }

    #[test]
    fn a_bomb_is_refused() {
        let bomb = gzip(&vec![0; MAX_UNPACKED + 1]);
        assert_eq!(unpack(&bomb, false).unwrap_err().kind(), ErrorKind::TooLarge);
    }

    #[test]
    fn encodings() {
        let xml = "<?xml version=\"1.0\" encoding='Shift_JIS'?><a n=\"麻雀\"/>";
        let (bytes, _, _) = encoding_rs::SHIFT_JIS.encode(xml);
        let text = Text::decode(&bytes, false).unwrap();
        assert_eq!(text.as_str(), xml);
        assert_eq!(text.offset_in_input(xml.len()), bytes.len());

        let utf16: Vec<u8> =
            [0xff, 0xfe].into_iter().chain("<a n=\"😀\"/>".encode_utf16().flat_map(u16::to_le_bytes)).collect();
        let text = Text::decode(&utf16, false).unwrap();
        assert_eq!(text.as_str(), "<a n=\"😀\"/>");
        assert_eq!(text.offset_in_input(text.as_str().len()), utf16.len());

        let cut = "<a n=\"麻".as_bytes();
        assert_eq!(Text::decode(&cut[..cut.len() - 1], true).unwrap().as_str(), "<a n=\"");
        assert!(Text::decode(&cut[..cut.len() - 1], false).is_err());
        let error = Text::decode(b"<a n=\"\xff\"/>", false).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (ErrorKind::Encoding, Some(6)));
        let error = Text::decode(b"<?xml version='1.0' encoding='klingon'?>", false).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Encoding);
    }
}
