//! Files of content: the core sets inside the binary, folders of further packs, and whether two packs clash.
//!
//! A pack is a folder (or one file) that was added by name. Its files are known by their place below
//! that folder, so that the same pack has the same hash wherever it lies.

use crate::{
    content::{Content, Problem},
    edition::Edition,
    sets::Sets,
};
use gloryhex_cardlang::{
    CardKind, CardSource,
    catalog::Place,
    span::{Diagnostic, Span},
};
use gloryhex_hexgrid::Sheet;
use gloryhex_model::{same_name, slug_of};
use include_dir::{Dir, include_dir};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    path::{Path, PathBuf},
    sync::Arc,
};

/// Names a folder to read instead of the content inside the binary, for authors of content.
pub const DATA_VARIABLE: &str = "GLORYHEX_DATA";

static DATA: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../data");

/// The lessons inside the binary, by the names of their files, in order.
pub fn lessons() -> Vec<(&'static str, &'static str)> {
    texts("lessons")
}

/// The puzzles of an edition inside the binary, by the names of their files, in order.
pub fn puzzles(edition: &str) -> Vec<(&'static str, &'static str)> {
    texts(&format!("puzzles/{edition}"))
}

/// The Markdown files of a folder of the data.
fn texts(folder: &str) -> Vec<(&'static str, &'static str)> {
    let Some(folder) = DATA.get_dir(folder) else {
        return Vec::new();
    };
    let named = |file: &'static include_dir::File<'static>| {
        let name = file.path().file_stem()?.to_str()?;
        (file.path().extension()? == "md").then_some((name, file.contents_utf8()?))
    };
    let mut found: Vec<_> = folder.files().filter_map(named).collect();
    found.sort_unstable();
    found
}

/// What the names of content files end in.
const ENDINGS: [&str; 5] = ["card", "board", "rules", "sets", EDITION];

/// What the names of files that hold an edition end in.
const EDITION: &str = "edition";

/// A file of content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name for messages.
    pub path: String,
    /// Its name below the folder of its pack.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Number of its pack; 0 is the core.
    pub pack: usize,
}

/// Files to make content of, and what could not be read.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// Editions that are values; those of files are added to them.
    pub editions: Vec<Edition>,
    /// The files.
    pub list: Vec<File>,
    /// What could not be read.
    pub problems: Vec<Problem>,
    packs: usize,
}

impl Files {
    /// The core sets: those inside the binary, or the folder named by [`DATA_VARIABLE`].
    pub fn core() -> Files {
        let mut files = Files {
            editions: crate::printed().into(),
            ..Files::default()
        };
        match std::env::var_os(DATA_VARIABLE) {
            None => {
                let mut found = BTreeMap::new();
                collect(&DATA, &mut found);
                for (name, text) in found {
                    files.list.push(File {
                        path: format!("data/{name}"),
                        name,
                        text,
                        pack: 0,
                    });
                }
            }
            Some(folder) => {
                let root = PathBuf::from(folder);
                files.read(&root, 0);
            }
        }
        files
    }

    /// Adds a pack: a folder or a file.
    pub fn add(&mut self, path: &Path) {
        self.packs += 1;
        self.read(path, self.packs);
    }

    /// As [`Files::add`], but a file that lies where one of the core does takes the place of that one.
    pub fn add_over_core(&mut self, path: &Path) {
        self.add(path);
        let added: Vec<String> = self
            .list
            .iter()
            .filter(|f| f.pack == self.packs)
            .map(|f| f.path.replace('\\', "/"))
            .collect();
        self.list.retain(|core| {
            core.pack != 0 || !added.iter().any(|path| ends_with_path(path, &core.name))
        });
    }

    fn read(&mut self, path: &Path, pack: usize) {
        let mut found = BTreeMap::new();
        let before = self.problems.len();
        find(path, &mut found, &mut self.problems);
        if found.is_empty() && self.problems.len() == before {
            self.problems.push(Problem(format!(
                "{}: there is nothing to read here; name a folder with .card or .board files",
                path.display()
            )));
        }
        for (file, text) in found {
            let shown = file.to_string_lossy().into_owned();
            if self
                .list
                .iter()
                .any(|known| known.path == shown && pack > 0)
            {
                continue;
            }
            let below = file.strip_prefix(path).unwrap_or(&file);
            let below = match below.as_os_str().is_empty() {
                true => Path::new(file.file_name().unwrap_or_default()),
                false => below,
            };
            self.list.push(File {
                path: shown,
                name: below.to_string_lossy().replace('\\', "/"),
                text,
                pack,
            });
        }
    }

    /// Makes content of the files, with everything that is wrong.
    pub fn build(self) -> (Content, Vec<Problem>) {
        let mut problems = self.problems;
        let known = read_editions(self.editions, &self.list, &mut problems);
        let names: Vec<&str> = known.iter().map(Edition::name).collect();
        let mut boards = Vec::new();
        let mut rules = BTreeMap::new();
        let mut sets = Vec::new();
        let mut hash = Fnv::new();
        let mut sources = Vec::new();
        let mut packs = Vec::new();
        let mut board_packs = Vec::new();
        let mut editions: BTreeSet<String> = names.iter().map(|name| (*name).to_owned()).collect();
        for file in self.list {
            hash.add(file.name.as_bytes());
            hash.add(file.text.as_bytes());
            if file.name.ends_with(".board") {
                match Sheet::parse(&file.path, &file.text) {
                    Ok(board) => {
                        // The core has boards of seasons between the editions.
                        if file.pack == 0 {
                            editions.insert(board.edition.clone());
                        } else if !editions.contains(&board.edition) {
                            let known = editions.iter().map(String::as_str);
                            let known: Vec<&str> = known.collect();
                            let edition = &board.edition;
                            problems.push(no_edition(&file.path, &file.text, edition, &known));
                        }
                        for misfit in crate::fits::misfits(&known, &board, &file.text) {
                            problems.push(Problem(misfit.render(&file.path, &file.text)));
                        }
                        boards.push(board);
                        board_packs.push(file.pack);
                    }
                    Err(errors) => problems.extend(errors.iter().map(|error| {
                        let from = byte_of(&file.text, error.line, error.column);
                        let span = Span { from, to: from + 1 };
                        let diagnostic = Diagnostic::new(span, error.message.clone());
                        Problem(diagnostic.render(&file.path, &file.text))
                    })),
                }
            } else if let Some(edition) = Path::new(&file.name)
                .file_name()
                .and_then(|name| name.to_str())
                .and_then(|name| name.strip_suffix(".rules"))
            {
                if rules.contains_key(edition) {
                    problems.push(Problem(format!(
                        "error: {}: there are rules of {edition} already\n = help: a pack adds cards, warbands, decks and boards; leave this file out\n",
                        file.path
                    )));
                } else {
                    rules.insert(edition.to_owned(), file.text);
                }
            } else if file.name.ends_with(".sets") {
                match Sets::read(&file.path, &file.text, &names) {
                    Ok(read) => sets.push(read),
                    Err(problem) => problems.push(problem),
                }
            } else if !is_edition(&file.name) {
                packs.push(file.pack);
                sources.push(CardSource {
                    path: file.path,
                    text: file.text,
                });
            }
        }
        let also = sets.iter().flat_map(|sets: &Sets| {
            let they = sets.also.iter().cloned();
            they.map(|they| (sets.edition.clone(), they))
        });
        let loaded = gloryhex_cardlang::load_in(&sources, &names, also.collect());
        for report in &loaded.reports {
            let source = &sources[report.file];
            problems.push(Problem(
                report.diagnostic.render(&source.path, &source.text),
            ));
        }
        let content = Content {
            editions: known,
            slugs: loaded.catalog.by_slug(),
            catalog: Arc::new(loaded.catalog),
            trees: loaded.trees,
            sources,
            sets,
            boards,
            rules,
            hash: hash.0,
        };
        clashes(&content, &packs, &board_packs, &mut problems);
        (content, problems)
    }
}

fn is_edition(name: &str) -> bool {
    Path::new(name)
        .extension()
        .is_some_and(|ending| ending == EDITION)
}

/// The editions with those of the files.
fn read_editions(
    mut editions: Vec<Edition>,
    files: &[File],
    problems: &mut Vec<Problem>,
) -> Vec<Edition> {
    for file in files.iter().filter(|file| is_edition(&file.name)) {
        match Edition::read(&file.path, &file.text) {
            Ok(new) if editions.iter().any(|other| other.name() == new.name()) => {
                problems.push(Problem(format!(
                    "error: {}: there is an edition `{}` already\n = help: give this one another name\n",
                    file.path,
                    new.name()
                )));
            }
            Ok(new) => editions.push(new),
            Err(problem) => problems.push(problem),
        }
    }
    editions
}

/// The editions in a pack; files that cannot be read are passed over.
pub fn editions_in(pack: &Path) -> Vec<Edition> {
    let mut files = Files::default();
    files.add(pack);
    read_editions(Vec::new(), &files.list, &mut Vec::new())
}

/// Cards and boards of one name that come from two packs. Cards of one deck, warbands and decks are
/// looked at when they are loaded.
fn clashes(content: &Content, packs: &[usize], board_packs: &[usize], problems: &mut Vec<Problem>) {
    let shown = |place: Place| {
        let file = content.sources.get(usize::from(place.file));
        format!(
            "{}:{}",
            file.map_or("", |file| file.path.as_str()),
            place.line
        )
    };
    let mut seen: HashMap<(&str, String), (usize, Place)> = HashMap::new();
    for card in &content.catalog.cards {
        if matches!(card.code.kind, CardKind::Fighter | CardKind::Warscroll) {
            continue;
        }
        let pack = packs[usize::from(card.place.file)];
        let key = (card.edition.as_str(), slug_of(&card.name));
        match seen.get(&key) {
            Some((other, place)) if *other != pack => problems.push(Problem(format!(
                "error: two packs have a card \"{}\" in {}: {} and {}\n = help: rename one of them, or leave one pack out\n",
                card.name,
                card.edition,
                shown(*place),
                shown(card.place),
            ))),
            Some(_) => {}
            None => {
                seen.insert(key, (pack, card.place));
            }
        }
    }
    for (ix, board) in content.boards.iter().enumerate() {
        let same = |other: &&gloryhex_hexgrid::BoardFile| {
            other.edition == board.edition && same_name(other.name(), board.name())
        };
        if let Some(other) = content.boards[..ix].iter().find(same) {
            let packs = match board_packs.iter().any(|pack| *pack != board_packs[ix]) {
                true => "two packs have",
                false => "there are two of",
            };
            problems.push(Problem(format!(
                "error: {packs} a board \"{}\" in {}: {} and {}\n = help: rename one of them, or leave one out\n",
                board.name(),
                board.edition,
                other.file,
                board.file,
            )));
        }
    }
}

/// A board of an edition that does not exist.
fn no_edition(path: &str, text: &str, edition: &str, known: &[&str]) -> Problem {
    let from = text
        .find(&format!("edition {edition}"))
        .map_or(0, |at| at + 8) as u32;
    let span = Span {
        from,
        to: from + edition.len() as u32,
    };
    let help = match gloryhex_cardlang::span::nearest(edition, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there is {}", known.join(", ")),
    };
    let message = format!("there is no edition `{edition}`");
    Problem(Diagnostic::new(span, message).help(help).render(path, text))
}

/// Whether a path ends with the parts of another.
fn ends_with_path(path: &str, end: &str) -> bool {
    path == end
        || path
            .strip_suffix(end)
            .is_some_and(|rest| rest.ends_with('/'))
}

/// The byte at a line and column, both from 1.
fn byte_of(text: &str, line: usize, column: usize) -> u32 {
    let before: usize = text
        .split_inclusive('\n')
        .take(line - 1)
        .map(str::len)
        .sum();
    let rest = text.get(before..).unwrap_or("");
    let within: usize = rest
        .chars()
        .take(column.saturating_sub(1))
        .map(char::len_utf8)
        .sum();
    (before + within) as u32
}

fn is_content(path: &Path) -> bool {
    path.extension()
        .is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known))
}

fn collect(dir: &Dir<'_>, files: &mut BTreeMap<String, String>) {
    for file in dir.files() {
        if let Some(text) = file.contents_utf8().filter(|_| is_content(file.path())) {
            let name = file.path().to_string_lossy().replace('\\', "/");
            files.insert(name, text.to_owned());
        }
    }
    for sub in dir.dirs() {
        collect(sub, files);
    }
}

fn find(path: &Path, files: &mut BTreeMap<PathBuf, String>, problems: &mut Vec<Problem>) {
    let fail = |error: &dyn std::fmt::Display| {
        Problem(format!(
            "{}: cannot be read ({error}); name a folder with .card or .board files",
            path.display()
        ))
    };
    if !path.is_dir() {
        match std::fs::read(path).map(String::from_utf8) {
            Ok(Ok(text)) => {
                files.insert(path.to_owned(), text);
            }
            Ok(Err(error)) => problems.push(fail(&error)),
            Err(error) => problems.push(fail(&error)),
        }
        return;
    }
    let list = match std::fs::read_dir(path) {
        Ok(list) => list,
        Err(error) => {
            problems.push(fail(&error));
            return;
        }
    };
    for entry in list.flatten() {
        let path = entry.path();
        if path.is_dir() || is_content(&path) {
            find(&path, files, problems);
        }
    }
}

struct Fnv(u64);

impl Fnv {
    fn new() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
