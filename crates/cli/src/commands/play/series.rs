//! `gloryhex play --match`: up to three games, and what decides a level match if it must have a winner
//! (Shadespire p.26, Nightvault p.2). A save keeps the game at hand, not the match.

use super::{Left, Session};
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
use gloryhex_lab::{playout::Streams, seed::derive};
use gloryhex_model::{Rule, Seat};
use gloryhex_notation::{event, index::RulesIndex};
use std::{io::Write as _, sync::Arc};

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
pub fn play(session: &mut Session, args: &PlayGame) -> Result<(), Trouble> {
    let first = session.seed;
    let mut series = Match::new(args.decide);
    let mut streams = Streams::new(first);
    loop {
        let number = series.games.len() + 1;
        match session.run(&mut streams)? {
            Left::Quit => return Ok(()),
            Left::Over => series.games.push(GameResult::of(&session.game)),
            Left::Lost(seat) => series.games.push(GameResult {
                winner: Some(Seat(1 - seat.0.min(1))),
                ..GameResult::of(&session.game)
            }),
        }
        tell(session, &series, number)?;
        let standing = match series.standing() {
            Standing::SuddenDeath => {
                if !sudden_death(session, &mut series, &mut streams)? {
                    return Ok(());
                }
                series.standing()
            }
            standing => standing,
        };
        let standing = match standing {
            Standing::RollOff => {
                let rules = &session.game.table.rules;
                let rolls = series.rolls_off(rules, &mut streams.chance);
                for (seat, roll) in (0..).map(Seat).zip(rolls) {
                    let rolled = Event {
                        what: What::RolledOff { seat, roll },
                        rule: Rule::MatchSuddenDeath,
                    };
                    let sentence = event::sentence(&session.game, &session.names, &rolled);
                    writeln!(session.out, "  {sentence}")?;
                }
                series.standing()
            }
            standing => standing,
        };
        match standing {
            Standing::NextGame => {
                session.seed = derive(first, 1_000 + number as u64);
                streams = Streams::new(session.seed);
                let table = Arc::clone(&session.game.table);
                session.game = Game::new(table, session.game.windows);
                session.seat_opponents(args)?;
                writeln!(session.out, "\nGame {} begins.\n", number + 1)?;
            }
            Standing::Won(seat, decided) => {
                let how = how(&series, seat, decided);
                writeln!(session.out, "Player {} wins the match{how}.", seat.number())?;
                return Ok(());
            }
            Standing::Drawn | Standing::SuddenDeath | Standing::RollOff => {
                writeln!(session.out, "The match is drawn.")?;
                return Ok(());
            }
        }
    }
}

fn tell(session: &mut Session, series: &Match, number: usize) -> Result<(), Trouble> {
    let result = match series.games.last().and_then(|game| game.winner) {
        Some(seat) => format!("goes to player {}", seat.number()),
        None => "is drawn".to_owned(),
    };
    let (a, b) = (series.wins(Seat(0)), series.wins(Seat(1)));
    writeln!(session.out, "Game {number} {result}. Match: {a} – {b}.")?;
    Ok(())
}

/// Plays on after the third game until one warband is gone. Whether it came to an end.
fn sudden_death(
    session: &mut Session,
    series: &mut Match,
    streams: &mut Streams,
) -> Result<bool, Trouble> {
    writeln!(
        session.out,
        "The match is level: sudden death. No cards are played, drawn or scored; whoever loses the last \
         fighter loses. [{}.match.sudden-death]",
        session.spec.edition
    )?;
    let variant = Variant {
        sudden_death: true,
        ..session.spec.variant
    };
    session.spec = Spec {
        variant,
        ..session.spec.clone()
    };
    let table: Table = content().table(&session.spec).map_err(Trouble::input)?;
    session.game = session.game.sudden_death(Arc::new(table));
    let survivor = match session.run(streams)? {
        Left::Quit => return Ok(false),
        Left::Over => GameResult::winner_of(session.game.ending()),
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
