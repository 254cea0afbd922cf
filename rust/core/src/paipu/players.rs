//! Players' labels from `UN`.

use super::label::{Label, Player};
use super::round::bad_list;
use crate::error::{Error, ErrorKind, Result};
use crate::tenhou::event::Un;
use crate::tenhou::names;
use crate::tenhou::number::Field;

/// The four labels, by seat.
///
/// # Errors
/// [`ErrorKind::MissingAttribute`] where a seat has no name, [`ErrorKind::BadAttribute`]
/// for rates that are no numbers.
pub(super) fn labels(un: &Un<'_>, label: &Label) -> Result<[String; 4]> {
    let rate = rates(un)?;
    let mut labels = [const { String::new() }; 4];
    for (seat, text) in (0_u8..).zip(&mut labels) {
        let i = usize::from(seat);
        let Some(name) = un.names.get(i).and_then(Option::as_deref) else {
            return Err(Error::new(ErrorKind::MissingAttribute, format!("attribute n{seat} is missing")));
        };
        let dan = un.dan.and_then(|d| *d.get(i)?).and_then(|d| names::DAN.get(usize::from(d)).copied());
        let rate = rate.get(i).copied().flatten();
        *text = label.fill(&Player { name: &names::percent_decode(name), dan, rate, seat });
    }
    Ok(labels)
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
        let (whole, fraction) = part.split_once('.').unwrap_or((part, ""));
        if !fraction.bytes().all(|b| b.is_ascii_digit()) {
            return Err(bad_list("rate", "is no list of numbers"));
        }
        let whole = Field::new("rate", whole).number(-99_999_999, 99_999_999)?;
        let below = part.starts_with('-') && fraction.bytes().any(|b| b != b'0');
        *rate = Some(whole - i64::from(below));
    }
    Ok(rates)
}
