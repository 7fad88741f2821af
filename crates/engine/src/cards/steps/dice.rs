//! `turn` and `drop`: dice of a roll that has been made show another face, or are left out.
//!
//! Also where the dice are that cards may change; rolling them again is in [`super::reroll`].

use super::prelude::*;
use crate::{frames::combat, state::State};
use gloryhex_cardlang::Faces;
use gloryhex_model::{Face, FaceSet, Roll};

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
fn spell(state: &State) -> Option<usize> {
    let cards = &state.cards[..usize::from(state.n_cards)];
    cards.iter().rposition(|card| card.is(CardRun::TO_CAST))
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

/// Asks for one die after the other, until there are enough or none is left.
fn take_dice(
    step: &dyn Step,
    run: &mut Run<'_>,
    card: &CardRun,
    frame: Card,
    n: u8,
    of: Faces,
) -> Took {
    if frame.count < n
        && let Some(asks) = step.ask(run, card, frame)
    {
        return Ok(asks);
    }
    if frame.count > 0 {
        changed(run, of);
    }
    Ok(Did::Next)
}

/// A die was picked; there may be more to pick.
fn next_die(run: &mut Run<'_>, frame: Card) {
    let count = frame.count + 1;
    run.put(Frame::Card(Card { count, ..frame }));
}

impl Step for instr::Turn {
    fn take(&self, run: &mut Run<'_>, card: &CardRun, frame: Card) -> Took {
        let n = amount(run, card, self.n);
        take_dice(self, run, card, frame, n, self.of)
    }
    fn follow(&self, walk: &mut Walk<'_>, _: &mut CardRun) -> Followed {
        let (sight, to) = (walk.sight, self.to);
        let faces = self.faces(sight);
        Followed::on_if(
            lying(sight, self.of)
                .faces()
                .any(|face| face != to && faces.contains(face)),
        )
    }
    fn offer(&self, sight: Sight<'_>, _: &CardRun, _: Card, out: &mut Choices) {
        let faces = self.faces(sight);
        let can = |face| face != self.to && faces.contains(face);
        offer_faces(lying(sight, self.of), out, can);
    }
    fn choose(&self, run: &mut Run<'_>, card: &CardRun, frame: Card, choice: Choice) {
        let (seat, from, to) = (card.source.seat, Face::from_ix(choice.a), self.to);
        put_die(run, self.of, from, Some(to));
        run.emit(Rule::SequenceFollowAll, What::Turned { seat, from, to });
        next_die(run, frame);
    }
    fn refuse(&self, _: Sight<'_>, _: &CardRun, _: Choice) -> Refusal {
        Refusal::new(
            Rule::SequenceFollowAll,
            "Pick a die of the roll that can be turned.",
        )
    }
}

/// Which faces can be turned.
trait Turnable {
    fn faces(&self, sight: Sight<'_>) -> FaceSet;
}

impl Turnable for instr::Turn {
    fn faces(&self, sight: Sight<'_>) -> FaceSet {
        match (self.success, self.of, sight.state.attack()) {
            (true, Faces::Attack, Some(attack)) => combat::attack_successes(sight, attack),
            (true, Faces::Defence, Some(attack)) => combat::defence_successes(sight, attack),
            _ => FaceSet::of(&Face::ALL),
        }
    }
}

impl Step for instr::Drop {
    fn take(&self, run: &mut Run<'_>, card: &CardRun, frame: Card) -> Took {
        let n = amount(run, card, self.n);
        take_dice(self, run, card, frame, n, self.of)
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
        next_die(run, frame);
    }
    fn refuse(&self, _: Sight<'_>, _: &CardRun, _: Choice) -> Refusal {
        Refusal::new(
            Rule::SequenceFollowAll,
            "Pick a die of the roll to leave out.",
        )
    }
}
