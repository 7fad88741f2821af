//! Players roll off: the dice, ties, the winner or the loser, and where the rules say so the winner's
//! pick of a player.
//!
//! What the result is good for is not known here: the frame beneath is told a seat.

use crate::{
    bind::Bind,
    cards::{self, steps},
    choice::{Choice, Choices, Verb},
    event::What,
    frame::Frame,
    frames::{boards, deploy, round, window},
    ops::sides,
    refusal::Refusal,
    ruleset,
    run::{Flow, Run, Sight, Step},
};
use gloryhex_model::{Die, Face, Roll, Rule, Seat, SeatSet, Trigger};
use serde::{Deserialize, Serialize};

/// What a roll-off is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Purpose {
    /// The winner picks who takes the first turn of the round.
    #[default]
    Turn,
    /// The winner picks who chooses the first board (Harrowdeep p.24).
    FirstBoard,
    /// The loser chooses the next board (Shadespire p.14 and p.27, Harrowdeep p.44).
    Board,
    /// The winner chooses the shared board and a territory (Embergard p.7).
    Side,
    /// The winner picks who places a fighter first.
    Deploy,
    /// Who resolves one of several abilities first: the winner is first and the others roll again, or of
    /// two players the winner picks (Shadespire p.14 and p.27, Harrowdeep p.36 and p.46).
    Abilities,
    /// A card being resolved goes on with the winner.
    Card,
}

/// Players rolling off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RollOff {
    /// What each has rolled, as a number that is higher for a better roll.
    pub scores: [u8; 4],
    /// What it is for.
    pub purpose: Purpose,
    /// Everybody who takes part.
    pub seats: SeatSet,
    /// Those between whom it is still open.
    pub tied: SeatSet,
    /// Those of them whose dice have not been rolled yet.
    pub to_roll: SeatSet,
    /// The winner, once there is one who has to pick a player; 255 before.
    pub winner: u8,
}

impl RollOff {
    /// A roll-off between some players.
    pub fn new(purpose: Purpose, seats: SeatSet) -> RollOff {
        RollOff {
            scores: [0; 4],
            purpose,
            seats,
            tied: seats,
            to_roll: seats,
            winner: Seat::NONE.0,
        }
    }
    /// A roll-off of all players for the first turn of a round.
    pub fn for_first_turn(players: u8) -> RollOff {
        RollOff::new(Purpose::Turn, SeatSet::first(players))
    }
    fn rule(self) -> Rule {
        match self.purpose {
            Purpose::Turn => Rule::RoundFirstPlayer,
            Purpose::FirstBoard | Purpose::Board => Rule::SetupBoardsChoose,
            Purpose::Side => Rule::SetupTerritory,
            Purpose::Deploy => Rule::SetupDeploy,
            Purpose::Abilities => Rule::SequenceSimultaneous,
            Purpose::Card => Rule::SetupRollOff,
        }
    }
}

/// Takes a step. Dice are rolled seat by seat.
pub fn step(run: &mut Run<'_>, mut frame: RollOff) -> Step {
    if frame.winner != Seat::NONE.0 {
        return Ok(Flow::Ask(Seat(frame.winner)));
    }
    let rule = run.rules().roll_off;
    let dice = match rule {
        ruleset::RollOff::FourDice => 4,
        ruleset::RollOff::OneDie => 1,
    };
    for seat in frame.to_roll.iter() {
        // Dice of any mix of attack and defence are allowed; both have the faces that matter equally
        // often, so nothing is lost by rolling attack dice.
        let mut roll = run.roll(seat, Die::Attack, dice)?;
        if adds_critical(run.sight(), frame, seat) {
            roll.add(Face::Crit);
        }
        frame.scores[seat.ix()] = score(rule, roll);
        frame.to_roll.remove(seat);
        run.put(Frame::RollOff(frame));
        run.emit(Rule::SetupRollOff, What::RolledOff { seat, roll });
    }
    let scores = frame.tied.iter().map(|seat| frame.scores[seat.ix()]);
    let decisive = match frame.purpose {
        Purpose::Board => scores.min(),
        _ => scores.max(),
    };
    let mut tied = SeatSet::default();
    for seat in frame.tied.iter() {
        if Some(frame.scores[seat.ix()]) == decisive {
            tied.insert(seat);
        }
    }
    let mut alone = tied.iter();
    match (alone.next(), alone.next()) {
        (Some(seat), None) => settle(run, frame, seat, Rule::SetupRollOff),
        (None, _) => return run.done(),
        _ => match underdog_among(run.sight(), frame, tied) {
            Some(seat) => settle(run, frame, seat, Rule::RoundUnderdog),
            None => run.put(Frame::RollOff(RollOff {
                scores: [0; 4],
                tied,
                to_roll: tied,
                ..frame
            })),
        },
    }
    Ok(Flow::On)
}

/// In round 1 whoever deployed first adds a critical to every roll for the first turn, repeated ones
/// included (Shadespire p.18, Harrowdeep p.28).
fn adds_critical(sight: Sight<'_>, frame: RollOff, seat: Seat) -> bool {
    let clock = &sight.state.clock;
    sight.rules().first_to_deploy_adds_critical
        && frame.purpose == Purpose::Turn
        && clock.round == 1
        && clock.deployed_first == seat.0
}

/// From round 2 a level roll for the first turn goes to the underdog, if there is one
/// (Embergard p.8).
fn underdog_among(sight: Sight<'_>, frame: RollOff, tied: SeatSet) -> Option<Seat> {
    let applies = sight.rules().tie_goes_to_underdog
        && frame.purpose == Purpose::Turn
        && sight.state.clock.round >= 2;
    sides::underdog(sight).filter(|seat| applies && tied.contains(*seat))
}

/// A number that is higher for a better roll (Shadespire p.14, Harrowdeep p.25, Embergard p.7).
pub fn score(rule: ruleset::RollOff, roll: Roll) -> u8 {
    let count = |face| roll.count(face);
    match rule {
        ruleset::RollOff::FourDice => {
            // Four dice, and a critical that may be added.
            count(Face::Crit).min(9) * 25 + count(Face::Sup1).min(4) * 5 + count(Face::Sup2).min(4)
        }
        ruleset::RollOff::OneDie => {
            const WORST_FIRST: [Face; 5] = [
                Face::Sup1,
                Face::Sup2,
                Face::Hammer,
                Face::Swords,
                Face::Crit,
            ];
            let ranks = WORST_FIRST.iter().zip(1..);
            ranks.fold(
                0,
                |best, (face, rank)| {
                    if count(*face) > 0 { rank } else { best }
                },
            )
        }
    }
}

/// How many criticals a roll showed, by its [`score`].
fn criticals(rule: ruleset::RollOff, score: u8) -> u8 {
    match rule {
        ruleset::RollOff::FourDice => score / 25,
        ruleset::RollOff::OneDie => score / 5,
    }
}

fn settle(run: &mut Run<'_>, mut frame: RollOff, seat: Seat, rule: Rule) {
    let won = match frame.purpose {
        Purpose::Board => frame.seats.iter().find(|other| *other != seat),
        _ => Some(seat),
    };
    match won {
        Some(seat) if frame.purpose != Purpose::Board || frame.seats.len() == 2 => {
            run.emit(rule, What::WonRollOff { seat });
        }
        _ => run.emit(rule, What::LostRollOff { seat }),
    }
    match frame.purpose {
        Purpose::Board | Purpose::Side | Purpose::Card => tell(run, frame.purpose, seat, seat),
        Purpose::Abilities
            if run.state.clock.players > 2
                || run.rules().simultaneous == ruleset::Simultaneous::RollOff =>
        {
            tell(run, frame.purpose, seat, seat);
        }
        Purpose::Deploy
            if run.state.clock.players > 2
                && run.rules().first_deploy == ruleset::FirstDeploy::WinnersPickOfTwo =>
        {
            tell(run, frame.purpose, seat, seat);
        }
        Purpose::Turn | Purpose::FirstBoard | Purpose::Deploy | Purpose::Abilities => {
            frame.winner = seat.0;
            run.put(Frame::RollOff(frame));
            if frame.purpose == Purpose::Turn {
                let number = criticals(run.rules().roll_off, frame.scores[seat.ix()]);
                let bind = Bind {
                    number,
                    ..Bind::seat(seat)
                };
                cards::tell(run, Trigger::FirstTurnRolled, bind);
            }
        }
    }
}

/// Ends the roll-off and tells the frame beneath whom it is about, and who won where that matters.
fn tell(run: &mut Run<'_>, purpose: Purpose, winner: Seat, seat: Seat) {
    run.state.stack.pop();
    match (purpose, run.state.stack.top()) {
        (Purpose::Turn, Some(Frame::Round(frame))) => round::told(run, frame, winner, seat),
        (Purpose::Deploy, Some(Frame::Deploy(frame))) => deploy::told(run, frame, seat),
        (Purpose::Abilities, Some(Frame::Window(frame))) => window::told(run, frame, seat),
        (Purpose::Card, Some(Frame::Card(_))) => steps::roll_off::told(run, seat),
        (_, Some(Frame::Boards(frame))) => boards::told(run, frame, seat),
        _ => {}
    }
}

/// Who decides.
pub fn decider(_sight: Sight<'_>, frame: RollOff) -> Option<Seat> {
    (frame.winner != Seat::NONE.0).then_some(Seat(frame.winner))
}

/// What may be chosen.
pub fn choices(sight: Sight<'_>, frame: RollOff, out: &mut Choices) {
    if frame.winner != Seat::NONE.0 {
        for seat in sight.state.all_seats() {
            out.push(Choice::seat(seat));
        }
    }
}

/// Makes a choice from the list.
pub fn choose(run: &mut Run<'_>, frame: RollOff, choice: Choice) {
    let what = What::Picked {
        by: Seat(frame.winner),
        seat: Seat(choice.a),
    };
    run.emit(frame.rule(), what);
    tell(run, frame.purpose, Seat(frame.winner), Seat(choice.a));
}

/// Why a choice is not on the list.
pub fn refuse(_sight: Sight<'_>, frame: RollOff, choice: Choice) -> Refusal {
    let remedy = match (choice.verb, frame.purpose) {
        (Verb::Seat, _) => "Pick one of the players at this table.",
        (_, Purpose::Turn) => "You won the roll-off: first pick who takes the first turn.",
        (_, Purpose::Abilities) => "You won the roll-off: first pick whose ability comes first.",
        (_, Purpose::Deploy) => "You won the roll-off: first pick who places a fighter first.",
        _ => "You won the roll-off: first pick who chooses a board first.",
    };
    Refusal::new(frame.rule(), remedy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Face::{Crit, Hammer, Sup1, Sup2, Swords};

    #[test]
    fn four_dice_compare_criticals_then_single_then_double_supports() {
        let score = |faces: &[Face]| score(ruleset::RollOff::FourDice, Roll::of(faces));
        let better_first: [&[Face]; 6] = [
            &[Crit, Crit, Hammer, Hammer],
            &[Crit, Sup1, Hammer, Hammer],
            &[Crit, Sup2, Sup2, Sup2],
            &[Sup1, Sup1, Hammer, Hammer],
            &[Sup1, Sup2, Sup2, Sup2],
            &[Swords, Swords, Swords, Hammer],
        ];
        for pair in better_first.windows(2) {
            assert!(score(pair[0]) > score(pair[1]), "{pair:?}");
        }
        assert_eq!(
            score(&[Crit, Sup1, Swords, Hammer]),
            score(&[Crit, Sup1, Hammer, Hammer])
        );
    }

    #[test]
    fn one_die_ranks_its_faces() {
        let score = |face: Face| score(ruleset::RollOff::OneDie, Roll::of(&[face]));
        let better_first = [Crit, Swords, Hammer, Sup2, Sup1];
        assert!(better_first.windows(2).all(|f| score(f[0]) > score(f[1])));
    }
}
