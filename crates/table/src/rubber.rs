//! A match whose players ask for each of its games: against an opponent, or on one screen.
//!
//! Its score is in the plan of every game, with the results of those before it, so that it needs no keeper. What decides a level
//! match is the engine's [`Match`]. Matches that a server keeps are in `series`.

use crate::{
    play::Play,
    record::Cut,
    series::{faces, how},
};
use gloryhex_engine::contest::{GameResult, Match, Standing};
use gloryhex_model::{BySeat, Seat};
use gloryhex_protocol::{MatchDecided, MatchEnding, MatchResult, MatchScore};

/// The roll-off for a match has dice of its own, which follow from the seed of its last game.
const ROLL: u32 = u32::MAX - 1;

/// The score before the first game.
pub fn first(best_of: u8, decide: bool, players: usize) -> MatchScore {
    MatchScore {
        best_of,
        number: 1,
        won: vec![0; players],
        next: None,
        id: None,
        sudden_death: false,
        decide,
        results: Vec::new(),
        ending: None,
    }
}

/// The match with this game counted in, if it is over.
pub fn score(play: &Play) -> Option<MatchScore> {
    let mut score = play.plan.series.clone()?;
    if play.is_over() {
        if let [winner] = play.winners()[..]
            && !score.sudden_death
            && let Some(won) = score.won.get_mut(winner as usize)
        {
            *won += 1;
        }
        if score.id.is_none() {
            score.results.extend(result(play));
            score.ending = ending(play, &score);
        }
    }
    score.next.clone_from(&play.record.next);
    Some(score)
}

/// The score that the next game begins with: the next one of the match, its sudden death rounds, or the first of another.
pub fn after(play: &Play) -> Option<MatchScore> {
    let score = score(play)?;
    let level = score.decide && score.id.is_none() && score.ending.is_none();
    let mut next = if goes_on(&score) {
        let number = score.number + 1;
        MatchScore { number, ..score }
    } else if level {
        let sudden_death = true;
        MatchScore {
            sudden_death,
            ..score
        }
    } else {
        first(score.best_of, score.decide, play.record.chairs.len())
    };
    next.next = None;
    Some(next)
}

/// Whether a match goes on after this score: two games are played, and a third unless one player
/// won both.
fn goes_on(score: &MatchScore) -> bool {
    !score.sudden_death
        && score.number < score.best_of
        && score.won.iter().all(|won| *won <= score.best_of / 2)
}

/// How this game ended.
fn result(play: &Play) -> Option<MatchResult> {
    let result = GameResult::of(&play.table.as_ref()?.game);
    let of = |seats: BySeat<u8>| [seats[Seat(0)], seats[Seat(1)]];
    Some(MatchResult {
        winner: match play.winners()[..] {
            [winner] => Some(winner),
            _ => None,
        },
        glory: of(result.glory),
        gone: [Seat(0), Seat(1)].map(|seat| result.wiped_out[seat]),
    })
}

/// How the match ended with this game, if it has.
fn ending(play: &Play, score: &MatchScore) -> Option<MatchEnding> {
    if goes_on(score) {
        return None;
    }
    let plain = |winner, how| MatchEnding {
        winner,
        how,
        rolls: None,
    };
    if !score.decide {
        let most = score.won.iter().max()?;
        let mut ahead = (0u8..).zip(&score.won).filter(|(_, won)| *won == most);
        return Some(match (ahead.next(), ahead.next()) {
            (Some((winner, _)), None) => plain(Some(winner), MatchDecided::Games),
            _ => plain(None, MatchDecided::Drawn),
        });
    }
    let mut played = played(score);
    match played.standing() {
        Standing::Won(seat, decided) => Some(plain(Some(seat.0), how(decided))),
        Standing::SuddenDeath if can_go_on(play) => None,
        // Where nothing lies to play on with, the dice decide.
        Standing::SuddenDeath | Standing::RollOff => {
            let mut dice = play.plan.seed.anew(ROLL).dice();
            let rules = &play.table.as_ref()?.game.table.rules;
            let rolls = played.rolls_off(rules, &mut dice);
            Some(MatchEnding {
                winner: played.roll_off.map(|seat| seat.0),
                how: MatchDecided::RollOff,
                rolls: Some(rolls.map(faces).to_vec()),
            })
        }
        Standing::Drawn | Standing::NextGame => Some(plain(None, MatchDecided::Drawn)),
    }
}

/// Whether sudden death rounds can go on with what lies on the table: players who agreed on a draw have cleared it away, and
/// another version knows only the position.
fn can_go_on(play: &Play) -> bool {
    play.record.cut != Some(Cut::Agreed) && play.goes_on_from().is_none()
}

/// The match in the engine's words.
fn played(score: &MatchScore) -> Match {
    let result = |of: &MatchResult| {
        let mut result = GameResult {
            winner: of.winner.map(Seat),
            glory: BySeat::default(),
            wiped_out: BySeat::default(),
        };
        for (seat, (glory, gone)) in (0u8..).map(Seat).zip(of.glory.iter().zip(of.gone)) {
            result.glory[seat] = *glory;
            result.wiped_out[seat] = gone;
        }
        result
    };
    let mut games: Vec<GameResult> = score.results.iter().map(result).collect();
    let survivor = match score.sudden_death {
        true => games.pop().map(|rounds| rounds.winner),
        false => None,
    };
    Match {
        games,
        sudden_death: survivor,
        ..Match::of(score.best_of, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_ends_with_two_wins_or_three_games() {
        let score = |number, won: [u8; 2]| MatchScore {
            number,
            won: won.to_vec(),
            ..first(3, false, 2)
        };
        assert!(goes_on(&score(1, [1, 0])));
        assert!(!goes_on(&score(2, [2, 0])));
        assert!(goes_on(&score(2, [1, 1])));
        assert!(goes_on(&score(2, [0, 0])));
        assert!(!goes_on(&score(3, [1, 1])));
    }
}
