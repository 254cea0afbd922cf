//! What a made-up game has to show.

use crate::error::{Error, ErrorKind, Result, shortened};
use crate::hule::Yaku;
use crate::mianzi::Kind;
use crate::tenhou::draw::Draw;

/// Something that has to happen in a made-up game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Want {
    /// A win with this yaku.
    Yaku(Yaku),
    /// A round that is drawn so.
    Draw(Draw),
    /// A meld of this kind.
    Meld(Kind),
    /// Something else.
    Incident(Incident),
}

/// Something that can happen beside yaku, draws and melds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Incident {
    /// Two win by one discard.
    DoubleRon,
    /// Somebody is liable for a yakuman (包).
    Pao,
    /// The game ends because somebody has less than nothing.
    Bankruptcy,
    /// The game goes on past its last round (西入; of an East game 南入).
    Extension,
    /// The dealer wins the last round, is top and stops (和了やめ).
    AgariYame,
    /// The dealer is tenpai in the last round, is top and stops (聴牌やめ).
    TenpaiYame,
    /// Somebody loses the connection and comes back.
    Reconnect,
}

impl Incident {
    /// Every one.
    pub const ALL: [Incident; 7] = [
        Incident::DoubleRon,
        Incident::Pao,
        Incident::Bankruptcy,
        Incident::Extension,
        Incident::AgariYame,
        Incident::TenpaiYame,
        Incident::Reconnect,
    ];

    /// Its Japanese name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Incident::DoubleRon => "ダブロン",
            Incident::Pao => "包",
            Incident::Bankruptcy => "飛び",
            Incident::Extension => "延長戦",
            Incident::AgariYame => "和了やめ",
            Incident::TenpaiYame => "聴牌やめ",
            Incident::Reconnect => "再接続",
        }
    }
}

impl Want {
    /// Everything that can be asked for: not 場風 北, since Tenhou's longest games end with the West rounds.
    pub fn all() -> impl Iterator<Item = Want> {
        let yaku = Yaku::ALL.iter().copied().filter(|yaku| *yaku != Yaku::ZhuangfengBei).map(Want::Yaku);
        let draws = Draw::ALL.into_iter().map(Want::Draw);
        let melds = Kind::ALL.into_iter().map(Want::Meld);
        yaku.chain(draws).chain(melds).chain(Incident::ALL.into_iter().map(Want::Incident))
    }

    /// Whether it is the end of a game that shows it, not a round.
    pub(super) const fn is_of_the_end(self) -> bool {
        use Incident::{AgariYame, Bankruptcy, Extension, TenpaiYame};
        matches!(self, Want::Incident(AgariYame | Bankruptcy | Extension | TenpaiYame))
    }

    /// Whether a game ends so, and so can't end in another way.
    pub(super) const fn is_an_end(self) -> bool {
        self.is_of_the_end() && !matches!(self, Want::Incident(Incident::Extension))
    }

    /// Its name: of a yaku and a draw Tenhou's, of a meld as in [`Kind::name`].
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Want::Yaku(yaku) => yaku.tenhou_name(),
            Want::Draw(draw) => draw.name(),
            Want::Meld(kind) => kind.name(),
            Want::Incident(incident) => incident.name(),
        }
    }

    /// The one with this name. Yaku are known by 電脳麻将's spelling too, draws by Tenhou's
    /// `type`, and 四風連打 and its like by their short names.
    ///
    /// # Errors
    /// [`ErrorKind::BadArgument`].
    pub fn parse(name: &str) -> Result<Self> {
        let by_name = || Want::all().find(|want| want.name() == name);
        let by_slug = || Draw::ALL.into_iter().find(|draw| draw.slug() == Some(name)).map(Want::Draw);
        let short = || (name == "三家和").then_some(Want::Draw(Draw::ThreeRons));
        by_name().or_else(|| Yaku::of(name).map(Want::Yaku)).or_else(by_slug).or_else(short).ok_or_else(|| {
            let near = near(name).join(", ");
            let hint = if near.is_empty() { "name a yaku, a draw, a kind of meld or an incident" } else { "near it: " };
            let message = format!("{:?} is nothing that a game can be asked for; {hint}{near}", shortened(name));
            Error::new(ErrorKind::BadArgument, message)
        })
    }
}

/// Names that have at least half of a name's letters, the nearest first.
fn near(name: &str) -> Vec<&'static str> {
    let length = name.chars().count();
    let mut found: Vec<_> = Want::all()
        .map(|want| {
            let mut left: Vec<char> = want.name().chars().collect();
            let before = left.len();
            for c in name.chars() {
                left.iter().position(|other| *other == c).map(|at| left.swap_remove(at));
            }
            (before - left.len(), left.len(), want.name())
        })
        .filter(|(shared, ..)| *shared > 0 && 2 * shared >= length)
        .collect();
    found.sort_by_key(|&(shared, left, _)| (core::cmp::Reverse(shared), left));
    found.into_iter().take(6).map(|(.., name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read() {
        for want in Want::all() {
            assert_eq!(Want::parse(want.name()).unwrap(), want);
        }
        assert_eq!(Want::parse("三家和").unwrap(), Want::Draw(Draw::ThreeRons));
        assert_eq!(Want::parse("kaze4").unwrap(), Want::Draw(Draw::FourWinds));
    }

    #[test]
    fn names_near_a_wrong_one_are_told() {
        let message = |name| Want::parse(name).unwrap_err().message().to_owned();
        let is = |name: &str| format!("{name:?} is nothing that a game can be asked for; ");
        assert_eq!(message("四槓散"), is("四槓散") + "near it: 四槓散了, 四槓子");
        assert!(message("国士").ends_with("near it: 国士無双, 国士無双１３面"));
        assert!(message("ankaan").contains("near it: ankan, daiminkan, kakan"));
        assert!(message("x").ends_with("name a yaku, a draw, a kind of meld or an incident"));
        assert!(message("").ends_with("incident"));
    }
}
