//! 役: their names in both spellings, and lists of them.

use super::fulou::Direction;
use crate::tenhou::names;

/// Defines every yaku once, in 電脳麻将's order: the variant, its name, Tenhou's id.
macro_rules! yaku {
    ($($variant:ident $name:literal $id:literal,)*) => {
        /// A yaku (役) or a kind of dora (懸賞役).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Yaku {
            $(#[doc = $name] $variant,)*
        }

        impl Yaku {
            /// All of them, in the order in which hands list them; yakuman last but for dora.
            pub const ALL: &'static [Yaku] = &[$(Yaku::$variant,)*];

            /// 電脳麻将's name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                const NAMES: &[&str] = &[$($name,)*];
                NAMES[self as usize]
            }

            /// Tenhou's id, 0 to 54.
            #[must_use]
            pub const fn tenhou_id(self) -> u8 {
                const IDS: &[u8] = &[$($id,)*];
                IDS[self as usize]
            }
        }
    };
}

yaku! {
    Lizhi "立直" 1,
    DoubleLizhi "ダブル立直" 21,
    Yifa "一発" 2,
    Haidimoyue "海底摸月" 5,
    Hedilaoyu "河底撈魚" 6,
    Lingshangkaihua "嶺上開花" 4,
    Qianggang "槍槓" 3,
    Menqianqing "門前清自摸和" 0,
    ZhuangfengDong "場風 東" 14,
    ZhuangfengNan "場風 南" 15,
    ZhuangfengXi "場風 西" 16,
    ZhuangfengBei "場風 北" 17,
    MenfengDong "自風 東" 10,
    MenfengNan "自風 南" 11,
    MenfengXi "自風 西" 12,
    MenfengBei "自風 北" 13,
    FanpaiBai "翻牌 白" 18,
    FanpaiFa "翻牌 發" 19,
    FanpaiZhong "翻牌 中" 20,
    Pinghu "平和" 7,
    Duanyaojiu "断幺九" 8,
    Yibeikou "一盃口" 9,
    Sansetongshun "三色同順" 25,
    Yiqitongguan "一気通貫" 24,
    Hunquandaiyaojiu "混全帯幺九" 23,
    Qiduizi "七対子" 22,
    Duiduihu "対々和" 28,
    Sananke "三暗刻" 29,
    Sangangzi "三槓子" 27,
    Sansetongke "三色同刻" 26,
    Hunlaotou "混老頭" 31,
    Xiaosanyuan "小三元" 30,
    Hunyise "混一色" 34,
    Chunquandaiyaojiu "純全帯幺九" 33,
    Erbeikou "二盃口" 32,
    Qingyise "清一色" 35,
    Tianhu "天和" 37,
    Dihu "地和" 38,
    Guoshiwushuang "国士無双" 47,
    GuoshiShisanmian "国士無双十三面" 48,
    Sianke "四暗刻" 40,
    SiankeDanqi "四暗刻単騎" 41,
    Dasanyuan "大三元" 39,
    Dasixi "大四喜" 49,
    Xiaosixi "小四喜" 50,
    Ziyise "字一色" 42,
    Lvyise "緑一色" 43,
    Qinglaotou "清老頭" 44,
    Sigangzi "四槓子" 51,
    Jiulianbaodeng "九蓮宝燈" 45,
    ChunzhengJiulianbaodeng "純正九蓮宝燈" 46,
    Baopai "ドラ" 52,
    Hongbaopai "赤ドラ" 54,
    Libaopai "裏ドラ" 53,
}

impl Yaku {
    /// Tenhou's spelling.
    #[must_use]
    pub const fn tenhou_name(self) -> &'static str {
        names::YAKU[self.tenhou_id() as usize]
    }

    /// Whether it is a yakuman (役満).
    #[inline]
    #[must_use]
    pub const fn is_damanguan(self) -> bool {
        self as u8 >= Self::Tianhu as u8 && (self as u8) < Self::Baopai as u8
    }

    /// Whether it is one of the moment, not of the hand (状況役): from 立直 to 槍槓, 天和, 地和.
    #[must_use]
    pub const fn is_of_the_moment(self) -> bool {
        self as u8 <= Self::Qianggang as u8 || matches!(self, Self::Tianhu | Self::Dihu)
    }

    /// Whether it is a kind of dora.
    #[must_use]
    pub const fn is_baopai(self) -> bool {
        self as u8 >= Self::Baopai as u8
    }

    /// The yaku with this name, in either spelling.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|yaku| yaku.name() == name || yaku.tenhou_name() == name)
    }

    /// What it counts in a closed hand and with called tiles: han (翻), of a yakuman how
    /// often it counts where some count twice. Dora count what there are.
    #[inline]
    #[must_use]
    pub const fn fanshu(self) -> (u8, u8) {
        const FANSHU: [(u8, u8); Yaku::ALL.len()] = {
            let mut all = [(0, 0); Yaku::ALL.len()];
            let mut at = 0;
            while at < all.len() {
                all[at] = Yaku::ALL[at].counts();
                at += 1;
            }
            all
        };
        FANSHU[self as usize]
    }

    const fn counts(self) -> (u8, u8) {
        match self {
            Self::Sansetongshun | Self::Yiqitongguan | Self::Hunquandaiyaojiu => (2, 1),
            Self::Hunyise | Self::Chunquandaiyaojiu => (3, 2),
            Self::Qingyise => (6, 5),
            Self::Erbeikou => (3, 3),
            Self::DoubleLizhi
            | Self::Qiduizi
            | Self::Duiduihu
            | Self::Sananke
            | Self::Sangangzi
            | Self::Sansetongke
            | Self::Hunlaotou
            | Self::Xiaosanyuan
            | Self::GuoshiShisanmian
            | Self::SiankeDanqi
            | Self::Dasixi
            | Self::ChunzhengJiulianbaodeng => (2, 2),
            _ => (1, 1),
        }
    }

    #[inline]
    const fn bit(self) -> u64 {
        1 << self as u8
    }
}

/// One yaku of a hand and what it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hupai {
    /// The yaku.
    pub yaku: Yaku,
    /// Its han (翻), of a yakuman how often it counts.
    pub fanshu: u8,
    /// Of a yakuman, who is liable for it (包), as the winner sees him.
    pub baojia: Option<Direction>,
}

/// The yaku of a hand, in order: a bit each, and what they sum up to.
#[derive(Clone, Copy, Debug)]
pub struct HupaiList {
    yaku: u64,
    /// How many dora of each kind, a byte each.
    dora: u32,
    /// The sum of han, or of how often the yakuman count.
    sum: u8,
    /// Some yaku count less: the hand has called tiles.
    open: bool,
    /// Some yakuman count twice.
    double: bool,
    /// Who is liable for the one yakuman that can have such a player.
    baojia: Option<Direction>,
}

impl Default for HupaiList {
    #[inline]
    fn default() -> Self {
        Self { yaku: 0, dora: 0, sum: 0, open: false, double: true, baojia: None }
    }
}

/// Han past which a list is not one of a hand: what follows can't overflow a byte.
const MOST_HAN: u8 = 100;
const DAMANGUAN: u64 = Yaku::Baopai.bit() - Yaku::Tianhu.bit();
const BAOPAI: u64 = Yaku::Baopai.bit() | Yaku::Hongbaopai.bit() | Yaku::Libaopai.bit();

impl HupaiList {
    /// The list of these. `None` when one counts what it can't, or stands there twice.
    #[must_use]
    pub fn of(list: &[Hupai]) -> Option<Self> {
        // One that counts less says that the hand is open, or that no yakuman counts twice.
        let less = |yaku: Yaku, most: u8, fanshu: u8| !yaku.is_baopai() && fanshu < most;
        let any_less = |damanguan: bool| {
            list.iter().any(|h| h.yaku.is_damanguan() == damanguan && less(h.yaku, h.yaku.fanshu().0, h.fanshu))
        };
        let mut all = Self { open: any_less(false), double: !any_less(true), ..Self::default() };
        for &hupai in list {
            if all.yaku & hupai.yaku.bit() != 0 || hupai.fanshu == 0 || all.sum > MOST_HAN {
                return None;
            }
            if hupai.baojia.is_some() && !carries_pao(hupai.yaku) {
                return None;
            }
            if hupai.yaku.is_baopai() {
                all.add_dora(hupai.yaku, hupai.fanshu);
            } else {
                all.add(hupai.yaku, hupai.fanshu);
            }
            if carries_pao(hupai.yaku) {
                all.baojia = hupai.baojia;
            }
        }
        // No hand has yakuman and counted han, nor sets of all dragons and all winds.
        let both = Yaku::Dasanyuan.bit() | Yaku::Dasixi.bit();
        let mixed = all.is_damanguan() && all.yaku & !DAMANGUAN != 0 || all.yaku & both == both;
        (!mixed && list.iter().all(|h| all.hupai(h.yaku).fanshu == h.fanshu)).then_some(all)
    }

    /// An empty list for a hand with called tiles or without.
    #[inline]
    pub(super) fn of_hand(open: bool) -> Self {
        Self { open, ..Self::default() }
    }

    /// Adds a yaku that counts so many han; none if that is 0.
    #[inline]
    pub(super) fn add(&mut self, yaku: Yaku, fanshu: u8) {
        self.add_nth(yaku, 0, fanshu);
    }

    /// Adds the yaku so many places after this one: the winds follow each other.
    #[inline]
    pub(super) fn add_nth(&mut self, first: Yaku, nth: u8, fanshu: u8) {
        if fanshu != 0 {
            self.yaku |= 1 << ((first as u8 + nth) & 63);
            self.sum = self.sum.wrapping_add(fanshu); // a hand's han stay far below 256
        }
    }

    /// The same without a branch, for what is there as often as not.
    #[inline]
    pub(super) fn add_evenly(&mut self, first: Yaku, nth: u8, fanshu: u8) {
        self.yaku |= u64::from(fanshu != 0) << ((first as u8 + nth) & 63);
        self.sum = self.sum.wrapping_add(fanshu);
    }

    /// Adds so many dora of a kind.
    #[inline]
    pub(super) fn add_dora(&mut self, kind: Yaku, count: u8) {
        self.add_evenly(kind, 0, count);
        self.dora |= u32::from(count) << dora_shift(kind);
    }

    /// Adds a yakuman with its liable player, if there is one.
    #[inline]
    pub(super) fn add_with_baojia(&mut self, yaku: Yaku, fanshu: u8, baojia: Option<Direction>) {
        self.add(yaku, fanshu);
        if fanshu != 0 && baojia.is_some() {
            self.baojia = baojia;
        }
    }

    /// Adds all of another list; what is there already stays.
    #[inline]
    pub(super) fn extend(&mut self, other: &Self) {
        if self.yaku & other.yaku == 0 {
            self.yaku |= other.yaku;
            self.dora |= other.dora;
            self.sum = self.sum.saturating_add(other.sum); // of lists that came from outside
        } else {
            let there = self.yaku;
            for hupai in other.iter().filter(|h| there & h.yaku.bit() == 0) {
                if hupai.yaku.is_baopai() {
                    self.add_dora(hupai.yaku, hupai.fanshu);
                } else {
                    self.add(hupai.yaku, hupai.fanshu);
                }
            }
        }
    }

    /// Whether there is no yaku.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.yaku == 0
    }

    /// How many there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.yaku.count_ones() as usize
    }

    /// Whether the list is one of yakuman.
    #[inline]
    #[must_use]
    pub const fn is_damanguan(&self) -> bool {
        self.yaku & DAMANGUAN != 0
    }

    /// The sum of han, or of how often the yakuman count.
    #[inline]
    #[must_use]
    pub const fn sum(&self) -> u8 {
        self.sum
    }

    /// The yakuman that somebody is liable for: how often it counts, and who.
    #[inline]
    #[must_use]
    pub fn liable(&self) -> Option<(u8, Direction)> {
        let twice = self.double && self.yaku & Yaku::Dasixi.bit() != 0;
        self.baojia.map(|baojia| (1 + u8::from(twice), baojia))
    }

    /// The yaku, in order.
    pub fn iter(&self) -> impl Iterator<Item = Hupai> + use<> {
        let (all, mut left) = (*self, self.yaku);
        core::iter::from_fn(move || {
            let yaku = *Yaku::ALL.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(all.hupai(yaku))
        })
    }

    #[inline]
    fn hupai(&self, yaku: Yaku) -> Hupai {
        let (closed, open) = yaku.fanshu();
        let fanshu = if yaku.bit() & BAOPAI != 0 {
            (self.dora >> dora_shift(yaku)) as u8
        } else if yaku.is_damanguan() {
            if self.double { closed } else { 1 }
        } else if self.open {
            open
        } else {
            closed
        };
        Hupai { yaku, fanshu, baojia: if carries_pao(yaku) { self.baojia } else { None } }
    }

    /// Rules that weaken yakuman: none twice, nobody liable.
    #[inline]
    pub(super) fn weaken(&mut self, double: bool, pao: bool) {
        if !double {
            self.double = false;
            self.sum = self.len() as u8;
        }
        if !pao {
            self.baojia = None;
        }
    }
}

impl PartialEq for HupaiList {
    fn eq(&self, other: &Self) -> bool {
        // Whether yaku count less shows in the sum, where it makes a difference.
        let parts = |list: &Self| (list.yaku, list.dora, list.sum, list.baojia);
        parts(self) == parts(other)
    }
}

impl Eq for HupaiList {}

/// Where the number of dora of a kind stands.
#[inline]
const fn dora_shift(kind: Yaku) -> u32 {
    8 * ((kind as u32).wrapping_sub(Yaku::Baopai as u32) & 3)
}

/// The two yakuman that somebody can be liable for.
const fn carries_pao(yaku: Yaku) -> bool {
    matches!(yaku, Yaku::Dasanyuan | Yaku::Dasixi)
}
