//! Draws and discards as JSON, ready-made: 16 bytes up to the player, up to 16 behind.
//!
//! Nine of ten moves are of this form; writing one is two copies of fixed size and two
//! letters for the tile. Yaku stand ready in the same way.

use crate::tenhou::names::YAKU;

/// Half a move.
pub(super) type Block = [u8; 16];

/// Where the tile stands in the second half of a draw and of a discard.
pub(super) const ZIMO_TILE: usize = 5;
pub(super) const DAPAI_TILE: usize = 6;

/// The first half of a draw, by player.
pub(super) static ZIMO: [Block; 4] =
    [*br#",{"zimo":{"l":0,"#, *br#",{"zimo":{"l":1,"#, *br#",{"zimo":{"l":2,"#, *br#",{"zimo":{"l":3,"#];

/// The second half of a draw, and its length.
pub(super) static ZIMO_TAIL: (Block, usize) = (*b"\"p\":\"m1\"}}      ", 10);

/// The first half of a discard, by player.
pub(super) static DAPAI: [Block; 4] =
    [*br#",{"dapai":{"l":0"#, *br#",{"dapai":{"l":1"#, *br#",{"dapai":{"l":2"#, *br#",{"dapai":{"l":3"#];

/// The second half of a discard, and its length: plain, `_`, `*`, `_*`.
pub(super) static DAPAI_TAIL: [(Block, usize); 4] = [
    (*b",\"p\":\"m1\"}}     ", 11),
    (*b",\"p\":\"m1_\"}}    ", 12),
    (*b",\"p\":\"m1*\"}}    ", 12),
    (*b",\"p\":\"m1_*\"}}   ", 13),
];

/// `{"name":"立直","fanshu":` for each yaku, and its length.
pub(super) static HUPAI: [([u8; 48], usize); 55] = {
    let mut blocks = [([0; 48], 0); 55];
    let mut id = 0;
    while id < blocks.len() {
        let pieces: [&[u8]; 3] = [b"{\"name\":\"", YAKU[id].as_bytes(), b"\",\"fanshu\":"];
        let (mut piece, mut len) = (0, 0);
        while piece < pieces.len() {
            let mut at = 0;
            while at < pieces[piece].len() {
                blocks[id].0[len] = pieces[piece][at];
                len += 1;
                at += 1;
            }
            piece += 1;
        }
        blocks[id].1 = len;
        id += 1;
    }
    blocks
};
