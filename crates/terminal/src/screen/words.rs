//! What the panels say: the tracker, hands, fighters, the log, odds. Lines are broken here, so that scrolling can count them.

use super::{field::tag, look};
use crate::sitting::{Sitting, Told};
use gloryhex_cardlang::weapon_text;
use gloryhex_editions::Content;
use gloryhex_engine::{
    Choice, Phase, Source, Verb, WeaponIx,
    odds::{self, Odds},
    ops::stats,
    state::Fighter,
};
use gloryhex_model::{FighterId, Seat, Stat, Token};
use gloryhex_search::hint::reason;
use ratatui::{
    style::Style,
    text::{Line, Span},
};

/// Breaks a text into lines of this width, further ones set in.
pub fn wrap(text: &str, width: usize, indent: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let used = line.chars().count();
        if used > 0 && used + 1 + word.chars().count() > width {
            lines.push(std::mem::take(&mut line));
            line = " ".repeat(indent.min(width / 2));
        } else if !line.trim().is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if !line.trim().is_empty() {
        lines.push(line);
    }
    lines
}

/// A text in lines of one style.
pub fn lines(text: &str, width: usize, indent: usize, style: Style) -> Vec<Line<'static>> {
    let broken = wrap(text, width, indent).into_iter();
    broken.map(|line| Line::styled(line, style)).collect()
}

/// Round, turn, phase, and everybody's glory.
pub fn tracker(sitting: &Sitting) -> Line<'static> {
    let (game, clock) = (&sitting.game, &sitting.game.state.clock);
    let rules = &game.table.rules;
    let mut text = rules.title.to_string();
    if clock.round > 0 {
        text += &format!(" · round {}/{}", clock.round, rules.rounds);
    }
    let turns = rules.turns[usize::from(clock.players)] * clock.players;
    text += match clock.phase {
        Phase::Setup => " · set-up",
        Phase::Start => " · the round begins",
        Phase::Action | Phase::Power => "",
        Phase::End => " · end phase",
        Phase::Over => " · over",
    };
    if matches!(clock.phase, Phase::Action | Phase::Power) {
        text += &format!(" · turn {}/{turns}", clock.turn);
        text += match clock.phase {
            Phase::Power => ", power step",
            _ => "",
        };
    }
    let mut spans = vec![Span::styled(text, look::HEAD)];
    for seat in game.state.all_seats() {
        let who = match sitting.human(seat) {
            true if !sitting.seats.hot_seat => "you".to_owned(),
            true => format!("player {}", seat.number()),
            false => sitting.seats.opponent.to_string(),
        };
        let player = &game.state.seats[seat];
        let spent = match player.spent {
            0 => String::new(),
            spent => format!(" ({spent} spent)"),
        };
        let text = format!(
            "  {} {who} {} glory{spent}",
            look::shape(seat),
            player.glory
        );
        spans.push(Span::styled(text, look::seat(seat)));
    }
    Line::from(spans)
}

/// The cards in a hand with their texts.
pub fn hand(sitting: &Sitting, content: &Content, seat: Seat, width: usize) -> Vec<Line<'static>> {
    let mut text = Vec::new();
    for (source, card) in sitting.hand(seat) {
        let (mark, kind) = match source.slot >= Source::OBJECTIVES {
            true => ("◈", "objective"),
            false => ("▣", "power card"),
        };
        let name = sitting.names.card(source).to_owned();
        text.push(Line::from(vec![
            Span::raw(format!("{mark} ")),
            Span::styled(name, look::seat(seat)),
            Span::styled(format!("  {kind}"), look::QUIET),
        ]));
        for line in content.text(card).lines() {
            let indented = lines(line, width.saturating_sub(2), 0, Style::new());
            text.extend(indented.into_iter().map(|mut line| {
                line.spans.insert(0, Span::raw("  "));
                line
            }));
        }
    }
    if text.is_empty() {
        text.push(Line::styled("No cards in hand.", look::QUIET));
    }
    text
}

const TOKENS: &[(Token, &str)] = &[
    (Token::Move, "Move"),
    (Token::Charge, "Charge"),
    (Token::Guard, "Guard"),
    (Token::Stagger, "Stagger"),
];

/// A fighter: where it is, what it is worth, what it fights with.
pub fn fighter(sitting: &Sitting, fighter: FighterId, width: usize) -> Vec<Line<'static>> {
    let (game, sight) = (&sitting.game, sitting.game.sight());
    let now = game.state.fighter(fighter);
    let seat = game.table.owner(fighter);
    let place = match (now.on_field(), now.is(Fighter::OUT)) {
        (true, _) => game.grid.name(now.hex),
        (false, true) => "out".to_owned(),
        (false, false) => "–".to_owned(),
    };
    let stat = |what| stats::stat(sight, fighter, what);
    let (damage, wounds) = (usize::from(now.damage), usize::from(stat(Stat::Wounds)));
    let hearts = "♥".repeat(wounds.saturating_sub(damage)) + &"♡".repeat(damage.min(wounds));
    let mut rest = format!(
        " {place:4} {hearts} move {} defence {}",
        stat(Stat::Move),
        stat(Stat::Defence)
    );
    if now.is(Fighter::INSPIRED) {
        rest.push_str(", Inspired");
    }
    for (_, word) in TOKENS.iter().filter(|(token, _)| now.has(*token)) {
        rest.push_str(&format!(", {word}"));
    }
    let tag = tag(game, &sitting.names, fighter);
    let name = format!("{tag} {:18}", sitting.names.printed(fighter));
    let name = Span::styled(name, look::seat(seat));
    let mut text = match name.width() + rest.chars().count() > width {
        true => vec![Line::from(name), Line::raw(format!("    {rest}"))],
        false => vec![Line::from(vec![name, Span::raw(rest)])],
    };
    stats::each_weapon(sight, fighter, |weapon| {
        if let Some(def) = stats::weapon_def(sight, fighter, weapon) {
            let words = format!("     {}", weapon_text(def, &game.table.rules.words));
            let broken = wrap(&words, width.saturating_sub(5), 2).into_iter();
            text.extend(broken.map(|line| Line::styled(format!("     {line}"), look::QUIET)));
        }
    });
    text
}

/// All warbands.
pub fn fighters(sitting: &Sitting, width: usize) -> Vec<Line<'static>> {
    let everyone = sitting.game.table.everyone();
    everyone
        .flat_map(|id| fighter(sitting, id, width))
        .collect()
}

/// What has happened.
pub fn log(sitting: &Sitting, width: usize) -> Vec<Line<'static>> {
    let mut text = Vec::new();
    for told in &sitting.told {
        match told {
            Told::Event(sentence) => text.extend(lines(sentence, width, 2, Style::new())),
            Told::Chose(seat, words) => {
                let words = format!("{} {words}", look::shape(*seat));
                text.extend(lines(&words, width, 2, look::seat(*seat)));
            }
            Told::Why(words) => text.extend(lines(words, width, 2, look::QUIET)),
        }
    }
    text
}

/// A bar of what an attack may come to, and the figures.
fn bar(odds: &Odds, width: usize) -> Vec<Line<'static>> {
    let percent = |count| (100.0 * odds.p(count)).round();
    let room = width.clamp(10, 40) as f64;
    let cells = |count| (room * odds.p(count)).round() as usize;
    let (hit, drawn) = (cells(odds.success), cells(odds.draw));
    let miss = (room as usize).saturating_sub(hit + drawn);
    let mut after = Vec::new();
    if odds.out > 0 {
        after.push(format!("out of action {} %", percent(odds.out)));
    }
    if odds.drive_back > 0 {
        after.push(format!("driven back {} %", percent(odds.drive_back)));
    }
    after.push(format!("{:.1} damage on average", odds.mean_damage()));
    vec![
        Line::from(vec![
            Span::styled("█".repeat(hit), look::HIT),
            Span::styled("▒".repeat(drawn), look::DRAWN),
            Span::styled("░".repeat(miss), look::QUIET),
        ]),
        Line::from(vec![
            Span::styled(format!("hit {} %", percent(odds.success)), look::HIT),
            Span::raw("  "),
            Span::styled(format!("drawn {} %", percent(odds.draw)), look::DRAWN),
            Span::raw(format!("  miss {} %", percent(odds.fail))),
        ]),
        Line::raw(after.join(", ")),
    ]
}

/// What speaks for a choice before it is made: odds, or the text of the card.
pub fn about(
    sitting: &Sitting,
    content: &Content,
    seat: Seat,
    choice: Choice,
    width: usize,
) -> Vec<Line<'static>> {
    let sight = sitting.game.sight();
    let card = |source: Source| {
        let card = sitting.game.table.index.card(source);
        let text = content.text(card);
        let broken = text.lines().flat_map(|line| wrap(line, width, 2));
        broken.map(Line::raw).collect()
    };
    if choice.verb == Verb::Attack {
        let (own, target) = (FighterId(choice.a), FighterId(choice.b));
        let odds = odds::attack(sight, own, target, WeaponIx(choice.c), 0);
        return bar(&odds, width);
    }
    if choice.verb == Verb::Charge {
        return lines(&reason(sight, seat, choice), width, 0, Style::new());
    }
    if matches!(choice.verb, Verb::Fighter | Verb::Guard) {
        return fighter(sitting, FighterId(choice.a), width);
    }
    choice.source(seat).map_or(Vec::new(), card)
}

/// The odds of the attack that is being resolved.
pub fn in_progress(sitting: &Sitting, width: usize) -> Vec<Line<'static>> {
    odds::in_progress(sitting.game.sight()).map_or(Vec::new(), |odds| bar(&odds, width))
}
