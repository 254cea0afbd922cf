//! A wall: its tiles where they stand, and what each place is for.
//!
//! Places count from 0. The dead wall is at the low end: replacement tiles (嶺上牌) first, then
//! dora indicators with ura dora indicators between them. Tiles are dealt and drawn from the
//! high end down.

use arrayvec::ArrayVec;

use super::number::List;
use super::seed::Form;
use crate::pai::Pai;

/// The dead wall (王牌): so many tiles are never drawn in turn.
pub const DEAD: usize = 14;

/// Indicators a wall has, with four kans.
pub const INDICATORS: usize = 5;

/// How many tiles can be drawn at a table of so many players, in turn and in replacement together.
pub(crate) const fn drawable(players: u8) -> usize {
    let tiles = if players == 3 { 108 } else { 136 };
    tiles - 13 * players as usize - DEAD
}

/// A round's wall, as its seed gives it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Wall {
    form: Form,
    tiles: ArrayVec<Pai, 136>,
    dice: [u8; 2],
}

impl Wall {
    pub(super) fn new(form: Form, tiles: ArrayVec<Pai, 136>, dice: [u8; 2]) -> Self {
        Self { form, tiles, dice }
    }

    /// A wall of these tiles; none where they are not 136, or 108 for three players.
    #[must_use]
    pub fn of(form: Form, tiles: &[Pai], dice: [u8; 2]) -> Option<Self> {
        let tiles = ArrayVec::try_from(tiles).ok()?;
        matches!(tiles.len(), 108 | 136).then_some(Self { form, tiles, dice })
    }

    /// The form of the seed it came from.
    #[must_use]
    pub const fn form(&self) -> Form {
        self.form
    }

    /// All tiles by place: 136, or 108 for three players.
    #[must_use]
    pub fn tiles(&self) -> &[Pai] {
        &self.tiles
    }

    /// Two dice, 0 to 5.
    #[must_use]
    pub const fn dice(&self) -> [u8; 2] {
        self.dice
    }

    /// How many play.
    #[must_use]
    pub fn players(&self) -> u8 {
        if self.sanma() { 3 } else { 4 }
    }

    fn sanma(&self) -> bool {
        self.tiles.len() < usize::from(Pai::COUNT)
    }

    /// The tile at a place.
    #[must_use]
    pub fn tile(&self, place: usize) -> Option<Pai> {
        self.tiles.get(place).copied()
    }

    /// Tiles as they are dealt, with the seat that gets each: three times four to each seat
    /// from the dealer on, then one each.
    pub fn deal(&self, oya: u8) -> impl Iterator<Item = (u8, Pai)> {
        let players = self.players();
        let seats = [4, 4, 4, 1].into_iter().flat_map(move |count| {
            (0..players).flat_map(move |turn| core::iter::repeat_n((oya + turn) % players, count))
        });
        seats.zip(self.tiles.iter().rev().copied())
    }

    /// Hands by seat, in the order of the deal; empty where no one sits.
    #[must_use]
    pub fn hands(&self, oya: u8) -> [ArrayVec<Pai, 13>; 4] {
        let mut hands: [ArrayVec<Pai, 13>; 4] = Default::default();
        for (seat, pai) in self.deal(oya) {
            if let Some(hand) = hands.get_mut(usize::from(seat)) {
                // Thirteen a seat: it has room.
                let _ = hand.try_push(pai);
            }
        }
        hands
    }

    /// Whether a deal may be of this wall: most tiles dealt are those that it deals, to whatever
    /// seat. Of two walls a quarter to a half of them are the same.
    pub(crate) fn fits(&self, dealt: &[List<Pai, 14>; 4]) -> bool {
        let mut own = [false; Pai::COUNT as usize];
        for pai in self.tiles.iter().rev().take(13 * usize::from(self.players())) {
            own[usize::from(pai.number()) % own.len()] = true;
        }
        let (mut count, mut shared) = (0, 0);
        for pai in dealt.iter().flatten() {
            count += 1;
            shared += usize::from(own[usize::from(pai.number()) % own.len()]);
        }
        3 * shared >= 2 * count
    }

    /// How many tiles can be drawn, in turn and in replacement together.
    #[must_use]
    pub fn drawable(&self) -> usize {
        drawable(self.players())
    }

    /// The place of a draw in turn, when so many in turn and in replacement came before it.
    /// Each replacement moves one tile from the live wall to the dead one.
    #[must_use]
    pub fn draw(&self, in_turn: usize, replaced: usize) -> Option<usize> {
        if in_turn + replaced >= self.drawable() {
            return None;
        }
        Some(DEAD + self.drawable() - 1 - in_turn)
    }

    /// The place of a replacement tile: four, or eight for three players (kans and kita).
    #[must_use]
    pub fn rinshan(&self, number: usize) -> Option<usize> {
        // The newest form turns pairs round: the upper tile of a stack is taken first.
        let place = if self.form == Form::Base64 { number ^ 1 } else { number };
        (number < self.replacements()).then_some(place)
    }

    /// How many replacement tiles there are.
    #[must_use]
    pub fn replacements(&self) -> usize {
        if self.sanma() { 8 } else { 4 }
    }

    /// The place of a dora indicator: 0 is the first, 1 to 4 those of kans.
    #[must_use]
    pub fn dora(&self, number: usize) -> Option<usize> {
        let first = self.replacements() + usize::from(self.form == Form::Base64);
        (number < INDICATORS).then_some(first + 2 * number)
    }

    /// The place of the ura dora indicator that lies with this dora indicator.
    #[must_use]
    pub fn ura(&self, number: usize) -> Option<usize> {
        // Of the two one is even, one odd.
        Some(self.dora(number)? ^ 1)
    }
}

#[cfg(test)]
mod tests {
    use super::super::seed::Seed;
    use super::*;

    fn wall(form: Form, sanma: bool) -> Wall {
        let words = match form {
            Form::Base64 => "A".repeat(3328),
            Form::Words => ["7"; 32].join(","),
            Form::Init => ["7"; 8].join(","),
        };
        Seed::parse(&format!("{},{words}", form.name())).unwrap().wall(sanma)
    }

    fn places(place: impl Fn(usize) -> Option<usize>) -> Vec<usize> {
        (0..).map_while(place).collect()
    }

    #[test]
    fn places_in_the_dead_wall() {
        for (form, sanma, dora, ura, rinshan) in [
            (Form::Base64, false, 5, 4, vec![1, 0, 3, 2]),
            (Form::Base64, true, 9, 8, vec![1, 0, 3, 2, 5, 4, 7, 6]),
            (Form::Words, false, 4, 5, vec![0, 1, 2, 3]),
            (Form::Init, false, 4, 5, vec![0, 1, 2, 3]),
            (Form::Init, true, 8, 9, vec![0, 1, 2, 3, 4, 5, 6, 7]),
        ] {
            let wall = wall(form, sanma);
            let every_second = |first: usize| (0..5).map(|n| first + 2 * n).collect::<Vec<_>>();
            assert_eq!(places(|n| wall.dora(n)), every_second(dora));
            assert_eq!(places(|n| wall.ura(n)), every_second(ura));
            assert_eq!(places(|n| wall.rinshan(n)), rinshan);
        }
    }

    #[test]
    fn tiles_are_dealt_and_drawn_from_the_high_end() {
        let four = wall(Form::Base64, false);
        let seats: Vec<_> = four.deal(2).map(|(seat, _)| seat).collect();
        assert_eq!(seats.len(), 52);
        assert_eq!(seats[..20], [2, 2, 2, 2, 3, 3, 3, 3, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]);
        assert_eq!(seats[48..], [2, 3, 0, 1]);
        let hands = four.hands(2);
        assert_eq!(hands[2][..4], [135, 134, 133, 132].map(|place| four.tile(place).unwrap()));
        assert_eq!(hands[2][12], four.tile(87).unwrap());
        assert_eq!(places(|n| four.draw(n, 0)), (14..84).rev().collect::<Vec<_>>());
        assert_eq!(places(|n| four.draw(n, 4)), (18..84).rev().collect::<Vec<_>>());

        let three = wall(Form::Init, true);
        assert_eq!((three.players(), three.drawable()), (3, 55));
        assert_eq!(three.hands(1).map(|hand| hand.len()), [13, 13, 13, 0]);
        assert_eq!(places(|n| three.draw(n, 0)), (14..69).rev().collect::<Vec<_>>());
    }
}
