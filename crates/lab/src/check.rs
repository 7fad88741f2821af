//! What must hold at every decision of every game, whatever the edition.

use gloryhex_cardlang::Ban;
use gloryhex_engine::{
    Choice, Choices, Game, Seeded, State, Verb, cards,
    frame::{Frame, MAX_DEPTH},
    frames::moving,
    ops,
};
use gloryhex_hexgrid::{HexId, HexSet};
use gloryhex_model::{FighterId, Seat, Stat};
use std::collections::HashSet;

/// Most objectives a hand can hold.
const MOST_OBJECTIVES: u32 = 3;

/// Looks at games as they are played. What is costly is done at one decision in [`Checker::EVERY`].
pub struct Checker<'a> {
    rules: &'a HashSet<String>,
    mind: Seeded,
    /// A choice of each verb that was offered some time: material for choices that are not.
    seen: [Option<Choice>; 64],
    /// The choices of a position, listed once more.
    anew: Choices,
    countdown: u32,
}

impl<'a> Checker<'a> {
    /// How rarely the costly checks are made.
    pub const EVERY: u32 = 16;

    /// A checker. `rules` are the full ids of the rules index.
    pub fn new(rules: &'a HashSet<String>, seed: u64) -> Checker<'a> {
        Checker {
            rules,
            mind: Seeded::new(seed),
            seen: [None; 64],
            anew: Choices::new(),
            countdown: 0,
        }
    }

    /// Checks what is cheap to check about a decision.
    pub fn position(game: &Game, seat: Seat, list: &Choices) -> Result<(), String> {
        battlefield(game)?;
        possessions(game)?;
        stack(&game.state)?;
        if list.is_empty() {
            return Err("a decision without choices".into());
        }
        if game.decider() != Some(seat) {
            return Err(format!(
                "seat {} decides but is not the decider",
                seat.number()
            ));
        }
        Ok(())
    }

    /// Checks a decision that is about to be made.
    pub fn decision(&mut self, game: &Game, seat: Seat, list: &Choices) -> Result<(), String> {
        Checker::position(game, seat, list)?;
        for choice in list.iter() {
            if let Some(slot) = self.seen.get_mut(choice.verb as usize) {
                *slot = Some(*choice);
            }
        }
        if self.countdown > 0 {
            self.countdown -= 1;
            return Ok(());
        }
        self.countdown = Checker::EVERY;
        distinct(list)?;
        game.list_anew(&mut self.anew);
        if self.anew.as_slice() != list.as_slice() {
            return Err("other choices are offered than the position has".into());
        }
        self.legal(game, seat, list)?;
        self.refused(game, seat, list)?;
        round_trip(&game.state)
    }

    /// One of the listed choices is not refused, and another seat may not make it.
    fn legal(&mut self, game: &Game, seat: Seat, list: &Choices) -> Result<(), String> {
        let choice = list[self.mind.below(list.len() as u32) as usize];
        if let Some(refusal) = game.refusal(seat, choice, list) {
            return Err(format!(
                "{choice:?} is offered and refused by {}: {}",
                refusal.rule.id(),
                refusal.remedy
            ));
        }
        let other = seat.clockwise(1, game.table.players);
        match game.refusal(other, choice, list) {
            Some(refusal) => self.reason(game, choice, refusal),
            None => Err(format!(
                "{choice:?} is not refused to seat {} while seat {} decides",
                other.number(),
                seat.number()
            )),
        }
    }

    /// A choice that is not on the list is refused by a rule that exists, with a remedy.
    fn refused(&mut self, game: &Game, seat: Seat, list: &Choices) -> Result<(), String> {
        for _ in 0..4 {
            let seen = &self.seen;
            let choice = invent(&mut self.mind, |verb| seen[verb as usize]);
            if list.contains(&choice) {
                continue;
            }
            match game.refusal(seat, choice, list) {
                Some(refusal) => self.reason(game, choice, refusal)?,
                None => return Err(format!("{choice:?} is not offered and not refused")),
            }
        }
        Ok(())
    }

    fn reason(
        &self,
        game: &Game,
        choice: Choice,
        refusal: gloryhex_engine::Refusal,
    ) -> Result<(), String> {
        let id = format!("{}.{}", game.table.rules.name, refusal.rule.id());
        if !self.rules.contains(&id) {
            return Err(format!("{choice:?} is refused by `{id}`, which is no rule"));
        }
        if refusal.remedy.is_empty() {
            return Err(format!("{choice:?} is refused by `{id}` without a remedy"));
        }
        Ok(())
    }
}

/// A choice of any verb: `known` ones with some details changed, or made up altogether.
pub fn invent(mind: &mut Seeded, known: impl Fn(Verb) -> Option<Choice>) -> Choice {
    // Choices are invented that no frame would offer here.
    let verb = Verb::ALL[mind.below(Verb::COUNT as u32) as usize];
    let known = known(verb).unwrap_or(Choice::new(verb, 0, 0, 0));
    let bits = mind.bits();
    let detail = |shift: u32| match bits >> 62 {
        0 => (bits >> shift) as u8,
        1 => (bits >> shift) as u8 & 7,
        _ => (bits >> shift) as u8 & 31,
    };
    let or = |known: u8, bit: u32, shift: u32| match bits >> bit & 1 {
        0 => known,
        _ => detail(shift),
    };
    let (a, b, c) = (or(known.a, 56, 0), or(known.b, 57, 8), or(known.c, 58, 16));
    Choice::new(verb, a, b, c)
}

/// Whether nothing is half done that could leave a card or a doomed fighter in the air.
fn quiet(state: &State) -> bool {
    !state.stack.iter().any(|frame| {
        matches!(
            frame,
            Frame::Grant(_)
                | Frame::Move(_)
                | Frame::Charge(_)
                | Frame::Series(_)
                | Frame::Combat(_)
                | Frame::Damage(_)
                | Frame::Window(_)
                | Frame::Card(_)
                | Frame::Cast(_)
        )
    })
}

fn battlefield(game: &Game) -> Result<(), String> {
    let (sight, state) = (game.sight(), &game.state);
    let quiet = quiet(state);
    let blocked = ops::field::blocked(sight);
    let mut taken = HexSet::EMPTY;
    for fighter in game.table.everyone() {
        let now = state.fighter(fighter);
        if now.hex == HexId::NONE {
            continue;
        }
        let hex = now.hex;
        if !game.grid.all().contains(hex) {
            return Err(format!("{fighter:?} stands outside the battlefield"));
        }
        // One who is on its way passes over others, and some over blocked hexes: it cannot stay there.
        if moving::is_passing(state, fighter) {
            continue;
        }
        if taken.contains(hex) {
            return Err(format!("two fighters stand in {}", game.grid.name(hex)));
        }
        taken.insert(hex);
        if blocked.contains(hex) {
            return Err(format!(
                "{fighter:?} stands in the blocked hex {}",
                game.grid.name(hex)
            ));
        }
        let wounds = ops::stats::stat(sight, fighter, Stat::Wounds);
        let spared = cards::forbids(sight, fighter, Ban::TakenOut);
        if quiet && !spared && now.damage >= wounds {
            return Err(format!(
                "{fighter:?} has {} damage of {wounds} Wounds and is still there",
                now.damage
            ));
        }
    }
    let mut tokens = HexSet::EMPTY;
    for feature in state.features.iter().filter(|f| f.on_field()) {
        if !game.grid.all().contains(feature.hex) {
            return Err("a token lies outside the battlefield".into());
        }
        if tokens.contains(feature.hex) {
            return Err(format!("two tokens lie in {}", game.grid.name(feature.hex)));
        }
        tokens.insert(feature.hex);
    }
    Ok(())
}

fn possessions(game: &Game) -> Result<(), String> {
    let state = &game.state;
    let mut anew = *state;
    anew.refresh(&game.table);
    if anew.kinds & !state.kinds != 0 {
        return Err("a static rule in force was not noted".into());
    }
    let quiet = quiet(state);
    for seat in state.all_seats() {
        let player = &state.seats[seat];
        let deck = &game.table.decks[seat.ix()];
        let worn = game
            .table
            .roster(seat)
            .fold(0, |all, f: FighterId| all | state.upgrades(&game.table, f));
        if worn != player.power.equipped() {
            return Err(format!(
                "seat {}: equipped upgrades are out of step",
                seat.number()
            ));
        }
        let power = [
            player.power.deck(),
            player.power.hand(),
            player.power.discard(),
            player.power.active(),
            player.power.equipped(),
        ];
        let objectives = [
            player.objectives.deck(),
            player.objectives.hand(),
            player.objectives.discard(),
            player.objectives.scored(),
        ];
        partition("power", &power, deck.power.len(), quiet)
            .and_then(|()| {
                partition(
                    "objective",
                    &objectives.map(u64::from),
                    deck.objectives.len(),
                    quiet,
                )
            })
            .map_err(|what| format!("seat {}: {what}", seat.number()))?;
        // A card that takes one and gives one up may hold a fourth meanwhile.
        let most = MOST_OBJECTIVES + u32::from(state.n_cards > 0);
        if player.objectives.hand().count_ones() > most {
            return Err(format!(
                "seat {} holds {} objectives",
                seat.number(),
                player.objectives.hand().count_ones()
            ));
        }
        if player.spent > player.glory {
            return Err(format!(
                "seat {} has spent {} of {} glory",
                seat.number(),
                player.spent,
                player.glory
            ));
        }
    }
    Ok(())
}

/// No card lies in two places, and while nothing is half done every card lies somewhere.
fn partition(kind: &str, places: &[u64], cards: usize, whole: bool) -> Result<(), String> {
    let all = if cards >= 64 {
        u64::MAX
    } else {
        (1 << cards) - 1
    };
    let mut found = 0;
    for place in places {
        if found & place != 0 {
            return Err(format!("a {kind} card lies in two places"));
        }
        found |= place;
    }
    if found & !all != 0 {
        return Err(format!("a {kind} card that is not in the deck"));
    }
    if whole && found != all {
        return Err(format!("a {kind} card is nowhere"));
    }
    Ok(())
}

fn stack(state: &State) -> Result<(), String> {
    match state.stack.depth() {
        0 => Err("a decision with nothing to resolve".into()),
        depth if depth >= MAX_DEPTH => Err(format!("{depth} frames inside one another")),
        _ => Ok(()),
    }
}

fn distinct(list: &Choices) -> Result<(), String> {
    let mut sorted: Vec<Choice> = list.to_vec();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("{:?} is offered twice", pair[0])),
        None => Ok(()),
    }
}

fn round_trip(state: &State) -> Result<(), String> {
    let text = serde_json::to_string(state).map_err(|e| format!("cannot be saved: {e}"))?;
    let again: State =
        serde_json::from_str(&text).map_err(|e| format!("cannot be loaded again: {e}"))?;
    if again == *state {
        Ok(())
    } else {
        Err("is another state after being saved and loaded".into())
    }
}
