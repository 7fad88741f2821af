//! `add` and `remove`: counters of a fighter or a player that have a name.

use super::prelude::*;
use crate::{
    cards::{
        listeners::{listener::Way, moment::Moment},
        offer, statics,
    },
    ops::counters::{self, Whose},
};
use gloryhex_cardlang::Altered;
use gloryhex_model::{CountedFor, CounterId, Seat};

/// Whose counters a step is about; nobody's if they are a fighter's who does not stand.
fn whose(sight: Sight<'_>, card: &CardRun, whose: Ref, counter: CounterId) -> Option<Whose> {
    match sight.table.counters.find(counter)?.0 {
        CountedFor::Fighter => standing(sight, card, whose).map(Whose::Fighter),
        CountedFor::Player => Some(Whose::Player(seat_of(sight, card, whose))),
    }
}

/// Counters are added.
impl Step for instr::AddCounters {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        if let Some(whose) = whose(run.sight(), card, self.whose, self.counter) {
            let n = amount(run, card, self.n);
            counters::add(run, whose, self.counter, n);
        }
    }
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        Followed::on_if(whose(walk.sight, card, self.whose, self.counter).is_some())
    }
}

/// Counters are removed. As many as are asked for must be there, and one at least where all are.
impl Step for instr::RemoveCounters {
    fn take(&self, run: &mut Run<'_>, card: &CardRun, frame: Card) -> Took {
        let Some(whose) = whose(run.sight(), card, self.whose, self.counter) else {
            return Ok(Did::Next);
        };
        let all = self.n.is_yes();
        if frame.stage == 0 && cards::is_heard(run, Trigger::CountersDue) {
            let n = match all {
                true => counters::count(run.table, run.state, whose, self.counter).max(1),
                false => amount(run, card, self.n),
            };
            if n > 0 {
                let bind = counters::due(run.table, whose, self.counter, n);
                cards::tell(run, Trigger::CountersDue, bind);
                return Ok(Did::Part(Card { stage: 1, count: 0 }));
            }
        }
        let n = if all {
            u8::MAX
        } else {
            amount(run, card, self.n).saturating_sub(frame.count)
        };
        counters::remove(run, whose, self.counter, n, frame.count);
        Ok(Did::Next)
    }
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let sight = walk.sight;
        let Some(whose) = whose(sight, card, self.whose, self.counter) else {
            return Followed::No;
        };
        let wanted = if self.n.is_yes() {
            1
        } else {
            value(sight, card, self.n)
        };
        let has = counters::count(sight.table, sight.state, whose, self.counter);
        let more = || removable(sight, whose, self.counter, wanted);
        Followed::on_if(i16::from(has) >= wanted || i16::from(more()) >= wanted)
    }
}

/// How many counters can be removed from somebody, with those that reactions to the removal of `wanted` of them would
/// waive.
pub fn removable(sight: Sight<'_>, whose: Whose, counter: CounterId, wanted: i16) -> u8 {
    let has = counters::count(sight.table, sight.state, whose, counter);
    let wanted = wanted.clamp(1, 200) as u8;
    let bind = counters::due(sight.table, whose, counter, wanted);
    match somebody_waits(sight, bind.seat) && !sight.state.is_quiet() {
        true => has.saturating_add(waived(sight, bind)),
        false => has,
    }
}

/// Whether a card of a seat that is in hand or in play reacts to the removal of counters.
fn somebody_waits(sight: Sight<'_>, seat: Seat) -> bool {
    let index = &sight.table.index;
    let waiting = index
        .of(seat)
        .listeners(Way::React, Some(Trigger::CountersDue));
    let hand = u128::from(sight.state.seats[seat].power.hand());
    let mut effects = sight.state.effects.iter();
    waiting
        .iter()
        .any(|by| by.is_in(hand, statics::in_play(sight, seat)))
        || effects.any(|effect| {
            let waits = index.lasting_of(effect.source);
            effect.source.seat == seat && waits.contains(Trigger::CountersDue)
        })
}

/// How many counters a reaction would waive, at most. Whether that reaction could itself remove counters is asked as if
/// nobody reacted to it, so that there is an end to it.
#[cold]
fn waived(sight: Sight<'_>, bind: Bind) -> u8 {
    let mut supposed = *sight.state;
    let Some(place) = supposed.cards.get_mut(usize::from(supposed.n_cards)) else {
        return 0;
    };
    let flags = CardRun::QUIET;
    *place = CardRun {
        flags,
        ..CardRun::NONE
    };
    supposed.n_cards += 1;
    let state = &supposed;
    let sight = Sight { state, ..sight };
    let moment = Moment::new(Trigger::CountersDue, bind, Also::NOTHING);
    let mut most = 0;
    offer::reactions(sight, &moment, bind.seat, false, &mut |card| {
        most = most.max(waives(sight, &card));
    });
    most
}

/// How many counters a reaction waives.
fn waives(sight: Sight<'_>, card: &CardRun) -> u8 {
    let clause = clause_of(sight, card).map(|clause| usize::from(clause.body));
    let code = sight.table.code(card.source).zip(clause);
    let steps = code.and_then(|(code, body)| code.code.get(body..));
    let steps = steps.unwrap_or(&[]).iter();
    let own = steps.take_while(|step| !matches!(step, Instr::End(_)));
    own.map(|step| match step {
        Instr::Alter(alter) if alter.what == Altered::Waive => {
            value(sight, card, alter.n).clamp(0, 200) as u8
        }
        _ => 0,
    })
    .sum()
}

/// So many of the counters about to be removed need not be there.
pub(super) fn waive(run: &mut Run<'_>, n: u8) {
    let cards = run.state.stack.iter_mut().rev();
    let mut cards = cards.filter_map(|frame| match frame {
        Frame::Card(card) => Some(card),
        _ => None,
    });
    // The first is the reaction's own.
    if let Some(removing) = cards.nth(1).filter(|card| card.stage == 1) {
        removing.count = removing.count.saturating_add(n);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, BIRCH, Trial, YOU, pick};

    const OF_FIGHTER: &str = "counter debt of fighter choose a: friend";

    /// How many of your card's counters somebody has.
    fn count(trial: &Trial, whose: Whose) -> u8 {
        let (table, state) = (&trial.game.table, &trial.game.state);
        let code = table.code(trial.card().source).expect("your card");
        counters::count(table, state, whose, code.counters[0].0)
    }

    #[test]
    fn counters_of_a_fighter_are_added_and_removed() {
        let mut trial = Trial::ploy(&format!(
            "{OF_FIGHTER} add 3 debt to a remove 1 debt from a"
        ));
        trial.play(&[pick(BIRCH)]);
        let debts = [ASH, BIRCH].map(|who| count(&trial, Whose::Fighter(who)));
        assert_eq!(debts, [0, 2]);
    }

    #[test]
    fn counters_of_a_player_are_added_and_all_removed() {
        let mut trial = Trial::ploy("counter loot of player add 2 loot");
        trial.play(&[]);
        assert_eq!(count(&trial, Whose::Player(YOU)), 2);
        let mut trial = Trial::ploy("counter loot of player add 2 loot remove all loot");
        trial.play(&[]);
        assert_eq!(count(&trial, Whose::Player(YOU)), 0);
    }

    #[test]
    fn a_reaction_that_removes_counters_itself_is_not_paid_for_by_another() {
        let cards =
            "ploy \"Trial\" { counter debt of fighter choose a: friend remove 1 debt from a }
            upgrade \"Ring\" cost 1 { reaction during counters_due where fighter is friendly {
                remove 1 debt from bearer waive 1 } }";
        let mut trial = Trial::new(cards);
        assert!(!trial.follows());
        let code = trial.game.table.code(trial.card().source);
        let debt = code.expect("your card").counters[0].0;
        trial.with_run(|run| counters::add(run, Whose::Fighter(ASH), debt, 1));
        assert!(trial.follows());
    }

    #[test]
    fn what_is_waived_need_not_be_there_and_is_not_taken() {
        let cards = "ploy \"Trial\" { counter debt of fighter choose a: friend remove 2 debt from a damage a 1 }
            upgrade \"Ring\" cost 1 { on counters_due where fighter is bearer { waive 1 } }";
        let mut trial = Trial::new(cards);
        let code = trial.game.table.code(trial.card().source);
        let debt = code.expect("your card").counters[0].0;
        trial.with_run(|run| counters::add(run, Whose::Fighter(ASH), debt, 3));
        trial.play(&[pick(ASH)]);
        assert_eq!(count(&trial, Whose::Fighter(ASH)), 2);
    }

    #[test]
    fn no_more_counters_are_removed_than_there_are() {
        for (body, enough) in [("remove 2 debt from a", 2), ("remove all debt from a", 1)] {
            let mut trial = Trial::ploy(&format!("{OF_FIGHTER} {body}"));
            let code = trial.game.table.code(trial.card().source);
            let debt = code.expect("your card").counters[0].0;
            trial.with_run(|run| counters::add(run, Whose::Fighter(ASH), debt, enough - 1));
            assert!(!trial.follows(), "{body}");
            trial.with_run(|run| counters::add(run, Whose::Fighter(ASH), debt, 1));
            assert!(trial.follows(), "{body}");
        }
    }
}
