//! What a choice in a puzzle comes to, in words: who falls, what is scored, and how the game is won, counted over every end
//! that both sides' best play leads to.
//!
//! **Deliberately absent**: what a choice is called (`notation`).

use gloryhex_engine::{Choice, Ending, Game, Source, ruleset::TieBreak, state::Fighter};
use gloryhex_model::{FighterId, Seat};
use gloryhex_notation::puzzle::Posed;
use gloryhex_search::{Exact, TooLarge};

/// Shares below this are told as never, and above its counterpart as always.
const HARDLY: f64 = 0.0005;

/// Something that may have happened when the game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fact {
    /// A fighter who stands now is out of action.
    Falls(FighterId),
    /// The objective of this slot is scored.
    Scored(u8),
}

/// What a choice comes to.
#[derive(Clone, Debug, Default)]
pub struct Outlook {
    won: f64,
    drawn: f64,
    /// What ties are won on, and how often; these are among the won ones.
    tied: Vec<(TieBreak, f64)>,
    /// What ties are lost on, and how often.
    behind: Vec<(TieBreak, f64)>,
    facts: Vec<(Fact, f64)>,
}

fn count<T: PartialEq>(list: &mut Vec<(T, f64)>, what: T, share: f64) {
    match list.iter_mut().find(|(known, _)| *known == what) {
        Some((_, sum)) => *sum += share,
        None => list.push((what, share)),
    }
}

impl Outlook {
    /// Looks at a choice through the eyes of whoever makes it.
    ///
    /// # Errors
    /// The position is too large.
    pub fn of(
        at: &Posed,
        seat: Seat,
        made: Choice,
        exact: &mut Exact,
    ) -> Result<Outlook, TooLarge> {
        let mut outlook = Outlook::default();
        exact.ends(&at.game, made, &mut |end, share| {
            outlook.add(&at.game, end, seat, share)
        })?;
        Ok(outlook)
    }

    fn add(&mut self, start: &Game, end: &Game, seat: Seat, share: f64) {
        match end.ending() {
            Ending::Glory(winner) if winner == seat => self.won += share,
            Ending::TieBreak(winner, on) if winner == seat => {
                self.won += share;
                count(&mut self.tied, on, share);
            }
            Ending::TieBreak(_, on) => count(&mut self.behind, on, share),
            Ending::Draw(_) => self.drawn += share,
            _ => {}
        }
        for fighter in start.table.everyone() {
            let stands = !start.state.fighter(fighter).is(Fighter::OUT);
            if stands && end.state.fighter(fighter).is(Fighter::OUT) {
                count(&mut self.facts, Fact::Falls(fighter), share);
            }
        }
        let scored = |game: &Game| game.state.seats[seat].objectives.scored();
        let new = scored(end) & !scored(start);
        for slot in (0..32u8).filter(|slot| new >> slot & 1 == 1) {
            count(&mut self.facts, Fact::Scored(slot), share);
        }
    }

    /// Whether any game is won.
    pub fn wins(&self) -> bool {
        self.won >= HARDLY
    }

    fn share(&self, fact: Fact) -> f64 {
        let known = self.facts.iter().find(|(known, _)| *known == fact);
        known.map_or(0.0, |(_, share)| *share)
    }

    /// In words, beside the best choice there is: what that brings and this does not is named.
    pub fn told(&self, at: &Posed, seat: Seat, best: &Outlook) -> String {
        let mut facts: Vec<Fact> = best.facts.iter().map(|(fact, _)| *fact).collect();
        let own = self.facts.iter().map(|(fact, _)| *fact);
        facts.extend(own.filter(|fact| !best.facts.iter().any(|(known, _)| known == fact)));
        let parts = facts.iter().map(|fact| self.part(*fact, at, seat));
        let parts: Vec<String> = parts.collect();
        let what = match parts.is_empty() {
            true => "Nobody falls, and nothing is scored".to_owned(),
            false => capital(&parts.join("; ")),
        };
        format!("{what}. {}", self.result())
    }

    fn part(&self, fact: Fact, at: &Posed, seat: Seat) -> String {
        let share = self.share(fact);
        let often = |verb: &str| match share {
            never if never < HARDLY => format!("never {verb}"),
            always if always > 1.0 - HARDLY => format!("always {verb}"),
            share => format!("{verb} {} of the time", percent(share)),
        };
        match fact {
            Fact::Falls(fighter) => {
                let whose = if at.game.table.owner(fighter) == seat {
                    "your own "
                } else {
                    ""
                };
                let name = at.names.printed(fighter);
                format!("{whose}{name} {}", often("falls"))
            }
            Fact::Scored(slot) => {
                let slot = slot + Source::OBJECTIVES;
                let name = at.names.card(Source { seat, slot });
                format!("{name} is {}", often("scored"))
            }
        }
    }

    fn result(&self) -> String {
        let mut words = match self.wins() {
            true => format!("It wins {} of the games", percent(self.won)),
            false => "It never wins".to_owned(),
        };
        let ties: Vec<String> = self
            .tied
            .iter()
            .map(|(on, share)| {
                let all = self.won - share < HARDLY;
                let how = if all {
                    "all of them".to_owned()
                } else {
                    percent(*share)
                };
                format!("{how} level on glory and ahead on {}", on_what(*on))
            })
            .collect();
        if !ties.is_empty() {
            words += &format!(", {}", ties.join(", "));
        }
        if self.drawn > HARDLY {
            let joined = if self.wins() {
                ", and draws"
            } else {
                ", but draws"
            };
            words += &format!("{joined} {}, which count half", percent(self.drawn));
        }
        for (on, share) in &self.behind {
            let how = percent(*share);
            words += &format!("; {how} end level on glory and behind on {}", on_what(*on));
        }
        words + "."
    }
}

fn on_what(tie: TieBreak) -> &'static str {
    match tie {
        TieBreak::Survivors => "surviving fighters",
        TieBreak::Objectives => "objectives held",
        TieBreak::Treasure => "the value of treasure held",
        TieBreak::Bounty => "the bounty of surviving fighters",
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}
