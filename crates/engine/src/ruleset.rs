//! Everything in which two editions differ, as one plain value.
//!
//! Step tables, numbers and small closed enums. There is no edition name to branch on and no
//! default to inherit from: an edition is a complete literal of [`Ruleset`], written elsewhere. The enums of
//! set-up and of combat are in `ruleset/`.

mod combat;
mod setup;

pub use combat::*;
pub use setup::*;

use crate::variant::Way;
use gloryhex_cardlang::Lexicon;
use gloryhex_model::{Rule, trigger::TriggerSet};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A list fixed at compile time or read from a file.
pub type List<T> = Cow<'static, [T]>;

/// One edition's rules.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(bound(deserialize = "'de: 'static"), deny_unknown_fields)]
pub struct Ruleset {
    /// Short name, the prefix of its rule ids.
    pub name: Cow<'static, str>,
    /// Title for people.
    pub title: Cow<'static, str>,
    /// The words in which its cards and questions are told.
    pub words: Lexicon,
    /// Rules that the engine cites by an id which the index of this edition does not have, and those cited in
    /// their place.
    pub called: List<(Rule, Rule)>,
    /// Fewest and most players.
    pub players: (u8, u8),
    /// Other ways to play that its book offers.
    pub ways: List<Way>,
    /// Rounds in a game.
    pub rounds: u8,
    /// Turns each player takes in a round, by number of players (index 2 to 4).
    pub turns: [u8; 5],
    /// The round that is left out, by number of players (0 for none).
    pub skipped_round: [u8; 5],
    /// Whether play runs the other way round in round 2 with three or four players.
    pub round_two_reversed: bool,

    /// Set-up, in order.
    pub setup: List<SetupStep>,
    /// How players roll off.
    pub roll_off: RollOff,
    /// Battlefields.
    pub boards: BoardRule,
    /// Who chooses a board first.
    pub first_board: FirstBoard,
    /// Objective or feature tokens.
    pub tokens: TokenRule,
    /// Replacing a starting hand.
    pub mulligan: Mulligan,
    /// Who deploys first.
    pub first_deploy: FirstDeploy,

    /// A round, in order.
    pub round: List<RoundStep>,
    /// Whether finishing deployment first adds a critical to round 1's roll-off.
    pub first_to_deploy_adds_critical: bool,
    /// From round 2 a tied roll-off goes to the underdog.
    pub tie_goes_to_underdog: bool,
    /// Whoever does not win the roll-off for the first turn draws a power card.
    pub roll_off_loser_draws: bool,
    /// A turn, in order.
    pub turn: List<TurnStep>,

    /// Activating to draw a power card, to exchange an objective, or to pass.
    pub classic_player_actions: bool,
    /// The Focus ability.
    pub focus: bool,
    /// What a Move token forbids.
    pub move_token: MoveToken,
    /// What a Charge token forbids.
    pub charge_token: ChargeToken,
    /// A fighter on Guard cannot be driven back.
    pub guard_holds_ground: bool,
    /// Guard and Stagger tokens remove each other.
    pub guard_and_stagger_cancel: bool,
    /// Damage of entering a lethal hex (0: no such rule).
    pub lethal_damage: u8,
    /// Being placed in a hazard hex counts as entering it.
    pub placing_enters_hazards: bool,
    /// What a flying fighter may pass over.
    pub flying: Flying,
    /// How 'away from' is judged on a push of several hexes.
    pub away: Away,

    /// The combat sequence, in order.
    pub attack: List<Step>,
    /// Comparing rolls.
    pub compare: Compare,
    /// Support.
    pub support: Support,
    /// When supporters are counted.
    pub support_counted: SupportCounted,
    /// What a spell chooses must be visible to its caster.
    pub spells_need_sight: bool,
    /// What a card picks it chooses: there is no other word for it.
    pub picks_choose: bool,
    /// Supporters help a spell attack.
    pub spells_are_supported: bool,
    /// Targets with nowhere to go.
    pub trapped: Trapped,
    /// The rule by which an attack fails whose target is not visible and in range before a marked step.
    pub outmaneuvered: Rule,
    /// An attack whose damage is taken away has failed, though its target may be driven back.
    pub success_needs_damage: bool,
    /// The damage of a spell is its caster's and that of an upgrade its bearer's (otherwise a card's damage is
    /// its player's warband's, unless the card says whose).
    pub fighters_deal_for_cards: bool,
    /// Knockback is for successful attacks only, not for drawn ones.
    pub knockback_needs_success: bool,
    /// Weapon abilities.
    pub weapon_abilities: WeaponAbilities,
    /// When Grievous adds its damage.
    pub grievous: Grievous,
    /// Whether a staggered target grants a re-roll.
    pub stagger_rerolls: bool,

    /// Inspiring.
    pub inspire: Inspire,
    /// Glory for taking a fighter out.
    pub bounty: Bounty,
    /// Upgrades of a fighter who is taken out.
    pub upgrades_of_the_fallen: Fallen,
    /// Price of an upgrade.
    pub upgrade_price: UpgradePrice,
    /// Who starts the power step.
    pub power_first: PowerFirst,
    /// Who takes part in the power step with three or four players.
    pub power_seats: PowerSeats,
    /// Delving.
    pub delve: Delve,
    /// Warscroll abilities may be used in the power step.
    pub warscrolls: bool,
    /// When a surge (score immediately) objective pays.
    pub surge: Surge,

    /// Moments besides the end of an action at which objectives scored at once are looked at.
    #[serde(with = "gloryhex_model::trigger::by_name")]
    pub objectives_after: TriggerSet,

    /// The moments at which abilities may react.
    #[serde(with = "gloryhex_model::trigger::by_name")]
    pub windows: TriggerSet,
    /// Abilities may react in the end phase too.
    pub end_phase_windows: bool,
    /// Reactions to a fighter's fall in an attack share the window at the end of that attack.
    pub falls_wait_for_attack: bool,
    /// How many may react at one moment.
    pub window: Window,
    /// Who has precedence in a window.
    pub precedence: Precedence,
    /// Who has precedence when a reaction opens a window.
    pub nested: Precedence,
    /// Abilities that would resolve at the same time.
    pub simultaneous: Simultaneous,

    /// A player's end phase, in order.
    pub end: List<EndStep>,
    /// A player's last end phase, in order.
    pub last_end: List<EndStep>,
    /// Ties at the end, in order.
    pub tie_breaks: List<TieBreak>,
    /// Victories on a tie-break are minor.
    pub minor_victories: bool,

    /// Move and Charge tokens only mark what was done in this phase: who is given one counts as having done it, and a
    /// fighter who returns has those of what it did.
    pub returning_keeps_tokens: bool,
    /// A fighter on Guard can be given another Guard token.
    pub guard_tokens_add_up: bool,
    /// What a card may tell a player to do where there is nothing to do.
    pub in_vain: InVain,
    /// A fighter has charged only when it has attacked.
    pub charged_by_attacking: bool,

    /// Lines of sight may not leave the battlefield.
    pub sight_stops_at_edge: bool,
    /// Lowest value a Move characteristic can be brought to.
    pub lowest_move: u8,
    /// Set modifiers are applied before multiplication and addition (otherwise multiplication first).
    pub set_before_all: bool,
    /// A card whose effect lasts lies face up until it ends (otherwise it is discarded at once).
    pub lasting_cards_stay: bool,
    /// Playing an upgrade counts as a card being resolved when it has been given (Harrowdeep pp.37, 40).
    pub upgrades_are_resolved: bool,
    /// Whether an upgrade is revealed before it is paid for and given, with a moment in between (Harrowdeep p.37).
    pub upgrades_are_revealed: bool,
    /// Only a damaged fighter can be vulnerable.
    pub vulnerable_needs_damage: bool,
    /// Effects that outlive a turn end with the round's last power step.
    pub effects_end_with_round: bool,
}

impl Ruleset {
    /// The rule to cite, as the index of this edition knows it.
    pub fn cited(&self, rule: Rule) -> Rule {
        let mut renamed = self.called.iter();
        renamed
            .find(|(general, _)| *general == rule)
            .map_or(rule, |(_, here)| *here)
    }
}

/// A step of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum RoundStep {
    /// Roll off; the winner picks who goes first.
    First,
    /// The players take their turns.
    Turns,
    /// The players run through the end phase.
    End,
    /// Tokens are cleared.
    CleanUp,
}

/// A step of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum TurnStep {
    /// The player's activation / Action step.
    Activation,
    /// Fighters whose condition was met become Inspired.
    Inspire,
    /// Revealed surge objectives are scored.
    Surge,
    /// The power step.
    Power,
}

/// What a Move token forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum MoveToken {
    /// Move and Charge.
    MoveAndCharge,
    /// Charge.
    Charge,
}

/// What a Charge token forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum ChargeToken {
    /// Being activated at all, and nothing else.
    Activation,
    /// Being activated at all, and a further Move or Charge, which each fighter makes once a phase.
    ActivationAndMove,
    /// Charge; and Move, Attack and Guard unless every friendly fighter has one.
    UnlessAllCharged,
}

/// What a flying fighter may pass over with a Move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Flying {
    /// Occupied and blocked hexes; hazards do nothing.
    BlockedAndOccupied,
    /// Occupied hexes; hazards do nothing.
    Occupied,
}

/// How 'away from' is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Away {
    /// By where the push ends.
    AtTheEnd,
    /// By every hex of the push.
    EveryHex,
}

/// Inspiring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Inspire {
    /// At once, or after the action in which the condition was met.
    AfterAction,
    /// In the Inspire step.
    InStep,
}

/// Glory for taking a fighter out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Bounty {
    /// One.
    One,
    /// One, or two from this many Wounds on.
    ByWounds(u8),
    /// The fighter's Bounty characteristic; none for a raised fighter.
    Printed,
}

/// Upgrades of a fighter who is taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Fallen {
    /// Stay with the fighter.
    KeepUpgrades,
    /// Are discarded, and the fighter un-Inspires.
    LoseAll,
}

/// Price of an upgrade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum UpgradePrice {
    /// One glory point is spent.
    SpendOne,
    /// The value of all equipped upgrades may not exceed the glory held.
    WithinGlory,
}

/// Who starts the power step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum PowerFirst {
    /// The player whose turn it is.
    Active,
    /// The player whose turn is next.
    Next,
}

/// Who takes part in the power step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum PowerSeats {
    /// Everybody.
    All,
    /// The player whose turn it is and the next.
    ActiveAndNext,
}

/// Delving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Delve {
    /// No such rule.
    NoRule,
    /// Each player each token once per power step.
    EachTokenOnce,
    /// Once per warband per power step; the fighter is staggered.
    OnceAndStaggers,
}

/// When a surge objective pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Surge {
    /// At once; its replacement not before a later action.
    AtOnceThenLaterAction,
    /// In the surge step; its replacement in the next surge step.
    InStep,
    /// At once; a replacement surge not before the next turn.
    AtOnceThenNextTurn,
}

/// How many may react at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Window {
    /// One reaction.
    One,
    /// Players alternate until all pass; then what they played is worked out.
    UntilAllPass,
}

/// Who has precedence in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Precedence {
    /// The player whose turn is next.
    NextPlayer,
    /// The next player after the last one who reacted.
    AfterLastReactor,
    /// The player whose turn it is.
    ActivePlayer,
}

/// Abilities that would resolve at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Simultaneous {
    /// Roll off; the winner's first, then by turns.
    RollOff,
    /// Roll off; the winner of two says whose is first, then by turns. Only optional abilities may be
    /// declined.
    RollOffOptional,
    /// The active player's first.
    ActiveFirst,
}

/// A step of a player's end phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum EndStep {
    /// Score objectives.
    Score,
    /// Discard objectives.
    DiscardObjectives,
    /// Play upgrades.
    Upgrade,
    /// Discard power cards.
    DiscardPower,
    /// Discard any cards.
    DiscardAny,
    /// Draw up to three objectives.
    DrawObjectives,
    /// Draw up to five power cards.
    DrawPower,
}

/// A tie-break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TieBreak {
    /// Only one has fighters left.
    Survivors,
    /// More objectives held.
    Objectives,
    /// Higher value of treasure held.
    Treasure,
    /// Higher Bounty of surviving fighters.
    Bounty,
}

/// What can be followed although there is nothing to follow it with: no damage to heal, no token to remove,
/// no card to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum InVain {
    /// All of it.
    Anything,
    /// Healing alone.
    Healing,
    /// None of it.
    Nothing,
}
