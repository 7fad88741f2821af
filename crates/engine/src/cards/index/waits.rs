//! Short answers about the cards of a seat: which moments they wait for, and what fighters may always pass.

use crate::effect::Source;
use gloryhex_model::trigger::TriggerSet;

/// Fighters of one warband that the index can speak of.
pub(super) const MAX_ROSTER: usize = (Source::WARSCROLL - Source::FIGHTERS) as usize;

/// What a fighter may always pass on its way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Passage {
    /// Other fighters.
    pub fighters: bool,
    /// Blocked hexes and hazards, too.
    pub ethereal: bool,
}

/// Moments that some card of a seat waits for, by what it does then.
#[derive(Clone, Copy, Debug, Default)]
pub struct Waits {
    /// Reactions from the hand or in play.
    pub react: TriggerSet,
    /// Reactions that are none in the sense of the rules.
    pub free: TriggerSet,
    /// What happens of itself.
    pub auto: TriggerSet,
    /// Inspiration.
    pub inspire: TriggerSet,
    /// Surge objectives.
    pub surge: TriggerSet,
}

impl Waits {
    /// What either waits for.
    pub(super) fn and(&self, other: &Waits) -> Waits {
        let both = |of: fn(&Waits) -> TriggerSet| TriggerSet(of(self).0 | of(other).0);
        Waits {
            react: both(|w| w.react),
            free: both(|w| w.free),
            auto: both(|w| w.auto),
            inspire: both(|w| w.inspire),
            surge: both(|w| w.surge),
        }
    }
}
