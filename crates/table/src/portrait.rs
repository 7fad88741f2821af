//! A warband in a few words: what it is good at, what it lacks, and how hard it is to play.
//!
//! Everything is told from the figures and compared with the other warbands of the edition; nobody's opinion is in it.
//! Cards are left out, for they depend on the deck.

use gloryhex_cardlang::{Lexicon, WarbandInfo};
use gloryhex_editions::Content;
use gloryhex_model::{CardId, Die, Face, FighterDef, Profile, WeaponDef};
use gloryhex_protocol::{Ease, Portrait};
use std::collections::BTreeSet;

/// How far from the middle a figure lies that is told, in standard deviations.
const FAR: f64 = 0.75;
/// The most strengths that are told.
const STRENGTHS: usize = 3;
/// The most weaknesses that are told.
const WEAKNESSES: usize = 2;
/// Attacks from so many hexes away are shots.
const SHOT: u8 = 3;

/// Something that is measured of every warband.
struct Measure {
    of: fn(&[FighterDef]) -> f64,
    strength: &'static str,
    /// Empty where having little of it is no weakness.
    weakness: &'static str,
    /// What the figure is, with `#` where it stands and words of the edition in braces.
    figure: &'static str,
    /// Decimals of the figure.
    decimals: usize,
}

const MEASURES: [Measure; 7] = [
    Measure {
        of: |band| mean(band, |fighter| f64::from(fighter.sides[0].movement)),
        strength: "Fast",
        weakness: "Slow",
        figure: "Move # on average",
        decimals: 1,
    },
    Measure {
        of: |band| mean(band, |fighter| f64::from(fighter.sides[0].wounds)),
        strength: "Tough",
        weakness: "Fragile",
        figure: "{wounds} # on average",
        decimals: 1,
    },
    Measure {
        of: |band| 100.0 * mean(band, |fighter| guarded(&fighter.sides[0])),
        strength: "Well defended",
        weakness: "Poorly defended",
        figure: "#% chance of a success in the {defence_roll}",
        decimals: 0,
    },
    Measure {
        of: |band| mean(band, |fighter| blow(&fighter.sides[0])),
        strength: "Hits hard",
        weakness: "Hits softly",
        figure: "# damage an attack before the {defence_roll}",
        decimals: 1,
    },
    Measure {
        of: |band| band.len() as f64,
        strength: "Many fighters",
        weakness: "Few fighters",
        figure: "# of them",
        decimals: 0,
    },
    Measure {
        of: |band| 100.0 * mean(band, |fighter| f64::from(u8::from(shoots(fighter)))),
        strength: "Reaches far",
        weakness: "",
        figure: "#% of the fighters attack from 3 hexes away",
        decimals: 0,
    },
    Measure {
        of: |band| {
            let of = |side: usize| mean(band, |fighter| worth(&fighter.sides[side]));
            100.0 * (of(1) / of(0).max(0.1) - 1.0)
        },
        strength: "Grows when Inspired",
        weakness: "",
        figure: "blow and endurance rise by #%",
        decimals: 0,
    },
];

fn mean(band: &[FighterDef], of: impl Fn(&FighterDef) -> f64) -> f64 {
    band.iter().map(of).sum::<f64>() / band.len().max(1) as f64
}

/// The chance that at least one of some dice shows a face, or a critical.
fn chance(die: Die, face: Face, dice: u8) -> f64 {
    let good = |side: &&Face| **side == face || **side == Face::Crit;
    let sides = die.sides();
    let miss = 1.0 - sides.iter().filter(good).count() as f64 / sides.len() as f64;
    1.0 - miss.powi(dice.into())
}

fn guarded(side: &Profile) -> f64 {
    chance(Die::Defence, side.defence_symbol, side.defence)
}

/// The damage of the best attack, weighed by how often a roll of it has a success.
fn blow(side: &Profile) -> f64 {
    let of = |weapon: &WeaponDef| {
        let die = match weapon.symbol {
            Face::Focus | Face::Channel => Die::Magic,
            _ => Die::Attack,
        };
        f64::from(weapon.damage) * chance(die, weapon.symbol, weapon.dice)
    };
    side.weapons.iter().map(of).fold(0.0, f64::max)
}

/// Blow and endurance in one figure.
fn worth(side: &Profile) -> f64 {
    blow(side) * f64::from(side.wounds) * (1.0 + guarded(side))
}

fn shoots(fighter: &FighterDef) -> bool {
    let far = |weapon: &WeaponDef| weapon.range >= SHOT;
    fighter.sides[0].weapons.iter().any(far)
}

/// The abilities of a warband: paragraphs on its fighter cards and its warscroll, each counted once.
fn abilities(content: &Content, warband: &WarbandInfo) -> usize {
    let fighters = (warband.first..).take(warband.def.fighters.len());
    let cards = fighters.filter_map(|number| content.catalog.fighters.get(usize::from(number)));
    let cards = cards.map(|fighter| fighter.abilities);
    let texts = cards
        .chain([warband.warscroll])
        .filter(|card| *card != CardId::NONE)
        .flat_map(|card| {
            let text = content.text(card);
            text.lines().map(str::to_owned).collect::<Vec<_>>()
        });
    texts.collect::<BTreeSet<String>>().len()
}

fn wizards(band: &[FighterDef]) -> usize {
    let casts = |side: &Profile| side.wizard > 0;
    let wizard = |fighter: &&FighterDef| fighter.sides.iter().any(casts);
    band.iter().filter(wizard).count()
}

/// What there is to keep in mind when one plays it.
fn burden(content: &Content, warband: &WarbandInfo) -> usize {
    let band = &warband.def.fighters;
    band.len() + abilities(content, warband) + 2 * wizards(band)
}

/// The portraits of the warbands of an edition, in the order of [`Content::warbands`].
pub fn portraits(content: &Content, edition: &str) -> Vec<Portrait> {
    let names = content.warbands(edition).into_iter();
    let bands: Vec<&WarbandInfo> = names
        .filter_map(|name| content.catalog.warband(edition, name))
        .collect();
    let burdens: Vec<usize> = bands.iter().map(|band| burden(content, band)).collect();
    let spreads: Vec<(f64, f64)> = MEASURES
        .iter()
        .map(|measure| {
            let values = bands.iter().map(|band| (measure.of)(&band.def.fighters));
            spread(&values.collect::<Vec<f64>>())
        })
        .collect();
    let portrait = |(band, own): (&&WarbandInfo, &usize)| {
        let lighter = burdens.iter().filter(|other| *other < own).count();
        Portrait {
            ease: match 3 * lighter / burdens.len().max(1) {
                0 => Ease::Easy,
                1 => Ease::Fair,
                _ => Ease::Hard,
            },
            why: why(content, band),
            ..told(&band.def.fighters, &spreads, content.words(edition))
        }
    };
    bands.iter().zip(&burdens).map(portrait).collect()
}

/// The mean and the standard deviation.
fn spread(values: &[f64]) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / count).sqrt())
}

fn why(content: &Content, warband: &WarbandInfo) -> String {
    let many = |n: usize, one: &str, more: &str| match n {
        1 => format!("1 {one}"),
        n => format!("{n} {more}"),
    };
    let band = &warband.def.fighters;
    let mut parts = vec![
        many(band.len(), "fighter", "fighters"),
        many(abilities(content, warband), "ability", "abilities"),
    ];
    match wizards(band) {
        0 => {}
        n => parts.push(many(n, "wizard", "wizards")),
    }
    parts.join(", ")
}

fn told(band: &[FighterDef], spreads: &[(f64, f64)], words: &Lexicon) -> Portrait {
    let mut far: Vec<(f64, f64, f64, &Measure)> = MEASURES
        .iter()
        .zip(spreads)
        .filter(|(_, (_, deviation))| *deviation > f64::EPSILON)
        .map(|(measure, (mean, deviation))| {
            let own = (measure.of)(band);
            ((own - mean) / deviation, own, *mean, measure)
        })
        .collect();
    far.sort_by(|a, b| b.0.total_cmp(&a.0));
    let line = |word: &str, own: f64, mean: f64, measure: &Measure| {
        let figure = |value: f64| format!("{value:.*}", measure.decimals);
        let unit = if measure.figure.contains("#%") {
            "%"
        } else {
            ""
        };
        let own = measure.figure.replace('#', &figure(own));
        let own = own.replace("{wounds}", words.wounds);
        let own = own.replace("{defence_roll}", words.defence_roll);
        format!("{word}: {own} (usual: {}{unit})", figure(mean))
    };
    let strengths = far.iter().enumerate();
    let strengths = strengths.filter(|(place, (distance, ..))| *place == 0 || *distance >= FAR);
    let weaknesses = far.iter().rev();
    let weaknesses = weaknesses
        .filter(|(distance, _, _, measure)| *distance <= -FAR && !measure.weakness.is_empty());
    Portrait {
        good_at: strengths
            .take(STRENGTHS)
            .map(|(_, (_, own, mean, measure))| line(measure.strength, *own, *mean, measure))
            .collect(),
        weak_in: weaknesses
            .take(WEAKNESSES)
            .map(|(_, own, mean, measure)| line(measure.weakness, *own, *mean, measure))
            .collect(),
        ease: Ease::Fair,
        why: String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(edition: &str, name: &str) -> Portrait {
        let content = Content::embedded();
        let names = content.warbands(edition);
        let place = names.iter().position(|other| *other == name);
        portraits(content, edition).swap_remove(place.expect("it is there"))
    }

    #[test]
    fn chances_are_those_of_the_dice() {
        assert_eq!(chance(Die::Attack, Face::Hammer, 1), 0.5);
        assert_eq!(chance(Die::Attack, Face::Hammer, 2), 0.75);
        assert_eq!(chance(Die::Defence, Face::Dodge, 0), 0.0);
        assert!((chance(Die::Magic, Face::Channel, 1) - 4.0 / 6.0).abs() < 1e-12);
    }

    #[test]
    fn a_swarm_of_rats_is_fast_and_fragile_and_archers_reach_far() {
        let swarm = of("shadespire", "Spiteclaw's Swarm");
        assert!(swarm.good_at[0].starts_with("Fast: Move 5.0 on average (usual: "));
        assert!(
            swarm
                .weak_in
                .iter()
                .any(|line| line.starts_with("Fragile: ")),
            "{swarm:?}"
        );
        let archers = of("shadespire", "The Farstriders");
        let far = "Reaches far: 100% of the fighters attack from 3 hexes away";
        assert!(archers.good_at[0].starts_with(far), "{archers:?}");
        assert!(archers.why.starts_with("3 fighters, "), "{archers:?}");
    }

    #[test]
    fn every_warband_is_good_at_something_and_no_edition_has_only_hard_ones() {
        let content = Content::embedded();
        for edition in content.edition_names() {
            let all = portraits(content, edition);
            assert_eq!(all.len(), content.warbands(edition).len());
            assert!(all.iter().all(|portrait| !portrait.good_at.is_empty()));
            assert!(all.iter().any(|portrait| portrait.ease == Ease::Easy));
        }
    }
}
