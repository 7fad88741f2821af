//! The lines that begin with `expect`.

use super::{
    parse::{one_of, seat},
    syntax::{Expect, Kind, Pile, TokenName},
};
use crate::{problem::Problem, token::Words};
use gloryhex_model::{Stat, Token};

type Parsed<T> = Result<T, Problem>;

/// Reads what is expected.
pub fn parse(words: &mut Words<'_>) -> Parsed<Expect> {
    let first = words.word("what is expected")?;
    match first.text {
        "glory" => {
            let whose = seat(words)?;
            words.eat("=");
            Ok(Expect::Glory(whose, words.number("glory points")?))
        }
        "counter" => Ok(Expect::Counters(super::parse_position::counters(words)?)),
        "spent" => {
            let whose = seat(words)?;
            words.eat("=");
            Ok(Expect::Spent(whose, words.number("glory points")?))
        }
        "hand" => pile(words, Pile::Hand),
        "deck" => pile(words, Pile::Deck),
        "discard" => pile(words, Pile::Discard),
        "scored" => pile(words, Pile::Scored),
        "round" => Ok(Expect::Round(words.number("the number of a round")?)),
        "turn" => {
            words.eat("seat");
            Ok(Expect::TurnOf(seat(words)?))
        }
        "over" => match one_of(words, &["winner", "draw"])?.as_str() {
            "winner" => {
                let winner = seat(words)?;
                let major = match words.is_done() {
                    true => None,
                    false => Some(one_of(words, &["major", "minor"])? == "major"),
                };
                Ok(Expect::Over(Some(winner), major))
            }
            _ => Ok(Expect::Over(None, None)),
        },
        "phase" => {
            let known = ["setup", "start", "action", "power", "end", "over"];
            Ok(Expect::Phase(one_of(words, &known)?))
        }
        "token" => token(words),
        _ => fighter(words, first.text),
    }
}

fn pile(words: &mut Words<'_>, pile: Pile) -> Parsed<Expect> {
    let whose = seat(words)?;
    let not = words.eat("not");
    let what = one_of(words, &["has", "power", "objectives"])?;
    let kind = match what.as_str() {
        "has" => {
            let name = words.quoted("the name of a card")?.text.to_owned();
            return Ok(Expect::Has(whose, pile, name, !not));
        }
        "power" => Kind::Power,
        _ => Kind::Objectives,
    };
    Ok(Expect::Count(whose, pile, kind, words.number("how many")?))
}

fn token(words: &mut Words<'_>) -> Parsed<Expect> {
    if words.eat("at") {
        let hex = words.word("a hex")?.text.to_owned();
        let known = ["objective", "treasure", "gloom", "cover", "none"];
        return Ok(match one_of(words, &known)?.as_str() {
            "none" => Expect::NoToken(hex),
            "objective" | "treasure" => Expect::TokenSide(TokenName::In(hex), true),
            _ => Expect::TokenSide(TokenName::In(hex), false),
        });
    }
    let which = if words.eat("artefact") {
        TokenName::Artefact
    } else {
        TokenName::Number(words.number("the number of a token, `artefact`, or `at` and a hex")?)
    };
    let known = ["at", "objective", "treasure", "gloom", "cover"];
    Ok(match one_of(words, &known)?.as_str() {
        "at" => Expect::TokenAt(which, words.word("a hex")?.text.to_owned()),
        "objective" | "treasure" => Expect::TokenSide(which, true),
        _ => Expect::TokenSide(which, false),
    })
}

fn fighter(words: &mut Words<'_>, who: &str) -> Parsed<Expect> {
    let who = who.to_owned();
    let known = [
        "at", "damage", "out", "tokens", "inspired", "not", "upgrades", "stat",
    ];
    Ok(match one_of(words, &known)?.as_str() {
        "at" => Expect::At(who, words.word("a hex")?.text.to_owned()),
        "damage" => Expect::Damage(who, words.number("damage")?),
        "out" => Expect::Out(who),
        "tokens" => {
            let mut tokens = Vec::new();
            while let Some(word) = words.peek() {
                let here = words.clone();
                words.word("")?;
                match Token::from_word(word.text) {
                    Some(token) => tokens.push(token),
                    None if word.text == "none" => {}
                    None => {
                        let known = Token::ALL.map(Token::word);
                        let what = format!("one of {} or none", known.join(", "));
                        return Err(here.expected(&what).did_you_mean(word.text, known));
                    }
                }
            }
            Expect::Tokens(who, tokens)
        }
        "inspired" => Expect::Inspired(who, true),
        "not" => {
            one_of(words, &["inspired"])?;
            Expect::Inspired(who, false)
        }
        "upgrades" => Expect::Upgrades(who, words.number("how many")?),
        _ => {
            let names = Stat::ALL.map(Stat::word);
            let stat = one_of(words, &names)?;
            let stat = Stat::from_word(&stat).unwrap_or(Stat::Move);
            Expect::Stat(who, stat, words.number("a value")?)
        }
    })
}
