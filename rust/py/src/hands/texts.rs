//! Columns of text that are written from pieces.

/// A short text that is copied as a whole, whatever its length: no call and no branch.
pub(super) struct Piece {
    bytes: [u8; Self::ROOM],
    len: u8,
}

impl Piece {
    const ROOM: usize = 24;

    /// A text of at most 24 bytes; of a longer one nothing.
    pub(super) const fn new(text: &str) -> Self {
        let mut piece = Self { bytes: [0; Self::ROOM], len: 0 };
        if text.len() <= Self::ROOM {
            while (piece.len as usize) < text.len() {
                piece.bytes[piece.len as usize] = text.as_bytes()[piece.len as usize];
                piece.len += 1;
            }
        }
        piece
    }
}

/// A column of text that grows by a piece at a time.
#[derive(Default)]
pub(super) struct Texts {
    /// Where each piece ends, after a first 0.
    ends: Vec<i32>,
    /// Whole texts, one behind the other.
    text: Vec<u8>,
}

impl Texts {
    /// Forgets all texts, and makes room for so many of so many bytes together.
    pub(super) fn restart(&mut self, texts: usize, bytes: usize) {
        self.ends.clear();
        self.ends.reserve(texts + 1);
        self.ends.push(0);
        self.text.clear();
        self.text.reserve(bytes + Piece::ROOM);
    }

    /// One text more.
    #[inline]
    pub(super) fn push(&mut self, text: &str) {
        self.text.extend_from_slice(text.as_bytes());
        self.end(self.text.len());
    }

    /// One text more.
    #[inline]
    pub(super) fn push_piece(&mut self, piece: &Piece) {
        let end = self.text.len() + usize::from(piece.len);
        self.text.extend_from_slice(&piece.bytes);
        self.end(end);
    }

    /// Ends a text at this place, which no text crosses. What goes over 2 GiB is left out.
    #[inline]
    fn end(&mut self, end: usize) {
        let last = self.ends.last().copied().unwrap_or_default();
        let place = i32::try_from(end).unwrap_or(last);
        self.text.truncate(if place == last { last.unsigned_abs() as usize } else { end });
        self.ends.push(place);
    }

    /// Empty texts until there are so many.
    pub(super) fn fill(&mut self, texts: usize) {
        let last = self.ends.last().copied().unwrap_or_default();
        let places = texts.saturating_add(1).max(self.ends.len());
        self.ends.resize(places, last);
    }

    /// Where each text ends, after a first 0: the ends never fall, and none is behind the bytes. Empty before the first
    /// [`Texts::restart`].
    pub(super) fn ends(&self) -> &[i32] {
        &self.ends
    }

    /// The texts, one behind the other; nothing but whole ones.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.text
    }

    /// How much memory this is.
    pub(super) fn memory(&self) -> usize {
        memory(&self.ends) + memory(&self.text)
    }
}

/// How much memory a list holds.
pub(super) fn memory<T>(list: &Vec<T>) -> usize {
    list.capacity() * size_of::<T>()
}
