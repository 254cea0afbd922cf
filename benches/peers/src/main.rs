//! Times other people's code on a list of logs and prints one JSON object:
//! `{"task": {"unit": "us_per_log", "passes": […], "logs": n, "ok": […], "refused": {…}, "check": {…}}}`.
//!
//! `ok` holds the indices into LIST of the logs that the peer handled in an untimed first pass,
//! `refused` the others with the peer's reason. Timed are the handled logs, or those of them that
//! SUBSET names; `logs` tells how many they are, and `check` what the peer's answers to them add
//! up to. A pass's figure is its time divided by `logs`.

mod args;
mod events;
mod json;
mod log;
mod measure;
mod peer;
mod unpack;

use std::process::ExitCode;

use args::Args;
use log::Log;

fn main() -> ExitCode {
    let args = match Args::parse(std::env::args().skip(1)) {
        Ok(args) => args,
        Err(message) => {
            eprintln!("peers: {message}\n{}", args::USAGE);
            return ExitCode::from(2);
        }
    };
    match run(&args) {
        Ok(report) => {
            println!("{report}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("peers: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<serde_json::Value, String> {
    let paths = log::read_list(&args.list)?;
    let chosen = match &args.subset {
        Some(subset) => log::chosen(&paths, &log::read_list(subset)?)?,
        None => vec![true; paths.len()],
    };
    let logs = paths
        .iter()
        .map(|path| Log::read(path))
        .collect::<Result<Vec<_>, _>>()?;
    let peers = peer::named(&args.tasks, &logs)?;
    measure::all(peers, &logs, &chosen, args.passes)
}
