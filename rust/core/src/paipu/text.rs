//! Strings and lists outside the rounds as JSON.

pub(super) fn write_ints(out: &mut Vec<u8>, numbers: &[i64; 4]) {
    let mut separator = b'[';
    for &n in numbers {
        out.push(separator);
        separator = b',';
        out.extend_from_slice(itoa::Buffer::new().format(n).as_bytes());
    }
    out.push(b']');
}

pub(super) fn write_strings(out: &mut Vec<u8>, texts: [&str; 4]) {
    let mut separator = b'[';
    for text in texts {
        out.push(separator);
        separator = b',';
        write_string(out, text);
    }
    out.push(b']');
}

/// A JSON string with the escapes of `JSON.stringify`, no more.
pub(crate) fn write_string(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    let mut rest = text.as_bytes();
    let (words, tail) = rest.as_chunks();
    if !words.iter().all(|word| is_plain(*word)) || tail.iter().any(|b| must_escape(*b)) {
        while let Some(at) = rest.iter().position(|b| must_escape(*b)) {
            let (plain, tail) = rest.split_at(at);
            out.extend_from_slice(plain);
            let Some((&byte, tail)) = tail.split_first() else { break };
            rest = tail;
            write_escape(out, byte);
        }
    }
    out.extend_from_slice(rest);
    out.push(b'"');
}

fn must_escape(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

/// Whether none of eight bytes must be escaped.
fn is_plain(bytes: [u8; 8]) -> bool {
    const fn every(byte: u8) -> u64 {
        u64::from_le_bytes([byte; 8])
    }
    let word = u64::from_le_bytes(bytes);
    // Subtracting sets the high bit of a byte that is too low, if it was not set before.
    let low = word.wrapping_sub(every(0x20));
    let quote = (word ^ every(b'"')).wrapping_sub(every(1));
    let backslash = (word ^ every(b'\\')).wrapping_sub(every(1));
    (low | quote | backslash) & !word & every(0x80) == 0
}

fn write_escape(out: &mut Vec<u8>, byte: u8) {
    match byte {
        b'"' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
        b'\n' => out.extend_from_slice(b"\\n"),
        b'\r' => out.extend_from_slice(b"\\r"),
        b'\t' => out.extend_from_slice(b"\\t"),
        0x08 => out.extend_from_slice(b"\\b"),
        0x0c => out.extend_from_slice(b"\\f"),
        _ => out.extend_from_slice(format!("\\u{byte:04x}").as_bytes()),
    }
}

/// The texts of strings that [`write_string`] or [`write_strings`] wrote.
pub(super) fn read_strings<const N: usize>(json: &[u8], out: [&mut Vec<u8>; N]) {
    let mut bytes = json.iter().copied();
    for text in out {
        // What stands before a string: a bracket or a comma.
        if !bytes.any(|b| b == b'"') {
            return;
        }
        while let Some(byte) = bytes.next() {
            match byte {
                b'"' => break,
                b'\\' => text.push(read_escape(&mut bytes)),
                _ => text.push(byte),
            }
        }
    }
}

/// The character of an escape; all that are written are ASCII.
fn read_escape(bytes: &mut impl Iterator<Item = u8>) -> u8 {
    match bytes.next().unwrap_or_default() {
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'b' => 0x08,
        b'f' => 0x0c,
        b'u' => bytes.take(4).fold(0, |n, digit| {
            n << 4 | char::from(digit).to_digit(16).and_then(|d| u8::try_from(d).ok()).unwrap_or_default()
        }),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_read_as_they_were_written() {
        let all: String = (0..0x80_u8).map(char::from).collect();
        let texts = [all, String::new(), "麻\\".to_owned(), "\"".to_owned()];
        let mut json = Vec::new();
        write_strings(&mut json, texts.each_ref().map(String::as_str));
        let mut out = [const { Vec::new() }; 4];
        read_strings(&json, out.each_mut());
        assert_eq!(out.map(|text| String::from_utf8(text).unwrap()), texts);
    }

    #[test]
    fn strings_are_escaped_as_json_stringify_does() {
        let mut out = Vec::new();
        write_string(&mut out, "<&\"麻\\\n\t\u{8}\u{c}\r\u{1}\u{7f}\u{2028}/");
        assert_eq!(String::from_utf8(out).unwrap(), "\"<&\\\"麻\\\\\\n\\t\\b\\f\\r\\u0001\u{7f}\u{2028}/\"");
    }
}
