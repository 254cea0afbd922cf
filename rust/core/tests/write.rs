//! Elements that are read into their types and written from them are as Tenhou's server wrote
//! them: the bundled log's, and with `MJLOG_SHARED` those of every real log.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a failed test panics

#[path = "support/mutate.rs"]
#[allow(dead_code)] // the property tests need more of it
mod mutate;

use std::collections::BTreeMap;
use std::path::Path;

use mjlog_core::Result;
use mjlog_core::tenhou::event::{Reach, Un};
use mjlog_core::tenhou::input::unpack;
use mjlog_core::tenhou::names::{percent_decode, percent_encode};
use mjlog_core::tenhou::tile::Tiles;
use mjlog_core::tenhou::write::Writer;
use mjlog_core::tenhou::{Attrs, Event, Text, Visitor, read};
use mutate::SAMPLE;

/// Attributes that the types have no room for.
const LEFT_OUT: [&str; 8] =
    ["AGARI chip", "AGARI ratio", "GO csrule", "GO ranking", "GO rule", "GO title", "RYUUKYOKU ratio", "UN gold"];

/// Why an element may be written otherwise than it stands, by its name and attributes.
fn excuse(event: &Event<'_>, raw: &str) -> Option<&'static str> {
    let attributes = raw.split('"').step_by(2).map(|key| key.trim_matches([' ', '=']));
    let name = attributes.clone().next()?.trim_start_matches('<');
    let (name, first) = name.split_once(' ')?;
    let mut keys = core::iter::once(first).chain(attributes.skip(1));
    let told = |key: &str| LEFT_OUT.into_iter().find(|known| known.split_once(' ') == Some((name, key)));
    match event {
        Event::Go(table) if table.lobby.is_none() => Some("GO without lobby, as in 2008"),
        Event::Reach(Reach { step: Some(2), ten: None, .. }) => Some("REACH without ten, as in 2009"),
        Event::Un(un) if raw.contains(" rc=") => un.dan.map(|_| "UN rc"),
        _ => keys.find_map(told),
    }
}

/// Writes an element from what was read of it; no text for one that Tenhou was not known to write.
fn write(event: &Event<'_>) -> String {
    let mut log = Writer::new();
    match event {
        Event::Root(_) => log.root(),
        Event::Shuffle(shuffle) => log.shuffle(shuffle.seed.as_deref().unwrap_or_default()),
        Event::Go(table) => log.go(table.go, table.lobby.as_deref().unwrap_or_default()),
        Event::Un(un) => {
            // Through their plain text, as those do who make up names.
            let names = un.names.each_ref().map(|name| name.as_deref().map(percent_decode));
            let names = names.each_ref().map(|name| name.as_deref().map(|name| percent_encode(name).into()));
            log.un(&Un { names, ..(**un).clone() });
        }
        Event::Bye(who) => log.bye(*who),
        Event::Taikyoku(oya) => log.taikyoku(*oya),
        Event::Init(init) => log.init(init),
        Event::Draw(seat, pai) => log.draw(*seat, *pai),
        Event::Discard(seat, pai) => log.discard(*seat, *pai),
        Event::Call(call) => log.call(*call),
        Event::Dora(pai) => log.dora(*pai),
        Event::Reach(reach) if reach.step == Some(2) => {
            log.reach_paid(reach.who, reach.ten.as_deref().unwrap_or_default());
        }
        Event::Reach(reach) => log.reach_declared(reach.who),
        Event::Agari(agari) => log.agari(agari),
        Event::Ryuukyoku(draw) => log.ryuukyoku(draw),
        Event::Unknown => {}
    }
    log.finish().replace("</mjloggm>", "")
}

/// Holds each element's text to what is written from its type.
struct Rewriter<'a> {
    text: &'a str,
    rounds: usize,
    same: usize,
    excused: BTreeMap<&'static str, usize>,
}

impl Rewriter<'_> {
    fn compare(&mut self, at: usize, event: &Event<'_>) {
        let raw = &self.text[at..];
        let raw = &raw[..=raw.find('>').unwrap()];
        let written = write(event);
        if written == raw {
            self.same += 1;
            return;
        }
        match excuse(event, raw) {
            Some(why) => *self.excused.entry(why).or_default() += 1,
            None => panic!("{raw}\nis written as\n{written}"),
        }
    }
}

impl<'a> Visitor<'a> for Rewriter<'a> {
    fn tiles(&mut self, tiles: &mut Tiles<'a>) -> Result<()> {
        loop {
            let at = self.text.len() - tiles.rest().len();
            let Some(tile) = tiles.next() else { return Ok(()) };
            let event = if tile.draw { Event::Draw } else { Event::Discard };
            self.compare(at, &event(tile.seat, tile.pai));
        }
    }

    fn element(&mut self, at: usize, name: &'a str, attrs: &mut impl Attrs<'a>) -> Result<()> {
        let event = Event::decode(name, attrs)?;
        self.rounds += usize::from(name == "INIT");
        self.compare(at, &event);
        Ok(())
    }

    fn round(&self) -> Option<usize> {
        self.rounds.checked_sub(1)
    }
}

fn compare(text: &str, excused: &mut BTreeMap<&'static str, usize>) -> usize {
    let mut rewriter = Rewriter { text, rounds: 0, same: 0, excused: core::mem::take(excused) };
    read(text, false, &mut rewriter).unwrap();
    *excused = rewriter.excused;
    rewriter.same
}

#[test]
fn the_bundled_log() {
    let mut excused = BTreeMap::new();
    assert_eq!(compare(SAMPLE, &mut excused), SAMPLE.matches('<').count() - 1);
    assert!(excused.is_empty());
}

/// With `--nocapture` it says what was written otherwise, and how often.
#[test]
fn every_real_log() {
    let Some(shared) = std::env::var_os("MJLOG_SHARED") else { return };
    let (mut files, mut same, mut excused) = (0, 0, BTreeMap::new());
    for entry in Path::new(&shared).join("corpus").read_dir().unwrap() {
        let path = entry.unwrap().path();
        if !path.to_string_lossy().ends_with(".xml.gz") {
            continue;
        }
        let packed = std::fs::read(path).unwrap();
        let unpacked = unpack(&packed, false).unwrap();
        files += 1;
        same += compare(Text::decode(&unpacked, false).unwrap().as_str(), &mut excused);
    }
    println!("{same} elements of {files} real logs are written as they stand; otherwise: {excused:?}");
    assert!(files > 0 && same > 100 * excused.values().sum::<usize>());
}
