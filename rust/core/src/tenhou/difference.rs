//! Where a log says otherwise than its wall.

use core::fmt;

use crate::pai::Pai;

/// Where a log and its wall differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Difference {
    /// What it is about.
    pub what: What,
    /// Which of them, from 0: of draws the round's, of indicators the wall's, of dice the two.
    pub number: usize,
    /// Whose deal or draw.
    pub seat: Option<u8>,
    /// What the wall has: a tile's number, a die; none where it has no more.
    pub expected: Option<u8>,
    /// What the log has; none where a tile of a deal is missing.
    pub found: Option<i32>,
    /// Byte of the element's `<`.
    pub offset: usize,
}

/// What can differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum What {
    /// The dice of INIT.
    Die,
    /// A hand of INIT, whatever its order.
    Deal,
    /// A draw in turn.
    Draw,
    /// A replacement draw.
    Rinshan,
    /// An indicator of INIT, DORA or AGARI.
    Dora,
    /// An ura dora indicator of AGARI.
    Ura,
}

impl What {
    /// Every one.
    pub const ALL: [What; 6] = [What::Die, What::Deal, What::Draw, What::Rinshan, What::Dora, What::Ura];

    /// Its name in Python and in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            What::Die => "die",
            What::Deal => "deal",
            What::Draw => "draw",
            What::Rinshan => "rinshan",
            What::Dora => "dora",
            What::Ura => "ura",
        }
    }
}

impl fmt::Display for Difference {
    /// `draw 12 of seat 3: the log has p6 (57), the wall p7 (61) (byte 4711)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.what.name(), self.number)?;
        if let Some(seat) = self.seat {
            write!(f, " of seat {seat}")?;
        }
        let (found, expected) = self.told();
        write!(f, ": the log has {found}, the wall {expected} (byte {})", self.offset)
    }
}

impl Difference {
    /// What the log has and what the wall, in words: tiles by face and number, dice by their pips.
    #[must_use]
    pub fn told(&self) -> (String, String) {
        (self.in_words(self.found), self.in_words(self.expected.map(i32::from)))
    }

    fn in_words(&self, number: Option<i32>) -> String {
        let Some(number) = number else { return "none".to_owned() };
        if self.what == What::Die {
            let pips = i64::from(number) + 1;
            return format!("{pips} {}", if pips == 1 { "pip" } else { "pips" });
        }
        let pai = u16::try_from(number).ok().and_then(Pai::get);
        pai.map_or_else(|| number.to_string(), |pai| pai.to_string())
    }
}
