//! Who plays: made-up names, ranks and rates.

use std::borrow::Cow;
use std::fmt::Write as _;

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
pub(super) struct People(Un<'static>);

impl People {
    /// As many as play, at a table of this level.
    pub(super) fn new(random: &mut Random, players: u8, level: usize) -> Self {
        let mut un = Un { dan: Some([Some(0); 4]), ..Un::default() };
        let mut pool = NAMES.to_vec();
        let (mut rates, mut sexes) = (Vec::new(), Vec::new());
        // 鳳 asks for 七段 and a rate of 2000; others for less.
        let (low, rate) = [(0, 1400), (10, 1500), (13, 1800), (16, 2000)][level & 3];
        for seat in 0..4_u8 {
            let there = seat < players;
            let name = if there { pool.swap_remove(random.below(u32::try_from(pool.len()).unwrap_or(0)) as usize) } else { "" };
            let at = usize::from(seat);
            un.names[at] = Some(Cow::Owned(percent_encoded(name)));
            if let Some(dan) = un.dan.as_mut().filter(|_| there) {
                let steps = random.below(4).min(random.below(5));
                dan[at] = Some(low + u8::try_from(steps).unwrap_or(0));
            }
            let hundredths = if there { rate * 100 + random.below(25_000) } else { 150_000 };
            rates.push(format!("{}.{:02}", hundredths / 100, hundredths % 100));
            sexes.push(if !there { "C" } else if random.chance(200) { "F" } else { "M" });
        }
        un.rate = Some(rates.join(",").into());
        un.sex = Some(sexes.join(",").into());
        Self(un)
    }

    /// All of them, as the log begins.
    pub(super) fn all(&self) -> Un<'static> {
        self.0.clone()
    }

    /// One who came back.
    pub(super) fn returned(&self, seat: u8) -> Un<'static> {
        let mut un = Un::default();
        let at = usize::from(seat & 3);
        un.names[at].clone_from(&self.0.names[at]);
        un
    }
}

/// A name as Tenhou writes it: every byte as a `%` sequence.
fn percent_encoded(name: &str) -> String {
    name.bytes().fold(String::new(), |mut text, byte| {
        // Writing to a string can't fail.
        let _ = write!(text, "%{byte:02X}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_different_and_written_as_tenhou_does() {
        let un = People::new(&mut Random::new(3, 0), 4, 3).all();
        let mut names: Vec<_> = un.names.iter().flatten().collect();
        assert!(names.iter().all(|name| name.starts_with('%')));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), 4);
        assert_eq!(percent_encoded("aé"), "%61%C3%A9");
    }

    #[test]
    fn nobody_sits_in_the_fourth_seat_of_three() {
        let people = People::new(&mut Random::new(3, 0), 3, 0);
        let un = people.all();
        assert_eq!((un.names[3].as_deref(), un.dan.unwrap()[3]), (Some(""), Some(0)));
        assert!(un.sex.unwrap().ends_with(",C") && un.rate.unwrap().ends_with(",1500.00"));
        assert_eq!(people.returned(1).names.iter().flatten().count(), 1);
    }
}
