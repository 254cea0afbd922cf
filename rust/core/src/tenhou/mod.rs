//! What did Tenhou write? Bytes to text ([`input`]), text to elements ([`xml`]),
//! elements to typed events ([`event`]). And which tiles lay where: seeds to walls ([`walls`]).

mod agari;
pub mod attribute;
mod decode;
pub mod difference;
mod digits;
pub mod draw;
pub mod event;
pub mod go;
pub mod input;
mod list;
mod mask;
pub mod mt19937;
pub mod names;
pub mod number;
mod plain;
pub mod read;
pub mod seed;
pub mod select;
pub mod tile;
pub mod wall;
pub mod walls;
pub mod write;
pub mod xml;

pub use attribute::Attribute;
pub use event::{Attrs, Event};
pub use go::Go;
pub use input::Text;
pub use list::List;
pub use read::{Visitor, read};
