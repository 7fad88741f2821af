//! How much further a fighter could go or reach if its player reacted to the pick.
//!
//! A fighter is picked to Move, or a weapon to Attack with, before anybody says where to; a reaction to
//! that pick may lengthen the Move or the Range (Embergard p.9, p.17). Here the whole choice is made at
//! once, so the longer reach is listed while such a reaction is at hand, and a pick beyond the plain
//! reach commits its player to the reaction.

use super::{Kind, fighter_of, in_play, side_is_up};
use crate::{
    bits::wide,
    cards::{
        eval::{Context, number_of},
        listeners::moment::Moment,
        offer,
    },
    effect::Source,
    frame::Frame,
    frames::combat,
    ops::{
        counters::{self, Whose},
        travel,
    },
    run::Sight,
};
use gloryhex_cardlang::{CardCode, Change, Clause, Formula, Instr, MadeFrom, Role, Static};
use gloryhex_model::{CounterId, FighterId, Seat, Stat, Trigger};

/// The moments at which a reaction may lengthen what has been picked, and the characteristic it changes.
pub const STRETCHES: [(Trigger, Stat); 2] = [
    (Trigger::MovePicked, Stat::Move),
    (Trigger::AttackDeclared, Stat::Range),
];

/// Whether a card has a reaction to a moment that changes a characteristic for a while.
pub fn lengthens(code: &CardCode, trigger: Trigger, stat: Stat) -> bool {
    let changes = |clause: &Clause| matches!(clause.role, Role::Static(rule) if Kind::of(rule.what) == Kind::stat(stat));
    let reacts =
        |clause: &Clause| matches!(clause.role, Role::React { trigger: at, .. } if at == trigger);
    code.clauses.iter().any(|c| c.effect > 0 && changes(c))
        && code.clauses.iter().any(|c| c.effect == 0 && reacts(c))
}

/// The cards of a seat, in hand or in play, that could lengthen what was picked at one of [`STRETCHES`].
fn at_hand(sight: Sight<'_>, seat: Seat, nth: usize) -> u128 {
    let hand = u128::from(sight.state.seats[seat].power.hand());
    let cards = sight.table.index.of(seat).stretch[nth] & (hand | in_play(sight, seat));
    match cards != 0 && sight.state.is_quiet() {
        true => 0,
        false => cards,
    }
}

/// The reactions of a card that lengthen what was picked, where the card is now, and that have not been used up.
fn reactions<'a>(
    sight: Sight<'a>,
    source: Source,
    moment: Trigger,
) -> impl Iterator<Item = (u8, &'a Clause)> {
    let held = sight.state.seats[source.seat].power.hand();
    let from = match u128::from(held) >> source.slot & 1 {
        1 => MadeFrom::Hand,
        _ => MadeFrom::Play,
    };
    let clauses = sight
        .table
        .code(source)
        .map_or(&[][..], |code| &code.clauses);
    (0u8..).zip(clauses).filter(move |(ix, clause)| {
        let waits = matches!(clause.role, Role::React { trigger, from: place, .. }
            if trigger == moment && place == from);
        clause.effect == 0 && waits && !sight.state.used.contains(source, *ix)
    })
}

/// Whether a player is picking what this fighter does.
fn being_picked(sight: Sight<'_>, seat: Seat, fighter: FighterId, stat: Stat) -> bool {
    match sight.state.stack.top() {
        Some(Frame::Activation(_)) => sight.state.active() == seat,
        Some(Frame::Grant(grant)) => grant.fighter == fighter,
        Some(Frame::Charge(charge)) => charge.fighter == fighter && stat == Stat::Range,
        _ => false,
    }
}

/// The reactions of which a seat must use one, because what it has picked is out of reach otherwise.
pub fn needed(sight: Sight<'_>, moment: &Moment, seat: Seat) -> u128 {
    let (nth, fighter) = match moment.trigger {
        Trigger::MovePicked => (0, moment.bind.fighter),
        Trigger::AttackDeclared => (1, moment.bind.other),
        // Whatever can be used then brings the attacker within reach.
        Trigger::AttackPicked => {
            let own = sight.table.owner(moment.bind.other) == seat;
            return 0u128.wrapping_sub(u128::from(own && combat::is_out_of_reach(sight)));
        }
        // Counters are about to be removed that are not there.
        Trigger::CountersDue => {
            let bind = &moment.bind;
            let whose = match bind.fighter.is_some() {
                true => Whose::Fighter(bind.fighter),
                false => Whose::Player(bind.seat),
            };
            let has = counters::count(sight.table, sight.state, whose, CounterId(bind.slot));
            let short = bind.seat == seat && has < bind.number;
            return 0u128.wrapping_sub(u128::from(short));
        }
        _ => return 0,
    };
    let cards = at_hand(sight, seat, nth);
    if cards == 0 || sight.table.owner(fighter) != seat {
        return 0;
    }
    let mut frames = sight.state.stack.iter().rev();
    let picked = frames.find_map(|frame| match frame {
        Frame::Move(going) => Some(travel::still_open(sight, fighter, false, &going.way)),
        Frame::Charge(charge) if nth == 0 => {
            Some(travel::still_open(sight, fighter, true, &charge.way))
        }
        Frame::Combat(_) => Some(combat::holds(sight)),
        _ => None,
    });
    if picked == Some(false) { cards } else { 0 }
}

/// Calls `found` with every reaction at hand that could lengthen what a seat picks, with what it would lengthen.
pub fn lengthening(sight: Sight<'_>, seat: Seat, found: &mut dyn FnMut(Source, u8, Stat)) {
    for (nth, (moment, stat)) in STRETCHES.into_iter().enumerate() {
        for slot in wide(at_hand(sight, seat, nth)) {
            let source = Source { seat, slot };
            reactions(sight, source, moment).for_each(|(ix, _)| found(source, ix, stat));
        }
    }
}

/// By how much a clause of a lasting effect lengthens a characteristic, if it does: the amount is an expression.
fn longer(clause: &Clause, stat: Stat) -> Option<Formula> {
    match clause.role {
        Role::Static(rule) => match rule.what {
            Static::Modify {
                stat: of,
                change: Change::Add,
                value,
                ..
            } if of == stat => Some(value),
            _ => None,
        },
        _ => None,
    }
}

/// The steps of a clause.
fn body<'a>(code: &'a CardCode, clause: &Clause) -> impl Iterator<Item = &'a Instr> {
    let body = code.code.get(usize::from(clause.body)..).unwrap_or(&[]);
    body.iter()
        .take_while(|instr| !matches!(instr, Instr::End(_)))
}

/// The clauses of the lasting effect that a step begins.
fn begun<'a>(code: &'a CardCode, step: &Instr) -> impl Iterator<Item = &'a Clause> + use<'a> {
    let effect = match step {
        Instr::Install(install) => install.effect,
        _ => 0,
    };
    let parts = code.clauses.iter();
    parts.filter(move |part| effect > 0 && part.effect == effect)
}

/// Whether to lengthen is all that a reaction does.
pub fn only_lengthens(code: &CardCode, clause: u8, stat: Stat) -> bool {
    code.clauses.get(usize::from(clause)).is_some_and(|clause| {
        let lengthens = |step: &Instr| {
            matches!(step, Instr::Install(_))
                && begun(code, step).all(|part| longer(part, stat).is_some())
        };
        body(code, clause).next().is_some() && body(code, clause).all(lengthens)
    })
}

/// Whether a seat has a card at hand that could lengthen a Move it picks.
pub fn may_lengthen_moves(sight: Sight<'_>, seat: Seat) -> bool {
    at_hand(sight, seat, 0) != 0
}

/// What reactions to the pick could add to a fighter's Move, or to the Range of its weapons.
pub fn stretch(sight: Sight<'_>, fighter: FighterId, stat: Stat) -> u8 {
    let seat = sight.table.owner(fighter);
    let Some(nth) = STRETCHES.iter().position(|(_, of)| *of == stat) else {
        return 0;
    };
    let cards = at_hand(sight, seat, nth);
    if cards == 0 || !being_picked(sight, seat, fighter, stat) {
        return 0;
    }
    let more = wide(cards).map(|slot| of_card(sight, Source { seat, slot }, fighter, nth));
    more.sum()
}

/// As [`stretch`] of any fighter of a seat, if nothing can be added to what it picks.
pub fn stretch_of_all(sight: Sight<'_>, seat: Seat, stat: Stat) -> Option<u8> {
    let nth = STRETCHES.iter().position(|(_, of)| *of == stat);
    nth.is_none_or(|nth| at_hand(sight, seat, nth) == 0)
        .then_some(0)
}

/// What the reactions of a card could add.
fn of_card(sight: Sight<'_>, source: Source, fighter: FighterId, nth: usize) -> u8 {
    let (moment, stat) = STRETCHES[nth];
    let me = fighter_of(sight, source);
    let Some(mut context) = Context::new(sight, source, me) else {
        return 0;
    };
    context.slots[7] = number_of(fighter);
    if !offer::somebody_may_use(sight, source, context.code) {
        return 0;
    }
    let code = context.code;
    let open = reactions(sight, source, moment)
        .filter(|(_, clause)| side_is_up(sight, me, clause) && context.holds(clause.when));
    let steps = open.flat_map(|(_, clause)| body(code, clause));
    let more = steps
        .flat_map(|step| begun(code, step))
        .filter_map(|part| longer(part, stat));
    more.map(|value| context.value(value).clamp(0, 20) as u8)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, Trial, YOU};

    #[test]
    fn a_reaction_to_the_pick_lengthens_the_move_while_it_is_at_hand() {
        let body = "reaction after move_picked where fighter is friendly effect action { static friends get move +2 }";
        let mut trial = Trial::ploy(body);
        let sight = trial.sight();
        assert!(may_lengthen_moves(sight, YOU));
        let mut found = Vec::new();
        lengthening(sight, YOU, &mut |_, _, stat| found.push(stat));
        assert_eq!(found, [Stat::Move]);
        // Nobody is picking anything.
        assert_eq!(stretch(sight, ASH, Stat::Move), 0);
        trial.game.state.seats[YOU].power.to_discard(1);
        assert!(!may_lengthen_moves(trial.sight(), YOU));
    }
}
