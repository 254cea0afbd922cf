//! The seam between moves and outputs.

use arrayvec::ArrayVec;

use super::hand::Hand;
use crate::mianzi::Notation;
use crate::pai::Face;

/// Takes a paipu, piece by piece, every move in its final form.
///
/// Players count from the round's dealer (`l`) inside rounds, by Tenhou's seats outside.
pub trait PaipuSink {
    /// The title. A later one replaces it.
    fn title(&mut self, title: &str);
    /// The four labels, by seat.
    fn player(&mut self, labels: [&str; 4]);
    /// The first dealer's seat; the list of rounds begins.
    fn qijia(&mut self, seat: u8);
    /// A round begins: what everyone was dealt.
    fn qipai(&mut self, qipai: &Qipai);
    /// A draw (摸), after a kan a `gangzimo`.
    fn zimo(&mut self, l: u8, p: Face, gang: bool);
    /// A discard (打): of the tile just drawn (`_`), with riichi (`*`).
    fn dapai(&mut self, l: u8, p: Face, moqie: bool, lizhi: bool);
    /// Turns that follow each other: as if each draw and discard came by itself.
    #[inline]
    fn turns(&mut self, turns: impl Iterator<Item = Turn>) {
        for Turn { l, zimo, dapai, moqie } in turns {
            self.zimo(l, zimo, false);
            self.dapai(l, dapai, moqie, false);
        }
    }
    /// A call (副露): chi, pon or daiminkan.
    fn fulou(&mut self, l: u8, m: &Notation);
    /// An ankan or a kakan (槓).
    fn gang(&mut self, l: u8, m: &Notation);
    /// A kan dora indicator (開槓).
    fn kaigang(&mut self, baopai: Face);
    /// A win (和了).
    fn hule(&mut self, hule: &Hule);
    /// A draw (流局).
    fn pingju(&mut self, pingju: &Pingju);
    /// The end of the game. A later one replaces it.
    fn end(&mut self, end: &End);
}

impl<S: PaipuSink> PaipuSink for &mut S {
    fn title(&mut self, title: &str) {
        (**self).title(title);
    }
    fn player(&mut self, labels: [&str; 4]) {
        (**self).player(labels);
    }
    fn qijia(&mut self, seat: u8) {
        (**self).qijia(seat);
    }
    fn qipai(&mut self, qipai: &Qipai) {
        (**self).qipai(qipai);
    }
    #[inline]
    fn zimo(&mut self, l: u8, p: Face, gang: bool) {
        (**self).zimo(l, p, gang);
    }
    #[inline]
    fn dapai(&mut self, l: u8, p: Face, moqie: bool, lizhi: bool) {
        (**self).dapai(l, p, moqie, lizhi);
    }
    #[inline]
    fn turns(&mut self, turns: impl Iterator<Item = Turn>) {
        (**self).turns(turns);
    }
    fn fulou(&mut self, l: u8, m: &Notation) {
        (**self).fulou(l, m);
    }
    fn gang(&mut self, l: u8, m: &Notation) {
        (**self).gang(l, m);
    }
    fn kaigang(&mut self, baopai: Face) {
        (**self).kaigang(baopai);
    }
    fn hule(&mut self, hule: &Hule) {
        (**self).hule(hule);
    }
    fn pingju(&mut self, pingju: &Pingju) {
        (**self).pingju(pingju);
    }
    fn end(&mut self, end: &End) {
        (**self).end(end);
    }
}

/// A draw and a discard of one player, both final, without kan or riichi: so are most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The player.
    pub l: u8,
    /// The tile drawn.
    pub zimo: Face,
    /// The tile discarded.
    pub dapai: Face,
    /// It is the tile just drawn.
    pub moqie: bool,
}

/// What a round begins with.
#[derive(Clone, Debug, PartialEq)]
pub struct Qipai {
    /// The round's wind, 0 East.
    pub zhuangfeng: u8,
    /// The round within its wind, 0 to 3.
    pub jushu: u8,
    /// Honba (本場).
    pub changbang: i32,
    /// Riichi sticks on the table.
    pub lizhibang: i32,
    /// Scores from the dealer on.
    pub defen: [i64; 4],
    /// The dora indicator.
    pub baopai: Face,
    /// Hands from the dealer on.
    pub shoupai: [Hand; 4],
}

/// A win.
#[derive(Clone, Debug, PartialEq)]
pub struct Hule {
    /// The winner.
    pub l: u8,
    /// The winner's hand, the winning tile last, then melds, oldest first.
    pub shoupai: Hand,
    /// The discarder, none on a tsumo.
    pub baojia: Option<u8>,
    /// Ura dora indicators, on riichi wins.
    pub fubaopai: Option<ArrayVec<Face, 8>>,
    /// The hand's points, without honba and sticks.
    pub defen: i32,
    /// Yakuman, then yaku, by Tenhou's id.
    pub hupai: ArrayVec<Hupai, 48>,
    /// Gains and losses from the dealer on.
    pub fenpei: [i64; 4],
    /// How it was counted.
    pub value: Value,
}

impl Hule {
    /// Nothing known yet.
    pub(super) fn blank() -> Self {
        Self {
            l: 0,
            shoupai: Hand::new(),
            baojia: None,
            fubaopai: None,
            defen: 0,
            hupai: ArrayVec::new(),
            fenpei: [0; 4],
            value: Value::Damanguan(0),
        }
    }
}

/// One yaku of a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hupai {
    /// Tenhou's id, an index into [`crate::tenhou::names::YAKU`].
    pub id: u8,
    /// Its han, none for a yakuman (`*`).
    pub fanshu: Option<u8>,
}

/// How a win was counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Number of yakuman.
    Damanguan(usize),
    /// Minipoints and the sum of han.
    Counted {
        /// Minipoints (符).
        fu: i32,
        /// Han (翻).
        fanshu: i64,
    },
}

/// A draw.
#[derive(Clone, Debug, PartialEq)]
pub struct Pingju {
    /// Why, in Japanese.
    pub name: &'static str,
    /// Hands shown, from the dealer on; empty where none was.
    pub shoupai: [Hand; 4],
    /// Gains and losses from the dealer on.
    pub fenpei: [i64; 4],
}

/// The end of the game, by Tenhou's seats.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// Final scores.
    pub defen: [i64; 4],
    /// Points as the log writes them.
    pub point: [String; 4],
    /// Places, 1 to 4; ties go by seat from the first dealer on.
    pub rank: [u8; 4],
}
