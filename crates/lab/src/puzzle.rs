//! Finding puzzles in self-play: last turns in which one choice wins clearly more often than all others, and somebody
//! would rather make another.
//!
//! Two players who look one move ahead play whole games. Each of their activations in the last round is looked at as if it
//! were the last turn of the game: the position is written as a scenario, with power cards and what the other player holds
//! left out, read back, and everything that can happen from there is looked at ([`Exact`]). What is kept says how often each choice
//! wins, exactly, and how often opponents of each level find the best.

mod told;

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
use gloryhex_search::{Exact, Greedy, Level, Policy, TooLarge, Worth, level::PATIENCE};
use std::sync::Arc;
use told::Outlook;

/// Positions looked at before a last turn counts as too large.
const LARGEST: u32 = 50_000;
/// How many games in a hundred the answer must win more than anything else.
const CLEARLY: f64 = 0.04;
/// Choices a puzzle must offer.
const FEWEST: usize = 12;
/// Upgrades on all fighters together that a puzzle may have; where there are more, all are left out.
const MOST_BORNE: u32 = 2;
/// How often each level tries.
const TRIES: [(Level, u32); 4] = [
    (Level::Beginner, 8),
    (Level::Adept, 4),
    (Level::Veteran, 4),
    (Level::Champion, 1),
];
/// A puzzle that is solved more often than this is none.
const EASIEST: f64 = 0.85;

/// What is asked.
const WINS: &str = "Which choice wins most often?";
/// What is asked where the best choice only draws.
const DRAWS: &str = "Which choice is best? A draw counts as half a win.";

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

/// Why a last turn is no puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum No {
    /// It cannot be set up as it was.
    Unset,
    /// There is too much to look at.
    TooLarge,
    /// Nothing wins clearly more often than everything else, or what does is more than one idea.
    Unclear,
    /// Nearly everybody finds it.
    TooEasy,
    /// Its idea is known from others.
    Known,
}

/// How many last turns were looked at, and why they were no puzzles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Looked {
    /// Last turns looked at.
    pub turns: u32,
    /// Of these, too large.
    pub too_large: u32,
    /// Of these, without one clearly best idea.
    pub unclear: u32,
    /// Of these, too easy.
    pub too_easy: u32,
    /// Of these, with an idea that is known.
    pub known: u32,
}

impl Looked {
    fn count(&mut self, no: No) {
        match no {
            No::Unset => {}
            No::TooLarge => self.too_large += 1,
            No::Unclear => self.unclear += 1,
            No::TooEasy => self.too_easy += 1,
            No::Known => self.known += 1,
        }
    }
}

/// The idea of an answer: what is done, and by whom.
pub fn idea(choice: &str) -> String {
    let words: Vec<&str> = choice.split(' ').take(2).collect();
    words.join(" ")
}

/// Plays one game up to the first puzzle in it, if there is one. Puzzles with an idea that is `known` well enough are passed over.
pub fn in_game(
    content: &Content,
    edition: &str,
    seed: u64,
    known: &dyn Fn(&str) -> bool,
    looked: &mut Looked,
) -> Option<Found> {
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
    let mut pending = game.go_on(&mut streams.chance, None, &mut list);
    for step in 0u64.. {
        let Pending::Decide(seat) = pending else {
            break;
        };
        let last = game.state.clock.round == game.table.rules.rounds;
        if last
            && list.len() >= FEWEST
            && decision::kind(&game, &list) == Some("activation")
            && close(&game, seat)
        {
            looked.turns += 1;
            match posed(content, &game, &names, seat, derive(seed, step), known) {
                Ok(one) => {
                    found = Some(one);
                    break;
                }
                Err(no) => looked.count(no),
            }
        }
        let player = &mut players[seat.ix() % 2];
        let made = player.decide(&game, seat, list.as_slice(), derive(seed, 100 + step));
        pending = game.make(made, &mut streams.chance, None, &mut list);
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
    let seats = game.state.all_seats();
    let borne: u32 = seats
        .map(|seat| game.state.seats[seat].power.equipped().count_ones())
        .sum();
    // Many upgrades are much to read, and more than can be looked at.
    let hands = match borne {
        0..=MOST_BORNE => Hands::Objectives(seat),
        _ => Hands::Bare(seat),
    };
    let mut text = position(game, names, hands);
    let (own, other) = (seat.number(), Seat(1 - seat.0).number());
    text += &format!(
        "round {} turn {turns} active {own} first {other}\n",
        rules.rounds
    );
    text
}

/// The puzzle of a position, if it is one.
fn posed(
    content: &Content,
    game: &Game,
    names: &Names,
    seat: Seat,
    seed: u64,
    known: &dyn Fn(&str) -> bool,
) -> Result<Found, No> {
    let edition = &game.table.rules.name;
    let position = last_turn(game, names, seat);
    let text = format!("# Last turn\n\n```scenario\n{position}```\n");
    let scenario = scenario::read(content, "puzzle", &text, Some(edition)).ok();
    let scenario = scenario.and_then(|mut all| all.pop()).ok_or(No::Unset)?;
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
    let at = puzzle.pose(content).map_err(|_| No::Unset)?;
    if decision::kind(&at.game, &at.offered) != Some("activation") {
        return Err(No::Unset);
    }
    let mut exact = Exact::new(seat, LARGEST);
    let worths = exact
        .choices(&at.game, &at.offered)
        .map_err(|_| No::TooLarge)?;
    let answers = answers(&worths).ok_or(No::Unclear)?;
    let written = |made: Choice| choice::write(&at.game, &at.names, seat, made);
    if answers
        .first()
        .is_some_and(|(made, _)| known(&idea(&written(*made))))
    {
        return Err(No::Known);
    }
    let missed = tries(&mut puzzle, &at, &answers, seed).ok_or(No::TooEasy)?;
    let tempting = tempting(&at, &worths, &answers, &missed);
    tell(&mut puzzle, &at, &answers, &tempting, &mut exact).ok_or(No::TooLarge)?;
    Ok(Found { puzzle, position })
}

/// Looks at the position of a puzzle again and says anew what its choices are worth, as the rules and cards are now. Who
/// solved it stays as it was.
///
/// # Errors
/// It is no puzzle any more, and why.
pub fn again(content: &Content, mut puzzle: Puzzle) -> Result<Puzzle, No> {
    let at = puzzle.pose(content).map_err(|_| No::Unset)?;
    let mut exact = Exact::new(puzzle.seat, 10 * LARGEST);
    let worths = exact
        .choices(&at.game, &at.offered)
        .map_err(|_| No::TooLarge)?;
    let answers = answers(&worths).ok_or(No::Unclear)?;
    let read = |rated: &Rated| at.read(puzzle.seat, &rated.choice).ok();
    let missed: Vec<Choice> = puzzle.tempting.iter().filter_map(read).collect();
    let tempting = tempting(&at, &worths, &answers, &missed);
    tell(&mut puzzle, &at, &answers, &tempting, &mut exact).ok_or(No::TooLarge)?;
    Ok(puzzle)
}

/// What a try at a position comes to.
pub struct Judged {
    /// How often the choice wins.
    pub wins: f64,
    /// What wins most often.
    pub answers: Vec<(Choice, Worth)>,
    /// What the best choice and the one that was made come to, in sentences.
    pub because: Vec<String>,
}

/// Looks at a choice in a position that need not be a puzzle, at so many positions at most.
///
/// # Errors
/// There is too much to look at.
pub fn judge(at: &Posed, seat: Seat, made: Choice, most: u32) -> Result<Judged, TooLarge> {
    let mut exact = Exact::new(seat, most);
    let worths = exact.choices(&at.game, &at.offered)?;
    let best = worths.iter().map(|(_, w)| w.wins).fold(0.0, f64::max);
    let known = worths.iter().find(|(choice, _)| *choice == made);
    let wins = known.map_or(0.0, |(_, worth)| worth.wins);
    let mut answers = worths;
    answers.retain(|(_, worth)| best - worth.wins < 1e-9);
    let right = answers.iter().any(|(choice, _)| *choice == made);
    let first = match answers.first() {
        Some((first, _)) if !right => *first,
        _ => made,
    };
    let outlook = Outlook::of(at, seat, first, &mut exact)?;
    let mut because = vec![sentence(at, seat, first, &outlook, &outlook)];
    if !right {
        let own = Outlook::of(at, seat, made, &mut exact)?;
        because.push(sentence(at, seat, made, &own, &outlook));
    }
    Ok(Judged {
        wins,
        answers,
        because,
    })
}

/// How often a choice wins, and what it comes to beside the best one, without a look at all the others.
///
/// # Errors
/// There is too much to look at.
pub fn beside(
    at: &Posed,
    seat: Seat,
    made: Choice,
    best: Choice,
    most: u32,
) -> Result<(f64, String), TooLarge> {
    let mut exact = Exact::new(seat, most);
    let wins = exact.worth(&at.game, made)?.wins;
    let best = Outlook::of(at, seat, best, &mut exact)?;
    let outlook = Outlook::of(at, seat, made, &mut exact)?;
    Ok((wins, sentence(at, seat, made, &outlook, &best)))
}

/// A choice and what it comes to, in words.
fn sentence(at: &Posed, seat: Seat, made: Choice, outlook: &Outlook, best: &Outlook) -> String {
    let words = choice::plain(&at.game, &at.names, seat, &at.offered, made);
    format!("{words}: {}", outlook.told(at, seat, best))
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

/// Lets every level try, and gives the wrong choices they made; nothing if it is too easy.
fn tries(
    puzzle: &mut Puzzle,
    at: &Posed,
    answers: &[(Choice, Worth)],
    seed: u64,
) -> Option<Vec<Choice>> {
    let mut missed = Vec::new();
    let (mut all, mut of_all) = (0, 0);
    for (level, count) in TRIES {
        let mut solved = 0;
        for nth in 0..count {
            let seed = derive(seed, u64::from(nth) + 1);
            let mut player = level.player(seed, PATIENCE);
            let made = player.decide(&at.game, puzzle.seat, &at.offered, seed);
            match answers.iter().any(|(choice, _)| *choice == made) {
                true => solved += 1,
                false => missed.push(made),
            }
        }
        (all, of_all) = (all + solved, of_all + count);
        puzzle.solved.push((level.name().to_owned(), solved, count));
        // Thinking is dear: a puzzle that even beginners solve is not thought about for long.
        if level == Level::Adept && f64::from(all) > EASIEST * f64::from(of_all) {
            return None;
        }
    }
    (f64::from(all) <= EASIEST * f64::from(of_all)).then_some(missed)
}

/// Fills in the answers, what is tempting, and why; nothing if there is too much to look at.
fn tell(
    puzzle: &mut Puzzle,
    at: &Posed,
    answers: &[(Choice, Worth)],
    tempting: &[(Choice, Worth)],
    exact: &mut Exact,
) -> Option<()> {
    let seat = puzzle.seat;
    let rated = |(made, worth): &(Choice, Worth)| Rated {
        choice: choice::write(&at.game, &at.names, seat, *made),
        wins: 100.0 * worth.wins,
    };
    puzzle.answers = answers.iter().map(rated).collect();
    puzzle.tempting = tempting.iter().map(rated).collect();
    let best = Outlook::of(at, seat, answers.first()?.0, exact).ok()?;
    let (asked, other) = if best.wins() {
        (WINS, DRAWS)
    } else {
        (DRAWS, WINS)
    };
    puzzle.question = puzzle.question.replace(other, asked);
    puzzle.because.clear();
    for (made, _) in answers.iter().take(1).chain(tempting) {
        let outlook = Outlook::of(at, seat, *made, exact).ok()?;
        puzzle
            .because
            .push(sentence(at, seat, *made, &outlook, &best));
    }
    Some(())
}

/// What looks good and is not: what players chose instead, the attack that hits best, and what wins most often among the rest.
/// To pass is tempting only where nothing else is.
fn tempting(
    at: &Posed,
    worths: &[(Choice, Worth)],
    answers: &[(Choice, Worth)],
    missed: &[Choice],
) -> Vec<(Choice, Worth)> {
    let wrong: Vec<(Choice, Worth)> = worths
        .iter()
        .copied()
        .filter(|(choice, _)| !answers.iter().any(|(answer, _)| answer == choice))
        .collect();
    let often = |made: Choice| missed.iter().filter(|other| **other == made).count();
    let mut chosen: Vec<(Choice, Worth)> = wrong
        .iter()
        .copied()
        .filter(|(choice, _)| often(*choice) > 0)
        .collect();
    chosen.sort_by_key(|(choice, _)| std::cmp::Reverse(often(*choice)));
    let sight = at.game.sight();
    let hits = |choice: Choice| {
        let (own, target) = (choice.fighter_a(), gloryhex_model::FighterId(choice.b));
        let weapon = gloryhex_engine::WeaponIx(choice.c);
        let odds = gloryhex_engine::odds::attack(sight, own, target, weapon, 0);
        odds.p(odds.out) + odds.p(odds.success) / 100.0
    };
    let strikes = wrong.iter().copied();
    let strike = strikes
        .filter(|(choice, _)| choice.verb == Verb::Attack)
        .max_by(|a, b| hits(a.0).total_cmp(&hits(b.0)));
    let next = wrong
        .iter()
        .copied()
        .max_by(|a, b| a.1.wins.total_cmp(&b.1.wins))
        .filter(|(_, worth)| worth.wins > 0.0);
    let mut known: Vec<(Choice, Worth)> = Vec::new();
    let passes = |one: &(Choice, Worth)| one.0.verb == Verb::Pass;
    let (pass, other): (Vec<_>, Vec<_>) = chosen.into_iter().partition(passes);
    for one in other.into_iter().take(2).chain(strike).chain(next) {
        if !known.iter().any(|(choice, _)| *choice == one.0) {
            known.push(one);
        }
    }
    if known.is_empty() {
        known.extend(pass.into_iter().chain(wrong).take(1));
    }
    known.truncate(3);
    known
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
        "The last turn of the game is yours, and you are {}. Nobody holds power cards.{cards} {WINS}",
        standing(game, seat)
    )
}
