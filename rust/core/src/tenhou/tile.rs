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

/// A draw and the discard that follows it, of one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The seat.
    pub seat: u8,
    /// The tile drawn.
    pub drawn: Pai,
    /// The tile discarded.
    pub discarded: Pai,
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

    /// The next two elements, if they are a draw and a discard of one seat. Both are told from
    /// the rest by one comparison each, and nothing is left to ask about their order.
    #[inline(always)]
    #[allow(clippy::inline_always)] // as `next`
    pub fn turn(&mut self) -> Option<Turn> {
        if without_lowest(self.ends) == 0 {
            self.slide()?;
        }
        let seconds = without_lowest(self.ends);
        let (end, second_end) = (self.ends.trailing_zeros() as usize, seconds.trailing_zeros() as usize);
        let second = end + 1;
        let draw = self.window.get(self.at % 64..)?.first_chunk::<8>()?;
        let discard = self.window.get(second % 64..)?.first_chunk::<8>()?;
        let draw_head = u16::from_le_bytes(*draw.first_chunk()?);
        let discard_head = u16::from_le_bytes(*discard.first_chunk()?);
        // Draws are T to W, each 16 letters behind its discard.
        if draw_head & 0xfcff != u16::from_le_bytes(*b"<T") || discard_head != draw_head ^ 0x1000 || seconds == 0 {
            return None;
        }
        let drawn = pai(*draw, end.wrapping_sub(self.at))?;
        let discarded = pai(*discard, second_end.wrapping_sub(second))?;
        self.at = second_end + 1;
        self.ends = without_lowest(seconds);
        Some(Turn { seat: draw[1] & 3, drawn, discarded })
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

/// The tile of an element whose last byte is so far from its first.
#[inline]
fn pai([_, _, a, b, c, d, ..]: [u8; 8], last: usize) -> Option<Pai> {
    // All but the digits: `<`, the letter, `/`.
    digits::pai(u32::from_le_bytes([a, b, c, d]), last.wrapping_sub(3))
}

#[inline]
fn without_lowest(bits: u64) -> u64 {
    bits & bits.wrapping_sub(1)
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
        let end = self.ends.trailing_zeros() as usize;
        let pai = pai(*head, end.wrapping_sub(self.at))?;
        self.at = end + 1;
        self.ends = without_lowest(self.ends);
        Some(Tile { draw: head[1] & 0x10 != 0, seat: head[1] & 3, pai })
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
    fn turns_are_what_their_tiles_are() {
        for (head, number) in (0..136_u16).flat_map(|n| ["", "<T5/><D5/>", "<U135/>"].map(|head| (head, n))) {
            for (draw, discard) in ["TD", "UE", "VF", "WG", "TE", "DT", "TT", "DD"].map(|two| two.split_at(1)) {
                let (draw, discard) = (format!("<{draw}{number}/>"), format!("<{discard}7/>"));
                let xml = format!("{head}{}{:80}", format!("{draw}{discard}").repeat(9), "");
                let (mut tiles, mut singly) = (Tiles::new(xml.as_bytes()), Tiles::new(xml.as_bytes()));
                while let Some(Turn { seat, drawn, discarded }) = tiles.turn().or_else(|| {
                    let tile = tiles.next()?;
                    assert_eq!(singly.next(), Some(tile));
                    tiles.turn()
                }) {
                    assert_eq!(singly.next(), Some(Tile { draw: true, seat, pai: drawn }));
                    assert_eq!(singly.next(), Some(Tile { draw: false, seat, pai: discarded }));
                    assert_eq!(tiles.rest(), singly.rest());
                }
            }
        }
        // No more than the first `/>` is in the window.
        let xml = format!("<T1/>{:54}<T5/><D77x{:80}", "", "");
        assert_eq!(Tiles::new(&xml.as_bytes()[59..]).turn(), None);
        assert_eq!(Tiles::new(format!("<T5/><D7x/>{:80}", "").as_bytes()).turn(), None);
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
