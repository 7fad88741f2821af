//! A fighter moves or is pushed along a way, hex by hex where something happens.
//!
//! The way is fixed when the frame is pushed. Hazards act as they are entered; a fighter who is taken
//! out on the way goes no further. Nobody ends in an occupied or blocked hex, whatever happens while it is passed.

use crate::{
    bind::Bind,
    card_run::CardRun,
    cards::{self, Also, Ban, watches::Noted},
    event::{By, What},
    frame::Frame,
    frames::{activation, damage::Damage},
    ops::{
        act::{self, Act},
        field, sides, tokens, travel,
    },
    rare::Rare,
    run::{Flow, Run, Sight, Step},
    state::State,
};
use gloryhex_cardlang::HexRule;
use gloryhex_hexgrid::{HexId, Kind};
use gloryhex_model::{Deed, FighterId, Rule, Seat, Token, Trait, Trigger};
use serde::{Deserialize, Serialize};

/// No hexes to enter.
pub const NO_WAY: [HexId; 5] = [HexId::NONE; 5];

/// How a fighter comes to change its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Manner {
    /// A Move action.
    Move,
    /// The Move of a Charge.
    ChargeMove,
    /// A push.
    Push,
    /// A drive back.
    DriveBack,
    /// Placed without passing the hexes between.
    Place,
}

/// A fighter on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Move {
    /// Who.
    pub fighter: FighterId,
    /// How.
    pub manner: Manner,
    /// Where it began.
    pub from: HexId,
    /// Hexes where something happens, in order, the destination last; `HexId::NONE` after it.
    pub way: [HexId; 5],
    /// How many of them have been entered.
    pub at: u8,
    /// The enemy whose hex it goes through on purpose, or `FighterId::NONE`.
    pub past: FighterId,
    /// Whether this is the last action of an activation, whose end shares its window.
    pub last: bool,
}

impl Move {
    /// A way of a single hex.
    pub fn to(fighter: FighterId, manner: Manner, from: HexId, to: HexId) -> Move {
        Move {
            fighter,
            manner,
            from,
            way: [to, HexId::NONE, HexId::NONE, HexId::NONE, HexId::NONE],
            at: 0,
            past: FighterId::NONE,
            last: false,
        }
    }
    fn is_action(self) -> bool {
        matches!(self.manner, Manner::Move | Manner::ChargeMove)
    }
}

/// The Move that was picked last, or that of a Charge, is not made: it has no way.
pub fn halt(run: &mut Run<'_>) {
    for frame in run.state.stack.iter_mut().rev() {
        match frame {
            Frame::Move(picked) if picked.is_action() && picked.at == 0 => {
                picked.way = NO_WAY;
                return;
            }
            Frame::Charge(picked) if picked.stage == 0 => {
                picked.way = NO_WAY;
                return;
            }
            _ => {}
        }
    }
}

/// A Move is not made; an activation that it would have ended ends.
#[cold]
fn not_made(run: &mut Run<'_>, frame: Move) -> Step {
    run.state.stack.pop();
    if frame.last {
        ends_without(run, frame.fighter);
    }
    Ok(Flow::On)
}

/// The activation that a Move was to end ends without it.
fn ends_without(run: &mut Run<'_>, fighter: FighterId) {
    let (mut also, mut bind) = (Also::ACTION, Bind::fighter(fighter));
    bind.seat = run.table.owner(fighter);
    activation::ends_with(run, fighter, &mut also, &mut bind);
    cards::fire(run, Trigger::ActivationDone, bind, also);
}

/// Takes a step.
pub fn step(run: &mut Run<'_>, mut frame: Move) -> Step {
    if frame.at == 0 && frame.way == NO_WAY {
        return not_made(run, frame);
    }
    if frame.at == 0
        && frame.manner == Manner::Move
        && !travel::still_open(run.sight(), frame.fighter, false, &frame.way)
    {
        return run.done();
    }
    let depth = run.state.stack.depth();
    loop {
        let next = frame.way.get(frame.at as usize).copied();
        let alive = run.state.fighter(frame.fighter).on_field();
        let Some(hex) = next.filter(|hex| alive && *hex != HexId::NONE) else {
            break;
        };
        if frame.at > 0 && is_last(&frame) && !is_free(run.sight(), frame.fighter, hex) {
            break;
        }
        frame.at += 1;
        run.put(Frame::Move(frame));
        enter(run, frame, hex);
        if run.has_pending() || run.state.stack.depth() != depth {
            return Ok(Flow::On);
        }
    }
    run.state.stack.pop();
    if frame.at > 1 || frame.way[1] != HexId::NONE {
        settle(run, frame);
    }
    finish(run, frame);
    Ok(Flow::On)
}

/// Whether the hex that is entered next is the last one.
fn is_last(frame: &Move) -> bool {
    let after = frame.way.get(frame.at as usize + 1).copied();
    after.is_none_or(|hex| hex == HexId::NONE)
}

/// Whether a fighter can stand in a hex: it is not blocked, and nobody else is there.
fn is_free(sight: Sight<'_>, fighter: FighterId, hex: HexId) -> bool {
    let mut others = sight.table.everyone().filter(|who| *who != fighter);
    !others.any(|who| sight.state.fighter(who).hex == hex)
        && !field::is_of_kind(sight, hex, Kind::BLOCKED)
}

/// Whoever could not go on from a hex in which nobody can end goes back to the last one on the way that is empty, or
/// else to one as near as possible.
#[inline(never)]
fn settle(run: &mut Run<'_>, frame: Move) {
    let (sight, fighter) = (run.sight(), frame.fighter);
    let here = sight.state.fighter(fighter).hex;
    if here == HexId::NONE || is_free(sight, fighter, here) {
        return;
    }
    let entered = frame.way.iter().take(frame.at as usize).rev();
    let mut back = entered.copied().chain([frame.from]);
    let near = || {
        let mut rings = (1..=sight.grid.len() as u8).map(|steps| sight.grid.ring(here, steps));
        rings.find_map(|ring| ring.iter().find(|hex| is_free(sight, fighter, *hex)))
    };
    let free = back.find(|hex| *hex != HexId::NONE && is_free(sight, fighter, *hex));
    if let Some(hex) = free.or_else(near) {
        run.state.fighter_mut(fighter).hex = hex;
    }
}

/// Whether a fighter is on its way through the hex it is in: its Move or push goes on from there, so that somebody else
/// may stand in it.
pub fn is_passing(state: &State, fighter: FighterId) -> bool {
    state.stack.iter().any(|frame| match frame {
        Frame::Move(going) => {
            let at = going.at as usize;
            let hex = |at: usize| going.way.get(at).copied().unwrap_or(HexId::NONE);
            going.fighter == fighter
                && at > 0
                && hex(at - 1) == state.fighter(fighter).hex
                && hex(at) != HexId::NONE
        }
        _ => false,
    })
}

/// A fighter enters a hex, and what is there does something to it: a hazard on its way, or its last hex.
pub fn enter(run: &mut Run<'_>, frame: Move, hex: HexId) {
    let fighter = frame.fighter;
    if run.table.index.waited.contains(Trigger::Entered) {
        cards::tell(run, Trigger::Entered, Bind::fighter(fighter));
    }
    let lethal = run.rules().lethal_damage;
    let staggers = field::is_of_kind(run.sight(), hex, Kind::STAGGER);
    let hurts = lethal > 0
        && (field::is_of_kind(run.sight(), hex, Kind::LETHAL)
            || cards::hexes_by(run.sight(), fighter, HexRule::Lethal).contains(hex));
    if !staggers && !hurts {
        run.state.fighter_mut(fighter).hex = hex;
        return;
    }
    let charging = frame.manner == Manner::ChargeMove;
    let rights = cards::movement_rights(run.sight(), fighter, charging);
    run.state.fighter_mut(fighter).hex = hex;
    if frame.is_action() && rights.ethereal {
        return;
    }
    let flies = frame.is_action() && sides::has_trait(run.sight(), fighter, Trait::Flying);
    let placed = frame.manner == Manner::Place;
    if flies || placed && !run.rules().placing_enters_hazards {
        return;
    }
    if staggers {
        tokens::give(run, fighter, Token::Stagger);
    }
    // Lethal hexes are plain ones to the ethereal, however they come there (Nightvault, their fighter cards).
    let plain = cards::is_ethereal(run.sight(), fighter);
    if hurts && !plain && !cards::forbids(run.sight(), fighter, Ban::Hazards) {
        run.push(Frame::Damage(Damage::new(fighter, lethal, By::Hazard)));
    }
}

/// Who pushes: whose card it is that does, or whose attack.
fn pusher(sight: Sight<'_>) -> Seat {
    let of_attack = || {
        let attack = sight.state.attack()?;
        Some(sight.table.owner(attack.attacker))
    };
    let found = match sight.state.stack.top() {
        Some(Frame::Card(_)) => sight.state.card().map(CardRun::pusher),
        _ => of_attack(),
    };
    found.unwrap_or(Seat::NONE)
}

/// The Move under way ends in the hex its fighter has just entered. One who is passing over somebody, or over a blocked
/// hex, goes on: nobody can end there.
pub fn end(run: &mut Run<'_>) {
    let (table, grid, now) = (run.table, run.grid, *run.state);
    let mut frames = run.state.stack.iter_mut().rev();
    let going = frames.find_map(|frame| match frame {
        Frame::Move(going) if going.is_action() => Some(going),
        _ => None,
    });
    let Some(going) = going else { return };
    let sight = Sight {
        table,
        grid,
        state: &now,
    };
    if is_free(sight, going.fighter, now.fighter(going.fighter).hex) {
        going.way = NO_WAY;
    }
}

fn finish(run: &mut Run<'_>, frame: Move) {
    let fighter = frame.fighter;
    let from = frame.from;
    let to = run.state.fighter(fighter).hex;
    let alive = to != HexId::NONE;
    match frame.manner {
        Manner::Move | Manner::ChargeMove => {
            let now = run.state.fighter_mut(fighter);
            now.note(Deed::Moved);
            now.came_from = from;
            if frame.manner == Manner::Move {
                act::made(run, fighter, Act::Move);
            }
            run.state.clock.actions = run.state.clock.actions.wrapping_add(1);
            let charging = frame.manner == Manner::ChargeMove;
            let mut past = frame.past;
            if !past.is_some() {
                let forced = travel::bound_to_pass(run.sight(), fighter, (from, to), charging);
                past = forced.unwrap_or(FighterId::NONE);
            }
            run.state.clock.moved_through = past.0;
            if alive && run.table.watches.notes(Noted::Steps) {
                let steps = travel::longest_walk(run.sight(), fighter, (from, to), charging);
                run.state.clock.steps = Rare(steps);
            }
            if past.is_some() {
                run.state.fighter_mut(fighter).note(Deed::MovedThroughEnemy);
            }
            run.emit(Rule::ActionMove, What::Moved { fighter, from, to });
            let seat = run.table.owner(fighter);
            if !alive {
                if frame.last {
                    ends_without(run, fighter);
                }
                return;
            }
            let token = if charging { Token::Charge } else { Token::Move };
            tokens::give(run, fighter, token);
            let mut also = Also::ACTION;
            let mut bind = Bind {
                other: past,
                seat,
                number: from.0,
                ..Bind::fighter(fighter)
            };
            if frame.last {
                activation::ends_with(run, fighter, &mut also, &mut bind);
            }
            cards::fire(run, Trigger::MoveDone, bind, also);
        }
        Manner::Push | Manner::DriveBack => {
            if alive {
                run.state.fighter_mut(fighter).came_from = from;
                run.emit(Rule::PushBasic, What::Pushed { fighter, from, to });
                let bind = Bind {
                    fighter,
                    number: frame.at.max(run.grid.distance(from, to)),
                    ..Bind::seat(pusher(run.sight()))
                };
                cards::fire(run, Trigger::Pushed, bind, Also::NOTHING);
            }
        }
        Manner::Place => {
            run.emit(Rule::PushBasic, What::Placed { fighter, hex: to });
            let there = Some(from).filter(|hex| *hex != HexId::NONE && alive);
            let bind = Bind {
                number: there.map_or(0, |from| run.grid.distance(from, to)),
                ..Bind::fighter(fighter)
            };
            cards::tell(run, Trigger::Placed, bind);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, BIRCH, DOCK, Trial};
    use crate::choice::{Choice, Verb};

    #[test]
    fn a_move_ends_in_the_hex_where_a_card_says_so_and_a_push_goes_on() {
        let ring = "on enters where adjacent(fighter, bearer) { end_move }";
        for (manner, held) in [(Manner::Move, true), (Manner::Push, false)] {
            let mut trial = Trial::upgrade(ring);
            let [here, mid, there] = ["a1", "b1", "d1"].map(|name| trial.hex(name));
            trial.fighter(ASH).hex = here;
            let from = trial.fighter(DOCK).hex;
            let way = [mid, there, HexId::NONE, HexId::NONE, HexId::NONE];
            trial.game.state.stack.push(Frame::Move(Move {
                way,
                ..Move::to(DOCK, manner, from, mid)
            }));
            trial.go_on(&[]);
            let ends = if held { mid } else { there };
            assert_eq!(trial.fighter(DOCK).hex, ends, "{manner:?}");
        }
    }

    #[test]
    fn nobody_stays_beside_another_when_the_end_of_a_move_is_closed_on_the_way() {
        let wall = "on enters where fighter is enemy and adjacent(fighter, bearer) {
            pick h: hex where edge and distance(h, bearer) = 2 mark h blocked until phase }";
        for (open, ends) in [(false, "e3"), (true, "d1")] {
            let mut trial = Trial::upgrade(wall);
            let [here, mid, from] = ["a1", "b1", "e3"].map(|name| trial.hex(name));
            let there = trial.hex(if open { "d1" } else { "c1" });
            for (who, hex) in [(ASH, here), (BIRCH, mid), (DOCK, from)] {
                trial.fighter(who).hex = hex;
            }
            let way = [mid, there, HexId::NONE, HexId::NONE, HexId::NONE];
            trial.game.state.stack.push(Frame::Move(Move {
                way,
                ..Move::to(DOCK, Manner::Move, from, mid)
            }));
            let wall = Choice::new(Verb::Hex, trial.hex("c1").0, 0, 0);
            trial.go_on(&[wall]);
            let ends = trial.hex(ends);
            assert_eq!(trial.fighter(DOCK).hex, ends);
            assert_eq!(trial.fighter(BIRCH).hex, mid);
        }
    }

    #[test]
    fn whoever_is_on_the_way_through_a_hex_is_passing_and_whoever_has_arrived_is_not() {
        let mut trial = Trial::upgrade("static bearer gets move +1");
        let [mid, there] = ["b1", "c1"].map(|name| trial.hex(name));
        let way = [mid, there, HexId::NONE, HexId::NONE, HexId::NONE];
        let going = Move {
            way,
            ..Move::to(DOCK, Manner::Move, there, mid)
        };
        let mut passes = |at: usize| {
            trial.fighter(DOCK).hex = way[at - 1];
            let frame = Move {
                at: at as u8,
                ..going
            };
            trial.game.state.stack.push(Frame::Move(frame));
            let found = is_passing(&trial.game.state, DOCK);
            trial.game.state.stack.pop();
            found
        };
        assert_eq!([passes(1), passes(2)], [true, false]);
    }
}
