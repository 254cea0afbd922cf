//! JSON being written: pieces of known size, numbers, lists, hands and melds.

use super::block::{self, Form};
use super::decimal;
use super::hand::Hand;
use crate::mianzi::Notation;
use crate::pai::Face;

/// Bytes with a zeroed stretch behind them, so that a block is one fixed-size copy.
#[derive(Debug, Default)]
pub(super) struct Buffer {
    bytes: Vec<u8>,
    len: usize,
}

impl Buffer {
    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    pub(super) fn as_slice(&self) -> &[u8] {
        self.bytes.get(..self.len).unwrap_or_default()
    }

    #[cold]
    #[inline(never)]
    pub(super) fn grow(&mut self, more: usize) {
        let len = (self.len + more + 64).max(self.bytes.len() * 2).max(64 << 10);
        self.bytes.resize(len, 0);
    }

    pub(super) fn capacity(&self) -> usize {
        self.bytes.len()
    }

    /// So many of the bytes that follow count now.
    #[inline]
    pub(super) fn add(&mut self, len: usize) {
        self.len += len;
    }

    /// What follows the bytes that count: at least so many.
    #[inline]
    pub(super) fn room(&mut self, least: usize) -> &mut [u8] {
        if self.bytes.len() - self.len < least {
            self.grow(least);
        }
        self.bytes.get_mut(self.len..).unwrap_or_default()
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // pieces of known size become plain stores: a tenth of the whole
    pub(super) fn put(&mut self, piece: &[u8]) {
        if self.bytes.len() - self.len < piece.len() {
            self.grow(piece.len());
        }
        if let Some(place) = self.bytes.get_mut(self.len..self.len + piece.len()) {
            place.copy_from_slice(piece);
            self.len += piece.len();
        }
    }

    /// Bytes that stand at the beginning of a block: all of it is copied, they count.
    #[inline(always)]
    #[allow(clippy::inline_always)] // pieces of known size become plain stores: a tenth of the whole
    pub(super) fn put_block<const N: usize>(&mut self, block: &[u8; N], len: usize) {
        if self.bytes.len() - self.len < N {
            self.grow(N);
        }
        if let Some(place) = self.bytes.get_mut(self.len..).and_then(<[u8]>::first_chunk_mut) {
            *place = *block;
            self.len += len.min(N);
        }
    }

    #[inline]
    pub(super) fn one_move(&mut self, form: Form, l: u8, p: Face) {
        if let Some(place) = self.room(block::MOVE).first_chunk_mut() {
            self.len += block::write(place, form, l, p);
        }
    }

    #[cold]
    pub(super) fn gangzimo(&mut self, l: u8, p: Face) {
        self.put(b",{\"gangzimo\":{\"l\":");
        self.int(l.into());
        self.put(b",\"p\":\"");
        self.put(&p.bytes());
        self.put(b"\"}}");
    }

    #[inline]
    pub(super) fn int(&mut self, n: i64) {
        match decimal::small(n) {
            Some((digits, len)) => self.put_block(&digits, len),
            None => self.any_int(n),
        }
    }

    /// A score, or a change of one.
    #[inline]
    pub(super) fn score(&mut self, n: i64) {
        match decimal::hundreds(n) {
            Some((digits, len)) => self.put_block(&digits, len),
            None => self.any_int(n),
        }
    }

    #[cold]
    pub(super) fn any_int(&mut self, n: i64) {
        self.put(itoa::Buffer::new().format(n).as_bytes());
    }

    pub(super) fn list<T>(&mut self, items: &[T], mut each: impl FnMut(&mut Self, &T)) {
        let mut separator = b"[";
        for item in items {
            self.put(separator);
            separator = b",";
            each(self, item);
        }
        if items.is_empty() {
            self.put(separator);
        }
        self.put(b"]");
    }

    pub(super) fn scores(&mut self, scores: &[i64; 4]) {
        let mut separator = b'[';
        for &n in scores {
            if let Some((digits, len)) = decimal::hundreds(n)
                && let Some([first, place @ ..]) = self.room(9).first_chunk_mut::<9>()
            {
                *first = separator;
                *place = digits;
                self.len += 1 + len;
            } else {
                self.put(&[separator]);
                self.any_int(n);
            }
            separator = b',';
        }
        self.put(b"]");
    }

    pub(super) fn hands(&mut self, hands: &[Hand; 4]) {
        let mut before = b"[\"";
        for hand in hands {
            self.put(before);
            before = b",\"";
            self.put_block(hand.block(), hand.len());
            self.put(b"\"");
        }
        self.put(b"]");
    }

    #[inline]
    pub(super) fn meld<const N: usize>(&mut self, prefix: &[u8; N], l: u8, m: &Notation) {
        self.put(prefix);
        self.int(l.into());
        self.put(b",\"m\":\"");
        self.put_block(m.block(), m.as_bytes().len());
        self.put(b"\"}}");
    }
}
