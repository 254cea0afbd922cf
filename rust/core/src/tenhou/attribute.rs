//! An attribute, whoever read it.

use std::borrow::Cow;

use super::number::Field;

/// An attribute's name and value.
#[derive(Clone, Debug)]
pub struct Attribute<'a> {
    /// Its name.
    pub name: &'a [u8],
    /// Its value.
    pub value: Value<'a>,
}

/// An attribute's value: UTF-8, whole. Most of them hold numbers, so it becomes a `str` only
/// where it is one.
#[derive(Clone, Debug)]
pub enum Value<'a> {
    /// As it stands in the text.
    Plain {
        /// The text from the value on: what follows it is room for reading blocks.
        text: &'a [u8],
        /// The value's length.
        len: usize,
    },
    /// What its entities stand for.
    Resolved(String),
}

impl<'a> Attribute<'a> {
    /// An attribute from its name and value.
    #[must_use]
    pub fn new(name: &'a str, value: Cow<'a, str>) -> Self {
        Self { name: name.as_bytes(), value: value.into() }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &'a str {
        core::str::from_utf8(self.name).unwrap_or_default()
    }

    /// Name and value, to be read as numbers.
    #[inline]
    #[must_use]
    pub fn field(&self) -> Field<'_> {
        match &self.value {
            Value::Plain { text, len } => Field { name: self.name, text, len: *len },
            Value::Resolved(value) => Field { name: self.name, text: value.as_bytes(), len: value.len() },
        }
    }
}

impl<'a> Value<'a> {
    /// The value as text.
    #[must_use]
    pub fn into_text(self) -> Cow<'a, str> {
        match self {
            Value::Plain { text, len } => {
                let value = text.get(..len).unwrap_or_default();
                Cow::Borrowed(core::str::from_utf8(value).unwrap_or_default())
            }
            Value::Resolved(value) => Cow::Owned(value),
        }
    }
}

impl<'a> From<Cow<'a, str>> for Value<'a> {
    fn from(value: Cow<'a, str>) -> Self {
        match value {
            Cow::Borrowed(value) => Value::Plain { text: value.as_bytes(), len: value.len() },
            Cow::Owned(value) => Value::Resolved(value),
        }
    }
}
