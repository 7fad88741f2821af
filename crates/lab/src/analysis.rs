//! An analysed game for people and programs: as text, as JSON and as an SVG chart, and the reading of
//! either kind of replay file.

use crate::{replay as random, study::page::escape};
use gloryhex_editions::Content;
use gloryhex_engine::{Choice, Choices, Game, Pending, Seeded, Source, Windows};
use gloryhex_notation::{Names, choice, event, replay::Replay};
use gloryhex_search::{
    Analysis, Record, Rounds,
    analysis::{Missed, Moment, Slip},
};
use serde_json::{Value, json};
use std::{collections::HashMap, fmt::Write, sync::Arc};

/// A replay that was read.
pub struct Reading {
    /// The edition.
    pub edition: String,
    /// The game.
    pub record: Record,
    /// That it is of another version or of other content.
    pub strange: Vec<String>,
    /// How it parts from what the replay says of it, if it does.
    pub difference: Option<String>,
}

/// Reads a replay, of either kind, as a record of a game.
///
/// # Errors
/// What is wrong with it, and where.
pub fn read(content: &Content, file: &str, text: &str) -> Result<Reading, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        format!("{file}:{line}:{column}: not a replay: {error}")
    })?;
    if value.get("inputs").is_some() {
        let replay = Replay::read(file, text).map_err(|problem| problem.to_string())?;
        return written(content, &replay).map_err(|problem| format!("{file}: {problem}"));
    }
    let replay: random::Replay =
        serde_json::from_value(value).map_err(|error| format!("{file}: not a replay: {error}"))?;
    let table = replay.table(content).map_err(|p| format!("{file}: {p}"))?;
    let strange = replay.strange(content.hash);
    let rounds = replay
        .table_of_rounds(content)
        .map_err(|p| format!("{file}: {p}"))?;
    let difference = replay.verify_on(&table, rounds.clone()).err();
    let sudden_death = replay.sudden_death.zip(rounds);
    let record = Record {
        table,
        windows: replay.windows(),
        seed: replay.seed,
        reseeds: replay.reseeds,
        sudden_death: sudden_death.map(|(begin, table)| Rounds {
            first: begin.first,
            table,
            seed: begin.seed,
        }),
        choices: replay.choices,
    };
    Ok(Reading {
        edition: replay.edition,
        record,
        strange,
        difference,
    })
}

/// A replay whose choices are words.
fn written(content: &Content, replay: &Replay) -> Result<Reading, String> {
    let spec = replay.table.spec();
    let table = Arc::new(content.table(&spec).map_err(|p| p.to_string())?);
    let names = Names::of(&table);
    let windows = match replay.all_windows {
        true => Windows::Public,
        false => Windows::Playable,
    };
    let mut game = Game::new(Arc::clone(&table), windows);
    let mut chance = Seeded::new(replay.seed);
    let mut choices = Vec::with_capacity(replay.inputs.len());
    let mut list = Choices::new();
    let mut pending = game.go_on(&mut chance, None, &mut list);
    for (ix, input) in replay.inputs.iter().enumerate() {
        let number = ix + 1;
        let Pending::Decide(seat) = pending else {
            return Err(format!("input {number}: the game is over before it"));
        };
        let text = input
            .split_once(": ")
            .map_or(input.as_str(), |(_, text)| text);
        let made = choice::read(&game, &names, seat, &list, text)
            .map_err(|problem| format!("input {number}: {problem}"))?;
        pending = game
            .play(seat, made, &mut chance, None, &mut list)
            .map_err(|refusal| format!("input {number} is refused: {}", refusal.remedy))?;
        choices.push(made);
    }
    let record = Record {
        table,
        windows,
        seed: replay.seed.into(),
        reseeds: Vec::new(),
        sudden_death: None,
        choices,
    };
    Ok(Reading {
        edition: spec.edition,
        record,
        strange: replay.other_version(content),
        difference: replay.verify(content).err().map(|off| off.message),
    })
}

/// An analysis with the words for it.
pub struct Told {
    /// The edition.
    pub edition: String,
    /// What was found.
    pub analysis: Analysis,
    names: Names,
    /// Choices in words, by decision: the one made, and a better one.
    words: HashMap<(u32, Choice), Words>,
}

/// A choice in words.
struct Words {
    /// For programs.
    notation: String,
    /// For people.
    plain: String,
}

impl Told {
    /// Puts an analysis of a game with this content into words; the game is played through once more for them.
    pub fn new(content: &Content, edition: String, record: &Record, analysis: Analysis) -> Told {
        let names = Names::with_texts(content, &record.table);
        let mut game = Game::new(Arc::clone(&record.table), record.windows);
        let mut chance = record.seed.dice();
        let mut words = HashMap::new();
        let mut list = Choices::new();
        let mut pending = game.go_on(&mut chance, None, &mut list);
        for (number, made) in (1u32..).zip(&record.choices) {
            if let (Pending::Over, Some(rounds)) =
                (pending, record.rounds_before(number as usize - 1, &game))
            {
                (game, chance) = rounds;
                pending = game.go_on(&mut chance, None, &mut list);
            }
            let Pending::Decide(seat) = pending else {
                break;
            };
            let slips = analysis.slips.iter().filter(|slip| slip.decision == number);
            for choice in slips.map(|slip| slip.better).chain([*made]) {
                let said = Words {
                    notation: choice::write(&game, &names, seat, choice),
                    plain: choice::plain(&game, &names, seat, &list, choice),
                };
                words.insert((number, choice), said);
            }
            chance = record.chance_before(number as usize - 1).unwrap_or(chance);
            pending = game.make(*made, &mut chance, None, &mut list);
        }
        Told {
            edition,
            analysis,
            names,
            words,
        }
    }
    fn words(&self, decision: u32, choice: Choice) -> &str {
        let words = self.words.get(&(decision, choice));
        words.map_or("?", |words| &words.notation)
    }
    fn plain(&self, decision: u32, choice: Choice) -> &str {
        let words = self.words.get(&(decision, choice));
        words.map_or("?", |words| &words.plain)
    }
    fn objective(&self, missed: &Missed) -> &str {
        self.names.card(Source {
            seat: missed.seat,
            slot: Source::OBJECTIVES + missed.slot,
        })
    }
    fn players(&self) -> usize {
        self.analysis.balance.len()
    }

    /// As text, with at most `most` of the decisions that cost something.
    pub fn text(&self, most: usize) -> String {
        let mut out = String::new();
        let found = &self.analysis;
        let percent = |share: f32| 100.0 * share;
        let _ = writeln!(
            out,
            "{}, {} decisions with a choice. {}",
            self.edition,
            found.moments.len(),
            event::over(found.ending)
        );
        if found.cancelled {
            let _ = writeln!(
                out,
                "Stopped early; what follows is about the part looked at."
            );
        }
        let _ = writeln!(
            out,
            "\nChances to win at the start of each round and at the end:"
        );
        let mut round = u8::MAX;
        for moment in &found.moments {
            if moment.round != round {
                round = moment.round;
                let _ = writeln!(out, "  round {round}: {}", self.shares(moment));
            }
        }
        if let Some(last) = found.moments.last() {
            let _ = writeln!(out, "  last decision: {}", self.shares(last));
        }
        let _ = writeln!(
            out,
            "\nLuck and skill, in percentage points of the chance to win:"
        );
        for (ix, balance) in found.balance.iter().enumerate() {
            let _ = writeln!(
                out,
                "  player {}: {:+.1} a roll ({} rolls), {:+.1} a draw ({} draws), {:+.1} an own decision ({} decisions); {} of {} attacks succeeded, {:.1} were to be expected",
                ix + 1,
                percent(balance.per_roll()),
                balance.rolls,
                percent(balance.per_draw()),
                balance.drawn,
                -percent(balance.per_decision()),
                balance.decisions,
                balance.successes,
                balance.attacks,
                balance.expected
            );
        }
        let _ = writeln!(out, "\nDecisions that cost most:");
        for slip in found.slips.iter().take(most) {
            let _ = writeln!(
                out,
                "  {:>4}. round {} turn {}, player {}: {} ({:.0} %); better {} ({:.0} %). {}",
                slip.decision,
                slip.round,
                slip.turn,
                slip.seat.number(),
                self.plain(slip.decision, slip.made),
                percent(slip.wins),
                self.plain(slip.decision, slip.better),
                percent(slip.better_wins),
                slip.reason
            );
        }
        if found.slips.is_empty() {
            let _ = writeln!(out, "  none worth telling");
        }
        let _ = writeln!(out, "\nObjectives missed:");
        for missed in &found.missed {
            let how = if missed.declined {
                "could be scored in the end phase and was not".to_owned()
            } else {
                format!("its condition held in turn {}, not at the end", missed.turn)
            };
            let _ = writeln!(
                out,
                "  round {}, player {}: {}: {how}",
                missed.round,
                missed.seat.number(),
                self.objective(missed)
            );
        }
        if found.missed.is_empty() {
            let _ = writeln!(out, "  none");
        }
        out
    }
    fn shares(&self, moment: &Moment) -> String {
        let shares = moment.wins[..self.players()].iter().zip(moment.glory);
        let words = shares.enumerate().map(|(ix, (win, glory))| {
            format!("player {} {:.0} % ({glory} glory)", ix + 1, 100.0 * win)
        });
        words.collect::<Vec<_>>().join(", ")
    }

    /// As JSON.
    pub fn json(&self) -> Value {
        let n = self.players();
        let found = &self.analysis;
        let moment = |moment: &Moment| {
            json!({
                "decision": moment.decision, "round": moment.round, "turn": moment.turn,
                "player": moment.seat.number(),
                "choice": self.words(moment.decision, moment.choice),
                "choiceWords": self.plain(moment.decision, moment.choice),
                "wins": &moment.wins[..n], "glory": &moment.glory[..n],
            })
        };
        let slip = |slip: &Slip| {
            json!({
                "decision": slip.decision, "round": slip.round, "turn": slip.turn,
                "player": slip.seat.number(),
                "choice": self.words(slip.decision, slip.made),
                "choiceWords": self.plain(slip.decision, slip.made), "wins": slip.wins,
                "better": self.words(slip.decision, slip.better),
                "betterWords": self.plain(slip.decision, slip.better), "betterWins": slip.better_wins,
                "cost": slip.cost(), "reason": slip.reason,
            })
        };
        let players = found.balance.iter().enumerate().map(|(ix, balance)| {
            json!({
                "player": ix + 1, "rolls": balance.rolls, "perRoll": balance.per_roll(),
                "draws": balance.drawn, "perDraw": balance.per_draw(),
                "decisions": balance.decisions, "perDecision": balance.per_decision(),
                "attacks": balance.attacks, "successes": balance.successes,
                "expectedSuccesses": balance.expected,
            })
        });
        let missed = found.missed.iter().map(|missed| {
            json!({
                "player": missed.seat.number(), "objective": self.objective(missed),
                "round": missed.round, "turn": missed.turn, "declined": missed.declined,
            })
        });
        json!({
            "edition": self.edition,
            "ending": event::over(found.ending),
            "cancelled": found.cancelled,
            "curve": found.moments.iter().map(moment).collect::<Vec<_>>(),
            "slips": found.slips.iter().map(slip).collect::<Vec<_>>(),
            "luck": players.collect::<Vec<_>>(),
            "missed": missed.collect::<Vec<_>>(),
        })
    }

    /// A chart of everybody's chances to win, with the dearest decisions marked.
    pub fn svg(&self) -> String {
        let (width, height, edge) = (960.0, 360.0, 48.0);
        let moments = &self.analysis.moments;
        let last = moments.last().map_or(1, |moment| moment.decision).max(1);
        let x = |decision: u32| edge + f64::from(decision) / f64::from(last) * (width - 2.0 * edge);
        let y = |win: f64| height - edge - win * (height - 2.0 * edge);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"chances to win by decision\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" font-family=\"system-ui, sans-serif\" font-size=\"13\"><rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>"
        );
        for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
            let _ = write!(
                svg,
                "<line x1=\"{edge}\" x2=\"{}\" y1=\"{y}\" y2=\"{y}\" stroke=\"#d8dee3\"/><text x=\"{}\" y=\"{}\" text-anchor=\"end\">{:.0} %</text>",
                width - edge,
                edge - 6.0,
                y(share) + 4.0,
                100.0 * share,
                y = y(share)
            );
        }
        let mut round = 0;
        for moment in moments {
            if moment.round != round {
                round = moment.round;
                let at = x(moment.decision);
                let _ = write!(
                    svg,
                    "<line x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{}\" y2=\"{}\" stroke=\"#9aa5ae\" stroke-dasharray=\"4 4\"/><text x=\"{:.1}\" y=\"{}\">round {round}</text>",
                    y(1.0),
                    y(0.0),
                    at + 4.0,
                    height - edge + 18.0
                );
            }
        }
        const INKS: [&str; 4] = ["#d95f0e", "#2166ac", "#1b7837", "#762a83"];
        let shown = if self.players() == 2 {
            1
        } else {
            self.players()
        };
        for (ix, ink) in INKS.iter().enumerate().take(shown) {
            let points: Vec<String> = moments
                .iter()
                .map(|m| format!("{:.1},{:.1}", x(m.decision), y(f64::from(m.wins[ix]))))
                .collect();
            let _ = write!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"2\"/><text x=\"{}\" y=\"{}\" fill=\"{ink}\">player {}</text>",
                points.join(" "),
                edge + 90.0 * ix as f64,
                edge - 16.0,
                ix + 1
            );
        }
        for slip in self.analysis.slips.iter().take(10) {
            let Some(moment) = moments.iter().find(|m| m.decision == slip.decision) else {
                continue;
            };
            let ix = if shown == 1 { 0 } else { slip.seat.ix() };
            let _ = write!(
                svg,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"5\" fill=\"{}\"><title>{}</title></circle>",
                x(slip.decision),
                y(f64::from(moment.wins[ix])),
                INKS[slip.seat.ix().min(3)],
                escape(&format!(
                    "player {}: {}, better {}: {:+.0} points of the chance to win",
                    slip.seat.number(),
                    self.words(slip.decision, slip.made),
                    self.words(slip.decision, slip.better),
                    100.0 * slip.cost()
                ))
            );
        }
        svg + "</svg>\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gloryhex_editions::Spec;
    use gloryhex_search::{Budget, analyse};
    use std::sync::atomic::AtomicBool;

    #[test]
    fn a_recorded_game_is_told_in_every_form() {
        let content = Content::embedded();
        let spec = Spec::core("shadespire", 2);
        let table = Arc::new(content.table(&spec).expect("a table"));
        let replay = random::Replay::record(&table, content.hash, 4).expect("a game");
        let text = serde_json::to_string(&replay).expect("text");
        let Reading {
            edition, record, ..
        } = read(content, "game.json", &text).expect("a record");
        let cancel = Arc::new(AtomicBool::new(false));
        let found = analyse(&record, Budget::Iterations(2), &|_| {}, &cancel).expect("found");
        let told = Told::new(content, edition, &record, found);
        let text = told.text(5);
        assert!(
            text.contains("Luck and skill, in percentage points of the chance to win"),
            "{text}"
        );
        assert!(!text.contains(" ? "), "{text}");
        let json = told.json();
        let curve = json["curve"].as_array().expect("a curve");
        assert_eq!(curve.len(), told.analysis.moments.len());
        assert_eq!(curve[0]["wins"].as_array().map(Vec::len), Some(2));
        for luck in json["luck"].as_array().expect("both players") {
            let share = |key: &str| luck[key].as_f64().expect("a number");
            assert!((-1.0..=1.0).contains(&share("perRoll")), "{luck}");
            assert!((-1.0..=1.0).contains(&share("perDraw")), "{luck}");
            assert!((0.0..=1.0).contains(&share("perDecision")), "{luck}");
            assert!(luck["rolls"].as_u64() > Some(0), "{luck}");
        }
        let said =
            |key: &str| -> Vec<&str> { curve.iter().filter_map(|m| m[key].as_str()).collect() };
        let moved = said("choice").iter().position(|c| c.starts_with("move "));
        let words = said("choiceWords")[moved.expect("a move")];
        assert!(
            words.starts_with("Move ") && words.contains(" to "),
            "{words}"
        );
        let svg = told.svg();
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        assert!(read(content, "game.json", "{").is_err());
        assert!(read(content, "game.json", "{}").is_err());
    }
}
