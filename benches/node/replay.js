/*
 *  Has majiang-core replay games and score their wins, and prints one JSON object:
 *  {"majiang-core": {"unit": "us_per_log", "passes": [...], "wins": n, "wrong": n, "ok": [...]},
 *   "majiang-core, checked": …, "tenhou-log and majiang-core, checked": …}
 *
 *  Timed is Board's replay of each move, and hule of each win with the flags that its yaku tell; checked,
 *  each move is also looked up among those that Shoupai allows, a riichi and a hand shown have to be tenpai,
 *  and a ron not furiten. Paipu are made beforehand, but for the last: there tenhou-log's work is timed too. A win is wrong where
 *  its points are not those of the log; `ok` are the places of logs that tenhou-log converts.
 */
"use strict";

const fs = require("node:fs");
const Majiang = require("@kobalab/majiang-core");
const convlog = require("@kobalab/tenhou-log");

const USAGE = `\
usage: node replay.js LOGS [PASSES]
  LOGS    file with a log on each line, as a JSON string, all of tables with open tanyao and without chips
  PASSES  timed passes, 3 unless told`;

class UsageError extends Error {}

function parseArgs([path, passes = "3", ...extra]) {
    if (path === undefined) throw new UsageError("LOGS is missing");
    if (! /^\d+$/.test(passes)) throw new UsageError(`PASSES is no number: ${passes}`);
    if (extra.length) throw new UsageError(`one argument too many: ${extra[0]}`);
    return { path, passes: +passes };
}

const RULE = Majiang.rule({ "ダブル役満あり": false });

// The tile that others may win on: a discard, or what a kakan added.
const offered = ({ p, m }) => p ? p.slice(0, 2) : m[0] + m.slice(-1);

function score(board, data, last) {
    const told = new Set((data.hupai ?? []).map(hupai => hupai.name));
    const ron = data.baojia != null;
    const param = Majiang.Util.hule_param({
        rule: RULE,
        zhuangfeng: board.zhuangfeng,
        menfeng: data.l,
        lizhi: told.has("両立直") ? 2 : told.has("立直") ? 1 : 0,
        yifa: told.has("一発"),
        qianggang: told.has("槍槓"),
        lingshang: told.has("嶺上開花"),
        haidi: told.has("海底摸月") ? 1 : told.has("河底撈魚") ? 2 : 0,
        tianhu: told.has("天和") ? 1 : told.has("地和") ? 2 : 0,
        baopai: board.shan.baopai,
        fubaopai: data.fubaopai,
        changbang: board.changbang,
        lizhibang: board.lizhibang,
    });
    const mark = ["", "+", "=", "-"][(4 + data.baojia - data.l) % 4];
    return Majiang.Util.hule(board.shoupai[data.l], ron ? offered(last) + mark : null, param);
}

const MARK = /[+=-]/;

// Whether the hand allows a move, as majiang-core's Game asks it.
function allows(board, type, data, last) {
    const shoupai = board.shoupai[data.l];
    if (type == "dapai") return shoupai.get_dapai(true).includes(data.p.replace("*", ""));
    if (type == "gang") return shoupai.get_gang_mianzi().includes(data.m);
    if (type != "fulou") return true;
    const mark = data.m.match(MARK)[0], p = offered(last) + mark;
    return shoupai.get_peng_mianzi(p).includes(data.m)
        || mark == "-" && shoupai.get_chi_mianzi(p, true).includes(data.m)
        || shoupai.get_gang_mianzi(p).includes(data.m);
}

function tenpai(shoupai) {
    return Majiang.Util.xiangting(shoupai) == 0 && Majiang.Util.tingpai(shoupai).length > 0;
}

function furiten(board, l) {
    return Majiang.Util.tingpai(board.shoupai[l]).some(p => board.he[l].find(p));
}

// What has to hold behind a move.
function holds(board, type, data) {
    if (type == "dapai" && data.p.endsWith("*")) return tenpai(board.shoupai[data.l]);
    if (type == "pingju" && data.name == "流局")
        return data.shoupai.every((shown, l) => ! shown || tenpai(board.shoupai[l]));
    return true;
}

function replay(paipu, checked) {
    const board = new Majiang.Board(paipu);
    let wins = 0, wrong = 0, last;
    for (const round of paipu.log) {
        for (const move of round) {
            for (const type in move) {
                const data = move[type];
                if (checked && ! allows(board, type, data, last)) wrong++;
                if (type == "hule") {
                    wins++;
                    if (score(board, data, last)?.defen !== data.defen) wrong++;
                    if (checked && data.baojia != null && furiten(board, data.l)) wrong++;
                }
                if (type == "dapai" || type == "gang") last = data;
                board[type == "gangzimo" ? "zimo" : type](data);
                if (checked && ! holds(board, type, data)) wrong++;
            }
        }
        board.last();
    }
    return { wins, wrong };
}

function converts(xml) {
    try {
        return Boolean(convlog(xml));
    }
    catch {
        return false;
    }
}

function pass(task, logs) {
    const sum = { wins: 0, wrong: 0 };
    const start = process.hrtime.bigint();
    for (const log of logs) {
        const { wins, wrong } = task(log);
        sum.wins += wins;
        sum.wrong += wrong;
    }
    return { ...sum, us: Number(process.hrtime.bigint() - start) / 1000 / logs.length };
}

function measure(task, logs, passes) {
    // A pass before the timed ones warms V8: it goes through thousands of hands.
    const { wins, wrong } = pass(task, logs);
    return { unit: "us_per_log", passes: Array.from({ length: passes }, () => pass(task, logs).us), wins, wrong };
}

function run({ path, passes }) {
    const logs = fs.readFileSync(path, "utf8").split("\n").filter(line => line).map(line => JSON.parse(line));
    const ok = [...logs.keys()].filter(i => converts(logs[i]));
    const chosen = ok.map(i => logs[i]);
    const paipu = chosen.map(xml => convlog(xml));
    const task = (work, data) => ({ ok, ...measure(work, data, passes) });
    return {
        "majiang-core": task(log => replay(log, false), paipu),
        "majiang-core, checked": task(log => replay(log, true), paipu),
        "tenhou-log and majiang-core, checked": task(xml => replay(convlog(xml), true), chosen),
    };
}

function main(words) {
    // tenhou-log reports unknown versions there, log by log.
    console.error = () => {};
    try {
        process.stdout.write(JSON.stringify(run(parseArgs(words))) + "\n");
    }
    catch (error) {
        const usage = error instanceof UsageError;
        process.stderr.write(`replay.js: ${error.message}\n${usage ? USAGE + "\n" : ""}`);
        process.exitCode = usage ? 2 : 1;
    }
}

main(process.argv.slice(2));
