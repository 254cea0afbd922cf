/*
 *  Times tenhou-log on a list of logs and prints one JSON object:
 *  {"task": {"unit": "us_per_log", "passes": […], "logs": n, "ok": […], "refused": {…}, "check": {…}}}
 *
 *  ok holds the indices into LIST of the logs that tenhou-log converted in an untimed first pass,
 *  refused the others with its reason. Timed are the converted logs, or those of them that SUBSET
 *  names; logs tells how many they are, and check the SHA-256 of their paipu as JSON lines: each
 *  JSON text and a line feed. A pass's figure is its time divided by logs.
 */
"use strict";

const crypto = require("node:crypto");
const fs = require("node:fs");
const zlib = require("node:zlib");

const USAGE = `\
usage: node tenhou_log.js LIST [PASSES] [--tasks TASK,…] [--subset LIST]
  LIST      file with the path of a log on each line, gzip or plain XML
  PASSES    timed passes a task, 5 unless told; 0 only asks which logs it converts
  --tasks   convlog_json (convlog and JSON.stringify), convlog (object only); both unless told
  --subset  file with those paths of LIST that are to be timed`;

const CONVLOG = require.resolve("@kobalab/tenhou-log");

const TASKS = {
    convlog_json: (convlog, xml) => JSON.stringify(convlog(xml)),
    convlog: (convlog, xml) => convlog(xml),
};

// The compiler of V8 works while the code runs: warm until a pass is no more than 2 % faster than
// the best before, at least three times, and not for ever on a noisy machine.
const WARM = { least: 3, most: 12, gain: 0.98 };

class UsageError extends Error {}

function parseArgs(words) {
    const positional = [];
    const args = { tasks: Object.keys(TASKS), subset: null };
    for (let i = 0; i < words.length; i++) {
        if (words[i] == "--tasks") args.tasks = valueAt(words, ++i).split(",");
        else if (words[i] == "--subset") args.subset = valueAt(words, ++i);
        else if (words[i].startsWith("-")) throw new UsageError(`unknown option ${words[i]}`);
        else positional.push(words[i]);
    }
    const [list, passes = "5", ...extra] = positional;
    if (list === undefined) throw new UsageError("LIST is missing");
    if (! /^\d+$/.test(passes)) throw new UsageError(`PASSES is no number: ${passes}`);
    if (extra.length) throw new UsageError(`one argument too many: ${extra[0]}`);
    const unknown = args.tasks.find(name => ! Object.hasOwn(TASKS, name));
    if (unknown !== undefined) throw new UsageError(`no task ${unknown}`);
    return { ...args, list, passes: +passes };
}

function valueAt(words, i) {
    if (i == words.length) throw new UsageError(`${words[i - 1]} needs a value`);
    return words[i];
}

function readList(list) {
    const paths = fs.readFileSync(list, "utf8").split(/\r?\n/).filter(path => path);
    if (! paths.length) throw new Error(`${list}: names no log`);
    return paths;
}

function readLog(path) {
    const bytes = fs.readFileSync(path);
    return decode(bytes[0] == 0x1f && bytes[1] == 0x8b ? zlib.gunzipSync(bytes) : bytes);
}

function decode(bytes) {
    const mark = bytes.subarray(0, 2).toString("hex");
    const encoding = { fffe: "utf-16le", feff: "utf-16be" }[mark] ?? "utf-8";
    return new TextDecoder(encoding).decode(bytes);
}

function chosen(paths, subset) {
    const places = new Set(subset);
    const stranger = subset.find(path => ! paths.includes(path));
    if (stranger) throw new Error(`${stranger} is in the subset, but not in the list`);
    return paths.map(path => places.has(path));
}

// convlog keeps the table type of the log before in its module. A fresh module for each log shows
// what it makes of that log alone; those it converts so set the type themselves, and one module
// can then run through all of them.
function freshConvlog() {
    delete require.cache[CONVLOG];
    return require(CONVLOG);
}

function checkAll(logs) {
    return logs.map(xml => {
        try {
            return { json: JSON.stringify(freshConvlog()(xml)) };
        }
        catch (error) {
            return { refusal: error.message };
        }
    });
}

function usPerLog(task, convlog, logs) {
    let last;
    const start = process.hrtime.bigint();
    for (const xml of logs) last = task(convlog, xml);
    const ns = process.hrtime.bigint() - start;
    if (last === undefined) throw new Error("no answer");
    return Number(ns) / 1000 / logs.length;
}

function warm(task, convlog, logs) {
    let best = Infinity;
    for (let pass = 1; pass <= WARM.most; pass++) {
        const us = usPerLog(task, convlog, logs);
        if (pass >= WARM.least && us > best * WARM.gain) return;
        best = Math.min(best, us);
    }
}

function sha256(texts) {
    const hash = crypto.createHash("sha256");
    for (const text of texts) hash.update(text + "\n");
    return hash.digest("hex");
}

// The warmed module, called as it is timed, must give what a fresh one gave.
function checkedSum(name, convlog, logs, expected) {
    const asText = answer => typeof answer == "string" ? answer : JSON.stringify(answer);
    const sum = sha256(logs.map(xml => asText(TASKS[name](convlog, xml))));
    if (sum != sha256(expected)) throw new Error(`${name}: a later call differs from the first one`);
    return sum;
}

function measure(names, convlog, logs, passes) {
    const figures = Object.fromEntries(names.map(name => [name, []]));
    if (! logs.length || ! passes) return figures;
    for (const name of names) warm(TASKS[name], convlog, logs);
    // Tasks take turns, so that a noisy moment of the machine hits both.
    for (let pass = 0; pass < passes; pass++) {
        for (const name of names) figures[name].push(usPerLog(TASKS[name], convlog, logs));
    }
    return figures;
}

function refusals(outcomes) {
    const entries = outcomes.map(({ refusal }, i) => [i, refusal]);
    return Object.fromEntries(entries.filter(([, refusal]) => refusal !== undefined));
}

function run({ list, passes, tasks, subset }) {
    const paths = readList(list);
    const inSubset = subset === null ? paths.map(() => true) : chosen(paths, readList(subset));
    const logs = paths.map(readLog);
    const outcomes = checkAll(logs);
    const ok = [...logs.keys()].filter(i => outcomes[i].json !== undefined);
    const timed = ok.filter(i => inSubset[i]);
    const timedLogs = timed.map(i => logs[i]);
    const expected = timed.map(i => outcomes[i].json);
    const convlog = freshConvlog();
    const figures = measure(tasks, convlog, timedLogs, passes);
    const refused = refusals(outcomes);
    return Object.fromEntries(tasks.map(name => [name, {
        unit: "us_per_log",
        passes: figures[name],
        logs: timed.length,
        ok,
        refused,
        check: { sha256: checkedSum(name, convlog, timedLogs, expected) },
    }]));
}

function main(words) {
    // It reports unknown versions there, log by log.
    console.error = () => {};
    try {
        process.stdout.write(JSON.stringify(run(parseArgs(words))) + "\n");
    }
    catch (error) {
        const usage = error instanceof UsageError;
        process.stderr.write(`tenhou_log.js: ${error.message}\n${usage ? USAGE + "\n" : ""}`);
        process.exitCode = usage ? 2 : 1;
    }
}

main(process.argv.slice(2));
