//! Finding puzzles in self-play: last turns in which one choice wins clearly more often than all others, and somebody
//! would rather make another.
//!
//! Two players who look one move ahead play whole games. Each of their activations in the last round is looked at as if it
//! were the last turn of the game: the position is written as a scenario, with power cards and what the other player holds
//! left out, read back, and everything that can happen from there is looked at ([`Exact`]). What is kept says how often each choice
//! wins, exactly, and how often opponents of each level find the best.

use crate::{playout::Streams, seed::derive};
use gloryhex_editions::{Content, Spec};
use gloryhex_engine::{Choice, Choices, Game, Pending, Verb, Windows};
use gloryhex_model::Seat;
use gloryhex_notation::{
    Names, choice, decision,
    puzzle::{Posed, Puzzle, Rated},
    scenario::{
        self,
        write::{Hands, position},
    },
};
use gloryhex_search::{Exact, Greedy, Level, Policy, Worth, hint::reason, level::PATIENCE};
use std::{collections::BTreeSet, sync::Arc};

/// Positions looked at before a last turn counts as too large.
const LARGEST: u32 = 20_000;
/// How many games in a hundred the answer must win more than anything else.
const CLEARLY: f64 = 0.04;
/// Choices a puzzle must offer.
const FEWEST: usize = 12;
/// How often each level tries.
const TRIES: [(Level, u32); 4] = [
    (Level::Beginner, 8),
    (Level::Adept, 4),
    (Level::Veteran, 4),
    (Level::Champion, 1),
];
/// A puzzle that is solved more often than this is none.
const EASIEST: f64 = 0.85;

/// A puzzle, and the lines of its position.
pub struct Found {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The lines of its position.
    pub position: String,
}

impl Found {
    /// The puzzle as a file.
    pub fn text(&self) -> String {
        self.puzzle.write(&self.position)
    }
}

/// Plays one game up to the first puzzle in it, if there is one.
pub fn in_game(content: &Content, edition: &str, seed: u64) -> Option<Found> {
    let mut warbands: Vec<String> = content
        .core_warbands(edition)
        .into_iter()
        .map(str::to_owned)
        .collect();
    if seed & 1 == 1 {
        warbands.reverse();
    }
    let core = Spec::core(edition, 2);
    let spec = Spec {
        warbands: warbands.into_iter().take(2).collect(),
        ..core
    };
    let table = Arc::new(content.table(&spec).ok()?);
    let names = Names::of(&table);
    let mut game = Game::new(table, Windows::Playable);
    let mut streams = Streams::new(seed);
    let mut players = [Greedy::new(derive(seed, 2)), Greedy::new(derive(seed, 3))];
    for player in &mut players {
        player.hasty = true;
    }
    let mut list = Choices::new();
    let mut found = None;
    for step in 0u64.. {
        let seat = match game.advance(&mut streams.chance, None) {
            Pending::Decide(seat) => seat,
            _ => break,
        };
        game.choices(&mut list);
        let last = game.state.clock.round == game.table.rules.rounds;
        if last
            && list.len() >= FEWEST
            && decision::kind(&game) == Some("activation")
            && close(&game, seat)
        {
            found = posed(content, &game, &names, seat, derive(seed, step));
            if found.is_some() {
                break;
            }
        }
        let player = &mut players[seat.ix() % 2];
        let made = player.decide(&game, seat, list.as_slice(), derive(seed, 100 + step));
        game.play_unchecked(made, &mut streams.chance, None);
    }
    found
}

/// Whether the game can still be won or lost by one turn.
fn close(game: &Game, seat: Seat) -> bool {
    let glory = |seat: Seat| i32::from(game.state.seats[seat].glory);
    let other = Seat(1 - seat.0);
    (-4..=1).contains(&(glory(seat) - glory(other)))
}

/// The position as the last turn of the game, as a file without a question.
fn last_turn(game: &Game, names: &Names, seat: Seat) -> String {
    let rules = &game.table.rules;
    let turns = rules.turns[usize::from(game.table.players)];
    let mut text = position(game, names, Hands::Objectives(seat));
    let (own, other) = (seat.number(), Seat(1 - seat.0).number());
    text += &format!(
        "round {} turn {turns} active {own} first {other}\n",
        rules.rounds
    );
    text
}

/// The puzzle of a position, if it is one.
fn posed(content: &Content, game: &Game, names: &Names, seat: Seat, seed: u64) -> Option<Found> {
    let edition = &game.table.rules.name;
    let position = last_turn(game, names, seat);
    let text = format!("# Last turn\n\n```scenario\n{position}```\n");
    let scenario = scenario::read(content, "puzzle", &text, Some(edition))
        .ok()?
        .pop()?;
    let mut puzzle = Puzzle {
        title: title(game, seat),
        question: question(game, seat),
        seat,
        answers: Vec::new(),
        tempting: Vec::new(),
        because: Vec::new(),
        solved: Vec::new(),
        scenario,
    };
    let at = puzzle.pose(content).ok()?;
    if decision::kind(&at.game) != Some("activation") {
        return None;
    }
    let worths = Exact::new(seat, LARGEST).choices(&at.game).ok()?;
    let answers = answers(&worths)?;
    tries(&mut puzzle, &at, &answers, seed)?;
    tell(&mut puzzle, &at, &worths, &answers, seed);
    Some(Found { puzzle, position })
}

/// The choices that win most often, if they win clearly more often than all others and are one idea.
fn answers(worths: &[(Choice, Worth)]) -> Option<Vec<(Choice, Worth)>> {
    let best = worths.iter().map(|(_, w)| w.wins).fold(0.0, f64::max);
    if worths.len() < FEWEST || !(0.08..=0.97).contains(&best) {
        return None;
    }
    let (answers, others): (Vec<_>, Vec<_>) = worths
        .iter()
        .copied()
        .partition(|(_, worth)| best - worth.wins < 1e-9);
    let next = others.iter().map(|(_, w)| w.wins).fold(0.0, f64::max);
    let idea = |choice: Choice| (choice.verb, choice.a);
    let one = answers.iter().all(|(c, _)| idea(*c) == idea(answers[0].0));
    (best - next >= CLEARLY && answers.len() <= 3 && one).then_some(answers)
}

/// Lets every level try; nothing if it is too easy.
fn tries(puzzle: &mut Puzzle, at: &Posed, answers: &[(Choice, Worth)], seed: u64) -> Option<()> {
    let mut list = Choices::new();
    at.game.choices(&mut list);
    let right = |made: Choice| answers.iter().any(|(choice, _)| *choice == made);
    let (mut all, mut of_all) = (0, 0);
    for (level, count) in TRIES {
        let solved = (0..count).filter(|nth| {
            let seed = derive(seed, u64::from(*nth) + 1);
            let mut player = level.player(seed, PATIENCE);
            right(player.decide(&at.game, puzzle.seat, list.as_slice(), seed))
        });
        let solved = solved.count() as u32;
        (all, of_all) = (all + solved, of_all + count);
        puzzle.solved.push((level.name().to_owned(), solved, count));
        // Thinking is dear: a puzzle that even beginners solve is not thought about for long.
        if level == Level::Adept && f64::from(all) > EASIEST * f64::from(of_all) {
            return None;
        }
    }
    (f64::from(all) <= EASIEST * f64::from(of_all)).then_some(())
}

/// Fills in the answer, what is tempting, and why.
fn tell(
    puzzle: &mut Puzzle,
    at: &Posed,
    worths: &[(Choice, Worth)],
    answers: &[(Choice, Worth)],
    seed: u64,
) {
    let seat = puzzle.seat;
    let rated = |(made, worth): &(Choice, Worth)| Rated {
        choice: choice::write(&at.game, &at.names, seat, *made),
        wins: 100.0 * worth.wins,
    };
    let tempting = tempting(at, worths, answers, seat, seed);
    puzzle.answers = answers.iter().map(rated).collect();
    puzzle.tempting = tempting.iter().map(rated).collect();
    let sentence = |(made, worth): &(Choice, Worth)| {
        let words = choice::plain(&at.game, &at.names, seat, *made);
        let reason = reason(at.game.sight(), seat, *made);
        let wins = 100.0 * worth.wins;
        let lead = match worth.lead {
            lead if lead > 0.05 => format!("{lead:.1} glory ahead"),
            lead if lead < -0.05 => format!("{:.1} glory behind", -lead),
            _ => "level on glory".to_owned(),
        };
        format!("{words}: {reason} It wins {wins:.1} % of the games and ends {lead} on average.")
    };
    let told = answers.iter().take(1).chain(&tempting);
    puzzle.because = told.map(sentence).collect();
}

/// What looks good and is not: what an adept does, the attack that hits best, and the next best choice.
fn tempting(
    at: &Posed,
    worths: &[(Choice, Worth)],
    answers: &[(Choice, Worth)],
    seat: Seat,
    seed: u64,
) -> Vec<(Choice, Worth)> {
    let wrong: Vec<(Choice, Worth)> = worths
        .iter()
        .copied()
        .filter(|(choice, _)| !answers.iter().any(|(answer, _)| answer == choice))
        .collect();
    let of = |made: Choice| wrong.iter().copied().find(|(choice, _)| *choice == made);
    let mut list = Choices::new();
    at.game.choices(&mut list);
    let adept = Greedy::new(seed).decide(&at.game, seat, list.as_slice(), seed);
    let sight = at.game.sight();
    let strikes = wrong
        .iter()
        .filter(|(choice, _)| choice.verb == Verb::Attack);
    let hits = |choice: Choice| {
        let (own, target) = (choice.fighter_a(), gloryhex_model::FighterId(choice.b));
        let weapon = gloryhex_engine::WeaponIx(choice.c);
        let odds = gloryhex_engine::odds::attack(sight, own, target, weapon, 0);
        odds.p(odds.out) + odds.p(odds.success) / 100.0
    };
    let strike = strikes
        .copied()
        .max_by(|a, b| hits(a.0).total_cmp(&hits(b.0)));
    let next = wrong
        .iter()
        .copied()
        .max_by(|a, b| a.1.wins.total_cmp(&b.1.wins));
    let mut known = BTreeSet::new();
    [of(adept), strike, next]
        .into_iter()
        .flatten()
        .filter(|(choice, _)| known.insert(*choice))
        .collect()
}

fn standing(game: &Game, seat: Seat) -> String {
    let glory = |seat: Seat| i32::from(game.state.seats[seat].glory);
    let lead = glory(seat) - glory(Seat(1 - seat.0));
    let count = match lead.abs() {
        1 => "one",
        2 => "two",
        3 => "three",
        _ => "four",
    };
    match lead {
        0 => "level on glory".to_owned(),
        1.. => format!("{count} glory ahead"),
        _ => format!("{count} glory behind"),
    }
}

fn title(game: &Game, seat: Seat) -> String {
    let standing = standing(game, seat);
    let mut letters = standing.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

fn question(game: &Game, seat: Seat) -> String {
    let held = game.state.seats[seat].objectives.hand().count_ones();
    let cards = match held {
        0 => String::new(),
        1 => " There is one objective in your hand.".to_owned(),
        n => format!(" There are {n} objectives in your hand."),
    };
    format!(
        "The last turn of the game is yours, and you are {}. Nobody holds power cards.{cards} Which choice wins most often?",
        standing(game, seat)
    )
}
