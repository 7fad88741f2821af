//! Choices with details of their own: ways, joints, weapon abilities and tokens.

use super::read::{Pattern, fighter, hex, hex_named};
use super::write::placements;
use crate::{names::Names, problem::Problem, token::Words};
use gloryhex_engine::{Game, Verb, ops::travel, state::Feature};
use gloryhex_hexgrid::{HexSet, Joint, Side};
use gloryhex_model::Keyword;

pub(super) fn way(
    game: &Game,
    names: &Names,
    words: &mut Words<'_>,
    verb: Verb,
) -> Result<Pattern, Problem> {
    let who = fighter(names, words)?;
    let to = hex(game, words)?;
    let mut pattern = Pattern::of(verb).a(who.0).b(to.0);
    pattern.via = via(game, words)?;
    if pattern.via.is_some() {
        return Ok(pattern);
    }
    if words.eat("past") {
        pattern.c = vec![travel::PAST + fighter(names, words)?.0];
    } else {
        pattern.c = vec![0];
    }
    Ok(pattern)
}

/// `via d4,d5`, if it is there.
pub(super) fn via(game: &Game, words: &mut Words<'_>) -> Result<Option<HexSet>, Problem> {
    if !words.eat("via") {
        return Ok(None);
    }
    let list = words.word("hexes such as d4,d5")?;
    let mut via = HexSet::EMPTY;
    for name in list.text.split(',') {
        via.insert(hex_named(game, name, list.column)?);
    }
    Ok(Some(via))
}

/// `join south 0 turned to 2`.
pub(super) fn join(game: &Game, words: &mut Words<'_>) -> Result<Pattern, Problem> {
    let here = words.clone();
    let side = words.word("north, south, west or east")?;
    let side = Side::ALL
        .into_iter()
        .find(|known| known.word() == side.text)
        .ok_or_else(|| here.expected("north, south, west or east"))?;
    let shift: i8 = words.number("how far the board is shifted")?;
    let turned = words.eat("turned");
    let against: Option<u8> = match words.eat("to") {
        true => Some(words.number("the number of a board")?),
        false => None,
    };
    let joint = Joint {
        side,
        shift,
        turned,
    };
    let places = placements(game);
    let fitting = (0u16..).zip(places.iter()).filter(|(_, place)| {
        place.joint == joint && against.is_none_or(|n| n == place.against + 1)
    });
    let mut pattern = Pattern::of(Verb::Join);
    let list: Vec<[u8; 2]> = fitting.map(|(ix, _)| ix.to_le_bytes()).collect();
    match list[..] {
        [] => {
            pattern.a = vec![255];
            pattern.b = vec![255];
        }
        [[low, high]] => {
            pattern.a = vec![low];
            pattern.b = vec![high];
        }
        _ => {
            return Err(Problem::here(
                here.column(),
                "the board can be joined so to several others",
            )
            .hint("say to which: `to 1`, `to 2` …"));
        }
    }
    Ok(pattern)
}

pub(super) fn ability(words: &mut Words<'_>) -> Result<Pattern, Problem> {
    let here = words.clone();
    let word = words.word("a weapon ability or `none`")?;
    if word.text == "none" {
        return Ok(Pattern::of(Verb::Ability).a(255).b(0));
    }
    let (plain, critical) = match word.text.strip_prefix("crit-") {
        Some(plain) => (plain, 1),
        None => (word.text, 0),
    };
    let keyword = Keyword::from_word(plain).ok_or_else(|| {
        let known = Keyword::ALL.map(Keyword::word);
        here.expected("a weapon ability or `none`")
            .did_you_mean(plain, known)
    })?;
    Ok(Pattern::of(Verb::Ability).a(keyword as u8).b(critical))
}

/// `token c4` places one; `token 3`, `token at c4` and `token artefact` name one.
pub(super) fn token(game: &Game, words: &mut Words<'_>) -> Result<Pattern, Problem> {
    let features = game.state.features.iter().enumerate();
    let those = |wanted: &dyn Fn(&Feature) -> bool| -> Vec<u8> {
        let found: Vec<u8> = features
            .clone()
            .filter(|(_, token)| wanted(token))
            .map(|(ix, _)| ix as u8)
            .collect();
        if found.is_empty() { vec![255] } else { found }
    };
    let mut named = Pattern::of(Verb::Feature);
    if words.eat("at") {
        let at = hex(game, words)?;
        named.a = those(&|token| token.hex == at);
        return Ok(named);
    }
    if words.eat("artefact") {
        named.a = those(&|token| token.flags & Feature::ARTEFACT != 0);
        return Ok(named);
    }
    let numeral = words.peek().and_then(|token| token.text.parse::<u8>().ok());
    if let Some(number) = numeral {
        words.word("the number of a token")?;
        named.a = those(&|token| token.number == number && token.on_field());
        return Ok(named);
    }
    let pattern = Pattern::of(Verb::PlaceToken).a(hex(game, words)?.0);
    if words.is_done() {
        return Ok(pattern);
    }
    let which: u8 = words.number("which of your tokens")?;
    Ok(pattern.b(which.wrapping_sub(1)))
}
