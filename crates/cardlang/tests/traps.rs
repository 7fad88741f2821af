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
        "objective \"A\" glory 1 { score at end_phase when distinct(attack: hex(target) in phase) >= 2 }",
        "a hex cannot be told apart from others",
        "name a fighter, a token, a card, a player or a number below 32",
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

#[test]
fn fighters_are_spared_and_pushes_halted_at_their_moments() {
    check(
        "ploy \"A\" { pick a: friend spare a }",
        "`spare` comes too early or too late here",
        "use it in a clause `after falling` or `on falling`",
    );
    check(
        "upgrade \"A\" { on push where fighter is bearer { halt push } }",
        "`halt` comes too early or too late here",
        "use it in a clause `after push_due` or `on push_due`, `after move_picked` or `on move_picked`",
    );
}

#[test]
fn tokens_are_flipped_in_set_up_by_cards_that_are_in_play_then() {
    check(
        "upgrade \"A\" { setup flips 2 static bearer gets move +1 }",
        "this card is not in play during set-up",
        "write it in a warscroll or a plot",
    );
    check(
        "plot \"A\" { setup flips 7 }",
        "nobody can flip that many tokens in set-up",
        "write `setup flips 1`, `2` or `3`",
    );
}

#[test]
fn only_attacks_cannot_be_made() {
    check(
        "upgrade \"A\" { static bearer cannot be_made }",
        "`be_made` is forbidden to attacks",
        "write `static attacks of … cannot be_made`",
    );
}

#[test]
fn the_same_weapon_is_that_of_an_attack() {
    check(
        "ploy \"A\" { pick a: friend let a attack with same }",
        "there is no attack to make again",
        "use it in a clause `after attack`",
    );
}

#[test]
fn dice_are_turned_and_left_out_while_they_still_count() {
    let moments = "use it in a clause `after attack_rolled` or `on attack_rolled`, `after attack_roll_stands` or `on attack_roll_stands`, `after defence_rolled` or `on defence_rolled`, `after attack_judged` or `on attack_judged`, `after spell_rolled` or `on spell_rolled`";
    check(
        "ploy \"A\" { turn 1 attack to crit }",
        "`turn` comes too early or too late here",
        moments,
    );
    check(
        "ploy \"A\" { reaction after attack where attacker is friendly drop 1 attack }",
        "`drop` comes too early or too late here",
        moments,
    );
}

#[test]
fn dice_are_turned_to_a_face_that_dice_have() {
    check(
        "ploy \"A\" { reaction after attack_rolled where attacker is friendly turn 1 attack to crits }",
        "`crits` is no face of a die",
        "did you mean `crit`?",
    );
    check(
        "ploy \"A\" { reaction after attack_rolled where attacker is friendly drop 1 attacks }",
        "`attacks` is no roll",
        "did you mean `attack`?",
    );
}

#[test]
fn an_attack_gets_another_target_when_it_is_declared() {
    check(
        "ploy \"A\" { reaction after attack where attacker is enemy choose a: friend redirect to a }",
        "`redirect` comes too early or too late here",
        "use it in a clause `after attack_declared` or `on attack_declared`, `after chosen` or `on chosen`",
    );
    check(
        "ploy \"A\" { reaction after attack_declared where attacker is enemy redirect to 1 }",
        "expected a fighter, found a number",
        "name a fighter: one that was chosen, as in `choose a: friend`, or one of the event, such as `attacker`",
    );
}

#[test]
fn an_attack_is_made_again_after_it() {
    check(
        "ploy \"A\" { choose a: friend let a attack again }",
        "there is no attack to make again",
        "use it in a clause `after attack`",
    );
}

#[test]
fn cards_are_gone_through_in_somebodys_pile() {
    check(
        "ploy \"A\" { each c: power_cards { discard c } }",
        "whose?",
        "write `power_cards of …`",
    );
    check(
        "ploy \"A\" { order c: power_cards of you { discard c } }",
        "these cannot be taken one after another",
        "use fighters, tokens or players",
    );
}

#[test]
fn a_ban_that_nobody_knows_is_named() {
    check(
        "upgrade \"A\" { static bearer cannot be_pushd }",
        "`be_pushd` is no thing that can be forbidden",
        "did you mean `be_pushed`?",
    );
    check(
        "upgrade \"A\" { static opponents cannot be_pushed }",
        "`be_pushed` is no thing that can be forbidden to players",
        "there is `play_power`, `play_ploys`, `score`, `draw`, `discard_objectives`, `activate` and `score_leader`",
    );
}

#[test]
fn what_is_scored_at_once_has_a_condition() {
    check(
        "objective \"A\" glory 1 { score at_once }",
        "what must be the case?",
        "write `score at_once when …`",
    );
}

#[test]
fn a_choice_or_an_attack_is_redirected_when_it_has_just_been_made() {
    check(
        "ploy \"A\" { choose a: friend redirect to a }",
        "`redirect` comes too early or too late here",
        "use it in a clause `after attack_declared` or `on attack_declared`, `after chosen` or `on chosen`",
    );
}

#[test]
fn a_ploy_or_any_card_is_allowed() {
    check(
        "ploy \"A\" { allow upgrade }",
        "`upgrade` is no card to be played",
        "there is `ploy` and `card`",
    );
}

#[test]
fn only_players_pass_over_an_activation() {
    check(
        "upgrade \"A\" { static bearer cannot activate }",
        "`activate` is forbidden to players",
        "write `static opponents cannot activate`",
    );
}

#[test]
fn a_weapons_terms_mean_something() {
    check(
        "upgrade \"A\" { weapon \"Pot\" range 3 swords 2 damage 1 once per week }",
        "`week` is no length of time",
        "there is `turn`, `phase`, `round` and `game`",
    );
    check(
        "upgrade \"A\" { weapon \"Pot\" range 3 swords 2 damage 1 price loot 1 }",
        "`loot` is no counter",
        "name it first: `counter loot of fighter` in a warband, a plot or a card",
    );
    check(
        "upgrade \"A\" { counter loot of player weapon \"Pot\" range 3 swords 2 damage 1 price loot 0 }",
        "a price of nothing is none",
        "write `price loot 1`, or no price",
    );
    check(
        "ploy \"A\" { weapon \"Pot\" range 3 swords 2 damage 1 once per game choose a: friend let a attack with this }",
        "only a weapon that a fighter keeps has a limit or a price",
        "write it on an upgrade or a fighter, or leave it out",
    );
    check(
        "ploy \"A\" { choose a: friend let a attack free }",
        "only a weapon with a name of its own is used at no cost",
        "write `let a attack with \"Weapon\" free`",
    );
    check(
        "upgrade \"A\" { static bearer gets no_price }",
        "attacks have a price, fighters have none",
        "write `static attacks of me where attack is with(\"Weapon\") get no_price`",
    );
}

#[test]
fn only_a_fighters_card_says_how_its_game_begins() {
    let fighter = |said: &str| {
        format!(
            "warband \"W\" {{ fighter \"A\" {{ normal {{ move 3 defence 1 dodge wounds 3 }} {said} }} }}"
        )
    };
    let help = "write it in the braces of a fighter, outside of its sides and effects";
    let message = "only a fighter's card says how its game begins";
    check("upgrade \"A\" { starts inspired }", message, help);
    check("plot \"A\" { deploys never }", message, help);
    check(
        &fighter("on attack where attacker is me { effect game { starts inspired } }"),
        message,
        help,
    );
    check(
        &fighter("starts tired"),
        "`tired` is no way to start",
        "there is `inspired`",
    );
    check(
        &fighter("deploys besides \"B\""),
        "`besides` is no way to be placed",
        "did you mean `beside`?",
    );
    for said in ["deploys beside", "deploys never \"B\""] {
        check(
            &fighter(said),
            "a fighter is placed beside somebody who is named, and nowhere else",
            "write `deploys beside \"Name\"`",
        );
    }
}

#[test]
fn hexes_are_lethal_for_somebody_and_tokens_ignored_by_fighters() {
    check(
        "upgrade \"A\" { static enemies get lethal }",
        "which hexes are lethal, and for whom?",
        "write `static enemies get lethal where adjacent(there, me)`",
    );
    check(
        "upgrade \"A\" { static attacks of bearer get ignores move }",
        "fighters ignore tokens, attacks do not",
        "write `static me gets ignores move`",
    );
    check(
        "upgrade \"A\" { static bearer gets ignores guard }",
        "`guard` is no token that keeps from moving",
        "there is `move`, `charge` and `tokens`",
    );
}

#[test]
fn what_is_forbidden_to_attacks_is_their_attackers_or_their_targets() {
    check(
        "upgrade \"A\" { static attacks on bearer cannot be_healed }",
        "`be_healed` is forbidden to fighters, not to attacks",
        "write `static bearer cannot be_healed`",
    );
}

#[test]
fn an_innate_symbol_is_of_one_roll() {
    check(
        "upgrade \"A\" { static attacks of bearer get innate shield }",
        "whose roll has an innate `shield`? an attack roll never shows it",
        "write `static bearer gets innate shield`",
    );
    check(
        "upgrade \"A\" { static bearer gets innate sup1 }",
        "whose roll has an innate `sup1`? both sides of an attack could roll it",
        "write `static attacks of bearer get innate sup1`",
    );
}

#[test]
fn supporters_are_so_many_more_or_fewer() {
    check(
        "upgrade \"A\" { static attacks of bearer get support attacker *2 }",
        "by how many supporters more or fewer?",
        "write `support attacker 1` or `support attacker -1`",
    );
}
