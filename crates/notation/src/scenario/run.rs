//! Playing a scenario: the script's lines one after the other.

use super::{
    check, known,
    position::{self, Begun},
    report::Failure,
    script::{Script, waiting},
    syntax::{Scenario, Statement, Step, Text, Times},
};
use crate::{choice, decision, event, index, names::Names, problem::Problem};
use gloryhex_editions::Content;
use gloryhex_engine::{Choice, Choices, Game, Log, Pending, Refusal};
use gloryhex_model::{Rule, Seat};
use std::{cell::OnceCell, sync::Arc};

/// Decisions passed over in a row before the runner gives up.
const MAX_PASSES: usize = 500;

pub(super) type Checked = Result<(), String>;

/// A scenario being played.
pub(super) struct Runner<'c> {
    content: &'c Content,
    pub game: Game,
    pub names: Arc<Names>,
    script: Script,
    log: Log,
    /// Rules that events cited so far.
    cited: Vec<Rule>,
    pending: Pending,
    /// The choices of whoever decides.
    offered: Choices,
    windows_all: bool,
}

/// Plays a scenario in an edition; `None` if everything went as it says.
pub fn run(content: &Content, scenario: &Scenario, edition: &str) -> Option<Failure> {
    let begun = match position::build(content, scenario, edition) {
        Ok(begun) => begun,
        Err(impossible) => {
            return Some(Failure {
                line: impossible.line,
                message: format!(
                    "expected a position that can be set up, got {}",
                    impossible.message
                ),
            });
        }
    };
    let mut runner = Runner::new(content, begun);
    let names = OnceCell::new();
    let mut last = scenario.line;
    for line in &scenario.lines {
        let Statement::Step(step) = &line.what else {
            continue;
        };
        if !line.editions.is_empty() && !line.editions.iter().any(|e| e == edition) {
            continue;
        }
        last = line.line;
        let known = || names.get_or_init(|| known::names(content, &runner.game.table, edition));
        if !line.quoted.is_empty()
            && let Some(message) = known::unknown_name(known(), &line.quoted)
        {
            return Some(Failure {
                line: line.line,
                message,
            });
        }
        if let Err(message) = runner.step(step) {
            return Some(Failure {
                line: line.line,
                message: format!("expected {message}"),
            });
        }
    }
    runner.finish().err().map(|message| Failure {
        line: last,
        message: format!("expected {message}"),
    })
}

impl<'c> Runner<'c> {
    fn new(content: &'c Content, begun: Begun) -> Runner<'c> {
        let script = Script::new(Arc::clone(&begun.names));
        let mut runner = Runner {
            content,
            game: begun.game,
            names: begun.names,
            script,
            log: Log::default(),
            cited: Vec::new(),
            pending: Pending::Over,
            offered: Choices::new(),
            windows_all: begun.windows_all,
        };
        runner.resolve(None);
        runner
    }

    /// Makes a choice, if there is one, and goes on until somebody has something to decide, passing over what only can
    /// be passed.
    fn resolve(&mut self, mut choice: Option<Choice>) {
        for _ in 0..MAX_PASSES {
            let (log, list) = (Some(&mut self.log), &mut self.offered);
            self.pending = match choice {
                Some(choice) => self.game.make(choice, &mut self.script, log, list),
                None => self.game.go_on(&mut self.script, log, list),
            };
            choice = self.only_pass().filter(|_| !self.windows_all);
            if choice.is_none() {
                return;
            }
        }
    }

    /// The choice that passes, if it is the only one and not an activation's.
    fn only_pass(&self) -> Option<Choice> {
        match self.offered.as_slice() {
            [only] if only.declines() && self.kind() != Some("activation") => Some(*only),
            _ => None,
        }
    }

    /// The word for the pending decision.
    fn kind(&self) -> Option<&'static str> {
        decision::kind(&self.game, &self.offered)
    }

    fn step(&mut self, step: &Step) -> Checked {
        match step {
            Step::Dice(faces) => {
                self.script.dice.extend(faces);
                self.go_on()
            }
            Step::Draw(names) => {
                let names = names.iter().map(|(name, _)| name.clone());
                self.script.draws.extend(names);
                self.go_on()
            }
            Step::Choose(seat, text) => self.choose(*seat, text),
            Step::Passes => self.pass_on(),
            Step::Offered(seat, texts, yes) => self.offered(*seat, texts, *yes),
            Step::Refused(seat, text, rule, remedy) => self.refused(*seat, text, rule, remedy),
            Step::Asked(seat, kind) => self.asked(*seat, kind),
            Step::Event(times, word, about) => self.holds(|run| run.event(*times, word, about)),
            Step::Expect(expect) => self.holds(|run| check::check(run, expect)),
        }
    }

    /// Goes on if the game was waiting for chance.
    fn go_on(&mut self) -> Checked {
        if let Pending::Chance(_) = self.pending {
            self.resolve(None);
        }
        self.fault()
    }

    fn fault(&mut self) -> Checked {
        if let Some(fault) = self.script.fault.take() {
            return Err(fault);
        }
        let edition = &self.game.table.rules.name;
        for event in &self.log.events {
            let rule = event.rule;
            if self.cited.contains(&rule) {
                continue;
            }
            self.cited.push(rule);
            if !index::has(self.content, edition, rule) {
                let id = rule.id();
                return Err(format!(
                    "events to cite rules of {edition}, got `{id}`: this is a bug"
                ));
            }
        }
        match self.pending {
            Pending::Fault => Err("the game to go on, got an internal limit: this is a bug".into()),
            _ => Ok(()),
        }
    }

    /// Takes decisions in which there is nothing to decide, until `fits` or somebody really decides.
    fn skip_forced(&mut self, fits: impl Fn(&Self) -> bool) {
        for _ in 0..MAX_PASSES {
            match self.offered.as_slice() {
                [only] if !only.declines() && !fits(self) => self.resolve(Some(*only)),
                _ => return,
            }
        }
    }

    /// Whether something holds, if need be after decisions in which there is nothing to decide
    /// and for which dice or cards of the script wait.
    fn holds(&mut self, check: impl Fn(&Self) -> Checked) -> Checked {
        let Err(first) = check(self) else {
            return Ok(());
        };
        self.skip_forced(|run| run.script.dice.is_empty() && run.script.draws.is_empty());
        check(self).map_err(|_| first)
    }

    fn fits(&self, seat: Seat, text: &Text) -> bool {
        self.pending == Pending::Decide(seat)
            && self
                .fitting(seat, &text.text)
                .is_ok_and(|found| !found.is_empty())
    }

    /// The choices on offer that a text fits.
    fn fitting(&self, seat: Seat, text: &str) -> Result<Vec<Choice>, Problem> {
        choice::fitting(&self.game, &self.names, seat, &self.offered, text)
    }

    /// Reads a choice, which need not be on offer.
    fn read(&self, seat: Seat, text: &str) -> Result<Choice, Problem> {
        choice::read(&self.game, &self.names, seat, &self.offered, text)
    }

    /// Why a choice is not allowed now.
    fn refusal(&self, seat: Seat, choice: Choice) -> Option<Refusal> {
        self.game.refusal(seat, choice, &self.offered)
    }

    fn choose(&mut self, seat: Seat, text: &Text) -> Checked {
        self.skip_forced(|run| run.fits(seat, text));
        let decides = self.decides();
        if self.pending != Pending::Decide(seat) {
            let seat = seat.number();
            return Err(format!(
                "seat {seat} to decide `{}`, got {decides}",
                text.text
            ));
        }
        let found = self.fitting(seat, &text.text);
        let choice = match found.map_err(|problem| no_choice(&problem))?.as_slice() {
            [] => return Err(self.not_offered(seat, text)),
            [only] => *only,
            _ => self
                .read(seat, &text.text)
                .map_err(|problem| no_choice(&problem))?,
        };
        self.log.events.clear();
        self.resolve(Some(choice));
        self.fault()
    }

    fn not_offered(&self, seat: Seat, text: &Text) -> String {
        let read = self.read(seat, &text.text);
        let why = read
            .ok()
            .and_then(|choice| self.refusal(seat, choice))
            .map_or_else(String::new, |refusal| {
                format!(" ({}: {})", refusal.rule.id(), self.remedy(&refusal))
            });
        format!("`{}` to be offered, got {}{why}", text.text, self.decides())
    }

    fn pass_on(&mut self) -> Checked {
        self.log.events.clear();
        for _ in 0..MAX_PASSES {
            let Pending::Decide(_) = self.pending else {
                break;
            };
            let stops = ["activation", "score", "discard", "upgrade"];
            if self.kind().is_some_and(|kind| stops.contains(&kind)) {
                break;
            }
            let mut offered = self.offered.iter().copied();
            let Some(pass) = offered.find(|choice| choice.declines()) else {
                break;
            };
            self.resolve(Some(pass));
        }
        self.fault()
    }

    fn offered(&mut self, seat: Seat, texts: &[Text], yes: bool) -> Checked {
        if yes {
            self.skip_forced(|run| texts.iter().any(|text| run.fits(seat, text)));
        }
        if self.pending != Pending::Decide(seat) {
            return match yes {
                true => Err(format!(
                    "seat {} to decide, got {}",
                    seat.number(),
                    self.decides()
                )),
                false => Ok(()),
            };
        }
        for text in texts {
            let found = match self.fitting(seat, &text.text) {
                Err(_) if !yes && self.anothers_card(&text.text) => Vec::new(),
                found => found.map_err(|problem| no_choice(&problem))?,
            };
            if found.is_empty() == yes {
                return Err(match yes {
                    true => self.not_offered(seat, text),
                    false => format!("`{}` not to be offered, got it offered", text.text),
                });
            }
        }
        Ok(())
    }

    /// Whether the text names a card that somebody at the table has.
    fn anothers_card(&self, text: &str) -> bool {
        let name = text.split('"').nth(1).unwrap_or_default();
        Seat::all(4).any(|seat| self.names.find_cards(seat, name, 1).is_ok())
    }

    fn remedy(&self, refusal: &Refusal) -> String {
        self.content.remedy(&self.game.table, refusal)
    }

    fn refused(&self, seat: Seat, text: &Text, rule: &str, told: &str) -> Checked {
        let read = self.read(seat, &text.text);
        let choice = read.map_err(|problem| no_choice(&problem))?;
        let edition = &self.game.table.rules.name;
        let wanted = rule.strip_prefix(&format!("{edition}.")).unwrap_or(rule);
        match self.refusal(seat, choice) {
            None => Err(format!("`{}` to be refused, got it offered", text.text)),
            Some(refusal) => {
                let (id, remedy) = (refusal.rule.id(), self.remedy(&refusal));
                if id == wanted && (told.is_empty() || told == remedy) {
                    return Ok(());
                }
                let told = if told.is_empty() {
                    String::new()
                } else {
                    format!(" ({told})")
                };
                Err(format!(
                    "`{}` to be refused by {wanted}{told}, got {id} ({remedy})",
                    text.text,
                ))
            }
        }
    }

    fn asked(&self, seat: Seat, kind: &str) -> Checked {
        let is = self.kind();
        let narrow = decision::target_kind(&self.offered).filter(|_| is == Some("target"));
        if self.pending == Pending::Decide(seat) && (is == Some(kind) || narrow == Some(kind)) {
            return Ok(());
        }
        let seat = seat.number();
        Err(format!(
            "seat {seat} to be asked {kind}, got {}",
            self.decides()
        ))
    }

    fn event(&self, times: Times, word: &str, about: &[String]) -> Checked {
        let mut seen = Vec::new();
        let mut found = 0;
        for event in &self.log.events {
            for (name, subjects) in event::words(&self.game, &self.names, event) {
                found += u32::from(name == word && contains(&subjects, about));
                seen.push(format!("{name} {}", subjects.join(" ")));
            }
        }
        let wanted = format!("{word} {}", about.join(" "));
        match (times, found) {
            (Times::Some, 1..) | (Times::Never, 0) | (Times::Once, 1) => Ok(()),
            (Times::Never, _) => Err(format!("no event `{}`, got it", wanted.trim())),
            (Times::Some | Times::Once, 0) => Err(format!(
                "the event `{}`, got {}; then {}",
                wanted.trim(),
                seen.join("; "),
                self.decides()
            )),
            (_, n) => Err(format!("one event `{}`, got {n}", wanted.trim())),
        }
    }

    fn finish(&mut self) -> Checked {
        self.fault()?;
        let dice: Vec<&str> = self.script.dice.iter().map(|face| face.word()).collect();
        if !dice.is_empty() {
            return Err(format!(
                "every die to be rolled, got {} left over and {}",
                dice.join(" "),
                self.decides()
            ));
        }
        let draws: Vec<String> = self
            .script
            .draws
            .iter()
            .map(|n| format!("\"{n}\""))
            .collect();
        if !draws.is_empty() {
            return Err(format!(
                "every card to be drawn, got {} left over and {}",
                draws.join(" "),
                self.decides()
            ));
        }
        Ok(())
    }

    /// What the game waits for, in words.
    fn decides(&self) -> String {
        match self.pending {
            Pending::Decide(seat) => {
                let kind = self.kind().unwrap_or("nothing");
                let offered = &self.offered;
                let mut texts: Vec<String> = offered
                    .iter()
                    .take(8)
                    .map(|choice| choice::write(&self.game, &self.names, seat, *choice))
                    .collect();
                if offered.len() > texts.len() {
                    texts.push(format!("and {} more", offered.len() - texts.len()));
                }
                let seat = seat.number();
                format!("seat {seat} asked {kind} [{}]", texts.join("; "))
            }
            Pending::Chance(ask) => format!("the game waiting for {}", waiting(ask)),
            Pending::Over => "the game over".to_owned(),
            Pending::Fault => "an internal limit".to_owned(),
        }
    }
}

/// What is wrong with a choice as written.
fn no_choice(problem: &Problem) -> String {
    format!("a choice: {}", problem.told())
}

/// Whether the wanted words stand among the others in this order.
fn contains(subjects: &[String], wanted: &[String]) -> bool {
    let mut rest = subjects.iter();
    wanted
        .iter()
        .all(|word| rest.any(|subject| subject.eq_ignore_ascii_case(word)))
}
