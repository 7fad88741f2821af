//! `take`: a token, or all of a kind, is taken from a fighter.

use super::prelude::*;
use crate::ops::tokens;

impl Step for instr::Take {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        if let Some(fighter) = fighter_of(run.sight(), card, self.who) {
            if self.all {
                tokens::clear(run, fighter, self.token);
            } else {
                tokens::take(run, fighter, self.token);
            }
        }
    }
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let sight = walk.sight;
        let in_vain = |fighter| !anything(sight) && !sight.state.fighter(fighter).has(self.token);
        Followed::on_if(!standing(sight, card, self.who).is_some_and(in_vain))
    }
}
