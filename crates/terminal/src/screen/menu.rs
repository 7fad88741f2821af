//! What can be chosen, as a list a person can take in: choices of one kind by one fighter share an entry, which opens.

use gloryhex_engine::{Choice, Game, Verb};
use gloryhex_hexgrid::HexId;
use gloryhex_model::{FighterId, Seat};
use gloryhex_notation::{Names, choice};

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

/// The fighter who would act.
pub fn actor(choice: Choice) -> Option<FighterId> {
    use Verb::{Action, Attack, Charge, Delve, Deploy, Fighter, Guard, Move};
    match choice.verb {
        Move | Charge | Attack | Guard | Action | Deploy | Delve | Fighter => {
            Some(FighterId(choice.a))
        }
        _ => None,
    }
}

/// The hex that is meant: where to go, or where the target stands.
pub fn hex(game: &Game, choice: Choice) -> Option<HexId> {
    let of = |fighter: u8| {
        let there = game.state.fighter(FighterId(fighter)).hex;
        (there != HexId::NONE).then_some(there)
    };
    match choice.verb {
        Verb::Move | Verb::Charge | Verb::Deploy => Some(choice.hex_b()),
        Verb::PlaceToken | Verb::Hex | Verb::DriveBack | Verb::Grapple => Some(choice.hex_a()),
        Verb::Attack | Verb::Next => of(choice.b),
        Verb::Upgrade => of(choice.b),
        Verb::Fighter | Verb::Guard | Verb::Delve | Verb::Action => of(choice.a),
        Verb::Feature => {
            let token = game.state.features.get(usize::from(choice.a))?;
            (token.hex != HexId::NONE).then_some(token.hex)
        }
        Verb::Seat
        | Verb::Board
        | Verb::Join
        | Verb::Territory
        | Verb::NoToken
        | Verb::Mulligan
        | Verb::Draw
        | Verb::Exchange
        | Verb::Focus
        | Verb::Pass
        | Verb::Ability
        | Verb::Reroll
        | Verb::Stay
        | Verb::Overrun
        | Verb::StandFast
        | Verb::Play
        | Verb::Use
        | Verb::React
        | Verb::Card
        | Verb::Option
        | Verb::Confirm
        | Verb::Score
        | Verb::Discard
        | Verb::Done
        | Verb::Die => None,
    }
}

/// What an entry for several choices says.
fn gathered(names: &Names, first: Choice, count: usize) -> Option<String> {
    let who = |id: u8| names.printed(FighterId(id));
    Some(match first.verb {
        Verb::Move => format!("Move {} … {count} hexes", who(first.a)),
        Verb::Charge => format!("Charge with {} … {count} hexes", who(first.a)),
        Verb::Attack => format!("Attack with {} … {count}", who(first.a)),
        Verb::Deploy => format!("Place {} … {count} hexes", who(first.a)),
        Verb::PlaceToken => format!("Place the token … {count} hexes"),
        Verb::Exchange => format!("Exchange an objective … {count}"),
        Verb::Upgrade => format!("Give an upgrade … {count}"),
        Verb::Join => format!("Lay the board down … {count} ways"),
        Verb::Hex => format!("Pick a hex … {count}"),
        Verb::Seat
        | Verb::Board
        | Verb::Territory
        | Verb::NoToken
        | Verb::Mulligan
        | Verb::Guard
        | Verb::Draw
        | Verb::Focus
        | Verb::Pass
        | Verb::Action
        | Verb::Ability
        | Verb::Reroll
        | Verb::DriveBack
        | Verb::Grapple
        | Verb::Stay
        | Verb::Overrun
        | Verb::StandFast
        | Verb::Next
        | Verb::Play
        | Verb::Delve
        | Verb::Use
        | Verb::React
        | Verb::Fighter
        | Verb::Feature
        | Verb::Card
        | Verb::Option
        | Verb::Confirm
        | Verb::Score
        | Verb::Discard
        | Verb::Done
        | Verb::Die => return None,
    })
}

impl Menu {
    /// The list of what a seat may choose.
    pub fn new(game: &Game, names: &Names, seat: Seat, list: &[Choice]) -> Menu {
        let label = |choice: Choice| choice::plain(game, names, seat, choice);
        let single = |choice: &Choice| Entry {
            label: label(*choice),
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
    pub fn open(&mut self, game: &Game, names: &Names, seat: Seat, place: usize) -> Option<Choice> {
        let entry = self.lines().get(place)?;
        if let [only] = entry.choices[..] {
            return Some(only);
        }
        let choices = entry.choices.clone();
        self.at = place;
        self.narrow(game, names, seat, &choices);
        None
    }

    /// Opens a list of these choices.
    pub fn narrow(&mut self, game: &Game, names: &Names, seat: Seat, choices: &[Choice]) {
        let line = |choice: &Choice| Entry {
            label: choice::plain(game, names, seat, *choice),
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
