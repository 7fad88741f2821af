//! Files to a catalogue: parse, check, compile and link everything, and report every error.
//!
//! A card with an error is left out whole; the others are still loaded. Reading files from a disk is
//! not done here.

mod decks;
mod item;

use crate::catalog::{CardInfo, Catalog, FighterInfo, NameInfo, Place, WarbandInfo};
use crate::check::{Checker, Words, counter};
use crate::code::{CardFlags, Timing};
use crate::compile::compile_with;
use crate::span::{Diagnostic, Lines, Span, nearest};
use crate::syntax::{self, Item, parse};
use crate::tree::{self, ClauseKind};
use gloryhex_model::{CardId, WarbandDef, slug_of};
use item::{check_abilities, check_card, check_fighter};
use std::collections::{HashMap, HashSet};

/// A file to load.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Its name, for messages.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// An error and the file it is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Number of the file.
    pub file: usize,
    /// The error.
    pub diagnostic: Diagnostic,
}

/// Everything loaded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loaded {
    /// For the engine and for browsing.
    pub catalog: Catalog,
    /// Checked trees by card number, for the text.
    pub trees: Vec<tree::Card>,
    /// What is wrong, in the order of files and places.
    pub reports: Vec<Report>,
}

impl Loaded {
    /// All errors as text.
    pub fn errors(&self, sources: &[Source]) -> String {
        let shown = self.reports.iter().map(|r| {
            r.diagnostic
                .render(&sources[r.file].path, &sources[r.file].text)
        });
        shown.collect::<Vec<_>>().join("\n")
    }
}

/// Loads files of any edition; cards without a deck are let through.
pub fn load(sources: &[Source]) -> Loaded {
    load_in(sources, &[], Vec::new())
}

/// Loads files of any edition that use the labels and counters of a catalogue, which [`Catalog::append`] can take in.
pub fn load_beside(sources: &[Source], catalog: &Catalog) -> Loaded {
    let words = Words {
        labels: catalog.labels.clone(),
        declared: catalog.labels.clone(),
        counters: catalog.counters.clone(),
        ..Words::default()
    };
    let loader = Loader {
        words,
        ..Loader::default()
    };
    loader.load(sources, &[])
}

/// Loads files that must be of one of the editions, and whose cards must belong to a deck or a warband. `also`
/// becomes [`Catalog::also`].
pub fn load_in(sources: &[Source], editions: &[&str], also: Vec<(String, String)>) -> Loaded {
    let mut loader = Loader {
        strict: !editions.is_empty(),
        ..Loader::default()
    };
    loader.loaded.catalog.also = also;
    loader.load(sources, editions)
}

/// In the place of a deck's name: warbands and decks are told apart from cards.
const WARBANDS: &str = "#warband";
const DECKS: &str = "#deck";

#[derive(Default)]
struct Loader {
    words: Words,
    loaded: Loaded,
    /// Names used: number, file, place.
    names_used: Vec<(u16, usize, Span)>,
    /// Names of cards used, likewise.
    titles_used: Vec<(u16, usize, Span)>,
    /// Weapons asked for by name: number, file, place.
    weapons_asked: Vec<(u8, usize, Span)>,
    /// Cards by edition, deck and slug, warbands and decks by a word in the deck's stead, to find double entries.
    seen: HashMap<(String, String, String), Place>,
    /// Cards with errors, by edition and slug: that a deck names them is no second error.
    broken: HashSet<(String, String)>,
    /// The deck that cards of the file belong to.
    deck: String,
    /// Whether that deck is a warband's.
    of_warband: bool,
    /// Companion names by fighter number.
    companions: Vec<(u16, u16)>,
    /// Whether every card must belong to something.
    strict: bool,
}

impl Loader {
    /// Reads, checks and links files.
    fn load(mut self, sources: &[Source], editions: &[&str]) -> Loaded {
        let mut parsed = Vec::new();
        for (ix, source) in sources.iter().enumerate() {
            let (mut file, errors) = parse(&source.text);
            self.report(ix, errors);
            self.edition(ix, &mut file, editions);
            self.declare_labels(&file);
            self.declare_counters(ix, &file);
            self.loaded.catalog.files.push(source.path.clone());
            parsed.push(file);
        }
        for (ix, file) in parsed.iter().enumerate() {
            self.file(ix, &Lines::of(&sources[ix].text), file);
        }
        self.link(&parsed);
        let mut loaded = self.loaded;
        loaded.catalog.labels = self.words.labels;
        loaded.catalog.counters = self.words.counters;
        loaded
            .reports
            .sort_by_key(|r| (r.file, r.diagnostic.span.from));
        loaded
    }
    fn report(&mut self, file: usize, errors: Vec<Diagnostic>) {
        self.loaded.reports.extend(
            errors
                .into_iter()
                .map(|diagnostic| Report { file, diagnostic }),
        );
    }

    /// Reports an edition that does not exist. The file is then read as one of the nearest, if one is near.
    fn edition(&mut self, ix: usize, file: &mut syntax::File, editions: &[&str]) {
        let broken = file.broken.iter().map(|name| slug_of(name));
        let broken = broken.map(|name| (file.edition.clone(), name));
        self.broken.extend(broken);
        let name = file.edition.as_str();
        if editions.is_empty() || name.is_empty() || editions.contains(&name) {
            return;
        }
        let near = nearest(name, editions.iter().copied());
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there is {}", crate::syntax::listed(editions)),
        };
        let message = format!("there is no edition `{name}`");
        let error = Diagnostic::new(file.edition_span, message).help(help);
        self.report(ix, vec![error]);
        match near {
            Some(near) => near.clone_into(&mut file.edition),
            None => file.items.clear(),
        }
    }

    fn declare_labels(&mut self, file: &syntax::File) {
        let mut add = |words: &[syntax::Word]| {
            for word in words {
                if !self.words.declared.contains(&word.text) {
                    self.words.declared.push(word.text.clone());
                }
            }
        };
        for item in &file.items {
            match item {
                Item::Card(card) => add(&card.labels),
                Item::Warband(warband) => warband.fighters.iter().for_each(|f| add(&f.labels)),
                Item::Deck(_) => {}
            }
        }
    }

    /// Counters are known everywhere, whatever file names them.
    fn declare_counters(&mut self, ix: usize, file: &syntax::File) {
        let clauses = file.items.iter().flat_map(|item| match item {
            Item::Card(card) => card.clauses.iter().collect(),
            Item::Warband(warband) => clauses_of(warband),
            Item::Deck(_) => Vec::new(),
        });
        let mut flaws = Vec::new();
        for clause in clauses {
            let syntax::ClauseKind::Counter(counter) = &clause.kind else {
                continue;
            };
            if let Some(flaw) = counter::flaw(&self.words.counters, counter) {
                flaws.push(flaw);
            } else if self.words.counter(&counter.name.text).is_none() {
                self.words.counters.extend(counter::declared(counter));
            }
        }
        self.report(ix, flaws);
    }

    fn file(&mut self, ix: usize, lines: &Lines, file: &syntax::File) {
        self.deck = String::new();
        let mut told = !self.strict;
        for item in &file.items {
            match item {
                Item::Card(card) => {
                    if self.deck.is_empty() && !told {
                        told = true;
                        let message = format!("\"{}\" belongs to no deck", card.name.text);
                        let help = "write `deck \"Name\" format pool` before the first card";
                        let error = Diagnostic::new(card.name.span, message).help(help);
                        self.report(ix, vec![error]);
                    }
                    self.card(ix, lines, &file.edition, card);
                }
                Item::Warband(warband) => {
                    self.deck = warband.name.text.clone();
                    self.of_warband = true;
                    self.warband(ix, lines, &file.edition, warband);
                }
                Item::Deck(deck) => {
                    let rule = (DECKS, "an edition has each deck once");
                    self.is_new(ix, lines, &file.edition, rule, &deck.name);
                    if deck.cards.is_none() {
                        self.deck = deck.name.text.clone();
                        self.of_warband = deck.warband.is_some();
                    }
                }
            }
        }
    }

    fn place(&self, file: usize, lines: &Lines, span: Span) -> Place {
        Place {
            file: file as u16,
            line: lines.line(span.from),
            end: lines.line(span.to.saturating_sub(1)),
        }
    }

    /// Reports a name that has been taken already, with both places.
    fn is_new(
        &mut self,
        file: usize,
        lines: &Lines,
        edition: &str,
        (of, rule): (&str, &str),
        name: &syntax::Word,
    ) -> bool {
        let key = (edition.to_owned(), of.to_owned(), slug_of(&name.text));
        let place = self.place(file, lines, name.span);
        let Some(other) = self.seen.insert(key, place) else {
            return true;
        };
        let error = Diagnostic::new(name.span, format!("\"{}\" is written twice", name.text));
        let path = &self.loaded.catalog.files[usize::from(other.file)];
        let help = format!(
            "{rule}; the other one is at {path}:{}: remove or rename one of them",
            other.line
        );
        self.report(file, vec![error.help(help)]);
        false
    }

    fn card(&mut self, file: usize, lines: &Lines, edition: &str, card: &syntax::Card) {
        let of = self.deck.clone();
        if !self.is_new(
            file,
            lines,
            edition,
            (&of, "a deck has each name once"),
            &card.name,
        ) {
            return;
        }
        if card.flaws == syntax::Flaws::Name {
            let name = (edition.to_owned(), slug_of(&card.name.text));
            self.broken.insert(name);
            return;
        }
        let mut checker = Checker::new(&mut self.words);
        let checked = check_card(&mut checker, card);
        let (errors, names) = (
            std::mem::take(&mut checker.errors),
            std::mem::take(&mut checker.names_used),
        );
        let titles = std::mem::take(&mut checker.titles_used).into_iter();
        self.titles_used
            .extend(titles.map(|(name, span)| (name, file, span)));
        let asked = std::mem::take(&mut checker.weapons_asked).into_iter();
        self.weapons_asked
            .extend(asked.map(|(number, span)| (number, file, span)));
        self.names_used
            .extend(names.into_iter().map(|(n, span)| (n, file, span)));
        if !errors.is_empty() || card.flaws != syntax::Flaws::None {
            let name = (edition.to_owned(), slug_of(&card.name.text));
            self.broken.insert(name);
            self.report(file, errors);
            return;
        }
        let restricted = card.users.iter().map(|(not, w)| {
            if *not {
                format!("not {}", w.text)
            } else {
                w.text.clone()
            }
        });
        let info = Info {
            edition: edition.to_owned(),
            place: self.place(file, lines, card.span),
            restricted: restricted.collect(),
            verified: !card.house,
            follows: card.follows.clone(),
            number: card.number.clone(),
        };
        let universal = card.users.is_empty() && !self.of_warband;
        let id = self.add(file, card.name.span, checked, info);
        if let Some(info) = self
            .loaded
            .catalog
            .cards
            .get_mut(id.ix())
            .filter(|_| universal)
        {
            info.code.flags = info.code.flags.with(CardFlags::UNIVERSAL);
        }
    }

    fn add(&mut self, file: usize, span: Span, tree: tree::Card, info: Info) -> CardId {
        let id = CardId(self.loaded.catalog.cards.len() as u16);
        let (code, titles) = match compile_with(&tree, id, &self.words.labels, None) {
            Ok(compiled) => (compiled.code, compiled.titles),
            Err(reason) => {
                self.report(
                    file,
                    vec![Diagnostic::new(
                        span,
                        format!("\"{}\": {reason}", tree.name),
                    )],
                );
                return CardId::NONE;
            }
        };
        if let Err(flaw) = crate::verify(&code) {
            self.report(
                file,
                vec![Diagnostic::new(
                    span,
                    format!("\"{}\" has unsound code: {flaw:?}", tree.name),
                )],
            );
            return CardId::NONE;
        }
        let surge = tree.clauses.iter().any(|c| {
            matches!(
                c.kind,
                ClauseKind::Score {
                    timing: Timing::Surge(_),
                    ..
                }
            )
        });
        self.loaded.catalog.cards.push(CardInfo {
            name: tree.name.clone(),
            deck: self.deck.clone(),
            edition: info.edition,
            restricted: info.restricted,
            surge,
            titles,
            code,
            place: info.place,
            verified: info.verified,
            follows: info.follows,
            number: info.number,
        });
        self.loaded.trees.push(tree);
        id
    }

    fn warband(&mut self, file: usize, lines: &Lines, edition: &str, warband: &syntax::Warband) {
        let rule = (WARBANDS, "an edition has each warband once");
        if !self.is_new(file, lines, edition, rule, &warband.name) {
            return;
        }
        // Fighters that could not be read are no second error.
        let sound = !self.loaded.reports.iter().any(|r| r.file == file);
        if warband.fighters.is_empty() && sound {
            let message = format!("\"{}\" has no fighters", warband.name.text);
            let help = "write `fighter \"Name\" { normal { … } }` between its braces";
            let error = Diagnostic::new(warband.name.span, message).help(help);
            self.report(file, vec![error]);
        }
        let ix = self.loaded.catalog.warbands.len() as u16;
        let first = self.loaded.catalog.fighters.len() as u16;
        let mut fighters = Vec::new();
        for (fighter_ix, fighter) in warband.fighters.iter().enumerate() {
            let mut checker = Checker::new(&mut self.words);
            checker.has_me = true;
            let def = check_fighter(&mut checker, fighter, warband);
            let tree = check_abilities(&mut checker, fighter, warband);
            let (errors, names) = (
                std::mem::take(&mut checker.errors),
                std::mem::take(&mut checker.names_used),
            );
            let titles = std::mem::take(&mut checker.titles_used).into_iter();
            self.titles_used
                .extend(titles.map(|(name, span)| (name, file, span)));
            let asked = std::mem::take(&mut checker.weapons_asked).into_iter();
            self.weapons_asked
                .extend(asked.map(|(number, span)| (number, file, span)));
            self.names_used
                .extend(names.into_iter().map(|(n, span)| (n, file, span)));
            // A rule of the whole warband is checked with each fighter and reported once.
            let mut fresh = Vec::new();
            for error in errors {
                let known = |r: &Report| r.file == file && r.diagnostic == error;
                if !self.loaded.reports.iter().any(known) {
                    fresh.push(error);
                }
            }
            let broken = !fresh.is_empty();
            self.report(file, fresh);
            let mut abilities = CardId::NONE;
            if !broken && !tree.clauses.is_empty() {
                let info = Info {
                    edition: edition.to_owned(),
                    place: self.place(file, lines, fighter.span),
                    restricted: Vec::new(),
                    verified: !def.house,
                    follows: String::new(),
                    number: String::new(),
                };
                abilities = self.add(file, fighter.name.span, tree, info);
            }
            let number = first + fighter_ix as u16;
            if let Some(name) = &fighter.companion {
                let id = self.words.name(&name.text);
                self.names_used.push((id, file, name.span));
                self.companions.push((number, id));
            }
            for name in names_of(fighter) {
                let id = self.words.name(&name) as usize;
                let names = &mut self.loaded.catalog.names;
                while names.len() <= id {
                    names.push(NameInfo {
                        text: String::new(),
                        fighters: Vec::new(),
                    });
                }
                names[id].fighters.push(number);
            }
            let info = FighterInfo {
                warband: ix,
                ix: fighter_ix as u8,
                abilities,
                companion: u16::MAX,
            };
            self.loaded.catalog.fighters.push(info);
            fighters.push(def);
        }
        self.loaded.catalog.warbands.push(WarbandInfo {
            def: WarbandDef {
                name: warband.name.text.clone(),
                alliance: warband.alliance.clone(),
                fighters,
            },
            edition: edition.to_owned(),
            first,
            warscroll: CardId::NONE,
            place: self.place(file, lines, warband.span),
        });
    }
}

/// All clauses of a warband and its fighters.
fn clauses_of(warband: &syntax::Warband) -> Vec<&syntax::Clause> {
    let of_fighters = warband.fighters.iter().flat_map(|fighter| {
        let sides = [Some(&fighter.normal), fighter.inspired.as_ref()];
        let of_sides = sides.into_iter().flatten().flat_map(|side| &side.clauses);
        fighter.clauses.iter().chain(of_sides)
    });
    warband.clauses.iter().chain(of_fighters).collect()
}

struct Info {
    edition: String,
    place: Place,
    restricted: Vec<String>,
    verified: bool,
    follows: String,
    number: String,
}

/// Names a fighter answers to: the whole name, its capitalised words, and what it is called besides.
fn names_of(fighter: &syntax::Fighter) -> Vec<String> {
    let mut names = vec![fighter.name.text.clone()];
    let capital = |w: &&str| w.chars().next().is_some_and(char::is_uppercase) && *w != "The";
    names.extend(
        fighter
            .name
            .text
            .split(' ')
            .filter(capital)
            .map(str::to_owned),
    );
    names.extend(fighter.names.iter().map(|n| n.text.clone()));
    names.dedup();
    names
}
