//! 副露: melds as a hand's notation has them.
//!
//! They know less than Tenhou's codes (which of the four copies) and allow more (any
//! number of red fives).

use arrayvec::ArrayString;

use super::tile::{Counts, HONOURS, SUITS, Tile, Word, suit_of};
use crate::error::{Error, ErrorKind, Result, shortened};
use crate::mianzi::{Kind, Mianzi};
use crate::pai::Pai;

/// Whom a tile came from, as seen by its new owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Direction {
    /// 下家, `+`.
    Right = 1,
    /// 対面, `=`.
    Across = 2,
    /// 上家, `-`.
    Left = 3,
}

impl Direction {
    /// The direction of the seat so many turns on, at a table of so many.
    #[inline]
    #[must_use]
    pub const fn of_turns(turns: u8, players: u8) -> Option<Self> {
        match turns {
            1 => Some(Self::Right),
            2 if players == 4 => Some(Self::Across),
            2 | 3 if turns + 1 == players => Some(Self::Left),
            _ => None,
        }
    }

    /// The direction of a mark.
    #[inline]
    #[must_use]
    pub const fn of(mark: u8) -> Option<Self> {
        match mark {
            b'+' => Some(Self::Right),
            b'=' => Some(Self::Across),
            b'-' => Some(Self::Left),
            _ => None,
        }
    }

    /// Its mark.
    #[must_use]
    pub const fn mark(self) -> char {
        match self {
            Self::Right => '+',
            Self::Across => '=',
            Self::Left => '-',
        }
    }
}

/// What a meld is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum FulouKind {
    /// 吃 (chi).
    Chi,
    /// 碰 (pon).
    Peng,
    /// 加槓 (kakan).
    Jiagang,
    /// 大明槓 (daiminkan).
    Daminggang,
    /// 暗槓 (ankan).
    Angang,
}

/// One meld of a hand.
///
/// Packed into a word, so that it moves in a register: see `Fulou::pack`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fulou(u32);

/// A meld's notation.
pub(crate) type FulouText = ArrayString<8>;

impl Fulou {
    /// Of a suit, with this lowest number; which of a chi's tiles was called, from whom.
    #[inline]
    const fn pack(kind: FulouKind, suit: u8, number: u8, called: u8, from: Option<Direction>) -> Self {
        let from = match from {
            None => 0,
            Some(from) => from as u32,
        };
        Self(kind as u32 | (suit as u32) << 3 | (number as u32) << 5 | (called as u32) << 9 | from << 11)
    }

    /// The same with red fives: so many of the hand's, the called one, the added one.
    #[inline]
    const fn with_reds(self, own: u8, called: u8, added: u8) -> Self {
        Self(self.0 & 0x1fff | (own as u32) << 13 | (called as u32) << 16 | (added as u32) << 17)
    }

    #[inline]
    const fn bits(self, from: u32, count: u32) -> u8 {
        (self.0 >> from & ((1 << count) - 1)) as u8
    }

    /// What it is.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> FulouKind {
        match self.bits(0, 3) {
            0 => FulouKind::Chi,
            1 => FulouKind::Peng,
            2 => FulouKind::Jiagang,
            3 => FulouKind::Daminggang,
            _ => FulouKind::Angang,
        }
    }

    /// Its suit: 0 萬子, 1 筒子, 2 索子, 3 字牌.
    #[inline]
    #[must_use]
    pub const fn suit(self) -> u8 {
        self.bits(3, 2)
    }

    /// Its lowest number.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u8 {
        self.bits(5, 4)
    }

    /// Which of a chi's tiles was called, 0 to 2 from the lowest.
    #[inline]
    pub(crate) const fn called_place(self) -> u8 {
        self.bits(9, 2)
    }

    /// Whom the called tile came from; `None` for an ankan.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Option<Direction> {
        match self.bits(11, 2) {
            1 => Some(Direction::Right),
            2 => Some(Direction::Across),
            3 => Some(Direction::Left),
            _ => None,
        }
    }

    /// Red fives among the tiles that came from the hand (a kakan's added one aside).
    #[inline]
    const fn red_own(self) -> u8 {
        self.bits(13, 3)
    }

    #[inline]
    const fn red_called(self) -> bool {
        self.bits(16, 1) == 1
    }

    #[inline]
    const fn red_added(self) -> bool {
        self.bits(17, 1) == 1
    }

    /// Reads a meld: `m340-`, `p555+`, `s1111`, `z222=2`, `m5505-`. The tiles may stand in any
    /// order that shows which was called and which added.
    ///
    /// # Errors
    /// [`ErrorKind::BadNotation`].
    pub fn parse(text: &str) -> Result<Self> {
        Self::read(text.as_bytes()).ok_or_else(|| {
            Error::new(
                ErrorKind::BadNotation,
                format!("`{}` is no meld; one looks like m340-, p555+, s1111, z222=2 or m5505-", shortened(text)),
            )
        })
    }

    /// Reads a meld whose tiles stand in the order in which they are printed.
    ///
    /// # Errors
    /// [`ErrorKind::BadNotation`], which gives the right order.
    pub fn parse_strictly(text: &str) -> Result<Self> {
        let meld = Self::parse(text)?;
        if meld.text(true).as_str() == text {
            return Ok(meld);
        }
        Err(Error::new(ErrorKind::BadNotation, format!("`{}` is written {meld}", shortened(text))))
    }

    pub(crate) fn read(text: &[u8]) -> Option<Self> {
        let (&letter, rest) = text.split_first()?;
        let suit = suit_of(letter)?;
        let (mut digits, mut len, mut mark) = ([0_u8; 4], 0, None);
        for &byte in rest {
            if byte.is_ascii_digit() {
                *digits.get_mut(len)? = byte - b'0';
                len += 1;
            } else {
                let from = Direction::of(byte)?;
                if mark.replace((len.checked_sub(1)?, from)).is_some() {
                    return None;
                }
            }
        }
        if suit == HONOURS && digits.iter().take(len).any(|d| !(1..=7).contains(d)) {
            return None;
        }
        let value = digits.map(|d| if d == 0 { 5 } else { d });
        let red = digits.map(|d| u8::from(d == 0));
        let same = value.iter().take(len).all(|&v| v == value[0]);
        let meld =
            |kind, from, own, called, added| Self::pack(kind, suit, value[0], 0, from).with_reds(own, called, added);
        match (len, mark) {
            (3, Some((2, from))) if same => Some(meld(FulouKind::Peng, Some(from), red[0] + red[1], red[2], 0)),
            (4, Some((2, from))) if same => Some(meld(FulouKind::Jiagang, Some(from), red[0] + red[1], red[2], red[3])),
            (4, Some((3, from))) if same => {
                Some(meld(FulouKind::Daminggang, Some(from), red[0] + red[1] + red[2], red[3], 0))
            }
            (4, None) if same => Some(meld(FulouKind::Angang, None, red.iter().sum(), 0, 0)),
            (3, Some((place, Direction::Left))) if suit != HONOURS => {
                let [a, b, c, _] = value;
                let (number, sum) = (a.min(b).min(c), a + b + c);
                // Three different numbers, the lowest of them and two steps up.
                if a == b || b == c || a == c || sum != 3 * number + 3 || a.max(b).max(c) != number + 2 {
                    return None;
                }
                let meld = Self::pack(FulouKind::Chi, suit, number, value[place] - number, Some(Direction::Left));
                Some(meld.with_reds(red[0] + red[1] + red[2] - red[place], red[place], 0))
            }
            _ => None,
        }
    }

    /// The meld with one of Tenhou's codes, at a table with red fives (`red`) or without. A kita is
    /// none. Whom the called tile came from depends on the number of players too.
    #[must_use]
    pub fn of_mianzi(meld: Mianzi, from: Option<Direction>, red: bool) -> Option<Self> {
        let kind = match meld.kind() {
            Kind::Chi => FulouKind::Chi,
            Kind::Pon => FulouKind::Peng,
            Kind::Kakan => FulouKind::Jiagang,
            Kind::Daiminkan => FulouKind::Daminggang,
            Kind::Ankan => FulouKind::Angang,
            Kind::Kita => return None,
        };
        let (tiles, called, added) = (meld.tiles(), meld.called(), meld.added());
        let lowest = Tile::of_pai(*tiles.first()?, false);
        let is_red = |pai: Option<Pai>| u8::from(pai.is_some_and(|pai| Tile::of_pai(pai, red).red));
        let place = called.map_or(0, |pai| Tile::of_pai(pai, false).number - lowest.number);
        let reds: u8 = tiles.iter().map(|pai| is_red(Some(*pai))).sum();
        let own = reds - is_red(called) - is_red(added);
        let meld = Self::pack(kind, lowest.suit, lowest.number, place, from);
        Some(meld.with_reds(own, is_red(called), is_red(added)))
    }

    #[inline]
    pub(crate) const fn is_chi(self) -> bool {
        matches!(self.kind(), FulouKind::Chi)
    }

    /// Whether it is any of the three kans.
    #[inline]
    pub(crate) const fn is_gang(self) -> bool {
        matches!(self.kind(), FulouKind::Jiagang | FulouKind::Daminggang | FulouKind::Angang)
    }

    /// Its red fives.
    #[inline]
    pub(crate) fn reds(self) -> u8 {
        self.red_own() + u8::from(self.red_called()) + u8::from(self.red_added())
    }

    /// Its tiles and reds, as a word of its suit.
    #[inline]
    pub(crate) fn word(self) -> Word {
        let shape = match self.kind() {
            FulouKind::Chi => 0x111,
            FulouKind::Peng => 3,
            _ => 4,
        };
        shape * super::tile::one(self.number()) + Word::from(self.reds())
    }

    /// A chi from `number` up, made of a called tile and the hand's, one of them red or not.
    pub(crate) fn chi(number: u8, called: Tile, red_own: bool) -> Self {
        Self::pack(FulouKind::Chi, called.suit, number, called.number - number, Some(Direction::Left)).with_reds(
            u8::from(red_own),
            u8::from(called.red),
            0,
        )
    }

    /// A set of a called tile and the hand's, so many of them red.
    pub(crate) fn set(kind: FulouKind, called: Tile, from: Direction, red_own: u8) -> Self {
        Self::pack(kind, called.suit, called.number, 0, Some(from)).with_reds(red_own, u8::from(called.red), 0)
    }

    /// A closed kan.
    pub(crate) fn angang(suit: u8, number: u8, red_own: u8) -> Self {
        Self::pack(FulouKind::Angang, suit, number, 0, None).with_reds(red_own, 0, 0)
    }

    /// The pon it was before the fourth tile came.
    pub(crate) fn pon(self) -> Self {
        Self::pack(FulouKind::Peng, self.suit(), self.number(), 0, self.from()).with_reds(
            self.red_own(),
            u8::from(self.red_called()),
            0,
        )
    }

    /// This pon with a fourth tile.
    pub(crate) fn with(self, red: bool) -> Self {
        Self::pack(FulouKind::Jiagang, self.suit(), self.number(), 0, self.from()).with_reds(
            self.red_own(),
            u8::from(self.red_called()),
            u8::from(red),
        )
    }

    /// The called tile; of an ankan any of its tiles.
    pub(crate) fn called(self) -> Tile {
        Tile { suit: self.suit(), number: self.number() + self.called_place(), red: self.red_called() }
    }

    /// The tiles that come from the hand when the meld is made; of a kakan the added one.
    pub(crate) fn own(self) -> Counts {
        let mut counts = Counts::default();
        let word = &mut counts.0[usize::from(self.suit() & 3)];
        let one = super::tile::one(self.number());
        *word = match self.kind() {
            FulouKind::Jiagang => one + Word::from(self.red_added()),
            FulouKind::Angang => 4 * one + Word::from(self.red_own()),
            FulouKind::Peng => 2 * one + Word::from(self.red_own()),
            FulouKind::Daminggang => 3 * one + Word::from(self.red_own()),
            FulouKind::Chi => {
                0x111 * one - super::tile::one(self.number() + self.called_place()) + Word::from(self.red_own())
            }
        };
        counts
    }

    /// Its notation, with red fives (`red`) or fives in their place.
    pub(crate) fn text(self, red: bool) -> FulouText {
        let mut text = FulouText::new();
        text.push(SUITS[usize::from(self.suit() & 3)] as char);
        let digit = |number: u8, is_red: bool| if red && is_red { '0' } else { (b'0' + number) as char };
        let mark = self.from().map(Direction::mark);
        if self.kind() == FulouKind::Chi {
            for place in 0..3 {
                let number = self.number() + place;
                let called = place == self.called_place();
                let is_red = number == 5 && if called { self.red_called() } else { self.red_own() > 0 };
                text.push(digit(number, is_red));
                if let Some(mark) = mark.filter(|_| called) {
                    text.push(mark);
                }
            }
            return text;
        }
        let own = match self.kind() {
            FulouKind::Angang => 4,
            FulouKind::Daminggang => 3,
            _ => 2,
        };
        for place in 0..own {
            text.push(digit(self.number(), place + self.red_own() >= own));
        }
        if self.kind() != FulouKind::Angang {
            text.push(digit(self.number(), self.red_called()));
            if let Some(mark) = mark {
                text.push(mark);
            }
        }
        if self.kind() == FulouKind::Jiagang {
            text.push(digit(self.number(), self.red_added()));
        }
        text
    }
}

impl core::fmt::Debug for Fulou {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Fulou({self})")
    }
}

impl core::fmt::Display for Fulou {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(&self.text(true))
    }
}
