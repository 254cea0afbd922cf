//! Moves as JSON, ready-made: what is left to do is a copy of fixed size and the tile.
//!
//! Nine of ten moves are draws and discards. Yaku stand ready in the same way.

use crate::pai::Face;
use crate::tenhou::names::YAKU;

/// A draw or a discard as JSON is no longer.
pub(super) const MOVE: usize = 32;

/// What a move is, apart from its player and tile, in bits above those of the player:
/// nothing of it can be predicted, so it picks a row and is no branch.
#[derive(Clone, Copy)]
pub(super) struct Form(usize);

const MOQIE: usize = 4;
const LIZHI: usize = 8;
const ZIMO: usize = 16;

impl Form {
    /// A draw, whatever else is told.
    #[inline]
    pub(super) fn new(draw: bool, moqie: bool, lizhi: bool) -> Self {
        Self((usize::from(draw) * ZIMO) | (usize::from(lizhi) * LIZHI) | (usize::from(moqie) * MOQIE))
    }
}

/// JSON with `__` in place of the tile, and its length. A row to a cache line.
#[repr(align(64))]
struct Move {
    json: [u8; MOVE],
    len: usize,
}

/// Where the tile stands in a draw; in a discard it is one byte further.
const TILE: usize = 21;

/// By form and player.
static MOVES: [Move; 32] = {
    let mut moves = [const { Move { json: [0; MOVE], len: 0 } }; 32];
    let mut i = 0_usize;
    while i < moves.len() {
        let (form, player) = (i, [b'0' + (i % 4).to_le_bytes()[0]]);
        let tail: &[u8] = match form & (MOQIE | LIZHI) {
            0 => br#","p":"__"}}"#,
            MOQIE => br#","p":"___"}}"#,
            LIZHI => br#","p":"__*"}}"#,
            _ => br#","p":"___*"}}"#,
        };
        moves[i] = if form & ZIMO == 0 {
            ready([br#",{"dapai":{"l":"#, &player, tail])
        } else {
            ready([br#",{"zimo":{"l":"#, &player, br#","p":"__"}}"#])
        };
        i += 1;
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
    let Move { json, len } = &MOVES[(form.0 | usize::from(l & 3)) % MOVES.len()];
    *place = *json;
    let at = TILE + usize::from(form.0 & ZIMO == 0);
    let [suit, digit] = p.bytes();
    (place[at], place[at + 1]) = (suit, digit);
    *len
}

/// A draw and a discard are no longer.
pub(super) const TURN: usize = ZIMO_LEN + MOVE;

/// Every draw has this length.
const ZIMO_LEN: usize = MOVES[ZIMO].len;

/// Writes a draw and the discard that follows it; gives their length.
#[inline]
pub(super) fn write_turn(place: &mut [u8; TURN], l: u8, zimo: Face, dapai: Face, moqie: bool) -> usize {
    if let Some(place) = place.first_chunk_mut() {
        write(place, Form::new(true, false, false), l, zimo);
    }
    let Some(place) = place.last_chunk_mut() else { return 0 };
    ZIMO_LEN + write(place, Form::new(false, moqie, false), l, dapai)
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
