//! A finished game looked at again: any moment of it, its course, the file it is written to, what a search says of it.

use crate::{
    content,
    entry::{Entry, Inputs, Leaving},
    error::{Result, internal},
    kept::Opened,
    play::{OnTable, Play},
    record::{Chair, Cut},
    shown::{self, Viewer},
    tables,
};
use gloryhex_editions::Content;
use gloryhex_engine::{Verb, What, Windows};
use gloryhex_lab::{
    analysis::Told,
    digest::Digest,
    replay::{BuiltDeck, Replay, SuddenDeath},
};
use gloryhex_model::{Face, FighterId, Seat};
use gloryhex_notation::save::TableSpec;
use gloryhex_protocol::{Code, GloryPoint, Luck, Moment, Problem, Story};
use gloryhex_search::{Budget, Record, Rounds, analyse};
use serde_json::Value;
use std::sync::{Arc, atomic::AtomicBool};

/// Refuses what would tell too much of a game that is not over.
///
/// # Errors
/// It is not over.
pub fn over_only(play: &Play) -> Result<()> {
    match play.is_over() {
        true => Ok(()),
        false => Err(not_over()),
    }
}

/// The game is not over.
pub fn not_over() -> Problem {
    Problem::new(
        Code::WrongStage,
        "The game is not over yet; its replay would tell too much.",
    )
}

/// The game at a position: all of it once it is over, what everybody knows before.
///
/// # Errors
/// The entries do not fit, or the game has not begun.
pub fn moment(content: &Content, opened: &Opened, position: u32) -> Result<Moment> {
    // Before the game began there is nothing to see.
    let began = opened.play.record.began.unwrap_or(0);
    let began = began.max(opened.play.goes_on_from().unwrap_or(0));
    let play = opened.kept.upto(content, position.max(began))?;
    let on = play.on_table()?;
    let viewer = match opened.play.is_over() {
        true => Viewer::All,
        false => Viewer::Public,
    };
    Ok(Moment {
        table: shown::table(content, &play, on, &[viewer]),
        board: shown::board(on),
        view: shown::view(&play, on, viewer),
        log: shown::lines(&play, on, viewer, None),
        last: opened.play.record.at,
    })
}

/// The course of a game as far as this version played it.
///
/// # Errors
/// It has not begun, or its entries do not fit.
pub fn tell(content: &Content, opened: &Opened) -> Result<Story> {
    let end = opened.play.on_table()?;
    let began = opened.play.record.began.unwrap_or(0);
    let (mut play, rest) = opened.kept.own_part(content, began)?;
    let players = play.record.chairs.len() as u8;
    let mut glory: Vec<GloryPoint> = Vec::new();
    let mut luck: Vec<Luck> = (0..players)
        .map(|seat| Luck {
            seat,
            attacks: 0,
            successes: 0,
            expected: 0.0,
            criticals: [0, 0],
        })
        .collect();
    for (at, entry) in rest {
        if let (Entry::Choose { seat, exact, .. }, Some(on)) = (entry, &play.table)
            && exact.verb == Verb::Attack
            && let Some(odds) = shown::odds(on, Seat(*seat), *exact)
            && let Some(luck) = luck.get_mut(*seat as usize)
            && let Some(succeeded) = verdict(end, *at, exact.fighter_a())
        {
            luck.attacks += 1;
            luck.expected += odds.success;
            luck.successes += u32::from(succeeded);
        }
        play.add(content, *at, entry, None)?;
        if let Some(on) = &play.table {
            let clock = &on.game.state.clock;
            let now: Vec<u8> = Seat::all(players)
                .map(|seat| on.game.state.seats[seat].glory)
                .collect();
            if glory.last().is_none_or(|last| last.glory != now) {
                glory.push(GloryPoint {
                    at: *at,
                    round: clock.round,
                    turn: clock.turn,
                    glory: now,
                });
            }
        }
    }
    for (_, event) in &end.happened {
        if let What::Rolled { seat, roll, .. } | What::RolledOff { seat, roll } = event.what
            && let Some(luck) = luck.get_mut(seat.ix())
        {
            luck.criticals[0] += u32::from(roll.count(Face::Crit));
            luck.criticals[1] += u32::from(roll.len());
        }
    }
    Ok(Story {
        glory,
        luck,
        log: shown::lines(&opened.play, end, Viewer::All, None),
    })
}

/// How the attack declared at a position ended, if it was not broken off or taken back.
fn verdict(end: &OnTable, at: u32, attacker: FighterId) -> Option<bool> {
    let later = end.happened.iter().skip_while(|(when, _)| *when < at);
    let verdicts = later.filter_map(|(_, event)| match event.what {
        What::Succeeded { attacker, .. } => Some((attacker, true)),
        What::Drew { attacker, .. }
        | What::Failed { attacker, .. }
        | What::BrokenOff { attacker, .. } => Some((attacker, false)),
        _ => None,
    });
    let mut own = verdicts.filter(|(who, _)| *who == attacker);
    own.next().map(|(_, succeeded)| succeeded)
}

/// The game as the file that `gloryhex replay` reads; with sudden death rounds, the game before them as well.
///
/// # Errors
/// It has not begun.
pub fn written(content: &Content, opened: &Opened) -> Result<Replay> {
    let play = &opened.play;
    let on = play.on_table()?;
    let Inputs {
        seed,
        reseeds,
        choices,
    } = play.inputs();
    let chairs = &play.record.chairs;
    let spec = content::spec(content, &play.plan.without_sudden_death(), chairs)?;
    let deck = |chair: &Chair| {
        let list = chair.deck.clone().unwrap_or_default();
        let (name, cards) = (list.name, list.cards);
        BuiltDeck { name, cards }
    };
    let plain = chairs.iter().all(|chair| chair.deck.is_none());
    Ok(Replay {
        version: opened.versions(),
        content: format!("{:016x}", content.hash),
        edition: play.plan.edition.clone(),
        players: spec.players,
        table: Some(TableSpec::from(&spec)),
        built: match plain {
            true => Vec::new(),
            false => chairs.iter().map(deck).collect(),
        },
        playable: false,
        seed,
        reseeds,
        sudden_death: play
            .sudden_death()
            .map(|(first, seed)| SuddenDeath { first, seed }),
        choices,
        cut: play.record.cut.map(|cut| match cut {
            Cut::Left(_, Leaving::Resigned) => "resigned".to_owned(),
            Cut::Left(_, Leaving::Time) => "time".to_owned(),
            Cut::Left(_, Leaving::Away) => "away".to_owned(),
            Cut::Agreed => "agreed".to_owned(),
        }),
        hash: format!("{:016x}", Digest::of(&on.game.state)),
    })
}

/// What a search says of a finished game, decision by decision, in the form that `gloryhex analyse --json` prints, with
/// the players' own names. `stop` ends the work.
///
/// # Errors
/// It is not over, or was broken off by `stop`.
pub fn analysis(
    content: &Content,
    play: &Play,
    budget: Budget,
    stop: &Arc<AtomicBool>,
) -> Result<Value> {
    over_only(play)?;
    let inputs = play.inputs();
    let last = Arc::clone(&play.on_table()?.game.table);
    let (table, sudden_death) = match play.sudden_death() {
        Some((first, seed)) => {
            let plan = play.plan.without_sudden_death();
            let table = tables::lay(content, &plan, &play.record.chairs)?.table;
            let rounds = Rounds {
                first,
                table: last,
                seed,
            };
            (table, Some(rounds))
        }
        None => (last, None),
    };
    let record = Record {
        table,
        windows: Windows::Public,
        seed: inputs.seed,
        reseeds: inputs.reseeds,
        sudden_death,
        choices: inputs.choices,
    };
    let found = analyse(&record, budget, &|_| {}, stop).map_err(internal)?;
    let told = Told::new(content, play.plan.edition.clone(), &record, found);
    let mut json = told.json();
    call_by_name(&mut json, &shown::people_names(play));
    Ok(json)
}

/// Calls the players by their names in everything that is told in words.
fn call_by_name(told: &mut Value, names: &[String]) {
    match told {
        Value::Array(list) => list.iter_mut().for_each(|one| call_by_name(one, names)),
        Value::Object(fields) => {
            for (key, value) in fields {
                match value {
                    Value::String(text) if key.ends_with("Words") => {
                        *text = shown::named(text, names)
                    }
                    other => call_by_name(other, names),
                }
            }
        }
        _ => {}
    }
}
