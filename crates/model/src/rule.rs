//! The rules that events and refusals cite.
//!
//! A rule here is a topic without an edition: the ruleset's edition name is put before it to make
//! the id found in the rules index (`attack.drive-back` becomes `<edition>.attack.drive-back`).

use serde::{Deserialize, Serialize};

macro_rules! rules {
    ($($name:ident = $id:literal),* $(,)?) => {
        /// A rule that the engine can cite.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[repr(u8)]
        pub enum Rule {
            $(#[doc = concat!("`", $id, "`")] $name,)*
        }

        impl Rule {
            /// Every rule.
            pub const ALL: &'static [Rule] = &[$(Rule::$name),*];

            /// The id without its edition.
            pub const fn id(self) -> &'static str {
                match self { $(Rule::$name => $id),* }
            }
        }
    };
}

impl Rule {
    /// The rule with this id, without its edition.
    pub fn from_id(id: &str) -> Option<Rule> {
        Rule::ALL.iter().copied().find(|r| r.id() == id)
    }
}

rules! {
    SetupWarbands = "setup.warbands",
    SetupRollOff = "setup.roll-off",
    SetupBoardsChoose = "setup.boards.choose",
    SetupBoardsPlace = "setup.boards.place",
    SetupBoardsCompleted = "setup.boards.completed",
    SetupTerritory = "setup.territory",
    SetupTokensOrder = "setup.tokens.order",
    SetupTokensNeutral = "setup.tokens.neutral",
    SetupTokensPlace = "setup.tokens.place",
    SetupTokensDistance = "setup.tokens.distance",
    SetupTokensEdge = "setup.tokens.edge",
    SetupTokensReveal = "setup.tokens.reveal",
    SetupTokensEachTerritory = "setup.tokens.each-territory",
    SetupTokensGloomExtra = "setup.tokens.gloom-extra",
    SetupHand = "setup.hand",
    SetupMulligan = "setup.mulligan",
    SetupDeploy = "setup.deploy",
    FieldBlocked = "field.blocked",
    FieldLethal = "field.lethal",
    FieldCover = "field.cover",
    FieldStagger = "field.stagger",
    FieldOccupied = "field.occupied",
    FieldDistance = "field.distance",
    FieldSight = "field.sight",
    FieldSightEdge = "field.sight.edge",
    RoundFirstPlayer = "round.first-player",
    RoundTurns = "round.turns",
    RoundOrder = "round.order",
    RoundUnderdog = "round.underdog",
    ActionActivation = "action.activation",
    ActionCoreOnly = "action.core-only",
    ActionMove = "action.move",
    ActionMoveToken = "action.move.token",
    ActionMovePath = "action.move.path",
    ActionMoveElsewhere = "action.move.elsewhere",
    ActionAttack = "action.attack",
    ActionCharge = "action.charge",
    ActionChargeToken = "action.charge.token",
    ActionChargeTarget = "action.charge.target",
    ActionGuard = "action.guard",
    ActionGuardAlready = "action.guard.already",
    ActionGuardLost = "action.guard.lost",
    ActionDraw = "action.draw",
    ActionDiscardObjective = "action.discard-objective",
    ActionPass = "action.pass",
    ActionFocus = "action.focus",
    ActionPrinted = "action.printed",
    ActionAdditional = "action.additional",
    ActionAdditionalUnnamed = "action.additional.unnamed",
    PushBasic = "push.basic",
    PushAway = "push.away",
    PushObstacle = "push.obstacle",
    AttackTarget = "attack.target",
    AttackRange = "attack.range",
    AttackRoll = "attack.roll",
    AttackDefenceRoll = "attack.defence-roll",
    AttackCriticals = "attack.criticals",
    AttackSuccess = "attack.success",
    AttackDraw = "attack.draw",
    AttackFail = "attack.fail",
    AttackTrapped = "attack.trapped",
    AttackDriveBack = "attack.drive-back",
    AttackSupport = "attack.support",
    AttackCover = "attack.cover",
    AttackGuard = "attack.guard",
    AttackStagger = "attack.stagger",
    AttackReroll = "attack.reroll",
    AttackDamage = "attack.damage",
    AttackOutmanoeuvred = "attack.outmanoeuvred",
    AttackMultiTarget = "attack.multi-target",
    AttackCriticalHit = "attack.critical-hit",
    AttackOverrun = "attack.overrun",
    AttackStandFast = "attack.stand-fast",
    AttackWeaponAbility = "attack.weapon-ability",
    KeywordKnockback = "keyword.knockback",
    KeywordScything = "keyword.scything",
    KeywordStagger = "keyword.stagger",
    KeywordGrapple = "keyword.grapple",
    DamageDealt = "damage.dealt",
    DamageOutOfAction = "damage.out-of-action",
    DamageBounty = "damage.bounty",
    DamageHeal = "damage.heal",
    DamageRaise = "damage.raise",
    InspireCondition = "inspire.condition",
    InspireUninspire = "inspire.uninspire",
    MatchSuddenDeath = "match.sudden-death",
    PowerOrder = "power.order",
    PowerPass = "power.pass",
    PowerPlay = "power.play",
    PowerNext = "power.next",
    PowerPersist = "power.persist",
    PowerUpgrade = "power.upgrade",
    PowerUpgradePrice = "power.upgrade.price",
    PowerUpgradeRestricted = "power.upgrade.restricted",
    PowerDelve = "power.delve",
    PowerWarscroll = "power.warscroll",
    PowerPlot = "power.plot",
    SpellWizard = "spell.wizard",
    SpellCast = "spell.cast",
    SpellInnate = "spell.innate",
    SpellBacklash = "spell.backlash",
    SpellSight = "spell.sight",
    ScatterChain = "scatter.chain",
    ReactWindow = "react.window",
    ReactOne = "react.one",
    ReactImpossible = "react.impossible",
    SequenceSimultaneous = "sequence.simultaneous",
    SequenceCannot = "sequence.cannot",
    SequenceFollowAll = "sequence.follow-all",
    CardsDraw = "cards.draw",
    CardsDiscard = "cards.discard",
    CardsEmpty = "cards.empty",
    ObjectiveEnd = "objective.end",
    ObjectiveSurge = "objective.surge",
    ObjectiveSurgeReplacement = "objective.surge.replacement",
    EndOrder = "end.order",
    EndScore = "end.score",
    EndDiscardObjectives = "end.discard-objectives",
    EndUpgrade = "end.upgrade",
    EndDiscardPower = "end.discard-power",
    EndDraw = "end.draw",
    EndCleanUp = "end.clean-up",
    EndLast = "end.last",
    VictoryGlory = "victory.glory",
    VictorySurvivors = "victory.survivors",
    VictoryObjectives = "victory.objectives",
    VictoryTreasure = "victory.treasure",
    VictoryBounty = "victory.bounty",
    VictoryDraw = "victory.draw",
    MultiOrder = "multi.order",
    MultiTurns = "multi.turns",
    MultiBounty = "multi.bounty",
    MultiPowerStep = "multi.power-step",
    ArtefactPlace = "artefact.place",
    ArtefactHold = "artefact.hold",
    DeckPowerSize = "deck.power-size",
    DeckPloys = "deck.ploys",
    DeckObjectives = "deck.objectives",
    DeckUnique = "deck.unique",
    DeckUsable = "deck.usable",
    DeckSurge = "deck.surge",
    DeckRivals = "deck.rivals",
    DeckNemesis = "deck.nemesis",
    DeckPlot = "deck.plot",
    TraitBeast = "trait.beast",
    VictoryRank = "victory.rank",
    AttackSequence = "attack.sequence",
    RoundStructure = "round.structure",
    PowerDelveOnce = "power.delve.once",
}
