//! Where objective / feature tokens may be placed during set-up, and why not elsewhere.
//!
//! Every rulebook keeps tokens off the hexes with a special meaning that its own boards have, so all
//! of them are kept out here whatever the boards (Shadespire p.16, Harrowdeep p.26, Embergard p.7).
//!
//! A ruling for battlefields too small for their tokens, which no rulebook foresees: a token that
//! fits nowhere else may lie near others, and one that fits nowhere at all is left out.

use crate::{refusal::Refusal, run::Sight, state::Feature};
use gloryhex_hexgrid::{HexId, HexSet, Kind};
use gloryhex_model::{MAX_SEATS, Rule, Seat};

/// What is being placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placing {
    /// The numbered token with this position in the order of placing, from 0.
    Numbered(u8),
    /// A token without a number (Harrowdeep p.26).
    Extra,
    /// The artefact (Shadespire p.26).
    Artefact,
}

/// Tokens keep more than this many hexes apart.
const APART: u8 = 2;

/// Where a token may be placed.
pub fn sites(sight: Sight<'_>, placing: Placing) -> HexSet {
    let free = free(sight);
    let open = match placing {
        Placing::Numbered(_) => free - near_tokens(sight),
        Placing::Extra | Placing::Artefact => free,
    };
    let inner = if edge_is_open(sight, placing) {
        open
    } else {
        open - sight.grid.of_kind(Kind::EDGE)
    };
    for set in [inner, open] {
        let kept = suitable(sight, placing, set, open);
        if !kept.is_empty() {
            return kept;
        }
    }
    [inner, open]
        .into_iter()
        .find(|set| !set.is_empty())
        .unwrap_or(free)
}

/// Whether there is room for a token at all.
pub fn any(sight: Sight<'_>) -> bool {
    !free(sight).is_empty()
}

/// Hexes without a special meaning and without a token.
fn free(sight: Sight<'_>) -> HexSet {
    let mut set = sight.grid.all();
    for kind in [
        Kind::STARTING,
        Kind::BLOCKED,
        Kind::LETHAL,
        Kind::COVER,
        Kind::STAGGER,
    ] {
        set -= sight.grid.of_kind(kind);
    }
    set - sight.state.tokens_lie()
}

/// Hexes too near to a token. The artefact keeps nobody away.
fn near_tokens(sight: Sight<'_>) -> HexSet {
    let mut set = HexSet::EMPTY;
    for token in &sight.state.features {
        if token.on_field() && token.flags & Feature::ARTEFACT == 0 {
            set |= sight.grid.within(token.hex, APART);
        }
    }
    set
}

/// The last token may be free to use the edge (Shadespire p.16).
fn edge_is_open(sight: Sight<'_>, placing: Placing) -> bool {
    let rule = &sight.rules().tokens;
    let total = rule.numbered[sight.state.clock.players as usize];
    rule.last_may_use_edge && matches!(placing, Placing::Numbered(nth) if nth + 1 == total)
}

/// Those hexes of a set that also meet the demands on territories. The `open` ones are free for tokens to come.
fn suitable(sight: Sight<'_>, placing: Placing, set: HexSet, open: HexSet) -> HexSet {
    match placing {
        Placing::Artefact => set & neutral(sight),
        Placing::Numbered(nth) if sight.rules().tokens.each_territory => {
            let set = if nth == 0 { set & neutral(sight) } else { set };
            keeping_balance(sight, nth, set, open)
        }
        Placing::Numbered(_) | Placing::Extra => set,
    }
}

/// Hexes in nobody's territory.
fn neutral(sight: Sight<'_>) -> HexSet {
    sight
        .state
        .all_seats()
        .fold(sight.grid.all(), |set, seat| set - land(sight, seat))
}

fn land(sight: Sight<'_>, seat: Seat) -> HexSet {
    sight.grid.in_region(sight.state.clock.territory[seat.ix()])
}

/// Those hexes of a set after which every territory can still get a token (Embergard p.7).
fn keeping_balance(sight: Sight<'_>, nth: u8, set: HexSet, open: HexSet) -> HexSet {
    let total = sight.rules().tokens.numbered[sight.state.clock.players as usize];
    let left = usize::from(total.saturating_sub(nth + 1));
    let lie = sight.state.tokens_lie();
    let mut bare = [HexSet::EMPTY; MAX_SEATS];
    let mut n = 0;
    for seat in sight.state.all_seats() {
        let land = land(sight, seat);
        if !land.meets(lie) {
            bare[n] = land;
            n += 1;
        }
    }
    let lands = &bare[..n];
    if n <= left && (lands.iter().zip(2..)).all(|(land, far)| has_apart(sight, *land & open, far)) {
        return set;
    }
    set.iter()
        .filter(|hex| {
            let open = open - sight.grid.within(*hex, APART);
            let mut wanting = [HexSet::EMPTY; MAX_SEATS];
            let mut k = 0;
            for land in lands {
                if !land.contains(*hex) {
                    wanting[k] = *land & open;
                    k += 1;
                }
            }
            k <= left && can_fill(sight, &wanting[..k])
        })
        .collect()
}

/// Whether a set has so many hexes of which no token takes more than one away. If one territory has two of
/// them, the next three and so on, each can get a token wherever the tokens before lie.
fn has_apart(sight: Sight<'_>, mut set: HexSet, count: usize) -> bool {
    for _ in 0..count {
        let Some(hex) = set.first() else {
            return false;
        };
        set -= sight.grid.within(hex, 2 * APART);
    }
    true
}

/// Whether a token can be placed in each of these sets, far enough apart.
fn can_fill(sight: Sight<'_>, wanting: &[HexSet]) -> bool {
    let Some((first, rest)) = wanting.split_first() else {
        return true;
    };
    first.iter().any(|hex| {
        let near = sight.grid.within(hex, APART);
        let mut after = [HexSet::EMPTY; MAX_SEATS];
        for (set, was) in after.iter_mut().zip(rest) {
            *set = *was - near;
        }
        can_fill(sight, &after[..rest.len()])
    })
}

/// Why a token may not be placed in a hex.
pub fn refusal(sight: Sight<'_>, placing: Placing, hex: HexId) -> Refusal {
    if !sight.grid.all().contains(hex) {
        return Refusal::new(Rule::SetupTokensPlace, "Name a hex of the battlefield.");
    }
    if sight.state.feature_at(hex).is_some() {
        return Refusal::new(
            Rule::SetupTokensPlace,
            "A token lies there already; pick another hex.",
        );
    }
    if !free(sight).contains(hex) {
        return Refusal::new(
            Rule::SetupTokensPlace,
            "Pick a hex that is no starting, blocked, lethal, cover or stagger hex.",
        );
    }
    if placing == Placing::Artefact {
        return Refusal::new(
            Rule::ArtefactPlace,
            "The artefact goes to a hex in no one's territory, away from the edge.",
        );
    }
    if sight.grid.is(hex, Kind::EDGE) && !edge_is_open(sight, placing) {
        return Refusal::new(
            Rule::SetupTokensEdge,
            "The edge stays free while there is another hex for this token; pick one further in.",
        );
    }
    if near_tokens(sight).contains(hex) {
        return Refusal::new(
            Rule::SetupTokensDistance,
            "Pick a hex more than two hexes away from every other token.",
        );
    }
    if !sight.rules().tokens.each_territory {
        return Refusal::new(
            Rule::SetupTokensPlace,
            "There is no room for this token there; pick one of the hexes offered.",
        );
    }
    if placing == Placing::Numbered(0) && !neutral(sight).contains(hex) {
        return Refusal::new(
            Rule::SetupTokensNeutral,
            "The first token goes to neutral territory.",
        );
    }
    Refusal::new(
        Rule::SetupTokensEachTerritory,
        "Each territory needs a token in the end; pick a hex in one that has none.",
    )
}
