//! What the generated text says once instead of several times over.

use gloryhex_cardlang::{CardSource, Lexicon, arm_texts, card_text, lack_text, load};

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
fn what_is_said_with_the_same_words_but_for_one_is_said_once() {
    assert_eq!(
        text(
            "ploy \"Rest\" { choose a: friend where not has_move and not has_charge give a guard }"
        ),
        "Choose a friend that has no Move or Charge token. Give it a Guard token."
    );
    assert_eq!(
        text(
            "objective \"Busy\" glory 1 { score at end_phase when all(friends: has_move or has_charge) }"
        ),
        "End phase: each friend has a Move or Charge token."
    );
    assert_eq!(
        text(
            "ploy \"Tide\" { pick t: token pick h: hex where adjacent(h, t) and not blocked(h) and not lethal(h) and not cover(h) move t to h }"
        ),
        "Pick a feature token. Pick a hex adjacent to it and not blocked, lethal or a cover hex. Move that token to that hex."
    );
}

#[test]
fn a_fighter_is_in_a_hex_and_is_none() {
    assert_eq!(
        text(
            "objective \"Brink\" glory 1 { score at end_phase when any(f: friends where lethal(hex(f))) }"
        ),
        "End phase: a friend is in a lethal hex."
    );
}

#[test]
fn cards_are_called_by_their_kind_and_place() {
    assert_eq!(
        text(
            "ploy \"Gear\" { choose a: friend pick c: power_card of you where c is is_upgrade and suits(c, a) equip c on a free }"
        ),
        "Choose a friend. Pick an upgrade in your hand that can be given to it. Give it to that friend at no cost."
    );
    assert_eq!(
        text("ploy \"Cost\" { pick c: power_card of you where c != this discard c draw 1 power }"),
        "Discard another power card from your hand. Draw a power card."
    );
    assert_eq!(
        text(
            "upgrade \"Echo\" { reaction after card_resolved where player is not you and (card is is_ploy or card is is_spell) { draw 1 power } }"
        ),
        "Reaction: after an opponent's ploy or spell is resolved, draw a power card."
    );
}

#[test]
fn the_same_for_each_of_several_is_told_once() {
    assert_eq!(
        text(
            "ploy \"Hail\" { choose a: enemy roll 2 attack if rolled(hammer) >= 1 { damage a 1 } if rolled(hammer) >= 2 { damage a 1 } }"
        ),
        "Choose an enemy. Roll 2 attack dice. For each Hammer rolled, that enemy takes 1 damage."
    );
    // What more dice could show would count no more.
    assert_eq!(
        text(
            "ploy \"Hail\" { choose a: enemy roll 4 attack if rolled(hammer) >= 1 { damage a 1 } if rolled(hammer) >= 2 { damage a 1 } }"
        ),
        "Choose an enemy. Roll 4 attack dice. For each Hammer rolled (at most 2), that enemy takes 1 damage."
    );
    assert_eq!(
        text(
            "ploy \"March\" { choose a: friend where not has_move choose b: friend where not has_move and it is not a let a move let b move }"
        ),
        "Choose two friends that have no Move tokens. Each of them makes a move."
    );
    assert_eq!(
        text(
            "ploy \"Apart\" { choose a: friend choose b: friend where it is not a heal a 1 give b guard }"
        ),
        "Choose two friends. The first heals 1. Give the second a Guard token."
    );
    assert_eq!(
        text(
            "ploy \"Wild\" { choose a: enemy scatter 1 from a each f: fighters where hex(f) = chain_end { damage f 1 } scatter 1 from a each f: fighters where hex(f) = chain_end { damage f 1 } }"
        ),
        "Choose an enemy. Do this twice: scatter 1 from that enemy, then each fighter in the end hex takes 1 damage."
    );
}

#[test]
fn what_differs_is_not_told_as_the_same() {
    assert_eq!(
        text(
            "ploy \"Hail\" { choose a: enemy roll 2 attack if rolled(hammer) >= 1 { damage a 1 } if rolled(hammer) >= 2 { damage a 2 } }"
        ),
        "Choose an enemy. Roll 2 attack dice. If the roll shows Hammer, that enemy takes 1 damage. If the roll shows 2 or more Hammer, that enemy takes 2 damage."
    );
    assert_eq!(
        text(
            "ploy \"Two\" { choose a: friend choose b: friend where it is not a and not has_move let a move }"
        ),
        "Choose a friend. Choose another friend that has no Move token. The first makes a move."
    );
}

#[test]
fn arms_that_are_there_in_one_case_only_say_so() {
    let card = "ploy \"Gift\" { choose a: friend if wizard(a) { one of { heal a 1 } or { give a guard } } else { one of { heal a 1 } } }";
    assert_eq!(
        text(card),
        "Choose a friend. Pick one, the second only if it is a wizard: (1) It heals 1. (2) Give it a Guard token."
    );
    let loaded = loaded(card);
    let arms = arm_texts(&loaded.trees[0], &Lexicon::PLAIN, &loaded.catalog);
    let counts: Vec<usize> = arms.iter().map(Vec::len).collect();
    assert_eq!(counts, [2, 1]);
}

#[test]
fn what_a_moment_asks_for_is_not_described_again() {
    assert_eq!(
        text(
            "ploy \"Shield\" { reaction during attack_declared where target is friendly and any(f: friends where adjacent(f, target)) choose a: friend where adjacent(target) redirect to a }"
        ),
        "Reaction: when a fighter declares an attack on a friend, if a friend is adjacent to the target, choose such a friend. It is the target instead."
    );
    // By itself, the choice says all.
    let loaded = loaded(
        "ploy \"Shield\" { reaction during attack_declared where target is friendly and any(f: friends where adjacent(f, target)) choose a: friend where adjacent(target) redirect to a }",
    );
    let lack = |at| {
        lack_text(
            &loaded.trees[0],
            &Lexicon::PLAIN,
            &loaded.catalog,
            0,
            Some(at),
        )
    };
    let texts: Vec<String> = (0..4).filter_map(lack).collect();
    assert!(
        texts
            .iter()
            .any(|text| text.contains("choose a friend adjacent to the target")),
        "{texts:?}"
    );
}

#[test]
fn dice_that_show_one_symbol_or_none_twice_are_told_so() {
    assert_eq!(
        text(
            "objective \"Same\" glory 1 { score after attack_roll_stands where attacker is friendly and distinct_faces = 1 }"
        ),
        "Surge: after a friend's final attack roll, if all dice of it show the same symbol."
    );
    let all = "crit, shield, dodge, sup1, sup2";
    let once: Vec<String> = all
        .split(", ")
        .map(|face| format!("defence_faces({face}) <= 1"))
        .collect();
    assert_eq!(
        text(&format!(
            "objective \"Each\" glory 1 {{ score after attack_judged where target is friendly and defence_faces({all}) >= 3 and {} }}",
            once.join(" and ")
        )),
        "Surge: when an attack on a friend is judged, if the defence roll has at least three dice, no two of which show the same symbol."
    );
    // One symbol is not asked about: so much is told and no more.
    assert!(
        text(&format!(
            "objective \"Each\" glory 1 {{ score after attack_judged where target is friendly and defence_faces({all}) >= 3 and {} }}",
            once[1..].join(" and ")
        ))
        .contains("1 or less Shield")
    );
}

#[test]
fn how_far_apart_two_are_is_told_of_one_of_them() {
    assert_eq!(
        text(
            "objective \"Far\" glory 1 { score after attack where attacker is friendly and distance(attacker, target) >= 3 }"
        ),
        "Surge: after a friend's attack, if the attacker is at least 3 hexes from the target."
    );
    assert_eq!(
        text(
            "objective \"Alone\" glory 1 { score at end_phase when any(f: friends where no(x: fighters where x is not f and within(3, f))) }"
        ),
        "End phase: a friend is more than 3 hexes from every other fighter."
    );
}

#[test]
fn the_same_for_two_times_is_told_once() {
    assert_eq!(
        text(
            "ploy \"Stand\" { choose a: friend effect step { static a gets defence +1 } effect next_turn { static a gets defence +1 } }"
        ),
        "Choose a friend. Until the end of this power step and in the next turn, it has +1 Defence."
    );
}

#[test]
fn what_a_spell_deals_is_told_of_that_spell() {
    assert_eq!(
        text(
            "spell \"Damp\" cast focus { reaction during spell_rolled { name c = card effect next_step { on damage_due where by_spell and damage_card = c { reduce damage 1 } on spell where card = c { cease } on spell_failed where card = c { cease } } } }"
        ),
        "Cast: Focus.\nReaction: after a casting roll, when a fighter would be dealt damage by that spell, reduce the damage by 1."
    );
}
