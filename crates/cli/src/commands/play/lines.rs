//! The game line by line: for pipes, screen readers and simple terminals.
//!
//! Choices are typed in the notation that scenarios and replays use.

use super::{Front, Left, again::Again, board, colour, keyboard::Keyboard, save};
use crate::{commands::text_of, packs::content, trouble::Trouble};
use anstream::AutoStream;
use gloryhex_engine::{Choice, Source};
use gloryhex_model::Seat;
use gloryhex_notation::choice;
use gloryhex_search::{Budget, hint};
use gloryhex_terminal::{Next, Sitting, Told};
use std::io::{StdoutLock, Write, stdout};

const HELP: &str = "\
  a choice        move brute c4, attack brute orc axe, play \"Sidestep\", pass, …
  ?               everything you may choose now; a number picks from that list
  board           the battlefield     fighters        all warbands with their weapons
  hand            your cards, and what they do
  history [N]     what happened, or the last N lines of it
  why CHOICE      why something is not allowed
  hint            the best few choices and why
  undo            take your last choice back, unless something was shown since
  save FILE       keep the game for `gloryhex play --load FILE`
  quit            leave";

/// How long a hint is thought about.
const HINT: Budget = Budget::Iterations(600);

/// Groups of choices shown before a player asks for all of them.
const SHOWN: usize = 14;

/// What the person at the keyboard wants.
enum Answer {
    Choice(Choice),
    Back,
    Again,
    Quit,
}

/// Lines from the keyboard, lines to the terminal.
pub struct Lines {
    /// The words of the command that begins this game again, and those that go on with a save.
    again: Again,
    keyboard: Keyboard,
    out: AutoStream<StdoutLock<'static>>,
    /// How much of what was told has been printed.
    printed: usize,
}

impl Front for Lines {
    fn run(&mut self, sitting: &mut Sitting) -> Result<Left, Trouble> {
        let mut last_asked = None;
        loop {
            let next = sitting.go_on();
            self.tell(sitting)?;
            match next.map_err(Trouble::input)? {
                Next::Over(words) => {
                    writeln!(self.out, "{words}")?;
                    return Ok(Left::Over);
                }
                Next::Thinks(seat) => {
                    if let Err(misdeed) = sitting.think(seat) {
                        let (n, who) = (seat.number(), &sitting.seats.opponent);
                        writeln!(self.out, "[{n}] {who} {misdeed}; it has lost the game")?;
                        return Ok(Left::Lost(seat));
                    }
                }
                Next::Asks(seat) => {
                    if last_asked != Some(sitting.game.state.clock.turn) {
                        last_asked = Some(sitting.game.state.clock.turn);
                        self.show_board(sitting, seat)?;
                    }
                    match self.ask(sitting, seat)? {
                        Answer::Choice(choice) => sitting.choose(seat, choice),
                        Answer::Back => self.take_back(sitting, seat)?,
                        Answer::Again | Answer::Quit => return Ok(Left::Quit),
                    }
                }
            }
        }
    }

    fn say(&mut self, _: &mut Sitting, words: &str) -> Result<(), Trouble> {
        writeln!(self.out, "{words}")?;
        Ok(())
    }
}

impl Lines {
    /// The lines of this process.
    pub fn open(again: Again) -> Lines {
        Lines {
            again,
            keyboard: Keyboard::open(),
            out: AutoStream::auto(stdout()).lock(),
            printed: 0,
        }
    }

    /// Says who plays, and how to play the same game again.
    pub fn welcome(&mut self, sitting: &Sitting, loaded: bool) -> Result<(), Trouble> {
        let (title, seed) = (&sitting.game.table.rules.title, sitting.seed);
        writeln!(self.out, "{title}, seed {seed}. Type `help` for help.")?;
        for seat in sitting.game.state.all_seats() {
            let who = match sitting.human(seat) {
                true => "you".to_owned(),
                false => sitting.seats.opponent.to_string(),
            };
            let roster = sitting.game.table.roster(seat);
            let names: Vec<&str> = roster.map(|f| sitting.names.printed(f)).collect();
            let (number, names) = (seat.number(), names.join(", "));
            writeln!(self.out, "Seat {number} ({who}): {names}")?;
        }
        if !loaded {
            let again = self.again.start_anew(&sitting.spec.edition, seed);
            writeln!(self.out, "The same dice again: {again}\n")?;
        }
        Ok(())
    }

    /// Prints what was told since.
    fn tell(&mut self, sitting: &Sitting) -> Result<(), Trouble> {
        for told in &sitting.told[self.printed..] {
            print(&mut self.out, told)?;
        }
        self.printed = sitting.told.len();
        Ok(())
    }

    /// Prints the last of what was told again.
    fn history(&mut self, sitting: &Sitting, lines: &str) -> Result<(), Trouble> {
        let Ok(count) = lines.parse::<usize>().or(match lines {
            "" => Ok(usize::MAX),
            _ => Err(()),
        }) else {
            writeln!(self.out, "Say how many lines: history 20")?;
            return Ok(());
        };
        let first = sitting.told.len().saturating_sub(count);
        for told in &sitting.told[first..] {
            print(&mut self.out, told)?;
        }
        Ok(())
    }

    /// Takes the seat's last choice back, or says why that cannot be.
    fn take_back(&mut self, sitting: &mut Sitting, seat: Seat) -> Result<(), Trouble> {
        match sitting.take_back(seat) {
            Ok(()) => {
                writeln!(self.out, "Taken back.")?;
                self.show_board(sitting, seat)?;
            }
            Err(why) => writeln!(self.out, "{why}")?,
        }
        Ok(())
    }

    fn show_board(&mut self, sitting: &Sitting, seat: Seat) -> Result<(), Trouble> {
        if sitting.game.grid.is_empty() {
            return Ok(());
        }
        let board = board::battlefield(&sitting.game, &sitting.names, Some(seat));
        let warbands = board::warbands(&sitting.game, &sitting.names, false);
        writeln!(self.out, "\n{board}{warbands}")?;
        Ok(())
    }

    /// The best few choices, by what the seat may know.
    fn hint(&mut self, sitting: &Sitting, seat: Seat) -> Result<(), Trouble> {
        for hint in hint(
            &sitting.game,
            seat,
            sitting.choices(),
            3,
            HINT,
            sitting.seed,
        ) {
            let words = choice::write(&sitting.game, &sitting.names, seat, hint.choice);
            let percent = 100.0 * hint.wins;
            writeln!(
                self.out,
                "  {words}: {percent:.0} % to win. {}",
                hint.reason
            )?;
        }
        Ok(())
    }

    /// Asks until the person has decided something.
    fn ask(&mut self, sitting: &Sitting, seat: Seat) -> Result<Answer, Trouble> {
        self.summarize(sitting, seat)?;
        loop {
            let kind = sitting.kind().unwrap_or("decision");
            let round = sitting.game.state.clock.round;
            let prompt = format!("round {round}, seat {}, {kind}> ", seat.number());
            let Some(line) = self.keyboard.line(&mut self.out, &prompt)? else {
                return Ok(Answer::Quit);
            };
            match self.answer(sitting, seat, line.trim())? {
                Answer::Again => {}
                decided => return Ok(decided),
            }
        }
    }

    fn answer(&mut self, sitting: &Sitting, seat: Seat, line: &str) -> Result<Answer, Trouble> {
        let list = sitting.choices();
        if let Ok(number) = line.parse::<usize>() {
            let picked = number.checked_sub(1).and_then(|ix| list.get(ix));
            return match picked {
                Some(choice) => Ok(Answer::Choice(*choice)),
                None => {
                    writeln!(
                        self.out,
                        "There are choices 1 to {}; `?` lists them.",
                        list.len()
                    )?;
                    Ok(Answer::Again)
                }
            };
        }
        if let Some(choice) = legal(sitting, seat, line) {
            return Ok(Answer::Choice(choice));
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word.to_lowercase().as_str() {
            "" => self.summarize(sitting, seat)?,
            "quit" | "exit" => return Ok(Answer::Quit),
            "help" => writeln!(self.out, "{HELP}")?,
            "board" => self.show_board(sitting, seat)?,
            "fighters" => {
                let text = board::warbands(&sitting.game, &sitting.names, true);
                write!(self.out, "{text}")?;
            }
            "undo" => return Ok(Answer::Back),
            "hand" => self.hand(sitting, seat)?,
            "hint" => self.hint(sitting, seat)?,
            "save" if rest.is_empty() => writeln!(self.out, "Say where to: save FILE")?,
            "save" => writeln!(self.out, "{}", save(&self.again, sitting, seat, rest))?,
            "history" => self.history(sitting, rest)?,
            "?" => {
                for (ix, choice) in list.iter().enumerate() {
                    let words = choice::write(&sitting.game, &sitting.names, seat, *choice);
                    writeln!(self.out, "{:4}  {words}", ix + 1)?;
                }
            }
            command => {
                let why = command == "why";
                let asked = if why { rest } else { line };
                match sitting.read(seat, asked) {
                    Err(problem) => writeln!(self.out, "{problem}")?,
                    Ok(choice) => match sitting.refused(content(), seat, choice) {
                        None if why => writeln!(self.out, "That is allowed.")?,
                        None => return Ok(Answer::Choice(choice)),
                        Some(refusal) => writeln!(self.out, "{refusal}")?,
                    },
                }
            }
        }
        Ok(Answer::Again)
    }

    /// The choices in a few lines: those that begin with the same two words share one.
    fn summarize(&mut self, sitting: &Sitting, seat: Seat) -> Result<(), Trouble> {
        let list = sitting.choices();
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for choice in list.iter() {
            let text = choice::write(&sitting.game, &sitting.names, seat, *choice);
            let (head, tail) = split(&text);
            match groups.last_mut() {
                Some((last, tails)) if *last == head => tails.push(tail.into()),
                _ => groups.push((head.into(), vec![tail.into()])),
            }
        }
        for (head, tails) in groups.iter().take(SHOWN) {
            let some: Vec<&str> = tails.iter().take(8).map(String::as_str).collect();
            let more = match tails.len() - some.len() {
                0 => String::new(),
                more => format!(" … {more} more"),
            };
            writeln!(self.out, "  {head} {}{more}", some.join(" | "))?;
        }
        if groups.len() > SHOWN {
            writeln!(self.out, "  … `?` lists all {} choices", list.len())?;
        }
        Ok(())
    }

    fn hand(&mut self, sitting: &Sitting, seat: Seat) -> Result<(), Trouble> {
        for (source, card) in sitting.hand(seat) {
            let kind = match source.slot >= Source::OBJECTIVES {
                true => "objective",
                false => "power",
            };
            let name = colour::paint(colour::seat(seat), sitting.names.card(source));
            writeln!(self.out, "  {kind:9} {name}")?;
            for line in text_of(card).lines() {
                writeln!(self.out, "            {line}")?;
            }
        }
        Ok(())
    }
}

/// The choice a line is the notation of, if it is allowed: it wins over a command of the same word.
fn legal(sitting: &Sitting, seat: Seat, line: &str) -> Option<Choice> {
    let choice = sitting.read(seat, line).ok()?;
    let allowed = sitting.choices().contains(&choice);
    allowed.then_some(choice)
}

fn print(out: &mut impl Write, told: &Told) -> Result<(), Trouble> {
    match told {
        Told::Event(sentence) => writeln!(out, "  {sentence}")?,
        Told::Chose(seat, words) => {
            let number = colour::paint(colour::seat(*seat), &format!("[{}]", seat.number()));
            writeln!(out, "{number} {words}")?;
        }
        Told::Why(words) => writeln!(out, "      {words}")?,
    }
    Ok(())
}

/// A choice's first two words and the rest.
fn split(text: &str) -> (&str, &str) {
    let mut spaces = text.match_indices(' ').map(|(at, _)| at);
    match (spaces.next(), spaces.next()) {
        (_, Some(at)) if !text.contains('"') => (&text[..at], &text[at + 1..]),
        (Some(at), _) => (&text[..at], &text[at + 1..]),
        _ => (text, ""),
    }
}
