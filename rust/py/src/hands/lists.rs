//! Lists of tiles in Arrow columns, in any of the forms that libraries give them.

use std::sync::{Arc, LazyLock};

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, OffsetSizeTrait};
use arrow_buffer::{NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::DataType;
use mjlog_core::hule::{Indicators, Tile};
use mjlog_core::{Error, ErrorKind, Result};

use super::readers::{Fault, Text};

/// A column of tiles: lists of them in any of Arrow's forms, or one a row.
pub(crate) enum Tiles {
    None,
    One(Text),
    Lists { places: Places, nulls: Option<NullBuffer>, tiles: Text },
}

/// Where the lists of a column are among the tiles.
pub(crate) enum Places {
    /// Ends, and the first of them.
    Small(OffsetBuffer<i32>, usize),
    Large(OffsetBuffer<i64>, usize),
    /// Beginnings and lengths.
    SmallView(ScalarBuffer<i32>, ScalarBuffer<i32>),
    LargeView(ScalarBuffer<i64>, ScalarBuffer<i64>),
    /// All of one length.
    Fixed(usize),
}

impl Places {
    /// The first place of a row's list and the one behind its last.
    #[inline]
    fn of(&self, row: usize) -> (usize, usize) {
        match self {
            Self::Small(ends, first) => (number(ends[row]) - first, number(ends[row + 1]) - first),
            Self::Large(ends, first) => (number(ends[row]) - first, number(ends[row + 1]) - first),
            Self::SmallView(from, len) => range(from[row], len[row]),
            Self::LargeView(from, len) => range(from[row], len[row]),
            Self::Fixed(len) => (row * len, (row + 1) * len),
        }
    }
}

#[inline]
fn number<O: OffsetSizeTrait>(n: O) -> usize {
    n.as_usize()
}

#[inline]
fn range<O: OffsetSizeTrait>(from: O, len: O) -> (usize, usize) {
    (number(from), number(from).saturating_add(number(len)))
}

impl Tiles {
    pub(crate) fn of(column: &dyn Array) -> core::result::Result<Self, Fault> {
        let (places, tiles) = match column.data_type() {
            DataType::Null => return Ok(Self::None),
            DataType::List(_) => {
                let (ends, first, tiles) = lists::<i32>(column)?;
                (Places::Small(ends, first), tiles)
            }
            DataType::LargeList(_) => {
                let (ends, first, tiles) = lists::<i64>(column)?;
                (Places::Large(ends, first), tiles)
            }
            DataType::ListView(_) => {
                let (from, len, tiles) = list_views::<i32>(column)?;
                (Places::SmallView(from, len), tiles)
            }
            DataType::LargeListView(_) => {
                let (from, len, tiles) = list_views::<i64>(column)?;
                (Places::LargeView(from, len), tiles)
            }
            DataType::FixedSizeList(_, len) => {
                let lists = column.as_fixed_size_list_opt().ok_or(Fault::Type)?;
                (Places::Fixed(usize::try_from(*len).map_err(|_| Fault::Type)?), Arc::clone(lists.values()))
            }
            _ => return Text::of(column).map(Self::One),
        };
        Ok(Self::Lists { places, nulls: column.nulls().cloned(), tiles: Text::of(&tiles)? })
    }

    /// Adds a row's tiles; whether it has a list at all.
    #[inline]
    pub(crate) fn read(&self, name: &str, row: usize, all: &mut Indicators) -> Result<bool> {
        match self {
            Self::None => Ok(false),
            Self::One(tiles) => match tiles.get(row) {
                Some(text) => {
                    all.push(tile(text)?);
                    Ok(true)
                }
                None => Ok(false),
            },
            Self::Lists { nulls: Some(nulls), .. } if nulls.is_null(row) => Ok(false),
            Self::Lists { places, tiles, .. } => {
                let (from, to) = places.of(row);
                for place in from..to {
                    let text = tiles.get(place).ok_or_else(|| null_tile(name))?;
                    all.try_push(tile(text)?).map_err(|_| too_many(name))?;
                }
                Ok(true)
            }
        }
    }
}

/// The ends of lists, the first of them, and the tiles of these lists alone.
fn lists<O: OffsetSizeTrait>(column: &dyn Array) -> core::result::Result<(OffsetBuffer<O>, usize, ArrayRef), Fault> {
    let lists = column.as_list_opt::<O>().ok_or(Fault::Type)?;
    let ends = lists.offsets().clone();
    let (first, last) = (ends.first().as_usize(), ends.last().as_usize());
    if first > last || last > lists.values().len() {
        return Err(Fault::List);
    }
    Ok((ends, first, lists.values().slice(first, last - first)))
}

/// Beginnings and lengths of lists, and the tiles.
#[allow(clippy::type_complexity)] // three parts of one column
fn list_views<O: OffsetSizeTrait>(
    column: &dyn Array,
) -> core::result::Result<(ScalarBuffer<O>, ScalarBuffer<O>, ArrayRef), Fault> {
    let lists = column.as_list_view_opt::<O>().ok_or(Fault::Type)?;
    let fits =
        |row: usize| lists.is_null(row) || range(lists.offsets()[row], lists.sizes()[row]).1 <= lists.values().len();
    if (0..lists.len()).all(fits) {
        Ok((lists.offsets().clone(), lists.sizes().clone(), Arc::clone(lists.values())))
    } else {
        Err(Fault::List)
    }
}

/// Reads a tile. By a table: indicators are of any suit, so a branch on it is guessed wrong in
/// three of four, which takes longer than all the rest.
#[inline]
fn tile(text: &str) -> Result<Tile> {
    static TILES: LazyLock<[Option<Tile>; 256]> = LazyLock::new(|| {
        let letters = |place: u8| [b'm' + (place >> 4), b'0' + (place & 15)];
        let text =
            |place: usize| u8::try_from(place).ok().and_then(|place| String::from_utf8(letters(place).into()).ok());
        core::array::from_fn(|place| text(place).and_then(|text| Tile::parse(&text).ok()))
    });
    if let [letter, digit] = *text.as_bytes() {
        let (letter, digit) = (letter.wrapping_sub(b'm'), digit.wrapping_sub(b'0'));
        if (letter | digit) < 16
            && let Some(tile) = TILES[usize::from(letter << 4 | digit)]
        {
            return Ok(tile);
        }
    }
    Tile::parse(text)
}

#[cold]
fn null_tile(name: &str) -> Error {
    Error::new(ErrorKind::BadArgument, format!("{name} has a null among its tiles"))
}

#[cold]
fn too_many(name: &str) -> Error {
    Error::new(ErrorKind::BadArgument, format!("{name} has more than five tiles"))
}
