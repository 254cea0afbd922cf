//! Moves to JSON: the very bytes of `JSON.stringify`.

use arrayvec::ArrayVec;

use super::block::{self, Form};
use super::hand::Hand;
use super::sink::{End, Hule, PaipuSink, Pingju, Qipai, Turn, Value};
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
        self.log.bytes.len()
    }

    /// How many bytes [`JsonSink::write_to`] and [`JsonSink::copy_to`] write.
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

    /// Copies the whole paipu into a slice of [`JsonSink::len`] bytes.
    pub fn copy_to(&self, out: &mut [u8]) {
        let mut at = 0;
        self.pieces(|piece| {
            if let Some(place) = out.get_mut(at..at + piece.len()) {
                place.copy_from_slice(piece);
            }
            at += piece.len();
        });
    }

    /// The paipu in pieces, in order.
    fn pieces(&self, mut each: impl FnMut(&[u8])) {
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

impl PaipuSink for JsonSink {
    fn title(&mut self, title: &str) {
        write_string(self.part(Key::Title), title);
    }

    fn player(&mut self, labels: &[String; 4]) {
        write_strings(self.part(Key::Player), labels);
    }

    fn qijia(&mut self, seat: u8) {
        self.part(Key::Qijia).push(b'0' + seat % 10);
        self.open_log();
    }

    fn qipai(&mut self, q: &Qipai) {
        self.open_log();
        let out = &mut self.log;
        out.put(if self.open_round { b"],[{\"qipai\":{\"zhuangfeng\":" } else { b"[{\"qipai\":{\"zhuangfeng\":" });
        self.open_round = true;
        out.int(q.zhuangfeng.into());
        out.put(b",\"jushu\":");
        out.int(q.jushu.into());
        out.put(b",\"changbang\":");
        out.int(q.changbang.into());
        out.put(b",\"lizhibang\":");
        out.int(q.lizhibang.into());
        out.put(b",\"defen\":");
        out.ints(&q.defen);
        out.put(b",\"baopai\":\"");
        out.put(q.baopai.as_str().as_bytes());
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
        let Buffer { bytes, len } = &mut self.log;
        let mut at = *len;
        for Turn { draw, l, p, moqie } in turns {
            if bytes.len() < at + block::MOVE {
                Buffer::grow_bytes(bytes, at, block::MOVE);
            }
            let Some(place) = bytes.get_mut(at..).and_then(<[u8]>::first_chunk_mut) else { break };
            at += block::write(place, Form::new(draw, moqie, false), l, p);
        }
        *len = at;
    }

    fn fulou(&mut self, l: u8, m: &Notation) {
        self.log.meld(b",{\"fulou\":{\"l\":", l, m);
    }

    fn gang(&mut self, l: u8, m: &Notation) {
        self.log.meld(b",{\"gang\":{\"l\":", l, m);
    }

    fn kaigang(&mut self, baopai: Face) {
        self.log.put(b",{\"kaigang\":{\"baopai\":\"");
        self.log.put(baopai.as_str().as_bytes());
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
                out.put(face.as_str().as_bytes());
                out.put(b"\"");
            }),
            None => out.put(b"null"),
        }
        out.put(b",\"defen\":");
        out.int(h.defen.into());
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
        out.ints(&h.fenpei);
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
        out.ints(&p.fenpei);
        out.put(b"}}");
    }

    fn end(&mut self, end: &End) {
        write_ints(self.part(Key::Defen), &end.defen);
        write_strings(self.part(Key::Point), &end.point);
        write_ints(self.part(Key::Rank), &end.rank.map(i64::from));
    }
}

/// Bytes with a zeroed stretch behind them, so that a block is one fixed-size copy.
#[derive(Debug, Default)]
struct Buffer {
    bytes: Vec<u8>,
    len: usize,
}

impl Buffer {
    fn clear(&mut self) {
        self.len = 0;
    }

    fn as_slice(&self) -> &[u8] {
        self.bytes.get(..self.len).unwrap_or_default()
    }

    #[cold]
    #[inline(never)]
    fn grow_bytes(bytes: &mut Vec<u8>, used: usize, more: usize) {
        let len = (used + more + 64).max(bytes.len() * 2).max(64 << 10);
        bytes.resize(len, 0);
    }

    fn grow(&mut self, more: usize) {
        Self::grow_bytes(&mut self.bytes, self.len, more);
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // pieces of known size become plain stores: a tenth of the whole
    fn put(&mut self, piece: &[u8]) {
        if self.bytes.len() - self.len < piece.len() {
            self.grow(piece.len());
        }
        if let Some(place) = self.bytes.get_mut(self.len..self.len + piece.len()) {
            place.copy_from_slice(piece);
            self.len += piece.len();
        }
    }

    /// Bytes that stand at the beginning of a block: all of it is copied, they count.
    #[inline(always)]
    #[allow(clippy::inline_always)] // pieces of known size become plain stores: a tenth of the whole
    fn put_block<const N: usize>(&mut self, block: &[u8; N], len: usize) {
        if self.bytes.len() - self.len < N {
            self.grow(N);
        }
        if let Some(place) = self.bytes.get_mut(self.len..).and_then(<[u8]>::first_chunk_mut) {
            *place = *block;
            self.len += len.min(N);
        }
    }

    #[inline]
    fn one_move(&mut self, form: Form, l: u8, p: Face) {
        if self.bytes.len() < self.len + block::MOVE {
            self.grow(block::MOVE);
        }
        if let Some(place) = self.bytes.get_mut(self.len..).and_then(<[u8]>::first_chunk_mut) {
            self.len += block::write(place, form, l, p);
        }
    }

    #[cold]
    fn gangzimo(&mut self, l: u8, p: Face) {
        self.put(b",{\"gangzimo\":{\"l\":");
        self.int(l.into());
        self.put(b",\"p\":\"");
        self.put(p.as_str().as_bytes());
        self.put(b"\"}}");
    }

    fn int(&mut self, n: i64) {
        self.put(itoa::Buffer::new().format(n).as_bytes());
    }

    fn list<T>(&mut self, items: &[T], mut each: impl FnMut(&mut Self, &T)) {
        let mut separator: &[u8] = b"[";
        for item in items {
            self.put(separator);
            separator = b",";
            each(self, item);
        }
        self.put(if items.is_empty() { b"[]" } else { b"]" });
    }

    fn ints(&mut self, numbers: &[i64; 4]) {
        self.list(numbers, |out, &n| out.int(n));
    }

    fn hands(&mut self, hands: &[Hand; 4]) {
        self.list(hands, |out, hand| {
            out.put(b"\"");
            out.put_block(hand.block(), hand.len());
            out.put(b"\"");
        });
    }

    fn meld(&mut self, prefix: &[u8], l: u8, m: &Notation) {
        self.put(prefix);
        self.int(l.into());
        self.put(b",\"m\":\"");
        self.put_block(m.block(), m.as_bytes().len());
        self.put(b"\"}}");
    }
}

fn write_ints(out: &mut Vec<u8>, numbers: &[i64; 4]) {
    let mut separator = b'[';
    for &n in numbers {
        out.push(separator);
        separator = b',';
        out.extend_from_slice(itoa::Buffer::new().format(n).as_bytes());
    }
    out.push(b']');
}

fn write_strings(out: &mut Vec<u8>, texts: &[String; 4]) {
    let mut separator = b'[';
    for text in texts {
        out.push(separator);
        separator = b',';
        write_string(out, text);
    }
    out.push(b']');
}

/// A JSON string with the escapes of `JSON.stringify`, no more.
fn write_string(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    let mut rest = text.as_bytes();
    while let Some(at) = rest.iter().position(|&b| b < 0x20 || b == b'"' || b == b'\\') {
        let (plain, tail) = rest.split_at(at);
        out.extend_from_slice(plain);
        let Some((&byte, tail)) = tail.split_first() else { break };
        rest = tail;
        match byte {
            b'"' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            0x08 => out.extend_from_slice(b"\\b"),
            0x0c => out.extend_from_slice(b"\\f"),
            _ => out.extend_from_slice(format!("\\u{byte:04x}").as_bytes()),
        }
    }
    out.extend_from_slice(rest);
    out.push(b'"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped_as_json_stringify_does() {
        let mut out = Vec::new();
        write_string(&mut out, "<&\"麻\\\n\t\u{8}\u{c}\r\u{1}\u{7f}\u{2028}/");
        assert_eq!(String::from_utf8(out).unwrap(), "\"<&\\\"麻\\\\\\n\\t\\b\\f\\r\\u0001\u{7f}\u{2028}/\"");
    }

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
        let mut out = vec![0; sink.len()];
        sink.copy_to(&mut out);
        assert_eq!(out, br#"{"qijia":0,"log":[],"title":"b"}"#);
    }
}
