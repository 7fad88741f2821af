//! The only loop, which resolves a game until a player or chance must decide, and what frames work with.
//!
//! [`Run`] is the only way a frame touches the state: it bundles the table, the battlefield, the state, chance, the log
//! and the list of choices. It holds no rules; those are in the frames and in `ops/`. Whoever plays a game does not see it:
//! the calls are those of [`Game`](crate::game::Game).

use crate::{
    cards::listeners::{self, inspire::QuietSides, moment::Moment, wear},
    chance::{Ask, Chance, Waits},
    choice::{Choice, Choices},
    dispatch,
    effect::Effect,
    event::{Event, Log, What},
    frame::Frame,
    game::{Game, Pending},
    ops::harm,
    ruleset::Ruleset,
    state::{Outcome, Phase, State},
    table::Table,
};
use gloryhex_hexgrid::Grid;
use gloryhex_model::{Die, Roll, Rule, Seat, Stat};
use std::hint::cold_path;

/// Steps between two decisions before the engine reports a bug instead of hanging.
const MAX_STEPS: u32 = 100_000;

/// What the loop does after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Step whatever is on top now.
    On,
    /// The frame on top waits for this seat's choice.
    Ask(Seat),
    /// The battlefield changed: its tables must be made anew before going on.
    Rebuild,
    /// The game is over.
    Over,
}

/// The result of a step; `Err` means that chance must decide first and the step is taken again.
pub type Step = Result<Flow, Waits>;

/// When windows for reactions are opened. A policy of the driver, not of the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Windows {
    /// By public information only: wherever a player with cards in hand could react.
    #[default]
    Public,
    /// Only where somebody has something playable.
    Playable,
}

/// Everything a frame works with.
pub struct Run<'a> {
    /// The table: rules, warbands, decks.
    pub table: &'a Table,
    /// The battlefield.
    pub grid: &'a Grid,
    /// The state.
    pub state: &'a mut State,
    /// When windows are opened.
    pub windows: Windows,
    chance: &'a mut dyn Chance,
    /// If anybody reads it.
    log: Option<&'a mut Log>,
    /// The choices of whoever is asked.
    list: &'a mut Choices,
    /// Whether the present step has made the list.
    listed: bool,
    /// What has come up in this step and is looked at when the step is over.
    agenda: Agenda,
    /// What chance is asked for, if the step waits for it.
    asked: Option<Ask>,
    /// An internal limit was reached: the game can only stop.
    failed: bool,
    /// What the game remembers of its last look at who is to be Inspired. It saves looks; nothing depends on it.
    pub(crate) quiet_sides: &'a mut QuietSides,
}

/// Something that comes up in a step and is looked at when the step is over, so that whatever it puts on
/// the stack lies above the frames of that step.
#[derive(Clone, Copy, Debug)]
pub enum Upcoming {
    /// A moment that abilities may wait for.
    Moment(Moment),
    /// A lasting effect ended.
    Expired(Effect),
}

/// As much as comes up in most steps, and how much more can come up in one.
const FEW: usize = 4;
const MORE: usize = 20;

/// What came up, first things first. Room for more than a few things is only made when they come.
#[derive(Clone, Copy, Debug, Default)]
pub struct Agenda {
    few: [Option<Upcoming>; FEW],
    more: Option<[Option<Upcoming>; MORE]>,
    len: usize,
}

impl Agenda {
    #[inline(always)]
    fn get(&self, at: usize) -> Option<&Upcoming> {
        let found = match self.few.get(at) {
            Some(found) => found,
            None => {
                cold_path();
                self.more.as_ref()?.get(at - FEW)?
            }
        };
        found.as_ref()
    }
    /// Adds something; `false` if there is no room.
    #[inline]
    fn push(&mut self, what: Upcoming) -> bool {
        let slot = match self.few.get_mut(self.len) {
            Some(slot) => Some(slot),
            None => {
                cold_path();
                let more = self.more.get_or_insert([None; MORE]);
                more.get_mut(self.len - FEW)
            }
        };
        let Some(slot) = slot else {
            cold_path();
            return false;
        };
        *slot = Some(what);
        self.len += 1;
        true
    }
    /// Forgets the first things.
    fn skip(&mut self, n: usize) {
        let before = std::mem::take(self);
        for what in (n..before.len).filter_map(|at| before.get(at)) {
            self.push(*what);
        }
    }
}

/// What a frame reads when it lists or refuses choices.
#[derive(Clone, Copy)]
pub struct Sight<'a> {
    /// The table.
    pub table: &'a Table,
    /// The battlefield.
    pub grid: &'a Grid,
    /// The state.
    pub state: &'a State,
}

impl<'a> Sight<'a> {
    /// The rules in force.
    pub fn rules(&self) -> &'a Ruleset {
        &self.table.rules
    }
    /// The triggers to which abilities may react now.
    #[inline]
    pub fn windows(&self) -> u128 {
        let rules = self.rules();
        let open = (self.state.clock.phase != Phase::End) | rules.end_phase_windows;
        self.table.index.windows & 0u128.wrapping_sub(u128::from(open))
    }
}

impl<'a> Run<'a> {
    /// A game as its frames work with it.
    #[inline(always)]
    pub(crate) fn new(
        game: &'a mut Game,
        chance: &'a mut dyn Chance,
        log: Option<&'a mut Log>,
        list: &'a mut Choices,
    ) -> Run<'a> {
        Run {
            table: &game.table,
            grid: &game.grid,
            state: &mut game.state,
            windows: game.windows,
            chance,
            log,
            list,
            listed: false,
            agenda: Agenda::default(),
            asked: None,
            failed: false,
            quiet_sides: &mut game.quiet_sides,
        }
    }
    /// The rules in force.
    #[inline]
    pub fn rules(&self) -> &'a Ruleset {
        &self.table.rules
    }
    /// A read-only look at the same things.
    #[inline]
    pub fn sight(&self) -> Sight<'_> {
        Sight {
            table: self.table,
            grid: self.grid,
            state: self.state,
        }
    }
    /// Writes an event, if anybody reads.
    #[inline]
    pub fn emit(&mut self, rule: Rule, what: What) {
        if let Some(log) = &mut self.log {
            cold_path();
            let rule = self.table.rules.cited(rule);
            log.events.push(Event { what, rule });
        }
    }
    /// Pushes a frame.
    pub fn push(&mut self, frame: Frame) {
        if !self.state.stack.push(frame) {
            cold_path();
            self.fail();
        }
    }
    /// Stops the game because an internal limit was reached. This is a bug; a replay shows it.
    pub fn fail(&mut self) {
        self.failed = true;
    }
    /// Whether the game has to stop.
    pub fn has_failed(&self) -> bool {
        self.failed
    }
    /// Replaces the frame on top.
    #[inline(always)]
    pub fn put(&mut self, frame: Frame) {
        self.state.stack.put(frame);
    }
    /// Pops the frame on top and goes on.
    pub fn done(&mut self) -> Step {
        self.state.stack.pop();
        Ok(Flow::On)
    }
    /// Leaves something to be looked at when the step is over.
    pub fn later(&mut self, what: Upcoming) {
        if !self.agenda.push(what) {
            cold_path();
            self.fail();
        }
    }
    /// Lists what may be chosen. Whether there is anything besides passing; if not, nobody need be asked.
    pub fn finds(&mut self, list: impl FnOnce(Sight<'_>, &mut Choices)) -> bool {
        self.lists(list);
        self.listed = self.list.has_real();
        self.listed
    }
    /// Lists what may be chosen.
    #[inline(always)]
    pub fn lists(&mut self, list: impl FnOnce(Sight<'_>, &mut Choices)) {
        let sight = Sight {
            table: self.table,
            grid: self.grid,
            state: self.state,
        };
        self.list.clear();
        list(sight, self.list);
        self.listed = true;
    }
    /// Whether the step on top may be taken at once, as part of the present one.
    #[inline(always)]
    pub fn may_step_at_once(&self) -> bool {
        let stops = self.failed | self.table.index.may_fall(Stat::Wounds);
        self.agenda.len | usize::from(stops) == 0
    }
    /// Looks at what has come up by now. Whether the present step may go on if it is still on top; where
    /// fighters may fall between steps, it is over as soon as something has come up.
    #[inline(always)]
    pub fn calm(&mut self) -> bool {
        let (nothing, over) = (self.agenda.len == 0, self.is_hindered());
        // Both are asked in one.
        if nothing | over {
            return nothing;
        }
        self.look()
    }
    /// Looks at what has come up by now. Whether the step on top may then be taken at once.
    #[inline(always)]
    pub fn resumes(&mut self) -> bool {
        let over = self.is_hindered();
        if (self.agenda.len == 0) | over {
            cold_path();
            return !over;
        }
        self.look()
    }
    /// Whether nothing may be looked at as part of the present step.
    #[inline(always)]
    fn is_hindered(&self) -> bool {
        self.failed | self.table.index.may_fall(Stat::Wounds)
    }
    /// Looks at what has come up. Whether there was room for all of it.
    #[inline(always)]
    fn look(&mut self) -> bool {
        self.settle();
        !self.failed
    }
    /// Whether something has come up in this step.
    pub fn has_pending(&self) -> bool {
        self.agenda.len > 0
    }
    /// Looks at what came up, in order. From the first thing that needs a frame on, everything gets one;
    /// the frames are pushed from the last to the first, which ends up on top of the stack.
    #[inline(never)]
    fn settle(&mut self) {
        let mut at = 0;
        while at < self.agenda.len {
            match self.agenda.get(at) {
                Some(&Upcoming::Moment(moment)) => {
                    if listeners::interest(self.sight(), &moment, self.windows) {
                        break;
                    }
                    let known = self.agenda.len;
                    if listeners::pass_by(self, &moment) {
                        self.open_from(at + 1, known);
                        listeners::reopen(self, moment);
                        self.agenda.skip(known);
                        at = 0;
                        continue;
                    }
                }
                Some(Upcoming::Expired(effect)) if !wear::has_end(self, effect) => {}
                _ => break,
            }
            at += 1;
        }
        self.open_from(at, self.agenda.len);
        self.agenda.len = 0;
    }
    /// Pushes the frames of what came up from one thing to another.
    #[inline(always)]
    fn open_from(&mut self, first: usize, end: usize) {
        for at in (first..end).rev() {
            match self.agenda.get(at) {
                Some(&Upcoming::Moment(moment)) => listeners::open(self, moment),
                Some(&Upcoming::Expired(effect)) => wear::expire(self, &effect),
                None => {}
            }
        }
    }
    /// Rolls dice. Asks chance; the step is taken again when the dice are there.
    pub fn roll(&mut self, seat: Seat, die: Die, n: u8) -> Result<Roll, Waits> {
        if n == 0 {
            return Ok(Roll::EMPTY);
        }
        let n = n.min(15);
        match self.outcome(Ask::Dice { die, n, seat })? {
            Outcome::Dice(roll) => Ok(roll),
            Outcome::Pick(_) => Ok(Roll::EMPTY),
        }
    }
    /// Lets chance pick a member of a set.
    pub fn pick(&mut self, ask: Ask) -> Result<u8, Waits> {
        match self.outcome(ask)? {
            Outcome::Pick(ix) => Ok(ix),
            Outcome::Dice(_) => Ok(0),
        }
    }
    fn outcome(&mut self, ask: Ask) -> Result<Outcome, Waits> {
        if let Some(outcome) = self.state.supplied.take() {
            return Ok(outcome);
        }
        let decided = self.chance.decide(ask);
        if decided.is_none() {
            self.asked = Some(ask);
        }
        decided.ok_or(Waits)
    }
}

/// Takes steps until somebody must decide, whose choices are then listed, or nobody can. Nothing if the game goes on as
/// soon as the battlefield's tables are made anew. `steps` have been taken since the last decision.
///
/// A frame has mostly listed when it finds that it must ask, so that list is kept: listing anew after every step costs 13
/// to 16 % more instructions in random games.
#[inline(always)]
pub fn resolve(run: &mut Run<'_>, steps: &mut u32) -> Option<Pending> {
    let mut flow = Ok(Flow::On);
    while flow == Ok(Flow::On) {
        run.failed |= *steps > MAX_STEPS;
        flow = step(run);
        *steps += 1;
    }
    if let Ok(Flow::Ask(seat)) = flow {
        if !run.listed {
            run.lists(dispatch::choices);
        }
        return Some(Pending::Decide(seat));
    }
    stopped(run, flow)
}

/// What the game waits for where no player is asked.
#[cold]
#[inline(never)]
fn stopped(run: &mut Run<'_>, flow: Step) -> Option<Pending> {
    run.list.clear();
    match flow {
        Ok(Flow::Over) => Some(Pending::Over),
        Ok(Flow::On | Flow::Ask(_) | Flow::Rebuild) => None,
        Err(Waits) => Some(run.asked.map_or(Pending::Fault, Pending::Chance)),
    }
}

/// Takes one step of the frame on top, and looks at what came up in it.
#[inline(always)]
pub fn step(run: &mut Run<'_>) -> Step {
    run.listed = false;
    let flow = dispatch::step(run);
    look_after(run, flow)
}

/// Looks at what came up in a step. Where there was no room the game waits for nothing that could come.
#[inline(always)]
fn look_after(run: &mut Run<'_>, flow: Step) -> Step {
    if run.agenda.len | usize::from(run.failed | run.table.index.may_fall(Stat::Wounds)) == 0 {
        return flow;
    }
    cold_path();
    let flow = settled(run, flow);
    if run.failed {
        run.asked = None;
        return Err(Waits);
    }
    flow
}

#[inline(always)]
fn settled(run: &mut Run<'_>, flow: Step) -> Step {
    let flow = flow?;
    if run.agenda.len == 0 {
        return Ok(if somebody_falls(run) { Flow::On } else { flow });
    }
    run.settle();
    somebody_falls(run);
    match flow {
        Flow::Ask(_) => Ok(Flow::On),
        flow => Ok(flow),
    }
}

/// Whether a fighter falls at once because its Wounds have become fewer.
#[inline(always)]
fn somebody_falls(run: &mut Run<'_>) -> bool {
    run.table.index.may_fall(Stat::Wounds) && harm::look_at_all(run)
}

/// Makes a choice that is on the list of the frame on top, and looks at what came up in it.
#[inline(always)]
pub fn choose(run: &mut Run<'_>, choice: Choice) {
    dispatch::choose(run, choice);
    if run.has_pending() {
        run.settle();
    }
    somebody_falls(run);
}
