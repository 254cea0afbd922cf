//! No text makes scoring panic, and what is printed is read back.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a failed test panics

#[path = "support/hand.rs"]
mod hand;

use hand::check;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Pieces of which hands are made, and some that never are.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "m123", "m1", "p055", "p11", "p1112345678999", "s067", "s222", "s11335577", "z1122", "z111", "z567", "z77", "m19p19s19z1234567", "z8",
    "_", "__", "*", "m", ",", ",,", ",m1-23", ",p340-", ",s0067+", ",z555+5", ",z5555", ",m5505-", ",s555=0", ",m111+",
    " ", " m1-", " z5+", " p0_*=", " s9_", "m0,z3 ", " z4 abc", "\u{1}\u{2}", "ㅤ", "é", "+!", "_!", "9", "0",
];

fn texts() -> impl Strategy<Value = String> {
    let pieces = vec(select(PIECES), 0..9).prop_map(|all| all.concat());
    let flags = vec(0_u8..128, 0..24).prop_map(|all| String::from_utf8(all).unwrap());
    let hands = vec(select(&PIECES[..13]), 2..6).prop_map(|all| all.concat());
    prop_oneof![
        pieces.clone(),
        any::<String>(),
        (hands, select(&["", "m1-", "z5+", "s2="][..]), flags).prop_map(|(h, r, f)| format!("{h} {r} m1,z3,p5 {f}")),
    ]
}

/// Winning hands: sets and a pair in some order, any tile of them won on.
fn wins() -> impl Strategy<Value = String> {
    let set = prop_oneof![
        (0..3_u8, 1..8_u8).prop_map(|(s, n)| (s, vec![n, n + 1, n + 2])),
        (0..4_u8, 1..8_u8).prop_map(|(s, n)| (s, vec![n, n, n]))
    ];
    (vec(set, 4), 0..4_u8, 1..8_u8, vec(0_u8..128, 0..20)).prop_map(|(sets, suit, number, flags)| {
        let mut tiles: Vec<(u8, u8)> = vec![(suit, number); 2];
        tiles.extend(sets.iter().flat_map(|(suit, numbers)| numbers.iter().map(|n| (*suit, *n))));
        let last = tiles.swap_remove(usize::from(number) % tiles.len());
        let written = |(suit, number): &(u8, u8)| format!("{}{number}", ["m", "p", "s", "z"][usize::from(*suit)]);
        let hand: String = tiles.iter().map(written).collect();
        let flags = String::from_utf8(flags).unwrap();
        if flags.len().is_multiple_of(2) {
            format!("{hand} {}= p5,p5 {flags}", written(&last))
        } else {
            format!("{hand}{}  z4 {flags}", written(&last))
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn no_text_is_too_odd(text in texts()) {
        prop_assert_eq!(check(&text), Ok(()));
    }

    #[test]
    fn wins_are_paid_by_somebody(text in wins()) {
        prop_assert_eq!(check(&text), Ok(()));
    }
}
