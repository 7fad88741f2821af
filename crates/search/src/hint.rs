//! The best few choices with their chances and a reason in words: hints, and the teacher.
//!
//! Reasons name fighters as printed and quote exact odds. What the words leave out is the notation of
//! the choice itself, which belongs to the client.

use crate::{
    eval::Judge,
    imagine::imagine,
    policy::Turn,
    search::{Budget, Search},
};
use gloryhex_engine::{
    Choice, Game, Seeded, Sight, Verb, WeaponIx, cards, effect::Source, odds, ops::field,
    state::Feature,
};
use gloryhex_hexgrid::HexId;
use gloryhex_model::{FighterId, Seat};

/// A choice and what speaks for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The choice.
    pub choice: Choice,
    /// The chance to win after it.
    pub wins: f32,
    /// How often the search tried it.
    pub visits: u32,
    /// What speaks for it, in a sentence.
    pub reason: String,
}

/// The best `k` of the choices offered to a seat, best first.
pub fn hint(
    game: &Game,
    seat: Seat,
    choices: &[Choice],
    k: usize,
    budget: Budget,
    seed: u64,
) -> Vec<Hint> {
    if choices.is_empty() || game.decider() != Some(seat) {
        return Vec::new();
    }
    let mut search = Search::new(budget, seed);
    let imagined = imagine(game, seat, &mut Seeded::new(seed));
    let turn = Turn {
        game: &imagined,
        seat,
        choices,
    };
    search.think(&turn);
    hints(&search, &turn, k)
}

/// What a search found, in words.
pub fn hints(search: &Search, turn: &Turn<'_>, k: usize) -> Vec<Hint> {
    let tried = search.findings.iter().filter(|finding| finding.visits > 0);
    tried
        .take(k)
        .map(|finding| Hint {
            choice: finding.choice,
            wins: finding.wins,
            visits: finding.visits,
            reason: reason(turn.game.sight(), turn.seat, finding.choice),
        })
        .collect()
}

/// A teacher's explanation of a choice: what it does, and how it compares with the next best.
pub fn explain(search: &Search, turn: &Turn<'_>) -> String {
    let best = hints(search, turn, 2);
    let Some(first) = best.first() else {
        return "There is only one thing to do.".into();
    };
    let percent = |share: f32| (100.0 * share).round();
    let now = Judge::default().wins(turn.game)[turn.seat.ix()];
    let mut words = format!(
        "{} It leaves a chance of {} % to win, {} % as things stand",
        first.reason,
        percent(first.wins),
        percent(now)
    );
    match best.get(1) {
        Some(second) if percent(second.wins) < percent(first.wins) => {
            words += &format!(", and the next best {} %.", percent(second.wins));
        }
        _ => words.push('.'),
    }
    words
}

fn name(sight: Sight<'_>, fighter: FighterId) -> &str {
    sight
        .table
        .entrants
        .get(fighter.ix())
        .map_or("nobody", |entrant| entrant.def.name.as_str())
}

fn card(sight: Sight<'_>, seat: Seat, slot: u8) -> &str {
    let id = sight.table.index.card(Source { seat, slot });
    sight
        .table
        .catalog
        .cards
        .get(id.ix())
        .map_or("a card", |info| info.name.as_str())
}

/// The odds of an attack in words.
fn strike(
    sight: Sight<'_>,
    from: HexId,
    attacker: FighterId,
    target: FighterId,
    weapon: WeaponIx,
    flags: u64,
) -> String {
    let odds = odds::attack_from(sight, from, attacker, target, weapon, flags);
    let percent = |count| (100.0 * odds.p(count)).round();
    let mut words = format!(
        "{} hits {} {} % of the time",
        name(sight, attacker),
        name(sight, target),
        percent(odds.success)
    );
    if odds.out > 0 {
        words += &format!(" and takes it out {} %", percent(odds.out));
    } else {
        words += &format!(" for {:.1} damage on average", odds.mean_damage());
    }
    words
}

/// What a choice does, in a sentence.
pub fn reason(sight: Sight<'_>, seat: Seat, choice: Choice) -> String {
    let own = FighterId(choice.a);
    match choice.verb {
        Verb::Attack => {
            let from = sight.state.fighter(own).hex;
            let weapon = WeaponIx(choice.c);
            format!(
                "{}.",
                strike(sight, from, own, FighterId(choice.b), weapon, 0)
            )
        }
        Verb::Charge => charge(sight, own, choice.hex_b()),
        Verb::Move => going(sight, own, choice.hex_b()),
        Verb::Guard => format!(
            "{} braces for the attacks that can reach it.",
            name(sight, own)
        ),
        Verb::Draw => "One more power card.".into(),
        Verb::Exchange => format!(
            "{} is out of reach; another objective may not be.",
            card(sight, seat, Source::OBJECTIVES + choice.a)
        ),
        Verb::Score => format!(
            "{} pays {} glory.",
            card(sight, seat, Source::OBJECTIVES + choice.a),
            cards::objective_value(sight, seat, choice.a)
        ),
        Verb::Play => format!("{} helps most now.", card(sight, seat, choice.a)),
        Verb::Upgrade => format!(
            "{} makes the most of {}.",
            name(sight, FighterId(choice.b)),
            card(sight, seat, choice.a)
        ),
        Verb::React => format!(
            "{} answers what just happened.",
            card(sight, seat, choice.a)
        ),
        Verb::Discard => format!(
            "{} is the card least likely to be of use.",
            card(sight, seat, choice.a)
        ),
        Verb::Pass => "Nothing at hand is worth its price now.".into(),
        Verb::Done => "The rest is worth keeping.".into(),
        Verb::Reroll if choice.a == 255 => {
            "Every die that could be rolled again succeeds already.".into()
        }
        Verb::Reroll => "A die that fails costs nothing to roll again.".into(),
        Verb::DriveBack => "It takes the target out of a better place.".into(),
        Verb::Stay => "The target is better left where it is.".into(),
        Verb::StandFast if choice.a == 1 => {
            "Standing fast takes less damage and keeps the hex.".into()
        }
        Verb::Deploy => format!("{} is of most use from there.", name(sight, own)),
        Verb::Mulligan if choice.a == 0 => "The hand is good enough to keep.".into(),
        Verb::Mulligan => "A new hand is better than this one on average.".into(),
        Verb::Focus => "Better cards are worth an action now.".into(),
        Verb::Seat
        | Verb::Board
        | Verb::Join
        | Verb::Territory
        | Verb::PlaceToken
        | Verb::NoToken
        | Verb::Action
        | Verb::Ability
        | Verb::Grapple
        | Verb::Overrun
        | Verb::StandFast
        | Verb::Next
        | Verb::Delve
        | Verb::Use
        | Verb::Fighter
        | Verb::Hex
        | Verb::Feature
        | Verb::Card
        | Verb::Name
        | Verb::Option
        | Verb::Confirm
        | Verb::Die => "It leads to the best positions.".into(),
    }
}

fn charge(sight: Sight<'_>, fighter: FighterId, hex: HexId) -> String {
    let mut best: Option<(f64, FighterId, WeaponIx)> = None;
    let seat = sight.table.owner(fighter);
    for target in gloryhex_engine::ops::sides::enemies(sight, seat) {
        let to = sight.state.fighter(target).hex;
        gloryhex_engine::ops::stats::each_weapon(sight, fighter, |weapon| {
            let range = gloryhex_engine::ops::stats::reach(sight, fighter, weapon);
            let usable =
                gloryhex_engine::ops::terms::refusal(sight, fighter, weapon, false).is_ok();
            if !usable || sight.grid.distance(hex, to) > range || !field::sees(sight, hex, to) {
                return;
            }
            let flags = gloryhex_engine::Attack::CHARGE;
            let odds = odds::attack_from(sight, hex, fighter, target, weapon, flags);
            let worth = 2.0 * odds.p(odds.out) + odds.mean_damage();
            if best.is_none_or(|(most, _, _)| worth > most) {
                best = Some((worth, target, weapon));
            }
        });
    }
    match best {
        Some((_, target, weapon)) => {
            let flags = gloryhex_engine::Attack::CHARGE;
            format!(
                "With a Charge {}.",
                strike(sight, hex, fighter, target, weapon, flags)
            )
        }
        None => format!("{} charges.", name(sight, fighter)),
    }
}

fn going(sight: Sight<'_>, fighter: FighterId, hex: HexId) -> String {
    let who = name(sight, fighter);
    if let Some(ix) = sight.state.feature_at(hex) {
        let token = &sight.state.features[ix];
        if token.flags & Feature::ARTEFACT != 0 {
            return format!("{who} comes to hold the artefact.");
        }
        if token.numbered() {
            return format!("{who} comes to hold token {}.", token.number);
        }
    }
    let seat = sight.table.owner(fighter);
    let reached = |at: HexId| {
        gloryhex_engine::ops::sides::enemies(sight, seat)
            .filter(|enemy| {
                let range = gloryhex_engine::ops::stats::longest_reach(sight, *enemy);
                sight.grid.distance(sight.state.fighter(*enemy).hex, at) <= range
            })
            .count()
    };
    let (before, after) = (reached(sight.state.fighter(fighter).hex), reached(hex));
    if after < before {
        format!(
            "{who} gets out of reach of {} of {before} enemies.",
            before - after
        )
    } else {
        format!("{who} is better placed there for what comes next.")
    }
}
