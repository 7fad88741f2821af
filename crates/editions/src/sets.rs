//! Sets and seasons, and the lists that forbid cards from a date on, as data.
//!
//! A set is what was sold in one box, and belongs to a season. The sets of a file are played by the rules of its
//! edition, and of further ones that it names. A `.sets` file is one JSON object; cards are named by the numbers
//! printed on them: `"N59-87 N291"`. Whether a deck keeps to a list is the business of the notation crate.

use crate::content::{Content, Problem};
use gloryhex_cardlang::{CardInfo, DeckDef, WarbandInfo};
use serde::Deserialize;

/// The sets of an edition and the lists of its formats.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sets {
    /// The edition by whose rules they are played.
    pub edition: String,
    /// Further editions whose players use them, and the warbands that came with them.
    #[serde(default)]
    pub also: Vec<String>,
    /// The sets, in the order in which they came out.
    pub sets: Vec<Set>,
    /// The lists of its formats, the oldest first.
    pub lists: Vec<List>,
}

/// A set.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Set {
    /// Its name.
    pub name: String,
    /// Its season.
    pub season: String,
    /// The numbers of its cards.
    pub cards: Numbers,
}

/// Which cards a format forbids or limits from a date on.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct List {
    /// The word of the format.
    pub format: String,
    /// The first day, as `2025-02-09`.
    pub since: Day,
    /// Cards that no deck has.
    pub forsaken: Numbers,
    /// Cards of which a deck has only a few.
    pub restricted: Numbers,
    /// How many of them.
    pub most_restricted: u8,
    /// How well it is known.
    pub source: String,
}

/// A day, written as `2025-02-09`; later days are greater.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub struct Day(String);

impl TryFrom<String> for Day {
    type Error = String;

    fn try_from(text: String) -> Result<Day, String> {
        let parts: Vec<&str> = text.split('-').collect();
        let number = |ix: usize, length: usize, most: u16| {
            let part: &&str = parts.get(ix)?;
            let fits = part.len() == length && part.bytes().all(|b| b.is_ascii_digit());
            let number: u16 = part.parse().ok()?;
            (fits && number >= 1 && number <= most).then_some(number)
        };
        let known = number(0, 4, 9999)
            .and(number(1, 2, 12))
            .and(number(2, 2, 31));
        match known {
            Some(_) if parts.len() == 3 => Ok(Day(text)),
            _ => Err(format!("`{text}` is no day: write it as 2025-02-09")),
        }
    }
}

impl std::fmt::Display for Day {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Numbers of cards.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Numbers(Vec<(String, u16, u16)>);

impl Numbers {
    /// Whether a card's number is among them.
    pub fn contains(&self, number: &str) -> bool {
        let Some((letters, number)) = split(number) else {
            return false;
        };
        let mut ranges = self.0.iter();
        ranges.any(|(own, from, to)| own == letters && (*from..=*to).contains(&number))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        let of = |(_, from, to): &(String, u16, u16)| usize::from(to - from) + 1;
        self.0.iter().map(of).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A number that both have.
    fn shared(&self, other: &Numbers) -> Option<String> {
        let pairs = self
            .0
            .iter()
            .flat_map(|a| other.0.iter().map(move |b| (a, b)));
        let mut shared = pairs.filter(|(a, b)| a.0 == b.0 && a.1.max(b.1) <= a.2.min(b.2));
        shared
            .next()
            .map(|(a, b)| format!("{}{}", a.0, a.1.max(b.1)))
    }
}

impl TryFrom<String> for Numbers {
    type Error = String;

    fn try_from(text: String) -> Result<Numbers, String> {
        let wrong = |word: &str| format!("`{word}` is no number of a card: write N7 or N7-12");
        let range = |word: &str| {
            let (first, last) = word.split_once('-').unwrap_or((word, ""));
            let (letters, from) = split(first).ok_or_else(|| wrong(word))?;
            let to = match last {
                "" if !word.contains('-') => from,
                _ => last.parse().map_err(|_| wrong(word))?,
            };
            match from <= to {
                true => Ok((letters.to_owned(), from, to)),
                false => Err(wrong(word)),
            }
        };
        let ranges: Result<Vec<_>, String> = text.split_whitespace().map(range).collect();
        Ok(Numbers(ranges?))
    }
}

/// The letters and the number of `N59`.
fn split(number: &str) -> Option<(&str, u16)> {
    let digits = number.find(|c: char| c.is_ascii_digit())?;
    let (letters, digits) = number.split_at(digits);
    Some((letters, digits.parse().ok()?))
}

impl Sets {
    /// Reads a `.sets` file.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn read(path: &str, text: &str, editions: &[&str]) -> Result<Sets, Problem> {
        let sets: Sets = serde_json::from_str(text).map_err(|error| {
            Problem(format!(
                "error: {path}:{}:{}: {error}\n = help: see data/sets for how a file of sets is written\n",
                error.line(),
                error.column(),
            ))
        })?;
        match sets.fault(editions) {
            None => Ok(sets),
            Some(fault) => Err(Problem(format!("error: {path}: {fault}\n"))),
        }
    }

    fn fault(&self, editions: &[&str]) -> Option<String> {
        for edition in self.also.iter().chain([&self.edition]) {
            if !editions.contains(&edition.as_str()) {
                let known = editions.join(", ");
                return Some(format!("there is no edition `{edition}`; there is {known}"));
            }
        }
        for (ix, set) in self.sets.iter().enumerate() {
            for other in &self.sets[..ix] {
                if let Some(number) = set.cards.shared(&other.cards) {
                    return Some(format!(
                        "{number} is in two sets, \"{}\" and \"{}\": a card is in one",
                        other.name, set.name
                    ));
                }
            }
        }
        for list in &self.lists {
            if let Some(number) = list.forsaken.shared(&list.restricted) {
                return Some(format!(
                    "{number} is forsaken and restricted since {}: leave one out",
                    list.since
                ));
            }
        }
        None
    }
}

impl Content {
    /// The set a card comes from, if it is known.
    pub fn set_of(&self, card: &CardInfo) -> Option<&Set> {
        let own = self.sets.iter().filter(|sets| sets.edition == card.edition);
        let mut sets = own.flat_map(|sets| &sets.sets);
        sets.find(|set| set.cards.contains(&card.number))
    }

    /// The set a warband came in: the one that most of its own cards come from. None for a warband without such cards.
    pub fn set_of_warband(&self, warband: &WarbandInfo) -> Option<&Set> {
        let decks = self.catalog.decks.iter();
        let own =
            |deck: &&DeckDef| deck.edition == warband.edition && deck.warband == warband.def.name;
        // A list may name cards of other decks; its own are those written in it.
        let cards = decks.filter(own).flat_map(|deck| {
            let cards = deck.cards.iter().map(|id| self.catalog.card(*id));
            cards.filter(|card| card.deck == deck.name)
        });
        let sets = cards.filter_map(|card| self.set_of(card));
        let mut counted: Vec<(&Set, usize)> = Vec::new();
        for set in sets {
            match counted.iter_mut().find(|(known, _)| *known == set) {
                Some((_, count)) => *count += 1,
                None => counted.push((set, 1)),
            }
        }
        let most = counted.into_iter().max_by_key(|(_, count)| *count);
        most.map(|(set, _)| set)
    }

    /// The season a warband came out in; the title of its edition where no set says it.
    pub fn season_of<'a>(&'a self, warband: &'a WarbandInfo) -> &'a str {
        let edition = self.edition(&warband.edition);
        let title = edition.map_or(warband.edition.as_str(), |found| &found.rules.title);
        self.set_of_warband(warband)
            .map_or(title, |set| set.season.as_str())
    }

    /// The list of a format on a day: the newest that had begun, or the newest of all if no day is given.
    pub fn list_on(&self, edition: &str, format: &str, day: Option<&Day>) -> Option<&List> {
        let own = self.sets.iter().filter(|sets| sets.edition == edition);
        own.flat_map(|sets| &sets.lists)
            .filter(|list| list.format == format && day.is_none_or(|day| list.since <= *day))
            .max_by(|a, b| a.since.cmp(&b.since))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Sets, String> {
        Sets::read("a.sets", text, &["shadespire", "nightvault"])
            .map_err(|problem| problem.to_string())
    }

    #[test]
    fn what_is_wrong_with_a_file_is_told_with_its_place() {
        let file = |sets: &str, lists: &str| {
            read(&format!(
                r#"{{"edition": "nightvault", "sets": [{sets}], "lists": [{lists}]}}"#
            ))
            .map(drop)
        };
        let set = |name: &str, cards: &str| {
            format!(r#"{{"name": "{name}", "season": "S", "cards": "{cards}"}}"#)
        };
        assert_eq!(file(&set("A", "N1-3 N7"), ""), Ok(()));
        assert_eq!(
            file(&[set("A", "N1-3"), set("B", "N3-5")].join(","), ""),
            Err("error: a.sets: N3 is in two sets, \"A\" and \"B\": a card is in one\n".to_owned())
        );
        let told = file(&set("A", "N3-1"), "").unwrap_err();
        assert!(
            told.starts_with("error: a.sets:1:")
                && told.contains("`N3-1` is no number of a card: write N7 or N7-12"),
            "{told}"
        );
        let list = r#"{"format": "f", "since": "2025-13-01", "forsaken": "", "restricted": "", "most_restricted": 3, "source": "one source"}"#;
        let told = file("", list).unwrap_err();
        assert!(
            told.contains("`2025-13-01` is no day: write it as 2025-02-09"),
            "{told}"
        );
        let list = list.replace("13", "12").replace(
            r#""forsaken": "", "restricted": """#,
            r#""forsaken": "N1", "restricted": "N1-2""#,
        );
        assert_eq!(
            file("", &list),
            Err(
                "error: a.sets: N1 is forsaken and restricted since 2025-12-01: leave one out\n"
                    .to_owned()
            )
        );
    }

    #[test]
    fn every_printed_card_is_in_one_set() {
        let content = Content::embedded();
        let numbered = content
            .catalog
            .cards
            .iter()
            .filter(|c| !c.number.is_empty());
        for card in numbered {
            assert!(
                content.set_of(card).is_some(),
                "{} {}",
                card.number,
                card.name
            );
        }
        let all = content.sets.iter().flat_map(|sets| &sets.sets);
        assert_eq!(all.map(|set| set.cards.len()).sum::<usize>(), 2120);
    }

    #[test]
    fn a_warband_is_of_the_season_that_its_own_cards_came_out_in() {
        let content = Content::embedded();
        let told = |edition: &str, name: &str| {
            let warband = content.catalog.warband(edition, name).expect("it is there");
            let set = content.set_of_warband(warband).map(|set| set.name.as_str());
            (set, content.season_of(warband))
        };
        assert_eq!(
            told("shadespire", "Garrek's Reavers"),
            (Some("Shadespire"), "Shadespire")
        );
        // Nightvault's players use the older warband, whatever cards it was given later.
        assert_eq!(
            told("nightvault", "Garrek's Reavers"),
            (Some("Shadespire"), "Shadespire")
        );
        assert_eq!(
            told("nightvault", "Ylthari's Guardians"),
            (Some("Ylthari's Guardians"), "Nightvault")
        );
        assert_eq!(
            told("harrowdeep", "Gorechosen of Dromm"),
            (Some("Gorechosen of Dromm"), "Nethermaze")
        );
        assert_eq!(told("embergard", "The Emberwatch"), (None, "Embergard"));
    }

    #[test]
    fn the_list_of_a_day_is_the_newest_that_had_begun() {
        let content = Content::embedded();
        let day = |text: &str| Day::try_from(text.to_owned()).unwrap();
        let since = |day: Option<Day>| {
            let list = content.list_on("embergard", "nemesis", day.as_ref());
            list.map(|list| list.since.to_string())
        };
        assert_eq!(since(None).as_deref(), Some("2026-02-22"));
        assert_eq!(
            since(Some(day("2025-06-01"))).as_deref(),
            Some("2025-05-29")
        );
        assert_eq!(since(Some(day("2025-01-01"))), None);
    }
}
