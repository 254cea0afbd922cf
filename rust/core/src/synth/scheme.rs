//! Rounds that show what is asked for: the players look at the wall and play into each other's
//! hands. All they do is legal.

use super::call::{possible, set_of};
use super::form::{Form, forms, is_closed, kans};
use super::hand::{Counts, Hand, KindSet, YAOCHU, has, kinds_of};
use super::meld;
use super::plan::{Measure, Plan, Set};
use super::player::{Player, Turn};
use super::round::may_kan;
use super::table::Table;
use super::want::{Incident, Want};
use super::win::{Way, Win};
use crate::game::acts::swaps;
use crate::hule::Yaku;
use crate::mianzi::{Kind, Mianzi};
use crate::pai::Pai;
use crate::tenhou::draw::Draw;

/// What the players of a round are up to.
#[derive(Clone, Debug)]
pub(super) enum Scheme {
    /// One seat makes a hand of this form, the others help.
    Hand(Hero),
    /// One seat discards terminals and honours only, nobody wins or calls.
    Nagashi(u8),
    /// All discard this wind at first.
    FourWinds(u8),
    /// All declare riichi and nobody wins.
    FourRiichi,
    /// All declare riichi, and win only three at a time.
    ThreeRons,
    /// All make kans.
    FourKans,
    /// All make pons and keep the fourth tile until another waits for it.
    Robbing,
}

/// Who makes a hand, and which.
#[derive(Clone, Debug)]
pub(super) struct Hero {
    seat: u8,
    yaku: Yaku,
    form: Form,
}

impl Scheme {
    /// A scheme for this wish, if the table is good for it.
    pub(super) fn new(want: Want, table: &Table, measure: &mut Measure) -> Option<Self> {
        match want {
            Want::Yaku(Yaku::Qianggang) => Some(Scheme::Robbing),
            Want::Yaku(yaku) => Hero::find(yaku, table, measure).map(Scheme::Hand),
            Want::Incident(Incident::Pao) => Hero::find(Yaku::Dasanyuan, table, measure).map(Scheme::Hand),
            Want::Draw(Draw::Nagashi) => nagashi(table).map(Scheme::Nagashi),
            Want::Draw(Draw::FourWinds) => four_winds(table).map(Scheme::FourWinds),
            Want::Draw(Draw::FourRiichi) => Some(Scheme::FourRiichi),
            Want::Draw(Draw::ThreeRons) => Some(Scheme::ThreeRons),
            Want::Draw(Draw::FourKans) => Some(Scheme::FourKans),
            _ => None,
        }
    }

    /// What a seat does after a draw.
    pub(super) fn turn(&self, player: &mut Player, table: &Table, seat: u8, drawn: Pai, replacement: bool) -> Turn {
        let own = table.seat(seat);
        if let Scheme::Hand(hero) = self
            && hero.seat == seat
        {
            if has(own.waits, drawn.kind())
                && let Some(win) = table.win(seat, drawn, Way::Drawn { replacement }, false)
                && win.shows(hero.yaku)
            {
                return Turn::Win(Box::new(win));
            }
            if let Some(kan) = hero.kan(table, drawn) {
                return Turn::Meld(kan);
            }
        }
        if matches!(self, Scheme::FourKans)
            && let Some(kan) = any_kan(table, seat, drawn)
        {
            return Turn::Meld(kan);
        }
        if matches!(self, Scheme::Robbing)
            && may_kan(table)
            && let Some(kan) = kakan(&own.hand).find(|kan| robbed(table, seat, *kan))
        {
            return Turn::Meld(kan);
        }
        if own.riichi > 0 {
            return Turn::Discard(drawn, false);
        }
        let (discard, tenpai) = self.discard(player, table, seat, 0);
        let declares = matches!(self, Scheme::FourRiichi | Scheme::ThreeRons) && tenpai && table.may_declare(seat);
        Turn::Discard(discard, declares)
    }

    /// What a seat discards after a call.
    pub(super) fn after_call(&self, player: &mut Player, table: &Table, seat: u8, meld: Mianzi) -> Pai {
        let banned = swaps(meld).iter().fold(0, |set, kind| set | 1 << kind);
        self.discard(player, table, seat, banned).0
    }

    /// Whether a seat takes a win; `wins` are all that there are on the tile.
    pub(super) fn rons(&self, win: &Win, wins: usize) -> bool {
        match self {
            Scheme::Hand(hero) => hero.seat == win.seat && win.shows(hero.yaku),
            Scheme::ThreeRons => wins > 2,
            Scheme::Robbing => win.shows(Yaku::Qianggang),
            _ => false,
        }
    }

    /// The meld that a seat makes of another's discard.
    pub(super) fn call(&self, player: &mut Player, table: &Table, seat: u8, from: u8, pai: Pai) -> Option<Mianzi> {
        match self {
            Scheme::Hand(hero) if hero.seat == seat => hero.call(&mut player.measure, table, from, pai),
            Scheme::FourKans if may_kan(table) && table.seat(seat).hand.kinds[usize::from(pai.kind())] == 3 => {
                meld::daiminkan(pai, meld::direction(seat, from))
            }
            Scheme::Robbing if with_future(table, seat)[usize::from(pai.kind())] >= 3 => {
                possible(table, seat, from, pai).into_iter().find(|meld| meld.kind() == Kind::Pon)
            }
            _ => None,
        }
    }

    /// A discard, and whether it leaves the hand tenpai.
    fn discard(&self, player: &mut Player, table: &Table, seat: u8, banned: KindSet) -> (Pai, bool) {
        let hand = &table.seat(seat).hand;
        let first = match self {
            Scheme::Hand(hero) if hero.seat == seat => hero.discard(&mut player.measure, table, banned),
            Scheme::Hand(hero) => hero.fed(&mut player.measure, table, seat),
            Scheme::Nagashi(hero) if *hero == seat => hand.tiles.iter().copied().find(|pai| has(YAOCHU, pai.kind())),
            Scheme::FourWinds(wind) if table.seat(seat).river.is_empty() => hand.tile_of(*wind),
            Scheme::ThreeRons => three_waiting(table, seat),
            Scheme::FourKans | Scheme::Robbing => for_kan(table, seat),
            _ => None,
        };
        if let Some(pai) = first {
            return (pai, false);
        }
        let kept = banned | self.kept(table, seat);
        let held = hand.tiles.iter().any(|pai| !has(kept, pai.kind()));
        player.discard(table, seat, if held { kept } else { banned })
    }

    /// The kinds that a seat had better not discard.
    fn kept(&self, table: &Table, seat: u8) -> KindSet {
        match self {
            Scheme::Hand(hero) => hero.form(table).asked(),
            Scheme::ThreeRons => table.others(seat).fold(0, |set, other| set | table.seat(other).waits),
            Scheme::FourKans | Scheme::Robbing => {
                let sum = with_future(table, seat);
                let many = sum.iter().zip(0..).fold(0, |set, (count, kind)| set | u64::from(*count >= 3) << kind);
                let kans = kakan(&table.seat(seat).hand).filter_map(Mianzi::added);
                kans.fold(many, |set, pai| set | 1 << pai.kind())
            }
            _ => 0,
        }
    }
}

/// A hand and all that its seat will draw if nobody calls.
fn with_future(table: &Table, seat: u8) -> Counts {
    let mut sum = table.seat(seat).hand.kinds;
    table.upcoming(seat).for_each(|pai| {
        let count = &mut sum[usize::from(pai.kind())];
        *count = (*count + 1).min(4);
    });
    sum
}

/// The seat that will have enough terminals and honours to discard nothing else.
fn nagashi(table: &Table) -> Option<u8> {
    (0..table.players).find(|seat| {
        let draws = table.upcoming(*seat).count();
        let sum = with_future(table, *seat);
        let there: u8 = kinds_of(YAOCHU).map(|kind| sum[usize::from(kind)]).sum();
        usize::from(there) >= draws
    })
}

/// The wind that every seat has when it discards first.
fn four_winds(table: &Table) -> Option<u8> {
    (27..31).find(|wind| {
        (0..table.players).all(|seat| {
            let first = table.upcoming(seat).next();
            table.seat(seat).hand.tile_of(*wind).is_some() || first.is_some_and(|pai| pai.kind() == *wind)
        })
    })
}

/// A tile that three others wait for.
fn three_waiting(table: &Table, seat: u8) -> Option<Pai> {
    let tiles = &table.seat(seat).hand.tiles;
    tiles.iter().copied().find(|pai| table.waiting(seat, *pai).count() > 2)
}

/// A tile of which another has the other three.
fn for_kan(table: &Table, seat: u8) -> Option<Pai> {
    let mut tiles = table.seat(seat).hand.tiles.iter().copied();
    tiles.find(|pai| table.others(seat).any(|other| table.seat(other).hand.kinds[usize::from(pai.kind())] == 3))
}

/// Whether another could win on the tile of a kakan.
fn robbed(table: &Table, seat: u8, kan: Mianzi) -> bool {
    kan.added().is_some_and(|pai| table.waiting(seat, pai).next().is_some())
}

/// A kan that a seat can make in its turn.
fn any_kan(table: &Table, seat: u8, drawn: Pai) -> Option<Mianzi> {
    if !may_kan(table) {
        return None;
    }
    let hand = &table.seat(seat).hand;
    let four = (0..34).find(|kind| hand.kinds[usize::from(*kind)] == 4);
    let named = four.map(|kind| if drawn.kind() == kind { Some(drawn) } else { hand.tile_of(kind) });
    named.flatten().and_then(meld::ankan).or_else(|| kakan(hand).next())
}

/// The kakan that a hand can make.
fn kakan(hand: &Hand) -> impl Iterator<Item = Mianzi> + '_ {
    let pons = hand.sets().filter(|set| set.kind() == Kind::Pon).filter_map(meld::kakan);
    pons.filter(|kan| kan.added().is_some_and(|added| hand.tiles.contains(&added)))
}

impl Hero {
    /// The seat that comes nearest to this yaku, if it comes near enough.
    fn find(yaku: Yaku, table: &Table, measure: &mut Measure) -> Option<Self> {
        // A closed hand can win by another's tile; each set of an open one may have one of it.
        let most = if is_closed(yaku) { 1 } else { 3 };
        let mut best: Option<(u8, Self)> = None;
        for seat in 0..table.players {
            let sum = with_future(table, seat);
            let forms = if kans(yaku) > 0 { vec![kan_form(kans(yaku), &sum, &[])] } else { forms(yaku) };
            for form in forms {
                let lack = form.lack(measure, &sum, 4);
                if lack <= most && best.as_ref().is_none_or(|(least, _)| lack < *least) {
                    best = Some((lack, Self { seat, yaku, form }));
                }
            }
        }
        best.map(|(_, hero)| hero)
    }

    /// What the hand is to become. Which kans it can have changes with every call.
    fn form(&self, table: &Table) -> Form {
        if kans(self.yaku) == 0 {
            return self.form.clone();
        }
        let melds: Vec<Set> = table.seat(self.seat).hand.sets().map(set_of).collect();
        kan_form(kans(self.yaku), &with_future(table, self.seat), &melds)
    }

    /// The form that is left, and how many sets are to be made.
    fn rest(form: &Form, hand: &Hand) -> Option<(Form, usize)> {
        let melds: Vec<Set> = hand.sets().map(set_of).collect();
        Some((form.after(&melds)?, 4_usize.saturating_sub(melds.len())))
    }

    /// What a hand lacks at the end if nobody calls, and what it lacks now.
    fn lack(form: &Form, measure: &mut Measure, hand: &Hand, future: &Counts) -> Option<(u8, u8)> {
        let (form, sets) = Self::rest(form, hand)?;
        let mut sum = hand.kinds;
        sum.iter_mut().zip(future).for_each(|(count, more)| *count = (*count + more).min(4));
        Some((form.lack(measure, &sum, sets), form.lack(measure, &hand.kinds, sets)))
    }

    /// The discard that leaves the most.
    fn discard(&self, measure: &mut Measure, table: &Table, banned: KindSet) -> Option<Pai> {
        let hand = &table.seat(self.seat).hand;
        let (form, future) = (self.form(table), future(table, self.seat));
        let mut best = None;
        for pai in hand.tiles.iter().filter(|pai| !has(banned, pai.kind())) {
            let mut rest = hand.clone();
            rest.take(*pai);
            let Some(lack) = Self::lack(&form, measure, &rest, &future) else { continue };
            // Of equals what has no place in it goes first.
            let rank = (lack, has(form.kinds(), pai.kind()));
            if best.is_none_or(|(least, _)| rank < least) {
                best = Some((rank, *pai));
            }
        }
        best.map(|(_, pai)| pai)
    }

    /// A kan on its own turn.
    fn kan(&self, table: &Table, drawn: Pai) -> Option<Mianzi> {
        if kans(self.yaku) == 0 || !may_kan(table) {
            return None;
        }
        any_kan(table, self.seat, drawn)
    }

    /// The meld of another's discard that brings it nearer.
    fn call(&self, measure: &mut Measure, table: &Table, from: u8, pai: Pai) -> Option<Mianzi> {
        if is_closed(self.yaku) {
            return None;
        }
        let hand = &table.seat(self.seat).hand;
        let (form, future) = (self.form(table), future(table, self.seat));
        let (then, now) = Self::lack(&form, measure, hand, &future)?;
        if kans(self.yaku) > 0
            && let (Form::Sets(plan), _) = Self::rest(&form, hand)?
            && plan.must.contains(&Set::Triplet(pai.kind()))
        {
            // A call changes who draws what: they wait until all triplets are there.
            let there = plan.lack_of_musts(&hand.kinds) == 0 && may_kan(table);
            let kan = || meld::daiminkan(pai, meld::direction(self.seat, from));
            return there.then(kan).flatten();
        }
        let nearer = |meld: &Mianzi| {
            let mut after = hand.clone();
            after.meld(*meld)
                && after.tiles.iter().any(|pai| !swaps(*meld).has(pai.kind()))
                && Self::lack(&form, measure, &after, &future).is_some_and(|(end, lack)| lack < now && end <= then)
        };
        possible(table, self.seat, from, pai).into_iter().find(nearer)
    }

    /// The tile that a helper discards for the hero to take.
    fn fed(&self, measure: &mut Measure, table: &Table, helper: u8) -> Option<Pai> {
        let tiles = &table.seat(helper).hand.tiles;
        let wins = |pai: Pai| {
            table.waiting(helper, pai).any(|seat| seat == self.seat)
                && (table.win(self.seat, pai, Way::Discarded(helper), false)).is_some_and(|win| win.shows(self.yaku))
        };
        let taken = |pai: &Pai| wins(*pai) || self.call(measure, table, helper, *pai).is_some();
        tiles.iter().copied().find(taken)
    }
}

/// What a seat will draw if nobody calls.
fn future(table: &Table, seat: u8) -> Counts {
    let mut counts = [0; 34];
    table.upcoming(seat).for_each(|pai| counts[usize::from(pai.kind())] += 1);
    counts
}

/// The form with so many kans: those that are there, and the kinds of which the seat will have
/// the most.
fn kan_form(kans: usize, sum: &Counts, melds: &[Set]) -> Form {
    let mut kinds: Vec<u8> = (0..34).filter(|kind| !melds.contains(&Set::Triplet(*kind))).collect();
    kinds.sort_by_key(|kind| core::cmp::Reverse(sum[usize::from(*kind)]));
    let sets = melds.iter().copied().chain(kinds.into_iter().map(Set::Triplet)).take(kans.max(melds.len()));
    Form::Sets(sets.fold(Plan::any().without_runs(), Plan::with))
}
