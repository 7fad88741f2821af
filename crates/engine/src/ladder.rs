//! The ladder campaign: a list of players and how games move them (Nightvault p.2).

use serde::{Deserialize, Serialize};

/// Days without a game after which a player drops to the bottom.
pub const IDLE_DAYS: u32 = 7;

/// A player on the ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rung {
    /// Name.
    pub name: String,
    /// Day of the last game or of joining, counted by the organiser.
    pub last_played: u32,
}

/// The ladder, champion first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ladder {
    /// The players from the top.
    pub rungs: Vec<Rung>,
}

/// Why a result cannot be entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LadderError {
    /// Nobody of that name is on the ladder.
    Unknown(String),
    /// The name is taken.
    Taken(String),
    /// A player cannot play against themself.
    Same(String),
}

impl std::fmt::Display for LadderError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LadderError::Unknown(name) => {
                write!(f, "nobody called `{name}` is on the ladder; add them first")
            }
            LadderError::Taken(name) => {
                write!(f, "`{name}` is on the ladder already; pick another name")
            }
            LadderError::Same(name) => {
                write!(f, "`{name}` cannot play against themself; name two players")
            }
        }
    }
}

impl std::error::Error for LadderError {}

impl Ladder {
    /// Adds a player at the bottom.
    pub fn join(&mut self, name: &str, day: u32) -> Result<(), LadderError> {
        if self.place(name).is_ok() {
            return Err(LadderError::Taken(name.to_owned()));
        }
        self.rungs.push(Rung {
            name: name.to_owned(),
            last_played: day,
        });
        Ok(())
    }

    /// A player's place, 0 at the top.
    pub fn place(&self, name: &str) -> Result<usize, LadderError> {
        self.rungs
            .iter()
            .position(|rung| rung.name == name)
            .ok_or_else(|| LadderError::Unknown(name.to_owned()))
    }

    /// Enters a game that `winner` won. A lower winner trades places with the loser; a higher one
    /// trades with the player directly above, or, already at the top, the loser drops a rung.
    pub fn win(&mut self, winner: &str, loser: &str, day: u32) -> Result<(), LadderError> {
        let (up, down) = self.pair(winner, loser)?;
        self.played(up, down, day);
        if up > down {
            self.rungs.swap(up, down);
        } else if up > 0 {
            self.rungs.swap(up, up - 1);
        } else if down + 1 < self.rungs.len() {
            self.rungs.swap(down, down + 1);
        }
        Ok(())
    }

    /// Enters a drawn game: nobody moves.
    pub fn draw(&mut self, one: &str, other: &str, day: u32) -> Result<(), LadderError> {
        let (a, b) = self.pair(one, other)?;
        self.played(a, b, day);
        Ok(())
    }

    /// Drops everybody who has not played for a week to the bottom, in order of their places.
    pub fn drop_idle(&mut self, today: u32) {
        let (mut kept, dropped): (Vec<Rung>, Vec<Rung>) = self
            .rungs
            .drain(..)
            .partition(|rung| today.saturating_sub(rung.last_played) < IDLE_DAYS);
        kept.extend(dropped);
        self.rungs = kept;
    }

    fn pair(&self, one: &str, other: &str) -> Result<(usize, usize), LadderError> {
        let (a, b) = (self.place(one)?, self.place(other)?);
        if a == b {
            return Err(LadderError::Same(one.to_owned()));
        }
        Ok((a, b))
    }

    fn played(&mut self, a: usize, b: usize, day: u32) {
        self.rungs[a].last_played = day;
        self.rungs[b].last_played = day;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ladder() -> Ladder {
        let mut ladder = Ladder::default();
        for name in ["ada", "ben", "cat", "dan"] {
            ladder.join(name, 0).unwrap();
        }
        ladder
    }

    fn names(ladder: &Ladder) -> Vec<&str> {
        ladder.rungs.iter().map(|rung| rung.name.as_str()).collect()
    }

    #[test]
    fn a_lower_winner_trades_places_with_the_loser() {
        let mut ladder = ladder();
        ladder.win("dan", "ada", 1).unwrap();
        assert_eq!(names(&ladder), ["dan", "ben", "cat", "ada"]);
    }

    #[test]
    fn a_higher_winner_climbs_one_rung() {
        let mut ladder = ladder();
        ladder.win("cat", "dan", 1).unwrap();
        assert_eq!(names(&ladder), ["ada", "cat", "ben", "dan"]);
    }

    #[test]
    fn the_champion_pushes_the_loser_down_a_rung() {
        let mut ladder = ladder();
        ladder.win("ada", "ben", 1).unwrap();
        assert_eq!(names(&ladder), ["ada", "cat", "ben", "dan"]);
    }

    #[test]
    fn a_draw_moves_nobody_and_an_idle_week_drops_a_player_to_the_bottom() {
        let mut ladder = ladder();
        ladder.draw("ben", "cat", 5).unwrap();
        ladder.win("dan", "cat", 6).unwrap();
        ladder.drop_idle(8);
        assert_eq!(names(&ladder), ["ben", "dan", "cat", "ada"]);
    }

    #[test]
    fn unknown_and_taken_names_are_refused_with_a_remedy() {
        let mut ladder = ladder();
        assert_eq!(
            ladder.win("eve", "ada", 1).unwrap_err().to_string(),
            "nobody called `eve` is on the ladder; add them first"
        );
        assert_eq!(
            ladder.join("ada", 1).unwrap_err().to_string(),
            "`ada` is on the ladder already; pick another name"
        );
        assert_eq!(
            ladder.draw("ada", "ada", 1).unwrap_err().to_string(),
            "`ada` cannot play against themself; name two players"
        );
    }
}
