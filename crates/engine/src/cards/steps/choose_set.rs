//! `choose up to` and `pick 1 to 2`: a player is asked for several things, one after the other. Cards are kept apart from
//! what has a slot; a card keeps one such set.

use super::{
    choose::{candidates, choice_of, element_of, is_choice, is_held, note_choice, was_chosen},
    prelude::*,
};
use crate::{
    bits::Bits,
    cards::eval::domain::{Elements, card_number},
    effect::Source,
    rare::Rare,
};
use gloryhex_cardlang::instr::SetAt;

/// What a step lets a player choose from.
fn elements(step: &instr::ChooseSet, sight: Sight<'_>, card: &CardRun) -> Elements {
    candidates(sight, card, (step.over, step.of), step.filter, step.term)
}

/// What is in a set so far.
fn so_far(card: &CardRun, set: SetAt) -> Elements {
    let (bits, base) = match set {
        SetAt::PICKED => card.picked.0,
        _ => (set_in(card, set).into(), 0),
    };
    Elements::of_bits(bits, base)
}

/// Nothing is in a set any more.
fn clear(card: &mut CardRun, set: SetAt) {
    match set {
        SetAt::PICKED => card.picked = Rare((0, 0)),
        _ => put_set(card, set, 0),
    }
}

/// Puts an element into a set. Cards are counted from the first one of their pile.
fn add(card: &mut CardRun, set: SetAt, element: i16) {
    if set != SetAt::PICKED {
        return put_set(card, set, set_in(card, set) | 1 << element);
    }
    let Source { seat, slot } = card_of(element).unwrap_or(Source::NONE);
    let slot = match slot >= Source::OBJECTIVES {
        true => Source::OBJECTIVES,
        false => 0,
    };
    let first = card_number(Source { seat, slot });
    let (picked, _) = card.picked.0;
    card.picked = Rare((picked | 1 << (element - first).clamp(0, 63), first));
}

/// All that are to be chosen have been: each of them is told, and none before.
fn tell_all(step: &instr::ChooseSet, run: &mut Run<'_>, card: &CardRun) {
    if step.set != SetAt::PICKED && is_choice(run, step.term) {
        for element in Bits(set_in(card, step.set).into()) {
            was_chosen(run, card, step.over, element.into());
        }
    }
}

impl Step for instr::ChooseSet {
    /// Asks for one more; the set is empty when it begins.
    fn take(&self, run: &mut Run<'_>, card: &CardRun, frame: Card) -> Took {
        let mut now = *card;
        if frame == Card::default() {
            clear(&mut now, self.set);
            change(run, |card| clear(card, self.set));
        }
        let asks = self.ask(run, &now, frame);
        if frame != Card::default() && asks.is_none() {
            tell_all(self, run, card);
        }
        Ok(asks.unwrap_or(Did::Next))
    }
    /// It is enough to be able to choose one; of cards there must be enough, whatever is done with them.
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let all = elements(self, walk.sight, card);
        if self.set == SetAt::PICKED {
            let least = i16::from(self.least).max(1);
            let most = value(walk.sight, card, self.most);
            return Followed::yes_if(all.len() >= least && most >= least);
        }
        Followed::yes_if(all.iter().any(|element| {
            let mut next = *card;
            clear(&mut next, self.set);
            add(&mut next, self.set, element);
            walk.from(next)
        }))
    }
    fn offer(&self, sight: Sight<'_>, card: &CardRun, frame: Card, out: &mut Choices) {
        let chosen = match frame == Card::default() {
            true => Elements::EMPTY,
            false => so_far(card, self.set),
        };
        let mut left = Elements::EMPTY;
        if chosen.len() < value(sight, card, self.most) {
            left = elements(self, sight, card);
            left.remove(&chosen);
        }
        for element in left.iter() {
            out.push(choice_of(self.over, element));
        }
        if chosen.len() >= i16::from(self.least) || left.is_empty() {
            out.push(Choice::DONE);
        }
    }
    fn choose(&self, run: &mut Run<'_>, card: &CardRun, frame: Card, choice: Choice) {
        if choice.verb == Verb::Done {
            change(run, |card| card.pc += 1);
            run.put(Frame::Card(Card::default()));
            tell_all(self, run, card);
            return;
        }
        let element = element_of(choice);
        change(run, |card| {
            add(card, self.set, element);
            note_choice(card, self.over, element, self.term);
        });
        run.put(Frame::Card(frame.once_more()));
    }
    fn refuse(&self, sight: Sight<'_>, card: &CardRun, choice: Choice) -> Refusal {
        is_held(sight, card, choice).unwrap_or(ASKS_ELSE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, BIRCH, Trial, YOU, pick};
    use gloryhex_model::Token;

    #[test]
    fn as_many_as_wanted_are_chosen_one_after_the_other() {
        let mut trial = Trial::ploy("choose up to 2 some: friends each f in some { give f guard }");
        trial.play(&[pick(BIRCH), pick(ASH)]);
        let guards = [0, 1, 2].map(|id| trial.fighter(FighterId(id)).tokens(Token::Guard));
        assert_eq!(guards, [1, 1, 0]);
    }

    #[test]
    fn nobody_to_choose_cannot_be_followed() {
        let card = "choose up to 2 some: friends where inspired each f in some { give f guard }";
        assert!(!Trial::ploy(card).follows());
    }

    const CARDS: &str = "ploy \"Trial\" { pick 1 to 2 s: discarded of you where is_spell
            each c in s { draw 1 objective } each c in s { put c hand } }
         spell \"A\" cast focus { draw 1 power }
         spell \"B\" cast focus { draw 1 power }
         ploy \"C\" { draw 1 power }";

    #[test]
    fn several_cards_are_picked_and_gone_through_twice() {
        let mut trial = Trial::new(CARDS);
        trial.game.state.seats[YOU].power.to_discard(0b1110);
        assert!(trial.follows());
        let card = |slot| Choice::new(Verb::Card, slot, YOU.0, 0);
        trial.play(&[card(2), card(1)]);
        let power = &trial.game.state.seats[YOU].power;
        assert_eq!(
            (power.hand() & 0b1110, power.discard() & 0b1110),
            (0b0110, 0b1000)
        );
    }

    #[test]
    fn one_at_least_must_be_there() {
        let mut trial = Trial::new(CARDS);
        assert!(!trial.follows());
        trial.game.state.seats[YOU].power.to_discard(0b1000);
        assert!(!trial.follows());
    }
}
