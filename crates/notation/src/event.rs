//! Events in words: one sentence for the log. The short words that scenarios look for are in [`mod@words`].
//!
//! What a seat may not know is cut out before an event comes here.

mod words;

pub use words::{WORDS, words};

use crate::{choice::feature, names::Names};
use gloryhex_cardlang::{Lexicon, TRACK};
use gloryhex_engine::{
    By, Ending, Event, Game, Source, What,
    ruleset::TieBreak,
    view::{HIDDEN_OBJECTIVE, HIDDEN_POWER},
};
use gloryhex_hexgrid::{HexId, Kind};
use gloryhex_model::{CounterId, Die, FighterId, Roll, Rule, Seat};

/// "2 Swag counters".
fn counters(game: &Game, counter: CounterId, n: u8) -> String {
    let known = game.table.catalog.counters.get(usize::from(counter.0));
    let called = known.map_or("counter", |known| &known.called);
    format!("{n} {called}{}", if n == 1 { "" } else { "s" })
}

fn hex_name(game: &Game, hex: HexId) -> String {
    if hex == HexId::NONE {
        "nowhere".to_owned()
    } else {
        game.grid.name(hex)
    }
}

/// The dice of a roll by the names that cards give their symbols.
fn shown(words: &Lexicon, roll: Roll) -> String {
    let names = roll
        .faces()
        .flat_map(|face| vec![words.face(face); usize::from(roll.count(face))]);
    names.collect::<Vec<_>>().join(", ")
}

/// One plain sentence about an event, in the edition's words.
pub fn sentence(game: &Game, names: &Names, event: &Event) -> String {
    let words = &game.table.rules.words;
    let who = |id: FighterId| names.printed(id);
    let at = |hex: HexId| hex_name(game, hex);
    let player = |s: Seat| format!("Player {}", s.number());
    let card = |source: Source| names.card(source);
    let token = |index: u8| match feature(game, index) {
        name if name.starts_with("at ") => format!("the token {name}"),
        name if name == "artefact" => "the artefact".to_owned(),
        number => format!("token {number}"),
    };
    match event.what {
        What::RolledOff { seat, roll } => {
            format!("{} rolls off: {}.", player(seat), shown(words, roll))
        }
        What::WonRollOff { seat } => format!("{} wins the roll-off.", player(seat)),
        What::LostRollOff { seat } => format!("{} loses the roll-off.", player(seat)),
        What::Picked { by, seat } => picked(event.rule, by, seat),
        What::BoardChosen { seat, sheet } => {
            format!("{} chooses the board {}.", player(seat), names.sheet(sheet))
        }
        What::BoardPlaced { seat } => format!("{} places a board.", player(seat)),
        What::TerritoryTaken { seat, .. } => format!("{} takes a territory.", player(seat)),
        What::TokenPlaced { seat, hex } => {
            let what = match event.rule {
                Rule::ArtefactPlace => "the artefact",
                _ => "a token",
            };
            format!("{} places {what} in {}.", player(seat), at(hex))
        }
        What::TokenRevealed { index, number } => match game.state.features.get(index as usize) {
            Some(token) => format!("The token in {} is number {number}.", at(token.hex)),
            None => format!("Token {number} is revealed."),
        },
        What::TokenFlipped { index, numbered } => {
            let side = if numbered { "numbered side" } else { "reverse" };
            format!("{} is turned to its {side}.", capital(&token(index)))
        }
        What::TokenMoved { index, hex } => {
            format!("{} is moved to {}.", capital(&token(index)), at(hex))
        }
        What::TokenRemoved { index } => {
            format!("{} is taken off the battlefield.", capital(&token(index)))
        }
        What::HandReplaced { seat, which } => {
            let what = match which {
                1 => "objectives",
                2 => "power cards",
                _ => "whole hand",
            };
            format!("{} replaces their {what}.", player(seat))
        }
        What::Deployed { fighter, hex } => format!("{} is deployed in {}.", who(fighter), at(hex)),
        What::RoundBegan { round } => format!("Round {round} begins."),
        What::TurnBegan { seat, .. } => format!("{} takes a turn.", player(seat)),
        What::PowerStepBegan { seat } => {
            format!("The {} of {}'s turn.", words.power_step, player(seat))
        }
        What::EndPhaseBegan { seat } => format!("{}'s end phase.", player(seat)),
        What::Passed { seat } => format!("{} passes.", player(seat)),
        What::Moved { fighter, from, to } if to == HexId::NONE => {
            format!(
                "{} moves from {} and falls on the way.",
                who(fighter),
                at(from)
            )
        }
        What::Moved { fighter, from, to } => {
            format!("{} moves from {} to {}.", who(fighter), at(from), at(to))
        }
        What::Pushed { fighter, from, to } if to == HexId::NONE => {
            format!(
                "{} is pushed from {} and falls on the way.",
                who(fighter),
                at(from)
            )
        }
        What::Pushed { fighter, from, to } => {
            format!(
                "{} is pushed from {} to {}.",
                who(fighter),
                at(from),
                at(to)
            )
        }
        What::Placed { fighter, hex } => format!("{} is placed in {}.", who(fighter), at(hex)),
        What::Charged { fighter } => format!("{} charges.", who(fighter)),
        What::Guarded { fighter } => format!("{} goes on Guard.", who(fighter)),
        What::Acted {
            fighter,
            source,
            clause,
        } => match names.ability(source, clause).0 {
            own if own == who(fighter) => format!("{own} uses its own action."),
            ability => format!("{} uses {ability}.", who(fighter)),
        },
        What::TokenGiven { fighter, token } => {
            format!("{} gets a {} token.", who(fighter), capital(token.word()))
        }
        What::TokenLost { fighter, token } => {
            format!("{} loses a {} token.", who(fighter), capital(token.word()))
        }
        What::Attacked {
            attacker,
            target,
            weapon,
        } => {
            let (attacks, on) = (who(attacker), who(target));
            match names.printed_weapon(game.sight(), attacker, weapon) {
                // The card that lent it is gone by now.
                gone if gone == "a weapon" => format!("{attacks} attacks {on}."),
                weapon => format!("{attacks} attacks {on} with {weapon}."),
            }
        }
        What::AbilityPicked { keyword } => format!("The attack uses {}.", capital(keyword.word())),
        What::Rolled { seat, die, roll } => {
            let die = match die {
                Die::Attack => words.attack_roll.trim_end_matches(" roll"),
                Die::Defence => words.defence_roll.trim_end_matches(" roll"),
                Die::Magic => "magic",
            };
            format!("{} rolls {die} dice: {}.", player(seat), shown(words, roll))
        }
        What::Rerolled { seat, from, to } => {
            let player = player(seat);
            let (from, to) = (words.face(from), words.face(to));
            format!("{player} re-rolls {from} and gets {to}.")
        }
        What::Turned { seat, from, to } => {
            let player = player(seat);
            let (from, to) = (words.face(from), words.face(to));
            format!("{player} turns a die from {from} to {to}.")
        }
        What::Included { seat, face } => {
            format!(
                "{} adds one {} to the roll.",
                player(seat),
                words.face(face)
            )
        }
        What::LeftOut { seat, face } => {
            format!("{} leaves one {} out.", player(seat), words.face(face))
        }
        What::Succeeded {
            attacker, critical, ..
        } => {
            let hit = match event.rule {
                _ if !critical => "",
                Rule::AttackCriticalHit => " with a critical hit",
                _ => " with a critical",
            };
            format!("{}'s attack succeeds{hit}.", who(attacker))
        }
        What::Drew { attacker, .. } => format!("{}'s attack is drawn.", who(attacker)),
        What::Failed { attacker, .. } => format!("{}'s attack fails.", who(attacker)),
        What::BrokenOff { attacker, target } => {
            format!("{} can no longer attack {}.", who(attacker), who(target))
        }
        What::WasTrapped { fighter } => format!("{} is trapped.", who(fighter)),
        What::DroveBack { fighter, to } => {
            format!("{} is driven back to {}.", who(fighter), at(to))
        }
        What::Overran { fighter } => format!("{} follows up.", who(fighter)),
        What::StoodFast { fighter } => format!("{} stands fast.", who(fighter)),
        What::Damaged {
            fighter,
            amount,
            by,
        } => format!(
            "{} suffers {amount} damage{}.",
            who(fighter),
            cause(names, "from", by)
        ),
        What::Healed { fighter, amount } => format!("{} is healed {amount}.", who(fighter)),
        What::TakenOut { fighter, by } => {
            format!(
                "{} is {}{}.",
                who(fighter),
                words.taken_out,
                cause(names, "by", by)
            )
        }
        What::Returned { fighter, hex } => format!("{} returns in {}.", who(fighter), at(hex)),
        What::Inspired { fighter } => format!("{} is Inspired.", who(fighter)),
        What::Uninspired { fighter } => format!("{} is no longer Inspired.", who(fighter)),
        What::TurnedOver { fighter } => {
            format!("{} stays on the other side of its card.", who(fighter))
        }
        What::Gained { seat, glory } => {
            let why = match event.rule {
                Rule::ArtefactHold => " for holding the artefact",
                _ => "",
            };
            format!("{} gains {glory} glory{why}.", player(seat))
        }
        What::Spent { seat, glory } => format!("{} spends {glory} glory.", player(seat)),
        What::CountersAdded {
            fighter,
            seat,
            counter,
            n,
        } => {
            let what = counters(game, counter, n);
            match fighter.is_some() {
                true => format!("{} is given {what}.", who(fighter)),
                false => format!("{} gains {what}.", player(seat)),
            }
        }
        What::CountersRemoved {
            fighter,
            seat,
            counter,
            n,
        } => {
            let what = counters(game, counter, n);
            match fighter.is_some() {
                true => format!("{} loses {what}.", who(fighter)),
                false => format!("{} gives up {what}.", player(seat)),
            }
        }
        What::Tracked { seat, step } => {
            let value = 1 + TRACK
                .iter()
                .filter(|rise| i16::from(step) >= **rise)
                .count();
            format!(
                "{}'s tracker advances to step {step}: the Cataclysm value is {value}.",
                player(seat)
            )
        }
        What::CardDrawn { seat, slot } if slot == HIDDEN_POWER => {
            format!("{} draws a power card.", player(seat))
        }
        What::CardDrawn { seat, slot } if slot == HIDDEN_OBJECTIVE => {
            format!("{} draws an objective.", player(seat))
        }
        What::CardDrawn { seat, slot } => {
            format!("{} draws {}.", player(seat), card(Source { seat, slot }))
        }
        What::CardDiscarded { source } => {
            format!("{} discards {}.", player(source.seat), card(source))
        }
        What::Raided { source } => format!("{} raids {}.", player(source.seat), card(source)),
        What::CardShown {
            source,
            to: Seat::NONE,
        } => {
            format!("{} shows {}.", player(source.seat), card(source))
        }
        What::CardShown { source, to } => {
            let (whose, whom) = (player(source.seat), player(to));
            format!("{whose} shows {} to {whom}.", card(source))
        }
        What::Stored { source } => {
            let whose = player(source.seat);
            format!("{whose} stores {} under the power deck.", card(source))
        }
        What::PutBack { source, top } => {
            let where_to = if top { "on top of" } else { "under" };
            let whose = player(source.seat);
            format!("{whose} puts {} {where_to} the power deck.", card(source))
        }
        What::CardPlayed { source } => format!("{} plays {}.", player(source.seat), card(source)),
        What::UpgradeGiven { source, fighter } => {
            format!("{} gets the upgrade {}.", who(fighter), card(source))
        }
        What::UpgradeLost { source, fighter } => {
            format!("{} loses the upgrade {}.", who(fighter), card(source))
        }
        What::Reacted { source, clause } => {
            let does = if words.reaction == "reaction" {
                "reacts with"
            } else {
                "uses"
            };
            let ability = names.ability(source, clause).0;
            format!("{} {does} {ability}.", player(source.seat))
        }
        What::Scored { source, glory } => {
            let player = player(source.seat);
            format!("{player} scores {} for {glory} glory.", card(source))
        }
        What::CardNamed { seat, title } => {
            let title = &game.table.catalog.card(title).name;
            format!("{} names {title}.", player(seat))
        }
        What::Revealed { source } => format!("{} reveals {}.", player(source.seat), card(source)),
        What::Delved { fighter, index } => format!("{} delves at {}.", who(fighter), token(index)),
        What::SpellCast { caster } => format!("{} casts the spell.", who(caster)),
        What::SpellFailed { caster } => format!("{} fails to cast the spell.", who(caster)),
        What::Backlash { caster } => format!("{} suffers backlash.", who(caster)),
        What::HexChanged { hex, kinds } => match kinds {
            Kind::TRAP => format!("A trap is laid in {}.", at(hex)),
            Kind::PLAIN => format!("The trap in {} is gone.", at(hex)),
            _ => format!("{} is now {kinds}.", capital(&at(hex))),
        },
        What::EffectBegan { source } => format!("{} is in force.", card(source)),
        What::EffectEnded { source } => format!("{} ends.", card(source)),
        What::TokensCleared => "The fighters' tokens are cleared.".to_owned(),
        What::GameOver { ending } => over(ending),
    }
}

/// What the winner of a roll-off picked; the rule tells for what it was.
fn picked(rule: Rule, by: Seat, seat: Seat) -> String {
    let does = match rule {
        Rule::SetupBoardsChoose => ["choose", "s a board first"],
        Rule::SetupTerritory => ["take", "s a territory first"],
        Rule::SetupDeploy => ["place", "s a fighter first"],
        Rule::SequenceSimultaneous => ["use", "s an ability first"],
        _ => ["take", "s the first turn"],
    };
    let [verb, rest] = does;
    let (by, who) = (by.number(), seat.number());
    if by == who {
        format!("Player {by} {verb}{rest}.")
    } else {
        format!("Player {by} lets Player {who} {verb}{}.", &rest[1..])
    }
}

fn cause(names: &Names, word: &str, by: By) -> String {
    match by {
        By::Fighter(fighter) => format!(" {word} {}", names.printed(fighter)),
        By::Warband(seat) => format!(" {word} Player {}'s card", seat.number()),
        By::Hazard => format!(" {word} the hex"),
        By::Nobody => String::new(),
    }
}

/// How a game ended, in a sentence.
pub fn over(ending: Ending) -> String {
    match ending {
        Ending::Running => "The game is not over.".to_owned(),
        Ending::Glory(seat) => format!("Player {} wins on glory.", seat.number()),
        Ending::TieBreak(seat, tie_break) => {
            let on = match tie_break {
                TieBreak::Survivors => "surviving fighters",
                TieBreak::Objectives => "objectives held",
                TieBreak::Treasure => "the value of treasure held",
                TieBreak::Bounty => "the bounty of surviving fighters",
            };
            format!("Player {} wins the tie on {on}.", seat.number())
        }
        Ending::Draw(_) => "The game is a draw.".to_owned(),
    }
}

pub(crate) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_winner_of_a_roll_off_picks_is_told() {
        let [one, two] = [Seat(0), Seat(1)];
        let told = [
            picked(Rule::RoundFirstPlayer, one, one),
            picked(Rule::SetupBoardsChoose, one, two),
            picked(Rule::SetupDeploy, two, two),
        ];
        assert_eq!(
            told,
            [
                "Player 1 takes the first turn.",
                "Player 1 lets Player 2 choose a board first.",
                "Player 2 places a fighter first.",
            ]
        );
    }
}
