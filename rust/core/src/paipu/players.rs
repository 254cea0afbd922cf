//! Players' labels from `UN`.

use super::label::{Label, Player};
use super::round::bad_list;
use crate::error::{Error, ErrorKind, Result};
use crate::tenhou::event::Un;
use crate::tenhou::names;
use crate::tenhou::number::Field;

/// The four labels, one behind the other.
#[derive(Default)]
pub(super) struct Labels {
    text: String,
    /// Where each ends.
    ends: [usize; 4],
}

impl Labels {
    /// The labels of these players.
    ///
    /// # Errors
    /// [`ErrorKind::MissingAttribute`] where a seat has no name, [`ErrorKind::BadAttribute`]
    /// for rates that are no numbers.
    pub(super) fn new(un: &Un<'_>, label: &Label) -> Result<Self> {
        let rate = rates(un)?;
        let mut labels = Self { text: String::with_capacity(256), ends: [0; 4] };
        let mut decoded = Vec::with_capacity(128);
        for (seat, end) in (0_u8..).zip(&mut labels.ends) {
            let i = usize::from(seat);
            let Some(name) = un.names.get(i).and_then(Option::as_deref) else {
                return Err(Error::new(ErrorKind::MissingAttribute, format!("attribute n{seat} is missing")));
            };
            let dan = un.dan.and_then(|d| *d.get(i)?).and_then(|d| names::DAN.get(usize::from(d)).copied());
            let rate = rate.get(i).copied().flatten();
            names::decode_percent(name, &mut decoded);
            label.append(&Player { name: &String::from_utf8_lossy(&decoded), dan, rate, seat }, &mut labels.text);
            *end = labels.text.len();
        }
        Ok(labels)
    }

    /// Each label.
    pub(super) fn by_seat(&self) -> [&str; 4] {
        let mut from = 0;
        self.ends.map(|end| self.text.get(core::mem::replace(&mut from, end)..end).unwrap_or_default())
    }
}

/// Rates by seat, rounded down; none where one is left out.
fn rates(un: &Un<'_>) -> Result<[Option<i64>; 4]> {
    let mut rates = [None; 4];
    let text = un.rate.as_deref().unwrap_or_default();
    for (rate, part) in rates.iter_mut().zip(Field::new("rate", text).parts()) {
        let part = part.as_str();
        if part.is_empty() {
            continue;
        }
        let dot = part.bytes().position(|b| b == b'.').unwrap_or(part.len());
        let (whole, fraction) = (part.get(..dot).unwrap_or_default(), part.get(dot + 1..).unwrap_or_default());
        if !fraction.bytes().all(|b| b.is_ascii_digit()) {
            return Err(bad_list("rate", "is no list of numbers"));
        }
        let whole = Field::new("rate", whole).number(-99_999_999, 99_999_999)?;
        let below = part.starts_with('-') && fraction.bytes().any(|b| b != b'0');
        *rate = Some(whole - i64::from(below));
    }
    Ok(rates)
}
