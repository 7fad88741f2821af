//! `turn`, `drop` and `include`: dice of a roll that has been made show another face, are left out, or one more is counted.
//!
//! Where the dice of each roll are kept is told here, too. Rolling dice again is in [`super::reroll`].

use super::prelude::*;
use crate::{frames::combat, state::State};
use gloryhex_cardlang::Faces;
use gloryhex_model::{Face, Roll};

/// The dice of a roll as they lie.
pub(super) fn lying(sight: Sight<'_>, of: Faces) -> Roll {
    let attack = sight.state.attack();
    let found = match of {
        Faces::Attack => attack.map(|attack| attack.attack_roll),
        Faces::Defence => attack.map(|attack| attack.defence_roll),
        Faces::Casting => spell(sight.state).map(|ix| sight.state.cards[ix].roll()),
        Faces::Own => None,
    };
    found.unwrap_or(Roll::EMPTY)
}

/// A die is taken out of a roll, and one with another face put in its place.
pub(super) fn put_die(run: &mut Run<'_>, of: Faces, from: Face, to: Option<Face>) {
    let mut roll = lying(run.sight(), of);
    roll.remove(from);
    if let Some(to) = to {
        roll.add(to);
    }
    set_roll(run, of, roll);
}

/// The dice of a roll lie so from now on.
fn set_roll(run: &mut Run<'_>, of: Faces, roll: Roll) {
    if of == Faces::Casting {
        if let Some(ix) = spell(run.state) {
            run.state.cards[ix].set_roll(roll);
        }
    } else if let Some(attack) = run.state.attack_mut() {
        match of {
            Faces::Defence => attack.defence_roll = roll,
            _ => attack.attack_roll = roll,
        }
    }
}

/// The place of the spell that is being cast among the cards being resolved.
pub(super) fn spell(state: &State) -> Option<usize> {
    let mut cards = state.cards_at_hand().iter();
    cards.rposition(|card| card.is(CardRun::TO_CAST))
}

/// The dice have changed: an attack that was judged by them is judged again.
pub(super) fn changed(run: &mut Run<'_>, of: Faces) {
    if of != Faces::Casting {
        combat::judge_again(run);
    }
}

/// Lists the faces of dice that can be picked.
fn offer_faces(roll: Roll, out: &mut Choices, can: impl Fn(Face) -> bool) {
    for face in roll.faces().filter(|face| can(*face)) {
        out.push(Choice::new(Verb::Die, face as u8, 0, 0));
    }
}

/// Asks for one die after the other of a roll, until there are enough or none is left.
fn take_dice(
    step: &dyn Step,
    run: &mut Run<'_>,
    card: &CardRun,
    frame: Card,
    (n, of): (Formula, Faces),
) -> Took {
    if frame.count < amount(run, card, n)
        && let Some(asks) = step.ask(run, card, frame)
    {
        return Ok(asks);
    }
    if frame.count > 0 {
        changed(run, of);
    }
    Ok(Did::Next)
}

/// Whether a die with this face can be turned.
fn turns(step: &instr::Turn, sight: Sight<'_>, face: Face) -> bool {
    let attack = sight.state.attack().filter(|_| step.success);
    let fits = attack.is_none_or(|attack| match step.of {
        Faces::Attack => combat::attack_successes(sight, attack).contains(face),
        Faces::Defence => combat::defence_successes(sight, attack).contains(face),
        Faces::Casting | Faces::Own => true,
    });
    fits && face != step.to
}

impl Step for instr::Turn {
    fn take(&self, run: &mut Run<'_>, card: &CardRun, frame: Card) -> Took {
        take_dice(self, run, card, frame, (self.n, self.of))
    }
    fn follow(&self, walk: &mut Walk<'_>, _: &mut CardRun) -> Followed {
        let mut faces = lying(walk.sight, self.of).faces();
        Followed::on_if(faces.any(|face| turns(self, walk.sight, face)))
    }
    fn offer(&self, sight: Sight<'_>, _: &CardRun, _: Card, out: &mut Choices) {
        offer_faces(lying(sight, self.of), out, |face| turns(self, sight, face));
    }
    fn choose(&self, run: &mut Run<'_>, card: &CardRun, frame: Card, choice: Choice) {
        let (seat, from, to) = (card.source.seat, Face::from_ix(choice.a), self.to);
        put_die(run, self.of, from, Some(to));
        run.emit(Rule::SequenceFollowAll, What::Turned { seat, from, to });
        run.put(Frame::Card(frame.once_more()));
    }
    fn refuse(&self, _: Sight<'_>, _: &CardRun, _: Choice) -> Refusal {
        Refusal::new(
            Rule::SequenceFollowAll,
            "Pick a die of the roll that can be turned.",
        )
    }
}

impl Step for instr::Drop {
    fn take(&self, run: &mut Run<'_>, card: &CardRun, frame: Card) -> Took {
        take_dice(self, run, card, frame, (self.n, self.of))
    }
    fn follow(&self, walk: &mut Walk<'_>, _: &mut CardRun) -> Followed {
        Followed::on_if(!lying(walk.sight, self.of).is_empty())
    }
    fn offer(&self, sight: Sight<'_>, _: &CardRun, _: Card, out: &mut Choices) {
        offer_faces(lying(sight, self.of), out, |_| true);
    }
    fn choose(&self, run: &mut Run<'_>, card: &CardRun, frame: Card, choice: Choice) {
        let (seat, from) = (card.source.seat, Face::from_ix(choice.a));
        put_die(run, self.of, from, None);
        run.emit(Rule::SequenceFollowAll, What::LeftOut { seat, face: from });
        run.put(Frame::Card(frame.once_more()));
    }
    fn refuse(&self, _: Sight<'_>, _: &CardRun, _: Choice) -> Refusal {
        Refusal::new(
            Rule::SequenceFollowAll,
            "Pick a die of the roll to leave out.",
        )
    }
}

/// The face that a success of this roll shows, criticals apart.
fn success(sight: Sight<'_>, of: Faces) -> Option<Face> {
    let attack = sight.state.attack()?;
    let faces = match of {
        Faces::Defence => combat::defence_successes(sight, attack),
        Faces::Attack => combat::attack_successes(sight, attack),
        Faces::Casting | Faces::Own => return None,
    };
    let support = [Face::Crit, Face::Sup1, Face::Sup2];
    let mut plain = Face::ALL.into_iter().filter(|face| !support.contains(face));
    plain.find(|face| faces.contains(*face))
}

/// More dice are counted as if they had been rolled.
impl Step for instr::Include {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let seat = card.source.seat;
        let n = amount(run, card, self.n);
        let face = match self.success {
            true => success(run.sight(), self.of),
            false => Some(self.face),
        };
        let Some(face) = face else { return };
        for _ in 0..n {
            let mut roll = lying(run.sight(), self.of);
            roll.add(face);
            set_roll(run, self.of, roll);
            run.emit(Rule::SequenceFollowAll, What::Included { seat, face });
        }
        changed(run, self.of);
    }
    fn follow(&self, walk: &mut Walk<'_>, _: &mut CardRun) -> Followed {
        let known = !self.success || success(walk.sight, self.of).is_some();
        Followed::on_if(known && !lying(walk.sight, self.of).is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, DOCK, Trial};

    const HAMMER: Choice = Choice::new(Verb::Die, Face::Hammer as u8, 0, 0);
    const SWORDS: Choice = Choice::new(Verb::Die, Face::Swords as u8, 0, 0);

    /// Ash has rolled so, and a reaction to it does this.
    fn rolled(faces: &[Face], body: &str) -> Trial {
        let when = "reaction after attack_rolled where attacker is friendly";
        let mut trial = Trial::ploy(&format!("{when} {body}"));
        trial.attack(ASH, DOCK).attack_roll = Roll::of(faces);
        trial
    }
    fn left(trial: &Trial) -> Option<Roll> {
        trial.game.state.attack().map(|attack| attack.attack_roll)
    }

    #[test]
    fn a_die_that_is_turned_shows_another_face() {
        let mut trial = rolled(&[Face::Hammer, Face::Swords], "turn 1 attack to crit");
        trial.play(&[SWORDS]);
        assert_eq!(left(&trial), Some(Roll::of(&[Face::Hammer, Face::Crit])));
    }

    #[test]
    fn a_die_that_shows_the_face_already_is_not_turned() {
        let mut trial = rolled(&[Face::Hammer, Face::Crit], "turn 1 attack to crit");
        assert_eq!(trial.ask(&[]), [HAMMER]);
        assert!(!rolled(&[Face::Crit], "turn 1 attack to crit").follows());
    }

    #[test]
    fn no_die_but_a_success_is_turned_where_the_card_says_so() {
        let body = "turn 1 attack success to crit";
        let mut trial = rolled(&[Face::Hammer, Face::Swords], body);
        assert_eq!(trial.ask(&[]), [HAMMER]);
        assert!(!rolled(&[Face::Swords], body).follows());
    }

    #[test]
    fn a_die_that_is_added_counts_as_rolled() {
        let mut trial = rolled(&[Face::Swords], "include 1 crit in attack");
        trial.play(&[]);
        assert_eq!(left(&trial), Some(Roll::of(&[Face::Swords, Face::Crit])));
        let mut trial = rolled(&[Face::Swords], "include 1 success in attack");
        trial.play(&[]);
        assert_eq!(left(&trial), Some(Roll::of(&[Face::Swords, Face::Hammer])));
        assert!(!rolled(&[], "include 1 crit in attack").follows());
    }

    #[test]
    fn a_die_that_is_left_out_is_no_part_of_the_roll() {
        let mut trial = rolled(&[Face::Hammer, Face::Swords], "drop 1 attack");
        trial.play(&[HAMMER]);
        assert_eq!(left(&trial), Some(Roll::of(&[Face::Swords])));
        assert!(!rolled(&[], "drop 1 attack").follows());
    }

    #[test]
    fn no_more_dice_are_picked_than_there_are() {
        let mut trial = rolled(&[Face::Hammer, Face::Swords], "drop 3 attack");
        trial.play(&[SWORDS, HAMMER]);
        assert_eq!(left(&trial), Some(Roll::EMPTY));
    }
}
