//! The odds of an attack.

use crate::play::OnTable;
use gloryhex_engine::{Choice, Verb, WeaponIx, attack::Attack, odds, ops::travel};
use gloryhex_model::{FighterId, Seat};
use gloryhex_protocol as p;

/// The odds of an attack if it were declared now; `None` if the choice is not an attack by one of the
/// seat's own fighters on the battlefield.
pub fn odds(on: &OnTable, seat: Seat, choice: Choice) -> Option<p::Odds> {
    if choice.verb != Verb::Attack {
        return None;
    }
    let sight = on.game.sight();
    let (attacker, target) = (FighterId(choice.a), FighterId(choice.b));
    let on_field =
        |id: FighterId| id.ix() < sight.table.entrants.len() && sight.state.fighter(id).on_field();
    if !on_field(attacker) || !on_field(target) || sight.table.owner(attacker) != seat {
        return None;
    }
    let weapon = WeaponIx(choice.c);
    gloryhex_engine::ops::stats::weapon_def(sight, attacker, weapon)?;
    let charging = matches!(
        sight.state.stack.top(),
        Some(gloryhex_engine::frame::Frame::Charge(_))
    );
    let flags = if charging { Attack::CHARGE } else { 0 };
    let odds = odds::attack(sight, attacker, target, weapon, flags);
    let dealt = |ix: usize| odds.damage[ix] > 0;
    let least = (1..odds::MAX_DAMAGE).find(|ix| dealt(*ix)).unwrap_or(0);
    let most = (1..odds::MAX_DAMAGE)
        .rev()
        .find(|ix| dealt(*ix))
        .unwrap_or(0);
    let from = sight.state.fighter(attacker).hex;
    let back = match odds.drive_back {
        0 => Vec::new(),
        _ => travel::away_hexes(sight, target, from)
            .iter()
            .map(|hex| hex.0)
            .collect(),
    };
    Some(p::Odds {
        success: odds.p(odds.success),
        draw: odds.p(odds.draw),
        fail: odds.p(odds.fail),
        critical: odds.p(odds.critical),
        damage: [least as u8, most as u8],
        takes_out: odds.p(odds.out),
        drive_back: back,
    })
}
