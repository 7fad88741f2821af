//! Every question and every label that players of all editions read in random games, and what is wrong with them.
//!
//! `GLORYHEX_WRITE_PROMPTS=FILE` writes the list, with names left out, for people to read;
//! `GLORYHEX_FUZZ_DECISIONS` is how many decisions are looked at with each deck.

use gloryhex_editions::{Content, NAMES, Spec};
use gloryhex_engine::{Choices, Game, Pending, Table, Windows};
use gloryhex_lab::{playout::Streams, seed::derive};
use gloryhex_notation::{Names, choice::plain, decision, question::question};
use std::{collections::BTreeMap, sync::Arc};

/// Decisions per deck, unless the environment says otherwise.
const BUDGET: u64 = 150;

/// A text with fighters, cards, hexes and numbers left out.
fn bare(text: &str, names: &[String]) -> String {
    let mut text = text.to_owned();
    for name in names {
        text = text.replace(name.as_str(), "…");
    }
    let words = text.split(' ').map(|word| {
        let core = word.trim_end_matches([',', '.', ':']);
        let mut letters = core.chars();
        let hex = letters.next().is_some_and(|c| c.is_ascii_lowercase())
            && core.len() > 1
            && letters.all(|c| c.is_ascii_digit());
        match hex {
            true => word.replace(core, "HEX"),
            false => word.to_owned(),
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The names that are left out, the longest first.
fn proper(content: &Content, table: &Table, names: &Names) -> Vec<String> {
    let fighters = table.everyone().map(|id| names.printed(id).to_owned());
    let cards = content.catalog.cards.iter().map(|card| card.name.clone());
    let mut list: Vec<String> = fighters
        .chain(cards)
        .filter(|name| name.len() > 3)
        .collect();
    list.sort_by_key(|name| std::cmp::Reverse(name.len()));
    list.dedup();
    list
}

/// Why a newcomer would not understand a question.
fn unclear_question(text: &str) -> Option<&'static str> {
    let vague = [
        ("pick a card.", "which card, and what for?"),
        ("pick one of these", "one of what, and what for?"),
        ("who goes first", "first at what?"),
        ("what the effect asks for", "what is that?"),
        ("something just happened", "what happened?"),
        ("that this is about", "what is it about?"),
        ("hex to move.", "hexes do not move"),
        ("what happens next", "what can happen?"),
        ("choose a die.", "a die for what?"),
        ("first die of the scatter", "what does it do?"),
        ("measure from", "measure what?"),
        ("changes places", "with whom?"),
        ("push the fighter", "which fighter?"),
    ];
    let lower = text.to_lowercase();
    if let Some((_, why)) = vague.iter().find(|(words, _)| lower.contains(words)) {
        return Some(why);
    }
    if !text.ends_with('.') {
        return Some("it is no sentence");
    }
    (text.split(' ').count() < 4).then_some("it is too short to say what for")
}

/// Why a newcomer would not understand a label.
fn unclear_label(text: &str) -> Option<&'static str> {
    if text.chars().all(|c| !c.is_alphabetic()) {
        return Some("a number of what?");
    }
    if text
        .split(' ')
        .next()
        .is_some_and(|word| word.parse::<u32>().is_ok())
    {
        return Some("what happens with so many?");
    }
    let vague = [
        "Stay",
        "Yes",
        "No",
        "Use no weapon ability",
        "Pick option",
        "Hammer",
        "Swords",
        "Critical",
    ];
    if vague.contains(&text) || text.starts_with("Take option") {
        return Some("it does not say what it does");
    }
    None
}

#[test]
fn every_prompt_says_what_it_does() {
    let asked = std::env::var("GLORYHEX_FUZZ_DECISIONS").ok();
    let budget = asked.map_or(BUDGET, |n| n.parse().expect("a number of decisions"));
    let content = Content::embedded();
    // Each text once, with where it was seen.
    let mut questions: BTreeMap<String, String> = BTreeMap::new();
    let mut labels: BTreeMap<String, String> = BTreeMap::new();
    let mut unclear: BTreeMap<String, String> = BTreeMap::new();
    for edition in NAMES {
        let decks = content
            .catalog
            .decks
            .iter()
            .filter(|d| d.edition == edition);
        for (number, deck) in decks.enumerate() {
            let mut spec = Spec::core(edition, 2);
            if !deck.warband.is_empty() {
                spec.warbands = vec![deck.warband.clone(); 2];
            }
            spec.decks = vec![deck.name.clone(); 2];
            let Ok(table) = content.table(&spec) else {
                continue;
            };
            let table = Arc::new(table);
            let names = Names::with_texts(content, &table);
            let proper = proper(content, &table, &names);
            let mut left = budget;
            for again in 0.. {
                let mut streams = Streams::new(derive(11 + again, number as u64));
                let mut game = Game::new(Arc::clone(&table), Windows::Playable);
                let mut list = Choices::new();
                let mut pending = game.go_on(&mut streams.chance, None, &mut list);
                while left > 0 {
                    let seat = match pending {
                        Pending::Decide(seat) => seat,
                        Pending::Over => break,
                        other => panic!("{edition}, {}: {other:?}", deck.name),
                    };
                    left -= 1;
                    let kind = decision::kind(&game, &list).unwrap_or("nobody");
                    let place = format!("{edition}, {}, {kind}", deck.name);
                    let text = question(&game, &names, seat, &list);
                    if let Some(why) = unclear_question(&text) {
                        unclear.insert(bare(&text, &proper), format!("{why} ({place}: {text})"));
                    }
                    questions
                        .entry(bare(&text, &proper))
                        .or_insert_with(|| format!("{place}: {text}"));
                    for choice in list.iter() {
                        let text = plain(&game, &names, seat, &list, *choice);
                        if let Some(why) = unclear_label(&text) {
                            unclear.insert(bare(&text, &proper), format!("{why} ({place})"));
                        }
                        labels
                            .entry(bare(&text, &proper))
                            .or_insert_with(|| format!("{place}: {text}"));
                    }
                    let choice = list[streams.mind.below(list.len() as u32) as usize];
                    pending = game.make(choice, &mut streams.chance, None, &mut list);
                }
                if left == 0 {
                    break;
                }
            }
        }
    }
    if let Ok(file) = std::env::var("GLORYHEX_WRITE_PROMPTS") {
        let lines = |list: &BTreeMap<String, String>| {
            list.iter()
                .map(|(text, place)| format!("{text}    [{place}]\n"))
                .collect::<String>()
        };
        let text = format!(
            "Questions\n\n{}\nLabels\n\n{}",
            lines(&questions),
            lines(&labels)
        );
        std::fs::write(file, text).expect("it is written");
    }
    assert!(unclear.is_empty(), "{unclear:#?}");
    assert!(
        questions.len() > 60,
        "games asked only {} questions",
        questions.len()
    );
}
