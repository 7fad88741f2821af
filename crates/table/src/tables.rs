//! Tables that several games lay alike: warbands, decks and boards are the same, so the games share
//! what never changes as long as one of them is in memory.

use crate::{content, entry::Plan, error::Result, record::Chair};
use gloryhex_editions::Content;
use gloryhex_engine::Table;
use gloryhex_notation::Names;
use std::{
    collections::HashMap,
    sync::{Arc, LazyLock, Mutex, PoisonError, Weak},
};

/// What never changes during a game.
pub struct Laid {
    /// The table.
    pub table: Arc<Table>,
    /// What everything on it is called.
    pub names: Arc<Names>,
}

type Known = Mutex<HashMap<String, (Weak<Table>, Weak<Names>)>>;

static KNOWN: LazyLock<Known> = LazyLock::new(Mutex::default);

/// Lays the table of a planned game, or finds one that is laid just so.
///
/// # Errors
/// A warband, deck, board or variant does not exist.
pub fn lay(content: &Content, plan: &Plan, chairs: &[Chair]) -> Result<Laid> {
    lay_among(&KNOWN, content, plan, chairs)
}

fn lay_among(known: &Known, content: &Content, plan: &Plan, chairs: &[Chair]) -> Result<Laid> {
    let sides: Vec<_> = chairs
        .iter()
        .map(|chair| (&chair.warband, &chair.deck))
        .collect();
    let key = format!(
        "{:x} {} {:?} {:?} {:?} {sides:?}",
        content.hash, plan.edition, plan.variant, plan.boards, plan.own_boards
    );
    let known = || known.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((table, names)) = known().get(&key)
        && let (Some(table), Some(names)) = (table.upgrade(), names.upgrade())
    {
        return Ok(Laid { table, names });
    }
    let table = Arc::new(content::table(content, plan, chairs)?);
    let names = Arc::new(Names::with_texts(content, &table));
    let mut known = known();
    known.retain(|_, (table, _)| table.strong_count() > 0);
    known.insert(key, (Arc::downgrade(&table), Arc::downgrade(&names)));
    Ok(Laid { table, names })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::{entry::PlannedSeat, record::Record};
    use gloryhex_engine::Seed;
    use gloryhex_protocol::SeatKind;

    pub(crate) fn plan(warbands: [&str; 2], seed: u64) -> Plan {
        let seat = |warband: &str| PlannedSeat {
            kind: SeatKind::Human,
            name: String::new(),
            warband: warband.to_owned(),
            deck: None,
        };
        Plan {
            edition: "shadespire".to_owned(),
            variant: vec![],
            seats: warbands.map(seat).to_vec(),
            boards: vec![],
            own_boards: vec![],
            hot_seat: false,
            public: false,
            clock: None,
            series: None,
            seed: Seed::Fast(seed),
            prelude: None,
            marked: true,
            given: vec![],
            rated: false,
        }
    }

    #[test]
    fn games_share_a_table_only_if_the_same_lies_on_it_and_only_while_they_last() {
        let content = Content::embedded();
        let own = content.warbands("shadespire");
        let known = Known::default();
        let laid = |plan: &Plan| {
            let laid = lay_among(&known, content, plan, &Record::new(plan).chairs);
            laid.unwrap_or_else(|oops| panic!("{oops}"))
        };
        let first = laid(&plan([own[0], own[1]], 1));
        let same = laid(&plan([own[0], own[1]], 2));
        let swapped = laid(&plan([own[1], own[0]], 1));
        assert!(Arc::ptr_eq(&first.table, &same.table));
        assert!(Arc::ptr_eq(&first.names, &same.names));
        assert!(!Arc::ptr_eq(&first.table, &swapped.table));
        let mut settled = plan([own[0], own[1]], 3);
        settled.own_boards = vec!["Mirror Well".to_owned(), "Shattered Tower".to_owned()];
        assert!(!Arc::ptr_eq(&first.table, &laid(&settled).table));
        assert_ne!(
            first.table.entrants[0].number,
            swapped.table.entrants[0].number
        );
        let gone = Arc::downgrade(&first.table);
        drop((first, same));
        assert!(gone.upgrade().is_none());
    }
}
