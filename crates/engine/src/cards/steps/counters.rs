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
