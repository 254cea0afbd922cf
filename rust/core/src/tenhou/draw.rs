//! Draws (流局): why a round ends without a win.

use core::fmt;

/// Why a round is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Draw {
    /// 流局: the wall ran out.
    Exhaustive,
    /// 流し満貫: and somebody discarded terminals and honours only, none of them called.
    Nagashi,
    /// 九種九牌: nine kinds of terminals and honours in a first hand.
    NineKinds,
    /// 四風連打: four times the same wind.
    FourWinds,
    /// 四家立直: all four declared riichi.
    FourRiichi,
    /// 三家和了: three win by one discard.
    ThreeRons,
    /// 四槓散了: four kans of several players.
    FourKans,
}

impl Draw {
    /// Every one.
    pub const ALL: [Draw; 7] = [
        Draw::Exhaustive,
        Draw::Nagashi,
        Draw::NineKinds,
        Draw::FourWinds,
        Draw::FourRiichi,
        Draw::ThreeRons,
        Draw::FourKans,
    ];

    /// RYUUKYOKU's `type`, none where the wall ran out, and the Japanese name.
    const fn words(self) -> (Option<&'static str>, &'static str) {
        match self {
            Draw::Exhaustive => (None, "流局"),
            Draw::Nagashi => (Some("nm"), "流し満貫"),
            Draw::NineKinds => (Some("yao9"), "九種九牌"),
            Draw::FourWinds => (Some("kaze4"), "四風連打"),
            Draw::FourRiichi => (Some("reach4"), "四家立直"),
            Draw::ThreeRons => (Some("ron3"), "三家和了"),
            Draw::FourKans => (Some("kan4"), "四槓散了"),
        }
    }

    /// RYUUKYOKU's `type`; none where the wall ran out.
    #[must_use]
    pub const fn slug(self) -> Option<&'static str> {
        self.words().0
    }

    /// Its Japanese name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.words().1
    }

    /// The one with this `type`; an empty one counts as none. None for one that no one knows.
    #[must_use]
    pub fn of(slug: Option<&str>) -> Option<Self> {
        let slug = slug.filter(|slug| !slug.is_empty());
        Self::ALL.into_iter().find(|draw| draw.slug() == slug)
    }
}

impl fmt::Display for Draw {
    /// `四風連打 (kaze4)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.words() {
            (None, name) => f.write_str(name),
            (Some(slug), name) => write!(f, "{name} ({slug})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Draw;

    #[test]
    fn every_type_is_known() {
        for draw in Draw::ALL {
            assert_eq!(Draw::of(draw.slug()), Some(draw));
        }
        assert_eq!((Draw::of(Some("")), Draw::of(Some("x"))), (Some(Draw::Exhaustive), None));
        assert_eq!(Draw::FourWinds.to_string(), "四風連打 (kaze4)");
        assert_eq!(Draw::Exhaustive.to_string(), "流局");
    }
}
