//! `allow`: you may play a card from your hand now, outside the order of a power step.

use super::prelude::*;
use crate::{bits::Bits, cards::offer, effect::Source, frames::power::Power, ops::price};
use gloryhex_cardlang::CardKind;

impl Step for instr::Allow {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        run.push(Frame::Power(Power::granted(card.source.seat, self.any)));
    }
    /// There must be another such card in hand. Whether it can be followed in turn is not asked: that would go round
    /// in circles between two cards that allow each other.
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let (sight, Source { seat, slot }) = (walk.sight, card.source);
        let own = 1u64.checked_shl(slot.into()).unwrap_or(0);
        let gambits = offer::playable(sight, seat) & sight.table.index.of(seat).gambits & !own;
        let is_ploy = |slot: u8| {
            let code = sight.table.code(Source { seat, slot });
            code.is_some_and(|code| code.kind == CardKind::Ploy)
        };
        let mut upgrades = Choices::probe();
        if self.any {
            price::upgrades(sight, seat, &mut upgrades);
        }
        let some = Bits(gambits).any(|slot| self.any || is_ploy(slot));
        Followed::on_if(some || upgrades.real() > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, Trial};

    const CARDS: &str = "ploy \"First\" { allow ploy } ploy \"Second\" { each f: friends where leader { damage f 1 } }";

    #[test]
    fn another_card_is_played_or_none() {
        let second = Choice::new(Verb::Play, 1, 255, 0);
        for (choice, damage) in [(second, 1), (Choice::PASS, 0)] {
            let mut trial = Trial::new(CARDS);
            trial.play(&[choice]);
            assert_eq!(trial.fighter(ASH).damage, damage);
        }
    }

    #[test]
    fn an_upgrade_is_no_ploy_but_a_power_card() {
        for (which, may) in [("ploy", false), ("card", true)] {
            let card = format!(
                "ploy \"First\" {{ allow {which} }} upgrade \"Second\" {{ static bearer gets move +1 }}"
            );
            let mut trial = Trial::new(&card);
            let you = &mut trial.game.state.seats[crate::cards::trial::YOU];
            you.power.to_hand(2);
            you.glory = 3;
            assert_eq!(trial.follows(), may, "{which}");
        }
    }
}
