//! Deck construction: which rules of a format a list of cards breaks.
//!
//! Legal decks at random are in [`mod@random`]. Reading and writing lists is the business of [`crate::deck_file`], a deck to
//! start from that of [`crate::suggest`].

mod random;

pub use gloryhex_editions::usable::{Belongs, belongs, usable};
pub use random::random;
pub(crate) use random::{Dice, draft};

use crate::index;
use gloryhex_cardlang::{CardInfo, CardKind, DeckFormat};
use gloryhex_editions::{
    Content, Format,
    format::Origin,
    sets::{Day, List, Numbers},
};
use gloryhex_model::{CardId, Rule, slug_of};
use std::collections::BTreeSet;

/// A deck to look at.
#[derive(Clone, Copy, Debug)]
pub struct Built<'a> {
    /// The edition.
    pub edition: &'a str,
    /// How it is built.
    pub format: &'a Format,
    /// The warband it is for; empty for any.
    pub warband: &'a str,
    /// Its cards.
    pub cards: &'a [CardId],
}

/// A broken rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The rule.
    pub rule: Rule,
    /// What is wrong and what was expected.
    pub message: String,
    /// The cards it is about, if it is about some.
    pub cards: Vec<String>,
}

/// Every rule of its format that a deck breaks, by the newest list of the format.
pub fn validate(content: &Content, deck: &Built<'_>) -> Vec<Broken> {
    validate_on(content, deck, None)
}

/// As [`validate`], by the list that held on a day.
pub fn validate_on(content: &Content, deck: &Built<'_>, day: Option<&Day>) -> Vec<Broken> {
    let list: Vec<&CardInfo> = deck
        .cards
        .iter()
        .map(|id| content.catalog.card(*id))
        .collect();
    let mut broken = match deck.format.from {
        Origin::WholeDeck => as_it_comes(content, &list),
        Origin::Usable | Origin::Decks(_) => {
            picked(deck.format, gambits_word(content, deck.edition), &list)
        }
    };
    let foreign: Vec<String> = list
        .iter()
        .filter(|card| !usable(content, deck.edition, deck.warband, card))
        .map(|card| format!("{} ({})", card.name, card.deck))
        .collect();
    if !foreign.is_empty() {
        broken.push(Broken {
            rule: deck.format.origin_rule(),
            message: format!("{} cannot use {}", deck.warband, foreign.join(", ")),
            cards: foreign,
        });
    }
    if let Origin::Decks(most) = deck.format.from {
        broken.extend(sources(content, &list, most.into()));
    }
    if let Some(lists) = content.list_on(deck.edition, &deck.format.word, day) {
        broken.extend(listed(lists, &list));
    }
    broken
}

/// What a list of the format says against the cards.
fn listed(lists: &List, list: &[&CardInfo]) -> Vec<Broken> {
    let named = |numbers: &Numbers| -> Vec<String> {
        let among = list.iter().filter(|card| numbers.contains(&card.number));
        among.map(|card| card.name.clone()).collect()
    };
    let (forsaken, restricted) = (named(&lists.forsaken), named(&lists.restricted));
    let most = usize::from(lists.most_restricted);
    let mut broken = Vec::new();
    if !forsaken.is_empty() {
        broken.push(Broken {
            rule: Rule::DeckForsaken,
            message: format!("forsaken since {}: {}", lists.since, forsaken.join(", ")),
            cards: forsaken,
        });
    }
    if restricted.len() > most {
        broken.push(Broken {
            rule: Rule::DeckRestricted,
            message: format!(
                "{} restricted cards ({}): expected at most {most}",
                restricted.len(),
                restricted.join(", ")
            ),
            cards: restricted,
        });
    }
    broken
}

/// What gambits are called together in an edition: they are ploys, and spells where those are cast.
pub fn gambits_word(content: &Content, edition: &str) -> &'static str {
    match index::has(content, edition, Rule::SpellCast) {
        true => "ploys and spells",
        false => "ploys",
    }
}

/// Numbers and names of a deck that was picked card by card.
fn picked(format: &Format, gambits_word: &str, list: &[&CardInfo]) -> Vec<Broken> {
    let mut broken = Vec::new();
    let mut say = |rule, message: String, cards| {
        broken.push(Broken {
            rule,
            message,
            cards,
        });
    };
    let of = |kind: fn(CardKind) -> bool| list.iter().filter(|c| kind(c.code.kind)).count();
    let objectives = of(|kind| kind == CardKind::Objective);
    let power = of(CardKind::is_power);
    let gambits = of(CardKind::is_gambit);
    if !format.objectives.allows(objectives) {
        let message = format!("{objectives} objectives: expected {}", format.objectives);
        say(Rule::DeckObjectives, message, Vec::new());
    }
    if !format.power.allows(power) {
        let message = format!("{power} power cards: expected {}", format.power);
        say(Rule::DeckPowerSize, message, Vec::new());
    }
    if gambits > power / 2 {
        let message = format!(
            "{gambits} {gambits_word} among {power} power cards: expected at most {}",
            power / 2
        );
        say(Rule::DeckPloys, message, Vec::new());
    }
    let surges: Vec<String> = list
        .iter()
        .filter(|c| c.surge)
        .map(|c| c.name.clone())
        .collect();
    if let Some(most) = format.surges
        && surges.len() > usize::from(most)
    {
        let message = format!("{} surge objectives: expected at most {most}", surges.len());
        say(Rule::DeckSurge, message, surges);
    }
    let twice = twice(list);
    if !twice.is_empty() {
        let message = format!("more than once: {}", twice.join(", "));
        say(Rule::DeckUnique, message, twice);
    }
    broken
}

/// The names that occur more than once.
fn twice(list: &[&CardInfo]) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut told = BTreeSet::new();
    list.iter()
        .filter(|card| !seen.insert(slug_of(&card.name)) && told.insert(slug_of(&card.name)))
        .map(|card| card.name.clone())
        .collect()
}

/// Whether the cards are one ready-made deck, whole.
fn as_it_comes(content: &Content, list: &[&CardInfo]) -> Vec<Broken> {
    let mut broken = Vec::new();
    let mut say = |message: String, cards| {
        broken.push(Broken {
            rule: Rule::DeckRivals,
            message,
            cards,
        });
    };
    let decks: BTreeSet<&str> = list.iter().map(|card| card.deck.as_str()).collect();
    let Some(most) = decks
        .iter()
        .max_by_key(|name| list.iter().filter(|c| c.deck == **name).count())
    else {
        say(
            "no cards: expected a whole Rivals deck".to_owned(),
            Vec::new(),
        );
        return broken;
    };
    let ready = content.catalog.decks.iter().find(|deck| {
        deck.name == *most
            && deck.format == DeckFormat::Ready
            && list.iter().any(|c| c.edition == deck.edition)
    });
    let whole: Vec<&CardInfo> = ready
        .iter()
        .flat_map(|deck| &deck.cards)
        .map(|id| content.catalog.card(*id))
        .collect();
    if ready.is_none() {
        say(format!("{most} is no Rivals deck"), Vec::new());
    }
    let named = |cards: Vec<&&CardInfo>| -> Vec<String> {
        cards.iter().map(|card| card.name.clone()).collect()
    };
    let missing = named(whole.iter().filter(|card| !list.contains(card)).collect());
    if !missing.is_empty() {
        say(
            format!(
                "{} of {most} not in the deck: {}",
                missing.len(),
                missing.join(", ")
            ),
            missing,
        );
    }
    let strange: Vec<String> = list
        .iter()
        .filter(|card| card.deck != *most)
        .map(|card| format!("{} ({})", card.name, card.deck))
        .collect();
    if !strange.is_empty() {
        say(
            format!("{} not of {most}: {}", strange.len(), strange.join(", ")),
            strange,
        );
    }
    let twice = twice(list);
    if !twice.is_empty() {
        say(format!("more than once: {}", twice.join(", ")), twice);
    }
    broken
}

/// From which ready-made decks the cards come.
fn sources(content: &Content, list: &[&CardInfo], most: usize) -> Vec<Broken> {
    let mut broken = Vec::new();
    let decks: BTreeSet<&str> = list.iter().map(|card| card.deck.as_str()).collect();
    if decks.len() > most {
        let names: Vec<&str> = decks.into_iter().collect();
        let message = format!(
            "cards of {} decks ({}): expected {most}",
            names.len(),
            names.join(", ")
        );
        broken.push(Broken {
            rule: Rule::DeckNemesis,
            message,
            cards: Vec::new(),
        });
    }
    let plots: BTreeSet<CardId> = list
        .iter()
        .filter_map(|card| content.plot_of(card))
        .collect();
    if plots.len() > 1 {
        let message = format!(
            "{} decks with a plot card: expected at most one",
            plots.len()
        );
        broken.push(Broken {
            rule: Rule::DeckPlot,
            message,
            cards: Vec::new(),
        });
    }
    broken
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(edition: &str, format: &Format, warband: &str, names: &[&str]) -> Vec<String> {
        let content = Content::embedded();
        let cards = content
            .cards_named(edition, warband, names)
            .expect("they exist");
        let deck = Built {
            edition,
            format,
            warband,
            cards: &cards,
        };
        let told = |b: &Broken| format!("{}: {}", b.rule.id(), b.message);
        validate(content, &deck).iter().map(told).collect()
    }

    #[test]
    fn every_broken_rule_is_named() {
        assert_eq!(
            broken(
                "shadespire",
                &Format::CONSTRUCTED,
                "Garrek's Reavers",
                &["Supremacy", "Sidestep", "Sidestep", "Shield Bash"]
            ),
            [
                "deck.objectives: 1 objectives: expected exactly 12",
                "deck.power-size: 3 power cards: expected at least 20",
                "deck.ploys: 2 ploys among 3 power cards: expected at most 1",
                "deck.unique: more than once: Sidestep",
                "deck.usable: Garrek's Reavers cannot use Shield Bash (Steelheart's Champions)",
            ]
        );
    }

    #[test]
    fn a_grand_alliance_is_for_its_own_warbands() {
        assert_eq!(
            broken(
                "harrowdeep",
                &Format::CONSTRUCTED_WITH_SURGES,
                "Da Kunnin' Krew",
                &["Castellan", "Shared Glory"]
            )[2..],
            [
                "deck.usable: Da Kunnin' Krew cannot use Castellan (Order), Shared Glory (Order (expansions))",
            ]
        );
    }

    #[test]
    fn a_rivals_deck_is_whole_and_of_one_piece() {
        let content = Content::embedded();
        let deck = content
            .catalog
            .decks
            .iter()
            .find(|d| d.name == "Pillage and Plunder")
            .expect("it is loaded");
        let mut names: Vec<String> = deck.cards.iter().map(|id| content.list_name(*id)).collect();
        names[0] = "Wreckers".to_owned();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(
            broken("embergard", &Format::RIVALS, "The Emberwatch", &names),
            [
                "deck.rivals: 1 of Pillage and Plunder not in the deck: Broken Prospects",
                "deck.rivals: 1 not of Pillage and Plunder: Wreckers (Countdown to Cataclysm)",
            ]
        );
    }

    #[test]
    fn ready_made_and_random_decks_are_legal_in_every_format_of_every_edition() {
        let content = Content::embedded();
        for edition in gloryhex_editions::NAMES {
            for deck in content
                .catalog
                .decks
                .iter()
                .filter(|d| d.edition == edition && d.format == DeckFormat::Ready)
            {
                let built = Built {
                    edition,
                    format: &content.formats(edition)[0],
                    warband: &deck.warband,
                    cards: &deck.cards,
                };
                assert_eq!(validate(content, &built), [], "{}", deck.name);
            }
            for warband in content.warbands(edition) {
                for format in content.formats(edition) {
                    for seed in 0..20 {
                        let cards = random(content, edition, format, warband, seed)
                            .expect("there are enough");
                        let built = Built {
                            edition,
                            format,
                            warband,
                            cards: &cards,
                        };
                        assert_eq!(validate(content, &built), [], "{edition} {warband} {seed}");
                    }
                }
            }
        }
    }

    #[test]
    fn only_one_of_the_two_decks_brings_a_plot_card() {
        let mut files = gloryhex_editions::pack::Files::core();
        let text = "edition embergard\ndeck \"Other Plots\" format ready\n\
            plot \"Other Plot\" { on phase_end { draw 1 power } }\n\
            ploy \"Scheme\" { draw 1 power }\n";
        files.list.push(gloryhex_editions::pack::File {
            path: "other.card".into(),
            name: "other.card".into(),
            text: text.into(),
            pack: 1,
        });
        let (content, problems) = files.build();
        assert_eq!(problems, []);
        let named = ["Scheme", "Wreckers"];
        let cards = content.cards_named("embergard", "", &named);
        let deck = Built {
            edition: "embergard",
            format: &Format::NEMESIS,
            warband: "",
            cards: &cards.expect("they exist"),
        };
        let told = validate(&content, &deck);
        assert!(told.iter().any(|broken| broken.rule == Rule::DeckPlot
            && broken.message == "2 decks with a plot card: expected at most one"));
    }
}
