//! The game around the rounds: INIT against what came before, and the end.

use super::auditor::Auditor;
use super::check::Check;
use super::head::Head;
use super::report::{list, many, points};
use super::round::{Phase, Round, Where};
use crate::game::Seats;
use crate::game::course::{End, Ending, Place};
use crate::tenhou::event::Init;
use crate::tenhou::wall::drawable;

/// A round's result, as far as the game's course goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Result {
    pub(super) ending: Ending,
    /// Sticks left on the table.
    pub(super) sticks: i32,
    /// It has `owari`.
    pub(super) owari: bool,
}

/// What is known of a game between rounds.
pub(super) struct Game {
    pub(super) head: Head,
    /// Scores, with the sticks of this round paid.
    pub(super) scores: Seats<i32>,
    /// What they are if the last thing said of them was wrong: where the log goes on with these,
    /// that was its only fault.
    pub(super) instead: Option<Seats<i32>>,
    pub(super) chips: Seats<i32>,
    /// The last round's result; none while a round goes on.
    pub(super) result: Option<Result>,
    /// The game has ended.
    pub(super) over: bool,
    /// The table has rules of its own.
    pub(super) custom: bool,
    /// The last element, for what is found at the log's end.
    pub(super) last: usize,
}

impl Game {
    pub(super) fn new() -> Self {
        Self {
            head: Head::default(),
            scores: [0; 4],
            instead: None,
            chips: [0; 4],
            result: None,
            over: false,
            custom: false,
            last: 0,
        }
    }

    /// The log goes on with these scores.
    pub(super) fn agree(&mut self, scores: Seats<i32>) {
        if let Some(instead) = self.instead.take().filter(|instead| *instead == scores) {
            self.scores = instead;
        }
    }
}

impl Auditor<'_> {
    /// A round begins.
    pub(super) fn init(&mut self, at: usize, init: &Init<'_>) {
        self.head_complete(at);
        self.nothing_after(at);
        let place = Place { round: init.round, honba: init.honba, sticks: init.sticks };
        let ten: Seats<i32> = core::array::from_fn(|seat| init.ten.get(seat).copied().unwrap_or_default());
        let first = self.findings.round() == Some(0);
        if first {
            self.first_round(at, place, ten);
        } else if let Some(result) = self.game.result {
            self.goes_on(result, at);
            let next = self.course.next(self.round.place, result.ending, result.sticks);
            self.findings
                .check(Check::CourseRound, at, next.round == place.round, || (named(next.round), named(place.round)));
            self.findings.equal(Check::CourseHonba, at, next.honba, place.honba);
            self.findings.equal(Check::CourseSticks, at, next.sticks, place.sticks);
            self.game.agree(ten);
            let scores = self.game.scores;
            let same = self.findings.check(Check::CourseScores, at, scores == ten, || (points(scores), points(ten)));
            self.game.instead = (!same).then_some(scores);
        } else {
            self.findings.check(Check::Order, at, false, || ("the last round's result", "INIT"));
        }
        self.findings.check(Check::CourseDealer, at, init.oya == place.oya(), || {
            (format!("seat {}", place.oya()), format!("seat {}", init.oya))
        });
        let chips = init
            .chip
            .as_ref()
            .map_or([0; 4], |chip| core::array::from_fn(|seat| chip.get(seat).copied().unwrap_or_default()));
        let known = self.game.chips;
        if self.go.chips() || init.chip.is_some() {
            self.findings.check(Check::CourseChips, at, known == chips, || (list(known), list(chips)));
        }
        self.game.scores = ten;
        self.game.chips = chips;
        self.game.result = None;
        self.deal(at, init, place);
    }

    /// East 1, with the scores that a game begins with.
    fn first_round(&mut self, at: usize, place: Place, ten: Seats<i32>) {
        self.findings.check(Check::CourseFirst, at, place == Place::default(), || {
            let told = |place: Place| format!("{}, honba {}, sticks {}", named(place.round), place.honba, place.sticks);
            (told(Place::default()), told(place))
        });
        let start = self.course.start();
        let own = (0..usize::from(self.players)).all(|seat| ten[seat] == ten[0]) && ten != start;
        if own || self.go.tournament() {
            self.game.custom = true;
            let kind = if self.go.tournament() { "a tournament" } else { "a table" };
            let found = format!("{kind} with rules of its own, scores {}", points(ten));
            self.findings.note(Check::NoteCustom, at, &"not checked: starting scores, end, final points", &found);
        } else {
            self.findings.check(Check::CourseFirst, at, ten == start, || (points(start), points(ten)));
        }
    }

    /// The round with its tiles.
    fn deal(&mut self, at: usize, init: &Init<'_>, place: Place) {
        self.round = Round::new();
        self.round.place = place;
        self.round.oya = init.oya;
        self.round.left = drawable(self.players);
        for (seat, hai) in (0..).zip(&init.hai) {
            let dealt = if seat < self.players { 13 } else { 0 };
            self.findings.check(Check::Deal, at, dealt == hai.len(), || {
                (format!("{dealt} tiles of seat {seat}"), many(hai.len(), "tile", "tiles"))
            });
            for pai in hai {
                self.unseen(at, *pai);
                self.round.give(seat, *pai, self.red);
            }
            let holder = self.round.seat_mut(seat);
            holder.nagashi = true;
            holder.lost |= hai.len() != dealt;
        }
        self.unseen(at, init.dora);
        self.round.put(init.dora, Where::Open);
        self.round.turned.clear();
        let _ = self.round.turned.try_push(init.dora);
        let dice = init.dice.iter().all(|die| (0..6).contains(die));
        self.findings
            .check(Check::WallDice, at, dice, || ("1 to 6 pips", list(init.dice.map(|die| i64::from(die) + 1))));
        self.round.phase = Phase::Draw(init.oya);
    }

    /// The game went on behind this result: it was not to end.
    fn goes_on(&mut self, result: Result, at: usize) {
        if result.owari {
            return;
        }
        let end = self.due_end(result);
        match end {
            Some(End::TenpaiAhead) if self.game.head.old => {
                self.findings.note(Check::NoteTenpaiYame, at, &"the end", &"another round");
            }
            Some(_) if self.game.custom => {
                self.findings.note(Check::NoteCustom, at, &"the end, by the table's type", &"another round");
            }
            _ => {
                self.findings
                    .check(Check::CourseEnd, at, end.is_none(), || (end.map_or("", why).to_owned(), "another round"));
            }
        }
    }

    /// Whether the game has to end with this result.
    pub(super) fn due_end(&self, result: Result) -> Option<End> {
        self.course.end(self.round.place, result.ending, &self.game.scores)
    }

    /// Nothing stands behind the end but who comes and goes.
    pub(super) fn nothing_after(&mut self, at: usize) {
        let over = core::mem::take(&mut self.game.over);
        self.findings.check(Check::CourseAfter, at, !over, || ("nothing behind the end", "more"));
    }

    /// The log is at its end.
    pub(super) fn end_of_log(&mut self) {
        let at = self.game.last;
        self.head_complete(at);
        if self.game.over {
            return;
        }
        let due = self.game.result.filter(|_| self.round.phase == Phase::Over).and_then(|result| self.due_end(result));
        match due {
            Some(end) if !(self.game.custom || end == End::TenpaiAhead && self.game.head.old) => {
                self.findings.check(Check::CourseEnd, at, false, || (why(end), "no owari"));
            }
            _ => self.findings.note(Check::NoteCut, at, &"the game's end", &"none"),
        }
    }
}

/// Why a game is over.
const fn why(end: End) -> &'static str {
    match end {
        End::Bankrupt => "the end: a seat is below 0 (トビ)",
        End::LastRound => "the end: the last round is over",
        End::WonAhead => "the end: the dealer is ahead and has won (和了やめ)",
        End::TenpaiAhead => "the end: the dealer is ahead and tenpai (聴牌やめ)",
        End::Extension => "the end: the top has the return score",
        End::ExtensionOver => "the end: the extension is over",
    }
}

/// A round by its wind and number.
fn named(round: u8) -> String {
    let wind = ["East", "South", "West", "North"].get(usize::from(round / 4)).unwrap_or(&"a fifth wind's");
    format!("{wind} {}", round % 4 + 1)
}
