//! What an author of a card is told, word for word.

use gloryhex_cardlang::{CardSource, load};

fn check(text: &str, expected: &str) {
    let sources = [CardSource {
        path: "my.card".to_owned(),
        text: text.to_owned(),
    }];
    let shown = load(&sources).errors(&sources);
    assert_eq!(shown, expected, "\n--- shown ---\n{shown}");
}

#[test]
fn a_misspelt_condition_is_pointed_at_with_a_suggestion() {
    check(
        r#"edition test
ploy "Confusion" {
    choose a: fighter, b: fighter where adjacnt(a, b)
    swap a, b
}
"#,
        r#"error: `adjacnt` is unknown here
 --> my.card:3:41
  |
3 |     choose a: fighter, b: fighter where adjacnt(a, b)
  |                                         ^^^^^^^
  = help: did you mean `adjacent`?
"#,
    );
}

#[test]
fn a_word_for_attacks_does_not_describe_a_fighter() {
    check(
        r#"edition test
ploy "Again" {
    reaction after attack where attacker is failed
    may let attacker attack on target
}
"#,
        r#"error: `failed` describes an attack, not a fighter
 --> my.card:3:45
  |
3 |     reaction after attack where attacker is failed
  |                                             ^^^^^^
"#,
    );
}

#[test]
fn all_errors_of_a_file_are_told_at_once_and_good_cards_still_load() {
    let text = r#"edition test
ploy "One" {
    push a 1
}
plo "Two" {
    draw 1 power
}
ploy "Three" {
    choose a: frined
    push a 1
}
upgrade "Four" {
    static bearer gets damage +1
}
ploy "Five" {
    draw 1 power
}
"#;
    let sources = [CardSource {
        path: "my.card".to_owned(),
        text: text.to_owned(),
    }];
    let loaded = load(&sources);
    let names: Vec<&str> = loaded
        .catalog
        .cards
        .iter()
        .map(|c| c.name.as_str())
        .collect();
    assert_eq!(names, ["Five"]);
    assert_eq!(
        loaded.errors(&sources),
        r#"error: `a` is unknown here
 --> my.card:3:10
  |
3 |     push a 1
  |          ^
  = help: choose it first, or look the word up in GRAMMAR.md

error: expected a card, a warband or a deck, found `plo`
 --> my.card:5:1
  |
5 | plo "Two" {
  | ^^^
  = help: did you mean `ploy`?

error: `frined` is nothing to choose from
 --> my.card:9:15
  |
9 |     choose a: frined
  |               ^^^^^^
  = help: did you mean `friend`?

error: `damage` belongs to attacks
  --> my.card:13:24
   |
13 |     static bearer gets damage +1
   |                        ^^^^^^
   = help: write `static attacks of bearer get …`
"#
    );
}

#[test]
fn a_file_without_an_edition_says_so() {
    check(
        "ploy \"A\" { draw 1 power }",
        r#"error: a file begins with its edition
 --> my.card:1:1
  |
1 | ploy "A" { draw 1 power }
  | ^^^^
  = help: write `edition` and its name on the first line
"#,
    );
}

#[test]
fn an_unknown_fighter_is_found_when_everything_is_loaded() {
    check(
        r#"edition test
warband "Pack" {
    fighter "Old Fang" {
        normal { move 4 defence 1 dodge wounds 3 }
    }
}
upgrade "Collar" for "Old Fnag" {
    static bearer gets wounds +1
}
"#,
        r#"error: no fighter is called "Old Fnag"
 --> my.card:7:22
  |
7 | upgrade "Collar" for "Old Fnag" {
  |                      ^^^^^^^^^^
  = help: did you mean "Old Fang"?
"#,
    );
}

#[test]
fn types_are_checked_in_comparisons_and_arguments() {
    check(
        r#"edition test
objective "Odd" glory 1 {
    score at end_phase when you >= 2 or count(friends) = you
}
"#,
        r#"error: only numbers can be compared or added
 --> my.card:3:29
  |
3 |     score at end_phase when you >= 2 or count(friends) = you
  |                             ^^^^^^^^
  = help: this is a player: write an amount instead, such as `glory(you)`

error: a number and a player are never the same
 --> my.card:3:41
  |
3 |     score at end_phase when you >= 2 or count(friends) = you
  |                                         ^^^^^^^^^^^^^^^^^^^^
  = help: compare two amounts, such as `glory(you)`
"#,
    );
}

#[test]
fn an_attacker_needs_an_attack() {
    check(
        r#"edition test
ploy "Lost" {
    damage attacker 1
}
"#,
        r#"error: `attacker` is unknown here
 --> my.card:3:12
  |
3 |     damage attacker 1
  |            ^^^^^^^^
  = help: no attack is known here; react to one, or write a rule about attacks
"#,
    );
}

#[test]
fn events_tokens_and_lengths_have_their_own_suggestions() {
    check(
        r#"edition test
upgrade "Slip" {
    reaction after atack where attacker is bearer {
        give bearer gaurd
        effect phase { static bearer gets move +1 }
    }
}
ploy "Glow" {
    effect nextactivation { static friends get move +1 }
}
"#,
        r#"error: `atack` is no event
 --> my.card:3:20
  |
3 |     reaction after atack where attacker is bearer {
  |                    ^^^^^
  = help: did you mean `attack`?

error: `nextactivation` is no length of time
 --> my.card:9:12
  |
9 |     effect nextactivation { static friends get move +1 }
  |            ^^^^^^^^^^^^^^
  = help: did you mean `next_activation`?
"#,
    );
}

#[test]
fn cards_must_do_what_their_kind_does() {
    check(
        r#"edition test
objective "Idle" glory 1 {
}
upgrade "Empty" {
}
spell "Plain" {
    draw 1 power
}
objective "Free" {
    score at end_phase
}
"#,
        r#"error: "Idle" never scores
 --> my.card:2:11
  |
2 | objective "Idle" glory 1 {
  |           ^^^^^^
  = help: write `score at end_phase when …`

error: "Empty" does nothing
 --> my.card:4:9
  |
4 | upgrade "Empty" {
  |         ^^^^^^^

error: a spell has a casting value
 --> my.card:6:7
  |
6 | spell "Plain" {
  |       ^^^^^^^
  = help: write `spell "Name" cast channel { … }`

error: "Free" is worth nothing
 --> my.card:9:11
  |
9 | objective "Free" {
  |           ^^^^^^
  = help: write `glory 1` before the brace
"#,
    );
}

#[test]
fn a_card_that_remembers_too_much_is_refused() {
    check(
        r#"edition test
ploy "Crowd" {
    choose a: fighter, b: fighter, c: fighter
    choose d: fighter, e: fighter, f: fighter
    choose g: fighter, h: fighter, i: fighter
    heal i 1
}
"#,
        r#"error: "Crowd": it keeps too many names at a time
 --> my.card:2:6
  |
2 | ploy "Crowd" {
  |      ^^^^^^^
"#,
    );
}

#[test]
fn a_name_written_twice_is_refused() {
    check(
        r#"edition test
ploy "Twin" { draw 1 power }
ploy "Twin" { draw 2 power }
"#,
        r#"error: "Twin" is written twice
 --> my.card:3:6
  |
3 | ploy "Twin" { draw 2 power }
  |      ^^^^^^
  = help: a deck has each name once; the other one is at my.card:2: remove or rename one of them
"#,
    );
}

#[test]
fn a_fighter_without_wounds_and_a_warband_without_fighters_are_refused() {
    check(
        r#"edition test
warband "Ghosts" {
    fighter "Wisp" {
        normal { move 3 defence 1 shield wounds 0 }
    }
}
warband "Nobody" {
}
"#,
        r#"error: "Wisp" cannot stand with wounds 0
 --> my.card:4:42
  |
4 |         normal { move 3 defence 1 shield wounds 0 }
  |                                          ^^^^^^
  = help: write `wounds 1` or more
"#,
    );
    check(
        r#"edition test
warband "Nobody" {
}
"#,
        r#"error: "Nobody" has no fighters
 --> my.card:2:9
  |
2 | warband "Nobody" {
  |         ^^^^^^^^
  = help: write `fighter "Name" { normal { … } }` between its braces
"#,
    );
}
