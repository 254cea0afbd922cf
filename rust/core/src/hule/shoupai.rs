//! 手牌: a hand and its melds, in 電脳麻将's notation and as packed counts.

use core::fmt::{self, Write as _};

use super::fulou::Fulou;
use super::melds::Melds;
use super::tile::{Counts, NUMBERS, SUITS, Tile, Word, digit, numbers, one, suit_of};
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
    /// Concealed tiles, those not shown among them.
    pub(crate) len: u8,
    /// Tiles that are not shown.
    pub(crate) hidden: u8,
    pub(crate) melds: Melds,
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
    #[inline]
    pub fn parse(text: &str) -> Result<Self> {
        let mut hand = Self::default();
        hand.fill(text.as_bytes()).map_err(|fault| fault.of(text))?;
        Ok(hand)
    }

    /// Reads another hand in place of this one. A hand is large: this spares moving it. After an
    /// error it holds nothing that means anything.
    ///
    /// # Errors
    /// As [`Shoupai::parse`].
    #[inline]
    pub fn read(&mut self, text: &str) -> Result<()> {
        *self = Self::default();
        self.fill(text.as_bytes()).map_err(|fault| fault.of(text))
    }

    /// Fills an empty hand.
    fn fill(&mut self, text: &[u8]) -> core::result::Result<(), Fault> {
        let (mut at, mut shown, mut suit) = (0, 0_u8, 4);
        let (mut word, mut last) = (0, 0);
        while let Some(&byte) = text.get(at) {
            at += 1;
            if let digit @ 0..=9 = byte.wrapping_sub(b'0') {
                word += ADDS[usize::from(digit)];
                shown += 1;
                last = digit;
                if shown + self.hidden > 14 {
                    return Err(Fault::TooMany);
                }
            } else if let Some(new) = suit_of(byte) {
                self.add_word(suit, core::mem::take(&mut word), at - 1)?;
                suit = new;
                if !text.get(at).is_some_and(u8::is_ascii_digit) {
                    return Err(Fault::Pai(at - 1));
                }
            } else {
                match byte {
                    b'_' if shown + self.hidden < 14 => {
                        self.hidden += 1;
                        last = NO_DIGIT;
                    }
                    b'_' => return Err(Fault::TooMany),
                    b'*' if !self.lizhi && matches!(text.get(at), None | Some(b',')) => self.lizhi = true,
                    b',' => {
                        at -= 1;
                        break;
                    }
                    _ => return Err(Fault::Pai(at - 1)),
                }
            }
        }
        self.add_word(suit, word, at)?;
        self.len = shown + self.hidden;
        self.check_bingpai()?;
        let called = self.read_fulou(text, at)?;
        let len = self.len + 3 * self.melds.len();
        if len > 14 {
            return Err(Fault::TooMany);
        }
        self.zimo = if called {
            Some(Zimo::Fulou)
        } else if len == 14 && self.len > 0 {
            Some(Tile::new(suit, last).map_or(Zimo::Hidden, Zimo::Tile))
        } else {
            None
        };
        Ok(())
    }

    /// A hand of counted tiles, the drawn one among them, and melds.
    pub(crate) fn of_counts(bingpai: Counts, melds: Melds, zimo: Option<Tile>, lizhi: bool) -> Self {
        let len = bingpai.0.iter().map(|word| super::tile::tiles(*word)).sum();
        Self { bingpai, len, hidden: 0, melds, zimo: zimo.map(Zimo::Tile), lizhi }
    }

    /// Adds the tiles of a suit; digits without one are a fault.
    #[inline]
    fn add_word(&mut self, suit: u8, word: Word, before: usize) -> core::result::Result<(), Fault> {
        match self.bingpai.0.get_mut(usize::from(suit)) {
            Some(whole) => *whole += word,
            None if word == 0 => {}
            None => return Err(Fault::Pai(before.saturating_sub(1))),
        }
        Ok(())
    }

    /// Reads what follows the concealed tiles: whether it ends in a comma.
    #[inline]
    fn read_fulou(&mut self, text: &[u8], mut at: usize) -> core::result::Result<bool, Fault> {
        while text.get(at) == Some(&b',') {
            at += 1;
            let rest = text.get(at..).unwrap_or_default();
            if rest.is_empty() && self.melds.len() > 0 {
                return Ok(true);
            }
            let end = rest.iter().position(|&b| b == b',').unwrap_or(rest.len());
            let fulou = rest.get(..end).and_then(Fulou::read).ok_or(Fault::Fulou(at))?;
            if !self.melds.push(fulou) {
                return Err(Fault::TooMany);
            }
            let word = self.bingpai.suit(fulou.suit()) + self.melds.tiles.suit(fulou.suit());
            if has_five(word) {
                return Err(Fault::Five(fulou.suit(), word));
            }
            at += end;
        }
        Ok(false)
    }

    /// No more than four of a tile, and no 0, 8 or 9 among the honours.
    #[inline]
    fn check_bingpai(&self) -> core::result::Result<(), Fault> {
        let [m, p, s, z] = self.bingpai.0;
        if has_five(m) || has_five(p) || has_five(s) || has_five(z) {
            let five = self.bingpai.0.iter().zip(0..).find(|(word, _)| has_five(**word));
            return Err(five.map_or(Fault::TooMany, |(word, suit)| Fault::Five(suit, *word)));
        }
        if z & !0xffff_fff0 != 0 { Err(Fault::Honour) } else { Ok(()) }
    }

    /// Concealed tiles, those not shown among them.
    #[inline]
    pub(crate) fn len(&self) -> u8 {
        self.len
    }

    /// How many of a kind there are, hand and melds together.
    pub(crate) fn count(&self, tile: Tile) -> u8 {
        self.bingpai.get(tile.suit, tile.number) + self.melds.tiles.get(tile.suit, tile.number)
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
        !self.melds.open
    }

    /// Whether it has declared riichi (`*`).
    #[must_use]
    pub const fn lizhi(&self) -> bool {
        self.lizhi
    }

    /// The melds, oldest first.
    #[must_use]
    pub fn fulou(&self) -> &[Fulou] {
        &self.melds.list
    }

    /// What was drawn last, while the hand has yet to discard.
    #[must_use]
    pub const fn zimo(&self) -> Option<Zimo> {
        self.zimo
    }
}

/// The last tile is one that is not shown.
const NO_DIGIT: u8 = 10;

/// What a digit adds to a suit's word; 0 is a five that is red.
const ADDS: [Word; 10] = [one(5) + 1, one(1), one(2), one(3), one(4), one(5), one(6), one(7), one(8), one(9)];

/// Whether there are five of a tile.
#[inline]
const fn has_five(word: Word) -> bool {
    const THREES: Word = 0x33_3333_3330;
    const EIGHTS: Word = 0x88_8888_8880;
    ((word & NUMBERS) + THREES) & EIGHTS != 0
}

/// What is wrong with a notation, and at which byte.
enum Fault {
    /// No tile.
    Pai(usize),
    /// No honour has this number.
    Honour,
    /// Five of a tile, in a suit with these counts.
    Five(u8, Word),
    /// More than fourteen tiles.
    TooMany,
    /// No meld.
    Fulou(usize),
}

impl Fault {
    /// The error, for this hand.
    #[cold]
    fn of(self, hand: &str) -> Error {
        let of = format!("in the hand `{}`", shortened(hand));
        let from = |at: usize| hand.get(at..).unwrap_or(hand);
        match self {
            Self::Pai(at) => {
                let part: String = from(at).chars().take(3).collect();
                Error::new(
                    ErrorKind::BadNotation,
                    format!(
                        "`{}` {of} is no tile: a suit is m, p, s with digits 0 to 9 or z with 1 to 7, as in m123p055z11",
                        shortened(&part)
                    ),
                )
            }
            Self::Honour => {
                Error::new(ErrorKind::BadNotation, format!("a 0, 8 or 9 of z {of} is no tile: honours are z1 to z7"))
            }
            Self::Five(suit, word) => {
                let five = numbers(suit).find(|&n| digit(word, n) > 4).unwrap_or(1);
                let tile = Tile { suit, number: five, red: false };
                Error::new(ErrorKind::TooManyPai, format!("five of {tile} {of}"))
            }
            Self::TooMany => too_many(hand, "more than 14 tiles"),
            Self::Fulou(at) => {
                let meld = from(at).split(',').next().unwrap_or_default();
                Error::new(
                    ErrorKind::BadNotation,
                    format!(
                        "`{}` {of} is no meld; one looks like m340-, p555+, s1111, z222=2 or m5505-",
                        shortened(meld)
                    ),
                )
            }
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
            if shown.suit(suit) & NUMBERS == 0 {
                continue;
            }
            f.write_char(SUITS[usize::from(suit)] as char)?;
            for number in numbers(suit) {
                let red = shown.reds(suit, number);
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
        for fulou in &self.melds.list {
            write!(f, ",{fulou}")?;
        }
        if self.zimo == Some(Zimo::Fulou) { f.write_char(',') } else { Ok(()) }
    }
}
