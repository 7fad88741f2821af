//! Matched play: a match of one game or of three, and how it is decided.
//!
//! The match only needs the results of its games; it never looks into one.
//! Shadespire p.26, Nightvault p.2.

use crate::{
    chance::{Ask, Chance},
    frames::roll_off,
    game::Game,
    ops::sides,
    ruleset::{RollOff, Ruleset},
    state::{Ending, Outcome},
};
use gloryhex_model::{BySeat, Die, Roll, Seat};
use serde::{Deserialize, Serialize};

/// The result of one game of a match between two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GameResult {
    /// Who won, if anybody.
    pub winner: Option<Seat>,
    /// Glory points of each player at the end.
    pub glory: BySeat<u8>,
    /// Whether each player's warband was entirely out of action at the end.
    pub wiped_out: BySeat<bool>,
}

impl GameResult {
    /// The result of a game that is over.
    pub fn of(game: &Game) -> GameResult {
        let mut result = GameResult {
            winner: GameResult::winner_of(game.ending()),
            glory: BySeat::default(),
            wiped_out: BySeat::default(),
        };
        for seat in game.state.all_seats() {
            result.glory[seat] = game.state.seats[seat].glory;
            result.wiped_out[seat] = sides::survivors(game.sight(), seat).next().is_none();
        }
        result
    }
    /// The winner that an ending names.
    pub fn winner_of(ending: Ending) -> Option<Seat> {
        match ending {
            Ending::Glory(seat) | Ending::TieBreak(seat, _) => Some(seat),
            Ending::Running | Ending::Draw(_) => None,
        }
    }
}

/// Why a match went to its winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Decided {
    /// More games won.
    Games,
    /// More glory over the three games.
    Glory,
    /// The other warband was gone at the end of the third game.
    Survivors,
    /// The sudden death rounds.
    SuddenDeath,
    /// A roll-off, with no fighter left anywhere.
    RollOff,
}

/// Where a match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Standing {
    /// Another game is to be played.
    NextGame,
    /// Sudden death rounds follow the third game.
    SuddenDeath,
    /// Only a roll-off can tell.
    RollOff,
    /// It is won.
    Won(Seat, Decided),
    /// It is drawn.
    Drawn,
}

/// A match of one game, or of up to three, between two players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Match {
    /// Games at most: 1 or 3.
    pub best_of: u8,
    /// Games played, in order.
    pub games: Vec<GameResult>,
    /// Whether the players agreed beforehand that there must be a winner.
    pub must_have_winner: bool,
    /// The survivor of the sudden death rounds, if they were played: `Some(None)` if nobody was left.
    pub sudden_death: Option<Option<Seat>>,
    /// The winner of the last roll-off, if it came to that.
    pub roll_off: Option<Seat>,
}

impl Match {
    /// A match of three games; with `must_have_winner` the tie-breakers apply.
    pub fn new(must_have_winner: bool) -> Match {
        Match::of(3, must_have_winner)
    }

    /// A match of one game or of three.
    pub fn of(best_of: u8, must_have_winner: bool) -> Match {
        Match {
            best_of,
            games: Vec::new(),
            must_have_winner,
            sudden_death: None,
            roll_off: None,
        }
    }

    /// Games that a player has won.
    pub fn wins(&self, seat: Seat) -> usize {
        self.games
            .iter()
            .filter(|game| game.winner == Some(seat))
            .count()
    }

    /// A player's glory over all games.
    pub fn glory(&self, seat: Seat) -> u32 {
        self.games
            .iter()
            .map(|game| u32::from(game.glory[seat]))
            .sum()
    }

    /// Where the match stands. Of three games two are always played, and a third unless one player won both.
    pub fn standing(&self) -> Standing {
        let (a, b) = (Seat(0), Seat(1));
        let wins = [self.wins(a), self.wins(b)];
        let most = usize::from(self.best_of);
        let least = most / 2 + 1;
        if self.games.len() < least {
            return Standing::NextGame;
        }
        if self.games.len() < most {
            return match wins.map(|won| won == least) {
                [true, _] => Standing::Won(a, Decided::Games),
                [_, true] => Standing::Won(b, Decided::Games),
                [false, false] => Standing::NextGame,
            };
        }
        if wins[0] != wins[1] {
            let winner = if wins[0] > wins[1] { a } else { b };
            return Standing::Won(winner, Decided::Games);
        }
        if !self.must_have_winner {
            return Standing::Drawn;
        }
        self.tie_break()
    }

    fn tie_break(&self) -> Standing {
        let (a, b) = (Seat(0), Seat(1));
        match self.glory(a).cmp(&self.glory(b)) {
            std::cmp::Ordering::Greater => return Standing::Won(a, Decided::Glory),
            std::cmp::Ordering::Less => return Standing::Won(b, Decided::Glory),
            std::cmp::Ordering::Equal => {}
        }
        if let Some(last) = self.games.last() {
            match (last.wiped_out[a], last.wiped_out[b]) {
                (true, false) => return Standing::Won(b, Decided::Survivors),
                (false, true) => return Standing::Won(a, Decided::Survivors),
                (true, true) => return self.by_roll_off(),
                (false, false) => {}
            }
        }
        match self.sudden_death {
            None => Standing::SuddenDeath,
            Some(Some(seat)) => Standing::Won(seat, Decided::SuddenDeath),
            Some(None) => self.by_roll_off(),
        }
    }

    /// Rolls off until somebody has won, and tells the last rolls.
    pub fn rolls_off(&mut self, rules: &Ruleset, chance: &mut dyn Chance) -> [Roll; 2] {
        self.rolls_off_by(rules.roll_off, chance)
    }

    fn rolls_off_by(&mut self, rule: RollOff, chance: &mut dyn Chance) -> [Roll; 2] {
        let mut rolls = [Roll::EMPTY; 2];
        while self.roll_off.is_none() {
            for (ix, roll) in rolls.iter_mut().enumerate() {
                let ask = Ask::Dice {
                    die: Die::Attack,
                    n: 4,
                    seat: Seat(ix as u8),
                };
                if let Some(Outcome::Dice(dice)) = chance.decide(ask) {
                    *roll = dice;
                }
            }
            let [a, b] = rolls.map(|roll| roll_off::score(rule, roll));
            self.roll_off = match a.cmp(&b) {
                std::cmp::Ordering::Greater => Some(Seat(0)),
                std::cmp::Ordering::Less => Some(Seat(1)),
                std::cmp::Ordering::Equal => None,
            };
        }
        rolls
    }

    fn by_roll_off(&self) -> Standing {
        match self.roll_off {
            Some(seat) => Standing::Won(seat, Decided::RollOff),
            None => Standing::RollOff,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(winner: Option<u8>, glory: [u8; 2]) -> GameResult {
        GameResult {
            winner: winner.map(Seat),
            glory: BySeat([glory[0], glory[1], 0, 0]),
            wiped_out: BySeat::default(),
        }
    }

    #[test]
    fn a_level_roll_off_is_rolled_again() {
        use gloryhex_model::Face::{Crit, Hammer, Sup1};
        struct Script(Vec<Roll>);
        impl Chance for Script {
            fn decide(&mut self, _: Ask) -> Option<Outcome> {
                Some(Outcome::Dice(self.0.remove(0)))
            }
        }
        let level = Roll::of(&[Sup1, Hammer, Hammer, Hammer]);
        let better = Roll::of(&[Crit, Hammer, Hammer, Hammer]);
        let mut chance = Script(vec![level, level, level, better]);
        let mut m = Match::new(true);
        let rolls = m.rolls_off_by(RollOff::FourDice, &mut chance);
        assert_eq!((m.roll_off, rolls), (Some(Seat(1)), [level, better]));
        assert!(chance.0.is_empty());
    }

    #[test]
    fn a_player_who_wins_both_games_has_won_the_match() {
        let mut m = Match::new(false);
        m.games.push(game(Some(0), [9, 4]));
        assert_eq!(m.standing(), Standing::NextGame);
        m.games.push(game(Some(0), [7, 6]));
        assert_eq!(m.standing(), Standing::Won(Seat(0), Decided::Games));
    }

    #[test]
    fn a_match_of_one_game_has_its_winner_or_is_drawn() {
        let mut m = Match::of(1, false);
        assert_eq!(m.standing(), Standing::NextGame);
        m.games.push(game(Some(1), [9, 4]));
        assert_eq!(m.standing(), Standing::Won(Seat(1), Decided::Games));
        m.games = vec![game(None, [4, 4])];
        assert_eq!(m.standing(), Standing::Drawn);
        m.must_have_winner = true;
        assert_eq!(m.standing(), Standing::SuddenDeath);
    }

    #[test]
    fn one_win_and_two_draws_win_the_match() {
        let mut m = Match::new(false);
        m.games = vec![
            game(None, [5, 5]),
            game(Some(1), [3, 4]),
            game(None, [2, 2]),
        ];
        assert_eq!(m.standing(), Standing::Won(Seat(1), Decided::Games));
    }

    #[test]
    fn equal_wins_are_a_draw_unless_a_winner_was_agreed_on() {
        let games = vec![
            game(Some(0), [6, 2]),
            game(Some(1), [1, 9]),
            game(None, [4, 4]),
        ];
        let mut m = Match {
            games,
            ..Match::new(false)
        };
        assert_eq!(m.standing(), Standing::Drawn);
        m.must_have_winner = true;
        assert_eq!(m.standing(), Standing::Won(Seat(1), Decided::Glory));
    }

    #[test]
    fn equal_glory_leads_to_survivors_then_sudden_death_then_a_roll_off() {
        let games = vec![
            game(Some(0), [6, 2]),
            game(Some(1), [2, 6]),
            game(None, [4, 4]),
        ];
        let mut m = Match {
            games,
            ..Match::new(true)
        };
        assert_eq!(m.standing(), Standing::SuddenDeath);
        m.sudden_death = Some(None);
        assert_eq!(m.standing(), Standing::RollOff);
        m.roll_off = Some(Seat(1));
        assert_eq!(m.standing(), Standing::Won(Seat(1), Decided::RollOff));
        m.games[2].wiped_out = BySeat([true, false, false, false]);
        assert_eq!(m.standing(), Standing::Won(Seat(1), Decided::Survivors));
    }
}
