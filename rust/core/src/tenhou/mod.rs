//! What did Tenhou write? Bytes to text ([`input`]), text to elements ([`xml`]),
//! elements to typed events ([`event`]).

mod digits;
pub mod event;
pub mod go;
pub mod input;
mod mask;
pub mod names;
pub mod number;
pub mod read;
pub mod tile;
pub mod xml;

pub use event::{Attrs, Event};
pub use go::Go;
pub use input::Text;
pub use read::{Visitor, read};
