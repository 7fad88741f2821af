//! Questions of cards about the past: which cells of the memory are whose, counting when a moment comes, and reading.
//!
//! Every card in the decks and on the table is watched for, wherever it lies, so that one drawn late knows what happened.

use super::{
    eval::{Context, domain::card_of},
    listeners::moment::Moment,
    statics::{self, fighter_of},
};
use crate::{
    attack::Attack,
    effect::Source,
    memory::Memory,
    run::{Run, Sight},
    state::{Feature, Phase},
};
use gloryhex_cardlang::{
    Ban, CardCode, Cause, During, Fact, GameFact, Kept, NOBODY, Prop, Region, TokenProp, Watch,
    program::{Faces, Form},
};
use gloryhex_model::{FighterId, Seat, Trait, Trigger};
use std::ops::Range;

/// A question of a card at the table.
#[derive(Clone, Copy, Debug)]
struct Watcher {
    source: Source,
    nth: u8,
    watch: Watch,
    /// Its first cell.
    cell: usize,
}

/// The questions of all cards at a table.
#[derive(Clone, Debug)]
pub struct Watches {
    /// In the order of card and number.
    list: Vec<Watcher>,
    /// Where in the list those are that wait for each moment.
    by_trigger: [Vec<u16>; Trigger::COUNT],
    /// The cells of each stretch of time.
    cells: [Range<usize>; During::COUNT],
    /// The moments that somebody watches for, as bits.
    pub triggers: u64,
    /// Whether some card asks who began an activation on Guard.
    pub guards: bool,
    /// Whether some card asks who began an activation in friendly territory.
    pub homes: bool,
    /// Whether some card asks which attacks are made by reactions.
    pub reactions: bool,
    /// Whether some card asks what damage came from.
    pub causes: bool,
    /// Whether some card asks who has held a token in this round.
    pub holders: bool,
    /// Whether some card asks which tokens targets have held in this activation.
    pub targets: bool,
    /// Whether some card asks how many hexes a Move entered.
    pub steps: bool,
    /// Whether some card asks whom an attack or a card has hurt.
    pub harm: bool,
    /// Whether some card asks for the Damage of an attack.
    pub damage: bool,
    /// Whether some card asks whether the target of an attack was in cover.
    pub cover: bool,
    /// Whether some card asks about the casting roll, or how a spell was cast.
    pub spells: bool,
}

impl Default for Watches {
    fn default() -> Watches {
        Watches {
            list: Vec::new(),
            by_trigger: std::array::from_fn(|_| Vec::new()),
            cells: std::array::from_fn(|_| 0..0),
            triggers: 0,
            guards: false,
            homes: false,
            reactions: false,
            causes: false,
            holders: false,
            targets: false,
            steps: false,
            harm: false,
            damage: false,
            cover: false,
            spells: false,
        }
    }
}

/// How many cells a question needs among so many fighters.
fn needed(watch: &Watch, fighters: usize) -> usize {
    let each = match watch.kept {
        Kept::Times | Kept::Total => 1,
        Kept::Distinct => 4,
        Kept::Cards => 8,
    };
    each * watch.key.map_or(1, |_| fighters)
}

impl Watches {
    /// The questions of some cards.
    pub fn new<'c>(
        cards: impl Iterator<Item = (Source, &'c CardCode)>,
        fighters: usize,
    ) -> Watches {
        let mut all = Watches::default();
        let guards = |form: &Form| matches!(form, Form::Fighter(Prop::BeganOnGuard, _));
        let reactions = |form: &Form| {
            matches!(
                form,
                Form::Attack(Fact::InReaction) | Form::Game(GameFact::DamageBy(Cause::Reaction))
            )
        };
        for (source, code) in cards {
            all.guards |= code.program.any(guards);
            let began = Prop::BeganIn(Region::Friendly);
            let homes = |form: &Form| matches!(form, Form::Fighter(prop, _) if *prop == began);
            all.homes |= code.program.any(homes);
            all.reactions |= code.program.any(reactions);
            let causes = |form: &Form| matches!(form, Form::Game(GameFact::DamageBy(_)));
            all.causes |= code.program.any(causes);
            let holders = |form: &Form| matches!(form, Form::Token(TokenProp::WasTheirs, _));
            all.holders |= code.program.any(holders);
            let targets = |form: &Form| matches!(form, Form::Token(TokenProp::TargetedNow, _));
            all.targets |= code.program.any(targets);
            let steps = |form: &Form| matches!(form, Form::Game(GameFact::Steps));
            all.steps |= code.program.any(steps);
            let harm = |form: &Form| {
                let Form::Fighter(prop, _) = form else {
                    return false;
                };
                matches!(prop, Prop::Harmed | Prop::Felled | Prop::HarmedByCard)
            };
            all.harm |= code.program.any(harm);
            let damage = |form: &Form| matches!(form, Form::Attack(Fact::Damage));
            all.damage |= code.program.any(damage);
            let cover = |form: &Form| matches!(form, Form::Attack(Fact::TargetInCoverBefore));
            all.cover |= code.program.any(cover);
            all.spells |= code.program.any(|form| {
                matches!(
                    form,
                    Form::Dice(Faces::Casting, _)
                        | Form::Game(GameFact::SpellNeed | GameFact::SpellInReaction)
                )
            });
            for (nth, watch) in (0..=u8::MAX).zip(&code.watches) {
                all.list.push(Watcher {
                    source,
                    nth,
                    watch: *watch,
                    cell: 0,
                });
            }
        }
        all.list
            .sort_by_key(|each| (each.source.seat.0, each.source.slot, each.nth));
        let mut next = 0;
        for (_, during, _) in During::WORDS {
            let first = next;
            for each in all
                .list
                .iter_mut()
                .filter(|each| each.watch.during == during)
            {
                each.cell = next;
                next += needed(&each.watch, fighters);
            }
            all.cells[during as usize] = first..next;
        }
        for (ix, each) in (0..=u16::MAX).zip(&all.list) {
            all.triggers |= 1 << each.watch.trigger as u64;
            all.by_trigger[each.watch.trigger.ix()].push(ix);
        }
        all
    }
    /// Whether there is a cell for everything that is counted.
    pub fn fits(&self) -> bool {
        self.cells[During::COUNT - 1].end <= Memory::CELLS
    }
    fn of(&self, trigger: Trigger) -> impl Iterator<Item = &Watcher> {
        let list = self.by_trigger[trigger.ix()].iter();
        list.filter_map(|ix| self.list.get(usize::from(*ix)))
    }
    fn find(&self, source: Source, nth: u8) -> Option<&Watcher> {
        let key = (source.seat.0, source.slot, nth);
        let place = |each: &Watcher| (each.source.seat.0, each.source.slot, each.nth);
        let at = self.list.binary_search_by_key(&key, place).ok()?;
        self.list.get(at)
    }
}

impl Watcher {
    /// The cell in which it counts, for a fighter if it does so for each.
    fn cell_for(&self, fighter: i16) -> Option<usize> {
        let each = needed(&self.watch, 1);
        match self.watch.key {
            None => Some(self.cell),
            Some(_) => usize::try_from(fighter)
                .ok()
                .map(|nth| self.cell + each * nth),
        }
    }
}

/// Notes who holds which token, for cards that ask who has held it in this round.
#[cold]
pub(super) fn note_holders(run: &mut Run<'_>) {
    for ix in 0..run.state.features.len() {
        let token = run.state.features[ix];
        let upon = Some(token.hex).filter(|_| token.on_field() && token.numbered());
        let Some(fighter) = upon.and_then(|hex| run.state.occupant(hex)) else {
            continue;
        };
        let seat = run.table.owner(fighter);
        let beast = statics::has_trait(run.sight(), fighter, Trait::Beast, 0);
        if !beast && !statics::forbids(run.sight(), fighter, Ban::Hold) {
            run.state.features[ix].flags |= Feature::held_by(seat);
        }
    }
}

/// Notes that a player attacks a fighter who holds a token, for cards that ask.
pub fn note_target(run: &mut Run<'_>, seat: Seat, attack: &Attack) {
    let held = attack.is(Attack::TARGET_HELD) && run.table.watches.targets;
    let token = run.state.feature_at(attack.target_hex).filter(|_| held);
    if let Some(ix) = token {
        run.state.features[ix].flags |= Feature::targeted_by(seat);
    }
}

/// An activation begins: nobody has attacked the holder of a token in it yet.
pub fn forget_targets(run: &mut Run<'_>) {
    for token in &mut run.state.features {
        token.flags &= !Feature::TARGETED;
    }
}

/// A round begins: nobody has held a token in it yet.
pub fn forget_holders(run: &mut Run<'_>) {
    for token in &mut run.state.features {
        token.flags &= !Feature::HELD;
    }
}

/// Whether such a stretch of time is going on in a phase.
fn goes_on(during: During, phase: Phase) -> bool {
    match during {
        During::Activation => phase == Phase::Action,
        During::Step => phase == Phase::Power,
        During::Turn | During::Phase => matches!(phase, Phase::Action | Phase::Power),
        During::EndPhase => phase == Phase::End,
        During::Round => !matches!(phase, Phase::Setup | Phase::Over),
        During::Game => true,
    }
}

/// Counts a moment for those who watch for it.
#[cold]
#[inline(never)]
pub(super) fn note(run: &mut Run<'_>, moment: &Moment) {
    let watches = &run.table.watches;
    for trigger in moment.triggers() {
        for watcher in watches.of(trigger) {
            if !goes_on(watcher.watch.during, run.state.clock.phase) {
                continue;
            }
            let Some((cell, value)) = counted(run.sight(), moment, trigger, watcher) else {
                continue;
            };
            let memory = &mut run.state.memory;
            match watcher.watch.kept {
                Kept::Times | Kept::Total => memory.add(cell, value),
                Kept::Distinct | Kept::Cards => memory.insert(cell, value),
            }
        }
    }
}

/// Where a moment is counted and as how much, if it counts.
fn counted(
    sight: Sight<'_>,
    moment: &Moment,
    trigger: Trigger,
    watcher: &Watcher,
) -> Option<(usize, u8)> {
    let Watcher { source, watch, .. } = *watcher;
    let mut context = Context::new(sight, source, fighter_of(sight, source))?;
    context.slots = moment.slots(trigger);
    if !context.holds(watch.when) {
        return None;
    }
    let whose = watch
        .key
        .map_or(NOBODY, |slot| context.slots[usize::from(slot & 7)]);
    let cell = watcher.cell_for(whose)?;
    let value = match watch.kept {
        Kept::Times => 1,
        Kept::Total => context.value(watch.value).clamp(0, 255),
        Kept::Distinct => {
            Some(context.value(watch.value)).filter(|thing| (0..32).contains(thing))?
        }
        Kept::Cards => i16::from(card_of(context.value(watch.value))?.slot & 63),
    };
    Some((cell, value as u8))
}

/// What was counted for a question of a card, for a fighter if it is counted for each.
pub fn recalled(sight: Sight<'_>, source: Source, nth: u8, fighter: FighterId) -> i16 {
    let (whose, memory) = (super::eval::number_of(fighter), &sight.state.memory);
    let count = sight.table.watches.find(source, nth).and_then(|watcher| {
        let cell = watcher.cell_for(whose)?;
        Some(match watcher.watch.kept {
            Kept::Times | Kept::Total => memory.get(cell),
            Kept::Distinct => memory.len(cell..cell + 4),
            Kept::Cards => memory.len(cell..cell + 8),
        })
    });
    count.map_or(0, i16::from)
}

/// Stretches of time begin: what was counted in the ones before them is forgotten.
pub fn begin(run: &mut Run<'_>, stretches: &[During]) {
    for during in stretches {
        let cells = run.table.watches.cells[*during as usize].clone();
        run.state.memory.forget(cells);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, Trial, YOU};
    use crate::{bind::Bind, cards::tell};

    #[test]
    fn a_card_in_the_deck_knows_what_happened() {
        let card = "objective \"Trial\" glory 1 { score at end_phase when times(returned where fighter is friendly in phase) >= 2 }";
        let mut trial = Trial::new(card);
        trial.game.state.seats[YOU].objectives.to_deck(1);
        for counted in 1..=2 {
            trial.with_run(|run| tell(run, Trigger::Returned, Bind::fighter(ASH)));
            let source = Source {
                seat: YOU,
                slot: Source::OBJECTIVES,
            };
            assert_eq!(recalled(trial.sight(), source, 0, FighterId::NONE), counted);
        }
        trial.with_run(|run| begin(run, &[During::Phase]));
        assert!(trial.game.state.memory.is_blank());
    }
}
