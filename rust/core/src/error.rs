//! What can go wrong, as data: a kind, a message, and the place.

use core::fmt;

/// Result of everything in this crate that can fail.
pub type Result<T> = core::result::Result<T, Error>;

/// Defines every kind once: the variant, its slug, what it means and what to do.
/// The table in docs/ERRORS.md is made from the same lines.
macro_rules! kinds {
    ($($variant:ident $slug:literal $meaning:literal $remedy:literal;)*) => {
        /// The cause of an [`Error`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ErrorKind {
            $(#[doc = $meaning] $variant,)*
        }

        impl ErrorKind {
            /// Every kind, in the order of the documentation.
            pub const ALL: &'static [ErrorKind] = &[$(ErrorKind::$variant,)*];

            /// The stable name of the kind, as in Python's `MjlogError.kind`.
            #[must_use]
            pub const fn slug(self) -> &'static str {
                match self { $(ErrorKind::$variant => $slug,)* }
            }

            /// What the kind means, in a sentence.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(ErrorKind::$variant => $meaning,)* }
            }

            /// What to do about it, in a sentence.
            #[must_use]
            pub const fn remedy(self) -> &'static str {
                match self { $(ErrorKind::$variant => $remedy,)* }
            }
        }
    };
}

kinds! {
    NotXml "not_xml"
        "The input is not well-formed XML."
        "Give the XML of a log, as it is or gzipped; one saved by a browser or an editor may have been changed.";
    NotMjlog "not_mjlog"
        "The input is XML, but no mjlog: its root is not `mjloggm`."
        "Give a Tenhou log. `partial` takes elements without their root.";
    Truncated "truncated"
        "The XML stops before its end."
        "Fetch the log again. `partial` takes what is there.";
    Encoding "encoding"
        "The bytes are not in the encoding that the XML declares (UTF-8 where it declares none)."
        "Save the file in the encoding it declares, or declare the one it has.";
    Gzip "gzip"
        "The input begins like gzip but can't be unpacked."
        "Fetch the file again. Of one that is cut, `partial` converts what is there.";
    TooLarge "too_large"
        "The gzip data unpacks to more than 256 MiB, or a log in an archive is larger than the limit that was set."
        "No game is that long. Unpack the file yourself if you trust it. For logs in archives, `limits` sets a higher limit.";
    Archive "archive"
        "An archive, or a member of one, is damaged, encrypted or packed in a way that is not read."
        "Fetch the archive again, or unpack it yourself and give the folder.";
    NoLog "no_log"
        "A source, a row or a line holds no log."
        "Name what holds the logs: a file, a folder, a table with `sql_table`, a column with `log_column`.";
    Dtd "dtd"
        "The XML has a document type declaration. Tenhou writes none, and they are a way to attack parsers."
        "Take the `<!DOCTYPE …>` out.";
    MissingAttribute "missing_attribute"
        "An element lacks an attribute that it needs."
        "The log is damaged or hand-made: look at the element named.";
    BadAttribute "bad_attribute"
        "An attribute's value is not of the form that Tenhou writes."
        "The log is damaged or hand-made: look at the element named.";
    BadPai "bad_pai"
        "A tile number is not in 0 to 135, or a tile's notation is not one of `m1` to `z7`."
        "The log is damaged or hand-made: look at the element named.";
    BadMianzi "bad_mianzi"
        "A meld code is not one that Tenhou writes; the message says which bits are wrong."
        "Look at the code with `mjlog explain`.";
    BadNotation "bad_notation"
        "A hand's or a meld's notation is not one that 電脳麻将 writes."
        "Write a hand as in `m123p055z11122,z555+`, a meld as in `m340-`, `p555+`, `s1111`, `z222=2`, `m5550-` or `z4`.";
    TooManyPai "too_many_pai"
        "A hand has five of a tile, hand and melds together, or more than 14 tiles."
        "A hand that wins on a discard is written without it, as 13 tiles.";
    IllegalMove "illegal_move"
        "A hand can't draw, discard or call so."
        "Look at the hand and the move in the message; `check=False` leaves out whose turn it is.";
    Contradiction "contradiction"
        "Two things said of a win exclude each other, such as 一発 without riichi."
        "Correct the win; without `strict` they count as given.";
    BadRule "bad_rule"
        "A rule has an option that does not exist, or a value that it can't have."
        "The message names the option; `mjlog.Rule` lists all.";
    BadArgument "bad_argument"
        "A number or a name is outside of what the argument can be."
        "The message names the argument and its range.";
    OutOfOrder "out_of_order"
        "An element stands where it cannot, such as a tile drawn before the first `INIT`."
        "The log is damaged, or its beginning is missing.";
    Sanma "sanma"
        "The log is of a three-player game, for which the paipu has no form."
        "Read it with `parse`, which knows three players.";
    NoSeed "no_seed"
        "The log has no wall seed: its SHUFFLE and INIT hold none."
        "Its walls are not known. Some logs of 2009 and before have none, and some tools leave SHUFFLE out.";
    BadSeed "bad_seed"
        "A wall seed is in none of the three forms that Tenhou writes, or cut short."
        "The log is damaged or hand-made: fetch it again.";
    BadTemplate "bad_template"
        "The player label template can't be read."
        "Use the fields {name}, {dan}, {rate} and {seat}; write {{ and }} for braces.";
    Duplicate "duplicate"
        "A log with this id was converted before, in the same bulk conversion."
        "The first stays. Where they are different logs, give them ids of their own.";
    Unreadable "unreadable"
        "A file, a folder or a database can't be opened or read; the message is the system's."
        "Look at the file's name and permissions.";
    NoData "no_data"
        "A string was given that is a file's name, not XML text."
        "Give a pathlib.Path to read a file.";
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.slug())
    }
}

/// One error: its kind, what was found, and where.
///
/// The place is filled in by whoever knows it: a meld code knows its bits, the
/// reader knows the element and the byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    kind: ErrorKind,
    message: String,
    offset: Option<usize>,
    element: Option<String>,
    round: Option<usize>,
}

impl Error {
    /// An error without a place.
    #[cold]
    #[must_use]
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self(Box::new(Inner { kind, message: message.into(), offset: None, element: None, round: None }))
    }

    /// The cause.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// What was found and what was expected, without the place.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Byte in the unpacked input as given, before decoding, at the element's `<`.
    #[must_use]
    pub fn offset(&self) -> Option<usize> {
        self.0.offset
    }

    /// Name of the element, where it is one element's fault.
    #[must_use]
    pub fn element(&self) -> Option<&str> {
        self.0.element.as_deref()
    }

    /// Index of the round from 0, `None` before the first INIT.
    #[must_use]
    pub fn round(&self) -> Option<usize> {
        self.0.round
    }

    /// Fills in what is not known yet of the place.
    #[cold]
    #[must_use]
    pub fn at(mut self, offset: usize, element: Option<&str>, round: Option<usize>) -> Self {
        let inner = &mut *self.0;
        inner.offset = inner.offset.or(Some(offset));
        if inner.element.is_none() {
            inner.element = element.map(shortened);
        }
        inner.round = inner.round.or(round);
        self
    }

    /// Translates the offset, once, from decoded text to the input as given.
    #[cold]
    #[must_use]
    pub fn map_offset(mut self, map: impl FnOnce(usize) -> usize) -> Self {
        self.0.offset = self.0.offset.map(map);
        self
    }
}

impl fmt::Display for Error {
    /// The message, then the place: `… (in INIT, byte 120, round 0)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)?;
        let mut sep = " (";
        if let Some(element) = &self.0.element {
            write!(f, "{sep}in {element}")?;
            sep = ", ";
        }
        if let Some(offset) = self.0.offset {
            write!(f, "{sep}byte {offset}")?;
            sep = ", ";
        }
        if let Some(round) = self.0.round {
            write!(f, "{sep}round {round}")?;
            sep = ", ";
        }
        if sep == ", " { f.write_str(")") } else { Ok(()) }
    }
}

impl core::error::Error for Error {}

/// At most 40 characters of a piece of input, for messages; control characters as escapes.
#[must_use]
pub fn shortened(text: &str) -> String {
    let mut short = String::new();
    for (i, c) in text.chars().enumerate() {
        if i == 40 {
            short.push('…');
            break;
        }
        if c.is_control() { short.extend(c.escape_default()) } else { short.push(c) }
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_are_distinct_and_snake_case() {
        let mut slugs: Vec<_> = ErrorKind::ALL.iter().map(|k| k.slug()).collect();
        assert!(slugs.iter().all(|s| s.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')));
        slugs.sort_unstable();
        slugs.dedup();
        assert_eq!(slugs.len(), ErrorKind::ALL.len());
    }

    #[test]
    fn pieces_of_input_are_short_and_plain() {
        assert_eq!(shortened("a\n\u{1b}[0m麻"), "a\\n\\u{1b}[0m麻");
        assert_eq!(shortened(&"x".repeat(99)).chars().count(), 41);
    }

    #[test]
    fn the_place_is_told_once() {
        let error = Error::new(ErrorKind::BadPai, "tile 136 of 0 to 135").at(7, Some("T136"), Some(0));
        assert_eq!(error.to_string(), "tile 136 of 0 to 135 (in T136, byte 7, round 0)");
        assert_eq!(error.clone().at(9, Some("X"), Some(1)), error);
    }
}
