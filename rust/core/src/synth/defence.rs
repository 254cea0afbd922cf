//! How dangerous a discard is, by what all can see.

use super::hand::{KindSet, has};
use super::table::Table;

/// How dangerous a kind is against all who declared riichi: 0 safe, 100 as bad as one tile gets.
pub(super) fn danger(table: &Table, seat: u8, kind: u8) -> i32 {
    let threats = table.others(seat).filter(|other| table.seat(*other).riichi > 0);
    threats.map(|other| against(table, seat, other, kind)).sum()
}

fn against(table: &Table, seat: u8, other: u8, kind: u8) -> i32 {
    let threat = table.seat(other);
    let safe = threat.safe | threat.discarded;
    if has(safe, kind) {
        return 0;
    }
    if kind >= 27 {
        return match table.unseen(seat, kind) {
            0 => 2,
            1 => 10,
            2 => 30,
            _ if table.is_yakuhai(other, kind) => 60,
            _ => 50,
        };
    }
    let number = kind % 9 + 1;
    let lower = number <= 3 || has(safe, kind - 3);
    let upper = number >= 7 || has(safe, kind + 3);
    match (lower && upper, number) {
        (true, 1 | 9) => 12,
        (true, 2 | 8) => 22,
        (true, 3 | 7) => 28,
        (true, _) => 25,
        (false, 1 | 9) => 65,
        (false, 2 | 8) => 75,
        (false, 3 | 7) => 85,
        (false, _) if number > 3 && number < 7 && half_suji(safe, kind) => 70,
        (false, _) => 100,
    }
}

/// Whether one of the two runs that could wait for a middle tile is out of the question.
const fn half_suji(safe: KindSet, kind: u8) -> bool {
    has(safe, kind - 3) || has(safe, kind + 3)
}
