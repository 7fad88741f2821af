//! The script of a scenario as those see it who play it one choice at a time: dice, and who chooses what.

use super::syntax::{Scenario, Statement, Step, Text};
use gloryhex_model::{Face, Seat};

/// Something a script says. What it looks at, which changes nothing, is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scripted {
    /// The faces that come next.
    Dice(Vec<Face>),
    /// A seat makes this choice, and the line of the file in which that is said.
    Choose(Seat, String, usize),
}

/// The script of a scenario.
pub fn scripted(scenario: &Scenario) -> Vec<Scripted> {
    let lines = scenario.lines.iter().filter_map(|line| match &line.what {
        Statement::Step(Step::Dice(faces)) => Some(Scripted::Dice(faces.clone())),
        Statement::Step(Step::Choose(seat, Text { text, .. })) => {
            Some(Scripted::Choose(*seat, text.clone(), line.line))
        }
        _ => None,
    });
    lines.collect()
}
