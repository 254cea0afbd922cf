//! Made-up games: whole games with walls as Tenhou's server makes them, in the form it writes.

mod call;
mod defence;
mod form;
mod game;
mod hand;
mod look;
mod meld;
mod people;
mod plan;
mod player;
mod random;
mod round;
mod scheme;
mod seed;
mod table;
mod want;
mod win;

pub use crate::tenhou::draw::Draw;
pub use want::{Incident, Want};

use crate::error::{Error, ErrorKind, Result};
use crate::tenhou::Go;
use game::Game;
use plan::Measure;
use random::Random;

/// So many games are looked at for what is asked for, at most, and so many rounds are played.
const LOOKS: u64 = 250_000;
const ROUNDS: u32 = 30_000;

/// A whole game in mjlog XML, the same for the same arguments on every machine.
///
/// # Errors
/// `BadArgument` for tables with chips, for wants that no game at such a table can have, or that none was found with.
pub fn synth(seed: u64, go: Go, wants: &[Want]) -> Result<String> {
    Ok(synth_while(seed, go, wants, || true)?.unwrap_or_default())
}

/// The same, with a question now and then whether to go on with the search; none where the answer was no.
///
/// # Errors
/// As [`synth`].
pub fn synth_while(seed: u64, go: Go, wants: &[Want], mut go_on: impl FnMut() -> bool) -> Result<Option<String>> {
    if go.chips() {
        let message = "games of tables with chips (雀荘戦) can't be made up: no one knows how many a yakuman brings";
        return Err(Error::new(ErrorKind::BadArgument, message));
    }
    // What is asked for twice is asked for once.
    let mut once: Vec<Want> = Vec::with_capacity(wants.len());
    for want in wants {
        if !once.contains(want) {
            once.push(*want);
        }
    }
    let wants = &once[..];
    look::check(go, wants)?;
    let (mut measure, mut games, mut rounds) = (Measure::default(), 0_u64, 0);
    let mut looked = 0;
    for number in 0..LOOKS {
        if number > 0 && !go_on() {
            return Ok(None);
        }
        looked = number + 1;
        let mut random = Random::new(seed, number);
        if !look::promising(random.clone(), go, wants, &mut measure)? {
            continue;
        }
        let game = Game::play(&mut random, go, wants)?;
        if wants.iter().all(|want| game.shows(*want)) {
            return Ok(Some(game.write()));
        }
        games += 1;
        rounds += game.played;
        if rounds >= ROUNDS {
            break;
        }
    }
    let names: Vec<_> = wants.iter().map(|want| want.name()).collect();
    let message = format!(
        "no game with {} was found from seed {seed}, among {looked} of which {games} were played: try another seed, or \
         ask for less in one game",
        names.join(", ")
    );
    Err(Error::new(ErrorKind::BadArgument, message))
}
