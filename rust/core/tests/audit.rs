//! The audit on tiny logs: each rule kept and broken.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a failed test panics

#[path = "support/table.rs"]
mod table;

use mjlog_core::audit::{Check, Report, audit};
use mjlog_core::tenhou::Text;
use table::Table;

fn report(log: &str) -> Report {
    audit(&Text::plain(log), None).unwrap()
}

/// Names of the checks that find something, each once.
fn found(log: &str) -> Vec<&'static str> {
    let mut found: Vec<_> = report(log).findings.iter().map(|finding| finding.check.name()).collect();
    found.dedup();
    found
}

const NONE: [&str; 0] = [];
/// A hand far from anything, of tiles that no test asks for.
const FAR: &str = "m258p258s258z2233";
const FAR_2: &str = "m258p258s258z2255";
const FAR_3: &str = "m369p369s369z6644";

const RYUUKYOKU: &str = r#"ba="0,0" sc="250,0,250,0,250,0,250,0"/>"#;

#[test]
fn the_bundled_log_is_true() {
    let report = report(include_str!("../../../python/mjlog/sample.mjlog"));
    assert_eq!(report.findings, []);
    assert!(report.rounds > 0 && report.checked[Check::TileHeld as usize] > 100);
}

#[test]
fn slugs_are_distinct() {
    let mut names: Vec<_> = Check::ALL.iter().map(|check| check.name()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Check::COUNT);
    assert!(Check::ALL.iter().all(|check| check.is_note() == check.name().starts_with("note-")));
}

/// Everyone has a z1 to discard.
fn four_winds() -> Table {
    let mut table =
        Table::deal(["z1m258p258s258z223", "z1m258p258s258z223", "z1m258p258s258z664", "z1m369p369s369z665"]);
    for seat in 0..4 {
        table.draw(seat, ["m1", "m4", "m7", "p1"][seat]).discard(seat, "z1");
    }
    table
}

#[test]
fn four_winds_end_a_round() {
    assert_eq!(found(&four_winds().write(&format!(r#"<RYUUKYOKU type="kaze4" {RYUUKYOKU}"#)).whole()), NONE);
    assert_eq!(found(&four_winds().turns(&[(0, "m9")]).whole()), ["draw-due"]);
    let mut three = Table::deal(["z1m258p258s258z223", "z1m258p258s258z223", "m147p147s147z5544", FAR_3]);
    three.draw(0, "m1").discard(0, "z1").draw(1, "m4").discard(1, "z1").turns(&[(2, "m7"), (3, "p1")]);
    assert_eq!(found(&three.write(&format!(r#"<RYUUKYOKU type="kaze4" {RYUUKYOKU}"#)).whole()), ["draw-kind"]);
}

#[test]
fn nine_kinds_end_a_round() {
    for (hand, drawn, finds) in [
        ("m19p19s19z124m2588", "m3", &NONE as &[_]),
        ("m19p19s19z12m23588", "z5", &NONE),
        ("m19p19s19z12m23588", "m7", &["draw-kind"]),
    ] {
        let mut table = Table::deal([hand, FAR_3, "m258p258s258z2266", "m258p258s258z3355"]);
        table.draw(0, drawn);
        let shown = format!(r#"<RYUUKYOKU type="yao9" hai0="{}" {RYUUKYOKU}"#, table.hand(0, false));
        assert_eq!(found(&table.write(&shown).whole()), finds, "{hand} {drawn}");
    }
}

#[test]
fn swapped_calls_are_found() {
    let call = |discard: &str| {
        let mut table = Table::deal(["m1p258s258z2233z11", "m1234p258s258z556", FAR_2, FAR_3]);
        table.draw(0, "z3").discard(0, "m1").call(1, "m1-23").discard(1, discard);
        found(&table.whole())
    };
    assert_eq!(call("m1"), ["kuikae"]);
    assert_eq!(call("m4"), ["kuikae"]);
    assert_eq!(call("z6"), NONE);
}

#[test]
fn turns_and_tiles_are_held_to() {
    let mut table = Table::deal([FAR, FAR_2, "m147p147s147z1133", FAR_3]);
    let log = table.turns(&[(0, "p1"), (1, "p4"), (2, "p7"), (3, "s1")]).whole();
    assert_eq!(found(&log), NONE);
    let play = log.find("<INIT").unwrap();
    let place = |element: &str| play + log[play..].find(element).unwrap();
    let (first, second) = (place("<T"), place("<U"));
    let without = |from: usize, to: usize| format!("{}{}", &log[..from], &log[to..]);
    assert_eq!(found(&without(first, second))[0], "turn");
    assert_eq!(found(&without(second, place("<E")))[0], "turn");
    assert_eq!(found(&log.replace("<D", "<G"))[0], "turn");
    let drawn: u8 = log[second + 2..].split('/').next().unwrap().parse().unwrap();
    assert_eq!(found(&log.replace(&format!("<E{drawn}/>"), "<E135/>"))[0], "tile-held");
    assert_eq!(found(&log.replace(&format!("<U{drawn}/>"), "<U0/>"))[0], "tile-twice");
}

/// Seat 0 waits for m1 and m4, with a riichi in its first turn.
fn double_riichi() -> Table {
    let mut table = Table::deal(["m23p456s345678z11", FAR_2, "m158p258s258z3355", FAR_3]);
    table.draw(0, "z4").riichi(0, "z4", "240,250,250,250");
    table
}

/// A win of seat 0 on what seat 2 discards: 両立直 一発, 40 fu.
fn ron() -> Table {
    let mut table = double_riichi();
    table.turns(&[(1, "p9")]).draw(2, "p1").discard(2, "m1");
    let agari = format!(
        r#"<AGARI ba="0,1" hai="{}" machi="{}" ten="40,7700,0" yaku="21,2,2,1,53,0" doraHai="132" doraHaiUra="134" who="0" fromWho="2" sc="240,87,250,0,250,-77,250,0"/>"#,
        table.hand(0, true),
        table.last()
    );
    table.write(&agari);
    table
}

#[test]
fn a_win_is_scored_again() {
    let log = ron().whole();
    assert_eq!(found(&log), NONE, "{:?}", report(&log).findings);
    for (true_, false_, check) in [
        (r#"ten="40,"#, r#"ten="30,"#, "win-fu"),
        ("7700,0", "8000,0", "win-points"),
        ("7700,0", "7700,1", "win-limit"),
        ("21,2,2,1,", "21,2,", "win-yaku"),
        ("21,2,2,1,", "21,2,2,1,8,1,", "win-yaku"),
        ("21,2,", "21,3,", "win-han"),
        ("21,2,", "1,1,", "win-yaku"),
        ("53,0", "53,1", "win-han"),
        (r#"doraHai="132""#, r#"doraHai="133""#, "win-dora"),
        (r#" doraHaiUra="134""#, "", "win-yaku"),
        (r#"fromWho="2""#, r#"fromWho="1""#, "win-turn"),
        (r#"who="0""#, r#"who="1""#, "riichi-step"),
        ("240,87", "240,88", "payment"),
        ("240,87", "250,87", "payment-before"),
        (r#"ba="0,1""#, r#"ba="1,1""#, "payment-ba"),
        (r#"sc="240"#, r#"paoWho="1" sc="240"#, "win-pao"),
    ] {
        let lie = log.replacen(true_, false_, 1);
        assert_ne!(lie, log, "{true_}");
        assert!(found(&lie).contains(&check), "{true_} {false_}: {:?}", found(&lie));
    }
}

#[test]
fn nobody_wins_on_what_was_missed() {
    let mut table = double_riichi();
    table.draw(1, "p9").discard(1, "p9").draw(2, "p1").discard(2, "m1");
    table.turns(&[(3, "s1"), (0, "z6"), (1, "m4")]);
    let agari = format!(
        r#"<AGARI ba="0,1" hai="{}" machi="{}" ten="40,3900,0" yaku="21,2,53,0" doraHai="132" doraHaiUra="134" who="0" fromWho="1" sc="240,49,250,-39,250,0,250,0"/>"#,
        table.hand(0, true),
        table.last()
    );
    assert_eq!(found(&table.write(&agari).whole()), ["win-furiten"]);
}

#[test]
fn a_riichi_keeps_its_rules() {
    let log = double_riichi().turns(&[(1, "p9"), (2, "p1"), (3, "s1"), (0, "z6")]).whole();
    assert_eq!(found(&log), NONE);
    assert_eq!(found(&log.replace("240,250,250,250", "250,250,250,250")), ["riichi-ten"]);
    let paid = r#"<REACH who="0" ten="240,250,250,250" step="2"/>"#;
    assert_eq!(found(&log.replace(paid, "")), ["riichi-step"]);
    assert_eq!(found(&log.replace(paid, &paid.repeat(2)))[0], "riichi-step");
    let noten = log.replace(r#"<REACH who="0" step="1"/>"#, "").replace(paid, "");
    let noten = noten.replacen("<E", r#"<REACH who="0" step="1"/><E"#, 1);
    assert_eq!(found(&noten)[0], "riichi-step");
    let mut table = Table::deal([FAR, FAR_2, "m147p147s147z1133", FAR_3]);
    assert_eq!(found(&table.draw(0, "p1").riichi(0, "p1", "240,250,250,250").whole()), ["riichi-tenpai"]);
    let mut table = double_riichi();
    table.turns(&[(1, "p9"), (2, "p1"), (3, "s1")]).draw(0, "z6").discard(0, "z1");
    assert_eq!(found(&table.whole()), ["riichi-discard"]);
}

#[test]
fn an_ankan_after_riichi_keeps_the_waits() {
    for (hand, waits, finds) in
        [("m23p111s345678z11", "p1", &NONE as &[_]), ("m2333p456s345z222", "m3", &["riichi-kan"])]
    {
        let mut table = Table::deal([hand, "m258p258s258z6666", "m158p258s258z3355", "m147p369s369z4455"]);
        table.draw(0, "z4").riichi(0, "z4", "240,250,250,250").turns(&[(1, "p9"), (2, "s1"), (3, "s9")]);
        table.draw(0, waits).call(0, &waits.replace(|c: char| c.is_ascii_digit(), &waits[1..].repeat(4)));
        assert_eq!(found(&table.whole()), finds, "{hand}");
    }
}

#[test]
fn kan_indicators_have_their_moment() {
    let kan = |after: &[&str]| {
        let mut table = Table::deal(["m1111p258s258z223", FAR_2, "m258p258s258z3355", FAR_3]);
        table.draw(0, "z4").call(0, "m1111");
        for element in after {
            match *element {
                "DORA" => drop(table.write(r#"<DORA hai="135"/>"#)),
                shows => drop(table.draw(0, shows)),
            }
        }
        found(&table.discard(0, "z4").whole())
    };
    assert_eq!(kan(&["DORA", "p9"]), NONE);
    assert_eq!(kan(&["p9", "DORA"]), ["dora-due"]);
    assert_eq!(kan(&["p9"]), ["dora-due"]);
    assert_eq!(kan(&["DORA", "DORA", "p9"]), ["tile-twice", "dora-due"]);
}

#[test]
fn hands_are_shown_where_they_are_tenpai() {
    // Seat 0 waits for m1 and m4; seat 3 for a fifth s9 alone: noten.
    let mut table = Table::deal(["m23p456s345678z11", FAR_2, "m258p258s258z3355", "m123p123789s9999"]);
    table.draw(0, "z4").discard(0, "z4").run_out(1, 1);
    let sc = "250,30,250,-10,250,-10,250,-10";
    let write = |shown: &[usize], sc: &str| {
        let hands: String = shown.iter().map(|seat| format!(r#" hai{seat}="{}""#, table.hand(*seat, false))).collect();
        found(&format!(r#"{}<RYUUKYOKU ba="0,0" sc="{sc}"{hands}/></mjloggm>"#, table.text))
    };
    assert_eq!(write(&[0], sc), NONE);
    assert_eq!(write(&[], sc), ["draw-noten"]);
    assert_eq!(write(&[0, 1], sc), ["draw-tenpai"]);
    assert_eq!(write(&[0, 3], "250,15,250,-15,250,-15,250,15"), ["draw-tenpai", "payment"]);
    assert_eq!(write(&[0], "250,29,250,-10,250,-10,250,-9"), ["payment"]);
}

#[test]
fn places_are_bytes_of_the_input() {
    let log = ron().whole().replace("40,7700", "30,7700");
    let [finding] = &report(&log).findings[..] else { panic!("one finding") };
    assert_eq!((finding.offset, finding.round, &*finding.element), (log.find("<AGARI").unwrap(), Some(0), "AGARI"));
    assert_eq!((&*finding.expected, &*finding.found), ("40", "30"));
    let wide: Vec<u8> = format!("\u{feff}{log}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let text = Text::decode(&wide, false).unwrap();
    assert_eq!(audit(&text, None).unwrap().findings[0].offset, 2 * (finding.offset + 1));
}

#[test]
fn a_flood_is_held_back() {
    let log = format!("{}{}</mjloggm>", double_riichi().text, "<T0/><D1/>".repeat(9999));
    let report = report(&log);
    assert!(report.findings.len() < 64 && report.left_out > 9999, "{} {}", report.findings.len(), report.left_out);
}
