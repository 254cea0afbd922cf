//! The steps of scoring, one call each.

use mjlog_core::hule::{self as core, Reading};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyDict, PyList, PyString};

use super::arguments::{self, Arg, Given, MOST_BANG, not_a, number};
use super::win::{Hule, list_from_py, list_to_py};
use crate::error::to_py;

/// What a reading consists of (面子構成), with its 符. Fields are 電脳麻将's.
#[pyclass(frozen, eq, hash, module = "mjlog")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Hudi {
    core: core::Hudi,
}

/// The suits' letters with how many lowest numbers a run or a set can have.
const RUNS: [(&str, u8); 3] = [("m", 7), ("p", 7), ("s", 7)];
const SETS: [(&str, u8); 4] = [("m", 9), ("p", 9), ("s", 9), ("z", 7)];

#[pymethods]
impl Hudi {
    /// Minipoints, rounded; 25 for seven pairs, 20 where they don't count.
    #[getter]
    fn fu(&self) -> u8 {
        self.core.fu
    }

    /// No tile was called (門前).
    #[getter]
    fn menqian(&self) -> bool {
        self.core.menqian
    }

    /// Won on its own draw.
    #[getter]
    fn zimo(&self) -> bool {
        self.core.zimo
    }

    /// How many runs, by suit and lowest number (a list of 8, the first unused).
    #[getter]
    fn shunzi<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for ((name, most), suit) in RUNS.into_iter().zip(0..) {
            let counts = (0..=most).map(|low| if low == 0 { 0 } else { self.core.shunzi(suit, low) });
            dict.set_item(name, PyList::new(py, counts.collect::<Vec<_>>().into_iter().map(u16::from))?)?;
        }
        Ok(dict)
    }

    /// How many triplets and kans, by suit and number (a list of 10, of 8 for z, the first unused).
    #[getter]
    fn kezi<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for ((name, most), suit) in SETS.into_iter().zip(0..) {
            let counts = (0..=most).map(|number| u16::from(self.core.kezi(suit, number)));
            dict.set_item(name, PyList::new(py, counts.collect::<Vec<_>>())?)?;
        }
        Ok(dict)
    }

    /// How many runs.
    #[getter]
    fn n_shunzi(&self) -> u8 {
        self.core.n_shunzi
    }

    /// How many triplets and kans.
    #[getter]
    fn n_kezi(&self) -> u8 {
        self.core.n_kezi
    }

    /// How many concealed triplets and kans; one that a ron completes is open.
    #[getter]
    fn n_ankezi(&self) -> u8 {
        self.core.n_ankezi
    }

    /// How many kans.
    #[getter]
    fn n_gangzi(&self) -> u8 {
        self.core.n_gangzi
    }

    /// How many parts have a 1, a 9 or an honour.
    #[getter]
    fn n_yaojiu(&self) -> u8 {
        self.core.n_yaojiu
    }

    /// How many parts are of honours.
    #[getter]
    fn n_zipai(&self) -> u8 {
        self.core.n_zipai
    }

    /// The winning tile stands in the pair (単騎).
    #[getter]
    fn danqi(&self) -> bool {
        self.core.danqi
    }

    /// 平和: closed, and no minipoints but for the ron.
    #[getter]
    fn pinghu(&self) -> bool {
        self.core.pinghu
    }

    /// The round's wind, 0 to 3.
    #[getter]
    fn zhuangfeng(&self) -> u8 {
        self.core.zhuangfeng
    }

    /// The seat's wind, 0 to 3.
    #[getter]
    fn menfeng(&self) -> u8 {
        self.core.menfeng
    }

    /// All of it, as 電脳麻将's object.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (dict, core) = (PyDict::new(py), &self.core);
        dict.set_item("fu", core.fu)?;
        dict.set_item("menqian", core.menqian)?;
        dict.set_item("zimo", core.zimo)?;
        dict.set_item("shunzi", self.shunzi(py)?)?;
        dict.set_item("kezi", self.kezi(py)?)?;
        dict.set_item("n_shunzi", core.n_shunzi)?;
        dict.set_item("n_kezi", core.n_kezi)?;
        dict.set_item("n_ankezi", core.n_ankezi)?;
        dict.set_item("n_gangzi", core.n_gangzi)?;
        dict.set_item("n_yaojiu", core.n_yaojiu)?;
        dict.set_item("n_zipai", core.n_zipai)?;
        dict.set_item("danqi", core.danqi)?;
        dict.set_item("pinghu", core.pinghu)?;
        dict.set_item("zhuangfeng", core.zhuangfeng)?;
        dict.set_item("menfeng", core.menfeng)?;
        Ok(dict)
    }

    /// Read what `to_dict` gives.
    ///
    /// Raises:
    ///     MjlogError: of kind `bad_argument`.
    #[staticmethod]
    fn from_dict(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let dict = value.cast::<PyDict>().map_err(|_| not_a("a dict", "a hudi", value))?;
        let small = |key: &str, most: u16| -> PyResult<u8> {
            number(key, dict.get_item(key)?.as_ref(), most, 0).map(|n| u8::try_from(n).unwrap_or(u8::MAX))
        };
        let is = |key: &str| -> PyResult<bool> { arguments::flag(key, dict.get_item(key)?.as_ref()) };
        let counts = |key: &str, suit: &str, places: usize| -> PyResult<Vec<u8>> {
            let Some(suits) = dict.get_item(key)? else { return Ok(vec![0; places]) };
            let list = suits.cast::<PyDict>().ok().map(|suits| suits.get_item(suit)).transpose()?.flatten();
            let list = list.filter(|list| list.len().is_ok_and(|len| len == places));
            let list = list.and_then(|list| list.extract::<Vec<u8>>().ok());
            let fine = list.filter(|list| list.iter().all(|&count| count <= 4));
            fine.ok_or_else(|| not_a("lists of counts by suit", key, &suits))
        };
        let (mut shunzi, mut kezi) = ([[0; 8]; 3], [[false; 10]; 4]);
        for ((suit, most), row) in RUNS.into_iter().zip(&mut shunzi) {
            row.copy_from_slice(&counts("shunzi", suit, usize::from(most) + 1)?);
        }
        for ((suit, most), row) in SETS.into_iter().zip(&mut kezi) {
            for (count, there) in counts("kezi", suit, usize::from(most) + 1)?.iter().zip(row) {
                *there = *count > 0;
            }
        }
        let mut core = core::Hudi::default().with_sets(&shunzi, &kezi);
        core.fu = small("fu", 255)?;
        core.menqian = is("menqian")?;
        core.zimo = is("zimo")?;
        core.n_shunzi = small("n_shunzi", 4)?;
        core.n_kezi = small("n_kezi", 4)?;
        core.n_ankezi = small("n_ankezi", 4)?;
        core.n_gangzi = small("n_gangzi", 4)?;
        core.n_yaojiu = small("n_yaojiu", 13)?;
        core.n_zipai = small("n_zipai", 13)?;
        core.danqi = is("danqi")?;
        core.pinghu = is("pinghu")?;
        core.zhuangfeng = small("zhuangfeng", 3)?;
        core.menfeng = small("menfeng", 3)?;
        Ok(Self { core })
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Hudi.from_dict({})", self.to_dict(py)?.repr()?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        Ok((py.get_type::<Self>().getattr("from_dict")?, (self.to_dict(py)?,)))
    }
}

/// A reading: the parts of `hule_mianzi`.
fn reading(value: &Bound<'_, PyAny>) -> PyResult<Reading> {
    // No longer than any reading, before room is made for what it says its length is.
    let short = !value.is_instance_of::<PyString>() && value.len().is_ok_and(|len| len <= 13);
    let parts: Option<Vec<PyBackedStr>> = if short { value.extract().ok() } else { None };
    let parts = parts.ok_or_else(|| not_a("a list of parts like m11 and p12_!3", "mianzi", value))?;
    Reading::parse(&parts).map_err(|e| to_py(&e))
}

/// A wind from 0 to 3.
fn wind(name: &str, value: &Bound<'_, PyAny>) -> PyResult<u8> {
    number(name, Some(value), 3, 0).map(|n| u8::try_from(n).unwrap_or(0))
}

/// Tell what a reading consists of and count its 符.
///
/// Args:
///     mianzi: one of the readings of `hule_mianzi`.
///     zhuangfeng: the round's wind, 0 to 3.
///     menfeng: the seat's wind, 0 to 3.
///     rule: a `Rule`; None is `Rule.tenhou()`.
///
/// Raises:
///     MjlogError: of kind `bad_notation`, `too_many_pai` or `bad_argument`.
#[pyfunction]
#[pyo3(signature = (mianzi, zhuangfeng, menfeng, rule=None))]
pub(crate) fn get_hudi(
    mianzi: &Bound<'_, PyAny>,
    zhuangfeng: &Bound<'_, PyAny>,
    menfeng: &Bound<'_, PyAny>,
    rule: Arg,
) -> PyResult<Hudi> {
    let winds = (wind("zhuangfeng", zhuangfeng)?, wind("menfeng", menfeng)?);
    let core = core::get_hudi(&reading(mianzi)?.view(), winds.0, winds.1, &arguments::rule(rule)?);
    Ok(Hudi { core })
}

/// List the yaku of the moment (状況役): 立直, 一発, 海底, 嶺上, 槍槓, or 天和 and 地和 alone.
///
/// Raises:
///     MjlogError: of kind `bad_argument`.
#[pyfunction]
#[pyo3(
    signature = (*, lizhi=None, yifa=None, qianggang=None, lingshang=None, haidi=None, tianhu=None),
    text_signature = "(*, lizhi=0, yifa=False, qianggang=False, lingshang=False, haidi=0, tianhu=0)"
)]
pub(crate) fn get_pre_hupai<'py>(
    py: Python<'py>,
    lizhi: Arg<'_, 'py>,
    yifa: Arg<'_, 'py>,
    qianggang: Arg<'_, 'py>,
    lingshang: Arg<'_, 'py>,
    haidi: Arg<'_, 'py>,
    tianhu: Arg<'_, 'py>,
) -> PyResult<Bound<'py, PyList>> {
    let given = Given { lizhi, yifa, qianggang, lingshang, haidi, tianhu, ..Given::default() };
    list_to_py(py, &core::get_pre_hupai(&given.read()?))
}

/// List the dora (懸賞役): ドラ, 赤ドラ, 裏ドラ. They count only beside a yaku.
///
/// Args:
///     shoupai: the hand.
///     rongpai: the tile won on, None on a tsumo.
///     baopai: dora indicators.
///     fubaopai: ura dora indicators; None for who may not look.
///     kita: 北 set aside, with three players.
///     rule: a `Rule`; with three players the indicator m1 means m9. None is `Rule.tenhou()`.
///
/// Raises:
///     MjlogError: of kind `bad_notation`, `bad_pai`, `too_many_pai` or `bad_argument`.
#[pyfunction]
#[pyo3(
    signature = (shoupai, rongpai=None, baopai=None, fubaopai=None, *, kita=None, rule=None),
    text_signature = "(shoupai, rongpai=None, baopai=(), fubaopai=None, *, kita=0, rule=None)"
)]
pub(crate) fn get_post_hupai<'py>(
    py: Python<'py>,
    shoupai: &Bound<'py, PyAny>,
    rongpai: Arg<'_, 'py>,
    baopai: Arg<'_, 'py>,
    fubaopai: Arg<'_, 'py>,
    kita: Arg<'_, 'py>,
    rule: Arg<'_, 'py>,
) -> PyResult<Bound<'py, PyList>> {
    let situation = Given { baopai, fubaopai, kita, ..Given::default() }.read()?;
    let (hand, rongpai) = (arguments::hand(shoupai)?, arguments::rongpai(rongpai)?);
    let list = core::get_post_hupai(&hand, rongpai, &situation, &arguments::rule(rule)?);
    list_to_py(py, &list.map_err(|e| to_py(&e))?)
}

/// List all yaku of a reading (役): yakuman alone if there are any; else `pre_hupai`, the yaku of
/// the hand and, if that makes any, `post_hupai`.
///
/// Args:
///     mianzi: one of the readings of `hule_mianzi`.
///     hudi: what `get_hudi` says of it.
///     pre_hupai: what `get_pre_hupai` gives.
///     post_hupai: what `get_post_hupai` gives.
///     rule: a `Rule`; None is `Rule.tenhou()`.
///
/// Raises:
///     MjlogError: of kind `bad_notation`, `too_many_pai` or `bad_argument`.
#[pyfunction]
#[pyo3(
    signature = (mianzi, hudi, pre_hupai, post_hupai=None, rule=None),
    text_signature = "(mianzi, hudi, pre_hupai, post_hupai=(), rule=None)"
)]
pub(crate) fn get_hupai<'py>(
    py: Python<'py>,
    mianzi: &Bound<'py, PyAny>,
    hudi: &Bound<'py, PyAny>,
    pre_hupai: Arg<'_, 'py>,
    post_hupai: Arg<'_, 'py>,
    rule: Arg<'_, 'py>,
) -> PyResult<Bound<'py, PyList>> {
    let hudi = hudi.cast::<Hudi>().map_err(|_| not_a("what get_hudi gives", "hudi", hudi))?;
    let (pre, post) = (list_from_py("pre_hupai", pre_hupai)?, list_from_py("post_hupai", post_hupai)?);
    if pre.iter().any(|h| !h.yaku.is_of_the_moment()) || post.iter().any(|h| !h.yaku.is_baopai()) {
        let text = "pre_hupai are yaku of the moment, as get_pre_hupai gives them, and post_hupai dora";
        return Err(arguments::bad(mjlog_core::ErrorKind::BadArgument, text.to_owned()));
    }
    let reading = reading(mianzi)?;
    list_to_py(py, &core::get_hupai(&reading.view(), &hudi.get().core, &pre, &post, &arguments::rule(rule)?))
}

/// Tell what these yaku and 符 are worth, and who pays (和了点).
///
/// Args:
///     fu: minipoints; a yakuman does without.
///     hupai: what `get_hupai` gives.
///     rongpai: the tile won on, None on a tsumo.
///     rule: a `Rule`; None is `Rule.tenhou()`.
///     menfeng: the winner's wind, 0 (dealer) to 3.
///     changbang: honba.
///     lizhibang: riichi sticks on the table.
///
/// Raises:
///     MjlogError: of kind `bad_pai` or `bad_argument`.
#[pyfunction]
#[pyo3(
    signature = (fu, hupai, rongpai=None, *, rule=None, menfeng=None, changbang=None, lizhibang=None),
    text_signature = "(fu, hupai, rongpai=None, *, rule=None, menfeng=1, changbang=0, lizhibang=0)"
)]
pub(crate) fn get_defen<'py>(
    fu: &Bound<'py, PyAny>,
    hupai: &Bound<'py, PyAny>,
    rongpai: Arg<'_, 'py>,
    rule: Arg<'_, 'py>,
    menfeng: Arg<'_, 'py>,
    changbang: Arg<'_, 'py>,
    lizhibang: Arg<'_, 'py>,
) -> PyResult<Hule> {
    let fu = number("fu", Some(fu), 1000, 0)?; // None, as a yakuman has it, is 0
    let list = list_from_py("hupai", Some(hupai))?;
    let from = arguments::rongpai(rongpai)?.map(|rong| rong.from);
    let menfeng = number("menfeng", menfeng, 3, 1).map(|n| u8::try_from(n).unwrap_or(0))?;
    let bang = (number("changbang", changbang, MOST_BANG, 0)?, number("lizhibang", lizhibang, MOST_BANG, 0)?);
    let worth = core::get_defen(fu.into(), &list, from, &arguments::rule(rule)?, menfeng, bang);
    worth.map(|core| Hule { core }).map_err(|e| to_py(&e))
}
