//! Who may make a printed action, who walks and fights as most do, as far as fighter cards tell.

use super::{Holding, Index};
use crate::{cards::printed::label_of, ops::stats, table::Entrant};
use gloryhex_cardlang::{CardCode, Clause, Limit};
use gloryhex_model::{Label, Trait, WeaponDef};

/// An action printed on a card.
#[derive(Clone, Copy, Debug)]
pub struct Printed {
    /// The card.
    pub slot: u8,
    /// The action.
    pub clause: u8,
    /// Whether it can be used up.
    pub limited: bool,
    /// The label of its fighter that its condition asks for.
    label: Option<Label>,
    /// The fighters whose cards have that label; all if there is none.
    pub labelled: u32,
}

/// Notes an action of a card.
pub(super) fn enter(holding: &mut Holding, (slot, ix): (u8, u8), code: &CardCode, clause: &Clause) {
    let before = |other: &Printed| (other.slot, other.clause) < (slot, ix);
    let action = Printed {
        slot,
        clause: ix,
        limited: clause.limit != Limit::None,
        label: label_of(code, clause),
        labelled: u32::MAX,
    };
    let at = holding.actions.partition_point(before);
    holding.actions.insert(at, action);
    holding.acting |= 1 << slot;
}

impl Index {
    /// Notes what the cards of all fighters tell of their actions and ways.
    pub fn note_fighters(&mut self, entrants: &[Entrant]) {
        let who = |is: &dyn Fn(&Entrant) -> bool| {
            let all = entrants.iter().zip(0..32);
            all.fold(0, |set, (entrant, id)| set | (u32::from(is(entrant)) << id))
        };
        self.peculiar = who(&|entrant| {
            let passes = &self.holdings[entrant.seat.ix()].passes;
            let passes = passes.get(usize::from(entrant.index));
            let passes = passes.copied().unwrap_or_default();
            passes.fighters | passes.ethereal | entrant.def.traits.has(Trait::Flying)
        });
        for (reach, entrant) in self.reach.iter_mut().zip(entrants) {
            *reach = [0, 1].map(|side| reach_of(&entrant.def.sides[side].weapons));
        }
        for action in self.holdings.iter_mut().flat_map(|own| &mut own.actions) {
            if let Some(label) = action.label {
                action.labelled = who(&|entrant| entrant.def.labels >> label.0 & 1 == 1);
            }
        }
    }
}

/// The greatest Range of a few weapons; 0 if one of them may be of no use.
fn reach_of(weapons: &[WeaponDef]) -> u8 {
    if weapons.len() > 8 || weapons.iter().any(|def| def.spell) {
        return 0;
    }
    let ranges = weapons
        .iter()
        .map(|def| stats::reach_with(def, def.range.max(1)));
    ranges.max().unwrap_or(0)
}
