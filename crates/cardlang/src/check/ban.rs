//! What rules can forbid, by word, to fighters, attacks and players.

use super::Checker;
use crate::code::Ban;
use crate::instr::ActionKind;
use crate::syntax;

/// What cannot be done or suffered, by word.
pub(crate) const BANS: [(&str, Ban); 40] = [
    ("cast", Ban::Cast),
    ("be_targeted", Ban::Targeted),
    ("be_made", Ban::Made),
    ("be_chosen", Ban::Chosen),
    ("be_chosen_by_gambits", Ban::ChosenByGambits),
    ("be_pushed_by_enemies", Ban::PushedByEnemies),
    ("be_modified", Ban::Modified),
    ("be_reduced", Ban::Reduced),
    ("be_raised", Ban::Raised),
    ("be_taken_out", Ban::TakenOut),
    ("skip_charge", Ban::SkipCharge),
    ("be_affected_by_domains", Ban::AffectedByDomains),
    ("be_on_guard", Ban::OnGuard),
    ("be_uninspired", Ban::Uninspired),
    ("delve", Ban::Delve),
    ("use_abilities", Ban::Abilities),
    ("reroll_attack", Ban::RerollAttack),
    ("reroll_defence", Ban::RerollDefence),
    ("act_but_charge", Ban::ActButCharge),
    ("take_weapons", Ban::TakeWeapons),
    ("be_damaged", Ban::Damaged),
    ("be_driven_back", Ban::DrivenBack),
    ("be_pushed", Ban::Pushed),
    ("be_healed", Ban::Healed),
    ("be_inspired", Ban::Inspired),
    ("hold", Ban::Hold),
    ("be_flanked", Ban::Flanked),
    ("be_only_flanked", Ban::OnlyFlanked),
    ("be_overrun", Ban::Overrun),
    ("be_staggered", Ban::Staggered),
    ("be_cleaved", Ban::Cleaved),
    ("be_ensnared", Ban::Ensnared),
    ("use_critical_abilities", Ban::CriticalAbilities),
    ("suffer_hazards", Ban::Hazards),
    ("support", Ban::Support),
    ("move", Ban::Act(ActionKind::Move)),
    ("attack", Ban::Act(ActionKind::Attack)),
    ("charge", Ban::Act(ActionKind::Charge)),
    ("guard", Ban::Act(ActionKind::Guard)),
    ("be_activated", Ban::Act(ActionKind::Any)),
];

/// What a fighter can be allowed in spite of its own card, by word.
pub(super) const ALLOWED: [(&str, Ban); 3] = [
    ("hold", Ban::Hold),
    ("be_pushed", Ban::Pushed),
    ("take_weapons", Ban::TakeWeapons),
];

/// What players cannot do, by word.
pub(crate) const PLAYER_BANS: [(&str, Ban); 7] = [
    ("play_power", Ban::PlayPower),
    ("play_ploys", Ban::PlayGambits),
    ("score", Ban::Score),
    ("draw", Ban::Draw),
    ("discard_objectives", Ban::DiscardObjectives),
    ("activate", Ban::Activate),
    ("score_leader", Ban::ScoreLeader),
];

/// What cannot be done to feature tokens, by word.
pub(crate) const TOKEN_BANS: [(&str, Ban); 1] = [("be_flipped", Ban::Flipped)];

impl Checker<'_> {
    /// What a rule about fighters or attacks forbids.
    pub(super) fn ban(&mut self, item: &syntax::Mod, attacks: bool) -> Option<Ban> {
        let inner = self.first_word(item)?;
        if PLAYER_BANS.iter().any(|(own, _)| *own == inner.text) {
            let message = format!("`{}` is forbidden to players", inner.text);
            let help = format!("write `static opponents cannot {}`", inner.text);
            self.error_help(inner.span, message, help);
            return None;
        }
        let ban = self.one_of(inner, "thing that can be forbidden", &BANS)?;
        if ban.is_of_attacks() && !attacks {
            let word = &inner.text;
            let help = format!("write `static attacks of … cannot {word}`");
            self.error_help(
                inner.span,
                format!("`{word}` is forbidden to attacks"),
                help,
            );
            return None;
        }
        if attacks && !of_attacks(ban) {
            let message = format!("`{}` is forbidden to fighters, not to attacks", inner.text);
            let help = format!("write `static bearer cannot {}`", inner.text);
            self.error_help(inner.span, message, help);
            return None;
        }
        Some(ban)
    }
}

/// Whether it can be forbidden for an attack: to its attacker, or to its target.
fn of_attacks(ban: Ban) -> bool {
    ban.is_of_attacker()
        || matches!(
            ban,
            Ban::DrivenBack
                | Ban::Pushed
                | Ban::Overrun
                | Ban::Staggered
                | Ban::Cleaved
                | Ban::Ensnared
                | Ban::Flanked
                | Ban::Made
                | Ban::Modified
                | Ban::Damaged
                | Ban::OnGuard
                | Ban::RerollDefence
        )
}
