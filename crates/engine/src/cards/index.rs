//! What is found out about the cards at a table once, before the first die: which clauses wait for which moment, and
//! which are static rules, actions or abilities of a power step.
//!
//! A card is found by its [`Source`]. All lists are in the order of seats, slots and clauses. Nothing here looks at
//! the state of the game.

use super::{
    listeners::{
        self,
        listener::{Listener, TurnsBy, Way, is_by_sides, speaks_of_a_moment},
    },
    passes::Passes,
    statics::{KINDS, Kind, stretch},
};
use crate::{effect::Source, ruleset::Ruleset};
use gloryhex_cardlang::{
    CardCode, CardFlags, CardKind, Catalog, Change, Clause, Prop, Role, Scope, Static,
    program::{Form, ir},
};
use gloryhex_model::{CardId, Deed, MAX_SEATS, Seat, Stat, Trigger, trigger::TriggerSet};

/// A card at this table.
#[derive(Clone, Copy, Debug)]
struct Card {
    id: CardId,
    kinds: u64,
    lasting: TriggerSet,
}

/// A static rule of a card.
#[derive(Clone, Copy, Debug)]
pub struct RuleEntry {
    /// The card.
    pub source: Source,
    /// The clause.
    pub clause: u8,
    /// The lasting effect it belongs to; 0 if it is in force while the card is in play.
    pub effect: u8,
    /// Whether it only speaks of the fighter who has the card.
    pub own: bool,
}

/// Clauses that wait for each moment, and last those that only wait for a condition.
#[derive(Clone, Debug)]
struct Waiting([Listeners; Trigger::COUNT + 1]);

impl Default for Waiting {
    fn default() -> Waiting {
        Waiting(std::array::from_fn(|_| Listeners::default()))
    }
}

/// Clauses that wait for the same moment in the same way, and where their cards are looked for.
#[derive(Clone, Debug, Default)]
struct Listeners {
    list: Vec<Listener>,
    cards: Places,
}

/// Cards of one player by where they are, as bits of their slots.
#[derive(Clone, Copy, Debug, Default)]
pub struct Places {
    /// In hand: power cards, and objectives from [`Source::OBJECTIVES`] on.
    pub hand: u128,
    /// In play.
    pub play: u128,
}

impl Places {
    /// Whether both have a card at the same place.
    #[inline(always)]
    fn meets(self, other: Places) -> bool {
        (self.hand & other.hand) | (self.play & other.play) != 0
    }
}

/// What one seat's cards could do. Sets are of slots; abilities are named by slot and clause.
#[derive(Clone, Debug, Default)]
pub struct Holding {
    listeners: [Waiting; Way::COUNT],
    /// Moments that reactions, and abilities that are none in the sense of the rules, wait for.
    pub reacts: [u128; 2],
    /// Abilities used in a power step.
    pub uses: Vec<(u8, u8)>,
    /// Actions.
    pub actions: Vec<(u8, u8)>,
    /// Upgrades.
    pub upgrades: u64,
    /// Upgrades that break easily.
    pub illusions: u64,
    /// Upgrades that carry a weapon.
    pub weapons: u64,
    /// Upgrades with a second weapon.
    pub second_weapons: u64,
    /// Gambits that are played in a power step.
    pub gambits: u64,
    /// Cards with reactions that lengthen the Move that was picked, or the Range of the weapon that was.
    pub stretch: [u128; 2],
    /// Cards that ask through which enemy a fighter moved.
    pub passing: u128,
}

/// Stands beside the bits of triggers for clauses that only wait for a condition.
const CONDITION: u128 = 1 << Trigger::COUNT;

/// The place of a moment among clauses that wait, or of none.
fn place(at: Option<Trigger>) -> usize {
    match at {
        Some(trigger) => trigger.ix(),
        None => Trigger::COUNT,
    }
}

impl Holding {
    /// The clauses that wait for a moment, or only for a condition.
    #[inline]
    pub fn listeners(&self, way: Way, at: Option<Trigger>) -> &[Listener] {
        &self.listeners[way as usize].0[place(at)].list
    }
    /// Whether some clause waits for a moment, or only for a condition, and its card is where it must be.
    #[inline]
    pub fn hears(&self, way: Way, at: Option<Trigger>, now: Places) -> bool {
        self.listeners[way as usize].0[place(at)].cards.meets(now)
    }
}

/// Every seat's cards at this table.
#[derive(Clone, Debug)]
pub struct Index {
    /// The shortcuts that are taken at this table.
    pub passes: Passes,
    cards: Vec<Card>,
    holdings: [Holding; MAX_SEATS],
    rules: [Vec<RuleEntry>; KINDS],
    waits: [u128; Way::COUNT],
    /// Moments that some clause waits for, lasting effects included.
    pub waited: TriggerSet,
    /// Moments at which anybody may have something to do, as [`listeners::heard`] has it.
    pub heard: [u128; 2],
    /// Moments that open a window for reactions at this table: those of the edition, and any other that a card
    /// with a reaction waits for.
    pub windows: u128,
    /// Whether attacks on friends come up.
    pub friends_too: bool,
    /// Whether some fighters do not count in the distance of attacks past them.
    pub shortens: bool,
    /// Whether some fighters see others whatever is in the way.
    pub sees_more: bool,
    /// Kinds of static rule on fighter cards, warscrolls and plot cards, those of lasting effects left out.
    pub standing_kinds: u64,
    /// Whether some rule about the Range of attacks asks who the target is.
    pub range_by_target: bool,
    /// Whether from where a target is near enough and seen is to be asked of each target: some rule about Range, about
    /// distance or about what hides targets asks who it is.
    pub threat_by_target: bool,
    /// Whether some fighters are in the way of attacks on others.
    pub blocks_sight: bool,
    /// Prohibitions that some rule says or lifts, as [`Kind::ban_bit`] has them.
    pub bans: u64,
    /// Whether some card asks what a fighter is doing, as if it were moving or charging.
    pub asks_intent: bool,
    /// What conditions that turn fighter cards read of the game beside the sides.
    pub turns_by: TurnsBy,
    /// Characteristics that a card or an effect could lower, coming or going, as bits of [`Stat`].
    may_fall: u16,
}

/// Slots of each seat.
const SLOTS: usize = 256;

impl Index {
    /// What is known of the cards at a table from the start, with the shortcuts that are taken there.
    pub fn new(
        passes: Passes,
        cards: impl Iterator<Item = (Source, CardId)>,
        catalog: &Catalog,
        rules: &Ruleset,
    ) -> Index {
        let none = Card {
            id: CardId::NONE,
            kinds: 0,
            lasting: TriggerSet::default(),
        };
        let mut index = Index {
            passes,
            cards: vec![none; MAX_SEATS * SLOTS],
            holdings: Default::default(),
            rules: std::array::from_fn(|_| Vec::new()),
            waits: [0; Way::COUNT],
            waited: TriggerSet::default(),
            heard: [0; 2],
            windows: rules.windows.0,
            friends_too: false,
            shortens: false,
            sees_more: false,
            standing_kinds: 0,
            range_by_target: false,
            threat_by_target: false,
            blocks_sight: false,
            bans: 0,
            asks_intent: false,
            turns_by: TurnsBy::default(),
            may_fall: 0,
        };
        let known = |card: &CardId| *card != CardId::NONE && card.ix() < catalog.cards.len();
        let mut cards: Vec<_> = cards.filter(|(_, card)| known(card)).collect();
        cards.sort_by_key(|(source, _)| (source.seat.0, source.slot));
        for (source, card) in cards {
            index.enter(source, catalog.code(card));
        }
        if !passes.has(Passes::STATICS) {
            index.standing_kinds = u64::MAX;
            index.may_fall = u16::MAX;
            index.bans = u64::MAX;
            index.blocks_sight = true;
            index.asks_intent = true;
        }
        index.heard = listeners::heard(&index, rules);
        match passes.has(Passes::LISTENERS) {
            true => index.note_by_sides(catalog),
            false => index.turns_by.more = true,
        }
        index
    }
    /// Notes which conditions that turn fighter cards read no more of the game than who is how on which side.
    fn note_by_sides(&mut self, catalog: &Catalog) {
        let ids: Vec<CardId> = self.cards.iter().map(|card| card.id).collect();
        let given = [Kind::TRAIT, Kind::LABEL].map(|kind| self.rules(kind));
        let given = given.iter().copied().flatten().filter_map(|rule| {
            let code = catalog.code(ids[slot(rule.source)]);
            match code.clauses[usize::from(rule.clause)].role {
                Role::Static(rule) => Some(rule.what),
                _ => None,
            }
        });
        let given: Vec<Static> = given.collect();
        let granted = |what: Static| given.contains(&what);
        for holding in &mut self.holdings {
            let waiting = &mut holding.listeners[Way::Turn as usize].0[place(None)].list;
            for listener in waiting {
                let code = catalog.code(ids[slot(listener.source)]);
                let clause = &code.clauses[usize::from(listener.clause)];
                let read = (&code.program, &*code.watches);
                listener.by_sides =
                    listener.source.slot >= Source::FIGHTERS && is_by_sides(read, clause, granted);
                match listener.by_sides {
                    true => self.turns_by.note(&code.program, clause),
                    false => self.turns_by.more = true,
                }
            }
        }
    }
    /// Notes what a card in a slot could do.
    fn enter(&mut self, source: Source, code: &CardCode) {
        let mut card = Card {
            id: code.id,
            kinds: 0,
            lasting: TriggerSet::default(),
        };
        let holding = &mut self.holdings[source.seat.ix()];
        enter_card(holding, source.slot, code);
        let doing = |form: &Form| matches!(form, Form::Fighter(Prop::Doing(_), _));
        self.asks_intent |= code.program.nodes().iter().any(doing);
        for (nth, clause) in (0u8..).zip(&code.clauses) {
            if let Some(trigger) = clause.role.trigger() {
                self.waited.insert(trigger);
                if clause.effect > 0 {
                    card.lasting.insert(trigger);
                }
                if let Role::React { free: false, .. } = clause.role {
                    self.windows |= 1 << trigger as u32;
                }
            }
            if let Role::Static(rule) = clause.role {
                let kind = Kind::of(rule.what);
                self.friends_too |= rule.what == Static::FriendsToo;
                self.shortens |= rule.what == Static::Shortens;
                let sees = matches!(rule.what, Static::Sight(_));
                self.sees_more |= sees;
                // From where a target is near enough is to be asked of each.
                self.threat_by_target |= rule.what == Static::Shortens || sees;
                self.bans |= Kind::bans_of(rule.what);
                self.blocks_sight |= rule.what == Static::BlocksSight;
                card.kinds |= kind.bit();
                if clause.effect == 0 && source.slot >= Source::FIGHTERS {
                    self.standing_kinds |= kind.bit();
                }
                self.may_fall |= may_lower(code, clause);
                self.range_by_target |= asks_target(code, clause);
                self.threat_by_target |= self.range_by_target || self.blocks_sight;
                let own = self.passes.has(Passes::STATICS) && rule.who == Scope::Me;
                self.rules[kind.ix()].push(RuleEntry {
                    source,
                    clause: nth,
                    effect: clause.effect,
                    own,
                });
            }
            if clause.effect > 0 {
                continue;
            }
            let ability = (source.slot, nth);
            match clause.role {
                Role::Play if code.kind.is_gambit() => holding.gambits |= power(source.slot),
                Role::Play => holding.uses.push(ability),
                Role::Action { .. } => holding.actions.push(ability),
                Role::React { .. }
                | Role::Static(..)
                | Role::Score { .. }
                | Role::Inspire(..)
                | Role::Uninspire(..)
                | Role::Break(..)
                | Role::Auto(..)
                | Role::Expire => {}
            }
            let Some(way) = Way::of(clause.role) else {
                continue;
            };
            let listener = Listener::new(source, nth, clause);
            if let Role::React { trigger, free, .. } = clause.role {
                holding.reacts[usize::from(free)] |= 1 << trigger as u32;
            }
            let standing = way == Way::Score && !speaks_of_a_moment(&code.program, clause.when);
            for at in [Some(clause.role.trigger()), standing.then_some(None)] {
                let Some(at) = at.map(place) else { continue };
                self.waits[way as usize] |= 1 << at;
                let listeners = &mut holding.listeners[way as usize].0[at];
                listeners.list.push(listener);
                listeners.list.sort_by_key(|listener| !listener.in_hand);
                let cards = &mut listeners.cards;
                match listener.in_hand {
                    true => cards.hand |= 1 << source.slot,
                    false => cards.play |= 1 << source.slot,
                }
                if !self.passes.has(Passes::LISTENERS) {
                    *cards = Places {
                        hand: u128::MAX,
                        play: u128::MAX,
                    };
                }
            }
        }
        self.cards[slot(source)] = card;
    }
    /// Every card that has been put into a slot.
    pub fn cards(&self) -> impl Iterator<Item = (Source, CardId)> + Clone {
        let held = self.cards.iter().enumerate();
        held.filter(|(_, card)| card.id != CardId::NONE)
            .map(|(at, card)| {
                let seat = Seat((at / SLOTS) as u8);
                let slot = (at % SLOTS) as u8;
                (Source { seat, slot }, card.id)
            })
    }
    /// The moments that some clause of anybody waits for in this way.
    #[inline]
    pub fn waits(&self, way: Way) -> u128 {
        self.waits[way as usize] & !CONDITION
    }
    /// Whether some clause only waits for a condition.
    pub fn waits_always(&self, way: Way) -> bool {
        self.waits[way as usize] & CONDITION != 0
    }
    /// The static rules of a kind.
    #[inline]
    pub fn rules(&self, kind: Kind) -> &[RuleEntry] {
        &self.rules[kind.ix()]
    }
    /// The kinds of static rule on a card, those of its lasting effects included.
    pub fn kinds_of(&self, source: Source) -> u64 {
        self.cards[slot(source)].kinds
    }
    /// The moments that the lasting effects of a card wait for.
    pub fn lasting_of(&self, source: Source) -> TriggerSet {
        self.cards[slot(source)].lasting
    }
    /// What a seat's cards could do.
    #[inline]
    pub fn of(&self, seat: Seat) -> &Holding {
        &self.holdings[seat.ix() & (MAX_SEATS - 1)]
    }
    /// The card in a slot.
    #[inline]
    pub fn card(&self, source: Source) -> CardId {
        self.cards[slot(source)].id
    }
    /// Whether a card or an effect could lower a characteristic, coming or going.
    #[inline]
    pub fn may_fall(&self, stat: Stat) -> bool {
        self.may_fall >> stat as u8 & 1 == 1
    }
}

/// Whether a clause changes the Range of attacks on certain targets only.
fn asks_target(code: &CardCode, clause: &Clause) -> bool {
    let Role::Static(rule) = clause.role else {
        return false;
    };
    let Static::Modify { stat, value, .. } = rule.what else {
        return false;
    };
    let reads = |formula| code.program.reads(formula, |at| at == ir::TARGET);
    stat == Stat::Range && (rule.on != Scope::Any || reads(clause.when) || reads(value))
}

/// The place of a card. No card has a slot that nobody has.
#[inline]
fn slot(source: Source) -> usize {
    (source.seat.ix() & (MAX_SEATS - 1)) * SLOTS + usize::from(source.slot)
}

/// The bit of a power card.
fn power(slot: u8) -> u64 {
    1u64.checked_shl(slot.into()).unwrap_or(0)
}

/// Notes what a card as a whole could do.
fn enter_card(holding: &mut Holding, slot: u8, code: &CardCode) {
    let passing = |form: &Form| {
        let Form::Fighter(prop, _) = form else {
            return false;
        };
        matches!(
            prop,
            Prop::MovedThrough | Prop::Did(Deed::MovedThroughEnemy)
        )
    };
    holding.passing |= u128::from(code.program.nodes().iter().any(passing)) << slot;
    for (cards, (trigger, stat)) in holding.stretch.iter_mut().zip(stretch::STRETCHES) {
        *cards |= u128::from(stretch::lengthens(code, trigger, stat)) << slot;
    }
    if code.kind == CardKind::Upgrade {
        let weapons = match code.flags.has(CardFlags::WEAPON) {
            true => code.weapons.len(),
            false => 0,
        };
        let bit_if = |so: bool| if so { power(slot) } else { 0 };
        holding.upgrades |= power(slot);
        holding.illusions |= bit_if(code.flags.has(CardFlags::ILLUSION));
        holding.weapons |= bit_if(weapons > 0);
        holding.second_weapons |= bit_if(weapons > 1);
    }
}

/// The characteristic that a clause could make less as it comes, goes or no longer applies, as a bit. An upgrade
/// that always adds to its bearer's does so only when it breaks, which is looked at there.
fn may_lower(code: &CardCode, clause: &Clause) -> u16 {
    let Role::Static(rule) = clause.role else {
        return 0;
    };
    let Static::Modify {
        stat,
        change,
        value,
        ..
    } = rule.what
    else {
        return 0;
    };
    let more = code.program.constant(value).is_some_and(|n| n >= 0);
    let always = clause.when.is_yes() && rule.who == Scope::Me && clause.effect == 0;
    u16::from(!(always && more && change == Change::Add)) << stat as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::Trial;
    use gloryhex_cardlang::{CardSource, load};

    #[test]
    fn only_power_cards_have_a_bit_among_power_cards() {
        assert_eq!((power(0), power(63), power(64)), (1, 1 << 63, 0));
    }

    #[test]
    fn every_card_of_every_seat_has_a_place_of_its_own() {
        let at = |seat, nth| {
            slot(Source {
                seat: Seat(seat),
                slot: nth,
            })
        };
        assert_eq!((at(0, 0), at(1, 0), at(3, 255)), (0, SLOTS, 4 * SLOTS - 1));
        assert!(slot(Source::NONE) < MAX_SEATS * SLOTS);
    }

    #[test]
    fn wounds_may_fall_where_a_rule_adds_to_them_only_at_times() {
        for (rule, may_fall) in [
            ("static bearer gets wounds +1", false),
            (
                "static bearer gets wounds +1 while bearer is on_guard",
                true,
            ),
            ("static friends get wounds +1", true),
            ("static bearer gets wounds -1", true),
        ] {
            let trial = Trial::upgrade(rule);
            assert_eq!(
                trial.game.table.index.may_fall(Stat::Wounds),
                may_fall,
                "{rule}"
            );
        }
    }

    #[test]
    fn a_rule_on_a_fighter_card_that_speaks_of_others_is_looked_for_with_all_of_them() {
        let side = "{ move 3 defence 1 shield wounds 4 weapon \"Axe\" range 1 hammer 2 damage 1 }";
        let fighter = |rule: &str| {
            let text = format!(
                "edition trial warband \"W\" {{ fighter \"F\" {{ normal {side} inspired {side} {rule} }} }}"
            );
            let loaded = load(&[CardSource {
                path: String::new(),
                text,
            }]);
            let catalog = loaded.catalog;
            let source = Source {
                seat: Seat(0),
                slot: Source::FIGHTERS,
            };
            let abilities = catalog.fighters[0].abilities;
            let rules = &Trial::ploy("draw 1 power").game.table.rules;
            let cards = [(source, abilities)].into_iter();
            let index = Index::new(Passes::ALL, cards, &catalog, rules);
            let entry = index.rules(Kind::stat(Stat::Move))[0];
            entry.own
        };
        assert!(fighter("static me gets move +1"));
        assert!(!fighter("static friends get move +1"));
    }

    #[test]
    fn a_condition_alone_has_a_place_beside_all_moments() {
        let places = Trigger::ALL.map(|trigger| place(Some(trigger)));
        assert!(!places.contains(&place(None)));
        assert_eq!(1u128 << place(None), CONDITION);
    }
}
