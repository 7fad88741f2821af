//! The words of the language: what each is called, what it takes and gives, and how it reads in English.
//!
//! One table serves the checker, the compiler and the renderer. A phrase for a condition begins with
//! `=` (is …), `+` (has …) or `~` (a verb, plural then singular); other phrases are templates. `{0}`, `{1}`
//! are the arguments, other words in braces are looked up in the edition's lexicon.

use crate::instr::ActionKind;
use crate::program::ir::{Line, Tie};
use crate::program::words::{
    CardProp, Cause, Domain, Fact, GameFact, HexKind, HexProp, Prop, Region, SeatProp, TokenProp,
};
use gloryhex_model::{Counter, Deed, Face, Keyword, Stat, Token, Trait};
use serde::{Deserialize, Serialize};
use std::{collections::HashMap, sync::LazyLock};

pub use crate::events::EVENTS;

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Type {
    /// Yes or no.
    Truth,
    /// An amount.
    Number,
    /// A fighter.
    Fighter,
    /// A hex.
    Hex,
    /// A feature token.
    Token,
    /// A card.
    Card,
    /// A player.
    Player,
    /// A game board.
    Board,
    /// The attack at hand; only as the subject of `is`.
    Attack,
    /// Quoted text; only as an argument.
    Text,
    /// Several fighters or tokens that were chosen.
    Set,
    /// The name of a counter; only as the subject of `is`.
    Counter,
    /// The kind of a fighter's token; only as the subject of `is`.
    TokenKind,
    /// The title of a card that somebody has named; only beside `called`.
    Title,
}

impl Type {
    /// With its article, for messages.
    pub fn shown(self) -> &'static str {
        match self {
            Type::Truth => "a condition",
            Type::Number => "a number",
            Type::Fighter => "a fighter",
            Type::Hex => "a hex",
            Type::Token => "a token",
            Type::Card => "a card",
            Type::Player => "a player",
            Type::Board => "a board",
            Type::Attack => "an attack",
            Type::Text => "a text",
            Type::Set => "a set",
            Type::Counter => "a counter",
            Type::TokenKind => "a fighter's token",
            Type::Title => "a named title",
        }
    }
}

/// What a word of the table does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Func {
    /// A property of a fighter.
    Fighter(Prop),
    /// The fighter has tokens of the kind.
    Has(Token),
    /// The fighter has damage on it.
    Damaged,
    /// A property of a feature token.
    Token(TokenProp),
    /// Some fighter holds the token.
    IsHeld,
    /// A property of a hex.
    Hex(HexProp),
    /// A property of a card.
    Card(CardProp),
    /// A property of a player.
    Seat(SeatProp),
    /// How far the player's tracker has come, as a value from 1 to 4.
    Level,
    /// A fact of the attack.
    Attack(Fact),
    /// All dice of the attack roll are successes.
    AllSuccesses,
    /// A fact of the game.
    Game(GameFact),
    /// Two places are next to each other.
    Adjacent,
    /// Two places are at most so far apart.
    Within,
    /// How far apart two places are.
    Distance,
    /// How two things stand to each other.
    Tie(Tie),
    /// How the first of three places lies to the line through the others.
    Line(Line),
    /// The fighter answers to a name.
    Named,
    /// The hex lies in the last chain.
    InChain,
    /// The hex of the last chain with this number.
    ChainHex,
    /// Smaller of two.
    Min,
    /// Larger of two.
    Max,
    /// Half of an amount, rounded down.
    Half,
}

/// A word of the table.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The word.
    pub name: &'static str,
    /// What it takes. The first may be left out where `it` is known.
    pub takes: &'static [Type],
    /// What it gives.
    pub gives: Type,
    /// What it does.
    pub func: Func,
    /// How it reads.
    pub phrase: &'static str,
}

use Type as T;
const F: &[Type] = &[T::Fighter];
const H: &[Type] = &[T::Hex];
const K: &[Type] = &[T::Token];
const C: &[Type] = &[T::Card];
const P: &[Type] = &[T::Player];
const A: &[Type] = &[T::Attack];

const fn fighter(name: &'static str, gives: Type, prop: Prop, phrase: &'static str) -> Entry {
    Entry {
        name,
        takes: F,
        gives,
        func: Func::Fighter(prop),
        phrase,
    }
}
const fn token(name: &'static str, gives: Type, prop: TokenProp, phrase: &'static str) -> Entry {
    Entry {
        name,
        takes: K,
        gives,
        func: Func::Token(prop),
        phrase,
    }
}
const fn hex(name: &'static str, gives: Type, prop: HexProp, phrase: &'static str) -> Entry {
    Entry {
        name,
        takes: H,
        gives,
        func: Func::Hex(prop),
        phrase,
    }
}
const fn seat(name: &'static str, gives: Type, prop: SeatProp, phrase: &'static str) -> Entry {
    Entry {
        name,
        takes: P,
        gives,
        func: Func::Seat(prop),
        phrase,
    }
}
const fn fact(name: &'static str, gives: Type, fact: Fact, phrase: &'static str) -> Entry {
    Entry {
        name,
        takes: A,
        gives,
        func: Func::Attack(fact),
        phrase,
    }
}
const fn by(name: &'static str, cause: Cause, phrase: &'static str) -> Entry {
    entry(
        name,
        &[],
        T::Truth,
        Func::Game(GameFact::DamageBy(cause)),
        phrase,
    )
}
const fn entry(
    name: &'static str,
    takes: &'static [Type],
    gives: Type,
    func: Func,
    phrase: &'static str,
) -> Entry {
    Entry {
        name,
        takes,
        gives,
        func,
        phrase,
    }
}

/// Every word. One line each: a table is easier to read unbroken.
#[rustfmt::skip]
pub const TABLE: &[Entry] = &[
    // Fighters: who they are.
    fighter("friendly", T::Truth, Prop::Friendly, "=friendly"),
    fighter("enemy", T::Truth, Prop::Enemy, "=an enemy"),
    fighter("owner", T::Player, Prop::Owner, "{0}'s player"),
    fighter("leader", T::Truth, Prop::Trait(Trait::Leader), "=a leader"),
    fighter("beast", T::Truth, Prop::Trait(Trait::Beast), "=a beast"),
    fighter("flying", T::Truth, Prop::Trait(Trait::Flying), "=flying"),
    fighter("wizard", T::Truth, Prop::Wizard, "=a wizard"),
    fighter("level", T::Number, Prop::Stat(Stat::Wizard), "{0}'s wizard level"),
    fighter("casting", T::Truth, Prop::Casting, "=attempting to cast a spell"),
    entry("named", &[T::Fighter, T::Text], T::Truth, Func::Named, "=a {1}"),
    entry("companion_of", &[T::Fighter, T::Fighter], T::Truth, Func::Tie(Tie::Companion), "=the companion of {1}"),
    // Fighters: how they are.
    fighter("move", T::Number, Prop::Stat(Stat::Move), "{0}'s Move"),
    fighter("defence", T::Number, Prop::Stat(Stat::Defence), "{0}'s {defence}"),
    fighter("wounds", T::Number, Prop::Stat(Stat::Wounds), "{0}'s {wounds}"),
    fighter("bounty", T::Number, Prop::Stat(Stat::Bounty), "{0}'s Bounty"),
    fighter("reach", T::Number, Prop::Stat(Stat::Range), "{0}'s longest Range"),
    fighter("best_damage", T::Number, Prop::Stat(Stat::Damage), "{0}'s highest Damage"),
    fighter("damage", T::Number, Prop::Damage, "the damage on {0}"),
    entry("damaged", F, T::Truth, Func::Damaged, "=damaged"),
    fighter("reward", T::Number, Prop::Reward, "the glory gained for {0}"),
    fighter("health_left", T::Number, Prop::HealthLeft, "the {wounds} {0} has left"),
    fighter("vulnerable", T::Truth, Prop::Vulnerable, "=vulnerable"),
    fighter("inspired", T::Truth, Prop::Inspired, "=Inspired"),
    fighter("inspirable", T::Truth, Prop::Inspirable, "~can/can be Inspired"),
    fighter("turned_over", T::Truth, Prop::TurnedOver, "=on the other side of its card"),
    fighter("out", T::Truth, Prop::Out, "={out}"),
    fighter("surviving", T::Truth, Prop::Alive, "=on the battlefield"),
    fighter("on_guard", T::Truth, Prop::OnGuard, "=on Guard"),
    fighter("staggered", T::Truth, Prop::Has(Token::Stagger), "=staggered"),
    fighter("charge_tokens", T::Number, Prop::Has(Token::Charge), "#Charge tokens|are on {0}"),
    fighter("move_tokens", T::Number, Prop::Has(Token::Move), "#Move tokens|are on {0}"),
    entry("has_charge", F, T::Truth, Func::Has(Token::Charge), "+Charge tokens"),
    entry("has_move", F, T::Truth, Func::Has(Token::Move), "+Move tokens"),
    entry("has_guard", F, T::Truth, Func::Has(Token::Guard), "+Guard tokens"),
    entry("has_raise", F, T::Truth, Func::Has(Token::Raise), "+Raise tokens"),
    fighter("dodging", T::Truth, Prop::DefenceIs(Face::Dodge), "~defend/defends with dodges"),
    fighter("upgrades", T::Number, Prop::Upgrades, "#upgrades|are on {0}"),
    fighter("has_scything_weapon", T::Truth, Prop::Armed(Keyword::Scything), "~have/has a weapon with Scything"),
    fighter("holding", T::Truth, Prop::Holding, "~hold/holds {an_objective}"),
    fighter("held", T::Token, Prop::Held, "the {objective} {0} holds"),
    fighter("on_token", T::Truth, Prop::OnToken, "=on {a_feature}"),
    fighter("token_under", T::Token, Prop::TokenUnder, "the token under {0}"),
    fighter("pushable", T::Truth, Prop::Pushable, "=free to be pushed"),
    fighter("chosen", T::Truth, Prop::Chosen, "=chosen by that card"),
    // Fighters: what they did.
    fighter("moved", T::Truth, Prop::Did(Deed::Moved), "~have/has moved in this {phase}"),
    fighter("charged", T::Truth, Prop::Did(Deed::Charged), "~have/has charged in this {phase}"),
    fighter("attacked", T::Truth, Prop::Did(Deed::Attacked), "~have/has attacked in this {phase}"),
    fighter("succeeded", T::Truth, Prop::Did(Deed::Succeeded), "~have/has made a successful {attack} in this {phase}"),
    fighter("hurt", T::Truth, Prop::Did(Deed::WasHurt), "~have/has been dealt damage in this {phase}"),
    fighter("went_out", T::Truth, Prop::Did(Deed::WentOut), "~have/has been {taken_out} in this {phase}"),
    fighter("passed_through_enemy", T::Truth, Prop::Did(Deed::MovedThroughEnemy), "~have/has moved through an enemy in this {phase}"),
    fighter("acted_now", T::Truth, Prop::Did(Deed::ActedNow), "~have/has acted in this {activation}"),
    fighter("attacked_now", T::Truth, Prop::Did(Deed::AttackedNow), "~have/has attacked in this {activation}"),
    fighter("failed_now", T::Truth, Prop::Did(Deed::FailedNow), "~have/has failed a Range 1 or 2 {attack} in this {activation}"),
    fighter("outsupported_now", T::Truth, Prop::Did(Deed::OutsupportedNow), "~have/has made a Range 1 {attack} on a target with more supporters in this {activation}"),
    fighter("harmed", T::Truth, Prop::Harmed, "~have/has been dealt damage by the {attack}"),
    fighter("felled", T::Truth, Prop::Felled, "~have/has been {taken_out} by the {attack}"),
    fighter("harmed_by_card", T::Truth, Prop::HarmedByCard, "~have/has just been dealt damage by a card"),
    fighter("targeted_now", T::Truth, Prop::TargetedNow, "~have/has been a target in this {activation}"),
    fighter("hurt_now", T::Truth, Prop::HurtNow, "~have/has been dealt damage or {taken_out} in this {activation}"),
    fighter("moving", T::Truth, Prop::Doing(ActionKind::Move), "=making {a_move}"),
    fighter("charging", T::Truth, Prop::Doing(ActionKind::Charge), "=making {a_charge}"),
    fighter("moved_through", T::Fighter, Prop::MovedThrough, "the first enemy {0} moved through"),
    entry("left_beside", &[T::Fighter, T::Fighter], T::Truth, Func::Tie(Tie::LeftBeside), "~have/has left a hex adjacent to {1} in its last {move}"),
    fighter("supported_attacker", T::Truth, Prop::SupportedAttacker, "~support/supports the attacker"),
    fighter("supported_target", T::Truth, Prop::SupportedTarget, "~support/supports the target"),
    // Places.
    fighter("hex", T::Hex, Prop::Hex, "{0}'s hex"),
    fighter("came_from", T::Hex, Prop::CameFrom, "the hex {0} came from"),
    fighter("in_cover", T::Truth, Prop::In(HexKind::Cover), "=in cover"),
    fighter("in_edge", T::Truth, Prop::In(HexKind::Edge), "=in an edge hex"),
    fighter("in_stagger", T::Truth, Prop::In(HexKind::Stagger), "=in a stagger hex"),
    fighter("in_friendly_territory", T::Truth, Prop::Region(Region::Friendly), "=in friendly territory"),
    fighter("in_enemy_territory", T::Truth, Prop::Region(Region::Enemy), "=in enemy territory"),
    fighter("in_neutral_territory", T::Truth, Prop::Region(Region::Neutral), "=in {neutral} territory"),
    fighter("began_on_guard", T::Truth, Prop::BeganOnGuard, "~have/has begun this {activation} on Guard"),
    fighter("began_on_token", T::Truth, Prop::Did(Deed::BeganOnToken), "~have/has begun this {activation} on {a_feature}"),
    fighter("home", T::Truth, Prop::Home, "=in its own player's territory"),
    fighter("abroad", T::Truth, Prop::Abroad, "=in another player's territory"),
    fighter("began_in_friendly_territory", T::Truth, Prop::BeganIn(Region::Friendly), "~have/has begun this {activation} in friendly territory"),
    fighter("began_in_enemy_territory", T::Truth, Prop::BeganIn(Region::Enemy), "~have/has begun this {activation} in enemy territory"),
    hex("starting", T::Truth, HexProp::Is(HexKind::Starting), "=a starting hex"),
    hex("blocked", T::Truth, HexProp::Is(HexKind::Blocked), "=blocked"),
    hex("lethal", T::Truth, HexProp::Is(HexKind::Lethal), "=lethal"),
    hex("cover", T::Truth, HexProp::Is(HexKind::Cover), "=a cover hex"),
    hex("stagger_hex", T::Truth, HexProp::Is(HexKind::Stagger), "=a stagger hex"),
    hex("edge", T::Truth, HexProp::Is(HexKind::Edge), "=an edge hex"),
    hex("empty", T::Truth, HexProp::Empty, "=empty"),
    hex("own_trap", T::Truth, HexProp::OwnTrap, "+a trap model of yours in it"),
    hex("in_reach", T::Truth, HexProp::InReach, "=within reach of the {attack}'s target"),
    hex("occupant", T::Fighter, HexProp::Fighter, "the fighter in {0}"),
    hex("token_in", T::Token, HexProp::Token, "the token in {0}"),
    hex("from_neutral", T::Number, HexProp::FromNeutral, "the distance from {0} to {neutral} territory"),
    hex("board", T::Board, HexProp::Board, "the board of {0}"),
    hex("in_friendly_territory", T::Truth, HexProp::Region(Region::Friendly), "=in friendly territory"),
    hex("in_enemy_territory", T::Truth, HexProp::Region(Region::Enemy), "=in enemy territory"),
    hex("in_neutral_territory", T::Truth, HexProp::Region(Region::Neutral), "=in {neutral} territory"),
    entry("in_chain", H, T::Truth, Func::InChain, "=in the chain"),
    entry("adjacent", &[T::Hex, T::Hex], T::Truth, Func::Adjacent, "=adjacent to {1}"),
    entry("within", &[T::Hex, T::Number, T::Hex], T::Truth, Func::Within, "=at most {1} hexes from {2}"),
    entry("distance", &[T::Hex, T::Hex], T::Number, Func::Distance, "the distance from {0} to {1}"),
    entry("sees", &[T::Hex, T::Hex], T::Truth, Func::Tie(Tie::Sees), "~see/sees {1}"),
    entry("between", &[T::Hex, T::Hex, T::Hex], T::Truth, Func::Line(Line::Between), "=between {1} and {2}"),
    entry("in_line", &[T::Hex, T::Hex, T::Hex], T::Truth, Func::Line(Line::Through), "=on the straight line from {1} through {2}"),
    entry("shares_territory", &[T::Hex, T::Hex], T::Truth, Func::Tie(Tie::SameTerritory), "=in the same territory as {1}"),
    entry("opposite_edges", &[T::Hex, T::Hex], T::Truth, Func::Tie(Tie::OppositeEdges), "=on the edge of the battlefield opposite {1}"),
    entry("reaches", &[T::Fighter, T::Fighter], T::Truth, Func::Tie(Tie::Reaches), "+{1} within Range of a weapon"),
    // Feature tokens.
    token("number", T::Number, TokenProp::Number, "the number of {0}"),
    token("odd", T::Truth, TokenProp::Odd, "=odd-numbered"),
    token("up", T::Truth, TokenProp::Up, "={an_objective}"),
    token("hex", T::Hex, TokenProp::Hex, "the hex of {0}"),
    token("holder", T::Fighter, TokenProp::Holder, "the fighter holding {0}"),
    entry("is_held", K, T::Truth, Func::IsHeld, "=held"),
    token("yours", T::Truth, TokenProp::Yours, "=held by you"),
    token("theirs", T::Truth, TokenProp::Theirs, "=held by an enemy"),
    token("was_theirs", T::Truth, TokenProp::WasTheirs, "~have/has been held by an enemy this {round}"),
    token("targeted_now", T::Truth, TokenProp::TargetedNow, "~have/has been held by a target of yours in this {activation}"),
    token("held_at_start", T::Player, TokenProp::HeldAtStart, "the player who held {0} when the {round} began"),
    token("held_last_phase", T::Fighter, TokenProp::HeldLastPhase, "the fighter that held {0} when the previous {phase} ended"),
    token("kept_before", T::Truth, TokenProp::KeptBefore, "~have/has been held by the same friend at the ends of two earlier {phase}s in a row"),
    token("delved", T::Truth, TokenProp::DelvedByYou, "~have/has been delved by your warband this {round}"),
    token("up_at_start", T::Truth, TokenProp::UpAtStart, "~were/was {an_objective} when the {round} began"),
    token("board", T::Board, TokenProp::Board, "the board of {0}"),
    token("in_friendly_territory", T::Truth, TokenProp::Region(Region::Friendly), "=in friendly territory"),
    token("in_enemy_territory", T::Truth, TokenProp::Region(Region::Enemy), "=in enemy territory"),
    token("in_neutral_territory", T::Truth, TokenProp::Region(Region::Neutral), "=in {neutral} territory"),
    // Cards.
    entry("is_upgrade", C, T::Truth, Func::Card(CardProp::Kind(crate::CardKind::Upgrade)), "=an upgrade"),
    entry("is_objective", C, T::Truth, Func::Card(CardProp::Kind(crate::CardKind::Objective)), "=an objective card"),
    entry("is_ploy", C, T::Truth, Func::Card(CardProp::Kind(crate::CardKind::Ploy)), "=a ploy"),
    entry("is_spell", C, T::Truth, Func::Card(CardProp::Kind(crate::CardKind::Spell)), "=a spell"),
    entry("has_weapon", C, T::Truth, Func::Card(CardProp::Weapon), "+a weapon"),
    entry("universal", C, T::Truth, Func::Card(CardProp::Universal), "=universal"),
    entry("same_deck", C, T::Truth, Func::Card(CardProp::SameDeck), "=of the same deck as this card"),
    entry("worth", C, T::Number, Func::Card(CardProp::Worth), "what {0} is worth"),
    entry("shown", C, T::Truth, Func::Card(CardProp::Shown), "~have/has been shown"),
    entry("played_now", C, T::Truth, Func::Card(CardProp::Played), "~were/was played in this {phase}"),
    entry("scatters", C, T::Truth, Func::Card(CardProp::Scatters), "+Scatter"),
    entry("affects", &[T::Card, T::Fighter], T::Truth, Func::Tie(Tie::Affects), "~affect/affects {1}"),
    entry("suits", &[T::Card, T::Fighter], T::Truth, Func::Tie(Tie::Suits), "~can/can be given to {1}"),
    entry("called", &[T::Card, T::Title], T::Truth, Func::Tie(Tie::Called), "={1}"),
    entry("usable", C, T::Truth, Func::Card(CardProp::Usable), "=usable by your warband"),
    // Players.
    seat("glory", T::Number, SeatProp::Glory, "{0}'s unspent glory"),
    seat("all_glory", T::Number, SeatProp::AllGlory, "{0}'s glory (spent or not)"),
    seat("power_cards", T::Number, SeatProp::PowerCards, "#power cards|are in {0}'s hand"),
    seat("held_objectives", T::Number, SeatProp::Held, "#{objectives}|are held by {0}"),
    seat("raiding", T::Truth, SeatProp::Raiding, "=raiding"),
    seat("underdog", T::Truth, SeatProp::Underdog, "=the underdog"),
    seat("next", T::Player, SeatProp::Next, "the player after {0}"),
    seat("chief", T::Fighter, SeatProp::Leader, "{0}'s leader"),
    seat("activations_left", T::Number, SeatProp::TurnsLeft, "#{activation}s|are left to {0} in this {round}"),
    seat("active", T::Truth, SeatProp::Active, "=taking the turn"),
    seat("kills", T::Number, SeatProp::Counter(Counter::TakenOut), "#enemies|were {taken_out} by {0}'s warband in this {phase}"),
    seat("all_kills", T::Number, SeatProp::Counter(Counter::FightersTakenOut), "#fighters|were {taken_out} by {0}'s warband in this {phase}"),
    seat("leader_kills", T::Number, SeatProp::Counter(Counter::LeadersTakenOut), "#enemy leaders|were {taken_out} by {0}'s warband in this {phase}"),
    seat("attacks_made", T::Number, SeatProp::Counter(Counter::Attacks), "#{attacks}|were made by {0}'s warband in this {phase}"),
    seat("free_attacks", T::Number, SeatProp::Counter(Counter::FreeAttacks), "#{attacks} outside {a_charge}|were made by {0}'s warband"),
    seat("spells_cast", T::Number, SeatProp::Counter(Counter::Spells), "#spells|were cast by {0}'s warband in this {phase}"),
    seat("reactions_made", T::Number, SeatProp::Counter(Counter::Reactions), "#{reactions}|were made by {0}'s warband in this {phase}"),
    seat("delves", T::Number, SeatProp::Counter(Counter::Delves), "#delves|were made by {0}'s warband in this {phase}"),
    seat("scored", T::Number, SeatProp::Counter(Counter::ScoredThisRound), "#objective cards|were scored by {0} this {round}"),
    seat("anyone_out", T::Number, SeatProp::Counter(Counter::AnyoneOut), "#fighters|were {taken_out} in this {phase}"),
    seat("tracker", T::Number, SeatProp::Counter(Counter::Tracker), "the step {0}'s tracker is on"),
    entry("cataclysm", P, T::Number, Func::Level, "{0}'s Cataclysm value"),
    // The attack at hand.
    fact("attack_made", T::Truth, Fact::Is, "=being resolved"),
    fact("successful", T::Truth, Fact::Succeeded, "=successful"),
    fact("failed", T::Truth, Fact::Failed, "~fail/fails"),
    fact("drawn", T::Truth, Fact::Drawn, "=drawn"),
    fact("critical_hit", T::Truth, Fact::CriticalHit, "~score/scores a critical hit"),
    fact("in_charge", T::Truth, Fact::InCharge, "=part of {a_charge}"),
    fact("melee", T::Truth, Fact::Melee, "=made with a melee weapon"),
    fact("spell", T::Truth, Fact::Spell, "=a spell"),
    fact("scything", T::Truth, Fact::Scything, "+Scything"),
    fact("with_this", T::Truth, Fact::WithThis, "=made with this weapon"),
    fact("takes_out", T::Truth, Fact::TookOut, "~{take} the target{take_out}"),
    fact("takes_anyone_out", T::Truth, Fact::TookAnyoneOut, "~{take} a fighter{take_out}"),
    fact("first_now", T::Truth, Fact::FirstNow, "=the attacker's first in this {activation} or {power_step}"),
    fact("trapped", T::Truth, Fact::Trapped, "~catch/catches a trapped target"),
    fact("drove_back", T::Truth, Fact::DroveBack, "~drive/drives the target back"),
    fact("in_reaction", T::Truth, Fact::InReaction, "=made by {a_reaction}"),
    fact("has_cleave", T::Truth, Fact::Has(Keyword::Cleave), "+Cleave"),
    fact("has_ensnare", T::Truth, Fact::Has(Keyword::Ensnare), "+Ensnare"),
    fact("has_brutal", T::Truth, Fact::Has(Keyword::Brutal), "+Brutal"),
    fact("has_grievous", T::Truth, Fact::Has(Keyword::Grievous), "+Grievous"),
    fact("has_stagger", T::Truth, Fact::Has(Keyword::Stagger), "+Stagger"),
    fact("has_grapple", T::Truth, Fact::Has(Keyword::Grapple), "+Grapple"),
    fact("has_lethal", T::Truth, Fact::Has(Keyword::Lethal), "+Lethal"),
    fact("range", T::Number, Fact::Range, "the Range"),
    fact("dice", T::Number, Fact::Dice, "#dice|are in the {attack_roll}"),
    fact("attack_damage", T::Number, Fact::Damage, "the {attack}'s Damage"),
    fact("printed_damage", T::Number, Fact::PrintedDamage, "the {attack}'s printed Damage"),
    fact("dealt", T::Number, Fact::Dealt, "the damage dealt"),
    fact("successes", T::Number, Fact::Successes, "#successes|are in the {attack_roll}"),
    fact("defence_successes", T::Number, Fact::DefenceSuccesses, "#successes|are in the {defence_roll}"),
    fact("hit_by_support", T::Truth, Fact::BySupport, "=rolled with support symbols as its only successes"),
    fact("saved_by_support", T::Truth, Fact::DefenceBySupport, "=defended against with support symbols as the only successes"),
    fact("distinct_faces", T::Number, Fact::DistinctFaces, "#different symbols|are in the {attack_roll}"),
    fact("attacker_support", T::Number, Fact::AttackerSupport, "#supporters|helped the attacker"),
    fact("target_support", T::Number, Fact::TargetSupport, "#supporters|helped the target"),
    fact("target_damage_before", T::Number, Fact::TargetDamageBefore, "the damage the target had before"),
    fact("target_health_before", T::Number, Fact::TargetHealthBefore, "the {wounds} the target had left before"),
    fact("target_held_before", T::Token, Fact::TargetHeldBefore, "the {objective} the target held before"),
    fact("target_hex_before", T::Hex, Fact::TargetHexBefore, "the hex the target was in"),
    fact("weapon_number", T::Number, Fact::WeaponNumber, "the weapon"),
    fact("target_in_cover_before", T::Truth, Fact::TargetInCoverBefore, "~have/has a target that was in cover"),
    fact("weapon_card", T::Card, Fact::WeaponCard, "the weapon's upgrade"),
    entry("all_successes", A, T::Truth, Func::AllSuccesses, "=rolled with successes only"),
    // The game.
    entry("round", &[], T::Number, Func::Game(GameFact::Round), "the round number"),
    entry("rounds", &[], T::Number, Func::Game(GameFact::Rounds), "the number of rounds"),
    entry("players_in_game", &[], T::Number, Func::Game(GameFact::Players), "the number of players"),
    entry("in_phase", &[], T::Truth, Func::Game(GameFact::ActionPhase), "it is the {phase}"),
    entry("in_power_step", &[], T::Truth, Func::Game(GameFact::PowerStep), "it is a {power_step}"),
    entry("in_last_power_step", &[], T::Truth, Func::Game(GameFact::LastPowerStep), "it is the last {power_step} of the {round}"),
    entry("steps", &[], T::Number, Func::Game(GameFact::Steps), "the number of hexes moved"),
    entry("chain_end", &[], T::Hex, Func::Game(GameFact::ChainEnd), "the end hex"),
    entry("chain_hex", &[T::Number], T::Hex, Func::ChainHex, "hex {0} of the chain"),
    entry("backlash", &[], T::Truth, Func::Game(GameFact::Backlash), "the caster suffered backlash"),
    entry("spell_need", &[], T::Number, Func::Game(GameFact::SpellNeed), "the number of symbols the spell asks for"),
    entry("as_reaction", &[], T::Truth, Func::Game(GameFact::SpellInReaction), "the spell is cast as {a_reaction}"),
    entry("damage_card", &[], T::Card, Func::Game(GameFact::DamageCard), "the card that deals the damage"),
    entry("first_scatter", &[], T::Truth, Func::Game(GameFact::FirstScatter), "it is the first scatter of its card"),
    entry("additional", &[], T::Truth, Func::Game(GameFact::MoreRaided), "it is an additional raid"),
    by("by_attack", Cause::Attack, "the damage is an {attack}'s"),
    by("by_spell", Cause::Spell, "the damage is a spell's"),
    by("by_gambit", Cause::Gambit, "the damage is a gambit's"),
    by("by_card", Cause::Card, "the damage is a power card's"),
    by("by_hazard", Cause::Hazard, "the damage is a hex's"),
    by("by_backlash", Cause::Backlash, "the damage is backlash"),
    by("by_reaction", Cause::Reaction, "the damage is that of {a_reaction}"),
    by("by_scatter", Cause::Scatter, "the damage is that of a card with Scatter"),
    entry("half", &[T::Number], T::Number, Func::Half, "half of {0}, rounded down"),
    entry("min", &[T::Number, T::Number], T::Number, Func::Min, "the smaller of {0} and {1}"),
    entry("max", &[T::Number, T::Number], T::Number, Func::Max, "the larger of {0} and {1}"),
];

/// A domain by its word, singular or plural, and the type of its elements.
pub fn domain(word: &str) -> Option<(Domain, Type)> {
    DOMAINS
        .iter()
        .find(|(one, many, ..)| *one == word || *many == word)
        .map(|(_, _, domain, ty)| (*domain, *ty))
}

/// Singular, plural, domain and element type.
pub const DOMAINS: [(&str, &str, Domain, Type); 20] = [
    ("friend", "friends", Domain::Friends, T::Fighter),
    ("enemy", "enemies", Domain::Enemies, T::Fighter),
    ("fighter", "fighters", Domain::Fighters, T::Fighter),
    ("any_friend", "all_friends", Domain::AllFriends, T::Fighter),
    ("any_enemy", "all_enemies", Domain::AllEnemies, T::Fighter),
    (
        "any_fighter",
        "all_fighters",
        Domain::AllFighters,
        T::Fighter,
    ),
    ("hex", "hexes", Domain::Hexes, T::Hex),
    ("token", "tokens", Domain::Tokens, T::Token),
    ("player", "players", Domain::Seats, T::Player),
    ("opponent", "opponents", Domain::Opponents, T::Player),
    ("board", "boards", Domain::Boards, T::Board),
    ("upgrade", "upgrades", Domain::UpgradesOf, T::Card),
    ("power_card", "power_cards", Domain::PowerHandOf, T::Card),
    (
        "objective_card",
        "objective_cards",
        Domain::ObjectiveHandOf,
        T::Card,
    ),
    ("deck_card", "deck_cards", Domain::PowerDeckOf, T::Card),
    ("discarded", "discards", Domain::PowerDiscardOf, T::Card),
    (
        "discarded_objective",
        "objective_discards",
        Domain::ObjectiveDiscardOf,
        T::Card,
    ),
    ("broken_card", "broken_cards", Domain::JustBroken, T::Card),
    ("lasting_card", "lasting_cards", Domain::LastingOf, T::Card),
    ("picked_card", "picked_cards", Domain::Picked, T::Card),
];

/// Labels that are known without a fighter or card that has them.
pub const LABELS: [&str; 30] = [
    "hunter",
    "minion",
    "assassin",
    "brawler",
    "companion",
    "illusion",
    "potion",
    "map",
    "mutation",
    "manoeuvre",
    "waypoint",
    "domain",
    "denizen",
    "tzeentch",
    "khorne",
    "nurgle",
    "slaanesh",
    "hedonite",
    "quarry",
    "elite",
    "captive",
    "priest",
    "tempered",
    "united",
    "covetous",
    "enraged",
    "condemned",
    "emberstone",
    "ambushing",
    "large",
];

/// Labels that say how a fighter or a card is, not what it is: they read without an article.
pub const ADJECTIVES: [&str; 12] = [
    "united",
    "covetous",
    "tempered",
    "enraged",
    "conductive",
    "cursed",
    "stalwart",
    "doomed",
    "condemned",
    "destined",
    "ambushing",
    "large",
];

/// The entries of a word. There are several where it means something of its own for each kind of subject.
pub fn entries(word: &str) -> &'static [&'static Entry] {
    static BY_WORD: LazyLock<HashMap<&str, Vec<&Entry>>> = LazyLock::new(|| {
        let mut words: HashMap<&str, Vec<&Entry>> = HashMap::new();
        for entry in TABLE {
            words.entry(entry.name).or_default().push(entry);
        }
        words
    });
    BY_WORD.get(word).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_means_two_things_for_the_same_subject() {
        for (ix, a) in TABLE.iter().enumerate() {
            for b in &TABLE[ix + 1..] {
                let same = a.name == b.name && a.takes.first() == b.takes.first();
                assert!(!same, "{}", a.name);
            }
        }
    }
}
