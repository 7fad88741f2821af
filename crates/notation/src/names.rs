//! What fighters, weapons, cards and boards are called at one table, and finding them by name.
//!
//! A fighter's name is the first word of its printed name, lengthened or followed by `@seat` where
//! two would share it. Names depend on the table only, so they never change during a game.

use crate::problem::{Problem, nearest};
use gloryhex_cardlang::{CardInfo, Instr, Side};
use gloryhex_editions::Content;
use gloryhex_engine::{Attack, Sight, Source, Table, WeaponIx, ops::stats};
use gloryhex_model::{CardId, FighterId, Seat, slug_of};
use std::collections::BTreeMap;

/// The names of one table.
#[derive(Clone, Debug)]
pub struct Names {
    fighters: Vec<FighterName>,
    /// By seat and source slot.
    cards: BTreeMap<(u8, u8), CardName>,
    sheets: Vec<String>,
}

#[derive(Clone, Debug)]
struct CardName {
    name: String,
    /// What each clause is called, and which of those called so it is, from 1.
    abilities: Vec<(String, u8)>,
    /// What there is to pick from wherever it lets one of several things be picked.
    arms: Vec<Vec<String>>,
}

impl CardName {
    fn of(card: &CardInfo) -> CardName {
        let title = |clause: usize| match card.titles.get(clause).map_or("", String::as_str) {
            "" => card.name.as_str(),
            title => title,
        };
        let clauses = &card.code.clauses;
        let together = |a: usize, b: usize| {
            let (a, b) = (clauses[a], clauses[b]);
            let sides = a.side == b.side || a.side == Side::Both || b.side == Side::Both;
            sides && std::mem::discriminant(&a.role) == std::mem::discriminant(&b.role)
        };
        let nth = |clause: usize| {
            let like = |other: &usize| title(*other) == title(clause) && together(*other, clause);
            1 + (0..clause).filter(like).count() as u8
        };
        CardName {
            name: card.name.clone(),
            abilities: (0..clauses.len())
                .map(|clause| (title(clause).to_owned(), nth(clause)))
                .collect(),
            arms: Vec::new(),
        }
    }
}

#[derive(Clone, Debug)]
struct FighterName {
    seat: Seat,
    /// What it is called.
    short: String,
    /// Every word of its printed name.
    full: String,
    printed: String,
}

impl Names {
    /// The names of a table.
    pub fn of(table: &Table) -> Names {
        let mut cards = BTreeMap::new();
        for seat in Seat::all(table.players) {
            for slot in 0..=Source::PLOT {
                let id = table.index.card(Source { seat, slot });
                if let Some(card) = table.catalog.cards.get(id.ix())
                    && id != CardId::NONE
                {
                    cards.insert((seat.0, slot), CardName::of(card));
                }
            }
        }
        let sheets = table.sheets.iter().map(|s| s.name().to_owned()).collect();
        Names {
            fighters: fighter_names(table),
            cards,
            sheets,
        }
    }

    /// The names of a table whose cards are among this content, with the words for what they let pick
    /// from; without them such a choice only has a number.
    pub fn with_texts(content: &Content, table: &Table) -> Names {
        let mut names = Names::of(table);
        for (&(seat, slot), card) in &mut names.cards {
            let seat = Seat(seat);
            card.arms = content.arms(table.index.card(Source { seat, slot }));
        }
        names
    }

    /// What a fighter is called.
    pub fn fighter(&self, id: FighterId) -> &str {
        self.fighters
            .get(id.ix())
            .map_or("nobody", |name| &name.short)
    }
    /// A fighter's printed name.
    pub fn printed(&self, id: FighterId) -> &str {
        self.fighters
            .get(id.ix())
            .map_or("nobody", |name| &name.printed)
    }
    /// The name of a card at the table.
    pub fn card(&self, source: Source) -> &str {
        self.cards
            .get(&(source.seat.0, source.slot))
            .map_or("a card", |card| &card.name)
    }
    /// What an ability is called: the name its clause has, or that of its card; and which of the
    /// abilities called so it is, from 1.
    pub fn ability(&self, source: Source, clause: u8) -> (&str, u8) {
        self.cards
            .get(&(source.seat.0, source.slot))
            .and_then(|card| card.abilities.get(usize::from(clause)))
            .map_or((self.card(source), 1), |(name, nth)| (name, *nth))
    }
    /// One of the things to pick from where a card lets one of several be picked, the `which`th such place.
    pub fn arm(&self, source: Source, which: usize, nth: usize) -> Option<&str> {
        let card = self.cards.get(&(source.seat.0, source.slot))?;
        card.arms.get(which)?.get(nth).map(String::as_str)
    }
    /// The printed name of a weapon, also of one that its bearer has no longer.
    pub fn printed_weapon(&self, sight: Sight<'_>, fighter: FighterId, weapon: WeaponIx) -> String {
        let table = sight.table;
        let had = || match weapon.slot() {
            Some(slot) => {
                let seat = table.owner(fighter);
                let card = table.code(Source { seat, slot })?;
                card.weapons.get(weapon.nth()).map(|weapon| &weapon.def)
            }
            None => {
                let sides = &table.entrants.get(fighter.ix())?.def.sides;
                let mut sides = sides.iter();
                sides.find_map(|side| side.weapons.get(usize::from(weapon.0)))
            }
        };
        stats::weapon_def(sight, fighter, weapon)
            .or_else(had)
            .map_or_else(|| "a weapon".to_owned(), |def| def.name.clone())
    }
    /// The name of a board on offer.
    pub fn sheet(&self, index: u8) -> &str {
        self.sheets
            .get(usize::from(index))
            .map_or("a board", String::as_str)
    }
    /// What a weapon is called among those its bearer has now.
    pub fn weapon(&self, sight: Sight<'_>, fighter: FighterId, weapon: WeaponIx) -> String {
        let mut list = weapons(sight, fighter);
        if let Some(at) = list.iter().position(|(ix, _)| *ix == weapon) {
            return list.swap_remove(at).1;
        }
        stats::weapon_def(sight, fighter, weapon)
            .map_or_else(|| "weapon".to_owned(), |def| slug_of(&def.name))
    }

    /// The fighter of this name: exact, or the beginning of one fighter's words only.
    ///
    /// # Errors
    /// Nobody or several answer to it.
    pub fn find_fighter(&self, text: &str, column: usize) -> Result<FighterId, Problem> {
        let text = text.to_lowercase();
        if let Some(ix) = self.fighters.iter().position(|f| f.short == text) {
            return Ok(FighterId(ix as u8));
        }
        let (words, seat) = match text.split_once('@') {
            Some((words, seat)) => (words, seat.parse::<u8>().ok()),
            None => (text.as_str(), None),
        };
        let answers = |name: &FighterName| {
            seat.is_none_or(|seat| name.seat.number() == seat)
                && begins(&name.full, words)
                && !words.is_empty()
        };
        let found: Vec<usize> = (0..self.fighters.len())
            .filter(|ix| answers(&self.fighters[*ix]))
            .collect();
        match found[..] {
            [only] => Ok(FighterId(only as u8)),
            [] => Err(self.nobody(&text, column)),
            _ => {
                let names: Vec<_> = found
                    .iter()
                    .map(|ix| self.fighters[*ix].short.as_str())
                    .collect();
                Err(Problem::here(
                    column,
                    format!("`{text}` may be several: {}", names.join(", ")),
                )
                .hint("write one of these names in full"))
            }
        }
    }

    fn nobody(&self, text: &str, column: usize) -> Problem {
        let names = || self.fighters.iter().map(|f| f.short.as_str());
        let problem = Problem::here(column, format!("no fighter is called `{text}`"));
        match nearest(text, names()) {
            Some(near) => problem.hint(format!("did you mean `{near}`?")),
            None if self.fighters.is_empty() => problem,
            None => problem.hint(format!("there are {}", list_of(names()))),
        }
    }

    /// The weapon of this name among those a fighter has now; letter case does not matter.
    ///
    /// # Errors
    /// None or several are called so.
    pub fn find_weapon(
        &self,
        sight: Sight<'_>,
        fighter: FighterId,
        text: &str,
        column: usize,
    ) -> Result<WeaponIx, Problem> {
        let list = weapons(sight, fighter);
        let wanted = slug_of(text);
        if let Some((ix, _)) = list.iter().find(|(_, name)| *name == wanted) {
            return Ok(*ix);
        }
        let found: Vec<_> = list.iter().filter(|(_, n)| begins(n, &wanted)).collect();
        let names = || list_of(list.iter().map(|(_, name)| name.as_str()));
        match found[..] {
            [] => {
                let who = self.fighter(fighter);
                Err(
                    Problem::here(column, format!("{who} has no weapon called `{text}`"))
                        .hint(format!("there are {}", names())),
                )
            }
            // The same weapon may be lent for an extra attack besides.
            [(first, name), ref rest @ ..] if rest.iter().all(|(_, n)| begins(n, name)) => {
                Ok(*first)
            }
            _ => Err(
                Problem::here(column, format!("`{text}` may be several weapons"))
                    .hint(format!("there are {}", names())),
            ),
        }
    }
    /// Every slot of a seat's power or objective cards with this name. Letter case and punctuation
    /// do not matter.
    ///
    /// # Errors
    /// The seat has no such card.
    pub fn find_cards(
        &self,
        seat: Seat,
        text: &str,
        column: usize,
    ) -> Result<Vec<Source>, Problem> {
        let wanted = slug_of(text);
        let deck = || {
            let range = (seat.0, 0)..(seat.0, Source::FIGHTERS);
            self.cards.range(range)
        };
        let found: Vec<Source> = deck()
            .filter(|(_, card)| slug_of(&card.name) == wanted)
            .map(|(&(_, slot), _)| Source { seat, slot })
            .collect();
        if found.is_empty() {
            return Err(Problem::here(
                column,
                format!("seat {} has no card called \"{text}\"", seat.number()),
            )
            .did_you_mean(text, deck().map(|(_, card)| card.name.as_str())));
        }
        Ok(found)
    }
    /// The board of this name among those on offer.
    ///
    /// # Errors
    /// There is no such board.
    pub fn find_sheet(&self, text: &str, column: usize) -> Result<u8, Problem> {
        let wanted = slug_of(text);
        let found = self.sheets.iter().position(|name| slug_of(name) == wanted);
        found.map(|ix| ix as u8).ok_or_else(|| {
            let names: Vec<String> = self.sheets.iter().map(|n| format!("\"{n}\"")).collect();
            Problem::here(column, format!("no board here is called \"{text}\""))
                .hint(format!("there are {}", names.join(", ")))
        })
    }
}

/// Names in a row, each in backquotes.
fn list_of<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// Whether the words begin the name, at a word's end.
fn begins(name: &str, words: &str) -> bool {
    name.strip_prefix(words)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// The weapons a fighter has now, each with a name no other of them has.
fn weapons(sight: Sight<'_>, fighter: FighterId) -> Vec<(WeaponIx, String)> {
    let mut list: Vec<(WeaponIx, String)> = Vec::new();
    let mut put = |ix: WeaponIx| {
        let Some(def) = stats::weapon_def(sight, fighter, ix) else {
            return;
        };
        let slug = slug_of(&def.name);
        let mut name = slug.clone();
        let mut n = 1;
        while list.iter().any(|(_, known)| *known == name) {
            n += 1;
            name = format!("{slug}-{n}");
        }
        list.push((ix, name));
    };
    stats::each_weapon(sight, fighter, &mut put);
    put(WeaponIx::LENT);
    // Where a card asks for the weapon of another to make the attack with, friends lend theirs.
    let attacks = |attack: &Attack| attack.attacker == fighter;
    if picks_weapon_of_another(sight) && sight.state.attack().is_some_and(attacks) {
        for friend in sight.table.roster(sight.table.owner(fighter)) {
            let index = sight.table.entrant(friend).index;
            stats::each_weapon(sight, friend, |own| put(WeaponIx::lent_by(index, own)));
        }
    }
    list
}

/// Whether the card that is being resolved asks for the weapon of another.
fn picks_weapon_of_another(sight: Sight<'_>) -> bool {
    let step = sight.state.card().and_then(|card| {
        let code = sight.table.code(card.source)?;
        code.code.get(usize::from(card.pc)).copied()
    });
    matches!(step, Some(Instr::Wield(_)))
}

fn fighter_names(table: &Table) -> Vec<FighterName> {
    let mut names: Vec<FighterName> = table
        .entrants
        .iter()
        .map(|entrant| {
            let slug = slug_of(&entrant.def.name);
            let full = slug.strip_prefix("the-").unwrap_or(&slug).to_owned();
            FighterName {
                seat: entrant.seat,
                short: full.split('-').next().unwrap_or("").to_owned(),
                full,
                printed: entrant.def.name.clone(),
            }
        })
        .collect();
    for words in 2..=6 {
        for ix in shared(&names) {
            let name = &mut names[ix];
            let longer: Vec<_> = name.full.split('-').take(words).collect();
            name.short = longer.join("-");
        }
    }
    for ix in shared(&names) {
        let seat = names[ix].seat.number();
        names[ix].short = format!("{}@{seat}", names[ix].full);
    }
    for ix in shared(&names) {
        let twin =
            |other: &FighterName| other.seat == names[ix].seat && other.full == names[ix].full;
        let nth = names[..=ix].iter().filter(|other| twin(other)).count();
        let alone = !names
            .iter()
            .any(|other| other.full == names[ix].full && other.seat != names[ix].seat);
        let base = if alone {
            names[ix].full.clone()
        } else {
            format!("{}@{}", names[ix].full, names[ix].seat.number())
        };
        names[ix].short = format!("{base}-{nth}");
    }
    names
}

/// The fighters whose short name somebody else has too.
fn shared(names: &[FighterName]) -> Vec<usize> {
    (0..names.len())
        .filter(|ix| {
            let same = |other: &&FighterName| other.short == names[*ix].short;
            names.iter().filter(same).count() > 1
        })
        .collect()
}
