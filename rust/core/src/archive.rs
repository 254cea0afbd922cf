//! Files in zip archives, read by their place: who lists the archive hands over its directory.

use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use libdeflater::{Crc, DecompressionError, Decompressor};

use crate::error::{Error, ErrorKind, Result};
use window::Window;

pub mod directory;
mod window;

/// Files a reader keeps open at most.
const OPEN: usize = 8;

/// Length of a local header without its name and extra field.
const HEADER: usize = 30;

/// Bytes of name and extra field that are read along with the header and the data.
const ALLOWANCE: usize = 256;

/// DEFLATE can't pack more tightly than 1 to this.
const TIGHTEST: u64 = 1032;

/// A file in a zip, as the zip's directory has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Member {
    /// Where its local header begins, in bytes.
    pub offset: u64,
    /// Its packed size, in bytes.
    pub packed: u64,
    /// Its size, in bytes.
    pub size: u64,
    /// How it is packed: 0 stored, 8 deflate.
    pub method: u16,
    /// The CRC-32 of its content.
    pub crc: u32,
}

/// Reads members; a worker's own, so that open files and memory are used again.
pub struct Reader {
    /// The files used last, the newest in front.
    files: VecDeque<(PathBuf, File)>,
    window: Window,
    content: Vec<u8>,
    decompressor: Decompressor,
}

impl Default for Reader {
    fn default() -> Self {
        Self {
            files: VecDeque::new(),
            window: Window::default(),
            content: Vec::new(),
            decompressor: Decompressor::new(),
        }
    }
}

impl core::fmt::Debug for Reader {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Reader").field("files", &self.files).finish_non_exhaustive()
    }
}

impl Reader {
    /// A member's content, of at most `limit` bytes.
    ///
    /// # Errors
    /// [`ErrorKind::Unreadable`] where the file can't be opened or read, [`ErrorKind::TooLarge`] past the limit,
    /// [`ErrorKind::Archive`] where the member is not what the directory says.
    pub fn read(&mut self, path: &Path, member: &Member, limit: u64) -> Result<&[u8]> {
        self.open(path)?;
        let Some((_, file)) = self.files.front() else { return Err(damaged("its file is not open")) };
        read_into(file, member, limit, &mut self.window, &mut self.content, &mut self.decompressor)
    }

    /// Puts the file in front.
    fn open(&mut self, path: &Path) -> Result<()> {
        let place = self.files.iter().position(|(known, _)| known == path);
        if place != Some(0) {
            self.window.forget();
        }
        match place {
            Some(0) => {}
            Some(place) => self.files.swap(0, place),
            None => {
                let file = File::open(path).map_err(|e| unreadable(&e))?;
                self.files.truncate(OPEN - 1);
                self.files.push_front((path.to_owned(), file));
            }
        }
        Ok(())
    }
}

/// A member's content from an open file, of at most `limit` bytes.
///
/// # Errors
/// As [`Reader::read`].
pub fn read_member(file: &File, member: &Member, limit: u64) -> Result<Vec<u8>> {
    let (mut window, mut content) = (Window::default(), Vec::new());
    let bytes = read_into(file, member, limit, &mut window, &mut content, &mut Decompressor::new())?;
    Ok(bytes.to_vec())
}

fn read_into<'a>(
    file: &File,
    member: &Member,
    limit: u64,
    window: &'a mut Window,
    content: &'a mut Vec<u8>,
    decompressor: &mut Decompressor,
) -> Result<&'a [u8]> {
    if member.size > limit || member.packed > limit {
        let message = format!("the zip member is larger than {limit} bytes, which is the limit");
        return Err(Error::new(ErrorKind::TooLarge, message));
    }
    let packed = read_packed(file, member, window)?;
    let content = match member.method {
        0 if member.packed != member.size => return Err(damaged("it is stored, but its two sizes differ")),
        0 => packed,
        8 if member.size / TIGHTEST > member.packed => return Err(damaged("its sizes can't be true")),
        8 => {
            let size = usize::try_from(member.size).map_err(|_| too_much())?;
            make_room(content, size)?;
            match decompressor.deflate_decompress(packed, content) {
                Ok(length) if length == size => content,
                Ok(_) => return Err(damaged("it is shorter than the zip says")),
                Err(DecompressionError::InsufficientSpace) => {
                    return Err(damaged("it is longer than the zip says"));
                }
                Err(DecompressionError::BadData) => return Err(damaged("its packed data is broken or cut")),
            }
        }
        other => {
            let message = format!("the zip member is packed by method {other}: only stored and deflate are read");
            return Err(Error::new(ErrorKind::Archive, message));
        }
    };
    let mut crc = Crc::new();
    crc.update(content);
    if crc.sum() == member.crc { Ok(content) } else { Err(damaged("its checksum is wrong")) }
}

/// The packed bytes.
fn read_packed<'a>(file: &File, member: &Member, window: &'a mut Window) -> Result<&'a [u8]> {
    let length = usize::try_from(member.packed).map_err(|_| too_much())?;
    // Header, name, extra field and data in one call, where name and extra field are as long as usual.
    let first = length.checked_add(HEADER + ALLOWANCE).ok_or_else(too_much)?;
    let cut = || damaged("the file ends before it");
    let bytes = window.read(file, member.offset, first)?;
    let header = bytes.get(..HEADER).ok_or_else(cut)?;
    if !header.starts_with(b"PK\x03\x04") {
        return Err(damaged("there is no member at its place"));
    }
    let flags = u16_at(header, 6);
    if flags & 1 != 0 {
        return Err(Error::new(ErrorKind::Archive, "the zip member is encrypted"));
    }
    let start = HEADER + usize::from(u16_at(header, 26)) + usize::from(u16_at(header, 28));
    let end = start.checked_add(length).ok_or_else(too_much)?;
    window.end_at(member.offset.checked_add(end as u64));
    window.read(file, member.offset, end)?.get(start..end).ok_or_else(cut)
}

/// Makes the buffer this long; the size is the archive's word, so there may not be the memory.
fn make_room(buffer: &mut Vec<u8>, length: usize) -> Result<()> {
    if let Some(more) = length.checked_sub(buffer.len()) {
        buffer.try_reserve_exact(more).map_err(|_| too_much())?;
    }
    buffer.resize(length, 0);
    Ok(())
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    bytes.get(at..at + 2).and_then(|two| two.try_into().ok()).map_or(0, u16::from_le_bytes)
}

/// Reads until the buffer is full or the file ends.
fn fill_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    let mut done = 0;
    while let Some(rest) = buffer.get_mut(done..).filter(|rest| !rest.is_empty()) {
        let Some(at) = offset.checked_add(done as u64).filter(|&at| i64::try_from(at).is_ok()) else { break };
        match read_at(file, rest, at) {
            Ok(0) => break,
            Ok(n) => done += n,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    Ok(done)
}

#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, offset)
}

#[cfg(not(unix))]
fn read_at(mut file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    use std::io::{Read, Seek};
    file.seek(io::SeekFrom::Start(offset))?;
    file.read(buffer)
}

#[cold]
fn unreadable(error: &io::Error) -> Error {
    Error::new(ErrorKind::Unreadable, error.to_string())
}

#[cold]
fn damaged(why: &str) -> Error {
    Error::new(ErrorKind::Archive, format!("the zip member can't be read: {why}"))
}

#[cold]
fn too_much() -> Error {
    Error::new(ErrorKind::TooLarge, "there is not enough memory for the zip member")
}

#[cfg(test)]
mod tests {
    use super::*;
    use libdeflater::{CompressionLvl, Compressor};
    use std::io::Write;

    /// A file of the machine's that goes when the test ends.
    struct Made(PathBuf);

    impl Drop for Made {
        fn drop(&mut self) {
            std::fs::remove_file(&self.0).unwrap();
        }
    }

    fn deflated(content: &[u8]) -> Vec<u8> {
        let mut compressor = Compressor::new(CompressionLvl::default());
        let mut out = vec![0; compressor.deflate_compress_bound(content.len())];
        let length = compressor.deflate_compress(content, &mut out).unwrap();
        out.truncate(length);
        out
    }

    /// Ten bytes of something else, then one member with so long an extra field.
    fn made(name: &str, content: &[u8], method: u16, extra: u16) -> (Made, Member) {
        let data = if method == 8 { deflated(content) } else { content.to_vec() };
        let mut crc = Crc::new();
        crc.update(content);
        let mut header = b"PK\x03\x04".to_vec();
        header.extend([0; 22]);
        header.extend([1, 0]);
        header.extend(extra.to_le_bytes());
        let path = std::env::temp_dir().join(format!("mjlog-archive-{}-{name}.zip", std::process::id()));
        let parts = [vec![7; 10], header, vec![b'n'], vec![0; extra.into()], data.clone()];
        File::create(&path).unwrap().write_all(&parts.concat()).unwrap();
        let (packed, size) = (data.len() as u64, content.len() as u64);
        (Made(path), Member { offset: 10, packed, size, method, crc: crc.sum() })
    }

    fn kind(file: &File, member: Member) -> ErrorKind {
        read_member(file, &member, 1 << 20).unwrap_err().kind()
    }

    #[test]
    fn stored_and_deflated_members() {
        let content = b"<mjloggm/>".repeat(500);
        for (name, method, extra) in [("s0", 0, 0), ("s1", 0, 9000), ("d0", 8, 0), ("d1", 8, 300), ("d2", 8, 65535)] {
            let (file, member) = made(name, &content, method, extra);
            assert_eq!(read_member(&File::open(&file.0).unwrap(), &member, 1 << 20).unwrap(), content);
            let mut reader = Reader::default();
            for _ in 0..2 {
                assert_eq!(reader.read(&file.0, &member, 5000).unwrap(), content);
            }
        }
        let (file, member) = made("empty", b"", 0, 0);
        assert_eq!(read_member(&File::open(&file.0).unwrap(), &member, 0).unwrap(), b"");
    }

    #[test]
    fn a_member_that_is_not_what_the_directory_says() {
        let (made, good) = made("lies", &b"<mjloggm/>".repeat(500), 8, 0);
        let file = File::open(&made.0).unwrap();
        for bad in [
            Member { offset: 9, ..good },
            Member { offset: good.packed + 30, ..good },
            Member { offset: u64::MAX, ..good },
            Member { packed: good.packed - 1, ..good },
            Member { packed: good.packed + 1, ..good },
            Member { size: good.size - 1, ..good },
            Member { size: good.size + 1, ..good },
            Member { size: 1 << 20, ..good },
            Member { crc: !good.crc, ..good },
            Member { method: 0, ..good },
            Member { method: 12, ..good },
        ] {
            assert_eq!(kind(&file, bad), ErrorKind::Archive, "{bad:?}");
        }
        assert_eq!(kind(&file, Member { size: u64::MAX, ..good }), ErrorKind::TooLarge);
        assert_eq!(kind(&file, Member { packed: u64::MAX, ..good }), ErrorKind::TooLarge);
        assert_eq!(read_member(&file, &good, good.size - 1).unwrap_err().kind(), ErrorKind::TooLarge);
        let lies = Member { packed: u64::MAX, size: u64::MAX, ..good };
        assert!(read_member(&file, &lies, u64::MAX).is_err());
    }

    #[test]
    fn any_cut_and_any_changed_byte_is_told() {
        let (made, member) = made("cut", &b"<mjloggm/>".repeat(50), 8, 3);
        let whole = std::fs::read(&made.0).unwrap();
        for at in 10..whole.len() {
            std::fs::write(&made.0, &whole[..at]).unwrap();
            assert_eq!(kind(&File::open(&made.0).unwrap(), member), ErrorKind::Archive, "cut at {at}");
            let mut bad = whole.clone();
            bad[at] ^= 0x55;
            std::fs::write(&made.0, &bad).unwrap();
            let read = read_member(&File::open(&made.0).unwrap(), &member, 1 << 20);
            let matters = at < 14 || at == 16 || (36..40).contains(&at) || at >= 44;
            assert_eq!(read.is_err(), matters, "byte {at}");
        }
    }

    #[test]
    fn files_stay_open_and_are_closed_in_turn() {
        let files: Vec<_> = (0..OPEN + 2).map(|i| made(&format!("many{i}"), &[b'x'; 100], 8, 0)).collect();
        let mut reader = Reader::default();
        for _ in 0..2 {
            for (file, member) in &files {
                assert_eq!(reader.read(&file.0, member, 100).unwrap(), [b'x'; 100]);
                assert!(reader.files.len() <= OPEN);
            }
        }
        let error = reader.read(Path::new("/no/such/file.zip"), &files[0].1, 100).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unreadable);
    }
}
