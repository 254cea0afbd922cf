//! A paipu's pieces as data, for those who take them later.

use super::sink::{End, Hule, PaipuSink, Pingju, Qipai};
use crate::mianzi::Notation;
use crate::pai::Face;

/// One call of a [`PaipuSink`], kept.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // each is the sink's method of that name
pub enum Piece {
    Title(String),
    Player(Box<[String; 4]>),
    Qijia(u8),
    Qipai(Box<Qipai>),
    Zimo { l: u8, p: Face, gang: bool },
    Dapai { l: u8, p: Face, moqie: bool, lizhi: bool },
    Fulou { l: u8, m: Notation },
    Gang { l: u8, m: Notation },
    Kaigang(Face),
    Hule(Box<Hule>),
    Pingju(Box<Pingju>),
    End(Box<End>),
}

impl Piece {
    /// Passes the piece on.
    pub fn send(&self, sink: &mut impl PaipuSink) {
        match self {
            Self::Title(title) => sink.title(title),
            Self::Player(labels) => sink.player(labels.each_ref().map(String::as_str)),
            Self::Qijia(seat) => sink.qijia(*seat),
            Self::Qipai(qipai) => sink.qipai(qipai),
            Self::Zimo { l, p, gang } => sink.zimo(*l, *p, *gang),
            Self::Dapai { l, p, moqie, lizhi } => sink.dapai(*l, *p, *moqie, *lizhi),
            Self::Fulou { l, m } => sink.fulou(*l, m),
            Self::Gang { l, m } => sink.gang(*l, m),
            Self::Kaigang(baopai) => sink.kaigang(*baopai),
            Self::Hule(hule) => sink.hule(hule),
            Self::Pingju(pingju) => sink.pingju(pingju),
            Self::End(end) => sink.end(end),
        }
    }
}

impl PaipuSink for Vec<Piece> {
    fn title(&mut self, title: &str) {
        self.push(Piece::Title(title.to_owned()));
    }
    fn player(&mut self, labels: [&str; 4]) {
        self.push(Piece::Player(Box::new(labels.map(str::to_owned))));
    }
    fn qijia(&mut self, seat: u8) {
        self.push(Piece::Qijia(seat));
    }
    fn qipai(&mut self, qipai: &Qipai) {
        self.push(Piece::Qipai(Box::new(qipai.clone())));
    }
    fn zimo(&mut self, l: u8, p: Face, gang: bool) {
        self.push(Piece::Zimo { l, p, gang });
    }
    fn dapai(&mut self, l: u8, p: Face, moqie: bool, lizhi: bool) {
        self.push(Piece::Dapai { l, p, moqie, lizhi });
    }
    fn fulou(&mut self, l: u8, m: &Notation) {
        self.push(Piece::Fulou { l, m: *m });
    }
    fn gang(&mut self, l: u8, m: &Notation) {
        self.push(Piece::Gang { l, m: *m });
    }
    fn kaigang(&mut self, baopai: Face) {
        self.push(Piece::Kaigang(baopai));
    }
    fn hule(&mut self, hule: &Hule) {
        self.push(Piece::Hule(Box::new(hule.clone())));
    }
    fn pingju(&mut self, pingju: &Pingju) {
        self.push(Piece::Pingju(Box::new(pingju.clone())));
    }
    fn end(&mut self, end: &End) {
        self.push(Piece::End(Box::new(end.clone())));
    }
}
