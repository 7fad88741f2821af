//! `equip`: a fighter is given an upgrade.

use super::prelude::*;
use crate::ops::price;

impl Step for instr::Equip {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let who = standing(run.sight(), card, self.who);
        if let (Some(source), Some(fighter)) = (card_of(value_of(card, self.card)), who) {
            price::equip(run, source, fighter, self.free);
        }
    }
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let sight = walk.sight;
        let who = standing(sight, card, self.who);
        let (Some(source), Some(who)) = (card_of(value_of(card, self.card)), who) else {
            return Followed::No;
        };
        let paid = self.free || price::affordable(sight, source.seat, source.slot);
        Followed::on_if(paid && cards::may_bear(sight, source.seat, source.slot, who))
    }
}
