//! Numbers and text of Arrow columns, in any of the forms that libraries give them.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowDictionaryKeyType, ArrowPrimitiveType, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{
    Array, BooleanArray, GenericStringArray, LargeStringArray, OffsetSizeTrait, PrimitiveArray, StringArray,
    StringViewArray,
};
use arrow_buffer::ArrowNativeType;
use arrow_schema::DataType;
use mjlog_core::Error;

/// Why a column can't be read.
pub(crate) enum Fault {
    Type,
    /// Text that is not UTF-8, in this row or list.
    Text(usize),
    /// A list that ends behind the last tile.
    List,
    /// Reading it was ended by this.
    Stopped(Error),
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

/// One loop a type, without a branch on it or on a value.
#[allow(clippy::cast_possible_truncation)] // seen in `any`
fn fill<T>(array: &PrimitiveArray<T>, from: usize, all: &mut [u16], default: u16)
where
    T: ArrowPrimitiveType<Native: TryInto<u16>>,
{
    let values = array.values().get(from..).unwrap_or_default();
    let mut any = 0;
    for (number, value) in all.iter_mut().zip(values) {
        let bits = value.as_usize();
        any |= bits; // of what is negative the highest bits are set
        *number = bits as u16;
    }
    if any > 0x7fff || usize::BITS < 64 {
        for (number, &value) in all.iter_mut().zip(values) {
            *number = value.try_into().unwrap_or(u16::MAX);
        }
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

    /// How many texts there are; of a dictionary none of its own.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::None | Self::Dictionary(_) => 0,
            Self::Small(array) => array.len(),
            Self::Large(array) => array.len(),
            Self::View(array) => array.len(),
        }
    }

    /// The value of a dictionary.
    fn at_key(&self, key: Option<i64>) -> Option<&str> {
        usize::try_from(key?).ok().filter(|key| *key < self.len()).and_then(|key| self.get(key))
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
