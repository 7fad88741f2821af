//! What to play, before there is a game: an edition, and for each side a warband, a deck and a board, from lists by season.
//!
//! Nothing is read or drawn here: the line mode and the full screen both show the [`rows`](Choosing::rows) and hand back
//! what was picked.

use gloryhex_cardlang::{DeckFormat, WarbandInfo, weapon_text};
use gloryhex_editions::Content;
use gloryhex_engine::ruleset::BoardRule;
use gloryhex_model::same_name;
use gloryhex_protocol::Ease;
use gloryhex_table::{content::season, portrait::portraits};

/// Something to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// The edition.
    Edition,
    /// The warband of a seat.
    Warband(usize),
    /// The deck of a seat.
    Deck(usize),
    /// The board of a seat, or of all where there is one.
    Board(usize),
}

/// A line to choose something by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What.
    pub what: What,
    /// Its name.
    pub label: String,
    /// What is chosen now.
    pub value: String,
}

/// One of the things that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The season it belongs to; empty for what belongs to none.
    pub season: String,
    /// Its name; empty for leaving it open.
    pub name: String,
    /// What is shown.
    pub label: String,
}

/// What a side plays with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// Its warband.
    pub warband: String,
    /// Its deck; empty for whatever fits.
    pub deck: String,
    /// Its board; empty to be chosen at the table.
    pub board: String,
}

/// Everything that was chosen.
#[derive(Clone, Debug)]
pub struct Choosing<'a> {
    content: &'a Content,
    /// The edition.
    pub edition: String,
    /// The sides by seat.
    pub sides: Vec<Side>,
    /// The seat of whoever chooses.
    own: usize,
}

impl<'a> Choosing<'a> {
    /// The usual warbands of an edition. `own` is the seat of whoever chooses.
    pub fn new(content: &'a Content, edition: &str, players: usize, own: usize) -> Choosing<'a> {
        let mut choosing = Choosing {
            content,
            edition: edition.to_owned(),
            sides: vec![Side::default(); players],
            own,
        };
        choosing.usual();
        choosing
    }

    fn usual(&mut self) {
        let core = self.content.core_warbands(&self.edition);
        for (seat, side) in self.sides.iter_mut().enumerate() {
            let name = core.get(seat % core.len().max(1)).copied();
            *side = Side {
                warband: name.unwrap_or_default().to_owned(),
                ..Side::default()
            };
        }
    }

    /// Whether there is one board for all.
    pub fn shared_board(&self) -> bool {
        let edition = self.content.edition(&self.edition);
        edition.is_some_and(|found| found.rules.boards == BoardRule::Shared)
    }

    /// The lines to choose by.
    pub fn rows(&self) -> Vec<Row> {
        let edition = self.content.edition(&self.edition);
        let mut rows = vec![Row {
            what: What::Edition,
            label: "Edition".to_owned(),
            value: edition.map_or(String::new(), |found| found.rules.title.to_string()),
        }];
        let or = |name: &str, open: &str| match name {
            "" => open.to_owned(),
            name => name.to_owned(),
        };
        for (seat, side) in self.sides.iter().enumerate() {
            let whose = match seat == self.own {
                true => "Your".to_owned(),
                false => format!("Seat {}'s", seat + 1),
            };
            let mut row = |what, name: &str, value| {
                let label = format!("{whose} {name}");
                rows.push(Row { what, label, value });
            };
            row(What::Warband(seat), "warband", side.warband.clone());
            row(What::Deck(seat), "deck", or(&side.deck, FITTING));
            if !self.shared_board() {
                row(What::Board(seat), "board", or(&side.board, AT_TABLE));
            }
        }
        if self.shared_board()
            && let Some(side) = self.sides.first()
        {
            rows.push(Row {
                what: What::Board(0),
                label: "Board for all".to_owned(),
                value: or(&side.board, AT_TABLE),
            });
        }
        rows
    }

    /// What can be chosen, those of one season together.
    pub fn offers(&self, what: What) -> Vec<Offer> {
        let offer = |season: &str, name: &str, label: &str| Offer {
            season: season.to_owned(),
            name: name.to_owned(),
            label: label.to_owned(),
        };
        let mut offers = match what {
            What::Edition => {
                let editions = self.content.editions.iter();
                return editions
                    .map(|edition| offer("", edition.name(), &edition.rules.title))
                    .collect();
            }
            What::Warband(_) => {
                let bands = self.warbands().zip(portraits(self.content, &self.edition));
                bands
                    .map(|(band, portrait)| {
                        let name = &band.def.name;
                        let label = format!("{name} ({})", ease(portrait.ease));
                        offer(self.content.season_of(band), name, &label)
                    })
                    .collect()
            }
            What::Deck(seat) => {
                let warband = self.sides.get(seat).map_or("", |side| &side.warband);
                let decks = self.content.decks(&self.edition).into_iter();
                let decks = decks
                    .filter(|deck| deck.format != DeckFormat::Pool && !deck.cards.is_empty())
                    .filter(|deck| deck.warband.is_empty() || deck.warband == warband)
                    .map(|deck| offer("", &deck.name, &deck.name));
                let open = offer("", "", FITTING);
                [open].into_iter().chain(decks).collect()
            }
            What::Board(_) => {
                let boards = self.content.boards_for(&self.edition).into_iter();
                let boards = boards.map(|board| {
                    let season = season(self.content, &board.edition);
                    offer(&season, board.name(), board.name())
                });
                [offer("", "", AT_TABLE)]
                    .into_iter()
                    .chain(boards)
                    .collect::<Vec<Offer>>()
            }
        };
        let seasons: Vec<String> = offers.iter().map(|offer| offer.season.clone()).collect();
        let first = |season: &str| seasons.iter().position(|other| other == season);
        offers.sort_by_key(|offer| first(&offer.season));
        offers
    }

    fn warbands(&self) -> impl Iterator<Item = &'a WarbandInfo> {
        let (content, edition) = (self.content, self.edition.clone());
        let names = content.warbands(&self.edition).into_iter();
        names.filter_map(move |name| content.catalog.warband(&edition, name))
    }

    /// The place of what is chosen among the offers.
    pub fn place(&self, what: What) -> usize {
        let side = |seat: usize| self.sides.get(seat);
        let now = match what {
            What::Edition => Some(&self.edition),
            What::Warband(seat) => side(seat).map(|side| &side.warband),
            What::Deck(seat) => side(seat).map(|side| &side.deck),
            What::Board(seat) => side(seat).map(|side| &side.board),
        };
        let offers = self.offers(what);
        let place = offers.iter().position(|offer| Some(&offer.name) == now);
        place.unwrap_or(0)
    }

    /// Chooses something by its name.
    pub fn choose(&mut self, what: What, name: &str) {
        match what {
            What::Edition if self.edition == name => {}
            What::Edition => {
                self.edition = name.to_owned();
                self.usual();
            }
            What::Warband(seat) => {
                if let Some(side) = self.sides.get_mut(seat) {
                    side.warband = name.to_owned();
                    // A deck that the warband cannot use is let go.
                    let deck = std::mem::take(&mut side.deck);
                    let mut offers = self.offers(What::Deck(seat)).into_iter();
                    if offers.any(|offer| offer.name == deck) {
                        self.sides[seat].deck = deck;
                    }
                }
            }
            What::Deck(seat) => {
                if let Some(side) = self.sides.get_mut(seat) {
                    side.deck = name.to_owned();
                }
            }
            What::Board(seat) => {
                if let Some(side) = self.sides.get_mut(seat) {
                    side.board = name.to_owned();
                }
            }
        }
    }

    /// Chooses another one by a number that nobody knows.
    pub fn surprise(&mut self, what: What, number: u64) {
        let (offers, now) = (self.offers(what), self.place(what));
        let mut others: Vec<&Offer> = offers.iter().filter(|o| !o.name.is_empty()).collect();
        if others.len() > 1 {
            others.retain(|offer| Some(*offer) != offers.get(now));
        }
        let place = number % others.len().max(1) as u64;
        if let Some(offer) = others.get(place as usize) {
            self.choose(what, &offer.name);
        }
    }

    /// A warband in a few lines: what it is good at, its fighters and their figures, how well they are known.
    pub fn picture(&self, warband: &str) -> Vec<String> {
        let all = self.warbands().zip(portraits(self.content, &self.edition));
        let mut same = all.filter(|(band, _)| same_name(&band.def.name, warband));
        let Some((band, portrait)) = same.next() else {
            return Vec::new();
        };
        let words = self.content.words(&self.edition);
        let mut lines = vec![
            format!("{}, {}", band.def.name, self.content.season_of(band)),
            format!("{}: {}", capital(ease(portrait.ease)), portrait.why),
        ];
        lines.extend(portrait.good_at.iter().map(|line| format!("+ {line}")));
        lines.extend(portrait.weak_in.iter().map(|line| format!("- {line}")));
        let mut notes: Vec<&String> = Vec::new();
        for fighter in &band.def.fighters {
            let side = &fighter.sides[0];
            lines.push(String::new());
            lines.push(format!(
                "{}: Move {}, {} {} {}, {} {}",
                fighter.name,
                side.movement,
                words.defence,
                side.defence,
                words.face(side.defence_symbol),
                words.wounds,
                side.wounds
            ));
            let weapons = side.weapons.iter();
            lines.extend(weapons.map(|weapon| format!("  {}", weapon_text(weapon, words))));
            notes.extend(fighter.notes.iter());
        }
        notes.sort();
        notes.dedup();
        if !notes.is_empty() {
            lines.push(String::new());
            lines.extend(notes.into_iter().map(|note| format!("Note: {note}")));
        }
        lines
    }

    /// The names by seat of the decks, if any seat has one.
    pub fn decks(&self) -> Vec<String> {
        by_seat(self.sides.iter().map(|side| &side.deck))
    }

    /// The names by seat of the boards that are settled on, if any are.
    pub fn own_boards(&self) -> Vec<String> {
        match self.shared_board() {
            true => Vec::new(),
            false => by_seat(self.sides.iter().map(|side| &side.board)),
        }
    }

    /// The board for all, if it is settled on.
    pub fn board(&self) -> Option<&str> {
        let first = self.sides.first()?;
        (self.shared_board() && !first.board.is_empty()).then_some(first.board.as_str())
    }
}

const FITTING: &str = "whatever fits";
const AT_TABLE: &str = "chosen at the table";

fn ease(ease: Ease) -> &'static str {
    match ease {
        Ease::Easy => "easy to play",
        Ease::Fair => "fairly easy",
        Ease::Hard => "hard to play",
    }
}

fn capital(text: &str) -> String {
    let first = text.chars().take(1).flat_map(char::to_uppercase);
    first.chain(text.chars().skip(1)).collect()
}

/// The names up to the last that there is.
fn by_seat<'a>(names: impl Iterator<Item = &'a String>) -> Vec<String> {
    let mut names: Vec<String> = names.cloned().collect();
    while names.last().is_some_and(String::is_empty) {
        names.pop();
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choosing() -> Choosing<'static> {
        Choosing::new(Content::embedded(), "nightvault", 2, 0)
    }

    #[test]
    fn warbands_of_one_season_stand_together_the_editions_own_first() {
        let mut seasons: Vec<String> = choosing()
            .offers(What::Warband(0))
            .into_iter()
            .map(|offer| offer.season)
            .collect();
        seasons.dedup();
        assert_eq!(seasons, ["Nightvault", "Shadespire"]);
    }

    #[test]
    fn a_deck_goes_with_the_warband_it_was_made_for() {
        let mut choosing = choosing();
        choosing.choose(What::Warband(0), "Ironskull's Boyz");
        choosing.choose(What::Deck(0), "Ironskull's Boyz Starter");
        assert_eq!(choosing.decks(), ["Ironskull's Boyz Starter"]);
        choosing.choose(What::Warband(0), "Magore's Fiends");
        assert_eq!(choosing.decks(), [""; 0]);
    }

    #[test]
    fn a_surprise_is_another_one_and_can_be_any() {
        let mut choosing = choosing();
        let mut seen = std::collections::BTreeSet::new();
        for number in 0..200_u64 {
            let before = choosing.sides[1].warband.clone();
            let mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
            choosing.surprise(What::Warband(1), mixed);
            assert_ne!(choosing.sides[1].warband, before);
            seen.insert(choosing.sides[1].warband.clone());
        }
        assert_eq!(seen.len(), choosing.offers(What::Warband(1)).len());
    }

    #[test]
    fn another_edition_begins_with_its_own_warbands_and_boards() {
        let mut choosing = choosing();
        choosing.choose(What::Board(1), "Living Rock");
        assert_eq!(choosing.own_boards(), ["", "Living Rock"]);
        choosing.choose(What::Edition, "embergard");
        assert_eq!(choosing.own_boards(), [""; 0]);
        assert_eq!(choosing.sides[0].warband, "The Emberwatch");
        let labels: Vec<String> = choosing.rows().into_iter().map(|row| row.label).collect();
        assert_eq!(
            labels,
            [
                "Edition",
                "Your warband",
                "Your deck",
                "Seat 2's warband",
                "Seat 2's deck",
                "Board for all"
            ]
        );
        choosing.choose(What::Board(0), "Quiet Foundry (ours)");
        assert_eq!(choosing.board(), Some("Quiet Foundry (ours)"));
    }

    #[test]
    fn the_picture_of_a_warband_has_its_figures_and_how_well_they_are_known() {
        let mut choosing = choosing();
        let rats = choosing.picture("Spiteclaw's Swarm");
        assert_eq!(rats[0], "Spiteclaw's Swarm, Shadespire");
        assert!(rats.contains(&"Skritch Spiteclaw: Move 5, Defence 1 Dodge, Wounds 4".to_owned()));
        assert!(rats.iter().any(|line| line.starts_with("+ Fast: ")));
        choosing.choose(What::Edition, "embergard");
        let krushas = choosing.picture("Morgok's Krushas");
        assert!(krushas.iter().any(|line| line.starts_with("Note: ")));
    }
}
