//! `choose`: a player is asked for a fighter, a hex, a token, a player or a card.

use super::prelude::*;
use crate::{
    bits::Bits,
    cards::{
        Ban,
        eval::domain::{Elements, card_number},
        follow,
        statics::{self, Kind},
    },
    chance::{Ask, Waits},
    effect::Source,
    ops::{field, price, travel},
};
use gloryhex_cardlang::{CardKind, Role};
use gloryhex_hexgrid::HexId;

/// What there is to choose from: elements of a domain, or of somebody's, for which a condition holds. Less by the rules
/// term "choose", which a card may forbid and a spell may need sight for.
pub(super) fn candidates(
    sight: Sight<'_>,
    card: &CardRun,
    (over, of): (Domain, Ref),
    filter: Formula,
    term: bool,
) -> Elements {
    let mut all = context(sight, card).map_or(Elements::EMPTY, |context| {
        context.elements(over, value_of(card, of), filter)
    });
    if term && over.is_fighters() && statics::anyone(sight, Kind::ban(Ban::Chosen)) {
        let by_gambit = is_gambit(sight, card);
        all.retain(|element| {
            let forbids = |ban| cards::forbids(sight, FighterId(element as u8), ban);
            !(forbids(Ban::Chosen) || by_gambit && forbids(Ban::ChosenByGambits))
        });
    }
    if term && card.me.is_some() && needs_sight(sight, card) {
        all.retain(|element| seen(sight, card, over, element));
    }
    all
}

/// Whether what the card chooses must be visible to its caster (Harrowdeep p.35).
fn needs_sight(sight: Sight<'_>, card: &CardRun) -> bool {
    let code = sight.table.code(card.source);
    let role = clause_of(sight, card).map(|clause| clause.role);
    let cast = matches!(role, Some(Role::Action { cast: Some(_), .. }));
    let spell = code.is_some_and(|code| code.kind == CardKind::Spell);
    sight.rules().spells_need_sight && (spell || cast)
}

fn seen(sight: Sight<'_>, card: &CardRun, over: Domain, element: i16) -> bool {
    let from = sight.state.fighter(card.me).hex;
    if over.is_fighters() && cards::sees_anyway(sight, card.me, FighterId(element as u8)) {
        return true;
    }
    let to = match over {
        Domain::Hexes => HexId(element as u8),
        _ if over.is_fighters() => sight.state.fighter(FighterId(element as u8)).hex,
        Domain::Tokens => sight.state.features[element as usize].hex,
        _ => return true,
    };
    from != HexId::NONE && to != HexId::NONE && field::sees(sight, from, to)
}

/// The notation of choosing an element.
pub(super) fn choice_of(over: Domain, element: i16) -> Choice {
    let verb = match over {
        Domain::Hexes => Verb::Hex,
        Domain::Tokens => Verb::Feature,
        Domain::Seats | Domain::Opponents => Verb::Seat,
        Domain::Boards => Verb::Board,
        Domain::UpgradesOf
        | Domain::PowerHandOf
        | Domain::ObjectiveHandOf
        | Domain::PowerDeckOf
        | Domain::PowerDiscardOf
        | Domain::ObjectiveDiscardOf
        | Domain::LastingOf
        | Domain::Picked
        | Domain::JustBroken => {
            let Source { seat, slot } = card_of(element).unwrap_or(Source::NONE);
            return Choice::new(Verb::Card, slot, seat.0, 0);
        }
        Domain::Friends
        | Domain::Enemies
        | Domain::Fighters
        | Domain::AllFriends
        | Domain::AllEnemies
        | Domain::AllFighters => Verb::Fighter,
    };
    Choice::new(verb, element as u8, 0, 0)
}

/// The element that a choice names.
pub(super) fn element_of(choice: Choice) -> i16 {
    if choice.verb != Verb::Card {
        return i16::from(choice.a);
    }
    let (seat, slot) = (Seat(choice.b), choice.a);
    card_number(Source { seat, slot })
}

/// Remembers a fighter that a card chose.
pub(super) fn note_choice(card: &mut CardRun, over: Domain, element: i16, term: bool) {
    if term && over.is_fighters() && (0..32).contains(&element) {
        card.chosen |= 1 << element;
    }
}

/// What a step lets a player choose from.
pub(super) fn elements(step: &instr::Choose, sight: Sight<'_>, card: &CardRun) -> Elements {
    candidates(sight, card, (step.over, step.of), step.filter, step.term)
}

/// The candidates of a choice, each with the card as it is once that one is chosen.
fn outcomes<'a>(
    step: &instr::Choose,
    sight: Sight<'_>,
    card: &'a CardRun,
    pc: u16,
) -> impl Iterator<Item = (i16, CardRun)> + use<'a> {
    let instr::Choose {
        slot, over, term, ..
    } = *step;
    let all = elements(step, sight, card);
    all.iter().map(move |element| {
        let mut next = CardRun { pc, ..*card };
        next.slots[slot.ix()] = element;
        note_choice(&mut next, over, element, term);
        (element, next)
    })
}

impl Step for instr::Choose {
    /// Asks, if there is anything to choose; otherwise nothing is chosen.
    fn take(&self, run: &mut Run<'_>, card: &CardRun, frame: Card) -> Took {
        if self.by == Ref::NONE {
            let found = by_chance(run, self.over, elements(self, run.sight(), card))?;
            bind(run, self.slot, found.unwrap_or(NOBODY));
            return Ok(Did::Next);
        }
        Ok(self.ask(run, card, frame).unwrap_or_else(|| {
            bind(run, self.slot, NOBODY);
            Did::Next
        }))
    }
    /// Something must be there with which the rest can be followed.
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let mut all = outcomes(self, walk.sight, card, card.pc);
        Followed::yes_if(all.any(|(_, next)| walk.from(next)))
    }
    fn asks(&self) -> Ref {
        self.by
    }
    /// Lists those with whom the rest of the card can be followed, and only where there is nobody, the others.
    fn offer(&self, sight: Sight<'_>, card: &CardRun, _: Card, out: &mut Choices) {
        let all = || outcomes(self, sight, card, card.pc + 1);
        let mut any = false;
        for (element, _) in all().filter(|(_, next)| follow::can_be_followed(sight, next)) {
            any = true;
            out.push(choice_of(self.over, element));
            if out.enough() {
                return;
            }
        }
        for (element, _) in all().filter(|_| !any) {
            out.push(choice_of(self.over, element));
        }
    }
    fn choose(&self, run: &mut Run<'_>, card: &CardRun, _: Card, choice: Choice) {
        let element = element_of(choice);
        change(run, |card| {
            card.slots[self.slot.ix()] = element;
            card.pc += 1;
            note_choice(card, self.over, element, self.term);
        });
        if is_choice(run, self.term) {
            // Who counts choices still sees what they break.
            tell_choices(run);
            break_unless_asked(run, card, self.over, element);
        }
    }
    fn refuse(&self, sight: Sight<'_>, card: &CardRun, choice: Choice) -> Refusal {
        let by_sight = sight.rules().spells_need_sight && card.is(CardRun::CAST);
        if self.term && by_sight && choice.verb == Verb::Fighter {
            return Refusal::new(
                Rule::SpellSight,
                "The caster must see what the spell chooses; pick one of those offered.",
            );
        }
        is_held(sight, card, choice).unwrap_or(ASKS_ELSE)
    }
}

/// Lets chance pick one of some cards of a pile, or of some other elements.
fn by_chance(run: &mut Run<'_>, over: Domain, all: Elements) -> Result<Option<i16>, Waits> {
    let Some(first) = all.iter().next() else {
        return Ok(None);
    };
    let places = |base: i16| {
        all.iter()
            .fold(0u64, |set, n| set | 1 << (n - base).clamp(0, 63))
    };
    let is_card = over.of_something() || matches!(over, Domain::JustBroken | Domain::Picked);
    let Some(Source { seat, slot }) = card_of(first).filter(|_| is_card) else {
        let among = places(0);
        return Ok(Some(i16::from(run.pick(Ask::Number { among })?)));
    };
    let objectives = slot >= Source::OBJECTIVES;
    let slot = if objectives { Source::OBJECTIVES } else { 0 };
    let base = card_number(Source { seat, slot });
    let among = places(base);
    let ask = match objectives {
        true => Ask::Objective { seat, among },
        false => Ask::Power { seat, among },
    };
    Ok(Some(base + i16::from(run.pick(ask)?)))
}

/// A card has chosen a fighter.
pub(super) fn was_chosen(run: &mut Run<'_>, card: &CardRun, over: Domain, element: i16) {
    tell_choice(run, card, over, element);
    break_unless_asked(run, card, over, element);
}

/// A card that has just chosen a fighter, at the end of the window for that: the choice is counted and breaks illusions.
pub fn stands(run: &mut Run<'_>, bind: Bind) {
    cards::stand(run, Trigger::Chosen, bind);
    let of = |card: &&CardRun| card.source == bind.source();
    let card = run.state.cards_at_hand().iter().rfind(of).copied();
    if let Some(card) = card {
        break_illusions(run, &card, bind.fighter);
    }
}

fn tell_choice(run: &mut Run<'_>, card: &CardRun, over: Domain, element: i16) {
    if over.is_fighters() {
        let bind = Bind {
            fighter: FighterId(element as u8),
            ..Bind::card(card.source)
        };
        cards::tell(run, Trigger::Chosen, bind);
    }
}

/// Whether a pick is told as a choice: by the rules term, or because the edition knows no other.
pub(super) fn is_choice(run: &Run<'_>, term: bool) -> bool {
    term || run.rules().picks_choose
}

/// A card has chosen all that it chooses before it does anything: each of these is told.
fn tell_choices(run: &mut Run<'_>) {
    let Some(card) = run.state.card().copied() else {
        return;
    };
    let Some(code) = run.table.code(card.source) else {
        return;
    };
    let chooses =
        |step: &&Instr| matches!(step, Instr::Choose(choose) if is_choice(run, choose.term));
    let (before, after) = code.code.split_at(usize::from(card.pc));
    if after.first().as_ref().is_some_and(chooses) {
        return;
    }
    let n = before.iter().rev().take_while(chooses).count();
    for step in &before[before.len() - n..] {
        if let Instr::Choose(choose) = step {
            tell_choice(run, &card, choose.over, card.slots[choose.slot.ix()]);
        }
    }
}

/// Illusions break at once where nobody is asked about choices, otherwise after the window for them.
fn break_unless_asked(run: &mut Run<'_>, card: &CardRun, over: Domain, element: i16) {
    if over.is_fighters() && !cards::is_awaited(run, Trigger::Chosen) {
        break_illusions(run, card, FighterId(element as u8));
    }
}

/// A gambit chose a fighter: its illusions break (Harrowdeep p.37).
fn break_illusions(run: &mut Run<'_>, card: &CardRun, fighter: FighterId) {
    if !is_gambit(run.sight(), card) {
        return;
    }
    let seat = run.table.owner(fighter);
    let slots = run.state.upgrades(run.table, fighter) & run.table.index.of(seat).illusions;
    for slot in Bits(slots) {
        price::break_upgrade(run, seat, slot);
        run.state.seats[seat].power.note_broken(1 << slot);
    }
}

/// A fighter is on the battlefield but cannot be pushed, where the card would push it.
pub(super) fn is_held(sight: Sight<'_>, card: &CardRun, choice: Choice) -> Option<Refusal> {
    let fighter = choice.fighter_a();
    let pushes = |step: &Instr| matches!(step, Instr::Push(_));
    let held = choice.verb == Verb::Fighter
        && fighter.ix() < sight.table.entrants.len()
        && sight.state.fighter(fighter).on_field()
        && !travel::pushable(sight, fighter);
    let code = sight.table.code(card.source);
    let pushed = held && code.is_some_and(|code| code.code.iter().any(pushes));
    pushed.then_some(Refusal::new(
        Rule::SequenceCannot,
        "An ability keeps this fighter from being pushed; pick another.",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, BIRCH, CEDAR, Trial, YOU};

    #[test]
    fn a_choice_names_the_element_it_was_made_of() {
        for (over, element) in [
            (Domain::Friends, 3),
            (Domain::Hexes, 40),
            (Domain::Tokens, 2),
            (Domain::Opponents, 1),
            (Domain::UpgradesOf, 1 << 7 | 5),
        ] {
            assert_eq!(element_of(choice_of(over, element)), element, "{over:?}");
        }
    }

    #[test]
    fn only_fighters_chosen_by_the_rules_term_are_remembered() {
        let mut card = CardRun::NONE;
        note_choice(&mut card, Domain::Hexes, 3, true);
        note_choice(&mut card, Domain::Enemies, 4, false);
        note_choice(&mut card, Domain::Enemies, NOBODY, true);
        assert_eq!(card.chosen, 0);
        note_choice(&mut card, Domain::Enemies, 4, true);
        assert_eq!(card.chosen, 1 << 4);
    }

    #[test]
    fn chance_picks_among_cards_and_among_others() {
        let mut trial = Trial::new(
            "ploy \"Trial\" { random c: discarded of you put c hand } ploy \"A\" { draw 1 power } ploy \"B\" { draw 1 power }",
        );
        trial.game.state.seats[YOU].power.to_discard(0b110);
        trial.play(&[]);
        let power = &trial.game.state.seats[YOU].power;
        assert_eq!((power.hand() & 0b110, power.discard()), (0b010, 0b100));

        let mut trial = Trial::ploy("random f: friend where not leader damage f 1");
        trial.play(&[]);
        let hurt = [ASH, BIRCH, CEDAR].map(|who| trial.fighter(who).damage);
        assert_eq!(hurt, [0, 1, 0]);
    }
}
