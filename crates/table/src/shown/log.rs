//! Events as lines of a log.

use super::{Viewer, card_ref, die_word, faces};
use crate::play::{OnTable, Play};
use gloryhex_engine::{
    By, Event, Source, What,
    view::{HIDDEN_OBJECTIVE, HIDDEN_POWER, redact},
};
use gloryhex_model::{FighterId, Seat};
use gloryhex_notation::event::sentence;
use gloryhex_protocol as p;

/// The players' names, made up where they gave none.
pub fn people_names(play: &Play) -> Vec<String> {
    (1..)
        .zip(&play.record.chairs)
        .map(|(number, chair)| match chair.name.as_str() {
            "" => format!("Player {number}"),
            name => name.to_owned(),
        })
        .collect()
}

/// A sentence of the notation with the players' own names.
pub fn named(text: &str, names: &[String]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(found) = rest.find("Player ") {
        let (before, after) = rest.split_at(found);
        out.push_str(before);
        let digit = after["Player ".len()..].chars().next();
        let name = digit
            .and_then(|digit| digit.to_digit(10))
            .and_then(|number| names.get((number as usize).wrapping_sub(1)));
        let taken = match name {
            Some(name) => {
                out.push_str(name);
                "Player 1".len()
            }
            None => {
                out.push_str("Player ");
                "Player ".len()
            }
        };
        rest = &after[taken..];
    }
    out.push_str(rest);
    out
}

/// The log after a position, as far as the viewer may know it.
pub fn lines(play: &Play, on: &OnTable, viewer: Viewer, after: Option<u32>) -> Vec<p::LogLine> {
    let names = people_names(play);
    let from = |after| on.happened.partition_point(|(at, _)| *at <= after);
    on.happened[after.map_or(0, from)..]
        .iter()
        .filter_map(|(at, event)| {
            let seen = match viewer {
                Viewer::All => Some(*event),
                Viewer::Seat(_) | Viewer::Public => redact(*event, viewer.seat()),
            };
            Some(line(on, &names, *at, &seen?))
        })
        .collect()
}

fn line(on: &OnTable, names: &[String], at: u32, event: &Event) -> p::LogLine {
    p::LogLine {
        at,
        kind: kind(&event.what),
        text: told(on, names, event),
        rule: on.rule_id(event.rule),
        about: mention(on, &event.what),
    }
}

/// The sentence of the notation, with the players' own names.
fn told(on: &OnTable, names: &[String], event: &Event) -> String {
    named(&sentence(&on.game, &on.names, event), names)
}

/// The name of the variant in kebab-case.
fn kind(what: &What) -> String {
    let debug = format!("{what:?}");
    let name = debug.split([' ', '{', '(']).next().unwrap_or("");
    let mut word = String::with_capacity(name.len() + 4);
    for letter in name.chars() {
        if letter.is_uppercase() && !word.is_empty() {
            word.push('-');
        }
        word.extend(letter.to_lowercase());
    }
    word
}

fn mention(on: &OnTable, what: &What) -> p::Mention {
    let owner = |fighter: FighterId| on.game.table.owner(fighter);
    let seat = |seat: Seat| p::Mention {
        seat: Some(seat.0),
        ..p::Mention::default()
    };
    let fighter = |fighter: FighterId| p::Mention {
        seat: Some(owner(fighter).0),
        fighter: Some(fighter.0),
        ..p::Mention::default()
    };
    let pair = |attacker: FighterId, target: FighterId| p::Mention {
        target: Some(target.0),
        ..fighter(attacker)
    };
    let card = |source: Source| p::Mention {
        card: card_ref(on, source),
        ..seat(source.seat)
    };
    let dice = |who: Seat, die: &str, roll| p::Mention {
        dice: Some(p::Dice {
            seat: who.0,
            die: die.to_owned(),
            faces: faces(roll),
        }),
        ..seat(who)
    };
    let at = |hex: gloryhex_hexgrid::HexId| hex.get().map(|hex| hex.0);
    let caused = |by: By| match by {
        By::Fighter(by) => Some(by.0),
        By::Warband(_) | By::Hazard | By::Nobody => None,
    };
    let nothing = p::Mention::default;
    match *what {
        What::RolledOff { seat, roll } => dice(seat, "attack", roll),
        What::Rolled { seat, die, roll } => dice(seat, die_word(die), roll),
        What::Rerolled { seat: who, to, .. } => p::Mention {
            word: Some(to.word().to_owned()),
            ..seat(who)
        },
        What::Turned { seat: who, to, .. } => p::Mention {
            word: Some(to.word().to_owned()),
            ..seat(who)
        },
        What::LeftOut { seat: who, face } | What::Included { seat: who, face } => p::Mention {
            word: Some(face.word().to_owned()),
            ..seat(who)
        },
        What::WonRollOff { seat: who }
        | What::LostRollOff { seat: who }
        | What::BoardPlaced { seat: who }
        | What::TerritoryTaken { seat: who, .. }
        | What::HandReplaced { seat: who, .. }
        | What::TurnBegan { seat: who, .. }
        | What::PowerStepBegan { seat: who }
        | What::EndPhaseBegan { seat: who }
        | What::BoardChosen { seat: who, .. }
        | What::Passed { seat: who } => seat(who),
        What::Picked { seat: who, .. } => seat(who),
        What::TokenPlaced { seat: who, hex } => p::Mention {
            hex: at(hex),
            ..seat(who)
        },
        What::TokenRevealed { index, number } => p::Mention {
            feature: Some(index),
            amount: Some(number),
            ..nothing()
        },
        What::TokenFlipped { index, .. } | What::TokenRemoved { index } => p::Mention {
            feature: Some(index),
            ..nothing()
        },
        What::TokenMoved { index, hex } => p::Mention {
            feature: Some(index),
            hex: at(hex),
            ..nothing()
        },
        What::RoundBegan { round } => p::Mention {
            amount: Some(round),
            ..nothing()
        },
        What::Deployed { fighter: who, hex }
        | What::Placed { fighter: who, hex }
        | What::Returned { fighter: who, hex }
        | What::DroveBack {
            fighter: who,
            to: hex,
        } => p::Mention {
            hex: at(hex),
            ..fighter(who)
        },
        What::Moved {
            fighter: who,
            from,
            to,
        }
        | What::Pushed {
            fighter: who,
            from,
            to,
        } => p::Mention {
            from: at(from),
            hex: at(to),
            ..fighter(who)
        },
        What::Charged { fighter: who }
        | What::Guarded { fighter: who }
        | What::WasTrapped { fighter: who }
        | What::Overran { fighter: who }
        | What::StoodFast { fighter: who }
        | What::Inspired { fighter: who }
        | What::Uninspired { fighter: who }
        | What::TurnedOver { fighter: who }
        | What::SpellCast { caster: who }
        | What::SpellFailed { caster: who }
        | What::Backlash { caster: who } => fighter(who),
        What::Acted {
            fighter: who,
            source,
            ..
        }
        | What::UpgradeGiven {
            fighter: who,
            source,
        }
        | What::UpgradeLost {
            fighter: who,
            source,
        } => p::Mention {
            card: card_ref(on, source),
            ..fighter(who)
        },
        What::TokenGiven {
            fighter: who,
            token,
        }
        | What::TokenLost {
            fighter: who,
            token,
        } => p::Mention {
            word: Some(token.word().to_owned()),
            ..fighter(who)
        },
        What::Attacked {
            attacker, target, ..
        } => pair(attacker, target),
        What::AbilityPicked { keyword } => p::Mention {
            word: Some(keyword.word().to_owned()),
            ..nothing()
        },
        What::Succeeded {
            attacker,
            target,
            critical,
        } => p::Mention {
            outcome: Some(if critical {
                p::Outcome::Critical
            } else {
                p::Outcome::Success
            }),
            ..pair(attacker, target)
        },
        What::Drew { attacker, target } => p::Mention {
            outcome: Some(p::Outcome::Draw),
            ..pair(attacker, target)
        },
        What::Failed { attacker, target } => p::Mention {
            outcome: Some(p::Outcome::Fail),
            ..pair(attacker, target)
        },
        What::BrokenOff { attacker, target } => p::Mention {
            outcome: Some(p::Outcome::BrokenOff),
            ..pair(attacker, target)
        },
        What::Damaged {
            fighter: who,
            amount,
            by,
        } => p::Mention {
            amount: Some(amount),
            target: caused(by),
            ..fighter(who)
        },
        What::Healed {
            fighter: who,
            amount,
        } => p::Mention {
            amount: Some(amount),
            ..fighter(who)
        },
        What::TakenOut { fighter: who, by } => p::Mention {
            target: caused(by),
            ..fighter(who)
        },
        What::Gained { seat: who, glory } | What::Spent { seat: who, glory } => p::Mention {
            amount: Some(glory),
            ..seat(who)
        },
        What::CountersAdded {
            fighter: who,
            seat: whose,
            n,
            ..
        }
        | What::CountersRemoved {
            fighter: who,
            seat: whose,
            n,
            ..
        } => p::Mention {
            amount: Some(n),
            ..if who.is_some() {
                fighter(who)
            } else {
                seat(whose)
            }
        },
        What::Tracked { seat: who, step } => p::Mention {
            amount: Some(step),
            card: card_ref(
                on,
                Source {
                    seat: who,
                    slot: Source::PLOT,
                },
            ),
            ..seat(who)
        },
        What::CardDrawn {
            seat: who,
            slot: HIDDEN_POWER | HIDDEN_OBJECTIVE,
        } => seat(who),
        What::CardDrawn { seat, slot } => card(Source { seat, slot }),
        What::CardDiscarded { source }
        | What::Raided { source }
        | What::Stored { source }
        | What::CardShown { source, .. }
        | What::PutBack { source, .. }
        | What::CardPlayed { source }
        | What::Revealed { source }
        | What::EffectBegan { source }
        | What::EffectEnded { source } => card(source),
        What::Reacted { source, clause } => p::Mention {
            clause: Some(clause),
            ..card(source)
        },
        What::Scored { source, glory } => p::Mention {
            amount: Some(glory),
            ..card(source)
        },
        What::Delved {
            fighter: who,
            index,
        } => p::Mention {
            feature: Some(index),
            ..fighter(who)
        },
        What::HexChanged { hex, .. } => p::Mention {
            hex: at(hex),
            ..nothing()
        },
        What::CardNamed { seat: who, .. } => seat(who),
        What::TokensCleared | What::GameOver { .. } => nothing(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_called_by_their_names() {
        let names = ["Ada".to_owned(), "Player 1".to_owned()];
        assert_eq!(
            named("Player 1 lets Player 2 go first.", &names),
            "Ada lets Player 1 go first."
        );
        assert_eq!(
            named("Player 9, a Player !", &names),
            "Player 9, a Player !"
        );
    }

    #[test]
    fn kinds_are_kebab_case() {
        assert_eq!(kind(&What::TokensCleared), "tokens-cleared");
        assert_eq!(kind(&What::Passed { seat: Seat(0) }), "passed");
    }
}
