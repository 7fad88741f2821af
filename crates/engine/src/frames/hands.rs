//! Starting hands, and replacing them once.
//!
//! Everybody draws three objectives and five power cards; then, from the player of the first board on,
//! each may replace all objectives, all power cards or both (Shadespire p.16, Harrowdeep p.27,
//! Embergard p.6). Which card comes is decided by chance, so nothing is ever shuffled.

use crate::{
    choice::{Choice, Choices, Verb},
    event::What,
    frame::Frame,
    ops::draw,
    refusal::Refusal,
    ruleset::Mulligan,
    run::{Flow, Run, Sight, Step},
    state::Clock,
};
use gloryhex_model::{Rule, Seat};
use serde::{Deserialize, Serialize};

/// Replace the objectives: a bit of a [`Verb::Mulligan`] choice.
pub const OBJECTIVES: u8 = 1;
/// Replace the power cards: a bit of a [`Verb::Mulligan`] choice.
pub const POWER: u8 = 2;

/// How far it has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Stage {
    /// Everybody draws.
    #[default]
    Draw,
    /// Somebody decides whether to replace cards.
    Decide,
    /// Replacements are drawn.
    Redraw,
}

/// The starting hands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hands {
    /// How far it has come.
    pub stage: Stage,
    /// How many players have decided.
    pub decided: u8,
    /// How many objectives and power cards are being replaced. Unless discarded, they are in no pile until
    /// their replacements are drawn: a secret of their player.
    pub aside: [u8; 2],
}

impl Hands {
    /// Whose cards are being replaced, or who is asked.
    pub fn seat(self, clock: &Clock) -> Seat {
        Seat(clock.first_board).clockwise(self.decided, clock.players)
    }
}

/// Takes a step.
pub fn step(run: &mut Run<'_>, mut frame: Hands) -> Step {
    match frame.stage {
        Stage::Draw => {
            for seat in run.state.all_seats() {
                fill(run, seat, draw::OBJECTIVES_IN_HAND, draw::POWER_IN_HAND)?;
            }
            frame.stage = Stage::Decide;
            run.put(Frame::Hands(frame));
            Ok(Flow::On)
        }
        Stage::Decide if frame.decided >= run.state.clock.players => run.done(),
        Stage::Decide => {
            let seat = frame.seat(&run.state.clock);
            if offered(run.sight(), seat) != 0 {
                return Ok(Flow::Ask(seat));
            }
            frame.decided += 1;
            run.put(Frame::Hands(frame));
            Ok(Flow::On)
        }
        Stage::Redraw => {
            let seat = frame.seat(&run.state.clock);
            let [objectives, power] = frame.aside.map(u32::from);
            fill(run, seat, objectives, power)?;
            if run.rules().mulligan == Mulligan::ShuffledBack {
                let deck = run.table.deck(seat);
                let player = &mut run.state.seats[seat];
                let aside = player.objectives.nowhere(deck.objectives.len());
                player.objectives.to_deck(aside);
                let aside = player.power.nowhere(deck.power.len());
                player.power.to_deck(aside);
            }
            run.put(Frame::Hands(Hands {
                stage: Stage::Decide,
                decided: frame.decided + 1,
                ..Hands::default()
            }));
            Ok(Flow::On)
        }
    }
}

/// Draws until the hand holds so many cards of each kind or the deck is empty, objectives first.
fn fill(
    run: &mut Run<'_>,
    seat: Seat,
    objectives: u32,
    power: u32,
) -> Result<(), crate::chance::Waits> {
    while run.state.seats[seat].objectives.hand().count_ones() < objectives {
        if draw::objective(run, seat)?.is_none() {
            break;
        }
    }
    while run.state.seats[seat].power.hand().count_ones() < power {
        if draw::power(run, seat)?.is_none() {
            break;
        }
    }
    Ok(())
}

/// The kinds of cards a player has and so could replace. Both are counts everybody can see.
fn offered(sight: Sight<'_>, seat: Seat) -> u8 {
    let player = &sight.state.seats[seat];
    let mut kinds = 0;
    if player.objectives.hand() != 0 {
        kinds |= OBJECTIVES;
    }
    if player.power.hand() != 0 {
        kinds |= POWER;
    }
    kinds
}

/// Who decides.
pub fn decider(sight: Sight<'_>, frame: Hands) -> Option<Seat> {
    (frame.stage == Stage::Decide && frame.decided < sight.state.clock.players)
        .then(|| frame.seat(&sight.state.clock))
}

/// What may be chosen.
pub fn choices(sight: Sight<'_>, frame: Hands, out: &mut Choices) {
    if decider(sight, frame).is_none() {
        return;
    }
    let offered = offered(sight, frame.seat(&sight.state.clock));
    for which in 0..=OBJECTIVES | POWER {
        if which & !offered == 0 {
            out.push(Choice::new(Verb::Mulligan, which, 0, 0));
        }
    }
}

/// Makes a choice from the list.
pub fn choose(run: &mut Run<'_>, mut frame: Hands, choice: Choice) {
    let seat = frame.seat(&run.state.clock);
    let which = choice.a;
    if which == 0 {
        frame.decided += 1;
        run.put(Frame::Hands(frame));
        return;
    }
    let player = &mut run.state.seats[seat];
    let mut taken = (0, 0);
    if which & OBJECTIVES != 0 {
        taken.0 = player.objectives.hand();
        player.objectives.remove(taken.0);
    }
    if which & POWER != 0 {
        taken.1 = player.power.hand();
        player.power.remove(taken.1);
    }
    let (objectives, power) = taken;
    frame.aside = [objectives.count_ones(), power.count_ones()].map(|n| n as u8);
    frame.stage = Stage::Redraw;
    run.put(Frame::Hands(frame));
    run.emit(Rule::SetupMulligan, What::HandReplaced { seat, which });
    if run.rules().mulligan == Mulligan::Discarded {
        for slot in (0..32).filter(|slot| objectives >> slot & 1 == 1) {
            draw::discard_objective(run, seat, slot);
        }
        for slot in (0..64).filter(|slot| power >> slot & 1 == 1) {
            draw::discard_power(run, seat, slot);
        }
    }
}

/// Why a choice is not on the list.
pub fn refuse(_sight: Sight<'_>, _frame: Hands, choice: Choice) -> Refusal {
    let remedy = match choice.verb {
        Verb::Mulligan => {
            "You have no cards of that kind; keep your hand or replace the other kind."
        }
        _ => "Keep your starting hand or replace all cards of a kind first.",
    };
    Refusal::new(Rule::SetupMulligan, remedy)
}
