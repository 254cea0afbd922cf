//! An audit of any bytes: what it says fits them.

use mjlog_core::audit::{Check, MOST_FINDINGS, audit};
use mjlog_core::hule::Rule;
use mjlog_core::tenhou::Text;
use mjlog_core::tenhou::input::unpack;

/// Audits bytes under their table's rule and under another.
///
/// # Errors
/// A report that does not fit the input.
pub(crate) fn check(data: &[u8]) -> Result<(), String> {
    let Ok(unpacked) = unpack(data, false) else { return Ok(()) };
    let Ok(text) = Text::decode(&unpacked, false) else { return Ok(()) };
    let Ok(report) = audit(&text, None) else { return Ok(()) };
    if audit(&text, Some(&Rule::majiang())).is_err() {
        return Err("another rule makes it unreadable".to_owned());
    }
    for (findings, notes) in [(&report.findings, false), (&report.notes, true)] {
        if findings.len() > MOST_FINDINGS {
            return Err(format!("{} findings", findings.len()));
        }
        for finding in findings {
            let here = unpacked.get(finding.offset..).unwrap_or_default();
            // In UTF-16 and behind an escape sequence, `<` is not the first byte.
            let begins = here.iter().take(4).any(|&b| b == b'<');
            let round = finding.round.is_none_or(|round| round < report.rounds);
            let counted = report.checked.get(finding.check as usize).is_some_and(|count| *count > 0);
            let same = finding.check.is_note() == notes && Check::ALL.contains(&finding.check);
            if !begins || !round || !same || !counted {
                return Err(format!("{finding:?} of {} rounds, counted: {counted}", report.rounds));
            }
        }
    }
    Ok(())
}
