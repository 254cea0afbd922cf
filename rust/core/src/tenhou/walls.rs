//! The walls of a log: each round's, from its seed, and what the round took from it.

use super::difference::{Difference, What};
use super::event::{Agari, Init};
use super::input::Offsets;
use super::read::{Visitor, read};
use super::seed::Seed;
use super::tile::Tiles;
use super::wall::Wall;
use super::{Attrs, Event, Text};
use crate::error::{Error, ErrorKind, Result};
use crate::mianzi::Kind;
use crate::pai::Pai;
use crate::pai_set::PaiSet;

/// A round, its wall, and what it took from it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RoundWall {
    /// Index of the round, from 0.
    pub index: usize,
    /// 0 is East 1; four to a wind, at three-player tables too.
    pub round: u8,
    /// Repeat counters (本場).
    pub honba: i32,
    /// The dealer's seat.
    pub oya: u8,
    /// The wall.
    pub wall: Wall,
    /// The round's draws, in order.
    pub draws: Vec<Draw>,
    /// How many of them were replacement draws.
    pub replaced: usize,
    /// Dora indicators that were open at the end.
    pub turned: usize,
    /// Tiles that could still have been drawn when the round ended, or the log.
    pub left: usize,
    /// Where the log says otherwise than the wall: the first [`MOST_DIFFERENCES`] of the round.
    pub differences: Vec<Difference>,
}

/// A draw: what the log says, and where the wall has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Draw {
    /// Who draws.
    pub seat: u8,
    /// The tile, as the log has it.
    pub pai: Pai,
    /// The place in the wall, none where the wall has no tile left.
    pub place: Option<u8>,
    /// A replacement draw (嶺上), after a kan or a kita.
    pub rinshan: bool,
}

/// More than these are not kept: a log under a wrong seed differs everywhere.
pub const MOST_DIFFERENCES: usize = 64;

/// No game has more rounds: further walls are not looked at.
const MOST_ROUNDS: usize = 64;

/// The wall of each round of a log. With `partial` its root may be missing and it may stop anywhere.
///
/// # Errors
/// [`ErrorKind::NoSeed`] where a round has no seed, [`ErrorKind::BadSeed`] where it can't be
/// read, and all that can be wrong with a log.
pub fn walls(text: &Text<'_>, partial: bool) -> Result<Vec<RoundWall>> {
    let mut builder = Builder::new(text.as_str());
    let mut done = read(text.as_str(), partial, &mut builder);
    if done.is_ok() && builder.rounds.is_empty() && builder.seed.is_none() {
        done = Err(no_seed("the log has no wall seed, and no round").at(0, None, None));
    }
    done.map_err(|e| e.map_offset(|at| text.offset_in_input(at)))?;
    let (mut rounds, mut offsets) = (builder.rounds, Offsets::new(text));
    for difference in rounds.iter_mut().flat_map(|round| &mut round.differences) {
        difference.offset = offsets.in_input(difference.offset);
    }
    Ok(rounds)
}

#[cold]
fn no_seed(message: &str) -> Error {
    Error::new(ErrorKind::NoSeed, message)
}

/// Follows a log from wall to wall.
pub(crate) struct Builder<'a> {
    text: &'a str,
    /// The game's seed.
    seed: Option<Seed>,
    /// The same before its first wall.
    unused: Option<Seed>,
    sanma: bool,
    /// A kan or a kita: the next draw replaces a tile.
    replaces: bool,
    rounds: Vec<RoundWall>,
}

impl<'a> Builder<'a> {
    /// Before a log's first element.
    pub(crate) const fn new(text: &'a str) -> Self {
        Self { text, seed: None, unused: None, sanma: false, replaces: false, rounds: Vec::new() }
    }

    /// Whether the game has a seed.
    pub(crate) const fn has_seed(&self) -> bool {
        self.seed.is_some()
    }

    /// The round's wall, and what the round took from it.
    pub(crate) fn last(&self) -> Option<&RoundWall> {
        self.rounds.last()
    }

    fn init(&mut self, at: usize, init: &Init<'_>) -> Result<()> {
        let shuffle = init.shuffle.as_deref().filter(|text| !text.is_empty());
        let wall = match (shuffle, &mut self.seed) {
            (Some(text), _) => Seed::parse(text)?.wall(self.sanma),
            (None, Some(seed)) => seed.wall(self.sanma),
            (None, None) => {
                return Err(no_seed("the log has no wall seed: no SHUFFLE with a seed before it, no shuffle in INIT"));
            }
        };
        self.begin(at, init, wall);
        Ok(())
    }

    /// A round whose deal is not of its wall: looks whether another wall of the seed fits, so
    /// many rounds ahead at most. If so the round begins anew with it, and the next goes on
    /// behind it. Gives which wall it is, from 0.
    pub(crate) fn search(&mut self, at: usize, init: &Init<'_>, ahead: usize) -> Option<usize> {
        let mut seed = self.unused.clone()?;
        for number in 0..(self.rounds.len() + ahead).min(MOST_ROUNDS) {
            let wall = seed.wall(self.sanma);
            if wall.fits(&init.hai) {
                self.rounds.pop();
                self.begin(at, init, wall);
                self.seed = Some(seed);
                return Some(number);
            }
        }
        None
    }

    fn begin(&mut self, at: usize, init: &Init<'_>, wall: Wall) {
        self.replaces = false;
        let mut round = RoundWall {
            index: self.rounds.len(),
            round: init.round,
            honba: init.honba,
            oya: init.oya,
            draws: Vec::with_capacity(wall.drawable()),
            replaced: 0,
            turned: 1,
            left: wall.drawable(),
            differences: Vec::new(),
            wall,
        };
        for (number, (die, found)) in round.wall.dice().into_iter().zip(init.dice).enumerate() {
            round.compare(What::Die, number, None, Some(die), Some(found), at);
        }
        round.deal(init, at);
        round.indicator(What::Dora, 0, init.dora, at);
        self.rounds.push(round);
    }

    /// A draw.
    ///
    /// # Errors
    /// Before the first round.
    pub(crate) fn draw(&mut self, at: usize, seat: u8, pai: Pai) -> Result<()> {
        let rinshan = core::mem::take(&mut self.replaces);
        self.now()?.draw(at, seat, pai, rinshan);
        Ok(())
    }

    fn now(&mut self) -> Result<&mut RoundWall> {
        let early = || Error::new(ErrorKind::OutOfOrder, "an element of a round stands before the first INIT");
        self.rounds.last_mut().ok_or_else(early)
    }

    /// Any element.
    ///
    /// # Errors
    /// Before the first round, or a seed that can't be read.
    pub(crate) fn take(&mut self, at: usize, event: &Event<'_>) -> Result<()> {
        match event {
            Event::Shuffle(shuffle) => {
                if let Some(seed) = shuffle.seed.as_deref().filter(|text| !text.is_empty()) {
                    let seed = Seed::parse(seed)?;
                    self.unused = Some(seed.clone());
                    self.seed = Some(seed);
                }
            }
            Event::Go(table) => self.sanma = table.go.sanma(),
            Event::Init(init) => self.init(at, init)?,
            Event::Draw(seat, pai) => self.draw(at, *seat, *pai)?,
            Event::Call(call) => {
                self.now()?;
                self.replaces = !matches!(call.mianzi.kind(), Kind::Chi | Kind::Pon);
            }
            Event::Dora(pai) => {
                let round = self.now()?;
                round.indicator(What::Dora, round.turned, *pai, at);
                round.turned += 1;
            }
            Event::Agari(agari) => self.now()?.win(agari, at),
            Event::Discard(..) | Event::Reach(_) | Event::Ryuukyoku(_) => {
                self.now()?;
            }
            _ => {}
        }
        Ok(())
    }
}

impl RoundWall {
    /// Whether the log says all that the wall says.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.differences.is_empty()
    }

    /// What the wall has at some place.
    #[must_use]
    pub fn at(&self, place: Option<usize>) -> Option<u8> {
        self.wall.tile(place?).map(Pai::number)
    }

    fn compare(
        &mut self,
        what: What,
        number: usize,
        seat: Option<u8>,
        expected: Option<u8>,
        found: Option<i32>,
        offset: usize,
    ) {
        if expected.map(i32::from) != found && self.differences.len() < MOST_DIFFERENCES {
            self.differences.push(Difference { what, number, seat, expected, found, offset });
        }
    }

    /// Hands are compared as sets; one that the log does not show is passed over.
    fn deal(&mut self, init: &Init<'_>, at: usize) {
        let hands = self.wall.hands(init.oya);
        for ((seat, dealt), hand) in (0..).zip(&hands).zip(&init.hai) {
            if hand.is_empty() {
                continue;
            }
            if PaiSet::of(hand) == PaiSet::of(dealt) {
                continue;
            }
            let mut lacks = dealt.iter().filter(|pai| !hand.contains(pai));
            let mut strays = hand.iter().filter(|pai| !dealt.contains(pai));
            for number in 0..hand.len().max(dealt.len()) {
                let expected = lacks.next().map(|pai| pai.number());
                let found = strays.next().map(|pai| i32::from(pai.number()));
                self.compare(What::Deal, number, Some(seat), expected, found, at);
            }
        }
    }

    fn draw(&mut self, at: usize, seat: u8, pai: Pai, rinshan: bool) {
        let number = self.draws.len();
        let replaced = self.replaced;
        let place = if rinshan {
            self.wall.rinshan(replaced).filter(|_| number < self.wall.drawable())
        } else {
            self.wall.draw(number - replaced, replaced)
        };
        let what = if rinshan { What::Rinshan } else { What::Draw };
        self.compare(what, number, Some(seat), self.at(place), Some(i32::from(pai.number())), at);
        self.draws.push(Draw { seat, pai, place: place.and_then(|place| u8::try_from(place).ok()), rinshan });
        self.replaced += usize::from(rinshan);
        self.left = self.left.saturating_sub(1);
    }

    fn indicator(&mut self, what: What, number: usize, pai: Pai, at: usize) {
        let place = if what == What::Ura { self.wall.ura(number) } else { self.wall.dora(number) };
        self.compare(what, number, None, self.at(place), Some(i32::from(pai.number())), at);
    }

    fn win(&mut self, agari: &Agari<'_>, at: usize) {
        for (number, pai) in agari.dora.iter().enumerate() {
            self.indicator(What::Dora, number, *pai, at);
        }
        for (number, pai) in agari.ura.iter().flat_map(|ura| ura.iter()).enumerate() {
            self.indicator(What::Ura, number, *pai, at);
        }
    }
}

impl<'a> Visitor<'a> for Builder<'a> {
    fn tiles(&mut self, tiles: &mut Tiles<'a>) -> Result<()> {
        loop {
            let at = self.text.len() - tiles.rest().len();
            let Some(tile) = tiles.next() else { return Ok(()) };
            if tile.draw {
                self.draw(at, tile.seat, tile.pai)?;
            } else {
                self.now()?;
            }
        }
    }

    fn element(&mut self, at: usize, name: &'a str, attrs: &mut impl Attrs<'a>) -> Result<()> {
        let event = Event::decode(name, attrs)?;
        self.take(at, &event)
    }

    fn round(&self) -> Option<usize> {
        self.rounds.len().checked_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEED: &str = "mt19937ar,1,2,3,4,5,6,7,8";

    fn log(elements: &str) -> String {
        format!(r#"<mjloggm ver="2.3"><GO type="169"/><TAIKYOKU oya="0"/>{elements}</mjloggm>"#)
    }

    fn init(wall: &Wall, shuffle: &str) -> String {
        let [a, b] = wall.dice();
        let dora = wall.dora(0).and_then(|place| wall.tile(place)).unwrap().number();
        let mut text = format!(r#"<INIT seed="0,0,0,{a},{b},{dora}" ten="250,250,250,250" oya="1""#);
        for (seat, hand) in wall.hands(1).iter().enumerate() {
            let tiles: Vec<_> = hand.iter().rev().map(|pai| pai.number().to_string()).collect();
            text = format!(r#"{text} hai{seat}="{}""#, tiles.join(","));
        }
        if shuffle.is_empty() { text + "/>" } else { format!(r#"{text} shuffle="{shuffle}"/>"#) }
    }

    fn of(text: &str) -> Result<Vec<RoundWall>> {
        walls(&Text::plain(text), false)
    }

    fn wall() -> Wall {
        Seed::parse(SEED).unwrap().wall(false)
    }

    fn number(place: Option<usize>) -> u8 {
        wall().tile(place.unwrap()).unwrap().number()
    }

    #[test]
    fn a_round_takes_its_wall() {
        let wall = wall();
        let (first, second, last) = (number(wall.draw(0, 0)), number(wall.draw(1, 0)), number(wall.draw(2, 1)));
        let (rinshan, dora) = (number(wall.rinshan(0)), number(wall.dora(1)));
        // An ankan, its replacement and its indicator; then draws go on in turn.
        let round = format!(
            r#"{}<U{first}/><E{first}/><V{second}/><N who="2" m="0"/><DORA hai="{dora}"/><V{rinshan}/><F{rinshan}/><W{last}/>"#,
            init(&wall, SEED)
        );
        let rounds = of(&log(&(round.clone() + &round))).unwrap();
        assert_eq!(rounds.len(), 2);
        for (index, round) in rounds.iter().enumerate() {
            assert_eq!(round.differences, []);
            assert_eq!((round.index, round.turned, round.left, round.oya), (index, 2, 66, 1));
            let places: Vec<_> = round.draws.iter().map(|d| (d.seat, d.place, d.rinshan)).collect();
            let expected = [(1, Some(83), false), (2, Some(82), false), (2, Some(0), true), (3, Some(81), false)];
            assert_eq!(places, expected);
        }
    }

    #[test]
    fn differences_are_told() {
        let wall = wall();
        let right = init(&wall, SEED);
        let (tile, other) = (number(wall.draw(0, 0)), number(wall.draw(1, 0)));
        let text = log(&format!("{right}<T{other}/>"));
        let rounds = of(&text).unwrap();
        let [difference] = rounds[0].differences[..] else { panic!("{rounds:?}") };
        let at = text.rfind("<T").unwrap();
        let [has, wants] = [other, tile].map(|number| Pai::new(number.into()).unwrap());
        let told = format!("draw 0 of seat 0: the log has {has}, the wall {wants} (byte {at})");
        assert_eq!(difference.to_string(), told);

        let changed = of(&log(&init(&wall, &SEED.replace("ar,1", "ar,2")))).unwrap();
        let kinds: std::collections::BTreeSet<_> = changed[0].differences.iter().map(|d| d.what.name()).collect();
        assert!(kinds.contains("deal"), "{kinds:?}");
        assert!(!changed[0].agrees());
    }

    #[test]
    fn a_wall_ends() {
        let draws = "<T0/>".repeat(80) + &r#"<N who="0" m="0"/><T0/>"#.repeat(6) + &r#"<DORA hai="0"/>"#.repeat(9);
        let rounds = of(&log(&(init(&wall(), SEED) + &draws))).unwrap();
        assert_eq!((rounds[0].left, rounds[0].draws.len(), rounds[0].turned), (0, 86, 10));
        assert_eq!(rounds[0].draws.iter().filter(|draw| draw.place.is_some()).count(), 70);
        assert_eq!(rounds[0].differences.len(), MOST_DIFFERENCES);
    }

    #[test]
    fn a_log_without_a_seed() {
        let place = |text: &str| {
            let error = of(text).unwrap_err();
            (error.kind(), error.offset(), error.element().map(str::to_owned), error.round())
        };
        let round = init(&wall(), "");
        let text = log(&round);
        let at = text.find("<INIT");
        assert_eq!(place(&text), (ErrorKind::NoSeed, at, Some("INIT".to_owned()), None));
        assert_eq!(place(&log("")), (ErrorKind::NoSeed, Some(0), None, None));
        let text = log(&(init(&wall(), SEED) + &round));
        let at = text.rfind("<INIT");
        assert_eq!(place(&text), (ErrorKind::NoSeed, at, Some("INIT".to_owned()), Some(0)));
        let shuffle = r#"<SHUFFLE seed="mt19937ar,1" ref=""/>"#;
        let text = log(shuffle);
        assert_eq!(place(&text), (ErrorKind::BadSeed, text.find("<SHUFFLE"), Some("SHUFFLE".to_owned()), None));
        let empty = log(r#"<SHUFFLE seed="" ref=""/>"#);
        assert_eq!(place(&empty), (ErrorKind::NoSeed, Some(0), None, None));
    }

    #[test]
    fn tiles_before_the_first_round() {
        for element in ["<T0/>", "<D0/>", r#"<N who="0" m="0"/>"#, r#"<DORA hai="0"/>"#, r#"<REACH who="0"/>"#] {
            assert_eq!(of(&log(element)).unwrap_err().kind(), ErrorKind::OutOfOrder, "{element}");
        }
    }
}
