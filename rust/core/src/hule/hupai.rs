//! 役: one small function a yaku, each of which gives its han or 0.
//!
//! `xing` is the reading, `hudi` what it consists of.

use super::fulou::Direction;
use super::hudi::{DRAGONS, Hudi, WINDS};
use super::melds::Melds;
use super::part::{Runs, Sets, run, set};
use super::rongpai::Rongpai;
use super::rule::Rule;
use super::shoupai::Shoupai;
use super::situation::Situation;
use super::split::{Form, Hulexing, Place};
use super::tile::{Counts, HONOURS, NUMBERS, Tile, Word, digit};
use super::yaku::{HupaiList, Yaku};
use crate::error::Result;

/// 状況役: the yaku of the moment (`get_pre_hupai`).
#[must_use]
#[inline]
pub fn get_pre_hupai(situation: &Situation) -> HupaiList {
    let mut list = HupaiList::default();
    match situation.tianhu {
        0 => {}
        1 => list.add(Yaku::Tianhu, 1),
        _ => list.add(Yaku::Dihu, 1),
    }
    if !list.is_empty() {
        return list;
    }
    list.add(Yaku::Lizhi, u8::from(situation.lizhi == 1));
    list.add(Yaku::DoubleLizhi, 2 * u8::from(situation.lizhi == 2));
    list.add(Yaku::Yifa, u8::from(situation.yifa));
    list.add(Yaku::Haidimoyue, u8::from(situation.haidi == 1));
    list.add(Yaku::Hedilaoyu, u8::from(situation.haidi == 2));
    list.add(Yaku::Lingshangkaihua, u8::from(situation.lingshang));
    list.add(Yaku::Qianggang, u8::from(situation.qianggang));
    list
}

/// 懸賞役: dora, red dora, ura dora (`get_post_hupai`). They count only beside a yaku.
///
/// # Errors
/// `TooManyPai` when the hand has no room for the ron tile, `BadArgument` for numbers that no
/// game has.
pub fn get_post_hupai(
    shoupai: &Shoupai,
    rongpai: Option<Rongpai>,
    situation: &Situation,
    rule: &Rule,
) -> Result<HupaiList> {
    situation.check(rule)?;
    let mut tiles = shoupai.bingpai;
    if let Some(rong) = rongpai {
        shoupai.check_room(rong.tile)?;
        tiles.add(rong.tile);
    }
    Ok(baopai_of(tiles, &shoupai.melds, situation, rule))
}

/// The dora of concealed tiles and melds.
#[inline]
pub(super) fn baopai_of(bingpai: Counts, melds: &Melds, situation: &Situation, rule: &Rule) -> HupaiList {
    let mut all = bingpai;
    for (word, more) in all.0.iter_mut().zip(melds.tiles.0) {
        *word += more;
    }
    let sanma = rule.sanma();
    let count = |indicators: &[Tile]| {
        indicators.iter().fold(0_u8, |sum, indicator| {
            let dora = indicator.dora(sanma);
            let kita = if dora.suit() == HONOURS && dora.number() == 4 { situation.kita } else { 0 };
            sum + digit(all.suit(dora.suit()), dora.number()) + kita
        })
    };
    let reds: u8 = all.0.iter().take(3).map(|word| digit(*word, 0)).sum();
    let mut list = HupaiList::default();
    list.add_dora(Yaku::Baopai, count(&situation.baopai) + situation.kita);
    list.add_dora(Yaku::Hongbaopai, reds);
    list.add_dora(Yaku::Libaopai, situation.fubaopai.as_ref().map_or(0, |tiles| count(tiles)));
    list
}

/// All yaku of a reading (`get_hupai`): yakuman alone if there are any, else `pre`, the
/// yaku of the hand and, if that makes any, `post`.
#[must_use]
#[inline]
pub fn get_hupai(xing: &Hulexing, hudi: &Hudi, pre: &HupaiList, post: &HupaiList, rule: &Rule) -> HupaiList {
    let mut yakuman = if pre.is_damanguan() { *pre } else { HupaiList::default() };
    add_damanguan(&mut yakuman, xing, hudi);
    if !yakuman.is_empty() {
        yakuman.weaken(rule.double, rule.pao);
        return yakuman;
    }
    let mut list = HupaiList::of_hand(!hudi.menqian);
    list.extend(pre);
    add_yaku(&mut list, xing, hudi, rule);
    if !list.is_empty() {
        list.extend(post);
    }
    list
}

#[inline]
fn add_damanguan(list: &mut HupaiList, xing: &Hulexing, hudi: &Hudi) {
    match xing.form {
        Form::Guoshi => {
            list.add(Yaku::Guoshiwushuang, guoshiwushuang(hudi));
            list.add(Yaku::GuoshiShisanmian, guoshi_shisanmian(hudi));
        }
        Form::Jiulian => {
            let pure = chunzheng(xing);
            list.add(Yaku::Jiulianbaodeng, u8::from(!pure));
            list.add(Yaku::ChunzhengJiulianbaodeng, 2 * u8::from(pure));
        }
        Form::Qidui => list.add(Yaku::Ziyise, ziyise(xing, hudi)),
        Form::Yiban => {
            list.add(Yaku::Sianke, sianke(hudi));
            list.add(Yaku::SiankeDanqi, sianke_danqi(hudi));
            list.add_with_baojia(Yaku::Dasanyuan, dasanyuan(hudi), baojia(xing, DRAGONS, 3));
            list.add_with_baojia(Yaku::Dasixi, dasixi(hudi), baojia(xing, WINDS, 4));
            list.add(Yaku::Xiaosixi, xiaosixi(xing, hudi));
            list.add(Yaku::Ziyise, ziyise(xing, hudi));
            list.add(Yaku::Lvyise, lvyise(xing, hudi));
            list.add(Yaku::Qinglaotou, qinglaotou(hudi));
            list.add(Yaku::Sigangzi, sigangzi(hudi));
        }
    }
}

#[inline]
fn add_yaku(list: &mut HupaiList, xing: &Hulexing, hudi: &Hudi, rule: &Rule) {
    list.add_evenly(Yaku::Menqianqing, 0, menqianqing(hudi));
    list.add_evenly(Yaku::ZhuangfengDong, hudi.zhuangfeng & 3, zhuangfeng(hudi));
    list.add_evenly(Yaku::MenfengDong, hudi.menfeng & 3, menfeng(hudi));
    list.add_evenly(Yaku::FanpaiBai, 0, fanpai(hudi, 5));
    list.add_evenly(Yaku::FanpaiFa, 0, fanpai(hudi, 6));
    list.add_evenly(Yaku::FanpaiZhong, 0, fanpai(hudi, 7));
    list.add_evenly(Yaku::Pinghu, 0, pinghu(hudi));
    list.add_evenly(Yaku::Duanyaojiu, 0, duanyaojiu(hudi, rule));
    list.add_evenly(Yaku::Yibeikou, 0, yibeikou(hudi));
    list.add(Yaku::Sansetongshun, sansetongshun(hudi));
    list.add(Yaku::Yiqitongguan, yiqitongguan(hudi));
    list.add(Yaku::Hunquandaiyaojiu, hunquandaiyaojiu(hudi));
    list.add(Yaku::Qiduizi, qiduizi(xing));
    list.add(Yaku::Duiduihu, duiduihu(hudi));
    list.add(Yaku::Sananke, sananke(hudi));
    list.add(Yaku::Sangangzi, sangangzi(hudi));
    list.add(Yaku::Sansetongke, sansetongke(hudi));
    list.add(Yaku::Hunlaotou, hunlaotou(xing, hudi));
    list.add(Yaku::Xiaosanyuan, xiaosanyuan(xing, hudi));
    list.add(Yaku::Hunyise, hunyise(xing, hudi));
    list.add(Yaku::Chunquandaiyaojiu, chunquandaiyaojiu(hudi));
    list.add(Yaku::Erbeikou, erbeikou(hudi));
    list.add(Yaku::Qingyise, qingyise(xing, hudi));
}

/// So many han if it is so.
#[inline]
fn if_so(so: bool, fanshu: u8) -> u8 {
    if so { fanshu } else { 0 }
}

/// So many han, one less with called tiles (喰い下がり).
#[inline]
fn less_when_open(so: bool, fanshu: u8, hudi: &Hudi) -> u8 {
    if_so(so, fanshu - u8::from(!hudi.menqian))
}

/// 門前清自摸和: closed, on its own draw.
#[inline]
fn menqianqing(hudi: &Hudi) -> u8 {
    if_so(hudi.menqian & hudi.zimo, 1)
}

/// 場風: a set of the round's wind.
#[inline]
fn zhuangfeng(hudi: &Hudi) -> u8 {
    fanpai(hudi, hudi.zhuangfeng + 1)
}

/// 自風: a set of the seat's wind.
#[inline]
fn menfeng(hudi: &Hudi) -> u8 {
    fanpai(hudi, hudi.menfeng + 1)
}

/// 翻牌: a set of this honour.
#[inline]
fn fanpai(hudi: &Hudi, number: u8) -> u8 {
    hudi.kezi(HONOURS, number)
}

/// 平和: closed, runs and a pair of no value, on a two-sided wait.
#[inline]
fn pinghu(hudi: &Hudi) -> u8 {
    u8::from(hudi.pinghu)
}

/// 断幺九: no 1, 9 or honour.
#[inline]
fn duanyaojiu(hudi: &Hudi, rule: &Rule) -> u8 {
    u8::from(hudi.n_yaojiu == 0) & u8::from(rule.kuitan | hudi.menqian)
}

/// How many pairs of equal runs there are (盃口).
#[inline]
fn beikou(hudi: &Hudi) -> u8 {
    // Two or three of a run are one pair, four are two.
    let twos = hudi.runs & TWO_RUNS;
    if hudi.runs & (2 * TWO_RUNS) != 0 { 2 } else { u8::from(twos != 0) + u8::from(twos & twos.wrapping_sub(1) != 0) }
}

/// The bits of the counts of runs that say two or three.
const TWO_RUNS: Runs = 2 * EACH_RUN;
/// The lowest bit of each count of runs.
const EACH_RUN: Runs = 0o111_111_111_111_111_111_111;

/// 一盃口: closed, one run twice.
#[inline]
fn yibeikou(hudi: &Hudi) -> u8 {
    u8::from(hudi.menqian) & u8::from(beikou(hudi) == 1)
}

/// 二盃口: closed, two runs twice each.
#[inline]
fn erbeikou(hudi: &Hudi) -> u8 {
    3 * (u8::from(hudi.menqian) & u8::from(beikou(hudi) == 2))
}

/// Which runs there are: a bit each, at the lowest of its three.
#[inline]
fn runs_there(hudi: &Hudi) -> Runs {
    (hudi.runs | hudi.runs >> 1 | hudi.runs >> 2) & EACH_RUN
}

/// 三色同順: one run in three suits.
#[inline]
fn sansetongshun(hudi: &Hudi) -> u8 {
    let there = runs_there(hudi);
    less_when_open(there & there >> 21 & there >> 42 != 0, 2, hudi)
}

/// 一気通貫: 123, 456 and 789 of one suit.
#[inline]
fn yiqitongguan(hudi: &Hudi) -> u8 {
    const LOWEST: Runs = run(0, 1) | run(1, 1) | run(2, 1);
    let there = runs_there(hudi);
    less_when_open(there & there >> 9 & there >> 18 & LOWEST != 0, 2, hudi)
}

/// 混全帯幺九: a 1, 9 or honour in every part; runs and honours both.
#[inline]
fn hunquandaiyaojiu(hudi: &Hudi) -> u8 {
    less_when_open((hudi.n_yaojiu == 5) && (hudi.n_shunzi > 0) && (hudi.n_zipai > 0), 2, hudi)
}

/// 純全帯幺九: a 1 or 9 in every part, runs among them.
#[inline]
fn chunquandaiyaojiu(hudi: &Hudi) -> u8 {
    less_when_open((hudi.n_yaojiu == 5) && (hudi.n_shunzi > 0) && (hudi.n_zipai == 0), 3, hudi)
}

/// 七対子: seven different pairs.
#[inline]
fn qiduizi(xing: &Hulexing) -> u8 {
    if_so(xing.form == Form::Qidui, 2)
}

/// 対々和: four triplets or kans.
#[inline]
fn duiduihu(hudi: &Hudi) -> u8 {
    if_so(hudi.n_kezi == 4, 2)
}

/// 三暗刻: three concealed triplets or kans.
#[inline]
fn sananke(hudi: &Hudi) -> u8 {
    if_so(hudi.n_ankezi == 3, 2)
}

/// 三槓子: three kans.
#[inline]
fn sangangzi(hudi: &Hudi) -> u8 {
    if_so(hudi.n_gangzi == 3, 2)
}

/// 三色同刻: one triplet in three suits.
#[inline]
fn sansetongke(hudi: &Hudi) -> u8 {
    if_so(hudi.sets & hudi.sets >> 16 & hudi.sets >> 32 & 0xffff != 0, 2)
}

/// 混老頭: nothing but 1, 9 and honours, of both kinds.
#[inline]
fn hunlaotou(xing: &Hulexing, hudi: &Hudi) -> u8 {
    if_so((hudi.n_yaojiu == xing.form.parts()) && (hudi.n_shunzi == 0) && (hudi.n_zipai > 0), 2)
}

/// 小三元: two sets of dragons and a pair of the third.
#[inline]
fn xiaosanyuan(xing: &Hulexing, hudi: &Hudi) -> u8 {
    if_so((xing.form == Form::Yiban) & lacks_only_the_pair(hudi.sets, xing.pair, DRAGONS), 2)
}

/// Whether all but one of these sets are there, and the pair is the one.
#[inline]
fn lacks_only_the_pair(sets: Sets, pair: Sets, wanted: Sets) -> bool {
    pair & wanted != 0 && (sets | pair) & wanted == wanted
}

/// Whether all numbers are of one suit.
#[inline]
fn one_suit(xing: &Hulexing, hudi: &Hudi) -> bool {
    let sets = hudi.sets | xing.pair;
    let there = |suit: u32| u8::from(sets >> (16 * suit) & 0xffff != 0 || hudi.runs >> (21 * suit) & 0x1f_ffff != 0);
    there(0) + there(1) + there(2) == 1
}

/// 混一色: one suit and honours.
#[inline]
fn hunyise(xing: &Hulexing, hudi: &Hudi) -> u8 {
    less_when_open((hudi.n_zipai > 0) & one_suit(xing, hudi), 3, hudi)
}

/// 清一色: one suit alone.
#[inline]
fn qingyise(xing: &Hulexing, hudi: &Hudi) -> u8 {
    less_when_open((hudi.n_zipai == 0) & one_suit(xing, hudi), 6, hudi)
}

/// 国士無双: thirteen orphans, on one that was missing.
#[inline]
fn guoshiwushuang(hudi: &Hudi) -> u8 {
    if_so(!hudi.danqi, 1)
}

/// 国士無双十三面: thirteen orphans, on any of them.
#[inline]
fn guoshi_shisanmian(hudi: &Hudi) -> u8 {
    if_so(hudi.danqi, 2)
}

/// 四暗刻: four concealed triplets or kans.
#[inline]
fn sianke(hudi: &Hudi) -> u8 {
    if_so((hudi.n_ankezi == 4) && !hudi.danqi, 1)
}

/// 四暗刻単騎: the same, won on the pair.
#[inline]
fn sianke_danqi(hudi: &Hudi) -> u8 {
    if_so((hudi.n_ankezi == 4) & hudi.danqi, 2)
}

/// 大三元: sets of all three dragons.
#[inline]
fn dasanyuan(hudi: &Hudi) -> u8 {
    if_so(hudi.sets & DRAGONS == DRAGONS, 1)
}

/// 大四喜: sets of all four winds.
#[inline]
fn dasixi(hudi: &Hudi) -> u8 {
    if_so(hudi.sets & WINDS == WINDS, 2)
}

/// 小四喜: three sets of winds and a pair of the fourth.
#[inline]
fn xiaosixi(xing: &Hulexing, hudi: &Hudi) -> u8 {
    if_so(lacks_only_the_pair(hudi.sets, xing.pair, WINDS), 1)
}

/// 字一色: honours alone.
#[inline]
fn ziyise(xing: &Hulexing, hudi: &Hudi) -> u8 {
    if_so(hudi.n_zipai == xing.form.parts(), 1)
}

/// 緑一色: 2, 3, 4, 6, 8 of 索子 and 發 alone.
#[inline]
fn lvyise(xing: &Hulexing, hudi: &Hudi) -> u8 {
    const GREEN: Sets = set(2, 2) | set(2, 3) | set(2, 4) | set(2, 6) | set(2, 8) | set(HONOURS, 6);
    const GREEN_RUN: Runs = 7 * run(2, 2);
    if_so(((hudi.sets | xing.pair) & !GREEN == 0) && (hudi.runs & !GREEN_RUN == 0), 1)
}

/// 清老頭: 1 and 9 alone.
#[inline]
fn qinglaotou(hudi: &Hudi) -> u8 {
    if_so((hudi.n_kezi == 4) && (hudi.n_yaojiu == 5) && (hudi.n_zipai == 0), 1)
}

/// 四槓子: four kans.
#[inline]
fn sigangzi(hudi: &Hudi) -> u8 {
    if_so(hudi.n_gangzi == 4, 1)
}

/// 純正: nine gates on a wait for all nine.
fn chunzheng(xing: &Hulexing) -> bool {
    // Without the winning tile three of 1 and 9 and one of each other are left.
    const GATES: Word = 0x31_1111_1130;
    debug_assert_eq!(xing.place, Place::Single);
    let word = xing.bingpai.suit(xing.win.suit()) & NUMBERS;
    word.wrapping_sub(super::tile::one(xing.win.number())) == GATES
}

/// Who fed the last of so many sets, if that was a call (包).
#[inline]
fn baojia(xing: &Hulexing, sets: Sets, nth: usize) -> Option<Direction> {
    if xing.melds.list.len() < nth {
        return None;
    }
    let mut melds = xing.melds.list.iter().filter(|f| set(f.suit(), f.number()) & sets != 0 && !f.is_chi());
    melds.nth(nth - 1).and_then(|fulou| fulou.from())
}
