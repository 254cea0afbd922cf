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

    /// The yaku so many places after this one: the winds follow each other.
    #[inline]
    pub(super) const fn wind(self, wind: u8) -> Self {
        Self::ALL[(self as u8 + (wind & 3)) as usize % Self::ALL.len()]
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

/// The most that a list can hold: no hand comes near.
const MOST: usize = 32;

/// The yaku of a hand, in order.
#[derive(Clone, Copy, Debug)]
pub struct HupaiList {
    items: [(Yaku, u8); MOST],
    len: u8,
    /// The sum of han, or of how often the yakuman count.
    sum: u8,
    /// Who is liable for the one yakuman that can have such a player.
    baojia: Option<Direction>,
}

impl Default for HupaiList {
    #[inline]
    fn default() -> Self {
        Self { items: [(Yaku::Lizhi, 0); MOST], len: 0, sum: 0, baojia: None }
    }
}

impl HupaiList {
    /// Adds a yaku that counts so many han; none if that is 0.
    #[inline]
    pub fn add(&mut self, yaku: Yaku, fanshu: u8) {
        if fanshu != 0 {
            self.items[usize::from(self.len) % MOST] = (yaku, fanshu);
            self.len += 1;
            self.sum = self.sum.saturating_add(fanshu);
        }
    }

    /// Adds a yakuman with its liable player, if there is one.
    #[inline]
    pub fn add_with_baojia(&mut self, yaku: Yaku, fanshu: u8, baojia: Option<Direction>) {
        self.add(yaku, fanshu);
        if fanshu != 0 && baojia.is_some() {
            self.baojia = baojia;
        }
    }

    /// Adds all of another list.
    #[inline]
    pub fn extend(&mut self, other: &Self) {
        for &(yaku, fanshu) in other.pairs() {
            self.add(yaku, fanshu);
        }
        self.baojia = self.baojia.or(other.baojia);
    }

    #[inline]
    fn pairs(&self) -> &[(Yaku, u8)] {
        self.items.get(..usize::from(self.len)).unwrap_or_default()
    }

    /// Whether there is no yaku.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// Whether the list is one of yakuman.
    #[inline]
    #[must_use]
    pub fn is_damanguan(&self) -> bool {
        self.len > 0 && self.items[0].0.is_damanguan()
    }

    /// The sum of han, or of how often the yakuman count.
    #[inline]
    #[must_use]
    pub fn sum(&self) -> u8 {
        self.sum
    }

    /// The yakuman that somebody is liable for: how often it counts, and who.
    #[inline]
    #[must_use]
    pub fn liable(&self) -> Option<(u8, Direction)> {
        let baojia = self.baojia?;
        self.pairs().iter().find(|(yaku, _)| carries_pao(*yaku)).map(|&(_, fanshu)| (fanshu, baojia))
    }

    /// The yaku, in order.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Hupai> + '_ {
        self.pairs().iter().map(|&(yaku, fanshu)| Hupai {
            yaku,
            fanshu,
            baojia: if carries_pao(yaku) { self.baojia } else { None },
        })
    }

    /// Rules that weaken yakuman: none twice, nobody liable.
    #[inline]
    pub(super) fn weaken(&mut self, double: bool, pao: bool) {
        if !double {
            self.items = self.items.map(|(yaku, _)| (yaku, 1));
            self.sum = self.len;
        }
        if !pao {
            self.baojia = None;
        }
    }
}

impl PartialEq for HupaiList {
    fn eq(&self, other: &Self) -> bool {
        self.pairs() == other.pairs() && self.baojia == other.baojia
    }
}

impl Eq for HupaiList {}

impl FromIterator<Hupai> for HupaiList {
    fn from_iter<I: IntoIterator<Item = Hupai>>(list: I) -> Self {
        let mut all = Self::default();
        for item in list.into_iter().take(MOST) {
            all.add_with_baojia(item.yaku, item.fanshu, item.baojia);
        }
        all
    }
}

/// The two yakuman that somebody can be liable for.
const fn carries_pao(yaku: Yaku) -> bool {
    matches!(yaku, Yaku::Dasanyuan | Yaku::Dasixi)
}
