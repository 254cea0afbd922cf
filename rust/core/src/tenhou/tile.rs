//! Draws and discards: `<T79/>`. Nine of ten elements of a log are of this form, so it
//! has a way of its own.

use super::{digits, mask};
use crate::pai::Pai;

/// A draw or a discard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// `T` to `W` draw, `D` to `G` discard.
    pub draw: bool,
    /// The seat.
    pub seat: u8,
    /// The tile.
    pub pai: Pai,
}

/// Bytes that are looked at together: 64, and a word from any of them.
const WINDOW: usize = 64 + 8;

/// Consecutive draws and discards at the beginning of some bytes.
///
/// Where each element ends can't be predicted, and to wait for one end before looking for
/// the next takes long. So all ends in 64 bytes are found at once.
///
/// The last elements of a text, those that have less than a window before them, are not
/// seen: they go the way of every other element.
#[derive(Clone, Debug)]
pub struct Tiles<'a> {
    /// The bytes from where the window begins.
    bytes: &'a [u8],
    window: &'a [u8; WINDOW],
    /// The next element's place in the window.
    at: usize,
    /// Where in the window a `/>` ends, from there on.
    ends: u64,
}

impl<'a> Tiles<'a> {
    /// Looks at these bytes.
    #[inline]
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        static NONE: [u8; WINDOW] = [0; WINDOW];
        Self { bytes, window: &NONE, at: 0, ends: 0 }
    }

    /// What is left.
    #[inline]
    #[must_use]
    pub fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// Whether the next element looks like a draw or a discard.
    #[inline]
    #[must_use]
    pub fn may_follow(&self) -> bool {
        self.rest().first_chunk().is_some_and(|&head| is_tile(head))
    }

    /// Whether a draw follows the tile that was read last.
    #[inline]
    #[must_use]
    pub fn draw_follows(&self) -> bool {
        // `<`, then T to W, then a digit; a few bytes more that no element has pass too.
        let is_draw = |head: [u8; 4]| u32::from_le_bytes(head) & 0x00f0_fcff == u32::from_le_bytes(*b"<T0\0");
        self.window.get(self.at..).and_then(<[u8]>::first_chunk).is_some_and(|head| is_draw(*head))
    }

    /// Begins a window at the next element.
    #[inline]
    fn slide(&mut self) -> Option<()> {
        self.bytes = self.bytes.get(self.at..)?;
        self.at = 0;
        self.window = self.bytes.first_chunk()?;
        let window = self.window.first_chunk()?;
        self.ends = mask::equals(window, b'>') & mask::equals(window, b'/') << 1;
        if self.ends == 0 { None } else { Some(()) }
    }
}

/// Whether these are `<` and the letter of a draw or a discard.
#[inline]
fn is_tile(head: [u8; 2]) -> bool {
    // The letters are 0100_01xx and 0101_01xx.
    u16::from_le_bytes(head) & 0xecff == u16::from_le_bytes(*b"<D")
}

impl Iterator for Tiles<'_> {
    type Item = Tile;

    #[inline(always)]
    #[allow(clippy::inline_always)] // a call keeps the state in memory: half as fast
    fn next(&mut self) -> Option<Tile> {
        if self.ends == 0 {
            self.slide()?;
        }
        let head = self.window.get(self.at % 64..)?.first_chunk::<8>()?;
        if !is_tile(*head.first_chunk()?) {
            return None;
        }
        let [_, letter, a, b, c, d, ..] = head;
        let end = self.ends.trailing_zeros() as usize;
        // All but the digits: `<`, the letter, `/`.
        let len = end.wrapping_sub(self.at + 3);
        let pai = digits::pai(u32::from_le_bytes([*a, *b, *c, *d]), len)?;
        self.at = end + 1;
        self.ends &= self.ends - 1;
        Some(Tile { draw: letter & 0x10 != 0, seat: letter & 3, pai })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_draw_and_discard_is_told() {
        for (seat, (draw, discard)) in (0..).zip([("T", "D"), ("U", "E"), ("V", "F"), ("W", "G")]) {
            for number in 0..136_u16 {
                let xml = format!("<{draw}{number}/><{discard}{number}/><N/>{:80}", "");
                let mut tiles = Tiles::new(xml.as_bytes());
                let pai = Pai::new(number).unwrap();
                assert_eq!(tiles.next(), Some(Tile { draw: true, seat, pai }));
                assert!(!tiles.draw_follows());
                assert_eq!(tiles.next(), Some(Tile { draw: false, seat, pai }));
                assert_eq!((tiles.next(), tiles.rest().len()), (None, 84));
            }
        }
    }

    #[test]
    fn nothing_else_is() {
        for xml in [
            "<T136/>..",
            "<T999/>..",
            "<T1000/>.",
            "<T/>.....",
            "<T5 />...",
            "<T05/>...",
            "<S5/>....",
            "<X5/>....",
            "<C5/>....",
            "<t5/>....",
            "<T5>.....",
            "<T5/ >...",
            " <T5/>...",
            "<T5/x....",
            "<T1x/>...",
            "<TAIKYOKU",
            "<GO type=",
            "<UN n0=\"",
            "<DORA hai",
            "<H5/>....",
            "<\0\0\0\0\0\0\0",
            "<T\0\0\0\0\0\0",
        ] {
            let padded = format!("{xml:80}<T5/>");
            assert_eq!(Tiles::new(padded.as_bytes()).next(), None, "{xml}");
        }
        for (xml, follows) in [("<D5/><W135/>", true), ("<D5/><UN n0=\"\"", false), ("<D5/><TAIKYOKU", false)] {
            let padded = format!("{xml:80}");
            let mut tiles = Tiles::new(padded.as_bytes());
            assert!(tiles.next().is_some());
            assert_eq!(tiles.draw_follows(), follows, "{xml}");
        }
    }
}
