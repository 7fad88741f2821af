//! The odds of an attack.

use super::{offer::Offer, people_names};
use crate::play::{OnTable, Play};
use gloryhex_editions::Content;
use gloryhex_engine::{
    Choice, Sight, Verb, WeaponIx,
    attack::Attack,
    cards, odds,
    ops::{field, sides, stats, terms, travel},
};
use gloryhex_hexgrid::HexId;
use gloryhex_model::{FighterId, Seat, Stat};
use gloryhex_protocol as p;
use std::collections::BTreeSet;

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
    let from = sight.state.fighter(attacker).hex;
    Some(told(sight, &odds, from, target))
}

/// Odds as they are told.
fn told(sight: Sight<'_>, odds: &odds::Odds, from: HexId, target: FighterId) -> p::Odds {
    let dealt = |ix: usize| odds.damage[ix] > 0;
    let least = (1..odds::MAX_DAMAGE).find(|ix| dealt(*ix)).unwrap_or(0);
    let most = (1..odds::MAX_DAMAGE)
        .rev()
        .find(|ix| dealt(*ix))
        .unwrap_or(0);
    let back = match odds.drive_back {
        0 => Vec::new(),
        _ => travel::away_hexes(sight, target, from)
            .iter()
            .map(|hex| hex.0)
            .collect(),
    };
    p::Odds {
        success: odds.p(odds.success),
        draw: odds.p(odds.draw),
        fail: odds.p(odds.fail),
        critical: odds.p(odds.critical),
        damage: [least as u8, most as u8],
        takes_out: odds.p(odds.out),
        drive_back: back,
    }
}

/// What a fighter could attack from each hex it may Charge to, with the weapon that promises most.
pub fn strikes(
    content: &Content,
    play: &Play,
    on: &OnTable,
    seat: Seat,
    fighter: u8,
) -> Vec<p::Strike> {
    let sight = on.game.sight();
    let fighter = FighterId(fighter);
    let charges = on
        .choices
        .iter()
        .filter(|choice| choice.verb == Verb::Charge && choice.fighter_a() == fighter);
    let hexes: BTreeSet<u8> = charges.map(|choice| choice.b).collect();
    if hexes.is_empty() {
        return Vec::new();
    }
    let people = people_names(play);
    let further = Offer::new(content, on, seat, &people).reach();
    let more = cards::stretch(sight, fighter, Stat::Range);
    let mut list = Vec::new();
    for hex in hexes.into_iter().map(HexId) {
        for target in sides::enemies(sight, seat) {
            let to = sight.state.fighter(target).hex;
            if to == HexId::NONE || !field::sees(sight, hex, to) {
                continue;
            }
            let far = sight.grid.distance(hex, to);
            let mut best: Option<(f64, WeaponIx, odds::Odds, bool)> = None;
            stats::each_weapon(sight, fighter, |weapon| {
                let range = stats::range(sight, fighter, weapon);
                if far > range + more || terms::refusal(sight, fighter, weapon, false).is_err() {
                    return;
                }
                let odds = odds::attack_from(sight, hex, fighter, target, weapon, Attack::CHARGE);
                let beyond = far > range;
                // What needs nothing spent comes first.
                let worth = 2.0 * odds.p(odds.out) + odds.mean_damage() + odds.p(odds.success)
                    - if beyond { 100.0 } else { 0.0 };
                if best.as_ref().is_none_or(|(most, ..)| worth > *most) {
                    best = Some((worth, weapon, odds, beyond));
                }
            });
            let Some((_, weapon, odds, beyond)) = best else {
                continue;
            };
            list.push(p::Strike {
                hex: hex.0,
                target: target.0,
                weapon: weapon.0,
                odds: told(sight, &odds, hex, target),
                cost: further.clone().filter(|_| beyond),
            });
        }
    }
    list
}
