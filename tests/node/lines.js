/*
 *  One JSON value a line in, one JSON value a line out.
 */
"use strict";

module.exports = function(answer) {
    const lines = require('readline').createInterface({ input: process.stdin });
    lines.on('line', line =>
        process.stdout.write(JSON.stringify(answer(JSON.parse(line))) + '\n'));
}
