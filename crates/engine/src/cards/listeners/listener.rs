//! A clause of a card that waits for a moment, and whether it need be looked at when the moment comes. Lasting
//! effects are not listed.

use super::moment::Moment;
use crate::cards::offer;
use crate::{
    cards::{Guard, eval::number_of, statics::in_play},
    effect::Source,
    run::Sight,
};
use gloryhex_cardlang::{
    Clause, Expr, MadeFrom, Program, Prop, Role, Slots, Timing,
    program::{Faces, Form, ir},
};
use gloryhex_model::{FighterId, Seat};

/// What a clause that waits does when its moment comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// It happens of itself.
    Auto,
    /// Its player may use it.
    React,
    /// It turns a fighter card.
    Turn,
    /// It scores at once.
    Score,
}

impl Way {
    /// How many there are.
    pub const COUNT: usize = 4;

    /// What a clause does, if it waits.
    pub const fn of(role: Role) -> Option<Way> {
        match role {
            Role::Auto(_) | Role::Break(_) => Some(Way::Auto),
            Role::React { .. } => Some(Way::React),
            Role::Inspire(_) | Role::Uninspire(_) => Some(Way::Turn),
            Role::Score {
                timing: Timing::Surge(_),
                ..
            } => Some(Way::Score),
            Role::Play
            | Role::Action { .. }
            | Role::Static(_)
            | Role::Score { .. }
            | Role::Expire => None,
        }
    }
}

/// Where the power cards of a seat lie at a moment, as sets of slots.
#[derive(Clone, Copy, Debug)]
pub struct Places {
    hand: u128,
    play: u128,
}

impl Places {
    /// As they lie now; an upgrade whose loss the moment is counts as in play.
    #[inline]
    pub fn of(sight: Sight<'_>, moment: &Moment, seat: Seat) -> Places {
        Places {
            hand: u128::from(offer::playable(sight, seat)),
            play: in_play(sight, seat) | moment.just_lost(seat),
        }
    }
}

/// A clause that waits.
#[derive(Clone, Copy, Debug)]
pub struct Listener {
    /// Its card.
    pub source: Source,
    /// Its number on the card.
    pub clause: u8,
    /// Whether the card must be in its player's hand.
    pub in_hand: bool,
    /// Whether it is used, but is no reaction in the sense of the rules.
    pub free: bool,
    guard: Guard,
}

impl Listener {
    /// A clause of a card, and what is asked of what is bound before the rest of its condition.
    pub fn new(source: Source, nth: u8, clause: &Clause, guard: Guard) -> Listener {
        let (in_hand, free) = match clause.role {
            Role::React { from, free, .. } => (from == MadeFrom::Hand, free),
            Role::Score { .. } => (true, false),
            _ => (false, false),
        };
        Listener {
            source,
            clause: nth,
            in_hand,
            free,
            guard,
        }
    }
    /// Whether its card is where it must be, among its seat's cards as they lie.
    #[inline]
    pub fn is_in(&self, places: &Places) -> bool {
        let place = if self.in_hand {
            places.hand
        } else {
            places.play
        };
        place >> self.source.slot & 1 == 1
    }
    /// Whether its condition may hold with what is bound; `me` is the bearer, if that is known.
    pub fn admits(&self, sight: Sight<'_>, slots: &Slots, me: FighterId) -> bool {
        let seat = self.source.seat;
        let bound = |at: u8| slots[usize::from(at & 7)];
        let whose = |at: u8| {
            let fighter = sight.table.entrants.get(bound(at) as usize)?;
            Some(fighter.seat)
        };
        match self.guard {
            Guard::Open => true,
            // Who will cast a card of the hand is not known yet.
            Guard::Me(at) => self.in_hand || bound(at) == number_of(me),
            Guard::You(at) => bound(at) == i16::from(seat.0),
            Guard::Friendly(at) => whose(at) == Some(seat),
            Guard::Enemy(at) => whose(at).is_some_and(|other| other != seat),
        }
    }
}

/// Whether a clause turns a card up by a condition that reads no more of the game than who is out, Inspired or on the
/// battlefield.
pub fn is_by_sides(program: &Program, clause: &Clause) -> bool {
    let more = |form: &Form| match form {
        Form::Fighter(prop, _) => !matches!(
            prop,
            Prop::Out | Prop::Inspired | Prop::Alive | Prop::Friendly | Prop::Enemy | Prop::Owner
        ),
        Form::Quant { over, .. } => !over.is_fighters(),
        Form::Named(..) | Form::Not(_) | Form::All(_) | Form::Any(_) | Form::Compare(..) => false,
        _ => true,
    };
    let bound = |at: u8| !(ir::ITS_AT..=ir::ME).contains(&at);
    matches!(clause.role, Role::Inspire(_))
        && !program.has(clause.when, more)
        && !program.reads(clause.when, bound)
}

/// Whether a condition is empty, or speaks of what a moment is about or of an attack.
pub fn speaks_of_a_moment(program: &Program, when: Expr) -> bool {
    let bound = |at: u8| at < ir::ITS_AT || at == ir::ATTACKER || at == ir::TARGET;
    let of_attack = |form: &Form| {
        matches!(
            form,
            Form::Attack(_) | Form::Dice(Faces::Attack | Faces::Defence, _)
        )
    };
    when.is_yes() || program.reads(when, bound) || program.has(when, of_attack)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gloryhex_cardlang::{
        Domain, Limit, Quant, Side,
        program::{Arg, Cmp, make::Maker},
    };
    use gloryhex_model::Trigger;

    fn clause(role: Role, when: Expr) -> Clause {
        Clause {
            role,
            when,
            body: 0,
            limit: Limit::None,
            effect: 0,
            side: Side::Both,
        }
    }

    /// "At least so many fighters are …".
    fn count(prop: Prop) -> (Program, Expr) {
        let mut maker = Maker::default();
        let inner = maker.put(Form::Fighter(prop, Arg::bound(ir::ITS_AT)));
        let found = maker.put(Form::Quant {
            what: Quant::Count,
            over: Domain::AllFighters,
            place: ir::ITS_AT,
            of: Arg::ONE,
            inner,
        });
        let three = maker.number(3);
        let enough = maker.put(Form::Compare(Cmp::Ge, found, three));
        let when = maker.root(enough, 0, true);
        (maker.finish(), when)
    }

    #[test]
    fn a_clause_that_waits_for_a_moment_has_a_way() {
        let moved = Trigger::MoveDone;
        assert_eq!(Way::of(Role::Auto(moved)), Some(Way::Auto));
        assert_eq!(Way::of(Role::Break(moved)), Some(Way::Auto));
        assert_eq!(Way::of(Role::Inspire(None)), Some(Way::Turn));
        assert_eq!(Way::of(Role::Play), None);
        assert_eq!(Way::of(Role::Expire), None);
    }

    #[test]
    fn sides_alone_tell_who_is_out_but_not_who_is_on_guard() {
        let inspires = |(program, when): (Program, Expr)| {
            is_by_sides(&program, &clause(Role::Inspire(None), when))
        };
        assert!(inspires(count(Prop::Out)));
        assert!(inspires(count(Prop::Inspired)));
        assert!(!inspires(count(Prop::OnGuard)));
        let (program, when) = count(Prop::Out);
        let back = clause(Role::Uninspire(None), when);
        assert!(!is_by_sides(&program, &back));
    }

    #[test]
    fn a_condition_on_a_slot_speaks_of_a_moment() {
        let (program, when) = count(Prop::Out);
        assert!(!speaks_of_a_moment(&program, when));
        assert!(speaks_of_a_moment(&program, Expr::YES));
        let mut maker = Maker::default();
        let friend = maker.put(Form::Fighter(Prop::Friendly, Arg::bound(7)));
        let when = maker.root(friend, 0, true);
        assert!(speaks_of_a_moment(&maker.finish(), when));
    }

    #[test]
    fn a_reaction_from_the_hand_waits_there_and_others_in_play() {
        let react = |from| Role::React {
            trigger: Trigger::MoveDone,
            from,
            free: false,
        };
        let source = Source {
            seat: Seat(0),
            slot: 5,
        };
        let places = Places {
            hand: 1 << 5,
            play: 0,
        };
        for (from, there) in [(MadeFrom::Hand, true), (MadeFrom::Play, false)] {
            let clause = clause(react(from), Expr::YES);
            let listener = Listener::new(source, 0, &clause, Guard::Open);
            assert_eq!(listener.is_in(&places), there);
        }
    }
}
