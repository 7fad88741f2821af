//! `turn`: a player turns dice of the attack at hand to another face.

use super::{prelude::*, reroll::rolled};
use crate::frames::combat::{attack_successes, defence_successes};
use gloryhex_model::{Face, FaceSet};

/// A die is picked: the stage is this plus its face.
const PICKED: u8 = 10;

/// The faces of the dice that can be turned. One that shows the face already is not turned.
fn open(sight: Sight<'_>, step: &instr::Turn) -> FaceSet {
    let Some(mut attack) = sight.state.attack().copied() else {
        return FaceSet::EMPTY;
    };
    let wanted = match (step.successes, step.defence) {
        (false, _) => FaceSet::of(&Face::ALL),
        (true, false) => attack_successes(sight, &attack),
        (true, true) => defence_successes(sight, &attack),
    };
    let roll = *rolled(&mut attack, step.defence);
    let shown = roll.faces().filter(|face| *face != step.face);
    shown.fold(FaceSet::EMPTY, |set, face| match wanted.contains(face) {
        true => set.union(FaceSet::of(&[face])),
        false => set,
    })
}

impl Step for instr::Turn {
    fn take(&self, run: &mut Run<'_>, card: &CardRun, frame: Card) -> Took {
        let seat = card.source.seat;
        let most = amount(run, card, self.most);
        let open = open(run.sight(), self);
        if frame.count >= most || open == FaceSet::EMPTY {
            return Ok(Did::Next);
        }
        // Dice that show the same are all one.
        let from = match (frame.stage >= PICKED, open.iter().count()) {
            (true, _) => Face::from_ix(frame.stage - PICKED),
            (false, 1) => open.iter().next().unwrap_or(self.face),
            (false, _) => return Ok(Did::Ask(seat)),
        };
        let to = self.face;
        if let Some(attack) = run.state.attack_mut() {
            let roll = rolled(attack, self.defence);
            roll.remove(from);
            roll.add(to);
        }
        run.emit(Rule::AttackRoll, What::Turned { seat, from, to });
        let count = frame.count + 1;
        Ok(Did::Part(Card { stage: 1, count }))
    }
    fn follow(&self, walk: &mut Walk<'_>, _: &mut CardRun) -> Followed {
        Followed::yes_if(open(walk.sight, self) != FaceSet::EMPTY)
    }
    fn offer(&self, sight: Sight<'_>, _: &CardRun, _: Card, out: &mut Choices) {
        for face in open(sight, self).iter() {
            out.push(Choice::new(Verb::Die, face as u8, 0, 0));
        }
    }
    fn choose(&self, run: &mut Run<'_>, _: &CardRun, frame: Card, choice: Choice) {
        let stage = PICKED + choice.a;
        run.put(Frame::Card(Card { stage, ..frame }));
    }
    fn refuse(&self, _: Sight<'_>, _: &CardRun, _: Choice) -> Refusal {
        Refusal::new(Rule::AttackRoll, "Pick one of the dice that can be turned.")
    }
}
