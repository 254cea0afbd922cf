//! Bytes that Rust made and Python reads where they are.
//!
//! To copy the records of a chunk, megabytes that no cache holds, costs a tenth of their conversion.
#![allow(unsafe_code)] // the buffer protocol is one of pointers

use core::ffi::c_int;

use pyo3::exceptions::PyBufferError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyMemoryView;

/// Owns the bytes; Python sees a memoryview of it.
#[pyclass(frozen, module = "mjlog._core")]
struct Kept(Vec<u8>);

#[pymethods]
impl Kept {
    /// # Safety
    /// As the buffer protocol has it: `view` points to a `Py_buffer` to be filled in.
    unsafe fn __getbuffer__(slf: &Bound<'_, Self>, view: *mut ffi::Py_buffer, flags: c_int) -> PyResult<()> {
        let bytes = &slf.get().0;
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

/// A memoryview of these bytes.
pub(crate) fn view(py: Python<'_>, bytes: Vec<u8>) -> PyResult<Bound<'_, PyMemoryView>> {
    PyMemoryView::from(Bound::new(py, Kept(bytes))?.as_any())
}
