//! The tile that wins by a discard.

use super::fulou::Direction;
use super::tile::Tile;
use crate::error::{Error, ErrorKind, Result};

/// A tile that wins by a discard: the tile and whose it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rongpai {
    /// The tile.
    pub tile: Tile,
    /// Who discarded it, as the winner sees it.
    pub from: Direction,
}

impl Rongpai {
    /// Reads `z1-`: a tile and a direction mark; between them `_` and `*` may stand.
    ///
    /// # Errors
    /// [`ErrorKind::BadPai`] when it is no tile or without a mark.
    pub fn parse(text: &str) -> Result<Self> {
        let bytes = text.as_bytes();
        let parsed = match *bytes {
            [_, _, mark] | [_, _, b'_' | b'*', mark] | [_, _, b'_', b'*', mark] => Direction::of(mark),
            _ => None,
        };
        match (parsed, text.get(..2)) {
            (Some(from), Some(tile)) => Ok(Self { tile: Tile::parse(tile)?, from }),
            _ => Err(no_mark(text)),
        }
    }
}

#[cold]
fn no_mark(text: &str) -> Error {
    let text = crate::error::shortened(text);
    Error::new(
        ErrorKind::BadPai,
        format!("`{text}` is no ron tile: a tile and whose it was, + right, = across or - left, as in z1-"),
    )
}
