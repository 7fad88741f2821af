//! `each`: something is done to each of several, one after the other.

use super::{
    choose::{choice_of, element_of},
    prelude::*,
};
use crate::bits::Bits;

/// Fills a set with the elements that satisfy a condition.
impl Step for instr::Each {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let mut filled = *card;
        fill(self, run.sight(), &mut filled);
        change(run, |card| *card = filled);
    }
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        fill(self, walk.sight, card);
        Followed::On
    }
}

fn fill(step: &instr::Each, sight: Sight<'_>, card: &mut CardRun) {
    let found = context(sight, card).map_or(0, |context| {
        let all = context.elements(step.over, NOBODY, step.filter);
        all.iter().fold(0, |set, element| set | 1 << element)
    });
    put_set(card, step.set, found);
}

/// Takes the card of a pile behind the one that was taken last.
impl Step for instr::NextCard {
    fn take(&self, run: &mut Run<'_>, card: &CardRun, _: Card) -> Took {
        let sight = run.sight();
        let (after, of) = (card.slots[self.var.ix()], value_of(card, self.of));
        let next = context(sight, card).and_then(|context| {
            let all = context.elements(self.over, of, self.filter).iter();
            all.filter(|next| *next > after).min()
        });
        let Some(next) = next else {
            return Ok(Did::To(self.to));
        };
        bind(run, self.var, next);
        Ok(Did::Next)
    }
    /// What is said of each of several is followed as far as it can be.
    fn follow(&self, _: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        card.pc = self.to;
        Followed::On
    }
}

/// Takes an element out of a set, or asks for one.
impl Step for instr::Next {
    fn take(&self, run: &mut Run<'_>, card: &CardRun, _: Card) -> Took {
        let left = set_in(card, self.set);
        if left == 0 {
            return Ok(Did::To(self.to));
        }
        if self.by != Ref::NONE {
            return Ok(Did::Ask(seat_of(run.sight(), card, self.by)));
        }
        bind(run, self.var, left.trailing_zeros() as i16);
        change(run, |card| put_set(card, self.set, left & (left - 1)));
        Ok(Did::Next)
    }
    /// What is said of each of several is followed as far as it can be.
    fn follow(&self, _: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        if set_in(card, self.set) != 0 {
            return Followed::Yes;
        }
        card.pc = self.to;
        Followed::On
    }
    fn asks(&self) -> Ref {
        self.by
    }
    fn offer(&self, sight: Sight<'_>, card: &CardRun, _: Card, out: &mut Choices) {
        let code = sight.table.code(card.source);
        let before = code.map_or(&[][..], |code| &code.code[..card.pc as usize]);
        let filled = before.iter().rev().find_map(|step| match step {
            Instr::Each(each) if each.set == self.set => Some(each.over),
            Instr::ChooseSet(chosen) if chosen.set == self.set => Some(chosen.over),
            _ => None,
        });
        let over = filled.unwrap_or(Domain::Fighters);
        for element in Bits(set_in(card, self.set).into()) {
            out.push(choice_of(over, element.into()));
        }
    }
    fn choose(&self, run: &mut Run<'_>, _: &CardRun, _: Card, choice: Choice) {
        let element = element_of(choice);
        change(run, |card| {
            card.slots[self.var.ix()] = element;
            put_set(card, self.set, set_in(card, self.set) & !(1 << element));
            card.pc += 1;
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::cards::trial::{ASH, BIRCH, CEDAR, DOCK, Trial, YOU, pick};

    #[test]
    fn something_is_done_to_each_that_satisfies_the_condition() {
        let mut trial = Trial::ploy("each f: friends where not leader { damage f 1 }");
        trial.play(&[]);
        let hurt = [ASH, BIRCH, CEDAR].map(|who| trial.fighter(who).damage);
        assert_eq!(hurt, [0, 1, 1]);
    }

    #[test]
    fn a_player_may_be_asked_for_the_order() {
        let mut trial = Trial::ploy("order f: friends { damage f 1 }");
        trial.play(&[pick(CEDAR), pick(ASH), pick(BIRCH)]);
        assert_eq!(trial.fighter(BIRCH).damage, 1);
    }

    #[test]
    fn a_player_may_be_asked_for_the_order_of_a_chosen_set() {
        let card = "choose up to 2 some: friends order f in some { damage f 1 }";
        let mut trial = Trial::ploy(card);
        trial.play(&[pick(ASH), pick(CEDAR), pick(CEDAR), pick(ASH)]);
        let hurt = [ASH, BIRCH, CEDAR].map(|who| trial.fighter(who).damage);
        assert_eq!(hurt, [1, 0, 1]);
    }

    #[test]
    fn every_card_of_a_pile_that_satisfies_the_condition_comes_up_once() {
        let mut trial = Trial::new(
            "ploy \"Trial\" { each c: power_cards of you where c is is_ploy { discard c } }
             ploy \"Second\" { draw 1 power }
             spell \"Third\" cast focus { draw 1 power }
             ploy \"Fourth\" { draw 1 power }",
        );
        trial.play(&[]);
        let power = &trial.game.state.seats[YOU].power;
        assert_eq!((power.hand(), power.discard()), (0b0100, 0b1011));
    }

    #[test]
    fn a_pile_without_such_a_card_is_passed_over() {
        let mut trial = Trial::ploy("each c: power_cards of you where c is is_spell { discard c }");
        assert!(trial.follows());
        trial.play(&[]);
        assert_eq!(trial.game.state.seats[YOU].power.discard(), 0);
    }

    #[test]
    fn players_take_turns_and_you_begin() {
        let body = "turns p f: fighters where leader { each g: fighters where leader(g) and owner(g) = p { damage g 1 } }";
        let mut trial = Trial::ploy(body);
        trial.play(&[pick(DOCK), pick(ASH)]);
        let hurt = [ASH, DOCK].map(|who| trial.fighter(who).damage);
        assert_eq!(hurt, [1, 1]);
    }

    #[test]
    fn a_set_that_is_gathered_stays_as_it_was() {
        let body = "gather s: friends where not damaged each f in s { damage f 1 } each f in s { damage f 1 }";
        let mut trial = Trial::ploy(body);
        trial.fighter(BIRCH).damage = 1;
        trial.play(&[]);
        let hurt = [ASH, BIRCH, CEDAR].map(|who| trial.fighter(who).damage);
        assert_eq!(hurt, [2, 1, 2]);
    }
}
