//! Which logs are wanted, by what stands in them.

use super::go::Go;
use crate::error::{Error, ErrorKind, Result, shortened};

/// What a log must be to be taken. The default takes all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Three players, or four.
    pub sanma: Option<bool>,
    /// One of these tables, where any are named.
    pub tables: Vec<TableFilter>,
    /// The game was played to its end.
    pub finished: bool,
    /// Three-player logs are left out rather than failing.
    pub skip_sanma: bool,
}

/// Why a log was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Another number of players.
    Players,
    /// Another table.
    Table,
    /// The game is cut.
    Unfinished,
    /// Three players.
    Sanma,
}

impl Reason {
    /// The name under which such logs are counted.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Players => "players",
            Self::Table => "table",
            Self::Unfinished => "unfinished",
            Self::Sanma => "sanma",
        }
    }
}

impl Selection {
    /// Why a log of this table is not taken, if it is not.
    #[must_use]
    pub fn refuses(&self, go: Go) -> Option<Reason> {
        if self.sanma.is_some_and(|sanma| sanma != go.sanma()) {
            return Some(Reason::Players);
        }
        if !self.tables.is_empty() && !self.tables.iter().any(|table| table.takes(go)) {
            return Some(Reason::Table);
        }
        (self.skip_sanma && go.sanma()).then_some(Reason::Sanma)
    }

    /// Why a log that does not say what its table is is not taken, if it is not.
    #[must_use]
    pub fn refuses_unknown(&self) -> Option<Reason> {
        if self.sanma.is_some() { Some(Reason::Players) } else { (!self.tables.is_empty()).then_some(Reason::Table) }
    }
}

/// Some bits of GO's `type`, and what they must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct TableFilter {
    mask: u32,
    bits: u32,
}

const LEVEL: u32 = 0xa0;

/// A character of a table's title: the bits it speaks of, and what they are then.
const SIGNS: [(char, u32, u32); 12] = [
    ('四', 0x10, 0),
    ('三', 0x10, 0x10),
    ('般', LEVEL, 0),
    ('上', LEVEL, 0x80),
    ('特', LEVEL, 0x20),
    ('鳳', LEVEL, LEVEL),
    ('東', 0x08, 0),
    ('南', 0x08, 0x08),
    ('喰', 0x04, 0),
    ('赤', 0x02, 0),
    ('速', 0x40, 0x40),
    ('光', 0x1000, 0x1000),
];

/// Before 喰, 赤, 速 or 光: without it.
const WITHOUT: char = '無';

impl TableFilter {
    /// Reads the characters of a title, such as `鳳南`, `四特東喰赤速`, `鳳無赤`, or GO's type as
    /// a number, such as `169` or `0xa9`.
    ///
    /// # Errors
    /// [`ErrorKind::BadArgument`] for anything else.
    pub fn parse(text: &str) -> Result<Self> {
        let number = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            Some(digits) => u32::from_str_radix(digits, 16).ok(),
            None => text.parse().ok(),
        };
        if let Some(bits) = number {
            return Ok(Self { mask: u32::MAX, bits });
        }
        let bad = || {
            let signs: String = SIGNS.iter().map(|sign| sign.0).collect();
            let message = format!(
                "table {}: write some of {signs}, as in 鳳南 or 特東赤速 ({WITHOUT}赤: without), or GO's type, as in 0xa9",
                shortened(text)
            );
            Error::new(ErrorKind::BadArgument, message)
        };
        let mut filter = Self::default();
        let mut without = false;
        for c in text.chars() {
            if c == WITHOUT && !without {
                without = true;
                continue;
            }
            let &(_, mask, bits) = SIGNS.iter().find(|sign| sign.0 == c).ok_or_else(bad)?;
            let single = matches!(c, '喰' | '赤' | '速' | '光');
            if filter.mask & mask != 0 || (without && !single) {
                return Err(bad());
            }
            filter.mask |= mask;
            filter.bits |= if without { bits ^ mask } else { bits };
            without = false;
        }
        if filter.mask == 0 || without { Err(bad()) } else { Ok(filter) }
    }

    /// A table changed so that it is one of these.
    #[must_use]
    pub const fn applied(self, go: Go) -> Go {
        Go::new(go.bits() & !self.mask | self.bits)
    }

    /// Whether a table is one of these.
    #[must_use]
    pub const fn takes(self, go: Go) -> bool {
        go.bits() & self.mask == self.bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_by_the_characters_of_their_titles() {
        for bits in [0_u32, 1, 9, 41, 65, 97, 137, 163, 167, 169, 171, 185, 193, 225, 233, 257, 553, 4265] {
            let title = Go::new(bits).title();
            let title = title.trim_end_matches('－');
            assert!(TableFilter::parse(title).unwrap().takes(Go::new(bits)), "{title}");
        }
        let takes = |text, bits| TableFilter::parse(text).unwrap().takes(Go::new(bits));
        assert!(takes("鳳南", 169) && takes("鳳南", 185) && takes("鳳南", 171));
        assert!(!takes("鳳南", 225) && !takes("鳳南", 41) && !takes("特", 169));
        assert!(takes("鳳無赤", 171) && !takes("鳳無赤", 169) && takes("無速", 169) && !takes("無速", 225));
        assert!(takes("169", 169) && takes("0xA9", 169) && !takes("169", 171));
    }

    #[test]
    fn a_table_made_one_of_these() {
        let applied = |text, bits| TableFilter::parse(text).unwrap().applied(Go::new(bits)).bits();
        assert_eq!(applied("三", 0xa9), 0xb9);
        assert_eq!(applied("特東速", 0xa9), 0x61);
        assert_eq!(applied("無赤", 0xa9), 0xab);
        assert_eq!(applied("553", 0xa9), 553);
    }

    #[test]
    fn what_is_no_table() {
        for text in ["", "x", "鳳特", "東南", "無", "無鳳", "鳳南 ", "-1", "赤赤", "無無赤"] {
            let error = TableFilter::parse(text).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::BadArgument, "{text}");
        }
    }

    #[test]
    fn reasons_come_in_order() {
        let four = Selection { sanma: Some(false), ..Selection::default() };
        assert_eq!(four.refuses(Go::new(185)), Some(Reason::Players));
        assert_eq!(four.refuses(Go::new(169)), None);
        assert_eq!(four.refuses_unknown(), Some(Reason::Players));
        let skip = Selection { skip_sanma: true, ..Selection::default() };
        assert_eq!(skip.refuses(Go::new(185)), Some(Reason::Sanma));
        assert_eq!(skip.refuses_unknown(), None);
        let table = Selection { tables: vec![TableFilter::parse("鳳").unwrap()], ..Selection::default() };
        assert_eq!(table.refuses(Go::new(9)), Some(Reason::Table));
    }
}
