//! `hule_batch`: a table of hands in, a table of answers out.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::{Array, RecordBatch};
use arrow_schema::ArrowError;
use mjlog_core::batch::in_chunks_of;
use mjlog_core::hule::{Hule, Rule, Shoupai, Situation, hule};
use mjlog_core::{Error, ErrorKind, Result};
use pyo3::prelude::*;

use super::answers::{Answers, SCHEMA};
use super::arguments::{Arg, rule};
use super::columns::{Block, Columns};
use super::rules::Known;
use crate::arrow::{ArrowTable, Incoming, ended};
use crate::logs::thread_count;

/// Rows that are read before they are scored: what a stream gave before is free by then.
const AT_ONCE: usize = 1 << 20;
/// Rows of a batch of the answer, at most and at least, where there are as many.
const MOST: usize = 1 << 14;
const LEAST: usize = 1 << 10;

/// Score a table of hands, on threads of their own; one bad row costs one row.
///
/// Args:
///     table: Arrow data, any object with `__arrow_c_stream__` (a pyarrow Table, a Polars or
///         pandas DataFrame, a DuckDB relation) or `__arrow_c_array__`. Its columns are the
///         arguments of `hule`: `shoupai` and, where there are any, `rongpai`, `zhuangfeng`,
///         `menfeng`, `lizhi`, `yifa`, `qianggang`, `lingshang`, `haidi`, `tianhu`, `baopai`,
///         `fubaopai`, `changbang`, `lizhibang` and `kita`; null is `hule`'s default. `rule` is
///         either whole numbers, Tenhou's types of tables as `Rule.tenhou` takes them, or text,
///         the JSON of what `Rule.from_majiang` takes. Others are left alone.
///     rule: the rule of all rows that name no other, by default Tenhou's.
///     threads: how many threads, 1 or more; by default one for each processor.
///     strict: whether flags that exclude each other are an error.
///
/// Returns:
///     A table of as many rows in the same order, for any library that takes Arrow data:
///     `defen`, `fu`, `fanshu` and `damanguan` (int32), `fenpei` (four int32), `hupai` (a list
///     of `name`, `fanshu`, `yakuman` and `baojia`) and `error` (text, `kind: message`). Of a
///     hand that is no win all is null, of a win without yaku all but `defen`, which is 0.
///
/// Raises:
///     TypeError: `table` is no Arrow data.
///     MjlogError: of kind `bad_argument`, for a table without `shoupai` or a column of a wrong
///         type; of kind `unreadable`, when the table's own library reports an error.
///     ValueError: `threads` is less than 1.
#[pyfunction]
#[pyo3(signature = (table, *, rule=None, threads=None, strict=false))]
pub(crate) fn hule_batch(
    table: &Bound<'_, PyAny>,
    rule: Arg,
    threads: Option<&Bound<'_, PyAny>>,
    strict: bool,
) -> PyResult<ArrowTable> {
    let scoring = Scoring { rule: self::rule(rule)?, strict, threads: thread_count(threads)? };
    let incoming = Incoming::of(table)?;
    let batches = table.py().detach(|| scoring.table(incoming)).map_err(|error| ended(&error))?;
    Ok(ArrowTable::new(Arc::clone(&SCHEMA), batches))
}

/// How hands are scored.
struct Scoring {
    rule: Rule,
    strict: bool,
    threads: usize,
}

/// Some rows of a batch.
struct Job<'a> {
    columns: &'a Columns,
    rows: Range<usize>,
}

impl Scoring {
    fn table(&self, mut incoming: Incoming) -> Result<Vec<RecordBatch>> {
        Columns::check(incoming.fields())?;
        let (mut answers, mut known) = (Vec::new(), Known::default());
        loop {
            let (mut batches, mut rows) = (Vec::new(), 0);
            while rows < AT_ONCE {
                let Some(batch) = incoming.next()? else { break };
                rows += batch.len();
                batches.push(Columns::of(&batch, &mut known)?);
            }
            if batches.is_empty() {
                return Ok(answers);
            }
            answers.extend(self.batches(&batches, rows)?);
        }
    }

    fn batches(&self, batches: &[Columns], rows: usize) -> Result<Vec<RecordBatch>> {
        // Several chunks a thread, so that all end at about the same time.
        let size = if self.threads == 1 { MOST } else { (rows / self.threads.saturating_mul(8)).clamp(LEAST, MOST) };
        let jobs: Vec<Job> = batches
            .iter()
            .flat_map(|columns| {
                let len = columns.len();
                (0..len).step_by(size).map(move |from| Job { columns, rows: from..(from + size).min(len) })
            })
            .collect();
        let done = Mutex::new(Vec::with_capacity(jobs.len()));
        in_chunks_of(
            1,
            jobs.len(),
            self.threads,
            || (),
            |(), places| {
                for (place, job) in places.clone().zip(jobs.get(places).unwrap_or_default()) {
                    let answers = self.rows(job);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((place, answers));
                }
            },
        );
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_unstable_by_key(|(place, _)| *place);
        done.into_iter().map(|(_, batch)| batch.map_err(|error| impossible(&error))).collect()
    }

    fn rows(&self, job: &Job) -> core::result::Result<RecordBatch, ArrowError> {
        let mut answers = Answers::with_capacity(job.rows.len());
        // Used again for each row: a hand is larger than all else here, and not moved.
        let (mut block, mut situation, mut hand) = (Block::new(), Situation::default(), Shoupai::default());
        for row in job.rows.clone() {
            answers.push(&self.row(job.columns, row, &mut block, &mut situation, &mut hand));
        }
        answers.finish()
    }

    #[inline]
    fn row(
        &self,
        columns: &Columns,
        row: usize,
        block: &mut Block,
        situation: &mut Situation,
        hand: &mut Shoupai,
    ) -> Result<Option<Hule>> {
        columns.hand(row, hand)?;
        let rongpai = columns.rongpai(row)?;
        let own = columns.rule(row)?;
        let rule = own.as_ref().unwrap_or(&self.rule);
        columns.read(row, block, situation)?;
        if self.strict {
            situation.check_strictly(hand, rongpai, rule)?;
        }
        hule(hand, rongpai, situation, rule)
    }
}

/// The columns are of one length by the way they are made.
#[cold]
fn impossible(error: &ArrowError) -> Error {
    Error::new(ErrorKind::BadArgument, format!("the answer makes no table: {error}"))
}
