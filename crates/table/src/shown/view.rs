//! The table, the battlefield and the game as one viewer may see them.

use super::{Viewer, card_ref, faces, faces::*, log::named};
use crate::{
    entry::Leaving,
    play::{OnTable, Play},
    record::Cut,
};
use gloryhex_cardlang::{Instr, TRACK};
use gloryhex_editions::Content;
use gloryhex_engine::{
    Ending, Phase, Source, Verdict,
    attack::Attack,
    cards,
    effect::Until,
    frames::combat,
    ops,
    state::{Feature, Fighter},
    view::Counts,
};
use gloryhex_model::{Counter, FaceSet, FighterId, Seat, Stat, Token};
use gloryhex_protocol as p;

/// The Grand Alliance of an edition's warband, or nothing.
fn alliance(content: &Content, edition: &str, warband: &str) -> String {
    content
        .catalog
        .warband(edition, warband)
        .map_or_else(String::new, |known| known.def.alliance.clone())
}

/// What never changes, for somebody who plays these seats.
pub fn table(content: &Content, play: &Play, on: &OnTable, viewers: &[Viewer]) -> p::Table {
    let game = &on.game;
    let table = &game.table;
    let seats = (0u8..).zip(&play.record.chairs).map(|(seat, chair)| {
        let card = |slot| {
            let seat = Seat(seat);
            card_ref(on, Source { seat, slot })
        };
        p::TableSeat {
            seat,
            name: chair.name.clone(),
            kind: chair.kind.clone(),
            warband: chair.warband.clone(),
            alliance: alliance(content, &table.rules.name, &chair.warband),
            warscroll: card(Source::WARSCROLL),
            plot: card(Source::PLOT),
        }
    });
    let fighters = table.everyone().map(|id| {
        let entrant = table.entrant(id);
        let source = Source {
            seat: entrant.seat,
            slot: Source::FIGHTERS + entrant.index,
        };
        let slug = on.names.fighter(id).to_owned();
        let abilities = Some(table.index.card(source));
        fighter_card(content, id.0, entrant.seat.0, &entrant.def, slug, abilities)
    });
    let mut deck = Vec::new();
    for seat in Seat::all(table.players) {
        if viewers.iter().any(|viewer| viewer.sees(seat)) {
            let cards = table.deck(seat);
            let slots = (0..cards.power.len() as u8)
                .chain((0..cards.objectives.len() as u8).map(|slot| slot + Source::OBJECTIVES));
            deck.extend(slots.filter_map(|slot| card_ref(on, Source { seat, slot })));
        }
    }
    p::Table {
        game: play.id.clone(),
        edition: table.rules.name.to_string(),
        title: table.rules.title.to_string(),
        rounds: table.rules.rounds,
        turns: table.rules.turns[table.players as usize],
        variant: play.plan.variant.clone(),
        seats: seats.collect(),
        fighters: fighters.collect(),
        boards: table.sheets.iter().map(|s| s.name().to_owned()).collect(),
        deck,
    }
}

/// The game now. Presence and clocks are filled in by the room.
pub fn view(play: &Play, on: &OnTable, viewer: Viewer) -> p::GameView {
    let known = on.game.view(viewer.seat());
    let decision = super::decision(play, on, viewer);
    let on = &match viewer {
        Viewer::All => on.seen(on.game.state),
        Viewer::Seat(_) | Viewer::Public => on.seen(known.state),
    };
    let sight = on.game.sight();
    let state = sight.state;
    p::GameView {
        at: play.record.at,
        viewer: viewer.seat().map(|seat| seat.0),
        tracker: tracker(play, on),
        decision,
        players: state
            .all_seats()
            .map(|seat| player(on, seat, known.counts[seat]))
            .collect(),
        fighters: on.game.table.everyone().map(|id| fighter(on, id)).collect(),
        features: (0u8..)
            .zip(&state.features)
            .filter(|(_, feature)| **feature != Feature::ABSENT)
            .filter_map(|(id, token)| feature(on, id, token, viewer))
            .collect(),
        fight: state.attack().and_then(|attack| fight(on, attack)),
        lasting: state
            .effects
            .iter()
            .filter_map(|effect| {
                Some(p::Lasting {
                    card: card_ref(on, effect.source)?,
                    until: until(effect.term.until()).to_owned(),
                })
            })
            .collect(),
        ending: play.is_over().then(|| ending(play, on)),
        take_back: viewer
            .seat()
            .and_then(|seat| crate::take_back::told(play, seat)),
    }
}

fn tracker(play: &Play, on: &OnTable) -> p::Tracker {
    let game = &on.game;
    let clock = &game.state.clock;
    let rules = &game.table.rules;
    let turns = rules.turns[game.table.players as usize] * game.table.players;
    let step = match clock.phase {
        Phase::Setup => "setup",
        Phase::Start => "start",
        Phase::Action => "action",
        Phase::Power => "power",
        Phase::End => "end",
        Phase::Over => "over",
    };
    let phase = if play.is_over() { "over" } else { step };
    let words = match phase {
        "setup" => "Set-up",
        "start" => "Start of the round",
        "action" if rules.focus => "Action step",
        "action" => "Activation",
        "power" => "Power step",
        "end" => "End phase",
        _ => "The end",
    };
    let text = match phase {
        "setup" | "over" => words.to_owned(),
        "action" | "power" => {
            format!(
                "Round {} · turn {} of {turns} · {words}",
                clock.round, clock.turn
            )
        }
        _ => format!("Round {} · {words}", clock.round),
    };
    p::Tracker {
        round: clock.round,
        phase: phase.to_owned(),
        turn: clock.turn,
        turns,
        active: clock.active,
        first: clock.first,
        text,
    }
}

/// A player's cards as far as the state still names them, and how many there are.
fn player(on: &OnTable, seat: Seat, counts: Counts) -> p::Player {
    let player = &on.game.state.seats[seat];
    let pile = |bits: u64, first: u8, count: Option<u8>| p::Pile {
        count: count.unwrap_or(bits.count_ones() as u8),
        cards: (0..64u8)
            .filter(|slot| bits >> slot & 1 == 1)
            .filter_map(|slot| {
                let slot = first + slot;
                card_ref(on, Source { seat, slot })
            })
            .collect(),
    };
    let power = |bits: u64, count: Option<u8>| pile(bits, 0, count);
    let objectives =
        |bits: u32, count: Option<u8>| pile(u64::from(bits), Source::OBJECTIVES, count);
    p::Player {
        seat: seat.0,
        glory: player.glory,
        spent: player.spent,
        power_hand: power(player.power.hand(), Some(counts.power_hand)),
        objective_hand: objectives(player.objectives.hand(), Some(counts.objective_hand)),
        met: met(on, seat),
        power_deck: power(player.power.deck(), Some(counts.power_deck)),
        objective_deck: objectives(player.objectives.deck(), Some(counts.objective_deck)),
        power_discard: power(player.power.discard(), None),
        objective_discard: objectives(player.objectives.discard(), None),
        scored: objectives(player.objectives.scored(), None),
        active: power(player.power.active(), None),
        gauges: gauges(on, seat),
        connected: false,
        clock: None,
    }
}

/// What a seat's plot card keeps track of. It lies on the table, so everybody knows it.
fn gauges(on: &OnTable, seat: Seat) -> Vec<p::Gauge> {
    let slot = Source::PLOT;
    let source = Source { seat, slot };
    let code = on.game.table.code(source);
    let tracks = |code: &&gloryhex_cardlang::CardCode| {
        let step = |instr: &Instr| matches!(instr, Instr::Track(_));
        code.code.iter().any(step)
    };
    let (Some(_), Some(card)) = (code.filter(tracks), card_ref(on, source)) else {
        return Vec::new();
    };
    let step = on.game.state.seats[seat].count(Counter::Tracker);
    let rises = TRACK.map(|step| step as u8).to_vec();
    vec![p::Gauge {
        name: "Cataclysm value".to_owned(),
        value: 1 + rises.iter().filter(|rise| step >= **rise).count() as u8,
        step,
        rises,
        card,
    }]
}

/// The objectives in a seat's hand that could be scored if the round ended as things stand, as far as the
/// state still names them.
fn met(on: &OnTable, seat: Seat) -> Vec<p::CardRef> {
    let hand = on.game.state.seats[seat].objectives.hand();
    let playing = on.game.state.clock.round > 0;
    (0..32u8)
        .filter(|slot| playing && hand >> slot & 1 == 1)
        .filter(|slot| cards::scorable(on.game.sight(), seat, *slot))
        .filter_map(|slot| {
            let slot = Source::OBJECTIVES + slot;
            card_ref(on, Source { seat, slot })
        })
        .collect()
}

fn fighter(on: &OnTable, id: FighterId) -> p::Fighter {
    let sight = on.game.sight();
    let now = sight.state.fighter(id);
    let seat = on.game.table.owner(id);
    let stat = |stat| ops::stats::stat(sight, id, stat);
    let side = ops::stats::profile(sight, id);
    let mut weapons = Vec::new();
    ops::stats::each_weapon(sight, id, |ix| {
        let printed = ops::stats::weapon_def(sight, id, ix);
        if let (Some(def), Some(with)) = (printed, ops::stats::weapon(sight, id, ix, None)) {
            weapons.push(p::Weapon {
                range: with.range,
                dice: with.dice,
                symbol: with.symbol.word().to_owned(),
                damage: with.damage,
                keywords: keywords(with.keywords, with.knockback, def),
                upgrade: ix
                    .slot()
                    .and_then(|slot| card_ref(on, Source { seat, slot })),
                ..weapon(ix.0, def)
            });
        }
    });
    let upgrades = sight.state.upgrades(sight.table, id);
    p::Fighter {
        id: id.0,
        hex: now.hex.get().map(|hex| hex.0),
        damage: now.damage,
        tokens: Token::ALL
            .into_iter()
            .flat_map(|token| {
                std::iter::repeat_n(token.word().to_owned(), now.tokens(token) as usize)
            })
            .collect(),
        inspired: now.is(Fighter::INSPIRED),
        out: now.is(Fighter::OUT),
        vulnerable: ops::stats::vulnerable(sight, id),
        upgrades: (0..64u8)
            .filter(|slot| upgrades >> slot & 1 == 1)
            .filter_map(|slot| card_ref(on, Source { seat, slot }))
            .collect(),
        now: p::Profile {
            movement: stat(Stat::Move),
            defence: stat(Stat::Defence),
            defence_symbol: side.defence_symbol.word().to_owned(),
            wounds: stat(Stat::Wounds),
            bounty: stat(Stat::Bounty),
            wizard: stat(Stat::Wizard),
            weapons,
        },
    }
}

/// A token on the battlefield, or one dealt to the viewer and not placed yet.
fn feature(on: &OnTable, id: u8, token: &Feature, viewer: Viewer) -> Option<p::Feature> {
    let dealt_to_viewer = token.dealt != 255 && viewer.sees(Seat(token.dealt));
    if !token.on_field() && !dealt_to_viewer {
        return None;
    }
    let artefact = token.flags & Feature::ARTEFACT != 0;
    let known = token.numbered() || token.flags & Feature::KNOWN != 0;
    let rules = &on.game.table.rules.tokens;
    let side = match () {
        () if artefact => "artefact",
        () if token.numbered() && rules.each_territory => "treasure",
        () if token.numbered() => "objective",
        () if rules.reverse_is_cover => "cover",
        () => "gloom",
    };
    Some(p::Feature {
        id,
        hex: token.hex.get().map(|hex| hex.0),
        number: (token.number != 0).then_some(token.number),
        numbered: token.numbered(),
        side: side.to_owned(),
        secret: token.number != 0 && !known && dealt_to_viewer,
    })
}

fn fight(on: &OnTable, attack: &Attack) -> Option<p::Fight> {
    if !attack.attacker.is_some() || !attack.target.is_some() {
        return None;
    }
    let sight = on.game.sight();
    let table = &on.game.table;
    let def = ops::stats::weapon_def(sight, attack.attacker, attack.weapon);
    let magic = def.is_some_and(|def| def.spell);
    let dice = |roll: gloryhex_model::Roll, seat: Seat, die: &str| {
        (!roll.is_empty()).then(|| p::Dice {
            seat: seat.0,
            die: die.to_owned(),
            faces: faces(roll),
        })
    };
    let words = |set: FaceSet| set.iter().map(|face| face.word().to_owned()).collect();
    Some(p::Fight {
        attacker: attack.attacker.0,
        target: attack.target.0,
        weapon: def.map_or(String::new(), |def| def.name.clone()),
        attack: dice(
            attack.attack_roll,
            table.owner(attack.attacker),
            if magic { "magic" } else { "attack" },
        ),
        defence: dice(attack.defence_roll, table.owner(attack.target), "defence"),
        counts: [
            words(combat::attack_successes(sight, attack)),
            words(combat::defence_successes(sight, attack)),
        ],
        verdict: match attack.verdict {
            Verdict::Open => "open",
            Verdict::Success => "success",
            Verdict::Draw => "draw",
            Verdict::Fail => "fail",
        }
        .to_owned(),
    })
}

fn until(until: Until) -> &'static str {
    match until {
        Until::NextActivation | Until::NextTurn => "until the next turn is over",
        Until::Step => "until this power step is over",
        Until::NextStep => "until the next power step",
        Until::OwnNextActivation | Until::OwnNextTurn => "until your next turn is over",
        Until::Activation => "until this turn is over",
        Until::Attack => "until this attack is over",
        Until::Action => "until this action is over",
        Until::NextSpell => "for the next spell",
        Until::Phase => "until the end phase",
        Until::Round => "until the round is over",
        Until::Game => "for the rest of the game",
        Until::Group => "until another takes its place",
        Until::GroupOrRound => "until the round is over or another takes its place",
        Until::Activations => "for a number of turns",
    }
}

/// How a game ended.
pub fn ending(play: &Play, on: &OnTable) -> p::Ending {
    let names = super::people_names(play);
    let name = |seat: u8| names.get(seat as usize).cloned().unwrap_or_default();
    let (how, text) = match (play.record.cut, on.game.ending()) {
        (Some(Cut::Left(seat, why)), _) => {
            let (how, what) = match why {
                Leaving::Resigned => ("resigned", "gave up"),
                Leaving::Time => ("time", "ran out of time"),
                Leaving::Away => ("away", "did not come back"),
            };
            let others: Vec<String> = (0..names.len() as u8)
                .filter(|other| *other != seat)
                .map(name)
                .collect();
            (
                how,
                format!("{} wins: {} {what}.", name(seat), others.join(" and ")),
            )
        }
        (Some(Cut::Agreed), _) => ("agreed", "The players agreed to a draw.".to_owned()),
        (None, Ending::Running) => ("fault", "The game could not go on.".to_owned()),
        (None, ending) => {
            let how = match ending {
                Ending::Glory(_) => "glory",
                Ending::TieBreak(..) => "tie-break",
                Ending::Draw(_) | Ending::Running => "draw",
            };
            (how, named(&gloryhex_notation::event::over(ending), &names))
        }
    };
    p::Ending {
        winners: play.winners(),
        how: how.to_owned(),
        text,
    }
}

/// A refusal with the rule's title and text.
pub fn refusal(
    content: &Content,
    rules: &[p::RuleEntry],
    on: &OnTable,
    choice: &str,
    refusal: gloryhex_engine::Refusal,
) -> p::Refusal {
    let id = on.rule_id(refusal.rule);
    let entry = rules.iter().find(|rule| rule.id == id);
    let of =
        |part: fn(&p::RuleEntry) -> &String| entry.map_or_else(String::new, |e| part(e).clone());
    p::Refusal {
        choice: choice.to_owned(),
        title: of(|e| &e.title),
        text: of(|e| &e.text),
        page: of(|e| &e.page),
        remedy: content.remedy(&on.game.table, &refusal),
        rule: id,
    }
}
