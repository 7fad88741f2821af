//! What `expect` lines look at.

use super::{
    position::counted,
    run::{Checked, Runner},
    syntax::{Expect, Kind, Pile, TokenName},
};
use gloryhex_engine::{
    Ending, Phase, Source, ops::counters, ops::stats, state::Feature, state::Fighter,
};
use gloryhex_model::{FighterId, Seat, Token, same_name};

/// Checks that something holds.
pub(super) fn check(runner: &Runner<'_>, expect: &Expect) -> Checked {
    let state = &runner.game.state;
    let who = |name: &str| -> Result<FighterId, String> {
        let found = runner.names.find_fighter(name, 8);
        found.map_err(|problem| format!("a fighter: {}", problem.told()))
    };
    let equal = |what: String, wanted: String, found: String| {
        if wanted == found {
            Ok(())
        } else {
            Err(format!("{what} {wanted}, got {found}"))
        }
    };
    let number =
        |what: String, wanted: u8, found: u8| equal(what, wanted.to_string(), found.to_string());
    match expect {
        Expect::At(name, hex) => {
            let wanted = runner.game.grid.parse_name(hex);
            let wanted = wanted.ok_or_else(|| format!("a hex, got `{hex}`"))?;
            let found = state.fighter(who(name)?).hex;
            let say = |hex| match hex {
                gloryhex_hexgrid::HexId::NONE => "nowhere".to_owned(),
                hex => runner.game.grid.name(hex),
            };
            equal(format!("{name} at"), say(wanted), say(found))
        }
        Expect::Damage(name, n) => number(
            format!("{name} damage"),
            *n,
            state.fighter(who(name)?).damage,
        ),
        Expect::Out(name) => {
            let now = state.fighter(who(name)?);
            let say = |out| if out { "out" } else { "not out" };
            let found = say(now.is(Fighter::OUT) && !now.on_field());
            equal(name.clone(), "out".to_owned(), found.to_owned())
        }
        Expect::Tokens(name, tokens) => {
            let now = state.fighter(who(name)?);
            let wanted = |token: Token| tokens.iter().filter(|t| **t == token).count() as u8;
            let found = |token: Token| match wanted(token) {
                0 | 1 => now.tokens(token).min(1),
                _ => now.tokens(token),
            };
            equal(
                format!("{name} tokens"),
                tokens_text(&wanted),
                tokens_text(&found),
            )
        }
        Expect::Inspired(name, yes) => {
            let say = |yes| if yes { "inspired" } else { "not inspired" };
            let found = state.fighter(who(name)?).is(Fighter::INSPIRED);
            equal(name.clone(), say(*yes).to_owned(), say(found).to_owned())
        }
        Expect::Upgrades(name, n) => {
            let slots = state.upgrades(&runner.game.table, who(name)?);
            number(format!("{name} upgrades"), *n, slots.count_ones() as u8)
        }
        Expect::Stat(name, stat, n) => {
            let id = who(name)?;
            let sight = runner.game.sight();
            let found = match stat {
                gloryhex_model::Stat::Range
                | gloryhex_model::Stat::Dice
                | gloryhex_model::Stat::Damage
                | gloryhex_model::Stat::Knockback => weapon_stat(sight, id, *stat),
                _ => stats::stat(sight, id, *stat),
            };
            number(format!("{name} stat {}", stat.word()), *n, found)
        }
        Expect::TokenSide(which, numbered) => {
            let say = |numbered| {
                if numbered {
                    "its number up"
                } else {
                    "its reverse up"
                }
            };
            let found = say(feature(runner, which)?.numbered());
            let what = format!("token {} with", token_text(which));
            equal(what, say(*numbered).to_owned(), found.to_owned())
        }
        Expect::TokenAt(which, hex) => {
            let found = runner.game.grid.name(feature(runner, which)?.hex);
            equal(
                format!("token {} at", token_text(which)),
                hex.clone(),
                found,
            )
        }
        Expect::NoToken(hex) if runner.game.grid.parse_name(hex).is_none() => {
            Err(format!("a hex of this battlefield, got {hex}"))
        }
        Expect::NoToken(hex) => match feature(runner, &TokenName::In(hex.clone())) {
            Ok(token) => Err(format!("no token at {hex}, got number {}", token.number)),
            Err(_) => Ok(()),
        },
        Expect::Glory(seat, n) => number(
            format!("glory {} =", seat.number()),
            *n,
            state.seats[*seat].glory,
        ),
        Expect::Counters(of) => {
            let found = counted(&runner.game, &runner.names, of).map_err(|(_, problem)| problem)?;
            let (whose, id) = found;
            let (name, word) = (&of.whose.0, &of.word.0);
            let found = counters::count(&runner.game.table, state, whose, id);
            number(format!("counter {name} {word}"), of.n, found)
        }
        Expect::Spent(seat, n) => number(
            format!("spent {} =", seat.number()),
            *n,
            state.seats[*seat].spent,
        ),
        Expect::Count(seat, pile, kind, n) => {
            let bits = pile_bits(runner, *seat, *pile);
            let found = match kind {
                Kind::Power => bits.0.count_ones(),
                Kind::Objectives => bits.1.count_ones(),
            };
            let kind = match kind {
                Kind::Power => "power",
                Kind::Objectives => "objectives",
            };
            let what = format!("{} {} {kind}", pile_word(*pile), seat.number());
            number(what, *n, found as u8)
        }
        Expect::Has(seat, pile, name, yes) => has(runner, *seat, *pile, name, *yes),
        Expect::Round(n) => number("round".to_owned(), *n, state.clock.round),
        Expect::TurnOf(seat) => {
            let found = state.active().number();
            number("turn seat".to_owned(), seat.number(), found)
        }
        Expect::Over(winner, major) => {
            let say = |winner: Option<Seat>, by_glory: bool| match winner {
                Some(seat) if major.is_some() => {
                    let rank = if by_glory { "major" } else { "minor" };
                    format!("won by seat {} ({rank})", seat.number())
                }
                Some(seat) => format!("won by seat {}", seat.number()),
                None => "drawn".to_owned(),
            };
            let found = match runner.game.ending() {
                Ending::Running => "not over".to_owned(),
                Ending::Glory(seat) => say(Some(seat), true),
                Ending::TieBreak(seat, _) => say(Some(seat), false),
                Ending::Draw(_) => say(None, false),
            };
            equal(
                "the game".to_owned(),
                say(*winner, *major == Some(true)),
                found,
            )
        }
        Expect::Phase(word) => {
            let found = match state.clock.phase {
                Phase::Setup => "setup",
                Phase::Start => "start",
                Phase::Action => "action",
                Phase::Power => "power",
                Phase::End => "end",
                Phase::Over => "over",
            };
            equal("phase".to_owned(), word.clone(), found.to_owned())
        }
    }
}

fn weapon_stat(
    sight: gloryhex_engine::Sight<'_>,
    fighter: FighterId,
    stat: gloryhex_model::Stat,
) -> u8 {
    use gloryhex_model::Stat;
    let mut first = None;
    stats::each_weapon(sight, fighter, |ix| {
        first.get_or_insert(ix);
    });
    let weapon = first.and_then(|ix| stats::weapon(sight, fighter, ix, sight.state.attack()));
    weapon.map_or(0, |weapon| match stat {
        Stat::Range => weapon.range,
        Stat::Dice => weapon.dice,
        Stat::Damage => weapon.damage,
        _ => weapon.knockback,
    })
}

fn tokens_text(count: &dyn Fn(Token) -> u8) -> String {
    let list: Vec<&str> = Token::ALL
        .into_iter()
        .flat_map(|token| vec![token.word(); usize::from(count(token))])
        .collect();
    if list.is_empty() {
        "none".to_owned()
    } else {
        list.join(" ")
    }
}

fn token_text(which: &TokenName) -> String {
    match which {
        TokenName::Number(n) => n.to_string(),
        TokenName::Artefact => "artefact".to_owned(),
        TokenName::In(hex) => format!("at {hex}"),
    }
}

fn feature<'a>(runner: &'a Runner<'_>, which: &TokenName) -> Result<&'a Feature, String> {
    let is = |token: &&Feature| {
        token.on_field()
            && match which {
                TokenName::Number(n) => token.number == *n && token.flags & Feature::ARTEFACT == 0,
                TokenName::Artefact => token.flags & Feature::ARTEFACT != 0,
                TokenName::In(hex) => runner.game.grid.name(token.hex) == *hex,
            }
    };
    let found = runner.game.state.features.iter().find(is);
    found.ok_or_else(|| format!("token {} on the battlefield, got none", token_text(which)))
}

/// Power cards and objectives of a pile, as bits of slots.
fn pile_bits(runner: &Runner<'_>, seat: Seat, pile: Pile) -> (u64, u32) {
    let player = &runner.game.state.seats[seat];
    match pile {
        Pile::Deck => (player.power.deck(), player.objectives.deck()),
        Pile::Hand => (player.power.hand(), player.objectives.hand()),
        Pile::Discard => (player.power.discard(), player.objectives.discard()),
        Pile::Scored => (0, player.objectives.scored()),
    }
}

fn pile_word(pile: Pile) -> &'static str {
    match pile {
        Pile::Deck => "deck",
        Pile::Hand => "hand",
        Pile::Discard => "discard",
        Pile::Scored => "scored",
    }
}

fn has(runner: &Runner<'_>, seat: Seat, pile: Pile, name: &str, yes: bool) -> Checked {
    let (power, objectives) = pile_bits(runner, seat, pile);
    let slots = (0..64u8).filter(|slot| power >> slot & 1 == 1).chain(
        (0..32u8)
            .filter(|slot| objectives >> slot & 1 == 1)
            .map(|slot| slot + 64),
    );
    let held: Vec<&str> = slots
        .map(|slot| runner.names.card(Source { seat, slot }))
        .collect();
    let found = held.iter().any(|card| same_name(card, name));
    if found == yes {
        return Ok(());
    }
    let not = if yes { "" } else { "not " };
    let list = if held.is_empty() {
        "nothing there".to_owned()
    } else {
        held.join(", ")
    };
    Err(format!(
        "{} {} {not}to have \"{name}\", got {list}",
        pile_word(pile),
        seat.number()
    ))
}
