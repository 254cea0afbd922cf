//! Rules as data: a table's type on Tenhou, or 電脳麻将's options as JSON text; one, or a column of them.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::types::UInt32Type;
use arrow_array::{Array, PrimitiveArray};
use arrow_schema::DataType;
use mjlog_core::hule::Rule;
use mjlog_core::{Error, ErrorKind, Result};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};

use super::arguments::not_a;
use super::readers::{Fault, Numbers, Text};
use crate::error::{MjlogError, to_py};

/// The column `rule` of a batch.
pub(crate) enum Rules {
    None,
    /// Types of tables.
    Types(Numbers),
    /// Rules by their keys; of what is null there is none.
    Listed(Numbers, Vec<Option<Outcome>>),
}

type Outcome = Result<Rule>;

impl Rules {
    pub(crate) fn of(column: &dyn Array, known: &mut Known) -> core::result::Result<Self, Fault> {
        if matches!(column.data_type(), DataType::Boolean) {
            return Err(Fault::Type);
        }
        if let Some(types) = Numbers::of(column) {
            return Ok(if matches!(types, Numbers::None) { Self::None } else { Self::Types(types) });
        }
        match Text::of(column)? {
            Text::None => Ok(Self::None),
            Text::Dictionary(parts) => {
                let (keys, texts) = *parts;
                let rules = (0..texts.len()).map(|entry| texts.get(entry).map(|text| known.rule(text)).transpose());
                Ok(Self::Listed(keys, rules.collect::<Result<_>>().map_err(Fault::Stopped)?))
            }
            texts => listed(&texts, known).map_err(Fault::Stopped),
        }
    }

    /// The rule of a row; nothing where it names none.
    ///
    /// # Errors
    /// That what it names is no rule.
    #[inline]
    pub(crate) fn get(&self, row: usize) -> Result<Option<Rule>> {
        match self {
            Self::None => Ok(None),
            Self::Types(types) => types.get(row).map(of_type).transpose(),
            Self::Listed(keys, rules) => {
                let key = keys.get(row).and_then(|key| usize::try_from(key).ok());
                key.and_then(|key| rules.get(key)?.as_ref()).cloned().transpose()
            }
        }
    }
}

/// Gives each text that differs from the others a key. Equal texts mostly come one after the other.
fn listed(texts: &Text, known: &mut Known) -> Result<Rules> {
    let mut rules = vec![None];
    let mut keys_of: HashMap<&str, u32> = HashMap::new();
    let mut last = ("", None);
    let mut keys = Vec::with_capacity(texts.len());
    for row in 0..texts.len() {
        let Some(text) = texts.get(row) else {
            keys.push(0);
            continue;
        };
        let key = match last {
            (same, Some(key)) if same == text => key,
            _ => {
                if let Some(key) = keys_of.get(text) {
                    *key
                } else {
                    let key = u32::try_from(rules.len()).unwrap_or(0);
                    rules.push(Some(known.rule(text)?));
                    keys_of.insert(text, key);
                    key
                }
            }
        };
        last = (text, Some(key));
        keys.push(key);
    }
    Ok(Rules::Listed(Numbers::U32(PrimitiveArray::<UInt32Type>::from(keys)), rules))
}

/// Tenhou's rule at a table of this type.
#[inline]
fn of_type(number: i64) -> Outcome {
    u32::try_from(number).map(Rule::tenhou).map_err(|_| no_type(number))
}

#[cold]
fn no_type(number: i64) -> Error {
    Error::new(ErrorKind::BadRule, format!("rule {number} is no table's type: that is a number of 32 bits"))
}

/// Rules by the text that they were read from: each is read once.
#[derive(Default)]
pub(crate) struct Known {
    rules: HashMap<Arc<str>, Outcome>,
}

/// Texts that are remembered; rules that scoring tells apart are fewer.
const MOST: usize = 1 << 12;

impl Known {
    /// The rule that a text is, or what is wrong with it.
    ///
    /// # Errors
    /// That the program was interrupted meanwhile.
    fn rule(&mut self, text: &str) -> Result<Outcome> {
        if let Some(rule) = self.rules.get(text) {
            return Ok(rule.clone());
        }
        let rule = read(text)?;
        if self.rules.len() == MOST {
            self.rules.clear();
        }
        self.rules.insert(text.into(), rule.clone());
        Ok(rule)
    }

    /// The rule that a value is: a `Rule`, a table's type or text.
    pub(crate) fn of_value(&mut self, value: &Bound<'_, PyAny>) -> PyResult<Rule> {
        if let Ok(rule) = value.cast::<super::Rule>() {
            return Ok(rule.get().core);
        }
        if value.is_instance_of::<PyInt>() && !value.is_instance_of::<PyBool>() {
            return of_type(value.extract().unwrap_or(i64::MAX)).map_err(|error| to_py(&error));
        }
        match value.cast::<PyString>().map(|text| text.to_str()) {
            Ok(Ok(text)) => self.rule(text).and_then(|rule| rule).map_err(|error| crate::arrow::ended(&error)),
            _ => Err(not_a("a mjlog.Rule, a table's type or options as JSON text", "rule", value)),
        }
    }
}

/// Reads a rule as Python's `json` and `Rule.from_majiang` do.
fn read(text: &str) -> Result<Outcome> {
    Python::attach(|py| {
        let options = py.import("json").and_then(|json| json.call_method1("loads", (text,)));
        let error = match options.and_then(|options| super::Rule::from_majiang(py, &options)) {
            Ok(rule) => return Ok(Ok(rule.core)),
            Err(error) => error,
        };
        if !error.is_instance_of::<PyException>(py) {
            // As `arrow::ended` knows it.
            return Err(Error::new(ErrorKind::Unreadable, "KeyboardInterrupt"));
        }
        let found = if error.is_instance_of::<MjlogError>(py) {
            error.value(py).to_string()
        } else {
            format!("the rule `{}` is no JSON: {}", mjlog_core::error::shortened(text), error.value(py))
        };
        Ok(Err(Error::new(ErrorKind::BadRule, found)))
    })
}
