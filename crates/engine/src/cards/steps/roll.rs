//! `roll`: a card's own dice are rolled.

use super::prelude::*;

impl Step for instr::Roll {
    fn take(&self, run: &mut Run<'_>, card: &CardRun, _: Card) -> Took {
        let (seat, die) = (card.source.seat, self.die);
        let n = amount(run, card, self.n);
        let roll = run.roll(seat, die, n)?;
        run.emit(Rule::SequenceFollowAll, What::Rolled { seat, die, roll });
        let mut card = *card;
        card.set_roll(roll);
        put(run, card);
        Ok(Did::Next)
    }
    fn follow(&self, _: &mut Walk<'_>, _: &mut CardRun) -> Followed {
        Followed::Yes
    }
}
