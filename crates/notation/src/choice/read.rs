//! Text to choices.
//!
//! A text is read into a pattern first. The pattern picks among the choices offered, so that what is
//! clear may be left out; what no choice offered fits becomes a choice that the engine can refuse.

use super::details::{ability, join, token, via, way};
use super::write::{self, SIDES, orientation, side_of, write};
use crate::{names::Names, problem::Problem, token::Words};
use gloryhex_engine::{Choice, Detail, Game, Source, Verb, WeaponIx, ops::travel};
use gloryhex_hexgrid::{HexId, HexSet};
use gloryhex_model::{CardId, Face, FighterId, Seat, same_name, slug_of};

/// A set of hazards larger than any that is offered.
const NO_WAY: u8 = travel::PAST - 1;

/// What a text says about a choice.
pub(super) struct Pattern {
    pub(super) verb: Verb,
    /// Allowed details; empty for any.
    pub(super) a: Vec<u8>,
    pub(super) b: Vec<u8>,
    pub(super) c: Vec<u8>,
    /// The name of a card or ability, as a slug.
    pub(super) name: Option<String>,
    /// Which of the abilities called so, from 1; 0 for any.
    pub(super) nth: u8,
    /// The hazards entered on the way.
    pub(super) via: Option<HexSet>,
}

impl Pattern {
    pub(super) fn of(verb: Verb) -> Pattern {
        Pattern {
            verb,
            a: Vec::new(),
            b: Vec::new(),
            c: Vec::new(),
            name: None,
            nth: 0,
            via: None,
        }
    }
    pub(super) fn a(mut self, a: u8) -> Pattern {
        self.a = vec![a];
        self
    }
    pub(super) fn b(mut self, b: u8) -> Pattern {
        self.b = vec![b];
        self
    }
    /// The same pattern, fitting nothing if it was meant for some details and there are none.
    fn or_nothing(mut self) -> Pattern {
        if self.a.is_empty() {
            self.a = vec![255];
        }
        self
    }
    fn named(mut self, name: &str) -> Pattern {
        self.name = Some(slug_of(name));
        self
    }

    /// Reads which of several abilities with the same name is meant, if that is said.
    fn which(mut self, words: &mut Words<'_>) -> Pattern {
        let number = words.peek().and_then(|word| word.text.parse().ok());
        if let Some(nth) = number
            && words.word("").is_ok()
        {
            self.nth = nth;
        }
        self
    }

    fn fits(&self, game: &Game, names: &Names, seat: Seat, choice: Choice) -> bool {
        let allows = |list: &[u8], detail: u8| list.is_empty() || list.contains(&detail);
        choice.verb == self.verb
            && allows(&self.a, choice.a)
            && allows(&self.b, choice.b)
            && allows(&self.c, choice.c)
            && self.name.as_ref().is_none_or(|name| {
                choice.source(seat).is_some_and(|source| {
                    let (ability, nth) = names.ability(source, choice.clause().unwrap_or(0));
                    let fits = |n: u8| n == 0 || n == nth;
                    fits(self.nth)
                        && (slug_of(ability) == *name || slug_of(names.card(source)) == *name)
                })
            })
            && self.via.is_none_or(|via| write::via(game, choice) == via)
    }

    /// A choice of this pattern that is not on offer.
    fn guess(&self, names: &Names, seat: Seat) -> Choice {
        let slot = |objective: bool| {
            let name = self.name.as_deref().unwrap_or("");
            let found = names.find_cards(seat, name, 1).unwrap_or_default();
            found
                .iter()
                .find(|source| (source.slot >= Source::OBJECTIVES) == objective)
                .or(found.first())
                .map_or(255, |source| source.slot)
        };
        // Hazards that no way enters are a set that is never offered.
        let way = if self.via.is_some() { NO_WAY } else { 0 };
        let unsaid = |detail| match detail {
            Detail::Card => slot(false),
            Detail::Objective => slot(true)
                .checked_sub(Source::OBJECTIVES)
                .unwrap_or(u8::MAX),
            Detail::Owner => seat.0,
            Detail::Fighter => FighterId::NONE.0,
            Detail::Way => way,
            Detail::Nothing
            | Detail::Number
            | Detail::Answer
            | Detail::Seat
            | Detail::Target
            | Detail::Hex
            | Detail::Weapon
            | Detail::Keyword
            | Detail::Face
            | Detail::Token
            | Detail::Clause => 0,
        };
        let mut details = self.verb.details().iter();
        let mut detail = |said: &[u8]| {
            let unsaid = details.next().map_or(0, |detail| unsaid(*detail));
            said.first().copied().unwrap_or(unsaid)
        };
        let (a, b, c) = (detail(&self.a), detail(&self.b), detail(&self.c));
        Choice::new(self.verb, a, b, c)
    }
}

/// Those of the choices offered to `seat` that a text fits.
///
/// # Errors
/// The text is no choice, or names something that is not at the table.
pub fn fitting(
    game: &Game,
    names: &Names,
    seat: Seat,
    offered: &[Choice],
    text: &str,
) -> Result<Vec<Choice>, Problem> {
    let pattern = pattern_of(game, names, seat, text)?;
    Ok(those_of(game, names, seat, offered, &pattern))
}

fn pattern_of(game: &Game, names: &Names, seat: Seat, text: &str) -> Result<Pattern, Problem> {
    let mut words = Words::of(text)?;
    let pattern = pattern(game, names, seat, &mut words)?;
    words.finish()?;
    Ok(pattern)
}

fn those_of(
    game: &Game,
    names: &Names,
    seat: Seat,
    offered: &[Choice],
    pattern: &Pattern,
) -> Vec<Choice> {
    let own = if game.decider() == Some(seat) {
        offered
    } else {
        &[]
    };
    own.iter()
        .copied()
        .filter(|choice| pattern.fits(game, names, seat, *choice))
        .collect()
}

/// Reads a choice of `seat`; `offered` are those of the pending decision. What fits exactly one of them is that choice;
/// what fits none is still read, so that the engine can say why it is refused.
///
/// # Errors
/// The text is no choice, names something that is not at the table, or fits several choices.
pub fn read(
    game: &Game,
    names: &Names,
    seat: Seat,
    offered: &[Choice],
    text: &str,
) -> Result<Choice, Problem> {
    let word_for_word = || word_for_word(game, names, seat, offered, text);
    let pattern = match pattern_of(game, names, seat, text) {
        Ok(pattern) => pattern,
        Err(problem) => return word_for_word().ok_or(problem),
    };
    let fitting = those_of(game, names, seat, offered, &pattern);
    match fitting[..] {
        [] => Ok(word_for_word().unwrap_or_else(|| pattern.guess(names, seat))),
        [only] => Ok(only),
        _ => {
            let written = |choice: &Choice| write(game, names, seat, *choice);
            let text = text.trim().to_lowercase();
            let mut exact = fitting
                .iter()
                .filter(|choice| written(choice).to_lowercase() == text);
            if let (Some(choice), None) = (exact.next(), exact.next()) {
                return Ok(*choice);
            }
            let texts: Vec<String> = fitting.iter().take(5).map(written).collect();
            Err(Problem::here(
                1,
                format!("this fits several choices: {}", texts.join("; ")),
            )
            .hint("write one of them in full"))
        }
    }
}

/// The choice on offer that is written exactly so, if there is one.
fn word_for_word(
    game: &Game,
    names: &Names,
    seat: Seat,
    offered: &[Choice],
    text: &str,
) -> Option<Choice> {
    if game.decider() != Some(seat) {
        return None;
    }
    let text = text.trim();
    let mut same = offered
        .iter()
        .filter(|choice| write(game, names, seat, **choice).eq_ignore_ascii_case(text));
    let first = same.next()?;
    same.next().is_none().then_some(*first)
}

fn pattern(
    game: &Game,
    names: &Names,
    seat: Seat,
    words: &mut Words<'_>,
) -> Result<Pattern, Problem> {
    let first = words.word("a verb such as `move` or `pass`")?;
    let plain = |verb| Ok(Pattern::of(verb));
    match first.text {
        "seat" => {
            let number: u8 = words.number("the number of a seat")?;
            Ok(Pattern::of(Verb::Seat).a(number.wrapping_sub(1)))
        }
        "board" => {
            let name = words.quoted("the name of a board")?;
            names.find_sheet(name.text, name.column)?;
            let way = match words.peek() {
                Some(_) => Some(words.word("portrait or landscape")?.text),
                None => None,
            };
            let fits = |sheet: &u8| {
                same_name(names.sheet(*sheet), name.text)
                    && (way.is_none() || orientation(game, names, *sheet) == way)
            };
            let sheets = (0..game.table.sheets.len() as u8).filter(fits);
            let mut pattern = Pattern::of(Verb::Board);
            pattern.a = sheets.collect();
            Ok(pattern.or_nothing())
        }
        "join" => join(game, words),
        "territory" => {
            let here = words.clone();
            let side = words.word("north, south, west or east")?;
            if !SIDES.contains(&side.text) {
                return Err(here.expected("north, south, west or east"));
            }
            let mut pattern = Pattern::of(Verb::Territory);
            pattern.a = (0..game.table.players)
                .filter(|region| side_of(&game.grid, *region) == side.text)
                .collect();
            Ok(pattern.or_nothing())
        }
        "token" => token(game, words),
        "no-token" => plain(Verb::NoToken),
        "keep" => Ok(Pattern::of(Verb::Mulligan).a(0)),
        "redraw" => {
            let here = words.clone();
            let what = words.word("objectives, power or both")?;
            let bits = match what.text {
                "objectives" => 1,
                "power" => 2,
                "both" => 3,
                _ => return Err(here.expected("objectives, power or both")),
            };
            Ok(Pattern::of(Verb::Mulligan).a(bits))
        }
        "deploy" => {
            let who = fighter(names, words)?;
            Ok(Pattern::of(Verb::Deploy).a(who.0).b(hex(game, words)?.0))
        }
        "move" => way(game, names, words, Verb::Move),
        "charge" => way(game, names, words, Verb::Charge),
        "attack" => {
            let who = fighter(names, words)?;
            let target = fighter(names, words)?;
            let word = words.word("the name of a weapon")?;
            let find = |who| names.find_weapon(game.sight(), who, word.text, word.column);
            let weapon = match find(who) {
                Ok(weapon) => weapon,
                // A weapon of another side or fighter is read all the same.
                Err(_) if somebody_has(game, word.text) => WeaponIx::NONE,
                Err(problem) => return Err(problem),
            };
            let mut pattern = Pattern::of(Verb::Attack).a(who.0).b(target.0);
            pattern.c = vec![weapon.0];
            Ok(pattern)
        }
        "guard" => Ok(Pattern::of(Verb::Guard).a(fighter(names, words)?.0)),
        "draw" => plain(Verb::Draw),
        "exchange" => named(names, seat, words, Verb::Exchange),
        "focus" => plain(Verb::Focus),
        "pass" => plain(Verb::Pass),
        "action" => {
            let who = fighter(names, words)?;
            let name = words.quoted("the name of an ability")?;
            let pattern = Pattern::of(Verb::Action).a(who.0).named(name.text);
            Ok(pattern.which(words))
        }
        "ability" => ability(words),
        "reroll" => Ok(Pattern::of(Verb::Reroll).a(face(words)? as u8)),
        "die" => Ok(Pattern::of(Verb::Die).a(face(words)? as u8)),
        "no-reroll" => Ok(Pattern::of(Verb::Reroll).a(255)),
        "drive-back" => Ok(Pattern::of(Verb::DriveBack).a(hex(game, words)?.0)),
        "grapple" => Ok(Pattern::of(Verb::Grapple).a(hex(game, words)?.0)),
        "stay" => plain(Verb::Stay),
        "overrun" => plain(Verb::Overrun),
        "stand-fast" => Ok(Pattern::of(Verb::StandFast).a(1)),
        "decline" => Ok(Pattern::of(Verb::StandFast).a(0)),
        "next" => Ok(Pattern::of(Verb::Next).b(fighter(names, words)?.0)),
        "play" => {
            let pattern = named(names, seat, words, Verb::Play)?;
            maybe_fighter(names, words, pattern)
        }
        "upgrade" => {
            let pattern = named(names, seat, words, Verb::Upgrade)?;
            Ok(pattern.b(fighter(names, words)?.0))
        }
        "delve" => Ok(Pattern::of(Verb::Delve).a(fighter(names, words)?.0)),
        "use" => {
            let name = words.quoted("the name of an ability")?;
            Ok(Pattern::of(Verb::Use).named(name.text).which(words))
        }
        "react" => {
            let name = words.quoted("the name of a card or an ability")?;
            let pattern = Pattern::of(Verb::React).named(name.text).which(words);
            maybe_fighter(names, words, pattern)
        }
        "fighter" => Ok(Pattern::of(Verb::Fighter).a(fighter(names, words)?.0)),
        "hex" => {
            let mut pattern = Pattern::of(Verb::Hex).a(hex(game, words)?.0);
            pattern.via = via(game, words)?;
            Ok(pattern)
        }
        "card" => {
            let name = words.quoted("the name of a card")?;
            let pattern = Pattern::of(Verb::Card).named(name.text);
            if words.is_done() {
                return Ok(pattern);
            }
            let whose: u8 = words.number("the number of a seat")?;
            Ok(pattern.b(whose.wrapping_sub(1)))
        }
        "name" => titled(game, words),
        "option" => {
            let number: u8 = words.number("the number of an option")?;
            Ok(Pattern::of(Verb::Option).a(number.wrapping_sub(1)))
        }
        "yes" => Ok(Pattern::of(Verb::Confirm).a(1)),
        "no" => Ok(Pattern::of(Verb::Confirm).a(0)),
        "score" => named(names, seat, words, Verb::Score),
        "discard" => named(names, seat, words, Verb::Discard),
        "done" => plain(Verb::Done),
        other => Err(Problem::here(
            first.column,
            format!("`{other}` is no choice: expected a verb such as `move` or `pass`"),
        )
        .did_you_mean(other, super::VERBS)),
    }
}

/// A card of the pool by its title.
fn titled(game: &Game, words: &mut Words<'_>) -> Result<Pattern, Problem> {
    let name = words.quoted("the name of an objective")?;
    let (pools, catalog) = (&game.table.pools, &game.table.catalog);
    let mut pool = game.state.all_seats().flat_map(|seat| pools[seat].iter());
    let title = |id: &&CardId| same_name(&catalog.card(**id).name, name.text);
    let Some(found) = pool.find(title) else {
        let message = format!("no objective of the pool is called \"{}\"", name.text);
        return Err(Problem::here(name.column, message));
    };
    let [low, high] = found.0.to_le_bytes();
    Ok(Pattern::of(Verb::Name).a(low).b(high))
}

/// Whether a weapon is printed on either side of any fighter at the table.
fn somebody_has(game: &Game, weapon: &str) -> bool {
    let sides = game.table.entrants.iter().flat_map(|e| &e.def.sides);
    let mut weapons = sides.flat_map(|side| &side.weapons);
    weapons.any(|def| same_name(&def.name, weapon))
}

pub(super) fn fighter(names: &Names, words: &mut Words<'_>) -> Result<FighterId, Problem> {
    let word = words.word("the name of a fighter")?;
    names.find_fighter(word.text, word.column)
}

fn maybe_fighter(
    names: &Names,
    words: &mut Words<'_>,
    pattern: Pattern,
) -> Result<Pattern, Problem> {
    if words.is_done() {
        Ok(pattern)
    } else {
        Ok(pattern.b(fighter(names, words)?.0))
    }
}

pub(super) fn hex(game: &Game, words: &mut Words<'_>) -> Result<HexId, Problem> {
    let word = words.word("a hex such as c4")?;
    hex_named(game, word.text, word.column)
}

pub(super) fn hex_named(game: &Game, name: &str, column: usize) -> Result<HexId, Problem> {
    game.grid.parse_name(name).ok_or_else(|| {
        Problem::here(
            column,
            format!("there is no hex `{name}` on this battlefield"),
        )
    })
}

fn face(words: &mut Words<'_>) -> Result<Face, Problem> {
    let here = words.clone();
    let word = words.word("a face of a die")?;
    Face::from_word(word.text).ok_or_else(|| {
        let known = Face::ALL.map(Face::word);
        here.expected("a face of a die")
            .did_you_mean(word.text, known)
    })
}

/// A card of the seat by its name. Whether somebody else has a card that it has not is nothing the answer may
/// depend on: that is a secret.
fn named(names: &Names, seat: Seat, words: &mut Words<'_>, verb: Verb) -> Result<Pattern, Problem> {
    let name = words.quoted("the name of a card")?;
    names.find_cards(seat, name.text, name.column)?;
    Ok(Pattern::of(verb).named(name.text))
}
