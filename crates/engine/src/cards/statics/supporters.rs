//! Supporters of both sides of an attack with everything cards say about them.

use super::{Kind, anyone, each, forbids, kinds_there, modify::both_sides};
use crate::{attack::Attack, bits::Bits, cards::eval::number_of, ops::field, run::Sight};
use gloryhex_cardlang::{Ban, RollKind, Static};
use gloryhex_hexgrid::HexId;
use gloryhex_model::FighterId;

/// The friends of each side's fighter who stand next to the other's, as bits of fighter ids, if the side is `wanted`.
#[inline(always)]
fn standing_by(sight: Sight<'_>, attack: &Attack, wanted: [bool; 2]) -> [u32; 2] {
    let fighters = [attack.attacker, attack.target];
    [0, 1].map(|side| {
        let (whose, against) = (fighters[side], fighters[1 - side]);
        let hex = sight.state.fighter(against).hex;
        if !wanted[side] | (hex == HexId::NONE) {
            return 0;
        }
        let friends = sight.table.sides[sight.table.owner(whose).ix() & 3];
        // Nobody who is gone is in a set of hexes.
        field::standing_in(sight, &sight.grid.adjacent(hex)) & friends & !(1 << (whose.0 & 31))
    })
}

/// How many supporters each side has, with what abilities say about them, if the side is `wanted`.
pub fn supporters(sight: Sight<'_>, attack: &Attack, wanted: [bool; 2]) -> [u8; 2] {
    let near = standing_by(sight, attack, wanted);
    let mut count = near.map(|friends| friends.count_ones() as u8);
    if kinds_there(sight) & OF_SUPPORT != 0 {
        count = by_abilities(sight, attack, near, wanted);
    }
    count
}

/// The kinds of rules that tell who supports.
const OF_SUPPORT: u64 = Kind::COUNTS_AS.bit()
    | Kind::SUPPORTS.bit()
    | Kind::ban(Ban::Support).bit()
    | Kind::SUPPORT.bit()
    | Kind::FLANKED.bit()
    | Kind::NO_SUPPORT.bit();

/// How many supporters each side has, where abilities have their say.
#[inline(never)]
fn by_abilities(sight: Sight<'_>, attack: &Attack, near: [u32; 2], wanted: [bool; 2]) -> [u8; 2] {
    let mut count = near.map(|friends| friends.count_ones() as u8);
    let sides = [
        (attack.attacker, attack.target),
        (attack.target, attack.attacker),
    ];
    for (side, (whose, _)) in sides.into_iter().enumerate() {
        let mut asked = near[side];
        if wanted[side] && anyone(sight, Kind::SUPPORTS) {
            let seat = sight.table.owner(whose);
            let friends = sight.table.sides[seat.ix() & 3] & !(1 << (whose.0 & 31));
            asked = sight.state.on_field(sight.table.entrants.len()) & friends;
        }
        let friends = Bits(asked.into()).map(|friend| {
            let near = (near[side] >> friend) & 1 == 1;
            supports_as(sight, attack, FighterId(friend), near, side == 0)
        });
        count[side] = friends.sum();
    }
    let of = |what| match what {
        Static::Support { side, .. } | Static::NoSupport(side) => Some(side),
        _ => None,
    };
    let mut more = [0i16; 2];
    both_sides(
        sight,
        attack,
        Kind::SUPPORT,
        wanted,
        of,
        |side, context, what| {
            if let Static::Support { n, .. } = what {
                more[side] += context.value(n).clamp(-99, 99);
            }
        },
    );
    for (count, more) in count.iter_mut().zip(more) {
        *count = (i16::from(*count) + more).clamp(0, 99) as u8;
    }
    for (side, (_, against)) in sides.into_iter().enumerate() {
        each(sight, Kind::FLANKED, 0, against, Some(attack), |_, _| {
            count[side] = count[side].max(1);
        });
    }
    both_sides(sight, attack, Kind::NO_SUPPORT, wanted, of, |side, _, _| {
        count[side] = 0;
    });
    count
}

/// Whether a friend supports.
fn helps(
    sight: Sight<'_>,
    attack: &Attack,
    friend: FighterId,
    near: bool,
    attacking: bool,
) -> bool {
    let mut helps = near;
    if !helps {
        let side = match attacking {
            true => RollKind::Attack,
            false => RollKind::Defence,
        };
        each(sight, Kind::SUPPORTS, 0, friend, Some(attack), |_, what| {
            helps |= what == Static::Supports(side);
        });
    }
    helps && !forbids(sight, friend, Ban::Support)
}

/// As how many supporters a friend counts.
fn supports_as(
    sight: Sight<'_>,
    attack: &Attack,
    friend: FighterId,
    near: bool,
    attacking: bool,
) -> u8 {
    if !helps(sight, attack, friend, near, attacking) {
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
    let (whose, hex) = if attacking {
        (attack.attacker, attack.target_hex)
    } else {
        (attack.target, sight.state.fighter(attack.attacker).hex)
    };
    let own = number_of(whose) >= 0 && sight.table.owner(fighter) == sight.table.owner(whose);
    if !own || fighter == whose {
        return false;
    }
    let at = sight.state.fighter(fighter).hex;
    let near = at != HexId::NONE && hex != HexId::NONE && sight.grid.adjacent(hex).contains(at);
    let alone = attacking && attack.is(Attack::SPELL) && !sight.rules().spells_are_supported;
    !alone && helps(sight, attack, fighter, near, attacking)
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
