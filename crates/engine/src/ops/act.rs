//! Who may do what: the prohibitions of tokens, and the targets of attacks.

use crate::{
    attack::WeaponIx,
    bind::Bind,
    bits::Bits,
    cards::{self, Ban},
    choice::{Choice, Choices, Verb},
    ops::{field, reach, sides, stats, terms, travel},
    refusal::Refusal,
    ruleset::{ChargeToken, MoveToken},
    run::{Run, Sight},
    state::Fighter,
};
use gloryhex_cardlang::ActionKind;
use gloryhex_hexgrid::{HexId, HexSet};
use gloryhex_model::{Deed, FighterId, Rule, Seat, Stat, Token, Trigger};
use serde::{Deserialize, Serialize};
use std::hint::cold_path;

/// A fighter's action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Act {
    /// Move.
    Move,
    /// Attack.
    Attack,
    /// Charge.
    Charge,
    /// Guard.
    Guard,
    /// An action printed on a card.
    Printed,
}

/// How the action comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum How {
    /// As the player's activation.
    Activated,
    /// Granted by name: tokens do not forbid it (Harrowdeep p.37, Embergard p.5).
    Named,
    /// Granted without a name: only what the rules allow anyway.
    Unnamed,
}

/// A fighter has made an action, for cards that count the kinds of them.
pub fn made(run: &mut Run<'_>, fighter: FighterId, act: Act) {
    if run.table.watches.triggers >> Trigger::ActionMade as u64 & 1 == 1 {
        cold_path();
        let bind = Bind {
            number: act as u8,
            ..Bind::fighter(fighter)
        };
        cards::tell(run, Trigger::ActionMade, bind);
    }
}

/// Whether tokens and abilities let a fighter make an action.
pub fn may(sight: Sight<'_>, fighter: FighterId, act: Act, how: How) -> Result<(), Refusal> {
    let now = sight.state.fighter(fighter);
    if !now.on_field() {
        return Err(Refusal::new(
            Rule::DamageOutOfAction,
            "Pick a fighter who is on the battlefield.",
        ));
    }
    if how == How::Activated
        && (now.did(Deed::Spent) || cards::forbids(sight, fighter, Ban::Act(ActionKind::Any)))
    {
        return Err(Refusal::new(
            Rule::SequenceCannot,
            "An ability keeps this fighter from being activated; pick another fighter.",
        ));
    }
    let in_spite = |bit| cards::banned_acts(sight, fighter) & bit != 0;
    let ignored = (matches!(act, Act::Move | Act::Charge) && in_spite(cards::IN_SPITE))
        || (act != Act::Printed && in_spite(cards::FREE_OF_TOKENS));
    if how != How::Named && !ignored {
        tokens_allow(sight, fighter, act, how)?;
    }
    let again = how == How::Named && sight.rules().guard_tokens_add_up;
    if act == Act::Guard && now.has(Token::Guard) && !again {
        return Err(Refusal::new(
            Rule::ActionGuardAlready,
            "This fighter is on Guard already; pick one without a Guard token.",
        ));
    }
    if act == Act::Guard && cards::forbids(sight, fighter, Ban::OnGuard) {
        return Err(Refusal::new(
            Rule::SequenceCannot,
            "An ability keeps this fighter from being on Guard; choose another action.",
        ));
    }
    let ban = match act {
        Act::Move => Ban::Act(ActionKind::Move),
        Act::Attack => Ban::Act(ActionKind::Attack),
        Act::Charge => Ban::Act(ActionKind::Charge),
        Act::Guard => Ban::Act(ActionKind::Guard),
        Act::Printed => Ban::ActButCharge,
    };
    let banned = cards::banned_acts(sight, fighter);
    let bans = |act: ActionKind| banned >> act as u8 & 1 != 0;
    let of_charge = bans(ActionKind::Move) || bans(ActionKind::Attack);
    if act != Act::Charge && cards::forbids(sight, fighter, ban)
        || act == Act::Charge && (of_charge || bans(ActionKind::Charge) || bans(ActionKind::Any))
    {
        return Err(Refusal::new(
            Rule::SequenceCannot,
            "An ability forbids this to the fighter; wait until it ends or pick another fighter.",
        ));
    }
    Ok(())
}

/// What a fighter may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Acts(u8);

impl Acts {
    /// Whether it may do this.
    #[inline(always)]
    pub fn has(self, act: Act) -> bool {
        self.0 >> act as u8 & 1 != 0
    }
}

/// What an activated fighter may do: the same as [`may`], asked once.
#[inline(always)]
pub fn allowed(sight: Sight<'_>, fighter: FighterId, stops: Stops) -> Acts {
    let acts = allowed_at_once(sight, fighter, stops);
    debug_assert!(
        [
            Act::Move,
            Act::Attack,
            Act::Charge,
            Act::Guard,
            Act::Printed
        ]
        .into_iter()
        .all(|act| acts.has(act) == may(sight, fighter, act, How::Activated).is_ok())
    );
    acts
}

/// The acts that Move and Charge tokens do not let the fighters of a seat be activated for, as bits of [`Act`].
#[derive(Clone, Copy, Debug)]
pub struct Stops {
    charged: u8,
    moved: u8,
}

impl Stops {
    const MOVE: u8 = 1 << Act::Move as u8;
    const CHARGE: u8 = 1 << Act::Charge as u8;
    const PRINTED: u8 = 1 << Act::Printed as u8;
    const GUARD: u8 = 1 << Act::Guard as u8;

    /// For the survivors of a seat.
    #[inline(always)]
    pub fn of(sight: Sight<'_>, friends: u32) -> Stops {
        let charged = match sight.rules().charge_token {
            ChargeToken::UnlessAllCharged => {
                let n = sight.table.entrants.len();
                let charged = sight.state.those(n, |now| now.has(Token::Charge));
                // No jump: who has one cannot be foreseen.
                let some_left = u8::from(friends & !charged != 0);
                Stops::CHARGE | (!Stops::PRINTED * some_left)
            }
            _ => !0,
        };
        let moved = match sight.rules().move_token {
            MoveToken::MoveAndCharge => Stops::MOVE | Stops::CHARGE,
            MoveToken::Charge => Stops::CHARGE,
        };
        Stops { charged, moved }
    }

    /// For a fighter with these tokens.
    #[inline(always)]
    fn by_tokens(self, now: &Fighter) -> u8 {
        (self.charged * u8::from(now.has(Token::Charge)))
            | (self.moved * u8::from(now.has(Token::Move)))
            | (Stops::GUARD * u8::from(now.has(Token::Guard)))
    }
}

/// Whether every surviving fighter of a seat has a Charge token.
fn all_charged(sight: Sight<'_>, seat: Seat) -> bool {
    // No jump: who has one cannot be foreseen.
    sight.table.roster(seat).fold(true, |all, friend| {
        let now = sight.state.fighter(friend);
        all & (!now.on_field() | now.has(Token::Charge))
    })
}

#[inline(always)]
fn allowed_at_once(sight: Sight<'_>, fighter: FighterId, stops: Stops) -> Acts {
    let now = sight.state.fighter(fighter);
    let banned = cards::banned_acts(sight, fighter);
    let bans = |act: ActionKind| banned >> act as u8 & 1 != 0;
    let none = !now.on_field() | now.did(Deed::Spent) | bans(ActionKind::Any);
    let mut stopped = stops.by_tokens(now) | 0u8.wrapping_sub(u8::from(none));
    if banned != 0 {
        cold_path();
        if banned & cards::IN_SPITE != 0 && !none {
            stopped &= !(Stops::MOVE | Stops::CHARGE);
        }
        if banned & cards::FREE_OF_TOKENS != 0 && !none {
            let guards = Stops::GUARD * u8::from(now.has(Token::Guard));
            stopped &= Stops::PRINTED | guards;
        }
        let ban = |act: Act, ban: ActionKind| u8::from(bans(ban)) << act as u8;
        stopped |= ban(Act::Move, ActionKind::Move)
            | ban(Act::Attack, ActionKind::Attack)
            | ban(Act::Charge, ActionKind::Charge)
            | ban(Act::Charge, ActionKind::Move)
            | ban(Act::Charge, ActionKind::Attack)
            | ban(Act::Guard, ActionKind::Guard);
        if banned & cards::ONLY_CHARGES != 0 {
            stopped |= !(1 << Act::Charge as u8);
        }
    }
    if cards::forbids(sight, fighter, Ban::OnGuard) {
        cold_path();
        stopped |= Stops::GUARD;
    }
    Acts(!stopped)
}

fn tokens_allow(sight: Sight<'_>, fighter: FighterId, act: Act, how: How) -> Result<(), Refusal> {
    let now = sight.state.fighter(fighter);
    if now.has(Token::Charge) {
        match sight.rules().charge_token {
            ChargeToken::Activation | ChargeToken::ActivationAndMove if how == How::Activated => {
                return Err(Refusal::new(
                    Rule::ActionChargeToken,
                    "A fighter with a Charge token cannot be activated this phase; pick another fighter.",
                ));
            }
            ChargeToken::ActivationAndMove if matches!(act, Act::Move | Act::Charge) => {
                return Err(Refusal::new(
                    Rule::ActionAdditionalUnnamed,
                    "A fighter who has charged cannot move again with an unnamed action; choose another action.",
                ));
            }
            ChargeToken::Activation | ChargeToken::ActivationAndMove => {}
            ChargeToken::UnlessAllCharged => {
                if act == Act::Charge {
                    return Err(Refusal::new(
                        Rule::ActionChargeToken,
                        "A fighter with a Charge token cannot Charge again; pick one with no Move or Charge token.",
                    ));
                }
                if act != Act::Printed && !all_charged(sight, sight.table.owner(fighter)) {
                    return Err(Refusal::new(
                        Rule::ActionChargeToken,
                        "A fighter with a Charge token waits until every friendly fighter has one; pick a fighter without.",
                    ));
                }
            }
        }
    }
    if now.has(Token::Move) {
        let forbidden = match sight.rules().move_token {
            MoveToken::MoveAndCharge => matches!(act, Act::Move | Act::Charge),
            MoveToken::Charge => act == Act::Charge,
        };
        if forbidden {
            let remedy = if act == Act::Charge {
                "A fighter with a Move token cannot Charge; attack from here or pick a fighter without one."
            } else {
                "A fighter with a Move token cannot Move again this phase; pick a fighter without one."
            };
            return Err(Refusal::new(Rule::ActionMoveToken, remedy));
        }
    }
    Ok(())
}

/// Whether `attacker`, standing in `from`, could attack `target` with a weapon.
pub fn reaches(
    sight: Sight<'_>,
    attacker: FighterId,
    from: HexId,
    target: FighterId,
    weapon: WeaponIx,
) -> bool {
    let hex = sight.state.fighter(target).hex;
    hex != HexId::NONE
        && from != HexId::NONE
        && reach::apart(sight, attacker, from, hex)
            <= stats::reach_of(sight, attacker, weapon, target)
        && field::sees_fighter(sight, attacker, from, target)
}

/// The weapons a fighter can use, and how far they reach.
#[derive(Clone, Copy, Debug)]
pub struct Arms {
    /// What reactions could add to these.
    more: u8,
    list: [(WeaponIx, u8); 8],
    count: usize,
    /// The greatest range.
    pub longest: u8,
}

impl Arms {
    /// A fighter's weapons now. `more` is what reactions could add to their Range, if that is known.
    pub fn of(sight: Sight<'_>, fighter: FighterId, more: Option<u8>) -> Arms {
        let mut arms = Arms {
            more: more.unwrap_or_else(|| cards::stretch(sight, fighter, Stat::Range)),
            list: [(WeaponIx::NONE, 0); 8],
            count: 0,
            longest: 0,
        };
        stats::each_reach(sight, fighter, Some(arms.more), |weapon, range| {
            if let Some(slot) = arms.list.get_mut(arms.count) {
                *slot = (weapon, range);
            }
            arms.count += 1;
            arms.longest = arms.longest.max(range);
        });
        arms
    }

    /// Calls `each` with every weapon and its range.
    #[inline]
    fn each(&self, sight: Sight<'_>, fighter: FighterId, each: &mut impl FnMut(WeaponIx, u8)) {
        match self.list.get(..self.count) {
            Some(list) => list
                .iter()
                .for_each(|(weapon, range)| each(*weapon, *range)),
            None => stats::each_reach(sight, fighter, Some(self.more), each),
        }
    }
}

/// Adds every attack the fighter could declare from where it stands.
pub fn attacks(sight: Sight<'_>, fighter: FighterId, out: &mut Choices) {
    if !sight.state.fighter(fighter).on_field() {
        return;
    }
    let foes = sides::enemies_on_field(sight, sight.table.owner(fighter));
    let extra = field::blocked_by_cards(sight);
    attacks_with(
        sight,
        fighter,
        &Arms::of(sight, fighter, None),
        (foes, &extra, reach::helpers(sight, fighter)),
        out,
    );
    attacks_on_friends(sight, fighter, out);
}

/// Adds every attack on a friend that abilities let the fighter make from where it stands.
pub fn attacks_on_friends(sight: Sight<'_>, fighter: FighterId, out: &mut Choices) {
    if !sight.table.index.friends_too {
        return;
    }
    let from = sight.state.fighter(fighter).hex;
    stats::each_weapon(sight, fighter, |weapon| {
        let friends = sides::friends_struck(sight, fighter, weapon);
        for friend in Bits(friends.into()).map(FighterId) {
            if reaches(sight, fighter, from, friend, weapon) {
                out.push(Choice::new(Verb::Attack, fighter.0, friend.0, weapon.0));
            }
        }
    });
}

/// As [`attacks`] of a fighter on the battlefield, for weapons, enemies, hexes blocked by cards and [`reach::helpers`]
/// known already.
#[inline(always)]
pub fn attacks_with(
    sight: Sight<'_>,
    fighter: FighterId,
    arms: &Arms,
    (foes, extra, helpers): (u32, &HexSet, u32),
    out: &mut Choices,
) {
    let from = sight.state.fighter(fighter).hex;
    let seen = field::visible_past(sight, from, extra);
    let near = match helpers {
        0 => sight.grid.within(from, arms.longest) & seen,
        _ => seen,
    };
    let mut targets = u64::from(field::standing_in(sight, &near) & foes);
    if sight.table.index.sees_more {
        cold_path();
        let seen = |foe: &u8| cards::sees_anyway(sight, fighter, FighterId(*foe));
        let others = Bits(u64::from(foes) & !targets).filter(seen);
        targets = others.fold(targets, |all, foe| all | 1 << foe);
    }
    if targets == 0 {
        return;
    }
    arms.each(sight, fighter, &mut |weapon, range| {
        let mut hit = targets;
        if range < arms.longest || sight.table.index.threat_by_target {
            for target in Bits(targets) {
                let hex = sight.state.fighter(FighterId(target)).hex;
                let range = match sight.table.index.range_by_target {
                    true => stats::reach_of(sight, fighter, weapon, FighterId(target)),
                    false => range,
                };
                let far = reach::apart_past(sight, helpers, from, hex) > range;
                hit &= !(u64::from(far) << target);
            }
        }
        let hit = cards::may_be_attacked(sight, fighter, weapon, hit);
        out.push_targets(Verb::Attack, fighter.0, hit, weapon.0);
    });
}

/// Adds every attack on somebody out of reach that an ability used before the attack would bring within it.
#[cold]
pub fn attacks_after_step(sight: Sight<'_>, attacker: FighterId, foes: u32, out: &mut Choices) {
    let from = sight.state.fighter(attacker).hex;
    stats::each_weapon(sight, attacker, |weapon| {
        for target in Bits(foes.into()).map(FighterId) {
            let reached = reaches(sight, attacker, from, target, weapon);
            if !reached && cards::brings_within_reach(sight, attacker, target, weapon) {
                out.push(Choice::new(Verb::Attack, attacker.0, target.0, weapon.0));
            }
        }
    });
}

/// Why an attack cannot be declared; `Ok` if it can.
pub fn attack_refusal(sight: Sight<'_>, choice: Choice) -> Result<(), Refusal> {
    let (attacker, target) = (FighterId(choice.a), FighterId(choice.b));
    let fighters = sight.table.entrants.len();
    if attacker.ix() >= fighters || target.ix() >= fighters {
        return Err(Refusal::new(
            Rule::AttackTarget,
            "Name fighters who are in this game.",
        ));
    }
    if sight.table.owner(attacker) == sight.table.owner(target) {
        return Err(Refusal::new(
            Rule::AttackTarget,
            "Pick an enemy fighter as the target.",
        ));
    }
    if !sight.state.fighter(target).on_field() {
        return Err(Refusal::new(
            Rule::AttackTarget,
            "Pick a target who is on the battlefield.",
        ));
    }
    if cards::forbids(sight, target, Ban::Targeted) {
        return Err(Refusal::new(
            Rule::SequenceCannot,
            "An ability keeps this fighter from being picked as a target; pick another one.",
        ));
    }
    let weapon = WeaponIx(choice.c);
    let mut has = false;
    stats::each_weapon(sight, attacker, |ix| has |= ix == weapon);
    if !has {
        return Err(Refusal::new(
            Rule::ActionAttack,
            "Pick a weapon this fighter has.",
        ));
    }
    if cards::may_be_attacked(sight, attacker, weapon, 1 << target.0) == 0 {
        return Err(Refusal::new(
            Rule::SequenceCannot,
            "An ability keeps this attack from being made; pick another target or weapon.",
        ));
    }
    terms::refusal(sight, attacker, weapon, false)?;
    let (from, to) = (
        sight.state.fighter(attacker).hex,
        sight.state.fighter(target).hex,
    );
    let longest = stats::reach_of(sight, attacker, weapon, target);
    if from == HexId::NONE || reach::apart(sight, attacker, from, to) > longest {
        return Err(Refusal::new(
            Rule::AttackRange,
            "The target is out of range; move closer or pick a weapon that reaches further.",
        ));
    }
    if !field::sees_fighter(sight, attacker, from, target) {
        let blocked = field::blocked(sight);
        if !sight.grid.line_touches_any(from, to, &blocked) {
            return Err(Refusal::new(
                Rule::FieldSightEdge,
                "The line to the target leaves the battlefield; move to a hex from which it does not.",
            ));
        }
        return Err(Refusal::new(
            Rule::FieldSight,
            "The target cannot be seen from here; move to a hex with a clear line.",
        ));
    }
    Ok(())
}

/// Why a fighter cannot move to a hex; `Ok` if it can.
pub fn way_refusal(sight: Sight<'_>, choice: Choice, charging: bool) -> Result<(), Refusal> {
    let fighter = choice.fighter_a();
    let hex = choice.hex_b();
    if fighter.ix() >= sight.table.entrants.len() || !sight.grid.all().contains(hex) {
        return Err(Refusal::new(
            Rule::ActionMove,
            "Name a fighter and a hex of this battlefield.",
        ));
    }
    if sight.state.fighter(fighter).hex == hex {
        return Err(Refusal::new(
            Rule::ActionMoveElsewhere,
            "A Move must end in another hex than it began in.",
        ));
    }
    if field::blocked(sight).contains(hex) {
        return Err(Refusal::new(
            Rule::FieldBlocked,
            "That hex is blocked; pick an empty hex.",
        ));
    }
    if sight.state.occupant(hex).is_some() {
        return Err(Refusal::new(
            Rule::FieldOccupied,
            "That hex is occupied; pick an empty hex.",
        ));
    }
    let (mut reached, mut exact) = (false, false);
    travel::each_way(sight, fighter, charging, |to, entered| {
        reached |= to == hex;
        exact |= to == hex && entered == choice.c;
    });
    if !reached {
        let from = sight.state.fighter(fighter).hex;
        if from != HexId::NONE
            && sight.grid.distance(from, hex) > stats::stat(sight, fighter, Stat::Move)
        {
            return Err(Refusal::new(
                Rule::ActionMove,
                "That hex is further away than the fighter's Move; pick a nearer one.",
            ));
        }
        return Err(Refusal::new(
            Rule::ActionMovePath,
            "There is no free way that short; pick a hex within the fighter's Move.",
        ));
    }
    if !exact {
        return Err(Refusal::new(
            Rule::ActionMovePath,
            "No way enters exactly those hazards; pick one of the ways offered.",
        ));
    }
    if charging && !travel::threatening(sight, fighter).contains(hex) {
        return Err(Refusal::new(
            Rule::ActionChargeTarget,
            "A Charge must end where a target is in range and visible; pick such a hex.",
        ));
    }
    Ok(())
}
