//! A game, from the first deal to its end, as Tenhou's elements.

use super::look::fits;
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
use crate::game::Seats;
use crate::game::course::{Course, End, Ending, Place};
use crate::game::points::{Era, final_scores, of_table};
use crate::hule::Yaku;
use crate::tenhou::Go;
use crate::tenhou::event::{Agari, Event, Owari};
use crate::tenhou::seed::Seed;
use crate::tenhou::write::Writer;

/// So many times a round is played where it may show what is asked for.
const ATTEMPTS: usize = 16;

/// A game that was played.
pub(super) struct Game {
    go: Go,
    course: Course,
    /// The walls' seed, as SHUFFLE has it.
    seed: String,
    people: People,
    /// Everything from the first INIT on.
    log: Vec<Event<'static>>,
    /// The round that was played last.
    place: Place,
    /// Why the game ended; none while it goes on.
    end: Option<End>,
    /// Rounds that were played, those too that were played again.
    pub(super) played: u32,
}

impl Game {
    /// Plays a game: all of it follows from the generator. `wants` are things that the players
    /// try to show.
    pub(super) fn play(random: &mut Random, go: Go, wants: &[Want]) -> Result<Self> {
        let course = Course::of(go);
        let seed = seed::text(random);
        let people = People::new(random, course.players, go.level());
        let mut players: [Player; 4] = core::array::from_fn(|_| Player::new(random));
        let mut walls = Seed::parse(&seed)?;
        let (log, place) = (Vec::with_capacity(2048), Place::default());
        let mut game = Self { go, course, seed, people, log, place, end: None, played: 0 };
        if wants.contains(&Want::Incident(Incident::Reconnect)) {
            for player in &mut players {
                player.steadiness = 1000;
            }
        }
        let (mut measure, mut scores) = (Measure::default(), course.start());
        loop {
            let table = Table::new(go, game.place, scores, walls.wall(go.sanma()));
            let after = game.round(&table, &mut players, wants, &mut measure);
            scores = after.scores;
            if game.end.is_some() {
                let ten = final_scores(scores, after.sticks, course.players);
                close(&mut game.log, Owari::of(ten, of_table(go, &ten, Era::Exact)));
                return Ok(game);
            }
            game.place = course.next(game.place, after.ending, after.sticks);
        }
    }

    /// Plays a round. Where something is asked for and not there yet, it is played in several
    /// ways, each as if it were the first, until one shows some of it; else the last one stays.
    fn round(&mut self, table: &Table, players: &mut [Player; 4], wants: &[Want], measure: &mut Measure) -> After {
        let missing: Vec<Want> = wants.iter().copied().filter(|want| !self.shows(*want)).collect();
        let (mut ways, mut hopeful) = (Vec::with_capacity(ATTEMPTS), false);
        for want in &missing {
            match Scheme::new(*want, table, measure) {
                Some(scheme) => ways.push(Some(scheme)),
                // Nothing is wrong with a round that shows nothing where nothing could come.
                None => hopeful |= self.may_come(*want, table, measure),
            }
        }
        ways.extend(core::iter::repeat_n(None, if missing.is_empty() { 1 } else { ATTEMPTS }));
        let (begin, away) = (self.log.len(), players.each_ref().map(|player| player.away));
        let mut after = After { ending: Ending::Aborted, scores: table.scores, sticks: table.place.sticks };
        for scheme in ways {
            self.log.truncate(begin);
            players.iter_mut().zip(away).for_each(|(player, away)| player.away = away);
            let natural = scheme.is_none();
            let mut round = Round::new(table.clone(), &self.people, players, &mut self.log, scheme);
            let ending = round.play();
            after = After { ending, scores: round.table.scores, sticks: round.table.place.sticks };
            self.end = self.course.end(self.place, ending, &after.scores);
            self.played += 1;
            let brings = |want: &Want| self.shows(*want);
            let done = match self.end {
                Some(_) => missing.iter().all(brings),
                None => natural && !hopeful || missing.iter().any(brings),
            };
            if done {
                break;
            }
        }
        after
    }

    /// Whether a round may show what is asked for without a scheme.
    fn may_come(&self, want: Want, table: &Table, measure: &mut Measure) -> bool {
        match want {
            Want::Yaku(Yaku::ZhuangfengNan) => self.place.wind() == 1,
            Want::Yaku(Yaku::ZhuangfengXi) => self.place.wind() == 2,
            _ if want.is_of_the_end() => self.place.round >= self.course.last,
            _ => fits(want, table, measure),
        }
    }

    /// Whether the game shows what is asked for, as far as it was played.
    pub(super) fn shows(&self, want: Want) -> bool {
        match want {
            Want::Incident(Incident::Bankruptcy) => self.end == Some(End::Bankrupt),
            Want::Incident(Incident::AgariYame) => self.end == Some(End::WonAhead),
            Want::Incident(Incident::TenpaiYame) => self.end == Some(End::TenpaiAhead),
            Want::Incident(Incident::Extension) => self.place.round > self.course.last,
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

/// What a round leaves behind.
struct After {
    ending: Ending,
    scores: Seats<i32>,
    sticks: i32,
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
