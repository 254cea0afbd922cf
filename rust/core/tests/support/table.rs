//! Tiny logs, written as a game is told: hands, draws, discards and calls by their faces.

use mjlog_core::mianzi::Mianzi;
use mjlog_core::pai::Pai;

/// A log being written. Each tile is the lowest one that shows its face and is not in use yet.
pub(crate) struct Table {
    pub(crate) text: String,
    free: Vec<u8>,
    hands: [Vec<u8>; 4],
    last: u8,
}

fn face(number: u8) -> String {
    Pai::new(number.into()).unwrap().face(true).as_str().to_owned()
}

fn numbers(tiles: &[u8]) -> String {
    tiles.iter().map(u8::to_string).collect::<Vec<_>>().join(",")
}

impl Table {
    /// East 1 of a table of four with red fives, seat 0 dealing; the dora indicator is z7.
    pub(crate) fn deal(hands: [&str; 4]) -> Self {
        let text = concat!(
            r#"<mjloggm ver="2.3"><GO type="169" lobby="0"/><UN n0="a" n1="b" n2="c" n3="d" dan="0,0,0,0" "#,
            r#"rate="1,1,1,1" sx="M,M,M,M"/><TAIKYOKU oya="0"/>"#
        );
        let (free, hands_) = ((0..136).collect(), Default::default());
        let mut table = Self { text: text.to_owned(), free, hands: hands_, last: 0 };
        let dora = table.tile("z7");
        table.text += &format!(r#"<INIT seed="0,0,0,1,2,{dora}" ten="250,250,250,250" oya="0""#);
        for (seat, hand) in hands.into_iter().enumerate() {
            let mut suit = ' ';
            for c in hand.chars() {
                if c.is_ascii_digit() {
                    let tile = table.tile(&format!("{suit}{c}"));
                    table.hands[seat].push(tile);
                } else {
                    suit = c;
                }
            }
            table.text += &format!(r#" hai{seat}="{}""#, numbers(&table.hands[seat]));
        }
        table.text += "/>";
        table
    }

    fn tile(&mut self, shows: &str) -> u8 {
        let at = self.free.iter().position(|n| face(*n) == shows).unwrap_or_else(|| panic!("no {shows} is left"));
        self.free.remove(at)
    }

    /// A seat draws.
    pub(crate) fn draw(&mut self, seat: usize, shows: &str) -> &mut Self {
        let tile = self.tile(shows);
        self.hands[seat].push(tile);
        self.last = tile;
        self.text += &format!("<{}{tile}/>", ["T", "U", "V", "W"][seat]);
        self
    }

    /// A seat discards, what it drew last if that shows this face.
    pub(crate) fn discard(&mut self, seat: usize, shows: &str) -> &mut Self {
        let at = self.hands[seat].iter().rposition(|n| face(*n) == shows);
        let tile = self.hands[seat].remove(at.unwrap_or_else(|| panic!("seat {seat} has no {shows}")));
        self.last = tile;
        self.text += &format!("<{}{tile}/>", ["D", "E", "F", "G"][seat]);
        self
    }

    /// Draws and discards of the same tile.
    pub(crate) fn turns(&mut self, turns: &[(usize, &str)]) -> &mut Self {
        for (seat, shows) in turns {
            self.draw(*seat, shows).discard(*seat, shows);
        }
        self
    }

    /// A call or a kan, by 電脳麻将's notation.
    pub(crate) fn call(&mut self, seat: usize, notation: &str) -> &mut Self {
        let fits = |meld: &Mianzi| {
            let mut own = meld.tiles();
            own.retain(|pai| Some(*pai) != meld.called());
            let called = meld.called().is_none_or(|pai| pai.number() == self.last);
            let held = own.iter().all(|pai| self.hands[seat].contains(&pai.number()));
            meld.notation(true).as_str() == notation && called && held
        };
        let meld = (0..=u16::MAX).filter_map(|code| Mianzi::decode(code).ok()).find(fits).expect(notation);
        self.hands[seat].retain(|n| !meld.tiles().iter().any(|pai| pai.number() == *n));
        self.text += &format!(r#"<N who="{seat}" m="{}"/>"#, meld.code());
        self
    }

    /// A riichi, its discard and its stick; scores are hundreds after it.
    pub(crate) fn riichi(&mut self, seat: usize, discard: &str, ten: &str) -> &mut Self {
        self.text += &format!(r#"<REACH who="{seat}" step="1"/>"#);
        self.discard(seat, discard);
        self.text += &format!(r#"<REACH who="{seat}" ten="{ten}" step="2"/>"#);
        self
    }

    /// Everybody draws and discards what is left until the wall is empty, from a seat on.
    pub(crate) fn run_out(&mut self, seat: usize, drawn: usize) -> &mut Self {
        for turn in 0..70 - drawn {
            let shows = face(self.free[turn * 7 % self.free.len()]);
            self.turns(&[((seat + turn) % 4, &shows)]);
        }
        self
    }

    /// Anything as it is written.
    pub(crate) fn write(&mut self, element: &str) -> &mut Self {
        self.text += element;
        self
    }

    /// A hand as it is shown: a list of numbers, ascending, with the last tile where it is won on.
    pub(crate) fn hand(&self, seat: usize, won: bool) -> String {
        let mut hand = self.hands[seat].clone();
        if won && !hand.contains(&self.last) {
            hand.push(self.last);
        }
        hand.sort_unstable();
        numbers(&hand)
    }

    /// What was drawn or discarded last.
    pub(crate) const fn last(&self) -> u8 {
        self.last
    }

    /// The whole log.
    pub(crate) fn whole(&self) -> String {
        format!("{}</mjloggm>", self.text)
    }
}
