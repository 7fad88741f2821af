//! `add` and `remove`: counters of a fighter or a player that have a name.

use super::prelude::*;
use crate::ops::counters::{self, Whose};
use gloryhex_model::{CountedFor, CounterId};

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
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        if let Some(whose) = whose(run.sight(), card, self.whose, self.counter) {
            let all = self.n.is_yes();
            let n = if all {
                u8::MAX
            } else {
                amount(run, card, self.n)
            };
            counters::remove(run, whose, self.counter, n);
        }
    }
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let sight = walk.sight;
        let Some(whose) = whose(sight, card, self.whose, self.counter) else {
            return Followed::No;
        };
        let has = counters::count(sight.table, sight.state, whose, self.counter);
        let wanted = if self.n.is_yes() {
            1
        } else {
            value(sight, card, self.n)
        };
        Followed::on_if(i16::from(has) >= wanted)
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
