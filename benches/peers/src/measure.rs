//! An untimed pass that asks what each peer can do, then the timed ones.

use std::hint::black_box;
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use crate::log::Log;
use crate::peer::{BoxedPeer, Refusal};

const WARM_UP: Duration = Duration::from_millis(10);

/// A peer, what it made of each log, and how long it took.
struct Entry<'a> {
    peer: BoxedPeer<'a>,
    outcomes: Vec<Result<u64, Refusal>>,
    timed: Vec<&'a Log>,
    /// What the timed logs add up to, in the untimed pass and so in each other.
    expected: u64,
    us_per_log: Vec<f64>,
}

/// The report on all peers, by task name. `chosen` tells of each log whether it may be timed.
pub fn all<'a>(
    peers: Vec<BoxedPeer<'a>>,
    logs: &'a [Log],
    chosen: &[bool],
    passes: usize,
) -> Result<Value, String> {
    let mut entries: Vec<_> = peers
        .into_iter()
        .map(|peer| Entry::checked(peer, logs, chosen))
        .collect();
    // Peers take turns, so that a noisy moment of the machine hits all of them.
    for _ in 0..passes {
        for entry in &mut entries {
            entry.pass()?;
        }
    }
    let report: Map<_, _> = entries.iter().map(Entry::report).collect();
    Ok(Value::Object(report))
}

impl<'a> Entry<'a> {
    fn checked(mut peer: BoxedPeer<'a>, logs: &'a [Log], chosen: &[bool]) -> Self {
        let outcomes: Vec<_> = logs.iter().map(|log| peer.check(log)).collect();
        let mut timed = Vec::new();
        let mut expected = 0;
        for ((log, outcome), &chosen) in logs.iter().zip(&outcomes).zip(chosen) {
            if let (Ok(count), true) = (outcome, chosen) {
                timed.push(log);
                expected += count;
            }
        }
        Self {
            peer,
            outcomes,
            timed,
            expected,
            us_per_log: Vec::new(),
        }
    }

    fn pass(&mut self) -> Result<(), String> {
        // Without logs there is nothing to divide by; `passes` stays empty.
        let Ok(logs @ 1..) = u32::try_from(self.timed.len()) else {
            return Ok(());
        };
        let warm = self.warm();
        let start = Instant::now();
        let total = self.run_timed();
        let seconds = start.elapsed().as_secs_f64();
        if warm != total || total != Ok(self.expected) {
            let name = self.peer.name();
            return Err(format!("{name}: a timed pass differs from the untimed one"));
        }
        self.us_per_log.push(seconds * 1e6 / f64::from(logs));
        Ok(())
    }

    /// Fills the caches, in which the peer before left its own. A fast peer needs several rounds:
    /// counting `<` takes three times as long after one.
    fn warm(&mut self) -> Result<u64, Refusal> {
        let start = Instant::now();
        loop {
            let total = self.run_timed()?;
            if start.elapsed() >= WARM_UP {
                return Ok(total);
            }
        }
    }

    fn run_timed(&mut self) -> Result<u64, Refusal> {
        let mut total = 0;
        for log in &self.timed {
            total += black_box(self.peer.run(black_box(log)))?;
        }
        Ok(total)
    }

    fn report(&self) -> (String, Value) {
        let report = json!({
            "unit": "us_per_log",
            "passes": self.us_per_log,
            "logs": self.timed.len(),
            "ok": self.ok(),
            "refused": self.refused(),
            "check": { self.peer.counts(): self.expected },
        });
        (self.peer.name().to_owned(), report)
    }

    fn ok(&self) -> Vec<usize> {
        let indices = self.outcomes.iter().enumerate();
        indices
            .filter_map(|(index, outcome)| outcome.is_ok().then_some(index))
            .collect()
    }

    fn refused(&self) -> Map<String, Value> {
        let indices = self.outcomes.iter().enumerate();
        indices
            .filter_map(|(index, outcome)| {
                let reason = outcome.as_ref().err()?;
                Some((index.to_string(), json!(reason)))
            })
            .collect()
    }
}
