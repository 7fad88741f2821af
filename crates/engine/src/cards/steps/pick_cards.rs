//! `pick 1 to 2 s: discarded of you`: you are asked for several cards, one after the other. A card keeps one such set.

use super::{
    choose::{candidates, choice_of, element_of},
    prelude::*,
};
use crate::{
    cards::eval::domain::{Elements, card_number},
    effect::Source,
    rare::Rare,
};

/// What there is to pick from.
fn elements(step: &instr::PickCards, sight: Sight<'_>, card: &CardRun) -> Elements {
    candidates(sight, card, (step.over, step.of), step.filter, false)
}

/// The set that a card picked from some pile belongs to begins with the first card of that pile.
fn first_of(element: i16) -> i16 {
    let Source { seat, slot } = card_of(element).unwrap_or(Source::NONE);
    let slot = match slot >= Source::OBJECTIVES {
        true => Source::OBJECTIVES,
        false => 0,
    };
    card_number(Source { seat, slot })
}

impl Step for instr::PickCards {
    /// Asks for one more; the set is empty when it begins.
    fn take(&self, run: &mut Run<'_>, card: &CardRun, frame: Card) -> Took {
        if frame == Card::default() {
            change(run, |card| card.picked = Rare((0, 0)));
        }
        let now = run.state.card().copied().unwrap_or(*card);
        Ok(self.ask(run, &now, frame).unwrap_or(Did::Next))
    }
    /// There must be enough of them.
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let least = i16::from(self.least).max(1);
        let most = value(walk.sight, card, self.most);
        let there = elements(self, walk.sight, card).len();
        Followed::yes_if(there >= least && most >= least)
    }
    fn offer(&self, sight: Sight<'_>, card: &CardRun, frame: Card, out: &mut Choices) {
        let begins = frame == Card::default();
        let (picked, first) = if begins { (0, 0) } else { card.picked.0 };
        let n = picked.count_ones() as i16;
        let mut more = false;
        if n < value(sight, card, self.most) {
            let taken = |element: &i16| picked >> (element - first).clamp(0, 63) & 1 == 1;
            let all = elements(self, sight, card).iter();
            for element in all.filter(|element| picked == 0 || !taken(element)) {
                more = true;
                out.push(choice_of(self.over, element));
            }
        }
        if n >= i16::from(self.least) || !more {
            out.push(Choice::DONE);
        }
    }
    fn choose(&self, run: &mut Run<'_>, _: &CardRun, frame: Card, choice: Choice) {
        if choice.verb == Verb::Done {
            change(run, |card| card.pc += 1);
            run.put(Frame::Card(Card::default()));
            return;
        }
        let element = element_of(choice);
        change(run, |card| {
            let first = first_of(element);
            let (picked, _) = card.picked.0;
            card.picked = Rare((picked | 1 << (element - first).clamp(0, 63), first));
        });
        run.put(Frame::Card(frame.once_more()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{Trial, YOU};

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
