//! How does a game go on, and who pays? Tenhou's rules as pure functions, without any XML.
//!
//! * [`course`]: from round to round, and to the end of the game.
//! * [`payment`]: what each seat gets and pays when a round ends.
//! * [`points`]: placement and final points.
//! * [`acts`]: what a seat may do, and when.
//!
//! Scores and payments are whole hundreds of points, as logs write them: 250 is 25,000. Seats
//! are 0 to 3, or 0 to 2 at a table of three; lists of four hold 0 for the seat no one sits at.

pub mod acts;
pub mod course;
pub mod payment;
pub mod points;

use crate::tenhou::Go;

/// Something for each seat.
pub type Seats<T> = [T; 4];

/// How many play at a table.
#[must_use]
pub const fn players(go: Go) -> u8 {
    if go.sanma() { 3 } else { 4 }
}

/// The seat so many turns after another.
#[must_use]
pub const fn seat_after(seat: u8, turns: u8, players: u8) -> u8 {
    (seat + turns) % players
}

/// How many turns after another seat this one comes: 0 for the same.
#[must_use]
pub const fn turns_between(from: u8, seat: u8, players: u8) -> u8 {
    (seat + players - from % players) % players
}
