//! `cargo xtask levels`: the opponents' levels play each other, and what came of it is written where ratings are read from.
//! Every line can be played again by the command above it.

use crate::shell::target;
use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

/// Where it is written.
const FILE: &str = "data/levels/measured.txt";
const USAGE: &str = "\
usage: cargo xtask levels [--program FILE] [--games N] [--slow N] [--edition NAME] [--pair STRONGER,WEAKER]

  --program   the game; the release build without it
  --games     games of a pair in which nobody searches, or searches briefly (400)
  --slow      games of a pair with the highest level (40)
  --edition   only this one; --pair only these two: all other lines stay as they are";

/// Pairs of neighbors, the stronger first, and whether that takes long.
const PAIRS: [(&str, &str, bool); 3] = [
    ("adept", "beginner", false),
    ("veteran", "adept", false),
    ("champion", "veteran", true),
];
const SEED: &str = "1";

/// What to play.
struct Wish {
    program: PathBuf,
    games: String,
    slow: String,
    edition: Option<String>,
    pair: Option<String>,
}

/// Plays and writes.
pub fn levels(root: &Path, words: &[String]) -> ExitCode {
    let done = wish(root, words).and_then(|wish| measure(root, &wish));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("xtask: {why}");
            ExitCode::from(2)
        }
    }
}

fn wish(root: &Path, words: &[String]) -> Result<Wish, String> {
    let mut wish = Wish {
        program: target(root).join("release/gloryhex"),
        games: "400".to_owned(),
        slow: "40".to_owned(),
        edition: None,
        pair: None,
    };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let value = words.next().cloned().ok_or_else(|| USAGE.to_owned())?;
        match word.as_str() {
            "--program" => wish.program = value.into(),
            "--games" => wish.games = value,
            "--slow" => wish.slow = value,
            "--edition" => wish.edition = Some(value),
            "--pair" => wish.pair = Some(value),
            _ => return Err(USAGE.to_owned()),
        }
    }
    Ok(wish)
}

/// The editions, by their rules.
fn editions(root: &Path) -> Result<Vec<String>, String> {
    let folder = root.join("data/rules");
    let files =
        std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names: Vec<String> = files
        .flatten()
        .filter_map(|file| {
            Some(
                file.file_name()
                    .to_str()?
                    .strip_suffix(".rules")?
                    .to_owned(),
            )
        })
        .collect();
    names.sort();
    Ok(names)
}

fn measure(root: &Path, wish: &Wish) -> Result<(), String> {
    for edition in editions(root)? {
        if wish.edition.as_ref().is_some_and(|only| *only != edition) {
            continue;
        }
        for (one, other, slow) in PAIRS {
            let pair = format!("{one},{other}");
            if wish.pair.as_ref().is_some_and(|only| *only != pair) {
                continue;
            }
            let games = if slow { &wish.slow } else { &wish.games };
            let words = [
                "arena",
                "--edition",
                &edition,
                "--players",
                &pair,
                "--games",
                games,
                "--seed",
                SEED,
                "--json",
            ];
            println!("gloryhex {}", words.join(" "));
            let played = Command::new(&wish.program).args(words).output();
            let played = played.map_err(|error| format!("{}: {error}", wish.program.display()))?;
            if !played.status.success() {
                return Err(String::from_utf8_lossy(&played.stderr).into_owned());
            }
            let report = String::from_utf8_lossy(&played.stdout);
            let count = |what: &str| {
                number(&report, what).ok_or_else(|| format!("no `{what}` in {report}"))
            };
            let (won, drawn, lost) = (count("won")?, count("drawn")?, count("lost")?);
            println!("{one} won {won}, drew {drawn} and lost {lost}");
            let played = won + drawn + lost;
            if played.to_string() != *games {
                return Err(format!(
                    "{played} of {games} games were played; nothing was written"
                ));
            }
            let head = format!("{edition} {one} {other} ");
            let line = format!(
                "# gloryhex {}\n{head}{won} {drawn} {lost} {SEED}\n",
                words.join(" ")
            );
            write(root, &head, &line)?;
        }
    }
    Ok(())
}

/// A number of the first standing, which is that of the player named first.
fn number(report: &str, what: &str) -> Option<u32> {
    let standing = report.split_once("\"standings\"")?.1;
    let value = standing.split_once(&format!("\"{what}\":"))?.1;
    let end = value.find(|c: char| !c.is_ascii_digit())?;
    value[..end].parse().ok()
}

/// Puts a pair in its place; all others stay.
fn write(root: &Path, head: &str, new: &str) -> Result<(), String> {
    let path = root.join(FILE);
    let told = |error: std::io::Error| format!("{}: {error}", path.display());
    let old = std::fs::read_to_string(&path).map_err(told)?;
    let mut text = String::new();
    let mut lines = old.lines().peekable();
    while let Some(line) = lines.next() {
        let next = lines.peek().copied().unwrap_or_default();
        // The command that made a line stands above it.
        if line.starts_with(head) || (line.starts_with("# gloryhex ") && next.starts_with(head)) {
            continue;
        }
        let _ = writeln!(text, "{line}");
    }
    text.push_str(new);
    std::fs::write(&path, text).map_err(told)
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn what_the_first_player_did_is_read() {
        let report = r#"{"games":4,"won":9,"standings":[{"player":"adept","games":4,"won":3,"drawn":0,"lost":1},{"won":1}]}"#;
        assert_eq!(number(report, "won"), Some(3));
        assert_eq!(number(report, "lost"), Some(1));
        assert_eq!(number(report, "forfeited"), None);
    }
}
