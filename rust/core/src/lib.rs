//! Tenhou's game logs (mjlog) in, 電脳麻将's paipu out.
//!
//! ```text
//! bytes ─▶ tenhou ─▶ paipu ─▶ JSON bytes, or whatever a sink makes
//! ```
//!
//! * [`pai`] and [`mianzi`]: tile numbers and meld codes, both ways; [`pai_set`]: hands sorted.
//! * [`tenhou`]: what did Tenhou write? Bytes to elements to typed events.
//! * [`paipu`]: how does 電脳麻将 say it? Events to moves to a sink.
//! * [`hule`]: what is a hand worth? Readings, fu, yaku, points, payments.
//! * [`game`]: how do rounds follow each other, and who pays? [`audit`]: could a log have happened?
//! * [`batch`]: many logs on a bounded pool; [`archive`]: those in zips.
//! * [`error`]: what can go wrong, as data.
//!
//! ```
//! let xml = r#"<mjloggm ver="2.3"><GO type="169" lobby="0"/></mjloggm>"#;
//! let json = mjlog_core::paipu::convert_json(xml.as_bytes(), &Default::default())?;
//! assert_eq!(json.text, r#"{"title":"四鳳南喰赤"}"#.as_bytes());
//! # Ok::<(), mjlog_core::Error>(())
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))] // a failed test panics

pub mod append;
pub mod archive;
pub mod audit;
pub mod batch;
pub mod error;
pub mod files;
pub mod game;
pub mod hule;
pub mod lines;
pub mod mianzi;
pub mod pai;
pub mod pai_set;
pub mod paipu;
pub mod synth;
pub mod tenhou;

pub use error::{Error, ErrorKind, Result};
