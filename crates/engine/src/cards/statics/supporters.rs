//! Supporters of both sides of an attack with everything cards say about them.

use super::{
    Kind, anyone, each, forbids, kinds_there,
    modify::{on_roll, roller},
    says,
};
use crate::{attack::Attack, bits::Bits, cards::eval::number_of, ops::field, run::Sight};
use gloryhex_cardlang::{Ban, RollKind, Static};
use gloryhex_hexgrid::HexId;
use gloryhex_model::FighterId;

/// The kinds of rules that tell who supports.
pub const OF_SUPPORT: u64 = Kind::COUNTS_AS.bit()
    | Kind::SUPPORTS.bit()
    | Kind::ban(Ban::Support).bit()
    | Kind::SUPPORT.bit()
    | Kind::FLANKED.bit()
    | Kind::NO_SUPPORT.bit();

/// How many supporters each side has, with what abilities say about them, if the side is `wanted`.
pub fn supporters(sight: Sight<'_>, attack: &Attack, wanted: [bool; 2]) -> [u8; 2] {
    let ruled = kinds_there(sight) & OF_SUPPORT != 0;
    [RollKind::Attack, RollKind::Defence].map(|roll| {
        if !wanted[roll as usize] {
            return 0;
        }
        let near = standing_by(sight, attack, roll);
        match ruled {
            true => by_abilities(sight, attack, near, roll),
            false => near.count_ones() as u8,
        }
    })
}

/// The friends of the fighter who rolls, as bits of their ids.
fn friends(sight: Sight<'_>, whose: FighterId) -> u32 {
    sight.table.sides[sight.table.owner(whose).ix() & 3] & !(1 << (whose.0 & 31))
}

/// The friends of the fighter who rolls that stand next to the other fighter, as bits of their ids.
fn standing_by(sight: Sight<'_>, attack: &Attack, roll: RollKind) -> u32 {
    let (whose, against) = roller(attack, roll);
    let hex = sight.state.fighter(against).hex;
    if hex == HexId::NONE {
        return 0;
    }
    // Nobody who is gone is in a set of hexes.
    field::standing_in(sight, &sight.grid.adjacent(hex)) & friends(sight, whose)
}

/// How many supporters a side has, where abilities have their say.
#[inline(never)]
fn by_abilities(sight: Sight<'_>, attack: &Attack, near: u32, roll: RollKind) -> u8 {
    let (whose, against) = roller(attack, roll);
    let mut asked = near;
    if anyone(sight, Kind::SUPPORTS) {
        asked = sight.state.on_field(sight.table.entrants.len()) & friends(sight, whose);
    }
    let counted = Bits(asked.into()).map(|friend| {
        let near = near >> friend & 1 == 1;
        supports_as(sight, attack, FighterId(friend), near, roll)
    });
    let mut count: u8 = counted.sum();
    let mut more = 0;
    on_roll(sight, attack, Kind::SUPPORT, roll, |context, what| {
        if let Static::Support { n, .. } = what {
            more += context.value(n).clamp(-99, 99);
        }
    });
    count = (i16::from(count) + more).clamp(0, 99) as u8;
    if says(sight, Kind::FLANKED, 0, against, Some(attack), |_| true) {
        count = count.max(1);
    }
    on_roll(sight, attack, Kind::NO_SUPPORT, roll, |_, _| count = 0);
    count
}

/// Whether a friend supports.
fn helps(sight: Sight<'_>, attack: &Attack, friend: FighterId, near: bool, roll: RollKind) -> bool {
    let supports = |what| what == Static::Supports(roll);
    (near || says(sight, Kind::SUPPORTS, 0, friend, Some(attack), supports))
        && !forbids(sight, friend, Ban::Support)
}

/// As how many supporters a friend counts.
fn supports_as(
    sight: Sight<'_>,
    attack: &Attack,
    friend: FighterId,
    near: bool,
    roll: RollKind,
) -> u8 {
    if !helps(sight, attack, friend, near, roll) {
        return 0;
    }
    let mut as_many = 1;
    let kind = Kind::COUNTS_AS;
    each(sight, kind, 0, friend, Some(attack), |_, what| {
        if let Static::CountsAs(n) = what {
            as_many = as_many.max(n);
        }
    });
    as_many
}

/// Whether a fighter is among the supporters of a side of the attack.
pub fn supported(sight: Sight<'_>, attack: &Attack, fighter: FighterId, attacking: bool) -> bool {
    let (whose, hex, roll) = if attacking {
        (attack.attacker, attack.target_hex, RollKind::Attack)
    } else {
        let from = sight.state.fighter(attack.attacker).hex;
        (attack.target, from, RollKind::Defence)
    };
    let own = number_of(whose) >= 0 && sight.table.owner(fighter) == sight.table.owner(whose);
    if !own || fighter == whose {
        return false;
    }
    let at = sight.state.fighter(fighter).hex;
    let near = at != HexId::NONE && hex != HexId::NONE && sight.grid.adjacent(hex).contains(at);
    let alone = attacking && attack.is(Attack::SPELL) && !sight.rules().spells_are_supported;
    !alone && helps(sight, attack, fighter, near, roll)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, BIRCH, DOCK, Trial};

    #[test]
    fn friends_next_to_the_other_fighter_support() {
        let mut trial = Trial::upgrade("static attacks of friends get support attacker 1");
        let plain = Trial::ploy("draw 1 power");
        let next_to = |trial: &mut Trial| {
            let (near, far) = (trial.hex("a3"), trial.hex("e1"));
            trial.fighter(ASH).hex = near;
            trial.fighter(FighterId(2)).hex = far;
            *trial.attack(BIRCH, DOCK)
        };
        let mut plain = plain;
        let attack = next_to(&mut plain);
        let by_place = supporters(plain.sight(), &attack, [true; 2]);
        assert_eq!(by_place[0], 1);
        let attack = next_to(&mut trial);
        let by_card = supporters(trial.sight(), &attack, [true; 2]);
        assert_eq!(by_card, [2, by_place[1]]);
        assert_eq!(supporters(trial.sight(), &attack, [false; 2]), [0; 2]);
    }
}
