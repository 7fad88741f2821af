//! Placing the fighters, one at a time in turn, on starting hexes of one's own territory.
//!
//! Shadespire p.17 and p.27, Harrowdeep p.27 and p.45, Embergard p.7.

use crate::{
    choice::{Choice, Choices, Verb},
    event::What,
    frame::Frame,
    frames::roll_off::{Purpose, RollOff},
    ops::field,
    refusal::Refusal,
    ruleset::FirstDeploy,
    run::{Flow, Run, Sight, Step},
    state::Fighter,
};
use gloryhex_hexgrid::{HexSet, Kind};
use gloryhex_model::{FighterId, Rule, Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// How far it has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Stage {
    /// Who begins?
    #[default]
    Begin,
    /// The players place their fighters.
    Place,
}

/// The fighters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Deploy {
    /// How far it has come.
    pub stage: Stage,
    /// Whose turn it is to place.
    pub seat: u8,
}

/// Takes a step.
pub fn step(run: &mut Run<'_>, frame: Deploy) -> Step {
    let players = run.state.clock.players;
    match frame.stage {
        Stage::Begin => {
            run.state.clock.deployed_first = Seat::NONE.0;
            match run.rules().first_deploy {
                FirstDeploy::WinnersPick | FirstDeploy::WinnersPickOfTwo => {
                    let everybody = SeatSet::first(players);
                    run.push(Frame::RollOff(RollOff::new(Purpose::Deploy, everybody)));
                }
                FirstDeploy::LastToken => {
                    let last = Seat(run.state.clock.last_token);
                    told(run, frame, last);
                }
            }
            Ok(Flow::On)
        }
        Stage::Place => {
            for step in 0..players {
                let seat = Seat(frame.seat).clockwise(step, players);
                let asked = Deploy {
                    seat: seat.0,
                    ..frame
                };
                if run.finds(|sight, out| choices(sight, asked, out)) {
                    run.put(Frame::Deploy(asked));
                    return Ok(Flow::Ask(seat));
                }
            }
            run.done()
        }
    }
}

/// A player places the first fighter.
pub fn told(run: &mut Run<'_>, mut frame: Deploy, seat: Seat) {
    frame.stage = Stage::Place;
    frame.seat = seat.0;
    run.put(Frame::Deploy(frame));
}

/// Fighters not placed yet.
fn waiting(sight: Sight<'_>, seat: Seat) -> impl Iterator<Item = FighterId> + '_ {
    let placed = |fighter: &Fighter| fighter.is(Fighter::DEPLOYED) || fighter.is(Fighter::OUT);
    sight
        .table
        .roster(seat)
        .filter(move |fighter| !placed(sight.state.fighter(*fighter)))
}

/// Where a player may place a fighter.
///
/// A ruling for warbands larger than their board has starting hexes, which no rulebook foresees:
/// when the last starting hex is taken, the rest go to any empty hex of their territory (and if even
/// that is full, to any empty hex), so that nobody has to leave a fighter in the box.
fn spots(sight: Sight<'_>, seat: Seat) -> HexSet {
    let empty = field::empty(sight);
    let territory = sight.state.clock.territory[seat.ix()];
    let own = empty & sight.grid.in_region(territory);
    let starting = own & sight.grid.of_kind(Kind::STARTING);
    [starting, own]
        .into_iter()
        .find(|set| !set.is_empty())
        .unwrap_or(empty)
}

/// Who decides.
pub fn decider(_sight: Sight<'_>, frame: Deploy) -> Option<Seat> {
    (frame.stage == Stage::Place).then_some(Seat(frame.seat))
}

/// What may be chosen.
pub fn choices(sight: Sight<'_>, frame: Deploy, out: &mut Choices) {
    if frame.stage != Stage::Place {
        return;
    }
    let seat = Seat(frame.seat);
    let spots = spots(sight, seat);
    for fighter in waiting(sight, seat) {
        out.push_hexes(Verb::Deploy, fighter.0, spots, 0);
    }
}

/// Makes a choice from the list.
pub fn choose(run: &mut Run<'_>, mut frame: Deploy, choice: Choice) {
    let (fighter, hex) = (choice.fighter_a(), choice.hex_b());
    let seat = Seat(frame.seat);
    let now = run.state.fighter_mut(fighter);
    now.hex = hex;
    now.round_hex = hex;
    now.set(Fighter::DEPLOYED, true);
    run.emit(Rule::SetupDeploy, What::Deployed { fighter, hex });
    let finished = waiting(run.sight(), seat).next().is_none();
    if finished && run.state.clock.deployed_first == Seat::NONE.0 {
        run.state.clock.deployed_first = seat.0;
    }
    frame.seat = seat.clockwise(1, run.state.clock.players).0;
    run.put(Frame::Deploy(frame));
}

/// Why a choice is not on the list.
pub fn refuse(sight: Sight<'_>, frame: Deploy, choice: Choice) -> Refusal {
    let seat = Seat(frame.seat);
    if choice.verb != Verb::Deploy {
        return Refusal::new(Rule::SetupDeploy, "Place one of your fighters first.");
    }
    if !waiting(sight, seat).any(|fighter| fighter == choice.fighter_a()) {
        return Refusal::new(
            Rule::SetupDeploy,
            "Pick one of your own fighters who is not on the battlefield yet.",
        );
    }
    let hex = choice.hex_b();
    if !sight.grid.all().contains(hex) {
        return Refusal::new(Rule::SetupDeploy, "Name a hex of the battlefield.");
    }
    if sight.state.occupant(hex).is_some() {
        return Refusal::new(
            Rule::FieldOccupied,
            "Another fighter stands there; pick an empty starting hex.",
        );
    }
    if field::territory(sight, hex) != Some(seat) {
        return Refusal::new(
            Rule::SetupDeploy,
            "Fighters begin in their own territory; pick a starting hex there.",
        );
    }
    Refusal::new(
        Rule::SetupDeploy,
        "Fighters begin on starting hexes; pick an empty one in your territory.",
    )
}
