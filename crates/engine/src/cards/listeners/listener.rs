//! A clause of a card that waits for a moment, and where its card must lie when the moment comes. Lasting effects are
//! not listed.

use crate::effect::Source;
use gloryhex_cardlang::{
    Clause, During, Formula, MadeFrom, Program, Prop, Role, SeatProp, Static, Timing, Watch,
    program::{Faces, Form, ir},
};

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
    /// Whether it waits for a condition alone, which reads no more than [`Sides`](super::inspire::Sides) keeps.
    pub by_sides: bool,
}

impl Listener {
    /// A clause of a card.
    pub fn new(source: Source, nth: u8, clause: &Clause) -> Listener {
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
            by_sides: false,
        }
    }
    /// Whether its card is where it must be, among its seat's cards in hand and in play.
    pub fn is_in(&self, hand: u128, play: u128) -> bool {
        (if self.in_hand { hand } else { play }) >> self.source.slot & 1 == 1
    }
}

/// What conditions that turn fighter cards without a moment of their own read of the game beside what
/// [`Sides`](super::inspire::Sides) always keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnsBy {
    /// Counters of fighters.
    pub counters: bool,
    /// What was counted in the game.
    pub past: bool,
    /// Something else.
    pub more: bool,
}

impl TurnsBy {
    /// Notes what the condition of a clause reads, if that is kept.
    pub fn note(&mut self, program: &Program, clause: &Clause) {
        let has = |test: fn(&Form) -> bool| program.has(clause.when, test);
        self.counters |= has(|form| matches!(form, Form::Fighter(Prop::Counters(_), _)));
        self.past |= has(|form| matches!(form, Form::Past(..)));
    }
}

/// Whether a clause turns a card up by a condition that reads no more of the game than who is out, Inspired or on the
/// battlefield, the damage and the counters on fighters, the players' glory, and what was counted outside attacks;
/// `granted` tells whether cards may give somebody a trait or a label.
pub fn is_by_sides(
    (program, watches): (&Program, &[Watch]),
    clause: &Clause,
    granted: impl Fn(Static) -> bool,
) -> bool {
    let more = |form: &Form| match form {
        Form::Fighter(Prop::Trait(which), _) => granted(Static::Trait(*which)),
        Form::Fighter(Prop::Label(which), _) => granted(Static::Label(*which)),
        Form::Fighter(prop, _) => !matches!(
            prop,
            Prop::Out
                | Prop::Inspired
                | Prop::Alive
                | Prop::Damage
                | Prop::Counters(_)
                | Prop::Friendly
                | Prop::Enemy
                | Prop::Owner
        ),
        Form::Seat(prop, _) => *prop != SeatProp::AllGlory,
        Form::Quant { over, .. } => !over.is_fighters(),
        Form::Past(nth, _) => {
            let watch = watches.get(usize::from(*nth));
            watch.is_none_or(|watch| watch.during == During::Attack)
        }
        Form::Named(..) | Form::Not(_) | Form::All(_) | Form::Any(_) | Form::Compare(..) => false,
        _ => true,
    };
    let bound = |at: u8| !(ir::ITS_AT..=ir::ME).contains(&at);
    matches!(clause.role, Role::Inspire(_))
        && !program.has(clause.when, more)
        && !program.reads(clause.when, bound)
}

/// Whether a condition is empty, or speaks of what a moment is about or of an attack.
pub fn speaks_of_a_moment(program: &Program, when: Formula) -> bool {
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
    use gloryhex_model::{CounterId, Label, Seat, Trait, Trigger};

    fn clause(role: Role, when: Formula) -> Clause {
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
    fn count(prop: Prop) -> (Program, Formula) {
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
        let inspires = |(program, when): (Program, Formula)| {
            is_by_sides((&program, &[]), &clause(Role::Inspire(None), when), |_| {
                false
            })
        };
        assert!(inspires(count(Prop::Out)));
        assert!(inspires(count(Prop::Inspired)));
        assert!(inspires(count(Prop::Damage)));
        assert!(inspires(count(Prop::Trait(Trait::Leader))));
        assert!(inspires(count(Prop::Label(Label(3)))));
        assert!(inspires(count(Prop::Counters(CounterId(0)))));
        assert!(!inspires(count(Prop::OnGuard)));
        let (program, when) = count(Prop::Out);
        let back = clause(Role::Uninspire(None), when);
        assert!(!is_by_sides((&program, &[]), &back, |_| false));
        let (program, when) = count(Prop::Trait(Trait::Leader));
        assert!(!is_by_sides(
            (&program, &[]),
            &clause(Role::Inspire(None), when),
            |_| true
        ));
    }

    #[test]
    fn a_condition_on_a_slot_speaks_of_a_moment() {
        let (program, when) = count(Prop::Out);
        assert!(!speaks_of_a_moment(&program, when));
        assert!(speaks_of_a_moment(&program, Formula::YES));
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
            cast: None,
        };
        let source = Source {
            seat: Seat(0),
            slot: 5,
        };
        for (from, there) in [(MadeFrom::Hand, true), (MadeFrom::Play, false)] {
            let clause = clause(react(from), Formula::YES);
            let listener = Listener::new(source, 0, &clause);
            assert_eq!(listener.is_in(1 << 5, 0), there);
        }
    }
}
