//! `gloryhex explain`: a card, what it does, when, by which rules, and where it is written.

use super::{cards::about, text_of};
use crate::{args::Edition, packs::content, trouble::Trouble};
use clap::Args;
use gloryhex_cardlang::{CardFlags, CardInfo, CardKind};
use gloryhex_model::slug_of;
use gloryhex_notation::{index::RulesIndex, nearest, touch};
use std::io::{Write, stdout};

/// `gloryhex explain`
#[derive(Args)]
pub struct Explain {
    /// The name of a card, fighter or warscroll; letter case and punctuation do not matter
    name: String,
    /// Only this edition
    #[arg(long, value_enum)]
    edition: Option<Edition>,
}

pub fn explain(ask: &Explain) -> Result<(), Trouble> {
    let cards = &content().catalog.cards;
    let edition = |card: &&CardInfo| ask.edition.is_none_or(|only| only.name() == card.edition);
    let all = || cards.iter().filter(edition);
    let slug = slug_of(&ask.name);
    let found: Vec<&CardInfo> = all().filter(|card| slug_of(&card.name) == slug).collect();
    if found.is_empty() {
        let name = &ask.name;
        let place = ask
            .edition
            .map_or(String::new(), |edition| format!(" in {}", edition.name()));
        let hint = match nearest(name, all().map(|card| card.name.as_str())) {
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
        tell(&mut out, card)?;
    }
    Ok(())
}

fn tell(out: &mut impl Write, card: &CardInfo) -> Result<(), Trouble> {
    writeln!(out, "{}", card.name)?;
    writeln!(out, "    {}", about(card))?;
    if card.code.kind == CardKind::Upgrade {
        let cost = match card.code.value {
            _ if card.code.flags.has(CardFlags::FREE) => "costs nothing".to_owned(),
            0 => "costs one glory point".to_owned(),
            value => format!("asks for {value} of the glory held"),
        };
        writeln!(out, "    {cost}")?;
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
    for line in touch::moments(card) {
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
