//! Times the walls of logs against what no program can leave out, and prints one JSON object:
//! `{"task": {"unit": "us_per_log", "passes": […], "check": …}}`.
//!
//! `walls` is mjlog-core's, from the text of a log to its walls. `outputs and hashes` is a bare
//! loop: `init_by_array`, then for each round 288 outputs of MT19937 and nine SHA-512 of 128 bytes,
//! words and number of rounds being known. What it does is checked against the walls' first swap.

use std::hint::black_box;
use std::time::Instant;

use mjlog_core::tenhou::mt19937::Mt19937;
use mjlog_core::tenhou::walls::walls;
use mjlog_core::tenhou::{Text, seed::Seed};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha512};

const USAGE: &str = "\
usage: walls LIST [PASSES]
  LIST    file with the path of a log on each line, plain XML in UTF-8
  PASSES  timed passes a task, 3 unless told";

fn main() -> std::process::ExitCode {
    let words: Vec<_> = std::env::args().skip(1).collect();
    match run(&words) {
        Ok(report) => {
            println!("{report}");
            std::process::ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("walls: {message}\n{USAGE}");
            std::process::ExitCode::FAILURE
        }
    }
}

/// What is timed: a log to a sum that shows what was done.
type Work = fn(&Log) -> u64;

/// A log, and what of it the bare loop needs.
struct Log {
    text: String,
    key: Vec<u32>,
    rounds: usize,
}

fn run(words: &[String]) -> Result<Value, String> {
    let (list, passes) = match words {
        [list] => (list, 3),
        [list, passes] => (list, passes.parse().map_err(|_| format!("PASSES is no number: {passes}"))?),
        _ => return Err("one or two arguments are wanted".to_owned()),
    };
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"));
    let logs = read(list)?.lines().map(|path| Log::new(read(path)?)).collect::<Result<Vec<_>, _>>()?;
    let tasks: [(&str, Work); 2] = [("walls", Log::walls), ("outputs and hashes", Log::bare)];
    let mut report = Map::new();
    for (name, _) in tasks {
        report.insert(name.to_owned(), json!({"unit": "us_per_log", "passes": []}));
    }
    // They take turns, so that a noisy moment of the machine hits both.
    for _ in 0..passes {
        for (name, work) in tasks {
            let total = pass(&logs, work);
            let start = Instant::now();
            let again = pass(&logs, work);
            let count = u32::try_from(logs.len()).map_err(|error| error.to_string())?;
            let us = start.elapsed().as_secs_f64() * 1e6 / f64::from(count);
            if total != again {
                return Err(format!("{name}: two passes differ"));
            }
            report[name]["passes"].as_array_mut().ok_or("made above")?.push(json!(us));
            report[name]["check"] = json!(total);
        }
    }
    Ok(Value::Object(report))
}

fn pass(logs: &[Log], work: Work) -> u64 {
    logs.iter().map(|log| black_box(work(black_box(log)))).sum()
}

impl Log {
    fn new(text: String) -> Result<Self, String> {
        let (_, seed) = text.split_once("seed=\"").ok_or("no seed")?;
        let (seed, _) = seed.split_once('"').ok_or("no seed")?;
        let key = Seed::words(seed).map_err(|error| error.to_string())?;
        let rounds = walls(&Text::plain(&text), false).map_err(|error| error.to_string())?.len();
        Ok(Self { text, key, rounds })
    }

    /// Sums up the tiles that the first swap of each round brought to the wall's first place.
    fn walls(&self) -> u64 {
        let walls = walls(&Text::plain(&self.text), false).unwrap_or_default();
        walls.iter().filter_map(|round| round.wall.tile(0)).map(|pai| u64::from(pai.number())).sum()
    }

    /// The same sum.
    fn bare(&self) -> u64 {
        let mut mt = Mt19937::new(&self.key);
        let mut sum = 0;
        for _ in 0..self.rounds {
            for piece in 0..9 {
                let mut outputs = [0; 32];
                mt.fill(&mut outputs);
                let mut bytes = [0; 128];
                for (place, output) in bytes.as_chunks_mut().0.iter_mut().zip(outputs) {
                    *place = output.to_le_bytes();
                }
                let digest = black_box(Sha512::digest(bytes));
                if piece == 0 {
                    let [a, b, c, d, ..] = <[u8; 64]>::from(digest);
                    sum += u64::from(u32::from_le_bytes([a, b, c, d]) % 136);
                }
            }
        }
        sum
    }
}
