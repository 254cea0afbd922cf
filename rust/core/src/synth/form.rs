//! Forms of rare hands: what a hand has to become for a yaku that is asked for.

use super::hand::{Counts, KindSet, YAOCHU, kinds_of};
use super::plan::{Measure, Plan, Set, suit};
use crate::hule::Yaku;

/// A form of winning hands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Sets and a pair.
    Sets(Plan),
    /// These very tiles: thirteen orphans, nine gates.
    Tiles(Counts),
}

impl Form {
    /// Tiles that a hand lacks for it; of a form of sets so many are to be made.
    pub(super) fn lack(&self, measure: &mut Measure, counts: &Counts, sets: usize) -> u8 {
        match self {
            Form::Sets(plan) => measure.distance(plan, counts, sets),
            Form::Tiles(tiles) => tiles.iter().zip(counts).map(|(tile, count)| tile.saturating_sub(*count)).sum(),
        }
    }

    /// The kinds that have a place in it.
    pub(super) fn kinds(&self) -> KindSet {
        match self {
            Form::Sets(plan) => plan.kinds(),
            Form::Tiles(tiles) => {
                tiles.iter().zip(0..).fold(0, |set, (count, kind)| set | u64::from(*count > 0) << kind)
            }
        }
    }

    /// The kinds that matter: where sets must be there, only theirs.
    pub(super) fn asked(&self) -> KindSet {
        match self {
            Form::Sets(plan) if !plan.must.is_empty() => plan.musts(),
            _ => self.kinds(),
        }
    }

    /// The form with these melds made; none if it has no place for one.
    pub(super) fn after(&self, melds: &[Set]) -> Option<Form> {
        match self {
            Form::Tiles(_) => melds.is_empty().then(|| self.clone()),
            Form::Sets(plan) => melds.iter().try_fold(plan.clone(), |plan, set| plan.after(*set)).map(Form::Sets),
        }
    }
}

/// The lowest kinds of each suit, and of the winds and dragons.
const SUITS: [u8; 3] = [0, 9, 18];
const WINDS: [u8; 4] = [27, 28, 29, 30];
const DRAGONS: [u8; 3] = [31, 32, 33];
const TERMINALS: KindSet = YAOCHU & !suit(3);
/// 2, 3, 4, 6, 8 of 索子 and 發.
const GREENS: KindSet = 0b1010_1110 << 18 | 1 << 32;
/// Runs with a terminal, by their lowest tile.
const OUTER_RUNS: KindSet = 0x41 | 0x41 << 9 | 0x41 << 18;

/// The forms that a hand with this yaku can have, for those that hardly come by themselves.
pub(super) fn forms(yaku: Yaku) -> Vec<Form> {
    let triplets = |kinds: &[u8]| kinds.iter().fold(Plan::any(), |plan, kind| plan.with(Set::Triplet(*kind)));
    // All of these kinds as triplets but one, which is the pair.
    let but_one = |kinds: &[u8]| {
        let each = kinds.iter().map(|pair| {
            let rest: Vec<u8> = kinds.iter().copied().filter(|kind| kind != pair).collect();
            Plan { pairs: 1 << pair, ..triplets(&rest) }
        });
        each.collect()
    };
    let runs = |kinds: [u8; 3]| kinds.into_iter().fold(Plan::any(), |plan, low| plan.with(Set::Run(low)));
    let plans: Vec<Plan> = match yaku {
        Yaku::Sansetongshun => (0..7).map(|number| runs(SUITS.map(|suit| suit + number))).collect(),
        Yaku::Yiqitongguan => SUITS.map(|suit| runs([suit, suit + 3, suit + 6])).into(),
        Yaku::Sansetongke => (0..9).map(|number| triplets(&SUITS.map(|suit| suit + number))).collect(),
        Yaku::Duiduihu | Yaku::Sananke | Yaku::Sianke | Yaku::SiankeDanqi | Yaku::Sangangzi | Yaku::Sigangzi => {
            vec![Plan::any().without_runs()]
        }
        Yaku::Xiaosanyuan => but_one(&DRAGONS),
        Yaku::Dasanyuan => vec![triplets(&DRAGONS)],
        Yaku::Xiaosixi => but_one(&WINDS),
        Yaku::Dasixi => vec![triplets(&WINDS)],
        Yaku::Hunlaotou => vec![Plan::of(YAOCHU).without_runs()],
        Yaku::Qinglaotou => vec![Plan::of(TERMINALS).without_runs()],
        Yaku::Ziyise => vec![Plan::of(suit(3)).without_runs()],
        Yaku::Lvyise => vec![Plan::of(GREENS)],
        Yaku::Qingyise => (0..3).map(|colour| Plan::of(suit(colour))).collect(),
        Yaku::Hunquandaiyaojiu => vec![Plan { runs: OUTER_RUNS, ..Plan::of(YAOCHU) }],
        Yaku::Chunquandaiyaojiu => vec![Plan { runs: OUTER_RUNS, ..Plan::of(TERMINALS) }],
        Yaku::Erbeikou => twice_two_runs(),
        Yaku::Guoshiwushuang | Yaku::GuoshiShisanmian => return orphans(),
        Yaku::Jiulianbaodeng | Yaku::ChunzhengJiulianbaodeng => return nine_gates(),
        _ => Vec::new(),
    };
    plans.into_iter().map(Form::Sets).collect()
}

/// Whether a hand with this yaku may not call.
pub(super) const fn is_closed(yaku: Yaku) -> bool {
    matches!(
        yaku,
        Yaku::Erbeikou
            | Yaku::Sananke
            | Yaku::Sianke
            | Yaku::SiankeDanqi
            | Yaku::Guoshiwushuang
            | Yaku::GuoshiShisanmian
            | Yaku::Jiulianbaodeng
            | Yaku::ChunzhengJiulianbaodeng
    )
}

/// How many kans a hand with this yaku needs.
pub(super) const fn kans(yaku: Yaku) -> usize {
    match yaku {
        Yaku::Sangangzi => 3,
        Yaku::Sigangzi => 4,
        _ => 0,
    }
}

fn twice_two_runs() -> Vec<Plan> {
    let runs: Vec<u8> = kinds_of(Plan::any().runs).collect();
    let mut plans = Vec::new();
    for (at, low) in runs.iter().enumerate() {
        for other in runs.iter().skip(at + 1) {
            let sets = [*low, *low, *other, *other];
            plans.push(sets.into_iter().fold(Plan::any(), |plan, low| plan.with(Set::Run(low))));
        }
    }
    plans
}

fn orphans() -> Vec<Form> {
    let each = kinds_of(YAOCHU).map(|twice| {
        let mut tiles = [0; 34];
        kinds_of(YAOCHU).for_each(|kind| tiles[usize::from(kind)] = 1);
        tiles[usize::from(twice)] = 2;
        Form::Tiles(tiles)
    });
    each.collect()
}

fn nine_gates() -> Vec<Form> {
    let each = (0..27).map(|extra| {
        let mut tiles = [0; 34];
        let first = extra / 9 * 9;
        for (number, place) in (1..=9).zip(tiles.iter_mut().skip(first)) {
            *place = if number % 8 == 1 { 3 } else { 1 };
        }
        tiles[extra] += 1;
        Form::Tiles(tiles)
    });
    each.collect()
}
