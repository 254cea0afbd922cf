//! What `hule_batch` answers: a column a value, written into plain memory.

use std::sync::{Arc, LazyLock};

use arrow_array::{ArrayRef, FixedSizeListArray, Int8Array, Int32Array, ListArray, RecordBatch, StructArray};
use arrow_buffer::{BooleanBuffer, BooleanBufferBuilder, NullBuffer, OffsetBuffer};
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema, SchemaRef};
use mjlog_core::hule::{Hule, HupaiList, Yaku};
use mjlog_core::{Error, Result};

use crate::arrow::{Piece, Texts};

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
enum Outcome {
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
    outcomes: Vec<Outcome>,
    defen: Vec<i32>,
    fu: Vec<i32>,
    fanshu: Vec<i32>,
    damanguan: Vec<i32>,
    fenpei: Vec<[i32; 4]>,
    hupai: HupaiColumn,
    /// Rows with errors.
    errors: Vec<(usize, String)>,
}

struct HupaiColumn {
    /// Where each row's list ends, after a first 0.
    ends: Vec<i32>,
    names: Texts,
    /// Han, where a yaku is none of yakuman.
    fanshu: Vec<i8>,
    /// How often a yakuman counts, else 0.
    yakuman: Vec<i8>,
    /// Yaku that somebody is liable for.
    liable: Vec<(usize, String)>,
}

impl Answers {
    /// No answers yet, and room for so many.
    pub(crate) fn with_capacity(rows: usize) -> Self {
        let column = || Vec::with_capacity(rows);
        let mut ends = Vec::with_capacity(rows + 1);
        ends.push(0);
        // Hands have three to four yaku on average, whose names are of twelve bytes or less.
        let yaku = rows * 4;
        Self {
            outcomes: Vec::with_capacity(rows),
            defen: column(),
            fu: column(),
            fanshu: column(),
            damanguan: column(),
            fenpei: Vec::with_capacity(rows),
            hupai: HupaiColumn {
                ends,
                names: Texts::with_capacity(yaku, yaku * 11),
                fanshu: Vec::with_capacity(yaku),
                yakuman: Vec::with_capacity(yaku),
                liable: Vec::new(),
            },
            errors: Vec::new(),
        }
    }

    /// One row more.
    #[inline]
    pub(crate) fn push(&mut self, answer: &Result<Option<Hule>>) {
        match answer {
            Ok(Some(hule)) => self.push_hule(hule),
            Ok(None) => self.push_values(Outcome::Nothing, [0; 4], [0; 4]),
            Err(error) => {
                self.errors.push((self.outcomes.len(), message(error)));
                self.push_values(Outcome::Nothing, [0; 4], [0; 4]);
            }
        }
        self.hupai.end();
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
        self.hupai.push(&hule.hupai, outcome == Outcome::Damanguan);
    }

    #[inline]
    fn push_values(&mut self, outcome: Outcome, [defen, fu, fanshu, damanguan]: [i32; 4], fenpei: [i32; 4]) {
        self.outcomes.push(outcome);
        self.defen.push(defen);
        self.fu.push(fu);
        self.fanshu.push(fanshu);
        self.damanguan.push(damanguan);
        self.fenpei.push(fenpei);
    }

    /// The rows as a batch.
    pub(crate) fn finish(self) -> core::result::Result<RecordBatch, ArrowError> {
        let rows = self.outcomes.len();
        let outcomes = &self.outcomes;
        let win = nulls(outcomes, |&outcome| outcome >= Outcome::Fanshu);
        let counted = nulls(outcomes, |&outcome| outcome == Outcome::Fanshu);
        let any = nulls(outcomes, |&outcome| outcome >= Outcome::NoYaku);
        let damanguan = nulls(outcomes, |&outcome| outcome == Outcome::Damanguan);
        let column = |values: Vec<i32>, nulls| -> ArrayRef { Arc::new(Int32Array::new(values.into(), nulls)) };
        let item = Arc::new(Field::new("item", DataType::Int32, true));
        let payments = column(self.fenpei.into_flattened(), None);
        let columns: Vec<ArrayRef> = vec![
            column(self.defen, any),
            column(self.fu, counted.clone()),
            column(self.fanshu, counted),
            column(self.damanguan, damanguan),
            Arc::new(FixedSizeListArray::try_new(item, 4, payments, win.clone())?),
            Arc::new(self.hupai.finish(win)?),
            sparse(rows, &self.errors),
        ];
        RecordBatch::try_new(Arc::clone(&SCHEMA), columns)
    }
}

impl HupaiColumn {
    /// A row's yaku.
    #[inline]
    fn push(&mut self, list: &HupaiList, yakuman: bool) {
        for hupai in list.iter() {
            if let Some(from) = hupai.baojia {
                self.liable.push((self.fanshu.len(), from.mark().to_string()));
            }
            if let Some(name) = NAMES.get(hupai.yaku as usize) {
                self.names.push_piece(name);
            }
            let times = hupai.fanshu.cast_signed(); // no hand counts half as many han of anything
            self.fanshu.push(if yakuman { 0 } else { times });
            self.yakuman.push(if yakuman { times } else { 0 });
        }
    }

    /// The end of a row.
    #[inline]
    fn end(&mut self) {
        self.ends.push(i32::try_from(self.fanshu.len()).unwrap_or(i32::MAX));
    }

    fn finish(self, rows: Option<NullBuffer>) -> core::result::Result<ListArray, ArrowError> {
        let counted = nulls(&self.yakuman, |&times| times == 0);
        let yakuman = nulls(&self.yakuman, |&times| times != 0);
        let baojia = sparse(self.fanshu.len(), &self.liable);
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.names.finish(None)),
            Arc::new(Int8Array::new(self.fanshu.into(), counted)),
            Arc::new(Int8Array::new(self.yakuman.into(), yakuman)),
            baojia,
        ];
        let all = StructArray::try_new(HUPAI_FIELDS.clone(), columns, None)?;
        ListArray::try_new(Arc::clone(&HUPAI), OffsetBuffer::new(self.ends.into()), Arc::new(all), rows)
    }
}

/// Null where it does not hold; nothing if it holds everywhere.
#[inline]
fn nulls<T>(values: &[T], holds: impl Fn(&T) -> bool) -> Option<NullBuffer> {
    let there = BooleanBuffer::collect_bool(values.len(), |at| values.get(at).is_some_and(&holds));
    Some(NullBuffer::new(there)).filter(|nulls| nulls.null_count() > 0)
}

/// A column of text in which all is null but these rows.
fn sparse(rows: usize, texts: &[(usize, String)]) -> ArrayRef {
    let mut column = Texts::with_capacity(rows, texts.iter().map(|(_, text)| text.len()).sum());
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
    Arc::new(column.finish(Some(there.finish().into())))
}

/// `kind: message`.
#[cold]
fn message(error: &Error) -> String {
    format!("{}: {error}", error.kind())
}
