//! Whom the generated text speaks of: no pronoun can be taken for somebody else.

use gloryhex_cardlang::{CardSource, Lexicon, card_text, load};

fn text(card: &str) -> String {
    let sources = [CardSource {
        path: "my.card".to_owned(),
        text: format!("edition test\ndeck \"D\" format pool\n{card}"),
    }];
    let loaded = load(&sources);
    assert_eq!(loaded.errors(&sources), "");
    card_text(&loaded.trees[0], &Lexicon::PLAIN, &loaded.catalog)
}

#[test]
fn the_chosen_fighter_is_told_from_another_of_its_kind() {
    assert_eq!(
        text(
            "ploy \"Borrowed Light\" { choose a: friend where any(e: enemies where adjacent(e, a))
             heal a 1  if any(friends where leader and adjacent(a)) { give a guard } }"
        ),
        "Choose a friend adjacent to an enemy. It heals 1. If a friend is a leader and adjacent to it, give the chosen friend a Guard token."
    );
    assert_eq!(
        text(
            "ploy \"Scare\" { choose a: enemy
             if any(e: enemies where leader and within(e, 2, a)) { damage a 1  push a 1 } }"
        ),
        "Choose an enemy. If an enemy is a leader and at most 2 hexes from it, the chosen enemy takes 1 damage; then push it by 1 hex."
    );
    assert_eq!(
        text("ploy \"Calm\" { choose a: enemy  if a is inspired { damage a 1 } }"),
        "Choose an enemy. If it is Inspired, that enemy takes 1 damage."
    );
}

#[test]
fn after_somebody_else_the_fighter_is_named_again() {
    assert_eq!(
        text(
            "upgrade \"Wary\" { static bearer gets defence +1 while any(e: enemies where leader and adjacent(e, bearer)) }"
        ),
        "While an enemy is a leader and adjacent to this fighter, this fighter has +1 Defence."
    );
    assert_eq!(
        text(
            "upgrade \"Firm\" { static bearer gets defence +1 while count(enemies where adjacent(bearer)) >= (1 if bearer is brawler else 2) }"
        ),
        "While at least two enemies are adjacent to this fighter (one if it is a brawler), it has +1 Defence."
    );
    assert_eq!(
        text("upgrade \"Quick\" { static bearer gets move +1 while bearer is inspired }"),
        "While this fighter is Inspired, it has +1 Move."
    );
}

#[test]
fn those_around_a_fighter_are_counted_in_few_words() {
    assert_eq!(
        text(
            "ploy \"Ring\" { choose a: enemy where count(friends where adjacent(a)) >= 2  damage a 1 }"
        ),
        "Choose an enemy adjacent to at least two friends. It takes 1 damage."
    );
}

#[test]
fn a_reaction_from_the_hand_says_so() {
    assert_eq!(
        text(
            "upgrade \"Gift\" { reaction from_hand after attack where attacker is friendly and attack is takes_out { equip this on attacker free } }"
        ),
        "Reaction from your hand: after a friend's attack, if the attack takes the target out of action: give this card to the attacker at no cost."
    );
}
