//! Elements as Tenhou's server writes them: order of attributes, spaces, forms of numbers.
//!
//! ```
//! use mjlog_core::pai::Pai;
//! use mjlog_core::tenhou::Go;
//! use mjlog_core::tenhou::write::Writer;
//!
//! let mut log = Writer::new();
//! log.root();
//! log.go(Go::new(169), "0");
//! log.bye(2);
//! log.draw(1, Pai::new(12)?);
//! assert_eq!(log.finish(), r#"<mjloggm ver="2.3"><GO type="169" lobby="0"/><BYE who="2" /><U12/></mjloggm>"#);
//! # Ok::<(), mjlog_core::Error>(())
//! ```

use super::event::{Agari, Call, Init, Outcome, Ryuukyoku, Un};
use super::go::Go;
use super::xml::is_name;
use crate::error::{Error, ErrorKind, Result, shortened};
use crate::pai::Pai;

/// Writes a log, one call an element.
#[derive(Debug, Default)]
pub struct Writer {
    text: String,
    /// Whether there is a root to be closed.
    root: bool,
}

impl Writer {
    /// Nothing written yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { text: String::new(), root: false }
    }

    /// The root, of the one version known.
    pub fn root(&mut self) {
        self.element("mjloggm").attribute("ver", "2.3").close();
    }

    /// `SHUFFLE`: the seed of the game's walls.
    pub fn shuffle(&mut self, seed: &str) {
        self.element("SHUFFLE").attribute("seed", seed).attribute("ref", "").close();
    }

    /// `GO`: the table.
    pub fn go(&mut self, go: Go, lobby: &str) {
        self.element("GO").number("type", go.bits()).attribute("lobby", lobby).close();
    }

    /// `UN`: who plays, or who came back.
    pub fn un(&mut self, un: &Un<'_>) {
        let mut element = self.element("UN");
        for (key, name) in ["n0", "n1", "n2", "n3"].into_iter().zip(&un.names) {
            if let Some(name) = name {
                element = element.attribute(key, name);
            }
        }
        if let Some(dan) = un.dan {
            element = element.numbers("dan", dan.map(Option::unwrap_or_default));
        }
        for (key, text) in [("rate", &un.rate), ("sx", &un.sex)] {
            if let Some(text) = text {
                element = element.attribute(key, text);
            }
        }
        element.close();
    }

    /// `BYE`: this seat lost its connection.
    pub fn bye(&mut self, who: u8) {
        self.element("BYE").number("who", who).close();
    }

    /// `TAIKYOKU`: the game begins; the first dealer's seat.
    pub fn taikyoku(&mut self, oya: u8) {
        self.element("TAIKYOKU").number("oya", oya).close();
    }

    /// `INIT`: a round begins.
    pub fn init(&mut self, init: &Init<'_>) {
        let [die, other] = init.dice;
        let seed = [init.round.into(), init.honba, init.sticks, die, other, init.dora.number().into()];
        let mut element = self.element("INIT").numbers("seed", seed).numbers("ten", init.ten.iter().copied());
        if let Some(chip) = &init.chip {
            element = element.numbers("chip", chip.iter().copied());
        }
        element = element.number("oya", init.oya);
        for (key, hand) in HANDS.into_iter().zip(&init.hai) {
            element = element.tiles(key, hand);
        }
        if let Some(shuffle) = &init.shuffle {
            element = element.attribute("shuffle", shuffle);
        }
        element.close();
    }

    /// `T` to `W`: a seat draws a tile.
    pub fn draw(&mut self, seat: u8, pai: Pai) {
        self.tile(['T', 'U', 'V', 'W'], seat, pai);
    }

    /// `D` to `G`: a seat discards a tile.
    pub fn discard(&mut self, seat: u8, pai: Pai) {
        self.tile(['D', 'E', 'F', 'G'], seat, pai);
    }

    fn tile(&mut self, letters: [char; 4], seat: u8, pai: Pai) {
        self.text.push('<');
        self.text.push(letters[usize::from(seat & 3)]);
        push_number(&mut self.text, pai.number());
        self.text.push_str("/>");
    }

    /// `N`: a seat calls, makes a kan or sets a north aside.
    pub fn call(&mut self, call: Call) {
        self.element("N").number("who", call.who).number("m", call.mianzi.code()).close();
    }

    /// `DORA`: a kan dora indicator is turned.
    pub fn dora(&mut self, pai: Pai) {
        self.element("DORA").number("hai", pai.number()).close();
    }

    /// `REACH`, the first: riichi is declared, before the discard.
    pub fn reach_declared(&mut self, who: u8) {
        self.element("REACH").number("who", who).number("step", 1).close();
    }

    /// `REACH`, the second: the stick is paid, and these are the scores since, in hundreds.
    pub fn reach_paid(&mut self, who: u8, ten: &[i32]) {
        self.element("REACH").number("who", who).numbers("ten", ten.iter().copied()).number("step", 2).close();
    }

    /// `AGARI`: a win.
    pub fn agari(&mut self, agari: &Agari<'_>) {
        let mut element = self.element("AGARI").ba(&agari.outcome).tiles("hai", &agari.hai);
        if !agari.melds.is_empty() {
            element = element.numbers("m", agari.melds.iter().map(|meld| meld.code()));
        }
        element = element.number("machi", agari.machi.number()).numbers("ten", agari.ten);
        if agari.yakuman.is_empty() {
            element = element.numbers("yaku", agari.yaku.iter().flat_map(|&(id, han)| [id, han]));
        } else {
            element = element.numbers("yakuman", agari.yakuman.iter().copied());
        }
        element = element.tiles("doraHai", &agari.dora);
        if let Some(ura) = &agari.ura {
            element = element.tiles("doraHaiUra", ura);
        }
        element = element.number("who", agari.who).number("fromWho", agari.from);
        if let Some(pao) = agari.pao {
            element = element.number("paoWho", pao);
        }
        element.changes(&agari.outcome).owari(&agari.outcome).close();
    }

    /// `RYUUKYOKU`: a draw.
    pub fn ryuukyoku(&mut self, draw: &Ryuukyoku<'_>) {
        let mut element = self.element("RYUUKYOKU");
        if let Some(why) = &draw.why {
            element = element.attribute("type", why);
        }
        element = element.ba(&draw.outcome).changes(&draw.outcome);
        for (key, hand) in HANDS.into_iter().zip(&draw.hai) {
            if let Some(hand) = hand {
                element = element.tiles(key, hand);
            }
        }
        element.owari(&draw.outcome).close();
    }

    /// Any element: its attributes are written as they come.
    pub fn element<'w>(&'w mut self, name: &'w str) -> Element<'w> {
        self.text.push('<');
        self.text.push_str(name);
        Element { writer: self, name, attributes: 0 }
    }

    /// The text, the root closed if there is one.
    #[must_use]
    pub fn finish(mut self) -> String {
        if self.root {
            self.text.push_str("</mjloggm>");
        }
        self.text
    }
}

const HANDS: [&str; 4] = ["hai0", "hai1", "hai2", "hai3"];

fn push_number(text: &mut String, number: impl itoa::Integer) {
    text.push_str(itoa::Buffer::new().format(number));
}

/// Writes elements of which each is a name and its attributes in order: those that were read
/// from a log of Tenhou's come out as they stand there.
///
/// # Errors
/// [`ErrorKind::BadArgument`] for a name or a character that XML can't have.
pub fn write_elements<'e>(
    elements: impl IntoIterator<Item = (&'e str, impl IntoIterator<Item = (&'e str, &'e str)>)>,
) -> Result<String> {
    let named = |name: &'e str| {
        let wrong = || Error::new(ErrorKind::BadArgument, format!("{:?} is no name in XML", shortened(name)));
        (is_name(name) && name.chars().all(is_char)).then_some(name).ok_or_else(wrong)
    };
    let held = |key: &str, value: &'e str| match value.chars().find(|&c| !is_char(c)) {
        None => Ok(value),
        Some(c) => {
            let c = u32::from(c);
            let told = format!("the value of {:?} holds U+{c:04X}, which XML can't have", shortened(key));
            Err(Error::new(ErrorKind::BadArgument, told))
        }
    };
    let mut log = Writer::new();
    for (name, attributes) in elements {
        let mut element = log.element(named(name)?);
        for (key, value) in attributes {
            element = element.attribute(named(key)?, held(key, value)?);
        }
        element.close();
    }
    Ok(log.finish())
}

/// Whether XML 1.0 can have the character, as it is or as an entity.
const fn is_char(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

/// A tag that is being written.
#[derive(Debug)]
#[must_use = "an element has to be closed"]
pub struct Element<'w> {
    writer: &'w mut Writer,
    name: &'w str,
    attributes: usize,
}

impl Element<'_> {
    /// An attribute; what XML would not read back as it is becomes an entity.
    pub fn attribute(mut self, key: &str, value: &str) -> Self {
        let text = self.open(key);
        for c in value.chars() {
            match c {
                '&' => text.push_str("&amp;"),
                '<' => text.push_str("&lt;"),
                '>' => text.push_str("&gt;"),
                '"' => text.push_str("&quot;"),
                '\t' => text.push_str("&#9;"),
                '\n' => text.push_str("&#10;"),
                '\r' => text.push_str("&#13;"),
                c => text.push(c),
            }
        }
        text.push('"');
        self
    }

    fn open(&mut self, key: &str) -> &mut String {
        self.attributes += 1;
        let text = &mut self.writer.text;
        text.push(' ');
        text.push_str(key);
        text.push_str("=\"");
        text
    }

    fn number(self, key: &str, number: impl itoa::Integer) -> Self {
        self.numbers(key, [number])
    }

    fn numbers(mut self, key: &str, numbers: impl IntoIterator<Item = impl itoa::Integer>) -> Self {
        let text = self.open(key);
        for (i, number) in numbers.into_iter().enumerate() {
            if i > 0 {
                text.push(',');
            }
            push_number(text, number);
        }
        text.push('"');
        self
    }

    fn tiles(self, key: &str, tiles: &[Pai]) -> Self {
        self.numbers(key, tiles.iter().map(|pai| pai.number()))
    }

    fn ba(self, outcome: &Outcome<'_>) -> Self {
        match &outcome.ba {
            Some(ba) => self.numbers("ba", ba.iter().copied()),
            None => self,
        }
    }

    fn changes(self, outcome: &Outcome<'_>) -> Self {
        self.numbers("sc", outcome.sc.iter().copied())
    }

    fn owari(self, outcome: &Outcome<'_>) -> Self {
        match &outcome.owari {
            Some(owari) => self.attribute("owari", &owari.text),
            None => self,
        }
    }

    /// Ends the tag. The server puts a space before the end of some elements: those that it
    /// sends to players as they come, and are not draws, discards or riichi.
    pub fn close(self) {
        let spaced = match self.name {
            "AGARI" | "BYE" | "DORA" | "N" | "RYUUKYOKU" => true,
            "UN" => self.attributes == 1,
            _ => false,
        };
        // One in the root is an element as any other.
        let root = self.name == "mjloggm" && !self.writer.root;
        self.writer.root |= root;
        self.writer.text.push_str(if root {
            ">"
        } else if spaced {
            " />"
        } else {
            "/>"
        });
    }
}
