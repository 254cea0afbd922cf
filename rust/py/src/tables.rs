//! `mjlog.arrow.convert`: a table of logs in, a table of paipu out.

use std::ops::Range;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use arrow_array::cast::AsArray;
use arrow_array::{Array, BinaryArray, BinaryViewArray, LargeBinaryArray, RecordBatch, StringArray, StructArray};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema, SchemaRef};
use mjlog_core::batch::in_chunks_of;
use mjlog_core::error::shortened;
use mjlog_core::paipu::{JsonSink, Label, Options, Warning};
use mjlog_core::{Error, ErrorKind, Result};
use pyo3::prelude::*;

use crate::arrow::{ArrowTable, Incoming, ended};
use crate::convert::write;
use crate::data::Source;
use crate::error::{to_py, warn};
use crate::logs::thread_count;

/// Rows of a batch of the answer, at most and at least, where there are as many.
const MOST: usize = 1 << 10;
const LEAST: usize = 16;
/// A batch that has so many bytes of text gets no more rows: Arrow's text ends at 2 GiB.
const FULL: usize = 1 << 30;

/// The columns of the answer.
static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| {
    let text = |name| Field::new(name, DataType::Utf8, true);
    Arc::new(Schema::new(vec![text("id"), text("paipu"), text("error")]))
});

/// Convert a table of logs, on threads of their own; one bad log costs one row.
///
/// Args:
///     table: Arrow data, any object with `__arrow_c_stream__` (a pyarrow Table, a Polars or
///         pandas DataFrame, a DuckDB relation) or `__arrow_c_array__`. Of its columns two are
///         read: the id (text) and the log (binary, gzip or not, or text).
///     id_column: name of the column that holds the id.
///     log_column: name of the column that holds the log.
///     threads: how many threads, 1 or more; by default one for each processor.
///     player_format: template of the players' labels with {name} {dan} {rate} {seat}.
///     title: own text in place of the tables' titles.
///     log_id: whether to put each log's id behind its title, on a line of its own.
///     partial: accept elements without their root, and input that stops anywhere.
///
/// Returns:
///     A table of as many rows in the same order, for any library that takes Arrow data: `id`,
///     `paipu` (JSON, as `convert_json` gives it) and `error` (`kind: message`), all text. One
///     of `paipu` and `error` is null.
///
/// Raises:
///     TypeError: `table` is no Arrow data.
///     MjlogError: of kind `bad_argument`, for a table without these columns or of other types;
///         of kind `unreadable`, when the table's own library reports an error; of kind
///         `bad_template`, for a template that can't be read.
///     ValueError: `threads` is less than 1.
#[pyfunction]
#[pyo3(signature = (table, *, id_column="id", log_column="log", threads=None, player_format=None, title=None,
                    log_id=false, partial=false))]
#[allow(clippy::too_many_arguments)] // Python's, all but one by their names
pub(crate) fn convert_table(
    table: &Bound<'_, PyAny>,
    id_column: &str,
    log_column: &str,
    threads: Option<&Bound<'_, PyAny>>,
    player_format: Option<&str>,
    title: Option<String>,
    log_id: bool,
    partial: bool,
) -> PyResult<ArrowTable> {
    let label = player_format.map_or_else(|| Ok(Label::default()), Label::parse).map_err(|e| to_py(&e))?;
    let job = Job {
        id_column,
        log_column,
        threads: thread_count(threads)?,
        options: Options { label, title, log_id: None, partial },
        log_id,
    };
    let incoming = Incoming::of(table)?;
    let warnings = Mutex::new(Vec::new());
    let batches = table.py().detach(|| job.table(incoming, &warnings)).map_err(|error| ended(&error))?;
    warn(table.py(), &warnings.into_inner().unwrap_or_else(PoisonError::into_inner))?;
    Ok(ArrowTable::new(Arc::clone(&SCHEMA), batches))
}

/// What is asked for.
struct Job<'a> {
    id_column: &'a str,
    log_column: &'a str,
    threads: usize,
    options: Options,
    log_id: bool,
}

impl Job<'_> {
    fn table(&self, mut incoming: Incoming, warnings: &Mutex<Vec<Warning>>) -> Result<Vec<RecordBatch>> {
        for name in [self.id_column, self.log_column] {
            check(incoming.fields(), name)?;
        }
        let mut answers = Vec::new();
        while let Some(batch) = incoming.next()? {
            answers.extend(self.batch(&batch, warnings)?);
        }
        Ok(answers)
    }

    fn batch(&self, batch: &StructArray, warnings: &Mutex<Vec<Warning>>) -> Result<Vec<RecordBatch>> {
        let (ids, logs) = (Column::of(batch, self.id_column)?, Column::of(batch, self.log_column)?);
        let rows = batch.len();
        // Several chunks a thread, so that all end at about the same time.
        let size = (rows / self.threads.saturating_mul(8)).clamp(LEAST, MOST);
        let done = Mutex::new(Vec::new());
        in_chunks_of(size, rows, self.threads, JsonSink::default, |sink, rows| {
            let (place, mut told) = (rows.start, Vec::new());
            let made = self.rows(&ids, &logs, rows, sink, &mut told);
            done.lock().unwrap_or_else(PoisonError::into_inner).push((place, made));
            warnings.lock().unwrap_or_else(PoisonError::into_inner).append(&mut told);
        });
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_unstable_by_key(|(place, _)| *place);
        let mut batches = Vec::new();
        for (_, made) in done {
            batches.extend(made.map_err(|error| impossible(&error))?);
        }
        Ok(batches)
    }

    fn rows(
        &self,
        ids: &Column,
        logs: &Column,
        rows: Range<usize>,
        sink: &mut JsonSink,
        warnings: &mut Vec<Warning>,
    ) -> core::result::Result<Vec<RecordBatch>, ArrowError> {
        let mut batches = Vec::new();
        let mut answer = Answer::default();
        for row in rows {
            if answer.is_full() {
                batches.push(core::mem::take(&mut answer).finish()?);
            }
            let id = ids.text(row);
            answer.ids.push(id.as_ref().ok().copied().flatten().map(str::as_bytes));
            match id.and_then(|id| self.row(id, logs, row, sink)) {
                Ok(mut told) => {
                    warnings.append(&mut told);
                    answer.paipu.write(|text| sink.write_to(text));
                    answer.errors.push(None);
                }
                Err(error) => {
                    answer.paipu.push(None);
                    answer.errors.push(Some(format!("{}: {error}", error.kind()).as_bytes()));
                }
            }
        }
        batches.push(answer.finish()?);
        Ok(batches)
    }

    fn row(&self, id: Option<&str>, logs: &Column, row: usize, sink: &mut JsonSink) -> Result<Vec<Warning>> {
        sink.clear();
        let source = if logs.is_text { logs.text(row)?.map(Source::Text) } else { logs.bytes(row).map(Source::Bytes) };
        let source = source.ok_or_else(|| Error::new(ErrorKind::NoLog, "the log is null"))?;
        match id.filter(|_| self.log_id) {
            Some(id) => write(source, &Options { log_id: Some(id.to_owned()), ..self.options.clone() }, sink),
            None => write(source, &self.options, sink),
        }
    }
}

/// A column of bytes or of text.
struct Column {
    values: Values,
    is_text: bool,
}

/// Bytes in any of the forms that libraries give them; text as bytes, for not every library looks at it.
enum Values {
    Null,
    Small(BinaryArray),
    Large(LargeBinaryArray),
    View(BinaryViewArray),
}

impl Column {
    fn of(batch: &StructArray, name: &str) -> Result<Self> {
        let column = batch.column_by_name(name).ok_or_else(|| missing(batch.fields(), name))?;
        let values = match column.data_type() {
            DataType::Null => Some(Values::Null),
            DataType::Binary => column.as_binary_opt().cloned().map(Values::Small),
            DataType::LargeBinary => column.as_binary_opt().cloned().map(Values::Large),
            DataType::BinaryView => column.as_binary_view_opt().cloned().map(Values::View),
            DataType::Utf8 => column.as_string_opt::<i32>().map(|text| Values::Small(text.clone().into())),
            DataType::LargeUtf8 => column.as_string_opt::<i64>().map(|text| Values::Large(text.clone().into())),
            DataType::Utf8View => column.as_string_view_opt().map(|text| Values::View(text.clone().to_binary_view())),
            _ => None,
        };
        let values = values.ok_or_else(|| wrong(name, column.data_type()))?;
        Ok(Self { values, is_text: is_text(column.data_type()) })
    }

    fn bytes(&self, row: usize) -> Option<&[u8]> {
        match &self.values {
            Values::Null => None,
            Values::Small(array) => array.is_valid(row).then(|| array.value(row)),
            Values::Large(array) => array.is_valid(row).then(|| array.value(row)),
            Values::View(array) => array.is_valid(row).then(|| array.value(row)),
        }
    }

    fn text(&self, row: usize) -> Result<Option<&str>> {
        let text = self.bytes(row).map(core::str::from_utf8).transpose();
        text.map_err(|e| Error::new(ErrorKind::Encoding, "a byte that is no UTF-8").at(e.valid_up_to(), None, None))
    }
}

fn is_text(kind: &DataType) -> bool {
    matches!(kind, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View)
}

fn check(fields: &Fields, name: &str) -> Result<()> {
    let (_, field) = fields.find(name).ok_or_else(|| missing(fields, name))?;
    match field.data_type() {
        DataType::Null | DataType::Binary | DataType::LargeBinary | DataType::BinaryView => Ok(()),
        kind if is_text(kind) => Ok(()),
        other => Err(wrong(name, other)),
    }
}

#[cold]
fn missing(fields: &Fields, name: &str) -> Error {
    let names: Vec<_> = fields.iter().take(10).map(|field| shortened(field.name())).collect();
    let there = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    let message = format!("the table has no column {:?}; there are {there}", shortened(name));
    Error::new(ErrorKind::BadArgument, message)
}

#[cold]
fn wrong(name: &str, kind: &DataType) -> Error {
    let message = format!("the column {:?} holds {kind}: it must be text or binary", shortened(name));
    Error::new(ErrorKind::BadArgument, message)
}

/// The columns are of one length and of text by the way they are made.
#[cold]
fn impossible(error: &ArrowError) -> Error {
    Error::new(ErrorKind::BadArgument, format!("the answer makes no table: {error}"))
}

/// Rows of the answer.
#[derive(Default)]
struct Answer {
    ids: Texts,
    paipu: Texts,
    errors: Texts,
}

impl Answer {
    fn is_full(&self) -> bool {
        self.ids.bytes.len().max(self.paipu.bytes.len()).max(self.errors.bytes.len()) > FULL
    }

    fn finish(self) -> core::result::Result<RecordBatch, ArrowError> {
        let columns = [self.ids, self.paipu, self.errors].map(Texts::finish);
        let columns = columns.into_iter().map(|column| column.map(|column| Arc::new(column) as _));
        RecordBatch::try_new(Arc::clone(&SCHEMA), columns.collect::<core::result::Result<_, _>>()?)
    }
}

/// A column of text with nulls, made row by row.
#[derive(Default)]
struct Texts {
    bytes: Vec<u8>,
    lengths: Vec<usize>,
    valid: Vec<bool>,
}

impl Texts {
    fn write(&mut self, text: impl FnOnce(&mut Vec<u8>)) {
        let before = self.bytes.len();
        text(&mut self.bytes);
        self.lengths.push(self.bytes.len() - before);
        self.valid.push(true);
    }

    fn push(&mut self, text: Option<&[u8]>) {
        self.write(|bytes| bytes.extend_from_slice(text.unwrap_or_default()));
        if text.is_none()
            && let Some(last) = self.valid.last_mut()
        {
            *last = false;
        }
    }

    fn finish(self) -> core::result::Result<StringArray, ArrowError> {
        let mut ends = Vec::with_capacity(self.lengths.len() + 1);
        ends.push(0);
        let mut end = 0;
        for length in self.lengths {
            end += length;
            ends.push(i32::try_from(end).map_err(|_| ArrowError::OffsetOverflowError(end))?);
        }
        let ends = OffsetBuffer::new(ScalarBuffer::from(ends));
        StringArray::try_new(ends, Buffer::from_vec(self.bytes), Some(NullBuffer::from(self.valid)))
    }
}
