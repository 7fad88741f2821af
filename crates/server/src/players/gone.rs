//! How somebody who wants to be forgotten disappears from what is written about games that others played too: the
//! name becomes nobody's, the id one that leads nowhere. Results stay, so that nobody else's rating changes.

use super::{Ended, Player};
use crate::{
    entry::{Entry, Plan},
    error::{Oops, Result},
    record::GONE,
    token::game_id,
};
use gloryhex_protocol::GameSummary;

/// The name in place of one that was forgotten.
const NOBODY: &str = "Somebody";

/// Somebody who is to be forgotten.
pub struct Gone {
    id: String,
    name: String,
    /// What stands in place of the id, the same everywhere: ratings follow from each other, and so do standings.
    instead: String,
}

impl Gone {
    /// Forgets this player.
    pub fn new(player: &Player) -> Gone {
        Gone {
            id: player.id.clone(),
            name: player.name.clone(),
            instead: format!("{GONE}{}", game_id()),
        }
    }

    /// The id that is to lead nowhere.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The plan of a game without the name at these seats.
    pub fn plan(&self, body: &str, seats: &[i64]) -> Result<String> {
        let mut plan: Plan = serde_json::from_str(body).map_err(Oops::internal)?;
        for seat in seats.iter().filter_map(|seat| usize::try_from(*seat).ok()) {
            if let Some(seat) = plan.seats.get_mut(seat)
                && !seat.name.is_empty()
            {
                seat.name = NOBODY.to_owned();
            }
        }
        serde_json::to_string(&plan).map_err(Oops::internal)
    }

    /// The game at a glance without the name at these seats. How it ended is told with names, and so not any more.
    pub fn glance(&self, body: &str, seats: &[i64]) -> Result<String> {
        let mut glance: GameSummary = serde_json::from_str(body).map_err(Oops::internal)?;
        for seat in seats.iter().filter_map(|seat| usize::try_from(*seat).ok()) {
            let old = glance.seats.get_mut(seat).map(|seat| {
                seat.known = false;
                std::mem::replace(&mut seat.name, NOBODY.to_owned())
            });
            if let (Some(old), Some(ending)) = (old, &mut glance.ending)
                && !old.is_empty()
            {
                *ending = ending.replace(&old, NOBODY);
            }
        }
        serde_json::to_string(&glance).map_err(Oops::internal)
    }

    /// Who made a contest, as it is written from now on.
    pub fn maker<'a>(&'a self, maker: &'a str) -> &'a str {
        match maker == self.id {
            true => &self.instead,
            false => maker,
        }
    }

    /// The plan of a contest without the id, and if it is their `own` also without the name in its title.
    pub fn contest_plan(&self, body: &str, own: bool) -> String {
        let plan = self.without_id(body);
        match own {
            true => self.without_name(&plan, "name").unwrap_or(plan),
            false => plan,
        }
    }

    /// Something that happened to a contest without the id, and without the name in a reason that somebody gave; nothing
    /// if neither was in it.
    pub fn contest_entry(&self, body: &str) -> Option<String> {
        let anew = self.without_id(body);
        let anew = self.without_name(&anew, "reason").unwrap_or(anew);
        (anew != body).then_some(anew)
    }

    /// Ids are made by chance and stand between quotation marks wherever they are written.
    fn without_id(&self, body: &str) -> String {
        body.replace(
            &format!("\"{}\"", self.id),
            &format!("\"{}\"", self.instead),
        )
    }

    /// A text in a field without the name, where it stands as a word of its own.
    fn without_name(&self, body: &str, field: &str) -> Option<String> {
        let mut value: serde_json::Value = serde_json::from_str(body).ok()?;
        let text = value.get_mut(field)?;
        let anew = without(text.as_str()?, &self.name)?;
        *text = anew.into();
        serde_json::to_string(&value).ok()
    }

    /// An entry without the name, if it was in it.
    pub fn entry(&self, entry: Entry) -> Option<Entry> {
        match entry {
            Entry::Join {
                seat,
                warband,
                deck,
                when,
                player: Some(player),
                ..
            } if player == self.id => Some(Entry::Join {
                seat,
                name: NOBODY.to_owned(),
                warband,
                deck,
                when,
                player: Some(self.instead.clone()),
            }),
            _ => None,
        }
    }

    /// A result without the name.
    pub fn result(&self, mut result: Ended) -> Ended {
        for seat in &mut result.seats {
            if seat.player.as_ref() == Some(&self.id) {
                seat.player = Some(self.instead.clone());
                seat.name = NOBODY.to_owned();
            }
        }
        result
    }
}

/// A text without a name, if it stands in it as a word of its own.
fn without(text: &str, name: &str) -> Option<String> {
    let mut anew = String::with_capacity(text.len());
    let mut rest = 0;
    for (at, found) in text.match_indices(name) {
        let end = at + found.len();
        let alone = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        if alone(text[..at].chars().next_back()) && alone(text[end..].chars().next()) {
            anew.push_str(&text[rest..at]);
            anew.push_str(NOBODY);
            rest = end;
        }
    }
    anew.push_str(&text[rest..]);
    (rest > 0).then_some(anew)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gone() -> Gone {
        Gone::new(&Player {
            id: "x7".to_owned(),
            name: "Al".to_owned(),
            phrase: String::new(),
            keys: 1,
            made: 0,
            device: 0,
        })
    }

    #[test]
    fn a_name_goes_where_it_is_a_word_and_stays_inside_other_words() {
        assert_eq!(
            without("Al, also Al's cup", "Al").as_deref(),
            Some("Somebody, also Somebody's cup")
        );
        assert_eq!(without("Also Hal and Alma", "Al"), None);
    }

    #[test]
    fn an_entry_of_a_contest_loses_the_id_and_the_name_in_its_reason() {
        let gone = gone();
        let told = r#"{"when":1,"do":"correct","round":0,"reason":"Al had left"}"#;
        let anew = gone.contest_entry(told).unwrap();
        assert!(
            anew.contains("Somebody had left") && !anew.contains("Al "),
            "{anew}"
        );
        let joined = r#"{"when":1,"do":"join","player":"x7"}"#;
        let anew = gone.contest_entry(joined).unwrap();
        assert_eq!(anew, joined.replace("x7", &gone.instead));
        assert_eq!(
            gone.contest_entry(r#"{"when":1,"do":"join","player":"x71"}"#),
            None
        );
    }

    #[test]
    fn a_title_of_ones_own_loses_the_name_and_others_keep_it() {
        let gone = gone();
        let plan = r#"{"name":"Al's cup","organiser":"x7"}"#;
        let anew = gone.contest_plan(plan, true);
        assert!(
            anew.contains("Somebody's cup") && !anew.contains("x7"),
            "{anew}"
        );
        assert!(gone.contest_plan(plan, false).contains("Al's cup"));
    }
}
