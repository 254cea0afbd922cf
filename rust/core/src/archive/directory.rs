//! Lines of a zip's directory that are plainly logs: nearly all, and there are millions.
//!
//! What is odd in any way is left to those who read the directory otherwise.

use super::{Member, u16_at};

/// Length of a line without name, extra field and comment.
const FIXED: usize = 46;

/// A file that is called as logs are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named<'a> {
    /// Its name: printable ASCII.
    pub name: &'a str,
    /// The log's id in it.
    pub id: &'a str,
    /// Its place.
    pub member: Member,
}

/// Reads the line at the beginning of `bytes` and gives what it says, and its length; nothing if it is cut, or if there
/// is anything to think about: another name than logs have, other packing, more than `limit` bytes.
#[must_use]
pub fn plain_log(bytes: &[u8], limit: u64) -> Option<(Named<'_>, usize)> {
    let fixed = bytes.get(..FIXED)?;
    let u32_at = |at: usize| fixed.get(at..at + 4).and_then(|four| four.try_into().ok()).map_or(0, u32::from_le_bytes);
    let (flags, method, attributes) = (u16_at(fixed, 8), u16_at(fixed, 10), u32_at(38));
    let [packed, size, offset] = [u32_at(20), u32_at(24), u32_at(42)];
    let is_link = fixed.get(5) == Some(&3) && attributes >> 28 == 0xa;
    let is_large = [packed, size, offset].contains(&u32::MAX) || u64::from(packed.max(size)) > limit;
    if !fixed.starts_with(b"PK\x01\x02") || flags & 1 != 0 || !matches!(method, 0 | 8) || is_link || is_large {
        return None;
    }
    let end = FIXED + usize::from(u16_at(fixed, 28));
    let length = end + usize::from(u16_at(fixed, 30)) + usize::from(u16_at(fixed, 32));
    let name = bytes.get(..length)?.get(FIXED..end)?;
    if !name.iter().all(|&byte| (b' '..=b'~').contains(&byte) && byte != b'\\') {
        return None;
    }
    let name = core::str::from_utf8(name).ok()?;
    let id = id_of_log(name)?;
    let [packed, size, offset] = [packed, size, offset].map(u64::from);
    Some((Named { name, id, member: Member { offset, packed, size, method, crc: u32_at(16) } }, length))
}

/// The id in the name of a file that is plainly a log, and not hidden.
fn id_of_log(name: &str) -> Option<&str> {
    if name.starts_with('.') || name.contains("/.") || name.contains("__MACOSX") {
        return None;
    }
    let file = name.rsplit('/').next()?;
    let stem = file.split('.').next()?;
    let ending = file.get(stem.len()..)?;
    let ending = ending.strip_suffix(".gz").unwrap_or(ending);
    let is_log = match ending.rsplit_once('.') {
        Some((_, last)) => matches!(last, "mjlog" | "xml"),
        None => is_tenhous(stem),
    };
    if !is_log {
        return None;
    }
    // An address may stand there: `…&tw=0`.
    stem.split('&').next().filter(|id| !id.is_empty())
}

/// Whether Tenhou names logs so: `2019010100gm-…`.
fn is_tenhous(stem: &str) -> bool {
    let digits = stem.bytes().take_while(u8::is_ascii_digit).count();
    (8..=10).contains(&digits) && stem.get(digits..).is_some_and(|rest| rest.starts_with("gm-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(name: &[u8], change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
        let mut line = b"PK\x01\x02\x14\x03\x14\x00\x00\x00\x08\x00".to_vec();
        for number in [0_u32, 0xcafe, 30, 40] {
            line.extend(number.to_le_bytes());
        }
        line.extend(u16::try_from(name.len()).unwrap().to_le_bytes());
        line.extend([1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        line.extend(77_u32.to_le_bytes());
        line.extend(name);
        line.extend(b"xyz");
        change(&mut line);
        line
    }

    fn id(name: &str) -> Option<String> {
        let line = line(name.as_bytes(), |_| ());
        plain_log(&line, 1000).map(|(named, _)| named.id.to_owned())
    }

    #[test]
    fn a_line() {
        let mut bytes = line(b"2019/a.mjlog", |_| ());
        let length = bytes.len();
        bytes.extend(b"PK");
        let member = Member { offset: 77, packed: 30, size: 40, method: 8, crc: 0xcafe };
        assert_eq!(plain_log(&bytes, 40), Some((Named { name: "2019/a.mjlog", id: "a", member }, length)));
        assert_eq!(plain_log(&bytes, 39), None);
        for cut in 0..length {
            assert_eq!(plain_log(&bytes[..cut], 40), None);
        }
    }

    #[test]
    fn names() {
        for (name, expected) in [
            ("a/b/2019010100gm-00a9-0000-abcdef12", "2019010100gm-00a9-0000-abcdef12"),
            ("2019010100gm-00a9-0000-abcdef12&tw=0.gz", "2019010100gm-00a9-0000-abcdef12"),
            ("a.xml", "a"),
            ("a.b.mjlog.gz", "a"),
        ] {
            assert_eq!(id(name).as_deref(), Some(expected), "{name}");
        }
        for odd in [
            "",
            "a/",
            ".xml",
            "a/.xml",
            "&.xml",
            ".a/b.xml",
            "__MACOSX/a.xml",
            "a\\b.xml",
            "a.XML",
            "a.txt",
            "a",
            "2019gm-1",
            "20190101001gm-1",
            "2019010100gm-1.txt",
            "\u{9ebb}.xml",
            "a.xml\n",
            "a.zip",
            "2019010100gm",
        ] {
            assert_eq!(id(odd), None, "{odd}");
        }
    }

    #[test]
    fn what_there_is_to_think_about() {
        let changes: [fn(&mut Vec<u8>); 6] = [
            |line| line[0] = b'Q',
            |line| line[8] = 1,
            |line| line[10] = 12,
            |line| line[41] = 0xa0,
            |line| line[42..46].fill(0xff),
            |line| line[20..24].fill(0xff),
        ];
        for change in changes {
            assert_eq!(plain_log(&line(b"a.xml", change), u64::MAX), None);
        }
    }
}
