/*
 *  Has majiang-core score hands and prints one JSON object:
 *  {"majiang-core": {"unit": "us_per_hand", "passes": [...], "hands": n, "answers": [...]}}
 *
 *  Timed are Shoupai.fromString and hule of each hand; parameters are made beforehand. A pass goes
 *  once through all hands, and its figure is its time divided by their number. An answer is what
 *  hule returns, null where that is undefined.
 */
"use strict";

const fs = require("node:fs");
const Majiang = require("@kobalab/majiang-core");

const USAGE = `\
usage: node hule.js HANDS [PASSES] [--rule JSON]
  HANDS   file with a hand on each line: {"shoupai": …, "rongpai": …, "param": {…}, "rule": {…}}
  PASSES  timed passes, 3 unless told; 0 only asks for the answers
  --rule  options that take the place of those of each hand's rule`;

class UsageError extends Error {}

function parseArgs(words) {
    const positional = [];
    let rule = {};
    for (let i = 0; i < words.length; i++) {
        if (words[i] == "--rule" && i + 1 < words.length) rule = JSON.parse(words[++i]);
        else if (words[i].startsWith("-")) throw new UsageError(`unknown option, or no value: ${words[i]}`);
        else positional.push(words[i]);
    }
    const [hands, passes = "3", ...extra] = positional;
    if (hands === undefined) throw new UsageError("HANDS is missing");
    if (! /^\d+$/.test(passes)) throw new UsageError(`PASSES is no number: ${passes}`);
    if (extra.length) throw new UsageError(`one argument too many: ${extra[0]}`);
    return { hands, passes: +passes, rule };
}

function readHands(path, rule) {
    return fs.readFileSync(path, "utf8").split("\n").filter(line => line).map(line => {
        const hand = JSON.parse(line);
        const param = Majiang.Util.hule_param({ ...hand.param, rule: { ...hand.rule, ...rule } });
        return { shoupai: hand.shoupai, rongpai: hand.rongpai, param };
    });
}

function score({ shoupai, rongpai, param }) {
    return Majiang.Util.hule(Majiang.Shoupai.fromString(shoupai), rongpai, param);
}

function usPerHand(hands) {
    let points = 0;
    const start = process.hrtime.bigint();
    for (const hand of hands) points += score(hand)?.defen ?? 0;
    const ns = process.hrtime.bigint() - start;
    if (! points) throw new Error("no answer");
    return Number(ns) / 1000 / hands.length;
}

// The pass that asks for the answers warms V8, too: it goes through thousands of hands.
function run({ hands: path, passes, rule }) {
    const hands = readHands(path, rule);
    const answers = hands.map(hand => score(hand) ?? null);
    const figures = Array.from({ length: passes }, () => usPerHand(hands));
    return { "majiang-core": { unit: "us_per_hand", passes: figures, hands: hands.length, answers } };
}

function main(words) {
    try {
        process.stdout.write(JSON.stringify(run(parseArgs(words))) + "\n");
    }
    catch (error) {
        const usage = error instanceof UsageError;
        process.stderr.write(`hule.js: ${error.message}\n${usage ? USAGE + "\n" : ""}`);
        process.exitCode = usage ? 2 : 1;
    }
}

main(process.argv.slice(2));
