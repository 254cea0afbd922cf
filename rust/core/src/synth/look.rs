//! Which games are worth playing for what is asked for: a look at their walls costs a thousandth.

use super::form::forms;
use super::plan::Measure;
use super::random::Random;
use super::scheme::Scheme;
use super::seed;
use super::table::Table;
use super::want::{Draw, Incident, Want};
use crate::error::{Error, ErrorKind, Result};
use crate::game::course::{Course, Place};
use crate::game::seat_after;
use crate::hule::Yaku;
use crate::mianzi::Kind;
use crate::tenhou::Go;
use crate::tenhou::seed::Seed;

/// So many rounds every game has, but for those that end early.
const ROUNDS: u8 = 4;

/// Whether one of the first walls of a game is good for each of these.
pub(super) fn promising(mut random: Random, go: Go, wants: &[Want], measure: &mut Measure) -> Result<bool> {
    let wants: Vec<Want> = wants.iter().copied().filter(|want| hangs_on_walls(*want)).collect();
    if wants.is_empty() {
        return Ok(true);
    }
    let mut seed = Seed::parse(&seed::text(&mut random))?;
    let course = Course::of(go);
    let tables: Vec<Table> = (0..ROUNDS)
        .map(|round| {
            // Whose deal it will be does not matter: seats go round with it.
            let place = Place { round: round % course.players, ..Place::default() };
            Table::new(go, place, course.start(), seed.wall(go.sanma()))
        })
        .collect();
    let mut good = |want| tables.iter().any(|table| fits(want, table, measure));
    Ok(wants.into_iter().all(&mut good))
}

/// Whether it is worth a look at the walls.
fn hangs_on_walls(want: Want) -> bool {
    match want {
        Want::Yaku(Yaku::Tianhu | Yaku::Dihu) | Want::Draw(Draw::Nagashi | Draw::FourWinds) => true,
        Want::Yaku(yaku) => !forms(yaku).is_empty(),
        Want::Incident(incident) => incident == Incident::Pao,
        _ => false,
    }
}

fn fits(want: Want, table: &Table, measure: &mut Measure) -> bool {
    let players = table.players;
    let turns = match want {
        Want::Yaku(Yaku::Tianhu) => 0..1,
        Want::Yaku(Yaku::Dihu) => 1..players,
        _ => return Scheme::new(want, table, measure).is_some(),
    };
    turns.into_iter().any(|turns| wins_at_once(table, seat_after(table.place.oya(), turns, players)))
}

/// Whether a seat wins with its first draw.
fn wins_at_once(table: &Table, seat: u8) -> bool {
    let mut hand = table.seat(seat).hand.clone();
    let waits = table.seat(seat).waits;
    table.upcoming(seat).next().is_some_and(|pai| {
        hand.add(pai);
        waits != 0 && hand.distance() == 0
    })
}

/// Refuses what no game at a table can have.
pub(super) fn check(go: Go, want: Want) -> Result<()> {
    let sanma = go.sanma();
    let why = match want {
        Want::Yaku(Yaku::Hongbaopai) if !go.red() => "without red fives",
        Want::Yaku(Yaku::Sansetongshun) | Want::Meld(Kind::Chi) if sanma => "of three players",
        Want::Yaku(Yaku::MenfengBei) if sanma => "of three players",
        Want::Yaku(Yaku::ZhuangfengXi) if !go.hanchan() => "for an East game",
        Want::Yaku(Yaku::ZhuangfengBei) => "of Tenhou's, where no game has a North round",
        Want::Draw(Draw::FourWinds | Draw::FourRiichi | Draw::ThreeRons) if sanma => "of three players",
        Want::Meld(Kind::Kita) if !sanma => "of four players",
        _ => return Ok(()),
    };
    Err(Error::new(ErrorKind::BadArgument, format!("{} can't be at a table {why}", want.name())))
}
