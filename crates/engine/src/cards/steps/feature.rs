//! `flip`, `remove`, `move`, `mark` and `unmark`: what is done to a feature token or a hex.

use super::prelude::*;
use crate::{
    cards::Ban,
    ops::field,
    state::{Feature, Mark},
};
use gloryhex_cardlang::HexMark;
use gloryhex_hexgrid::{HexId, Kind};

/// What a player has done to a token.
fn about(card: &CardRun, token: usize) -> Bind {
    Bind {
        number: token as u8,
        ..Bind::seat(card.source.seat)
    }
}

/// A feature token is turned over.
impl Step for instr::Flip {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let token = token_of(run, card, self.token);
        let may = |ix: &usize| !cards::forbids_token(run.sight(), *ix, Ban::Flipped);
        if let Some(ix) = token.filter(may) {
            let token = &mut run.state.features[ix];
            if token.number > 0 {
                token.flags ^= Feature::NUMBERED;
                token.flags |= Feature::KNOWN;
            }
            let numbered = token.numbered();
            let index = ix as u8;
            run.emit(Rule::PowerDelve, What::TokenFlipped { index, numbered });
            cards::tell(run, Trigger::Flipped, about(card, ix));
        }
    }
    /// A token that an ability keeps from being flipped cannot be.
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let ix = usize::try_from(value_of(card, self.token)).ok();
        let kept = |ix: usize| cards::forbids_token(walk.sight, ix, Ban::Flipped);
        Followed::on_if(!ix.is_some_and(kept))
    }
}

/// A feature token is taken off the battlefield.
impl Step for instr::RemoveToken {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        if let Some(ix) = token_of(run, card, self.token) {
            run.state.features[ix].hex = HexId::NONE;
            let index = ix as u8;
            run.emit(Rule::SequenceFollowAll, What::TokenRemoved { index });
            cards::tell(run, Trigger::TokenRemoved, about(card, ix));
        }
    }
}

/// A feature token is moved, or brought back, to a hex.
impl Step for instr::MoveToken {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let hex = hex_of(run.sight(), card, self.hex);
        if let (Some(ix), Some(hex)) = (token_of(run, card, self.token), hex) {
            let from = std::mem::replace(&mut run.state.features[ix].hex, hex);
            let index = ix as u8;
            run.emit(Rule::SequenceFollowAll, What::TokenMoved { index, hex });
            let mut bind = about(card, ix);
            bind.slot = match from {
                HexId::NONE => 0,
                from => run.grid.distance(from, hex),
            };
            cards::tell(run, Trigger::TokenMoved, bind);
        }
    }
    /// A token never comes into a hex that is closed to it (Harrowdeep p.26), unless its card says so.
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let sight = walk.sight;
        let mut closed = [Kind::BLOCKED, Kind::LETHAL, Kind::COVER].into_iter();
        Followed::on_if(hex_of(sight, card, self.hex).is_some_and(|hex| {
            sight.state.feature_at(hex).is_none()
                && (self.anywhere || !closed.any(|kind| field::of_kind(sight, kind).contains(hex)))
        }))
    }
}

/// A hex becomes blocked or lethal for a time.
impl Step for instr::MarkHex {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let Some(hex) = hex_of(run.sight(), card, self.hex) else {
            return;
        };
        let kinds = match self.mark {
            HexMark::Blocked => Kind::BLOCKED,
            HexMark::Lethal => Kind::LETHAL,
            HexMark::Trap => Kind::TRAP,
        };
        let free = run.state.marks.iter().position(|m| m.hex == HexId::NONE);
        let token = run.state.feature_at(hex).filter(|_| self.token);
        run.state.marks[free.unwrap_or(0)] = Mark {
            hex,
            token: token.map_or(255, |ix| ix as u8),
            kinds,
            until: self.until,
            owner: match self.mark {
                HexMark::Trap => card.source.seat,
                HexMark::Blocked | HexMark::Lethal => Seat::NONE,
            },
        };
        run.emit(Rule::SequenceFollowAll, What::HexChanged { hex, kinds });
    }
}

/// A trap model of the player is taken off the battlefield.
impl Step for instr::Unmark {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let Some(hex) = hex_of(run.sight(), card, self.hex) else {
            return;
        };
        let own = |mark: &Mark| {
            mark.hex == hex && mark.kinds.has(Kind::TRAP) && mark.owner == card.source.seat
        };
        for mark in run.state.marks.iter_mut().filter(|mark| own(mark)) {
            *mark = Mark::NONE;
        }
        let kinds = Kind::PLAIN;
        run.emit(Rule::SequenceFollowAll, What::HexChanged { hex, kinds });
    }
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let traps = field::traps(walk.sight, card.source.seat);
        let hex = hex_of(walk.sight, card, self.hex);
        Followed::on_if(hex.is_some_and(|hex| traps.contains(hex)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::Trial;

    #[test]
    fn a_token_is_flipped_moved_and_removed() {
        let feature = |choice: u8| Choice::new(Verb::Feature, choice, 0, 0);
        let mut trial = Trial::ploy("pick t: token flip t pick h: hex where empty move t to h");
        trial.token(2, "c3");
        let to = trial.hex("c5");
        trial.play(&[feature(1), Choice::hex(Verb::Hex, to)]);
        let token = trial.game.state.features[1];
        assert_eq!((token.hex, token.numbered()), (to, false));
        let mut trial = Trial::ploy("pick t: token remove t");
        trial.token(2, "c3");
        trial.play(&[feature(1)]);
        assert!(!trial.game.state.features[1].on_field());
    }

    #[test]
    fn no_token_is_moved_onto_another() {
        let mut trial = Trial::ploy("choose a: friend where leader pick t: token move t to hex(a)");
        trial.token(1, "c3");
        assert!(trial.follows());
        trial.token(2, "a2");
        assert!(!trial.follows());
    }

    #[test]
    fn a_trap_is_its_players_and_is_taken_off_again() {
        let mut trial = Trial::ploy("pick h: hex where edge mark h trap until game");
        let hex = trial.hex("e1");
        trial.play(&[Choice::hex(Verb::Hex, hex)]);
        let there = |trial: &Trial, seat| field::traps(trial.sight(), Seat(seat)).contains(hex);
        assert_eq!([0, 1].map(|seat| there(&trial, seat)), [true, false]);
        let marks = trial.game.state.marks;
        let mut trial = Trial::ploy("pick h: hex where own_trap unmark h");
        assert!(!trial.follows());
        trial.game.state.marks = marks;
        trial.play(&[Choice::hex(Verb::Hex, hex)]);
        assert!(!there(&trial, 0));
    }

    #[test]
    fn a_hex_is_lethal_until_the_mark_goes() {
        let mut trial = Trial::ploy("pick h: hex where empty mark h lethal until round");
        let hex = trial.hex("c3");
        trial.play(&[Choice::hex(Verb::Hex, hex)]);
        assert!(field::of_kind(trial.sight(), Kind::LETHAL).contains(hex));
    }
}
