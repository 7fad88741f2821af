//! Damage, healing, going out of action, returning, and Inspiration.

use crate::{
    attack::Attack,
    bind::Bind,
    cards::{self, Also, Ban},
    effect::Source,
    event::{By, What},
    frame::Frame,
    frames::damage::Damage,
    ops::{glory, sides, stats},
    ruleset::{Bounty, Fallen},
    run::Run,
    state::Fighter,
};
use gloryhex_hexgrid::HexId;
use gloryhex_model::{Counter, Deed, FighterId, Rule, Seat, Stat, Token, Trait, Trigger};

/// Adds damage to a fighter and remembers it. Windows are the caller's business.
/// Returns how much was dealt.
pub fn hurt(run: &mut Run<'_>, fighter: FighterId, amount: u8, by: By) -> u8 {
    if !run.state.fighter(fighter).on_field() {
        return 0;
    }
    let dealt = cards::damage_suffered(run.sight(), fighter, amount);
    if dealt == 0 {
        return 0;
    }
    let now = run.state.fighter_mut(fighter);
    now.damage = now.damage.saturating_add(dealt);
    now.turn_damage = now.turn_damage.saturating_add(dealt);
    now.note(Deed::WasHurt);
    run.emit(
        Rule::DamageDealt,
        What::Damaged {
            fighter,
            amount: dealt,
            by,
        },
    );
    dealt
}

/// Takes the damage just dealt off again: it was never suffered, and an attack whose damage it was did none.
pub fn undo(run: &mut Run<'_>) {
    let dealt = run
        .state
        .stack
        .iter_mut()
        .rev()
        .find_map(|frame| match frame {
            Frame::Damage(damage) if damage.is_dealt() => {
                let dealt = *damage;
                damage.amount = 0;
                Some(dealt)
            }
            _ => None,
        });
    let Some(dealt) = dealt else { return };
    let Damage {
        fighter,
        amount,
        attack,
        fresh,
        ..
    } = dealt;
    let now = run.state.fighter_mut(fighter);
    now.damage = now.damage.saturating_sub(amount);
    now.turn_damage = now.turn_damage.saturating_sub(amount);
    if fresh {
        now.forget(Deed::WasHurt);
    }
    run.emit(Rule::DamageHeal, What::Healed { fighter, amount });
    let prevented = run.rules().success_needs_damage;
    if let Some(at_hand) = run.state.attack_mut().filter(|_| attack) {
        at_hand.dealt = 0;
        if prevented {
            at_hand.set(Attack::DAMAGE_PREVENTED);
        }
    }
}

/// Whether the fighter's damage takes it out.
pub fn doomed(run: &Run<'_>, fighter: FighterId) -> bool {
    let now = run.state.fighter(fighter);
    now.on_field()
        && now.damage >= stats::stat(run.sight(), fighter, Stat::Wounds)
        && !cards::forbids(run.sight(), fighter, Ban::TakenOut)
}

/// Whether a fighter stands and can go out of action.
pub fn can_fall(run: &Run<'_>, fighter: FighterId) -> bool {
    run.state.fighter(fighter).on_field() && !cards::forbids(run.sight(), fighter, Ban::TakenOut)
}

/// Heals up to `amount` damage by a player's card; returns how much was healed.
pub fn heal(run: &mut Run<'_>, fighter: FighterId, amount: u8, by: Seat) -> u8 {
    let here = run.state.fighter(fighter).on_field();
    if amount == 0 || !here || cards::forbids(run.sight(), fighter, Ban::Healed) {
        return 0;
    }
    let now = run.state.fighter_mut(fighter);
    let healed = now.damage.min(amount);
    if healed > 0 {
        now.damage -= healed;
        run.emit(
            Rule::DamageHeal,
            What::Healed {
                fighter,
                amount: healed,
            },
        );
    }
    let bind = Bind {
        number: healed,
        seat: by,
        ..Bind::fighter(fighter)
    };
    cards::tell(run, Trigger::Healed, bind);
    healed
}

/// Turns the card of a fighter over who would go out of action and becomes somebody else instead. Whether that is so.
pub fn turn_over(run: &mut Run<'_>, fighter: FighterId) -> bool {
    if !run.table.is_two_faced(fighter) || run.state.fighter(fighter).is(Fighter::INSPIRED) {
        return false;
    }
    let now = run.state.fighter_mut(fighter);
    now.set(Fighter::INSPIRED, true);
    now.damage = 0;
    for token in Token::ALL {
        now.set_tokens(token, 0);
    }
    now.lose_counters();
    run.emit(Rule::SequenceCannot, What::TurnedOver { fighter });
    if let Some(attack) = run.state.attack_mut().filter(|a| a.target == fighter) {
        attack.set(Attack::NO_DRIVE_BACK);
    }
    true
}

/// Takes a fighter out of action: off the battlefield, tokens cleared, bounty gained
/// (Shadespire p.21, Harrowdeep p.33, Embergard p.12).
pub fn take_out(run: &mut Run<'_>, fighter: FighterId, by: By) {
    let rules = run.rules();
    let owner = run.table.owner(fighter);
    let bounty = bounty(run, fighter);
    let winner = bounty_winner(run, owner, by);
    let extra = winner.map_or(0, |_| cards::extra_bounty(run.sight(), fighter));
    let leader = sides::has_trait(run.sight(), fighter, Trait::Leader);
    let now = run.state.fighter_mut(fighter);
    now.came_from = now.hex;
    now.hex = HexId::NONE;
    now.damage = 0;
    now.turn_damage = now.turn_damage.max(1);
    if now.has(Token::Charge) {
        now.note(Deed::Charged);
    }
    if now.has(Token::Move) {
        now.note(Deed::Moved);
    }
    now.set(Fighter::OUT, true);
    now.set(Fighter::INSPIRE_DUE, false);
    now.note(Deed::WentOut);
    now.set(Fighter::FELL_ON_GUARD, now.has(Token::Guard));
    for token in Token::ALL {
        now.set_tokens(token, 0);
    }
    now.lose_counters();
    run.emit(Rule::DamageOutOfAction, What::TakenOut { fighter, by });
    let by_whom = doer(run, by);
    if let Some(seat) = by_whom {
        run.state.seats[seat].bump(Counter::FightersTakenOut);
    }
    if let Some(seat) = by_whom.filter(|seat| *seat != owner) {
        let player = &mut run.state.seats[seat];
        player.bump(Counter::TakenOut);
        if leader {
            player.bump(Counter::LeadersTakenOut);
        }
        if let By::Fighter(killer) = by {
            run.state.fighter_mut(killer).note(Deed::TookOut);
        }
    }
    for seat in run.state.all_seats() {
        run.state.seats[seat].bump(Counter::AnyoneOut);
    }
    if rules.upgrades_of_the_fallen == Fallen::LoseAll {
        let slots = run.state.upgrades(run.table, fighter);
        run.state.seats[owner].power.to_discard(slots);
        for slot in (0..64).filter(|slot| slots >> slot & 1 == 1) {
            let source = Source { seat: owner, slot };
            run.emit(
                Rule::DamageOutOfAction,
                What::UpgradeLost { source, fighter },
            );
            let bind = Bind {
                fighter,
                ..Bind::card(source)
            };
            cards::fire(run, Trigger::UpgradeLost, bind, Also::NOTHING);
        }
        uninspire(run, fighter);
    }
    if run.table.is_two_faced(fighter) {
        run.state.fighter_mut(fighter).set(Fighter::INSPIRED, false);
    }
    run.state.fighter_mut(fighter).set_reward(owner, 0);
    if let Some(seat) = winner {
        let total = (i16::from(bounty) + i16::from(extra)).max(0) as u8;
        run.state.fighter_mut(fighter).set_reward(seat, total);
        glory::gain(run, seat, total, Rule::DamageBounty);
    }
}

/// Who caused it, as a player.
pub fn doer(run: &Run<'_>, by: By) -> Option<Seat> {
    match by {
        By::Fighter(fighter) => {
            let attack = run
                .state
                .attack()
                .filter(|attack| attack.attacker == fighter);
            let borrower = attack.and_then(|attack| Attack::borrower(attack.flags));
            borrower.or(Some(run.table.owner(fighter)))
        }
        By::Warband(seat) => Some(seat),
        By::Hazard | By::Nobody => None,
    }
}

fn bounty(run: &Run<'_>, fighter: FighterId) -> u8 {
    match run.rules().bounty {
        Bounty::One => 1,
        Bounty::ByWounds(many) => {
            1 + u8::from(stats::stat(run.sight(), fighter, Stat::Wounds) >= many)
        }
        Bounty::Printed => stats::stat(run.sight(), fighter, Stat::Bounty),
    }
}

/// With two players the opponent gains the bounty whatever the cause; with more only the player
/// whose warband did it, and never for one's own fighter (Shadespire p.29, Harrowdeep p.46).
fn bounty_winner(run: &Run<'_>, owner: Seat, by: By) -> Option<Seat> {
    if run.state.clock.players == 2 {
        return Some(Seat(1 - owner.0));
    }
    doer(run, by).filter(|seat| *seat != owner)
}

/// Puts a fighter who was out of action back, undamaged, in an empty hex. Where a Charge keeps from
/// being activated it still counts as having moved, charged or gone on Guard in this phase (Shadespire
/// FAQ).
pub fn bring_back(run: &mut Run<'_>, fighter: FighterId, hex: HexId) {
    let keeps_tokens = run.rules().returning_keeps_tokens;
    let now = run.state.fighter_mut(fighter);
    now.hex = hex;
    now.damage = 0;
    now.set(Fighter::OUT, false);
    now.note(Deed::Returned);
    if keeps_tokens {
        if now.is(Fighter::FELL_ON_GUARD) {
            now.set_tokens(Token::Guard, 1);
        }
        if now.did(Deed::Charged) {
            now.set_tokens(Token::Charge, 1);
        } else if now.did(Deed::Moved) {
            now.set_tokens(Token::Move, 1);
        }
    }
    now.set(Fighter::FELL_ON_GUARD, false);
    cards::statics::refresh(run.table, run.state);
    run.emit(Rule::DamageRaise, What::Returned { fighter, hex });
    cards::tell(run, Trigger::Returned, Bind::fighter(fighter));
}

/// A fighter's Wounds may have become fewer than its damage: then it falls (Harrowdeep p.33).
pub fn look_at(run: &mut Run<'_>, fighter: FighterId) {
    let checked_later = |frame: &Frame| matches!(frame, Frame::Damage(d) if d.fighter == fighter);
    if !doomed(run, fighter) || run.state.stack.iter().any(checked_later) {
        return;
    }
    let attack = run.state.attack().filter(|attack| attack.target == fighter);
    let by = attack.map_or(By::Nobody, |attack| By::Fighter(attack.attacker));
    run.push(Frame::Damage(Damage::fall(fighter, by)));
}

/// Looks at every damaged fighter, where a card could have lowered somebody's Wounds (Harrowdeep p.33,
/// Embergard p.12). `true` if somebody falls.
#[cold]
pub fn look_at_all(run: &mut Run<'_>) -> bool {
    let depth = run.state.stack.depth();
    for fighter in run.table.everyone() {
        if run.state.fighter(fighter).damage > 0 {
            look_at(run, fighter);
        }
    }
    run.state.stack.depth() != depth
}

/// Inspires a fighter (an Inspired one stays as it is).
pub fn inspire(run: &mut Run<'_>, fighter: FighterId) {
    let now = run.state.fighter(fighter);
    if !now.on_field()
        || run.table.is_two_faced(fighter)
        || now.is(Fighter::INSPIRED)
        || now.is(Fighter::NEVER_INSPIRED)
        || cards::forbids(run.sight(), fighter, Ban::Inspired)
    {
        return;
    }
    let now = run.state.fighter_mut(fighter);
    now.set(Fighter::INSPIRED, true);
    now.set(Fighter::INSPIRE_DUE, false);
    run.emit(Rule::InspireCondition, What::Inspired { fighter });
    look_at(run, fighter);
    cards::fire(
        run,
        Trigger::BecameInspired,
        Bind::fighter(fighter),
        Also::NOTHING,
    );
}

/// Turns a fighter back to its normal side.
pub fn uninspire(run: &mut Run<'_>, fighter: FighterId) {
    if run.state.fighter(fighter).is(Fighter::INSPIRED)
        && !run.table.is_two_faced(fighter)
        && !cards::forbids(run.sight(), fighter, Ban::Uninspired)
    {
        let now = run.state.fighter_mut(fighter);
        now.set(Fighter::INSPIRED, false);
        run.emit(Rule::InspireUninspire, What::Uninspired { fighter });
        look_at(run, fighter);
    }
}
