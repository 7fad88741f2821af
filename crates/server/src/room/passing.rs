//! Passes that are made for players who do not want to be asked, and when.
//!
//! For each decision one time is drawn that does not look at what the player holds. A pass made for a
//! player happens then, whether nothing could be played or the player wants no questions; and a player who
//! is asked only when able, and passes sooner, passes then too. So the time of a pass does not tell
//! which of them it was.

use super::{Room, timing::Soon};
use gloryhex_engine::{Choice, Verb};
use gloryhex_model::Seat;
use gloryhex_protocol::AutoPass;
use gloryhex_table::passing;
use sha2::{Digest, Sha256};
use std::time::Duration;
use tokio::time::Instant;

/// How long somebody might take over a pass, as a multiple of the usual time: half of all draws are below 1,
/// one in ten is above 2, none is above 4. It follows from the game's secret and the position, so that asking
/// again does not draw again, and one time does not tell the next.
pub fn ponder(secret: u64, at: u32) -> f64 {
    let mut hash = Sha256::new();
    hash.update(b"how long a pass takes");
    hash.update(secret.to_le_bytes());
    hash.update(at.to_le_bytes());
    let digest = hash.finalize();
    let draw = digest
        .iter()
        .take(6)
        .fold(0.0, |sum, byte| (sum + f64::from(*byte)) / 256.0);
    // People's times to decide have a long tail; this is a log-logistic one, cut off at both ends.
    let share = 0.02 + 0.96 * draw;
    (share / (1.0 - share)).powf(0.35)
}

impl Room {
    /// When a pass at this decision is made.
    fn pass_time(&self, seat: Seat) -> Instant {
        // With nobody else at the table there is nobody to learn from the time.
        let alone = self.play.record.people() & !(1 << seat.0) == 0;
        let usual = match alone {
            true => Duration::ZERO,
            false => self.hall.config.paces.passes,
        };
        // No game has so many positions: this secret is used for nothing else.
        let secret = self.play.plan.seed.mind(u32::MAX);
        let times = ponder(secret, self.play.record.moved_at);
        self.timing.began + usual.mul_f64(times)
    }

    /// The pass to be made for a player who does not want to be asked.
    pub(super) fn pass_for(&self, seat: Seat) -> Option<Soon> {
        let (content, settings) = (&self.hall.content, self.settings[seat.ix()]);
        let choice = passing::pass_for(content, &self.play, settings, seat)?;
        Some(Soon::passed_for(self.pass_time(seat), seat, choice))
    }

    /// When a choice may be made that a player has just sent: a pass of somebody who is asked only when able
    /// not before a pass would have been made for them. `None` if at once.
    pub(super) fn held_until(&self, seat: Seat, choice: Choice) -> Option<Instant> {
        let (wish, _) = passing::wish(&self.play, self.settings[seat.ix()])?;
        let passes = matches!(choice.verb, Verb::Pass | Verb::Done);
        let when = self.pass_time(seat);
        (passes && wish == AutoPass::WhenAble && when > self.now()).then_some(when)
    }
}

#[cfg(test)]
mod tests {
    use super::ponder;

    #[test]
    fn times_spread_as_promised() {
        let mut times: Vec<f64> = (0..10_000).map(|at| ponder(7, at)).collect();
        times.sort_by(f64::total_cmp);
        let median = times[5_000];
        assert!((0.97..1.03).contains(&median), "{median}");
        assert!((0.2..0.3).contains(&times[0]), "{}", times[0]);
        assert!((1.9..2.2).contains(&times[9_000]), "{}", times[9_000]);
        assert!(times[9_999] < 4.0, "{}", times[9_999]);
        let mean = times.iter().sum::<f64>() / 10_000.0;
        assert!(mean < 1.25, "those who wait wait little longer: {mean}");
    }

    #[test]
    fn a_time_is_drawn_once_for_each_position_of_each_game() {
        assert_eq!(ponder(1, 5).to_bits(), ponder(1, 5).to_bits());
        assert_ne!(ponder(1, 5).to_bits(), ponder(1, 6).to_bits());
        assert_ne!(ponder(1, 5).to_bits(), ponder(2, 5).to_bits());
    }
}
