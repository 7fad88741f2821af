//! Lessons and puzzles at a table: everything one says is answered from the file and how far one has come, so nothing has
//! to be kept between two questions.

use crate::{
    entry::{Plan, PlannedSeat},
    error::{Result, internal},
    local::LocalTable,
    play::Play,
};
use gloryhex_editions::{Content, pack};
use gloryhex_engine::{Choice, Choices, Dice, Game, Later, Pending, Seed, Verb};
use gloryhex_lab::puzzle::{beside, judge};
use gloryhex_model::{Face, FighterId, Seat};
use gloryhex_notation::{
    Names, choice,
    lesson::{LEARNER, Lesson, Scene},
    puzzle::{Posed, Puzzle},
    scenario::{self, Scenario},
};
use gloryhex_protocol::{
    ClientMessage, Code, LessonFace, Problem, PuzzleFace, Rated, SceneAnswer, SceneAsk, SeatKind,
    ServerMessage, Verdict,
};
use std::sync::Arc;

/// Positions looked at to say how often a choice wins that the file does not mention.
const LARGEST: u32 = 60_000;
/// Decisions made of themselves before a script counts as stuck.
const MOST: usize = 200;

fn missing(what: &str, id: &str) -> Problem {
    Problem::new(Code::NotFound, format!("There is no {what} called `{id}`."))
}

fn broken(problems: &[gloryhex_notation::Problem]) -> Problem {
    let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
    internal(told.join("; "))
}

/// All lessons, in order.
///
/// # Errors
/// A lesson of this program cannot be read, which is a bug.
pub fn lessons(content: &Content) -> Result<Vec<LessonFace>> {
    let all = pack::lessons().into_iter();
    all.map(|(id, text)| {
        let lesson = Lesson::read(content, id, text).map_err(|p| broken(&p))?;
        let says = lesson.steps().map(|step| step.says.clone()).collect();
        let mut done = 0;
        let ends = lesson.scenes.iter().map(|scene| {
            done += scene.steps.len() as u32;
            (done, scene.end.clone())
        });
        let ends = ends.collect();
        Ok(LessonFace {
            id: name_of(id).to_owned(),
            title: lesson.title,
            about: lesson.about,
            minutes: lesson.minutes,
            edition: lesson.edition,
            listed: name_of(id) != id,
            says,
            ends,
        })
    })
    .collect()
}

/// A file's name without the number that puts it in its place.
fn name_of(file: &str) -> &str {
    match file.split_once('-') {
        Some((number, name)) if number.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => file,
    }
}

/// All puzzles of an edition, in order.
///
/// # Errors
/// A puzzle of this program cannot be read, which is a bug.
pub fn puzzles(content: &Content, edition: &str) -> Result<Vec<PuzzleFace>> {
    if content.edition(edition).is_none() {
        return Err(missing("edition", edition));
    }
    let all = pack::puzzles(edition).into_iter();
    all.map(|(id, text)| {
        let puzzle = Puzzle::read(content, edition, id, text).map_err(|p| broken(&p))?;
        Ok(PuzzleFace {
            edition: edition.to_owned(),
            id: id.to_owned(),
            stars: puzzle.stars(),
            title: puzzle.title,
            question: puzzle.question,
            solved: puzzle.solved,
        })
    })
    .collect()
}

/// The table of a position, with the learner in one seat and nobody in the other.
fn table(
    content: &Arc<Content>,
    id: &str,
    edition: &str,
    game: Game,
    names: Arc<Names>,
    dice: Vec<Face>,
    own: Seat,
) -> Result<LocalTable> {
    let seat = |seat: Seat| {
        let first = game.table.roster(seat).next();
        PlannedSeat {
            kind: match seat == own {
                true => SeatKind::Human,
                false => SeatKind::Opponent {
                    level: "teacher".to_owned(),
                },
            },
            name: match seat == own {
                true => "You".to_owned(),
                false => "Opponent".to_owned(),
            },
            warband: first.map_or_else(String::new, |who| band(content, edition, &game, who)),
            deck: None,
        }
    };
    let plan = Plan {
        edition: edition.to_owned(),
        variant: Vec::new(),
        seats: game.state.all_seats().map(seat).collect(),
        boards: Vec::new(),
        own_boards: Vec::new(),
        hot_seat: false,
        public: false,
        clock: None,
        series: None,
        seed: Seed::repeatable(1),
        given: Vec::new(),
        rated: false,
        prelude: None,
        marked: false,
    };
    let chance = Dice::Written(dice.into(), Box::new(plan.seed.dice()));
    let play = Play::staged(id, plan, game, names, chance)?;
    LocalTable::at(Arc::clone(content), play, 1 << own.0)
}

/// The name of the warband that a fighter is of; none for one made up.
fn band(content: &Content, edition: &str, game: &Game, who: FighterId) -> String {
    let name = &game.table.entrant(who).def.name;
    let mut bands = content.catalog.warbands.iter();
    bands
        .find(|b| {
            content.catalog.plays(edition, &b.edition)
                && b.def.fighters.iter().any(|f| f.name == *name)
        })
        .map_or_else(String::new, |b| b.def.name.clone())
}

/// Answers what is said in a lesson.
///
/// # Errors
/// There is no such lesson, or its script does not fit the rules, which is a bug.
pub fn in_lesson(content: &Arc<Content>, id: &str, ask: SceneAsk) -> Result<SceneAnswer> {
    let mut all = pack::lessons().into_iter();
    let (file, text) = all
        .find(|(file, _)| name_of(file) == id)
        .ok_or_else(|| missing("lesson", id))?;
    let lesson = Lesson::read(content, file, text).map_err(|p| broken(&p))?;
    let steps = lesson.steps().count();
    let done = (ask.done as usize).min(steps);
    let (scene, before) = lesson.place(done);
    let begun = scenario::position(content, &scene.scenario, &lesson.edition)
        .map_err(|no| internal(format!("{file}:{}: {}", no.line, no.message)))?;
    let (game, names) = (begun.game, begun.names);
    let dice = scene.dice.clone();
    let mut table = table(content, id, &lesson.edition, game, names, dice, LEARNER)?;
    if before == 0 && matches!(ask.message, ClientMessage::Hello { .. }) {
        // What opens a scene is seen as it happens.
        table.welcome(None);
        open(&mut table, scene)?;
        return Ok(said(table.take_said(), done));
    }
    open(&mut table, scene)?;
    for number in 0..before {
        step(&mut table, scene, number)?;
    }
    table.take_said();
    let mut now = done;
    match ask.message {
        ClientMessage::Choose { choice, .. } if done < steps => {
            let on = table.play().on_table()?;
            let made = on.read(LEARNER, &choice)?;
            let right = on.read(LEARNER, &scene.steps[before].choice)?;
            if made == right {
                step(&mut table, scene, before)?;
                now += 1;
            } else if on.refusal(LEARNER, made).is_some() {
                table.hear(ClientMessage::WhyNot { choice });
            } else {
                let label = choice::plain(&on.game, &on.names, LEARNER, &on.choices, right);
                let message =
                    format!("That is allowed, but here something else is shown: {label}.");
                return Ok(said(
                    vec![ServerMessage::Error {
                        problem: Problem::new(Code::Refused, message),
                    }],
                    done,
                ));
            }
        }
        message => asked(&mut table, message),
    }
    Ok(said(table.take_said(), now))
}

fn said(messages: Vec<ServerMessage>, done: usize) -> SceneAnswer {
    SceneAnswer {
        messages,
        done: done as u32,
        verdict: None,
    }
}

/// Hears what may be said at such a table: questions, not orders.
fn asked(table: &mut LocalTable, message: ClientMessage) {
    use ClientMessage::{Hello, Hint, Odds, Ping, Strikes, WhyNot};
    match message {
        Hello { .. } => table.welcome(None),
        WhyNot { .. } | Odds { .. } | Strikes { .. } | Hint { .. } | Ping => table.hear(message),
        _ => {}
    }
}

/// Makes a choice of the script, once it can be made.
fn act(table: &mut LocalTable, seat: Seat, text: &str) -> Result<()> {
    go_on(table, seat, Some(text))?;
    let choice = table.play().on_table()?.read(seat, text)?;
    table.act(seat, choice)
}

/// Makes what opens a scene, up to its first step.
fn open(table: &mut LocalTable, scene: &Scene) -> Result<()> {
    for (seat, text) in &scene.opening {
        act(table, *seat, text)?;
    }
    let first = scene.steps.first();
    go_on(table, LEARNER, first.map(|step| step.choice.as_str()))
}

/// Makes the choice of a step, and what follows it up to the next step.
fn step(table: &mut LocalTable, scene: &Scene, number: usize) -> Result<()> {
    let step = &scene.steps[number];
    act(table, LEARNER, &step.choice)?;
    for (seat, text) in &step.answers {
        act(table, *seat, text)?;
    }
    let next = scene.steps.get(number + 1);
    go_on(table, LEARNER, next.map(|step| step.choice.as_str()))
}

/// Makes what nobody has to think about until a seat can make a choice: the only choice there is, or a pass.
fn go_on(table: &mut LocalTable, seat: Seat, wanted: Option<&str>) -> Result<()> {
    let Some(wanted) = wanted else {
        return Ok(());
    };
    for _ in 0..MOST {
        let on = table.play().on_table()?;
        let Pending::Decide(decider) = on.pending else {
            return Err(internal(format!(
                "nobody decides where `{wanted}` is wanted"
            )));
        };
        if decider == seat
            && let Ok(choice) = on.read(seat, wanted)
            && on.refusal(seat, choice).is_none()
        {
            return Ok(());
        }
        let list = &on.choices;
        let pass = list
            .iter()
            .find(|choice| matches!(choice.verb, Verb::Pass | Verb::Done | Verb::Stay));
        let idle: Choice = match (&list[..], pass) {
            ([only], _) => *only,
            (_, Some(pass)) => *pass,
            _ => break,
        };
        table.act(decider, idle)?;
    }
    Err(internal(format!("`{wanted}` cannot be made here")))
}

/// The name under which a puzzle of one's own is asked about.
const OWN: &str = "own";
/// Longer files are not read.
const LONGEST: usize = 20_000;

/// The puzzle that is asked about: one of this program, or the position of a file.
fn puzzle_of(
    content: &Content,
    edition: &str,
    id: &str,
    own: Option<&str>,
) -> Result<(Puzzle, Posed)> {
    if let (OWN, Some(text)) = (id, own) {
        return own_puzzle(content, edition, text);
    }
    let mut all = pack::puzzles(edition).into_iter();
    let (file, text) = all
        .find(|(file, _)| *file == id)
        .ok_or_else(|| missing("puzzle", id))?;
    let puzzle = Puzzle::read(content, edition, file, text).map_err(|p| broken(&p))?;
    let posed = puzzle.pose(content).map_err(|p| broken(&[p]))?;
    Ok((puzzle, posed))
}

/// The position of somebody's file, with whoever decides there to be asked.
fn own_puzzle(content: &Content, edition: &str, text: &str) -> Result<(Puzzle, Posed)> {
    if text.len() > LONGEST {
        let message = format!("The file is longer than {LONGEST} letters.");
        return Err(Problem::invalid(message));
    }
    let wrong = |problems: &[gloryhex_notation::Problem]| {
        let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
        Problem::invalid(told.join("; "))
    };
    let read = scenario::read(content, "puzzle.md", text, Some(edition)).map_err(|p| wrong(&p))?;
    let Ok([scenario]) = <[Scenario; 1]>::try_from(read) else {
        let message = "The file should hold one scenario, the position of the puzzle.";
        return Err(Problem::invalid(message));
    };
    if !scenario.editions.iter().any(|name| name == edition) {
        let message = format!("The file is about another edition than {edition}.");
        return Err(Problem::invalid(message));
    }
    let begun = scenario::position(content, &scenario, edition)
        .map_err(|no| Problem::invalid(format!("puzzle.md:{}: {}", no.line, no.message)))?;
    let mut game = begun.game;
    let mut offered = Choices::new();
    let Pending::Decide(seat) = game.go_on(&mut Later, None, &mut offered) else {
        let message =
            "Nobody has anything to decide in this position: place a fighter on either side.";
        return Err(Problem::invalid(message));
    };
    let puzzle = Puzzle {
        title: scenario.name.clone(),
        question: String::new(),
        seat,
        answers: Vec::new(),
        tempting: Vec::new(),
        because: Vec::new(),
        solved: Vec::new(),
        scenario,
    };
    let names = begun.names;
    let posed = Posed {
        game,
        offered,
        names,
    };
    Ok((puzzle, posed))
}

/// Answers what is said at a puzzle.
///
/// # Errors
/// There is no such puzzle, a file of one's own cannot be set up, or there is too much to look at.
pub fn at_puzzle(
    content: &Arc<Content>,
    edition: &str,
    id: &str,
    ask: SceneAsk,
) -> Result<SceneAnswer> {
    let (puzzle, posed) = puzzle_of(content, edition, id, ask.file.as_deref())?;
    let (game, names) = (posed.game.clone(), Arc::clone(&posed.names));
    let mut table = table(content, id, edition, game, names, Vec::new(), puzzle.seat)?;
    let ClientMessage::Choose { choice: text, .. } = ask.message else {
        asked(&mut table, ask.message);
        return Ok(said(table.take_said(), 0));
    };
    let on = table.play().on_table()?;
    let made = on.read(puzzle.seat, &text)?;
    if on.refusal(puzzle.seat, made).is_some() {
        table.hear(ClientMessage::WhyNot { choice: text });
        return Ok(said(table.take_said(), 0));
    }
    Ok(SceneAnswer {
        messages: Vec::new(),
        done: 1,
        verdict: Some(verdict(&puzzle, &posed, made)?),
    })
}

/// What became of a choice, from the file or, where that does not mention it, by looking there and then.
fn verdict(puzzle: &Puzzle, posed: &Posed, made: Choice) -> Result<Verdict> {
    let shown = |choice: Choice, wins: f64| Rated {
        label: choice::plain(
            &posed.game,
            &posed.names,
            puzzle.seat,
            &posed.offered,
            choice,
        ),
        wins,
    };
    let known = |rated: &gloryhex_notation::puzzle::Rated| {
        let read = posed.read(puzzle.seat, &rated.choice).ok()?;
        Some((read, rated.wins))
    };
    let large = |_| {
        Problem::invalid(
            "Too much can happen from here to tell what is best. Place fewer fighters or tokens.",
        )
    };
    let answers: Vec<(Choice, f64)> = puzzle.answers.iter().filter_map(known).collect();
    if let Some((best, _)) = answers.first() {
        let mut rated = puzzle.answers.iter().chain(&puzzle.tempting);
        let found = rated.find_map(|rated| known(rated).filter(|(choice, _)| *choice == made));
        let mut because = puzzle.because.clone();
        let wins = match found {
            Some((_, wins)) => wins,
            None => {
                let (wins, told) =
                    beside(posed, puzzle.seat, made, *best, LARGEST).map_err(large)?;
                because.insert(1.min(because.len()), told);
                100.0 * wins
            }
        };
        let answers = answers.iter().map(|(choice, wins)| shown(*choice, *wins));
        return Ok(Verdict {
            right: puzzle.solves(posed, made),
            chosen: shown(made, wins),
            answers: answers.collect(),
            because,
        });
    }
    let judged = judge(posed, puzzle.seat, made, LARGEST).map_err(large)?;
    let answers = judged.answers.iter();
    Ok(Verdict {
        right: judged.answers.iter().any(|(choice, _)| *choice == made),
        chosen: shown(made, 100.0 * judged.wins),
        answers: answers
            .map(|(c, worth)| shown(*c, 100.0 * worth.wins))
            .collect(),
        because: judged.because,
    })
}
