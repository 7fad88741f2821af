//! `push`: a fighter is pushed. Where to, and by which ways.

use super::{parts::*, route};
use crate::{
    bits::Bits,
    frames::moving::{Manner, Move},
    ops::{field, travel},
    ruleset::Away,
};
use gloryhex_cardlang::PushWay;
use gloryhex_hexgrid::{HexId, HexSet};

/// Longest push whose way is told apart.
pub const MAX_PUSH: usize = 5;
/// Most hazards told apart on the way of a push.
const MAX_TOLD: usize = 5;
/// In place of a set of hazards: the way with the fewest, where too many are near to tell them apart.
const FEWEST: u8 = u8::MAX;

/// Asks where to, if anywhere.
pub(super) fn take(run: &mut Run<'_>, card: &CardRun, frame: Card, step: Instr) -> Did {
    match offers_something(run, card, frame, step) {
        true => Did::Ask(card.source.seat),
        false => Did::Next,
    }
}

pub(super) fn follow(sight: Sight<'_>, card: &CardRun, step: Instr) -> Followed {
    let push = push_of(sight, card, step);
    Followed::yes_if(push.is_some_and(|push| push.possible(sight, card)))
}

pub(super) fn offer(sight: Sight<'_>, card: &CardRun, step: Instr, out: &mut Choices) {
    if let Some(push) = push_of(sight, card, step) {
        let mut any = false;
        push.each_way(sight, card, |hex, entered| {
            any = true;
            out.push(Choice::new(Verb::Hex, hex.0, 0, entered));
        });
        if push.may_stay() && any {
            out.push(Choice::new(Verb::Stay, 0, 0, 0));
        }
    }
}

pub(super) fn choose(run: &mut Run<'_>, card: &CardRun, step: Instr, choice: Choice) {
    let push = push_of(run.sight(), card, step);
    go_on(run, card);
    if let Some(push) = push.filter(|_| choice.verb == Verb::Hex) {
        let way = push.path(run.sight(), choice.hex_a(), choice.c);
        let fighter = push.who();
        let from = run.state.fighter(fighter).hex;
        run.push(Frame::Move(Move {
            way,
            ..Move::to(fighter, Manner::Push, from, way[0])
        }));
    }
}

pub(super) fn refuse(sight: Sight<'_>, card: &CardRun, step: Instr, choice: Choice) -> Refusal {
    let hex = choice.hex_a();
    if choice.verb == Verb::Hex && !field::empty(sight).contains(hex) {
        return Refusal::new(
            Rule::PushObstacle,
            "A fighter is only pushed into an empty hex; pick one.",
        );
    }
    let push = push_of(sight, card, step).filter(|_| choice.verb == Verb::Hex);
    if push.is_some_and(|push| push.ends(sight, card).contains(hex)) {
        return Refusal::new(
            Rule::PushBasic,
            "No way of this push enters exactly those hazards; pick one of the ways offered.",
        );
    }
    Refusal::new(
        Rule::PushBasic,
        "Pick an empty hex that this push can reach.",
    )
}

/// The hazards on the way of a push that a choice of its end names.
pub fn via(sight: Sight<'_>, choice: Choice) -> HexSet {
    let card = sight.state.card().filter(|_| choice.verb == Verb::Hex);
    card.and_then(|card| push_of(sight, card, instr_of(sight, card)))
        .map_or(HexSet::EMPTY, |push| push.hazards(sight, choice.c))
}

/// A push as a card describes it.
#[derive(Clone, Copy, Debug)]
pub struct Push {
    who: FighterId,
    n: usize,
    up_to: bool,
    way: PushWay,
    of: HexId,
    end: Expr,
}

/// The push of an instruction, if its fighter can be pushed at all.
pub fn push_of(sight: Sight<'_>, card: &CardRun, instr: Instr) -> Option<Push> {
    let Instr::Push {
        who,
        n,
        up_to,
        way,
        of,
        end,
    } = instr
    else {
        return None;
    };
    let who = fighter_of(sight, card, who).filter(|who| travel::pushable(sight, *who))?;
    let n = candidates::amount(sight, card, n).clamp(0, MAX_PUSH as i16) as usize;
    let of = hex_of(sight, card, of).unwrap_or(HexId::NONE);
    let free = matches!(way, PushWay::Free | PushWay::Nearest);
    (free || of != HexId::NONE).then_some(Push {
        who,
        n,
        up_to,
        way,
        of,
        end,
    })
}

impl Push {
    /// The hexes one more step from `at` may lead to.
    #[inline(always)]
    fn steps(self, sight: Sight<'_>, empty: HexSet, at: HexId) -> HexSet {
        let near = sight.grid.adjacent(at) & empty;
        match (self.way, sight.rules().away) {
            (PushWay::Free | PushWay::Nearest, _) | (_, Away::AtTheEnd) => near,
            (PushWay::Away, Away::EveryHex) => near & sight.grid.away(at, self.of),
            (PushWay::Toward, Away::EveryHex) => near & sight.grid.closer(at, self.of),
        }
    }
    /// Whether the fighter can be pushed anywhere.
    pub fn possible(self, sight: Sight<'_>, card: &CardRun) -> bool {
        let from = sight.state.fighter(self.who).hex;
        let along = self.way == PushWay::Free || sight.rules().away == Away::EveryHex;
        let empty = field::empty(sight);
        if self.n > 0 && along {
            let near = self.steps(sight, empty, from);
            if near.is_empty() {
                return false;
            }
            // Often one step is enough to know.
            if (self.up_to || self.n == 1) && self.end.is_yes() {
                return true;
            }
            if self.way == PushWay::Free && (self.up_to || self.n == 1) {
                return self.reaches(sight, card, empty, near);
            }
        }
        !self.ends_in(sight, card, empty).is_empty()
    }
    /// Whether a push that may be of one step can end where it must; `near` is one step away.
    fn reaches(self, sight: Sight<'_>, card: &CardRun, empty: HexSet, near: HexSet) -> bool {
        let from = sight.state.fighter(self.who).hex;
        let about = sight.grid.within(from, self.n as u8) & empty;
        let wanted = context(sight, card).map_or(HexSet::EMPTY, |context| {
            context.hexes_which(about, self.end)
        });
        wanted.meets(near)
            || self.n > 1
                && !wanted.is_empty()
                && sight.grid.reach(from, self.n as u8, &empty).meets(wanted)
    }
    /// Where the fighter can be pushed to.
    pub fn ends(self, sight: Sight<'_>, card: &CardRun) -> HexSet {
        self.ends_in(sight, card, field::empty(sight))
    }
    /// As [`Push::ends`], over hexes known to be empty.
    fn ends_in(self, sight: Sight<'_>, card: &CardRun, empty: HexSet) -> HexSet {
        let from = sight.state.fighter(self.who).hex;
        if self.way == PushWay::Nearest {
            return context(sight, card).map_or(HexSet::EMPTY, |context| {
                route::nearest(sight, empty, from, |front| {
                    context.hexes_which(front, self.end)
                })
            });
        }
        // What is asked of the end is asked first: often no hex near enough will do.
        let near = sight.grid.within(from, self.n as u8) & empty;
        let wanted = if self.end.is_yes() {
            near
        } else {
            context(sight, card)
                .map_or(HexSet::EMPTY, |context| context.hexes_which(near, self.end))
        };
        if wanted.is_empty() {
            return HexSet::EMPTY;
        }
        let anywhere = self.way == PushWay::Free || sight.rules().away == Away::AtTheEnd;
        let walked = anywhere && (self.up_to || self.n == 1);
        let mut reached = if walked {
            sight.grid.reach(from, self.n as u8, &empty)
        } else {
            HexSet::EMPTY
        };
        let mut front = HexSet::single(from);
        let steps = if walked { 0 } else { self.n };
        for step in 1..=steps {
            let next = front
                .iter()
                .fold(HexSet::EMPTY, |set, at| set | self.steps(sight, empty, at));
            if self.up_to {
                front = next - reached;
                reached |= next;
            } else {
                front = next;
                if step == self.n {
                    reached = next;
                }
            }
        }
        let mut ends = reached.without(from) & wanted;
        if self.way != PushWay::Free {
            let lies = |hex| sight.grid.distance(hex, self.of);
            let now = lies(from);
            for hex in ends {
                let well = match self.way {
                    PushWay::Away => lies(hex) > now,
                    _ => lies(hex) < now,
                };
                if !well {
                    ends.remove(hex);
                }
            }
        }
        ends
    }
    /// Calls `each` with every end and every set of hazards that can be entered on the way there: whoever
    /// pushes says where each step goes (Nightvault p.1, Harrowdeep p.29, Embergard p.12).
    pub fn each_way(self, sight: Sight<'_>, card: &CardRun, mut each: impl FnMut(HexId, u8)) {
        let ends = self.ends(sight, card);
        let told = self.told(sight);
        if told[0] == HexId::NONE {
            for hex in ends {
                each(hex, 0);
            }
            return;
        }
        let walk = Walk {
            push: self,
            sight,
            empty: field::empty(sight),
            hazards: travel::hazards_to(sight, self.who),
            told,
        };
        let by_hazards = walk.ends(sight.state.fighter(self.who).hex);
        let kinds = &by_hazards[..walk.kinds()];
        for hex in ends {
            let mut known = false;
            for (entered, ends) in kinds.iter().enumerate() {
                if ends.contains(hex) {
                    known = true;
                    each(hex, entered as u8);
                }
            }
            if !known {
                each(hex, FEWEST);
            }
        }
    }
    /// The hazards told apart on the way, nearest first.
    fn told(self, sight: Sight<'_>) -> [HexId; MAX_TOLD] {
        let mut told = [HexId::NONE; MAX_TOLD];
        if self.n < 2 || self.way == PushWay::Nearest {
            return told;
        }
        let from = sight.state.fighter(self.who).hex;
        let near = sight.grid.within(from, self.n as u8 - 1);
        let hazards = travel::hazards_to(sight, self.who) & field::empty(sight) & near;
        if hazards.is_empty() {
            return told;
        }
        let mut n = 0;
        for distance in 1..self.n as u8 {
            for hex in hazards & sight.grid.ring(from, distance) {
                if n < MAX_TOLD {
                    told[n] = hex;
                    n += 1;
                }
            }
        }
        told
    }
    /// The hexes that a set of hazards on the way stands for.
    pub fn hazards(self, sight: Sight<'_>, entered: u8) -> HexSet {
        let told = self.told(sight);
        let entered = if entered == FEWEST { 0 } else { entered };
        let mut hexes = HexSet::EMPTY;
        for hex in Bits(entered.into()).filter_map(|bit| told.get(usize::from(bit))) {
            if *hex != HexId::NONE {
                hexes.insert(*hex);
            }
        }
        hexes
    }
    /// The shortest way to an end that enters these hazards and no other before it.
    pub fn path(self, sight: Sight<'_>, to: HexId, entered: u8) -> [HexId; MAX_PUSH] {
        let empty = field::empty(sight);
        let hazards = travel::hazards_to(sight, self.who);
        let from = sight.state.fighter(self.who).hex;
        if self.way == PushWay::Nearest {
            return route::stations(sight, empty, hazards, from, to);
        }
        let told = self.told(sight);
        let mut way = [HexId::NONE; MAX_PUSH];
        let mut best = ([HexId::NONE; MAX_PUSH], usize::MAX);
        if told[0] == HexId::NONE || entered == FEWEST {
            let ends = (from, to);
            self.search(sight, empty, hazards, ends, (0, 0), &mut way, &mut best);
            return best.0;
        }
        let walk = Walk {
            push: self,
            sight,
            empty,
            hazards,
            told,
        };
        walk.go_on((from, to), 0, (0, entered), &mut way, &mut best);
        best.0
    }
    /// The way to an end with the fewest hazards, then the fewest hexes.
    #[allow(clippy::too_many_arguments)]
    fn search(
        self,
        sight: Sight<'_>,
        empty: HexSet,
        hazards: HexSet,
        (at, to): (HexId, HexId),
        (taken, cost): (usize, usize),
        way: &mut [HexId; MAX_PUSH],
        best: &mut ([HexId; MAX_PUSH], usize),
    ) {
        if at == to && (self.up_to || taken == self.n) && taken > 0 && cost < best.1 {
            *best = (*way, cost);
        }
        let left = self.n - taken;
        if left == 0 || usize::from(sight.grid.distance(at, to)) > left || cost >= best.1 {
            return;
        }
        for next in self.steps(sight, empty, at) {
            way[taken] = next;
            let price = 1 + 10 * usize::from(hazards.contains(next));
            let so_far = (taken + 1, cost + price);
            self.search(sight, empty, hazards, (next, to), so_far, way, best);
            way[taken] = HexId::NONE;
        }
    }
    /// Whether the push may be of no hex at all: "up to" without a word about its end. Our ruling.
    pub fn may_stay(self) -> bool {
        self.up_to && self.end.is_yes()
    }
    /// Who is pushed.
    pub fn who(self) -> FighterId {
        self.who
    }
}

/// A search for the ways of a push past hazards.
#[derive(Clone, Copy)]
struct Walk<'a> {
    push: Push,
    sight: Sight<'a>,
    empty: HexSet,
    hazards: HexSet,
    told: [HexId; MAX_TOLD],
}

impl Walk<'_> {
    /// The place of a hex among the hazards told apart.
    fn place(&self, hex: HexId) -> Option<usize> {
        self.told.iter().position(|told| *told == hex)
    }
    /// By the set of told hazards entered before: where a way can end, none of them being entered twice.
    fn ends(&self, from: HexId) -> [HexSet; 1 << MAX_TOLD] {
        let mut ends = [HexSet::EMPTY; 1 << MAX_TOLD];
        let mut front = [HexSet::EMPTY; 1 << MAX_TOLD];
        front[0] = self.steps_from(HexSet::single(from));
        for taken in 1..=self.push.n {
            let long = self.push.up_to || taken == self.push.n;
            let mut next = [HexSet::EMPTY; 1 << MAX_TOLD];
            for entered in 0..self.kinds() {
                let mut at = front[entered];
                for place in Bits(entered as u64) {
                    at.remove(self.told[usize::from(place)]);
                }
                if at.is_empty() {
                    continue;
                }
                if long {
                    ends[entered] |= at;
                }
                if taken == self.push.n {
                    continue;
                }
                next[entered] |= self.steps_from(at - self.hazards);
                for (place, hex) in self.told.iter().enumerate() {
                    if *hex != HexId::NONE && at.contains(*hex) {
                        next[entered | (1 << place)] |= self.steps_from(HexSet::single(*hex));
                    }
                }
            }
            front = next;
        }
        ends
    }
    /// How many sets of told hazards there are.
    fn kinds(&self) -> usize {
        1 << self.told.iter().filter(|hex| **hex != HexId::NONE).count()
    }
    /// The hexes one more step from any of these may lead to.
    fn steps_from(&self, at: HexSet) -> HexSet {
        let step = |set, hex| set | self.push.steps(self.sight, self.empty, hex);
        at.iter().fold(HexSet::EMPTY, step)
    }
    /// Looks for the shortest way to an end that enters just the wanted ones of the told hazards before it,
    /// none of them twice.
    fn go_on(
        &self,
        (at, to): (HexId, HexId),
        taken: usize,
        (entered, wanted): (u8, u8),
        way: &mut [HexId; MAX_PUSH],
        best: &mut ([HexId; MAX_PUSH], usize),
    ) {
        let least = taken + usize::from(self.sight.grid.distance(at, to));
        if least > self.push.n || least >= best.1 {
            return;
        }
        let mut before = entered;
        if taken > 0 {
            let place = self.place(at);
            if place.is_some_and(|place| entered >> place & 1 == 1) {
                return;
            }
            let long = self.push.up_to || taken == self.push.n;
            if at == to && long && entered == wanted {
                *best = (*way, taken);
            }
            match place {
                Some(place) => before |= 1 << place,
                None if self.hazards.contains(at) => return,
                None => {}
            }
        }
        if taken == self.push.n || before & !wanted != 0 {
            return;
        }
        for next in self.push.steps(self.sight, self.empty, at) {
            way[taken] = next;
            self.go_on((next, to), taken + 1, (before, wanted), way, best);
            way[taken] = HexId::NONE;
        }
    }
}
