//! Innate symbols: which of them fit a roll, and which one its player would pick.

use super::{Kind, each, modify::defence_symbol};
use crate::{attack::Attack, ops::stats::Wielded, run::Sight};
use gloryhex_cardlang::Static;
use gloryhex_model::{Face, FaceSet, FighterId, Roll};

/// Innate symbols a fighter has, as a set, with those of the attack that it makes.
fn innate_faces(sight: Sight<'_>, fighter: FighterId, attack: Option<&Attack>) -> FaceSet {
    let mut faces = FaceSet::EMPTY;
    each(sight, Kind::INNATE, 0, fighter, attack, |_, what| {
        if let Static::Innate(face) = what {
            faces = faces.union(FaceSet::of(&[face]));
        }
    });
    faces
}

/// The innate symbols of the attack roll or of the defence roll.
fn of_roll(sight: Sight<'_>, attack: &Attack, defending: bool) -> FaceSet {
    match defending {
        true => innate_faces(sight, attack.target, None),
        false => innate_faces(sight, attack.attacker, Some(attack)),
    }
}

/// The innate symbols that fit the attack or the defence roll. One of them is added, and if there are several the
/// player who rolls says which before the roll (Harrowdeep p.38).
pub fn innates(sight: Sight<'_>, attack: &Attack, defending: bool) -> FaceSet {
    let faces = of_roll(sight, attack, defending);
    if faces == FaceSet::EMPTY {
        return faces;
    }
    let (_, die) = roll_of(sight, attack, defending);
    fitting(faces, die)
}

/// The innate symbols of a caster that fit its casting roll.
pub fn innates_in_casting(sight: Sight<'_>, caster: FighterId) -> FaceSet {
    fitting(
        innate_faces(sight, caster, None),
        [Face::Focus, Face::Channel],
    )
}

/// The innate symbol a player would pick for a roll: a critical, or else the one the roll needs, or else
/// any that fits the dice. Two criticals hurt a caster, so there the one that is needed comes first.
pub fn innate(sight: Sight<'_>, attack: &Attack, defending: bool) -> Roll {
    let faces = of_roll(sight, attack, defending);
    if faces == FaceSet::EMPTY {
        return Roll::EMPTY;
    }
    let (needed, die) = roll_of(sight, attack, defending);
    one_of(faces, needed, die)
}

/// The symbol that the attack or defence roll needs, and the symbols of its dice.
fn roll_of(sight: Sight<'_>, attack: &Attack, defending: bool) -> (Face, [Face; 2]) {
    if defending {
        let symbol = defence_symbol(sight, attack.target);
        return (symbol, [Face::Shield, Face::Dodge]);
    }
    let weapon = Wielded::of(sight, attack);
    let die = if weapon.is_some_and(Wielded::spell) {
        [Face::Focus, Face::Channel]
    } else {
        [Face::Hammer, Face::Swords]
    };
    (weapon.map_or(Face::Crit, Wielded::symbol), die)
}

/// The innate symbol a player would pick for a casting roll that needs `symbol`.
pub fn innate_in_casting(sight: Sight<'_>, caster: FighterId, symbol: Face) -> Roll {
    one_in_casting(innate_faces(sight, caster, None), symbol)
}

/// Which of these innate symbols a player would pick for a casting roll that needs `symbol`.
pub fn one_in_casting(faces: FaceSet, symbol: Face) -> Roll {
    one_of(faces, symbol, [Face::Focus, Face::Channel])
}

/// Those of some symbols that dice with these two can show.
fn fitting(faces: FaceSet, [one, other]: [Face; 2]) -> FaceSet {
    let mut on_dice = FaceSet::of(&[Face::Crit, one, other]);
    if one != Face::Focus {
        on_dice = on_dice.union(FaceSet::of(&[Face::Sup1, Face::Sup2]));
    }
    faces.without(faces.without(on_dice))
}

fn one_of(faces: FaceSet, needed: Face, die: [Face; 2]) -> Roll {
    let first = if die[0] == Face::Focus {
        [needed, Face::Crit]
    } else {
        [Face::Crit, needed]
    };
    let fits = fitting(faces, die);
    [first[0], first[1], die[0], die[1], Face::Sup1, Face::Sup2]
        .into_iter()
        .find(|face| fits.contains(*face))
        .map_or(Roll::EMPTY, |face| Roll::of(&[face]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_critical_comes_first_but_not_for_a_caster() {
        let faces = FaceSet::of(&[Face::Crit, Face::Hammer, Face::Channel]);
        let fighting = one_of(faces, Face::Hammer, [Face::Hammer, Face::Swords]);
        assert_eq!(fighting, Roll::of(&[Face::Crit]));
        assert_eq!(
            one_in_casting(faces, Face::Channel),
            Roll::of(&[Face::Channel])
        );
    }

    #[test]
    fn a_symbol_that_is_not_on_the_dice_is_no_help() {
        let faces = FaceSet::of(&[Face::Shield]);
        let die = [Face::Hammer, Face::Swords];
        assert_eq!(one_of(faces, Face::Hammer, die), Roll::EMPTY);
        assert_eq!(fitting(faces, die), FaceSet::EMPTY);
    }
}
