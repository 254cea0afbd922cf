//! What `hule_batch` answers: a column a value, written into plain memory.

use std::sync::{Arc, LazyLock};

use arrow_array::{ArrayRef, FixedSizeListArray, Int8Array, Int32Array, ListArray, RecordBatch, StructArray};
use arrow_buffer::{BooleanBuffer, BooleanBufferBuilder, NullBuffer, OffsetBuffer};
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema, SchemaRef};
use mjlog_core::hule::{Hule, HupaiList, Yaku};
use mjlog_core::{Error, Result};

use super::texts::{Piece, Texts};
use super::values::{Lent, Values};

/// The columns of the answer.
pub(crate) static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| {
    let int32 = |name| Field::new(name, DataType::Int32, true);
    Arc::new(Schema::new(vec![
        int32("defen"),
        int32("fu"),
        int32("fanshu"),
        int32("damanguan"),
        Field::new("fenpei", DataType::FixedSizeList(Arc::new(int32("item")), 4), true),
        Field::new("hupai", DataType::List(Arc::clone(&HUPAI)), true),
        Field::new("error", DataType::Utf8, true),
    ]))
});

/// A yaku in its list.
static HUPAI: LazyLock<Arc<Field>> =
    LazyLock::new(|| Arc::new(Field::new("item", DataType::Struct(HUPAI_FIELDS.clone()), true)));

static HUPAI_FIELDS: LazyLock<Fields> = LazyLock::new(|| {
    Fields::from(vec![
        Field::new("name", DataType::Utf8, false),
        Field::new("fanshu", DataType::Int8, true),
        Field::new("yakuman", DataType::Int8, true),
        Field::new("baojia", DataType::Utf8, true),
    ])
});

/// What came of a hand, and so which of its columns are null.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outcome {
    /// No win, or an error.
    Nothing,
    /// A win without yaku.
    NoYaku,
    /// Counted han.
    Fanshu,
    Damanguan,
}

/// The yaku's names.
static NAMES: [Piece; Yaku::ALL.len()] = {
    let mut names = [const { Piece::new("") }; Yaku::ALL.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = Piece::new(Yaku::ALL[at].name());
        at += 1;
    }
    names
};

/// Answers, row by row.
pub(crate) struct Answers {
    values: Values,
    /// Yaku that somebody is liable for.
    liable: Vec<(usize, String)>,
    /// Rows with errors.
    errors: Vec<(usize, String)>,
}

impl Answers {
    /// No answers yet, and room for so many.
    pub(crate) fn with_capacity(rows: usize) -> Self {
        Self { values: Values::with_capacity(rows), liable: Vec::new(), errors: Vec::new() }
    }

    /// One row more.
    #[inline]
    pub(crate) fn push(&mut self, answer: &Result<Option<Hule>>) {
        match answer {
            Ok(Some(hule)) => self.push_hule(hule),
            Ok(None) => self.push_values(Outcome::Nothing, [0; 4], [0; 4]),
            Err(error) => {
                self.errors.push((self.values.outcomes.len(), message(error)));
                self.push_values(Outcome::Nothing, [0; 4], [0; 4]);
            }
        }
        let yaku = self.values.han.len();
        self.values.ends.push(i32::try_from(yaku).unwrap_or(i32::MAX));
    }

    #[inline]
    fn push_hule(&mut self, hule: &Hule) {
        let outcome = match hule.damanguan {
            _ if hule.hupai.is_empty() => Outcome::NoYaku,
            0 => Outcome::Fanshu,
            _ => Outcome::Damanguan,
        };
        let values = [hule.defen.cast_signed(), hule.fu.cast_signed(), hule.fanshu.into(), hule.damanguan.into()];
        self.push_values(outcome, values, hule.fenpei);
        self.push_hupai(&hule.hupai, outcome == Outcome::Damanguan);
    }

    #[inline]
    fn push_values(&mut self, outcome: Outcome, [defen, fu, fanshu, damanguan]: [i32; 4], fenpei: [i32; 4]) {
        let values = &mut self.values;
        values.outcomes.push(outcome);
        values.defen.push(defen);
        values.fu.push(fu);
        values.fanshu.push(fanshu);
        values.damanguan.push(damanguan);
        values.fenpei.extend_from_slice(&fenpei);
    }

    #[inline]
    fn push_hupai(&mut self, list: &HupaiList, yakuman: bool) {
        let values = &mut self.values;
        for hupai in list.iter() {
            if let Some(from) = hupai.baojia {
                self.liable.push((values.han.len(), from.mark().to_string()));
            }
            if let Some(name) = NAMES.get(hupai.yaku as usize) {
                values.names.push_piece(name);
            }
            let times = hupai.fanshu.cast_signed(); // no hand counts half as many han of anything
            values.han.push(if yakuman { 0 } else { times });
            values.yakuman.push(if yakuman { times } else { 0 });
        }
    }

    /// The rows as a batch.
    pub(crate) fn finish(mut self) -> core::result::Result<RecordBatch, ArrowError> {
        let values = &mut self.values;
        let error = fill(&mut values.errors, values.outcomes.len(), &self.errors);
        let liable = fill(&mut values.baojia, values.han.len(), &self.liable);
        let outcomes = &values.outcomes;
        let win = nulls(outcomes, |&outcome| outcome >= Outcome::Fanshu);
        let counted = nulls(outcomes, |&outcome| outcome == Outcome::Fanshu);
        let any = nulls(outcomes, |&outcome| outcome >= Outcome::NoYaku);
        let damanguan = nulls(outcomes, |&outcome| outcome == Outcome::Damanguan);
        let han = nulls(&values.yakuman, |&times| times == 0);
        let yakuman = nulls(&values.yakuman, |&times| times != 0);
        let lent = Lent::new(self.values);
        let column = |column, nulls| -> ArrayRef { Arc::new(Int32Array::new(lent.numbers(column), nulls)) };
        let small = |column, nulls| -> ArrayRef { Arc::new(Int8Array::new(lent.numbers(column), nulls)) };
        let item = Arc::new(Field::new("item", DataType::Int32, true));
        let payments = column(|values| &values.fenpei, None);
        let yaku: Vec<ArrayRef> = vec![
            Arc::new(lent.texts(|values| &values.names, None)),
            small(|values| &values.han, han),
            small(|values| &values.yakuman, yakuman),
            Arc::new(lent.texts(|values| &values.baojia, Some(liable))),
        ];
        let yaku = StructArray::try_new(HUPAI_FIELDS.clone(), yaku, None)?;
        let ends = OffsetBuffer::new(lent.numbers(|values| &values.ends));
        let columns: Vec<ArrayRef> = vec![
            column(|values| &values.defen, any),
            column(|values| &values.fu, counted.clone()),
            column(|values| &values.fanshu, counted),
            column(|values| &values.damanguan, damanguan),
            Arc::new(FixedSizeListArray::try_new(item, 4, payments, win.clone())?),
            Arc::new(ListArray::try_new(Arc::clone(&HUPAI), ends, Arc::new(yaku), win)?),
            Arc::new(lent.texts(|values| &values.errors, Some(error))),
        ];
        RecordBatch::try_new(Arc::clone(&SCHEMA), columns)
    }
}

/// Null where it does not hold; nothing if it holds everywhere.
#[inline]
fn nulls<T>(values: &[T], holds: impl Fn(&T) -> bool) -> Option<NullBuffer> {
    let there = BooleanBuffer::collect_bool(values.len(), |at| values.get(at).is_some_and(&holds));
    Some(NullBuffer::new(there)).filter(|nulls| nulls.null_count() > 0)
}

/// Makes a column of so many texts, all empty but these; null where it is empty.
fn fill(column: &mut Texts, rows: usize, texts: &[(usize, String)]) -> NullBuffer {
    column.restart(rows, texts.iter().map(|(_, text)| text.len()).sum());
    for (row, text) in texts {
        column.fill(*row);
        column.push(text);
    }
    column.fill(rows);
    let mut there = BooleanBufferBuilder::new(rows);
    there.append_n(rows, false);
    for (row, _) in texts {
        there.set_bit(*row, true);
    }
    there.finish().into()
}

/// `kind: message`.
#[cold]
fn message(error: &Error) -> String {
    format!("{}: {error}", error.kind())
}
