//! 手牌 in Python.

use mjlog_core::ErrorKind;
use mjlog_core::hule::{Dapai, Direction, Fulou, Shoupai as Core, Zimo};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::arguments::{self, bad, hand, text};
use crate::error::to_py;

/// A hand and its melds (手牌), in 電脳麻将's notation. It never changes: `zimo`, `dapai`, `fulou`
/// and `gang` give a new one.
///
/// The notation: suits m, p, s, z with digits, 0 for a red five; `_` for a tile that is not shown;
/// `*` after riichi; then melds, each after a comma. Of fourteen tiles the last is the
/// drawn one; a comma at the end means that the last meld was just called.
#[pyclass(frozen, eq, hash, module = "mjlog")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Shoupai {
    pub(crate) core: Core,
}

/// Texts of a list of moves, or None when there is no turn to make them.
type Moves = Option<Vec<String>>;

fn new(core: mjlog_core::Result<Core>) -> PyResult<Shoupai> {
    core.map(|core| Shoupai { core }).map_err(|e| to_py(&e))
}

fn tile(value: &Bound<'_, PyAny>) -> PyResult<Dapai> {
    Dapai::parse(text("p", value)?).map_err(|e| to_py(&e))
}

fn meld(value: &Bound<'_, PyAny>) -> PyResult<Fulou> {
    Fulou::parse_strictly(text("m", value)?).map_err(|e| to_py(&e))
}

/// A discard with whose it was.
fn called(value: &Bound<'_, PyAny>) -> PyResult<(Dapai, Direction)> {
    let dapai = tile(value)?;
    let from = dapai.from.ok_or_else(|| {
        bad(ErrorKind::BadPai, format!("`{dapai}` does not say whose it was: + right, = across or - left"))
    })?;
    Ok((dapai, from))
}

fn texts<T: ToString>(list: Option<Vec<T>>) -> Moves {
    list.map(|all| all.iter().map(ToString::to_string).collect())
}

#[pymethods]
impl Shoupai {
    /// Read a hand.
    ///
    /// Raises:
    ///     MjlogError: of kind `bad_notation`, or `too_many_pai` for five of a tile or more than
    ///         fourteen tiles.
    #[staticmethod]
    #[pyo3(name = "parse")]
    fn read(text: &Bound<'_, PyAny>) -> PyResult<Self> {
        new(Core::parse(arguments::text("text", text)?))
    }

    /// Draw a tile (自摸); `_` is one that is not shown.
    ///
    /// Args:
    ///     p: the tile.
    ///     check: only a hand that has discarded may draw.
    ///
    /// Raises:
    ///     MjlogError: of kind `illegal_move`, `too_many_pai` or `bad_pai`.
    #[pyo3(signature = (p, check=true))]
    fn zimo(&self, p: &Bound<'_, PyAny>, check: bool) -> PyResult<Self> {
        let drawn = if text("p", p)? == "_" { None } else { Some(tile(p)?.tile) };
        new(self.core.draw(drawn, check))
    }

    /// Discard a tile (打牌): `m1`, `m1_` as drawn, `m1*` with riichi.
    ///
    /// Args:
    ///     p: the tile.
    ///     check: only a hand that has drawn or called may discard.
    ///
    /// Raises:
    ///     MjlogError: of kind `illegal_move` or `bad_pai`.
    #[pyo3(signature = (p, check=true))]
    fn dapai(&self, p: &Bound<'_, PyAny>, check: bool) -> PyResult<Self> {
        let dapai = tile(p)?;
        new(self.core.discard(dapai.tile, dapai.lizhi, check))
    }

    /// Call another's discard (副露): chi, pon or daiminkan.
    ///
    /// Args:
    ///     m: the meld, as in `m340-`, `p555+`, `z2222=`.
    ///     check: only a hand that has discarded may call.
    ///
    /// Raises:
    ///     MjlogError: of kind `illegal_move`, `too_many_pai` or `bad_notation`.
    #[pyo3(signature = (m, check=true))]
    fn fulou(&self, m: &Bound<'_, PyAny>, check: bool) -> PyResult<Self> {
        new(self.core.call(meld(m)?, check))
    }

    /// Make a kan on its own turn (槓): ankan or kakan.
    ///
    /// Args:
    ///     m: the kan, as in `s1111`, `z222=2`.
    ///     check: only a hand that has drawn may do so.
    ///
    /// Raises:
    ///     MjlogError: of kind `illegal_move`, `too_many_pai` or `bad_notation`.
    #[pyo3(signature = (m, check=true))]
    fn gang(&self, m: &Bound<'_, PyAny>, check: bool) -> PyResult<Self> {
        new(self.core.gang(meld(m)?, check))
    }

    /// List what it may discard, None when it is not its turn to.
    ///
    /// Args:
    ///     check: leave out what would swap a called tile (喰い替え).
    #[pyo3(signature = (check=true))]
    fn get_dapai(&self, check: bool) -> Moves {
        texts(self.core.get_dapai(check))
    }

    /// List the chi it may make of a discard, None when it is its turn to discard.
    ///
    /// Args:
    ///     p: the discard and whose it was, as in `m3-`.
    ///     check: leave out those after which only swapped tiles could be discarded.
    ///
    /// Raises:
    ///     MjlogError: of kind `bad_pai`.
    #[pyo3(signature = (p, check=true))]
    fn get_chi_mianzi(&self, p: &Bound<'_, PyAny>, check: bool) -> PyResult<Moves> {
        let (dapai, from) = called(p)?;
        Ok(texts(self.core.get_chi_mianzi(dapai.tile, from, check)))
    }

    /// List the pon it may make of a discard, None when it is its turn to discard.
    ///
    /// Raises:
    ///     MjlogError: of kind `bad_pai`.
    fn get_peng_mianzi(&self, p: &Bound<'_, PyAny>) -> PyResult<Moves> {
        let (dapai, from) = called(p)?;
        Ok(texts(self.core.get_peng_mianzi(dapai.tile, from)))
    }

    /// List the kan it may make of a discard, or without one on its own turn; None when it is
    /// the other's turn.
    ///
    /// Raises:
    ///     MjlogError: of kind `bad_pai`.
    #[pyo3(signature = (p=None))]
    fn get_gang_mianzi(&self, p: Option<&Bound<'_, PyAny>>) -> PyResult<Moves> {
        let Some(p) = p.filter(|p| !p.is_none()) else { return Ok(texts(self.core.get_gang_mianzi())) };
        let (dapai, from) = called(p)?;
        Ok(texts(self.core.get_daminggang_mianzi(dapai.tile, from)))
    }

    /// Whether no tile was called; ankan are allowed (門前).
    #[getter]
    fn menqian(&self) -> bool {
        self.core.menqian()
    }

    /// Whether it has declared riichi.
    #[getter]
    fn lizhi(&self) -> bool {
        self.core.lizhi()
    }

    /// Its melds, oldest first.
    #[getter]
    fn mianzi<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.core.fulou().iter().map(ToString::to_string))
    }

    /// The tile it has drawn, `_` if that is not shown; None when it has not drawn.
    #[getter]
    fn zimopai(&self) -> Option<String> {
        match self.core.zimo()? {
            Zimo::Tile(tile) => Some(tile.to_string()),
            Zimo::Hidden => Some("_".to_owned()),
            Zimo::Fulou => None,
        }
    }

    fn __str__(&self) -> String {
        self.core.to_string()
    }

    fn __repr__(&self) -> String {
        match self.last_move() {
            None => format!("Shoupai.parse(\"{}\")", self.core),
            Some((before, name, text)) => format!("Shoupai.parse(\"{before}\").{name}(\"{text}\", check=False)"),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let class = py.get_type::<Self>();
        match self.last_move() {
            None => Ok((class.getattr("parse")?, (self.core.to_string(),).into_pyobject(py)?)),
            Some((before, name, text)) => {
                let before = class.call_method1("parse", (before,))?;
                Ok((class.getattr(name)?, (before, text, false).into_pyobject(py)?))
            }
        }
    }
}

impl Shoupai {
    /// What makes a hand whose notation does not say whether its last tile was drawn: the notation
    /// before a move, the move and its tile or meld. Notation means of fourteen tiles that the last
    /// was drawn, of fewer that none was; hands that moved without a check may be otherwise.
    fn last_move(&self) -> Option<(String, &'static str, String)> {
        let text = self.core.to_string();
        if Core::parse(&text).as_ref() == Ok(&self.core) {
            return None;
        }
        let (tiles, rest) = text.split_at(text.find(['*', ',']).unwrap_or(text.len()));
        if let Some(drawn) = self.zimopai() {
            let before = tiles.strip_suffix(&drawn)?;
            return Some((format!("{before}{rest}"), "zimo", drawn));
        }
        // Fourteen tiles of which none was drawn: a daiminkan was called with fourteen.
        let meld = self.core.fulou().last()?.to_string();
        let (earlier, own) = (rest.strip_suffix(&format!(",{meld}"))?, meld.get(..4)?);
        Some((format!("{tiles}{own}{earlier}"), "fulou", meld))
    }
}

/// Tell how many tiles a hand is from tenpai (向聴数): 0 tenpai, -1 complete.
///
/// Args:
///     shoupai: a hand of 13 or 14 tiles, all of them shown; a meld counts as three.
///
/// Raises:
///     MjlogError: of kind `bad_argument` for another hand, or of those of `Shoupai.parse`.
#[pyfunction]
pub(crate) fn xiangting(shoupai: &Bound<'_, PyAny>) -> PyResult<i8> {
    hand(shoupai)?.xiangting().map_err(|e| to_py(&e))
}

/// List the tiles that a hand waits for: those that complete it, or bring it nearer to tenpai.
///
/// None when it has yet to discard. Tiles of which the hand itself holds four are left out.
///
/// Raises:
///     MjlogError: as `xiangting`.
#[pyfunction]
pub(crate) fn tingpai(shoupai: &Bound<'_, PyAny>) -> PyResult<Moves> {
    hand(shoupai)?.tingpai().map(texts).map_err(|e| to_py(&e))
}
