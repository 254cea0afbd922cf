//! Moves to Python objects.

use mjlog_core::mianzi::Notation;
use mjlog_core::pai::Face;
use mjlog_core::paipu::sink::{End, Hule, Pingju, Qipai, Value};
use mjlog_core::paipu::{Hand, PaipuSink};
use mjlog_core::tenhou::names::YAKU;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyInt, PyList, PyString};

/// Strings and numbers that every paipu holds, made once.
struct Shared {
    l: [Py<PyInt>; 4],
    /// Tiles by face: plain, `_`, `*`, `_*`.
    tiles: [[Py<PyString>; Face::COUNT]; 4],
    yaku: Vec<Py<PyString>>,
    keys: Keys,
}

/// Defines the keys once: a field and an interned string each.
macro_rules! keys {
    ($($key:ident)*) => {
        struct Keys { $($key: Py<PyString>,)* }
        impl Keys {
            fn new(py: Python<'_>) -> Self {
                Self { $($key: PyString::intern(py, stringify!($key)).unbind(),)* }
            }
        }
    };
}

keys! {
    title player qijia log defen point rank qipai zhuangfeng jushu changbang lizhibang baopai shoupai zimo gangzimo
    dapai fulou gang kaigang hule pingju l p m baojia fubaopai hupai name fanshu fenpei damanguan fu
}

static SHARED: PyOnceLock<Shared> = PyOnceLock::new();

impl Shared {
    fn get(py: Python<'_>) -> PyResult<&'static Self> {
        SHARED.get_or_try_init(py, || {
            let mut names = [""; Face::COUNT].map(str::to_owned);
            for face in Face::all() {
                face.as_str().clone_into(&mut names[face.index()]);
            }
            let tile =
                |suffix: &str, face: usize| PyString::intern(py, &[names[face].as_str(), suffix].concat()).unbind();
            let number = |n: u8| n.into_pyobject(py).map(Bound::unbind);
            let l = [number(0)?, number(1)?, number(2)?, number(3)?];
            let tiles = ["", "_", "*", "_*"].map(|suffix| core::array::from_fn(|face| tile(suffix, face)));
            let yaku = YAKU.iter().map(|name| PyString::new(py, name).unbind()).collect();
            Ok(Self { l, tiles, yaku, keys: Keys::new(py) })
        })
    }
}

/// Builds the dicts and lists of a paipu. The first error of Python stops it.
pub(crate) struct Objects<'py> {
    py: Python<'py>,
    shared: &'static Shared,
    paipu: Bound<'py, PyDict>,
    log: Option<Bound<'py, PyList>>,
    round: Option<Bound<'py, PyList>>,
    /// Also collects each move here, when asked to.
    moves: Option<Bound<'py, PyList>>,
    error: Option<PyErr>,
}

impl<'py> Objects<'py> {
    pub(crate) fn new(py: Python<'py>) -> PyResult<Self> {
        let shared = Shared::get(py)?;
        Ok(Self { py, shared, paipu: PyDict::new(py), log: None, round: None, moves: None, error: None })
    }

    /// Goes on with a paipu that was begun, and collects the moves that come.
    pub(crate) fn resume(
        paipu: Bound<'py, PyDict>,
        log: Option<Bound<'py, PyList>>,
        moves: Bound<'py, PyList>,
    ) -> PyResult<Self> {
        let py = paipu.py();
        let round = match &log {
            Some(log) if !log.is_empty() => Some(log.get_item(log.len() - 1)?.cast_into::<PyList>()?),
            _ => None,
        };
        Ok(Self { py, shared: Shared::get(py)?, paipu, log, round, moves: Some(moves), error: None })
    }

    pub(crate) fn finish(self) -> PyResult<Bound<'py, PyDict>> {
        match self.error {
            Some(error) => Err(error),
            None => Ok(self.paipu),
        }
    }

    /// The list of rounds, once there is one.
    pub(crate) fn log(&self) -> Option<&Bound<'py, PyList>> {
        self.log.as_ref()
    }

    fn run(&mut self, step: impl FnOnce(&mut Self) -> PyResult<()>) {
        if self.error.is_none()
            && let Err(error) = step(self)
        {
            self.error = Some(error);
        }
    }

    fn key(&self, key: &'static Py<PyString>) -> &Bound<'py, PyString> {
        key.bind(self.py)
    }

    fn l(&self, l: u8) -> &Bound<'py, PyInt> {
        self.shared.l[usize::from(l & 3)].bind(self.py)
    }

    fn tile(&self, suffix: usize, face: Face) -> &Bound<'py, PyString> {
        self.shared.tiles[suffix & 3][face.index() % Face::COUNT].bind(self.py)
    }

    /// `{kind: body}` at the end of the round.
    fn push(&self, kind: &'static Py<PyString>, body: &Bound<'py, PyDict>) -> PyResult<()> {
        let outer = PyDict::new(self.py);
        outer.set_item(self.key(kind), body)?;
        if let Some(moves) = &self.moves {
            moves.append(&outer)?;
        }
        match &self.round {
            Some(round) => round.append(outer),
            None => Ok(()),
        }
    }

    fn tile_move(&self, kind: &'static Py<PyString>, suffix: usize, l: u8, p: Face) -> PyResult<()> {
        let keys = &self.shared.keys;
        let body = PyDict::new(self.py);
        body.set_item(self.key(&keys.l), self.l(l))?;
        body.set_item(self.key(&keys.p), self.tile(suffix, p))?;
        self.push(kind, &body)
    }

    fn meld_move(&self, kind: &'static Py<PyString>, l: u8, m: &Notation) -> PyResult<()> {
        let keys = &self.shared.keys;
        let body = PyDict::new(self.py);
        body.set_item(self.key(&keys.l), self.l(l))?;
        body.set_item(self.key(&keys.m), m.as_str())?;
        self.push(kind, &body)
    }

    fn open_log(&mut self) -> PyResult<Bound<'py, PyList>> {
        if let Some(log) = &self.log {
            return Ok(log.clone());
        }
        let log = PyList::empty(self.py);
        self.paipu.set_item(self.key(&self.shared.keys.log), &log)?;
        self.log = Some(log.clone());
        Ok(log)
    }

    fn hands(&self, hands: &[Hand; 4]) -> PyResult<Bound<'py, PyList>> {
        PyList::new(self.py, hands.each_ref().map(Hand::as_str))
    }
}

impl PaipuSink for Objects<'_> {
    fn title(&mut self, title: &str) {
        self.run(|s| s.paipu.set_item(s.key(&s.shared.keys.title), title));
    }

    fn player(&mut self, labels: [&str; 4]) {
        self.run(|s| s.paipu.set_item(s.key(&s.shared.keys.player), PyList::new(s.py, labels)?));
    }

    fn qijia(&mut self, seat: u8) {
        self.run(|s| {
            s.paipu.set_item(s.key(&s.shared.keys.qijia), s.l(seat))?;
            s.open_log().map(|_| ())
        });
    }

    fn qipai(&mut self, q: &Qipai) {
        self.run(|s| {
            let keys = &s.shared.keys;
            let round = PyList::empty(s.py);
            s.open_log()?.append(&round)?;
            s.round = Some(round);
            let body = PyDict::new(s.py);
            body.set_item(s.key(&keys.zhuangfeng), q.zhuangfeng)?;
            body.set_item(s.key(&keys.jushu), q.jushu)?;
            body.set_item(s.key(&keys.changbang), q.changbang)?;
            body.set_item(s.key(&keys.lizhibang), q.lizhibang)?;
            body.set_item(s.key(&keys.defen), PyList::new(s.py, q.defen)?)?;
            body.set_item(s.key(&keys.baopai), s.tile(0, q.baopai))?;
            body.set_item(s.key(&keys.shoupai), s.hands(&q.shoupai)?)?;
            s.push(&keys.qipai, &body)
        });
    }

    fn zimo(&mut self, l: u8, p: Face, gang: bool) {
        self.run(|s| {
            let keys = &s.shared.keys;
            s.tile_move(if gang { &keys.gangzimo } else { &keys.zimo }, 0, l, p)
        });
    }

    fn dapai(&mut self, l: u8, p: Face, moqie: bool, lizhi: bool) {
        let suffix = usize::from(moqie) + 2 * usize::from(lizhi);
        self.run(|s| s.tile_move(&s.shared.keys.dapai, suffix, l, p));
    }

    fn fulou(&mut self, l: u8, m: &Notation) {
        self.run(|s| s.meld_move(&s.shared.keys.fulou, l, m));
    }

    fn gang(&mut self, l: u8, m: &Notation) {
        self.run(|s| s.meld_move(&s.shared.keys.gang, l, m));
    }

    fn kaigang(&mut self, baopai: Face) {
        self.run(|s| {
            let keys = &s.shared.keys;
            let body = PyDict::new(s.py);
            body.set_item(s.key(&keys.baopai), s.tile(0, baopai))?;
            s.push(&keys.kaigang, &body)
        });
    }

    fn hule(&mut self, h: &Hule) {
        self.run(|s| {
            let keys = &s.shared.keys;
            let body = PyDict::new(s.py);
            body.set_item(s.key(&keys.l), s.l(h.l))?;
            body.set_item(s.key(&keys.shoupai), h.shoupai.as_str())?;
            body.set_item(s.key(&keys.baojia), h.baojia.map(|l| s.l(l)))?;
            let fubaopai =
                h.fubaopai.as_ref().map(|faces| PyList::new(s.py, faces.iter().map(|&f| s.tile(0, f)))).transpose()?;
            body.set_item(s.key(&keys.fubaopai), fubaopai)?;
            body.set_item(s.key(&keys.defen), h.defen)?;
            let hupai = PyList::empty(s.py);
            for yaku in &h.hupai {
                let entry = PyDict::new(s.py);
                entry.set_item(s.key(&keys.name), s.shared.yaku.get(usize::from(yaku.id)))?;
                match yaku.fanshu {
                    Some(han) => entry.set_item(s.key(&keys.fanshu), han)?,
                    None => entry.set_item(s.key(&keys.fanshu), pyo3::intern!(s.py, "*"))?,
                }
                hupai.append(entry)?;
            }
            body.set_item(s.key(&keys.hupai), hupai)?;
            body.set_item(s.key(&keys.fenpei), PyList::new(s.py, h.fenpei)?)?;
            match h.value {
                Value::Damanguan(n) => body.set_item(s.key(&keys.damanguan), n)?,
                Value::Counted { fu, fanshu } => {
                    body.set_item(s.key(&keys.fu), fu)?;
                    body.set_item(s.key(&keys.fanshu), fanshu)?;
                }
            }
            s.push(&keys.hule, &body)
        });
    }

    fn pingju(&mut self, p: &Pingju) {
        self.run(|s| {
            let keys = &s.shared.keys;
            let body = PyDict::new(s.py);
            body.set_item(s.key(&keys.name), p.name)?;
            body.set_item(s.key(&keys.shoupai), s.hands(&p.shoupai)?)?;
            body.set_item(s.key(&keys.fenpei), PyList::new(s.py, p.fenpei)?)?;
            s.push(&keys.pingju, &body)
        });
    }

    fn end(&mut self, end: &End) {
        self.run(|s| {
            let keys = &s.shared.keys;
            s.paipu.set_item(s.key(&keys.defen), PyList::new(s.py, end.defen)?)?;
            s.paipu.set_item(s.key(&keys.point), PyList::new(s.py, &end.point)?)?;
            s.paipu.set_item(s.key(&keys.rank), PyList::new(s.py, end.rank.map(i64::from))?)
        });
    }
}
