//! Giving upgrades: who may bear them and what they cost.

use crate::{
    bind::Bind,
    bits::Bits,
    cards::{self, Also, watches::Noted},
    choice::{Choice, Choices, Verb},
    effect::Source,
    event::What,
    ops::{glory, harm, sides},
    refusal::Refusal,
    ruleset::UpgradePrice,
    run::{Run, Sight},
    state::Phase,
};
use gloryhex_cardlang::CardFlags;
use gloryhex_model::{FighterId, Rule, Seat, Trait, Trigger};

/// The glory value of all upgrades on a seat's surviving fighters.
pub fn equipped_value(sight: Sight<'_>, seat: Seat) -> u8 {
    let equipped = sight.state.seats[seat].power.equipped();
    Bits(equipped)
        .map(|slot| cards::upgrade_value(sight, seat, slot))
        .sum()
}

/// How much glory giving an upgrade spends, where glory is spent: one, unless the card asks for more (Shadespire p.23).
pub fn spent_on(sight: Sight<'_>, seat: Seat, slot: u8) -> u8 {
    cards::upgrade_value(sight, seat, slot).max(1)
}

/// Whether the price can be paid (Shadespire p.23, Embergard p.13).
pub fn affordable(sight: Sight<'_>, seat: Seat, slot: u8) -> bool {
    if cards::is_free(sight, seat, slot) {
        return true;
    }
    let player = &sight.state.seats[seat];
    match sight.rules().upgrade_price {
        UpgradePrice::SpendOne => player.unspent() >= spent_on(sight, seat, slot),
        UpgradePrice::WithinGlory => {
            equipped_value(sight, seat) + cards::upgrade_value(sight, seat, slot) <= player.glory
        }
    }
}

/// Adds every upgrade that can be given now.
#[inline(always)]
pub fn upgrades(sight: Sight<'_>, seat: Seat, out: &mut Choices) {
    let hand = cards::offer::playable(sight, seat);
    let upgrades = hand & sight.table.index.of(seat).upgrades;
    if upgrades == 0 {
        return;
    }
    let there = sight.state.on_field(sight.table.entrants.len());
    let there = there & sight.table.sides[seat.ix() & 3];
    for slot in Bits(upgrades).filter(|slot| affordable(sight, seat, *slot)) {
        if out.enough() {
            return;
        }
        for fighter in Bits(cards::bearers(sight, seat, slot, there).into()) {
            out.push(Choice::new(Verb::Upgrade, slot, fighter, 0));
        }
    }
}

/// Gives an upgrade and pays for it.
pub fn give_upgrade(run: &mut Run<'_>, seat: Seat, choice: Choice) {
    let (slot, fighter) = (choice.a, FighterId(choice.b));
    let free = cards::is_free(run.sight(), seat, slot);
    if !free && run.rules().upgrade_price == UpgradePrice::SpendOne {
        let price = spent_on(run.sight(), seat, slot);
        glory::spend(run, seat, price, Rule::PowerUpgradePrice);
    }
    let mut also = Also::NOTHING;
    if run.rules().upgrades_are_resolved {
        run.state.clock.chosen = 0;
        for seat in run.state.all_seats() {
            run.state.seats[seat].power.forget_broken();
        }
        also = Also::RESOLVED;
    }
    let in_phase = matches!(run.state.clock.phase, Phase::Action | Phase::Power);
    if run.table.watches.notes(Noted::Played) && in_phase {
        run.state.seats[seat].played.0 |= 1 << (slot & 63);
    }
    attach(run, seat, slot, fighter, also);
}

/// Puts an upgrade on a fighter because a card says so; pays for it unless it is free.
pub fn equip(run: &mut Run<'_>, source: Source, fighter: FighterId, free: bool) {
    let Source { seat, slot } = source;
    let sight = run.sight();
    if !cards::is_upgrade(sight, seat, slot) || run.table.owner(fighter) != seat {
        return;
    }
    if !free && !cards::is_free(sight, seat, slot) {
        if !affordable(sight, seat, slot) {
            return;
        }
        if run.rules().upgrade_price == UpgradePrice::SpendOne {
            let price = spent_on(run.sight(), seat, slot);
            glory::spend(run, seat, price, Rule::PowerUpgradePrice);
        }
    }
    attach(run, seat, slot, fighter, Also::NOTHING);
}

/// Puts an upgrade on a fighter, wherever the card was; `also` says whether it was played. One that another fighter
/// had is handed on: nobody is given an upgrade by that, but it Inspires whom upgrades Inspire.
fn attach(run: &mut Run<'_>, seat: Seat, slot: u8, fighter: FighterId, also: Also) {
    let nth = run.table.entrant(fighter).index;
    let handed_on = run.state.seats[seat].power.bearer(slot).is_some();
    run.state.seats[seat].power.equip(1 << slot, nth);
    let source = Source { seat, slot };
    run.state.kinds |= run.table.index.kinds_of(source);
    cards::note_setter(run.table, run.state, source);
    run.emit(Rule::PowerUpgrade, What::UpgradeGiven { source, fighter });
    let bind = Bind {
        fighter,
        ..Bind::card(source)
    };
    if also.has(Also::RESOLVED) {
        // What happens of itself comes now; the reaction step is that of the upgrade being given.
        cards::fire(run, Trigger::CardResolved, bind, Also::WAITS);
    }
    if handed_on {
        cards::only_inspire(run, Trigger::UpgradeGiven, bind);
    } else {
        cards::fire(run, Trigger::UpgradeGiven, bind, also);
    }
}

/// Whether a card says of itself that it cannot be broken.
pub fn cannot_be_broken(sight: Sight<'_>, source: Source) -> bool {
    let code = sight.table.code(source);
    code.is_some_and(|code| code.flags.has(CardFlags::UNBREAKABLE))
}

/// Breaks / discards an upgrade.
pub fn break_upgrade(run: &mut Run<'_>, seat: Seat, slot: u8) {
    let player = &mut run.state.seats[seat];
    let Some(nth) = player.power.bearer(slot).filter(|_| slot < 64) else {
        return;
    };
    if cannot_be_broken(run.sight(), Source { seat, slot }) {
        return;
    }
    let player = &mut run.state.seats[seat];
    player.power.to_discard(1 << slot);
    let source = Source { seat, slot };
    let fighter = FighterId(run.table.rosters[seat].0 + nth);
    run.emit(Rule::PowerUpgrade, What::UpgradeLost { source, fighter });
    let bind = Bind {
        fighter,
        ..Bind::card(source)
    };
    cards::fire(run, Trigger::UpgradeLost, bind, Also::NOTHING);
    harm::look_at(run, fighter);
}

/// Why an upgrade cannot be given.
pub fn upgrade_refusal(sight: Sight<'_>, seat: Seat, choice: Choice) -> Refusal {
    let (slot, fighter) = (choice.a, FighterId(choice.b));
    if slot >= 64 || sight.state.seats[seat].power.hand() >> slot & 1 == 0 {
        return Refusal::new(Rule::PowerUpgrade, "Name an upgrade that is in your hand.");
    }
    if !cards::is_upgrade(sight, seat, slot) {
        return Refusal::new(
            Rule::PowerUpgrade,
            "That card is not an upgrade; play it instead.",
        );
    }
    if fighter.ix() >= sight.table.entrants.len() || sight.table.owner(fighter) != seat {
        return Refusal::new(Rule::PowerUpgrade, "Give upgrades to your own fighters.");
    }
    if !sight.state.fighter(fighter).on_field() {
        return Refusal::new(
            Rule::PowerUpgrade,
            "A fighter who is not on the battlefield cannot be given an upgrade; pick another.",
        );
    }
    if !affordable(sight, seat, slot) {
        let remedy = match sight.rules().upgrade_price {
            UpgradePrice::SpendOne if spent_on(sight, seat, slot) > 1 => {
                "That upgrade costs more unspent glory points than you have; gain more first."
            }
            UpgradePrice::SpendOne => "An upgrade costs one unspent glory point; gain one first.",
            UpgradePrice::WithinGlory => {
                "The value of your equipped upgrades may not exceed your glory; gain more first."
            }
        };
        return Refusal::new(Rule::PowerUpgradePrice, remedy);
    }
    // Only the rulebooks in which upgrades are paid for speak of restrictions; elsewhere the card
    // alone does (Shadespire p.23, Embergard p.13).
    let rule = match sight.rules().upgrade_price {
        UpgradePrice::SpendOne => Rule::PowerUpgradeRestricted,
        UpgradePrice::WithinGlory => Rule::PowerUpgrade,
    };
    let armed = sight.table.index.of(seat).weapons >> slot & 1 == 1;
    if armed && sides::has_trait(sight, fighter, Trait::Beast) {
        return Refusal::new(
            Rule::TraitBeast,
            "A beast takes no upgrade with an attack; pick another fighter.",
        );
    }
    Refusal::new(
        rule,
        "This fighter may not bear that upgrade; pick one of those offered.",
    )
}
