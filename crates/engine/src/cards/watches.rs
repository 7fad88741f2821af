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
    state::{Feature, MAX_ATTACKS, MAX_FEATURES, Phase},
};
use gloryhex_cardlang::{
    CardCode, CardProp, Cause, During, Fact, GameFact, Kept, NOBODY, Prop, Region, TokenProp,
    Watch,
    program::{Faces, Form},
};
use gloryhex_model::{Deed, MAX_SEATS, Seat, Trigger};
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

/// What is noted only where some card at the table asks for it.
#[derive(Clone, Copy, Debug)]
pub enum Noted {
    /// Who began an activation on Guard.
    Guards,
    /// Who began an activation in friendly territory.
    Homes,
    /// Which attacks are made by reactions.
    Reactions,
    /// What damage came from.
    Causes,
    /// Who has held a token in this round.
    Holders,
    /// Which tokens targets have held in this activation.
    Targets,
    /// Who began an activation on a token.
    Footing,
    /// Which side of a token was up when the round began.
    Faces,
    /// How many hexes a Move entered.
    Steps,
    /// Whom an attack or a card has hurt.
    Harm,
    /// The Damage of an attack.
    Damage,
    /// Whether the target of an attack was in cover.
    Cover,
    /// Which upgrades were played in the phase.
    Played,
    /// The casting roll, and how a spell was cast.
    Spells,
}

/// What a node of a condition needs to have been noted.
fn needed_by(form: &Form) -> &'static [Noted] {
    match form {
        Form::Fighter(Prop::BeganOnGuard, _) => &[Noted::Guards],
        Form::Fighter(Prop::BeganIn(Region::Friendly), _) => &[Noted::Homes],
        Form::Fighter(Prop::Did(Deed::BeganOnToken), _) => &[Noted::Footing],
        Form::Fighter(Prop::Harmed | Prop::Felled | Prop::HarmedByCard, _) => &[Noted::Harm],
        Form::Attack(Fact::InReaction) => &[Noted::Reactions],
        Form::Attack(Fact::Damage) => &[Noted::Damage],
        Form::Attack(Fact::TargetInCoverBefore) => &[Noted::Cover],
        Form::Game(GameFact::DamageBy(Cause::Reaction)) => &[Noted::Causes, Noted::Reactions],
        Form::Game(GameFact::DamageBy(_)) => &[Noted::Causes],
        Form::Game(GameFact::Steps) => &[Noted::Steps],
        Form::Game(GameFact::SpellNeed | GameFact::SpellInReaction) => &[Noted::Spells],
        Form::Card(CardProp::Played, _) => &[Noted::Played],
        Form::Dice(Faces::Casting, _) => &[Noted::Spells],
        Form::Token(TokenProp::WasTheirs, _) => &[Noted::Holders],
        Form::Token(TokenProp::TargetedNow, _) => &[Noted::Targets],
        Form::Token(TokenProp::UpAtStart, _) => &[Noted::Faces],
        _ => &[],
    }
}

/// The questions of all cards at a table.
#[derive(Clone, Debug, Default)]
pub struct Watches {
    /// In the order of card and number.
    list: Vec<Watcher>,
    /// The cells of each stretch of time.
    cells: [Range<usize>; During::COUNT],
    /// How many cells an attack has of those of all that can be inside one another.
    of_an_attack: usize,
    /// The moments that somebody watches for, as bits.
    pub triggers: u128,
    /// What is noted at this table, as bits of [`Noted`].
    noted: u16,
}

/// How many cells one count of a question needs.
fn of_one(watch: &Watch) -> usize {
    match watch.kept {
        Kept::Times | Kept::Total => 1,
        Kept::Distinct => 4,
        Kept::Cards => 8,
    }
}

/// How many cells a question needs among so many fighters.
fn needed(watch: &Watch, fighters: usize) -> usize {
    let apart = match (watch.is_by_token(), watch.is_by_player()) {
        (true, _) => MAX_FEATURES,
        (_, true) => MAX_SEATS,
        _ => fighters,
    };
    of_one(watch) * watch.key.map_or(1, |_| apart)
}

impl Watches {
    /// The questions of some cards.
    pub fn new<'c>(
        cards: impl Iterator<Item = (Source, &'c CardCode)>,
        fighters: usize,
    ) -> Watches {
        let mut all = Watches::default();
        for (source, code) in cards {
            for noted in code.program.nodes().iter().flat_map(needed_by) {
                all.noted |= 1 << *noted as u16;
            }
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
            if during == During::Attack {
                // Attacks inside one another count each by itself.
                all.of_an_attack = next - first;
                next = first + MAX_ATTACKS * all.of_an_attack;
            }
            all.cells[during as usize] = first..next;
        }
        for each in &all.list {
            all.triggers |= 1 << each.watch.trigger as u32;
        }
        all
    }
    /// Whether there is a cell for everything that is counted.
    pub fn fits(&self) -> bool {
        self.cells[During::COUNT - 1].end <= Memory::CELLS
    }
    /// Whether this is noted, because some card asks for it.
    #[inline]
    pub fn notes(&self, what: Noted) -> bool {
        self.noted >> what as u16 & 1 == 1
    }
    fn find(&self, source: Source, nth: u8) -> Option<&Watcher> {
        let key = (source.seat.0, source.slot, nth);
        let place = |each: &Watcher| (each.source.seat.0, each.source.slot, each.nth);
        let at = self.list.binary_search_by_key(&key, place).ok()?;
        self.list.get(at)
    }
}

impl Watcher {
    /// The cell in which it counts now, for a fighter, a token or a player if it does so for each.
    fn cell_for(&self, sight: Sight<'_>, whose: i16) -> Option<usize> {
        let first = match self.watch.during {
            During::Attack => {
                let depth = usize::from(sight.state.n_attacks.checked_sub(1)?);
                self.cell + depth * sight.table.watches.of_an_attack
            }
            During::Activation
            | During::Step
            | During::Turn
            | During::Phase
            | During::EndPhase
            | During::Round
            | During::Game => self.cell,
        };
        match self.watch.key {
            None => Some(first),
            Some(_) => usize::try_from(whose)
                .ok()
                .map(|nth| first + of_one(&self.watch) * nth),
        }
    }
}

/// Notes who holds which token, for cards that ask who has held it in this round.
#[cold]
pub(super) fn note_holders(run: &mut Run<'_>) {
    for fighter in run.table.everyone() {
        if let Some(ix) = statics::held(run.sight(), fighter, 0) {
            run.state.features[ix].flags |= Feature::held_by(run.table.owner(fighter));
        }
    }
}

/// Notes that a player attacks a fighter who holds a token, for cards that ask.
pub fn note_target(run: &mut Run<'_>, seat: Seat, attack: &Attack) {
    let held = attack.is(Attack::TARGET_HELD) && run.table.watches.notes(Noted::Targets);
    let token = run.state.feature_at(attack.target_hex).filter(|_| held);
    if let Some(ix) = token {
        run.state.features[ix].flags |= Feature::targeted_by(seat);
    }
}

/// An activation begins: who stands on a token is noted.
pub fn note_footing(run: &mut Run<'_>) {
    let tokens = run.state.tokens_lie();
    for fighter in run.table.everyone() {
        let now = run.state.fighter_mut(fighter);
        match now.on_field() && tokens.contains(now.hex) {
            true => now.note(Deed::BeganOnToken),
            false => now.forget(Deed::BeganOnToken),
        }
    }
}

/// A round begins: which side of each token is up is noted, where some card asks.
pub fn note_faces(run: &mut Run<'_>) {
    if run.table.watches.notes(Noted::Faces) {
        for token in &mut run.state.features {
            token.flags &= !Feature::UP_AT_START;
            if token.on_field() && token.numbered() {
                token.flags |= Feature::UP_AT_START;
            }
        }
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
        // Whether there is one is known where its cells are looked for.
        During::Game | During::Attack => true,
    }
}

/// Counts a moment for those who watch for it.
#[cold]
#[inline(never)]
pub(super) fn note(run: &mut Run<'_>, moment: &Moment) {
    let watches = &run.table.watches;
    for trigger in moment.triggers() {
        let waiting = watches.list.iter();
        for watcher in waiting.filter(|watcher| watcher.watch.trigger == trigger) {
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
    let cell = watcher.cell_for(sight, whose)?;
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

/// What was counted for a question of a card, for a fighter or a token if it is counted for each.
pub fn recalled(sight: Sight<'_>, source: Source, nth: u8, whose: i16) -> i16 {
    let memory = &sight.state.memory;
    let count = sight.table.watches.find(source, nth).and_then(|watcher| {
        let cell = watcher.cell_for(sight, whose)?;
        Some(match watcher.watch.kept {
            Kept::Times | Kept::Total => memory.get(cell),
            Kept::Distinct | Kept::Cards => memory.len(cell..cell + of_one(&watcher.watch)),
        })
    });
    count.map_or(0, i16::from)
}

/// An attack begins: nothing has been counted in it yet.
pub fn attack_begins(run: &mut Run<'_>) {
    let watches = &run.table.watches;
    let depth = usize::from(run.state.n_attacks.saturating_sub(1));
    let first = watches.cells[During::Attack as usize].start + depth * watches.of_an_attack;
    if watches.of_an_attack > 0 {
        let cells = first..first + watches.of_an_attack;
        run.state.memory.forget(cells);
    }
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
            assert_eq!(recalled(trial.sight(), source, 0, NOBODY), counted);
        }
        trial.with_run(|run| begin(run, &[During::Phase]));
        assert!(trial.game.state.memory.is_blank());
    }

    #[test]
    fn what_happens_in_an_attack_inside_another_is_counted_by_itself() {
        let card =
            "objective \"Trial\" glory 1 { score at end_phase when times(push in attack) >= 1 }";
        let mut trial = Trial::new(card);
        let source = Source {
            seat: YOU,
            slot: Source::OBJECTIVES,
        };
        let pushes = |trial: &mut Trial, attacks| {
            trial.game.state.n_attacks = attacks;
            trial.with_run(|run| tell(run, Trigger::Pushed, Bind::fighter(ASH)));
        };
        pushes(&mut trial, 0);
        pushes(&mut trial, 1);
        trial.game.state.n_attacks = 2;
        trial.with_run(attack_begins);
        assert_eq!(recalled(trial.sight(), source, 0, NOBODY), 0);
        pushes(&mut trial, 2);
        pushes(&mut trial, 2);
        assert_eq!(recalled(trial.sight(), source, 0, NOBODY), 2);
        trial.game.state.n_attacks = 1;
        assert_eq!(recalled(trial.sight(), source, 0, NOBODY), 1);
        trial.with_run(attack_begins);
        assert_eq!(recalled(trial.sight(), source, 0, NOBODY), 0);
    }

    #[test]
    fn each_token_can_be_counted_by_itself() {
        let card = "objective \"Trial\" glory 1 { score at end_phase
            when any(t: tokens where times(flip where token is t in phase) >= 1) }";
        let mut trial = Trial::new(card);
        trial.game.state.seats[YOU].objectives.to_deck(1);
        trial.token(1, "a1");
        trial.token(2, "c3");
        let bind = Bind {
            number: 1,
            ..Bind::seat(YOU)
        };
        trial.with_run(|run| tell(run, Trigger::Flipped, bind));
        let source = Source {
            seat: YOU,
            slot: Source::OBJECTIVES,
        };
        let counts = [0, 1].map(|token| recalled(trial.sight(), source, 0, token));
        assert_eq!(counts, [0, 1]);
    }
}
