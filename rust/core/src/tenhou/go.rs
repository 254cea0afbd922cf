//! The table: flags of GO's `type`, and the title that 電脳麻将 makes of them.

/// Flags of a table, by bits of `GO type` (counted from 0).
///
/// All bits are kept; [`Go::bits`] gives those that have no method too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Go(u32);

impl Go {
    /// Flags from the value of `type`.
    #[must_use]
    pub const fn new(bits: u32) -> Self {
        Self(bits)
    }

    /// The value of `type`.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// 0x01 clear: a demo against computer players.
    #[must_use]
    pub const fn demo(self) -> bool {
        self.0 & 0x01 == 0
    }

    /// 0x02 clear: with red fives (赤).
    #[must_use]
    pub const fn red(self) -> bool {
        self.0 & 0x02 == 0
    }

    /// 0x04 clear: open tanyao counts (喰).
    #[must_use]
    pub const fn open_tanyao(self) -> bool {
        self.0 & 0x04 == 0
    }

    /// 0x08: East and South rounds (南), else East only (東).
    #[must_use]
    pub const fn hanchan(self) -> bool {
        self.0 & 0x08 != 0
    }

    /// 0x10: three players (三), else four (四).
    #[must_use]
    pub const fn sanma(self) -> bool {
        self.0 & 0x10 != 0
    }

    /// 0x40: fast (速).
    #[must_use]
    pub const fn fast(self) -> bool {
        self.0 & 0x40 != 0
    }

    /// 0x80 and 0x20: the table's level, 0 般, 1 上, 2 特, 3 鳳.
    #[must_use]
    pub const fn level(self) -> usize {
        (self.0 >> 7 & 1 | self.0 >> 4 & 2) as usize
    }

    /// The level's name.
    #[must_use]
    pub fn level_name(self) -> &'static str {
        ["般", "上", "特", "鳳"].get(self.level()).copied().unwrap_or_default()
    }

    /// 0x100: a tournament, with rules in `csrule`.
    #[must_use]
    pub const fn tournament(self) -> bool {
        self.0 & 0x100 != 0
    }

    /// 0x200: a chip table (雀荘戦).
    #[must_use]
    pub const fn chips(self) -> bool {
        self.0 & 0x200 != 0
    }

    /// 0x400: a honba is worth 1500, else 300.
    #[must_use]
    pub const fn honba_1500(self) -> bool {
        self.0 & 0x400 != 0
    }

    /// 0x800: each seat begins with 1,000 points, and places pay nothing.
    #[must_use]
    pub const fn start_1000(self) -> bool {
        self.0 & 0x800 != 0
    }

    /// 0x1000: light-speed (光), which replaces 速 in the title.
    #[must_use]
    pub const fn light(self) -> bool {
        self.0 & 0x1000 != 0
    }

    /// The title: players, level, length, 喰, 赤, speed, and `－` for a demo.
    #[must_use]
    pub fn title(self) -> String {
        let when = |flag, text| if flag { text } else { "" };
        [
            if self.sanma() { "三" } else { "四" },
            self.level_name(),
            if self.hanchan() { "南" } else { "東" },
            when(self.open_tanyao(), "喰"),
            when(self.red(), "赤"),
            if self.light() { "光" } else { when(self.fast(), "速") },
            when(self.demo(), "－"),
        ]
        .concat()
    }
}

#[cfg(test)]
mod tests {
    use super::Go;

    #[test]
    fn titles() {
        for (bits, title) in [
            (169, "四鳳南喰赤"),
            (0xe1, "四鳳東喰赤速"),
            (171, "四鳳南喰"),
            (553, "四特南喰赤"),
            (257, "四般東喰赤"),
            (0, "四般東喰赤－"),
            (0x1000 | 0xe1, "四鳳東喰赤光"),
            (185, "三鳳南喰赤"),
            (137, "四上南喰赤"),
            (167, "四鳳東"),
        ] {
            assert_eq!(Go::new(bits).title(), title);
        }
    }
}
