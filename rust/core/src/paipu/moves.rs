//! Events to moves: the one place that knows both formats.
//!
//! A discard is held back until the next element that is not UN or BYE, or the end,
//! since in some files its riichi is declared behind it. So sinks get final moves only.

use core::borrow::Borrow;

use arrayvec::ArrayVec;

use super::hand::Hand;
use super::players::Labels;
use super::round::{self, Round, bad_list, hundreds};
use super::sink::{Hule, PaipuSink, Qipai, Turn};
use super::{Options, Piece, Warning};
use crate::error::{Error, ErrorKind, Result, shortened};
use crate::mianzi::Kind;
use crate::pai::{Face, Pai};
use crate::pai_set::PaiSet;
use crate::tenhou::draw::Draw;
use crate::tenhou::event::{self, Agari, Attrs, Call, Event, Init, Outcome, Reach, Ryuukyoku, Un};
use crate::tenhou::tile::{self, Tile, Tiles};
use crate::tenhou::{Go, Visitor};

/// A log has at most this many warnings.
const MOST_WARNINGS: usize = 16;

/// The version of mjlog that all logs have.
const VERSION: &str = "2.3";

/// The machine: takes events in order, feeds a sink.
#[derive(Debug)]
pub struct Moves<O, S> {
    sink: S,
    options: O,
    warnings: Vec<Warning>,
    table: Table,
    round: Round,
    held: Option<Discard>,
    /// Kan dora indicators that wait for the move after them.
    dora: ArrayVec<Face, 8>,
}

/// What holds for the whole game.
#[derive(Debug, Default)]
struct Table {
    go: Option<Go>,
    red: bool,
    titled: bool,
    named: bool,
    qijia: Option<u8>,
    rounds: usize,
}

#[derive(Clone, Copy, Debug)]
struct Discard {
    seat: u8,
    l: u8,
    p: Face,
    moqie: bool,
    lizhi: bool,
}

impl<O: Borrow<Options>, S: PaipuSink> Moves<O, S> {
    /// A machine at the start of a log.
    pub fn new(options: O, sink: S) -> Self {
        let table = Table { red: true, ..Table::default() };
        Self { sink, options, warnings: Vec::new(), table, round: Round::default(), held: None, dora: ArrayVec::new() }
    }

    /// Index of the current round, `None` before the first INIT.
    pub fn current_round(&self) -> Option<usize> {
        self.table.rounds.checked_sub(1)
    }

    /// The sink, to look at what it has so far.
    pub fn sink(&mut self) -> &mut S {
        &mut self.sink
    }

    /// What was odd so far, in the order of the log.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// The log is over: what was held back goes to the sink.
    pub fn finish(&mut self) {
        self.flush_discard();
        self.flush_dora();
        let options = self.options.borrow();
        if !self.table.titled && (options.title.is_some() || options.log_id.is_some()) {
            self.title(None);
        }
    }

    /// What would still come if the log ended here.
    pub fn held_back(&self) -> Vec<Piece> {
        let discard = self.held.map(|d| Piece::Dapai { l: d.l, p: d.p, moqie: d.moqie, lizhi: d.lizhi });
        discard.into_iter().chain(self.dora.iter().map(|&face| Piece::Kaigang(face))).collect()
    }

    #[inline]
    fn flush_discard(&mut self) {
        if let Some(d) = self.held.take() {
            self.sink.dapai(d.l, d.p, d.moqie, d.lizhi);
            self.flush_dora();
        }
    }

    #[inline]
    fn flush_dora(&mut self) {
        if !self.dora.is_empty() {
            self.send_dora();
        }
    }

    #[inline(never)]
    fn send_dora(&mut self) {
        for face in self.dora.take() {
            self.sink.kaigang(face);
        }
    }

    #[inline]
    fn draw(&mut self, seat: u8, pai: Pai) -> Result<()> {
        self.flush_discard();
        self.in_round()?;
        let l = self.round.l(seat);
        self.sink.zimo(l, pai.face(self.table.red), self.round.gang);
        self.round.gang = false;
        self.round.drawn = Some(pai);
        self.flush_dora();
        Ok(())
    }

    /// Sends turns that a draw follows, as long as nothing else comes; gives the one that no
    /// draw follows, whose discard is to be held back.
    #[inline]
    fn plain_turns(&mut self, tiles: &mut Tiles<'_>) -> Option<tile::Turn> {
        let (red, oya) = (self.table.red, self.round.oya);
        let (mut next, mut last) = (tiles.clone(), None);
        let mut drawn_last = self.round.drawn;
        self.sink.turns(core::iter::from_fn(|| {
            let turn = next.turn()?;
            if !next.draw_follows() {
                last = Some(turn);
                return None;
            }
            let tile::Turn { seat, drawn, discarded } = turn;
            drawn_last = Some(drawn);
            let (zimo, dapai) = (drawn.face(red), discarded.face(red));
            Some(Turn { l: seat.wrapping_sub(oya) & 3, zimo, dapai, moqie: drawn == discarded })
        }));
        *tiles = next;
        self.round.drawn = drawn_last;
        last
    }

    /// Whether draws and discards are plain: nothing waits, and no kan or riichi changes them.
    #[inline]
    fn is_plain(&self) -> bool {
        let Round { gang, lizhi, .. } = self.round;
        self.table.rounds > 0 && !gang && !lizhi && self.held.is_none() && self.dora.is_empty()
    }

    /// A discard, held back.
    #[inline]
    fn discard(&mut self, seat: u8, pai: Pai) -> Result<()> {
        self.flush_discard();
        self.in_round()?;
        let (l, p) = (self.round.l(seat), pai.face(self.table.red));
        self.held = Some(Discard { seat, l, p, moqie: self.round.drawn == Some(pai), lizhi: self.round.lizhi });
        self.round.lizhi = false;
        Ok(())
    }

    #[inline]
    fn in_round(&self) -> Result<()> {
        if self.table.rounds > 0 {
            Ok(())
        } else {
            Err(out_of_order("an element of a round stands before the first INIT"))
        }
    }

    /// An element that someone decoded already.
    ///
    /// # Errors
    /// What does not fit where it stands.
    pub fn event(&mut self, at: usize, name: &str, event: Event<'_>) -> Result<()> {
        match event {
            Event::Draw(seat, pai) => return self.draw(seat, pai),
            Event::Discard(seat, pai) => {
                self.discard(seat, pai)?;
                return Ok(());
            }
            // UN and BYE pass between a discard and what follows it.
            Event::Un(_) | Event::Bye(_) if self.held.is_some() => {}
            _ => self.flush_discard(),
        }
        match event {
            Event::Un(un) => self.un(&un)?,
            Event::Root(ver) => self.version(at, ver.as_deref()),
            Event::Unknown => self.warn(at, event::unknown(name)),
            Event::Go(table) => self.go(table.go)?,
            Event::Taikyoku(oya) => self.taikyoku(oya)?,
            Event::Ryuukyoku(draw) => self.ryuukyoku(at, &draw)?,
            // The rest was dealt with, or says nothing to a paipu.
            _ => {}
        }
        if self.held.is_none() {
            self.flush_dora();
        }
        Ok(())
    }

    fn version(&mut self, at: usize, ver: Option<&str>) {
        if ver != Some(VERSION) {
            let found = ver.map_or("none".to_owned(), shortened);
            self.warn(at, format!("mjlog version {found}: only {VERSION} is known"));
        }
    }

    fn dora(&mut self, pai: Pai) -> Result<()> {
        self.in_round()?;
        let face = pai.face(self.table.red);
        self.dora.try_push(face).map_err(|_| out_of_order("DORA stands nine times in a row"))
    }

    /// Each thing is told once, and not more than a few things of one log.
    fn warn(&mut self, offset: usize, message: String) {
        if self.warnings.len() < MOST_WARNINGS && self.warnings.iter().all(|w| w.message != message) {
            self.warnings.push(Warning { message, offset });
        }
    }

    fn go(&mut self, go: Go) -> Result<()> {
        if go.sanma() {
            return Err(Error::new(
                ErrorKind::Sanma,
                format!("a three-player game ({}): the paipu has no form for it; `parse` reads it", go.title()),
            ));
        }
        self.table.go = Some(go);
        self.table.red = go.red();
        self.title(Some(go));
        Ok(())
    }

    fn title(&mut self, go: Option<Go>) {
        let options = self.options.borrow();
        let mut title = match &options.title {
            Some(own) => own.clone(),
            None => go.map(Go::title).unwrap_or_default(),
        };
        if let Some(id) = &options.log_id {
            if !title.is_empty() {
                title.push('\n');
            }
            title.push_str(id);
        }
        self.table.titled = true;
        self.sink.title(&title);
    }

    fn un(&mut self, un: &Un<'_>) -> Result<()> {
        if self.table.named {
            return Ok(());
        }
        let labels = Labels::new(un, &self.options.borrow().label)?;
        self.table.named = true;
        self.sink.player(labels.by_seat());
        Ok(())
    }

    fn taikyoku(&mut self, oya: u8) -> Result<()> {
        if self.table.rounds > 0 {
            return Err(out_of_order("TAIKYOKU stands after the first INIT: a second game in one log"));
        }
        self.table.qijia = Some(oya);
        self.sink.qijia(oya);
        Ok(())
    }

    fn init(&mut self, init: &Init<'_, PaiSet>) -> Result<()> {
        if !self.options.borrow().partial {
            if self.table.go.is_none() {
                return Err(out_of_order("INIT stands before GO, which says what table it is"));
            }
            if self.table.qijia.is_none() {
                return Err(out_of_order("INIT stands before TAIKYOKU"));
            }
        }
        self.flush_dora();
        let ten = <[i32; 4]>::try_from(&*init.ten).map_err(|_| bad_list("ten", "has not four scores"))?;
        self.round = Round { oya: init.oya, ..Round::default() };
        let mut qipai = Qipai {
            zhuangfeng: init.round / 4,
            jushu: init.round % 4,
            changbang: init.honba,
            lizhibang: init.sticks,
            defen: self.round.dealer_first(ten.map(hundreds)),
            baopai: init.dora.face(self.table.red),
            shoupai: [Hand::new(); 4],
        };
        for seat in 0..4 {
            let hand = &mut qipai.shoupai[usize::from(self.round.l(seat))];
            let seat = usize::from(seat);
            let tiles = init.hai.get(seat).unwrap_or(&PaiSet::EMPTY);
            if tiles.is_empty() {
                return Err(bad_list(
                    ["hai0", "hai1", "hai2", "hai3"].get(seat).copied().unwrap_or_default(),
                    "is empty",
                ));
            }
            hand.push_tiles(tiles, self.table.red)?;
        }
        self.table.rounds += 1;
        self.sink.qipai(&qipai);
        Ok(())
    }

    fn call(&mut self, Call { who, mianzi }: Call) -> Result<()> {
        self.in_round()?;
        let (l, notation) = (self.round.l(who), mianzi.notation(self.table.red));
        match mianzi.kind() {
            Kind::Chi | Kind::Pon => {
                self.sink.fulou(l, &notation);
                self.round.drawn = None;
            }
            Kind::Daiminkan => {
                self.sink.fulou(l, &notation);
                self.round.gang = true;
            }
            Kind::Kakan | Kind::Ankan => {
                self.sink.gang(l, &notation);
                self.round.gang = true;
            }
            Kind::Kita => {
                let message = format!("meld code {} is a 北抜き, at a four-player table", mianzi.code());
                return Err(Error::new(ErrorKind::BadMianzi, message));
            }
        }
        let Some(melds) = self.round.melds.get_mut(usize::from(who & 3)) else { return Ok(()) };
        match melds.iter_mut().find(|pon| mianzi.extends(**pon)) {
            Some(pon) => *pon = mianzi,
            None => {
                melds.try_push(mianzi).map_err(|_| Error::new(ErrorKind::BadMianzi, "a fifth meld of one player"))?;
            }
        }
        Ok(())
    }

    fn agari(&mut self, agari: &Agari<'_, PaiSet>) -> Result<()> {
        self.in_round()?;
        let mut hule = Hule::blank();
        self.round.hule(agari, self.table.red, &mut hule)?;
        self.sink.hule(&hule);
        self.owari(&agari.outcome);
        Ok(())
    }

    fn ryuukyoku(&mut self, at: usize, draw: &Ryuukyoku<'_>) -> Result<()> {
        self.in_round()?;
        let name = draw.name().unwrap_or_else(|| {
            let why = shortened(draw.why.as_deref().unwrap_or_default());
            self.warn(at, format!("a draw of unknown type {why}: taken as {}", Draw::Exhaustive.name()));
            Draw::Exhaustive.name()
        });
        let pingju = self.round.pingju(draw, name, self.table.red)?;
        self.sink.pingju(&pingju);
        self.owari(&draw.outcome);
        Ok(())
    }

    fn owari(&mut self, outcome: &Outcome<'_>) {
        if let Some(owari) = &outcome.owari {
            self.sink.end(&round::end(owari, self.table.qijia.unwrap_or(0)));
        }
    }

    /// A declaration marks the discard that follows; in some files it stands behind its
    /// discard, which is still held back then.
    fn reach(&mut self, reach: &Reach) -> Result<()> {
        self.in_round()?;
        let declares = reach.step != Some(2);
        match &mut self.held {
            Some(d) if declares && d.seat == reach.who => {
                d.lizhi = true;
                self.round.lizhi = false;
            }
            _ => self.round.lizhi = declares,
        }
        Ok(())
    }
}

impl<'a, O: Borrow<Options>, S: PaipuSink> Visitor<'a> for Moves<O, S> {
    #[inline]
    fn tiles(&mut self, tiles: &mut Tiles<'a>) -> Result<()> {
        loop {
            if self.is_plain()
                && let Some(tile::Turn { seat, drawn, discarded }) = self.plain_turns(tiles)
            {
                self.draw(seat, drawn)?;
                self.discard(seat, discarded)?;
            }
            let Some(Tile { draw, seat, pai }) = tiles.next() else { return Ok(()) };
            if draw {
                self.draw(seat, pai)?;
                continue;
            }
            self.discard(seat, pai)?;
            if tiles.draw_follows() {
                self.flush_discard();
            }
        }
    }

    /// What comes up in every round is decoded where it is used, the rest as an [`Event`].
    fn element(&mut self, at: usize, name: &'a str, attrs: &mut impl Attrs<'a>) -> Result<()> {
        match name {
            "N" => {
                let call = Call::decode(attrs)?;
                self.flush_discard();
                self.call(call)?;
            }
            "REACH" => {
                let reach = Reach::decode(attrs)?;
                self.reach(&reach)?;
                self.flush_discard();
            }
            "INIT" => {
                let mut init = Init::blank();
                init.read(attrs)?;
                self.flush_discard();
                self.init(&init)?;
            }
            "AGARI" => {
                let mut agari = Agari::blank();
                agari.read(attrs)?;
                self.flush_discard();
                self.agari(&agari)?;
            }
            "DORA" => {
                let dora = event::dora(attrs)?;
                self.flush_discard();
                return self.dora(dora);
            }
            "SHUFFLE" => {
                while attrs.next()?.is_some() {}
                self.flush_discard();
            }
            _ => return self.event(at, name, Event::decode(name, attrs)?),
        }
        self.flush_dora();
        Ok(())
    }

    fn round(&self) -> Option<usize> {
        self.current_round()
    }
}

#[cold]
fn out_of_order(message: &str) -> Error {
    Error::new(ErrorKind::OutOfOrder, message)
}
