//! `gloryhex explain`: a card, what it does, when, by which rules, and where it is written. A weapon or an ability
//! with a name of its own is explained with the card it is on.

use super::{cards::about, text_of};
use crate::{args::Edition, packs::content, trouble::Trouble};
use clap::Args;
use gloryhex_cardlang::{CardFlags, CardInfo, CardKind};
use gloryhex_engine::ruleset::UpgradePrice;
use gloryhex_model::{WeaponDef, slug_of};
use gloryhex_notation::{index::RulesIndex, nearest, touch};
use std::io::{Write, stdout};

/// `gloryhex explain`
#[derive(Args)]
pub struct Explain {
    /// The name of a card, fighter, warscroll, weapon or ability; letter case and punctuation do not matter
    name: String,
    /// Only this edition
    #[arg(long)]
    edition: Option<Edition>,
}

pub fn explain(ask: &Explain) -> Result<(), Trouble> {
    let cards = &content().catalog.cards;
    let edition = |card: &&CardInfo| ask.edition.is_none_or(|only| only.name() == card.edition);
    let all = || cards.iter().filter(edition);
    let slug = slug_of(&ask.name);
    let mut found: Vec<&CardInfo> = all().filter(|card| slug_of(&card.name) == slug).collect();
    if found.is_empty() {
        found = all()
            .filter(|card| parts(card).any(|part| slug_of(part) == slug))
            .collect();
    }
    if found.is_empty() {
        let name = &ask.name;
        let names = all().flat_map(|card| parts(card).chain([card.name.as_str()]));
        let place = ask
            .edition
            .map_or(String::new(), |edition| format!(" in {}", edition.name()));
        let hint = match nearest(name, names) {
            Some(near) => format!("; did you mean `{near}`?"),
            None => "; `gloryhex cards` lists them all".to_owned(),
        };
        return Err(Trouble::input(format!(
            "there is no card called `{name}`{place}{hint}"
        )));
    }
    let mut out = stdout().lock();
    for (ix, card) in found.iter().enumerate() {
        if ix > 0 {
            writeln!(out)?;
        }
        if slug_of(&card.name) != slug {
            tell_part(&mut out, card, &slug)?;
        }
        tell(&mut out, card)?;
    }
    Ok(())
}

/// The names of a card's abilities, and of the weapons on it.
fn parts(card: &CardInfo) -> impl Iterator<Item = &str> {
    let titles = card.titles.iter().map(String::as_str);
    let weapons = weapons(card).map(|(_, weapon)| weapon.name.as_str());
    titles.filter(|title| !title.is_empty()).chain(weapons)
}

/// The weapons on a card, each with the side of the fighter's card it is on.
fn weapons(card: &CardInfo) -> impl Iterator<Item = (&'static str, &WeaponDef)> {
    let catalog = &content().catalog;
    let owner = catalog.fighters.iter();
    let sides = owner
        .filter(|fighter| fighter.abilities == card.code.id)
        .filter_map(|fighter| {
            let warband = catalog.warbands.get(usize::from(fighter.warband))?;
            warband.def.fighters.get(usize::from(fighter.ix))
        })
        .flat_map(|fighter| ["", ", Inspired"].into_iter().zip(&fighter.sides));
    let printed = sides.flat_map(|(side, profile)| profile.weapons.iter().map(move |w| (side, w)));
    printed.chain(card.code.weapons.iter().map(|weapon| ("", &weapon.def)))
}

/// Where on the card a name was found, and a weapon's figures.
fn tell_part(out: &mut impl Write, card: &CardInfo, slug: &str) -> Result<(), Trouble> {
    let meant = weapons(card).filter(|(_, weapon)| slug_of(&weapon.name) == slug);
    let mut told = false;
    for (side, weapon) in meant {
        told = true;
        let WeaponDef {
            name,
            range,
            dice,
            damage,
            ..
        } = weapon;
        let dice = match dice {
            0 => "wizard level".to_owned(),
            dice => format!("{dice} dice"),
        };
        let symbol = weapon.symbol.word();
        writeln!(
            out,
            "{name} is a weapon (range {range}, {dice}, {symbol}, damage {damage}{side}) of:"
        )?;
    }
    let ability = card.titles.iter().find(|title| slug_of(title) == slug);
    if let Some(title) = ability.filter(|_| !told) {
        writeln!(out, "{title} is an ability of:")?;
    }
    Ok(())
}

/// What an upgrade costs by the rules of its edition.
fn price(card: &CardInfo) -> String {
    let edition = content().edition(&card.edition);
    let within = edition.is_some_and(|e| e.rules.upgrade_price == UpgradePrice::WithinGlory);
    match card.code.value {
        _ if card.code.flags.has(CardFlags::ILLUSION) => "costs nothing".to_owned(),
        0 if within => "asks for no glory".to_owned(),
        value if within => format!("asks for {value} of the glory held"),
        0 | 1 => "costs one glory point".to_owned(),
        value => format!("costs {value} glory points"),
    }
}

fn tell(out: &mut impl Write, card: &CardInfo) -> Result<(), Trouble> {
    writeln!(out, "{}", card.name)?;
    writeln!(out, "    {}", about(card))?;
    if card.code.kind == CardKind::Upgrade {
        writeln!(out, "    {}", price(card))?;
    }
    if !card.follows.is_empty() {
        writeln!(out, "    follows {}", card.follows)?;
    }
    if !card.number.is_empty() {
        writeln!(out, "    number {}", card.number)?;
    }
    writeln!(out, "Text")?;
    for line in text_of(card.code.id).lines() {
        writeln!(out, "    {line}")?;
    }
    writeln!(out, "When")?;
    for line in touch::moments(card, content().words(&card.edition)) {
        writeln!(out, "    {line}")?;
    }
    writeln!(out, "Rules")?;
    if let Ok(index) = RulesIndex::of(content(), &card.edition) {
        for rule in touch::rules(card).iter().filter_map(|id| index.rule(id)) {
            writeln!(out, "    {}.{}  {}", card.edition, rule.id, rule.title)?;
        }
    }
    let Some(source) = content().sources.get(usize::from(card.place.file)) else {
        return Ok(());
    };
    writeln!(out, "Source {}:{}", source.path, card.place.line)?;
    let lines = source.text.lines().enumerate();
    let first = card.place.line as usize;
    let own = lines
        .skip(first.saturating_sub(1))
        .take((card.place.end as usize + 1).saturating_sub(first));
    for (ix, line) in own {
        writeln!(out, "{:5} | {line}", ix + 1)?;
    }
    Ok(())
}
