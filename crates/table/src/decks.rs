//! Checking a built deck against the construction rules of its edition, and suggesting one.

use crate::{
    content::{known_edition, read_cards, read_deck},
    error::Result,
};
use gloryhex_cardlang::{CardKind, DeckFormat};
use gloryhex_editions::{Content, Format, sets::Day};
use gloryhex_model::{CardId, same_name};
use gloryhex_notation::{
    deck::{Broken, Built, validate_on},
    suggest::{self as notation, Wish},
};
use gloryhex_protocol::{DeckCheck, DeckList, DeckProblem, DeckSuggestion, Problem};

/// The longest name of a deck, in characters.
const NAME: usize = 80;

/// Counts a deck's cards and names the rules it breaks, of the format asked for or else the one it comes nearest to.
///
/// # Errors
/// There is no such edition or card.
pub fn check(
    content: &Content,
    edition: &str,
    warband: &str,
    list: &DeckList,
) -> Result<DeckCheck> {
    check_on(content, edition, warband, list, None)
}

/// As [`check`], by the lists that held on a day.
fn check_on(
    content: &Content,
    edition: &str,
    warband: &str,
    list: &DeckList,
    day: Option<&Day>,
) -> Result<DeckCheck> {
    known_edition(content, edition)?;
    let cards = read_cards(content, edition, warband, &list.cards)?;
    let broken = |format: &Format| -> Vec<Broken> {
        let deck = Built {
            edition,
            format,
            warband,
            cards: &cards,
        };
        validate_on(content, &deck, day)
    };
    let formats = content.formats(edition);
    let known = |format: &&Format| format.word == list.format;
    if !list.format.is_empty() && formats.iter().find(known).is_none() {
        let words = formats.iter().map(|format| format.word.as_ref());
        return Err(no_format(&list.format, words));
    }
    let nearest = match formats.iter().find(known) {
        Some(asked) => broken(asked),
        None => formats
            .iter()
            .map(broken)
            .min_by_key(Vec::len)
            .unwrap_or_default(),
    };
    let count = |wanted: fn(CardKind) -> bool| {
        let of = |id: &&CardId| wanted(content.catalog.code(**id).kind);
        cards.iter().filter(of).count().min(255) as u8
    };
    Ok(DeckCheck {
        counts: [
            count(|kind| kind == CardKind::Objective),
            count(CardKind::is_gambit),
            count(|kind| kind == CardKind::Upgrade),
        ],
        problems: nearest
            .into_iter()
            .map(|broken| DeckProblem {
                rule: format!("{edition}.{}", broken.rule.id()),
                text: broken.message,
                cards: broken.cards,
            })
            .collect(),
    })
}

/// A legal deck to start from: it keeps the cards of the list as far as that is legal.
///
/// # Errors
/// There is no such edition, format or card, or there are not enough cards.
pub fn suggest(
    content: &Content,
    edition: &str,
    warband: &str,
    seed: u64,
    list: &DeckList,
) -> Result<DeckSuggestion> {
    known_edition(content, edition)?;
    let formats = content.formats(edition);
    let format = match list.format.as_str() {
        "" => formats.first(),
        word => formats.iter().find(|format| format.word == word),
    };
    let words = || formats.iter().map(|format| format.word.as_ref());
    let format = format.ok_or_else(|| no_format(&list.format, words()))?;
    let kept = read_cards(content, edition, warband, &list.cards)?;
    let cards = notation::suggest(
        content,
        &Wish {
            edition,
            format,
            warband,
            kept: &kept,
            seed,
        },
    )
    .map_err(|lack| Problem::invalid(format!("No legal deck could be built: {lack}.")))?;
    // The warband settles which card is meant by a name that two of them have.
    let name = |id: &CardId| content.catalog.card(*id).name.clone();
    let dropped = kept.iter().filter(|id| !cards.contains(id)).map(name);
    Ok(DeckSuggestion {
        dropped: dropped.collect(),
        cards: cards.iter().map(name).collect(),
    })
}

fn no_format<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Problem {
    Problem::invalid(gloryhex_editions::content::unknown("format", word, known).to_string())
}

/// Refuses a deck that breaks a rule of its format.
///
/// # Errors
/// The rules it breaks, each in words and with its id; or there is no such deck, card or format.
pub fn lawful(content: &Content, edition: &str, warband: &str, list: &DeckList) -> Result<()> {
    lawful_on(content, edition, warband, list, None)
}

/// A day as people write it.
///
/// # Errors
/// It is none.
pub fn day(text: &str) -> Result<Day> {
    Day::try_from(text.to_owned()).map_err(|wrong| Problem::invalid(format!("{wrong}.")))
}

/// As [`lawful`], by the lists that held on a day. Where a format is named a ready-made deck is judged by it as any other.
///
/// # Errors
/// The rules it breaks, each in words and with its id; or there is no such deck, card or format.
pub fn lawful_on(
    content: &Content,
    edition: &str,
    warband: &str,
    list: &DeckList,
    day: Option<&Day>,
) -> Result<()> {
    if list.name.chars().any(char::is_control) {
        return Err(Problem::invalid("The name of a deck is one line of text."));
    }
    if list.name.chars().nth(NAME).is_some() {
        let message = format!("The name of a deck has {NAME} characters at most.");
        return Err(Problem::invalid(message));
    }
    read_deck(content, edition, list)?;
    let mut list = list.clone();
    if list.cards.is_empty() {
        let all = content.decks(edition).into_iter();
        let mut named = all.filter(|deck| same_name(&deck.name, &list.name));
        let Some(deck) = named.next() else {
            return Ok(());
        };
        let ready = deck.format != DeckFormat::Pool;
        // It is played as it comes, by the warband it was made for if it was made for one.
        let owner = &deck.warband;
        if ready && !(owner.is_empty() || warband.is_empty() || same_name(owner, warband)) {
            return Err(Problem::invalid(format!(
                "{} is the deck of {owner}; {warband} cannot use it.",
                deck.name
            )));
        }
        if ready && list.format.is_empty() {
            return Ok(());
        }
        list.cards = deck.cards.iter().map(|id| content.list_name(*id)).collect();
    }
    let problems = check_on(content, edition, warband, &list, day)?.problems;
    let Some(first) = problems.first() else {
        return Ok(());
    };
    let told = problems.iter().map(|broken| {
        let text: String = broken.text.chars().take(400).collect();
        format!("{text} ({})", broken.rule)
    });
    let told: Vec<String> = told.collect();
    let mut oops = Problem::invalid(format!(
        "This deck breaks rules of its format: {}.",
        told.join("; ")
    ));
    oops.rule = Some(first.rule.clone());
    Err(oops)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gloryhex_notation::deck::{Belongs, belongs};

    fn list(names: &[&str]) -> DeckList {
        DeckList {
            cards: names.iter().map(|name| (*name).to_owned()).collect(),
            ..DeckList::default()
        }
    }

    #[test]
    fn broken_rules_are_named_with_their_cards() {
        let content = Content::embedded();
        let found = check(content, "nightvault", "", &list(&["Sidestep", "Sidestep"]));
        let found = found.expect("the cards exist");
        assert_eq!(found.counts, [0, 2, 0]);
        let rules: Vec<&str> = found.problems.iter().map(|p| p.rule.as_str()).collect();
        assert_eq!(
            rules,
            [
                "nightvault.deck.objectives",
                "nightvault.deck.power-size",
                "nightvault.deck.ploys",
                "nightvault.deck.unique"
            ]
        );
        assert_eq!(found.problems[3].cards, ["Sidestep"]);
    }

    #[test]
    fn a_suggestion_says_what_it_could_not_keep() {
        let content = Content::embedded();
        let wish = |format: &str| DeckList {
            format: format.to_owned(),
            ..list(&["Sidestep", "Shield Bash"])
        };
        let made = |format: &str| {
            let warband = "Garrek's Reavers";
            suggest(content, "shadespire", warband, 4, &wish(format))
        };
        let found = made("").expect("there are enough cards");
        assert_eq!(found.dropped, ["Shield Bash"]);
        assert!(found.cards.contains(&"Sidestep".to_owned()));
        assert_eq!(found.cards.len(), 32);
        assert_eq!(
            made("banana").map_err(|problem| problem.message),
            Err("there is no format called `banana`. Known: constructed.".to_owned())
        );
    }

    #[test]
    fn every_deck_that_comes_with_the_game_is_lawful() {
        let content = Content::embedded();
        for deck in &content.catalog.decks {
            if deck.format == DeckFormat::Pool {
                continue;
            }
            let list = DeckList {
                name: deck.name.clone(),
                ..DeckList::default()
            };
            let found = lawful(content, &deck.edition, &deck.warband, &list);
            assert_eq!(found, Ok(()), "{} of {}", deck.name, deck.edition);
        }
    }

    #[test]
    fn a_ready_made_deck_is_judged_by_the_format_that_is_named() {
        let content = Content::embedded();
        let mut judged = [0, 0];
        for deck in &content.catalog.decks {
            if deck.format == DeckFormat::Pool {
                continue;
            }
            for format in content.formats(&deck.edition) {
                let named = |cards: Vec<String>| DeckList {
                    name: deck.name.clone(),
                    cards,
                    format: format.word.to_string(),
                };
                let all = content.warbands(&deck.edition);
                let warband = if deck.warband.is_empty() {
                    all[0]
                } else {
                    &deck.warband
                };
                let by_name = lawful(content, &deck.edition, warband, &named(Vec::new()));
                let cards = deck.cards.iter().map(|id| content.list_name(*id)).collect();
                let by_cards = lawful(content, &deck.edition, warband, &named(cards));
                assert_eq!(by_name, by_cards, "{} in {}", deck.name, format.word);
                if let Err(problem) = &by_name {
                    println!(
                        "{} {} {}: {}",
                        deck.edition, deck.name, format.word, problem.message
                    );
                }
                judged[usize::from(by_name.is_err())] += 1;
            }
        }
        println!("{judged:?}");
        assert!(judged[0] > 0, "{judged:?}");
    }

    #[test]
    fn the_ready_made_deck_of_a_warband_uses_the_warbands_own_cards() {
        let content = Content::embedded();
        let card = |id: &CardId| content.catalog.card(*id);
        for deck in &content.catalog.decks {
            if deck.format != DeckFormat::Ready || deck.warband.is_empty() {
                continue;
            }
            let own = |id: &CardId| {
                let owner = belongs(content, &deck.edition, card(id));
                owner == Belongs::Warband(&deck.warband)
            };
            let all = content.catalog.cards.iter();
            let in_decks = |kind: CardKind| kind == CardKind::Objective || kind.is_power();
            let of_edition =
                all.filter(|card| card.edition == deck.edition && in_decks(card.code.kind));
            let there = of_edition.filter(|card| own(&card.code.id)).count();
            let used = deck.cards.iter().filter(|id| own(id)).count();
            let name = &deck.name;
            assert!(2 * used >= there.min(32), "{name} uses {used} of {there}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_deck_is_said() {
        let content = Content::embedded();
        let refused = |list: &DeckList| {
            let found = lawful(content, "nightvault", "", list);
            found.expect_err("it is refused")
        };
        let problem = refused(&list(&["Sidestep", "Sidestep"]));
        assert!(problem.message.contains("nightvault.deck.unique"));
        assert_eq!(problem.rule.as_deref(), Some("nightvault.deck.objectives"));
        let named = |name: &str, format: &str| DeckList {
            name: name.to_owned(),
            format: format.to_owned(),
            ..list(&["Sidestep"])
        };
        assert!(refused(&named("", "banana")).message.contains("banana"));
        assert!(
            refused(&named("a\nSidestep", ""))
                .message
                .contains("one line")
        );
        let hidden = DeckList {
            name: "x\nSidestep".to_owned(),
            ..DeckList::default()
        };
        assert!(refused(&hidden).message.contains("one line"));
    }

    #[test]
    fn a_whole_rivals_deck_is_fine() {
        let content = Content::embedded();
        let decks = content.catalog.decks.iter();
        let whole = |deck: &&gloryhex_cardlang::DeckDef| deck.format == DeckFormat::Ready;
        for deck in decks
            .filter(whole)
            .filter(|deck| deck.edition == "embergard")
        {
            let names: Vec<String> = deck.cards.iter().map(|id| content.list_name(*id)).collect();
            let list = DeckList {
                cards: names,
                ..DeckList::default()
            };
            let found = check(content, "embergard", "The Emberwatch", &list);
            assert_eq!(
                found.expect("the cards exist").problems,
                [],
                "{}",
                deck.name
            );
        }
    }
}
