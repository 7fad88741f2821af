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
        "Choose a friend adjacent to an enemy. It heals 1. If a friendly leader is adjacent to it, give the chosen friend a Guard token."
    );
    assert_eq!(
        text(
            "ploy \"Scare\" { choose a: enemy
             if any(e: enemies where leader and within(e, 2, a)) { damage a 1  push a 1 } }"
        ),
        "Choose an enemy. If an enemy leader is at most 2 hexes from it, the chosen enemy takes 1 damage, then push it one hex."
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
        "While an enemy leader is adjacent to this fighter, this fighter has +1 Defence."
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
        "Reaction from your hand: after a friend's attack takes its target out of action, give this card to the attacker at no cost."
    );
}

#[test]
fn what_is_asked_of_several_things_needs_no_brackets() {
    assert_eq!(
        text(
            "objective \"Bold\" glory 1 { score after attack where attacker is friendly and attack is successful
             and (in_neutral_territory(target_hex_before) or (you is underdog and attacker is inspired)) }"
        ),
        "Surge: after a friend's successful attack, if the target stood in no one's territory, or you are the underdog and the attacker is Inspired."
    );
    assert_eq!(
        text(
            "objective \"Few\" glory 1 { score at end_phase when any(friends) and all(friends: inspired) }"
        ),
        "End phase: each friend (at least one) is Inspired."
    );
    assert_eq!(
        text(
            "objective \"Helped\" glory 1 { score after attack where attacker is friendly and attacker_support > target_support }"
        ),
        "Surge: after a friend's attack, if the attacker has more supporters than the target."
    );
}

#[test]
fn an_effect_says_when_it_is_over() {
    assert_eq!(
        text(
            "ploy \"Stand\" { effect phase { static friends cannot be_pushed  on activation { cease } } }"
        ),
        "Until the end of the next activation, friends cannot be pushed."
    );
    assert_eq!(
        text("ploy \"Brace\" { effect next_activation first { static friends get defence +1 } }"),
        "In the next activation, friends have +1 Defence for the first attack."
    );
    assert_eq!(
        text("ploy \"Draught\" { choose a: friend  pick n: number 0 to 2  heal a n }"),
        "Choose a friend. It heals up to 2."
    );
}

#[test]
fn damage_is_by_what_it_came_from() {
    assert_eq!(
        text(
            "ploy \"A\" { reaction after taken_out where fighter is friendly and (by_attack or by_gambit) draw 1 power }"
        ),
        "Reaction: after a friend is taken out of action by an attack or a gambit, draw a power card."
    );
    assert_eq!(
        text(
            "ploy \"A\" { reaction after taken_out where fighter is friendly and attacker is enemy and by_attack draw 1 power }"
        ),
        "Reaction: after an enemy's attack takes a friend out of action, draw a power card."
    );
    assert_eq!(
        text(
            "ploy \"A\" { reaction after damage where fighter is friendly and by_hazard draw 1 power }"
        ),
        "Reaction: after a friend is dealt damage by a hex, draw a power card."
    );
}

#[test]
fn one_who_was_spoken_of_is_not_looked_for_again() {
    assert_eq!(
        text(
            "objective \"A\" glory 1 { score after move where any(f: friends where f is fighter and times(move where fighter is f in phase) >= 2) }"
        ),
        "Surge: after a fighter's move, if that fighter made a move at least twice in this action phase."
    );
}

#[test]
fn what_happened_to_one_of_many_names_it_once() {
    assert_eq!(
        text(
            "objective \"A\" glory 1 { score at end_phase when any(f: friends where times(activation where fighter is f in phase) >= 4) }"
        ),
        "End phase: a friend was activated at least four times in this action phase."
    );
    assert_eq!(
        text(
            "objective \"A\" glory 1 { score at end_phase when any(e: enemies where distinct(attack where attacker is friendly and target is e: attacker in phase) >= 3) }"
        ),
        "End phase: at least three different friends made an attack on one enemy in this action phase."
    );
    assert_eq!(
        text(
            "objective \"A\" glory 1 { score at end_phase when times(card_revealed where player is you and card is is_ploy in phase) = 0 }"
        ),
        "End phase: you played no ploy in this action phase."
    );
}

#[test]
fn casting_and_supporters_are_told_in_their_own_words() {
    assert_eq!(
        text("ploy \"A\" { choose a: friend effect game first { static a gets casting +1 } }"),
        "Choose a friend. For the next casting roll, it rolls 1 more die to cast spells."
    );
    assert_eq!(
        text("upgrade \"A\" { static attacks on bearer get support attacker -1 }"),
        "The attacker has 1 supporter fewer in attacks on this fighter."
    );
}
