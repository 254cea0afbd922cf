//! Moves to JSON: the very bytes of `JSON.stringify`.

use arrayvec::ArrayVec;

use super::block::{self, Form};
use super::buffer::Buffer;
use super::sink::{End, Hule, PaipuSink, Pingju, Qipai, Turn, Value};
use super::text::{read_strings, write_ints, write_string, write_strings};
use crate::mianzi::Notation;
use crate::pai::Face;

/// Writes a paipu as JSON. Its buffers can be used again after [`JsonSink::clear`].
#[derive(Debug, Default)]
pub struct JsonSink {
    /// The rounds, without their outer brackets.
    log: Buffer,
    /// What stands outside the rounds, by key.
    parts: [Vec<u8>; 7],
    /// Keys in the order in which they came up.
    order: ArrayVec<Key, 7>,
    open_round: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    Title,
    Player,
    Qijia,
    Log,
    Defen,
    Point,
    Rank,
}

impl Key {
    const fn prefix(self) -> &'static [u8] {
        match self {
            Key::Title => b"\"title\":",
            Key::Player => b"\"player\":",
            Key::Qijia => b"\"qijia\":",
            Key::Log => b"\"log\":",
            Key::Defen => b"\"defen\":",
            Key::Point => b"\"point\":",
            Key::Rank => b"\"rank\":",
        }
    }
}

impl JsonSink {
    /// Forgets everything but the memory.
    pub fn clear(&mut self) {
        self.log.clear();
        self.order.clear();
        self.open_round = false;
    }

    /// Bytes that the memory kept for reuse takes up.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.log.capacity()
    }

    /// How many bytes the whole paipu has.
    #[must_use]
    pub fn len(&self) -> usize {
        let mut len = 0;
        self.pieces(|piece| len += piece.len());
        len
    }

    /// Never: even an empty paipu is `{}`.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Appends the whole paipu.
    pub fn write_to(&self, out: &mut Vec<u8>) {
        out.reserve(self.len());
        self.pieces(|piece| out.extend_from_slice(piece));
    }

    /// The paipu in pieces, in order.
    pub fn pieces(&self, mut each: impl FnMut(&[u8])) {
        let mut separator: &[u8] = b"{";
        for &key in &self.order {
            each(separator);
            separator = b",";
            each(key.prefix());
            if key == Key::Log {
                each(b"[");
                each(self.log.as_slice());
                each(if self.open_round { b"]]" } else { b"]" });
            } else {
                each(&self.parts[key as usize]);
            }
        }
        if self.order.is_empty() {
            each(separator);
        }
        each(b"}");
    }

    /// Whether the paipu holds anything.
    #[must_use]
    pub fn has_any(&self) -> bool {
        !self.order.is_empty()
    }

    /// Whether the game came to its end.
    #[must_use]
    pub fn is_ended(&self) -> bool {
        self.order.contains(&Key::Rank)
    }

    /// Appends the title's text, if there is one.
    pub fn title_to(&self, out: &mut Vec<u8>) {
        self.texts_to(Key::Title, [out]);
    }

    /// Appends the four players' labels, if they are there.
    pub fn labels_to(&self, out: [&mut Vec<u8>; 4]) {
        self.texts_to(Key::Player, out);
    }

    fn texts_to<const N: usize>(&self, key: Key, out: [&mut Vec<u8>; N]) {
        if self.order.contains(&key) {
            read_strings(&self.parts[key as usize], out);
        }
    }

    fn part(&mut self, key: Key) -> &mut Vec<u8> {
        self.come_up(key);
        let value = &mut self.parts[key as usize];
        value.clear();
        value
    }

    fn come_up(&mut self, key: Key) {
        if !self.order.contains(&key) {
            self.order.push(key);
        }
    }

    fn open_log(&mut self) {
        self.come_up(Key::Log);
    }
}

/// Room for moves, taken at once: that there is some needs to be asked less often.
const ROOM: usize = 4096;

impl PaipuSink for JsonSink {
    fn title(&mut self, title: &str) {
        write_string(self.part(Key::Title), title);
    }

    fn player(&mut self, labels: [&str; 4]) {
        write_strings(self.part(Key::Player), labels);
    }

    fn qijia(&mut self, seat: u8) {
        self.part(Key::Qijia).push(b'0' + seat % 10);
        self.open_log();
    }

    fn qipai(&mut self, q: &Qipai) {
        self.open_log();
        let out = &mut self.log;
        if self.open_round {
            out.put(b"],");
        }
        out.put(b"[{\"qipai\":{\"zhuangfeng\":");
        self.open_round = true;
        out.int(q.zhuangfeng.into());
        out.put(b",\"jushu\":");
        out.int(q.jushu.into());
        out.put(b",\"changbang\":");
        out.int(q.changbang.into());
        out.put(b",\"lizhibang\":");
        out.int(q.lizhibang.into());
        out.put(b",\"defen\":");
        out.scores(&q.defen);
        out.put(b",\"baopai\":\"");
        out.put(&q.baopai.bytes());
        out.put(b"\",\"shoupai\":");
        out.hands(&q.shoupai);
        out.put(b"}}");
    }

    #[inline]
    fn zimo(&mut self, l: u8, p: Face, gang: bool) {
        if gang {
            self.log.gangzimo(l, p);
        } else {
            self.log.one_move(Form::new(true, false, false), l, p);
        }
    }

    #[inline]
    fn dapai(&mut self, l: u8, p: Face, moqie: bool, lizhi: bool) {
        self.log.one_move(Form::new(false, moqie, lizhi), l, p);
    }

    #[inline]
    fn turns(&mut self, turns: impl Iterator<Item = Turn>) {
        let mut turns = turns;
        loop {
            let Some(room) = self.log.room(ROOM + block::TURN).first_chunk_mut::<{ ROOM + block::TURN }>() else {
                return;
            };
            let mut used = 0;
            while used < ROOM {
                let Some(Turn { l, zimo, dapai, moqie }) = turns.next() else {
                    self.log.add(used);
                    return;
                };
                let Some(place) = room.get_mut(used..).and_then(<[u8]>::first_chunk_mut) else { return };
                used += block::write_turn(place, l, zimo, dapai, moqie);
            }
            self.log.add(used);
        }
    }

    fn fulou(&mut self, l: u8, m: &Notation) {
        self.log.meld(b",{\"fulou\":{\"l\":", l, m);
    }

    fn gang(&mut self, l: u8, m: &Notation) {
        self.log.meld(b",{\"gang\":{\"l\":", l, m);
    }

    fn kaigang(&mut self, baopai: Face) {
        self.log.put(b",{\"kaigang\":{\"baopai\":\"");
        self.log.put(&baopai.bytes());
        self.log.put(b"\"}}");
    }

    fn hule(&mut self, h: &Hule) {
        let out = &mut self.log;
        out.put(b",{\"hule\":{\"l\":");
        out.int(h.l.into());
        out.put(b",\"shoupai\":\"");
        out.put_block(h.shoupai.block(), h.shoupai.len());
        out.put(b"\",\"baojia\":");
        match h.baojia {
            Some(l) => out.int(l.into()),
            None => out.put(b"null"),
        }
        out.put(b",\"fubaopai\":");
        match &h.fubaopai {
            Some(faces) => out.list(faces, |out, face| {
                out.put(b"\"");
                out.put(&face.bytes());
                out.put(b"\"");
            }),
            None => out.put(b"null"),
        }
        out.put(b",\"defen\":");
        out.score(h.defen.into());
        out.put(b",\"hupai\":");
        out.list(&h.hupai, |out, hupai| {
            let (block, len) = &block::HUPAI[usize::from(hupai.id) % block::HUPAI.len()];
            out.put_block(block, *len);
            match hupai.fanshu {
                Some(han) => out.int(han.into()),
                None => out.put(b"\"*\""),
            }
            out.put(b"}");
        });
        out.put(b",\"fenpei\":");
        out.scores(&h.fenpei);
        match h.value {
            Value::Damanguan(n) => {
                out.put(b",\"damanguan\":");
                out.int(i64::try_from(n).unwrap_or_default());
            }
            Value::Counted { fu, fanshu } => {
                out.put(b",\"fu\":");
                out.int(fu.into());
                out.put(b",\"fanshu\":");
                out.int(fanshu);
            }
        }
        out.put(b"}}");
    }

    fn pingju(&mut self, p: &Pingju) {
        let out = &mut self.log;
        out.put(b",{\"pingju\":{\"name\":\"");
        out.put(p.name.as_bytes());
        out.put(b"\",\"shoupai\":");
        out.hands(&p.shoupai);
        out.put(b",\"fenpei\":");
        out.scores(&p.fenpei);
        out.put(b"}}");
    }

    fn end(&mut self, end: &End) {
        write_ints(self.part(Key::Defen), &end.defen);
        write_strings(self.part(Key::Point), end.point.each_ref().map(String::as_str));
        write_ints(self.part(Key::Rank), &end.rank.map(i64::from));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_paipu() {
        let mut out = Vec::new();
        JsonSink::default().write_to(&mut out);
        assert_eq!(out, b"{}");
    }

    #[test]
    fn keys_come_in_the_order_in_which_they_came_up() {
        let mut sink = JsonSink::default();
        sink.qijia(0);
        sink.title("a");
        sink.title("b");
        let mut out = Vec::new();
        sink.write_to(&mut out);
        assert_eq!(out.len(), sink.len());
        assert_eq!(out, br#"{"qijia":0,"log":[],"title":"b"}"#);
    }
}
