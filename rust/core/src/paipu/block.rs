//! Moves as JSON, ready-made: what is left to do is a copy of fixed size and the tile.
//!
//! Nine of ten moves are draws and discards. Yaku stand ready in the same way.

use crate::pai::Face;
use crate::tenhou::names::YAKU;

/// A draw or a discard as JSON is no longer.
pub(super) const MOVE: usize = 32;

/// What a move is, apart from its player and tile.
#[derive(Clone, Copy)]
pub(super) struct Form(usize);

impl Form {
    /// A draw.
    pub(super) const ZIMO: Self = Self(0);

    /// A discard: of the tile just drawn (`_`), with riichi (`*`). Whether it is the tile
    /// just drawn can't be predicted, so it is no branch.
    #[inline]
    pub(super) fn dapai(moqie: bool, lizhi: bool) -> Self {
        Self(1 + usize::from(moqie) + 2 * usize::from(lizhi))
    }

    /// A draw, or a plain discard.
    #[inline]
    pub(super) fn turn(draw: bool, moqie: bool) -> Self {
        Self(usize::from(!draw) << usize::from(moqie))
    }
}

/// JSON up to the tile, `__` in its place, and what follows; its length.
struct Move {
    json: [u8; MOVE],
    len: usize,
}

/// Where the tile stands in a draw; in a discard it is one byte further.
const TILE: usize = 21;

/// By form, then player; a power of two of them, so that no index needs a check.
static MOVES: [Move; 32] = {
    let mut moves = [const { Move { json: [0; MOVE], len: 0 } }; 32];
    let mut l = 0_usize;
    while l < 4 {
        let player = [b'0' + l.to_le_bytes()[0]];
        moves[l] = ready([br#",{"zimo":{"l":"#, &player, br#","p":"__"}}"#]);
        moves[l + 4] = ready([br#",{"dapai":{"l":"#, &player, br#","p":"__"}}"#]);
        moves[l + 8] = ready([br#",{"dapai":{"l":"#, &player, br#","p":"___"}}"#]);
        moves[l + 12] = ready([br#",{"dapai":{"l":"#, &player, br#","p":"__*"}}"#]);
        moves[l + 16] = ready([br#",{"dapai":{"l":"#, &player, br#","p":"___*"}}"#]);
        l += 1;
    }
    moves
};

const fn ready(pieces: [&[u8]; 3]) -> Move {
    let (json, len) = joined(pieces);
    Move { json, len }
}

/// Writes a move to the beginning of a place; gives its length.
#[inline]
pub(super) fn write(place: &mut [u8; MOVE], form: Form, l: u8, p: Face) -> usize {
    let Move { json, len } = &MOVES[(form.0 * 4 + usize::from(l & 3)) % MOVES.len()];
    *place = *json;
    let at = TILE + usize::from(form.0 != 0);
    let [suit, digit] = p.bytes();
    (place[at], place[at + 1]) = (suit, digit);
    *len
}

/// Pieces in a row, and their length.
const fn joined<const N: usize>(pieces: [&[u8]; 3]) -> ([u8; N], usize) {
    let (mut block, mut piece, mut len) = ([0; N], 0, 0);
    while piece < pieces.len() {
        let mut at = 0;
        while at < pieces[piece].len() {
            block[len] = pieces[piece][at];
            len += 1;
            at += 1;
        }
        piece += 1;
    }
    (block, len)
}

/// `{"name":"立直","fanshu":` for each yaku, and its length.
pub(super) static HUPAI: [([u8; 48], usize); 55] = {
    let mut blocks = [([0; 48], 0); 55];
    let mut id = 0;
    while id < blocks.len() {
        blocks[id] = joined([b"{\"name\":\"", YAKU[id].as_bytes(), b"\",\"fanshu\":"]);
        id += 1;
    }
    blocks
};
