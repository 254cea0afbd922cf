//! The rules of scoring, under 電脳麻将's names.

use mjlog_core::ErrorKind;
use mjlog_core::hule::Rule as Core;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyString};

use super::arguments::bad;

/// 電脳麻将's other options: kept for whoever plays by them; no score depends on them.
const OTHERS: [&str; 21] = [
    "配給原点",
    "順位点",
    "赤牌",
    "喰い替え許可レベル",
    "場数",
    "途中流局あり",
    "流し満貫あり",
    "ノーテン宣言あり",
    "ノーテン罰あり",
    "最大同時和了数",
    "連荘方式",
    "トビ終了あり",
    "オーラス止めあり",
    "延長戦方式",
    "一発あり",
    "裏ドラあり",
    "カンドラあり",
    "カン裏あり",
    "カンドラ後乗せ",
    "ツモ番なしリーチあり",
    "リーチ後暗槓許可レベル",
];

/// The rules that scoring depends on. Made by `Rule.tenhou()`, `Rule.majiang()` or
/// `Rule.from_majiang()`, changed by `replace()`.
#[pyclass(frozen, module = "mjlog")]
pub(crate) struct Rule {
    pub(crate) core: Core,
    /// 電脳麻将's other options, as they were given.
    others: Py<PyDict>,
}

/// The switch with 電脳麻将's name.
fn switch<'a>(rule: &'a mut Core, key: &str) -> Option<&'a mut bool> {
    Some(match key {
        "連風牌は2符" => &mut rule.lianfeng_two,
        "クイタンあり" => &mut rule.kuitan,
        "切り上げ満貫あり" => &mut rule.kiriage,
        "数え役満あり" => &mut rule.kazoe,
        "役満の複合あり" => &mut rule.compound,
        "ダブル役満あり" => &mut rule.double,
        "役満パオあり" => &mut rule.pao,
        "pao_pays_honba" => &mut rule.pao_pays_honba,
        "pao_pays_all" => &mut rule.pao_pays_all,
        _ => return None,
    })
}

/// 電脳麻将's names of the switches, in its order.
const SWITCHES: [&str; 7] = [
    "連風牌は2符",
    "クイタンあり",
    "役満の複合あり",
    "ダブル役満あり",
    "数え役満あり",
    "役満パオあり",
    "切り上げ満貫あり",
];

/// A value that no one else changes. Lists and dicts are copied with what is in them.
fn own_copy<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if value.is_instance_of::<PyString>() || value.is_instance_of::<PyInt>() {
        return Ok(value.clone());
    }
    value.py().import("copy")?.call_method1("deepcopy", (value,))
}

fn bad_rule(message: String) -> PyErr {
    bad(ErrorKind::BadRule, message)
}

fn refused(key: &str, wanted: &str, value: &Bound<'_, PyAny>) -> PyErr {
    let shown = value.repr().map_or_else(|_| "something".to_owned(), |r| r.to_string());
    bad_rule(format!("{key} has to be {wanted}, not {}", mjlog_core::error::shortened(&shown)))
}

impl Rule {
    fn new(py: Python<'_>, core: Core) -> Self {
        Self { core, others: PyDict::new(py).unbind() }
    }

    /// This rule with some options changed.
    fn with(&self, py: Python<'_>, options: &Bound<'_, PyDict>) -> PyResult<Self> {
        let mut core = self.core;
        let others = self.others.bind(py).copy()?;
        // A copy: a value may be one that changes the dict when it is looked at.
        for (key, value) in options.copy()? {
            let name = key.cast::<PyString>().ok().and_then(|name| name.to_str().ok().map(str::to_owned));
            let name = name.ok_or_else(|| refused("an option", "named by text", &key))?;
            if let Some(place) = switch(&mut core, &name) {
                *place = value.cast::<PyBool>().map_err(|_| refused(&name, "True or False", &value))?.is_true();
                continue;
            }
            let number = || if value.is_instance_of::<PyBool>() { None } else { value.extract::<u16>().ok() };
            match name.as_str() {
                "players" => {
                    core.players = match number() {
                        Some(3) => 3,
                        Some(4) => 4,
                        _ => return Err(refused(&name, "3 or 4", &value)),
                    };
                }
                "honba" => {
                    core.honba = (number().filter(|n| n % 300 == 0 && *n <= 30_000))
                        .ok_or_else(|| refused(&name, "a multiple of 300, at most 30000", &value))?;
                }
                other if OTHERS.contains(&other) => others.set_item(other, own_copy(&value)?)?,
                other => {
                    let shown = mjlog_core::error::shortened(other);
                    let known = SWITCHES.join(", ");
                    return Err(bad_rule(format!(
                        "`{shown}` is no option of a rule; those of scoring are {known}, pao_pays_honba, \
                         pao_pays_all, honba and players"
                    )));
                }
            }
        }
        Ok(Self { core, others: others.unbind() })
    }

    fn switches<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        let mut core = self.core;
        for key in SWITCHES {
            all.set_item(key, switch(&mut core, key).map(|s| *s))?;
        }
        Ok(all)
    }
}

#[pymethods]
impl Rule {
    /// Tenhou's rules: no double yakuman, and who is liable pays the honba of a ron and
    /// all of a tsumo.
    ///
    /// Args:
    ///     go_type: the table's type, GO's `type`: 0x04 takes クイタン away, 0x10 is for three
    ///         players, 0x200 a chip table (切り上げ満貫), 0x400 one with a honba of 1500.
    ///         None is a four-player table with クイタン.
    #[staticmethod]
    #[pyo3(signature = (go_type=None))]
    fn tenhou(py: Python<'_>, go_type: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let bits = match go_type.filter(|v| !v.is_none()) {
            None => 0,
            Some(value) if value.is_instance_of::<PyInt>() => {
                value.extract().map_err(|_| refused("go_type", "a number of 32 bits", value))?
            }
            Some(value) => return Err(refused("go_type", "a whole number", value)),
        };
        Ok(Self::new(py, Core::tenhou(bits)))
    }

    /// 電脳麻将's own defaults.
    #[staticmethod]
    fn majiang(py: Python<'_>) -> Self {
        Self::new(py, Core::majiang())
    }

    /// 電脳麻将's defaults with these options changed: its own, by its Japanese names, and the
    /// four that Tenhou needs beside them. Those that no score depends on are kept.
    ///
    /// Raises:
    ///     MjlogError: of kind `bad_rule`, for an option that does not exist or a wrong value.
    #[staticmethod]
    pub(crate) fn from_majiang(py: Python<'_>, options: &Bound<'_, PyAny>) -> PyResult<Self> {
        let options = options.cast::<PyDict>().map_err(|_| refused("a rule", "a dict", options))?;
        Self::majiang(py).with(py, options)
    }

    /// The options that 電脳麻将 knows, by its names: the seven of scoring, then those kept.
    fn to_majiang<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = self.switches(py)?;
        for (key, value) in self.others.bind(py) {
            all.set_item(key, own_copy(&value)?)?;
        }
        Ok(all)
    }

    /// The same rule with some options changed, by name: `rule.replace(クイタンあり=False)`.
    ///
    /// Raises:
    ///     MjlogError: of kind `bad_rule`, for an option that does not exist or a wrong value.
    #[pyo3(signature = (**options))]
    fn replace(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        self.with(py, options.unwrap_or(&PyDict::new(py)))
    }

    /// A pair of the wind that is both the round's and the seat's counts 2 fu, not 4.
    #[getter(連風牌は2符)]
    fn lianfeng_two(&self) -> bool {
        self.core.lianfeng_two
    }

    /// 断幺九 counts with called tiles.
    #[getter(クイタンあり)]
    fn kuitan(&self) -> bool {
        self.core.kuitan
    }

    /// Several yakuman add up.
    #[getter(役満の複合あり)]
    fn compound(&self) -> bool {
        self.core.compound
    }

    /// 四暗刻単騎, 国士無双十三面, 純正九蓮宝燈 and 大四喜 count twice.
    #[getter(ダブル役満あり)]
    fn double(&self) -> bool {
        self.core.double
    }

    /// 13 counted han are a yakuman, not a sanbaiman.
    #[getter(数え役満あり)]
    fn kazoe(&self) -> bool {
        self.core.kazoe
    }

    /// Who feeds the third set of dragons or the fourth of winds is liable (包).
    #[getter(役満パオあり)]
    fn pao(&self) -> bool {
        self.core.pao
    }

    /// 4 han 30 fu and 3 han 60 fu are a mangan.
    #[getter(切り上げ満貫あり)]
    fn kiriage(&self) -> bool {
        self.core.kiriage
    }

    /// On a ron the liable player pays the honba (Tenhou), not the discarder.
    #[getter]
    fn pao_pays_honba(&self) -> bool {
        self.core.pao_pays_honba
    }

    /// On a tsumo the liable player pays for all yakuman (Tenhou), not only for his.
    #[getter]
    fn pao_pays_all(&self) -> bool {
        self.core.pao_pays_all
    }

    /// Points of one honba, with four players: 300, at some chip tables 1500.
    #[getter]
    fn honba(&self) -> u16 {
        self.core.honba
    }

    /// How many play, 4 or 3.
    #[getter]
    fn players(&self) -> u8 {
        self.core.players
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<Self>() {
            Ok(other) => Ok(self.core == other.get().core && self.others.bind(py).eq(&other.get().others)?),
            Err(_) => Ok(false),
        }
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.core.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let all = self.to_majiang(py)?;
        self.add_own(&all)?;
        Ok(format!("Rule.from_majiang({})", all.repr()?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        let all = self.to_majiang(py)?;
        self.add_own(&all)?;
        Ok((py.get_type::<Self>().getattr("from_majiang")?, (all,)))
    }
}

impl Rule {
    /// Adds the four options that 電脳麻将 lacks.
    fn add_own(&self, all: &Bound<'_, PyDict>) -> PyResult<()> {
        all.set_item("pao_pays_honba", self.core.pao_pays_honba)?;
        all.set_item("pao_pays_all", self.core.pao_pays_all)?;
        all.set_item("honba", self.core.honba)?;
        all.set_item("players", self.core.players)
    }
}
