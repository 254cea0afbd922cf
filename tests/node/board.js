/*
 *  majiang-core's Board replays games.
 *      in:  a paipu
 *      out: {"ok": number of moves} or {"error": message}
 */
"use strict";

const Majiang = require('@kobalab/majiang-core');

function agree(what, board, paipu) {
    if (JSON.stringify(board) != JSON.stringify(paipu))
            throw new Error(`${what}: the board says ${board}, the paipu ${paipu}`);
}

function start(board, qipai, n) {
    const defen = board.defen.concat(), lizhibang = board.lizhibang;
    board.qipai(qipai);
    if (n == 0) return;
    agree('defen', defen, board.defen);
    agree('lizhibang', lizhibang, board.lizhibang);
}

function replay(paipu) {
    const board = new Majiang.Board(paipu);
    let moves = 0, round, move;
    try {
        for (round = 0; round < paipu.log.length; round++) {
            for (move of paipu.log[round]) {
                const [ type, data ] = Object.entries(move)[0];
                if      (type == 'qipai')    start(board, data, round);
                else if (type == 'gangzimo') board.zimo(data);
                else                         board[type](data);
                moves++;
            }
            board.last();
        }
        if (paipu.defen) {
            const left = board.lizhibang * 1000, top = paipu.rank.indexOf(1);
            agree('final defen', board.defen.map((n, id)=> id == top ? n + left : n), paipu.defen);
            board.jieju(paipu);
        }
        return { ok: moves };
    }
    catch (err) {
        return { error: `round ${round} at ${JSON.stringify(move)}: ${err.message}` };
    }
}

require('./lines')(replay);
