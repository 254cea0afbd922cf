//! A table of hands: its columns are the arguments of `hule`, a row a hand.

use arrow_array::{Array, StructArray, new_empty_array};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Fields};
use mjlog_core::hule::{Rongpai, Rule, Shoupai, Situation};
use mjlog_core::{Error, ErrorKind, Result};

use super::arguments::MOST_BANG;
use super::lists::Tiles;
use super::readers::{Fault, Numbers, Text};
use super::rules::{Known, Rules};

/// The columns of a batch; those it lacks take `hule`'s defaults.
pub(crate) struct Columns {
    len: usize,
    rows: Option<NullBuffer>,
    shoupai: Text,
    rongpai: Text,
    /// In the order of [`FIELDS`].
    numbers: [Numbers; FIELDS.len()],
    baopai: Tiles,
    fubaopai: Tiles,
    rules: Rules,
}

/// An argument that is a number or a flag.
struct Field {
    name: &'static str,
    /// The largest value that it can have.
    most: u16,
    default: u16,
}

const fn field(name: &'static str, most: u16, default: u16) -> Field {
    Field { name, most, default }
}

const FIELDS: [Field; 11] = [
    field("zhuangfeng", 3, 0),
    field("menfeng", 3, 1),
    field("lizhi", 2, 0),
    field("yifa", 1, 0),
    field("qianggang", 1, 0),
    field("lingshang", 1, 0),
    field("haidi", 2, 0),
    field("tianhu", 2, 0),
    field("changbang", MOST_BANG, 0),
    field("lizhibang", MOST_BANG, 0),
    field("kita", 4, 0),
];

const RULES: &str = "tables' types as whole numbers, or rules as JSON text";

impl Columns {
    /// The columns of a batch.
    ///
    /// # Errors
    /// `BadArgument` for a column that is of a wrong type, damaged, lacking or there twice;
    /// `Unreadable` when the program is interrupted.
    pub(crate) fn of(batch: &StructArray, known: &mut Known) -> Result<Self> {
        let find = |name: &str| find(name, batch);
        let text = |name, wanted| match find(name)? {
            Some(column) => Text::of(column).map(Some).map_err(|fault| refused(name, wanted, column, &fault)),
            None => Ok(None),
        };
        let tiles = |name| match find(name)? {
            Some(column) => Tiles::of(column).map_err(|fault| refused(name, "lists of tiles as text", column, &fault)),
            None => Ok(Tiles::None),
        };
        let rules = match find("rule")? {
            Some(column) => Rules::of(column, known).map_err(|fault| refused("rule", RULES, column, &fault))?,
            None => Rules::None,
        };
        let mut numbers = [const { Numbers::None }; FIELDS.len()];
        for (numbers, field) in numbers.iter_mut().zip(&FIELDS) {
            if let Some(column) = find(field.name)? {
                let wanted = if field.most == 1 { "true and false, or 1 and 0" } else { "whole numbers" };
                *numbers = Numbers::of(column).ok_or_else(|| refused(field.name, wanted, column, &Fault::Type))?;
            }
        }
        Ok(Self {
            len: batch.len(),
            rows: batch.nulls().cloned(),
            shoupai: text("shoupai", "hands as text")?.ok_or_else(no_hands)?,
            rongpai: text("rongpai", "tiles as text")?.unwrap_or(Text::None),
            numbers,
            baopai: tiles("baopai")?,
            fubaopai: tiles("fubaopai")?,
            rules,
        })
    }

    /// Looks at the columns' names and types, before there is any data.
    ///
    /// # Errors
    /// As [`Columns::of`].
    pub(crate) fn check(fields: &Fields) -> Result<()> {
        let known = |name: &str| {
            matches!(name, "shoupai" | "rongpai" | "baopai" | "fubaopai" | "rule")
                || FIELDS.iter().any(|f| f.name == name)
        };
        let fields: Fields = fields.iter().filter(|f| known(f.name())).cloned().collect();
        let arrays = fields.iter().map(|f| new_empty_array(f.data_type())).collect();
        let empty = StructArray::try_new_with_length(fields, arrays, None, 0);
        let empty = empty.map_err(|error| Error::new(ErrorKind::BadArgument, error.to_string()))?;
        Self::of(&empty, &mut Known::default()).map(|_| ())
    }

    /// How many rows there are.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Makes `hand` that of a row.
    ///
    /// # Errors
    /// That there is none, or that it is none.
    #[inline]
    pub(crate) fn hand(&self, row: usize, hand: &mut Shoupai) -> Result<()> {
        match self.shoupai.get(row) {
            Some(text) if self.rows.as_ref().is_none_or(|rows| rows.is_valid(row)) => hand.read(text),
            _ => Err(null_hand()),
        }
    }

    /// The tile that a row's hand won on.
    ///
    /// # Errors
    /// That it is no tile.
    #[inline]
    pub(crate) fn rongpai(&self, row: usize) -> Result<Option<Rongpai>> {
        self.rongpai.get(row).map(Rongpai::parse).transpose()
    }

    /// The rule that a row names.
    ///
    /// # Errors
    /// That it is none.
    #[inline]
    pub(crate) fn rule(&self, row: usize) -> Result<Option<Rule>> {
        self.rules.get(row)
    }

    /// Makes `situation` that of a row. Rows come in order.
    ///
    /// # Errors
    /// What no argument can be.
    #[inline]
    pub(crate) fn read(&self, row: usize, block: &mut Block, situation: &mut Situation) -> Result<()> {
        block.read(self, row, situation)?;
        situation.baopai.clear();
        self.baopai.read("baopai", row, &mut situation.baopai)?;
        if !matches!(self.fubaopai, Tiles::None) {
            let tiles = situation.fubaopai.get_or_insert_default();
            tiles.clear();
            if !self.fubaopai.read("fubaopai", row, tiles)? {
                situation.fubaopai = None;
            }
        }
        Ok(())
    }
}

/// Rows of a block; a power of two.
const BLOCK: usize = 256;

/// The numbers of some rows, read column by column: one loop a column is a fifth of the time
/// of looking at every column's type in every row.
pub(crate) struct Block {
    from: usize,
    rows: usize,
    values: [[u16; BLOCK]; FIELDS.len()],
    /// Whether all are in their ranges.
    fine: bool,
}

impl Block {
    /// Nothing read yet.
    pub(crate) fn new() -> Self {
        Self { from: 0, rows: 0, values: [[0; BLOCK]; FIELDS.len()], fine: true }
    }

    /// Puts a row's numbers where they belong.
    #[inline]
    fn read(&mut self, columns: &Columns, row: usize, situation: &mut Situation) -> Result<()> {
        if row.wrapping_sub(self.from) >= self.rows {
            self.fill(columns, row);
        }
        if !self.fine {
            columns.check_ranges(row)?;
        }
        let place = (row - self.from) % BLOCK;
        let [zhuangfeng, menfeng, lizhi, yifa, qianggang, lingshang, haidi, tianhu, changbang, lizhibang, kita] =
            self.values.each_ref().map(|column| column[place]);
        let small = |n: u16| n.to_le_bytes()[0]; // at most 4
        situation.zhuangfeng = small(zhuangfeng);
        situation.menfeng = small(menfeng);
        situation.lizhi = small(lizhi);
        situation.yifa = yifa != 0;
        situation.qianggang = qianggang != 0;
        situation.lingshang = lingshang != 0;
        situation.haidi = small(haidi);
        situation.tianhu = small(tianhu);
        situation.changbang = changbang;
        situation.lizhibang = lizhibang;
        situation.kita = small(kita);
        Ok(())
    }

    #[inline(never)]
    fn fill(&mut self, columns: &Columns, from: usize) {
        self.from = from;
        self.rows = BLOCK.min(columns.len - from);
        self.fine = true;
        for ((field, numbers), values) in FIELDS.iter().zip(&columns.numbers).zip(&mut self.values) {
            let values = values.get_mut(..self.rows).unwrap_or_default();
            numbers.fill(from, values, field.default);
            self.fine &= values.iter().fold(0, |most, n| most.max(*n)) <= field.most;
        }
    }
}

impl Columns {
    /// The first number of a row that is out of its range, as an error.
    #[cold]
    fn check_ranges(&self, row: usize) -> Result<()> {
        for (Field { name, most, .. }, numbers) in FIELDS.iter().zip(&self.numbers) {
            if let Some(number) = numbers.get(row).filter(|n| !(0..=i64::from(*most)).contains(n)) {
                return Err(Error::new(ErrorKind::BadArgument, format!("{name} {number} is not in 0 to {most}")));
            }
        }
        Ok(())
    }
}

/// The column with this name.
fn find<'a>(name: &str, batch: &'a StructArray) -> Result<Option<&'a dyn Array>> {
    let mut all = batch.fields().iter().zip(batch.columns()).filter(|(field, _)| field.name() == name);
    let first = all.next().map(|(_, column)| column.as_ref());
    if all.next().is_some() {
        return Err(Error::new(ErrorKind::BadArgument, format!("table has two columns called {name}")));
    }
    Ok(first)
}

fn refused(name: &str, wanted: &str, column: &dyn Array, fault: &Fault) -> Error {
    let found = column.data_type();
    let why = match fault {
        Fault::Type if matches!(found, DataType::Float64) => {
            format!(
                "has to be of {wanted}, not of floats; in pandas, `astype(\"Int64\")` makes them whole and keeps nulls"
            )
        }
        Fault::Type => format!("has to be of {wanted}, not of the Arrow type {found}"),
        Fault::Text(place) => format!("has text that is not UTF-8, at place {place} of a batch"),
        Fault::Stopped(error) => return error.clone(),
        Fault::List => "is damaged: it ends before its values do".to_owned(),
    };
    Error::new(ErrorKind::BadArgument, format!("the column {name} {why}"))
}

#[cold]
fn no_hands() -> Error {
    Error::new(ErrorKind::BadArgument, "table has no column called shoupai, for the hands")
}

#[cold]
fn null_hand() -> Error {
    Error::new(ErrorKind::BadArgument, "shoupai is null: there is no hand")
}
