//! The commands that a player is told: the one that plays the same game again, and the one that goes on
//! with a save. Both carry what was said on this command line, save what a file knows already.

use crate::args::PlayGame;
use gloryhex_model::Seat;

/// What of the command line must be said again.
pub struct Again {
    /// What opens the content: always said.
    content: Vec<String>,
    /// What lies on the table: a save knows it.
    table: Vec<String>,
    /// Who sits at it.
    people: Vec<String>,
    hot_seat: bool,
    seat: u8,
}

impl Again {
    /// What this command line says.
    pub fn of(args: &PlayGame) -> Again {
        let mut table = Vec::new();
        if args.players != 2 {
            table.push(format!("--players {}", args.players));
        }
        for (option, names) in [
            ("--warband", &args.warbands),
            ("--deck", &args.decks),
            ("--board", &args.boards),
            ("--own-board", &args.own_boards),
        ] {
            if !names.is_empty() {
                table.push(format!("{option} {}", quoted(&names.join(","))));
            }
        }
        for way in &args.variants {
            table.push(format!("--variant {}", quoted(way)));
        }
        for (said, word) in [(args.matched, "--match"), (args.decide, "--decide")] {
            if said {
                table.push(word.to_owned());
            }
        }
        let mut people = Vec::new();
        if !args.hot_seat && args.opponent != PlayGame::OPPONENT {
            people.push(format!("--opponent {}", quoted(&args.opponent)));
        }
        if args.lines {
            people.push("--lines".to_owned());
        }
        let packs = crate::packs::folders().iter();
        let packs = packs.map(|folder| quoted(&folder.display().to_string()));
        Again {
            content: packs.map(|folder| format!("--content {folder}")).collect(),
            table,
            people,
            hot_seat: args.hot_seat,
            seat: args.seat,
        }
    }

    /// The command that plays the same game from its start.
    pub fn start_anew(&self, edition: &str, seed: u64) -> String {
        let first = [format!("--edition {edition}")];
        let last = [format!("--seed {seed}")];
        let own = match self.seat {
            1 => None,
            seat => Some(format!("--seat {seat}")),
        };
        let own: Vec<String> = own.into_iter().filter(|_| !self.hot_seat).collect();
        self.command(&[&first, &self.table, &self.people, &own, &last])
    }

    /// The command that goes on with a save.
    pub fn go_on(&self, file: &str, seat: Seat) -> String {
        let first = [format!("--load {}", quoted(file))];
        let own: Vec<String> = match self.hot_seat {
            true => Vec::new(),
            false => vec![format!("--seat {}", seat.number())],
        };
        self.command(&[&first, &own, &self.people])
    }

    fn command(&self, parts: &[&[String]]) -> String {
        let mut words = vec!["gloryhex play".to_owned()];
        words.extend(parts.concat());
        if self.hot_seat {
            words.push("--hot-seat".to_owned());
        }
        words.extend(self.content.iter().cloned());
        words.join(" ")
    }
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:,=".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}
