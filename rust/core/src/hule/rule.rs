//! The rules that scoring depends on.

/// How hands are counted and paid. Two presets: [`Rule::tenhou`] and [`Rule::majiang`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(clippy::struct_excessive_bools)] // a rule is a list of switches
pub struct Rule {
    /// 連風牌は2符: a pair of the wind that is both the round's and the seat's counts 2 fu, not 4.
    pub lianfeng_two: bool,
    /// クイタンあり: 断幺九 counts with called tiles.
    pub kuitan: bool,
    /// 切り上げ満貫あり: 4 han 30 fu and 3 han 60 fu are a mangan.
    pub kiriage: bool,
    /// 数え役満あり: 13 counted han are a yakuman, not a sanbaiman.
    pub kazoe: bool,
    /// 役満の複合あり: several yakuman add up.
    pub compound: bool,
    /// ダブル役満あり: some yakuman count twice.
    pub double: bool,
    /// 役満パオあり: who feeds the last set of 大三元 or 大四喜 is liable (包).
    pub pao: bool,
    /// On a ron the liable player pays the honba (Tenhou), not the discarder.
    pub pao_pays_honba: bool,
    /// On a tsumo the liable player pays for all yakuman (Tenhou), not only for his.
    pub pao_pays_all: bool,
    /// Points of one honba when one player pays it: 300, at some chip tables 1500.
    pub honba: u16,
    /// Players, 4 or 3.
    pub players: u8,
}

impl Rule {
    /// 電脳麻将's own defaults.
    #[must_use]
    pub const fn majiang() -> Self {
        Self {
            lianfeng_two: false,
            kuitan: true,
            kiriage: false,
            kazoe: true,
            compound: true,
            double: true,
            pao: true,
            pao_pays_honba: false,
            pao_pays_all: false,
            honba: 300,
            players: 4,
        }
    }

    /// Tenhou's rules at a table of this type (GO's `type`); 0 is a four-player table with 喰断.
    ///
    /// No yakuman counts double there. Of the bits, 0x04 takes 喰断 away, 0x10 is for three
    /// players, 0x200 a chip table (切り上げ満貫) and 0x400 one with a honba of 1500.
    #[must_use]
    pub const fn tenhou(go_type: u32) -> Self {
        Self {
            kuitan: go_type & 0x04 == 0,
            kiriage: go_type & 0x200 != 0,
            double: false,
            pao_pays_honba: true,
            pao_pays_all: true,
            honba: if go_type & 0x400 != 0 { 1500 } else { 300 },
            players: if go_type & 0x10 != 0 { 3 } else { 4 },
            ..Self::majiang()
        }
    }

    /// How many play.
    #[inline]
    pub(crate) const fn seats(&self) -> u8 {
        if self.sanma() { 3 } else { 4 }
    }

    /// Whether three play.
    #[inline]
    pub(crate) const fn sanma(&self) -> bool {
        self.players == 3
    }
}

impl Default for Rule {
    /// Tenhou's.
    fn default() -> Self {
        Self::tenhou(0)
    }
}
