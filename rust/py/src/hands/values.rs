//! The memory of a batch of answers, used again once nobody holds the batch any more.
//!
//! 100,000 answers are 11 MB. `malloc` gives as much back to the system when a table is dropped, and the system gives it
//! again page by page, on first touch: a twelfth of the time of scoring, or nothing, by what else is on the heap.
#![allow(unsafe_code)] // buffers that point into memory which they share with others

use core::mem;
use core::ptr::NonNull;
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::StringArray;
use arrow_buffer::{ArrowNativeType, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};

use super::answers::Outcome;
use super::texts::{Texts, memory};

/// Values of the columns, row by row or yaku by yaku.
#[derive(Default)]
pub(super) struct Values {
    pub(super) outcomes: Vec<Outcome>,
    pub(super) defen: Vec<i32>,
    pub(super) fu: Vec<i32>,
    pub(super) fanshu: Vec<i32>,
    pub(super) damanguan: Vec<i32>,
    /// Four a row.
    pub(super) fenpei: Vec<i32>,
    pub(super) errors: Texts,
    /// Where each row's yaku end, after a first 0.
    pub(super) ends: Vec<i32>,
    pub(super) names: Texts,
    /// Han of each yaku, where it is none of yakuman.
    pub(super) han: Vec<i8>,
    /// How often a yakuman counts, else 0.
    pub(super) yakuman: Vec<i8>,
    pub(super) baojia: Texts,
}

/// Memory that waits to be used again: so many bytes at most, of so many batches.
const MOST_BYTES: usize = 16 << 20;
const MOST_SPARES: usize = 64;
static SPARES: Mutex<Vec<Values>> = Mutex::new(Vec::new());

impl Values {
    /// No values yet, and room for so many rows.
    pub(super) fn with_capacity(rows: usize) -> Self {
        let spare = SPARES.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut values = spare.unwrap_or_default();
        // Hands have three to four yaku on average, whose names are of twelve bytes or less.
        let yaku = rows * 4;
        values.outcomes.clear();
        values.outcomes.reserve(rows);
        for column in [&mut values.defen, &mut values.fu, &mut values.fanshu, &mut values.damanguan] {
            column.clear();
            column.reserve(rows);
        }
        values.fenpei.clear();
        values.fenpei.reserve(rows * 4);
        values.ends.clear();
        values.ends.reserve(rows + 1);
        values.ends.push(0);
        values.names.restart(yaku, yaku * 11);
        for column in [&mut values.han, &mut values.yakuman] {
            column.clear();
            column.reserve(yaku);
        }
        values
    }

    fn memory(&self) -> usize {
        let rows = [&self.defen, &self.fu, &self.fanshu, &self.damanguan, &self.fenpei, &self.ends];
        rows.into_iter().map(memory).sum::<usize>()
            + memory(&self.outcomes)
            + [&self.han, &self.yakuman].into_iter().map(memory).sum::<usize>()
            + [&self.errors, &self.names, &self.baojia].into_iter().map(Texts::memory).sum::<usize>()
    }
}

/// Values that do not change any more; buffers point at them.
pub(super) struct Lent(Values);

impl Lent {
    pub(super) fn new(values: Values) -> Arc<Self> {
        Arc::new(Self(values))
    }

    /// A column of numbers.
    pub(super) fn numbers<T: ArrowNativeType>(self: &Arc<Self>, column: fn(&Values) -> &Vec<T>) -> ScalarBuffer<T> {
        self.buffer(column(&self.0)).into()
    }

    /// A column of text.
    pub(super) fn texts(self: &Arc<Self>, column: fn(&Values) -> &Texts, nulls: Option<NullBuffer>) -> StringArray {
        let texts = column(&self.0);
        let nulls = nulls.filter(|nulls| nulls.len() + 1 == texts.ends().len());
        // SAFETY: the ends begin with 0 and never fall, each is where a whole text ended, and
        // the text has no bytes but those of whole texts. To look again costs 40 ns a hand.
        unsafe {
            let ends = OffsetBuffer::new_unchecked(self.buffer(texts.ends()).into());
            StringArray::new_unchecked(ends, self.buffer(texts.bytes()), nulls)
        }
    }

    /// A buffer of some of these values.
    fn buffer<T: ArrowNativeType>(self: &Arc<Self>, values: &[T]) -> Buffer {
        // SAFETY: the values are behind `self`, which the buffer holds on to, and which nothing changes before it is
        // dropped: there is no way to get at it but by shared references.
        unsafe {
            Buffer::from_custom_allocation(NonNull::from(values).cast(), size_of_val(values), Arc::<Self>::clone(self))
        }
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        let values = mem::take(&mut self.0);
        let mut spares = SPARES.lock().unwrap_or_else(PoisonError::into_inner);
        let kept: usize = spares.iter().map(Values::memory).sum();
        if spares.len() < MOST_SPARES && kept + values.memory() <= MOST_BYTES {
            spares.push(values);
        }
    }
}
