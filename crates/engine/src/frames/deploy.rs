//! Placing the fighters, one at a time in turn, on starting hexes of one's own territory.
//!
//! Shadespire p.17 and p.27, Harrowdeep p.27 and p.45, Embergard p.7. Some fighter cards say it otherwise: such a fighter comes
//! right after a friend, when all others are placed, or not at all.

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
use gloryhex_cardlang::{Deploys, Region};
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
    /// The players place those who come after all others.
    Last,
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
        Stage::Place | Stage::Last => {
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
            if frame.stage == Stage::Last {
                return run.done();
            }
            let stage = Stage::Last;
            run.put(Frame::Deploy(Deploy { stage, ..frame }));
            Ok(Flow::On)
        }
    }
}

/// A player places the first fighter.
pub fn told(run: &mut Run<'_>, mut frame: Deploy, seat: Seat) {
    frame.stage = Stage::Place;
    frame.seat = seat.0;
    run.put(Frame::Deploy(frame));
}

/// The friend beside whom a fighter is placed, if there is one.
fn lead(sight: Sight<'_>, fighter: FighterId) -> Option<FighterId> {
    let (Deploys::Beside(name) | Deploys::NextTo(name)) = sight.table.set_up(fighter).deploys
    else {
        return None;
    };
    let answers = |friend: &FighterId| {
        let number = sight.table.entrant(*friend).number;
        *friend != fighter && sight.table.catalog.answers(number, name)
    };
    sight.table.roster(sight.table.owner(fighter)).find(answers)
}

/// Fighters not placed yet who are placed at this stage.
fn waiting(sight: Sight<'_>, stage: Stage, seat: Seat) -> impl Iterator<Item = FighterId> + '_ {
    let placed = |fighter: &Fighter| fighter.is(Fighter::DEPLOYED) || fighter.is(Fighter::OUT);
    let comes = move |fighter: FighterId| match sight.table.set_up(fighter).deploys {
        Deploys::InTurn | Deploys::Beside(_) | Deploys::NextTo(_) | Deploys::Abroad => {
            stage == Stage::Place
        }
        Deploys::BeforeFirst => stage == Stage::Last,
        Deploys::Never => false,
    };
    let roster = sight.table.roster(seat);
    roster.filter(move |fighter| !placed(sight.state.fighter(*fighter)) && comes(*fighter))
}

/// Whether a fighter waiting to be placed comes next because a friend has been placed, or must wait for one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// Its friend is not placed yet.
    Later,
    /// Like most.
    Open,
    /// Its friend has just been placed.
    Next,
}

fn turn(sight: Sight<'_>, fighter: FighterId) -> Turn {
    match lead(sight, fighter) {
        None => Turn::Open,
        Some(lead) if sight.state.fighter(lead).on_field() => Turn::Next,
        Some(_) => Turn::Later,
    }
}

/// Whether somebody is to be placed beside a friend before anything else.
fn goes_on(sight: Sight<'_>, stage: Stage, seat: Seat) -> bool {
    waiting(sight, stage, seat).any(|fighter| turn(sight, fighter) == Turn::Next)
}

/// Those of a set of hexes that are as near as possible to a fighter.
fn nearest(sight: Sight<'_>, set: HexSet, to: FighterId) -> HexSet {
    let from = sight.state.fighter(to).hex;
    let least = set.iter().map(|hex| sight.grid.distance(from, hex)).min();
    least.map_or(HexSet::EMPTY, |least| set & sight.grid.within(from, least))
}

/// Where a player may place a fighter.
///
/// A ruling for warbands larger than their board has starting hexes, which no rulebook foresees:
/// when the last starting hex is taken, the rest go to any empty hex of their territory (and if even
/// that is full, to any empty hex), so that nobody has to leave a fighter in the box.
fn spots(sight: Sight<'_>, stage: Stage, seat: Seat, fighter: FighterId) -> HexSet {
    let empty = field::empty(sight);
    if stage == Stage::Last {
        return empty;
    }
    let territory = sight.state.clock.territory[seat.ix()];
    let own = empty & sight.grid.in_region(territory);
    if let Some(lead) = lead(sight, fighter) {
        let starting = sight.grid.of_kind(Kind::STARTING);
        let plain = match sight.table.set_up(fighter).deploys {
            Deploys::NextTo(_) => empty - starting - sight.state.tokens_lie(),
            _ => own - starting - sight.grid.of_kind(Kind::LETHAL),
        };
        let near = nearest(sight, plain, lead);
        if !near.is_empty() {
            return near;
        }
    }
    let starting = own & sight.grid.of_kind(Kind::STARTING);
    let usual = [starting, own]
        .into_iter()
        .find(|set| !set.is_empty())
        .unwrap_or(empty);
    if sight.table.set_up(fighter).deploys != Deploys::Abroad {
        return usual;
    }
    let abroad = field::of_region(sight, seat, Region::Enemy);
    let plain = empty - sight.grid.of_kind(Kind::STARTING) - sight.state.tokens_lie();
    usual | (abroad & plain)
}

/// Who decides.
pub fn decider(_sight: Sight<'_>, frame: Deploy) -> Option<Seat> {
    (frame.stage != Stage::Begin).then_some(Seat(frame.seat))
}

/// What may be chosen.
pub fn choices(sight: Sight<'_>, frame: Deploy, out: &mut Choices) {
    if frame.stage == Stage::Begin {
        return;
    }
    let (stage, seat) = (frame.stage, Seat(frame.seat));
    let now = match goes_on(sight, stage, seat) {
        true => Turn::Next,
        false => Turn::Open,
    };
    for fighter in waiting(sight, stage, seat).filter(|fighter| turn(sight, *fighter) == now) {
        let spots = spots(sight, stage, seat, fighter);
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
    let stage = frame.stage;
    let finished = waiting(run.sight(), stage, seat).next().is_none();
    if finished && run.state.clock.deployed_first == Seat::NONE.0 {
        run.state.clock.deployed_first = seat.0;
    }
    if !goes_on(run.sight(), stage, seat) {
        frame.seat = seat.clockwise(1, run.state.clock.players).0;
    }
    run.put(Frame::Deploy(frame));
}

/// Why a choice is not on the list.
pub fn refuse(sight: Sight<'_>, frame: Deploy, choice: Choice) -> Refusal {
    let seat = Seat(frame.seat);
    if choice.verb != Verb::Deploy {
        return Refusal::new(Rule::SetupDeploy, "Place one of your fighters first.");
    }
    let fighter = choice.fighter_a();
    if !waiting(sight, frame.stage, seat).any(|waits| waits == fighter) {
        return Refusal::new(
            Rule::SetupDeploy,
            "Pick one of your own fighters who is not on the battlefield yet.",
        );
    }
    match (turn(sight, fighter), goes_on(sight, frame.stage, seat)) {
        (Turn::Later, _) => {
            return Refusal::new(
                Rule::SetupDeploy,
                "This fighter is placed right after the friend its card names; place that one first.",
            );
        }
        (Turn::Open, true) => {
            return Refusal::new(
                Rule::SetupDeploy,
                "First place those who belong to the fighter you have just placed.",
            );
        }
        (Turn::Next, _) | (Turn::Open, false) => {}
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
    if frame.stage == Stage::Last {
        return Refusal::new(
            Rule::FieldBlocked,
            "That hex is blocked; pick an empty hex.",
        );
    }
    if turn(sight, fighter) == Turn::Next {
        return Refusal::new(
            Rule::SetupDeploy,
            "This fighter is placed as near as possible to its friend; pick one of the hexes offered.",
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
