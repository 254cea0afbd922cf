//! Readings in 電脳麻将's notation: `m11`, `p12_!3`, `s555+!`, `z222=`.
//!
//! The winning tile is followed by whose it was, `_` for the winner's own, and `!`.

use super::fulou::{Direction, Fulou};
use super::melds::Melds;
use super::part::{Part as Whole, Sets, Tally, YAOJIU_SETS, run_count, set};
use super::split::{Form, Hulexing, Place, has_nine_gates};
use super::tile::{Counts, HONOURS, SUITS, Tile, digit, kinds, one, suit_of};
use crate::error::{Error, ErrorKind, Result, shortened};

impl Hulexing<'_> {
    /// The form of the hand.
    #[must_use]
    pub fn form(&self) -> Form {
        self.form
    }

    /// Its parts in 電脳麻将's notation: the pair first, then concealed sets, then melds.
    #[must_use]
    pub fn mianzi(&self) -> Vec<String> {
        match self.form {
            Form::Yiban => self.yiban(),
            Form::Qidui => {
                kinds().filter(|&t| self.pair & bit(t) != 0).map(|t| self.part(t, &[0, 0], t == self.win)).collect()
            }
            Form::Guoshi => self.guoshi(),
            Form::Jiulian => vec![self.jiulian()],
        }
    }

    fn yiban(&self) -> Vec<String> {
        let mut parts = Vec::with_capacity(5);
        let pair = kinds().find(|&t| self.pair == bit(t));
        parts.extend(pair.map(|t| self.part(t, &[0, 0], self.place == Place::Pair)));
        for tile in kinds() {
            let Tile { suit, number, .. } = tile;
            let runs = if suit < HONOURS && number <= 7 { run_count(self.runs, suit, number) } else { 0 };
            for copy in 0..runs {
                // Of equal runs the first has the winning tile.
                let wins = copy == 0 && suit == self.win.suit && self.place == Place::Run(number);
                parts.push(self.part(tile, &[0, 1, 2], wins));
            }
            if self.sets & bit(tile) != 0 {
                parts.push(self.part(tile, &[0, 0, 0], tile == self.win && self.place == Place::Triplet));
            }
        }
        parts.extend(self.melds.list.iter().map(|fulou| fulou.text(false).to_string()));
        parts
    }

    fn guoshi(&self) -> Vec<String> {
        let mut parts = Vec::with_capacity(13);
        for tile in kinds().filter(|t| t.is_yaojiu()) {
            let wins = tile == self.win;
            if self.pair == bit(tile) {
                parts.insert(0, self.part(tile, &[0, 0], wins));
            } else {
                parts.push(self.part(tile, &[0], wins));
            }
        }
        parts
    }

    fn jiulian(&self) -> String {
        let mut word = self.bingpai.suit(self.win.suit);
        word = word.saturating_sub(one(self.win.number));
        let mut text = String::from(SUITS[usize::from(self.win.suit & 3)] as char);
        for number in 1..=9 {
            text.extend((0..digit(word, number)).map(|_| (b'0' + number) as char));
        }
        text.push((b'0' + self.win.number) as char);
        text.push_str(self.mark());
        text
    }

    /// Tiles so many steps up from one; the last equal to the winning tile is marked if it `wins`.
    fn part(&self, tile: Tile, steps: &[u8], wins: bool) -> String {
        let mut text = String::from(SUITS[usize::from(tile.suit & 3)] as char);
        let last = steps.iter().rposition(|step| tile.number + step == self.win.number);
        for (at, step) in steps.iter().enumerate() {
            text.push((b'0' + tile.number + step) as char);
            if wins && Some(at) == last {
                text.push_str(self.mark());
            }
        }
        text
    }

    /// The winning tile's mark.
    fn mark(&self) -> &'static str {
        match self.from {
            None => "_!",
            Some(Direction::Right) => "+!",
            Some(Direction::Across) => "=!",
            Some(Direction::Left) => "-!",
        }
    }
}

fn bit(tile: Tile) -> Sets {
    set(tile.suit, tile.number)
}

/// A reading that came as notation.
#[derive(Clone, Debug)]
pub struct Reading {
    form: Form,
    part: Whole,
    bingpai: Counts,
    win: Tile,
    from: Option<Direction>,
    place: Place,
    melds: Melds,
}

/// One concealed part of a reading: its numbers, and which of them won.
struct Part {
    suit: u8,
    numbers: arrayvec::ArrayVec<u8, 14>,
    win: Option<(u8, Option<Direction>)>,
}

impl Part {
    fn read(text: &str) -> Option<Self> {
        let (&letter, rest) = text.as_bytes().split_first()?;
        let suit = suit_of(letter)?;
        let mut part = Self { suit, numbers: arrayvec::ArrayVec::new(), win: None };
        let mut bytes = rest.iter();
        while let Some(&byte) = bytes.next() {
            if byte.is_ascii_digit() {
                let tile = Tile::new(suit, byte - b'0').filter(|t| !t.red)?;
                part.numbers.try_push(tile.number).ok()?;
                continue;
            }
            let from = if byte == b'_' { None } else { Some(Direction::of(byte)?) };
            let win = (*part.numbers.last()?, from);
            if bytes.next() != Some(&b'!') || part.win.replace(win).is_some() {
                return None;
            }
        }
        Some(part)
    }

    fn same(&self) -> bool {
        self.numbers.iter().all(|n| Some(n) == self.numbers.first())
    }
}

impl Reading {
    /// Reads the parts of a reading, as [`hule_mianzi`](super::hule_mianzi) gives them.
    ///
    /// # Errors
    /// `BadNotation`, and `TooManyPai` for five of a tile.
    pub fn parse<S: AsRef<str>>(parts: &[S]) -> Result<Self> {
        let form = match parts.len() {
            5 => Form::Yiban,
            7 => Form::Qidui,
            13 => Form::Guoshi,
            1 => Form::Jiulian,
            n => {
                return Err(no_reading(&format!(
                    "{n} parts: a reading has 5, or 7 pairs, 13 orphans, 1 of nine gates"
                )));
            }
        };
        let mut reading = Self {
            form,
            part: Whole::default(),
            bingpai: Counts::default(),
            win: Tile { suit: 0, number: 1, red: false },
            from: None,
            place: Place::Single,
            melds: Melds::default(),
        };
        let mut won = false;
        for (at, text) in parts.iter().enumerate() {
            let text = text.as_ref();
            if let Some(fulou) = Fulou::read(text.as_bytes()).filter(|_| form == Form::Yiban && at > 0) {
                reading.add(fulou)?;
                continue;
            }
            let part = Part::read(text).ok_or_else(|| bad(text, "no part of a reading"))?;
            let place = reading.take(&part, at).ok_or_else(|| bad(text, "no part of this kind of reading"))?;
            if let Some((number, from)) = part.win {
                if won {
                    return Err(bad(text, "a second winning tile"));
                }
                won = true;
                (reading.win, reading.from) = (Tile { suit: part.suit, number, red: false }, from);
                reading.place = place;
            }
        }
        if !won {
            return Err(no_reading(
                "no part has the winning tile, which is followed by whose it was and `!`, as in m12_!3",
            ));
        }
        match kinds().find(|t| reading.count(*t) > 4) {
            Some(tile) => Err(five(tile)),
            None if form == Form::Jiulian && !has_nine_gates(reading.bingpai.suit(reading.win.suit)) => {
                Err(bad(parts[0].as_ref(), "no nine gates"))
            }
            None if form == Form::Guoshi && kinds().any(|t| t.is_yaojiu() && reading.count(t) == 0) => {
                Err(no_reading("thirteen orphans are thirteen different tiles, one of them twice"))
            }
            None => Ok(reading),
        }
    }

    /// Adds a concealed part: where its winning tile would stand.
    fn take(&mut self, part: &Part, at: usize) -> Option<Place> {
        for &number in &part.numbers {
            if self.bingpai.get(part.suit, number) > 5 {
                return None;
            }
            self.bingpai.add(Tile { suit: part.suit, number, red: false });
        }
        let first = *part.numbers.first()?;
        let own = set(part.suit, first);
        match (self.form, part.numbers.len()) {
            (Form::Jiulian, 14) if part.suit != HONOURS => Some(Place::Single),
            (Form::Guoshi, 1) if own & YAOJIU_SETS != 0 => Some(Place::Single),
            (Form::Guoshi, 2) if part.same() && at == 0 && own & YAOJIU_SETS != 0 => {
                self.part.pair = own;
                Some(Place::Pair)
            }
            (Form::Qidui, 2) if part.same() && self.part.pair & own == 0 => {
                self.part.pair |= own;
                self.part.tally = Tally::of_pairs(self.part.pair);
                Some(Place::Pair)
            }
            (Form::Yiban, 2) if part.same() && at == 0 => {
                self.part = Whole::pair(part.suit, first);
                Some(Place::Pair)
            }
            (Form::Yiban, 3) if at > 0 && part.same() && self.part.sets & own == 0 => {
                self.part.add_set(part.suit, first);
                Some(Place::Triplet)
            }
            (Form::Yiban, 3) if at > 0 && part.suit != HONOURS && is_run(&part.numbers) => {
                self.part.add_runs(part.suit, first, 1);
                Some(Place::Run(first))
            }
            _ => None,
        }
    }

    fn add(&mut self, fulou: Fulou) -> Result<()> {
        for number in (fulou.number()..=9).take(3) {
            if digit(self.melds.tiles.suit(fulou.suit()), number) + digit(fulou.word(), number) > 4 {
                return Err(five(Tile { suit: fulou.suit(), number, red: false }));
            }
        }
        self.melds.push(fulou); // one of four parts at most
        Ok(())
    }

    fn count(&self, tile: Tile) -> u8 {
        let of = |counts: &Counts| digit(counts.suit(tile.suit), tile.number);
        of(&self.bingpai) + of(&self.melds.tiles)
    }

    /// The reading.
    #[must_use]
    pub fn view(&self) -> Hulexing<'_> {
        Hulexing {
            form: self.form,
            pair: self.part.pair,
            runs: self.part.runs,
            sets: self.part.sets,
            tally: self.part.tally,
            bingpai: self.bingpai,
            win: self.win,
            from: self.from,
            place: self.place,
            melds: &self.melds,
        }
    }
}

fn is_run(numbers: &[u8]) -> bool {
    numbers.windows(2).all(|pair| pair[0] + 1 == pair[1])
}

#[cold]
fn five(tile: Tile) -> Error {
    Error::new(ErrorKind::TooManyPai, format!("five of {tile} in a reading"))
}

#[cold]
fn no_reading(why: &str) -> Error {
    Error::new(ErrorKind::BadNotation, why)
}

#[cold]
fn bad(part: &str, why: &str) -> Error {
    Error::new(ErrorKind::BadNotation, format!("`{}` is {why}", shortened(part)))
}
