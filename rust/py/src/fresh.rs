//! Bytes objects that are made under the interpreter and filled without it.
//!
//! To fill one touches its memory for the first time, which costs more than the copy and
//! would keep other threads waiting for the interpreter.
#![allow(unsafe_code)] // docs/PERFORMANCE.md has the gain

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// A bytes object that no one else has seen yet.
pub(crate) struct Fresh {
    object: Py<PyAny>,
    place: *mut u8,
    room: usize,
}

impl Fresh {
    /// An object of this length; its bytes are still to come.
    pub(crate) fn new(py: Python<'_>, len: usize) -> PyResult<Self> {
        let size = ffi::Py_ssize_t::try_from(len)?;
        // SAFETY: a null pointer asks for an object with bytes of any value; what comes
        // back is a new reference, or null with an exception set.
        let object =
            unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyBytes_FromStringAndSize(core::ptr::null(), size))? };
        let bytes = object.cast_into::<PyBytes>()?;
        // SAFETY: it is a bytes object, whose buffer stays where it is as long as it lives.
        let place = unsafe { ffi::PyBytes_AsString(bytes.as_ptr()) }.cast();
        Ok(Self { object: bytes.into_any().unbind(), place, room: len })
    }

    /// Puts a piece behind what is there, as far as there is room.
    #[inline]
    pub(crate) fn append(&mut self, piece: &[u8]) {
        let len = piece.len().min(self.room);
        // SAFETY: `place` has room for `room` bytes, and this is the only reference to an
        // object that Python does not know yet: no one reads or writes it meanwhile.
        self.place = unsafe {
            core::ptr::copy_nonoverlapping(piece.as_ptr(), self.place, len);
            self.place.add(len)
        };
        self.room -= len;
    }

    /// The object, once it is full; what is left of its room is blank.
    pub(crate) fn finish(mut self) -> Py<PyAny> {
        while self.room > 0 {
            self.append(b" ");
        }
        self.object
    }
}
