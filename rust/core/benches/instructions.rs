//! Instructions that one call takes, counted under valgrind: the same on every run, so
//! that a change of a few per cent shows. `make counts` holds them to `limits.toml`.
//!
//! What is made before the call (input, a sink that has been used) is not counted.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used)] // macros write items; a failed bench panics

use std::hint::black_box;

use gungraun::prelude::*;
use mjlog_core::Result;
use mjlog_core::audit::{Report, audit};
use mjlog_core::hule::{Rongpai, Rule, Shoupai, Situation, hule};
use mjlog_core::mianzi::Mianzi;
use mjlog_core::paipu::{JsonSink, Options, convert, convert_json};
use mjlog_core::tenhou::tile::Tiles;
use mjlog_core::tenhou::{Attrs, Event, Text, Visitor, read};

/// A log made by hand: a whole game, which no change of made-up games moves.
const SAMPLE: &str = include_str!("../../../tests/data/hand_made.mjlog");

/// Decodes every element, keeps none.
struct Decode(usize);

impl<'a> Visitor<'a> for Decode {
    fn tiles(&mut self, tiles: &mut Tiles<'a>) -> Result<()> {
        for tile in tiles {
            black_box(tile);
            self.0 += 1;
        }
        Ok(())
    }

    fn element(&mut self, _at: usize, name: &'a str, attrs: &mut impl Attrs<'a>) -> Result<()> {
        black_box(Event::decode(name, attrs)?);
        self.0 += 1;
        Ok(())
    }

    fn round(&self) -> Option<usize> {
        None
    }
}

/// A sink that has converted the log once, and room for the text.
fn used_sink() -> (JsonSink, Vec<u8>) {
    let mut sink = JsonSink::default();
    convert(SAMPLE.as_bytes(), &Options::default(), &mut sink).unwrap();
    let text = vec![0; sink.len()];
    (sink, text)
}

#[library_benchmark]
#[bench::sample(SAMPLE.as_bytes(), Options::default())]
fn to_json(log: &[u8], options: Options) -> usize {
    convert_json(black_box(log), &options).map_or(0, |json| black_box(json.text).len())
}

#[library_benchmark]
#[bench::sample(args = (), setup = used_sink)]
fn to_used_sink((mut sink, mut text): (JsonSink, Vec<u8>)) -> (JsonSink, Vec<u8>) {
    sink.clear();
    convert(black_box(SAMPLE.as_bytes()), &Options::default(), &mut sink).unwrap();
    text.clear();
    sink.write_to(&mut text);
    (sink, text)
}

#[library_benchmark]
fn every_meld_code() -> usize {
    (0..=u16::MAX).filter(|&code| black_box(Mianzi::decode(black_box(code))).is_ok()).count()
}

/// The 7,028 codes that are melds; the others take longer, for their messages.
fn valid_codes() -> Vec<u16> {
    (0..=u16::MAX).filter(|&code| Mianzi::decode(code).is_ok()).collect()
}

#[library_benchmark]
#[bench::all(args = (), setup = valid_codes)]
fn valid_meld_codes(codes: Vec<u16>) -> Vec<u16> {
    for &code in &codes {
        let _ = black_box(Mianzi::decode(black_box(code)));
    }
    codes
}

#[library_benchmark]
#[bench::sample(SAMPLE)]
fn events(log: &str) -> usize {
    let mut decode = Decode(0);
    read(black_box(log), false, &mut decode).unwrap();
    decode.0
}

#[library_benchmark]
#[bench::sample(SAMPLE)]
fn audit_without_walls(log: &str) -> Report {
    audit(black_box(&Text::plain(log)), None).unwrap()
}

/// Hands of every form, closed and open, of one reading and of many.
const HANDS: [(&str, &str); 12] = [
    ("m123p456s789z1122", "z1-"),
    ("m340p456s067z1122z1", ""),
    ("m340p456s22z11,z555+", "z1-"),
    ("p22s45667s5,m4-56,p4-56", ""),
    ("m1122233344789m1", ""),
    ("m99z33,m1111,z7777,z6666", "z3="),
    ("m1133557799p119p9", ""),
    ("m19p19s19z1234567", "m1+"),
    ("p1112345678999p5", ""),
    ("s4055566677788s8", ""),
    ("m234p234s23488z22", "z2-"),
    ("m13p234s340678z22", "m2-"),
];

fn hands() -> Vec<(Shoupai, Option<Rongpai>)> {
    HANDS.iter().map(|(hand, ron)| (Shoupai::parse(hand).unwrap(), Rongpai::parse(ron).ok())).collect()
}

#[library_benchmark]
fn twelve_hands_read() -> usize {
    let mut hand = Shoupai::default();
    HANDS.iter().filter(|(text, _)| black_box(hand.read(black_box(text))).is_ok()).count()
}

#[library_benchmark]
#[bench::all(args = (), setup = hands)]
fn twelve_hands_scored(hands: Vec<(Shoupai, Option<Rongpai>)>) -> Vec<(Shoupai, Option<Rongpai>)> {
    let (situation, rule) = (Situation::default(), Rule::tenhou(0));
    for (hand, ron) in &hands {
        let _ = black_box(hule(black_box(hand), *ron, &situation, &rule));
    }
    hands
}

library_benchmark_group!(
    name = core,
    benchmarks = [
        to_json,
        to_used_sink,
        every_meld_code,
        valid_meld_codes,
        twelve_hands_read,
        twelve_hands_scored,
        events,
        audit_without_walls
    ]
);

main!(library_benchmark_groups = core);
