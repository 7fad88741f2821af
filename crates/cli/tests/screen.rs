//! The full-screen game in a real terminal: what a person sees, presses and clicks, and what is left when it is over.

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::{
    io::{Read, Write},
    num::NonZero,
    path::Path,
    sync::mpsc::{Receiver, channel},
    time::Duration,
};

/// A terminal with the game in it.
struct Seen {
    screen: vt100::Parser,
    bytes: Receiver<Vec<u8>>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    _master: Box<dyn MasterPty + Send>,
}

/// A number of lines or columns.
fn side(n: u16) -> NonZero<u16> {
    NonZero::new(n).expect("there are some")
}

/// Long enough for a machine with much to do; nothing waits for it to be over.
const PATIENCE: Duration = Duration::from_secs(120);

impl Seen {
    fn play(words: &[&str], term: &str) -> Seen {
        let size = PtySize {
            rows: 40,
            cols: 130,
            ..PtySize::default()
        };
        let pair = native_pty_system().openpty(size).expect("a terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_gloryhex"));
        command.cwd(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
        command.env("TERM", term);
        command.arg("play");
        command.args(words);
        let child = pair.slave.spawn_command(command).expect("it starts");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("it can be read");
        let (told, bytes) = channel();
        std::thread::spawn(move || {
            let mut part = [0; 4096];
            // The terminal is gone when the program has ended.
            while let Ok(n @ 1..) = reader.read(&mut part) {
                if told.send(part[..n].to_vec()).is_err() {
                    return;
                }
            }
        });
        Seen {
            screen: vt100::Parser::new(side(40), side(130), 0),
            bytes,
            keys: pair.master.take_writer().expect("it can be written"),
            child,
            _master: pair.master,
        }
    }

    /// Reads on until a text is on the screen.
    fn until(&mut self, text: &str) -> String {
        loop {
            let seen = self.screen.screen().contents();
            if seen.contains(text) {
                return seen;
            }
            match self.bytes.recv_timeout(PATIENCE) {
                Ok(bytes) => self.screen.process(&bytes),
                Err(_) => panic!("no {text:?} on\n{seen}"),
            }
        }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("it listens");
        self.keys.flush().expect("it listens");
    }

    /// Clicks on a text.
    fn click(&mut self, text: &str) {
        let seen = self.until(text);
        let found = seen
            .lines()
            .enumerate()
            .find_map(|(row, line)| Some((row + 1, line[..line.find(text)?].chars().count() + 1)));
        let (row, column) = found.expect("it is there");
        self.press(&format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"));
    }

    /// Waits for the end: the status, and what is on the screen then.
    fn end(mut self) -> (u32, String) {
        while let Ok(bytes) = self.bytes.recv_timeout(PATIENCE) {
            self.screen.process(&bytes);
        }
        let status = self.child.wait().expect("it ends");
        (status.exit_code(), self.screen.screen().contents())
    }
}

const HARROWDEEP: [&str; 5] = [
    "--edition",
    "harrowdeep",
    "--seed",
    "5",
    "--opponent=random",
];

#[test]
fn the_first_screen_of_a_game_is_drawn_whole_in_a_real_terminal() {
    let mut seen = Seen::play(&HARROWDEEP, "xterm-256color");
    // The last line is drawn last.
    insta::assert_snapshot!("first", seen.until("q leave"));
    seen.press("q");
    seen.until("Leave the game?");
    seen.press("y");
    assert_eq!(seen.end().0, 0);
}

#[test]
fn a_game_on_the_full_screen_is_played_with_keys_and_mouse_and_leaves_the_terminal_as_it_was() {
    let mut seen = Seen::play(&HARROWDEEP, "xterm-256color");
    let first = seen.until("Player 2 chooses a board first");
    assert!(
        first.contains("The roll-off is won: choose who chooses a board"),
        "{first}"
    );
    assert!(
        first.contains("The battlefield is not laid out yet."),
        "{first}"
    );
    seen.press(":why pass\r");
    seen.until("You won the roll-off: first pick who chooses a board");
    seen.click("Player 1 chooses a board first");
    seen.until("Choose a board to play on.");
    seen.press("l");
    seen.until("Player 1 wins the roll-off.");
    seen.press("u");
    seen.until("Taken back.");
    seen.press("?");
    seen.until("any key closes it");
    seen.press(" q");
    seen.until("Leave the game?");
    seen.press("y");
    let (status, left) = seen.end();
    assert_eq!(status, 0, "{left}");
    assert!(!left.contains("What you can do"), "{left}");
    assert!(
        left.contains(
            "The same dice again: gloryhex play --edition harrowdeep --opponent random --seed 5"
        ),
        "{left}"
    );
}

#[test]
fn lines_are_played_where_they_are_asked_for_or_the_terminal_is_simple() {
    let lines: Vec<&str> = HARROWDEEP.into_iter().chain(["--lines"]).collect();
    for (words, term) in [(&lines[..], "xterm-256color"), (&HARROWDEEP[..], "dumb")] {
        let mut seen = Seen::play(words, term);
        seen.until("round 0, seat 1, first> ");
        seen.press("history 1\r");
        seen.until("first> history 1\n  Player 1 wins the roll-off.\n");
        seen.press("quit\r");
        assert_eq!(seen.end().0, 0);
    }
}
