//! `one_of`: a player is asked for one of several things to do.

use super::prelude::*;
use crate::cards::follow;

/// The arms after a step that may be taken: the place of each and where it begins.
fn open_arms<'a>(
    sight: Sight<'a>,
    card: &'a CardRun,
    after: usize,
    n: u8,
) -> impl Iterator<Item = (u8, CardRun)> + Clone + 'a {
    let code = sight
        .table
        .code(card.source)
        .map_or(&[][..], |code| &code.code);
    let arms = code.iter().skip(after).take(n.into()).zip(0..);
    arms.filter_map(move |(arm, nth)| match *arm {
        Instr::Arm(instr::Arm { cond, to }) if holds(sight, card, cond) => {
            Some((nth, CardRun { pc: to, ..*card }))
        }
        _ => None,
    })
}

impl Step for instr::Options {
    fn take(&self, run: &mut Run<'_>, card: &CardRun, frame: Card) -> Took {
        Ok(self.ask(run, card, frame).unwrap_or(Did::To(self.to)))
    }
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let mut arms = open_arms(walk.sight, card, card.pc.into(), self.n);
        Followed::yes_if(arms.any(|(_, arm)| walk.from(arm)))
    }
    fn asks(&self) -> Ref {
        self.by
    }
    /// An arm that cannot be followed is offered only where none can.
    fn offer(&self, sight: Sight<'_>, card: &CardRun, _: Card, out: &mut Choices) {
        let arms = open_arms(sight, card, usize::from(card.pc) + 1, self.n);
        let follows = |arm: &CardRun| follow::can_be_followed(sight, arm);
        let any = arms.clone().any(|(_, arm)| follows(&arm));
        for (nth, _) in arms.filter(|(_, arm)| !any || follows(arm)) {
            out.push(Choice::new(Verb::Option, nth, 0, 0));
        }
    }
    fn choose(&self, run: &mut Run<'_>, card: &CardRun, _: Card, choice: Choice) {
        let at = usize::from(card.pc) + 1 + usize::from(choice.a);
        let code = run.table.code(card.source);
        if let Some(Instr::Arm(arm)) = code.and_then(|code| code.code.get(at)) {
            put(
                run,
                CardRun {
                    pc: arm.to,
                    ..*card
                },
            );
        }
    }
}

/// An arm is only looked at.
impl Step for instr::Arm {}
