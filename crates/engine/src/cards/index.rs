//! Who at this table has a card that could matter: bit masks made once, before the first die.
//!
//! A card is found by its [`Source`]; the bits of a mask are source slots. Asking whether anybody has
//! such a card costs one AND per seat. Nothing here looks at the state of the game.

mod actions;
mod enter;
mod slots;

use self::slots::Slots;
use super::{
    listeners::{
        self,
        index::{Turning, Waiting, Waits},
    },
    passes::Passes,
    statics::{
        KINDS, Kind,
        rules::Rules,
        stretches::{STRETCHES, Stretch},
    },
};
use crate::{effect::Source, ruleset::Ruleset, table::Entrant};
pub use actions::Printed;
use gloryhex_cardlang::{
    CardCode, Catalog, Clause, Expr, Program, Prop, Role, Static,
    program::{Form, guard::Guard, ir},
};
use gloryhex_model::{CardId, MAX_SEATS, Seat, Trigger, trigger::TriggerSet};

/// Fighters of one warband that the index can speak of.
const MAX_ROSTER: usize = (Source::WARSCROLL - Source::FIGHTERS) as usize;

/// What a fighter may always pass on its way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Passage {
    /// Other fighters.
    pub fighters: bool,
    /// Blocked hexes and hazards, too.
    pub ethereal: bool,
}

/// No upgrade is worth as much.
const MAX_WORTH: usize = 16;

/// Some clauses of a card that follow one another.
#[derive(Clone, Copy, Debug, Default)]
pub struct Span {
    /// The first of them.
    pub first: u8,
    /// The one after the last.
    pub end: u8,
}

/// What one seat's cards could do, as masks of source slots.
#[derive(Clone, Debug)]
pub struct Holding {
    /// Static rules in force while the card is in play.
    pub statics: [u128; KINDS],
    /// Those of them that only speak of the fighter who has the card.
    pub own: [u128; KINDS],
    /// Static rules of lasting effects.
    pub lasting: [u128; KINDS],
    /// Reactions made by playing the card from the hand.
    pub hand: [u64; Trigger::COUNT],
    /// Reactions of cards in play.
    pub play: [u128; Trigger::COUNT],
    /// Cards in play to which something happens of itself at the moment.
    pub auto: [u128; Trigger::COUNT],
    /// What happens of itself to cards in play: slot and clause of each.
    pub autos: [Vec<(u8, u8)>; Trigger::COUNT],
    /// Reactions of cards in play: slot and clause of each.
    pub reactions: [Vec<(u8, u8)>; Trigger::COUNT],
    /// Inspiration that waits for a moment.
    pub inspire: [u128; Trigger::COUNT],
    /// The clauses that turn cards at a moment, and last those that only wait for a condition: slot and
    /// number of each.
    turning: [Vec<Turning>; Trigger::COUNT + 1],
    /// What fighters may always pass by a plain rule of their own card, by their place in the roster.
    pub passes: [Passage; MAX_ROSTER],
    /// Inspiration that only waits for a condition.
    pub always: u128,
    /// Surge objectives, as bits of objective slots.
    pub surge: [u32; Trigger::COUNT],
    /// Surge objectives whose condition speaks of no moment.
    pub standing: u32,
    /// Objectives that are scored in an end phase, and those that are in the last one.
    pub at_end: [u32; 2],
    /// Moments that lasting effects of a card wait for.
    pub lasting_triggers: TriggerSet,
    /// Cards with reactions among their lasting effects.
    pub lingering: u128,
    /// Upgrades.
    pub upgrades: u64,
    /// Upgrades that cost nothing.
    pub gifts: u64,
    /// The glory value of power cards.
    pub values: [u8; 64],
    /// Upgrades by what they are worth at most.
    worth: [u64; MAX_WORTH],
    /// Upgrades that break easily.
    pub illusions: u64,
    /// Upgrades that carry a weapon.
    pub weapons: u64,
    /// Gambits that are played in a power step.
    pub gambits: u64,
    /// Where among their clauses the ways to play them are.
    pub plays: [Span; 64],
    /// Cards in play with an ability used in a power step.
    pub uses: u128,
    /// These abilities: slot and clause of each.
    pub use_list: Vec<(u8, u8)>,
    /// Cards in play with an action.
    pub acting: u128,
    /// Their actions.
    pub actions: Vec<Printed>,
    /// Reactions that lengthen the Move that was picked, or the Range of the weapon that was.
    pub stretch: [u128; 2],
    /// Those of them that do it by a fixed number for any friend.
    pub stretches: [Vec<Stretch>; 2],
    /// Cards that ask through which enemy a fighter moved.
    pub passing: u128,
    /// Which slots exist at all.
    pub present: u128,
    /// Moments for which some card of the hand or in play can be used, or does something of itself.
    pub waits: Waits,
}

impl Default for Holding {
    fn default() -> Self {
        Holding {
            statics: [0; KINDS],
            own: [0; KINDS],
            lasting: [0; KINDS],
            hand: [0; Trigger::COUNT],
            play: [0; Trigger::COUNT],
            auto: [0; Trigger::COUNT],
            autos: std::array::from_fn(|_| Vec::new()),
            reactions: std::array::from_fn(|_| Vec::new()),
            inspire: [0; Trigger::COUNT],
            turning: std::array::from_fn(|_| Vec::new()),
            passes: [Passage::default(); MAX_ROSTER],
            always: 0,
            surge: [0; Trigger::COUNT],
            standing: 0,
            at_end: [0; 2],
            lasting_triggers: TriggerSet::default(),
            lingering: 0,
            upgrades: 0,
            gifts: 0,
            values: [0; 64],
            worth: [0; MAX_WORTH],
            illusions: 0,
            weapons: 0,
            gambits: 0,
            plays: [Span::default(); 64],
            uses: 0,
            use_list: Vec::new(),
            acting: 0,
            actions: Vec::new(),
            stretch: [0; 2],
            stretches: [const { Vec::new() }; 2],
            passing: 0,
            present: 0,
            waits: Waits::default(),
        }
    }
}

impl Holding {
    /// The clauses that turn cards at a moment, or that only wait for a condition: slot and number of each.
    #[inline]
    pub fn turning(&self, at: Option<Trigger>) -> &[Turning] {
        &self.turning[at.map_or(Trigger::COUNT, Trigger::ix)]
    }
    /// Upgrades that are worth no more than this.
    #[inline]
    pub fn worth(&self, most: u8) -> u64 {
        self.worth[usize::from(most).min(MAX_WORTH - 1)]
    }
}

/// Every seat's cards at this table.
#[derive(Clone, Debug, Default)]
pub struct Index {
    /// The shortcuts that are taken at this table.
    pub passes: Passes,
    cards: [Slots<CardId>; MAX_SEATS],
    holdings: [Holding; MAX_SEATS],
    /// Moments that some clause at this table waits for.
    pub waited: TriggerSet,
    /// Moments at which anybody may have something to do, as [`listeners::heard`] has it.
    pub heard: [u64; 2],
    /// Moments that open a window for reactions at this table: those of the edition, and any other that a card
    /// with a reaction waits for.
    pub windows: u64,
    /// The same as `waited` by what the cards of all seats do then.
    pub waits: Waits,
    /// The clauses that wait for each moment.
    pub waiting: Waiting,
    /// Moments that some lasting effect waits for.
    pub lasting_triggers: TriggerSet,
    /// Whether the condition of some surge objective speaks of no moment.
    pub any_standing: bool,
    /// Whether some upgrade breaks easily.
    pub any_illusions: bool,
    /// Whether some card has a reaction among its lasting effects.
    pub any_lingering: bool,
    /// Whether some card inspires fighters at a moment or by a condition.
    pub any_inspire: bool,
    /// Moments at which inspiration without a moment of its own is looked at.
    pub any_always: bool,
    /// Whether some of it turns fighters back.
    pub any_turning_back: bool,
    /// Moments at which it is noted for the next Inspire step, as [`listeners::inspiring`] has it.
    pub inspiring: u64,
    /// Kinds of static rule on fighter cards, warscrolls and plot cards, those of lasting effects left out.
    pub standing_kinds: u64,
    kinds: [Vec<u64>; MAX_SEATS],
    lasting: [Vec<TriggerSet>; MAX_SEATS],
    rules: [Vec<Rules>; MAX_SEATS],
    /// Kinds of static rule on cards that ask what a fighter is doing, and those with a condition.
    doing: u64,
    conditional: u64,
    /// Whether such inspiration only asks who is out, Inspired or on the battlefield.
    pub always_by_sides: bool,
    /// Fighters whose cards let them pass fighters or blocked hexes.
    pub peculiar: u32,
    /// By fighter, the greatest Range on either side of its card; 0 if not every weapon can be used at all times.
    pub reach: [[u8; 2]; 32],
    /// Whether a card or an effect could lower somebody's Wounds, coming or going.
    pub wounds_may_fall: bool,
    /// Whether a card or an effect could lower the Range of somebody's weapon.
    pub range_may_fall: bool,
}

/// Slots in all.
const SLOTS: usize = 122;

/// The place of a card's seat. No card has a slot that nobody has.
#[inline(always)]
fn of_seat(source: Source) -> usize {
    debug_assert!(source.seat.ix() < MAX_SEATS || usize::from(source.slot) >= SLOTS);
    source.seat.ix() & (MAX_SEATS - 1)
}

impl Index {
    /// What is known of the cards at a table from the start, with the shortcuts that are taken there.
    pub fn new(
        passes: Passes,
        cards: impl Iterator<Item = (Source, CardId)>,
        (catalog, rules): (&Catalog, &Ruleset),
        (entrants, sides): (&[Entrant], &[u32; MAX_SEATS]),
    ) -> Index {
        let mut index = Index {
            passes,
            ..Index::default()
        };
        for (source, card) in cards {
            index.insert(catalog, source, card);
        }
        index.note_fighters(entrants);
        if !passes.has(Passes::STATICS) {
            index.know_nothing_of_statics();
        }
        index.waiting.note_sides(sides);
        index.windows = rules.windows.0 | index.waits.react.0;
        index.heard = listeners::heard(&index, rules);
        index.inspiring = listeners::inspiring(&index, rules);
        index
    }
    /// Takes any static rule to be possible anywhere, so that all are looked for.
    fn know_nothing_of_statics(&mut self) {
        self.standing_kinds = u64::MAX;
        (self.doing, self.conditional) = (u64::MAX, u64::MAX);
        (self.wounds_may_fall, self.range_may_fall) = (true, true);
        self.peculiar = u32::MAX;
        self.reach = Default::default();
        for holding in &mut self.holdings {
            holding.own = [0; KINDS];
        }
        let actions = self.holdings.iter_mut().flat_map(|own| &mut own.actions);
        for action in actions.filter(|action| action.labelled != u32::MAX) {
            action.labelled = 0;
        }
    }
    /// Every card that has been put into a slot.
    pub fn cards(&self) -> impl Iterator<Item = (Source, CardId)> {
        self.cards.iter().zip(0u8..).flat_map(|(cards, seat)| {
            let held = cards.0.iter().copied().zip(0..=u8::MAX);
            held.filter(|(card, _)| *card != CardId::NONE)
                .map(move |(card, slot)| {
                    let seat = Seat(seat);
                    (Source { seat, slot }, card)
                })
        })
    }
    /// Puts a card into a slot.
    fn insert(&mut self, catalog: &Catalog, source: Source, card: CardId) {
        if card == CardId::NONE || card.ix() >= catalog.cards.len() {
            return;
        }
        let seat = source.seat.ix();
        self.cards[seat].0[usize::from(source.slot)] = card;
        let code = catalog.code(card);
        let (mut standing, mut kinds) = (0, 0);
        for clause in &code.clauses {
            if let Role::Static(rule) = clause.role
                && !(self.passes.has(Passes::STATICS) && enter::is_born(source.slot, code, clause))
            {
                let bit = Kind::of(rule.what).bit();
                kinds |= bit;
                standing |= if clause.effect == 0 { bit } else { 0 };
            }
        }
        let doing = |form: &Form| matches!(form, Form::Fighter(Prop::Doing(_), _));
        if code.program.any(doing) {
            self.doing |= kinds;
        }
        for clause in &code.clauses {
            if let Role::Static(rule) = clause.role
                && !is_plain(code, clause, rule.what)
            {
                self.conditional |= Kind::of(rule.what).bit();
            }
            self.wounds_may_fall |= enter::may_lower_wounds(code, clause);
            self.range_may_fall |= enter::may_lower_range(code, clause);
        }
        self.kinds[seat].resize(SLOTS, 0);
        self.kinds[seat][source.slot as usize] = kinds;
        if source.slot >= Source::FIGHTERS {
            self.standing_kinds |= standing;
        }
        let mut lasting = TriggerSet::default();
        for clause in code.clauses.iter().filter(|clause| clause.effect > 0) {
            if let Some(trigger) = clause.role.trigger() {
                lasting.insert(trigger);
            }
        }
        self.lasting[seat].resize(SLOTS, TriggerSet::default());
        self.lasting[seat][source.slot as usize] = lasting;
        self.rules[seat].resize(SLOTS, Rules::default());
        self.rules[seat][source.slot as usize] = Rules::of(code);
        let holding = &mut self.holdings[seat];
        let born = self.passes.has(Passes::STATICS);
        enter::enter(holding, code, source.slot, born);
        self.waits = self.waits.and(&holding.waits);
        self.lasting_triggers.0 |= holding.lasting_triggers.0;
        self.any_standing |= holding.standing != 0;
        self.any_illusions |= holding.illusions != 0;
        self.any_lingering |= holding.lingering != 0;
        let guard = |clause: &Clause| match self.passes.has(Passes::GUARD) {
            true => code.program.guard(clause.when),
            false => Guard::Open,
        };
        self.waiting.enter(code, guard, source);
        for (ix, clause) in code.clauses.iter().enumerate() {
            if let Some(trigger) = clause.role.trigger() {
                self.waited.insert(trigger);
            }
            if let Role::Inspire(at) | Role::Uninspire(at) = clause.role {
                self.any_inspire = true;
                let turning = Turning {
                    slot: source.slot,
                    clause: ix as u8,
                    guard: guard(clause),
                };
                turning.insert(&mut holding.turning[at.map_or(Trigger::COUNT, Trigger::ix)]);
            }
            if let Role::Inspire(None) | Role::Uninspire(None) = clause.role {
                self.always_by_sides = (self.always_by_sides || !self.any_always)
                    && by_sides(&code.program, clause.when);
                self.any_always = true;
                self.any_turning_back |= matches!(clause.role, Role::Uninspire(_));
            }
        }
    }
    /// The kinds of static rule on a card, those of its lasting effects included.
    #[inline]
    pub fn kinds_of(&self, source: Source) -> u64 {
        let kinds = self.kinds[of_seat(source)].get(source.slot as usize);
        kinds.copied().unwrap_or(0)
    }
    /// The moments that the lasting effects of a card wait for.
    #[inline]
    pub fn lasting_of(&self, source: Source) -> TriggerSet {
        let lasting = self.lasting[of_seat(source)].get(source.slot as usize);
        lasting.copied().unwrap_or_default()
    }
    /// The static rules of the card in a slot.
    #[inline]
    pub(super) fn rules(&self, source: Source) -> Option<&Rules> {
        self.rules[of_seat(source)].get(source.slot as usize)
    }
    /// Kinds of static rule that may speak differently of a fighter who Moves and one who Charges.
    #[inline]
    pub fn by_intent(&self) -> u64 {
        if self.doing == 0 {
            0
        } else {
            self.doing | self.conditional
        }
    }
    /// What a seat's cards could do.
    #[inline]
    pub fn of(&self, seat: Seat) -> &Holding {
        &self.holdings[seat.ix() & (MAX_SEATS - 1)]
    }
    /// The card in a slot.
    #[inline]
    pub fn card(&self, source: Source) -> CardId {
        *self.cards[of_seat(source)].of(source)
    }
}

/// Whether a static rule neither has a condition nor computes anything.
fn is_plain(code: &CardCode, clause: &Clause, rule: Static) -> bool {
    clause.when.is_yes()
        && match rule {
            Static::Modify { value, .. } => code.program.constant(value).is_some(),
            Static::Teleport(hexes) => hexes.is_yes(),
            _ => true,
        }
}

/// Whether a condition reads no more of the game than who is out, Inspired or on the battlefield.
fn by_sides(program: &Program, when: Expr) -> bool {
    let more = |form: &Form| match form {
        Form::Fighter(prop, _) => !matches!(
            prop,
            Prop::Out | Prop::Inspired | Prop::Alive | Prop::Friendly | Prop::Enemy | Prop::Owner
        ),
        Form::Quant { over, .. } => !over.is_fighters(),
        Form::Number(_)
        | Form::Named(..)
        | Form::Not(_)
        | Form::All(_)
        | Form::Any(_)
        | Form::Compare(..) => false,
        _ => true,
    };
    let bound = |at: u8| !(ir::ITS_AT..=ir::ME).contains(&at);
    !program.has(when, more) && !program.reads(when, bound)
}

/// The positions of the set bits, lowest first.
pub fn bits(mut mask: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let at = mask.trailing_zeros() as u8;
        mask &= mask - 1;
        Some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_bits_come_lowest_first() {
        assert!(bits(0b1010).eq([1, 3]));
    }
}
