//! `if`, `may` and `one of`: what follows happens if a condition holds or a player wants it; and going on elsewhere.

use super::prelude::*;
use crate::{cards::follow, frames::window};

/// Goes on elsewhere unless the condition holds.
impl Step for instr::Unless {
    fn take(&self, run: &mut Run<'_>, card: &CardRun, _: Card) -> Took {
        match holds(run.sight(), card, self.cond) {
            true => Ok(Did::Next),
            false => Ok(Did::To(self.to)),
        }
    }
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        if !holds(walk.sight, card, self.cond) {
            card.pc = self.to;
        }
        Followed::On
    }
}

impl Step for instr::Jump {
    fn take(&self, _: &mut Run<'_>, _: &CardRun, _: Card) -> Took {
        Ok(Did::To(self.to))
    }
    fn follow(&self, _: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        card.pc = self.to;
        Followed::On
    }
}

/// The frame of the card looks out for its end.
impl Step for instr::End {
    fn follow(&self, _: &mut Walk<'_>, _: &mut CardRun) -> Followed {
        Followed::Yes
    }
}

/// A player is asked whether to do what follows.
impl Step for instr::May {
    /// Nobody is asked to remove counters that are not there.
    fn take(&self, run: &mut Run<'_>, card: &CardRun, _: Card) -> Took {
        let (sight, pc) = (run.sight(), card.pc + 1);
        let first = super::instr_of(sight, &CardRun { pc, ..*card });
        let removes = matches!(first, Instr::RemoveCounters(_));
        if removes && !follow::can_be_followed(sight, &CardRun { pc, ..*card }) {
            return Ok(Did::To(self.to));
        }
        Ok(Did::Ask(seat_of(sight, card, self.by)))
    }
    /// It is enough if what follows can be done, or what comes after it.
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let declined = CardRun {
            pc: self.to,
            ..*card
        };
        Followed::yes_if(walk.from(*card) || walk.from(declined))
    }
    fn asks(&self) -> Ref {
        self.by
    }
    fn offer(&self, _: Sight<'_>, _: &CardRun, _: Card, out: &mut Choices) {
        out.push(Choice::new(Verb::Confirm, 1, 0, 0));
        out.push(Choice::new(Verb::Confirm, 0, 0, 0));
    }
    fn choose(&self, run: &mut Run<'_>, card: &CardRun, _: Card, choice: Choice) {
        let yes = choice.a == 1;
        if !yes {
            window::decline(run, card);
        }
        change(run, |card| {
            card.pc = if yes { card.pc + 1 } else { self.to }
        });
    }
}

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
            change(run, |card| card.pc = arm.to);
        }
    }
}

/// An arm is only looked at.
impl Step for instr::Arm {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, DOCK, Trial};

    #[test]
    fn a_condition_a_wish_and_a_pick_decide_what_happens() {
        let mut trial = Trial::ploy(
            "each f: friends where leader { if f is inspired { damage f 1 } else { damage f 2 } }",
        );
        trial.play(&[]);
        assert_eq!(trial.fighter(ASH).damage, 2);

        let body = "each f: enemies where leader { may { damage f 1 } }";
        for (yes, damage) in [(0, 0), (1, 1)] {
            let mut trial = Trial::ploy(body);
            trial.play(&[Choice::new(Verb::Confirm, yes, 0, 0)]);
            assert_eq!(trial.fighter(DOCK).damage, damage);
        }

        let mut trial = Trial::ploy(
            "one of { each f: enemies { damage f 1 } } or { each f: friends { damage f 1 } }",
        );
        trial.play(&[Choice::new(Verb::Option, 1, 0, 0)]);
        let hurt = [ASH, DOCK].map(|who| trial.fighter(who).damage);
        assert_eq!(hurt, [1, 0]);
    }
}
