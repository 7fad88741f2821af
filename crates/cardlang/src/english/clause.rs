//! Clauses: one line of a card each.

use super::*;
use crate::code::MadeFrom;
use crate::set_up::{Begins, Deploys};

/// What stands for a condition where there is none.
const ALWAYS: &str = "always";

impl Speaker<'_> {
    /// A clause as one line.
    pub(crate) fn clause(&mut self, clause: &Clause) -> String {
        let once = match clause.limit {
            Limit::None => "",
            Limit::Turn => "Once per turn. ",
            Limit::Phase => "Once per phase. ",
            Limit::Round => "Once per round. ",
            Limit::Game => "Once per game. ",
        };
        let title = match clause.title.as_str() {
            "" => String::new(),
            title if title.ends_with(['!', '?']) => format!("{title} "),
            title => format!("{title}. "),
        };
        let text = match &clause.kind {
            ClauseKind::Play(body) => {
                let asked: Vec<Expr> = clause.when.iter().flat_map(moment::flatten).collect();
                self.tell_of(&asked);
                let body = self.sentences(body);
                match &clause.when {
                    Some(when) => format!(
                        "Only if {}: {}",
                        self.condition(when),
                        self.lexicon.small(&body)
                    ),
                    None => body,
                }
            }
            ClauseKind::React {
                trigger,
                body,
                free: true,
                ..
            } => {
                let moment = self.moment(clause, *trigger);
                capital(&self.upon_if_wished(moment, body))
            }
            ClauseKind::React {
                trigger,
                from,
                body,
                cast,
                ..
            } => {
                let moment = self.moment(clause, *trigger);
                let from = match from {
                    MadeFrom::Hand => " from your hand",
                    _ => "",
                };
                let kind = match cast {
                    Some(cast) => {
                        format!("Spell {} ({})", self.lexicon.reaction, cast_text(*cast))
                    }
                    None => capital(self.lexicon.reaction),
                };
                let (once, body) = match serves_once(body) {
                    true => (", once", &body[..body.len() - 1]),
                    false => ("", &body[..]),
                };
                format!("{kind}{from}{once}: {}", self.upon(moment, body))
            }
            ClauseKind::Action { cast, level, body } => {
                let kind = match cast {
                    Some(cast) => format!("Spell {} ({})", self.lexicon.action, cast_text(*cast)),
                    None => self.lexicon.action.to_owned(),
                };
                let kind = match level {
                    Some(level) => {
                        let (level, tail) = self.amount_and_tail(level);
                        format!("{kind}, cast as a level {level} wizard{tail}")
                    }
                    None => kind,
                };
                let when = clause
                    .when
                    .as_ref()
                    .map(|w| format!(", if {}", self.condition(w)))
                    .unwrap_or_default();
                format!("{kind}{when}: {}", self.then(body))
            }
            ClauseKind::Static(rule) => self.static_rule(rule),
            ClauseKind::Score {
                timing,
                at_once,
                glory,
                then,
            } => {
                let mut text = match timing {
                    Timing::EndPhase => "End phase: ".to_owned(),
                    Timing::LastEndPhase => "Last end phase: ".to_owned(),
                    Timing::Surge(_) if *at_once => format!("{}: ", self.lexicon.surge),
                    Timing::Surge(trigger) => {
                        let (moment, cond) = self.moment(clause, *trigger);
                        format!("{}: {moment}{cond}.", self.lexicon.surge)
                    }
                };
                if *at_once || !matches!(timing, Timing::Surge(_)) {
                    let cond = clause
                        .when
                        .as_ref()
                        .map_or_else(|| ALWAYS.to_owned(), |w| self.condition(w));
                    match cond == ALWAYS {
                        true => {
                            text = format!(
                                "Score this in any {}.",
                                text.trim_end_matches(": ").to_lowercase()
                            )
                        }
                        false => text.push_str(&format!("{cond}.")),
                    }
                }
                if let Some(glory) = glory {
                    text.push_str(&format!(" Glory: {}.", self.amount(glory)));
                }
                if !then.is_empty() {
                    text.push_str(&format!(" Then {}", self.then(then)));
                }
                text
            }
            ClauseKind::Inspire(off, trigger) => {
                let verb = if *off { "Un-Inspire" } else { "Inspire" };
                match trigger {
                    Some(trigger) => {
                        let (moment, cond) = self.moment(clause, *trigger);
                        format!("{verb}: {moment}{cond}.")
                    }
                    None => {
                        let cond = clause
                            .when
                            .as_ref()
                            .map_or_else(|| "always".to_owned(), |w| self.condition(w));
                        format!("{verb}: {cond}.")
                    }
                }
            }
            ClauseKind::Break(trigger) => {
                let (moment, cond) = self.moment(clause, *trigger);
                format!(
                    "{}{cond}, {} this card.",
                    capital(&moment),
                    self.lexicon.break_card
                )
            }
            ClauseKind::Auto(trigger, body) if serves_once(body) => {
                // What else the effect says is over then, too.
                if !self.alone {
                    let (moment, cond) = self.moment(clause, *trigger);
                    let rest = moment
                        .trim_start_matches("when ")
                        .trim_start_matches("after ");
                    let until = if manner::manner(*trigger).named {
                        "until after"
                    } else {
                        "until"
                    };
                    let body = self.then(&body[..body.len() - 1]);
                    return format!("{title}{once}This lasts {until} {rest}{cond}; then {body}");
                }
                let moment = (self.first_time(clause, *trigger), String::new());
                let body = &body[..body.len() - 1];
                capital(&self.upon(moment, body))
            }
            ClauseKind::Auto(trigger, body) => {
                let moment = self.moment(clause, *trigger);
                capital(&self.upon(moment, body))
            }
            ClauseKind::Expire(body) => format!("When this ends: {}", self.then(body)),
            ClauseKind::Flips(n) => {
                let tokens = self.fill(if *n == 1 {
                    "{objective}"
                } else {
                    "{objectives}"
                });
                format!(
                    "In set-up, after the tokens are revealed, each opponent may flip up to {n} {tokens}. \
                     If several players may, they take turns, from whoever placed the last token, until all pass."
                )
            }
            ClauseKind::Counter(counter, start) => self.begins_with(*counter, *start),
            ClauseKind::Begins(begins) => self.begins(*begins),
        };
        format!("{title}{once}{text}")
    }
}

impl Speaker<'_> {
    /// How this fighter's game begins.
    fn begins(&self, begins: Begins) -> String {
        let deploys = match begins {
            Begins::Inspired => return "This fighter begins the game Inspired.".to_owned(),
            Begins::Becomes(name) => {
                let name = self.name(name);
                return format!(
                    "Instead of going out of action, this fighter becomes {name}: turn its card over and remove all its tokens; it keeps its upgrades and is not driven back. When it goes out of action on that side, turn the card back."
                );
            }
            Begins::Deploys(deploys) => deploys,
        };
        match deploys {
            Deploys::InTurn => String::new(),
            Deploys::Never => "This fighter is not placed during set-up.".to_owned(),
            Deploys::BeforeFirst => {
                "This fighter is not placed with the others. Before the first round, place it in any empty hex."
                    .to_owned()
            }
            Deploys::Abroad => {
                "This fighter can be placed in an empty hex of enemy territory that is not starting and has no feature token."
                    .to_owned()
            }
            Deploys::NextTo(name) => {
                let lead = self.name(name);
                format!(
                    "Place this fighter right after {lead}: in an empty hex adjacent to {lead} that is not starting and has no feature token."
                )
            }
            Deploys::Beside(name) => {
                let lead = self.name(name);
                format!(
                    "Place this fighter right after {lead}: in your territory, as near to {lead} as possible, in a hex that is not starting, lethal or blocked."
                )
            }
        }
    }

    /// "You begin with 1 Swag counter."; nothing where nobody begins with any.
    fn begins_with(&self, counter: CounterId, start: u8) -> String {
        if start == 0 {
            return String::new();
        }
        let counters = self.counters(counter, start == 1);
        let who = match self.card.kind {
            CardKind::Fighter => "This fighter begins|You begin",
            _ => "Each friend begins|You begin",
        };
        format!(
            "{} with {start} {counters}.",
            self.counter_reads(counter, who)
        )
    }
}

/// Whether what is done ends the effect it is part of.
fn serves_once(body: &[Stmt]) -> bool {
    body.len() > 1 && body.last().is_some_and(Stmt::ceases)
}
