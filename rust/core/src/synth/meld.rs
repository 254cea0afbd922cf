//! Melds as they are made: from tiles to Tenhou's codes.

use crate::mianzi::Mianzi;
use crate::pai::Pai;

/// The seat a tile came from, counted from its new owner: over the empty seat of three too.
pub(super) const fn direction(owner: u8, from: u8) -> u16 {
    ((from + 4 - owner) % 4) as u16
}

/// A run of these, ascending, with the left player's tile among them.
pub(super) fn chi(tiles: [Pai; 3], called: Pai) -> Option<Mianzi> {
    let low = tiles[0].kind();
    let place = tiles.iter().position(|pai| *pai == called)?;
    let run = u16::from(low / 9 * 7 + low % 9) * 3 + u16::try_from(place).ok()?;
    let [a, b, c] = tiles.map(|pai| u16::from(pai.copy()));
    Mianzi::decode(run << 10 | c << 7 | b << 5 | a << 3 | 0b111).ok()
}

/// Three of a kind, of which one was called from that direction.
pub(super) fn pon(own: [Pai; 2], called: Pai, from: u16) -> Option<Mianzi> {
    let copies = [own[0].copy(), own[1].copy(), called.copy()];
    let left_out = (0..4).find(|copy| !copies.contains(copy))?;
    let place = called.copy() - u8::from(called.copy() > left_out);
    let kind = u16::from(called.kind()) * 3 + u16::from(place);
    Mianzi::decode(kind << 9 | u16::from(left_out) << 5 | 0x08 | from).ok()
}

/// A pon with its fourth tile.
pub(super) fn kakan(pon: Mianzi) -> Option<Mianzi> {
    Mianzi::decode(pon.code() ^ 0x18).ok()
}

/// Four of a kind, of which this one was called from that direction.
pub(super) fn daiminkan(called: Pai, from: u16) -> Option<Mianzi> {
    Mianzi::decode(u16::from(called.number()) << 8 | from).ok()
}

/// Four of a kind from the hand; the code names one of them.
pub(super) fn ankan(named: Pai) -> Option<Mianzi> {
    Mianzi::decode(u16::from(named.number()) << 8).ok()
}

/// A north set aside.
pub(super) fn kita(north: Pai) -> Option<Mianzi> {
    Mianzi::decode(u16::from(north.number()) << 8 | 0x20).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mianzi::Kind;

    /// What the code says again.
    fn made_again(meld: Mianzi) -> Option<Mianzi> {
        let (tiles, from) = (meld.tiles(), u16::from(meld.from()));
        let own: Vec<_> = tiles.iter().copied().filter(|pai| Some(*pai) != meld.called()).collect();
        match meld.kind() {
            Kind::Chi => chi([tiles[0], tiles[1], tiles[2]], meld.called()?),
            Kind::Pon => pon([own[0], own[1]], meld.called()?, from),
            Kind::Kakan => {
                let own: Vec<_> = own.into_iter().filter(|pai| Some(*pai) != meld.added()).collect();
                kakan(pon([own[0], own[1]], meld.called()?, from)?)
            }
            Kind::Daiminkan => daiminkan(meld.called()?, from),
            Kind::Ankan => ankan(Pai::get(meld.code() >> 8)?),
            Kind::Kita => kita(tiles[0]),
        }
    }

    #[test]
    fn every_code_can_be_made() {
        let codes: Vec<_> = (0..=u16::MAX).filter_map(|code| Mianzi::decode(code).ok()).collect();
        assert_eq!(codes.len(), 7028);
        for meld in codes {
            assert_eq!(made_again(meld), Some(meld), "{}", meld.code());
        }
    }

    #[test]
    fn directions_go_over_the_empty_seat() {
        assert_eq!([(0, 1), (0, 3), (2, 0), (0, 2)].map(|(owner, from)| direction(owner, from)), [1, 3, 2, 2]);
    }
}
