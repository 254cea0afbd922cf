//! `hule` as CPython calls it: arguments in a row, keywords behind the others.
//!
//! PyO3 looks every keyword up by its text, among all names, from the first. Names that stand in a
//! program's text are interned: here their addresses are compared, with that of the next parameter
//! first. Of a call with thirteen keywords that takes 0.2 of 1.2 µs.
#![allow(unsafe_code)] // CPython's convention of calls is pointers

use std::ffi::CStr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::{ptr, slice};

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::panic::PanicException;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyTuple};

use super::arguments::Arg;
use super::win::hule;

/// What `hule` takes, in order.
const NAMES: [&str; 17] = [
    "shoupai",
    "rongpai",
    "rule",
    "zhuangfeng",
    "menfeng",
    "lizhi",
    "yifa",
    "qianggang",
    "lingshang",
    "haidi",
    "tianhu",
    "baopai",
    "fubaopai",
    "changbang",
    "lizhibang",
    "kita",
    "strict",
];
/// How many of them may come without their name.
const UNNAMED: usize = 2;

/// The arguments of a call, each at its name's place.
pub(super) type Arguments<'a, 'py> = [Arg<'a, 'py>; NAMES.len()];

const DOC: &CStr = c"hule(shoupai, rongpai=None, *, rule=None, zhuangfeng=0, menfeng=1, lizhi=0, yifa=False, \
qianggang=False, lingshang=False, haidi=0, tianhu=0, baopai=(), fubaopai=None, changbang=0, lizhibang=0, kita=0, \
strict=False)
--

Tell what a hand is worth, in its best reading. None for a hand that does not win; a win
without yaku is a `Hule` with `defen` 0.

Args:
    shoupai: the hand, 14 tiles with the drawn one last, or 13 and a `rongpai`.
    rongpai: the tile won on and whose it was: `z1+` right, `z1=` across, `z1-` left.
    rule: a `Rule`; None is `Rule.tenhou()`.
    zhuangfeng: the round's wind, 0 to 3.
    menfeng: the winner's wind, 0 (dealer) to 3.
    lizhi: 1 riichi, 2 double riichi.
    yifa: 一発.
    qianggang: 槍槓.
    lingshang: 嶺上開花.
    haidi: 1 海底摸月, 2 河底撈魚.
    tianhu: 1 天和, 2 地和.
    baopai: dora indicators.
    fubaopai: ura dora indicators; None for who may not look.
    changbang: honba.
    lizhibang: riichi sticks on the table.
    kita: 北 set aside, with three players.
    strict: refuse what can't be, such as 一発 without riichi; else it counts as given.

Raises:
    MjlogError: of kind `bad_notation`, `bad_pai`, `too_many_pai`, `bad_argument` or `contradiction`.";

/// Adds `hule` to the module.
pub(crate) fn add_hule(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let definition = Box::leak(Box::new(ffi::PyMethodDef {
        ml_name: c"hule".as_ptr(),
        ml_meth: ffi::PyMethodDefPointer { PyCFunctionFastWithKeywords: call },
        ml_flags: ffi::METH_FASTCALL | ffi::METH_KEYWORDS,
        ml_doc: DOC.as_ptr(),
    }));
    let name = module.name()?;
    // SAFETY: the definition lives as long as the process, and its flags say what `call` is.
    let function = unsafe {
        let function = ffi::PyCFunction_NewEx(definition, module.as_ptr(), name.as_ptr());
        Bound::from_owned_ptr_or_err(module.py(), function)?
    };
    module.add("hule", function)
}

/// What CPython calls: `args` are `nargs` values without a name, then one for each of `kwnames`.
unsafe extern "C" fn call(
    _module: *mut ffi::PyObject,
    args: *const *mut ffi::PyObject,
    nargs: ffi::Py_ssize_t,
    kwnames: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    Python::attach(|py| {
        // Rust must not unwind into C.
        let answer = catch_unwind(AssertUnwindSafe(|| {
            // SAFETY: CPython gives a tuple of text or nothing.
            let names =
                unsafe { Bound::from_borrowed_ptr_or_opt(py, kwnames).map(|names| names.cast_into_unchecked()) };
            let (in_place, with_name) = (nargs.unsigned_abs(), names.as_ref().map_or(0, PyTupleMethods::len));
            // SAFETY: so many objects stand there until the call is over. A `Bound` is a pointer to
            // an object, and behind a reference it owns none.
            let values = unsafe { objects(py, args, in_place + with_name) };
            let (unnamed, others) = values.split_at_checked(in_place).unwrap_or((values, &[]));
            let mut arguments = of_places(unnamed)?;
            if let Some(names) = names {
                add_named(&mut arguments, &names, others)?;
            }
            hule(&arguments)?.into_pyobject(py).map(Bound::into_ptr)
        }));
        let answer = answer.unwrap_or_else(|_| Err(PanicException::new_err("hule panicked")));
        answer.unwrap_or_else(|error| {
            error.restore(py);
            ptr::null_mut()
        })
    })
}

/// Objects in a row.
///
/// # Safety
/// So many have to stand there, and to live as long as the reference.
unsafe fn objects<'a>(_py: Python<'_>, first: *const *mut ffi::PyObject, count: usize) -> &'a [Bound<'_, PyAny>] {
    if count == 0 {
        return &[]; // the pointer may be null
    }
    // SAFETY: as the caller says.
    unsafe { slice::from_raw_parts(first.cast(), count) }
}

/// Those without a name.
#[inline]
fn of_places<'a, 'py>(unnamed: &'a [Bound<'py, PyAny>]) -> PyResult<Arguments<'a, 'py>> {
    let mut arguments = [None; NAMES.len()];
    if unnamed.len() > UNNAMED {
        let given = unnamed.len();
        let text = format!("hule() takes from 1 to {UNNAMED} positional arguments but {given} were given");
        return Err(PyTypeError::new_err(text));
    }
    for (argument, value) in arguments.iter_mut().zip(unnamed) {
        *argument = Some(value);
    }
    Ok(arguments)
}

/// Those with a name.
#[inline]
fn add_named<'a, 'py>(
    arguments: &mut Arguments<'a, 'py>,
    names: &Bound<'py, PyTuple>,
    values: &'a [Bound<'py, PyAny>],
) -> PyResult<()> {
    static INTERNED: PyOnceLock<[Py<PyString>; NAMES.len()]> = PyOnceLock::new();
    let py = names.py();
    let interned = INTERNED.get_or_init(py, || NAMES.map(|name| PyString::intern(py, name).unbind()));
    let mut next = 0;
    for (name, value) in names.iter_borrowed().zip(values) {
        // Callers give them in order as often as not: the search begins behind the last.
        let order = || (next..NAMES.len()).chain(0..next);
        let same = |place: &usize| interned.get(*place).is_some_and(|own| own.as_ptr() == name.as_ptr());
        let Some(place) = order().find(same).or_else(|| order().find(|place| is_called(&name, *place))) else {
            return Err(PyTypeError::new_err(format!("hule() got an unexpected keyword argument '{}'", *name)));
        };
        if let Some(argument) = arguments.get_mut(place)
            && argument.replace(value).is_some()
        {
            return Err(PyTypeError::new_err(format!("hule() got multiple values for argument '{}'", *name)));
        }
        next = place + 1;
    }
    Ok(())
}

/// Whether this is the name of a place, letter by letter: of a name that was made as the program ran.
fn is_called(name: &Bound<'_, PyAny>, place: usize) -> bool {
    let name = name.cast::<PyString>().ok().and_then(|name| name.to_str().ok());
    name.is_some_and(|name| NAMES.get(place) == Some(&name))
}
