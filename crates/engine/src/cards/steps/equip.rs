//! `equip`: a fighter is given an upgrade.

use super::parts::*;
use crate::ops::price;

pub(super) fn take(run: &mut Run<'_>, card: &CardRun, which: Ref, who: Ref, free: bool) {
    let who = standing(run.sight(), card, who);
    if let (Some(source), Some(fighter)) = (card_of(value_of(card, which)), who) {
        price::equip(run, source, fighter, free);
    }
}

pub(super) fn follow(
    sight: Sight<'_>,
    card: &CardRun,
    which: Ref,
    who: Ref,
    free: bool,
) -> Followed {
    let who = standing(sight, card, who);
    let (Some(source), Some(who)) = (card_of(value_of(card, which)), who) else {
        return Followed::No;
    };
    let (seat, slot) = (source.seat, source.slot);
    let paid = free || price::affordable(sight, seat, slot);
    Followed::on_if(paid && cards::may_bear(sight, seat, slot, who))
}
