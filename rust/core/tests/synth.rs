//! Made-up games: the same for the same seed, true to the rules, and with what was asked for.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a failed test panics

use mjlog_core::ErrorKind;
use mjlog_core::audit::audit;
use mjlog_core::hule::Yaku;
use mjlog_core::mianzi::Kind;
use mjlog_core::synth::{Draw, Incident, Want, synth};
use mjlog_core::tenhou::walls::walls;
use mjlog_core::tenhou::{Go, Text};

/// Tables of all sorts: four and three players, East and hanchan, with and without red fives and
/// open tanyao.
const TYPES: [u32; 8] = [169, 225, 171, 167, 185, 241, 187, 177];

fn game(seed: u64, go: u32, wants: &[Want]) -> String {
    synth(seed, Go::new(go), wants).unwrap()
}

/// Holds a game to the rules and to its walls.
fn check(text: &str, what: &str) {
    let text = Text::plain(text);
    let report = audit(&text, None).unwrap();
    assert!(report.findings.is_empty(), "{what}: {:?}", report.findings);
    assert!(report.notes.is_empty(), "{what}: {:?}", report.notes);
    assert!(report.rounds > 0, "{what}");
}

/// FNV-1a: enough to tell texts apart.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

#[test]
fn a_game_is_the_same_everywhere() {
    // Whoever changes how players play changes these.
    for (seed, go, expected) in GOLDEN {
        let text = game(seed, go, &[]);
        assert_eq!(text, game(seed, go, &[]));
        assert_eq!(hash(&text), expected, "seed {seed}, type {go}");
    }
    assert_ne!(game(1, 169, &[]), game(2, 169, &[]));
}

#[test]
fn games_of_all_tables_keep_to_the_rules() {
    for go in TYPES {
        for seed in 0..6 {
            let text = game(seed, go, &[]);
            check(&text, &format!("seed {seed}, type {go}"));
            assert!(text.contains("owari="), "seed {seed}, type {go}");
            assert!(text.contains(&format!(r#"<GO type="{go}" lobby="0"/>"#)));
        }
    }
}

#[test]
fn games_come_from_their_walls() {
    for go in [169, 185] {
        let text = game(3, go, &[]);
        for round in walls(&Text::plain(&text), false).unwrap() {
            assert_eq!(round.differences, [], "type {go}, round {}", round.index);
        }
    }
}

#[test]
fn what_is_asked_for_is_there() {
    for (name, mark) in [
        ("国士無双", r#"yakuman="47""#),
        ("四暗刻", r#"yakuman="40""#),
        ("大三元", r#"yakuman="39"#),
        ("緑一色", r#"yakuman="43""#),
        ("清老頭", r#"yakuman="44"#),
        ("九蓮宝燈", r#"yakuman="45""#),
        ("三槓子", "27,2"),
        ("流し満貫", r#"type="nm""#),
        ("四風連打", r#"type="kaze4""#),
        ("四家立直", r#"type="reach4""#),
        ("四槓散了", r#"type="kan4""#),
    ] {
        let text = game(5, 169, &[Want::parse(name).unwrap()]);
        assert!(text.contains(mark), "{name}");
        check(&text, name);
    }
}

#[test]
fn several_wishes_at_once() {
    let wants = [Want::Draw(Draw::FourRiichi), Want::Yaku(Yaku::Sansetongke)];
    let text = game(1, 169, &wants);
    assert!(text.contains(r#"type="reach4""#) && text.contains("26,2"));
    check(&text, "several");
}

#[test]
fn three_players_have_theirs() {
    for (want, mark) in [
        (Want::Meld(Kind::Kita), r#"m="3"#),
        (Want::Yaku(Yaku::Qinglaotou), r#"yakuman="44"#),
        (Want::Draw(Draw::FourKans), r#"type="kan4""#),
    ] {
        let text = game(2, 185, &[want]);
        assert!(text.contains(mark), "{}", want.name());
        check(&text, want.name());
    }
}

#[test]
fn what_no_game_can_have_is_refused() {
    for (go, want) in [
        (185, Want::Meld(Kind::Chi)),
        (185, Want::Draw(Draw::FourWinds)),
        (169, Want::Meld(Kind::Kita)),
        (171, Want::Yaku(Yaku::Hongbaopai)),
        (169, Want::Yaku(Yaku::ZhuangfengBei)),
        (225, Want::Yaku(Yaku::ZhuangfengXi)),
    ] {
        let error = synth(1, Go::new(go), &[want]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::BadArgument);
        assert!(error.message().starts_with(want.name()), "{error}");
    }
    assert_eq!(synth(1, Go::new(553), &[]).unwrap_err().kind(), ErrorKind::BadArgument);
    let ends = [Want::Incident(Incident::Bankruptcy), Want::Incident(Incident::AgariYame)];
    assert!(synth(1, Go::new(169), &ends).unwrap_err().message().contains("can't be together"));
}

/// A hash of each of these games.
const GOLDEN: [(u64, u32, u64); 4] = [
    (1, 169, 0x0cb0_cdd0_1427_4cdd),
    (1 << 63, 225, 0x57e7_10c9_ee8b_28ef),
    (0, 185, 0x5c92_88d7_daf1_8c9b),
    (42, 167, 0x4cf5_d55f_a3dd_fa7e),
];
