//! Times a peer that scores hands, and mjlog-core on the same hands, and prints one JSON object:
//! `{"name": {"unit": "us_per_hand", "passes": […], "hands": n, "answers": […]}}`.
//!
//! Each line of HANDS is a hand in every form that is needed here (see `row`). All of them are made
//! ready before any clock runs; a pass goes once through all hands, and its figure is its time
//! divided by their number. An answer is null (no win) or `[yakuman, fanshu, fu, defen]`; of
//! mjlog-core all that majiang-core's `hule` returns.

mod agari;
mod measure;
mod ours;
mod riichienv;
mod row;

use std::process::ExitCode;

use measure::Scorer;
use row::Row;

const USAGE: &str = "\
usage: hands PEER HANDS [PASSES]
  PEER    riichienv or agari
  HANDS   file with a hand on each line, as benches/hand_forms.py writes it
  PASSES  timed passes, 3 unless told; 0 only asks for the answers";

fn main() -> ExitCode {
    let words: Vec<_> = std::env::args().skip(1).collect();
    match run(&words) {
        Ok(report) => {
            println!("{report}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("hands: {message}\n{USAGE}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[String]) -> Result<serde_json::Value, String> {
    let (peer, path, passes) = match words {
        [peer, path] => (peer, path, "3"),
        [peer, path, passes] => (peer, path, passes.as_str()),
        _ => return Err("two or three arguments are wanted".to_owned()),
    };
    let passes = passes.parse().map_err(|_| format!("PASSES is no number: {passes}"))?;
    let rows = row::read(path)?;
    let ours = ours::Ours::new(&rows).map_err(|error| error.to_string())?;
    let mut scorers: Vec<Box<dyn Scorer>> = vec![Box::new(ours)];
    scorers.append(&mut peers(peer, &rows)?);
    measure::all(scorers, passes)
}

fn peers(name: &str, rows: &[Row]) -> Result<Vec<Box<dyn Scorer>>, String> {
    match name {
        "riichienv" => Ok(vec![Box::new(riichienv::Evaluators::new(rows)), Box::new(riichienv::Hands::new(rows))]),
        "agari" => Ok(vec![Box::new(agari::Agari::new(rows))]),
        _ => Err(format!("no peer {name}")),
    }
}
