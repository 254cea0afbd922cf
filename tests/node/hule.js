/*
 *  majiang-core judges hands.
 *      in:  [name of a question, ...what it asks]
 *      out: {"is": answer}, without "is" where majiang-core says undefined, or {"throws": true}
 */
"use strict";

const fs     = require('fs');
const module_of = require('module');
const Majiang = require('@kobalab/majiang-core');
const path   = require.resolve('@kobalab/majiang-core').replace(/index\.js$/, 'hule.js');

const STEPS  = ['hule_mianzi', 'get_hudi', 'get_pre_hupai', 'get_post_hupai', 'get_hupai', 'get_defen', 'hule'];
const FAULT  = /m\.replace\(\/0\/,'5'\)/g,      // of several red fives in a row it sees one
      RIGHT  = `m.replace(/0/g,'5')`;

/* lib/hule.js with its inner steps shown */
function steps(change = source => source) {
    const source = fs.readFileSync(path, 'utf8'), opened = new module_of(path);
    opened.filename = path;
    opened.paths = module.paths;
    opened._compile(change(source) + `\nmodule.exports = { ${STEPS} };`, path);
    return opened.exports;
}

const published = steps();
const mended = steps(source => {
    if (source.match(FAULT).length != 2) throw new Error('majiang-core counts red fives in another way now');
    return source.replace(FAULT, RIGHT);
});

const hand = paistr => Majiang.Shoupai.fromString(paistr);

function param(flat, rule) {
    return Majiang.Util.hule_param({ ...flat, rule: Majiang.rule(rule ?? {}) });
}

const questions = {

    hule: (paistr, rongpai, flat, rule) => published.hule(hand(paistr), rongpai, param(flat, rule)),

    /* the same with several red fives of a suit counted */
    hule_mended: (paistr, rongpai, flat, rule) => mended.hule(hand(paistr), rongpai, param(flat, rule)),

    hule_mianzi: (paistr, rongpai) => published.hule_mianzi(hand(paistr), rongpai),

    /* each step of each split */
    steps: (paistr, rongpai, flat, rule) => {
        const p = param(flat, rule), all = [];
        for (const mianzi of published.hule_mianzi(hand(paistr), rongpai)) {
            const hudi   = published.get_hudi(mianzi, p.zhuangfeng, p.menfeng, p.rule);
            const pre    = published.get_pre_hupai(p.hupai);
            const post   = mended.get_post_hupai(hand(paistr), rongpai, p.baopai, p.fubaopai);
            const hupai  = published.get_hupai(mianzi, hudi, published.get_pre_hupai(p.hupai), post, p.rule);
            all.push({ mianzi, hudi, pre, post, hupai, defen: published.get_defen(hudi.fu, hupai, rongpai, p) });
        }
        return all;
    },

    get_hupai: (mianzi, hudi, pre, post, rule) => published.get_hupai(mianzi, hudi, pre, post, Majiang.rule(rule)),

    xiangting: paistr => Majiang.Util.xiangting(hand(paistr)),

    tingpai: paistr => Majiang.Util.tingpai(hand(paistr)),

    /* a call of one of Shoupai's methods: the new hand of one that changes it, else what it returns */
    shoupai: (paistr, method, ...args) => {
        const shoupai = hand(paistr), answer = shoupai[method](...args);
        return answer === shoupai ? shoupai.toString() : answer;
    },
};

require('./lines')(([ name, ...rest ]) => {
    try {
        return { is: questions[name](...rest) };
    }
    catch (err) {
        if (err instanceof TypeError || err instanceof ReferenceError) throw err;
        return { throws: true };
    }
});
