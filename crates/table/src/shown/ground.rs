//! The battlefield as it is drawn, and whether it has to be drawn anew.

use super::plain_hexes;
use crate::play::OnTable;
use gloryhex_engine::ops;
use gloryhex_hexgrid::{HexId, HexSet, Kind, Layout};
use gloryhex_model::MAX_SEATS;
use gloryhex_protocol as p;

/// The kinds that cards and tokens can change.
const CHANGING: usize = 6;

/// What a battlefield is drawn from. At one table, two that are equal are drawn alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ground {
    layout: Layout,
    territory: [u8; MAX_SEATS],
    kinds: [HexSet; CHANGING],
}

impl Ground {
    /// The battlefield now.
    pub fn of(on: &OnTable) -> Ground {
        let sight = on.game.sight();
        let mut kinds = [HexSet::EMPTY; CHANGING];
        for (set, (kind, _)) in kinds.iter_mut().zip(changing()) {
            *set = ops::field::of_kind(sight, kind);
        }
        Ground {
            layout: sight.state.layout,
            territory: sight.state.clock.territory,
            kinds,
        }
    }
}

fn changing() -> impl Iterator<Item = (Kind, &'static str)> {
    let fixed = |kind: Kind| matches!(kind, Kind::EDGE | Kind::COMPLETED);
    Kind::WORDS
        .into_iter()
        .filter(move |(kind, _)| !fixed(*kind))
}

/// The battlefield now.
pub fn board(on: &OnTable) -> p::Board {
    let sight = on.game.sight();
    let ground = Ground::of(on);
    let mut hexes = plain_hexes(sight.grid);
    for hex in &mut hexes {
        let id = HexId(hex.id);
        hex.territory = ops::field::territory(sight, id).map(|seat| seat.0);
        for ((_, word), set) in changing().zip(&ground.kinds) {
            if set.contains(id) && !hex.kinds.iter().any(|kind| kind == word) {
                hex.kinds.push(word.to_owned());
            }
        }
    }
    let sheets = &on.game.table.sheets;
    let placed = ground.layout.placed();
    p::Board {
        hexes,
        names: placed
            .iter()
            .filter_map(|placed| sheets.get(placed.sheet as usize))
            .map(|sheet| sheet.name().to_owned())
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_that_can_change_is_looked_at() {
        assert_eq!(changing().count(), CHANGING);
    }
}
