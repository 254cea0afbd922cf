//! What each seat gets and pays when a round ends.

use super::{Seats, seat_after, turns_between};
use crate::hule::Hule;

/// A riichi stick.
pub const STICK: i32 = 10;

/// Payments of a win, honba and sticks among them, by seat.
///
/// Of several winners on one tile the first after the discarder ([`first_after`]) is scored
/// with honba and sticks, the others without.
#[must_use]
pub fn win(hule: &Hule, oya: u8, players: u8) -> Seats<i32> {
    let mut payments = [0; 4];
    for (turns, points) in (0..players).zip(hule.fenpei) {
        if let Some(place) = payments.get_mut(usize::from(seat_after(oya, turns, players))) {
            *place = points / 100;
        }
    }
    payments
}

/// The first of these seats after the one that discarded (頭ハネ).
#[must_use]
pub fn first_after(from: u8, seats: Seats<bool>, players: u8) -> Option<u8> {
    let is = |seat: &u8| seats.get(usize::from(*seat)).is_some_and(|there| *there);
    (0..players).filter(is).min_by_key(|seat| turns_between(from, *seat, players))
}

/// Payments to those that are tenpai when no tile is left (不聴罰符): 3,000 points in all, 2,000
/// among three.
#[must_use]
pub fn tenpai(tenpai: Seats<bool>, players: u8) -> Seats<i32> {
    let sits = |seat: usize| seat < usize::from(players);
    let (all, mut ready) = (10 * (i32::from(players) - 1), 0);
    for (seat, is) in tenpai.iter().enumerate() {
        ready += i32::from(sits(seat) && *is);
    }
    let noten = i32::from(players) - ready;
    if ready == 0 || noten == 0 {
        return [0; 4];
    }
    let mut seat = 0..;
    tenpai.map(|is| match seat.next() {
        Some(seat) if !sits(seat) => 0,
        _ if is => all / ready,
        _ => -all / noten,
    })
}

/// Payments of 流し満貫: to each of these seats a 満貫 as if drawn. Nobody pays for tenpai, and
/// sticks stay on the table.
#[must_use]
pub fn nagashi(seats: Seats<bool>, oya: u8, players: u8) -> Seats<i32> {
    let mut payments = [0; 4];
    for winner in (0..players).filter(|seat| seats.get(usize::from(*seat)).is_some_and(|is| *is)) {
        for payer in (0..players).filter(|payer| *payer != winner) {
            let share = if winner == oya || payer == oya { 40 } else { 20 };
            for (seat, points) in [(winner, share), (payer, -share)] {
                if let Some(sum) = payments.get_mut(usize::from(seat)) {
                    *sum += points;
                }
            }
        }
    }
    payments
}

/// Payments in chips at chip tables: so many from the discarder, or from each on a tsumo.
#[must_use]
pub fn chips(count: i32, who: u8, from: u8, players: u8) -> Seats<i32> {
    let mut payments = [0; 4];
    for payer in (0..players).filter(|payer| if who == from { *payer != who } else { *payer == from }) {
        for (seat, chips) in [(who, count), (payer, -count)] {
            if let Some(sum) = payments.get_mut(usize::from(seat)) {
                *sum += chips;
            }
        }
    }
    payments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tenpai_payments() {
        let (no, yes) = (false, true);
        assert_eq!(tenpai([yes, no, no, no], 4), [30, -10, -10, -10]);
        assert_eq!(tenpai([yes, no, yes, no], 4), [15, -15, 15, -15]);
        assert_eq!(tenpai([yes, yes, no, yes], 4), [10, 10, -30, 10]);
        assert_eq!(tenpai([yes; 4], 4), [0; 4]);
        assert_eq!(tenpai([no; 4], 4), [0; 4]);
        assert_eq!(tenpai([yes, no, no, no], 3), [20, -10, -10, 0]);
        assert_eq!(tenpai([yes, no, yes, no], 3), [10, -20, 10, 0]);
        assert_eq!(tenpai([yes, yes, yes, no], 3), [0; 4]);
    }

    #[test]
    fn nagashi_payments() {
        let of = |seat: usize| core::array::from_fn(|s| s == seat);
        assert_eq!(nagashi(of(0), 0, 4), [120, -40, -40, -40]);
        assert_eq!(nagashi(of(1), 0, 4), [-40, 80, -20, -20]);
        assert_eq!(nagashi([true, true, false, false], 0, 4), [80, 40, -60, -60]);
        assert_eq!(nagashi(of(0), 0, 3), [80, -40, -40, 0]);
        assert_eq!(nagashi(of(2), 1, 3), [-20, -40, 60, 0]);
    }

    #[test]
    fn chips_go_round() {
        assert_eq!(chips(3, 1, 1, 4), [-3, 9, -3, -3]);
        assert_eq!(chips(4, 1, 2, 4), [0, 4, -4, 0]);
    }

    #[test]
    fn the_first_winner_sits_next() {
        assert_eq!(first_after(2, [true, false, false, true], 4), Some(3));
        assert_eq!(first_after(2, [true, true, false, false], 4), Some(0));
        assert_eq!(first_after(2, [false, true, false, false], 3), Some(1));
        assert_eq!(first_after(2, [false; 4], 4), None);
    }
}
