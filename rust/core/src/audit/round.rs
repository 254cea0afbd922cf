//! A round as it goes.

use arrayvec::ArrayVec;

use crate::game::Seats;
use crate::game::course::Place;
use crate::hule::{Counts, Kinds, Tile};
use crate::mianzi::Mianzi;
use crate::pai::Pai;
use crate::tenhou::draw::Draw;

/// What comes next, unless someone calls or wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Nothing: no round has begun, or it has its result.
    Over,
    /// A seat draws.
    Draw(u8),
    /// A seat draws a replacement tile.
    Replace(u8),
    /// A seat has drawn: it discards, wins, or makes a kan or a kita.
    Act(u8),
    /// A seat has called: it discards, none of these.
    Discard(u8, Kinds),
}

impl core::fmt::Display for Phase {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Over => f.write_str("the next round"),
            Self::Draw(seat) => write!(f, "a draw of seat {seat}"),
            Self::Replace(seat) => write!(f, "a replacement draw of seat {seat}"),
            Self::Act(seat) => write!(f, "a discard, kan, kita or win of seat {seat}"),
            Self::Discard(seat, _) => write!(f, "a discard of seat {seat}, which has called"),
        }
    }
}

/// A tile that others may win on, or call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Offered {
    pub(super) seat: u8,
    pub(super) pai: Pai,
    pub(super) by: By,
}

/// How it was offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    Discard,
    Kakan,
    Kita,
}

/// How far a seat's riichi is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum Riichi {
    #[default]
    None,
    /// Declared, not yet discarded.
    Declared,
    /// Discarded, not yet paid.
    Unpaid,
    Paid,
}

/// A seat in a round.
#[derive(Clone, Debug, Default)]
#[allow(clippy::struct_excessive_bools)] // each is a fact of its own
pub(super) struct Seat {
    /// Its concealed tiles.
    pub(super) hand: Counts,
    pub(super) len: usize,
    /// Its melds and norths set aside, the oldest first.
    pub(super) melds: ArrayVec<Mianzi, 12>,
    /// Norths set aside.
    pub(super) kita: u8,
    pub(super) kans: u8,
    /// It has called.
    pub(super) open: bool,
    /// What it has discarded, and how often.
    pub(super) discards: Kinds,
    pub(super) turns: u8,
    /// All its discards are 1, 9 or honours, and none was called (流し).
    pub(super) nagashi: bool,
    /// What it did not win on since its own last draw, discard or call, or since its riichi.
    pub(super) missed: Kinds,
    pub(super) riichi: Riichi,
    pub(super) double: bool,
    pub(super) ippatsu: bool,
    /// Its waits when it declared riichi: they stay.
    pub(super) waits: Kinds,
    /// The log contradicts itself about this hand: nothing more can be said of it.
    pub(super) lost: bool,
}

impl Seat {
    /// Sets made of melds, kita not among them.
    pub(super) fn is_closed(&self) -> bool {
        self.melds.len() == usize::from(self.kita)
    }

    /// What completes its hand, when it has one tile fewer than a whole one.
    pub(super) fn waits_now(&self) -> Kinds {
        self.hand.waits(self.is_closed())
    }

    /// Whether riichi is in force: no tile but the drawn one may go.
    pub(super) fn bound(&self) -> bool {
        matches!(self.riichi, Riichi::Unpaid | Riichi::Paid)
    }
}

/// Where a tile is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Where {
    Unseen,
    Hand(u8),
    /// Discarded, in a meld, or turned as an indicator.
    Open,
}

/// A round as it goes.
#[allow(clippy::struct_excessive_bools)] // as above
pub(super) struct Round {
    pub(super) place: Place,
    pub(super) oya: u8,
    pub(super) seats: Seats<Seat>,
    pub(super) places: [Where; 136],
    pub(super) phase: Phase,
    /// What the seat that acts has drawn.
    pub(super) drawn: Option<Pai>,
    /// It was a replacement tile.
    pub(super) rinshan: bool,
    pub(super) offered: Option<Offered>,
    /// Tiles that can still be drawn.
    pub(super) left: usize,
    /// Dora indicators that were turned.
    pub(super) turned: ArrayVec<Pai, 5>,
    /// Indicators that have to be turned before anything else.
    pub(super) owed: u8,
    /// Those of a kakan or a daiminkan, which wait for the discard or another kan.
    pub(super) later: u8,
    /// One of those was turned just now: a discard comes.
    pub(super) waited: bool,
    /// Nobody has called or made a kan.
    pub(super) first_turn: bool,
    /// Ippatsu and first turn end with the replacement draw.
    pub(super) interrupted: bool,
    /// The first four discards of the round, while nothing interrupted them.
    pub(super) opening: ArrayVec<u8, 4>,
    /// Whose stick is not paid yet.
    pub(super) unpaid: Option<u8>,
    /// That stick has no step of its own to be paid in.
    pub(super) stepless: bool,
    /// The draw that has to come now, unless someone wins.
    pub(super) due: Option<Draw>,
    /// Who has won.
    pub(super) winners: ArrayVec<u8, 4>,
}

impl Round {
    pub(super) fn new() -> Self {
        Self {
            place: Place::default(),
            oya: 0,
            seats: Default::default(),
            places: [Where::Unseen; 136],
            phase: Phase::Over,
            drawn: None,
            rinshan: false,
            offered: None,
            left: 0,
            turned: ArrayVec::new(),
            owed: 0,
            later: 0,
            waited: false,
            first_turn: true,
            interrupted: false,
            opening: ArrayVec::new(),
            unpaid: None,
            stepless: false,
            due: None,
            winners: ArrayVec::new(),
        }
    }

    pub(super) fn seat(&self, seat: u8) -> &Seat {
        &self.seats[usize::from(seat & 3)]
    }

    pub(super) fn seat_mut(&mut self, seat: u8) -> &mut Seat {
        &mut self.seats[usize::from(seat & 3)]
    }

    /// Where a tile is.
    pub(super) fn place_of(&self, pai: Pai) -> Where {
        self.places[usize::from(pai.number()) % 136]
    }

    pub(super) fn put(&mut self, pai: Pai, place: Where) {
        self.places[usize::from(pai.number()) % 136] = place;
    }

    /// A tile comes to a hand; to which of two that have it nobody can tell.
    #[inline]
    pub(super) fn give(&mut self, seat: u8, pai: Pai, red: bool) {
        let unseen = self.place_of(pai) == Where::Unseen;
        if unseen {
            self.put(pai, Where::Hand(seat));
        }
        let seat = self.seat_mut(seat);
        if !unseen {
            seat.lost = true;
            return;
        }
        seat.hand.add(Tile::of_pai(pai, red));
        seat.len += 1;
    }

    /// A tile leaves a hand, if it is there.
    #[inline]
    pub(super) fn take(&mut self, seat: u8, pai: Pai, red: bool) -> bool {
        if self.place_of(pai) != Where::Hand(seat) {
            return false;
        }
        self.put(pai, Where::Open);
        let seat = self.seat_mut(seat);
        seat.hand.take(Tile::of_pai(pai, red));
        seat.len -= 1;
        true
    }

    /// Nobody won on what was offered, and nobody can any more.
    #[inline]
    pub(super) fn pass(&mut self) {
        // Whether a north set aside can be missed is not known.
        if let Some(offered) = self.offered.take().filter(|offered| offered.by != By::Kita) {
            let kind = Kinds::of(offered.pai.kind());
            for (seat, other) in (0..).zip(&mut self.seats) {
                if seat != offered.seat {
                    other.missed = other.missed.with(kind);
                }
            }
        }
    }

    /// A call or a kan: nobody's first turn is untouched any more.
    pub(super) fn end_ippatsu(&mut self) {
        self.first_turn = false;
        self.interrupted = false;
        for seat in &mut self.seats {
            seat.ippatsu = false;
        }
    }
}
