//! No input makes the core panic, and what it says of an input fits the input.
//!
//! `PROPTEST_CASES=100000 cargo test --release --test no_panic` looks longer.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a failed test panics

#[path = "support/audit.rs"]
mod audit;
#[path = "support/check.rs"]
mod check;
#[path = "support/mutate.rs"]
mod mutate;

use std::io::Write;

use check::check;
use encoding_rs::Encoding;
use flate2::Compression;
use flate2::write::GzEncoder;
use mjlog_core::mianzi::Mianzi;
use mjlog_core::paipu::label::{Label, Player};
use mjlog_core::paipu::{Options, convert_json};
use mjlog_core::tenhou::Text;
use mutate::{Log, SAMPLE, mutated, mutated_log};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

fn gzip(data: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(data).unwrap();
    encoder.finish().unwrap()
}

/// Encodings that an XML declaration may name, and names of none.
#[rustfmt::skip]
const ENCODINGS: &[&str] = &[
    "utf-8", "shift_jis", "euc-jp", "iso-2022-jp", "cp932", "gbk", "gb18030", "big5", "euc-kr", "iso-8859-1",
    "iso-8859-8-i", "windows-874", "windows-1255", "koi8-r", "macintosh", "ibm866", "x-user-defined",
    "utf-16", "utf-16be", "replacement", "iso-2022-kr", "utf-7", "klingon", "",
];

/// A log in another encoding, under its declaration, or under a byte-order mark.
fn encoded() -> impl Strategy<Value = Log> {
    let declared = (select(ENCODINGS), mutated_log()).prop_map(|(label, log)| {
        let text = String::from_utf8_lossy(&log.0);
        let text = format!("<?xml version='1.0' encoding='{label}'?>{text}");
        let encoding = Encoding::for_label(label.as_bytes()).unwrap_or(encoding_rs::UTF_8);
        Log(encoding.encode(&text).0.into_owned())
    });
    let marked = (any::<bool>(), any::<bool>(), mutated_log()).prop_map(|(big, mark, log)| {
        let text = String::from_utf8_lossy(&log.0);
        let mark = mark.then_some('\u{feff}');
        let text: String = mark.into_iter().chain(text.chars()).collect();
        Log(text.encode_utf16().flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect())
    });
    mutated(prop_oneof![declared.boxed(), marked.boxed()])
}

/// Of gzip, of UTF-16, of UTF-8.
const BEGINNINGS: &[&[u8]] = &[b"\x1f\x8b", b"\x1f\x8b\x08\0\0\0\0\0\0\x03", b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf"];

/// Bytes that mean nothing, behind a beginning that means something.
fn noise() -> impl Strategy<Value = Log> {
    let beginnings = prop_oneof![
        2 => Just(Vec::new()),
        1 => select(BEGINNINGS).prop_map(<[u8]>::to_vec),
        2 => select(ENCODINGS)
            .prop_map(|label| format!("<?xml version='1.0' encoding='{label}'?><mjloggm a='").into_bytes()),
    ];
    (beginnings, vec(any::<u8>(), 0..300)).prop_map(|(beginning, noise)| Log([beginning, noise].concat()))
}

/// Text that is nearly a label template or a meld's notation.
fn nearly(pieces: &'static [&'static str]) -> impl Strategy<Value = String> {
    let piece = prop_oneof![6 => select(pieces).prop_map(str::to_owned), 1 => any::<char>().prop_map(String::from)];
    vec(piece, 0..10).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn logs_to_which_something_happened(log in mutated_log()) {
        check(&log.0).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn audits_of_logs_to_which_something_happened(log in mutated_log()) {
        audit::check(&log.0).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn logs_in_other_encodings(log in encoded()) {
        check(&log.0).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn packed_logs_to_which_something_happened(log in mutated(mutated_log().prop_map(|log| Log(gzip(&log.0))))) {
        check(&log.0).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn bytes_that_mean_nothing(noise in noise()) {
        check(&noise.0).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn a_log_cut_anywhere(at in 0..=SAMPLE.len()) {
        check(&SAMPLE.as_bytes()[..at]).map_err(TestCaseError::fail)?;
        check(&gzip(&SAMPLE.as_bytes()[..at])).map_err(TestCaseError::fail)?;
    }

    #[test]
    #[rustfmt::skip]
    fn any_notation(text in nearly(&["m", "p", "s", "z", "0", "1", "2", "3", "4", "5", "9", "+", "-", "=", "111", "555"])) {
        for red in [false, true] {
            if let Ok(mianzi) = Mianzi::parse(&text, red) {
                let notation = mianzi.notation(red);
                prop_assert_eq!(notation.as_str(), &text);
            }
        }
    }

    #[test]
    #[rustfmt::skip]
    fn any_label(
        template in nearly(&["{name}", "{dan}", "{rate}", "{seat}", "{", "}", "{{", "}}", "(", ")", "[", "]", "【", "】", " ", "\n", "x"]),
        dan in prop::option::of("[初段 {}()]{0,3}"),
        rate in any::<Option<i64>>(),
        seat in any::<u8>(),
    ) {
        if let Ok(label) = Label::parse(&template) {
            let _ = label.fill(&Player { name: &template, dan: dan.as_deref(), rate, seat });
        }
    }
}

/// Bytes that decode to what does not encode to as many bytes: private letters, one code
/// for two letters.
#[test]
fn places_in_old_encodings_are_those_of_the_input() {
    for (encoding, odd) in [("shift_jis", b"\xf0\x40"), ("big5", b"\x88\x62"), ("euc-kr", b"\xb0\xa1")] {
        let head = format!("<?xml version='1.0' encoding='{encoding}'?><mjloggm ver='");
        let log = [head.as_bytes(), odd, b"'><T136/></mjloggm>"].concat();
        let error = convert_json(&log, &Options::default()).unwrap_err();
        assert_eq!(error.offset(), Some(head.len() + 4), "{encoding}: {error}");
        let text = Text::decode(&log, false).unwrap();
        assert_eq!(text.offset_in_input(text.as_str().len()), log.len(), "{encoding}");
    }
}

#[test]
fn a_nul_in_a_list_of_tiles_is_an_error() {
    let hand = SAMPLE.find("hai0=\"").unwrap();
    let first = SAMPLE[hand..].split(',').next().unwrap();
    for odd in ["59\0", "5\0", "5\0\0", "\x009", "\0", "59,\0"] {
        let log = SAMPLE.replacen(first, &format!("hai0=\"{odd}"), 1);
        assert_ne!(log, SAMPLE);
        let Err(error) = convert_json(log.as_bytes(), &Options::default()) else { panic!("{odd:?} is taken") };
        assert_eq!(error.element(), Some("INIT"), "{odd:?}: {error}");
    }
}
