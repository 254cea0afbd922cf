//! One pass that asks for the answers, then the timed ones.

use std::time::Instant;

use serde_json::{Map, Value, json};

/// A scorer with its hands in its own form.
pub trait Scorer {
    fn name(&self) -> &'static str;

    fn hands(&self) -> usize;

    /// Makes what calls use up, before the clock runs.
    fn ready(&mut self) {}

    /// The work that is timed: all hands once, each answer through `black_box`.
    fn pass(&mut self);

    /// What it answers, in the form that the program's head tells.
    fn answers(&mut self) -> Vec<Value>;
}

/// The report on all scorers, by name.
pub fn all(mut scorers: Vec<Box<dyn Scorer>>, passes: usize) -> Result<Value, String> {
    let mut report: Map<_, _> = scorers
        .iter_mut()
        .map(|scorer| {
            let entry = json!({
                "unit": "us_per_hand",
                "passes": [],
                "hands": scorer.hands(),
                "answers": scorer.answers(),
            });
            (scorer.name().to_owned(), entry)
        })
        .collect();
    // Scorers take turns, so that a noisy moment of the machine hits all of them.
    for _ in 0..passes {
        for scorer in &mut scorers {
            let us = us_per_hand(scorer.as_mut())?;
            let figures = report[scorer.name()]["passes"].as_array_mut();
            figures.expect("made above").push(json!(us));
        }
    }
    Ok(Value::Object(report))
}

/// A pass that fills the caches, in which the scorer before left its own, and one that counts.
fn us_per_hand(scorer: &mut dyn Scorer) -> Result<f64, String> {
    let hands = u32::try_from(scorer.hands()).map_err(|error| error.to_string())?;
    scorer.ready();
    scorer.pass();
    scorer.ready();
    let start = Instant::now();
    scorer.pass();
    Ok(start.elapsed().as_secs_f64() * 1e6 / f64::from(hands))
}
