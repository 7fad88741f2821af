//! The card machine agrees with a slow evaluator of the checked trees, on states of random games.
//!
//! At each state looked at, every condition, amount and selection of the cards at the table is worked out
//! twice: by the compiled code, and by walking the tree ([`slow`]). Variables get random
//! values of their type, and nobody now and then.

mod selection;
mod slow;

use gloryhex_cardlang::{
    CardKind, Formula, NOBODY, Origin, Slots,
    origin::{Loc, What},
    origins,
    tree::{Card, VarId},
    vocab::Type,
};
use gloryhex_editions::{Content, Spec};
use gloryhex_engine::{
    Choices, Game, Pending, Seeded, Sight, Source, Table, Variant, Warband, Windows,
    cards::eval::Context,
};
use gloryhex_model::FighterId;
use slow::{Slow, Values};
use std::sync::Arc;

/// A small generator, so that failures can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n.max(1)
    }
}

/// A card at the table and where its code came from.
struct Subject<'a> {
    source: Source,
    tree: &'a Card,
    origins: Vec<Origin>,
}

fn subjects<'a>(content: &'a Content, sight: Sight<'_>) -> Vec<Subject<'a>> {
    let mut found = Vec::new();
    for seat in sight.state.all_seats() {
        for slot in 0..128 {
            let source = Source { seat, slot };
            let Some(code) = sight.table.code(source) else {
                continue;
            };
            let tree = &content.trees[code.id.ix()];
            found.push(Subject {
                source,
                tree,
                origins: origins(tree, &content.catalog),
            });
        }
    }
    found
}

/// A random value of the variable's type.
fn random_value(random: &mut Random, sight: Sight<'_>, ty: Type) -> i16 {
    if random.below(12) == 0 {
        return NOBODY;
    }
    let pick = match ty {
        Type::Fighter => random.below(sight.table.entrants.len()),
        Type::Hex => {
            let all: Vec<_> = sight.grid.all().iter().collect();
            return all
                .get(random.below(all.len()))
                .map_or(NOBODY, |h| i16::from(h.0));
        }
        Type::Token => random.below(sight.state.features.len()),
        Type::Card => random.below(usize::from(sight.state.clock.players) * 128),
        Type::Player | Type::Board => random.below(usize::from(sight.state.clock.players)),
        _ => random.below(6),
    };
    pick as i16
}

/// Compares one stretch of code with the tree it came from; says what differs.
fn compare(
    random: &mut Random,
    sight: Sight<'_>,
    subject: &Subject<'_>,
    origin: &Origin,
) -> Result<(), String> {
    let fighters: Vec<FighterId> = sight.table.roster(subject.source.seat).collect();
    let me = match subject.source.slot {
        slot @ 96..120 => fighters[usize::from(slot - 96)],
        64..96 => FighterId::NONE,
        _ => fighters[random.below(fighters.len())],
    };
    let Some(mut context) = Context::new(sight, subject.source, me) else {
        return Ok(());
    };
    context.card = sight.state.card();
    let mut slots: Slots = [NOBODY; 8];
    let mut its = [NOBODY; 2];
    let mut values = Values::new();
    // A moment has names of its own, which a card need not know: `score at_once` comes after anything at all.
    let declared = |(var, _): &(VarId, Loc)| usize::from(var.0) < subject.tree.vars.len();
    let mut places: Vec<(VarId, Loc)> = origin.places.iter().copied().filter(declared).collect();
    places.sort_by_key(|(var, _)| var.0);
    for (var, loc) in places {
        let value = random_value(random, sight, type_of(subject.tree, var));
        match loc {
            Loc::Slot(slot) => slots[usize::from(slot)] = value,
            Loc::It(n) => its[usize::from(n).min(1)] = value,
        }
    }
    for (var, loc) in &origin.places {
        let value = match loc {
            Loc::Slot(slot) => slots[usize::from(*slot)],
            Loc::It(n) => its[usize::from(*n).min(1)],
        };
        values.insert(*var, value);
    }
    context.slots = slots;
    let context = match origin.depth {
        0 => context,
        1 => context.with(its[0]),
        _ => context.with(its[0]).and(its[1]),
    };
    let slow = Slow {
        sight,
        source: subject.source,
        me,
        ask: &context,
    };
    let differs = |fast: i16, slow: i16, about: &str| {
        let name = &subject.tree.name;
        let what = &origin.what;
        Err(format!(
            "{name}: code {fast}, tree {slow}{about}; {what:?}, me {me:?}, {values:?}"
        ))
    };
    match &origin.what {
        What::Value(expr) => {
            let (a, b) = (context.value(origin.code), slow.value(expr, &values));
            if a != b && !origin.truth {
                return differs(a, b, "");
            }
            if context.holds(origin.code) != (b != 0) {
                return differs(1 - i16::from(b != 0), b, " (whether it holds)");
            }
        }
        What::When(when) => {
            let a = context.holds(origin.code);
            let b = slow.holds(when, &values);
            if a != b {
                return differs(a.into(), b.into(), " (whether it can be used)");
            }
        }
        What::Pick {
            picks,
            ix,
            filter,
            rest,
        } => {
            let pick = &picks[*ix];
            let of = pick
                .of
                .as_ref()
                .map_or(NOBODY, |of| slow.value(of, &values));
            let fast: Vec<i16> =
                gloryhex_engine::cards::eval::domain::Elements::of(&context, pick.over, of)
                    .iter()
                    .collect();
            let elements = slow.elements(pick.over, of);
            if fast != elements {
                return Err(format!("{}: {fast:?} and {elements:?}", subject.tree.name));
            }
            let mut picked = Vec::new();
            for element in elements {
                let a = context.with(element).holds(origin.code);
                let b = slow.picks(picks, *ix, element, filter.as_ref(), rest, &values);
                if a != b {
                    return differs(a.into(), b.into(), &format!(" (picking {element})"));
                }
                picked.extend(b.then_some(element));
            }
            let at_once: Vec<i16> = context
                .elements(pick.over, of, origin.code)
                .iter()
                .collect();
            if at_once != picked {
                let name = &subject.tree.name;
                return Err(format!(
                    "{name}: {at_once:?} at once, {picked:?} one by one"
                ));
            }
        }
    }
    Ok(())
}

fn type_of(card: &Card, var: VarId) -> Type {
    card.vars[var.0 as usize].ty
}

/// Plays random games and compares all cards at every so many decisions. Returns how many comparisons
/// were made.
fn walk(table: Table, games: u64, every: usize) -> u64 {
    let content = Content::embedded();
    let table = Arc::new(table);
    let edition = &table.rules.name;
    let mut compared = 0;
    for seed in 0..games {
        let mut random = Random(0x9E37_79B9_7F4A_7C15 ^ (seed + 1));
        let mut chance = Seeded::new(seed);
        let mut game = Game::new(Arc::clone(&table), Windows::Playable);
        let mut list = Choices::new();
        let subjects = subjects(content, game.sight());
        let mut n = 0usize;
        let mut pending = game.go_on(&mut chance, None, &mut list);
        while let Pending::Decide(seat) = pending {
            n += 1;
            if game.state.clock.round > 0 && n.is_multiple_of(every) {
                for subject in &subjects {
                    for origin in &subject.origins {
                        compared += 1;
                        if let Err(text) = compare(&mut random, game.sight(), subject, origin) {
                            panic!("{edition}, seed {seed}, decision {n}: {text}");
                        }
                    }
                }
            }
            let choice = list[random.below(list.len())];
            pending = game
                .play(seat, choice, &mut chance, None, &mut list)
                .expect("a listed choice");
        }
    }
    compared
}

fn core(edition: &str, players: u8) -> Table {
    let spec = Spec::core(edition, players);
    Content::embedded().table(&spec).expect("a table")
}

#[test]
fn code_and_tree_agree_in_games_for_two() {
    for edition in gloryhex_editions::NAMES {
        let compared = walk(core(edition, 2), 20, 7);
        assert!(compared > 20_000, "{edition}: {compared}");
    }
}

#[test]
fn code_and_tree_agree_in_games_for_more() {
    for edition in ["shadespire", "nightvault", "harrowdeep"] {
        for players in 3..=4 {
            let compared = walk(core(edition, players), 2, 11);
            assert!(compared > 3_000, "{edition}: {compared}");
        }
    }
}

/// Every card of an edition has its turn, whatever deck it belongs to: the cards are dealt into decks as
/// large as a table takes.
#[test]
fn every_card_is_compared() {
    let content = Content::embedded();
    for edition in gloryhex_editions::NAMES {
        let rules = gloryhex_editions::by_name(edition).expect("an edition");
        let warbands: Vec<_> = content
            .catalog
            .warbands
            .iter()
            .filter(|warband| warband.edition == edition)
            .collect();
        let cards = content.catalog.cards.iter();
        let playable = cards.filter(|c| {
            c.edition == edition && !matches!(c.code.kind, CardKind::Fighter | CardKind::Warscroll)
        });
        let all: Vec<_> = playable.map(|c| c.code.id).collect();
        let mut dealt = 0;
        for (number, chunk) in all.chunks(32).enumerate() {
            let deck = content.split(chunk);
            assert!(deck.power.len() <= 64 && deck.objectives.len() <= 32);
            dealt += chunk.len();
            // The warbands take turns.
            let pair = [2 * number, 2 * number + 1].map(|ix| warbands[ix % warbands.len()]);
            let table = Table::new(
                rules.clone(),
                Variant::default(),
                content.core_sheets(edition),
                pair.map(|warband| Warband::of(&content.catalog, warband))
                    .into(),
                vec![deck.clone(), deck.clone()],
                Arc::clone(&content.catalog),
            );
            // The last deck may be a small one.
            assert!(walk(table, 3, 9) > 31 * chunk.len() as u64, "{edition}");
        }
        assert!(dealt >= 77, "{edition}: {dealt}");
    }
}

#[test]
fn compiling_again_gives_the_same_code() {
    let content = Content::embedded();
    for (tree, info) in content.trees.iter().zip(&content.catalog.cards) {
        let all = origins(tree, &content.catalog);
        let known = |code: Formula| code.is_yes() || info.code.program.root(code).is_some();
        assert!(all.iter().all(|o| known(o.code)), "{}", tree.name);
        assert!(
            info.code.program.size() == 0 || !all.is_empty(),
            "{} says something, but nobody knows what",
            tree.name
        );
    }
}
