/*
 *  What tenhou-log does in bulk: reads logs from stdin, one JSON string a line, and writes their paipu, one a line.
 */
"use strict";

const readline = require("node:readline");

const convlog = require("@kobalab/tenhou-log");

console.error = () => {};

let waiting = [];
let length = 0;

function flush() {
    process.stdout.write(waiting.join(""));
    waiting = [];
    length = 0;
}

readline.createInterface({ input: process.stdin, crlfDelay: Infinity })
    .on("line", line => {
        const json = JSON.stringify(convlog(JSON.parse(line))) + "\n";
        waiting.push(json);
        length += json.length;
        if (length > 1 << 20) flush();
    })
    .on("close", flush);
