//! Everything that is loaded and not written in Rust: boards, warbands, cards, decks, rule texts.
//!
//! The content of the core sets travels inside the binary; folders of further content can be added.
//! Nothing here is read while a game runs, except through the table it makes. What is said where a name is unknown is in
//! [`mod@problem`].

mod problem;

pub use problem::{Problem, distance, unknown};

use crate::{
    edition::Edition,
    format::Format,
    lists::{MOST_OBJECTIVES, MOST_POWER},
    pack,
    usable::pool,
};
use gloryhex_cardlang::{CardSource, Catalog, DeckDef, Lexicon, catalog::WarbandInfo, tree};
use gloryhex_engine::{
    Deck, Lack, Refusal, Table, Variant, Warband,
    piles::PowerCards,
    ruleset::{BoardRule, Ruleset},
};
use gloryhex_hexgrid::{BoardFile, Sheet};
use gloryhex_model::{BySeat, CardId, MAX_FIGHTERS, Seat, same_name};
use std::{
    collections::{BTreeMap, HashMap, HashSet},
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
};

/// All loaded content.
#[derive(Debug)]
pub struct Content {
    /// The editions, printed ones first and oldest first.
    pub editions: Vec<Edition>,
    /// Warbands, cards and decks.
    pub catalog: Arc<Catalog>,
    /// Checked trees of the cards by number, from which their text is written.
    pub trees: Vec<tree::Card>,
    /// The card files.
    pub sources: Vec<CardSource>,
    /// Cards that go into decks by their names as slugs, of all editions.
    pub(crate) slugs: HashMap<String, Vec<CardId>>,
    /// Sets and the lists of formats, by edition.
    pub sets: Vec<crate::sets::Sets>,
    /// Boards.
    pub boards: Vec<BoardFile>,
    /// Texts of the rules indexes, by edition.
    pub rules: BTreeMap<String, String>,
    /// Changes when any of the content changes.
    pub hash: u64,
}

/// What to play with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// Edition.
    pub edition: String,
    /// Players.
    pub players: u8,
    /// Ways to play.
    pub variant: Variant,
    /// Names or slugs of warbands by seat; missing ones are the edition's own in turn.
    pub warbands: Vec<String>,
    /// Names or slugs of decks by seat; missing and empty ones are the warband's ready-made deck.
    pub decks: Vec<String>,
    /// Names or slugs of the boards that may be chosen; empty for the edition's core set.
    pub boards: Vec<String>,
    /// Names or slugs of the boards that seats have settled on before the game, by seat; missing and empty ones are
    /// chosen at the table. Only where everybody has a board.
    pub own_boards: Vec<String>,
}

impl Spec {
    /// An edition's core set for so many players.
    pub fn core(edition: &str, players: u8) -> Spec {
        Spec {
            edition: edition.to_owned(),
            players,
            variant: Variant::default(),
            warbands: Vec::new(),
            decks: Vec::new(),
            boards: Vec::new(),
            own_boards: Vec::new(),
        }
    }
}

impl Content {
    /// The content inside the binary.
    pub fn embedded() -> &'static Content {
        static CONTENT: OnceLock<Content> = OnceLock::new();
        CONTENT.get_or_init(|| match Content::load(&[]) {
            Ok(content) => content,
            Err(problems) => panic!(
                "the content inside this program is broken: {}",
                problems.first().map_or("", |p| p.0.as_str())
            ),
        })
    }

    /// The content inside the binary and that of further folders.
    pub fn load(folders: &[PathBuf]) -> Result<Content, Vec<Problem>> {
        let mut files = pack::Files::core();
        for folder in folders {
            files.add(folder);
        }
        let (content, problems) = files.build();
        if problems.is_empty() {
            Ok(content)
        } else {
            Err(problems)
        }
    }

    /// The edition with this name, if there is one.
    pub fn edition(&self, name: &str) -> Option<&Edition> {
        self.editions.iter().find(|edition| edition.name() == name)
    }

    /// The edition with this name.
    ///
    /// # Errors
    /// There is none; what may have been meant.
    pub fn known_edition(&self, name: &str) -> Result<&Edition, Problem> {
        self.edition(name)
            .ok_or_else(|| unknown("edition", name, self.edition_names()))
    }

    /// The names of the editions, in their order.
    pub fn edition_names(&self) -> impl Iterator<Item = &str> {
        self.editions.iter().map(Edition::name)
    }

    /// The formats in which decks of an edition are built, the usual one first.
    pub fn formats(&self, edition: &str) -> &[Format] {
        self.edition(edition).map_or(&[], |found| &found.formats)
    }

    /// The words of an edition; plain ones for an edition that is not there.
    pub fn words(&self, edition: &str) -> &Lexicon {
        let found = self.edition(edition);
        found.map_or(&Lexicon::PLAIN, |found| &found.rules.words)
    }

    /// The boards of an edition's core set; a shared board gives one sheet per orientation.
    pub fn core_sheets(&self, edition: &str) -> Vec<Sheet> {
        let boards = self.boards.iter();
        let core = boards.filter(|board| self.is_core_board(edition, board));
        core.flat_map(sheets_of).collect()
    }

    /// Whether a board is of an edition's core set, or ours.
    pub fn is_core_board(&self, edition: &str, board: &BoardFile) -> bool {
        let set = self.edition(edition).map_or("", |found| &found.core_set);
        let in_set = || board.sets.iter().any(|other| other == set);
        board.edition == edition && (board.ours || in_set())
    }

    /// The boards that games of an edition can be laid with: its own, then those of other seasons that lie as
    /// they do, one for each player or one for all.
    pub fn boards_for(&self, edition: &str) -> Vec<&BoardFile> {
        let rule = self.edition(edition).map(|found| found.rules.boards);
        let shared = matches!(rule, Some(BoardRule::Shared));
        let mut boards: Vec<_> = self.boards.iter().collect();
        boards.retain(|board| board.orientations.is_empty() != shared);
        boards.sort_by_key(|board| board.edition != edition);
        boards
    }

    fn sheets(&self, rules: &Ruleset, spec: &Spec) -> Result<Vec<Sheet>, Problem> {
        if spec.boards.is_empty() {
            return Ok(self.core_sheets(&spec.edition));
        }
        let mut sheets = Vec::new();
        for name in &spec.boards {
            sheets.extend(sheets_of(self.board(rules, name)?));
        }
        Ok(sheets)
    }

    /// The board of this name among those for an edition.
    fn board(&self, rules: &Ruleset, name: &str) -> Result<&BoardFile, Problem> {
        let known = self.boards_for(&rules.name);
        let same = |board: &&&BoardFile| same_name(board.name(), name);
        known.iter().find(same).copied().ok_or_else(|| {
            let names = known.iter().map(|board| board.name());
            unknown(&format!("board for {}", rules.title), name, names)
        })
    }

    /// The boards that seats have settled on, by their places among the sheets, to which missing ones are added.
    fn brought(
        &self,
        rules: &Ruleset,
        spec: &Spec,
        sheets: &mut Vec<Sheet>,
    ) -> Result<BySeat<Option<u8>>, Problem> {
        let mut brought = BySeat::default();
        let seats = (0..spec.players).map(Seat).zip(&spec.own_boards);
        for (seat, name) in seats.filter(|(_, name)| !name.is_empty()) {
            if rules.boards == BoardRule::Shared {
                return Err(Problem(format!(
                    "{} is played on one board for all, so no seat brings `{name}`; name it as the board to play on",
                    rules.title
                )));
            }
            let sheet = &self.board(rules, name)?.sheet;
            let place = sheets.iter().position(|other| other.name() == sheet.name());
            let place = place.unwrap_or_else(|| {
                sheets.push(sheet.clone());
                sheets.len() - 1
            });
            brought[seat] = u8::try_from(place).ok();
        }
        Ok(brought)
    }

    /// The names of the warbands that an edition's players use: those of its core set first, then its others, then
    /// those of editions whose sets they also use.
    pub fn warbands(&self, edition: &str) -> Vec<&str> {
        let mut all: Vec<_> = self.catalog.warbands.iter().collect();
        let known = |name: &str| self.catalog.warband(edition, name).map(|w| w.place);
        all.retain(|warband| known(&warband.def.name) == Some(warband.place));
        all.sort_by_key(|warband| (warband.edition != edition, !self.is_core(warband)));
        all.iter().map(|w| w.def.name.as_str()).collect()
    }

    /// The warbands that seats play in turn where none is named: those of the edition's core set.
    pub fn core_warbands(&self, edition: &str) -> Vec<&str> {
        let core = self.catalog.warbands.iter().filter(|w| self.is_core(w));
        match core.clone().any(|warband| warband.edition == edition) {
            true => core
                .filter(|warband| warband.edition == edition)
                .map(|warband| warband.def.name.as_str())
                .collect(),
            false => self.warbands(edition),
        }
    }

    /// Whether a warband's file lies in its edition's folder itself; the other sets have folders of their own in it.
    pub fn is_core(&self, warband: &WarbandInfo) -> bool {
        let file = self.sources.get(usize::from(warband.place.file));
        file.and_then(|file| Path::new(&file.path).parent()?.file_name())
            .is_some_and(|folder| folder == warband.edition.as_str())
    }

    /// A table to play at.
    pub fn table(&self, spec: &Spec) -> Result<Table, Problem> {
        self.table_with(spec, &[])
    }

    /// A table to play at, with decks that somebody built in the places of some.
    pub fn table_with(&self, spec: &Spec, built: &[Option<Deck>]) -> Result<Table, Problem> {
        let table = self.laid(spec, built)?;
        match table.lacks_room() {
            None => Ok(table),
            Some(why) => Err(Problem(format!("{why}; play with other decks"))),
        }
    }

    /// As [`Content::table_with`], also where the cards ask more than a game has room for ([`Table::lacks_room`]).
    pub fn laid(&self, spec: &Spec, built: &[Option<Deck>]) -> Result<Table, Problem> {
        let edition = self.known_edition(&spec.edition)?;
        let rules = edition.rules.clone();
        let (fewest, most) = rules.players;
        if spec.players < fewest || spec.players > most {
            let number = match fewest == most {
                true => fewest.to_string(),
                false => format!("{fewest} to {most}"),
            };
            return Err(Problem(format!(
                "{} is for {number} players, not {}",
                rules.title, spec.players
            )));
        }
        Variant::read(&rules, spec.variant.words()).map_err(|way| Problem(way.to_string()))?;
        let own = self.core_warbands(&spec.edition);
        if own.is_empty() {
            return Err(Problem(format!("no warband of {} is loaded", rules.title)));
        }
        let mut warbands = Vec::new();
        let mut decks = Vec::new();
        for seat in 0..spec.players as usize {
            let name = spec
                .warbands
                .get(seat)
                .map_or(own[seat % own.len()], String::as_str);
            let warband = self.catalog.warband(&spec.edition, name).ok_or_else(|| {
                let known = self.warbands(&spec.edition);
                unknown("warband", name, known.into_iter())
            })?;
            let deck = match (built.get(seat), spec.decks.get(seat)) {
                (Some(Some(deck)), _) => deck.clone(),
                (_, Some(deck)) if !deck.is_empty() => self.deck(&spec.edition, deck)?,
                (_, _) => self.ready_deck(&spec.edition, &warband.def.name, seat),
            };
            warbands.push(Warband::of(&self.catalog, warband));
            decks.push(deck);
        }
        room_for(&warbands, &decks)?;
        let mut sheets = self.sheets(&rules, spec)?;
        let brought = self.brought(&rules, spec, &mut sheets)?;
        let catalog = Arc::clone(&self.catalog);
        let table = Table::new(rules, spec.variant, sheets, warbands, decks, catalog);
        let table = self.with_pools(table.bringing(brought), &spec.edition, |seat| {
            let core = own[seat.ix() % own.len()];
            spec.warbands.get(seat.ix()).map_or(core, String::as_str)
        });
        Ok(table.weighed(edition.weighing))
    }

    /// The same table; where a card lets players name objectives, it knows which ones each warband, by its name, can have.
    #[must_use]
    pub fn with_pools<'a>(
        &self,
        table: Table,
        edition: &str,
        warband: impl Fn(Seat) -> &'a str,
    ) -> Table {
        if !table.names_cards() {
            return table;
        }
        let mut pools: BySeat<Arc<[CardId]>> = BySeat::default();
        for seat in Seat::all(table.players) {
            pools[seat] = pool(self, edition, warband(seat)).into();
        }
        table.naming(pools)
    }

    /// The text of a card in the words of its edition, one line per clause; empty for an unknown card.
    pub fn text(&self, card: CardId) -> String {
        let ix = card.ix();
        let (Some(tree), Some(info)) = (self.trees.get(ix), self.catalog.cards.get(ix)) else {
            return String::new();
        };
        gloryhex_cardlang::card_text(tree, self.words(&info.edition), &self.catalog)
    }

    /// One clause of a card in the words of its edition; nothing for what does not exist.
    pub fn clause_text(&self, card: CardId, clause: u8) -> Option<String> {
        let ix = card.ix();
        let (tree, info) = (self.trees.get(ix)?, self.catalog.cards.get(ix)?);
        let words = self.words(&info.edition);
        gloryhex_cardlang::clause_text(tree, words, &self.catalog, usize::from(clause))
    }

    /// What would make a refused choice possible, for people: what the card itself waits for, if that is
    /// the reason.
    pub fn remedy(&self, table: &Table, refusal: &Refusal) -> String {
        let say = |lack: Lack| {
            let card = table.code(lack.source)?.id.ix();
            let (tree, info) = (self.trees.get(card)?, self.catalog.cards.get(card)?);
            let words = self.words(&info.edition);
            let clause = usize::from(lack.clause);
            gloryhex_cardlang::lack_text(tree, words, &self.catalog, clause, lack.at)
        };
        refusal
            .lack
            .and_then(say)
            .unwrap_or_else(|| refusal.remedy.to_owned())
    }

    /// What a player is offered wherever a card lets one of several things be picked, in the order of its
    /// instructions; in the words of its edition.
    pub fn arms(&self, card: CardId) -> Vec<Vec<String>> {
        let ix = card.ix();
        let (Some(tree), Some(info)) = (self.trees.get(ix), self.catalog.cards.get(ix)) else {
            return Vec::new();
        };
        gloryhex_cardlang::arm_texts(tree, self.words(&info.edition), &self.catalog)
    }

    /// For each clause of a card, the line of its text that tells it.
    pub fn clause_lines(&self, card: CardId) -> Vec<usize> {
        let ix = card.ix();
        let (Some(tree), Some(info)) = (self.trees.get(ix), self.catalog.cards.get(ix)) else {
            return Vec::new();
        };
        gloryhex_cardlang::clause_lines(tree, self.words(&info.edition), &self.catalog)
    }

    /// A deck by name; or, if further lines follow the name, the deck of the cards they name.
    pub fn deck(&self, edition: &str, name: &str) -> Result<Deck, Problem> {
        if let Some((_, cards)) = name.split_once('\n') {
            let names: Vec<&str> = cards.lines().collect();
            return self.deck_of(&self.cards_named(edition, "", &names)?);
        }
        let all = || self.decks(edition).into_iter();
        let deck = all().find(|deck| same_name(&deck.name, name));
        match deck {
            Some(deck) => Ok(self.with_plot(deck)),
            None => Err(unknown("deck", name, all().map(|deck| deck.name.as_str()))),
        }
    }

    /// The decks that an edition's players use, its own first; of two with one name the edition's own.
    pub fn decks(&self, edition: &str) -> Vec<&DeckDef> {
        let all = self.catalog.decks.iter();
        let mut decks: Vec<_> = all
            .filter(|deck| self.catalog.plays(edition, &deck.edition))
            .collect();
        decks.sort_by_key(|deck| deck.edition != edition);
        let mut names = HashSet::new();
        decks.retain(|deck| names.insert(deck.name.as_str()));
        decks
    }

    fn ready_deck(&self, edition: &str, warband: &str, seat: usize) -> Deck {
        let fits: Vec<_> = self
            .decks(edition)
            .into_iter()
            .filter(|deck| deck.warband == warband || deck.warband.is_empty())
            .filter(|deck| deck.format != gloryhex_cardlang::DeckFormat::Pool)
            .collect();
        let own = fits.iter().find(|deck| deck.warband == warband);
        match own.or_else(|| fits.get(seat % fits.len().max(1))) {
            Some(deck) => self.with_plot(deck),
            None => Deck::default(),
        }
    }

    pub(crate) fn with_plot(&self, deck: &gloryhex_cardlang::DeckDef) -> Deck {
        Deck {
            plot: Some(deck.plot).filter(|plot| *plot != CardId::NONE),
            ..self.split(&deck.cards)
        }
    }

    /// Sorts cards into objectives and power cards.
    pub fn split(&self, cards: &[CardId]) -> Deck {
        let objective =
            |id: &CardId| self.catalog.code(*id).kind == gloryhex_cardlang::CardKind::Objective;
        Deck {
            power: cards.iter().copied().filter(|id| !objective(id)).collect(),
            objectives: cards.iter().copied().filter(objective).collect(),
            plot: None,
        }
    }
}

/// Whether a game has room for the fighters and cards.
fn room_for(warbands: &[Warband], decks: &[Deck]) -> Result<(), Problem> {
    let sizes = || warbands.iter().map(|warband| warband.fighters.len());
    let (all, largest) = (sizes().sum::<usize>(), sizes().max().unwrap_or(0));
    if all > MAX_FIGHTERS || largest > PowerCards::BEARERS {
        return Err(Problem(format!(
            "{all} fighters, {largest} of them in one warband: a game has room for {MAX_FIGHTERS} and {}",
            PowerCards::BEARERS
        )));
    }
    for deck in decks {
        let (power, objectives) = (deck.power.len(), deck.objectives.len());
        if power > MOST_POWER || objectives > MOST_OBJECTIVES {
            return Err(Problem(format!(
                "{power} power cards and {objectives} objectives in one deck: a game has room for {MOST_POWER} and {MOST_OBJECTIVES}"
            )));
        }
    }
    Ok(())
}

fn sheets_of(board: &BoardFile) -> Vec<Sheet> {
    if board.orientations.is_empty() {
        return vec![board.sheet.clone()];
    }
    board
        .orientations
        .iter()
        .filter_map(|orientation| board.oriented(&orientation.name))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_core_set_has_its_boards() {
        let content = Content::embedded();
        for (edition, boards) in [
            ("shadespire", 4),
            ("nightvault", 4),
            ("harrowdeep", 4),
            ("embergard", 4),
        ] {
            assert_eq!(content.core_sheets(edition).len(), boards, "{edition}");
        }
    }

    #[test]
    fn seats_without_a_warband_play_those_of_the_core_set_in_turn() {
        let content = Content::embedded();
        for (edition, core) in [
            ("shadespire", ["Garrek's Reavers", "Steelheart's Champions"]),
            (
                "nightvault",
                ["Stormsire's Cursebreakers", "Thorns of the Briar Queen"],
            ),
            ("harrowdeep", ["Da Kunnin' Krew", "Xandire's Truthseekers"]),
            ("embergard", ["The Emberwatch", "Zikkit's Tunnelpack"]),
        ] {
            assert_eq!(content.core_warbands(edition), core);
            assert_eq!(content.warbands(edition)[..2], core);
        }
        let table = content.table(&Spec::core("shadespire", 4));
        let table = table.unwrap_or_else(|problem| panic!("{problem}"));
        let sizes = table.sides.map(u32::count_ones);
        assert_eq!(sizes[..4], [5, 3, 5, 3]);
        assert!(content.warbands("shadespire").contains(&"Ironskull's Boyz"));
    }

    #[test]
    fn a_board_that_lies_otherwise_is_no_board_of_the_edition() {
        let content = Content::embedded();
        let said = |edition: &str, board: &str| {
            let spec = Spec {
                boards: vec![board.to_owned()],
                ..Spec::core(edition, 2)
            };
            let table = content.table(&spec);
            table.err().map(|problem| problem.to_string())
        };
        assert_eq!(said("shadespire", "Living Rock"), None);
        assert_eq!(
            said("embergard", "Verdant Maw or Whispering Root Hollow"),
            None
        );
        assert_eq!(
            said("embergard", "Living Rock").as_deref(),
            Some(
                "there is no board for Embergard called `Living Rock`. Known: Blazing Bastion or Haven of the Hated, Quiet Foundry (ours), Verdant Maw or Whispering Root Hollow."
            )
        );
        let whole = said("shadespire", "Quiet Foundry (ours)").unwrap_or_default();
        assert!(
            whole.starts_with("there is no board for Shadespire called `Quiet Foundry (ours)`"),
            "{whole}"
        );
    }

    #[test]
    fn a_game_with_too_many_fighters_or_cards_is_refused() {
        let content = Content::embedded();
        let warband = |n| {
            let info = &content.catalog.warbands[0];
            let mut warband = Warband::of(&content.catalog, info);
            let one = warband.fighters[0].clone();
            warband.fighters = vec![one; n];
            warband
        };
        let said = |warbands: &[Warband], decks: &[Deck]| {
            room_for(warbands, decks).map_err(|problem| problem.to_string())
        };
        let four = [8, 8, 8, 8].map(warband);
        assert_eq!(said(&four, &[Deck::default()]), Ok(()));
        assert_eq!(
            said(&[9, 9, 9, 9].map(warband), &[]),
            Err("36 fighters, 9 of them in one warband: a game has room for 32 and 16".into())
        );
        assert!(said(&[17, 1].map(warband), &[]).is_err());
        let deck = Deck {
            power: vec![CardId::NONE; 65],
            ..Deck::default()
        };
        assert_eq!(
            said(&[], &[deck]),
            Err(
                "65 power cards and 0 objectives in one deck: a game has room for 64 and 32".into()
            )
        );
    }

    #[test]
    fn an_unknown_name_is_answered_with_what_was_meant_and_what_exists() {
        let problem = unknown("edition", "harowdeep", crate::NAMES.into_iter());
        assert_eq!(
            problem.to_string(),
            "there is no edition called `harowdeep`; did you mean `harrowdeep`? Known: shadespire, nightvault, harrowdeep, embergard."
        );
        assert_eq!(
            unknown("edition", "x", ["a", "b"].into_iter()).to_string(),
            "there is no edition called `x`; did you mean `a`? Known: a, b."
        );
        assert_eq!(
            unknown("edition", "monopoly", ["chess"].into_iter()).to_string(),
            "there is no edition called `monopoly`. Known: chess."
        );
    }
}
