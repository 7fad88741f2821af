//! What would be accepted and do nothing is an error instead, with its place and what to write, word for word.

use gloryhex_cardlang::{CardSource, load};

/// The first error of a card: its message and its help.
fn told(card: &str) -> (String, String) {
    let sources = [CardSource {
        path: "my.card".to_owned(),
        text: format!("edition sample\n{card}"),
    }];
    let shown = load(&sources).errors(&sources);
    let line = |start: &str| {
        let mut lines = shown.lines();
        let found = lines.find_map(|line| line.trim_start().strip_prefix(start));
        found.unwrap_or_default().to_owned()
    };
    (line("error: "), line("= help: "))
}

fn check(card: &str, message: &str, help: &str) {
    assert_eq!(told(card), (message.to_owned(), help.to_owned()), "{card}");
}

#[test]
fn a_named_element_inside_another_condition_is_not_called_it() {
    check(
        "upgrade \"A\" { static friends where any(g: friends where g is not it and adjacent(g, it)) get move +1 }",
        "`it` could be `g` or what is asked about around it",
        "write `g`, or give the other a name too, as in `f: friends where …`",
    );
}

#[test]
fn no_rule_brings_a_range_to_nothing() {
    check(
        "upgrade \"A\" { static attacks of bearer get range =0 }",
        "no rule brings `range` below 1",
        "write `range =1`, or `range fixed =0` if nothing else changes it",
    );
}

#[test]
fn dice_of_its_own_are_rolled_before_they_are_read() {
    check(
        "ploy \"A\" { if rolled(crit) >= 1 { draw 1 power } }",
        "this card rolls no dice of its own",
        "write `roll 2 attack` before it; `cast_faces(…)` reads a casting roll, `attack_faces(…)` an attack roll",
    );
}

#[test]
fn dice_are_rerolled_before_the_attack_is_judged() {
    check(
        "ploy \"A\" { reaction after attack where attacker is friendly reroll 1 attack }",
        "`reroll` comes too early or too late here",
        "use it in a clause `after attack_rolled` or `on attack_rolled`, `after attack_roll_stands` or `on attack_roll_stands`, `after defence_rolled` or `on defence_rolled`, `after attack_judged` or `on attack_judged`, `after spell_rolled` or `on spell_rolled`",
    );
}

#[test]
fn a_symbol_fits_what_it_is_given_to() {
    check(
        "upgrade \"A\" { static bearer gets symbol hammer }",
        "`hammer` is no symbol of a fighter's defence",
        "write `shield` or `dodge`; `static attacks of bearer get symbol hammer` is about attacks",
    );
}

#[test]
fn damage_is_changed_at_its_own_moment() {
    check(
        "ploy \"A\" { reaction after damage where fighter is friendly reduce damage 1 }",
        "`reduce` comes too early or too late here",
        "use it in a clause `after damage_due` or `on damage_due`",
    );
}

#[test]
fn nothing_waits_for_what_is_only_counted() {
    check(
        "ploy \"A\" { reaction after draw where player is you draw 1 power }",
        "nothing waits for `draw`",
        "ask how often it happened: `times(draw where … in phase)`",
    );
}

#[test]
fn a_question_about_the_past_knows_only_the_event() {
    check(
        "objective \"A\" glory 1 { score at end_phase when any(f: friends where times(attack where adjacent(attacker, f) in phase) >= 2) }",
        "`f` is unknown here",
        "it is not known when that happens; `attacker is f` counts for each fighter",
    );
    check(
        "objective \"A\" glory 1 { score at end_phase when times(attack: attacker in phase) >= 2 }",
        "`times` only counts",
        "write `total` to add it up, or `distinct` to count different ones",
    );
    check(
        "objective \"A\" glory 1 { score at end_phase when total(damage in phase) >= 2 }",
        "`total` of what?",
        "write `total(damage where …: … in phase)`",
    );
    check(
        "objective \"A\" glory 1 { score at end_phase when distinct(scored: card in phase) >= 2 }",
        "a card cannot be told apart from others",
        "name a fighter, a token, a player or a number below 32",
    );
}

#[test]
fn a_weapon_that_nobody_has_is_not_asked_for() {
    check(
        "objective \"A\" glory 1 { score after attack where attack is with(\"Spoon\") }",
        "\"Spoon\" is no weapon of any fighter",
        "name a weapon as it stands on its fighter or upgrade",
    );
}

#[test]
fn a_word_that_is_no_trap_is_let_through() {
    assert_eq!(
        told(
            "upgrade \"A\" { static f: friends where any(g: friends where g is not f and adjacent(g, f)) get move +1 }"
        ),
        (String::new(), String::new())
    );
}

#[test]
fn counters_are_named_before_they_are_spoken_of() {
    check(
        "ploy \"A\" { add 1 loot }",
        "`loot` is no counter",
        "name it first: `counter loot of fighter` in a warband, a plot or a card",
    );
    check(
        "upgrade \"A\" { counter loot of player on attack where attacker is bearer { add 1 lout } }",
        "`lout` is no counter",
        "did you mean `loot`?",
    );
}

#[test]
fn counters_of_fighters_are_somebodys() {
    check(
        "upgrade \"A\" { counter debt of fighter on attack where attacker is bearer { add 1 debt } }",
        "whose counters?",
        "name the fighter, as in `add 1 rage to me` or `remove 1 rage from me`",
    );
    check(
        "objective \"A\" glory 1 { counter debt of fighter score at end_phase when debt >= 1 }",
        "`debt` counts for a fighter",
        "write `debt(me)`",
    );
}

#[test]
fn nobody_begins_with_counters_of_a_card_that_comes_later() {
    check(
        "upgrade \"A\" { counter debt of fighter start 1 static bearer gets move +1 while debt(bearer) >= 1 }",
        "nobody begins with counters of a card that is not yet in play",
        "write it in a warband, a warscroll or a plot; elsewhere use `add`",
    );
}

#[test]
fn a_counter_is_declared_in_one_way_and_by_a_new_name() {
    check(
        "upgrade \"A\" { counter debt of fighter static bearer gets move +1 }
         upgrade \"B\" { counter debt of player static bearer gets move +1 }",
        "`debt` is declared in another way elsewhere",
        "write `counter debt of fighter called \"Debt counter\"` in each place",
    );
    check(
        "upgrade \"A\" { counter damage of fighter static bearer gets move +1 }",
        "`damage` has a meaning already",
        "give it another name",
    );
}

#[test]
fn what_players_cannot_do_is_not_said_of_fighters() {
    check(
        "upgrade \"A\" { static bearer cannot play_power }",
        "`play_power` is forbidden to players",
        "write `static opponents cannot play_power`",
    );
    check(
        "upgrade \"A\" { static opponents get move +1 }",
        "`move` is nothing a rule about players can say",
        "write `static opponents cannot play_power`",
    );
}
