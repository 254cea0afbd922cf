//! 向聴数 and waits, counted by the crate `xiangting`.

use xiangting::{PlayerCount, calculate_replacement_number};

use super::shoupai::{Shoupai, Zimo};
use super::tile::{Tile, kinds};
use crate::error::{Error, ErrorKind, Result};

/// Concealed tiles by kind.
type Kinds = [u8; 34];

impl Shoupai {
    /// How many tiles it is from tenpai (向聴数): 0 tenpai, -1 complete.
    ///
    /// # Errors
    /// [`ErrorKind::BadArgument`] for a hand of fewer than 13 tiles (a meld counts as three) or
    /// with tiles that are not shown.
    pub fn xiangting(&self) -> Result<i8> {
        let number = self.replacements(&self.counts())?;
        // What was just called can't win.
        Ok(if self.zimo == Some(Zimo::Fulou) { number.max(0) } else { number })
    }

    /// The tiles that bring it nearer to tenpai, or complete it (待ち牌); `None` when it has
    /// yet to discard. Tiles of which the hand itself holds four are none.
    ///
    /// # Errors
    /// As [`Shoupai::xiangting`].
    pub fn tingpai(&self) -> Result<Option<Vec<Tile>>> {
        if self.zimo.is_some() {
            return Ok(None);
        }
        let mut counts = self.counts();
        let now = self.replacements(&counts)?;
        let mut found = Vec::new();
        for (at, tile) in kinds().enumerate() {
            if self.bingpai.get(tile.suit(), tile.number()) >= 4 {
                continue;
            }
            counts[at] += 1;
            if self.replacements(&counts)? < now {
                found.push(tile);
            }
            counts[at] -= 1;
        }
        Ok(Some(found))
    }

    fn counts(&self) -> Kinds {
        let mut counts = [0; 34];
        for (count, tile) in counts.iter_mut().zip(kinds()) {
            *count = self.bingpai.get(tile.suit(), tile.number());
        }
        counts
    }

    fn replacements(&self, counts: &Kinds) -> Result<i8> {
        let len = counts.iter().sum::<u8>() + 3 * self.melds.len();
        let number = match len {
            13 | 14 if self.hidden == 0 => calculate_replacement_number(counts, PlayerCount::Four).ok(),
            _ => None,
        };
        // The crate counts the tiles to a win, one more than to tenpai.
        number.map(|n| n.cast_signed() - 1).ok_or_else(|| self.not_whole())
    }

    #[cold]
    fn not_whole(&self) -> Error {
        Error::new(
            ErrorKind::BadArgument,
            format!("`{self}` is no hand of 13 or 14 tiles, all of them shown (a meld counts as three)"),
        )
    }
}
