//! Placement, and what scores come to at the end of a game.

use super::course::Course;
use super::payment::STICK;
use super::{Seats, players};
use crate::tenhou::Go;

/// Each seat's place, 0 for the top; of equal scores the first from the first dealer on is
/// before the others.
#[must_use]
pub fn placement(scores: &Seats<i32>, players: u8) -> Seats<u8> {
    let before = |seat: usize, other: usize| (scores[seat], other) > (scores[other], seat);
    core::array::from_fn(|seat| {
        (0..usize::from(players.min(4))).map(|other| u8::from(other != seat && before(other, seat))).sum()
    })
}

/// The seat with the highest score; of several the first from the first dealer on.
#[must_use]
pub fn top(scores: &Seats<i32>, players: u8) -> u8 {
    let places = placement(scores, players);
    (0..players).zip(places).find(|(_, place)| *place == 0).map_or(0, |(seat, _)| seat)
}

/// Final scores: sticks left on the table go to the top.
#[must_use]
pub fn final_scores(mut scores: Seats<i32>, sticks: i32, players: u8) -> Seats<i32> {
    let top = top(&scores, players);
    if let Some(score) = scores.get_mut(usize::from(top)) {
        *score += STICK * sticks;
    }
    scores
}

/// How scores become points: Tenhou dropped the rounding in 2022.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Era {
    /// Until 2022: scores are rounded to thousands.
    Rounded,
    /// Since then: exact to a tenth.
    Exact,
}

/// What each place gets or pays beside its score (ウマ), from the second on: in whole points. The
/// top gets what the others pay.
pub type Uma = [i32; 3];

/// Tables of four.
pub const UMA: Uma = [10, -10, -20];
/// Tables of three.
pub const UMA_SANMA: Uma = [0, -20, 0];
/// East-only tables of 2009 and before.
pub const UMA_EAST_2009: Uma = [5, -5, -10];
/// Chip tables.
pub const UMA_CHIPS: Uma = [10, -10, -30];
/// The tournament's of type 257.
pub const UMA_TOURNAMENT: Uma = [5, -5, -15];
/// Tables that begin with 1,000 points.
pub const UMA_NONE: Uma = [0; 3];

/// What a table of this type adds to the scores by place.
#[must_use]
pub const fn uma(go: Go) -> Uma {
    if go.start_1000() {
        UMA_NONE
    } else if go.chips() {
        UMA_CHIPS
    } else if go.tournament() {
        UMA_TOURNAMENT
    } else if go.sanma() {
        UMA_SANMA
    } else {
        UMA
    }
}

/// Final points of each seat, in tenths. `goal` is the return score.
#[must_use]
pub fn points(scores: &Seats<i32>, goal: i32, uma: Uma, era: Era, players: u8) -> Seats<i32> {
    let places = placement(scores, players);
    let mut points = [0; 4];
    for ((points, score), place) in points.iter_mut().zip(scores).zip(places).take(players.into()) {
        // A hundred points are a tenth.
        let tenths = if era == Era::Exact { *score } else { rounded(*score) };
        let uma = usize::from(place).checked_sub(1).and_then(|place| uma.get(place));
        *points = uma.map_or(0, |uma| tenths - goal + 10 * uma);
    }
    let others: i32 = points.iter().sum();
    if let Some(points) = points.get_mut(usize::from(top(scores, players))) {
        *points = -others;
    }
    points
}

/// The same where equal scores share what their places get: tournaments.
#[must_use]
pub fn shared_points(scores: &Seats<i32>, goal: i32, uma: Uma) -> Option<Seats<i32>> {
    let by_place = [-uma.iter().sum::<i32>(), uma[0], uma[1], uma[2]];
    let mut points = [0; 4];
    for (points, score) in points.iter_mut().zip(scores) {
        let above = scores.iter().filter(|other| *other > score).count();
        let level = scores.iter().filter(|other| *other == score).count();
        let shared: i32 = by_place.iter().skip(above).take(level).sum();
        let level = i32::try_from(level).ok()?;
        if 10 * shared % level != 0 {
            return None;
        }
        *points = score - goal + 10 * shared / level;
    }
    Some(points)
}

/// To thousands, half away from zero.
const fn rounded(score: i32) -> i32 {
    (score + 5 * score.signum()) / 10 * 10
}

/// Final points at a table of this type.
#[must_use]
pub fn of_table(go: Go, scores: &Seats<i32>, era: Era) -> Seats<i32> {
    points(scores, Course::of(go).goal, uma(go), era, players(go))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places() {
        assert_eq!(placement(&[250, 300, 250, 200], 4), [1, 0, 2, 3]);
        assert_eq!(placement(&[350, 300, 400, 0], 3)[..3], [1, 2, 0]);
        assert_eq!(top(&[-20, -10, -10, 0], 3), 1);
        assert_eq!(final_scores([250, 300, 300, 140], 1, 4), [250, 310, 300, 140]);
    }

    #[test]
    fn points_of_tables() {
        use Era::{Exact, Rounded};
        for (go, scores, era, points) in [
            (0xa9, [119, 412, 126, 343], Exact, [-381, 512, -274, 143]),
            (0xa9, [333, 345, 445, -123], Rounded, [-70, 150, 540, -620]),
            (0x229, [300, 448, 45, 207], Rounded, [100, 640, -550, -190]),
            (0xb9, [342, 216, 492, 0], Rounded, [-60, -380, 440, 0]),
            (0x841, [-3, 23, 10, 10], Exact, [-13, 13, 0, 0]),
            (0x101, [273, 219, 389, 319], Exact, [-77, -231, 239, 69]),
        ] {
            assert_eq!(of_table(Go::new(go), &scores, era), points, "{go:x} {scores:?}");
        }
        let east = super::points(&[75, 453, 355, 117], 300, UMA_EAST_2009, Rounded, 4);
        assert_eq!(east, [-320, 440, 110, -230]);
        let level = shared_points(&[300, 300, 350, 250], 300, UMA_TOURNAMENT);
        assert_eq!(level, Some([0, 0, 200, -200]));
    }
}
