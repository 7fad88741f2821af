//! `place`: a fighter is placed in an empty hex, or brought back to one.

use super::prelude::*;
use crate::{
    cards::Ban,
    frames::moving::{Manner, Move},
    ops::{field, harm},
};
use gloryhex_hexgrid::{HexId, HexSet};

/// The hexes a fighter can be placed in. The hex of one who is taken off the battlefield first is empty.
fn hexes(step: &instr::Place, sight: Sight<'_>, card: &CardRun) -> HexSet {
    let (Some(fighter), Some(context)) = (fighter_of(sight, card, step.who), context(sight, card))
    else {
        return HexSet::EMPTY;
    };
    let left = sight.state.fighter(fighter).hex;
    if left == HexId::NONE && cards::forbids(sight, fighter, Ban::Raised) {
        return HexSet::EMPTY;
    }
    let mut empty = field::empty(sight);
    if step.lifted && left != HexId::NONE {
        empty.insert(left);
    }
    context.hexes_which(empty, step.hex)
}

impl Step for instr::Place {
    fn take(&self, run: &mut Run<'_>, card: &CardRun, frame: Card) -> Took {
        Ok(self.ask(run, card, frame).unwrap_or(Did::Next))
    }
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        Followed::yes_if(!hexes(self, walk.sight, card).is_empty())
    }
    fn offer(&self, sight: Sight<'_>, card: &CardRun, _: Card, out: &mut Choices) {
        for at in hexes(self, sight, card) {
            out.push(Choice::hex(Verb::Hex, at));
        }
    }
    fn choose(&self, run: &mut Run<'_>, card: &CardRun, _: Card, choice: Choice) {
        go_on(run);
        if let Some(fighter) = fighter_of(run.sight(), card, self.who) {
            let hex = choice.hex_a();
            let from = run.state.fighter(fighter).hex;
            if from == HexId::NONE {
                harm::bring_back(run, fighter, hex);
            }
            run.push(Frame::Move(Move::to(fighter, Manner::Place, from, hex)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, DOCK, Trial, pick};

    #[test]
    fn a_fighter_is_placed_in_an_empty_hex_that_fits() {
        let mut trial = Trial::ploy("choose a: friend place a in hex where edge");
        let to = trial.hex("e5");
        trial.play(&[pick(ASH), Choice::hex(Verb::Hex, to)]);
        assert_eq!(trial.fighter(ASH).hex, to);
    }

    #[test]
    fn the_hex_of_who_is_lifted_is_empty() {
        let lone = "choose a: enemy where leader lift a into hex where distance(it, a) = 0";
        let mut trial = Trial::ploy(lone);
        let here = trial.fighter(DOCK).hex;
        trial.play(&[pick(DOCK), Choice::hex(Verb::Hex, here)]);
        assert!(!Trial::ploy(&lone.replace("lift a into", "place a in")).follows());
    }

    #[test]
    fn who_cannot_be_raised_is_not_brought_back() {
        let cards = "ploy \"Trial\" { choose a: any_friend where out place a in hex where edge }
            upgrade \"Ring\" cost 1 { static friends where leader cannot be_raised }";
        let mut trial = Trial::new(cards);
        for (who, raised) in [(ASH, false), (crate::cards::trial::BIRCH, true)] {
            let hex = trial.fighter(who).hex;
            trial.fighter(who).hex = HexId::NONE;
            trial.fighter(who).set(crate::state::Fighter::OUT, true);
            // The upgrade stays with its bearer.
            assert_eq!(trial.follows(), raised, "{who:?}");
            trial.fighter(who).hex = hex;
            trial.fighter(who).set(crate::state::Fighter::OUT, false);
        }
    }
}
