//! Calls: which discards a player takes, with a yaku in sight.

use super::hand::{Hand, KindSet, has};
use super::meld;
use super::plan::{Plan, Set, suit};
use super::player::{Player, threatened};
use super::round::may_kan;
use super::table::Table;
use crate::game::acts::swaps;
use crate::mianzi::{Kind, Mianzi};
use crate::pai::Pai;

/// What an open hand is on its way to.
#[derive(Clone, Debug)]
pub(super) struct Open {
    pub(super) plan: Plan,
    /// Sets that are still to be made.
    pub(super) sets: usize,
    /// Tiles that are missing.
    pub(super) distance: u8,
    /// What it counts for, in han.
    han: u8,
}

/// A meld as a set.
pub(super) fn set_of(meld: Mianzi) -> Set {
    let low = meld.tiles().first().map_or(0, |pai| pai.kind());
    if meld.kind() == Kind::Chi { Set::Run(low) } else { Set::Triplet(low) }
}

/// Plans that give a hand with these melds a yaku, with their han.
fn plans(table: &Table, seat: u8, melds: &[Set], hand: &Hand) -> Vec<(Plan, u8)> {
    let mut plans = Vec::with_capacity(8);
    let yakuhai = |set: &Set| matches!(set, Set::Triplet(kind) if table.is_yakuhai(seat, *kind));
    if melds.iter().any(yakuhai) {
        plans.push((Plan::any(), 1));
    } else {
        let pairs = (27..34).filter(|kind| hand.kinds[usize::from(*kind)] >= 2 && table.is_yakuhai(seat, *kind));
        plans.extend(pairs.map(|kind| (Plan::any().with(Set::Triplet(kind)), 1)));
    }
    if table.go.open_tanyao() && table.players == 4 {
        plans.push((Plan::simples(), 1));
    }
    for kinds in COLOURS {
        if tiles_of(hand, kinds) + 3 * melds.len() >= 9 {
            plans.push((Plan::of(kinds), 2));
        }
    }
    let pairs = hand.kinds.iter().filter(|count| **count >= 2).count();
    if pairs + melds.len() >= 5 {
        plans.push((Plan::any().without_runs(), 2));
    }
    plans.retain(|(plan, _)| melds.iter().all(|set| fits(plan, *set)));
    for (plan, _) in &mut plans {
        for set in melds {
            if let Some(rest) = plan.after(*set) {
                *plan = rest;
            }
        }
    }
    plans
}

/// The suits, each with the honours (混一色).
const COLOURS: [KindSet; 3] = [suit(0) | suit(3), suit(1) | suit(3), suit(2) | suit(3)];

fn tiles_of(hand: &Hand, kinds: KindSet) -> usize {
    hand.tiles.iter().filter(|pai| has(kinds, pai.kind())).count()
}

/// The colour of a closed hand that is nearly of one.
pub(super) fn colour(hand: &Hand) -> Option<KindSet> {
    COLOURS.into_iter().find(|kinds| tiles_of(hand, *kinds) >= 10)
}

fn fits(plan: &Plan, set: Set) -> bool {
    plan.after(set).is_some()
}

/// The best plan of these: the nearest, or a richer one that is as near.
fn nearest(player: &mut Player, plans: Vec<(Plan, u8)>, hand: &Hand, sets: usize) -> Option<Open> {
    let mut best: Option<Open> = None;
    for (plan, han) in plans {
        let distance = player.measure.distance(&plan, &hand.kinds, sets);
        let better = |best: &Open| (distance, core::cmp::Reverse(han)) < (best.distance, core::cmp::Reverse(best.han));
        if best.as_ref().is_none_or(better) {
            best = Some(Open { plan, sets, distance, han });
        }
    }
    best
}

/// What the open hand of a seat is on its way to: any win, where it has no yaku in sight.
pub(super) fn best_plan(player: &mut Player, table: &Table, seat: u8) -> Option<Open> {
    let hand = &table.seat(seat).hand;
    let melds: Vec<Set> = hand.sets().map(set_of).collect();
    let sets = 4_usize.saturating_sub(melds.len());
    nearest(player, plans(table, seat, &melds, hand), hand, sets)
}

/// The meld that a seat makes of a discard.
pub(super) fn choose(player: &mut Player, table: &Table, seat: u8, from: u8, pai: Pai) -> Option<Mianzi> {
    let own = table.seat(seat);
    if own.riichi == 0 && own.hand.kinds[usize::from(pai.kind())] == 3 && daiminkan(player, table, seat) {
        return meld::daiminkan(pai, meld::direction(seat, from));
    }
    let melds = possible(table, seat, from, pai);
    if own.riichi > 0 || melds.is_empty() {
        return None;
    }
    let before = own.hand.distance();
    // A closed hand that is nearly there waits for its own draws.
    if own.hand.closed() && before <= 1 {
        return None;
    }
    let mut best: Option<(Mianzi, Open)> = None;
    for meld in melds {
        let Some(open) = after(player, table, seat, meld) else { continue };
        if best.as_ref().is_none_or(|(_, best)| open.distance < best.distance) {
            best = Some((meld, open));
        }
    }
    let (meld, open) = best?;
    let worth: u8 = own.hand.tiles.iter().map(|pai| table.dora_of(*pai)).sum::<u8>() + open.han + table.dora_of(pai);
    // Far from winning a call has to be worth it; against a riichi only tenpai is.
    let sure = u8::from(open.plan.must.is_empty() && open.plan == Plan::any());
    let limit = if threatened(table, seat) { 1 } else { 2 + sure + u8::from(worth >= 3) + u8::from(open.han >= 2) };
    let slack = u8::from(open.han >= 2);
    let fast = open.distance <= limit && (!own.hand.closed() || open.distance <= before + slack);
    (fast && player.random.chance(player.style.calls)).then_some(meld)
}

/// Whether a player makes a kan of another's discard: seldom, and with an open hand.
fn daiminkan(player: &mut Player, table: &Table, seat: u8) -> bool {
    let open = !table.seat(seat).hand.closed();
    open && may_kan(table) && !threatened(table, seat) && player.random.chance(250)
}

/// What a call makes of the hand, if it brings it nearer to a yaku.
fn after(player: &mut Player, table: &Table, seat: u8, meld: Mianzi) -> Option<Open> {
    let before = best_plan(player, table, seat);
    let mut hand = table.seat(seat).hand.clone();
    if !hand.meld(meld) || !leaves_discard(&hand, meld) {
        return None;
    }
    let melds: Vec<Set> = hand.sets().map(set_of).collect();
    let sets = 4_usize.checked_sub(melds.len())?;
    let open = nearest(player, plans(table, seat, &melds, &hand), &hand, sets)?;
    before.is_none_or(|before| open.distance.max(1) < before.distance).then_some(open)
}

/// Whether a hand has something to discard after a call.
fn leaves_discard(hand: &Hand, meld: Mianzi) -> bool {
    let swaps = swaps(meld);
    hand.tiles.iter().any(|pai| !swaps.has(pai.kind()))
}

/// The pon and chi that can be made of a discard.
pub(super) fn possible(table: &Table, seat: u8, from: u8, pai: Pai) -> Vec<Mianzi> {
    let hand = &table.seat(seat).hand;
    let kind = pai.kind();
    let mut melds = Vec::new();
    if table.left() == 0 {
        return melds;
    }
    if hand.kinds[usize::from(kind)] >= 2 {
        let same: Vec<Pai> = hand.tiles.iter().copied().filter(|own| own.kind() == kind).collect();
        // Red fives are copy 0: they go into the meld first.
        let mut same = same;
        same.sort_unstable();
        if let [a, b, ..] = same[..] {
            melds.extend(meld::pon([a, b], pai, meld::direction(seat, from)));
        }
    }
    let next = table.others(from).next() == Some(seat);
    if next && table.players == 4 && kind < 27 {
        for low in kind.saturating_sub(2).max(kind / 9 * 9)..=kind.min(kind / 9 * 9 + 6) {
            let tiles = [low, low + 1, low + 2].map(|part| if part == kind { Some(pai) } else { lowest(hand, part) });
            if let [Some(a), Some(b), Some(c)] = tiles {
                melds.extend(meld::chi([a, b, c], pai));
            }
        }
    }
    melds
}

/// A tile of a kind, the red one if there is a choice.
fn lowest(hand: &Hand, kind: u8) -> Option<Pai> {
    hand.tiles.iter().copied().filter(|pai| pai.kind() == kind).min_by_key(|pai| pai.copy())
}
