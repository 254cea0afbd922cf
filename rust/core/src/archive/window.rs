//! What was read of a file: members that stand behind each other are read together.

use std::fs::File;

use super::{fill_at, make_room, unreadable};
use crate::error::Result;

/// Bytes that are read at least, once a member stands right behind the one before: half a dozen logs.
const AHEAD: usize = 48 << 10;

/// A stretch of one file.
#[derive(Debug, Default)]
pub(super) struct Window {
    from: u64,
    bytes: Vec<u8>,
    /// How many of the bytes the file has.
    filled: usize,
    /// Where the member that was read last ended.
    end: Option<u64>,
}

impl Window {
    /// Another file comes.
    pub(super) fn forget(&mut self) {
        (self.filled, self.end) = (0, None);
    }

    /// So many bytes from this one on; fewer where the file ends.
    pub(super) fn read(&mut self, file: &File, from: u64, length: usize) -> Result<&[u8]> {
        let here = from.checked_sub(self.from).and_then(|at| usize::try_from(at).ok());
        let at = if let Some(at) = here.filter(|at| at.checked_add(length).is_some_and(|end| end <= self.filled)) {
            at
        } else {
            let size = if self.end == Some(from) { length.max(AHEAD) } else { length };
            self.forget();
            make_room(&mut self.bytes, size)?;
            self.filled = fill_at(file, &mut self.bytes, from).map_err(|e| unreadable(&e))?;
            self.from = from;
            0
        };
        let bytes = self.bytes.get(at..self.filled).unwrap_or_default();
        Ok(bytes.get(..length).unwrap_or(bytes))
    }

    /// The member that was read ends with this byte of the file.
    pub(super) fn end_at(&mut self, end: Option<u64>) {
        self.end = end;
    }
}
