//! `gloryhex odds`: exact odds of an attack between two made-up fighters, of casting a spell, or of
//! what can be done in a position.

mod position;
mod spell;

use crate::{args::Edition, packs::content, trouble::Trouble};
use clap::Args;
use gloryhex_engine::odds::{self, Duel, duel::MOST_SUPPORT};
use gloryhex_model::{Face, FaceSet, Keyword, Keywords, WeaponDef};
use serde_json::{Map, Value, json};
use std::io::{Write, stdout};

/// The terms of a made-up attack, which a spell or a position has no use for.
const DUEL: [&str; 20] = [
    "attack",
    "defence",
    "support",
    "defence_support",
    "cover",
    "guard",
    "stagger",
    "trapped",
    "charge",
    "rerolls",
    "defence_rerolls",
    "cleave",
    "ensnare",
    "brutal",
    "grievous",
    "grapple",
    "staggering",
    "critical",
    "damage",
    "wounds",
];

/// `gloryhex odds`
#[derive(Args)]
pub struct Odds {
    /// The edition; with --scenario, only this one of the scenario's editions
    #[arg(long, required_unless_present = "scenario")]
    edition: Option<Edition>,
    /// Attack dice and the face that succeeds: 2hammer, 3swords, 2focus, 2channel, 1crit
    #[arg(long, required_unless_present_any = ["scenario", "cast"])]
    attack: Option<String>,
    /// Defence dice and the face that succeeds: 1dodge, 2shield
    #[arg(
        long,
        visible_alias = "defense",
        visible_alias = "save",
        required_unless_present_any = ["scenario", "cast"]
    )]
    defence: Option<String>,
    /// Casting value of a spell instead of an attack: 2focus, 1channel, 1crit
    #[arg(long, conflicts_with_all = DUEL)]
    cast: Option<String>,
    /// With --cast: the caster's wizard level, the number of dice
    #[arg(long, default_value_t = 1, requires = "cast", conflicts_with_all = ["attack", "defence"], value_parser = clap::value_parser!(u8).range(1..=12))]
    wizard: u8,
    /// An innate symbol of the attacker or caster: one that the dice can show
    #[arg(long, value_name = "FACE")]
    innate: Vec<String>,
    /// Wounds the caster of a spell or of a spell attack has left, 4 without it
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=30))]
    caster_wounds: Option<u8>,
    /// A scenario file: the odds of every attack and spell of the position it begins with
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = DUEL,
        conflicts_with_all = ["cast", "wizard", "innate", "caster_wounds"]
    )]
    scenario: Option<std::path::PathBuf>,
    /// With --scenario: only this attack or spell, as in `attack brute orc axe`
    #[arg(
        long,
        requires = "scenario",
        conflicts_with_all = ["attack", "defence", "cast"],
        value_name = "TEXT"
    )]
    choice: Option<String>,
    /// Supporters of the attacker
    #[arg(long, default_value_t = 0)]
    support: u8,
    /// Supporters of the target
    #[arg(long, visible_alias = "defense-support", default_value_t = 0)]
    defence_support: u8,
    /// The target stands in cover
    #[arg(long)]
    cover: bool,
    /// The target is on Guard
    #[arg(long)]
    guard: bool,
    /// The target has a Stagger token
    #[arg(long)]
    stagger: bool,
    /// The target has nowhere to be driven back to
    #[arg(long)]
    trapped: bool,
    /// The attack is part of a Charge
    #[arg(long)]
    charge: bool,
    /// Re-rolls that abilities grant to the attacker
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=8))]
    rerolls: u8,
    /// Re-rolls that abilities grant to the target
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=8))]
    defence_rerolls: u8,
    /// The weapon has Cleave
    #[arg(long)]
    cleave: bool,
    /// The weapon has Ensnare
    #[arg(long)]
    ensnare: bool,
    /// The weapon has Brutal
    #[arg(long)]
    brutal: bool,
    /// The weapon has Grievous
    #[arg(long)]
    grievous: bool,
    /// The weapon has Grapple
    #[arg(long)]
    grapple: bool,
    /// The weapon staggers
    #[arg(long)]
    staggering: bool,
    /// A keyword that needs a critical: cleave, ensnare, brutal, grievous, stagger, grapple
    #[arg(long, value_name = "KEYWORD")]
    critical: Vec<String>,
    /// Damage of the weapon
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=15))]
    damage: u8,
    /// Wounds the target has left
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=30))]
    wounds: u8,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const OFFENCE: &[(&str, Face)] = &[
    ("hammer", Face::Hammer),
    ("smash", Face::Hammer),
    ("swords", Face::Swords),
    ("fury", Face::Swords),
    ("focus", Face::Focus),
    ("channel", Face::Channel),
    ("crit", Face::Crit),
];
const DEFENCE: &[(&str, Face)] = &[
    ("shield", Face::Shield),
    ("block", Face::Shield),
    ("dodge", Face::Dodge),
    ("crit", Face::Crit),
];

/// The faces of attack dice that can be innate.
const WEAPON_FACES: &[(&str, Face)] = &[
    ("hammer", Face::Hammer),
    ("smash", Face::Hammer),
    ("swords", Face::Swords),
    ("fury", Face::Swords),
    ("crit", Face::Crit),
];
/// The faces of a magic die.
const MAGIC_FACES: &[(&str, Face)] = &[
    ("focus", Face::Focus),
    ("channel", Face::Channel),
    ("crit", Face::Crit),
];

/// Wounds of a caster of whom nothing is said.
const CASTER_WOUNDS: u8 = 4;

/// Refuses a keyword that neither the rules of an edition nor any of its weapons name.
fn has_keyword(edition: Edition, keyword: Keyword, option: &str) -> Result<(), Trouble> {
    let (content, name) = (content(), edition.name());
    let rule = format!("rule keyword.{}", keyword.word());
    let rules = content.rules.get(name).map_or("", String::as_str);
    let has = |weapon: &WeaponDef| weapon.keywords.iter().any(|(other, _)| other == keyword);
    let bands = content.catalog.warbands.iter();
    let mut sides = bands
        .filter(|band| content.catalog.plays(name, &band.edition))
        .flat_map(|band| &band.def.fighters)
        .flat_map(|fighter| &fighter.sides);
    let mut cards = content.catalog.cards.iter();
    if rules.lines().any(|line| line == rule)
        || sides.any(|side| side.weapons.iter().any(has))
        || cards.any(|card| {
            content.catalog.plays(name, &card.edition)
                && card.code.weapons.iter().any(|weapon| has(&weapon.def))
        })
    {
        return Ok(());
    }
    Err(Trouble::input(format!(
        "no weapon has {} in {name}; leave out `{option}`",
        keyword.word()
    )))
}

/// Reads `2hammer`.
fn dice(text: &str, option: &str, known: &[(&str, Face)]) -> Result<(u8, Face), Trouble> {
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    let (number, word) = text.split_at(digits);
    let word = word.trim_matches(['-', ' ', ':']).to_lowercase();
    let face = known
        .iter()
        .find(|(name, _)| {
            *name == word || format!("{name}s") == word || *name == word.clone() + "s"
        })
        .map(|(_, face)| *face);
    let n = match number {
        "" => Ok(1),
        number => number.parse::<u8>(),
    };
    let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
    let why = match (n, face) {
        (Ok(n @ 1..=12), Some(face)) => return Ok((n, face)),
        (_, Some(_)) => format!("{number} dice cannot be rolled"),
        _ => gloryhex_editions::content::unknown("face", &word, names.iter().copied()).to_string(),
    };
    Err(Trouble::input(format!(
        "`{option} {text}`: expected 1 to 12 dice and a face, like `2{}`; {why}",
        names[0]
    )))
}

impl Odds {
    /// The weapon's keywords; one that the edition does not have is refused.
    fn keywords(&self, edition: Edition) -> Result<Keywords, Trouble> {
        let mut all = Keywords::EMPTY;
        for (on, option, keyword) in [
            (self.cleave, "--cleave", Keyword::Cleave),
            (self.ensnare, "--ensnare", Keyword::Ensnare),
            (self.brutal, "--brutal", Keyword::Brutal),
            (self.grievous, "--grievous", Keyword::Grievous),
            (self.grapple, "--grapple", Keyword::Grapple),
            (self.staggering, "--staggering", Keyword::Stagger),
        ] {
            if on {
                has_keyword(edition, keyword, option)?;
                all = all.union(Keywords::plain(keyword));
            }
        }
        for word in &self.critical {
            let keyword = Keyword::from_word(&word.to_lowercase()).ok_or_else(|| {
                let known: Vec<&str> = Keyword::ALL.iter().map(|k| k.word()).collect();
                Trouble::input(format!(
                    "`--critical {word}`: no such keyword; there are {}",
                    known.join(", ")
                ))
            })?;
            has_keyword(edition, keyword, &format!("--critical {word}"))?;
            all = all.union(Keywords::critical(keyword));
        }
        Ok(all)
    }
    /// The innate symbols given, all of them faces of the dice rolled.
    fn innate(&self, edition: Edition, known: &[(&str, Face)]) -> Result<FaceSet, Trouble> {
        if !self.innate.is_empty() && !spell::has_magic(edition) {
            return Err(Trouble::input(format!(
                "there are no innate symbols in {}; leave out `--innate`",
                edition.name()
            )));
        }
        let mut all = FaceSet::EMPTY;
        for word in &self.innate {
            let face = known.iter().find(|(name, _)| *name == word.to_lowercase());
            let Some((_, face)) = face else {
                let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
                return Err(Trouble::input(format!(
                    "`--innate {word}`: expected a face of the dice that are rolled: {}",
                    names.join(", ")
                )));
            };
            all = all.union(FaceSet::of(&[*face]));
        }
        Ok(all)
    }
    fn duel(&self, edition: Edition) -> Result<Duel, Trouble> {
        let given = |text: &Option<String>| text.clone().unwrap_or_default();
        let (dice_rolled, symbol) = dice(&given(&self.attack), "--attack", OFFENCE)?;
        let (defence, defence_symbol) = dice(&given(&self.defence), "--defence", DEFENCE)?;
        if self.support.max(self.defence_support) > MOST_SUPPORT {
            return Err(Trouble::input(format!(
                "at most {MOST_SUPPORT} supporters a side; more than two make no difference unless the other side has some"
            )));
        }
        let spell = matches!(symbol, Face::Focus | Face::Channel);
        if spell {
            spell::known(edition)?;
        } else if self.caster_wounds.is_some() {
            return Err(Trouble::input(
                "`--caster-wounds` matters to spells, which roll for focus or channel; leave it out",
            ));
        }
        let faces = if spell { MAGIC_FACES } else { WEAPON_FACES };
        Ok(Duel {
            dice: dice_rolled,
            symbol,
            defence,
            defence_symbol,
            support: [self.support, self.defence_support],
            rerolls: [self.rerolls, self.defence_rerolls],
            cover: self.cover,
            guard: self.guard,
            staggered: self.stagger,
            trapped: self.trapped,
            charge: self.charge,
            keywords: self.keywords(edition)?,
            damage: self.damage,
            wounds: self.wounds,
            attacker_wounds: self.caster_wounds.unwrap_or(CASTER_WOUNDS),
            innate: self.innate(edition, faces)?,
        })
    }
}

pub fn odds(ask: &Odds) -> Result<(), Trouble> {
    if let Some(file) = &ask.scenario {
        return position::odds(ask, file);
    }
    let Some(edition) = ask.edition else {
        return Err(Trouble::input("`--edition` is missing"));
    };
    if let Some(value) = &ask.cast {
        return spell::odds(ask, edition, value);
    }
    let known = content().known_edition(edition.name());
    let rules = known.map_err(Trouble::input)?.rules.clone();
    let duel = ask.duel(edition)?;
    if duel.cover && !rules.tokens.reverse_is_cover {
        return Err(Trouble::input(format!(
            "there is no cover in {}; leave out `--cover`",
            edition.name()
        )));
    }
    if duel.staggered && !rules.stagger_rerolls {
        return Err(Trouble::input(format!(
            "there are no Stagger tokens in {}; leave out `--stagger`",
            edition.name()
        )));
    }
    let odds = duel
        .odds(rules)
        .ok_or_else(|| Trouble::input("these fighters do not fit on the battlefield"))?;
    if ask.json {
        writeln!(
            stdout(),
            "{}",
            Value::Object(as_json(edition.name(), &odds))
        )?;
    } else {
        write!(stdout(), "{}", as_text(&odds))?;
    }
    Ok(())
}

/// The counts people ask for, by name.
fn rows(odds: &odds::Odds) -> [(&'static str, &'static str, u128); 8] {
    [
        ("success", "succeeds", odds.success),
        ("draw", "draw", odds.draw),
        ("fail", "fails", odds.fail),
        ("critical", "critical hit", odds.critical),
        ("out", "takes the target out", odds.out),
        ("driveBack", "may drive back", odds.drive_back),
        ("standFast", "target stands fast", odds.stand_fast),
        ("backlash", "backlash", odds.backlash),
    ]
}

fn words(faces: FaceSet) -> Vec<&'static str> {
    faces.iter().map(Face::word).collect()
}

/// The odds as a JSON object: decimals by name, and the exact fractions under `exact`.
pub fn as_json(edition: &str, odds: &odds::Odds) -> Map<String, Value> {
    let mut object = Map::new();
    let mut exact = Map::new();
    object.insert("edition".into(), edition.into());
    for (name, _, count) in rows(odds) {
        object.insert(name.into(), odds.p(count).into());
        exact.insert(name.into(), odds.share(count).to_string().into());
    }
    let damage = |of: &dyn Fn(u128) -> Value| -> Map<String, Value> {
        let dealt = odds.damage.iter().enumerate().filter(|(_, w)| **w > 0);
        dealt.map(|(n, w)| (n.to_string(), of(*w))).collect()
    };
    object.insert("damage".into(), damage(&|w| odds.p(w).into()).into());
    exact.insert(
        "damage".into(),
        damage(&|w| odds.share(w).to_string().into()).into(),
    );
    object.insert("meanDamage".into(), odds.mean_damage().into());
    object.insert("exact".into(), exact.into());
    object.insert("dice".into(), json!(odds.dice));
    object.insert("rerolls".into(), json!(odds.rerolls));
    object.insert("supporters".into(), json!(odds.supporters));
    object.insert("attackFaces".into(), json!(words(odds.faces[0])));
    object.insert("defenceFaces".into(), json!(words(odds.faces[1])));
    object.insert(
        "ability".into(),
        match odds.ability {
            Some((keyword, critical)) => json!({"keyword": keyword.word(), "critical": critical}),
            None => Value::Null,
        },
    );
    object
}

/// The odds as lines for people.
pub fn as_text(odds: &odds::Odds) -> String {
    let mut out = String::new();
    let mut line = |name: &str, count: u128| {
        let share = odds.share(count);
        out += &format!("{name:22} {:6.2} %  {share}\n", 100.0 * share.value());
    };
    for (ix, (_, name, count)) in rows(odds).into_iter().enumerate() {
        if ix < 6 || count > 0 {
            line(name, count);
        }
    }
    for (n, count) in odds.damage.iter().enumerate().skip(1) {
        if *count > 0 {
            line(&format!("{n} damage"), *count);
        }
    }
    out += &format!("{:22} {:6.3}\n", "damage on average", odds.mean_damage());
    if let Some((keyword, critical)) = odds.ability {
        let critical = if critical { "critical " } else { "" };
        out += &format!("picking {critical}{}\n", keyword.word());
    }
    out
}
