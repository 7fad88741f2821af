//! `gloryhex play --match`: up to three games, and what decides a level match if it must have a winner
//! (Shadespire p.26, Nightvault p.2). A save keeps the game at hand, not the match.

use super::{Front, Left};
use crate::{
    args::{Edition, PlayGame},
    commands::joined,
    packs::content,
    trouble::Trouble,
};
use gloryhex_editions::Spec;
use gloryhex_engine::{
    Event, Game, Table, Variant, What,
    contest::{Decided, GameResult, Match, Standing},
};
use gloryhex_lab::seed::derive;
use gloryhex_model::{Rule, Seat};
use gloryhex_notation::{event, index::RulesIndex};
use gloryhex_terminal::Sitting;
use std::sync::Arc;

/// The rule that says how a level match is decided.
const TIE_BREAK: &str = "match.tiebreak";

/// Refuses what no match is played with.
pub fn possible(args: &PlayGame) -> Result<(), Trouble> {
    if args.players != 2 {
        return Err(Trouble::input(format!(
            "`--match`: a match is between two players, not {}; leave out `--players`",
            args.players
        )));
    }
    let decides = |edition: &Edition| {
        let index = RulesIndex::of(content(), edition.name());
        index.is_ok_and(|index| index.rule(TIE_BREAK).is_some())
    };
    if args.decide && !decides(&args.edition) {
        return Err(Trouble::input(format!(
            "`--decide`: the rulebook of {} does not say how a level match is decided; \
             leave it out, or play an edition whose book does: {}",
            args.edition.name(),
            joined(Edition::all().filter(decides))
        )));
    }
    Ok(())
}

/// Plays the match whose first game is on the table.
pub fn play(front: &mut impl Front, sitting: &mut Sitting, args: &PlayGame) -> Result<(), Trouble> {
    let first = sitting.seed;
    let mut series = Match::new(args.decide);
    loop {
        let number = series.games.len() + 1;
        match front.run(sitting)? {
            Left::Quit | Left::Stopped => return Ok(()),
            Left::Over => series.games.push(GameResult::of(&sitting.game)),
            Left::Lost(seat) => series.games.push(GameResult {
                winner: Some(Seat(1 - seat.0.min(1))),
                ..GameResult::of(&sitting.game)
            }),
        }
        front.say(sitting, &score(&series, number))?;
        let standing = match series.standing() {
            Standing::SuddenDeath => {
                if !sudden_death(front, sitting, &mut series)? {
                    return Ok(());
                }
                series.standing()
            }
            standing => standing,
        };
        let standing = match standing {
            Standing::RollOff => {
                let rules = &sitting.game.table.rules;
                let rolls = series.rolls_off(rules, &mut sitting.streams.chance);
                for (seat, roll) in (0..).map(Seat).zip(rolls) {
                    let rolled = Event {
                        what: What::RolledOff { seat, roll },
                        rule: Rule::MatchSuddenDeath,
                    };
                    let sentence = event::sentence(&sitting.game, &sitting.names, &rolled);
                    front.say(sitting, &format!("  {sentence}"))?;
                }
                series.standing()
            }
            standing => standing,
        };
        match standing {
            Standing::NextGame => {
                let seed = derive(first, 1_000 + number as u64);
                let table = Arc::clone(&sitting.game.table);
                let game = Game::new(table, sitting.game.windows);
                sitting
                    .anew(game, seed)
                    .map_err(|misdeed| Trouble::input(format!("{}: {misdeed}", args.opponent)))?;
                front.say(sitting, &format!("\nGame {} begins.\n", number + 1))?;
            }
            Standing::Won(seat, decided) => {
                let how = how(&series, seat, decided);
                return front.say(
                    sitting,
                    &format!("Player {} wins the match{how}.", seat.number()),
                );
            }
            Standing::Drawn | Standing::SuddenDeath | Standing::RollOff => {
                return front.say(sitting, "The match is drawn.");
            }
        }
    }
}

fn score(series: &Match, number: usize) -> String {
    let result = match series.games.last().and_then(|game| game.winner) {
        Some(seat) => format!("goes to player {}", seat.number()),
        None => "is drawn".to_owned(),
    };
    let (a, b) = (series.wins(Seat(0)), series.wins(Seat(1)));
    format!("Game {number} {result}. Match: {a} – {b}.")
}

/// Plays on after the third game until one warband is gone. Whether it came to an end.
fn sudden_death(
    front: &mut impl Front,
    sitting: &mut Sitting,
    series: &mut Match,
) -> Result<bool, Trouble> {
    let words = format!(
        "The match is level: sudden death. No cards are played, drawn or scored; whoever loses the last \
         fighter loses. [{}.match.sudden-death]",
        sitting.spec.edition
    );
    front.say(sitting, &words)?;
    let variant = Variant {
        sudden_death: true,
        ..sitting.spec.variant
    };
    sitting.spec = Spec {
        variant,
        ..sitting.spec.clone()
    };
    let table: Table = content().table(&sitting.spec).map_err(Trouble::input)?;
    sitting.game = sitting.game.sudden_death(Arc::new(table));
    let survivor = match front.run(sitting)? {
        Left::Quit | Left::Stopped => return Ok(false),
        Left::Over => GameResult::winner_of(sitting.game.ending()),
        Left::Lost(seat) => Some(Seat(1 - seat.0.min(1))),
    };
    series.sudden_death = Some(survivor);
    Ok(true)
}

fn how(series: &Match, seat: Seat, decided: Decided) -> String {
    let other = Seat(1 - seat.0.min(1));
    match decided {
        Decided::Games => format!(", {} – {}", series.wins(seat), series.wins(other)),
        Decided::Glory => format!(
            " on glory, {} – {}",
            series.glory(seat),
            series.glory(other)
        ),
        Decided::Survivors => ", the only one with fighters left after the third game".to_owned(),
        Decided::SuddenDeath => " in sudden death".to_owned(),
        Decided::RollOff => " by a roll-off".to_owned(),
    }
}
