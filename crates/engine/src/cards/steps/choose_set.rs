//! `choose up to`: a player is asked for several things, one after the other.

use super::{
    choose::{candidates, choice_of, element_of, is_choice, is_held, note_choice, was_chosen},
    prelude::*,
};
use crate::{bits::Bits, cards::eval::domain::Elements};

/// What a step lets a player choose from.
fn elements(step: &instr::ChooseSet, sight: Sight<'_>, card: &CardRun) -> Elements {
    candidates(sight, card, (step.over, Ref::NONE), step.filter, step.term)
}

/// All that are to be chosen have been: each of them is told, and none before.
fn tell_all(step: &instr::ChooseSet, run: &mut Run<'_>, card: &CardRun) {
    if is_choice(run, step.term) {
        for element in Bits(set_in(card, step.set).into()) {
            was_chosen(run, card, step.over, element.into());
        }
    }
}

impl Step for instr::ChooseSet {
    /// Asks for one more; the set is empty when it begins.
    fn take(&self, run: &mut Run<'_>, card: &CardRun, frame: Card) -> Took {
        let asks = self.ask(run, card, frame);
        if frame == Card::default() {
            change(run, |card| put_set(card, self.set, 0));
        } else if asks.is_none() {
            tell_all(self, run, card);
        }
        Ok(asks.unwrap_or(Did::Next))
    }
    /// It is enough to be able to choose one.
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let mut all = elements(self, walk.sight, card).iter();
        Followed::yes_if(all.any(|element| {
            let mut next = *card;
            put_set(&mut next, self.set, 1 << element);
            walk.from(next)
        }))
    }
    fn offer(&self, sight: Sight<'_>, card: &CardRun, frame: Card, out: &mut Choices) {
        let begins = frame == Card::default();
        let so_far = if begins { 0 } else { set_in(card, self.set) };
        let chosen = so_far.count_ones() as i16;
        let mut more = false;
        if chosen < value(sight, card, self.most) {
            let all = elements(self, sight, card).iter();
            for element in all.filter(|element| so_far >> element & 1 == 0) {
                more = true;
                out.push(choice_of(self.over, element));
            }
        }
        if chosen >= i16::from(self.least) || !more {
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
            put_set(card, self.set, set_in(card, self.set) | 1 << element);
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
    use crate::cards::trial::{ASH, BIRCH, Trial, pick};
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
}
