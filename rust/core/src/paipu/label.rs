//! Player labels: a template of `{name} {dan} {rate} {seat}`.

use crate::error::{Error, ErrorKind, Result, shortened};

/// 電脳麻将's own form: the name, a line break, rank and rate in brackets.
pub const DEFAULT: &str = "{name}\n({dan} R{rate})";

/// A template may be this long, in bytes.
const MAX_TEMPLATE: usize = 1000;

/// A template, read and checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label(Vec<Piece>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Field(Name),
    Text(String),
    Space(String),
    Open(char),
    Close(char),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Name {
    Nick,
    Dan,
    Rate,
    Seat,
}

/// What fills the fields. Rank and rate may be unknown.
#[derive(Clone, Copy, Debug, Default)]
pub struct Player<'a> {
    /// The name, decoded.
    pub name: &'a str,
    /// The rank's name.
    pub dan: Option<&'a str>,
    /// The rate, rounded down.
    pub rate: Option<i64>,
    /// Tenhou's seat, 0 to 3.
    pub seat: u8,
}

const BRACKETS: [(char, char); 12] = [
    ('(', ')'),
    ('[', ']'),
    ('{', '}'),
    ('<', '>'),
    ('（', '）'),
    ('［', '］'),
    ('｛', '｝'),
    ('＜', '＞'),
    ('「', '」'),
    ('『', '』'),
    ('【', '】'),
    ('〔', '〕'),
];

impl Default for Label {
    fn default() -> Self {
        Self::parse(DEFAULT).unwrap_or(Self(vec![Piece::Field(Name::Nick)]))
    }
}

impl Label {
    /// Reads a template; `{{` and `}}` stand for braces.
    ///
    /// # Errors
    /// [`ErrorKind::BadTemplate`] for an unknown field or a brace that stands alone.
    pub fn parse(template: &str) -> Result<Self> {
        let bad = |why: &str| {
            let message = format!(
                "player_format \"{}\": {why}; the fields are {{name}}, {{dan}}, {{rate}} and {{seat}}, a brace is {{{{ or }}}}",
                shortened(template)
            );
            Error::new(ErrorKind::BadTemplate, message)
        };
        if template.len() > MAX_TEMPLATE {
            return Err(bad(&format!("longer than {MAX_TEMPLATE} bytes")));
        }
        let mut pieces = Vec::new();
        let mut rest = template;
        while let Some(c) = rest.chars().next() {
            let tail = rest.get(c.len_utf8()..).unwrap_or_default();
            if c == '{' && !tail.starts_with('{') {
                let Some((field, after)) = tail.split_once('}') else { return Err(bad("a { that is not closed")) };
                pieces.push(Piece::Field(match field {
                    "name" => Name::Nick,
                    "dan" => Name::Dan,
                    "rate" => Name::Rate,
                    "seat" => Name::Seat,
                    _ => return Err(bad(&format!("no field {{{}}}", shortened(field)))),
                }));
                rest = after;
                continue;
            }
            rest = tail;
            if matches!(c, '{' | '}') {
                match tail.strip_prefix(c) {
                    Some(after) => rest = after,
                    None => return Err(bad("a } that closes nothing")),
                }
            }
            match (c, pieces.last_mut()) {
                (c, _) if BRACKETS.iter().any(|b| b.0 == c) => pieces.push(Piece::Open(c)),
                (c, _) if BRACKETS.iter().any(|b| b.1 == c) => pieces.push(Piece::Close(c)),
                (c, Some(Piece::Space(run))) if c.is_whitespace() => run.push(c),
                (c, _) if c.is_whitespace() => pieces.push(Piece::Space(c.into())),
                (c, Some(Piece::Text(run))) => run.push(c),
                (c, _) => pieces.push(Piece::Text(c.into())),
            }
        }
        Ok(Self(pieces))
    }

    /// Fills the template.
    ///
    /// A rank or rate that is unknown takes with it the text that touches it and one
    /// adjacent run of white space; a pair of brackets left empty then goes with the
    /// white space before it.
    #[must_use]
    pub fn fill(&self, player: &Player<'_>) -> String {
        let mut out = String::new();
        self.append(player, &mut out);
        out
    }

    /// Fills the template behind what is there.
    pub(super) fn append(&self, player: &Player<'_>, out: &mut String) {
        if player.dan.is_some() && player.rate.is_some() {
            for piece in &self.0 {
                piece.write(player, out);
            }
            return;
        }
        let mut keep = vec![true; self.0.len()];
        for (i, piece) in self.0.iter().enumerate() {
            if matches!(piece, Piece::Field(name) if name.is_empty(player)) {
                self.drop_field(i, &mut keep);
            }
        }
        self.drop_brackets(&mut keep);
        for (piece, _) in self.0.iter().zip(keep).filter(|(_, keep)| *keep) {
            piece.write(player, out);
        }
    }

    /// Marks an empty field, the text that touches it, and one run of white space.
    fn drop_field(&self, field: usize, keep: &mut [bool]) {
        let is_text = |i: &usize| matches!(self.0.get(*i), Some(Piece::Text(_)));
        let from = (0..field).rev().take_while(is_text).last().unwrap_or(field);
        let to = (field + 1..self.0.len()).take_while(is_text).last().unwrap_or(field);
        for i in from..=to {
            mark(keep, i);
        }
        // The nearest piece still there on either side; white space before goes first.
        let before = (0..from).rev().find(|&i| keep.get(i) == Some(&true));
        let after = (to + 1..self.0.len()).find(|&i| keep.get(i) == Some(&true));
        let is_space = |i: &usize| matches!(self.0.get(*i), Some(Piece::Space(_)));
        if let Some(i) = before.filter(is_space).or(after.filter(is_space)) {
            mark(keep, i);
        }
    }

    /// Marks bracket pairs that have nothing left between them, inner ones first.
    fn drop_brackets(&self, keep: &mut [bool]) {
        let mut open = Vec::new();
        for (i, piece) in self.0.iter().enumerate() {
            match piece {
                Piece::Open(c) => open.push((i, *c)),
                Piece::Close(c) => {
                    let Some((start, opened)) = open.pop() else { continue };
                    let pair = BRACKETS.contains(&(opened, *c));
                    let emptied =
                        i > start + 1 && keep.get(start + 1..i).is_some_and(|inside| inside.iter().all(|k| !k));
                    if pair && emptied {
                        mark(keep, start);
                        mark(keep, i);
                        let before = (0..start).rev().find(|&i| keep.get(i) == Some(&true));
                        if let Some(space) = before.filter(|&i| matches!(self.0.get(i), Some(Piece::Space(_)))) {
                            mark(keep, space);
                        }
                    }
                }
                _ => {}
            }
        }
    }
}

fn mark(keep: &mut [bool], at: usize) {
    if let Some(keep) = keep.get_mut(at) {
        *keep = false;
    }
}

impl Piece {
    fn write(&self, player: &Player<'_>, out: &mut String) {
        match self {
            Piece::Field(name) => name.write(player, out),
            Piece::Text(text) | Piece::Space(text) => out.push_str(text),
            Piece::Open(c) | Piece::Close(c) => out.push(*c),
        }
    }
}

impl Name {
    fn is_empty(self, player: &Player<'_>) -> bool {
        match self {
            Name::Nick | Name::Seat => false,
            Name::Dan => player.dan.is_none(),
            Name::Rate => player.rate.is_none(),
        }
    }

    fn write(self, player: &Player<'_>, out: &mut String) {
        match self {
            Name::Nick => out.push_str(player.name),
            Name::Dan => out.push_str(player.dan.unwrap_or_default()),
            Name::Rate => out.push_str(itoa::Buffer::new().format(player.rate.unwrap_or_default())),
            Name::Seat => out.push(char::from(b'0' + player.seat % 10)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fill(template: &str, dan: Option<&str>, rate: Option<i64>) -> String {
        Label::parse(template).unwrap().fill(&Player { name: "名前", dan, rate, seat: 2 })
    }

    #[test]
    fn whole_labels() {
        assert_eq!(fill(DEFAULT, Some("六段"), Some(1500)), "名前\n(六段 R1500)");
        assert_eq!(fill("{seat}: {name} {{{dan}}}", Some("六段"), None), "2: 名前 {六段}");
        assert_eq!(fill("", None, None), "");
    }

    #[test]
    fn empty_fields_go_with_what_belongs_to_them() {
        assert_eq!(fill(DEFAULT, None, Some(1500)), "名前\n(R1500)");
        assert_eq!(fill(DEFAULT, Some("六段"), None), "名前\n(六段)");
        assert_eq!(fill(DEFAULT, None, None), "名前");
        assert_eq!(fill("{name} {dan} {rate}点", None, None), "名前");
        assert_eq!(fill("{name} {dan} {rate}点", None, Some(1500)), "名前 1500点");
        assert_eq!(fill("{name}【{dan}/{rate}】", None, Some(1500)), "名前【1500】");
        assert_eq!(fill("{name} [({dan})]", None, None), "名前");
        assert_eq!(fill("{name} () {dan}", None, None), "名前 ()");
    }

    #[test]
    fn templates_that_are_none() {
        for bad in [&"x".repeat(1001), "{nam}", "{name", "}", "{", "{}", "a}b"] {
            assert_eq!(Label::parse(bad).unwrap_err().kind(), ErrorKind::BadTemplate, "{bad}");
        }
    }
}
