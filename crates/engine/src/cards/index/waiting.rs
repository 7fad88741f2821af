//! Every clause at the table that waits for a moment, by moment, in groups that ask the same of what the
//! moment is about. A mask or two say of a group whether a window need be opened for it at all. Lasting
//! effects are not listed.

use crate::{cards::Guard, effect::Source};
use gloryhex_cardlang::{CardCode, Expr, Limit, Program, Role, Slots, Source as From};
use gloryhex_model::{MAX_SEATS, Seat, Trigger};

/// How a clause waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// It happens of itself, on a card in play.
    Auto,
    /// It is played from the hand.
    Hand,
    /// It is used, on a card in play.
    Play,
}

/// Clauses of one seat that wait for a moment in the same way and ask the same of it.
#[derive(Clone, Debug)]
pub struct Group {
    /// Whose they are.
    pub seat: Seat,
    /// How they wait.
    pub way: Way,
    /// They are no reactions in the sense of the rules.
    pub free: bool,
    /// Every one of them has a limit.
    pub limited: bool,
    pub(in crate::cards) guard: Guard,
    /// What may be in the slot that the guard looks at: a bit for nothing, then one for each number, the last
    /// for all that are higher. Who the bearer is does not matter to it.
    admits: u64,
    /// The slots of their cards that are used in play.
    pub played: u128,
    /// The slots of their cards that are played from the hand.
    pub held: u64,
    /// The clauses.
    pub list: Vec<Entry>,
}

/// A clause that waits for a moment.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The slot of its card.
    pub slot: u8,
    /// Its number on the card.
    pub clause: u8,
    /// How many clauses of the seat that wait for the same in the same way come before it.
    pub place: u8,
}

impl Group {
    /// Whether the guard lets through what is bound, the bearer aside.
    #[inline(always)]
    pub fn admits(&self, slots: &Slots) -> bool {
        lets_through(self.guard, self.admits, slots)
    }
}

#[inline(always)]
fn lets_through(guard: Guard, admits: u64, slots: &Slots) -> bool {
    let number = slots[usize::from(guard.slot() & 7)];
    let place = (i32::from(number) + 1).clamp(0, 63);
    admits >> place & 1 == 1
}

/// The only clause of an objective that waits for a moment.
#[derive(Clone, Copy, Debug)]
pub struct Score {
    /// What it waits for.
    pub trigger: Trigger,
    /// Its condition.
    pub when: Expr,
    guard: Guard,
    admits: u64,
}

impl Score {
    /// Whether the guard lets through what is bound.
    #[inline(always)]
    pub fn admits(&self, slots: &Slots) -> bool {
        lets_through(self.guard, self.admits, slots)
    }
    fn of(code: &CardCode, program: &Program) -> Option<Score> {
        let mut scores = code.clauses.iter().filter_map(|clause| match clause.role {
            Role::Score { .. } => Some((clause.role.trigger()?, clause.when)),
            _ => None,
        });
        let (trigger, when) = scores.next()?;
        let root = program.root(when);
        scores.next().is_none().then_some(Score {
            trigger,
            when,
            guard: root.map_or(Guard::Open, |root| root.guard),
            admits: u64::MAX,
        })
    }
}

/// Most objectives of a seat.
const OBJECTIVES: usize = (Source::FIGHTERS - Source::OBJECTIVES) as usize;

/// Clauses by the moment they wait for.
#[derive(Clone, Debug)]
pub struct Waiting {
    autos: [Vec<Group>; Trigger::COUNT],
    reactions: [Vec<Group>; Trigger::COUNT],
    scores: [[Option<Score>; OBJECTIVES]; MAX_SEATS],
}

impl Default for Waiting {
    fn default() -> Self {
        Waiting {
            autos: std::array::from_fn(|_| Vec::new()),
            reactions: std::array::from_fn(|_| Vec::new()),
            scores: [[None; OBJECTIVES]; MAX_SEATS],
        }
    }
}

impl Waiting {
    /// What happens of itself at a moment.
    #[inline]
    pub fn autos(&self, trigger: Trigger) -> &[Group] {
        &self.autos[trigger.ix()]
    }
    /// What can be used at a moment.
    #[inline]
    pub fn reactions(&self, trigger: Trigger) -> &[Group] {
        &self.reactions[trigger.ix()]
    }
    /// The only clause of the objective in a slot, if one alone waits for a moment.
    #[inline(always)]
    pub fn score(&self, seat: Seat, objective: u8) -> Option<&Score> {
        let own = &self.scores[seat.ix() & (MAX_SEATS - 1)];
        own[usize::from(objective) & (OBJECTIVES - 1)].as_ref()
    }
    /// Notes what the gates let through, by the fighters of each seat.
    pub fn note_sides(&mut self, sides: &[u32; MAX_SEATS]) {
        let all = sides.iter().fold(0, |all, side| all | side);
        let admits = |guard: Guard, seat: Seat, held: bool| {
            let own = sides[seat.ix() & (MAX_SEATS - 1)];
            let you = 2 << seat.0;
            match guard {
                Guard::Open => u64::MAX,
                Guard::Me(_) if held => u64::MAX,
                Guard::Me(_) => (u64::from(own) << 1) | 1,
                Guard::Friendly(_) => u64::from(own) << 1,
                Guard::Enemy(_) => u64::from(all & !own) << 1,
                Guard::You(_) => you,
                Guard::NotYou(_) => !you,
            }
        };
        let groups = self.autos.iter_mut().chain(&mut self.reactions);
        for group in groups.flatten() {
            group.admits = admits(group.guard, group.seat, group.held != 0);
        }
        for (scores, seat) in self.scores.iter_mut().zip(0..) {
            for score in scores.iter_mut().flatten() {
                score.admits = admits(score.guard, Seat(seat), true);
            }
        }
    }
    /// Notes the clauses of a card.
    pub(super) fn enter(&mut self, code: &CardCode, program: &Program, source: Source) {
        let Source { seat, slot } = source;
        if (Source::OBJECTIVES..Source::FIGHTERS).contains(&slot) {
            let scores = &mut self.scores[seat.ix() & (MAX_SEATS - 1)];
            scores[usize::from(slot - Source::OBJECTIVES)] = Score::of(code, program);
        }
        for (ix, clause) in code.clauses.iter().enumerate() {
            let (trigger, way, free) = match clause.role {
                Role::Auto(trigger) | Role::Break(trigger) => (trigger, Way::Auto, false),
                Role::React {
                    trigger,
                    from: From::Hand,
                    free,
                } if slot < 64 => (trigger, Way::Hand, free),
                Role::React { trigger, free, .. } => (trigger, Way::Play, free),
                _ => continue,
            };
            if clause.effect > 0 {
                continue;
            }
            let root = program.root(clause.when);
            let guard = root.map_or(Guard::Open, |root| root.guard);
            let groups = match way {
                Way::Auto => &mut self.autos[trigger.ix()],
                _ => &mut self.reactions[trigger.ix()],
            };
            let same_way = |group: &Group| group.seat == seat && group.way == way;
            let same =
                |group: &Group| same_way(group) && group.free == free && group.guard == guard;
            let at = groups.iter().position(same).unwrap_or(groups.len());
            if at == groups.len() {
                groups.push(Group {
                    seat,
                    way,
                    free,
                    limited: true,
                    guard,
                    admits: u64::MAX,
                    played: 0,
                    held: 0,
                    list: Vec::new(),
                });
            }
            groups[at].limited &= clause.limit != Limit::None;
            match way {
                Way::Hand => groups[at].held |= 1 << slot,
                Way::Auto | Way::Play => groups[at].played |= 1 << slot,
            }
            let mut entry = Entry {
                slot,
                clause: ix as u8,
                place: 0,
            };
            let others = groups.iter_mut().filter(|group| same_way(group));
            for other in others.flat_map(|group| &mut group.list) {
                if (other.slot, other.clause) < (entry.slot, entry.clause) {
                    entry.place = entry.place.saturating_add(1);
                } else {
                    other.place = other.place.saturating_add(1);
                }
            }
            groups[at].list.push(entry);
        }
    }
}
