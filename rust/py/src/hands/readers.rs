//! Values of Arrow columns, in any of the forms that libraries give them.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowDictionaryKeyType, ArrowPrimitiveType, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{
    Array, ArrayRef, BooleanArray, GenericStringArray, LargeStringArray, OffsetSizeTrait, PrimitiveArray, StringArray,
    StringViewArray,
};
use arrow_buffer::{NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::DataType;
use mjlog_core::hule::{Indicators, Tile};
use mjlog_core::{Error, ErrorKind, Result};

/// Why a column can't be read.
pub(crate) enum Fault {
    Type,
    /// Text that is not UTF-8, in this row or list.
    Text(usize),
    /// A list that ends behind the last tile.
    List,
}

/// The value of a row that is not null.
macro_rules! value {
    ($array:ident, $row:ident) => {
        if $array.is_null($row) { None } else { Some($array.value($row)) }
    };
}

/// A column of numbers of any width, or of true and false.
pub(crate) enum Numbers {
    None,
    Bool(BooleanArray),
    I8(PrimitiveArray<Int8Type>),
    I16(PrimitiveArray<Int16Type>),
    I32(PrimitiveArray<Int32Type>),
    I64(PrimitiveArray<Int64Type>),
    U8(PrimitiveArray<UInt8Type>),
    U16(PrimitiveArray<UInt16Type>),
    U32(PrimitiveArray<UInt32Type>),
    U64(PrimitiveArray<UInt64Type>),
}

impl Numbers {
    pub(crate) fn of(column: &dyn Array) -> Option<Self> {
        Some(match column.data_type() {
            DataType::Null => Self::None,
            DataType::Boolean => Self::Bool(column.as_boolean_opt()?.clone()),
            DataType::Int8 => Self::I8(column.as_primitive_opt()?.clone()),
            DataType::Int16 => Self::I16(column.as_primitive_opt()?.clone()),
            DataType::Int32 => Self::I32(column.as_primitive_opt()?.clone()),
            DataType::Int64 => Self::I64(column.as_primitive_opt()?.clone()),
            DataType::UInt8 => Self::U8(column.as_primitive_opt()?.clone()),
            DataType::UInt16 => Self::U16(column.as_primitive_opt()?.clone()),
            DataType::UInt32 => Self::U32(column.as_primitive_opt()?.clone()),
            DataType::UInt64 => Self::U64(column.as_primitive_opt()?.clone()),
            _ => return None,
        })
    }

    /// The number in a row. What is over 63 bits is out of every range as it is.
    #[inline]
    pub(crate) fn get(&self, row: usize) -> Option<i64> {
        match self {
            Self::None => None,
            Self::Bool(array) => value!(array, row).map(i64::from),
            Self::I8(array) => value!(array, row).map(i64::from),
            Self::I16(array) => value!(array, row).map(i64::from),
            Self::I32(array) => value!(array, row).map(i64::from),
            Self::I64(array) => value!(array, row),
            Self::U8(array) => value!(array, row).map(i64::from),
            Self::U16(array) => value!(array, row).map(i64::from),
            Self::U32(array) => value!(array, row).map(i64::from),
            Self::U64(array) => value!(array, row).map(|n| i64::try_from(n).unwrap_or(i64::MAX)),
        }
    }

    /// The numbers from a row on; `default` for null, `u16::MAX` for what no u16 can be.
    pub(crate) fn fill(&self, from: usize, all: &mut [u16], default: u16) {
        match self {
            Self::None => all.fill(default),
            Self::Bool(array) => {
                for (row, number) in (from..).zip(all.iter_mut()) {
                    *number = value!(array, row).map_or(default, u16::from);
                }
            }
            Self::I8(array) => fill(array, from, all, default),
            Self::I16(array) => fill(array, from, all, default),
            Self::I32(array) => fill(array, from, all, default),
            Self::I64(array) => fill(array, from, all, default),
            Self::U8(array) => fill(array, from, all, default),
            Self::U16(array) => fill(array, from, all, default),
            Self::U32(array) => fill(array, from, all, default),
            Self::U64(array) => fill(array, from, all, default),
        }
    }
}

/// One loop a type, without a branch on it.
fn fill<T>(array: &PrimitiveArray<T>, from: usize, all: &mut [u16], default: u16)
where
    T: ArrowPrimitiveType<Native: TryInto<u16>>,
{
    let values = array.values().get(from..).unwrap_or_default();
    for (number, &value) in all.iter_mut().zip(values) {
        *number = value.try_into().unwrap_or(u16::MAX);
    }
    if let Some(nulls) = array.nulls() {
        for (row, number) in (from..).zip(all.iter_mut()) {
            if nulls.is_null(row) {
                *number = default;
            }
        }
    }
}

/// A column of text. All of it is UTF-8: that is looked at once, for not every library does.
pub(crate) enum Text {
    None,
    Small(StringArray),
    Large(LargeStringArray),
    View(StringViewArray),
    Dictionary(Box<(Numbers, Text)>),
}

impl Text {
    pub(crate) fn of(column: &dyn Array) -> core::result::Result<Self, Fault> {
        Ok(match column.data_type() {
            DataType::Null => Self::None,
            DataType::Utf8 => Self::Small(checked(column)?),
            DataType::LargeUtf8 => Self::Large(checked(column)?),
            DataType::Utf8View => {
                let array = column.as_string_view_opt().ok_or(Fault::Type)?.clone();
                if !array.is_ascii() {
                    let bytes = array.clone().to_binary_view();
                    all_utf8((0..bytes.len()).map(|row| value!(bytes, row)))?;
                }
                Self::View(array)
            }
            DataType::Dictionary(key, _) => match key.as_ref() {
                DataType::Int8 => dictionary::<Int8Type>(column)?,
                DataType::Int16 => dictionary::<Int16Type>(column)?,
                DataType::Int32 => dictionary::<Int32Type>(column)?,
                DataType::Int64 => dictionary::<Int64Type>(column)?,
                DataType::UInt8 => dictionary::<UInt8Type>(column)?,
                DataType::UInt16 => dictionary::<UInt16Type>(column)?,
                DataType::UInt32 => dictionary::<UInt32Type>(column)?,
                DataType::UInt64 => dictionary::<UInt64Type>(column)?,
                _ => return Err(Fault::Type),
            },
            _ => return Err(Fault::Type),
        })
    }

    /// The text of a row.
    #[inline]
    pub(crate) fn get(&self, row: usize) -> Option<&str> {
        match self {
            Self::None => None,
            Self::Small(array) => value!(array, row),
            Self::Large(array) => value!(array, row),
            Self::View(array) => value!(array, row),
            Self::Dictionary(parts) => parts.1.at_key(parts.0.get(row)),
        }
    }

    /// The value of a dictionary.
    fn at_key(&self, key: Option<i64>) -> Option<&str> {
        let len = match self {
            Self::None | Self::Dictionary(_) => 0,
            Self::Small(array) => array.len(),
            Self::Large(array) => array.len(),
            Self::View(array) => array.len(),
        };
        usize::try_from(key?).ok().filter(|key| *key < len).and_then(|key| self.get(key))
    }
}

/// A column of text that has been looked at.
fn checked<O: OffsetSizeTrait>(column: &dyn Array) -> core::result::Result<GenericStringArray<O>, Fault> {
    let array = column.as_string_opt::<O>().ok_or(Fault::Type)?.clone();
    let ends = array.value_offsets();
    let (first, last) = (ends.first().map_or(0, |o| o.as_usize()), ends.last().map_or(0, |o| o.as_usize()));
    // Of the memory only what these rows hold: it may be that of a much larger table.
    let bytes = array.values().get(first..last).ok_or(Fault::List)?;
    if !bytes.is_ascii() {
        all_utf8(ends.windows(2).enumerate().map(|(row, ends)| match *ends {
            [from, to] if !array.is_null(row) => array.values().get(from.as_usize()..to.as_usize()),
            _ => None,
        }))?;
    }
    Ok(array)
}

fn all_utf8<'a>(mut values: impl Iterator<Item = Option<&'a [u8]>>) -> core::result::Result<(), Fault> {
    match values.position(|bytes| bytes.is_some_and(|bytes| core::str::from_utf8(bytes).is_err())) {
        Some(row) => Err(Fault::Text(row)),
        None => Ok(()),
    }
}

fn dictionary<K: ArrowDictionaryKeyType>(column: &dyn Array) -> core::result::Result<Text, Fault> {
    let column = column.as_dictionary_opt::<K>().ok_or(Fault::Type)?;
    let keys = Numbers::of(column.keys()).ok_or(Fault::Type)?;
    match Text::of(column.values())? {
        Text::Dictionary(_) => Err(Fault::Type),
        values => Ok(Text::Dictionary(Box::new((keys, values)))),
    }
}

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
                Some(tile) => {
                    all.push(Tile::parse(tile)?);
                    Ok(true)
                }
                None => Ok(false),
            },
            Self::Lists { nulls: Some(nulls), .. } if nulls.is_null(row) => Ok(false),
            Self::Lists { places, tiles, .. } => {
                let (from, to) = places.of(row);
                for place in from..to {
                    let tile = tiles.get(place).ok_or_else(|| null_tile(name))?;
                    all.try_push(Tile::parse(tile)?).map_err(|_| too_many(name))?;
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

#[cold]
fn null_tile(name: &str) -> Error {
    Error::new(ErrorKind::BadArgument, format!("{name} has a null among its tiles"))
}

#[cold]
fn too_many(name: &str) -> Error {
    Error::new(ErrorKind::BadArgument, format!("{name} has more than five tiles"))
}
