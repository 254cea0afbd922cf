//! Draws and discards: `<T79/>`. Nine of ten elements of a log are of this form, so it
//! has a way of its own.

use super::digits;
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

/// Consecutive draws and discards at the beginning of some bytes.
#[derive(Clone, Debug)]
pub struct Tiles<'a> {
    rest: &'a [u8],
}

impl<'a> Tiles<'a> {
    /// Looks at these bytes.
    #[inline]
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// What is left.
    #[inline]
    #[must_use]
    pub fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Whether the next element is a draw.
    #[inline]
    #[must_use]
    pub fn draw_follows(&self) -> bool {
        // `<`, then T to W, then a digit; a few bytes more that no element has pass too.
        let draw = u32::from_le_bytes(*b"<T0\0");
        self.rest.first_chunk().is_some_and(|&head| u32::from_le_bytes(head) & 0x00f0_fcff == draw)
    }
}

impl Iterator for Tiles<'_> {
    type Item = Tile;

    #[inline]
    fn next(&mut self) -> Option<Tile> {
        let head = u64::from_le_bytes(*self.rest.first_chunk()?);
        // The letters are 0100_01xx and 0101_01xx.
        if head & 0xecff != u64::from(u16::from_le_bytes(*b"<D")) {
            return None;
        }
        let [_, letter, ..] = head.to_le_bytes();
        let tail = head >> 16;
        // How many digits follow can't be predicted well, but to wait for it costs more.
        let close = u64::from(u16::from_le_bytes(*b"/>"));
        let len = if (tail >> 16) & 0xffff == close {
            2
        } else if (tail >> 24) & 0xffff == close {
            3
        } else if (tail >> 8) & 0xffff == close {
            1
        } else {
            return None;
        };
        let [a, b, c, d, ..] = tail.to_le_bytes();
        let pai = digits::pai(u32::from_le_bytes([a, b, c, d]), len)?;
        self.rest = self.rest.get(len + 4..)?;
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
                let xml = format!("<{draw}{number}/><{discard}{number}/><N/>xx");
                let mut tiles = Tiles::new(xml.as_bytes());
                assert!(tiles.draw_follows());
                let pai = Pai::new(number).unwrap();
                assert_eq!(tiles.next(), Some(Tile { draw: true, seat, pai }));
                assert!(!tiles.draw_follows());
                assert_eq!(tiles.next(), Some(Tile { draw: false, seat, pai }));
                assert_eq!((tiles.next(), tiles.rest()), (None, &b"<N/>xx"[..]));
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
            assert_eq!(Tiles::new(xml.as_bytes()).next(), None, "{xml}");
        }
        assert!(!Tiles::new(b"<UN n0=\"\"").draw_follows());
        assert!(!Tiles::new(b"<TAIKYOKU").draw_follows());
    }
}
