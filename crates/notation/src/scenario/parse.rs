//! Lines of a scenario to statements. Every line is read on its own, so one mistake hides no other.

use super::{
    fighter,
    markdown::{Raw, unknown_edition},
    parse_expect,
    parse_position::{boards, card, clock, counters, fighter_name, piles, place, token_at},
    syntax::{CardName, Line, Pile, Position, Scenario, Statement, Step, Text, Times},
};
use crate::{
    choice, decision, event,
    problem::Problem,
    token::{Token as Word, Words, tokens},
};
use gloryhex_engine::Way;
use gloryhex_model::{Face, Seat};

pub(super) type Parsed<T> = Result<T, Problem>;

/// The words that begin a line, for hints.
const FIRST: [&str; 32] = [
    "players",
    "map",
    "territory",
    "boards",
    "board",
    "variant",
    "warband",
    "fighter",
    "place",
    "out",
    "token",
    "glory",
    "counter",
    "deck",
    "hand",
    "discard",
    "scored",
    "round",
    "turn",
    "active",
    "first",
    "phase",
    "windows",
    "dice",
    "draw",
    "passes",
    "event",
    "no",
    "one",
    "expect",
    "is",
    "|",
];

/// Reads the lines of a scenario; what cannot be read goes to `problems`.
pub fn parse(file: &str, raw: &Raw<'_>, known: &[&str], problems: &mut Vec<Problem>) -> Scenario {
    let mut scenario = Scenario {
        name: raw.name.clone(),
        file: file.to_owned(),
        line: raw.line,
        rules: raw.rules.clone(),
        editions: raw.editions.clone(),
        deck: None,
        shows: raw.shows.clone(),
        cards: raw.cards.clone(),
        lines: Vec::new(),
    };
    if raw.deck {
        scenario.deck = Some(super::deck::parse(file, raw, problems));
        return scenario;
    }
    let mut playing = false;
    for &(number, text) in &raw.body {
        let mut lines = Vec::new();
        match line(text, known, &raw.editions, &mut lines) {
            Ok((editions, quoted)) => {
                for (what, column) in lines {
                    let position = matches!(what, Statement::Position(_));
                    if position && playing {
                        problems.push(
                            Problem::here(
                                column,
                                "the position comes before the first dice, draw or choice",
                            )
                            .at(file, number),
                        );
                    }
                    playing |= !position;
                    scenario.lines.push(Line {
                        line: number,
                        column,
                        editions: editions.clone(),
                        quoted: quoted.clone(),
                        what,
                    });
                }
            }
            Err(problem) => problems.push(problem.at(file, number)),
        }
    }
    scenario
}

/// Reads a line. Several statements may share one (`round 2 turn 3`).
fn line(
    text: &str,
    known: &[&str],
    played: &[String],
    out: &mut Vec<(Statement, usize)>,
) -> Parsed<(Vec<String>, Vec<CardName>)> {
    let indent = text.chars().take_while(|c| c.is_whitespace()).count();
    let mut rest = text.trim_start();
    let mut editions = Vec::new();
    if rest.starts_with('[') {
        let Some((list, after)) = rest[1..].split_once(']') else {
            return Err(Problem::here(
                indent + 1,
                "this bracket is never closed: expected editions and `]`",
            ));
        };
        for name in list.split_whitespace() {
            let name = name.trim_end_matches(',').to_owned();
            if !known.contains(&name.as_str()) {
                return Err(unknown_edition(&name, known));
            }
            if !played.contains(&name) {
                return Err(Problem::here(
                    indent + 1,
                    format!("this scenario is not played in {name}"),
                )
                .hint("add it to the line `editions:` under the heading"));
            }
            editions.push(name);
        }
        rest = after.trim_start();
    }
    let skipped = text.chars().count() - rest.chars().count();
    let at = |statement: Statement| (statement, skipped + 1);
    if rest.starts_with('|') {
        out.push(at(Statement::Position(Position::Row(rest.to_owned()))));
        return Ok((editions, Vec::new()));
    }
    let rest = strip_comment(rest);
    if rest.trim().is_empty() {
        return Ok((editions, Vec::new()));
    }
    let shift = |mut problem: Problem| {
        problem.column += skipped;
        problem
    };
    let list = tokens(rest).map_err(shift)?;
    let list: Vec<Word<'_>> = list
        .into_iter()
        .map(|mut word| {
            word.column += skipped;
            word
        })
        .collect();
    let quoted = list.iter().filter(|word| word.quoted);
    let quoted = quoted
        .map(|word| (word.text.to_owned(), word.column))
        .collect();
    let end = skipped + rest.trim_end().chars().count() + 1;
    let mut words = Words::from(list, end);
    statement(&mut words, out)?;
    words.finish()?;
    Ok((editions, quoted))
}

/// Cuts off what follows a `#` outside quotation marks.
fn strip_comment(line: &str) -> &str {
    let mut quoted = false;
    let mut before = ' ';
    for (at, c) in line.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '#' if !quoted && before.is_whitespace() => return &line[..at],
            _ => {}
        }
        before = c;
    }
    line
}

fn statement(words: &mut Words<'_>, out: &mut Vec<(Statement, usize)>) -> Parsed<()> {
    let here = words.clone();
    let first = words.word("a line of a scenario")?;
    let column = first.column;
    if let Ok(number) = first.text.parse::<u8>() {
        let step = seat_line(words, number, column)?;
        out.push((Statement::Step(step), column));
        return Ok(());
    }
    let mut put = |position: Position| out.push((Statement::Position(position), column));
    match first.text {
        "players" => put(Position::Players(words.number("how many players")?)),
        "map" => put(Position::Map),
        "territory" => {
            let whose = seat(words)?;
            let mut hexes = Vec::new();
            while !words.is_done() {
                let hex = words.word("a hex")?;
                hexes.push((hex.text.to_owned(), hex.column));
            }
            put(Position::Territory(whose, hexes));
        }
        "boards" => put(boards(words)?),
        "board" => {
            let name = words.quoted("the name of a board")?;
            let name = (name.text.to_owned(), name.column);
            let way = match words.peek() {
                Some(_) => Some(words.word("portrait or landscape")?.text.to_owned()),
                None => None,
            };
            put(Position::Board(name, way));
        }
        "variant" => {
            let known = Way::ALL.map(Way::word);
            put(Position::Variant(one_of(words, &known)?));
        }
        "warband" => {
            let whose = seat(words)?;
            let name = words.word("the name of a warband")?;
            put(Position::Warband(
                whose,
                (name.text.to_owned(), name.column),
            ));
        }
        "fighter" => {
            let whose = seat(words)?;
            let def = fighter::parse(words)?;
            put(Position::Fighter(whose, Box::new(def)));
        }
        "place" => put(Position::Place(place(words)?)),
        "out" => put(Position::Out(fighter_name(words)?)),
        "token" => put(Position::Token(token_at(words)?)),
        "counter" => put(Position::Counters(counters(words)?)),
        "glory" => {
            let whose = seat(words)?;
            let glory = words.number("glory points")?;
            let spent = if words.eat("spent") {
                words.number("spent glory points")?
            } else {
                0
            };
            put(Position::Glory(whose, glory, spent));
        }
        "deck" => piles(words, Pile::Deck, &mut put)?,
        "hand" => piles(words, Pile::Hand, &mut put)?,
        "discard" => piles(words, Pile::Discard, &mut put)?,
        "scored" => piles(words, Pile::Scored, &mut put)?,
        "round" | "turn" | "active" | "first" | "phase" => {
            *words = here;
            while !words.is_done() {
                put(clock(words)?);
            }
        }
        "windows" => {
            one_of(words, &["all"])?;
            put(Position::WindowsAll);
        }
        "dice" => out.push((Statement::Step(Step::Dice(faces(words)?)), column)),
        "draw" => {
            let mut names = Vec::new();
            while !words.is_done() {
                names.push(card(words)?);
            }
            out.push((Statement::Step(Step::Draw(names)), column));
        }
        "passes" => out.push((Statement::Step(Step::Passes), column)),
        "event" => out.push((Statement::Step(event_line(words, Times::Some)?), column)),
        "no" | "one" => {
            if !words.eat("event") {
                return Err(words.expected("`event`"));
            }
            let times = if first.text == "no" {
                Times::Never
            } else {
                Times::Once
            };
            out.push((Statement::Step(event_line(words, times)?), column));
        }
        "expect" => {
            let expect = parse_expect::parse(words)?;
            out.push((Statement::Step(Step::Expect(expect)), column));
        }
        other => {
            return Err(
                Problem::here(column, format!("`{other}` begins no line of a scenario"))
                    .did_you_mean(other, FIRST),
            );
        }
    }
    Ok(())
}

/// `1: …` and `1 is …: …`.
fn seat_line(words: &mut Words<'_>, number: u8, column: usize) -> Parsed<Step> {
    let whose = seat_number(number, column)?;
    if words.eat(":") {
        let mut list = texts(words)?;
        if list.len() > 1 {
            return Err(Problem::here(
                list[1].column,
                "one choice at a time: expected the end of the line",
            ));
        }
        return Ok(Step::Choose(whose, list.remove(0)));
    }
    if !words.eat("is") {
        return Err(words.expected("`:` or `is`"));
    }
    let not = words.eat("not");
    let known = if not {
        &["offered"][..]
    } else {
        &["offered", "refused", "asked"][..]
    };
    let what = one_of(words, known)?;
    if !words.eat(":") {
        return Err(words.expected("`:`"));
    }
    match what.as_str() {
        "offered" => Ok(Step::Offered(whose, texts(words)?, !not)),
        "refused" => {
            let text = text_until(words, "=>")?;
            if !words.eat("=>") {
                return Err(words.expected("`=>` and the id of a rule"));
            }
            let rule = words.word("the id of a rule")?.text.to_owned();
            let mut remedy = String::new();
            if words.eat("=>") {
                remedy = words.rest();
                if remedy.is_empty() {
                    return Err(words.expected("what the player is told"));
                }
            }
            Ok(Step::Refused(whose, text, rule, remedy))
        }
        _ => {
            let here = words.clone();
            let kind = words.word("a kind of decision")?.text;
            if !decision::WORDS.contains(&kind) {
                return Err(here
                    .expected("a kind of decision")
                    .did_you_mean(kind, decision::WORDS));
            }
            Ok(Step::Asked(whose, kind.to_owned()))
        }
    }
}

/// Choices separated by semicolons.
fn texts(words: &mut Words<'_>) -> Parsed<Vec<Text>> {
    let mut list = vec![text_until(words, ";")?];
    while words.eat(";") {
        list.push(text_until(words, ";")?);
    }
    Ok(list)
}

/// The words of a choice, put together again.
fn text_until(words: &mut Words<'_>, stop: &str) -> Parsed<Text> {
    let column = words.column();
    let mut parts: Vec<String> = Vec::new();
    while let Some(word) = words.peek() {
        if !word.quoted && (word.text == stop || word.text == ";") {
            break;
        }
        if parts.is_empty() && !choice::VERBS.contains(&word.text) {
            return Err(Problem::here(
                word.column,
                format!(
                    "`{}` is no choice: expected a verb such as `move` or `pass`",
                    word.text
                ),
            )
            .did_you_mean(word.text, choice::VERBS));
        }
        words.word("a choice")?;
        parts.push(if word.quoted {
            format!("\"{}\"", word.text)
        } else {
            word.text.to_owned()
        });
    }
    if parts.is_empty() {
        return Err(words.expected("a choice"));
    }
    Ok(Text {
        text: parts.join(" "),
        column,
    })
}

fn event_line(words: &mut Words<'_>, times: Times) -> Parsed<Step> {
    let here = words.clone();
    let word = words.word("an event")?.text;
    if !event::WORDS.contains(&word) {
        let known = format!("an event: one of {}", event::WORDS.join(", "));
        return Err(here.expected(&known).did_you_mean(word, event::WORDS));
    }
    let mut about = Vec::new();
    while !words.is_done() {
        about.push(words.word("what it is about")?.text.to_owned());
    }
    Ok(Step::Event(times, word.to_owned(), about))
}

fn faces(words: &mut Words<'_>) -> Parsed<Vec<Face>> {
    let mut list = Vec::new();
    while !words.is_done() {
        if words.eat("|") {
            continue;
        }
        let here = words.clone();
        let word = words.word("a face")?;
        let known = Face::ALL.map(Face::word);
        list.push(Face::from_word(word.text).ok_or_else(|| {
            here.expected("a face of a die")
                .did_you_mean(word.text, known)
        })?);
    }
    Ok(list)
}

/// Reads one of the words.
pub(super) fn one_of(words: &mut Words<'_>, known: &[&str]) -> Parsed<String> {
    let here = words.clone();
    let what = match known {
        [only] => format!("`{only}`"),
        _ => format!("one of {}", known.join(", ")),
    };
    let word = words.word(&what)?;
    if word.quoted || !known.contains(&word.text) {
        return Err(here
            .expected(&what)
            .did_you_mean(word.text, known.iter().copied()));
    }
    Ok(word.text.to_owned())
}

/// Reads the number of a seat.
pub(super) fn seat(words: &mut Words<'_>) -> Parsed<Seat> {
    let column = words.column();
    let number: u8 = words.number("the number of a seat")?;
    seat_number(number, column)
}

fn seat_number(number: u8, column: usize) -> Parsed<Seat> {
    match number {
        1..=4 => Ok(Seat(number - 1)),
        _ => Err(Problem::here(
            column,
            format!("there is no seat {number}: expected 1 to 4"),
        )),
    }
}
