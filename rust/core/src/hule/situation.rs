//! What a win depends on beside the hand.

use arrayvec::ArrayVec;

use super::fulou::Direction;
use super::rongpai::Rongpai;
use super::rule::Rule;
use super::shoupai::Shoupai;
use super::tile::{HONOURS, Tile, kinds};
use crate::error::{Error, ErrorKind, Result};

/// Dora indicators: five at most.
pub type Indicators = ArrayVec<Tile, 5>;

/// When and where a hand is won, and what lies on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation {
    /// The round's wind (場風), 0 東 to 3 北.
    pub zhuangfeng: u8,
    /// The winner's wind (自風), 0 東 (the dealer) to 3 北.
    pub menfeng: u8,
    /// 1 riichi, 2 double riichi.
    pub lizhi: u8,
    /// 一発.
    pub yifa: bool,
    /// 槍槓.
    pub qianggang: bool,
    /// 嶺上開花.
    pub lingshang: bool,
    /// 1 海底摸月, 2 河底撈魚.
    pub haidi: u8,
    /// 1 天和, 2 地和.
    pub tianhu: u8,
    /// Dora indicators (ドラ表示牌).
    pub baopai: Indicators,
    /// Ura dora indicators; `None` for who may not look.
    pub fubaopai: Option<Indicators>,
    /// Honba (積み棒).
    pub changbang: u16,
    /// Riichi sticks (リーチ棒).
    pub lizhibang: u16,
    /// 北 set aside, with three players.
    pub kita: u8,
}

impl Default for Situation {
    /// A south player's win in an east round, with nothing else.
    fn default() -> Self {
        Self {
            zhuangfeng: 0,
            menfeng: 1,
            lizhi: 0,
            yifa: false,
            qianggang: false,
            lingshang: false,
            haidi: 0,
            tianhu: 0,
            baopai: Indicators::new(),
            fubaopai: None,
            changbang: 0,
            lizhibang: 0,
            kita: 0,
        }
    }
}

impl Situation {
    /// Numbers that no game has.
    ///
    /// # Errors
    /// [`ErrorKind::BadArgument`].
    #[inline]
    pub(crate) fn check(&self, rule: &Rule) -> Result<()> {
        let seats = if rule.sanma() { 2 } else { 3 };
        let fine = self.zhuangfeng <= 3
            && self.menfeng <= seats
            && self.lizhi <= 2
            && self.haidi <= 2
            && self.tianhu <= 2
            && self.kita <= 4
            && matches!(rule.players, 3 | 4);
        if fine { Ok(()) } else { Err(self.out_of_range(seats, rule)) }
    }

    #[cold]
    fn out_of_range(&self, seats: u8, rule: &Rule) -> Error {
        let numbers = [
            ("zhuangfeng", self.zhuangfeng, 3),
            ("menfeng", self.menfeng, seats),
            ("lizhi", self.lizhi, 2),
            ("haidi", self.haidi, 2),
            ("tianhu", self.tianhu, 2),
            ("kita", self.kita, 4),
        ];
        let bad = numbers.iter().find(|(_, value, most)| value > most);
        let Some((name, value, most)) = bad else {
            return Error::new(ErrorKind::BadRule, format!("{} players: a game has 3 or 4", rule.players));
        };
        Error::new(ErrorKind::BadArgument, format!("{name} {value} is not in 0 to {most}"))
    }

    /// Flags that exclude each other, or that this hand can't have.
    ///
    /// # Errors
    /// [`ErrorKind::Contradiction`], which names the two.
    pub fn check_strictly(&self, shoupai: &Shoupai, rongpai: Option<Rongpai>, rule: &Rule) -> Result<()> {
        let ron = rongpai.is_some();
        let melds = !shoupai.fulou().is_empty();
        let open = !shoupai.menqian();
        let gang = shoupai.fulou().iter().any(|f| f.is_gang());
        let (lizhi, haidi, tianhu) = (self.lizhi > 0, self.haidi > 0, self.tianhu > 0);
        let faults = [
            (lizhi && open, "riichi (lizhi) with called tiles"),
            (self.yifa && !lizhi, "一発 (yifa) without riichi"),
            (self.haidi == 1 && ron, "海底摸月 (haidi 1) on a ron"),
            (self.haidi == 2 && !ron, "河底撈魚 (haidi 2) on a tsumo"),
            (self.lingshang && ron, "嶺上開花 (lingshang) on a ron"),
            (self.lingshang && !gang && self.kita == 0, "嶺上開花 (lingshang) without a kan"),
            (self.lingshang && self.yifa, "嶺上開花 (lingshang) with 一発 (yifa)"),
            (self.lingshang && haidi, "嶺上開花 (lingshang) with 海底 (haidi)"),
            (self.qianggang && !ron, "槍槓 (qianggang) on a tsumo"),
            (self.qianggang && haidi, "槍槓 (qianggang) with 河底 (haidi)"),
            (self.qianggang && rongpai.is_some_and(|r| shoupai.count(r.tile) > 0), {
                "槍槓 (qianggang) on a tile of which the hand has one: all four lie in the kan"
            }),
            (tianhu && ron, "天和 or 地和 (tianhu) on a ron"),
            (tianhu && melds, "天和 or 地和 (tianhu) with melds"),
            (self.tianhu == 1 && self.menfeng != 0, "天和 (tianhu 1) of a player who is not the dealer"),
            (self.tianhu == 2 && self.menfeng == 0, "地和 (tianhu 2) of the dealer"),
            (tianhu && (lizhi || self.lingshang || haidi), "天和 or 地和 (tianhu) with riichi, 嶺上開花 or 海底"),
            (
                self.fubaopai.as_ref().is_some_and(|tiles| !tiles.is_empty()) && !lizhi,
                "ura dora (fubaopai) without riichi",
            ),
            (self.kita > 0 && !rule.sanma(), "kita with four players"),
            (shoupai.lizhi() && !lizhi, "a hand after riichi (`*`) without lizhi"),
            (rule.sanma() && shoupai.fulou().iter().any(|f| f.is_chi()), "a chi with three players"),
            (rule.sanma() && shoupai.fulou().iter().any(|f| f.from() == Some(Direction::Across)), {
                "a meld from across (`=`) with three players"
            }),
        ];
        if let Some((_, what)) = faults.iter().find(|(wrong, _)| *wrong) {
            return Err(Error::new(ErrorKind::Contradiction, format!("{what} can't be")));
        }
        self.check_tiles(shoupai, rongpai, rule)
    }

    /// Tiles that can't all be there: five of one, or those that three players leave out.
    fn check_tiles(&self, shoupai: &Shoupai, rongpai: Option<Rongpai>, rule: &Rule) -> Result<()> {
        let fault = |what: String| Err(Error::new(ErrorKind::Contradiction, what));
        let indicators = || self.baopai.iter().chain(self.fubaopai.iter().flatten()).map(|tile| tile.plain());
        for tile in kinds() {
            let won = rongpai.map_or(0, |rong| u8::from(rong.tile.plain() == tile));
            let kita = if tile.suit() == HONOURS && tile.number() == 4 { self.kita } else { 0 };
            let shown = indicators().map(|indicator| u8::from(indicator == tile)).sum::<u8>();
            let count = shoupai.count(tile) + won + kita + shown;
            if count > 4 {
                return fault(format!("hand, kita and indicators have five of {tile}: that can't be"));
            }
            if count > 0 && rule.sanma() && tile.suit() == 0 && !tile.is_yaojiu() {
                return fault(format!("with three players there is no {tile}"));
            }
        }
        Ok(())
    }
}
