//! 手牌: a hand and its melds, in 電脳麻将's notation and as packed counts.

use core::fmt::{self, Write as _};

use arrayvec::ArrayVec;

use super::fulou::Fulou;
use super::tile::{Counts, HONOURS, SUITS, Tile, numbers, one, suit_of};
use crate::error::{Error, ErrorKind, Result, shortened};

/// What was drawn last, while the hand has yet to discard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Zimo {
    /// A tile.
    Tile(Tile),
    /// A tile that is not shown, `_`.
    Hidden,
    /// Nothing: the last meld was just called.
    Fulou,
}

/// A hand: concealed tiles, some of them perhaps not shown, and melds. Never more than
/// four of a tile, hand and melds together, and never more than fourteen tiles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Shoupai {
    /// Concealed tiles, the drawn one among them.
    pub(crate) bingpai: Counts,
    /// Tiles that are not shown.
    pub(crate) hidden: u8,
    pub(crate) fulou: ArrayVec<Fulou, 4>,
    pub(crate) zimo: Option<Zimo>,
    pub(crate) lizhi: bool,
}

impl Shoupai {
    /// Reads `m123p055z11122,z555+`: suits of concealed tiles, `_` for one not shown, `*`
    /// after riichi, then melds. Of fourteen tiles the last is the drawn one; a comma at
    /// the end means that the last meld was just called.
    ///
    /// # Errors
    /// [`ErrorKind::BadNotation`], and [`ErrorKind::TooManyPai`] for five of a tile or more than
    /// fourteen tiles.
    pub fn parse(text: &str) -> Result<Self> {
        let mut hand = Self::default();
        let (bingpai, melds) = match text.split_once(',') {
            Some((bingpai, melds)) => (bingpai, Some(melds)),
            None => (text, None),
        };
        let (bingpai, lizhi) = match bingpai.strip_suffix('*') {
            Some(rest) => (rest, true),
            None => (bingpai, false),
        };
        hand.lizhi = lizhi;
        let (len, last) = hand.read_bingpai(bingpai).map_err(|fault| fault.of(text))?;
        let mut called = false;
        for meld in melds.into_iter().flat_map(|m| m.split(',')) {
            if called {
                return Err(Fault::Fulou("").of(text)); // two commas
            }
            if meld.is_empty() {
                called = !hand.fulou.is_empty();
                if !called {
                    return Err(Fault::Fulou(meld).of(text));
                }
                continue;
            }
            let fulou = Fulou::read(meld.as_bytes()).ok_or_else(|| Fault::Fulou(meld).of(text))?;
            hand.fulou.try_push(fulou).map_err(|_| too_many(text, "five melds"))?;
        }
        hand.check(text)?;
        hand.zimo = if called {
            Some(Zimo::Fulou)
        } else if len + 3 * hand.fulou.len() == 14 {
            last
        } else {
            None
        };
        Ok(hand)
    }

    /// Counts the concealed tiles: how many, and the last.
    fn read_bingpai<'t>(&mut self, text: &'t str) -> core::result::Result<(usize, Option<Zimo>), Fault<'t>> {
        let bytes = text.as_bytes();
        let (mut suit, mut len, mut last) = (None, 0, None);
        for (at, &byte) in bytes.iter().enumerate() {
            if let Some(new) = suit_of(byte) {
                suit = Some(new);
                if !bytes.get(at + 1).is_some_and(u8::is_ascii_digit) {
                    return Err(Fault::Pai(text, at));
                }
                continue;
            }
            len += 1;
            if len > 14 {
                return Err(Fault::TooMany(text));
            }
            if byte == b'_' {
                self.hidden += 1;
                last = Some(Zimo::Hidden);
                continue;
            }
            let tile = suit.filter(|_| byte.is_ascii_digit()).and_then(|s| Tile::new(s, byte - b'0'));
            let tile = tile.ok_or(Fault::Pai(text, at))?;
            if self.bingpai.get(tile.suit(), tile.number()) >= 4 {
                return Err(Fault::Five(tile));
            }
            self.bingpai.add(tile);
            last = Some(Zimo::Tile(tile));
        }
        Ok((len, last))
    }

    /// Concealed tiles, those not shown among them.
    pub(crate) fn len(&self) -> u8 {
        let shown = |word: u32| {
            let digits = word >> 3;
            // Octal digits of at most four summed in pairs, then all at once.
            let pairs = (digits & 0o707_070_707) + (digits >> 3 & 0o007_070_707);
            pairs % 0o77
        };
        self.bingpai.0.iter().map(|&w| shown(w) as u8).sum::<u8>() + self.hidden
    }

    /// No more than fourteen tiles, no more than four of one.
    fn check(&self, text: &str) -> Result<()> {
        if usize::from(self.len()) + 3 * self.fulou.len() > 14 {
            return Err(too_many(text, "more than 14 tiles"));
        }
        if self.fulou.is_empty() {
            return Ok(());
        }
        let mut all = self.bingpai;
        for fulou in &self.fulou {
            let word = &mut all.0[usize::from(fulou.suit & 3)];
            *word += fulou.word() & !7;
            // Four and three or four make seven or eight: eight carries, so look at once.
            for number in fulou.number..=(fulou.number + 2).min(9) {
                let count = *word >> (3 * u32::from(number)) & 7;
                if count > 4 || (fulou.len() == 4 && number == fulou.number && count != 4) {
                    return Err(Fault::Five(Tile { suit: fulou.suit, number, red: false }).of(text));
                }
            }
        }
        Ok(())
    }

    /// How many of a kind there are, hand and melds together.
    pub(crate) fn count(&self, tile: Tile) -> u8 {
        let melds = self.fulou.iter().filter(|f| f.suit == tile.suit);
        self.bingpai.get(tile.suit, tile.number)
            + melds.map(|f| (f.word() >> (3 * u32::from(tile.number)) & 7) as u8).sum::<u8>()
    }

    /// Whether it can win on a tile: not on a fifth of a kind.
    #[inline]
    pub(crate) fn check_room(&self, tile: Tile) -> Result<()> {
        if self.count(tile) < 4 {
            return Ok(());
        }
        Err(too_many(&self.to_string(), &format!("a fifth {} to win on", tile.plain())))
    }

    /// Whether no tile was called; ankan are allowed (門前).
    #[must_use]
    pub fn menqian(&self) -> bool {
        self.fulou.iter().all(|f| f.from.is_none())
    }

    /// Whether it has declared riichi (`*`).
    #[must_use]
    pub const fn lizhi(&self) -> bool {
        self.lizhi
    }

    /// The melds, oldest first.
    #[must_use]
    pub fn fulou(&self) -> &[Fulou] {
        &self.fulou
    }

    /// What was drawn last, while the hand has yet to discard.
    #[must_use]
    pub const fn zimo(&self) -> Option<Zimo> {
        self.zimo
    }
}

/// What is wrong with a notation.
enum Fault<'t> {
    /// The character at this place is no tile.
    Pai(&'t str, usize),
    Five(Tile),
    TooMany(&'t str),
    Fulou(&'t str),
}

impl Fault<'_> {
    /// The error, for this hand.
    #[cold]
    fn of(self, hand: &str) -> Error {
        let of = format!("in the hand `{}`", shortened(hand));
        match self {
            Self::Pai(text, at) => {
                let part: String = text.get(at..).unwrap_or(text).chars().take(3).collect();
                Error::new(
                    ErrorKind::BadNotation,
                    format!(
                        "`{}` {of} is no tile: a suit is m, p, s with digits 0 to 9 or z with 1 to 7, as in m123p055z11",
                        shortened(&part)
                    ),
                )
            }
            Self::Five(tile) => Error::new(ErrorKind::TooManyPai, format!("five of {tile} {of}")),
            Self::TooMany(text) => too_many(text, "more than 14 tiles"),
            Self::Fulou(meld) => Error::new(
                ErrorKind::BadNotation,
                format!("`{}` {of} is no meld; one looks like m340-, p555+, s1111, z222=2 or m5505-", shortened(meld)),
            ),
        }
    }
}

#[cold]
pub(crate) fn too_many(hand: &str, what: &str) -> Error {
    Error::new(ErrorKind::TooManyPai, format!("{what} in the hand `{}`", shortened(hand)))
}

impl fmt::Display for Shoupai {
    /// The notation: suits in order, red fives before fives, the drawn tile last.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = self.bingpai;
        let mut hidden = self.hidden;
        match self.zimo {
            // A hand that was made by hand may hold less than it draws: never below none.
            Some(Zimo::Tile(tile)) if shown.has(tile) => shown.take(tile),
            Some(Zimo::Hidden) => hidden = hidden.saturating_sub(1),
            _ => {}
        }
        for suit in 0..4 {
            if shown.suit(suit) >> 3 == 0 {
                continue;
            }
            f.write_char(SUITS[usize::from(suit)] as char)?;
            for number in numbers(suit) {
                let red = if number == 5 && suit != HONOURS { shown.get(suit, 0) } else { 0 };
                for copy in 0..shown.get(suit, number) {
                    f.write_char((b'0' + if copy < red { 0 } else { number }) as char)?;
                }
            }
        }
        for _ in 0..hidden {
            f.write_char('_')?;
        }
        match self.zimo {
            Some(Zimo::Tile(tile)) => write!(f, "{tile}")?,
            Some(Zimo::Hidden) => f.write_char('_')?,
            _ => {}
        }
        if self.lizhi {
            f.write_char('*')?;
        }
        for fulou in &self.fulou {
            write!(f, ",{fulou}")?;
        }
        if self.zimo == Some(Zimo::Fulou) { f.write_char(',') } else { Ok(()) }
    }
}

/// The tiles of a suit that are in the hand, as bits; used by the moves.
pub(crate) fn at_least(counts: &Counts, suit: u8, number: u8, least: u8) -> bool {
    (1..=9).contains(&number) && counts.suit(suit) >= one(number) && counts.get(suit, number) >= least
}
