//! A log's elements, one by one, to the checks.

use super::check::Check;
use super::game::Game;
use super::report::Findings;
use super::round::{Phase, Round};
use super::wall::Walls;
use crate::error::Result;
use crate::game::course::Course;
use crate::game::players;
use crate::hule::Rule;
use crate::tenhou::tile::Tiles;
use crate::tenhou::{Attrs, Event, Go, Visitor};

/// Follows a log and holds each element to the rules.
pub(super) struct Auditor<'a> {
    pub(super) text: &'a str,
    /// The caller's rule, in place of the table's.
    own_rule: Option<Rule>,
    pub(super) rule: Rule,
    pub(super) go: Go,
    pub(super) course: Course,
    pub(super) players: u8,
    pub(super) red: bool,
    pub(super) findings: Findings<'a>,
    pub(super) walls: Walls<'a>,
    pub(super) game: Game,
    pub(super) round: Round,
}

impl<'a> Auditor<'a> {
    pub(super) fn new(text: &'a str, rule: Option<&Rule>) -> Self {
        let mut auditor = Self {
            text,
            own_rule: rule.copied(),
            rule: Rule::default(),
            go: Go::default(),
            course: Course::of(Go::default()),
            players: 4,
            red: true,
            findings: Findings::new(text),
            walls: Walls::new(text),
            game: Game::new(),
            round: Round::new(),
        };
        auditor.sit(Go::new(0xa9));
        auditor
    }

    /// Takes the rules of a table.
    pub(super) fn sit(&mut self, go: Go) {
        self.go = go;
        self.players = players(go);
        self.red = go.red();
        self.course = Course::of(go);
        let rule = self.own_rule.unwrap_or(Rule::tenhou(go.bits()));
        self.rule = Rule { players: self.players, ..rule };
    }

    /// The log is at its end.
    pub(super) fn finish(mut self) -> Findings<'a> {
        self.end_of_log();
        self.findings
    }

    fn take(&mut self, at: usize, event: &Event<'_>) {
        self.game.last = at;
        if matches!(event, Event::Init(_)) {
            self.findings.begin_round();
        }
        self.walls.take(at, event, &mut self.findings);
        match event {
            Event::Draw(seat, pai) => self.draw(at, *seat, *pai),
            Event::Discard(seat, pai) => self.discard(at, *seat, *pai),
            Event::Call(call) => self.call(at, *call),
            Event::Dora(pai) => self.dora(at, *pai),
            Event::Reach(reach) => self.reach(at, reach),
            Event::Init(init) => self.init(at, init),
            Event::Agari(agari) => self.agari(at, agari),
            Event::Ryuukyoku(draw) => self.ryuukyoku(at, draw),
            Event::Root(_) | Event::Shuffle(_) | Event::Go(_) | Event::Taikyoku(_) => self.head(at, event),
            Event::Un(un) => self.un(at, un),
            Event::Bye(who) => self.bye(at, *who),
            Event::Unknown => {
                self.findings.note(Check::NoteUnknown, at, &"an element of Tenhou's", &"another");
            }
        }
    }

    /// A seat that no one sits at does nothing.
    pub(super) fn sits(&mut self, check: Check, at: usize, seat: u8) -> bool {
        let (players, sits) = (self.players, seat < self.players);
        if !sits {
            self.findings.check(check, at, false, || (format!("seats 0 to {}", players - 1), format!("seat {seat}")));
        }
        sits
    }

    /// Whether a round is going on; if not, its elements are out of place.
    pub(super) fn going_on(&mut self, at: usize) -> bool {
        let phase = self.round.phase;
        self.findings.check(Check::Order, at, phase != Phase::Over, || (phase, "an element of a round"))
    }
}

impl<'a> Visitor<'a> for Auditor<'a> {
    fn tiles(&mut self, tiles: &mut Tiles<'a>) -> Result<()> {
        loop {
            let at = self.text.len() - tiles.rest().len();
            let Some(tile) = tiles.next() else { return Ok(()) };
            if tile.draw {
                self.walls.draw(at, tile.seat, tile.pai, &mut self.findings);
                self.draw(at, tile.seat, tile.pai);
            } else {
                self.discard(at, tile.seat, tile.pai);
            }
        }
    }

    fn element(&mut self, at: usize, name: &'a str, attrs: &mut impl Attrs<'a>) -> Result<()> {
        let event = Event::decode(name, attrs)?;
        self.take(at, &event);
        Ok(())
    }

    fn round(&self) -> Option<usize> {
        self.findings.round()
    }
}
