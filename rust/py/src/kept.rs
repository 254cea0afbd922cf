//! Bytes that Rust made and Python reads where they are.
//!
//! To copy the records of a chunk, megabytes that no cache holds, costs a tenth of their conversion. To touch as much
//! memory for the first time costs as much again, so what Python lets go of is used once more.
#![allow(unsafe_code)] // the buffer protocol is one of pointers

use core::ffi::c_int;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use pyo3::exceptions::PyBufferError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyMemoryView;

/// Buffers that wait to be used again, at most, and how large one may be.
const SPARES: usize = 4;
const LARGEST: usize = 16 << 20;

/// Memory of one thread; it goes when the thread does.
#[derive(Default)]
pub(crate) struct Spares(Arc<Mutex<Vec<Vec<u8>>>>);

impl Spares {
    /// An empty buffer, with memory where there is some.
    pub(crate) fn take(&self) -> Vec<u8> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }
}

/// Owns the bytes; Python sees a memoryview of it.
#[pyclass(frozen, module = "mjlog._core")]
pub(crate) struct Kept {
    bytes: Vec<u8>,
    /// Where its memory goes afterwards.
    home: Weak<Mutex<Vec<Vec<u8>>>>,
}

impl Kept {
    /// The bytes, which nothing changes any more.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        if (1..=LARGEST).contains(&self.bytes.capacity())
            && let Some(home) = self.home.upgrade()
        {
            let mut spares = home.lock().unwrap_or_else(PoisonError::into_inner);
            if spares.len() < SPARES {
                self.bytes.clear();
                spares.push(core::mem::take(&mut self.bytes));
            }
        }
    }
}

#[pymethods]
impl Kept {
    /// # Safety
    /// As the buffer protocol has it: `view` points to a `Py_buffer` to be filled in.
    unsafe fn __getbuffer__(slf: &Bound<'_, Self>, view: *mut ffi::Py_buffer, flags: c_int) -> PyResult<()> {
        let bytes = &slf.get().bytes;
        let length = ffi::Py_ssize_t::try_from(bytes.len())?;
        if flags & ffi::PyBUF_WRITABLE == ffi::PyBUF_WRITABLE {
            return Err(PyBufferError::new_err("these bytes are read only"));
        }
        // SAFETY: the caller's `view` is valid; the bytes stay where they are as long as the object lives, which the
        // view keeps alive, and nobody can write them: the view is read only and the class is frozen.
        let filled =
            unsafe { ffi::PyBuffer_FillInfo(view, slf.as_ptr(), bytes.as_ptr().cast_mut().cast(), length, 1, flags) };
        if filled == 0 { Ok(()) } else { Err(PyErr::fetch(slf.py())) }
    }
}

/// A memoryview of these bytes, whose memory comes back to the spares.
pub(crate) fn view<'py>(py: Python<'py>, bytes: Vec<u8>, home: &Spares) -> PyResult<Bound<'py, PyMemoryView>> {
    PyMemoryView::from(Bound::new(py, Kept { bytes, home: Arc::downgrade(&home.0) })?.as_any())
}

/// A memoryview of these bytes, which are too few to be worth keeping.
pub(crate) fn small_view(py: Python<'_>, bytes: Vec<u8>) -> PyResult<Bound<'_, PyMemoryView>> {
    PyMemoryView::from(Bound::new(py, Kept { bytes, home: Weak::new() })?.as_any())
}
