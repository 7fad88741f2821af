//! The text of every card reads right and uses its own edition's words.

use gloryhex_editions::{Content, NAMES};

/// Every card's edition, name and text.
fn texts() -> Vec<(String, String, String)> {
    let content = Content::embedded();
    let cards = content.catalog.cards.iter();
    cards
        .map(|c| (c.edition.clone(), c.name.clone(), content.text(c.code.id)))
        .collect()
}

#[test]
fn every_card_has_a_text_without_slips() {
    let slips = [
        "{",
        "}",
        "|",
        "  ",
        "..",
        " ,",
        " .",
        ",,",
        "( ",
        " )",
        " a a ",
        " a an ",
        " an a ",
        " the the ",
        " is is ",
        " has has ",
        "ss ",
        "tokens token",
        " ies",
        "which which",
        "it is not so that",
        "for which it is that",
        " one fighters",
        " is it ",
    ];
    for (edition, name, text) in texts() {
        assert!(!text.is_empty(), "{edition}: {name}");
        for line in text.lines() {
            assert!(line.ends_with(['.', '!', '?']), "{edition}: {name}: {line}");
            for slip in slips {
                let fine = slip == "ss "
                    && ["less ", "pass ", "across ", "success ", "glass ", "buss "]
                        .iter()
                        .any(|w| line.contains(w));
                assert!(
                    fine || !line.contains(slip),
                    "{edition}: {name}: `{slip}` in {line}"
                );
            }
        }
    }
}

#[test]
fn no_word_of_another_edition_is_used() {
    let foreign: [(&str, &[&str]); 4] = [
        (
            "shadespire",
            &[
                " slain",
                "Health",
                "treasure",
                "feature token",
                "Surge",
                "battle round",
                "combat phase",
                "Action step",
                "Save",
                "Smash",
                "Fury",
                "Flanked",
            ],
        ),
        (
            "nightvault",
            &[
                " slain",
                "Health",
                "treasure",
                "feature token",
                "Surge",
                "battle round",
                "combat phase",
                "Action step",
                "Save",
                "Smash",
                "Fury",
                "Flanked",
            ],
        ),
        (
            "harrowdeep",
            &[
                " slain",
                "Health",
                "treasure",
                "battle round",
                "combat phase",
                "Action step",
                "Save",
                "Smash",
                "Fury",
                "Flanked",
            ],
        ),
        (
            "embergard",
            &[
                "out of action",
                "Wounds",
                "activation",
                "eaction",
                "action phase",
                "Defence",
                "Hammer",
                "Swords",
                "Shield ",
                "support",
                "Attack action",
                "Move action",
                "no one's",
                "lethal",
            ],
        ),
    ];
    for (edition, name, text) in texts() {
        let Some((_, words)) = foreign.iter().find(|(e, _)| *e == edition) else {
            continue;
        };
        // An ability that is called so.
        let text = text.replace("Hammertide", "");
        for word in *words {
            assert!(
                !text.contains(word),
                "{edition}: {name}: `{word}` in {text}"
            );
        }
    }
}

#[test]
fn every_edition_has_words_of_its_own() {
    for name in NAMES {
        assert_ne!(
            *Content::embedded().words(name),
            gloryhex_cardlang::Lexicon::PLAIN,
            "{name}"
        );
    }
    assert_eq!(
        *Content::embedded().words("homebrew"),
        gloryhex_cardlang::Lexicon::PLAIN
    );
}

#[test]
fn wherever_a_card_lets_one_of_several_be_picked_each_has_words() {
    let content = Content::embedded();
    let mut places = 0;
    for card in &content.catalog.cards {
        let asked: Vec<usize> = card
            .code
            .code
            .iter()
            .filter_map(|instr| match instr {
                gloryhex_cardlang::Instr::Options(options) => Some(usize::from(options.n)),
                _ => None,
            })
            .collect();
        let arms = content.arms(card.code.id);
        let told: Vec<usize> = arms.iter().map(Vec::len).collect();
        assert_eq!(told, asked, "{}: {}", card.edition, card.name);
        let text = content.text(card.code.id);
        for arm in arms.iter().flatten() {
            assert!(
                !arm.is_empty() && text.contains(arm.as_str()),
                "{}: {arm}",
                card.name
            );
        }
        places += told.len();
    }
    assert!(places > 10, "{places}");
}

#[test]
fn every_clause_is_told_by_a_line_of_the_text_and_a_named_one_by_the_line_with_its_name() {
    let content = Content::embedded();
    let mut named = 0;
    for card in &content.catalog.cards {
        let text = content.text(card.code.id);
        let text: Vec<&str> = text.lines().collect();
        let lines = content.clause_lines(card.code.id);
        assert_eq!(lines.len(), card.code.clauses.len(), "{}", card.name);
        for (clause, line) in lines.into_iter().enumerate() {
            assert!(line < text.len(), "{}: {line}", card.name);
            let title = card.titles.get(clause).map_or("", String::as_str);
            if text
                .iter()
                .any(|line| !title.is_empty() && line.contains(title))
            {
                assert!(text[line].contains(title), "{}: {title}", card.name);
                named += 1;
            }
        }
    }
    assert!(named > 10, "{named}");
}
