//! What a hand is worth, in one call.

use mjlog_core::hule::{self as core, Direction, Hupai, HupaiList, Yaku};
use mjlog_core::{Error, ErrorKind};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use super::arguments::{self, Arg, Given, Win, bad, not_a, number};
use super::call::Arguments;
use crate::error::to_py;

/// What a hand is worth and who pays it. A win without any yaku has `defen` 0 and nothing else.
#[pyclass(frozen, eq, module = "mjlog")]
#[derive(PartialEq, Eq)]
pub(crate) struct Hule {
    pub(crate) core: core::Hule,
}

/// One yaku as 電脳麻将's object: name, fanshu (a number, `*` or `**`), baojia if there is one.
fn hupai_to_py(py: Python<'_>, hupai: Hupai) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item(intern!(py, "name"), hupai.yaku.name())?;
    match (hupai.yaku.is_damanguan(), hupai.fanshu) {
        (false, fanshu) => dict.set_item(intern!(py, "fanshu"), fanshu)?,
        (true, 1) => dict.set_item(intern!(py, "fanshu"), intern!(py, "*"))?,
        (true, _) => dict.set_item(intern!(py, "fanshu"), intern!(py, "**"))?,
    }
    if let Some(from) = hupai.baojia {
        dict.set_item(intern!(py, "baojia"), from.mark())?;
    }
    Ok(dict)
}

/// A list of yaku.
pub(super) fn list_to_py<'py>(py: Python<'py>, list: &HupaiList) -> PyResult<Bound<'py, PyList>> {
    let all = PyList::empty(py);
    for hupai in list.iter() {
        all.append(hupai_to_py(py, hupai)?)?;
    }
    Ok(all)
}

/// A list of yaku as it came from Python.
pub(super) fn list_from_py(name: &str, value: Arg) -> PyResult<HupaiList> {
    let Some(value) = value.filter(|v| !v.is_none()) else { return Ok(HupaiList::default()) };
    if value.is_instance_of::<PyString>() || value.is_instance_of::<PyDict>() {
        return Err(not_a("a list of yaku", name, value));
    }
    let items = value.try_iter().map_err(|_| not_a("a list of yaku", name, value))?;
    let mut all = Vec::new();
    for item in items {
        let item = item?;
        all.push(
            hupai_from_py(&item)?.ok_or_else(|| not_a("of yaku like {'name': '立直', 'fanshu': 1}", name, &item))?,
        );
        if all.len() > Yaku::ALL.len() {
            break; // one stands there twice
        }
    }
    HupaiList::of(&all).ok_or_else(|| {
        bad(ErrorKind::BadArgument, format!("{name} has a yaku twice, or one with han that it can't have"))
    })
}

/// One yaku; `None` when it is not one.
fn hupai_from_py(item: &Bound<'_, PyAny>) -> PyResult<Option<Hupai>> {
    let Ok(dict) = item.cast::<PyDict>() else { return Ok(None) };
    let py = item.py();
    let (Some(name), Some(fanshu)) = (dict.get_item(intern!(py, "name"))?, dict.get_item(intern!(py, "fanshu"))?)
    else {
        return Ok(None);
    };
    let name = arguments::text("name", &name)?.to_owned();
    let Some(yaku) = Yaku::of(&name) else {
        let shown = mjlog_core::error::shortened(&name);
        return Err(bad(ErrorKind::BadArgument, format!("`{shown}` is no yaku that mjlog knows")));
    };
    let stars = fanshu.cast::<PyString>().ok().and_then(|text| text.to_str().ok());
    let fanshu = match (yaku.is_damanguan(), stars) {
        (true, Some("*")) => 1,
        (true, Some("**")) => 2,
        (false, None) => match number("fanshu", Some(&fanshu), 120, 0)? {
            0 => return Err(bad(ErrorKind::BadArgument, format!("fanshu of {name} is 0"))),
            n => u8::try_from(n).unwrap_or(u8::MAX),
        },
        _ => return Ok(None),
    };
    let baojia = match dict.get_item(intern!(py, "baojia"))?.filter(|v| !v.is_none()) {
        None => None,
        Some(mark) => match *arguments::text("baojia", &mark)?.as_bytes() {
            [mark] => {
                Some(Direction::of(mark).ok_or_else(|| bad(ErrorKind::BadArgument, "baojia is no + = or -".into()))?)
            }
            _ => return Ok(None),
        },
    };
    Ok(Some(Hupai { yaku, fanshu, baojia }))
}

impl Hule {
    fn counts(&self) -> bool {
        !self.core.hupai.is_empty()
    }
}

#[pymethods]
impl Hule {
    /// The yaku, in order: a new list of dicts of `name`, `fanshu` (han; `*` or `**` for a yakuman)
    /// and, where somebody is liable, `baojia` (`+` right, `=` across, `-` left).
    #[getter]
    fn hupai<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        list_to_py(py, &self.core.hupai)
    }

    /// Minipoints, rounded; None for a yakuman or without yaku.
    #[getter]
    fn fu(&self) -> Option<u32> {
        (self.core.fanshu > 0).then_some(self.core.fu)
    }

    /// The sum of han; None for a yakuman or without yaku.
    #[getter]
    fn fanshu(&self) -> Option<u8> {
        (self.core.fanshu > 0).then_some(self.core.fanshu)
    }

    /// How many yakuman; None when han are counted or without yaku.
    #[getter]
    fn damanguan(&self) -> Option<u8> {
        (self.core.damanguan > 0).then_some(self.core.damanguan)
    }

    /// The hand's points, without honba and sticks; 0 without yaku.
    #[getter]
    fn defen(&self) -> u32 {
        self.core.defen
    }

    /// Gains and losses from the dealer on, honba and sticks among them; None without yaku.
    #[getter]
    fn fenpei(&self) -> Option<(i32, i32, i32, i32)> {
        let [a, b, c, d] = self.core.fenpei;
        self.counts().then_some((a, b, c, d))
    }

    /// What majiang-core's `hule` returns; what it leaves undefined is left out.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        if self.counts() {
            dict.set_item("hupai", self.hupai(py)?)?;
            if self.core.damanguan > 0 {
                dict.set_item("damanguan", self.core.damanguan)?;
            } else {
                dict.set_item("fu", self.core.fu)?;
                dict.set_item("fanshu", self.core.fanshu)?;
            }
        }
        dict.set_item("defen", self.core.defen)?;
        if self.counts() {
            dict.set_item("fenpei", self.core.fenpei)?;
        }
        Ok(dict)
    }

    /// Read what `to_dict` gives.
    ///
    /// Raises:
    ///     MjlogError: of kind `bad_argument`.
    #[staticmethod]
    fn from_dict(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let dict = value.cast::<PyDict>().map_err(|_| not_a("a dict", "a hule", value))?;
        let get = |key: &str| dict.get_item(key);
        let count = |key: &str, most: u16| -> PyResult<u16> { number(key, get(key)?.as_ref(), most, 0) };
        let large = |key: &str, value: Option<Bound<'_, PyAny>>| match value.map(|v| v.extract::<i32>()) {
            None => Ok(0),
            Some(Ok(n)) => Ok(n),
            Some(Err(_)) => Err(bad(ErrorKind::BadArgument, format!("{key} has to be a whole number"))),
        };
        let fenpei = match get("fenpei")? {
            None => [0; 4],
            Some(list) => list.extract().map_err(|_| not_a("four whole numbers", "fenpei", &list))?,
        };
        let small = |n: u16| u8::try_from(n).unwrap_or(u8::MAX);
        Ok(Self {
            core: core::Hule {
                hupai: list_from_py("hupai", get("hupai")?.as_ref())?,
                fu: count("fu", 1000)?.into(),
                fanshu: small(count("fanshu", 255)?),
                damanguan: small(count("damanguan", 255)?),
                defen: u32::try_from(large("defen", get("defen")?)?)
                    .map_err(|_| bad(ErrorKind::BadArgument, "defen can't be negative".to_owned()))?,
                fenpei,
            },
        })
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Hule.from_dict({})", self.to_dict(py)?.repr()?))
    }

    fn __hash__(&self) -> u64 {
        u64::from(self.core.defen) << 32 | u64::from(self.core.fu) << 8 | u64::from(self.core.fanshu)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        Ok((py.get_type::<Self>().getattr("from_dict")?, (self.to_dict(py)?,)))
    }
}

/// `hule`, of its arguments in order.
pub(super) fn hule(arguments: &Arguments<'_, '_>) -> PyResult<Option<Hule>> {
    let [
        shoupai,
        rongpai,
        rule,
        zhuangfeng,
        menfeng,
        lizhi,
        yifa,
        qianggang,
        lingshang,
        haidi,
        tianhu,
        baopai,
        fubaopai,
        changbang,
        lizhibang,
        kita,
        strict,
    ] = *arguments;
    let Some(shoupai) = shoupai else {
        return Err(PyTypeError::new_err("hule() missing 1 required positional argument: 'shoupai'"));
    };
    let given = Given {
        zhuangfeng,
        menfeng,
        lizhi,
        yifa,
        qianggang,
        lingshang,
        haidi,
        tianhu,
        baopai,
        fubaopai,
        changbang,
        lizhibang,
        kita,
    };
    let Win { hand, rongpai, situation, rule } = Win::read(shoupai, rongpai, rule, &given, strict)?;
    // A hand takes a fraction of a microsecond: giving the interpreter up would cost as much.
    let found: Result<_, Error> = core::hule(&hand, rongpai, &situation, &rule);
    found.map(|best| best.map(|core| Hule { core })).map_err(|e| to_py(&e))
}

/// List every reading of a winning hand (和了形), in 電脳麻将's notation and order; none for
/// a hand that does not win.
///
/// Each begins with the pair; the winning tile is followed by whose it was, `_` for the winner's
/// own, and `!`: `["m22", "p12_!3", "s555", "z111", "z222="]`.
///
/// Raises:
///     MjlogError: of kind `bad_notation`, `bad_pai` or `too_many_pai`.
#[pyfunction]
#[pyo3(signature = (shoupai, rongpai=None))]
pub(crate) fn hule_mianzi(shoupai: &Bound<'_, PyAny>, rongpai: Arg) -> PyResult<Vec<Vec<String>>> {
    core::hule_mianzi(&*arguments::hand(shoupai)?, arguments::rongpai(rongpai)?).map_err(|e| to_py(&e))
}

/// Every yaku: 電脳麻将's name, Tenhou's, Tenhou's id.
pub(crate) fn yaku_table() -> Vec<(&'static str, &'static str, u8)> {
    Yaku::ALL.iter().map(|yaku| (yaku.name(), yaku.tenhou_name(), yaku.tenhou_id())).collect()
}
