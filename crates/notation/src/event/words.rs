//! The short words that scenarios look for: one for each kind of event, and what it is about.

use super::hex_name;
use crate::{choice::feature, names::Names};
use gloryhex_engine::{Event, Game, Source, What};
use gloryhex_hexgrid::HexId;
use gloryhex_model::{CounterId, FighterId, Roll, Seat};

/// The words scenarios use for events.
pub const WORDS: [&str; 77] = [
    "ability",
    "acted",
    "attack",
    "backlash",
    "board",
    "board-placed",
    "broken-off",
    "card-named",
    "card-shown",
    "cast",
    "charge",
    "clean-up",
    "critical",
    "counters-added",
    "counters-removed",
    "damage",
    "delve",
    "deploy",
    "discard",
    "draw",
    "draw-card",
    "drive-back",
    "effect",
    "effect-ended",
    "end-phase",
    "fail",
    "flip",
    "glory",
    "guard",
    "heal",
    "hex",
    "included",
    "inspired",
    "left-out",
    "lost",
    "move",
    "out",
    "over",
    "overrun",
    "pass",
    "picked",
    "place",
    "ploy",
    "power-step",
    "push",
    "put-on-top",
    "put-under",
    "raided",
    "react",
    "redraw",
    "reroll",
    "return",
    "reveal",
    "roll",
    "roll-off",
    "round",
    "score",
    "spell",
    "spell-failed",
    "spent",
    "stand-fast",
    "stored",
    "success",
    "territory",
    "token-given",
    "token-moved",
    "token-placed",
    "token-removed",
    "token-taken",
    "trapped",
    "turn",
    "turned",
    "turned-over",
    "uninspired",
    "upgrade",
    "upgrade-lost",
    "won",
];

/// What an event is called in scenarios, with what it is about. Some events have two names.
pub fn words(game: &Game, names: &Names, event: &Event) -> Vec<(&'static str, Vec<String>)> {
    let who = |id: FighterId| names.fighter(id).to_owned();
    let at = |hex: HexId| hex_name(game, hex);
    let num = |n: u8| n.to_string();
    let seat = |s: Seat| s.number().to_string();
    let card = |source: Source| names.card(source).to_owned();
    let one = |word, about: Vec<String>| vec![(word, about)];
    let counted = |fighter: FighterId, s: Seat, counter: CounterId, n: u8| {
        let whose = if fighter.is_some() {
            who(fighter)
        } else {
            seat(s)
        };
        let known = game.table.catalog.counters.get(usize::from(counter.0));
        vec![
            whose,
            known.map_or(String::new(), |known| known.word.clone()),
            num(n),
        ]
    };
    match event.what {
        What::RolledOff { seat: s, .. } => one("roll-off", vec![seat(s)]),
        What::WonRollOff { seat: s } => one("won", vec![seat(s)]),
        What::LostRollOff { seat: s } => one("lost", vec![seat(s)]),
        What::Picked { by, seat: s } => one("picked", vec![seat(by), seat(s)]),
        What::BoardChosen { seat: s, sheet } => {
            one("board", vec![seat(s), names.sheet(sheet).to_owned()])
        }
        What::BoardPlaced { seat: s } => one("board-placed", vec![seat(s)]),
        What::TerritoryTaken { seat: s, .. } => one("territory", vec![seat(s)]),
        What::TokenPlaced { seat: s, hex } => one("token-placed", vec![seat(s), at(hex)]),
        What::TokenRevealed { number, .. } => one("reveal", vec![num(number)]),
        What::TokenFlipped { index, .. } => one("flip", vec![feature(game, index)]),
        What::TokenMoved { index, hex } => one("token-moved", vec![feature(game, index), at(hex)]),
        What::TokenRemoved { index } => one("token-taken", vec![feature(game, index)]),
        What::HandReplaced { seat: s, .. } => one("redraw", vec![seat(s)]),
        What::Deployed { fighter, hex } => one("deploy", vec![who(fighter), at(hex)]),
        What::RoundBegan { round } => one("round", vec![num(round)]),
        What::TurnBegan { seat: s, .. } => one("turn", vec![seat(s)]),
        What::PowerStepBegan { seat: s } => one("power-step", vec![seat(s)]),
        What::EndPhaseBegan { seat: s } => one("end-phase", vec![seat(s)]),
        What::Passed { seat: s } => one("pass", vec![seat(s)]),
        What::Moved { fighter, from, to } => one("move", vec![who(fighter), at(from), at(to)]),
        What::Pushed { fighter, from, to } => one("push", vec![who(fighter), at(from), at(to)]),
        What::Placed { fighter, hex } => one("place", vec![who(fighter), at(hex)]),
        What::Charged { fighter } => one("charge", vec![who(fighter)]),
        What::Guarded { fighter } => one("guard", vec![who(fighter)]),
        What::Acted {
            fighter, source, ..
        } => one("acted", vec![who(fighter), card(source)]),
        What::TokenGiven { fighter, token } => {
            one("token-given", vec![who(fighter), token.word().to_owned()])
        }
        What::TokenLost { fighter, token } => {
            one("token-removed", vec![who(fighter), token.word().to_owned()])
        }
        What::Attacked {
            attacker, target, ..
        } => one("attack", vec![who(attacker), who(target)]),
        What::AbilityPicked { keyword } => one("ability", vec![keyword.word().to_owned()]),
        What::Rolled { seat: s, roll, .. } => {
            let mut about = vec![seat(s)];
            about.extend(faces(roll));
            one("roll", about)
        }
        What::Rerolled { seat: s, from, to } => one(
            "reroll",
            vec![seat(s), from.word().to_owned(), to.word().to_owned()],
        ),
        What::Turned { seat: s, from, to } => one(
            "turned",
            vec![seat(s), from.word().to_owned(), to.word().to_owned()],
        ),
        What::LeftOut { seat: s, face } => one("left-out", vec![seat(s), face.word().to_owned()]),
        What::Succeeded {
            attacker,
            target,
            critical,
        } => {
            let mut list = one("success", vec![who(attacker), who(target)]);
            if critical {
                list.push(("critical", vec![who(attacker), who(target)]));
            }
            list
        }
        What::Drew { attacker, target } => one("draw", vec![who(attacker), who(target)]),
        What::Failed { attacker, target } => one("fail", vec![who(attacker), who(target)]),
        What::BrokenOff { attacker, target } => one("broken-off", vec![who(attacker), who(target)]),
        What::WasTrapped { fighter } => one("trapped", vec![who(fighter)]),
        What::DroveBack { fighter, to } => one("drive-back", vec![who(fighter), at(to)]),
        What::Overran { fighter } => one("overrun", vec![who(fighter)]),
        What::StoodFast { fighter } => one("stand-fast", vec![who(fighter)]),
        What::Damaged {
            fighter, amount, ..
        } => one("damage", vec![who(fighter), num(amount)]),
        What::Healed { fighter, amount } => one("heal", vec![who(fighter), num(amount)]),
        What::TakenOut { fighter, .. } => one("out", vec![who(fighter)]),
        What::Returned { fighter, hex } => one("return", vec![who(fighter), at(hex)]),
        What::Inspired { fighter } => one("inspired", vec![who(fighter)]),
        What::Uninspired { fighter } => one("uninspired", vec![who(fighter)]),
        What::TurnedOver { fighter } => one("turned-over", vec![who(fighter)]),
        What::Gained { seat: s, glory } => one("glory", vec![seat(s), num(glory)]),
        What::Spent { seat: s, glory } => one("spent", vec![seat(s), num(glory)]),
        What::Tracked { seat: s, step } => one("tracked", vec![seat(s), num(step)]),
        What::CountersAdded {
            fighter,
            seat: s,
            counter,
            n,
        } => one("counters-added", counted(fighter, s, counter, n)),
        What::CountersRemoved {
            fighter,
            seat: s,
            counter,
            n,
        } => one("counters-removed", counted(fighter, s, counter, n)),
        What::CardDrawn { seat: s, slot } => {
            let source = Source { seat: s, slot };
            one("draw-card", vec![seat(s), card(source)])
        }
        What::CardDiscarded { source } => one("discard", vec![seat(source.seat), card(source)]),
        What::Raided { source } => one("raided", vec![seat(source.seat), card(source)]),
        What::Stored { source } => one("stored", vec![seat(source.seat), card(source)]),
        What::CardShown { source, .. } => one("card-shown", vec![seat(source.seat), card(source)]),
        What::CardNamed { seat: s, title } => {
            let title = game.table.catalog.card(title).name.clone();
            one("card-named", vec![seat(s), title])
        }
        What::Included { seat: s, face } => one("included", vec![seat(s), face.word().to_owned()]),
        What::PutBack { source, top: true } => {
            one("put-on-top", vec![seat(source.seat), card(source)])
        }
        What::PutBack { source, top: false } => {
            one("put-under", vec![seat(source.seat), card(source)])
        }
        What::CardPlayed { source } => {
            vec![
                ("ploy", vec![seat(source.seat), card(source)]),
                ("spell", vec![seat(source.seat), card(source)]),
            ]
        }
        What::UpgradeGiven { source, fighter } => one("upgrade", vec![who(fighter), card(source)]),
        What::UpgradeLost { source, fighter } => {
            one("upgrade-lost", vec![who(fighter), card(source)])
        }
        What::Reacted { source, .. } => one("react", vec![seat(source.seat), card(source)]),
        What::Scored { source, glory } => {
            one("score", vec![seat(source.seat), card(source), num(glory)])
        }
        What::Revealed { source } => one("reveal", vec![seat(source.seat), card(source)]),
        What::Delved { fighter, index } => one("delve", vec![who(fighter), feature(game, index)]),
        What::SpellCast { caster } => one("cast", vec![who(caster)]),
        What::SpellFailed { caster } => one("spell-failed", vec![who(caster)]),
        What::Backlash { caster } => one("backlash", vec![who(caster)]),
        What::HexChanged { hex, kinds } => one("hex", vec![at(hex), kinds.to_string()]),
        What::EffectBegan { source } => one("effect", vec![card(source)]),
        What::EffectEnded { source } => one("effect-ended", vec![card(source)]),
        What::TokensCleared => one("clean-up", Vec::new()),
        What::GameOver { .. } => one("over", Vec::new()),
    }
}

fn faces(roll: Roll) -> Vec<String> {
    roll.faces()
        .flat_map(|face| vec![face.word().to_owned(); usize::from(roll.count(face))])
        .collect()
}
