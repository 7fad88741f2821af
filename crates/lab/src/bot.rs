//! Programs as players: JSON objects, one a line, over standard input and output (docs/bots.md).
//!
//! A program cannot take the match down: whatever it does wrong is reported as a misdeed, and the
//! process is ended with the player.

use crate::{
    bot_view,
    player::{Misdeed, Player},
};
use gloryhex_editions::Spec;
use gloryhex_engine::{Choice, Ending, Event, Game};
use gloryhex_model::Seat;
use gloryhex_notation::{Names, choice as notation, event as events};
use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, sync_channel},
    time::{Duration, Instant},
};

/// The version of the protocol.
pub const VERSION: u64 = 1;
/// The longest line a program may send.
const LONGEST: u64 = 1 << 20;

/// What programs are allowed and told.
#[derive(Clone, Debug)]
pub struct BotSettings {
    /// Time for an answer.
    pub time: Duration,
    /// Time to start and say hello.
    pub start: Duration,
    /// What is played with.
    pub spec: Spec,
}

impl BotSettings {
    /// Two seconds for an answer, ten to start.
    pub fn new(spec: Spec) -> BotSettings {
        BotSettings {
            time: Duration::from_secs(2),
            start: Duration::from_secs(10),
            spec,
        }
    }
}

/// A running program.
pub struct Bot {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<std::io::Result<String>>,
    settings: BotSettings,
    names: Option<Names>,
    asked: u64,
    wants_state: bool,
    wants_events: bool,
    /// What the program calls itself.
    pub name: String,
}

fn misdeed(what: impl Into<String>) -> Misdeed {
    Misdeed(what.into())
}

impl Bot {
    /// Starts a program and exchanges greetings.
    pub fn start(command: &str, settings: &BotSettings) -> Result<Bot, Misdeed> {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(command);
        // In a group of its own, so that whatever the command starts ends with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut shell, 0);
        let mut child = shell
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| misdeed(format!("cannot be started: {error}")))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(misdeed("has no standard input or output"));
        };
        let (send, lines) = sync_channel(64);
        std::thread::spawn(move || {
            let mut reader = BufReader::new(output);
            loop {
                let mut line = Vec::new();
                let read = (&mut reader).take(LONGEST).read_until(b'\n', &mut line);
                let line = match read {
                    Ok(0) => return,
                    Ok(_) => Ok(String::from_utf8_lossy(&line).into_owned()),
                    Err(error) => Err(error),
                };
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        let mut bot = Bot {
            child,
            input: Some(input),
            lines,
            settings: settings.clone(),
            names: None,
            asked: 0,
            wants_state: false,
            wants_events: false,
            name: String::new(),
        };
        bot.tell(&json!({"type": "hello", "version": VERSION, "program": "gloryhex"}))?;
        let hello = bot.hear(Instant::now() + settings.start, settings.start)?;
        if hello["type"] != "hello" || hello["version"] != VERSION {
            let error = format!("did not say hello in version {VERSION}: {}", short(&hello));
            bot.complain(&error);
            return Err(misdeed(error));
        }
        let wants = |what: &str| {
            let list = hello["wants"].as_array();
            list.is_some_and(|list| list.iter().any(|item| item == what))
        };
        bot.wants_state = wants("state");
        bot.wants_events = wants("events");
        bot.name = hello["name"].as_str().unwrap_or(command).to_owned();
        Ok(bot)
    }
    fn tell(&mut self, message: &Value) -> Result<(), Misdeed> {
        let line = format!("{message}\n");
        let told = match &mut self.input {
            Some(input) => input
                .write_all(line.as_bytes())
                .and_then(|()| input.flush())
                .is_ok(),
            None => false,
        };
        if told {
            return Ok(());
        }
        Err(match self.status(100) {
            Some(status) => misdeed(format!("ended in the middle of the game ({status})")),
            None => misdeed("closed its input"),
        })
    }
    /// How the program ended, if it does within so many times two milliseconds.
    fn status(&mut self, patience: u32) -> Option<ExitStatus> {
        for _ in 0..patience {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        None
    }
    fn complain(&mut self, what: &str) {
        // The game is lost already; whether the program hears of it does not matter.
        let _ = self.tell(&json!({"type": "error", "message": what}));
    }
    /// Reads a line before the deadline; `time` is what the program was given in all.
    fn hear(&mut self, deadline: Instant, time: Duration) -> Result<Value, Misdeed> {
        let left = deadline.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(left) {
            Ok(Ok(line)) => serde_json::from_str(line.trim()).map_err(|_| {
                let error = format!("sent a line that is not JSON: {}", clip(line.trim()));
                self.complain(&error);
                misdeed(error)
            }),
            Ok(Err(error)) => Err(misdeed(format!("cannot be read from: {error}"))),
            Err(RecvTimeoutError::Timeout) => {
                let error = format!("did not answer within {} ms", time.as_millis());
                self.complain(&error);
                Err(misdeed(error))
            }
            Err(RecvTimeoutError::Disconnected) => Err(match self.status(100) {
                Some(status) => misdeed(format!("ended in the middle of the game ({status})")),
                None => misdeed("closed its output"),
            }),
        }
    }
    /// Reads an answer to the question with this number. Answers to earlier ones are late and skipped.
    fn answer(&mut self, id: u64) -> Result<Value, Misdeed> {
        let deadline = Instant::now() + self.settings.time;
        loop {
            let answer = self.hear(deadline, self.settings.time)?;
            if answer["type"] == "choice" && answer["id"].as_u64().is_some_and(|other| other < id) {
                continue;
            }
            return Ok(answer);
        }
    }
}

fn clip(text: &str) -> String {
    let mut clipped: String = text.chars().take(80).collect();
    if clipped.len() < text.len() {
        clipped.push('…');
    }
    clipped
}

fn short(value: &Value) -> String {
    clip(&value.to_string())
}

impl Player for Bot {
    fn begin(&mut self, game: &Game, seat: Seat) -> Result<(), Misdeed> {
        let names = Names::of(&game.table);
        let start = bot_view::start(game, &names, seat, &self.settings.spec);
        self.names = Some(names);
        self.tell(&start)
    }
    fn watches(&self) -> bool {
        self.wants_events
    }
    fn see(&mut self, game: &Game, seen: &[Event]) {
        let Some(names) = &self.names else { return };
        if !self.wants_events {
            return;
        }
        let lines: Vec<String> = seen
            .iter()
            .map(|event| events::sentence(game, names, event))
            .collect();
        // A program that has gone away is found out at its next decision.
        let _ = self.tell(&json!({"type": "events", "lines": lines}));
    }
    fn decide(
        &mut self,
        game: &Game,
        seat: Seat,
        choices: &[Choice],
        _: u64,
    ) -> Result<Choice, Misdeed> {
        if let [only] = choices {
            return Ok(*only);
        }
        let Some(names) = &self.names else {
            return Err(misdeed("was asked before the game began"));
        };
        self.asked += 1;
        let id = self.asked;
        let texts: Vec<String> = choices
            .iter()
            .map(|choice| notation::write(game, names, seat, *choice))
            .collect();
        let mut question = json!({
            "type": "choose",
            "id": id,
            "milliseconds": self.settings.time.as_millis() as u64,
            "view": bot_view::view(game, names, seat),
            "choices": texts,
        });
        if self.wants_state {
            question["state"] = serde_json::to_value(game.view(Some(seat)))
                .map_err(|error| misdeed(format!("cannot be told the state: {error}")))?;
        }
        self.tell(&question)?;
        let answer = self.answer(id)?;
        let picked = match (answer["index"].as_u64(), answer["text"].as_str()) {
            _ if answer["type"] != "choice" || answer["id"] != id => None,
            (Some(index), _) => choices.get(index as usize).copied(),
            (None, Some(text)) => texts
                .iter()
                .position(|offered| offered == text)
                .map(|ix| choices[ix]),
            (None, None) => None,
        };
        picked.ok_or_else(|| {
            let error = format!("made no choice that was offered: {}", short(&answer));
            self.complain(&error);
            misdeed(error)
        })
    }
    fn end(&mut self, game: &Game, seat: Seat, ending: Ending) {
        // The game is over; a program that has gone away already loses nothing.
        let _ = self.tell(&bot_view::result(game, seat, ending));
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        self.input = None;
        if self.status(50).is_some() {
            return;
        }
        // It had its chance to leave. If it cannot be ended it has ended by itself.
        #[cfg(unix)]
        end_group(&self.child);
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Ends the shell and all that its command has started. The shell has not been waited for, so the
/// number is still its own.
#[cfg(unix)]
fn end_group(shell: &Child) {
    use nix::{
        sys::signal::{Signal, killpg},
        unistd::Pid,
    };
    if let Ok(group) = i32::try_from(shell.id()) {
        let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
    }
}
