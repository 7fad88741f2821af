//! How often a weapon may be used, and what an attack with it costs.
//!
//! Only weapons whose card says so have terms. What is used up is remembered with the abilities that have a limit.

use crate::{
    attack::WeaponIx,
    cards,
    effect::Source,
    ops::{
        counters::{self, Whose},
        stats,
    },
    refusal::Refusal,
    run::{Run, Sight},
};
use gloryhex_model::{CountedFor, FighterId, Limit, Price, Rule, Terms, WeaponDef};

/// Where the uses of weapons begin among the numbers of a card's clauses.
const WEAPONS: u8 = 128;

/// Under which card and number the uses of a weapon are remembered.
fn place(sight: Sight<'_>, fighter: FighterId, weapon: WeaponIx, terms: &Terms) -> (Source, u8) {
    let entrant = sight.table.entrant(fighter);
    let slot = weapon.slot().unwrap_or(Source::FIGHTERS + entrant.index);
    let seat = entrant.seat;
    (Source { seat, slot }, WEAPONS + terms.name)
}

/// Who pays a price.
fn payer(sight: Sight<'_>, fighter: FighterId, price: &Price) -> Whose {
    match sight.table.counters.find(price.counter) {
        Some((CountedFor::Fighter, _)) => Whose::Fighter(fighter),
        _ => Whose::Player(sight.table.owner(fighter)),
    }
}

/// Whether an attack with the weapon may be made as far as its terms go.
#[inline]
pub fn allow(sight: Sight<'_>, fighter: FighterId, weapon: WeaponIx, def: &WeaponDef) -> bool {
    match &def.terms {
        None => true,
        Some(terms) => met(sight, fighter, weapon, terms, false).is_ok(),
    }
}

/// Why an attack with the weapon may not be made, if its terms are not met.
#[cold]
fn met(
    sight: Sight<'_>,
    fighter: FighterId,
    weapon: WeaponIx,
    terms: &Terms,
    free: bool,
) -> Result<(), Refusal> {
    let (source, number) = place(sight, fighter, weapon, terms);
    if terms.limit != Limit::None && sight.state.used.contains(source, number) {
        return Err(Refusal::new(
            Rule::SequenceCannot,
            "This weapon has been used as often as its card allows for now; pick another one.",
        ));
    }
    let Some(price) = &terms.price else {
        return Ok(());
    };
    if free || cards::costs_nothing(sight, fighter, weapon) {
        return match terms.mode {
            0 => Ok(()),
            _ => Err(Refusal::new(
                Rule::SequenceCannot,
                "Without its price the weapon is used in its first way; pick that one.",
            )),
        };
    }
    let whose = payer(sight, fighter, price);
    match counters::count(sight.table, sight.state, whose, price.counter) >= price.n {
        true => Ok(()),
        false => Err(Refusal::new(
            Rule::CardsCounters,
            "There are not enough counters to pay for this attack; pick another weapon.",
        )),
    }
}

/// Why an attack with one of a fighter's weapons may not be made, if its terms are not met; `free` where a card lets it be
/// made without the price.
pub fn refusal(
    sight: Sight<'_>,
    fighter: FighterId,
    weapon: WeaponIx,
    free: bool,
) -> Result<(), Refusal> {
    let def = stats::weapon_def(sight, fighter, weapon);
    match def.and_then(|def| def.terms.as_ref()) {
        Some(terms) => met(sight, fighter, weapon, terms, free),
        None => Ok(()),
    }
}

/// Whether two weapons of a fighter are modes of one.
pub fn same(sight: Sight<'_>, fighter: FighterId, a: WeaponIx, b: WeaponIx) -> bool {
    let name = |ix| {
        let terms = stats::weapon_def(sight, fighter, ix)?.terms.as_ref()?;
        Some(place(sight, fighter, ix, terms))
    };
    a == b || name(a).is_some_and(|own| name(b) == Some(own))
}

/// An attack with a weapon begins: its price is paid, unless it is made `free`, and its use remembered.
#[inline]
pub fn pay(run: &mut Run<'_>, fighter: FighterId, weapon: WeaponIx, free: bool) {
    let def = stats::weapon_def(run.sight(), fighter, weapon);
    if def.is_some_and(|def| def.terms.is_some()) {
        settle(run, fighter, weapon, free);
    }
}

#[cold]
fn settle(run: &mut Run<'_>, fighter: FighterId, weapon: WeaponIx, free: bool) {
    let sight = run.sight();
    let def = stats::weapon_def(sight, fighter, weapon);
    let Some(terms) = def.and_then(|def| def.terms.as_ref()) else {
        return;
    };
    let (source, number) = place(sight, fighter, weapon, terms);
    let limit = terms.limit;
    let price = terms.price.as_ref();
    let price = price.filter(|_| !free && !cards::costs_nothing(sight, fighter, weapon));
    let bill = price.map(|price| (payer(sight, fighter, price), price.counter, price.n));
    run.state.used.note(source, number, limit);
    if let Some((whose, counter, n)) = bill {
        counters::remove(run, whose, counter, n, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, Trial};

    const GUN: WeaponIx = WeaponIx(8);

    fn may(trial: &Trial, free: bool) -> bool {
        refusal(trial.sight(), ASH, GUN, free).is_ok()
    }

    #[test]
    fn a_use_is_remembered_until_its_limit_is_over() {
        let weapon = "weapon \"Gun\" range 3 swords 2 damage 1 once per phase";
        let mut trial = Trial::upgrade(weapon);
        assert!(may(&trial, false));
        trial.with_run(|run| pay(run, ASH, GUN, false));
        assert!(!may(&trial, false) && !may(&trial, true));
        trial.game.state.used.forget(&[Limit::Phase]);
        assert!(may(&trial, false));
    }

    #[test]
    fn a_price_is_paid_unless_the_attack_is_free() {
        let weapon =
            "counter loot of fighter weapon \"Gun\" range 3 swords 2 damage 1 price loot 1";
        let mut trial = Trial::upgrade(weapon);
        assert!(!may(&trial, false) && may(&trial, true));
        let loot = gloryhex_model::CounterId(0);
        trial.with_run(|run| counters::add(run, Whose::Fighter(ASH), loot, 1));
        assert!(may(&trial, false));
        trial.with_run(|run| pay(run, ASH, GUN, true));
        assert!(may(&trial, false));
        trial.with_run(|run| pay(run, ASH, GUN, false));
        assert!(!may(&trial, false));
    }
}
