//! What of a condition is told before its tree is worked out: the marks of a fighter bound, what is bound,
//! facts of the game, and the marks of all fighters. Which part of a condition that is, is the business of
//! [`super::tidy`].

use super::{
    domain::fighter_of,
    eval::{Context, number_of},
    form::Arg,
    gate::Gate,
    marks::{self, Marks},
    props,
};
use crate::run::Sight;
use gloryhex_cardlang::GameFact;
use gloryhex_model::Seat;

/// What of a condition is told without working out its tree; all of it must hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct First {
    /// The marks of a fighter.
    pub marks: Marks,
    /// Where that fighter is bound.
    pub at: u8,
    /// What is asked of what is bound in a slot.
    pub same: Same,
    /// A fact of the game.
    pub fact: Option<GameFact>,
    /// What is asked of fighters not bound.
    pub crowd: Option<Crowd>,
    /// What else is asked.
    pub rest: Arg,
}

impl First {
    /// Of no fighter.
    pub const NOBODY: u8 = 255;

    /// Nothing is told without the tree.
    pub const fn nothing(rest: Arg) -> First {
        First {
            marks: Marks::NONE,
            at: First::NOBODY,
            same: Same::ANYTHING,
            fact: None,
            crowd: None,
            rest,
        }
    }
}

/// Whether what is bound in a slot is you, or the bearer or caster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Same {
    /// The slot.
    slot: u8,
    /// The bearer or caster instead of you.
    me: bool,
    /// Whether it may be that one.
    yes: bool,
    /// Whether it may be another one.
    no: bool,
}

impl Same {
    /// Nothing is asked.
    pub const ANYTHING: Same = Same {
        slot: 0,
        me: false,
        yes: true,
        no: true,
    };

    /// What a gate asks, if it can be asked so.
    pub fn of(gate: Gate) -> Option<Same> {
        let (slot, me, yes) = match gate {
            Gate::You(slot) => (slot, false, true),
            Gate::NotYou(slot) => (slot, false, false),
            Gate::Me(slot) => (slot, true, true),
            Gate::Open | Gate::Friendly(_) | Gate::Enemy(_) => return None,
        };
        Some(Same {
            slot,
            me,
            yes,
            no: !yes,
        })
    }
}

/// Whether there is a fighter with marks, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Crowd {
    /// Among all, instead of one side.
    pub all: u32,
    /// Among the other side, instead of yours.
    pub theirs: u32,
    /// Whether being on the battlefield is one of the marks.
    pub standing: bool,
    /// The marks.
    pub marks: Marks,
    /// Whether there should be one.
    pub some: bool,
}

impl Crowd {
    /// Whether there is such a fighter, or none, as asked.
    #[inline]
    pub fn found(&self, sight: Sight<'_>, you: Seat) -> bool {
        let mine = sight.table.sides[you.ix() & 3];
        let mut among = sight.table.all_fighters & (mine ^ self.theirs | self.all);
        let all = &sight.state.fighters;
        if self.standing {
            among = Marks::ALIVE_ONLY.among(all, among, mine);
        }
        (self.marks.among(all, among, mine) != 0) == self.some
    }
}

impl Context<'_> {
    /// Whether what is told without the tree lets a condition hold.
    #[inline]
    pub(super) fn begins(&self, first: &First) -> bool {
        if first.at != First::NOBODY {
            let at = usize::from(first.at);
            let who = match at {
                0..8 => self.slots[at],
                8..14 => self.it[at - 8],
                _ => number_of(self.me),
            };
            if !first.marks.hold(self.bits(who)) {
                return false;
            }
        }
        // No jump: what is asked cannot be foreseen.
        let Same { slot, me, yes, no } = first.same;
        let you = i16::from(self.source.seat.0);
        let other = if me { number_of(self.me) } else { you };
        let is = self.slots[usize::from(slot & 7)] == other;
        if !(is & yes | !is & no) {
            return false;
        }
        first.fact.is_none_or(|fact| props::game(self, fact) != 0)
            && first
                .crowd
                .as_ref()
                .is_none_or(|crowd| crowd.found(self.sight, self.source.seat))
    }
    /// The bits of a fighter, for [`super::marks`].
    #[inline(always)]
    pub(super) fn bits(&self, who: i16) -> u64 {
        let mine = self.sight.table.sides[self.source.seat.ix() & 3];
        fighter_of(self, who).map_or(0, |who| {
            let side = marks::side(mine >> who.0 & 1 == 1);
            marks::bits(self.sight.state.fighter(who)) | side
        })
    }
}
