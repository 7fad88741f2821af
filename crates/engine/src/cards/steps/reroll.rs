//! `roll` and `reroll`: a card rolls dice of its own, or a player rolls dice of the attack at hand again.

use super::dice::{changed, lying, put_die};
use super::prelude::*;
use crate::{
    attack::Attack,
    cards::{Ban, forbids},
};
use gloryhex_cardlang::Faces;
use gloryhex_model::{Die, Face, Roll};

/// Dice picked for a re-roll: the stage is this plus the face.
const REROLL: u8 = 10;
/// No more re-rolls.
const ENOUGH: u8 = 100;
/// The choice to roll none again.
const NONE: u8 = 255;

/// Whether the attack at hand still knows which dice of the roll have been rolled again.
fn knows(attack: &Attack, of: Faces) -> bool {
    of != Faces::Casting && (of == Faces::Defence) != attack.defence_roll.is_empty()
}

/// The dice of a roll that have been rolled again already, as far as the attack still knows.
fn rolled_again(sight: Sight<'_>, of: Faces) -> Roll {
    let attack = sight.state.attack().filter(|attack| knows(attack, of));
    attack.map_or(Roll::EMPTY, |attack| attack.fixed)
}

/// Faces of dice that can be rolled again and have not been.
fn open(step: &instr::Reroll, roll: Roll, card: &CardRun) -> impl Iterator<Item = Face> + use<> {
    let (fixed, among) = (card.roll(), step.among);
    let faces = roll.faces();
    faces.filter(move |face| among.contains(*face) && roll.count(*face) > fixed.count(*face))
}

impl Step for instr::Reroll {
    /// Dice already rolled again are in the card's own roll.
    fn take(&self, run: &mut Run<'_>, card: &CardRun, frame: Card) -> Took {
        let (mut card, seat) = (*card, card.source.seat);
        let roll = lying(run.sight(), self.of);
        if frame == Card::default() {
            card.set_roll(rolled_again(run.sight(), self.of));
            change(run, |now| *now = card);
        }
        let left: u8 = open(self, roll, &card)
            .map(|face| roll.count(face) - card.roll().count(face))
            .sum();
        let most = amount(run, &card, self.most);
        let more = most.saturating_sub(frame.count);
        if frame.stage == ENOUGH || more == 0 || left == 0 {
            if frame.count > 0 {
                changed(run, self.of);
            }
            return Ok(Did::Next);
        }
        let from = if frame.stage >= REROLL {
            Face::from_ix(frame.stage - REROLL)
        } else {
            // Where every die is rolled again, nobody need pick them one by one.
            let every = !self.up_to && left <= more && most > 1;
            match open(self, roll, &card).next().filter(|_| every) {
                Some(face) => face,
                None => return Ok(Did::Ask(seat)),
            }
        };
        let die = match run.state.attack() {
            _ if self.of == Faces::Defence => Die::Defence,
            _ if self.of == Faces::Casting => Die::Magic,
            Some(attack) if attack.is(Attack::SPELL) => Die::Magic,
            _ => Die::Attack,
        };
        let to = run.roll(seat, die, 1)?.faces().next().unwrap_or(from);
        put_die(run, self.of, from, Some(to));
        let (of, attack) = (self.of, run.state.attack_mut());
        if let Some(attack) = attack.filter(|attack| knows(attack, of)) {
            attack.fixed.add(to);
        }
        let mut fixed = card.roll();
        fixed.add(to);
        change(run, |card| card.set_roll(fixed));
        run.emit(Rule::AttackReroll, What::Rerolled { seat, from, to });
        let stage = 1;
        Ok(Did::Part(Card {
            stage,
            ..frame.once_more()
        }))
    }
    fn follow(&self, walk: &mut Walk<'_>, _: &mut CardRun) -> Followed {
        let banned = walk
            .sight
            .state
            .attack()
            .is_some_and(|attack| match self.of {
                Faces::Defence => forbids(walk.sight, attack.target, Ban::RerollDefence),
                Faces::Attack => forbids(walk.sight, attack.attacker, Ban::RerollAttack),
                Faces::Casting | Faces::Own => false,
            });
        Followed::yes_if(!banned)
    }
    fn offer(&self, sight: Sight<'_>, card: &CardRun, _: Card, out: &mut Choices) {
        for face in open(self, lying(sight, self.of), card) {
            out.push(Choice::new(Verb::Reroll, face as u8, 0, 0));
        }
        if self.up_to {
            out.push(Choice::new(Verb::Reroll, NONE, 0, 0));
        }
    }
    fn choose(&self, run: &mut Run<'_>, _: &CardRun, frame: Card, choice: Choice) {
        let stage = match choice.a {
            NONE => ENOUGH,
            face => REROLL + face,
        };
        run.put(Frame::Card(Card { stage, ..frame }));
    }
    fn refuse(&self, _: Sight<'_>, _: &CardRun, _: Choice) -> Refusal {
        Refusal::new(
            Rule::AttackReroll,
            "Re-roll a die that has not been re-rolled, or none.",
        )
    }
}

/// A card's own dice are rolled.
impl Step for instr::Roll {
    fn take(&self, run: &mut Run<'_>, card: &CardRun, _: Card) -> Took {
        let (seat, die) = (card.source.seat, self.die);
        let n = amount(run, card, self.n);
        let roll = run.roll(seat, die, n)?;
        run.emit(Rule::SequenceFollowAll, What::Rolled { seat, die, roll });
        change(run, |card| card.set_roll(roll));
        Ok(Did::Next)
    }
    fn follow(&self, _: &mut Walk<'_>, _: &mut CardRun) -> Followed {
        Followed::Yes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, DOCK, Trial};

    #[test]
    fn a_die_is_rolled_again_once_and_no_more_than_allowed() {
        let body = "reaction after attack_rolled where attacker is friendly reroll 1 attack";
        let mut trial = Trial::ploy(body).dice(&[Face::Crit]);
        let faces = [Face::Hammer, Face::Swords];
        trial.attack(ASH, DOCK).attack_roll = Roll::of(&faces);
        trial.play(&[Choice::new(Verb::Reroll, Face::Swords as u8, 0, 0)]);
        let roll = trial.game.state.attack().map(|attack| attack.attack_roll);
        assert_eq!(roll, Some(Roll::of(&[Face::Hammer, Face::Crit])));
    }

    #[test]
    fn a_card_rolls_dice_of_its_own() {
        let body = "roll 2 attack each f: enemies where leader { damage f rolled(crit) }";
        let mut trial = Trial::ploy(body).dice(&[Face::Crit, Face::Crit]);
        trial.play(&[]);
        assert_eq!(trial.fighter(DOCK).damage, 2);
    }

    #[test]
    fn only_dice_that_show_a_support_are_rolled_again_where_the_card_says_so() {
        let body = "reaction after attack_rolled where attacker is friendly reroll up to 2 attack showing supports";
        let mut trial = Trial::ploy(body).dice(&[Face::Crit]);
        let faces = [Face::Sup1, Face::Swords];
        trial.attack(ASH, DOCK).attack_roll = Roll::of(&faces);
        trial.play(&[Choice::new(Verb::Reroll, Face::Sup1 as u8, 0, 0)]);
        let roll = trial.game.state.attack().map(|attack| attack.attack_roll);
        assert_eq!(roll, Some(Roll::of(&[Face::Crit, Face::Swords])));
    }
}
