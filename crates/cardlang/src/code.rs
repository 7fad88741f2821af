//! A compiled card: its clauses, and the code they point into.
//!
//! A clause is one thing the card says: how it is played, what it reacts to, what it changes while
//! it is in play, when it scores. Its number in [`CardCode::clauses`] names it for good.

use crate::instr::{ActionKind, Instr, Pc};
pub use crate::kind::{CardFlags, CardKind, Cast};
use crate::past::Watch;
use crate::program::{Formula, Program};
use crate::set_up::SetUp;
pub use gloryhex_model::Limit;
use gloryhex_model::{
    CounterId, Face, FaceSet, Keywords, Label, Stat, Token, Trait, Trigger, WeaponDef,
};
use serde::{Deserialize, Serialize};

/// A weapon that a card brings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardWeapon {
    /// The profile.
    pub def: WeaponDef,
    /// The Dice characteristic where it is not a plain number; otherwise the empty expression.
    pub dice: Formula,
    /// Whether nothing modifies it.
    pub fixed: bool,
}

/// A compiled card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardCode {
    /// Its number in the catalogue.
    pub id: gloryhex_model::CardId,
    /// What sort of card.
    pub kind: CardKind,
    /// Glory of an objective, glory value of an upgrade (0 where none is printed).
    pub value: u8,
    /// Labels (illusion, potion, waypoint …) as bits of [`Label`].
    pub labels: u64,
    /// Standing properties.
    pub flags: CardFlags,
    /// Casting value of a spell.
    pub cast: Option<Cast>,
    /// Who may bear an upgrade or cast a spell, a condition on `It(0)`; for other restricted cards, some
    /// surviving friend must satisfy it.
    pub users: Formula,
    /// Weapons of an upgrade, and weapons lent by the card's attacks.
    pub weapons: Vec<CardWeapon>,
    /// What the card says.
    pub clauses: Vec<Clause>,
    /// What it asks about the past.
    pub watches: Vec<Watch>,
    /// The counters it speaks of, and with how many of each its fighter, its player or all friends begin.
    pub counters: Vec<(CounterId, u8)>,
    /// How many tokens each opponent of its player may flip in set-up, after these were revealed.
    pub flips: u8,
    /// How the game of the fighter begins whose card it is.
    #[serde(default)]
    pub set_up: SetUp,
    /// Instructions of all clauses.
    pub code: Box<[Instr]>,
    /// All conditions and amounts, as they were built; a table works with them after some passes.
    pub program: Program,
}

impl CardCode {
    /// Bytes of instructions, conditions and amounts.
    pub fn size(&self) -> usize {
        self.code.len() * size_of::<Instr>()
            + self.program.size()
            + self.clauses.len() * size_of::<Clause>()
    }
}

/// Which side of a fighter card a clause is printed on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Side {
    /// Both, or the card has no sides.
    #[default]
    Both,
    /// Only the normal side.
    Normal,
    /// Only the Inspired side.
    Inspired,
}

/// One thing a card says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clause {
    /// What it is.
    pub role: Role,
    /// When it can be used or applies. Triggered clauses see their bindings in the slots.
    pub when: Formula,
    /// Where its instructions begin; meaningless for static rules.
    pub body: Pc,
    /// How often.
    pub limit: Limit,
    /// 0 if it is in force as long as the card is, otherwise the effect that [`Instr::Install`] starts.
    pub effect: u8,
    /// Which side of a fighter card.
    pub side: Side,
}

/// Where a reaction is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum MadeFrom {
    /// By playing the card from the hand.
    Hand,
    /// From a card in play: bearer, fighter, warscroll, plot or effect.
    Play,
}

/// When an objective can be scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Timing {
    /// In any end phase.
    EndPhase,
    /// In the last end phase.
    LastEndPhase,
    /// At once, at this moment.
    Surge(Trigger),
}

/// What a clause is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    /// Played in the power step; also a warscroll ability used there.
    Play,
    /// A reaction (surge ability): offered at the moment if `when` holds.
    React {
        /// The moment.
        trigger: Trigger,
        /// From where.
        from: MadeFrom,
        /// Not a reaction in the sense of the rules: offered on its own and open to no precedence.
        free: bool,
        /// Casting value of a spell that is cast as a reaction by a fighter's ability.
        cast: Option<Cast>,
    },
    /// An action the fighter (or, on a warscroll, a friendly fighter) can make. `Me` is the fighter.
    Action {
        /// Casting value of a spell action.
        cast: Option<Cast>,
        /// As a wizard of which level it is cast, or the empty expression for the fighter's own.
        level: Formula,
    },
    /// A rule in force while the card is.
    Static(StaticRule),
    /// The objective scores; `then` follows.
    Score {
        /// When.
        timing: Timing,
        /// How much glory, or the empty expression for the printed value.
        glory: Formula,
    },
    /// The fighter becomes Inspired: at this moment, or in an Inspire step (at once, without steps).
    Inspire(Option<Trigger>),
    /// The fighter turns back to its normal side.
    Uninspire(Option<Trigger>),
    /// The upgrade is discarded at this moment.
    Break(Trigger),
    /// Happens at this moment without being asked for.
    Auto(Trigger),
    /// Happens when the effect ends.
    Expire,
}

impl Role {
    /// The moment the clause waits for, if it is a certain one.
    pub fn trigger(self) -> Option<Trigger> {
        match self {
            Role::React { trigger, .. } | Role::Break(trigger) | Role::Auto(trigger) => {
                Some(trigger)
            }
            Role::Score {
                timing: Timing::Surge(trigger),
                ..
            } => Some(trigger),
            Role::Inspire(trigger) | Role::Uninspire(trigger) => trigger,
            Role::Play
            | Role::Action { .. }
            | Role::Static(..)
            | Role::Score { .. }
            | Role::Expire => None,
        }
    }
}

/// What a static rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Subject {
    /// A fighter: `when` is asked with the fighter as `It(0)`.
    Fighter,
    /// An attack: `when` is asked with the attacker, the target and the attack facts.
    Attack,
    /// A player: `when` is asked with the player as `It(0)`; friends are you, enemies the other players.
    Player,
    /// A feature token: `when` is asked with the token as `It(0)`.
    Token,
}

/// Whom a static rule can be about at all, before its condition is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Scope {
    /// Anyone.
    Any,
    /// The bearer, caster or fighter whose ability it is.
    Me,
    /// The fighter in this slot of the effect.
    Slot(u8),
    /// Your fighters.
    Friends,
    /// Other players' fighters.
    Enemies,
}

/// A rule in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StaticRule {
    /// What it is about.
    pub subject: Subject,
    /// The fighter, or the attacker.
    pub who: Scope,
    /// The target of the attack; [`Scope::Any`] for rules about fighters.
    pub on: Scope,
    /// What it does.
    pub what: Static,
}

/// How a characteristic is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Change {
    /// Adds (a negative value subtracts).
    Add,
    /// Multiplies.
    Multiply,
    /// Is printed so, as it were: all other changes come after it.
    Base,
    /// Is this, before other changes.
    Set,
    /// Is this, whatever else says.
    Fix,
    /// Is not below or above something, whatever else says.
    Limit,
}

/// Whose roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum RollKind {
    /// The attack roll.
    Attack,
    /// The defence (save) roll.
    Defence,
}

/// What a rule changes of a fighter's casting rolls. Attack rolls of spells are not among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Casting {
    /// So many more dice, or fewer, but not fewer than this by the change.
    Dice(i8, u8),
    /// So many criticals hurt the caster.
    BacklashAt(u8),
    /// These faces are no successes.
    NoSuccess(FaceSet),
    /// Spells ask for focus instead of channel, and for channel instead of focus.
    Swapped,
}

/// What a rule makes of faces in a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum FaceRule {
    /// They are successes too.
    Success,
    /// They are no successes.
    NoSuccess,
    /// They are criticals.
    AsCrit,
}

/// What a rule makes of hexes for a fighter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum HexRule {
    /// A Move may be a placement in one that is empty instead.
    Teleport,
    /// A Move cannot end there.
    NoLanding,
    /// A push cannot end there.
    NoPushEnd,
    /// A push ends in the first of them.
    PushEnds,
    /// They are lethal.
    Lethal,
    /// Something waits there: the fighter's player says whether a way goes through them, and abilities that wait for a
    /// fighter to enter a hex hear of it there.
    Hazard,
}

/// A kind that a hex can be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum HexMark {
    /// Blocked.
    Blocked,
    /// Lethal.
    Lethal,
    /// A trap model of the player lies in it.
    Trap,
}

/// Something a fighter cannot do or suffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ban {
    /// Be driven back.
    DrivenBack,
    /// Be pushed (drive back included).
    Pushed,
    /// Be healed.
    Healed,
    /// Become Inspired.
    Inspired,
    /// Hold objectives (treasure).
    Hold,
    /// Be flanked or surrounded.
    Flanked,
    /// Be flanked, while it can still be surrounded.
    OnlyFlanked,
    /// Be overrun: whoever attacks it cannot use Overrun.
    Overrun,
    /// Be given tokens of the kind Stagger.
    Staggered,
    /// Have its defence roll affected by Cleave.
    Cleaved,
    /// Have its defence roll affected by Ensnare.
    Ensnared,
    /// Use critical weapon abilities.
    CriticalAbilities,
    /// Suffer from lethal hexes.
    Hazards,
    /// Support anyone.
    Support,
    /// Attempt to cast spells.
    Cast,
    /// Suffer damage.
    Damaged,
    /// Be given upgrades with a weapon.
    TakeWeapons,
    /// Be picked as the target of attacks.
    Targeted,
    /// Be chosen by cards.
    Chosen,
    /// Be chosen by gambits.
    ChosenByGambits,
    /// Be pushed or driven back by enemies.
    PushedByEnemies,
    /// Of attacks: have their Range, Dice or Damage changed.
    Modified,
    /// Have its characteristics made less.
    Reduced,
    /// Be brought back after going out of action.
    Raised,
    /// Go out of action.
    TakenOut,
    /// Be activated for another action while it can Charge.
    SkipCharge,
    /// Be touched by gambits with the label `domain`.
    AffectedByDomains,
    /// Be on Guard, or be given Guard tokens.
    OnGuard,
    /// Turn back to the normal side.
    Uninspired,
    /// Delve.
    Delve,
    /// Use weapon abilities.
    Abilities,
    /// Have dice of its attack rolls rolled again.
    RerollAttack,
    /// Have dice of its defence rolls rolled again by abilities.
    RerollDefence,
    /// Make any action but a Charge.
    ActButCharge,
    /// Of attacks: be made.
    Made,
    /// Make this action.
    Act(ActionKind),
    /// Of players: play power cards.
    PlayPower,
    /// Of players: play ploys and other gambits.
    PlayGambits,
    /// Of players: score objectives.
    Score,
    /// Of players: draw cards.
    Draw,
    /// Of players: discard objectives in the end phase.
    DiscardObjectives,
    /// Of players: do anything in an activation but pass.
    Activate,
    /// Of players: score objectives for another's fallen leader.
    ScoreLeader,
    /// Of feature tokens: be flipped.
    Flipped,
}

impl Ban {
    /// Whether it can only be said of attacks.
    pub const fn is_of_attacks(self) -> bool {
        matches!(self, Ban::Made | Ban::Modified)
    }
    /// Whether it is the attacker of an attack who is kept from something by it; otherwise it is the target.
    pub const fn is_of_attacker(self) -> bool {
        matches!(
            self,
            Ban::CriticalAbilities | Ban::Abilities | Ban::RerollAttack
        )
    }
}

/// What a static rule does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Static {
    /// Changes a characteristic; the result of the change stays within `min` and `max`.
    Modify {
        /// Which.
        stat: Stat,
        /// How.
        change: Change,
        /// By how much.
        value: Formula,
        /// Not below this by this change (−1 for the rules' own floor).
        min: i8,
        /// Not above this by this change (127 for no cap).
        max: i8,
    },
    /// The attack has keywords.
    Keywords(Keywords),
    /// Some faces are something else in a roll.
    Faces(FaceRule, RollKind, FaceSet),
    /// The roll counts as having more criticals than the other: for Stand Fast, and that of the attacker for Overrun.
    MoreCriticals(RollKind),
    /// One die of the roll may be rolled again.
    Reroll(RollKind),
    /// Casting rolls have this symbol besides the dice.
    Innate(Face),
    /// The fighter's casting rolls go another way.
    Casting(Casting),
    /// The attack's symbol is this one.
    Symbol(Face),
    /// The attack's symbol, or the fighter's defence symbol, is the other of the two.
    SwappedSymbol(RollKind),
    /// The fighter's defence symbol is this one.
    DefenceSymbol(Face),
    /// Something is forbidden.
    Cannot(Ban),
    /// Of players: objectives that satisfy the condition on `It(1)` are not scored.
    CannotScore(Formula),
    /// The fighter counts as this many supporters when it supports.
    CountsAs(u8),
    /// The attacker (or the target) counts as having this many more supporters; for fighters: flanked.
    Support {
        /// The side that gains: attack or defence.
        side: RollKind,
        /// How many.
        n: Formula,
    },
    /// The side has no supporters.
    NoSupport(RollKind),
    /// The fighter is supporting a side of an attack for which `when` holds (both `It(0)` and the attack are known).
    Supports(RollKind),
    /// The fighter is flanked.
    Flanked,
    /// The fighter has a label.
    Label(Label),
    /// The fighter has a trait.
    Trait(Trait),
    /// The fighter is on Guard.
    OnGuard,
    /// The fighter is in cover, wherever it stands.
    InCover,
    /// Moves pass through other fighters.
    ThroughFighters,
    /// Moves pass through fighters and blocked hexes; lethal hexes are plain ones however they are entered.
    Ethereal,
    /// Hexes that satisfy the condition on `It(1)` are something else for the fighter.
    Hexes(HexRule, Formula),
    /// A Move may be so many hexes longer if its last hex satisfies the condition on `It(1)`.
    Further {
        /// How many.
        by: u8,
        /// The condition.
        end: Formula,
    },
    /// Damage at one time is at most this.
    DamageCap(u8),
    /// Damage at one time is so much more or less.
    Suffered {
        /// By how much.
        by: i8,
        /// Not brought below this.
        least: u8,
    },
    /// Damage in one turn is at most this.
    DamageCapTurn(u8),
    /// The attack has this many more dice, as things are when it begins.
    OpeningDice(u8),
    /// The attack can be made on the attacker's friends as if they were enemies.
    FriendsToo,
    /// The weapon is used without its price, and in its first mode.
    NoPrice,
    /// The fighter moves and charges in spite of one such token, if it has no other Move or Charge token.
    Ignores(Token),
    /// The fighter can do what its own card forbids.
    Can(Ban),
    /// Attacks of other players on anybody else take the fighter's hex for a blocked one.
    BlocksSight,
    /// The fighter uses Core abilities in spite of its Move and Charge tokens.
    IgnoresTokens,
    /// Attacks of friends over the fighter's head come one hex further.
    Shortens,
    /// The fighter sees the fighters that satisfy the condition on `It(1)`, whatever is in the way.
    Sight(Formula),
}

impl Static {
    /// The condition or the amount it is said with; the empty expression if there is none.
    pub fn formula(self) -> Formula {
        match self {
            Static::Modify { value: formula, .. }
            | Static::Support { n: formula, .. }
            | Static::Further { end: formula, .. }
            | Static::Hexes(_, formula)
            | Static::CannotScore(formula)
            | Static::Sight(formula) => formula,
            _ => Formula::YES,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clause_is_small() {
        assert!(size_of::<Clause>() <= 28, "{}", size_of::<Clause>());
    }

    #[test]
    fn roles_name_their_trigger() {
        let timing = Timing::Surge(Trigger::AttackDone);
        assert_eq!(
            Role::Score {
                timing,
                glory: Formula::YES
            }
            .trigger(),
            Some(Trigger::AttackDone)
        );
        assert_eq!(Role::Play.trigger(), None);
    }
}
