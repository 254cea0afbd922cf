//! What a win is worth, scored again.

use arrayvec::ArrayVec;

use super::auditor::Auditor;
use super::check::Check;
use super::report::list;
use super::round::{By, Riichi};
use crate::game::payment::{chips, win};
use crate::game::turns_between;
use crate::hule::{
    Direction, Fulou, Hule, Indicators, Melds, Rongpai, Rule, Shoupai, Situation, Tile, Yaku, has_fu, hule,
};
use crate::tenhou::event::Agari;
use crate::tenhou::names::YAKU;

/// 裏ドラ: on every riichi win, with 0 han too.
const URA: u8 = Yaku::Libaopai.tenhou_id();
/// 一発.
const IPPATSU: u8 = Yaku::Yifa.tenhou_id();
/// 赤ドラ.
const RED: u8 = Yaku::Hongbaopai.tenhou_id();

const LIMITS: [&str; 6] = ["none", "満貫", "跳満", "倍満", "三倍満", "役満"];

impl Auditor<'_> {
    /// Yaku, han, fu, points, limit and payments. `sound` where the winner may win on this tile.
    pub(super) fn score(&mut self, at: usize, agari: &Agari<'_>, sound: bool, honba: i32, sticks: i32) {
        let known = sound && !self.round.seat(agari.who).lost;
        let won = if known { self.worth(agari, honba, sticks) } else { None };
        let Some((won, fu)) = won else {
            if known {
                self.findings.check(Check::WinShape, at, false, || ("a complete hand", "another"));
            }
            self.payments(at, &agari.outcome, None);
            return self.chips(at, &agari.outcome, None);
        };
        self.findings.count(Check::WinShape, 1);
        self.yaku(at, agari, &won);
        self.findings.equal(Check::WinPoints, at, won.defen.cast_signed(), agari.ten[1]);
        let found = agari.ten[0];
        self.findings.check(Check::WinFu, at, fu, || {
            let expected = if won.damanguan > 0 { "those of a reading".to_owned() } else { won.fu.to_string() };
            (expected, found)
        });
        let due = limit(&won, &self.rule);
        self.findings.check(Check::WinLimit, at, due == agari.ten[2], || (limit_named(due), limit_named(agari.ten[2])));
        self.pao(at, agari, &won);
        let payments = win(&won, self.round.oya, self.players);
        self.payments(at, &agari.outcome, Some(payments));
        self.chips_won(at, agari, &won);
    }

    /// The winner's hand in the moment of the win, scored, and whether it has the minipoints that
    /// the log tells.
    fn worth(&self, agari: &Agari<'_>, honba: i32, sticks: i32) -> Option<(Hule, bool)> {
        let seat = self.round.seat(agari.who);
        let tsumo = agari.who == agari.from;
        let machi = Tile::of_pai(agari.machi, self.red);
        let mut melds = Melds::default();
        for meld in &seat.melds {
            if let Some(fulou) = Fulou::of_mianzi(*meld, self.direction(agari.who, *meld), self.red)
                && !melds.push(fulou)
            {
                return None;
            }
        }
        let hand = Shoupai::of_counts(seat.hand, melds, tsumo.then_some(machi), seat.riichi == Riichi::Paid);
        let from = Direction::of_turns(turns_between(agari.who, agari.from, self.players), self.players);
        let rongpai = from.map(|from| Rongpai { tile: machi, from });
        let situation = self.situation(agari, honba, sticks);
        let won = hule(&hand, rongpai, &situation, &self.rule).ok().flatten()?;
        let told = agari.ten[0];
        let fu = match won.damanguan {
            0 => won.fu.cast_signed() == told,
            _ => has_fu(&hand, rongpai, &situation, &self.rule, told),
        };
        Some((won, fu))
    }

    /// Flags of the moment, from the replay alone.
    fn situation(&self, agari: &Agari<'_>, honba: i32, sticks: i32) -> Situation {
        let round = &self.round;
        let seat = round.seat(agari.who);
        let tsumo = agari.who == agari.from;
        let riichi = seat.riichi == Riichi::Paid;
        let by = round.offered.map(|offered| offered.by);
        let menfeng = turns_between(round.oya, agari.who, self.players);
        let last = round.left == 0;
        let untouched = tsumo && round.first_turn && seat.turns == 0 && !round.rinshan;
        let faces = |pais: &[crate::pai::Pai]| -> Indicators {
            pais.iter().take(5).map(|pai| Tile::of_pai(*pai, self.red)).collect::<ArrayVec<_, 5>>()
        };
        Situation {
            zhuangfeng: round.place.wind().min(3),
            menfeng,
            lizhi: if riichi { 1 + u8::from(seat.double) } else { 0 },
            yifa: riichi && seat.ippatsu,
            qianggang: !tsumo && by == Some(By::Kakan),
            lingshang: tsumo && round.rinshan,
            haidi: match (last, tsumo) {
                (true, true) if !round.rinshan => 1,
                (true, false) if by == Some(By::Discard) => 2,
                _ => 0,
            },
            tianhu: if !untouched {
                0
            } else if menfeng == 0 {
                1
            } else {
                2
            },
            baopai: faces(&round.turned),
            fubaopai: if riichi { agari.ura.as_ref().map(|ura| faces(ura)) } else { None },
            changbang: u16::try_from(honba).unwrap_or_default(),
            lizhibang: u16::try_from(sticks).unwrap_or_default(),
            kita: seat.kita.min(4),
        }
    }

    /// The yaku, in any order, and their han.
    fn yaku(&mut self, at: usize, agari: &Agari<'_>, won: &Hule) {
        let (mut due, mut han) = (0_u64, [0_u8; 64]);
        for hupai in won.hupai.iter() {
            let id = hupai.yaku.tenhou_id();
            due |= 1 << id;
            han[usize::from(id & 63)] = hupai.fanshu;
        }
        if agari.ura.is_some() && won.damanguan == 0 {
            due |= 1 << URA;
        }
        let yakuman = won.damanguan > 0;
        let shown = || agari.yaku.iter().map(|(id, _)| *id).chain(agari.yakuman.iter().copied());
        let mut found = 0_u64;
        let mut twice = false;
        for id in shown() {
            twice |= found >> (id & 63) & 1 != 0;
            found |= 1 << (id & 63);
        }
        let beside = if yakuman { agari.yaku.is_empty() } else { agari.yakuman.is_empty() };
        let same = due == found && due != 0 && !twice && beside;
        self.findings.check(Check::WinYaku, at, same, || {
            let mut told = vec![names(found)];
            for (ids, what) in [(due & !found, "missing"), (found & !due, "too many")] {
                if ids != 0 {
                    told.push(format!("{what}: {}", names(ids)));
                }
            }
            if twice {
                told.push("one twice".to_owned());
            }
            if !beside {
                told.push("yaku and yakuman side by side".to_owned());
            }
            (names(due), told.join("; "))
        });
        if same && !yakuman {
            let right = agari.yaku.iter().all(|(id, count)| han[usize::from(id & 63)] == *count);
            self.findings.check(Check::WinHan, at, right, || {
                let told = |id: u8, count: u8| format!("{} {count}", name(id));
                let each = agari.yaku.iter();
                let expected: Vec<_> = each.clone().map(|(id, _)| told(*id, han[usize::from(id & 63)])).collect();
                let found: Vec<_> = each.map(|(id, count)| told(*id, *count)).collect();
                (expected.join(", "), found.join(", "))
            });
        }
    }

    /// Who is liable.
    fn pao(&mut self, at: usize, agari: &Agari<'_>, won: &Hule) {
        let liable = won.hupai.liable().map(|(_, from)| {
            let turns = if from == Direction::Left { self.players - 1 } else { from as u8 };
            (agari.who + turns) % self.players
        });
        let same = liable == agari.pao || (agari.pao.is_none() && liable == Some(agari.from));
        let name = |seat: Option<u8>| seat.map_or("none".to_owned(), |seat| format!("seat {seat}"));
        self.findings.check(Check::WinPao, at, same, || (name(liable), name(agari.pao)));
    }

    /// Chips: one for 一発, for each red five and for each ura dora of a closed hand, from each that
    /// pays. What a yakuman or an open hand with red fives gets is taken from the log.
    fn chips_won(&mut self, at: usize, agari: &Agari<'_>, won: &Hule) {
        if !self.go.chips() {
            return self.chips(at, &agari.outcome, None);
        }
        let count = |wanted: u8| won.hupai.iter().find(|h| h.yaku.tenhou_id() == wanted).map_or(0, |h| h.fanshu);
        let due: ArrayVec<(u8, u8), 3> =
            [IPPATSU, RED, URA].into_iter().map(|id| (id, count(id))).filter(|(_, count)| *count > 0).collect();
        let open = self.round.seat(agari.who).open;
        let known = won.damanguan == 0 && !(open && count(RED) > 0);
        let same = !known || due.as_slice() == &*agari.chip;
        let told = |pairs: &[(u8, u8)]| list(pairs.iter().map(|(id, count)| format!("{} {count}", name(*id))));
        self.findings.check(Check::PaymentChips, at, same, || (told(&due), told(&agari.chip)));
        let paid = if known { due.as_slice() } else { &*agari.chip };
        let paid = paid.iter().map(|(_, count)| i32::from(*count)).sum();
        self.chips(at, &agari.outcome, Some(chips(paid, agari.who, agari.from, self.players)));
    }
}

/// The limit that AGARI's `ten` tells: 満貫 1 to 役満 5. One that is rounded up to 満貫 is none.
fn limit(won: &Hule, rule: &Rule) -> i32 {
    if won.damanguan > 0 {
        return 5;
    }
    match won.fanshu {
        13.. if rule.kazoe => 5,
        11.. => 4,
        8.. => 3,
        6.. => 2,
        5 => 1,
        han => i32::from(won.fu << (2 + han) >= 2000),
    }
}

fn name(id: u8) -> &'static str {
    YAKU.get(usize::from(id)).copied().unwrap_or_default()
}

fn names(ids: u64) -> String {
    let named = |id| if id < 55 { name(id).to_owned() } else { format!("yaku {id}") };
    if ids == 0 {
        return "none".to_owned();
    }
    (0..64).filter(|id| ids >> id & 1 != 0).map(named).collect::<Vec<_>>().join(" ")
}

/// A limit by its name and Tenhou's number.
fn limit_named(limit: i32) -> String {
    let name = usize::try_from(limit).ok().and_then(|limit| LIMITS.get(limit));
    name.map_or_else(|| limit.to_string(), |name| format!("{name} ({limit})"))
}
