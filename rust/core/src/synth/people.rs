//! Who plays: made-up names, ranks and rates.

use super::random::Random;
use crate::tenhou::event::Un;

/// Names that nobody plays under: words for weather, plants and things.
const NAMES: [&str; 32] = [
    "あさがお",
    "いわし雲",
    "うみかぜ",
    "えんぴつ",
    "おちば",
    "かげろう",
    "きつねび",
    "くものみね",
    "こもれび",
    "さざなみ",
    "しぐれ",
    "すずしろ",
    "せせらぎ",
    "そらまめ",
    "たんぽぽ",
    "つゆくさ",
    "とうもろこし",
    "ながれ星",
    "にわか雨",
    "はこにわ",
    "ひなたぼっこ",
    "ふうりん",
    "ほたるぶくろ",
    "まんげつ",
    "みずたまり",
    "むぎわら",
    "もみじ葉",
    "Teapot",
    "lantern_2",
    "Pebble",
    "rain&wind",
    "Mühle",
];

/// Who sits at the table.
#[derive(Clone, Debug)]
pub(super) struct People {
    names: [&'static str; 4],
    dan: [u8; 4],
    rate: [u32; 4],
    sex: [char; 4],
}

impl People {
    /// As many as play, at a table of this level.
    pub(super) fn new(random: &mut Random, players: u8, level: usize) -> Self {
        // What the server writes where no one sits.
        let mut people = Self { names: [""; 4], dan: [0; 4], rate: [150_000; 4], sex: ['C'; 4] };
        let mut pool = NAMES.to_vec();
        // 鳳 asks for 七段 and a rate of 2000; others for less.
        let (lowest, rate) = [(0, 140_000), (10, 150_000), (13, 180_000), (16, 200_000)][level & 3];
        for seat in 0..usize::from(players.min(4)) {
            people.names[seat] = pool.swap_remove(random.below(pool.len()));
            people.dan[seat] = lowest + random.small(4).min(random.small(5));
            people.rate[seat] = rate + random.word(25_000);
            people.sex[seat] = if random.chance(200) { 'F' } else { 'M' };
        }
        people
    }

    /// All of them, as the log begins.
    pub(super) fn all(&self) -> Un<'static> {
        Un::players(self.names, self.dan, self.rate, self.sex)
    }

    /// One who came back.
    pub(super) fn back(&self, seat: u8) -> Un<'static> {
        Un::back(seat, self.names[usize::from(seat & 3)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_different() {
        let mut names = People::new(&mut Random::new(3, 0), 4, 3).names;
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
    }

    #[test]
    fn nobody_sits_in_the_fourth_seat_of_three() {
        let people = People::new(&mut Random::new(3, 0), 3, 0);
        let un = people.all();
        assert_eq!((un.names[3].as_deref(), un.dan.unwrap()[3]), (Some(""), Some(0)));
        assert!(un.sex.unwrap().ends_with(",C") && un.rate.unwrap().ends_with(",1500.00"));
        assert_eq!(people.back(1).names.iter().flatten().count(), 1);
    }
}
