//! `owari`: the end, final scores and points.

use super::auditor::Auditor;
use super::check::Check;
use super::report::{self, list};
use crate::game::Seats;
use crate::game::points::{Era, UMA_EAST_2009, final_scores, points, shared_points, uma};
use crate::tenhou::event::Outcome;

impl Auditor<'_> {
    /// The end of the game, if this result has it.
    pub(super) fn owari(&mut self, at: usize, outcome: &Outcome<'_>) {
        let (Some(owari), Some(result)) = (&outcome.owari, &mut self.game.result) else { return };
        result.owari = true;
        self.game.over = true;
        let result = *result;
        if self.due_end(result).is_none() {
            let told = || ("another round", "owari");
            if self.game.custom {
                self.findings.note(Check::NoteCustom, at, &told().0, &told().1);
            } else {
                self.findings.check(Check::CourseEnd, at, false, told);
            }
        } else {
            self.findings.check(Check::CourseEnd, at, true, || ("", ""));
        }
        let of = |scores| final_scores(scores, result.sticks, self.players);
        let mut scores = of(self.game.scores);
        if let Some(instead) = self.game.instead.map(of).filter(|instead| *instead == owari.ten) {
            scores = instead;
        }
        self.findings
            .check(Check::OwariScores, at, scores == owari.ten, || (report::points(scores), report::points(owari.ten)));
        self.points(at, &scores, owari.points());
        if self.go.chips() {
            let mut numbers = owari.text.split(',').skip(8).step_by(2);
            let chips: Seats<Option<i32>> = core::array::from_fn(|_| numbers.next()?.parse().ok());
            let same = chips == self.game.chips.map(Some);
            let known = self.game.chips;
            self.findings
                .check(Check::OwariChips, at, same, || (list(known), list(chips.map(Option::unwrap_or_default))));
        }
    }

    /// Final points, in either era's form.
    fn points(&mut self, at: usize, scores: &Seats<i32>, texts: [&str; 4]) {
        let found = texts.map(tenths);
        let (players, goal, uma) = (self.players, self.course.goal, uma(self.go));
        let forms = [(uma, Era::Exact), (uma, Era::Rounded), (UMA_EAST_2009, Era::Rounded)];
        let forms = if self.go.hanchan() || players == 3 { &forms[..2] } else { &forms[..] };
        let mut right = forms.iter().any(|(uma, era)| points(scores, goal, *uma, *era, players).map(Some) == found);
        if self.go.tournament() {
            right |= shared_points(scores, goal, uma).is_some_and(|points| points.map(Some) == found);
        }
        let sum: i32 = found.iter().map(|points| points.unwrap_or(1)).sum();
        let own = self.game.custom || self.game.head.private;
        if own && !right && sum == 0 {
            return self.findings.note(Check::NoteCustom, at, &"not checked: the table's own points", &list(texts));
        }
        self.findings.check(Check::OwariPoints, at, right, || {
            let exact = points(scores, goal, uma, Era::Exact, players);
            (list(exact.map(|tenths| f64::from(tenths) / 10.0)), list(texts))
        });
    }
}

/// `-38.1` as -381.
fn tenths(text: &str) -> Option<i32> {
    let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
    let negative = whole.starts_with('-');
    let tenth: i32 = tenth.parse().ok().filter(|tenth| (0..10).contains(tenth))?;
    let whole: i32 = whole.parse().ok().filter(|whole: &i32| whole.unsigned_abs() < 1_000_000)?;
    Some(10 * whole + if negative { -tenth } else { tenth })
}
