//! The course of a game: from round to round, and to its end.

use super::points::top;
use super::{Seats, players};
use crate::tenhou::Go;

/// Where a game stands when a round begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Place {
    /// 0 is East 1; four to a wind, of which a table of three plays the first three.
    pub round: u8,
    /// Repeat counters (本場).
    pub honba: i32,
    /// Riichi sticks on the table.
    pub sticks: i32,
}

impl Place {
    /// The dealer's seat. Seat 0 is the first dealer of every game.
    #[must_use]
    pub const fn oya(self) -> u8 {
        self.round % 4
    }

    /// The round's wind (場風), 0 東 to 3 北.
    #[must_use]
    pub const fn wind(self) -> u8 {
        self.round / 4
    }
}

/// How a round ended, as far as its game's course goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Someone won; whether the dealer was among the winners.
    Win {
        /// The dealer won.
        dealer: bool,
    },
    /// No tile was left (流し満貫 too); whether the dealer was tenpai.
    Exhausted {
        /// The dealer was tenpai.
        dealer: bool,
    },
    /// An abortive draw (途中流局).
    Aborted,
}

impl Ending {
    /// Whether the dealer stays (連荘).
    #[must_use]
    pub const fn dealer_stays(self) -> bool {
        match self {
            Self::Win { dealer } | Self::Exhausted { dealer } => dealer,
            Self::Aborted => true,
        }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// A seat has less than nothing (トビ). At 0 play goes on.
    Bankrupt,
    /// The last round is over, and the top has the return score.
    LastRound,
    /// In the last round a dealer that has the top won (和了やめ).
    WonAhead,
    /// In the last round a dealer that has the top was tenpai (聴牌やめ). Logs of the first years
    /// go on here.
    TenpaiAhead,
    /// In an extension the top has reached the return score.
    Extension,
    /// The extension's last round is over too.
    ExtensionOver,
}

/// What a table's type says of the course of its games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Course {
    /// Players, 4 or 3.
    pub players: u8,
    /// The last round, unless nobody has the return score.
    pub last: u8,
    /// What each seat begins with.
    pub start: i32,
    /// The return score (返し): what the top needs for a game to end.
    pub goal: i32,
}

impl Course {
    /// The course of a table of this type.
    #[must_use]
    pub const fn of(go: Go) -> Self {
        let sanma = go.sanma();
        let (start, goal) = match (go.start_1000(), sanma) {
            (true, _) => (10, 10),
            (false, false) => (250, 300),
            (false, true) => (350, 400),
        };
        let winds = if go.hanchan() { 2 } else { 1 };
        Self { players: players(go), last: 4 * winds - 1 - sanma as u8, start, goal }
    }

    /// What each seat begins with, 0 for the seat no one sits at.
    #[must_use]
    pub fn start(&self) -> Seats<i32> {
        core::array::from_fn(|seat| if seat < usize::from(self.players) { self.start } else { 0 })
    }

    /// Where the next round stands, if there is one. `sticks` are those left on the table.
    #[must_use]
    pub const fn next(&self, place: Place, ending: Ending, sticks: i32) -> Place {
        let stays = ending.dealer_stays();
        // A table of three has no fourth round to a wind.
        let skip = self.players == 3 && place.round % 4 == 2;
        let round = if stays { place.round } else { place.round.saturating_add(1 + skip as u8) };
        let won = matches!(ending, Ending::Win { .. });
        Place { round, honba: if won && !stays { 0 } else { place.honba + 1 }, sticks: if won { 0 } else { sticks } }
    }

    /// Whether the game ends with a round, and why. `scores` are those after its payments.
    #[must_use]
    pub fn end(&self, place: Place, ending: Ending, scores: &Seats<i32>) -> Option<End> {
        if ending == Ending::Aborted {
            return None;
        }
        if scores.iter().take(self.players.into()).any(|score| *score < 0) {
            return Some(End::Bankrupt);
        }
        if place.round < self.last {
            return None;
        }
        let top = top(scores, self.players);
        let reached = scores.get(usize::from(top)).is_some_and(|score| *score >= self.goal);
        let won = matches!(ending, Ending::Win { .. });
        match (ending.dealer_stays(), reached) {
            (true, true) if top == place.oya() => Some(if won { End::WonAhead } else { End::TenpaiAhead }),
            (true, _) => None,
            (false, true) => Some(if place.round == self.last { End::LastRound } else { End::Extension }),
            // The extension is one wind more.
            (false, false) => (place.round >= self.last + 4).then_some(End::ExtensionOver),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WON: Ending = Ending::Win { dealer: true };
    const LOST: Ending = Ending::Win { dealer: false };
    const TENPAI: Ending = Ending::Exhausted { dealer: true };
    const NOTEN: Ending = Ending::Exhausted { dealer: false };

    fn place(round: u8) -> Place {
        Place { round, honba: 2, sticks: 1 }
    }

    #[test]
    fn rounds_follow() {
        let (four, three) = (Course::of(Go::new(0xa9)), Course::of(Go::new(0xb9)));
        let next = |course: &Course, round, ending| {
            let next = course.next(place(round), ending, 3);
            (next.round, next.honba, next.sticks)
        };
        assert_eq!(next(&four, 0, WON), (0, 3, 0));
        assert_eq!(next(&four, 0, LOST), (1, 0, 0));
        assert_eq!(next(&four, 0, TENPAI), (0, 3, 3));
        assert_eq!(next(&four, 2, NOTEN), (3, 3, 3));
        assert_eq!(next(&three, 2, NOTEN), (4, 3, 3));
        assert_eq!(next(&three, 6, LOST), (8, 0, 0));
        assert_eq!(next(&four, 7, Ending::Aborted), (7, 3, 3));
        assert_eq!((place(5).oya(), place(5).wind()), (1, 1));
    }

    #[test]
    fn games_end() {
        let (four, east, three) = (Course::of(Go::new(0xa9)), Course::of(Go::new(0xe1)), Course::of(Go::new(0xb9)));
        for (course, round, ending, scores, end) in [
            (four, 2, LOST, [-1, 301, 350, 350], Some(End::Bankrupt)),
            (four, 2, LOST, [0, 300, 350, 350], None),
            (four, 7, LOST, [300, 200, 250, 250], Some(End::LastRound)),
            (four, 7, NOTEN, [299, 201, 250, 250], None),
            (four, 7, WON, [200, 250, 250, 300], Some(End::WonAhead)),
            (four, 7, WON, [300, 150, 250, 300], None),
            (four, 7, TENPAI, [200, 250, 240, 310], Some(End::TenpaiAhead)),
            (four, 7, Ending::Aborted, [200, 250, 240, 310], None),
            (four, 8, LOST, [300, 200, 250, 250], Some(End::Extension)),
            (four, 10, LOST, [299, 201, 250, 250], None),
            (four, 11, NOTEN, [299, 201, 250, 250], Some(End::ExtensionOver)),
            (four, 11, TENPAI, [299, 201, 250, 250], None),
            (east, 3, LOST, [310, 190, 250, 250], Some(End::LastRound)),
            (east, 7, LOST, [290, 210, 250, 250], Some(End::ExtensionOver)),
            (three, 6, LOST, [399, 301, 350, 0], None),
            (three, 6, LOST, [400, 300, 350, 0], Some(End::LastRound)),
            (three, 10, LOST, [399, 301, 350, 0], Some(End::ExtensionOver)),
        ] {
            assert_eq!(course.end(place(round), ending, &scores), end, "{round} {ending:?} {scores:?}");
        }
    }
}
