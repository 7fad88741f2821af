//! What rules in force forbid to players and to feature tokens. What they forbid to fighters is in [`super`].

use super::{Kind, anyone_bans, in_force};
use crate::{
    cards::eval::{Context, domain::card_number},
    effect::Source,
    run::Sight,
};
use gloryhex_cardlang::{Ban, Clause, Scope, Static, StaticRule, Subject};
use gloryhex_model::{FighterId, Seat};

/// Whether an ability forbids something to a feature token, by its place.
pub fn forbids_token(sight: Sight<'_>, token: usize, ban: Ban) -> bool {
    let kind = Kind::ban(ban);
    let mut forbidden = false;
    let mut look = |mut context: Context<'_>, clause: &Clause, rule: StaticRule| {
        context.busy = kind.bit();
        context.bind_first(token as i16);
        let meant = rule.subject == Subject::Token && rule.what == Static::Cannot(ban);
        forbidden |= meant && context.holds(clause.when);
    };
    if anyone_bans(sight, ban) {
        in_force(sight, kind, [FighterId::NONE; 2], |_| true, &mut look);
    }
    forbidden
}

/// Whether an ability forbids something to a player.
pub fn forbids_seat(sight: Sight<'_>, seat: Seat, ban: Ban) -> bool {
    is_forbidden(sight, seat, ban, |_, what| what == Static::Cannot(ban))
}

/// Whether an ability forbids a player to score an objective.
pub fn forbids_scoring(sight: Sight<'_>, seat: Seat, slot: u8) -> bool {
    let slot = Source::OBJECTIVES + slot;
    let card = card_number(Source { seat, slot });
    is_forbidden(sight, seat, Ban::Score, |context, what| match what {
        Static::Cannot(Ban::Score) => true,
        Static::CannotScore(which) => context.and(card).holds(which),
        _ => false,
    })
}

/// Whether a rule in force says something of a player that forbids.
fn is_forbidden(
    sight: Sight<'_>,
    seat: Seat,
    ban: Ban,
    forbids: impl Fn(Context<'_>, Static) -> bool,
) -> bool {
    let kind = Kind::ban(ban);
    let mut forbidden = false;
    let mut look = |mut context: Context<'_>, clause: &Clause, rule: StaticRule| {
        let yours = context.source.seat == seat;
        let meant = match rule.who {
            Scope::Friends => yours,
            Scope::Enemies => !yours,
            Scope::Slot(slot) => context.slots[usize::from(slot & 7)] == i16::from(seat.0),
            Scope::Any | Scope::Me => true,
        };
        context.busy = kind.bit();
        context.bind_first(i16::from(seat.0));
        forbidden |= meant && forbids(context, rule.what) && context.holds(clause.when);
    };
    if anyone_bans(sight, ban) {
        in_force(sight, kind, [FighterId::NONE; 2], |_| true, &mut look);
    }
    forbidden
}
