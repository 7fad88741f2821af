//! One card or fighter: from the syntax tree to the checked tree and the printed figures.

use crate::check::Checker;
use crate::code::{CardKind, Side};
use crate::span::Span;
use crate::syntax;
use crate::tree::{self, Clause, ClauseKind, Expr, Origin, VarId};
use crate::vocab::Type;
use gloryhex_model::{
    FighterDef, Keyword, Keywords, Limit, Profile, Terms, Trait, Traits, WeaponDef,
};

pub(crate) fn check_card(checker: &mut Checker<'_>, card: &syntax::Card) -> tree::Card {
    let kind = CardKind::ALL
        .into_iter()
        .find(|k| k.word() == card.kind.text)
        .unwrap_or(CardKind::Ploy);
    checker.has_me = matches!(
        kind,
        CardKind::Upgrade | CardKind::Spell | CardKind::Warscroll
    );
    checker.stands = matches!(kind, CardKind::Plot | CardKind::Warscroll);
    checker.weapons = card.weapons.iter().map(|w| w.name.text.clone()).collect();
    let user = checker.var("", Type::Fighter, Origin::Element(crate::Domain::Fighters));
    let users = check_users(checker, card, user);
    let mut labels = 0;
    for word in &card.labels {
        labels |= checker.label(word).map_or(0, |l| 1 << l.0);
    }
    let cast = checker.cast(&card.cast);
    if (kind == CardKind::Spell) != cast.is_some() {
        let help = "write `spell \"Name\" cast channel { … }`";
        let message = if cast.is_some() {
            "only a spell has a casting value"
        } else {
            "a spell has a casting value"
        };
        checker.error_help(card.name.span, message, help);
    }
    let weapons: Vec<tree::Weapon> = card
        .weapons
        .iter()
        .map(|w| {
            let def = weapon(checker, w);
            if def.terms.is_some() && kind != CardKind::Upgrade {
                let message = "only a weapon that a fighter keeps has a limit or a price";
                let help = "write it on an upgrade or a fighter, or leave it out";
                checker.error_help(w.name.span, message, help);
            }
            let plain = matches!(
                w.dice.as_ref().map(|d| &d.kind),
                None | Some(syntax::PhraseKind::Number(_))
            );
            let dice = if plain {
                None
            } else {
                w.dice.as_ref().map(|d| checker.typed(d, Type::Number))
            };
            tree::Weapon {
                def,
                dice,
                fixed: w.fixed,
            }
        })
        .collect();
    let clauses = card
        .clauses
        .iter()
        .filter_map(|c| checker.clause(c))
        .collect::<Vec<Clause>>();
    if card.flaws == syntax::Flaws::None {
        checker.check_rolled();
        fits(checker, kind, card, &clauses);
    }
    let mut weapons = weapons;
    number_modes([weapons.iter_mut().map(|w| &mut w.def).collect()]);
    tree::Card {
        name: card.name.text.clone(),
        kind,
        value: card.value.clamp(0, 99) as u8,
        labels,
        cast,
        user,
        users,
        vars: std::mem::take(&mut checker.vars),
        weapons,
        clauses,
    }
}

/// Each kind of card has its own kinds of clause.
fn fits(checker: &mut Checker<'_>, kind: CardKind, card: &syntax::Card, clauses: &[Clause]) {
    if !checker.errors.is_empty() {
        return;
    }
    let scores = clauses
        .iter()
        .any(|c| matches!(c.kind, ClauseKind::Score { .. }));
    match kind {
        CardKind::Objective if !scores => {
            let help = "write `score at end_phase when …`";
            checker.error_help(
                card.name.span,
                format!("\"{}\" never scores", card.name.text),
                help,
            );
        }
        CardKind::Objective if card.value == 0 && !clauses.iter().any(names_glory) => {
            let message = format!("\"{}\" is worth nothing", card.name.text);
            checker.error_help(card.name.span, message, "write `glory 1` before the brace");
        }
        CardKind::Objective => {}
        _ if scores => checker.error(card.name.span, "only an objective scores"),
        CardKind::Upgrade if clauses.is_empty() && card.weapons.is_empty() => {
            checker.error(
                card.name.span,
                format!("\"{}\" does nothing", card.name.text),
            );
        }
        CardKind::Ploy | CardKind::Spell => {
            let empty = |c: &Clause| match &c.kind {
                ClauseKind::Play(body) | ClauseKind::React { body, .. } => body.is_empty(),
                _ => false,
            };
            if clauses.is_empty() || clauses.iter().any(empty) {
                checker.error(
                    card.name.span,
                    format!("\"{}\" does nothing", card.name.text),
                );
            }
        }
        _ => {}
    }
}

fn names_glory(clause: &Clause) -> bool {
    matches!(clause.kind, ClauseKind::Score { glory: Some(_), .. })
}

fn check_users(checker: &mut Checker<'_>, card: &syntax::Card, user: VarId) -> Option<Expr> {
    let mut allowed = Vec::new();
    let mut conds = Vec::new();
    checker.it.push(user);
    for (not, word) in &card.users {
        // A name in quotes is longer than its text by the quotes.
        let quoted = (word.span.to - word.span.from) as usize == word.text.len() + 2;
        let expr = if quoted {
            let name = checker.words.name(&word.text);
            checker.names_used.push((name, word.span));
            Some(Expr::Named(Box::new(Expr::Var(user)), name))
        } else {
            let call = syntax::PhraseKind::Call(word.clone(), Vec::new());
            checker
                .expr(&syntax::Phrase {
                    kind: call,
                    span: word.span,
                })
                .map(|(e, _)| e)
        };
        match (expr, not) {
            (Some(expr), false) => allowed.push(expr),
            (Some(expr), true) => conds.push(Expr::Not(Box::new(expr))),
            (None, _) => {}
        }
    }
    if let Some(given) = &card.given {
        conds.push(checker.condition(given));
    }
    checker.it.pop();
    match allowed.len() {
        0 => {}
        1 => conds.insert(0, allowed.remove(0)),
        _ => conds.insert(0, Expr::Or(allowed)),
    }
    match conds.len() {
        0 => None,
        1 => conds.pop(),
        _ => Some(Expr::And(conds)),
    }
}

fn weapon(checker: &mut Checker<'_>, weapon: &syntax::Weapon) -> WeaponDef {
    let mut keywords = Keywords::EMPTY;
    let mut critical = false;
    for word in &weapon.keywords {
        match Keyword::from_word(&word.text) {
            Some(keyword) if critical => keywords = keywords.union(Keywords::critical(keyword)),
            Some(keyword) => keywords = keywords.union(Keywords::plain(keyword)),
            None => {}
        }
        critical = word.text == "critical";
    }
    let symbol = checker
        .face(&weapon.symbol)
        .unwrap_or(gloryhex_model::Face::Hammer);
    let dice = match weapon.dice.as_ref().map(|d| &d.kind) {
        Some(syntax::PhraseKind::Number(n)) => (*n).clamp(0, 15) as u8,
        _ => 0,
    };
    WeaponDef {
        name: weapon.name.text.clone(),
        range: weapon.range.clamp(0, 99) as u8,
        dice,
        symbol,
        damage: weapon.damage.clamp(0, 99) as u8,
        keywords,
        knockback: weapon.knockback.clamp(0, 9) as u8,
        spell: weapon.spell,
        melee: weapon.melee,
        asked: WeaponDef::UNASKED,
        terms: terms(checker, weapon),
    }
}

/// How often a weapon may be used, and what that costs.
fn terms(checker: &mut Checker<'_>, weapon: &syntax::Weapon) -> Option<Terms> {
    let limit = checker.limit(&weapon.once);
    let price = weapon.price.as_ref();
    let price = price.and_then(|(counter, n)| checker.price(counter, *n));
    (limit != Limit::None || price.is_some()).then_some(Terms {
        limit,
        price,
        name: 0,
        mode: 0,
    })
}

/// Tells the weapons of one card, by side, whose names are the same.
fn number_modes<const SIDES: usize>(sides: [Vec<&mut WeaponDef>; SIDES]) {
    let mut names: Vec<String> = Vec::new();
    for side in sides {
        let mut seen: Vec<u8> = Vec::new();
        for weapon in side {
            let known = names.iter().position(|name| *name == weapon.name);
            let number = known.unwrap_or_else(|| {
                names.push(weapon.name.clone());
                names.len() - 1
            }) as u8;
            if let Some(terms) = &mut weapon.terms {
                terms.name = number;
                terms.mode = seen.iter().filter(|other| **other == number).count() as u8;
            }
            seen.push(number);
        }
    }
}

pub(crate) fn check_fighter(
    checker: &mut Checker<'_>,
    fighter: &syntax::Fighter,
    warband: &syntax::Warband,
) -> FighterDef {
    let mut traits = Traits::default();
    let mut labels = 0;
    for word in &fighter.labels {
        match word.text.as_str() {
            "leader" => traits = traits.with(Trait::Leader),
            "beast" => traits = traits.with(Trait::Beast),
            "flying" => traits = traits.with(Trait::Flying),
            _ => labels |= checker.label(word).map_or(0, |l| 1 << l.0),
        }
    }
    let mut normal = profile(checker, &fighter.normal, &fighter.name);
    let mut inspired = match &fighter.inspired {
        Some(side) => profile(checker, side, &fighter.name),
        None => normal.clone(),
    };
    let sides = [&mut normal, &mut inspired].map(|side| side.weapons.iter_mut().collect());
    number_modes(sides);
    if normal.wizard > 0 || inspired.wizard > 0 {
        traits = traits.with(Trait::Wizard);
    }
    FighterDef {
        name: fighter.name.text.clone(),
        traits,
        labels,
        sides: [normal, inspired],
        house: warband.house || fighter.house,
        notes: notes(fighter, warband),
    }
}

/// What is noted of a fighter: of a side, of the whole card, of its warband.
fn notes(fighter: &syntax::Fighter, warband: &syntax::Warband) -> Vec<String> {
    let sides = [Some(&fighter.normal), fighter.inspired.as_ref()];
    let of_sides = sides.into_iter().zip(["Normal", "Inspired"]);
    let of_sides = of_sides.filter_map(|(side, name)| Some((side?, name)));
    of_sides
        .flat_map(|(side, name)| {
            let notes = side.notes.iter();
            notes.map(move |note| format!("{name} side: {}", note.text))
        })
        .chain(fighter.notes.iter().map(|note| note.text.clone()))
        .chain(warband.notes.iter().map(|note| note.text.clone()))
        .collect()
}

fn profile(checker: &mut Checker<'_>, side: &syntax::Side, name: &syntax::Word) -> Profile {
    let mut stat = |words: &[&str], needed: bool| {
        let found = side
            .stats
            .iter()
            .find(|(w, _)| words.contains(&w.text.as_str()));
        if found.is_none() && needed && side.span != Span::default() {
            let message = format!("a side of \"{}\" has no {}", name.text, words[0]);
            checker.error_help(side.span, message, format!("write `{} 1` in it", words[0]));
        }
        if let Some((word, 0)) = found
            && words.contains(&"wounds")
        {
            let message = format!("\"{}\" cannot stand with {} 0", name.text, word.text);
            checker.error_help(
                word.span,
                message,
                format!("write `{} 1` or more", word.text),
            );
        }
        found.map_or(0, |(_, n)| (*n).clamp(0, 99) as u8)
    };
    let (movement, defence, wounds) = (
        stat(&["move"], true),
        stat(&["defence", "save"], true),
        stat(&["wounds", "health"], true),
    );
    let (bounty, wizard) = (stat(&["bounty"], false), stat(&["wizard"], false));
    let defence_symbol = match &side.symbol {
        Some(word) => checker.face(word).unwrap_or(gloryhex_model::Face::Shield),
        None => gloryhex_model::Face::Shield,
    };
    let weapons = side.weapons.iter().map(|w| weapon(checker, w)).collect();
    Profile {
        movement,
        defence,
        defence_symbol,
        wounds,
        bounty,
        wizard,
        weapons,
    }
}

pub(crate) fn check_abilities(
    checker: &mut Checker<'_>,
    fighter: &syntax::Fighter,
    warband: &syntax::Warband,
) -> tree::Card {
    let names = |side: &syntax::Side| {
        side.weapons
            .iter()
            .map(|w| w.name.text.clone())
            .collect::<Vec<_>>()
    };
    checker.stands = true;
    checker.own_weapons = [
        names(&fighter.normal),
        fighter.inspired.as_ref().map_or(Vec::new(), names),
    ];
    let user = checker.var("", Type::Fighter, Origin::Element(crate::Domain::Fighters));
    let own_inspire = fighter
        .clauses
        .iter()
        .any(|c| matches!(c.kind, syntax::ClauseKind::Inspire { off: false, .. }));
    let shared = warband.clauses.iter().filter(|c| {
        !(own_inspire && matches!(c.kind, syntax::ClauseKind::Inspire { off: false, .. }))
    });
    let mut clauses = Vec::new();
    let inspired = fighter
        .inspired
        .iter()
        .flat_map(|s| &s.clauses)
        .map(|c| (c, Side::Inspired));
    let all = shared
        .chain(&fighter.clauses)
        .map(|c| (c, Side::Both))
        .chain(fighter.normal.clauses.iter().map(|c| (c, Side::Normal)))
        .chain(inspired);
    for (clause, side) in all {
        checker.is_fighter = side == Side::Both;
        if let Some(mut checked) = checker.clause(clause) {
            checked.side = side;
            clauses.push(checked);
        }
    }
    checker.check_rolled();
    tree::Card {
        name: fighter.name.text.clone(),
        kind: CardKind::Fighter,
        value: 0,
        labels: 0,
        cast: None,
        user,
        users: None,
        vars: std::mem::take(&mut checker.vars),
        weapons: Vec::new(),
        clauses,
    }
}
