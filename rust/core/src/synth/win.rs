//! Wins: what a hand is worth at the table, and AGARI that says so.

use super::hand::Hand;
use super::table::Table;
use crate::game::payment::{self, STICK};
use crate::game::{Seats, seat_after, turns_between};
use crate::hule::{Direction, Explanation, Indicators, Limit, Rongpai, Shoupai, Situation, Tile, Yaku, explain};
use crate::mianzi::{Kind, Mianzi};
use crate::pai::Pai;
use crate::tenhou::event::{Agari, Outcome};

/// How the winning tile came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Drawn, perhaps in replacement of a kan or a north.
    Drawn {
        /// In replacement.
        replacement: bool,
    },
    /// Discarded by this seat.
    Discarded(u8),
    /// Added to a pon by this seat (槍槓).
    Added(u8),
    /// Set aside by this seat (北抜き).
    Aside(u8),
}

impl Way {
    /// The seat that the tile came from, if it was another.
    pub(super) const fn from(self) -> Option<u8> {
        match self {
            Way::Drawn { .. } => None,
            Way::Discarded(from) | Way::Added(from) | Way::Aside(from) => Some(from),
        }
    }
}

/// A win and what it is worth.
#[derive(Clone, Debug)]
pub(super) struct Win {
    pub(super) seat: u8,
    pub(super) pai: Pai,
    pub(super) way: Way,
    worth: Explanation,
}

impl Win {
    /// Whether this yaku is one of it.
    pub(super) fn shows(&self, yaku: Yaku) -> bool {
        self.worth.hule.hupai.iter().any(|hupai| hupai.yaku == yaku)
    }
}

impl Table {
    /// The win of a seat with this tile, which its hand holds if it was drawn; none without a
    /// yaku. `shared` where another takes the honba and the sticks.
    pub(super) fn win(&self, seat: u8, pai: Pai, way: Way, shared: bool) -> Option<Win> {
        let winner = self.seat(seat);
        let (dora, ura) = (self.tiles(&self.dora), self.tiles(&self.ura()));
        let situation = Situation {
            zhuangfeng: self.place.wind(),
            menfeng: self.wind(seat),
            lizhi: winner.riichi,
            yifa: winner.ippatsu,
            qianggang: matches!(way, Way::Added(_)),
            lingshang: way == Way::Drawn { replacement: true },
            haidi: self.last_tile(way),
            tianhu: match way {
                Way::Drawn { replacement: false } if self.first_turn(seat) => 1 + u8::from(self.wind(seat) > 0),
                _ => 0,
            },
            baopai: dora,
            fubaopai: (winner.riichi > 0).then_some(ura),
            changbang: if shared { 0 } else { u16::try_from(self.place.honba).unwrap_or(0) },
            lizhibang: if shared { 0 } else { u16::try_from(self.place.sticks).unwrap_or(0) },
            kita: winner.hand.kita(),
        };
        let last = way.from().is_none().then_some(pai);
        let shoupai = Shoupai::parse(&self.notation(seat, &winner.hand, last)).ok()?;
        let rongpai = match way.from() {
            Some(from) => Some(Rongpai { tile: Tile::of_pai(pai, self.go.red()), from: self.direction(seat, from)? }),
            None => None,
        };
        let worth = explain(&shoupai, rongpai, &situation, &self.rule).ok()??;
        (worth.hule.defen > 0).then_some(Win { seat, pai, way, worth })
    }

    /// 1 for a win on the last draw, 2 for one on the last discard.
    fn last_tile(&self, way: Way) -> u8 {
        match way {
            _ if self.left() > 0 => 0,
            Way::Drawn { replacement: false } => 1,
            Way::Discarded(_) => 2,
            _ => 0,
        }
    }

    fn tiles(&self, indicators: &[Pai]) -> Indicators {
        indicators.iter().map(|pai| Tile::of_pai(*pai, self.go.red())).collect()
    }

    /// Whose a tile was, as its new owner sees it.
    fn direction(&self, owner: u8, from: u8) -> Option<Direction> {
        match turns_between(owner, from, self.players) {
            0 => None,
            1 => Some(Direction::Right),
            turns if turns + 1 == self.players => Some(Direction::Left),
            _ => Some(Direction::Across),
        }
    }

    /// A hand in 電脳麻将's notation, this tile last.
    fn notation(&self, seat: u8, hand: &Hand, last: Option<Pai>) -> String {
        let red = self.go.red();
        let mut text = String::with_capacity(64);
        let kept = hand.tiles.iter().filter(|pai| Some(**pai) != last);
        kept.chain(last.as_ref()).for_each(|pai| text.push_str(pai.face(red).as_str()));
        for meld in hand.sets() {
            text.push(',');
            text.push_str(&self.meld_notation(seat, meld));
        }
        text
    }

    /// Melds count directions over the empty seat of three; 電脳麻将's notation does not.
    fn meld_notation(&self, seat: u8, meld: Mianzi) -> String {
        let notation = meld.notation(self.go.red());
        match meld.from() {
            0 => notation.as_str().to_owned(),
            turns => {
                let mark = self.direction(seat, seat_after(seat, turns, 4)).map_or('-', Direction::mark);
                notation.as_str().replace(['+', '=', '-'], mark.encode_utf8(&mut [0; 4]))
            }
        }
    }

    /// The element of a win and its payments by seat.
    pub(super) fn agari(&self, win: &Win, shared: bool) -> (Agari<'static>, Seats<i32>) {
        let winner = self.seat(win.seat);
        let payments = payment::win(&win.worth.hule, self.place.oya(), self.players);
        let mut hai: Vec<Pai> = winner.hand.tiles.to_vec();
        if win.way.from().is_some() {
            hai.push(win.pai);
        }
        hai.sort_unstable();
        let ura = (winner.riichi > 0).then(|| self.ura().into_iter().collect());
        let reading = win.worth.readings.get(win.worth.best);
        let limit = reading.and_then(|reading| reading.limit).map_or(0, limit_number);
        // Thirteen orphans have no minipoints.
        let orphans = win.shows(Yaku::Guoshiwushuang) || win.shows(Yaku::GuoshiShisanmian);
        let fu = reading.filter(|_| !orphans).map_or(0, |reading| i32::from(reading.fu));
        let liable = (0..self.players).zip(&win.worth.shares).find(|(_, share)| share.liable);
        let (yaku, yakuman) = self.yaku(win);
        let agari = Agari {
            outcome: self.outcome(&payments, if shared { 0 } else { self.place.sticks }),
            who: win.seat,
            from: win.way.from().unwrap_or(win.seat),
            pao: liable.map(|(turns, _)| seat_after(self.place.oya(), turns, self.players)),
            hai: hai.into_iter().collect(),
            melds: winner.hand.melds.iter().rev().copied().collect(),
            machi: win.pai,
            ten: [fu, i32::try_from(win.worth.hule.defen).unwrap_or(i32::MAX), limit],
            yaku: yaku.into_iter().collect(),
            yakuman: yakuman.into_iter().collect(),
            dora: self.dora.iter().copied().collect(),
            ura,
            chip: [].into_iter().collect(),
        };
        (agari, payments)
    }

    /// What both ways a round can end have in common.
    pub(super) fn outcome(&self, payments: &Seats<i32>, sticks: i32) -> Outcome<'static> {
        Outcome {
            ba: Some([self.place.honba, sticks].into_iter().collect()),
            sc: self.scores.iter().zip(payments).flat_map(|(score, change)| [*score, *change]).collect(),
            owari: None,
        }
    }

    /// Pays a win.
    pub(super) fn pay(&mut self, payments: &Seats<i32>) {
        self.scores.iter_mut().zip(payments).for_each(|(score, change)| *score += change);
    }

    /// Pays a riichi stick.
    pub(super) fn pay_stick(&mut self, seat: u8) {
        self.scores[usize::from(seat & 3)] -= STICK;
        self.place.sticks += 1;
    }

    /// Yaku with their han, or yakuman, in Tenhou's order.
    fn yaku(&self, win: &Win) -> (Vec<(u8, u8)>, Vec<u8>) {
        let list = &win.worth.hule.hupai;
        let mut yaku: Vec<_> = list.iter().map(|hupai| (hupai.yaku.tenhou_id(), hupai.fanshu)).collect();
        if list.is_damanguan() {
            yaku.sort_unstable();
            return (Vec::new(), yaku.into_iter().map(|(id, _)| id).collect());
        }
        if self.seat(win.seat).riichi > 0 && !list.iter().any(|hupai| hupai.yaku == Yaku::Libaopai) {
            yaku.push((Yaku::Libaopai.tenhou_id(), 0));
        }
        let sets = self.honour_sets(win);
        yaku.sort_by_key(|(id, _)| rank(*id, self, win.seat, &sets));
        (yaku, Vec::new())
    }

    /// Triplets of honours: concealed ones ascending, then melds from the oldest on.
    fn honour_sets(&self, win: &Win) -> Vec<u8> {
        let hand = &self.seat(win.seat).hand;
        let won = |kind: u8| u8::from(win.way.from().is_some() && win.pai.kind() == kind);
        let concealed = (27..34).filter(|kind| hand.kinds[usize::from(*kind)] + won(*kind) >= 3);
        let melds =
            hand.sets().filter(|meld| meld.kind() != Kind::Chi).filter_map(|meld| meld.tiles().first().copied());
        concealed.chain(melds.map(Pai::kind)).collect()
    }
}

/// The order in which Tenhou lists yaku, those of honours aside: they follow the hand's sets.
const ORDER: [u8; 20] = [1, 21, 2, 3, 4, 5, 6, 0, 7, 22, 9, 32, 24, 25, 29, 28, 26, 27, 31, 30];
const LAST: [u8; 8] = [23, 33, 8, 34, 35, 52, 54, 53];

/// Where a yaku stands in the list.
fn rank(id: u8, table: &Table, seat: u8, sets: &[u8]) -> (usize, usize) {
    let place = |list: &[u8]| list.iter().position(|known| *known == id);
    if let Some(at) = place(&ORDER) {
        return (0, at);
    }
    if let Some(at) = place(&LAST) {
        return (2, at);
    }
    let kind = match id {
        18.. => 31 + id - 18,
        14.. => 27 + table.place.wind(),
        _ => 27 + table.wind(seat),
    };
    // Of a wind that counts twice the round's comes first.
    let at = sets.iter().position(|set| *set == kind).unwrap_or(sets.len());
    (1, 2 * at + usize::from(id < 14))
}

/// The limit as `ten` has it.
const fn limit_number(limit: Limit) -> i32 {
    match limit {
        Limit::Qieshang => 0,
        Limit::Manguan => 1,
        Limit::Tiaoman => 2,
        Limit::Beiman => 3,
        Limit::Sanbeiman => 4,
        Limit::Leiji | Limit::Damanguan(_) => 5,
    }
}
