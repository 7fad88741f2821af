//! A round: who goes first, the turns, the end phase, clean-up; and after the last one, the victor.

use crate::{
    bind::Bind,
    cards::{self, Also, watches},
    chance::Waits,
    event::What,
    frame::Frame,
    frames::{end::End, roll_off::RollOff, turn::Turn},
    ops::{draw, lasting, sides, victory},
    rare::Rare,
    ruleset::RoundStep,
    run::{Flow, Run, Step},
    state::{Ending, Feature, Fighter, Phase},
};
use gloryhex_cardlang::{During, Limit};
use gloryhex_model::{Counter, FighterId, Rule, Seat, Token, Trigger};
use serde::{Deserialize, Serialize};

/// A round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Round {
    /// Position in the table of steps.
    pub step: u8,
    /// How far the step has come.
    pub sub: u8,
}

/// How far the first step has come when its roll-off has been won, plus the winner's seat.
const WON: u8 = 4;

/// Takes a step.
#[inline(always)]
pub fn step(run: &mut Run<'_>, mut frame: Round) -> Step {
    if frame.step == 0 && frame.sub == 0 {
        begin(run);
        frame.sub = 1;
        run.put(Frame::Round(frame));
        return Ok(Flow::On);
    }
    let table = &run.rules().round;
    let now = table.get(frame.step as usize).copied();
    // Most steps are these, and a comparison is foretold better than a jump.
    if now == Some(RoundStep::Turns) {
        return turns(run, frame);
    }
    match now {
        Some(RoundStep::First) => first(run, frame),
        Some(RoundStep::Turns) => turns(run, frame),
        Some(RoundStep::End) => {
            next(run, frame);
            run.state.clock.phase = Phase::End;
            run.push(Frame::End(End::default()));
            cards::fire(run, Trigger::EndPhase, Bind::NONE, Also::NOTHING);
            Ok(Flow::On)
        }
        Some(RoundStep::CleanUp) => {
            next(run, frame);
            clean_up(run);
            cards::tell(run, Trigger::RoundEnd, Bind::NONE);
            Ok(Flow::On)
        }
        None => over_or_next(run),
    }
}

fn next(run: &mut Run<'_>, mut frame: Round) {
    frame.step += 1;
    frame.sub = 2;
    run.put(Frame::Round(frame));
}

fn begin(run: &mut Run<'_>) {
    let players = run.state.clock.players as usize;
    let two_ended = run.state.clock.round > 1;
    let mut round = run.state.clock.round + 1;
    if run.rules().skipped_round[players] == round {
        round += 1;
    }
    run.state.clock.round = round;
    run.state.clock.phase = Phase::Start;
    run.state.clock.turn = 0;
    run.emit(Rule::RoundStructure, What::RoundBegan { round });
    for seat in run.state.all_seats() {
        let player = &mut run.state.seats[seat];
        for counter in 0..Counter::COUNT {
            if counter != Counter::Tracker as usize && counter != Counter::FreeAttacks as usize {
                player.counts[counter] = 0;
            }
        }
        player.delved_numbers = 0;
        player.played = Rare(0);
        player.delved = 0;
    }
    for fighter in run.table.everyone() {
        let now = run.state.fighter_mut(fighter);
        now.deeds = 0;
        now.set(Fighter::FELL_ON_GUARD, false);
        now.round_hex = now.hex;
    }
    for ix in 0..run.state.features.len() {
        let holder = standing_on(run, ix);
        if two_ended && holder.is_some() && holder == run.state.features[ix].round_holder {
            let kept = Feature::kept_by(run.table.owner(holder));
            run.state.features[ix].flags |= kept;
        }
        run.state.features[ix].round_holder = holder;
    }
    watches::forget_holders(run);
    watches::note_faces(run);
    lasting::round_begins(run);
    watches::begin(
        run,
        &[
            During::Activation,
            During::Step,
            During::Turn,
            During::Phase,
            During::EndPhase,
            During::Round,
        ],
    );
    run.state
        .used
        .forget(&[Limit::Turn, Limit::Phase, Limit::Round]);
    cards::tell(run, Trigger::RoundStart, Bind::NONE);
}

/// The fighter on a token that can be held as it lies.
fn standing_on(run: &Run<'_>, ix: usize) -> FighterId {
    let token = &run.state.features[ix];
    if !(token.on_field() & token.numbered()) {
        return FighterId::NONE;
    }
    let fighters = &run.state.fighters[..run.table.entrants.len()];
    let there = fighters.iter().enumerate().fold(0u32, |there, (ix, now)| {
        there | (u32::from(now.hex == token.hex) << (ix & 31))
    });
    match there {
        0 => FighterId::NONE,
        some => FighterId(some.trailing_zeros() as u8),
    }
}

fn first(run: &mut Run<'_>, mut frame: Round) -> Step {
    match frame.sub {
        0..=2 => {
            frame.sub = 3;
            run.put(Frame::Round(frame));
            let mut roll_off = RollOff::for_first_turn(run.state.clock.players);
            if run.table.variant.quick_start {
                roll_off.winner = run.state.clock.first;
            }
            run.push(Frame::RollOff(roll_off));
            Ok(Flow::On)
        }
        won => {
            if run.rules().roll_off_loser_draws {
                let winner = Seat(won - WON);
                draw::power(run, sides::next_seat(run.sight(), winner))?;
            }
            next(run, frame);
            cards::fire(run, Trigger::PhaseStart, Bind::NONE, Also::NOTHING);
            Ok(Flow::On)
        }
    }
}

/// The roll-off for the first turn is over.
pub fn told(run: &mut Run<'_>, mut frame: Round, winner: Seat, first: Seat) {
    run.state.clock.first = first.0;
    frame.sub = WON + winner.0;
    run.put(Frame::Round(frame));
}

fn turns(run: &mut Run<'_>, mut frame: Round) -> Result<Flow, Waits> {
    let variant = run.table.variant;
    if (variant.sudden_death || variant.quick_start)
        && victory::last_warband(run.sight()) != Ending::Running
    {
        return over_or_next(run);
    }
    let players = run.state.clock.players;
    let total = run.rules().turns[players as usize] * players;
    let taken = run.state.clock.turn;
    if taken < total {
        let seat = if taken == 0 {
            Seat(run.state.clock.first)
        } else {
            sides::next_seat(run.sight(), run.state.active())
        };
        run.state.clock.active = seat.0;
        run.state.clock.turn += 1;
        run.push(Frame::Turn(Turn::default()));
        return Ok(Flow::On);
    }
    if frame.sub < 10 {
        frame.sub = 10;
        run.put(Frame::Round(frame));
        cards::fire(run, Trigger::PhaseEnd, Bind::NONE, Also::NOTHING);
        return Ok(Flow::On);
    }
    lasting::phase_ends(run);
    run.state.used.forget(&[Limit::Turn, Limit::Phase]);
    next(run, frame);
    Ok(Flow::On)
}

/// Tokens are cleared, not removed (Shadespire p.25, Harrowdeep p.42, Embergard p.14).
fn clean_up(run: &mut Run<'_>) {
    for fighter in run.table.everyone() {
        let now = run.state.fighter_mut(fighter);
        for token in [Token::Move, Token::Charge, Token::Guard, Token::Stagger] {
            now.set_tokens(token, 0);
        }
    }
    run.emit(Rule::EndCleanUp, What::TokensCleared);
}

fn over_or_next(run: &mut Run<'_>) -> Step {
    let sudden_death = run.table.variant.sudden_death;
    let alone = victory::last_warband(run.sight()) != Ending::Running;
    let last =
        run.state.clock.round >= run.rules().rounds || run.table.variant.quick_start && alone;
    let ending = if sudden_death {
        victory::last_warband(run.sight())
    } else if last {
        victory::ending(run.sight())
    } else {
        Ending::Running
    };
    if ending == Ending::Running && (!last || sudden_death) {
        run.put(Frame::Round(Round::default()));
        return Ok(Flow::On);
    }
    run.state.clock.ending = ending;
    run.state.clock.phase = Phase::Over;
    run.state.stack.pop();
    let rule = victory::rule(ending);
    run.emit(rule, What::GameOver { ending });
    Ok(Flow::On)
}
