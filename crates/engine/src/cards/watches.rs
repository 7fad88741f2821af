//! Questions of cards about the past: which fields of the memory are whose, counting when a moment comes, and reading.
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
    memory::{Field, Memory},
    run::{Run, Sight},
    state::{Feature, MAX_ATTACKS, MAX_FEATURES, Phase},
};
use gloryhex_cardlang::{
    Binding, CardCode, CardProp, Cause, During, Fact, GameFact, Kept, NOBODY, Prop, Region,
    TokenProp, Watch,
    binding::{bindings, slot_of},
    program::{Faces, Form, Operand, counted_to},
};
use gloryhex_model::{Deed, MAX_SEATS, Seat, Trigger};
use std::{cmp::Reverse, ops::Range};

/// A question of a card at the table.
#[derive(Clone, Copy, Debug)]
struct Watcher {
    source: Source,
    nth: u8,
    watch: Watch,
    /// Where it counts, or where it does for the first of those for whom it is counted apart.
    field: Field,
    /// The question of the same card that asks for the same, if it leaves the counting to that one.
    same: Option<u8>,
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
    /// The bits of each stretch of time.
    bits: [Range<usize>; During::COUNT],
    /// How many bits an attack has of those of all that can be inside one another.
    of_an_attack: usize,
    /// The moments that somebody watches for, as bits.
    pub triggers: u128,
    /// What is noted at this table, as bits of [`Noted`].
    noted: u16,
}

/// How wide a question counts among so many fighters.
fn width(code: &CardCode, watch: &Watch, fighters: usize) -> Field {
    match watch.kept {
        Kept::Times | Kept::Total => {
            let all = (0..=u8::MAX).zip(&code.watches);
            let alike = all.filter(|(_, other)| asks_the_same(code, other, watch));
            let most = alike.map(|(nth, _)| counted_to(&code.program, nth).unwrap_or(u8::MAX));
            Field::for_count(most.max().unwrap_or(u8::MAX))
        }
        Kept::Distinct => Field::for_set(things(code, watch, fighters)),
        Kept::Cards => Field::for_set(64),
    }
}

/// How many things a question may tell apart: as many as there are of what the moment provides, or any number below 32.
fn things(code: &CardCode, watch: &Watch, fighters: usize) -> usize {
    let value = code
        .program
        .root(watch.value)
        .map(|root| root.arg.operand());
    let provided = bindings(watch.trigger).iter();
    let mut own = provided.filter(|binding| {
        let slot = slot_of(watch.trigger, **binding);
        matches!((value, slot), (Some(Operand::Bound(at)), Some(slot)) if at == slot)
    });
    match own.next() {
        Some(Binding::Fighter | Binding::Attacker | Binding::Target) => fighters,
        Some(Binding::Seat) => MAX_SEATS,
        _ => 32,
    }
}

/// Whether two questions of a card are one.
fn asks_the_same(code: &CardCode, one: &Watch, other: &Watch) -> bool {
    let of = |watch: &Watch| {
        let arg = |formula| code.program.root(formula).map(|root| root.arg);
        let how = (watch.kept, watch.trigger, watch.during, watch.key);
        (how, arg(watch.when), arg(watch.value))
    };
    of(one) == of(other)
}

/// For how many a question is counted apart.
fn apart(watch: &Watch, fighters: usize) -> usize {
    match watch.key {
        None => 1,
        Some(_) if watch.is_by_token() => MAX_FEATURES,
        Some(_) if watch.is_by_player() => MAX_SEATS,
        Some(_) => fighters,
    }
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
                let before = code.watches[..usize::from(nth)].iter();
                let same = before
                    .clone()
                    .position(|other| asks_the_same(code, other, watch));
                all.list.push(Watcher {
                    source,
                    nth,
                    watch: *watch,
                    field: width(code, watch, fighters),
                    same: same.map(|first| first as u8),
                });
            }
        }
        all.list
            .sort_by_key(|each| (each.source.seat.0, each.source.slot, each.nth));
        let mut next = 0;
        for (_, during, _) in During::WORDS {
            let first = next;
            let own = all.list.iter_mut();
            let counts = |each: &&mut Watcher| each.watch.during == during && each.same.is_none();
            let mut own: Vec<_> = own.filter(counts).collect();
            // The wide ones first, so that no count lies in two bytes.
            own.sort_by_key(|each| Reverse(each.field.bits));
            for each in own {
                let behind = each.field.behind(apart(&each.watch, fighters));
                each.field = each.field.later(next);
                next += usize::from(behind.at);
            }
            next = next.next_multiple_of(8);
            if during == During::Attack {
                // Attacks inside one another count each by itself.
                all.of_an_attack = next - first;
                next = first + MAX_ATTACKS * all.of_an_attack;
            }
            all.bits[during as usize] = first..next;
        }
        for each in &all.list {
            all.triggers |= 1 << each.watch.trigger as u32;
        }
        for at in 0..all.list.len() {
            if let Some(first) = all.list[at].same {
                let first = all
                    .find(all.list[at].source, first)
                    .map(|first| first.field);
                all.list[at].field = first.unwrap_or_default();
            }
        }
        all
    }
    /// How many bits of the memory all that is counted needs.
    pub fn needs(&self) -> usize {
        self.bits[During::COUNT - 1].end
    }
    /// Whether there is room for everything that is counted.
    pub fn fits(&self) -> bool {
        self.needs() <= Memory::BITS
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
    /// Where it counts now, for a fighter, a token or a player if it does so for each.
    fn field_for(&self, sight: Sight<'_>, whose: i16) -> Option<Field> {
        let first = match self.watch.during {
            During::Attack => {
                let depth = usize::from(sight.state.n_attacks.checked_sub(1)?);
                self.field.later(depth * sight.table.watches.of_an_attack)
            }
            During::Activation
            | During::Step
            | During::Turn
            | During::Phase
            | During::EndPhase
            | During::Round
            | During::Game => self.field,
        };
        match self.watch.key {
            None => Some(first),
            Some(_) => usize::try_from(whose).ok().map(|nth| first.behind(nth)),
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
        // Whether there is one is known where its fields are looked for.
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
        let counts = |each: &&Watcher| each.watch.trigger == trigger && each.same.is_none();
        for watcher in waiting.filter(counts) {
            if !goes_on(watcher.watch.during, run.state.clock.phase) {
                continue;
            }
            let Some((field, value)) = counted(run.sight(), moment, trigger, watcher) else {
                continue;
            };
            let memory = &mut run.state.memory;
            match watcher.watch.kept {
                Kept::Times | Kept::Total => memory.add(field, value),
                Kept::Distinct | Kept::Cards => memory.insert(field, value),
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
) -> Option<(Field, u8)> {
    let Watcher { source, watch, .. } = *watcher;
    let mut context = Context::new(sight, source, fighter_of(sight, source))?;
    context.slots = moment.slots(trigger);
    if !context.holds(watch.when) {
        return None;
    }
    let whose = watch
        .key
        .map_or(NOBODY, |slot| context.slots[usize::from(slot & 7)]);
    let field = watcher.field_for(sight, whose)?;
    let value = match watch.kept {
        Kept::Times => 1,
        Kept::Total => context.value(watch.value).clamp(0, 255),
        Kept::Distinct => {
            Some(context.value(watch.value)).filter(|thing| (0..32).contains(thing))?
        }
        Kept::Cards => i16::from(card_of(context.value(watch.value))?.slot & 63),
    };
    Some((field, value as u8))
}

/// What was counted for a question of a card, for a fighter or a token if it is counted for each.
pub fn recalled(sight: Sight<'_>, source: Source, nth: u8, whose: i16) -> i16 {
    let memory = &sight.state.memory;
    let count = sight.table.watches.find(source, nth).and_then(|watcher| {
        let field = watcher.field_for(sight, whose)?;
        Some(match watcher.watch.kept {
            Kept::Times | Kept::Total => memory.get(field),
            Kept::Distinct | Kept::Cards => memory.len(field),
        })
    });
    count.map_or(0, i16::from)
}

/// An attack begins: nothing has been counted in it yet.
pub fn attack_begins(run: &mut Run<'_>) {
    let watches = &run.table.watches;
    let depth = usize::from(run.state.n_attacks.saturating_sub(1));
    let first = watches.bits[During::Attack as usize].start + depth * watches.of_an_attack;
    if watches.of_an_attack > 0 {
        let own = first..first + watches.of_an_attack;
        run.state.memory.forget(own);
    }
}

/// Stretches of time begin: what was counted in the ones before them is forgotten.
pub fn begin(run: &mut Run<'_>, stretches: &[During]) {
    for during in stretches {
        let own = run.table.watches.bits[*during as usize].clone();
        run.state.memory.forget(own);
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
            "objective \"Trial\" glory 1 { score at end_phase when times(push in attack) >= 2 }";
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
