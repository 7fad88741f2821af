//! Turns of phrase of the generated text: each is told in few words, and nothing of the card is lost.

use gloryhex_cardlang::{CardSource, Lexicon, arm_texts, card_text, load};

fn loaded(card: &str) -> gloryhex_cardlang::Loaded {
    let sources = [CardSource {
        path: "my.card".to_owned(),
        text: format!("edition test\ndeck \"D\" format pool\n{card}"),
    }];
    let loaded = load(&sources);
    assert_eq!(loaded.errors(&sources), "");
    loaded
}

fn text(card: &str) -> String {
    let loaded = loaded(card);
    card_text(&loaded.trees[0], &Lexicon::PLAIN, &loaded.catalog)
}

#[test]
fn how_an_attack_ended_is_told_with_the_attack() {
    assert_eq!(
        text(
            "ploy \"Again\" { reaction after attack where attacker is friendly and attack is failed { may let attacker attack on target } }"
        ),
        "Reaction: after a friend's failed attack, the attacker may make an attack on the target."
    );
    assert_eq!(
        text(
            "upgrade \"Parry\" { reaction during attack_judged where target is bearer and attack is failed { forgo drive_back } }"
        ),
        "Reaction: when an attack on this fighter fails, this fighter is not driven back."
    );
    assert_eq!(
        text(
            "objective \"Proof\" glory 1 { score after attack where attacker is friendly and attacker is leader and target is enemy and attack is takes_out and range = 1 }"
        ),
        "Surge: after a friendly leader's attack with Range 1 takes an enemy out of action."
    );
    assert_eq!(
        text(
            "objective \"Wide\" glory 1 { score after attack where attacker is friendly and target is enemy and attack is takes_anyone_out }"
        ),
        "Surge: after a friend's attack on an enemy takes a fighter out of action."
    );
}

#[test]
fn whose_deed_it_was_is_told_with_the_deed() {
    assert_eq!(
        text(
            "objective \"Alone\" glory 1 { score after taken_out where fighter is enemy and player is you and no(friends where adjacent(fighter)) }"
        ),
        "Surge: after your warband takes an enemy out of action, if no friend is adjacent to that enemy."
    );
    assert_eq!(
        text(
            "ploy \"Bet\" { choose a: friend  effect next_activation { on taken_out where fighter is a { gain 1 } } }"
        ),
        "Choose a friend. In the next activation, after that friend goes out of action, you gain 1 glory."
    );
}

#[test]
fn a_rule_tells_its_condition_before_or_behind_and_not_in_between() {
    assert_eq!(
        text("upgrade \"Murk\" { static attacks of bearer where in_cover(bearer) get dice +1 }"),
        "While this fighter is in cover, its attacks have +1 Dice."
    );
    assert_eq!(
        text(
            "upgrade \"Hunter\" { static attacks of bearer where target is enemy and target is leader get reroll attack }"
        ),
        "This fighter's attacks on enemy leaders let you re-roll one die of the attack roll."
    );
    assert_eq!(
        text(
            "upgrade \"Blades\" { static attacks of bearer where range in 1..2 and attack is critical_hit get damage +2 }"
        ),
        "This fighter's attacks with Range 1 or 2 that score a critical hit have +2 Damage."
    );
    assert_eq!(
        text(
            "ploy \"Proud\" { effect next_activation first { static attacks of friends where any(f: friends where leader and adjacent(f, attacker)) get damage +1 } }"
        ),
        "In the next activation, the first attack by a friend has +1 Damage if a friendly leader is adjacent to the attacker."
    );
}

#[test]
fn supporters_are_told_of_those_who_have_them() {
    assert_eq!(
        text(
            "ploy \"Alone\" { effect next_activation first { static attacks on enemies get no_support target } }"
        ),
        "In the next activation, the target has no supporters in the first attack on an enemy."
    );
    assert_eq!(
        text(
            "upgrade \"Long Arm\" { static bearer where attacker is friendly and attacker is not bearer and within(2, target) gets supports }"
        ),
        "This fighter supports other friends that attack targets at most 2 hexes from it."
    );
    assert_eq!(
        text(
            "upgrade \"Cover\" { static bearer where target is friendly and adjacent(target) gets supports target }"
        ),
        "This fighter supports friends adjacent to it that are attacked."
    );
}

#[test]
fn what_follows_a_pick_is_told_from_its_last_arm() {
    let card = "upgrade \"Flask\" { action { one of { choose a: enemy where adjacent(bearer)  damage a 1 } or { heal bearer 2 }  break this } }";
    assert_eq!(
        text(card),
        "Action: pick one: (1) Choose an enemy adjacent to this fighter. It takes 1 damage. (2) This fighter heals 2. In either case, discard this card."
    );
    let loaded = loaded(card);
    let arms = arm_texts(&loaded.trees[0], &Lexicon::PLAIN, &loaded.catalog);
    let buttons = [
        "Choose an enemy adjacent to this fighter. It takes 1 damage",
        "This fighter heals 2",
    ];
    assert_eq!(arms, [buttons]);
}

#[test]
fn what_serves_once_says_the_first_time() {
    assert_eq!(
        text(
            "ploy \"Fury\" { effect next_activation { on damage_due where fighter is friendly { roll defence  if rolled(shield) >= 1 { prevent damage }  cease } } }"
        ),
        "In the next activation, the first time a friend would be dealt damage, roll a defence die. If the roll shows Shield, the damage is not dealt."
    );
    assert_eq!(
        text(
            "ploy \"Caution\" { effect next_activation { on attack_declared where target is friendly { effect activation { static target gets defence +1 }  cease } } }"
        ),
        "In the next activation, the first friend to be the target of an attack has +1 Defence."
    );
    // Two rules that differ are told one by one.
    assert_eq!(
        text(
            "ploy \"Half\" { effect next_activation { static friends get damage_cap 2  on damage where fighter is friendly { effect activation { static fighter gets damage_cap 1 }  cease } } }"
        ),
        "In the next activation: friends cannot be dealt more than 2 damage at a time. This lasts until a friend is dealt damage; then until the end of this activation, that friend cannot be dealt more than 1 damage at a time."
    );
}

#[test]
fn those_who_move_are_told_with_their_move() {
    assert_eq!(
        text(
            "ploy \"Wind\" { effect next_activation { static friends where moving or charging get move +1 } }"
        ),
        "In the next activation, friends have +1 Move when they make a move or a charge."
    );
    assert_eq!(
        text(
            "ploy \"Sprint\" { effect next_activation first { static friends where moving get move *2  static friends cannot charge } }"
        ),
        "In the next activation: the first friend to make a move has twice the Move for it. Until then, friends cannot make a charge."
    );
}

#[test]
fn an_effect_that_can_end_early_says_until_when() {
    assert_eq!(
        text(
            "ploy \"Firm\" { effect next_activation { static friends cannot be_pushed  on damage where fighter is friendly { cease } } }"
        ),
        "In the next activation, until a friend is dealt damage: friends cannot be pushed."
    );
}

#[test]
fn what_lasts_until_the_next_of_its_kind_says_what_else_ends_it() {
    assert_eq!(
        text(
            "ploy \"Storm\" labels domain { effect group_or_round { static friends get move +1 } }"
        ),
        "Domain.\nUntil the next Domain is played or the round ends, friends have +1 Move."
    );
    assert_eq!(
        text(
            "ploy \"Tide\" labels domain { effect group_or_round { static friends get move +1  on tracker where player is you { cease } } }"
        ),
        "Domain.\nUntil your tracker advances, the next Domain is played or the round ends: friends have +1 Move."
    );
}

#[test]
fn objectives_that_are_held_are_told_together() {
    assert_eq!(
        text(
            "objective \"Pair\" glory 1 { score at end_phase when any(tokens where yours and number(it) = 1) and any(tokens where yours and number(it) = 3) }"
        ),
        "End phase: you hold objectives 1 and 3."
    );
}

#[test]
fn what_happened_several_times_is_told_of_several() {
    assert_eq!(
        text(
            "objective \"Cheap\" glory 1 { score at end_phase when times(taken_out where fighter is friendly in phase) >= 2 }"
        ),
        "End phase: friends were taken out of action at least twice in this action phase."
    );
    assert_eq!(
        text(
            "objective \"Haul\" glory 1 { score at end_phase when times(scored where player is you in phase) >= 3 }"
        ),
        "End phase: you scored an objective card at least three times in this action phase."
    );
}

#[test]
fn one_and_another_need_no_for_which() {
    assert_eq!(
        text(
            "objective \"Kin\" glory 1 { score at end_phase when any(f: friends where inspired(f) and vulnerable(f) and any(o: friends where o is not f and not inspired(o))) }"
        ),
        "End phase: a friend is Inspired and vulnerable and another friend is not Inspired."
    );
    assert_eq!(
        text("ploy \"Lust\" { choose a: friend  push a up to 3 ending up(token_in(there)) }"),
        "Choose a friend. Push it up to three hexes, ending in a hex that has an objective in it."
    );
}

#[test]
fn upgrades_and_supporters_belong_to_somebody() {
    assert_eq!(
        text(
            "objective \"Pride\" glory 1 { score at end_phase when any(f: friends where leader(f) and count(u: upgrades of f where not universal(u)) >= 3) }"
        ),
        "End phase: a friendly leader has at least three upgrades that are not universal."
    );
    assert_eq!(
        text(
            "objective \"Crowd\" glory 1 { score after attack where attacker is friendly and attacker_support - target_support >= 2 }"
        ),
        "Surge: after a friend's attack, if the attacker has at least two supporters more than the target."
    );
    assert_eq!(
        text(
            "ploy \"Fall\" { reaction after taken_out where fighter is enemy and fighter is wizard and attacker is friendly and attacker is leader { gain 1 } }"
        ),
        "Reaction: after an enemy wizard is taken out of action by a friendly leader, you gain 1 glory."
    );
}

#[test]
fn a_way_out_is_told_by_those_it_leads_away_from() {
    assert_eq!(
        text(
            "ploy \"Away\" { choose a: friend  push a up to 2 ending all(e: enemies: distance(e, there) > distance(e, a)) }"
        ),
        "Choose a friend. Push it up to two hexes, ending further from each enemy than that friend."
    );
}

#[test]
fn counters_are_given_gained_and_given_up() {
    let head = "upgrade \"Debt\" { counter debt of fighter called \"blood debt\" counter loot of player static bearer gets move +1 }";
    let of = |card: &str| {
        let loaded = loaded(&format!("{head}\n{card}"));
        card_text(&loaded.trees[1], &Lexicon::PLAIN, &loaded.catalog)
    };
    assert_eq!(
        of("ploy \"Sell\" { remove 2 loot gain 1 }"),
        "You give up 2 Loot counters. You gain 1 glory."
    );
    assert_eq!(
        of("ploy \"Pay\" { choose a: friend where debt(a) >= 1 remove all debt from a }"),
        "Choose a friend that has a blood debt. Remove all blood debts from it."
    );
    assert_eq!(
        of("objective \"Rich\" glory 1 { score at end_phase when loot(you) >= 3 }"),
        "End phase: you have at least three Loot counters."
    );
    assert_eq!(
        of(
            "ploy \"Loot\" { reaction after counter_removed where counter is loot and player is not you add 2 loot }"
        ),
        "Reaction: after an opponent gives up a Loot counter, you gain 2 Loot counters."
    );
}

#[test]
fn what_players_cannot_do_is_told_of_them() {
    assert_eq!(
        text("upgrade \"Hush\" { static opponents cannot play_ploys }"),
        "Opponents cannot play ploys or other gambits."
    );
    assert_eq!(
        text("ploy \"Silence\" { effect round { static players cannot play_power, score } }"),
        "Until the end of the round, players cannot play power cards or score objective cards."
    );
}

#[test]
fn steps_before_an_attack_and_turns_of_players_are_told_in_order() {
    assert_eq!(
        text(
            "upgrade \"Step\" { ability after attack_picked where attacker is bearer { push bearer 1 ending in_reach } }"
        ),
        "After this fighter is picked to make an attack, you may push this fighter one hex, ending within reach of the attack's target."
    );
    assert_eq!(
        text(
            "ploy \"Turns\" { turns p t: tokens { pick by p h: hex where adjacent(h, t) move t to h even blocked } }"
        ),
        "You and then the other players take turns picking feature tokens until all have been picked; for each: that player picks a hex adjacent to that token. Move that token to that hex, even if it is blocked."
    );
    assert_eq!(
        text(
            "ploy \"Luck\" { name n = power_cards(you) each c: power_cards of you { may { discard c } } pick m: number 0 to n - power_cards(you) draw m power }"
        ),
        "For each power card in your hand: you may discard that card. Draw up to as many power cards."
    );
    assert_eq!(
        text("ploy \"Gamble\" { random c: discarded of you put c hand shuffle power }"),
        "Take at random a discarded power card of yours. Take it into your hand. Shuffle your power deck."
    );
    assert_eq!(
        text("objective \"Now\" glory 1 { score at_once when count(friends) = 1 }"),
        "Surge: exactly one friend remains."
    );
}

#[test]
fn terms_of_weapons_and_beginnings_of_fighters_are_told() {
    assert_eq!(
        text("upgrade \"Pot\" { weapon \"Fire Pot\" range 3 swords 2 damage 1 once per game }"),
        "Fire Pot: Range 3, 2 Swords, Damage 1, once per game."
    );
    assert_eq!(
        text(
            "upgrade \"Gun\" { counter loot of player weapon \"Gun\" range 3 swords 2 damage 1 price loot 2 static attacks of bearer where attack is with(\"Gun\") get no_price while bearer is on_token }"
        ),
        "Gun: Range 3, 2 Swords, Damage 1, costs 2 Loot counters.\nWhile this fighter is on a feature token, its attacks with Gun cost no counters."
    );
    assert_eq!(
        text("upgrade \"Cloud\" { static enemies get lethal where adjacent(there, bearer) }"),
        "Enemies treat every hex adjacent to this fighter as lethal."
    );
    assert_eq!(
        text("upgrade \"Run\" { static bearer gets ignores move, ignores charge }"),
        "This fighter can Move and Charge in spite of a single Move or Charge token."
    );
    assert_eq!(
        text("upgrade \"Dance\" { action { quiet choose a: friend let a move } }"),
        "Action: nobody reacts until this is resolved. Choose a friend. It makes a move."
    );
    let fighter = |warband: &str| {
        let loaded = loaded(&format!("ploy \"Wait\" {{ draw 1 power }}\n{warband}"));
        card_text(&loaded.trees[1], &Lexicon::PLAIN, &loaded.catalog)
    };
    assert_eq!(
        fighter(
            "warband \"W\" { fighter \"Ash\" { normal { move 3 defence 1 dodge wounds 3 } starts inspired deploys before_first } }"
        ),
        "This fighter begins the game Inspired.\nThis fighter is not placed with the others. Before the first round, place it in any empty hex."
    );
    assert_eq!(
        fighter(
            "warband \"W\" { fighter \"Ash\" { normal { move 3 defence 1 dodge wounds 3 } deploys beside \"Birch\" } fighter \"Birch\" { normal { move 3 defence 1 dodge wounds 3 } } }",
        ),
        "Place this fighter right after Birch: in your territory, as near to Birch as possible, in a hex that is not starting, lethal or blocked."
    );
    assert_eq!(
        fighter(
            "warband \"W\" { fighter \"Moth\" { normal { move 3 defence 1 dodge wounds 2 } becomes \"Grub\" { move 2 defence 1 dodge wounds 1 static me gets move +1 } } }",
        ),
        "Instead of going out of action, this fighter becomes Grub: turn its card over and remove all its tokens; it keeps its upgrades and is not driven back. When it goes out of action on that side, turn the card back.\nGrub. This fighter has +1 Move."
    );
}

#[test]
fn what_happened_in_a_step_is_told_with_its_end() {
    assert_eq!(
        text(
            "ploy \"Spur\" { reaction after activation where any(all_friends where hurt_now) { pick a: friend where not inspired and any(f: all_friends where hurt_now(f) and f is not a) inspire a } }"
        ),
        "Reaction: after an activation in which a friend was dealt damage or taken out of action, pick another friend that is not Inspired. Inspire it."
    );
    assert_eq!(
        text(
            "upgrade \"Jest\" { reaction after activation where fighter is bearer and bearer is attacked_now { push bearer 1 } }"
        ),
        "Reaction: after an activation of this fighter in which it attacked, push it one hex."
    );
    assert_eq!(
        text(
            "upgrade \"Kin\" { reaction after attack where target is bearer and target_support >= 1 { draw 1 power } reaction after attack where bearer is supported_attacker { draw 1 power } }"
        ),
        "Reaction: after an attack on this fighter in which it has a supporter, draw a power card.\nReaction: after an attack in which this fighter supports the attacker, draw a power card."
    );
}

#[test]
fn the_first_attack_is_told_by_what_it_is() {
    assert_eq!(
        text(
            "ploy \"Alone\" { effect next_activation { on attack_declared { if target is enemy { effect attack { static attacks on target get no_support target } } cease } } }"
        ),
        "In the next activation, if the first attack is on an enemy, the target has no supporters."
    );
    assert_eq!(
        text(
            "ploy \"Pride\" { effect next_activation first { static attacks get dice +1 } effect next_activation { on attack_declared { if attacker is brawler { effect activation { static attacks of attacker where not attack is first_now get dice +1 } } cease } } }"
        ),
        "In the next activation, the first attack has +1 Dice. In that activation, if the first attack is by a brawler, the attacker's later attacks have +1 Dice."
    );
    assert_eq!(
        text(
            "ploy \"Edge\" { effect next_activation first { static attacks where range in 1..2 get cleave static attacks where range in 1..2 and attacker is assassin get grievous } }"
        ),
        "In the next activation: the first attack with Range 1 or 2 has Cleave, and Grievous if the attacker is an assassin."
    );
}

#[test]
fn what_befell_somebody_is_told_of_them() {
    assert_eq!(
        text(
            "objective \"Fall\" glory 1 { score at end_phase when times(taken_out where fighter is enemy and fighter is inspired in phase) >= 1 }"
        ),
        "End phase: an Inspired enemy was taken out of action in this action phase."
    );
    assert_eq!(
        text(
            "upgrade \"Mask\" { static bearer gets defence +1 while times(card_revealed where card is domain and not card is is_upgrade in round) >= 1 }\nploy \"Storm\" labels domain { draw 1 power }"
        ),
        "If a player played a domain gambit in this round, this fighter has +1 Defence."
    );
    assert_eq!(
        text(
            "objective \"Toll\" glory 1 { score at end_phase when total(damage where player is you and by_spell: number in phase) >= 4 }"
        ),
        "End phase: you dealt fighters 4 or more damage in all by spells in this action phase."
    );
    assert_eq!(
        text(
            "objective \"Crowd\" glory 1 { score at end_phase when any(a: fighters where damaged(a) and any(b: fighters where damaged(b) and adjacent(b, a))) }"
        ),
        "End phase: two damaged fighters are adjacent to each other."
    );
}

#[test]
fn what_hangs_on_a_condition_is_told_from_what_does_not() {
    assert_eq!(
        text(
            "upgrade \"A\" { reaction after move where fighter is bearer and bearer is inspired { heal bearer 1 draw 1 power } }"
        ),
        "Reaction: after this fighter's move, if it is Inspired, it heals 1. Draw a power card."
    );
    assert_eq!(
        text(
            "upgrade \"A\" { reaction after move where fighter is bearer { if bearer is inspired { heal bearer 1 } draw 1 power } }"
        ),
        "Reaction: after this fighter's move: if it is Inspired, this fighter heals 1. Draw a power card."
    );
}
