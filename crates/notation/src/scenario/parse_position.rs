//! Lines of a scenario that describe the position.

use super::parse::{Parsed, one_of, seat};
use super::syntax::{CardName, Counters, Pile, Place, Position, Start, TokenAt};
use crate::token::Words;
use gloryhex_model::Token;

pub(super) fn boards(words: &mut Words<'_>) -> Parsed<Position> {
    let mut names = Vec::new();
    while words.peek().is_some_and(|word| word.quoted) {
        let name = words.quoted("the name of a board")?;
        names.push((name.text.to_owned(), name.column));
    }
    let mut joins = Vec::new();
    while words.eat("join") {
        let side = one_of(words, &["north", "south", "east", "west"])?;
        let shift = words.number("how far the board is shifted")?;
        joins.push((side, shift, words.eat("turned")));
    }
    if names.is_empty() || joins.len() + 1 != names.len() {
        return Err(words.expected("the names of boards, and `join` for each but the first"));
    }
    Ok(Position::Boards(names, joins))
}

pub(super) fn place(words: &mut Words<'_>) -> Parsed<Place> {
    let at = words.word("a label of the map or a hex")?;
    let mut place = Place {
        at: (at.text.to_owned(), at.column),
        fighter: fighter_name(words)?,
        damage: 0,
        tokens: Vec::new(),
        inspired: false,
        upgrades: Vec::new(),
    };
    while let Some(word) = words.peek() {
        let here = words.clone();
        words.word("")?;
        match word.text {
            "damage" => place.damage = words.number("damage")?,
            "inspired" => place.inspired = true,
            "raised" => place.tokens.push(Token::Raise),
            "upgrade" => place.upgrades.push(card(words)?),
            other => match Token::from_word(other) {
                Some(token) => place.tokens.push(token),
                None => {
                    let known = [
                        "damage", "inspired", "raised", "upgrade", "move", "charge", "guard",
                        "stagger",
                    ];
                    return Err(here
                        .expected("damage, a token, inspired, raised or upgrade")
                        .did_you_mean(other, known));
                }
            },
        }
    }
    Ok(place)
}

/// Counters that somebody has, or must have.
pub(super) fn counters(words: &mut Words<'_>) -> Parsed<Counters> {
    let whose = words.word("the name of a fighter or the number of a seat")?;
    let word = words.word("the name of a counter")?;
    Ok(Counters {
        whose: (whose.text.to_owned(), whose.column),
        word: (word.text.to_owned(), word.column),
        n: words.number("how many")?,
    })
}

pub(super) fn token_at(words: &mut Words<'_>) -> Parsed<TokenAt> {
    let artefact = words.eat("artefact");
    let number = if artefact {
        0
    } else {
        words.number("the number of a token, or `artefact`")?
    };
    if !words.eat("at") {
        return Err(words.expected("`at`"));
    }
    let at = words.word("a label of the map or a hex")?;
    let mut token = TokenAt {
        number,
        artefact,
        at: (at.text.to_owned(), at.column),
        numbered: artefact.then_some(true),
        owner: None,
    };
    while !words.is_done() {
        let known = ["objective", "treasure", "gloom", "cover", "owner"];
        match one_of(words, &known)?.as_str() {
            "objective" | "treasure" => token.numbered = Some(true),
            "gloom" | "cover" => token.numbered = Some(false),
            _ => token.owner = Some(seat(words)?),
        }
    }
    Ok(token)
}

pub(super) fn piles(
    words: &mut Words<'_>,
    pile: Pile,
    put: &mut dyn FnMut(Position),
) -> Parsed<()> {
    let whose = seat(words)?;
    let mut names: Vec<CardName> = Vec::new();
    while let Some(word) = words.peek() {
        if word.quoted {
            names.push(card(words)?);
        } else {
            one_of(words, &["power", "objectives"])?;
        }
    }
    put(Position::Cards(whose, pile, names));
    Ok(())
}

pub(super) fn clock(words: &mut Words<'_>) -> Parsed<Position> {
    let known = ["round", "turn", "active", "first", "phase"];
    Ok(match one_of(words, &known)?.as_str() {
        "round" => Position::Round(words.number_in("the number of a round", 1..=9)?),
        "turn" => Position::Turn(words.number_in("the number of a turn", 1..=4)?),
        "active" => Position::Active(seat(words)?),
        "first" => Position::First(seat(words)?),
        _ => {
            let phase = one_of(words, &["action", "power", "end", "setup"])?;
            Position::Phase(match phase.as_str() {
                "power" => Start::Power,
                "end" => Start::End,
                "setup" => Start::Setup,
                _ => Start::Action,
            })
        }
    })
}

pub(super) fn card(words: &mut Words<'_>) -> Parsed<CardName> {
    let word = words.quoted("the name of a card")?;
    Ok((word.text.to_owned(), word.column))
}

pub(super) fn fighter_name(words: &mut Words<'_>) -> Parsed<(String, usize)> {
    let word = words.word("the name of a fighter")?;
    Ok((word.text.to_owned(), word.column))
}
