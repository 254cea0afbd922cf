//! What a hand is meant to become: which sets and pairs it may have, which it must have, and
//! how far it is from that.

use std::collections::HashMap;

use arrayvec::ArrayVec;

use super::hand::{ALL, Counts, FAR, KindSet, YAOCHU, has, kinds_of};

/// Runs by their lowest tile.
const RUNS: KindSet = 0x7f | 0x7f << 9 | 0x7f << 18;

/// Kinds of a suit; suit 3 are honours.
pub(super) const fn suit(suit: u8) -> KindSet {
    if suit == 3 { 0x7f << 27 } else { 0x1ff << (9 * suit) }
}

/// A set that a hand must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Set {
    /// Three in a row, from this one on.
    Run(u8),
    /// Three or four of this kind.
    Triplet(u8),
}

impl Set {
    /// Its three tiles.
    pub(super) const fn kinds(self) -> [u8; 3] {
        match self {
            Set::Run(low) => [low, low + 1, low + 2],
            Set::Triplet(kind) => [kind; 3],
        }
    }
}

/// A form of winning hands: four sets and a pair, each of them one of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    /// Sets that are there in any case.
    pub(super) must: ArrayVec<Set, 4>,
    /// Runs that may be there, by their lowest tile.
    pub(super) runs: KindSet,
    /// Triplets that may be there.
    pub(super) triplets: KindSet,
    /// Pairs that may be there.
    pub(super) pairs: KindSet,
}

impl Plan {
    /// Any sets.
    pub(super) fn any() -> Self {
        Self::of(ALL)
    }

    /// Sets of these kinds only.
    pub(super) fn of(kinds: KindSet) -> Self {
        let runs = RUNS & kinds & kinds >> 1 & kinds >> 2;
        Self { must: ArrayVec::new(), runs, triplets: kinds, pairs: kinds }
    }

    /// Without terminals and honours (断幺九).
    pub(super) fn simples() -> Self {
        Self::of(ALL & !YAOCHU)
    }

    /// No runs (対々和).
    pub(super) fn without_runs(self) -> Self {
        Self { runs: 0, ..self }
    }

    /// A set more that must be there, of four at most.
    pub(super) fn with(mut self, set: Set) -> Self {
        // A fifth can't be asked for: plans are made here.
        let _ = self.must.try_push(set);
        self
    }

    /// The kinds of the sets that must be there.
    pub(super) fn musts(&self) -> KindSet {
        self.must.iter().flat_map(|set| set.kinds()).fold(0, |set, kind| set | 1 << kind)
    }

    /// The kinds that have a place in it.
    pub(super) fn kinds(&self) -> KindSet {
        self.musts() | self.runs | self.runs << 1 | self.runs << 2 | self.triplets | self.pairs
    }

    /// Tiles that the sets that must be there lack.
    pub(super) fn lack_of_musts(&self, counts: &Counts) -> u8 {
        without_musts(self, counts, self.must.len()).1
    }

    /// What is left of it when a set of it is there already; none if it has no place for the set.
    pub(super) fn after(&self, set: Set) -> Option<Self> {
        if let Some(at) = self.must.iter().position(|must| *must == set) {
            let mut rest = self.clone();
            rest.must.remove(at);
            return Some(rest);
        }
        let fits = match set {
            Set::Run(low) => has(self.runs, low),
            Set::Triplet(kind) => has(self.triplets, kind),
        };
        fits.then(|| self.clone())
    }
}

/// What a suit lacks for so many sets, with a pair or without.
type Costs = [[u8; 2]; 5];

const NO_COSTS: Costs = [[FAR; 2]; 5];

/// A set or a pair of which nothing is there.
const BLANK_SET: u8 = 3;
const BLANK_PAIR: u8 = 2;

/// Measures how far hands are from plans, and remembers what it found for each suit.
#[derive(Clone, Debug, Default)]
pub(super) struct Measure {
    costs: HashMap<u64, Costs>,
}

/// More than a few games have: then memory is worth more than time.
const MOST: usize = 1 << 16;

impl Measure {
    /// Tiles that concealed tiles lack for a plan with so many sets.
    pub(super) fn distance(&mut self, plan: &Plan, counts: &Counts, sets: usize) -> u8 {
        let (left, lack, sets) = without_musts(plan, counts, sets);
        let all = (0..4).map(|suit| self.suit(plan, &left, suit)).fold(START, |sum, costs| join(&sum, &costs));
        lack + total(&all, sets)
    }

    /// The distance, and the kinds that make it shorter.
    pub(super) fn acceptance(&mut self, plan: &Plan, counts: &Counts, sets: usize) -> (u8, KindSet) {
        let (mut left, lack, sets) = without_musts(plan, counts, sets);
        let suits: [Costs; 4] = core::array::from_fn(|suit| self.suit(plan, &left, suit));
        let (front, back) = (join(&suits[0], &suits[1]), join(&suits[2], &suits[3]));
        let rest = [join(&suits[1], &back), join(&suits[0], &back), join(&front, &suits[3]), join(&front, &suits[2])];
        let now = total(&join(&front, &back), sets);
        let mut needs = plan.must.iter().flat_map(|set| set.kinds()).fold([0_u8; 34], |mut needs, kind| {
            needs[usize::from(kind)] += 1;
            needs
        });
        needs.iter_mut().zip(counts).for_each(|(need, count)| *need = need.saturating_sub(*count));
        let mut set = 0;
        for kind in kinds_of(plan.kinds()) {
            let (at, suit) = (usize::from(kind), usize::from(kind / 9));
            if needs[at] > 0 {
                set |= 1 << kind;
            } else if counts[at] < 4 {
                left[at] += 1;
                let costs = self.suit(plan, &left, suit);
                set |= u64::from(total(&join(&rest[suit], &costs), sets) < now) << kind;
                left[at] -= 1;
            }
        }
        (lack + now, set)
    }

    fn suit(&mut self, plan: &Plan, counts: &Counts, suit: usize) -> Costs {
        let (first, len) = (9 * suit, if suit == 3 { 7 } else { 9 });
        let mut have = [0; 9];
        let held = counts.get(first..first + len).unwrap_or_default();
        have.iter_mut().zip(held).for_each(|(place, count)| *place = *count);
        let part = |set: KindSet| set >> first & 0x1ff;
        let (runs, triplets, pairs) = (part(plan.runs), part(plan.triplets), part(plan.pairs));
        let packed = have.iter().fold(0, |word, count| word << 3 | u64::from(*count));
        let key = packed << 27 | runs << 18 | triplets << 9 | pairs;
        if let Some(costs) = self.costs.get(&key) {
            return *costs;
        }
        if self.costs.len() >= MOST {
            self.costs.clear();
        }
        let costs = Suit::new(have, runs, triplets, pairs).search();
        self.costs.insert(key, costs);
        costs
    }
}

/// The tiles that are left when those for the sets that must be there are taken away, how many
/// of these are missing, and how many sets remain.
fn without_musts(plan: &Plan, counts: &Counts, sets: usize) -> (Counts, u8, usize) {
    let (mut left, mut lack) = (*counts, 0);
    for kind in plan.must.iter().flat_map(|set| set.kinds()) {
        if let Some(count) = left.get_mut(usize::from(kind)) {
            if *count > 0 { *count -= 1 } else { lack += 1 }
        }
    }
    (left, lack, sets.saturating_sub(plan.must.len()))
}

const START: Costs = {
    let mut costs = NO_COSTS;
    costs[0][0] = 0;
    costs
};

/// What two suits lack together.
fn join(a: &Costs, b: &Costs) -> Costs {
    let mut sum = NO_COSTS;
    for (i, [a0, a1]) in a.iter().enumerate().filter(|(_, costs)| **costs != [FAR; 2]) {
        for ([b0, b1], [sum0, sum1]) in b.iter().zip(sum.iter_mut().skip(i)) {
            *sum0 = (*sum0).min(a0 + b0);
            *sum1 = (*sum1).min(a1 + b0).min(a0 + b1);
        }
    }
    sum
}

/// What the whole hand lacks: what no suit has anything of counts as missing.
fn total(costs: &Costs, sets: usize) -> u8 {
    let blanks = |there: usize| BLANK_SET * u8::try_from(sets - there).unwrap_or(FAR);
    let each = costs.iter().enumerate().take(sets + 1);
    each.map(|(there, [alone, paired])| blanks(there) + (*paired).min(alone + BLANK_PAIR)).min().unwrap_or(FAR)
}

/// The search in one suit.
struct Suit {
    have: [u8; 9],
    runs: KindSet,
    triplets: KindSet,
    pairs: KindSet,
    /// Tiles that a set may begin with when nothing else of it is there.
    seeds: KindSet,
    costs: Costs,
}

impl Suit {
    fn new(have: [u8; 9], runs: KindSet, triplets: KindSet, pairs: KindSet) -> Self {
        // Of four of a kind one is left over, and no triplet for it.
        let four = (0..9).fold(0, |set, kind| set | u64::from(have[kind] == 4) << kind);
        let seeds = runs | runs << 1 | runs << 2 | triplets & !four;
        Self { have, runs, triplets, pairs, seeds, costs: NO_COSTS }
    }

    fn search(mut self) -> Costs {
        self.sets(0, 0, 0, 0);
        for kind in 0..9 {
            if self.have[kind] >= 2 && has_kind(self.pairs, kind) {
                self.have[kind] -= 2;
                self.sets(0, 0, 0, 1);
                self.have[kind] += 2;
            }
        }
        self.costs
    }

    /// Adds sets of which two tiles or three are there, from the `from`th on: triplets, then runs.
    fn sets(&mut self, from: usize, there: usize, lack: u8, pair: usize) {
        self.count(there, lack, pair);
        if there == 4 {
            return;
        }
        for at in from..18 {
            let low = at % 9;
            if at < 9 {
                let count = self.have[low].min(3);
                if count >= 2 && has_kind(self.triplets, low) {
                    self.have[low] -= count;
                    self.sets(at + 1, there + 1, lack + 3 - count, pair);
                    self.have[low] += count;
                }
            } else if has_kind(self.runs, low) {
                let [a, b, c] = [0, 1, 2].map(|step| self.have.get(low + step).copied().unwrap_or(0).min(1));
                if a + b + c >= 2 {
                    self.change_run(low, |have, one| have - one, [a, b, c]);
                    // A run may be there twice.
                    self.sets(at, there + 1, lack + 3 - a - b - c, pair);
                    self.change_run(low, |have, one| have + one, [a, b, c]);
                }
            }
        }
    }

    fn change_run(&mut self, low: usize, change: impl Fn(u8, u8) -> u8, ones: [u8; 3]) {
        self.have.iter_mut().skip(low).zip(ones).for_each(|(have, one)| *have = change(*have, one));
    }

    /// Counts what is there, and what single tiles that are left can begin: sets that lack two,
    /// a pair that lacks one.
    fn count(&mut self, there: usize, lack: u8, pair: usize) {
        let (mut singles, mut pairable) = (0, false);
        for (kind, count) in self.have.iter().enumerate().filter(|(_, count)| **count > 0) {
            singles += usize::from(*count) * usize::from(has_kind(self.seeds, kind));
            pairable |= has_kind(self.pairs, kind);
        }
        let mut cost = lack;
        for sets in 0..=singles.min(4 - there) {
            let place = &mut self.costs[there + sets];
            place[pair] = place[pair].min(cost);
            // The single of the pair begins no set.
            if pair == 0 && pairable && (sets < singles || singles == 0) {
                place[1] = place[1].min(cost + 1);
            }
            cost += BLANK_SET - 1;
        }
    }
}

const fn has_kind(set: KindSet, kind: usize) -> bool {
    set >> kind & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::super::hand;
    use super::super::random::Random;
    use super::*;

    fn kinds(text: &str) -> Counts {
        let mut kinds = [0; 34];
        let mut suit = 0;
        for c in text.bytes().rev() {
            match c {
                b'm' => suit = 0,
                b'p' => suit = 9,
                b's' => suit = 18,
                b'z' => suit = 27,
                digit => kinds[usize::from(digit - b'1') + suit] += 1,
            }
        }
        kinds
    }

    fn distance(plan: &Plan, text: &str, sets: usize) -> u8 {
        Measure::default().distance(plan, &kinds(text), sets)
    }

    #[test]
    fn hands_and_plans() {
        for (plan, text, sets, expected) in [
            (Plan::any(), "123m456p789s1122z", 4, 1),
            (Plan::simples(), "123m456p789s1122z", 4, 7),
            (Plan::simples(), "234m456p678s22p", 3, 0),
            (Plan::of(suit(1) | suit(3)), "123456p11122z55m", 4, 2),
            (Plan::any().without_runs(), "111m222p333s44z5p", 4, 2),
            (Plan::any().with(Set::Triplet(33)), "123m456p789s11z77z", 4, 1),
            (Plan::any().with(Set::Run(0)).with(Set::Run(3)).with(Set::Run(6)), "123456789m11p", 3, 0),
        ] {
            assert_eq!(distance(&plan, text, sets), expected, "{text} {plan:?}");
        }
    }

    #[test]
    fn acceptance_of_a_plan() {
        let (distance, set) = Measure::default().acceptance(&Plan::simples(), &kinds("23m456p678s22p"), 3);
        assert_eq!((distance, kinds_of(set).collect::<Vec<_>>()), (1, vec![3]));
    }

    /// The crate looks for seven pairs and thirteen orphans too: hands with a meld have neither.
    #[test]
    fn any_plan_is_the_distance_of_the_crate() {
        let (mut random, mut measure) = (Random::new(1, 0), Measure::default());
        for _ in 0..3000 {
            let mut kinds = [0; 34];
            let mut left = 11;
            while left > 0 {
                // In few kinds, so that hands overlap.
                let kind = random.below(14);
                if kinds[kind] < 4 {
                    kinds[kind] += 1;
                    left -= 1;
                }
            }
            assert_eq!(measure.distance(&Plan::any(), &kinds, 3), hand::distance(&kinds, false), "{kinds:?}");
        }
    }
}
