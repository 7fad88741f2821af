//! What an author of a card is told about common slips, word for word.

use gloryhex_cardlang::{CardSource, load, load_in};

fn source(text: &str) -> [CardSource; 1] {
    [CardSource {
        path: "my.card".to_owned(),
        text: text.to_owned(),
    }]
}

fn check(text: &str, expected: &str) {
    let sources = source(text);
    let shown = load(&sources).errors(&sources);
    assert_eq!(shown, expected, "\n--- shown ---\n{shown}");
}

/// As a pack is checked: with editions, and with a deck for every card.
fn check_pack(text: &str, expected: &str) {
    let sources = source(text);
    let shown = load_in(&sources, &["harrowdeep", "nightvault"], Vec::new()).errors(&sources);
    assert_eq!(shown, expected, "\n--- shown ---\n{shown}");
}

#[test]
fn an_edition_that_does_not_exist_is_an_error() {
    check_pack(
        "edition nightvalt\ndeck \"D\" format pool\nploy \"A\" { draw 1 power }\n",
        r#"error: there is no edition `nightvalt`
 --> my.card:1:9
  |
1 | edition nightvalt
  |         ^^^^^^^^^
  = help: did you mean `nightvault`?
"#,
    );
    check_pack(
        "edition chess\ndeck \"D\" format pool\nploy \"A\" { draw 1 power }\n",
        r#"error: there is no edition `chess`
 --> my.card:1:9
  |
1 | edition chess
  |         ^^^^^
  = help: there is `harrowdeep` and `nightvault`
"#,
    );
}

#[test]
fn a_broken_clause_does_not_hide_the_rest_of_its_card() {
    let card = "edition nightvault
upgrade \"A\" {
    reaction affter attack where attacker is bearer {
        drow 1 power
        draw 1 power
    }
    ability once per turrn after move {
        draw 1 powr
    }
    statik bearer gets move +1
    static bearer gets speed +1
}
ploy \"B\" {
    when rond >=
    drow 1 power
}
";
    check(
        card,
        r#"error: expected `after` or `during`, found `affter`
 --> my.card:3:14
  |
3 |     reaction affter attack where attacker is bearer {
  |              ^^^^^^
  = help: did you mean `after`?

error: `drow` is no statement
 --> my.card:4:9
  |
4 |         drow 1 power
  |         ^^^^
  = help: did you mean `draw`?

error: `turrn` is no length of time
 --> my.card:7:22
  |
7 |     ability once per turrn after move {
  |                      ^^^^^
  = help: did you mean `turn`?

error: `powr` is no deck
 --> my.card:8:16
  |
8 |         draw 1 powr
  |                ^^^^
  = help: did you mean `power`?

error: `statik` is no clause
  --> my.card:10:5
   |
10 |     statik bearer gets move +1
   |     ^^^^^^
   = help: did you mean `static`?

error: `speed` is nothing a rule can give
  --> my.card:11:24
   |
11 |     static bearer gets speed +1
   |                        ^^^^^
   = help: write a characteristic (`move`, `defence`, `wounds`, `bounty`, `wizard`, `range`, `dice`, `damage`, `knockback`), a keyword (`cleave`, `ensnare`, `brutal`, `grievous`, `stagger`, `grapple`, `scything`, `lethal`) or one of `critical`, `success`, `no_success`, `as_crit`, `more_criticals`, `suffered`, `reroll`, `innate`, `casting`, `backlash_at`, `casts_swapped`, `symbol`, `counts_as`, `supports`, `support`, `no_support`, `through_fighters`, `place`, `no_landing`, `no_push_end`, `further`, `friends_too`, `damage_cap`, `damage_cap_per_turn`, `opening_dice`, `no_price`, `ignores`, `lethal`, `hazard`, `shortens_attacks`, `push_ends`, `blocks_sight`, `sight`

error: `rond` is unknown here
  --> my.card:14:10
   |
14 |     when rond >=
   |          ^^^^
   = help: did you mean `round`?

error: expected a statement, found `1`
  --> my.card:15:10
   |
15 |     drow 1 power
   |          ^
"#,
    );
}

#[test]
fn cards_without_a_deck_and_decks_without_a_format_are_errors() {
    check_pack(
        "edition nightvault\nploy \"A\" { draw 1 power }\nploy \"B\" { draw 1 power }\n",
        r#"error: "A" belongs to no deck
 --> my.card:2:6
  |
2 | ploy "A" { draw 1 power }
  |      ^^^
  = help: write `deck "Name" format pool` before the first card
"#,
    );
    check_pack(
        "edition nightvault\ndeck \"Z\"\nploy \"A\" { draw 1 power }\ndeck \"Y\" { \"A\" }\n",
        r#"error: the deck "Z" has no format
 --> my.card:2:6
  |
2 | deck "Z"
  |      ^^^
  = help: write `format pool` after the name for cards to build decks with, or `format ready` for a deck that is played as it is

error: the deck "Y" has no format
 --> my.card:4:6
  |
4 | deck "Y" { "A" }
  |      ^^^
  = help: write `format ready` after the name for a deck that is played as it is, or `format built` for one that somebody built
"#,
    );
}

#[test]
fn a_missing_brace_is_named_with_its_card_and_line() {
    check(
        r#"edition test
ploy "A" {
    choose a: friend
    heal a 1

ploy "B" {
    draw 1 power
}
upgrade "C" {
    static bearer gets move +1
"#,
        r#"error: a `}` is missing in "A", opened at line 2
 --> my.card:2:10
  |
2 | ploy "A" {
  |          ^
  = help: write `}` before `ploy "B"`

error: a `}` is missing in "C", opened at line 9
 --> my.card:9:13
  |
9 | upgrade "C" {
  |             ^
  = help: write `}` before the end of the file
"#,
    );
    check(
        r#"edition test
ploy "A"
    choose a: friend
    if a is inspired
        heal a 1
    }
    push b 1
}
"#,
        r#"error: a `{` is missing in "A"
 --> my.card:3:5
  |
3 |     choose a: friend
  |     ^^^^^^
  = help: write `{` before `choose`

error: a `{` is missing in "A"
 --> my.card:5:9
  |
5 |         heal a 1
  |         ^^^^
  = help: write `{` before `heal`

error: `b` is unknown here
 --> my.card:7:10
  |
7 |     push b 1
  |          ^
  = help: did you mean `a`?
"#,
    );
}

#[test]
fn a_word_left_out_between_two_is_put_back() {
    check(
        r#"edition test
ploy "A" {
    reaction after attack where target has_guard and attacker friendly
    choose a: friend where leader inspired
    push a 1
}
"#,
        r#"error: a word is missing between `target` and `has_guard`
 --> my.card:3:33
  |
3 |     reaction after attack where target has_guard and attacker friendly
  |                                 ^^^^^^^^^^^^^^^^
  = help: did you mean `target is has_guard`?

error: a word is missing between `attacker` and `friendly`
 --> my.card:3:54
  |
3 |     reaction after attack where target has_guard and attacker friendly
  |                                                      ^^^^^^^^^^^^^^^^^
  = help: did you mean `attacker is friendly`?

error: a word is missing between `leader` and `inspired`
 --> my.card:4:28
  |
4 |     choose a: friend where leader inspired
  |                            ^^^^^^^^^^^^^^^
  = help: did you mean `leader and inspired`?
"#,
    );
}

#[test]
fn only_words_that_fit_are_suggested() {
    check(
        r#"edition test
ploy "A" {
    choose a: friend where damagd
    if a is damagd { heal a damagd(a) }
}
"#,
        r#"error: `damagd` is unknown here
 --> my.card:3:28
  |
3 |     choose a: friend where damagd
  |                            ^^^^^^
  = help: did you mean `damaged`?

error: `damagd` is unknown here
 --> my.card:4:13
  |
4 |     if a is damagd { heal a damagd(a) }
  |             ^^^^^^
  = help: did you mean `damaged`?

error: `damagd` is unknown here
 --> my.card:4:29
  |
4 |     if a is damagd { heal a damagd(a) }
  |                             ^^^^^^
  = help: did you mean `damage`?
"#,
    );
}

#[test]
fn every_broken_statement_of_a_card_is_told() {
    check(
        r#"edition test
ploy "A" {
    choose a: friend
    heal 1
    if any(friends where leader and adjacent(a)) { give a 2 }
    give a 2
    if a {
        push 1 a
        damage a
    }
    gain "two"
}
ploy "B" {
    draw 1 power
}
"#,
        r#"error: `heal` needs a fighter before the number
 --> my.card:4:10
  |
4 |     heal 1
  |          ^
  = help: write `heal a 1`, where `a` is a fighter chosen before

error: expected a token, found `2`
 --> my.card:5:59
  |
5 |     if any(friends where leader and adjacent(a)) { give a 2 }
  |                                                           ^
  = help: there is `move`, `charge`, `guard`, `stagger` and `raise`

error: expected a token, found `2`
 --> my.card:6:12
  |
6 |     give a 2
  |            ^
  = help: there is `move`, `charge`, `guard`, `stagger` and `raise`

error: expected a condition, found a fighter
 --> my.card:7:8
  |
7 |     if a {
  |        ^
  = help: say what it is, as in `a is inspired`

error: `push` needs a fighter before the number
 --> my.card:8:14
  |
8 |         push 1 a
  |              ^
  = help: write `push a 1`

error: expected an amount, found `}`
  --> my.card:10:5
   |
10 |     }
   |     ^
   = help: write a number, such as 1

error: a text means nothing here
  --> my.card:11:10
   |
11 |     gain "two"
   |          ^^^^^
   = help: quotes are for names: write `named("two")` for a fighter, or `with "two"` for a weapon
"#,
    );
}

#[test]
fn what_does_not_fit_is_answered_with_what_does() {
    check(
        r#"edition test
ploy "A" {
    choose a: friend
    if 2 { heal a inspired(a) }
}
upgrade "B" {
    static bearer gets armour +1
}
"#,
        r#"error: expected a condition, found a number
 --> my.card:4:8
  |
4 |     if 2 { heal a inspired(a) }
  |        ^
  = help: compare it, as in `damage(a) >= 2`

error: expected a number, found a condition
 --> my.card:4:19
  |
4 |     if 2 { heal a inspired(a) }
  |                   ^^^^^^^^^^^
  = help: write an amount, as in `2`, `count(friends where inspired)` or `(2 if … else 1)`

error: `armour` is nothing a rule can give
 --> my.card:7:24
  |
7 |     static bearer gets armour +1
  |                        ^^^^^^
  = help: write a characteristic (`move`, `defence`, `wounds`, `bounty`, `wizard`, `range`, `dice`, `damage`, `knockback`), a keyword (`cleave`, `ensnare`, `brutal`, `grievous`, `stagger`, `grapple`, `scything`, `lethal`) or one of `critical`, `success`, `no_success`, `as_crit`, `more_criticals`, `suffered`, `reroll`, `innate`, `casting`, `backlash_at`, `casts_swapped`, `symbol`, `counts_as`, `supports`, `support`, `no_support`, `through_fighters`, `place`, `no_landing`, `no_push_end`, `further`, `friends_too`, `damage_cap`, `damage_cap_per_turn`, `opening_dice`, `no_price`, `ignores`, `lethal`, `hazard`, `shortens_attacks`, `push_ends`, `blocks_sight`, `sight`
"#,
    );
}

#[test]
fn a_card_that_was_read_in_part_is_left_out_and_its_deck_is_not_blamed() {
    let sources = source(
        r#"edition test
deck "D" format pool
ploy "A" { choose a: friend wher leader  heal a 1 }
ploy "B" { choose a: friend  give a 2 }
ploy "C" { draw 1 power }
deck "E" format built { "A", "B", "C" }
"#,
    );
    let loaded = load(&sources);
    let names: Vec<&str> = loaded
        .catalog
        .cards
        .iter()
        .map(|c| c.name.as_str())
        .collect();
    assert_eq!(names, ["C"]);
    assert_eq!(loaded.reports.len(), 2, "{}", loaded.errors(&sources));
}
