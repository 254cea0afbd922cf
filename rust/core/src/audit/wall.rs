//! Tiles against the wall of the seed.

use super::check::Check;
use super::report::Findings;
use crate::pai::Pai;
use crate::tenhou::Event;
use crate::tenhou::difference::What;
use crate::tenhou::walls::Builder;

/// The walls of a log, if it has a seed.
pub(super) struct Walls<'a> {
    builder: Builder<'a>,
    /// This round has a wall.
    known: bool,
    /// A log without a seed was noted.
    noted: bool,
    /// Differences of this round that were told.
    told: usize,
}

impl<'a> Walls<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { builder: Builder::new(text), known: false, noted: false, told: 0 }
    }

    /// Any element.
    pub(super) fn take(&mut self, at: usize, event: &Event<'_>, findings: &mut Findings<'_>) {
        match event {
            Event::Shuffle(_) | Event::Go(_) => {}
            Event::Init(init) => {
                self.told = 0;
                let own = init.shuffle.as_deref().is_some_and(|seed| !seed.is_empty());
                self.known = own || self.builder.has_seed();
                if !self.known {
                    if !core::mem::replace(&mut self.noted, true) {
                        findings.note(Check::NoteNoSeed, at, &"a seed", &"none");
                    }
                    return;
                }
            }
            _ if !self.known => return,
            Event::Draw(seat, pai) => return self.draw(at, *seat, *pai, findings),
            _ => {}
        }
        if let Err(error) = self.builder.take(at, event) {
            findings.check(Check::WallSeed, at, false, || ("a seed", error.message().to_owned()));
            self.known = false;
            return;
        }
        if self.known {
            Self::count(event, findings);
            self.tell(findings);
        }
    }

    /// A draw.
    #[inline]
    pub(super) fn draw(&mut self, at: usize, seat: u8, pai: Pai, findings: &mut Findings<'_>) {
        if self.known && self.builder.draw(at, seat, pai).is_ok() {
            let rinshan = self.builder.last().and_then(|wall| wall.draws.last()).is_some_and(|draw| draw.rinshan);
            findings.count(if rinshan { Check::WallRinshan } else { Check::WallDraw }, 1);
            self.tell(findings);
        }
    }

    /// How much of an element was compared.
    fn count(event: &Event<'_>, findings: &mut Findings<'_>) {
        match event {
            Event::Init(_) => {
                findings.count(Check::WallSeed, 1);
                findings.count(Check::WallDice, 2);
                findings.count(Check::WallDeal, 4);
                findings.count(Check::WallDora, 1);
            }
            Event::Dora(_) => findings.count(Check::WallDora, 1),
            Event::Agari(agari) => {
                findings.count(Check::WallDora, agari.dora.len());
                findings.count(Check::WallUra, agari.ura.as_ref().map_or(0, |ura| ura.len()));
            }
            _ => {}
        }
    }

    /// What differs and was not told yet.
    #[inline]
    fn tell(&mut self, findings: &mut Findings<'_>) {
        let Some(wall) = self.builder.last() else { return };
        while let Some(difference) = wall.differences.get(self.told) {
            self.told += 1;
            let check = match difference.what {
                What::Die => Check::WallDice,
                What::Deal => Check::WallDeal,
                What::Draw => Check::WallDraw,
                What::Rinshan => Check::WallRinshan,
                What::Dora => Check::WallDora,
                What::Ura => Check::WallUra,
            };
            let number = |number: Option<i32>| number.map_or("none".to_owned(), |number| number.to_string());
            let expected = number(difference.expected.map(i32::from));
            findings.tell(check, difference.offset, &expected, &number(difference.found));
        }
    }
}
