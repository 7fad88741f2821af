//! How often each card is drawn, played and scored, and whether drawing it helps.

use super::{Cell, Ledger, Sheet, Study, games::objective_slot, page};
use crate::stats::Rate;
use gloryhex_engine::Source;
use gloryhex_model::Seat;
use std::collections::BTreeMap;

#[derive(Default)]
struct Count {
    deck: String,
    kind: &'static str,
    games: u64,
    drawn: u64,
    used: u64,
    points: f64,
    points_drawn: f64,
}

/// Counts a ledger, card by card.
pub fn cards(study: &Study, ledger: &Ledger) -> Sheet {
    let mut counts: BTreeMap<String, Count> = BTreeMap::new();
    for outcome in ledger.games() {
        let Some(pairing) = study.pairings.get(outcome.pairing as usize) else {
            continue;
        };
        for side in 0..2usize {
            let seat = Seat(side as u8);
            let deck = pairing.table.deck(seat);
            let points = [outcome.points(), 1.0 - outcome.points()][side];
            let [drawn, played, scored] = outcome.cards[side];
            let power = (0..deck.power.len()).map(|slot| slot as u8);
            let objectives = (0..deck.objectives.len()).map(objective_slot);
            for slot in power.chain(objectives) {
                let id = pairing.table.index.card(Source { seat, slot });
                let Some(info) = pairing.table.catalog.cards.get(id.ix()) else {
                    continue;
                };
                let count = counts.entry(info.name.clone()).or_default();
                count.deck.clone_from(&info.deck);
                count.kind = info.code.kind.word();
                count.games += 1;
                count.points += points;
                if drawn >> slot & 1 == 1 {
                    count.drawn += 1;
                    count.points_drawn += points;
                }
                count.used += u64::from((played | scored) >> slot & 1 == 1);
            }
        }
    }
    let mut sheet = Sheet::new(&[
        "card",
        "deck",
        "kind",
        "games",
        "drawn",
        "used",
        "drawn_share",
        "used_when_drawn",
        "rate_drawn",
        "low",
        "high",
        "contribution",
    ]);
    for (name, count) in &counts {
        let drawn = count.drawn as f64;
        let kept = (count.games - count.drawn) as f64;
        let rate = Rate::wilson(count.points_drawn, drawn);
        let without = (count.points - count.points_drawn) / kept.max(1.0);
        let contribution = if drawn > 0.0 && kept > 0.0 {
            rate.rate - without
        } else {
            0.0
        };
        sheet.rows.push(vec![
            name.clone().into(),
            count.deck.clone().into(),
            count.kind.into(),
            count.games.into(),
            count.drawn.into(),
            count.used.into(),
            (drawn / (count.games as f64).max(1.0)).into(),
            (count.used as f64 / drawn.max(1.0)).into(),
            rate.rate.into(),
            rate.low.into(),
            rate.high.into(),
            contribution.into(),
        ]);
    }
    let key = |row: &Vec<Cell>| match row[11] {
        Cell::Real(n) => n,
        _ => 0.0,
    };
    sheet.rows.sort_by(|a, b| key(b).total_cmp(&key(a)));
    sheet
}

/// The page.
pub fn to_page(sheet: &Sheet, title: &str, facts: &[(&str, String)]) -> String {
    let note = "<p>Used means played, given or scored. The contribution is the share of games won when the card was drawn less the share when it was not; the interval is that of the former.</p>";
    page::page(title, facts, &format!("{note}{}", page::table(sheet)))
}
