//! Tiles against the wall of the seed.

use super::check::Check;
use super::report::Findings;
use crate::pai::Pai;
use crate::tenhou::Event;
use crate::tenhou::difference::What;
use crate::tenhou::event::Init;
use crate::tenhou::walls::Builder;

/// How often another wall is looked for in a log: a search takes all walls from the first on.
const SEARCHES: u8 = 8;
/// How many rounds may be missing.
const AHEAD: usize = 16;

/// The walls of a log, if it has a seed.
pub(super) struct Walls<'a> {
    builder: Builder<'a>,
    /// This round has a wall.
    known: bool,
    /// A log without a seed was noted.
    noted: bool,
    /// Differences of this round that were told.
    told: usize,
    /// How often another wall may still be looked for.
    searches: u8,
    /// A deal was that of a wall of the seed.
    fitted: bool,
}

impl<'a> Walls<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { builder: Builder::new(text), known: false, noted: false, told: 0, searches: SEARCHES, fitted: false }
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
            self.noted = true;
            return;
        }
        if let Event::Init(init) = event {
            self.known = self.fit(at, init, findings);
        }
        if self.known {
            Self::count(event, findings);
            // Of the indicators that a win shows again WinDora says whether they are those turned.
            self.tell(findings, matches!(event, Event::Agari(_)));
        }
    }

    /// Whether a round's deal is that of its wall, or of another wall of the seed; if not, there is
    /// nothing to compare.
    fn fit(&mut self, at: usize, init: &Init<'_>, findings: &mut Findings<'_>) -> bool {
        let wall = self.builder.last();
        if wall.is_none_or(|wall| wall.agrees() || wall.wall.fits(&init.hai)) {
            self.fitted = true;
            return true;
        }
        let own = init.shuffle.as_deref().is_some_and(|seed| !seed.is_empty());
        if own {
            findings.check(Check::WallSeed, at, false, || ("this round's seed", "another's: no tile is compared"));
            return false;
        }
        if self.searches == 0 {
            return false;
        }
        self.searches -= 1;
        let index = findings.round().unwrap_or_default();
        let found = self.builder.search(at, init, AHEAD);
        let told = match found {
            Some(number) => format!("wall {number} of the seed, from 0: a round is missing, added or moved"),
            None if self.fitted => "no wall of the seed: no tile of the round is compared".to_owned(),
            None => "no wall of the seed, which is another game's: no tile is compared".to_owned(),
        };
        if found.is_none() && !self.fitted {
            self.searches = 0;
        }
        self.fitted |= found.is_some();
        findings.check(Check::WallSeed, at, false, || (format!("wall {index} of the seed"), told)) || found.is_some()
    }

    /// A draw.
    #[inline]
    pub(super) fn draw(&mut self, at: usize, seat: u8, pai: Pai, findings: &mut Findings<'_>) {
        if self.known && self.builder.draw(at, seat, pai).is_ok() {
            let rinshan = self.builder.last().and_then(|wall| wall.draws.last()).is_some_and(|draw| draw.rinshan);
            findings.count(if rinshan { Check::WallRinshan } else { Check::WallDraw }, 1);
            self.tell(findings, false);
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
                findings.count(Check::WallUra, agari.ura.as_ref().map_or(0, |ura| ura.len()));
            }
            _ => {}
        }
    }

    /// What differs and was not told yet.
    #[inline]
    fn tell(&mut self, findings: &mut Findings<'_>, shown_again: bool) {
        let Some(wall) = self.builder.last() else { return };
        while let Some(difference) = wall.differences.get(self.told) {
            self.told += 1;
            if shown_again && difference.what == What::Dora {
                continue;
            }
            let check = match difference.what {
                What::Die => Check::WallDice,
                What::Deal => Check::WallDeal,
                What::Draw => Check::WallDraw,
                What::Rinshan => Check::WallRinshan,
                What::Dora => Check::WallDora,
                What::Ura => Check::WallUra,
            };
            let (found, expected) = difference.told();
            let expected = match (difference.what, difference.seat) {
                (What::Deal, Some(seat)) => format!("{expected} for seat {seat}"),
                _ => expected,
            };
            findings.tell(check, difference.offset, &expected, &found);
        }
    }
}
