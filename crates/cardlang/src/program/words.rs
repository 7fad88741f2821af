//! The words that conditions and amounts are made of: what can be asked of fighters, tokens, hexes, cards,
//! players, the attack at hand and the game, and over what a quantifier ranges.
//!
//! Every value is a number. Any value but 0 counts as yes. A fighter, hex, token, card or seat is its index;
//! [`NOBODY`] stands for none of them, and every property of nobody is 0. How these words are put together is
//! in [`super::ir`], what they mean at the table is the engine's business.

use gloryhex_model::{Counter, CounterId, Deed, Face, Keyword, Label, Stat, Token, Trait};
use serde::{Deserialize, Serialize};

/// No fighter, hex, token, card or seat.
pub const NOBODY: i16 = -1;
/// How deeply quantifiers can be nested.
pub const MAX_NEST: usize = 4;

/// What a quantifier asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Quant {
    /// How many elements satisfy the inner expression.
    Count,
    /// Whether at least one does.
    Any,
    /// Whether each does (yes for no elements).
    All,
    /// The sum of the inner values.
    Sum,
    /// The largest inner value, −1 for no elements.
    Max,
    /// The smallest inner value, 999 for no elements.
    Min,
    /// Whether the fighters stand in one group, each connected to the others by adjacent ones, and there are some.
    Group,
    /// Whether each fighter can have one of its own among those that the inner quantifier finds for it.
    Matched,
}

/// What a quantifier or a choice ranges over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Domain {
    /// Your fighters on the battlefield.
    Friends,
    /// Other players' fighters on the battlefield.
    Enemies,
    /// All fighters on the battlefield.
    Fighters,
    /// Your fighters, those out of action included.
    AllFriends,
    /// Other players' fighters, those out of action included.
    AllEnemies,
    /// All fighters of the game.
    AllFighters,
    /// Complete hexes of the battlefield.
    Hexes,
    /// Feature tokens on the battlefield, either side up.
    Tokens,
    /// Players.
    Seats,
    /// Players other than you.
    Opponents,
    /// Game boards.
    Boards,
    /// Upgrades of a fighter (popped, or the `of` of a choice).
    UpgradesOf,
    /// Power cards in the hand of a seat (popped, or the `of` of a choice).
    PowerHandOf,
    /// Objectives in the hand of a seat.
    ObjectiveHandOf,
    /// The power deck of a seat.
    PowerDeckOf,
    /// The power discard pile of a seat.
    PowerDiscardOf,
    /// The objective discard pile of a seat.
    ObjectiveDiscardOf,
    /// Your upgrades broken by the gambit resolved last.
    JustBroken,
    /// Cards of a seat whose effects persist.
    LastingOf,
    /// The cards that the card at hand has picked as several.
    Picked,
}

impl Domain {
    /// Whether the domain needs a fighter or seat it belongs to.
    pub const fn of_something(self) -> bool {
        matches!(
            self,
            Domain::UpgradesOf
                | Domain::PowerHandOf
                | Domain::ObjectiveHandOf
                | Domain::PowerDeckOf
                | Domain::PowerDiscardOf
                | Domain::ObjectiveDiscardOf
                | Domain::LastingOf
        )
    }

    /// Whether the elements are fighters.
    pub const fn is_fighters(self) -> bool {
        matches!(
            self,
            Domain::Friends
                | Domain::Enemies
                | Domain::Fighters
                | Domain::AllFriends
                | Domain::AllEnemies
                | Domain::AllFighters
        )
    }

    /// Whether elements fit a set of 32 bits, so that a card can take each in turn.
    pub const fn fits_set(self) -> bool {
        self.is_fighters() || matches!(self, Domain::Tokens | Domain::Seats | Domain::Opponents)
    }
}

/// Whose ground a hex is, seen from you.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Region {
    /// Your territory.
    Friendly,
    /// Another player's territory.
    Enemy,
    /// No one's, or neutral, territory.
    Neutral,
}

/// A kind of hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum HexKind {
    /// Where fighters can start.
    Starting,
    /// Nothing can enter or see through it.
    Blocked,
    /// Hurts those who enter.
    Lethal,
    /// Protects those in it (cover hexes and tokens that count as cover).
    Cover,
    /// Staggers those who enter.
    Stagger,
    /// On the rim of the battlefield.
    Edge,
}

/// A property of a fighter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Prop {
    /// A characteristic with all modifiers; of weapon characteristics the best weapon's.
    Stat(Stat),
    /// How many tokens of the kind.
    Has(Token),
    /// Whether it did this in the phase (or activation, as the deed says).
    Did(Deed),
    /// Whether it has the label, granted ones included.
    Label(Label),
    /// Whether it has the trait, granted ones included.
    Trait(Trait),
    /// Whether it stands in a hex of the kind.
    In(HexKind),
    /// Whether it stands in the region.
    Region(Region),
    /// Its defence symbol is the face.
    DefenceIs(Face),
    /// The region of the hex where it began the present or last activation (step).
    BeganIn(Region),
    /// Whether it is making this kind of action now.
    Doing(crate::ActionKind),
    /// The seat it belongs to.
    Owner,
    /// Whether it is yours.
    Friendly,
    /// Whether it is another player's.
    Enemy,
    /// The hex it stands in, or stood in last.
    Hex,
    /// The hex where its present or last Move began.
    CameFrom,
    /// Damage on it (wound tokens, damage tokens).
    Damage,
    /// Wounds less damage, never below 0.
    HealthLeft,
    /// Glory gained for its fall, as far as nobody has forgone it.
    Reward,
    /// One more damage takes it out of action.
    Vulnerable,
    /// Inspired.
    Inspired,
    /// Inspired, or nothing keeps it from becoming so.
    Inspirable,
    /// Turned over to the other side of its card, which is not an Inspired one.
    TurnedOver,
    /// Out of action.
    Out,
    /// On the battlefield.
    Alive,
    /// On Guard, by a token or an effect.
    OnGuard,
    /// Holding an objective (treasure).
    Holding,
    /// The feature token it holds, or nobody.
    Held,
    /// On a feature token, either side up.
    OnToken,
    /// The feature token under it, or nobody.
    TokenUnder,
    /// How many upgrades it has.
    Upgrades,
    /// Whether some hex is free for it to be pushed into, and it can be pushed.
    Pushable,
    /// The first enemy it moved through in its last Move, or nobody.
    MovedThrough,
    /// Whether it supported the attacker of the attack at hand.
    SupportedAttacker,
    /// Whether it supported the target of the attack at hand.
    SupportedTarget,
    /// Whether it was the target of an attack in this activation.
    TargetedNow,
    /// Whether it was hurt or taken out in this activation.
    HurtNow,
    /// Whether the card being resolved chose it.
    Chosen,
    /// Whether it casts spells (wizard level above 0).
    Wizard,
    /// Whether it is attempting to cast a spell now.
    Casting,
    /// Whether it was on Guard when the current activation began.
    BeganOnGuard,
    /// Whether it is in its own player's territory.
    Home,
    /// Whether it is in the territory of another player than its own.
    Abroad,
    /// Whether the attack at hand dealt it damage; an attack on several targets is taken as a whole.
    Harmed,
    /// Whether the attack at hand took it out of action; as a whole, too.
    Felled,
    /// Whether the ploy or spell resolved last dealt it damage.
    HarmedByCard,
    /// How many counters of a name it has.
    Counters(CounterId),
    /// How many counters of a name can be removed from it, with what reactions at hand would waive.
    Removable(CounterId),
    /// Whether one of its weapons has the keyword, upgrades and abilities included.
    Armed(Keyword),
}

/// A property of a feature token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TokenProp {
    /// Its number, 0 for a token without one.
    Number,
    /// Whether its number is odd.
    Odd,
    /// Whether its objective (treasure) side is up.
    Up,
    /// Its hex.
    Hex,
    /// The fighter that holds it, or nobody.
    Holder,
    /// Whether one of your fighters holds it.
    Yours,
    /// Whether another player's fighter holds it.
    Theirs,
    /// Whether another player's fighter has held it in this round.
    WasTheirs,
    /// Whether a target of yours held it in this activation.
    TargetedNow,
    /// Whether it lies in the region.
    Region(Region),
    /// The game board it lies on.
    Board,
    /// The seat that held it when the round began, or nobody.
    HeldAtStart,
    /// The fighter that held it at the end of the action phase before this one, or nobody.
    HeldLastPhase,
    /// Whether one of your fighters held it at the ends of two earlier action phases in a row.
    KeptBefore,
    /// Whether your warband delved it in this round.
    DelvedByYou,
    /// Whether its objective (treasure) side was up when the round began.
    UpAtStart,
}

/// A property of a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum HexProp {
    /// Whether it is of the kind.
    Is(HexKind),
    /// Whether it lies in the region.
    Region(Region),
    /// Neither occupied nor blocked.
    Empty,
    /// The fighter in it, or nobody.
    Fighter,
    /// The feature token in it, or nobody.
    Token,
    /// Its game board.
    Board,
    /// Whether the attack at hand could be made from it: its target is in range and visible there.
    InReach,
    /// Whether you have laid a trap model in it.
    OwnTrap,
    /// How far it is from the nearest hex of no one's (neutral) territory, 999 if there is none.
    FromNeutral,
}

/// A property of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CardProp {
    /// Whether it is of the kind.
    Kind(crate::CardKind),
    /// Whether it has the label (illusion, domain …).
    Label(Label),
    /// Whether it carries a weapon.
    Weapon,
    /// Whether it is no warband's or fighter's own.
    Universal,
    /// Whether it comes from the same deck as this card.
    SameDeck,
    /// Whether it can be equipped (an upgrade that some fighter of yours may bear).
    Usable,
    /// The glory of an objective, or the cost of an upgrade.
    Worth,
    /// Whether its player has shown it since it came into the hand (an objective).
    Shown,
    /// Whether it scatters.
    Scatters,
    /// Whether it is an upgrade that was played in the action phase of this round.
    Played,
    /// Whether it has the name, one of those that cards use.
    Titled(u16),
}

/// A property of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SeatProp {
    /// Unspent glory (all glory where glory is not spent).
    Glory,
    /// Glory in all, spent included.
    AllGlory,
    /// Power cards in hand.
    PowerCards,
    /// Objectives (treasure tokens) held.
    Held,
    /// Whether the player is the underdog.
    Underdog,
    /// Whether it is the player's turn.
    Active,
    /// The player who comes after this one.
    Next,
    /// How many activations (turns) the player has left in this round.
    TurnsLeft,
    /// A count kept by the game.
    Counter(Counter),
    /// How many counters of a name the player has.
    Counters(CounterId),
    /// Whether the player is raiding.
    Raiding,
    /// The player's leader, while it is on the battlefield.
    Leader,
}

/// A fact of the attack at hand. After the attack the facts stay until its window has closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Fact {
    /// An attack is being resolved or was just resolved.
    Is,
    /// It succeeded.
    Succeeded,
    /// It failed (a draw is a failure).
    Failed,
    /// It was drawn.
    Drawn,
    /// It was a critical hit.
    CriticalHit,
    /// It is part of a Charge.
    InCharge,
    /// Its Range characteristic.
    Range,
    /// Its Dice characteristic as rolled.
    Dice,
    /// Its Damage characteristic with modifiers.
    Damage,
    /// The Damage of its weapon as printed on the side that is up.
    PrintedDamage,
    /// Damage it dealt to the target.
    Dealt,
    /// The target went out of action by it.
    TookOut,
    /// Somebody went out of action by it, the target or one beside it.
    TookAnyoneOut,
    /// It is a melee attack (Range 1 or 2).
    Melee,
    /// It is a spell attack.
    Spell,
    /// It attacks several targets in turn.
    Scything,
    /// Its weapon is on this card.
    WithThis,
    /// The upgrade its weapon is on, or nobody.
    WeaponCard,
    /// Successes of the attack roll, criticals included.
    Successes,
    /// Successes of the defence roll, criticals included.
    DefenceSuccesses,
    /// All successes of the attack roll are support symbols, and there are some.
    BySupport,
    /// All successes of the defence roll are support symbols, and there are some.
    DefenceBySupport,
    /// How many different faces the attack roll shows.
    DistinctFaces,
    /// Fighters supporting the attacker.
    AttackerSupport,
    /// Fighters supporting the target.
    TargetSupport,
    /// Damage on the target when the attack was declared.
    TargetDamageBefore,
    /// Health left to the target before the damage was dealt, or when the attack was declared.
    TargetHealthBefore,
    /// The token the target held when the attack was declared, or nobody.
    TargetHeldBefore,
    /// The hex of the target when the attack was declared.
    TargetHexBefore,
    /// The target was in cover when the attack was declared.
    TargetInCoverBefore,
    /// It is the first attack of its fighter in this activation or power step.
    FirstNow,
    /// The target had nowhere to be driven back to, and that decided it.
    Trapped,
    /// The target was driven back by it.
    DroveBack,
    /// It is made by a reaction.
    InReaction,
    /// A number by which its weapon is told from others of its fighter.
    WeaponNumber,
    /// It has a keyword, of its weapon or from cards.
    Has(Keyword),
}

/// A fact of the game as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum GameFact {
    /// Round, from 1.
    Round,
    /// Rounds in a game.
    Rounds,
    /// Players.
    Players,
    /// 1 during the action (combat) phase.
    ActionPhase,
    /// 1 during a power step.
    PowerStep,
    /// 1 during the last power step of the round.
    LastPowerStep,
    /// The last hex of this card's last scatter chain.
    ChainEnd,
    /// 1 if the spell at hand hurt its caster (two criticals).
    Backlash,
    /// How many symbols the spell at hand asks for.
    SpellNeed,
    /// 1 if the spell at hand is cast as a reaction.
    SpellInReaction,
    /// The card that deals the damage at hand, or nobody if none does.
    DamageCard,
    /// The card being resolved scatters for the first time.
    FirstScatter,
    /// 1 if the raid at hand is an additional one.
    MoreRaided,
    /// How many hexes the Move just made entered, if its fighter went as far as it could.
    Steps,
    /// 1 if the damage at hand comes from this.
    DamageBy(Cause),
}

/// What damage comes from. One damage may come from several: a spell attack is an attack and a spell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Cause {
    /// An attack, dealt to its target.
    Attack,
    /// A spell: a gambit, an action or a spell attack.
    Spell,
    /// A ploy or a spell from the hand.
    Gambit,
    /// A power card, upgrades included.
    Card,
    /// A hex.
    Hazard,
    /// Backlash.
    Backlash,
    /// A card that scattered.
    Scatter,
    /// A reaction, or an attack made by one.
    Reaction,
}

/// Steps of a tracker at which its value becomes 2, 3 and 4 (Countdown to Cataclysm).
pub const TRACK: [i16; 3] = [6, 10, 14];
/// The last step of a Cataclysm tracker, which it does not go beyond.
pub const LAST_STEP: u8 = TRACK[2] as u8;

/// The value of a tracker that has come to a step.
pub fn level(step: i16) -> i16 {
    TRACK
        .iter()
        .fold(1, |value, at| value + i16::from(step >= *at))
}
