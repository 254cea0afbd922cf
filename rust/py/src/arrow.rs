//! Arrow data across the `PyCapsule` interface: any library's tables in, ours out.
//!
//! The interface is a promise between libraries of one process: what a producer says of its
//! memory is believed, as every consumer does.
#![allow(unsafe_code)] // pointers in capsules are what the interface consists of

use std::ffi::CStr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi};
use arrow_array::ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::{ArrayReader, ArrayRef, RecordBatch, RecordBatchIterator, StructArray, make_array};
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, DataType, Fields, Schema, SchemaRef};
use mjlog_core::{Error, ErrorKind};
use pyo3::exceptions::{PyKeyboardInterrupt, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::error::to_py;

const STREAM: &CStr = c"arrow_array_stream";
const ARRAY: &CStr = c"arrow_array";
const SCHEMA: &CStr = c"arrow_schema";

/// A table that comes in, batch by batch.
pub(crate) struct Incoming {
    fields: Fields,
    batches: Batches,
}

enum Batches {
    Stream(ArrayStreamReader),
    One(Option<ArrayRef>),
}

impl Incoming {
    /// Takes any object that offers Arrow data.
    pub(crate) fn of(table: &Bound<'_, PyAny>) -> PyResult<Self> {
        if table.hasattr("__arrow_c_stream__")? {
            let capsule = table.call_method0("__arrow_c_stream__")?;
            let stream = take_stream(&capsule)?;
            // The producer may need the interpreter in another thread to answer.
            let reader = table.py().detach(|| guarded(|| ArrayStreamReader::try_new(stream)));
            let reader = reader.map_err(|error| to_py(&error))?;
            let fields = struct_fields(reader.field().data_type())?;
            return Ok(Self { fields, batches: Batches::Stream(reader) });
        }
        if table.hasattr("__arrow_c_array__")? {
            let pair = table.call_method0("__arrow_c_array__")?;
            let Ok((schema, array)) = pair.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>() else {
                return Err(PyTypeError::new_err("table has an __arrow_c_array__ that gives no pair of capsules"));
            };
            let array = take_array(&schema, &array)?;
            let fields = struct_fields(array.data_type())?;
            return Ok(Self { fields, batches: Batches::One(Some(array)) });
        }
        Err(no_arrow(table)?)
    }

    /// The columns.
    pub(crate) fn fields(&self) -> &Fields {
        &self.fields
    }

    /// The next batch; `None` at the end. The producer may do all its work here.
    pub(crate) fn next(&mut self) -> mjlog_core::Result<Option<StructArray>> {
        let next = match &mut self.batches {
            Batches::Stream(reader) => guarded(|| reader.next().transpose())?,
            Batches::One(array) => array.take(),
        };
        let Some(array) = next else { return Ok(None) };
        // Offsets that fall, lengths past an end: what can be seen of a damaged table is seen here.
        sound(&array.to_data()).map_err(|error| unreadable(&error))?;
        Ok(array.as_struct_opt().cloned())
    }
}

/// Looks through a table's buffers. Text that is no UTF-8 is a row's fault, not the table's: columns
/// of text are looked at as bytes.
fn sound(data: &ArrayData) -> Result<(), ArrowError> {
    let bytes = match data.data_type() {
        DataType::Struct(_) => {
            data.validate()?;
            return data.child_data().iter().try_for_each(sound);
        }
        DataType::Utf8 => DataType::Binary,
        DataType::LargeUtf8 => DataType::LargeBinary,
        DataType::Utf8View => DataType::BinaryView,
        _ => return data.validate_full(),
    };
    data.clone().into_builder().data_type(bytes).build().map(|_| ())
}

/// Arrow's own reader panics where a producer gives something else than it declared.
fn guarded<T>(read: impl FnOnce() -> Result<T, ArrowError>) -> mjlog_core::Result<T> {
    match catch_unwind(AssertUnwindSafe(read)) {
        Ok(read) => read.map_err(|error| unreadable(&error)),
        Err(_) => {
            Err(Error::new(ErrorKind::Unreadable, "the table can't be read: a batch is not what its schema declares"))
        }
    }
}

fn take_stream(capsule: &Bound<'_, PyAny>) -> PyResult<FFI_ArrowArrayStream> {
    let pointer = capsule.cast::<PyCapsule>()?.pointer_checked(Some(STREAM))?;
    // SAFETY: a capsule of this name holds a stream, which its consumer moves out.
    Ok(unsafe { FFI_ArrowArrayStream::from_raw(pointer.cast().as_ptr()) })
}

fn take_array(schema: &Bound<'_, PyAny>, array: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    let schema = schema.cast::<PyCapsule>()?.pointer_checked(Some(SCHEMA))?.cast();
    let array = array.cast::<PyCapsule>()?.pointer_checked(Some(ARRAY))?.cast();
    // SAFETY: capsules of these names hold a schema and an array, which their consumer moves out.
    let (schema, array) =
        unsafe { (FFI_ArrowSchema::from_raw(schema.as_ptr()), FFI_ArrowArray::from_raw(array.as_ptr())) };
    if array.is_released() {
        return Err(to_py(&Error::new(ErrorKind::Unreadable, "the table can't be read: its array was taken before")));
    }
    // SAFETY: the producer made the array after the schema.
    guarded(|| unsafe { from_ffi(array, &schema) }.map(make_array)).map_err(|error| to_py(&error))
}

/// The columns of a table; of anything else, an error that says what it is.
fn struct_fields(data_type: &DataType) -> PyResult<Fields> {
    match data_type {
        DataType::Struct(fields) => Ok(fields.clone()),
        other => Err(to_py(&Error::new(
            ErrorKind::BadArgument,
            format!("table is one column of the Arrow type {other}: it must be a table, with columns that have names"),
        ))),
    }
}

fn no_arrow(table: &Bound<'_, PyAny>) -> PyResult<PyErr> {
    Ok(PyTypeError::new_err(format!(
        "table must be Arrow data, an object with __arrow_c_stream__ such as a pyarrow Table, a DataFrame of \
         Polars or pandas, or a DuckDB relation, not {}",
        table.get_type().name()?
    )))
}

/// What the producer says went wrong.
fn unreadable(error: &ArrowError) -> Error {
    let text = match error {
        ArrowError::CDataInterface(text) => text.clone(),
        other => other.to_string(),
    };
    // Of a producer's error its own words are enough.
    let text = text.split_once("Producer error: ").map_or(text.as_str(), |(_, words)| words);
    Error::new(ErrorKind::Unreadable, format!("the table can't be read: {text}"))
}

/// What ends the reading of a table. Streams of Arrow carry words alone: that a producer in Python was interrupted is told
/// by the last line of its traceback.
pub(crate) fn ended(error: &Error) -> PyErr {
    let interrupted = error.kind() == ErrorKind::Unreadable
        && error.message().trim_end().lines().next_back() == Some("KeyboardInterrupt");
    if interrupted { PyKeyboardInterrupt::new_err(()) } else { to_py(error) }
}

/// A table of Arrow data. It has `__arrow_c_stream__`, so that pyarrow, Polars, DuckDB and
/// pandas take it: `pyarrow.table(x)`, `polars.DataFrame(x)`, `pandas.DataFrame.from_arrow(x)`.
#[pyclass(frozen, module = "mjlog")]
pub(crate) struct ArrowTable {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

impl ArrowTable {
    /// Batches, all of this schema.
    pub(crate) fn new(schema: SchemaRef, batches: Vec<RecordBatch>) -> Self {
        Self { schema, batches }
    }
}

#[pymethods]
impl ArrowTable {
    /// Names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<&str> {
        self.schema.fields().iter().map(|field| field.name().as_str()).collect()
    }

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    fn __repr__(&self) -> String {
        let rows = self.__len__();
        format!(
            "<mjlog.ArrowTable of {rows} row{}: {}>",
            if rows == 1 { "" } else { "s" },
            self.column_names().join(", ")
        )
    }

    /// Give the table as a capsule, for any library that takes Arrow data.
    ///
    /// Args:
    ///     requested_schema: part of the interface; the table comes as it is.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema; // a wish, by the interface's words
        let batches = self.batches.clone().into_iter().map(Ok);
        let reader = RecordBatchIterator::new(batches, Arc::clone(&self.schema));
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), STREAM)
    }

    /// Give the columns' names and types as a capsule.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.schema.as_ref() as &Schema);
        PyCapsule::new_with_value(py, schema.map_err(|error| to_py(&unreadable(&error)))?, SCHEMA)
    }
}
