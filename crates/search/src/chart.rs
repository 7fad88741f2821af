//! A chart of attack odds, so that a glance costs nothing.
//!
//! Made once from the engine's own comparison of rolls; support, Guard, cover and keywords only change
//! how many sides of a die succeed. Exact odds, re-rolls included, are the engine's `odds`.

use gloryhex_engine::{attack::Verdict, frames::combat::compare, ruleset::Compare};
use std::sync::OnceLock;

/// Most attack dice in the chart.
pub const DICE: usize = 6;
/// Most defence dice in the chart.
pub const SAVES: usize = 4;

/// The chances of an attack.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Chances {
    /// Of success.
    pub success: f32,
    /// Of a draw.
    pub draw: f32,
    /// Of a success with a critical hit.
    pub critical: f32,
}

/// Chances by sides that succeed (1 to 6, the critical included) and number of dice, for both rolls.
pub struct Chart(Vec<Chances>);

fn index(good: u8, dice: u8, saving: u8, saves: u8) -> usize {
    let good = usize::from(good.clamp(1, 6)) - 1;
    let dice = usize::from(dice).min(DICE);
    let saving = usize::from(saving.clamp(1, 6)) - 1;
    let saves = usize::from(saves).min(SAVES);
    ((good * (DICE + 1) + dice) * 6 + saving) * (SAVES + 1) + saves
}

/// Criticals, successes and probability of each throw of `n` dice of which `good` sides succeed.
fn throws(good: u8, n: u8) -> Vec<(u8, u8, f64)> {
    let mut all = vec![(0, 0, 1.0)];
    for _ in 0..n {
        let mut next: Vec<(u8, u8, f64)> = Vec::new();
        let mut add =
            |crits, wins, p: f64| match next.iter_mut().find(|t| (t.0, t.1) == (crits, wins)) {
                Some(entry) => entry.2 += p,
                None => next.push((crits, wins, p)),
            };
        for (crits, wins, p) in all {
            add(crits + 1, wins + 1, p / 6.0);
            add(crits, wins + 1, p * f64::from(good - 1) / 6.0);
            add(crits, wins, p * f64::from(6 - good) / 6.0);
        }
        all = next;
    }
    all
}

impl Chart {
    /// The chart for a way to compare rolls.
    pub fn of(rule: Compare) -> &'static Chart {
        static CRITICALS: OnceLock<Chart> = OnceLock::new();
        static SUCCESSES: OnceLock<Chart> = OnceLock::new();
        let cell = match rule {
            Compare::CriticalsFirst => &CRITICALS,
            Compare::Successes => &SUCCESSES,
        };
        cell.get_or_init(|| Chart::draw_up(rule))
    }
    fn draw_up(rule: Compare) -> Chart {
        let mut chart = vec![Chances::default(); index(6, DICE as u8, 6, SAVES as u8) + 1];
        for good in 1..=6 {
            for dice in 0..=DICE as u8 {
                let offence = throws(good, dice);
                for saving in 1..=6 {
                    for saves in 0..=SAVES as u8 {
                        let defence = throws(saving, saves);
                        let cell = &mut chart[index(good, dice, saving, saves)];
                        for (crits, wins, p) in &offence {
                            for (their_crits, their_wins, q) in &defence {
                                let p = (p * q) as f32;
                                let (verdict, critical) =
                                    compare(rule, [*crits, *their_crits], [*wins, *their_wins]);
                                match verdict {
                                    Verdict::Success => cell.success += p,
                                    Verdict::Draw => cell.draw += p,
                                    _ => {}
                                }
                                if critical {
                                    cell.critical += p;
                                }
                            }
                        }
                    }
                }
            }
        }
        Chart(chart)
    }
    /// The chances of an attack.
    #[inline]
    pub fn look_up(&self, good: u8, dice: u8, saving: u8, saves: u8) -> Chances {
        self.0[index(good, dice, saving, saves)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_dice_against_one() {
        let chart = Chart::of(Compare::CriticalsFirst);
        let chances = chart.look_up(3, 2, 2, 1);
        assert!(
            (chances.success - 128.0 / 216.0).abs() < 1e-5,
            "{chances:?}"
        );
        assert!((chances.draw - 18.0 / 216.0).abs() < 1e-5, "{chances:?}");
    }
}
