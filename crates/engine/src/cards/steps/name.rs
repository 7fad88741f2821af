//! `name` and `choose N from … to …`: a value, or a number that a player is asked for, is kept under a name.

use super::prelude::*;

impl Step for instr::Set {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let value = value(run.sight(), card, self.value);
        bind(run, self.slot, value);
    }
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        card.slots[self.slot.ix()] = value(walk.sight, card, self.value);
        Followed::On
    }
}

/// A player is asked for a number.
impl Step for instr::ChooseNumber {
    /// Asks, unless there is only one number.
    fn take(&self, run: &mut Run<'_>, card: &CardRun, _: Card) -> Took {
        let number = |n| value(run.sight(), card, n);
        let least = number(self.low);
        if least < number(self.high) {
            return Ok(Did::Ask(card.source.seat));
        }
        bind(run, self.slot, least);
        Ok(Did::Next)
    }
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let number = |n| value(walk.sight, card, n);
        let mut numbers = number(self.low)..=number(self.high);
        Followed::yes_if(numbers.any(|n| {
            let mut next = *card;
            next.slots[self.slot.ix()] = n;
            walk.from(next)
        }))
    }
    fn offer(&self, sight: Sight<'_>, card: &CardRun, _: Card, out: &mut Choices) {
        let number = |n| value(sight, card, n);
        for n in number(self.low).max(0)..=number(self.high).min(254) {
            out.push(Choice::new(Verb::Option, n as u8, 0, 0));
        }
    }
    fn choose(&self, run: &mut Run<'_>, _: &CardRun, _: Card, choice: Choice) {
        bind(run, self.slot, choice.a.into());
        change(run, |card| card.pc += 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{DOCK, Trial, pick};

    #[test]
    fn a_value_and_a_number_are_kept_under_their_names() {
        let body =
            "choose a: enemy name most = wounds(a) choose n: number 1 to most - 1 damage a n";
        let mut trial = Trial::ploy(body);
        trial.play(&[pick(DOCK), Choice::new(Verb::Option, 3, 0, 0)]);
        assert_eq!(trial.fighter(DOCK).damage, 3);
    }
}
