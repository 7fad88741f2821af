//! `equip` and `break`: a fighter is given an upgrade, or loses it.

use super::prelude::*;
use crate::ops::price;

/// A fighter is given an upgrade.
impl Step for instr::Equip {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let who = standing(run.sight(), card, self.who);
        if let (Some(source), Some(fighter)) = (card_of(value_of(card, self.card)), who) {
            price::equip(run, source, fighter, self.free);
        }
    }
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let sight = walk.sight;
        let who = standing(sight, card, self.who);
        let (Some(source), Some(who)) = (card_of(value_of(card, self.card)), who) else {
            return Followed::No;
        };
        let paid = self.free || price::affordable(sight, source.seat, source.slot);
        Followed::on_if(paid && cards::may_bear(sight, source.seat, source.slot, who))
    }
}

/// An upgrade is discarded from its fighter.
impl Step for instr::Break {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        if let Some(source) = card_of(value_of(card, self.card)) {
            price::break_upgrade(run, source.seat, source.slot);
            if is_gambit(run.sight(), card) {
                let power = &mut run.state.seats[source.seat].power;
                power.note_broken(1 << source.slot);
            }
        }
    }
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let whole = card_of(value_of(card, self.card));
        let whole = whole.is_some_and(|source| price::cannot_be_broken(walk.sight, source));
        Followed::on_if(!whole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{BIRCH, Trial, YOU, pick};

    const CARDS: &str = "ploy \"Trial\" { choose a: friend pick u: power_card of you where is_upgrade equip u on a free }
        upgrade \"Ring\" cost 1 { static bearer gets wounds +1 }";

    #[test]
    fn an_upgrade_goes_to_its_bearer_and_breaks() {
        let mut trial = Trial::new(CARDS);
        trial.game.state.seats[YOU].power.to_hand(0b10);
        trial.play(&[pick(BIRCH), Choice::new(Verb::Card, 1, YOU.0, 0)]);
        assert_eq!(trial.game.state.seats[YOU].power.bearer(1), Some(BIRCH.0));
        trial.with_run(|run| price::break_upgrade(run, YOU, 1));
        let power = &trial.game.state.seats[YOU].power;
        assert_eq!((power.equipped(), power.discard()), (0, 0b10));
    }
}
