/*
 *  tenhou-log converts logs.
 *      in:  {"xml": ..., "log_id": ...}    log_id may be missing
 *      out: {"json": text of the paipu} or {"throws": message}
 */
"use strict";

const path = require.resolve('@kobalab/tenhou-log/lib/convlog');

console.error = ()=>{};     // "Unknown version"

require('./lines')(({ xml, log_id }) => {
    delete require.cache[path];     // it remembers the GO of the log before
    try {
        return { json: JSON.stringify(require(path)(xml, log_id)) };
    }
    catch (err) {
        return { throws: err.message };
    }
});
