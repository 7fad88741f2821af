//! Fighters made up for a scenario.

use crate::{problem::Problem, token::Words};
use gloryhex_model::{Face, FighterDef, Keyword, Keywords, Profile, Trait, Traits, WeaponDef};
use std::ops::RangeInclusive;

type Parsed<T> = Result<T, Problem>;

/// Dice that can be rolled at once.
const DICE: RangeInclusive<u8> = 0..=15;
/// Wounds of somebody who can stand on a battlefield.
const WOUNDS: RangeInclusive<u8> = 1..=99;
/// Weapons a fighter can choose from.
const MOST_WEAPONS: usize = 8;

/// The words a fighter's line can hold, for hints.
const KNOWN: [&str; 12] = [
    "move",
    "defence",
    "wounds",
    "bounty",
    "wizard",
    "weapon",
    "leader",
    "beast",
    "flying",
    "inspired-move",
    "inspired-defence",
    "inspired-wounds",
];

/// Reads a fighter: its name, its characteristics, its weapons, its traits.
pub fn parse(words: &mut Words<'_>) -> Parsed<FighterDef> {
    let name = words.word("the name of a fighter")?;
    let mut profile = Profile {
        movement: 3,
        defence: 1,
        defence_symbol: Face::Shield,
        wounds: 4,
        bounty: 1,
        wizard: 0,
        weapons: Vec::new(),
    };
    let mut traits = Traits::default();
    let mut inspired: Vec<(&str, u8)> = Vec::new();
    let mut inspired_symbol = None;
    while !words.is_done() {
        let here = words.clone();
        let word = words.word("")?;
        match word.text {
            "move" => profile.movement = words.number("hexes")?,
            "defence" => {
                profile.defence = words.number_in("how many dice", DICE)?;
                profile.defence_symbol = symbol(words, &[Face::Shield, Face::Dodge])?;
            }
            "wounds" => profile.wounds = words.number_in("wounds", WOUNDS)?,
            "bounty" => profile.bounty = words.number("glory points")?,
            "wizard" => {
                profile.wizard = words.number("the wizard level")?;
                traits = traits.with(Trait::Wizard);
            }
            "weapon" if profile.weapons.len() == MOST_WEAPONS => {
                let message = format!("a fighter has at most {MOST_WEAPONS} weapons");
                return Err(Problem::here(word.column, message));
            }
            "weapon" => profile.weapons.push(weapon(words)?),
            "leader" => traits = traits.with(Trait::Leader),
            "beast" => traits = traits.with(Trait::Beast),
            "flying" => traits = traits.with(Trait::Flying),
            "inspired-move" => inspired.push(("move", words.number("hexes")?)),
            "inspired-wounds" => inspired.push(("wounds", words.number_in("wounds", WOUNDS)?)),
            "inspired-defence" => {
                inspired.push(("defence", words.number_in("how many dice", DICE)?));
                inspired_symbol = Some(symbol(words, &[Face::Shield, Face::Dodge])?);
            }
            other => {
                return Err(here
                    .expected("a characteristic, a weapon or a trait")
                    .did_you_mean(other, KNOWN));
            }
        }
    }
    let mut other = profile.clone();
    for (what, value) in inspired {
        match what {
            "move" => other.movement = value,
            "wounds" => other.wounds = value,
            _ => other.defence = value,
        }
    }
    other.defence_symbol = inspired_symbol.unwrap_or(other.defence_symbol);
    Ok(FighterDef {
        name: name.text.to_owned(),
        traits,
        labels: 0,
        sides: [profile, other],
        house: true,
        notes: Vec::new(),
    })
}

fn weapon(words: &mut Words<'_>) -> Parsed<WeaponDef> {
    let name = words.word("the name of a weapon")?;
    let mut weapon = WeaponDef {
        name: name.text.to_owned(),
        range: 1,
        dice: 1,
        symbol: Face::Hammer,
        damage: 1,
        keywords: Keywords::EMPTY,
        knockback: 0,
        spell: false,
        melee: None,
        asked: WeaponDef::UNASKED,
        terms: None,
    };
    while let Some(word) = words.peek() {
        let bare = word.text.trim_start_matches('[').trim_end_matches(']');
        match bare {
            "range" => {
                words.word("")?;
                weapon.range = words.number("hexes")?;
            }
            "dice" => {
                words.word("")?;
                weapon.dice = if words.eat("-") {
                    0
                } else {
                    words.number_in("how many dice, or `-` for the wizard level", DICE)?
                };
                let known = [Face::Hammer, Face::Swords, Face::Focus, Face::Channel];
                weapon.symbol = symbol(words, &known)?;
                weapon.spell = matches!(weapon.symbol, Face::Focus | Face::Channel);
            }
            "damage" => {
                words.word("")?;
                weapon.damage = words.number("damage")?;
            }
            "knockback" => {
                words.word("")?;
                weapon.knockback += words.number::<u8>("hexes")?;
            }
            _ => {
                let (plain, critical) = match bare.strip_prefix("crit-") {
                    Some(plain) => (plain, true),
                    None => (bare, false),
                };
                let Some(keyword) = Keyword::from_word(plain) else {
                    break;
                };
                words.word("")?;
                let one = if critical {
                    Keywords::critical(keyword)
                } else {
                    Keywords::plain(keyword)
                };
                weapon.keywords = weapon.keywords.union(one);
            }
        }
    }
    Ok(weapon)
}

fn symbol(words: &mut Words<'_>, known: &[Face]) -> Parsed<Face> {
    let here = words.clone();
    let list: Vec<&str> = known.iter().map(|face| face.word()).collect();
    let what = format!("one of {}", list.join(", "));
    let word = words.word(&what)?;
    Face::from_word(word.text)
        .filter(|face| known.contains(face))
        .ok_or_else(|| here.expected(&what).did_you_mean(word.text, list))
}
