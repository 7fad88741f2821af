//! What of a condition is told before its tree is worked out: the marks of a fighter bound, what is bound,
//! facts of the game, and the marks of all fighters.

use super::{
    domain::{fighter_of, standing},
    eval::{Context, number_of},
    facts,
    form::{Arg, Cmp, Form, Forms, ME, Operand, YOU},
    gate::Gate,
    marks::{self, Marks},
    props,
};
use crate::run::Sight;
use gloryhex_cardlang::{Domain, GameFact, Quant, SeatProp, verify::is_fighters};
use gloryhex_model::Seat;

/// What of a condition is told without working out its tree; all of it must hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct First {
    /// Whether anything is.
    pub any: bool,
    /// The marks of a fighter.
    pub marks: Marks,
    /// Where that fighter is bound.
    pub at: u8,
    /// What is asked of what is bound in a slot.
    pub same: Same,
    /// A fact of the game or of the player.
    pub fact: Option<Told>,
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
            any: false,
            marks: Marks::NONE,
            at: First::NOBODY,
            same: Same::ANYTHING,
            fact: None,
            crowd: None,
            rest,
        }
    }
}

/// A fact that is told without more ado.
#[derive(Clone, Copy, Debug)]
pub(super) enum Told {
    /// One of the game.
    Game(GameFact),
    /// How a property of yours compares with a number.
    Yours(SeatProp, Cmp, i16),
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

/// Whether there is a fighter with marks, or several, or there is not.
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
    /// How many with them are enough.
    pub least: u32,
    /// Whether there should be enough.
    pub some: bool,
}

impl Forms {
    /// What of a condition can be told without working out the tree, and what is left of it.
    pub(super) fn first(&mut self, arg: Arg) -> First {
        let mut parts = Vec::new();
        self.flatten(arg, true, &mut parts);
        let mut first = First::nothing(arg);
        parts.retain(|part| {
            let Operand::Node(id) = part.operand() else {
                return true;
            };
            match self.nodes[id as usize] {
                Form::Marks(ix, who) if first.at == First::NOBODY => match who.operand() {
                    Operand::Bound(at) if at < YOU || at == ME => {
                        (first.at, first.marks) = (at, self.marks[ix as usize]);
                        false
                    }
                    _ => true,
                },
                Form::Game(fact) if first.fact.is_none() => {
                    first.fact = Some(Told::Game(fact));
                    false
                }
                Form::Compare(cmp, a, b)
                    if first.fact.is_none() && self.yours(cmp, a, b).is_some() =>
                {
                    first.fact = self.yours(cmp, a, b);
                    false
                }
                Form::Compare(..) if first.same == Same::ANYTHING => {
                    let same = Same::of(self.gate(*part));
                    first.same = same.unwrap_or(Same::ANYTHING);
                    same.is_none()
                }
                _ => true,
            }
        });
        // One that asks for more than being there tells more.
        let mut crowds = parts.iter().filter_map(|part| self.crowd(*part));
        let telling = crowds
            .clone()
            .find(|(crowd, _)| crowd.marks != Marks::ALIVE_ONLY);
        if let Some((crowd, _)) = telling.or_else(|| crowds.next()) {
            first.crowd = Some(crowd);
            parts.retain(|part| {
                let own = self.crowd(*part);
                !own.is_some_and(|(own, all)| all && own == crowd)
            });
        }
        first.any = first.at != First::NOBODY
            || first.same != Same::ANYTHING
            || first.fact.is_some()
            || first.crowd.is_some();
        first.rest = self.all_of(&parts);
        first
    }
    /// How a property of yours that is read off the state compares with a number, if that is asked.
    fn yours(&self, cmp: Cmp, a: Arg, b: Arg) -> Option<Told> {
        let (Operand::Node(id), Operand::Number(n)) = (a.operand(), b.operand()) else {
            return None;
        };
        match self.nodes[id as usize] {
            Form::Seat(
                prop @ (SeatProp::Glory | SeatProp::AllGlory | SeatProp::Counter(_)),
                who,
            ) if who.is_bound(YOU) => Some(Told::Yours(prop, cmp, n)),
            _ => None,
        }
    }
    /// What a condition asks of fighters not bound, and whether that is all of it.
    fn crowd(&self, arg: Arg) -> Option<(Crowd, bool)> {
        let Operand::Node(id) = arg.operand() else {
            return None;
        };
        let (over, place, inner, what) = match self.nodes[id as usize] {
            Form::Not(a) => {
                let (crowd, all) = self.crowd(a)?;
                let some = !crowd.some;
                return all.then_some((Crowd { some, ..crowd }, true));
            }
            Form::Quant {
                what: what @ (Quant::Any | Quant::All),
                over,
                place,
                inner,
                ..
            } if is_fighters(over) => (over, place, inner, what),
            Form::Compare(cmp, a, b) => return self.enough(cmp, a, b),
            _ => return None,
        };
        self.crowd_in(what, over, place, inner)
    }
    /// As [`Forms::crowd`], for how many such fighters there are.
    fn enough(&self, cmp: Cmp, a: Arg, b: Arg) -> Option<(Crowd, bool)> {
        let (Operand::Node(id), Operand::Number(n)) = (a.operand(), b.operand()) else {
            return None;
        };
        let Form::Quant {
            what: Quant::Count,
            over,
            place,
            inner,
            ..
        } = self.nodes[id as usize]
        else {
            return None;
        };
        let (least, some) = match cmp {
            Cmp::Ge => (n, true),
            Cmp::Gt => (n + 1, true),
            Cmp::Lt => (n, false),
            Cmp::Le => (n + 1, false),
            Cmp::Eq | Cmp::Ne => return None,
        };
        if !is_fighters(over) || !(1..=32).contains(&least) {
            return None;
        }
        let (crowd, all) = self.crowd_in(Quant::Any, over, place, inner)?;
        let least = least as u32;
        // Fewer of some sort may be many of another.
        (all || some).then_some((
            Crowd {
                least,
                some,
                ..crowd
            },
            all,
        ))
    }
    /// Makes one question of every quantifier that is told by the marks of fighters, once nobody looks at
    /// its parts any more.
    pub(super) fn gather_crowds(&mut self) {
        for id in 0..self.nodes.len() {
            let Form::Quant {
                what: what @ (Quant::Any | Quant::All | Quant::Count),
                over,
                place,
                inner,
                ..
            } = self.nodes[id]
            else {
                continue;
            };
            let counts = what == Quant::Count;
            let asked = if counts { Quant::Any } else { what };
            if is_fighters(over)
                && let Some((crowd, true)) = self.crowd_in(asked, over, place, inner)
            {
                self.nodes[id] = Form::Crowd(self.crowds.len() as u16, counts);
                self.crowds.push(crowd);
            }
        }
    }
    /// What such a question asks of the marks of fighters, and whether that is all of it.
    pub(super) fn crowd_in(
        &self,
        what: Quant,
        over: Domain,
        place: u8,
        inner: Arg,
    ) -> Option<(Crowd, bool)> {
        let mut parts = Vec::new();
        self.flatten(inner, true, &mut parts);
        let own = |part: &Arg| {
            let (marks, who) = self.marks_in(*part)?;
            who.is_bound(place).then_some(marks)
        };
        let (marks, all) = match (parts.iter().find_map(own), what) {
            (Some(marks), Quant::Any) => (marks, parts.len() == 1),
            (Some(marks), _) if parts.len() == 1 => (!marks, true),
            (None, Quant::Any) if inner == Arg::ONE => (Marks::NONE, true),
            _ => return None,
        };
        let on_field = matches!(over, Domain::Friends | Domain::Enemies | Domain::Fighters);
        let theirs = matches!(over, Domain::Enemies | Domain::AllEnemies);
        let every = matches!(over, Domain::Fighters | Domain::AllFighters);
        let mask = |yes: bool| if yes { u32::MAX } else { 0 };
        let with = marks.and(Marks::ALIVE_ONLY).filter(|_| on_field);
        let crowd = Crowd {
            all: mask(every),
            theirs: mask(theirs),
            standing: on_field && with.is_none(),
            marks: with.unwrap_or(marks),
            least: 1,
            some: what == Quant::Any,
        };
        Some((crowd, all))
    }
}

impl Crowd {
    /// Whether there are enough such fighters, or not, as asked.
    #[inline(never)]
    pub fn found(&self, sight: Sight<'_>, you: Seat) -> bool {
        let with = self.fighters(sight, you);
        let enough = match self.least {
            1 => with != 0,
            least => with.count_ones() >= least,
        };
        enough == self.some
    }
    /// How many such fighters there are.
    #[inline(never)]
    pub fn count(&self, sight: Sight<'_>, you: Seat) -> i16 {
        self.fighters(sight, you).count_ones() as i16
    }
    /// The fighters with the marks, as bits of their ids.
    #[inline(always)]
    pub fn fighters(&self, sight: Sight<'_>, you: Seat) -> u32 {
        let mine = sight.table.sides[you.ix() & 3];
        let mut among = sight.table.all_fighters & (mine ^ self.theirs | self.all);
        let all = &sight.state.fighters;
        if self.standing {
            among = standing(sight, among);
        }
        self.marks.among(all, among, mine)
    }
}

impl Context<'_> {
    /// Whether what is told without the tree lets a condition hold.
    #[inline(always)]
    pub(super) fn begins(&self, first: &First) -> bool {
        !first.any || self.tells(first)
    }
    #[inline]
    fn tells(&self, first: &First) -> bool {
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
        first.fact.is_none_or(|fact| self.is_told(fact))
            && first
                .crowd
                .as_ref()
                .is_none_or(|crowd| crowd.found(self.sight, self.source.seat))
    }
    /// Whether a fact is so.
    #[inline]
    fn is_told(&self, fact: Told) -> bool {
        match fact {
            Told::Game(fact) => facts::game(self, fact) != 0,
            Told::Yours(prop, cmp, n) => cmp.holds(props::seat(self, self.source.seat, prop), n),
        }
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
