//! `swap`: two fighters, or two feature tokens, change places.

use super::prelude::*;
use crate::frames::moving::{Manner, Move};

impl Step for instr::Swap {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let sight = run.sight();
        if let (Some(a), Some(b)) = (standing(sight, card, self.a), standing(sight, card, self.b)) {
            let (at, to) = (run.state.fighter(a).hex, run.state.fighter(b).hex);
            run.state.fighter_mut(a).hex = to;
            run.state.fighter_mut(b).hex = at;
            run.push(Frame::Move(Move::to(a, Manner::Place, at, to)));
            run.push(Frame::Move(Move::to(b, Manner::Place, to, at)));
        }
    }
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let there = |who| standing(walk.sight, card, who).is_some();
        Followed::yes_if(there(self.a) && there(self.b))
    }
}

impl Step for instr::SwapTokens {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        if let (Some(a), Some(b)) = (token_of(run, card, self.a), token_of(run, card, self.b)) {
            let (at, to) = (run.state.features[a].hex, run.state.features[b].hex);
            for (ix, hex) in [(a, to), (b, at)] {
                run.state.features[ix].hex = hex;
                let index = ix as u8;
                run.emit(Rule::SequenceFollowAll, What::TokenMoved { index, hex });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, DOCK, Trial, pick};

    #[test]
    fn two_fighters_and_two_tokens_change_places() {
        let mut trial = Trial::ploy("choose a: friend, b: enemy swap a, b");
        let before = [ASH, DOCK].map(|who| trial.fighter(who).hex);
        trial.play(&[pick(ASH), pick(DOCK)]);
        let after = [DOCK, ASH].map(|who| trial.fighter(who).hex);
        assert_eq!(before, after);
        let mut trial = Trial::ploy("pick a: token, b: token swap a, b");
        let before = [trial.token(1, "c1").hex, trial.token(2, "c5").hex];
        trial.play(&[0, 1].map(|nth| Choice::new(Verb::Feature, nth, 0, 0)));
        let after = [1, 0].map(|nth: usize| trial.game.state.features[nth].hex);
        assert_eq!(before, after);
    }
}
