//! What can be chosen, as a list a person can take in: choices of one kind by one fighter share an entry, which opens.

use crate::sitting::Sitting;
use gloryhex_engine::{Choice, Detail, Game, Verb};
use gloryhex_hexgrid::HexId;
use gloryhex_model::{FighterId, Seat};
use gloryhex_notation::Names;

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it says.
    pub label: String,
    /// What it stands for; several open a list of their own.
    pub choices: Vec<Choice>,
}

/// The whole list, and where in it the person is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Menu {
    /// The entries.
    pub entries: Vec<Entry>,
    /// The one that was opened.
    opened: Option<usize>,
    /// The entries of the one that was opened.
    inner: Vec<Entry>,
    /// The line that is picked out.
    pub at: usize,
}

/// Fewer choices than this are not gathered.
const FEW: usize = 8;

/// The fighter who would act. A card comes before whoever casts it or is given it: such a choice is about the card.
pub fn actor(choice: Choice) -> Option<FighterId> {
    let first = choice.verb.details().first();
    (first == Some(&Detail::Fighter)).then_some(FighterId(choice.a))
}

/// The hex that is meant: where to go, or where somebody or something is that is meant.
pub fn hex(game: &Game, choice: Choice) -> Option<HexId> {
    let given = || choice.who().filter(|_| choice.verb == Verb::Upgrade);
    let whom = choice
        .target()
        .or_else(given)
        .or_else(|| actor(choice))
        .map(|whom| game.state.fighter(whom).hex);
    let token = || {
        let token = choice.detail(Detail::Token)?;
        Some(game.state.features.get(usize::from(token))?.hex)
    };
    let there = choice.place().or(whom).or_else(token)?;
    (there != HexId::NONE).then_some(there)
}

/// Choices that share an entry, and what it says of the fighter and of how many there are.
const GATHERED: [(Verb, &str); 9] = [
    (Verb::Move, "Move {who} … {count} hexes"),
    (Verb::Charge, "Charge with {who} … {count} hexes"),
    (Verb::Attack, "Attack with {who} … {count}"),
    (Verb::Deploy, "Place {who} … {count} hexes"),
    (Verb::PlaceToken, "Place the token … {count} hexes"),
    (Verb::Exchange, "Exchange an objective … {count}"),
    (Verb::Upgrade, "Give an upgrade … {count}"),
    (Verb::Join, "Lay the board down … {count} ways"),
    (Verb::Hex, "Pick a hex … {count}"),
];

/// What an entry for several choices says.
fn gathered(names: &Names, first: Choice, count: usize) -> Option<String> {
    let (_, text) = GATHERED.iter().find(|(verb, _)| *verb == first.verb)?;
    let who = actor(first).map_or("", |who| names.printed(who));
    let text = text.replace("{count}", &count.to_string());
    Some(text.replace("{who}", who))
}

impl Menu {
    /// The list of what a seat may choose.
    pub fn new(sitting: &Sitting, seat: Seat) -> Menu {
        let (list, names) = (sitting.choices(), &sitting.names);
        let single = |choice: &Choice| Entry {
            label: sitting.plain(seat, *choice),
            choices: vec![*choice],
        };
        if list.len() <= FEW {
            return Menu {
                entries: list.iter().map(single).collect(),
                ..Menu::default()
            };
        }
        let mut entries: Vec<Entry> = Vec::new();
        for choice in list {
            let like = |first: Choice| {
                first.verb == choice.verb
                    && actor(first) == actor(*choice)
                    && gathered(names, first, 0).is_some()
            };
            let home = entries
                .iter_mut()
                .find(|entry| entry.choices.first().copied().is_some_and(like));
            match home {
                Some(entry) => entry.choices.push(*choice),
                None => entries.push(single(choice)),
            }
        }
        for entry in &mut entries {
            if let [first, _, ..] = entry.choices[..]
                && let Some(words) = gathered(names, first, entry.choices.len())
            {
                entry.label = words;
            }
        }
        Menu {
            entries,
            ..Menu::default()
        }
    }

    /// The lines to show now.
    pub fn lines(&self) -> &[Entry] {
        match self.opened {
            Some(_) => &self.inner,
            None => &self.entries,
        }
    }

    /// What the opened list is about.
    pub fn heading(&self) -> Option<&str> {
        Some(&self.entries.get(self.opened?)?.label)
    }

    /// The line that is picked out.
    pub fn current(&self) -> Option<&Entry> {
        self.lines().get(self.at)
    }

    /// Goes up or down, round the ends.
    pub fn step(&mut self, by: isize) {
        let count = self.lines().len() as isize;
        if count > 0 {
            self.at = (self.at as isize + by).rem_euclid(count) as usize;
        }
    }

    /// Opens an entry, or gives the choice it stands for.
    pub fn open(&mut self, sitting: &Sitting, seat: Seat, place: usize) -> Option<Choice> {
        let entry = self.lines().get(place)?;
        if let [only] = entry.choices[..] {
            return Some(only);
        }
        let choices = entry.choices.clone();
        self.at = place;
        self.narrow(sitting, seat, &choices);
        None
    }

    /// Opens a list of these choices.
    pub fn narrow(&mut self, sitting: &Sitting, seat: Seat, choices: &[Choice]) {
        let line = |choice: &Choice| Entry {
            label: sitting.plain(seat, *choice),
            choices: vec![*choice],
        };
        self.inner = choices.iter().map(line).collect();
        self.opened.get_or_insert(self.at);
        self.at = 0;
    }

    /// Goes back to the whole list. Whether a list was open.
    pub fn close(&mut self) -> bool {
        match self.opened.take() {
            Some(place) => {
                self.at = place;
                true
            }
            None => false,
        }
    }

    /// The hexes that the lines now shown, or the one picked out, are about.
    pub fn hexes(&self, game: &Game) -> Vec<HexId> {
        let choices: Vec<Choice> = match (self.opened, self.current()) {
            (None, Some(entry)) if entry.choices.len() > 1 => entry.choices.clone(),
            _ => self
                .lines()
                .iter()
                .filter(|line| line.choices.len() == 1)
                .flat_map(|line| line.choices.clone())
                .collect(),
        };
        choices.into_iter().filter_map(|c| hex(game, c)).collect()
    }

    /// The choices shown now that are about a hex: of the opened list, or of the entry picked out, or of all.
    pub fn about(&self, game: &Game, place: HexId) -> Vec<Choice> {
        let here = |choice: &&Choice| hex(game, **choice) == Some(place);
        let of = |entries: &[Entry]| -> Vec<Choice> {
            let all = entries.iter().flat_map(|entry| &entry.choices);
            all.filter(here).copied().collect()
        };
        match (self.opened, self.current()) {
            (None, Some(entry)) if entry.choices.len() > 1 => of(std::slice::from_ref(entry)),
            _ => of(self.lines()),
        }
    }

    /// Picks the first line about a fighter who would act.
    pub fn pick_actor(&mut self, fighter: FighterId) -> bool {
        self.close();
        let acts = |entry: &Entry| entry.choices.first().copied().and_then(actor) == Some(fighter);
        match self.entries.iter().position(acts) {
            Some(place) => {
                self.at = place;
                true
            }
            None => false,
        }
    }
}
