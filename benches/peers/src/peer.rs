//! What a task is, and which there are.

use crate::events::{Memchr, QuickXml};
use crate::json::Mjlog2Json;
use crate::log::Log;
use crate::unpack::{Libdeflater, ZlibRs};

/// Why a peer did not handle a log, in its own words.
pub type Refusal = String;

/// Somebody else's code, doing its work on one log at a time.
pub trait Peer<'a> {
    fn name(&self) -> &'static str;

    /// What the number counts that `run` returns.
    fn counts(&self) -> &'static str;

    /// The work that is timed.
    fn run(&mut self, log: &'a Log) -> Result<u64, Refusal>;

    /// The same, untimed, with all the care that would cost time.
    fn check(&mut self, log: &'a Log) -> Result<u64, Refusal> {
        self.run(log)
    }
}

pub type BoxedPeer<'a> = Box<dyn Peer<'a> + 'a>;

/// The peers of these names, or all where no name is given.
pub fn named<'a>(names: &[String], logs: &[Log]) -> Result<Vec<BoxedPeer<'a>>, String> {
    let mut peers = all(logs);
    if names.is_empty() {
        return Ok(peers);
    }
    if let Some(name) = names
        .iter()
        .find(|name| peers.iter().all(|peer| peer.name() != *name))
    {
        return Err(format!("no task {name}"));
    }
    peers.retain(|peer| names.iter().any(|name| name == peer.name()));
    Ok(peers)
}

fn all<'a>(logs: &[Log]) -> Vec<BoxedPeer<'a>> {
    let largest = logs.iter().map(|log| log.xml.len()).max().unwrap_or(0);
    vec![
        Box::new(Mjlog2Json),
        Box::new(QuickXml),
        Box::new(Libdeflater::new(largest)),
        Box::new(ZlibRs::new(largest)),
        Box::new(Memchr),
    ]
}
