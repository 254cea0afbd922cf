//! What a hand may do: draw, discard, call, as 電脳麻将's users know it.

use super::fulou::{Direction, Fulou, FulouKind};
use super::shoupai::{Shoupai, Zimo, too_many};
use super::tile::{HONOURS, Tile, numbers};
use crate::error::{Error, ErrorKind, Result};

/// A tile as it is discarded: `m1`, `m1_` as drawn, `m1*` with riichi, `m1-` from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dapai {
    /// The tile.
    pub tile: Tile,
    /// Discarded as drawn (ツモ切り, `_`).
    pub moqie: bool,
    /// With riichi (`*`).
    pub lizhi: bool,
    /// Who discarded it, as another player sees it.
    pub from: Option<Direction>,
}

impl Dapai {
    /// Reads a tile with what may follow it.
    ///
    /// # Errors
    /// [`ErrorKind::BadPai`].
    pub fn parse(text: &str) -> Result<Self> {
        let bad = || super::tile::not_a_tile(text);
        let (name, mut rest) = text.split_at_checked(2).ok_or_else(bad)?;
        let mut skip = |mark: char| {
            let there = rest.strip_prefix(mark);
            rest = there.unwrap_or(rest);
            there.is_some()
        };
        let (moqie, lizhi) = (skip('_'), skip('*'));
        let from = match *rest.as_bytes() {
            [] => None,
            [mark] => Some(Direction::of(mark).ok_or_else(bad)?),
            _ => return Err(bad()),
        };
        Ok(Self { tile: Tile::parse(name).map_err(|_| bad())?, moqie, lizhi, from })
    }

    fn from_hand(tile: Tile, moqie: bool) -> Self {
        Self { tile, moqie, lizhi: false, from: None }
    }
}

impl core::fmt::Display for Dapai {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mark = |there, mark| if there { mark } else { "" };
        write!(f, "{}{}{}", self.tile, mark(self.moqie, "_"), mark(self.lizhi, "*"))?;
        self.from.map_or(Ok(()), |from| write!(f, "{}", from.mark()))
    }
}

impl Shoupai {
    #[cold]
    fn not_now(&self, what: impl core::fmt::Display) -> Error {
        Error::new(ErrorKind::IllegalMove, format!("`{self}` {what}"))
    }

    /// Takes a tile from the hand, or one that is not shown in its place.
    fn take(&mut self, tile: Tile) -> Result<()> {
        if self.bingpai.has(tile) {
            self.bingpai.take(tile);
        } else if self.hidden > 0 {
            self.hidden -= 1;
        } else {
            return Err(self.not_now(format_args!("has no {tile}")));
        }
        self.len -= 1;
        Ok(())
    }

    /// Takes what a meld needs from the hand.
    fn take_all(&mut self, meld: Fulou) -> Result<()> {
        let own = meld.own();
        for number in numbers(meld.suit()) {
            let red = own.reds(meld.suit(), number);
            for copy in 0..own.get(meld.suit(), number) {
                self.take(Tile { suit: meld.suit(), number, red: copy < red })?;
            }
        }
        Ok(())
    }

    /// The hand after drawing a tile (自摸); `None` is one that is not shown. With `check`,
    /// only a hand that has discarded may draw.
    ///
    /// # Errors
    /// [`ErrorKind::IllegalMove`]; [`ErrorKind::TooManyPai`] for a fifth of a tile.
    pub fn draw(&self, tile: Option<Tile>, check: bool) -> Result<Self> {
        if check && self.zimo.is_some() {
            return Err(self.not_now("has to discard before it draws"));
        }
        let mut hand = self.clone();
        if let Some(tile) = tile {
            if self.count(tile) >= 4 {
                return Err(too_many(&self.to_string(), &format!("a fifth {}", tile.plain())));
            }
            hand.bingpai.add(tile);
            hand.zimo = Some(Zimo::Tile(tile));
        } else {
            hand.hidden += 1; // of at most fourteen
            hand.zimo = Some(Zimo::Hidden);
        }
        hand.len += 1;
        if hand.len() + 3 * hand.melds.len() > 14 {
            return Err(too_many(&self.to_string(), "a fifteenth tile"));
        }
        Ok(hand)
    }

    /// The hand after a discard (打牌), with riichi or not. With `check`, only a hand that
    /// has drawn or called may discard.
    ///
    /// # Errors
    /// [`ErrorKind::IllegalMove`].
    pub fn discard(&self, tile: Tile, lizhi: bool, check: bool) -> Result<Self> {
        if check && self.zimo.is_none() {
            return Err(self.not_now("has nothing to discard: it has to draw or to call first"));
        }
        let mut hand = self.clone();
        hand.take(tile)?;
        hand.zimo = None;
        hand.lizhi |= lizhi;
        Ok(hand)
    }

    /// The hand after calling another's discard (副露): chi, pon or daiminkan.
    ///
    /// # Errors
    /// [`ErrorKind::IllegalMove`].
    pub fn call(&self, meld: Fulou, check: bool) -> Result<Self> {
        if check && self.zimo.is_some() {
            return Err(self.not_now("has to discard before it calls"));
        }
        if matches!(meld.kind(), FulouKind::Angang | FulouKind::Jiagang) {
            return Err(self.not_now(format_args!("can't call {meld}: that is a kan of its own turn")));
        }
        let mut hand = self.clone();
        hand.take_all(meld)?;
        if !hand.melds.push(meld) {
            return Err(too_many(&self.to_string(), "a fifth meld"));
        }
        hand.zimo = (meld.kind() != FulouKind::Daminggang).then_some(Zimo::Fulou);
        hand.sound(self, meld)
    }

    /// The hand after a kan of its own turn (槓): ankan or kakan.
    ///
    /// # Errors
    /// [`ErrorKind::IllegalMove`].
    pub fn gang(&self, meld: Fulou, check: bool) -> Result<Self> {
        if check && !matches!(self.zimo, Some(Zimo::Tile(_) | Zimo::Hidden)) {
            return Err(self.not_now("has to draw before a kan"));
        }
        let mut hand = self.clone();
        match meld.kind() {
            FulouKind::Angang => {
                hand.take_all(meld)?;
                if !hand.melds.push(meld) {
                    return Err(too_many(&self.to_string(), "a fifth meld"));
                }
            }
            FulouKind::Jiagang => {
                if !hand.melds.extend(meld) {
                    return Err(self.not_now(format_args!("has no {} to make {meld} of", meld.pon())));
                }
                hand.take_all(meld)?;
            }
            _ => return Err(self.not_now(format_args!("can't make {meld} on its own turn"))),
        }
        hand.zimo = None;
        hand.sound(self, meld)
    }

    /// The new hand, unless its last meld made five of a tile.
    fn sound(self, old: &Self, meld: Fulou) -> Result<Self> {
        if self.len() + 3 * self.melds.len() > 14 {
            return Err(too_many(&old.to_string(), &format!("with {meld} more than 14 tiles")));
        }
        let mut tiles = (meld.number()..=9).take(3).map(|number| Tile { suit: meld.suit(), number, red: false });
        match tiles.find(|&tile| self.count(tile) > 4) {
            Some(tile) => Err(too_many(&old.to_string(), &format!("with {meld} five of {tile}"))),
            None => Ok(self),
        }
    }

    /// What it may discard, `None` when it is not its turn to. With `check`, not the tiles that
    /// would swap a call (喰い替え).
    #[must_use]
    pub fn get_dapai(&self, check: bool) -> Option<Vec<Dapai>> {
        let zimo = self.zimo?;
        let mut deny = [None; 2];
        if let (Zimo::Fulou, true, Some(meld)) = (zimo, check, self.melds.list.last()) {
            let called = meld.called();
            deny[0] = Some((called.suit, called.number));
            if meld.kind() == FulouKind::Chi {
                deny[1] = match meld.called_place() {
                    0 if called.number < 7 => Some((called.suit, called.number + 3)),
                    2 if called.number > 3 => Some((called.suit, called.number - 3)),
                    _ => None,
                };
            }
        }
        let drawn = if let Zimo::Tile(tile) = zimo { Some(tile) } else { None };
        let mut list = Vec::new();
        for suit in (0..4).filter(|_| !self.lizhi) {
            for number in numbers(suit) {
                let count = self.bingpai.get(suit, number);
                let plain = Tile { suit, number, red: false };
                if count == 0 || deny.contains(&Some((suit, number))) || (drawn == Some(plain) && count == 1) {
                    continue;
                }
                let reds = self.bingpai.reds(suit, number);
                let red = Tile { red: true, ..plain };
                if reds > u8::from(drawn == Some(red)) {
                    list.push(Dapai::from_hand(red, false));
                }
                if reds < count {
                    list.push(Dapai::from_hand(plain, false));
                }
            }
        }
        list.extend(drawn.map(|tile| Dapai::from_hand(tile, true)));
        Some(list)
    }

    /// The chi it may make of a discard, `None` when it is its turn to discard. With
    /// `check`, none that would leave nothing but swapped tiles to discard.
    #[must_use]
    pub fn get_chi_mianzi(&self, tile: Tile, from: Direction, check: bool) -> Option<Vec<Fulou>> {
        if self.zimo.is_some() {
            return None;
        }
        let mut list = Vec::new();
        if tile.suit == HONOURS || from != Direction::Left || self.lizhi {
            return Some(list);
        }
        let hand = &self.bingpai;
        let left = 14_u8.saturating_sub(3 * (self.melds.len() + 1));
        let (suit, n) = (tile.suit, tile.number);
        for place in [2_u8, 1, 0] {
            let Some(low) = n.checked_sub(place).filter(|low| (1..=7).contains(low)) else { continue };
            let own = [low, low + 1, low + 2].map(|m| if m == n { 0 } else { m });
            if !own.iter().all(|&m| m == 0 || hand.get(suit, m) > 0) {
                continue;
            }
            let swap = match place {
                2 if low > 1 => hand.get(suit, low - 1),
                0 if low < 7 => hand.get(suit, low + 3),
                _ => 0,
            };
            if check && swap + hand.get(suit, n) >= left {
                continue;
            }
            let reds = if own.contains(&5) { hand.get(suit, 0) } else { 0 };
            if reds > 0 {
                list.push(Fulou::chi(low, tile, true));
            }
            if !own.contains(&5) || reds < hand.get(suit, 5) {
                list.push(Fulou::chi(low, tile, false));
            }
        }
        Some(list)
    }

    /// The pon it may make of a discard, `None` when it is its turn to discard.
    #[must_use]
    pub fn get_peng_mianzi(&self, tile: Tile, from: Direction) -> Option<Vec<Fulou>> {
        if self.zimo.is_some() {
            return None;
        }
        let count = self.bingpai.get(tile.suit, tile.number);
        if self.lizhi || count < 2 {
            return Some(Vec::new());
        }
        let reds = self.bingpai.reds(tile.suit, tile.number);
        let plain = count - reds;
        let ways = (0..=2_u8).rev().filter(|&red| red <= reds && 2 - red <= plain);
        Some(ways.map(|red| Fulou::set(FulouKind::Peng, tile, from, red)).collect())
    }

    /// The daiminkan it may make of a discard, `None` when it is its turn to discard.
    #[must_use]
    pub fn get_daminggang_mianzi(&self, tile: Tile, from: Direction) -> Option<Vec<Fulou>> {
        if self.zimo.is_some() {
            return None;
        }
        let three = !self.lizhi && self.bingpai.get(tile.suit, tile.number) == 3;
        let reds = self.bingpai.reds(tile.suit, tile.number);
        Some(three.then(|| Fulou::set(FulouKind::Daminggang, tile, from, reds)).into_iter().collect())
    }

    /// The ankan and kakan it may make, `None` when it has not just drawn.
    #[must_use]
    pub fn get_gang_mianzi(&self) -> Option<Vec<Fulou>> {
        let drawn = match self.zimo? {
            Zimo::Tile(tile) => Some(tile.plain()),
            Zimo::Hidden => None,
            Zimo::Fulou => return None,
        };
        let mut list = Vec::new();
        for suit in 0..4 {
            for number in numbers(suit) {
                let tile = Tile { suit, number, red: false };
                let reds = self.bingpai.reds(tile.suit, tile.number);
                match self.bingpai.get(suit, number) {
                    0 => {}
                    4 if self.lizhi && drawn != Some(tile) => {}
                    4 => list.push(Fulou::angang(suit, number, reds)),
                    _ if self.lizhi => {}
                    _ => list.extend(
                        (self.melds.list.iter())
                            .filter(|f| f.kind() == FulouKind::Peng && f.suit() == suit && f.number() == number)
                            .map(|f| f.with(reds > 0)),
                    ),
                }
            }
        }
        Some(list)
    }
}
