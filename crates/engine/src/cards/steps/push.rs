//! `push`: a fighter is pushed. Where to, and by which ways.

use super::{instr_of, prelude::*};
use crate::{
    bits::Bits,
    frames::moving::{Manner, Move},
    ops::{field, travel},
    ruleset::Away,
};
use gloryhex_cardlang::{HexRule, PushWay};
use gloryhex_hexgrid::{HexId, HexSet};

/// Longest push whose way is told apart; a longer one takes a shortest way with the fewest hazards.
pub const MAX_PUSH: usize = 5;
/// Longer than any push: no battlefield has a way of so many hexes that leads further.
const LONGEST: i16 = 40;
/// Most hazards told apart on the way of a push.
const MAX_TOLD: usize = 5;
/// Everybody has had a word before the push.
const ANNOUNCED: u8 = 251;
/// A card has called it off.
const HALTED: u8 = 252;
/// In place of a set of hazards: the way with the fewest, where too many are near to tell them apart.
const FEWEST: u8 = u8::MAX;

impl Step for instr::Push {
    fn take(&self, run: &mut Run<'_>, card: &CardRun, frame: Card) -> Took {
        if frame.stage == HALTED {
            return Ok(Did::Next);
        }
        if frame.stage == 0
            && cards::is_awaited(run, Trigger::PushDue)
            && is_possible(self, run.sight(), card)
        {
            let fighter = fighter_of(run.sight(), card, self.who).unwrap_or(FighterId::NONE);
            let bind = Bind {
                fighter,
                ..Bind::seat(card.source.seat)
            };
            cards::tell(run, Trigger::PushDue, bind);
            let stage = ANNOUNCED;
            return Ok(Did::Part(Card { stage, ..frame }));
        }
        Ok(self.ask(run, card, frame).unwrap_or(Did::Next))
    }
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        Followed::yes_if(is_possible(self, walk.sight, card))
    }
    fn offer(&self, sight: Sight<'_>, card: &CardRun, _: Card, out: &mut Choices) {
        let Some(push) = Push::of(self, sight, card) else {
            return;
        };
        let mut any = false;
        push.each_way(|hex, entered| {
            any = true;
            out.push(Choice::new(Verb::Hex, hex.0, 0, entered));
        });
        // "Up to" without a word about its end may be no hex at all. Our ruling.
        if any && self.up_to && self.end.is_yes() {
            out.push(Choice::new(Verb::Stay, 0, 0, 0));
        }
    }
    fn choose(&self, run: &mut Run<'_>, card: &CardRun, _: Card, choice: Choice) {
        let push = Push::of(self, run.sight(), card).filter(|_| choice.verb == Verb::Hex);
        let found = push.map(|push| (push.who, push.from, push.path(choice.hex_a(), choice.c)));
        go_on(run);
        if let Some((who, from, way)) = found {
            run.push(Frame::Move(Move {
                way,
                ..Move::to(who, Manner::Push, from, way[0])
            }));
        }
    }
    fn refuse(&self, sight: Sight<'_>, card: &CardRun, choice: Choice) -> Refusal {
        let hex = choice.hex_a();
        if choice.verb == Verb::Hex && !field::empty(sight).contains(hex) {
            return Refusal::new(
                Rule::PushObstacle,
                "A fighter is only pushed into an empty hex; pick one.",
            );
        }
        let push = Push::of(self, sight, card).filter(|_| choice.verb == Verb::Hex);
        let remedy = match push.is_some_and(|push| push.ends().contains(hex)) {
            true => {
                "No way of this push enters exactly those hazards; pick one of the ways offered."
            }
            false => "Pick an empty hex that this push can reach.",
        };
        Refusal::new(Rule::PushBasic, remedy)
    }
}

/// Whether the fighter can be pushed anywhere.
fn is_possible(step: &instr::Push, sight: Sight<'_>, card: &CardRun) -> bool {
    Push::of(step, sight, card).is_some_and(|push| !push.ends().is_empty())
}

/// The innermost push that has been announced is not made.
pub(super) fn halt(run: &mut Run<'_>) {
    for frame in run.state.stack.iter_mut().rev() {
        if let Frame::Card(card) = frame
            && card.stage == ANNOUNCED
        {
            card.stage = HALTED;
            break;
        }
    }
}

/// The hazards on the way of a push that a choice of its end names.
pub fn via(sight: Sight<'_>, choice: Choice) -> HexSet {
    let card = sight.state.card().filter(|_| choice.verb == Verb::Hex);
    let push = card.and_then(|card| match instr_of(sight, card) {
        Instr::Push(step) => Push::of(&step, sight, card),
        _ => None,
    });
    let Some(push) = push.filter(|_| choice.c != FEWEST) else {
        return HexSet::EMPTY;
    };
    let entered = Bits(choice.c.into()).filter_map(|bit| push.told.get(usize::from(bit)));
    entered.copied().filter(|hex| *hex != HexId::NONE).collect()
}

/// A push of a fighter who can be pushed, as the table is.
struct Push<'a> {
    sight: Sight<'a>,
    card: &'a CardRun,
    who: FighterId,
    from: HexId,
    n: usize,
    up_to: bool,
    way: PushWay,
    /// The hex that the line is measured from.
    of: HexId,
    /// The condition on the last hex.
    end: Formula,
    empty: HexSet,
    /// The hexes that it may lead through.
    open: HexSet,
    /// The hexes in which it ends, however long it is.
    last: HexSet,
    hazards: HexSet,
    /// The hazards told apart on the way, nearest first.
    told: [HexId; MAX_TOLD],
}

/// A way of a push so far.
#[derive(Clone, Copy)]
struct Trail {
    way: [HexId; MAX_PUSH],
    taken: usize,
    /// The told hazards that it enters.
    entered: u8,
    cost: usize,
}

impl<'a> Push<'a> {
    /// The push of a step, if its fighter can be pushed at all.
    fn of(step: &instr::Push, sight: Sight<'a>, card: &'a CardRun) -> Option<Push<'a>> {
        let who = fighter_of(sight, card, step.who);
        let seat = card.source.seat;
        let who = who.filter(|who| travel::pushable_by(sight, *who, seat))?;
        let of = hex_of(sight, card, step.of);
        let of = match step.way {
            PushWay::Free | PushWay::Nearest | PushWay::Through => HexId::NONE,
            PushWay::Away | PushWay::Toward | PushWay::Onward => of?,
        };
        let empty = field::empty(sight);
        let open = match step.way {
            PushWay::Through => empty | (field::occupied(sight) - field::blocked(sight)),
            PushWay::Free
            | PushWay::Away
            | PushWay::Toward
            | PushWay::Onward
            | PushWay::Nearest => empty,
        };
        let mut push = Push {
            sight,
            card,
            who,
            from: sight.state.fighter(who).hex,
            n: value(sight, card, step.n).clamp(0, LONGEST) as usize,
            up_to: step.up_to,
            way: step.way,
            of,
            end: step.end,
            empty,
            open,
            last: cards::hexes_by(sight, who, HexRule::PushEnds)
                .without(sight.state.fighter(who).hex),
            hazards: HexSet::EMPTY,
            told: [HexId::NONE; MAX_TOLD],
        };
        // A push of one hex enters no hazard on its way.
        if push.n > 1 || push.way == PushWay::Nearest {
            push.hazards = travel::hazards_to(sight, who);
        }
        if !push.is_shortest() && !push.hazards.is_empty() {
            let near = push.hazards & push.open;
            let by_distance = (1..push.n as u8).flat_map(|n| near & sight.grid.ring(push.from, n));
            for (told, hex) in push.told.iter_mut().zip(by_distance) {
                *told = hex;
            }
        }
        Some(push)
    }
    /// Whether it takes a shortest way, and nobody says by which hazards.
    fn is_shortest(&self) -> bool {
        self.way == PushWay::Nearest || self.n > MAX_PUSH
    }
    /// The hexes one more step from any of these may lead to.
    fn steps(&self, at: HexSet) -> HexSet {
        let grid = self.sight.grid;
        let every = self.sight.rules().away == Away::EveryHex;
        (at - self.last).iter().fold(HexSet::EMPTY, |set, at| {
            let near = grid.adjacent(at) & self.open;
            set | match self.way {
                PushWay::Away if every => near & grid.away(at, self.of),
                PushWay::Onward => near & self.onward(at),
                PushWay::Toward if every => near & grid.closer(at, self.of),
                _ => near,
            }
        })
    }
    /// The hex behind one in the straight line from the reference, if they lie in one.
    fn onward(&self, at: HexId) -> HexSet {
        let grid = self.sight.grid;
        let (from, to) = (grid.coord(self.of), grid.coord(at));
        let (q, r) = (to.q - from.q, to.r - from.r);
        let far = grid.distance(self.of, at) as i8;
        let straight = far > 0 && (q == 0 || r == 0 || q == -r);
        let behind = gloryhex_hexgrid::Coord {
            q: to.q + if straight { q / far } else { 0 },
            r: to.r + if straight { r / far } else { 0 },
        };
        match grid.at(behind) {
            hex if straight && hex != HexId::NONE => HexSet::single(hex),
            _ => HexSet::EMPTY,
        }
    }
    /// Whether a way of so many hexes is long enough.
    fn is_long(&self, taken: usize) -> bool {
        taken > 0 && (self.up_to || taken == self.n)
    }
    /// Where the fighter can be pushed to.
    fn ends(&self) -> HexSet {
        let barred = cards::hexes_by(self.sight, self.who, HexRule::NoPushEnd);
        let fit = |hexes: HexSet| {
            let context = context(self.sight, self.card);
            context.map_or(HexSet::EMPTY, |context| {
                context.hexes_which(hexes - barred, self.end)
            })
        };
        if self.way == PushWay::Nearest {
            return nearest(self.sight, self.empty, self.from, fit);
        }
        let (mut front, mut reached) = (HexSet::single(self.from), HexSet::EMPTY);
        for taken in 1..=self.n {
            front = self.steps(front);
            reached |= match self.is_long(taken) {
                true => front,
                false => front & self.last,
            };
        }
        let reached = (reached & self.empty).without(self.from);
        let lies = |hex| self.sight.grid.distance(hex, self.of);
        let now = || lies(self.from);
        fit(match self.way {
            PushWay::Away => reached
                .into_iter()
                .filter(|hex| lies(*hex) > now())
                .collect(),
            PushWay::Toward => reached
                .into_iter()
                .filter(|hex| lies(*hex) < now())
                .collect(),
            PushWay::Free | PushWay::Nearest | PushWay::Onward | PushWay::Through => reached,
        })
    }
    /// Calls `each` with every end and every set of hazards that can be entered on the way there: whoever
    /// pushes says where each step goes (Nightvault p.1, Harrowdeep p.29, Embergard p.12).
    fn each_way(&self, mut each: impl FnMut(HexId, u8)) {
        let by_hazards = self.ends_by_hazards();
        for hex in self.ends() {
            let mut known = self.told[0] == HexId::NONE;
            if known {
                each(hex, 0);
            }
            for (entered, ends) in by_hazards.iter().enumerate() {
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
    /// By the set of told hazards entered before: where a way can end, none of them being entered twice. Nowhere if
    /// there are none to be told apart.
    fn ends_by_hazards(&self) -> [HexSet; 1 << MAX_TOLD] {
        let mut ends = [HexSet::EMPTY; 1 << MAX_TOLD];
        if self.told[0] == HexId::NONE {
            return ends;
        }
        let mut front = ends;
        front[0] = self.steps(HexSet::single(self.from));
        for taken in 1..=self.n {
            let mut next = [HexSet::EMPTY; 1 << MAX_TOLD];
            for (entered, at) in front.iter().enumerate() {
                let before = Bits(entered as u64).map(|place| self.told[usize::from(place)]);
                let at = *at - before.collect();
                if at.is_empty() {
                    continue;
                }
                ends[entered] |= match self.is_long(taken) {
                    true => at,
                    false => at & self.last,
                };
                next[entered] |= self.steps(at - self.hazards);
                for (place, hex) in self.told.iter().enumerate() {
                    if *hex != HexId::NONE && at.contains(*hex) {
                        next[entered | (1 << place)] |= self.steps(HexSet::single(*hex));
                    }
                }
            }
            front = next;
        }
        ends
    }
    /// The shortest way to an end that enters these hazards and no other before it.
    fn path(&self, to: HexId, entered: u8) -> [HexId; MAX_PUSH] {
        if self.is_shortest() {
            return stations(self.sight, self.empty, self.hazards, self.from, to);
        }
        let wanted = Some(entered).filter(|entered| *entered != FEWEST);
        let begin = Trail {
            way: [HexId::NONE; MAX_PUSH],
            taken: 0,
            entered: 0,
            cost: 0,
        };
        let mut best = Trail {
            cost: usize::MAX,
            ..begin
        };
        self.search((self.from, to), wanted, begin, &mut best);
        if self.way == PushWay::Through {
            return self.stops(best.way, to);
        }
        best.way
    }
    /// Of a way through the hexes of fighters, those where something happens.
    fn stops(&self, way: [HexId; MAX_PUSH], to: HexId) -> [HexId; MAX_PUSH] {
        let mut stops = [HexId::NONE; MAX_PUSH];
        let hexes = way.into_iter().filter(|hex| *hex != HexId::NONE);
        let mut those = hexes.filter(|hex| *hex == to || self.hazards.contains(*hex));
        stops.fill_with(|| those.next().unwrap_or(HexId::NONE));
        stops
    }
    /// Looks for the way to an end with the fewest hazards, then the fewest hexes; where hazards are `wanted`, for one
    /// that enters just these before the end, none of them twice.
    fn search(
        &self,
        (at, to): (HexId, HexId),
        wanted: Option<u8>,
        mut trail: Trail,
        best: &mut Trail,
    ) {
        let place = self.told.iter().position(|hex| *hex == at);
        let place = place.map_or(0, |place| 1 << place);
        if wanted.is_some() && trail.entered & place != 0 {
            return;
        }
        let so = wanted.is_none_or(|wanted| wanted == trail.entered);
        let ended = self.is_long(trail.taken) || trail.taken > 0 && self.last.contains(at);
        if at == to && ended && so && trail.cost < best.cost {
            *best = trail;
        }
        let left = self.n - trail.taken;
        let far = usize::from(self.sight.grid.distance(at, to)) > left;
        if left == 0 || far || trail.cost >= best.cost {
            return;
        }
        if let Some(wanted) = wanted
            && trail.taken > 0
        {
            let untold = place == 0 && self.hazards.contains(at);
            trail.entered |= place;
            if untold || trail.entered & !wanted != 0 {
                return;
            }
        }
        trail.taken += 1;
        for next in self.steps(HexSet::single(at)) {
            trail.way[trail.taken - 1] = next;
            let cost = trail.cost + 1 + 10 * usize::from(self.hazards.contains(next));
            self.search((next, to), wanted, Trail { cost, ..trail }, best);
        }
    }
}

/// Hexes one step from a set that have not been reached.
fn one_step_from(sight: Sight<'_>, empty: HexSet, front: HexSet, reached: HexSet) -> HexSet {
    let near = front
        .iter()
        .fold(HexSet::EMPTY, |set, at| set | sight.grid.adjacent(at));
    (near & empty) - reached
}

/// The hexes fit for an end that are reached first.
fn nearest(sight: Sight<'_>, empty: HexSet, from: HexId, fit: impl Fn(HexSet) -> HexSet) -> HexSet {
    let mut reached = HexSet::single(from);
    let mut front = reached;
    loop {
        front = one_step_from(sight, empty, front, reached);
        let ends = fit(front);
        if front.is_empty() || !ends.is_empty() {
            return ends;
        }
        reached |= front;
    }
}

/// A shortest way with the fewest hazards: the hazards on it, at most four, and its end.
fn stations(
    sight: Sight<'_>,
    empty: HexSet,
    hazards: HexSet,
    from: HexId,
    to: HexId,
) -> [HexId; MAX_PUSH] {
    // Steps and hazards from each hex to the end.
    let mut cost = [(u8::MAX, u8::MAX); HexId::LIMIT];
    let mut reached = HexSet::single(to);
    let mut front = reached;
    cost[to.index()] = (0, 0);
    let open = empty | HexSet::single(from);
    while !front.is_empty() && !front.contains(from) {
        let after = one_step_from(sight, open, front, reached);
        for hex in after {
            let best = (sight.grid.adjacent(hex) & front)
                .iter()
                .map(|at| cost[at.index()])
                .min()
                .unwrap_or((u8::MAX, u8::MAX));
            let more = u8::from(hazards.contains(hex));
            cost[hex.index()] = (best.0.saturating_add(1), best.1.saturating_add(more));
        }
        reached |= after;
        front = after;
    }
    let mut way = [HexId::NONE; MAX_PUSH];
    let (mut at, mut n) = (from, 0);
    while at != to {
        let step = (sight.grid.adjacent(at) & reached)
            .iter()
            .filter(|hex| cost[hex.index()].0 < cost[at.index()].0)
            .min_by_key(|hex| cost[hex.index()].1);
        let Some(step) = step else { break };
        at = step;
        if at != to && hazards.contains(at) && n + 1 < MAX_PUSH {
            way[n] = at;
            n += 1;
        }
    }
    way[n] = to;
    way
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, BIRCH, CEDAR, DOCK, Trial, pick};

    #[test]
    fn a_push_goes_as_far_as_it_says_and_not_through_fighters() {
        let mut trial = Trial::ploy("choose a: enemy push a 1");
        let (to, taken) = (trial.hex("c3"), trial.hex("b4"));
        let from = trial.fighter(DOCK).hex;
        trial.play(&[pick(DOCK), Choice::hex(Verb::Hex, to)]);
        assert_eq!(trial.fighter(DOCK).hex, to);
        assert_eq!(trial.game.grid.distance(from, to), 1);
        assert_ne!(to, taken);
    }

    /// Where your leader can be pushed by a ploy, with these fighters elsewhere.
    fn ends(cards: &str, places: [(FighterId, &str); 3], at: [&str; 2]) -> [bool; 2] {
        let mut trial = Trial::new(cards);
        for (who, place) in places {
            let hex = trial.hex(place);
            trial.fighter(who).hex = hex;
        }
        let offered = trial.ask(&[pick(ASH)]);
        at.map(|name| {
            let hex = trial.hex(name);
            offered.iter().any(|choice| choice.hex_a() == hex)
        })
    }

    #[test]
    fn a_push_through_fighters_ends_in_an_empty_hex() {
        let walled = [(BIRCH, "b1"), (CEDAR, "b2"), (DOCK, "b3")];
        let push = |how: &str| format!("ploy \"Trial\" {{ choose a: friend push a up to 2{how} }}");
        let at = ["c2", "b2"];
        assert_eq!(ends(&push(""), walled, at), [false, false]);
        let through = push(" through fighters");
        assert_eq!(ends(&through, walled, at), [true, false]);
    }

    #[test]
    fn a_push_ends_where_a_rule_says() {
        let apart = [(BIRCH, "e5"), (CEDAR, "d5"), (DOCK, "c3")];
        let push = "ploy \"Trial\" { choose a: friend push a 3 }";
        let rule = "static bearer gets push_ends where any(e: enemies where adjacent(there, e))";
        let at = ["d2", "b2"];
        assert_eq!(ends(push, apart, at), [true, true]);
        let with_rule = format!("{push} upgrade \"Ring\" cost 1 {{ {rule} }}");
        assert_eq!(ends(&with_rule, apart, at), [false, true]);
    }

    #[test]
    fn a_long_push_is_not_cut_short() {
        let mut trial = Trial::ploy("choose a: enemy where leader push a up to 8 ending edge");
        let (from, to) = (trial.hex("a1"), trial.hex("e5"));
        trial.fighter(DOCK).hex = from;
        assert_eq!(trial.game.grid.distance(from, to), 6);
        trial.play(&[pick(DOCK), Choice::hex(Verb::Hex, to)]);
        assert_eq!(trial.fighter(DOCK).hex, to);
    }

    #[test]
    fn away_is_further_from_where_it_is_measured() {
        let mut trial = Trial::ploy(
            "choose b: friend where leader choose a: enemy where leader push a 1 away from b",
        );
        let card = trial.card();
        trial.with_run(|run| crate::frames::card::begin(run, card));
        for who in [ASH, DOCK] {
            let _ = trial.with_run(crate::run::step);
            trial.with_run(|run| crate::run::choose(run, pick(who)));
        }
        let _ = trial.with_run(crate::run::step);
        let (from, at) = (trial.fighter(ASH).hex, trial.fighter(DOCK).hex);
        let grid = trial.game.grid.clone();
        let ends = trial.offered();
        assert!(!ends.is_empty());
        for end in ends {
            assert!(grid.distance(from, end.hex_a()) > grid.distance(from, at));
        }
    }
}
