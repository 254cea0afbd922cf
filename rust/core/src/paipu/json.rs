//! Moves to JSON: the very bytes of `JSON.stringify`.

use super::sink::{End, Hand, Hule, PaipuSink, Pingju, Qipai, Value};
use crate::mianzi::Notation;
use crate::pai::Face;
use crate::tenhou::names::YAKU;

/// Writes a paipu as JSON. Its buffers can be used again after [`JsonSink::clear`].
#[derive(Debug, Default)]
pub struct JsonSink {
    /// The rounds, without their outer brackets.
    log: Buffer,
    /// `"key":value`, in the order in which the keys came up.
    parts: Vec<(Key, Vec<u8>)>,
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
        self.parts.clear();
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
        for (key, value) in &self.parts {
            each(separator);
            separator = b",";
            each(key.prefix());
            if *key == Key::Log {
                each(b"[");
                each(self.log.as_slice());
                each(if self.open_round { b"]]" } else { b"]" });
            } else {
                each(value);
            }
        }
        if self.parts.is_empty() {
            each(separator);
        }
        each(b"}");
    }

    fn part(&mut self, key: Key) -> &mut Vec<u8> {
        let at = self.parts.iter().position(|(k, _)| *k == key).unwrap_or_else(|| {
            self.parts.push((key, Vec::new()));
            self.parts.len() - 1
        });
        // The index was found or pushed just now.
        let (_, value) = &mut self.parts[at];
        value.clear();
        value
    }

    fn open_log(&mut self) {
        if !self.parts.iter().any(|(k, _)| *k == Key::Log) {
            self.parts.push((Key::Log, Vec::new()));
        }
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
        let kind = if gang { Block::GANGZIMO } else { Block::ZIMO };
        self.log.block(kind, l, p);
    }

    #[inline]
    fn dapai(&mut self, l: u8, p: Face, moqie: bool, lizhi: bool) {
        let kind = Block::DAPAI + usize::from(moqie) + 2 * usize::from(lizhi);
        self.log.block(kind, l, p);
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
        out.put(h.shoupai.as_bytes());
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
            out.put(b"{\"name\":\"");
            out.put(YAKU.get(usize::from(hupai.id)).copied().unwrap_or_default().as_bytes());
            out.put(b"\",\"fanshu\":");
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
    fn grow(&mut self, more: usize) {
        let len = (self.len + more + 64).max(self.bytes.len() * 2).max(64 << 10);
        self.bytes.resize(len, 0);
    }

    #[inline]
    fn put(&mut self, piece: &[u8]) {
        if self.len + piece.len() > self.bytes.len() {
            self.grow(piece.len());
        }
        if let Some(place) = self.bytes.get_mut(self.len..self.len + piece.len()) {
            place.copy_from_slice(piece);
        }
        self.len += piece.len();
    }

    /// A ready-made move: 32 bytes are copied, its length counts.
    #[inline]
    fn block(&mut self, kind: usize, l: u8, p: Face) {
        let block = &BLOCKS.0[kind % Block::KINDS][usize::from(l & 3)][p.index() % Face::COUNT];
        if self.len + Block::SIZE > self.bytes.len() {
            self.grow(Block::SIZE);
        }
        if let Some(place) = self.bytes.get_mut(self.len..self.len + Block::SIZE) {
            place.copy_from_slice(block);
        }
        self.len += BLOCKS.1[kind % Block::KINDS];
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
            out.put(hand.as_bytes());
            out.put(b"\"");
        });
    }

    fn meld(&mut self, prefix: &[u8], l: u8, m: &Notation) {
        self.put(prefix);
        self.int(l.into());
        self.put(b",\"m\":\"");
        self.put(m.as_bytes());
        self.put(b"\"}}");
    }
}

/// The kinds of moves that stand ready-made, by player and tile.
struct Block;

impl Block {
    const ZIMO: usize = 0;
    const GANGZIMO: usize = 1;
    /// Then with `_`, with `*`, with both.
    const DAPAI: usize = 2;
    const KINDS: usize = 6;
    const SIZE: usize = 32;
    const PREFIX: [&'static [u8]; 6] = [
        b",{\"zimo\":{\"l\":",
        b",{\"gangzimo\":{\"l\":",
        b",{\"dapai\":{\"l\":",
        b",{\"dapai\":{\"l\":",
        b",{\"dapai\":{\"l\":",
        b",{\"dapai\":{\"l\":",
    ];
    const SUFFIX: [&'static [u8]; 6] = [b"\"}}", b"\"}}", b"\"}}", b"_\"}}", b"*\"}}", b"_*\"}}"];
}

type Blocks = [[[[u8; Block::SIZE]; Face::COUNT]; 4]; Block::KINDS];

/// 30 kB of moves and the length of each kind.
static BLOCKS: (Blocks, [usize; Block::KINDS]) = {
    let mut blocks: Blocks = [[[[0; Block::SIZE]; Face::COUNT]; 4]; Block::KINDS];
    let mut lengths = [0; Block::KINDS];
    let mut kind = 0;
    while kind < Block::KINDS {
        let mut l = 0;
        while l < 4 {
            let mut face = 0;
            while face < Face::COUNT {
                let pieces: [&[u8]; 5] = [
                    Block::PREFIX[kind],
                    &[b'0' + l],
                    b",\"p\":\"",
                    &[b"mpsz"[face / 10], b"0123456789"[face % 10]],
                    Block::SUFFIX[kind],
                ];
                let mut len = 0;
                let mut piece = 0;
                while piece < pieces.len() {
                    let mut i = 0;
                    while i < pieces[piece].len() {
                        blocks[kind][l as usize][face][len] = pieces[piece][i];
                        len += 1;
                        i += 1;
                    }
                    piece += 1;
                }
                lengths[kind] = len;
                face += 1;
            }
            l += 1;
        }
        kind += 1;
    }
    (blocks, lengths)
};

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
