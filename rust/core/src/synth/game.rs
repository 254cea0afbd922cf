//! A game, from the first deal to its end, as Tenhou's elements.

use super::people::People;
use super::plan::Measure;
use super::player::Player;
use super::random::Random;
use super::round::Round;
use super::scheme::Scheme;
use super::seed;
use super::table::Table;
use super::want::{Incident, Want};
use crate::error::Result;
use crate::game::course::{Course, End, Place};
use crate::game::points::{Era, final_scores, of_table};
use crate::hule::Yaku;
use crate::tenhou::Go;
use crate::tenhou::event::{Agari, Event, Owari};
use crate::tenhou::seed::Seed;
use crate::tenhou::write::Writer;

/// A game that was played.
pub(super) struct Game {
    go: Go,
    /// The walls' seed, as SHUFFLE has it.
    seed: String,
    people: People,
    /// Everything from the first INIT on.
    pub(super) log: Vec<Event<'static>>,
    /// Why it ended.
    pub(super) end: End,
    /// The last round that was played.
    pub(super) last: u8,
}

impl Game {
    /// Plays a game: all of it follows from the generator. `wants` are things that the players
    /// try to show.
    pub(super) fn play(random: &mut Random, go: Go, wants: &[Want]) -> Result<Self> {
        let course = Course::of(go);
        let seed = seed::text(random);
        let people = People::new(random, course.players, go.level());
        let mut players = core::array::from_fn(|_| Player::new(random));
        let mut measure = Measure::default();
        let mut walls = Seed::parse(&seed)?;
        let mut log = Vec::with_capacity(2048);
        let (mut place, mut scores) = (Place::default(), course.start());
        loop {
            let table = Table::new(go, place, scores, walls.wall(go.sanma()));
            let mut missing = wants.iter().filter(|want| !shown(&log, **want));
            let scheme = missing.find_map(|want| Scheme::new(*want, &table, &mut measure));
            let mut round = Round::new(table, &people, &mut players, &mut log, scheme);
            let ending = round.play();
            let sticks = round.table.place.sticks;
            scores = round.table.scores;
            if let Some(end) = course.end(place, ending, &scores) {
                let ten = final_scores(scores, sticks, course.players);
                close(&mut log, Owari::of(ten, of_table(go, &ten, Era::Exact)));
                return Ok(Self { go, seed, people, log, end, last: place.round });
            }
            place = course.next(place, ending, sticks);
        }
    }

    /// Whether the game shows what is asked for.
    pub(super) fn shows(&self, want: Want) -> bool {
        match want {
            Want::Incident(Incident::Bankruptcy) => self.end == End::Bankrupt,
            Want::Incident(Incident::AgariYame) => self.end == End::WonAhead,
            Want::Incident(Incident::TenpaiYame) => self.end == End::TenpaiAhead,
            Want::Incident(Incident::Extension) => self.last > Course::of(self.go).last,
            _ => shown(&self.log, want),
        }
    }

    /// The game in the form of Tenhou's server.
    pub(super) fn write(&self) -> String {
        let mut writer = Writer::new();
        writer.root();
        writer.shuffle(&self.seed);
        writer.go(self.go, "0");
        writer.un(&self.people.all());
        writer.taikyoku(0);
        for event in &self.log {
            match event {
                Event::Init(init) => writer.init(init),
                Event::Draw(seat, pai) => writer.draw(*seat, *pai),
                Event::Discard(seat, pai) => writer.discard(*seat, *pai),
                Event::Call(call) => writer.call(*call),
                Event::Dora(pai) => writer.dora(*pai),
                Event::Reach(reach) => match &reach.ten {
                    None => writer.reach_declared(reach.who),
                    Some(ten) => writer.reach_paid(reach.who, ten),
                },
                Event::Agari(agari) => writer.agari(agari),
                Event::Ryuukyoku(draw) => writer.ryuukyoku(draw),
                Event::Bye(who) => writer.bye(*who),
                Event::Un(un) => writer.un(un),
                // Games have nothing else.
                Event::Root(_) | Event::Shuffle(_) | Event::Go(_) | Event::Taikyoku(_) | Event::Unknown => {}
            }
        }
        writer.finish()
    }
}

/// The end stands in the last element.
fn close(log: &mut [Event<'static>], owari: Owari<'static>) {
    match log.last_mut() {
        Some(Event::Agari(agari)) => agari.outcome.owari = Some(owari),
        Some(Event::Ryuukyoku(draw)) => draw.outcome.owari = Some(owari),
        _ => {}
    }
}

/// Whether elements show what is asked for; of the end of a game they tell nothing.
fn shown(log: &[Event<'_>], want: Want) -> bool {
    let agari = |event: &Event<'_>| matches!(event, Event::Agari(_));
    match want {
        Want::Yaku(yaku) => log.iter().any(|event| matches!(event, Event::Agari(agari) if has_yaku(agari, yaku))),
        Want::Draw(draw) => {
            let why = draw.slug();
            log.iter().any(|event| matches!(event, Event::Ryuukyoku(draw) if draw.why.as_deref() == why))
        }
        Want::Meld(kind) => log.iter().any(|event| matches!(event, Event::Call(call) if call.mianzi.kind() == kind)),
        Want::Incident(Incident::DoubleRon) => log.windows(2).any(|pair| pair.iter().all(agari)),
        Want::Incident(Incident::Pao) => {
            log.iter().any(|event| matches!(event, Event::Agari(agari) if agari.pao.is_some()))
        }
        Want::Incident(Incident::Reconnect) => log.iter().any(|event| matches!(event, Event::Un(_))),
        Want::Incident(_) => false,
    }
}

/// Whether a win counts a yaku: 裏ドラ stand there with 0 han too.
fn has_yaku(agari: &Agari<'_>, yaku: Yaku) -> bool {
    let id = yaku.tenhou_id();
    agari.yaku.iter().any(|(other, han)| *other == id && *han > 0) || agari.yakuman.contains(&id)
}
