//! `explain_hule`: how a hand's worth comes about, in the classes of `mjlog.explanation`.

use mjlog_core::hule::{self as core, Explained, Explanation, FuItem, Limit, Rongpai, Share};
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::Hule;
use super::arguments::{Arg, Given, Win};
use crate::error::to_py;

/// Tell how a hand's worth comes about: every reading with its minipoints (符) item by item, its
/// yaku and its points, which reading counts and why, and who pays what.
///
/// Args:
///     shoupai: the hand, 14 tiles with the drawn one last, or 13 and a `rongpai`.
///     rongpai: the tile won on and whose it was: `z1+` right, `z1=` across, `z1-` left.
///     rule: a `Rule`; None is `Rule.tenhou()`.
///     zhuangfeng: the round's wind, 0 to 3.
///     menfeng: the winner's wind, 0 (dealer) to 3.
///     lizhi: 1 riichi, 2 double riichi.
///     yifa: 一発.
///     qianggang: 槍槓.
///     lingshang: 嶺上開花.
///     haidi: 1 海底摸月, 2 河底撈魚.
///     tianhu: 1 天和, 2 地和.
///     baopai: dora indicators.
///     fubaopai: ura dora indicators; None for who may not look.
///     changbang: honba.
///     lizhibang: riichi sticks on the table.
///     kita: 北 set aside, with three players.
///     strict: refuse what can't be, such as 一発 without riichi; else it counts as given.
///
/// Returns:
///     An `Explanation`: its `hule` is what `mjlog.hule` gives. Of a hand that does not win it
///     has no readings, and says how far the hand is from tenpai.
///
/// Raises:
///     MjlogError: of kind `bad_notation`, `bad_pai`, `too_many_pai`, `bad_argument` or `contradiction`.
#[pyfunction]
#[pyo3(
    signature = (shoupai, rongpai=None, *, rule=None, zhuangfeng=None, menfeng=None, lizhi=None, yifa=None,
                 qianggang=None, lingshang=None, haidi=None, tianhu=None, baopai=None, fubaopai=None, changbang=None,
                 lizhibang=None, kita=None, strict=None),
    text_signature = "(shoupai, rongpai=None, *, rule=None, zhuangfeng=0, menfeng=1, lizhi=0, yifa=False, \
                      qianggang=False, lingshang=False, haidi=0, tianhu=0, baopai=(), fubaopai=None, changbang=0, \
                      lizhibang=0, kita=0, strict=False)"
)]
#[allow(clippy::too_many_arguments)] // they are the argument list of Python
pub(crate) fn explain_hule<'py>(
    shoupai: &Bound<'py, PyAny>,
    rongpai: Arg<'_, 'py>,
    rule: Arg<'_, 'py>,
    zhuangfeng: Arg<'_, 'py>,
    menfeng: Arg<'_, 'py>,
    lizhi: Arg<'_, 'py>,
    yifa: Arg<'_, 'py>,
    qianggang: Arg<'_, 'py>,
    lingshang: Arg<'_, 'py>,
    haidi: Arg<'_, 'py>,
    tianhu: Arg<'_, 'py>,
    baopai: Arg<'_, 'py>,
    fubaopai: Arg<'_, 'py>,
    changbang: Arg<'_, 'py>,
    lizhibang: Arg<'_, 'py>,
    kita: Arg<'_, 'py>,
    strict: Arg<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
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
    let told = core::explain(&hand, rongpai, &situation, &rule).map_err(|e| to_py(&e))?;
    let classes = Classes(shoupai.py().import("mjlog.explanation")?);
    match told {
        Some(told) => classes.win(&hand, rongpai, &told),
        None => classes.no_win(&hand, rongpai),
    }
}

/// The module `mjlog.explanation`.
struct Classes<'py>(Bound<'py, PyModule>);

impl<'py> Classes<'py> {
    /// An object of one of its classes.
    fn make(&self, class: &str, fields: impl PyCallArgs<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.0.getattr(class)?.call1(fields)
    }

    fn tuple<T>(
        &self,
        items: &[T],
        object: impl Fn(usize, &T) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let made = items.iter().enumerate().map(|(at, item)| object(at, item)).collect::<PyResult<Vec<_>>>()?;
        PyTuple::new(self.0.py(), made)
    }

    fn win(&self, hand: &core::Shoupai, rongpai: Option<Rongpai>, told: &Explanation) -> PyResult<Bound<'py, PyAny>> {
        let none = || self.0.py().None();
        let readings = self.tuple(&told.readings, |at, reading| self.reading(reading, at == told.best))?;
        let payments = self.tuple(&told.shares, |seat, share| self.payment(seat, share))?;
        let hule = Hule { core: told.hule };
        self.make("Explanation", (hand.to_string(), ron(rongpai), hule, readings, payments, none(), none()))
    }

    /// How far the hand is; unknown where some tiles are, or too few.
    fn no_win(&self, hand: &core::Shoupai, rongpai: Option<Rongpai>) -> PyResult<Bound<'py, PyAny>> {
        let py = self.0.py();
        let empty = || PyTuple::empty(py);
        let waits = hand.tingpai().ok().flatten();
        let waits = waits.map(|tiles| PyTuple::new(py, tiles.iter().map(ToString::to_string))).transpose()?;
        let fields = (hand.to_string(), ron(rongpai), py.None(), empty(), empty(), hand.xiangting().ok(), waits);
        self.make("Explanation", fields)
    }

    fn reading(&self, reading: &Explained, counts: bool) -> PyResult<Bound<'py, PyAny>> {
        let items = self.tuple(&reading.fu_items, |_, item| self.fu_item(item, &reading.mianzi))?;
        let fields = (
            PyTuple::new(self.0.py(), &reading.mianzi)?,
            items,
            reading.fu,
            reading.base,
            reading.limit.map(Limit::name),
            Hule { core: reading.hule },
            counts,
            reading.why.name(),
        );
        self.make("Reading", fields)
    }

    fn fu_item(&self, item: &FuItem, mianzi: &[String]) -> PyResult<Bound<'py, PyAny>> {
        let part = item.part.and_then(|at| mianzi.get(at));
        self.make("FuItem", (item.reason.name(), item.fu, part))
    }

    fn payment(&self, seat: usize, share: &Share) -> PyResult<Bound<'py, PyAny>> {
        let fields = (seat, share.hand, share.honba, share.sticks, share.winner, share.discarder, share.liable);
        self.make("Payment", fields)
    }
}

/// The ron tile in notation.
fn ron(rongpai: Option<Rongpai>) -> Option<String> {
    rongpai.map(|rong| format!("{}{}", rong.tile, rong.from.mark()))
}
