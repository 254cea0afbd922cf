//! Which games are worth playing for what is asked for: a look at their walls costs a thousandth.

use super::form::forms;
use super::hand::Hand;
use super::plan::Measure;
use super::player::gives_up;
use super::random::Random;
use super::scheme::Scheme;
use super::seed;
use super::table::Table;
use super::want::{Incident, Want};
use crate::error::{Error, ErrorKind, Result};
use crate::game::course::{Course, Place};
use crate::game::seat_after;
use crate::hule::Yaku;
use crate::mianzi::Kind;
use crate::tenhou::Go;
use crate::tenhou::draw::Draw;
use crate::tenhou::seed::Seed;

/// Whether a game has a good wall for each of these, no two of them the same.
pub(super) fn promising(mut random: Random, go: Go, wants: &[Want], measure: &mut Measure) -> Result<bool> {
    let wants: Vec<Want> = wants.iter().copied().filter(|want| hangs_on_walls(*want)).collect();
    if wants.is_empty() {
        return Ok(true);
    }
    let mut seed = Seed::parse(&seed::text(&mut random))?;
    let course = Course::of(go);
    let tables: Vec<Table> = (0..rounds(course))
        .map(|round| {
            // Whose deal it will be does not matter: seats go round with it.
            let place = Place { round: round % course.players, ..Place::default() };
            Table::new(go, place, course.start(), seed.wall(go.sanma()))
        })
        .collect();
    let mut good: Vec<u8> = Vec::with_capacity(wants.len());
    for want in wants {
        let fitting = tables.iter().zip(0..).filter(|(table, _)| fits(want, table, measure));
        good.push(fitting.fold(0, |set, (_, round)| set | 1 << round));
        if !apart(&good, 0) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether each of these sets of rounds can give one of its own, none of those that are taken.
fn apart(good: &[u8], taken: u8) -> bool {
    let Some((first, rest)) = good.split_first() else { return true };
    (0..8).map(|round| 1 << round).any(|round| first & !taken & round != 0 && apart(rest, taken | round))
}

/// Whether it is worth a look at the walls.
fn hangs_on_walls(want: Want) -> bool {
    match want {
        Want::Yaku(Yaku::Tianhu | Yaku::Dihu | Yaku::DoubleLizhi)
        | Want::Draw(Draw::Nagashi | Draw::FourWinds | Draw::NineKinds) => true,
        Want::Yaku(yaku) => !forms(yaku).is_empty(),
        Want::Incident(incident) => incident == Incident::Pao,
        _ => false,
    }
}

/// Whether a round can show it, as far as its wall says.
pub(super) fn fits(want: Want, table: &Table, measure: &mut Measure) -> bool {
    let mut seats = (0..table.players).map(|turns| (turns, seat_after(table.place.oya(), turns, table.players)));
    match want {
        _ if !hangs_on_walls(want) => true,
        Want::Yaku(Yaku::Tianhu) => seats.any(|(turns, seat)| turns == 0 && wins_at_once(table, seat)),
        Want::Yaku(Yaku::Dihu) => seats.any(|(turns, seat)| turns > 0 && wins_at_once(table, seat)),
        Want::Yaku(Yaku::DoubleLizhi) => seats.any(|(_, seat)| first_hand(table, seat).distance() == 1),
        Want::Draw(Draw::NineKinds) => seats.any(|(_, seat)| gives_up(&first_hand(table, seat))),
        _ => Scheme::new(want, table, measure).is_some(),
    }
}

/// The hand of a seat with its first draw.
fn first_hand(table: &Table, seat: u8) -> Hand {
    let mut hand = table.seat(seat).hand.clone();
    table.upcoming(seat).next().into_iter().for_each(|pai| hand.add(pai));
    hand
}

/// Whether a seat wins with its first draw.
fn wins_at_once(table: &Table, seat: u8) -> bool {
    table.seat(seat).waits != 0 && first_hand(table, seat).distance() == 0
}

/// Refuses what no game at a table can have, each by itself or all together.
pub(super) fn check(go: Go, wants: &[Want]) -> Result<()> {
    wants.iter().try_for_each(|want| check_one(go, *want))?;
    let names = |wants: &[Want]| wants.iter().map(|want| want.name()).collect::<Vec<_>>().join(", ");
    let bad = |message| Err(Error::new(ErrorKind::BadArgument, message));
    let ends: Vec<Want> = wants.iter().copied().filter(|want| want.is_an_end()).collect();
    if ends.len() > 1 {
        return bad(format!("a game ends in one way only: {} can't be together", names(&ends)));
    }
    let rare: Vec<Want> = wants.iter().copied().filter(|want| hangs_on_walls(*want)).collect();
    let rounds = rounds(Course::of(go));
    if rare.len() > usize::from(rounds) {
        return bad(format!(
            "a game at this table has {rounds} rounds that are sure, fewer than {} need",
            names(&rare)
        ));
    }
    Ok(())
}

/// So many rounds every game has, but for those that end early.
const fn rounds(course: Course) -> u8 {
    course.players * (course.last / 4 + 1)
}

fn check_one(go: Go, want: Want) -> Result<()> {
    let sanma = go.sanma();
    let four_only = match want {
        Want::Yaku(yaku) => matches!(yaku, Yaku::Sansetongshun | Yaku::MenfengBei),
        Want::Draw(draw) => matches!(draw, Draw::FourWinds | Draw::FourRiichi | Draw::ThreeRons),
        Want::Meld(kind) => kind == Kind::Chi,
        Want::Incident(_) => false,
    };
    let why = match want {
        _ if sanma && four_only => "of three players",
        Want::Meld(Kind::Kita) if !sanma => "of four players",
        Want::Yaku(Yaku::Hongbaopai) if !go.red() => "without red fives",
        Want::Yaku(Yaku::ZhuangfengXi) if !go.hanchan() => "for an East game",
        Want::Yaku(Yaku::ZhuangfengBei) => "of Tenhou's, where no game has a North round",
        _ => return Ok(()),
    };
    Err(Error::new(ErrorKind::BadArgument, format!("{} can't be at a table {why}", want.name())))
}
