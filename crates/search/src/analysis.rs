//! A finished game looked at again: how the chances to win went, which decisions cost most, what dice
//! and draws did, and which objectives were let go.
//!
//! Decisions are judged by what their player could know then. Luck is judged with every card open:
//! before each roll and each draw the chances are averaged over what might have come, and what came is
//! compared with that. Power cards count alike, so drawing one rather than another is no luck here.
//!
//! **Deliberately absent**: files and words for choices, which are the business of whoever shows it.

use crate::{
    eval::Judge,
    hint::reason,
    imagine::imagine,
    policy::Turn,
    quick::Quick,
    search::{Budget, Search},
    settle::{next, settle},
};
use gloryhex_cardlang::{Role, Timing};
use gloryhex_engine::{
    Choice, Choices, Dice, Ending, Game, Log, Pending, Phase, Seed, Seeded, Table, Verb, Verdict,
    What, Windows, cards,
    chance::{Ask, Chance, Later},
    effect::Source,
    odds,
    state::Outcome,
};
use gloryhex_model::{MAX_SEATS, Seat};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Times a position is settled to judge it.
const SAMPLES: u32 = 24;
/// What a decision must cost to be told.
const WORTH_TELLING: f32 = 0.02;

/// A game as its inputs.
#[derive(Clone)]
pub struct Record {
    /// The table.
    pub table: Arc<Table>,
    /// When windows were opened.
    pub windows: Windows,
    /// The seed of dice and draws.
    pub seed: Seed,
    /// Before the choice of this number, from 0, chance began anew with this seed.
    pub reseeds: Vec<(u32, Seed)>,
    /// Where sudden death rounds begin, if they followed.
    pub sudden_death: Option<Rounds>,
    /// Every choice in order.
    pub choices: Vec<Choice>,
}

/// Sudden death rounds after a game: everybody stays where they are.
#[derive(Clone)]
pub struct Rounds {
    /// The number of their first choice, from 0.
    pub first: u32,
    /// The table they are played at.
    pub table: Arc<Table>,
    /// The seed that chance follows from in them.
    pub seed: Seed,
}

impl Record {
    /// The sudden death rounds that begin with a choice, if they do: the game as it goes on, and chance in it.
    pub fn rounds_before(&self, choice: usize, game: &Game) -> Option<(Game, Dice)> {
        let rounds = self.sudden_death.as_ref();
        let rounds = rounds.filter(|rounds| rounds.first as usize == choice)?;
        let game = game.sudden_death(Arc::clone(&rounds.table));
        Some((game, rounds.seed.dice()))
    }
    /// Chance as it begins anew before a choice, if it does.
    pub fn chance_before(&self, choice: usize) -> Option<Dice> {
        let anew = self.reseeds.iter().find(|(n, _)| *n as usize == choice);
        anew.map(|(_, seed)| seed.dice())
    }
}

/// How things stood before a decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// The number of the decision, from 1.
    pub decision: u32,
    /// Round, 0 during set-up.
    pub round: u8,
    /// Turns begun in the round.
    pub turn: u8,
    /// Who decided.
    pub seat: Seat,
    /// What was chosen.
    pub choice: Choice,
    /// Everybody's chances to win, with all cards open.
    pub wins: [f32; MAX_SEATS],
    /// Everybody's glory.
    pub glory: [u8; MAX_SEATS],
}

/// A decision that cost something.
#[derive(Clone, Debug, PartialEq)]
pub struct Slip {
    /// The number of the decision, from 1.
    pub decision: u32,
    /// Round, 0 during set-up.
    pub round: u8,
    /// Turns begun in the round.
    pub turn: u8,
    /// Who decided.
    pub seat: Seat,
    /// What was chosen.
    pub made: Choice,
    /// The chance to win after it, as its player could see it.
    pub wins: f32,
    /// What was better.
    pub better: Choice,
    /// The chance to win after that.
    pub better_wins: f32,
    /// What speaks for it.
    pub reason: String,
}

impl Slip {
    /// What it cost of the chance to win.
    pub fn cost(&self) -> f32 {
        self.better_wins - self.wins
    }
}

/// An objective that could have been scored and was not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missed {
    /// Whose.
    pub seat: Seat,
    /// Its slot in the deck.
    pub slot: u8,
    /// The round in which its condition held.
    pub round: u8,
    /// The turn in which it held last.
    pub turn: u8,
    /// It could still be scored in the end phase and its player declined.
    pub declined: bool,
}

/// What chance and skill did for one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Balance {
    /// What all rolls of the game together added to the chance to win or took from it. As luck comes
    /// and goes the sum may be more than a chance can be: what is told is [`Balance::per_roll`].
    pub dice: f32,
    /// Rolls of the game.
    pub rolls: u32,
    /// What all draws together added or took.
    pub draws: f32,
    /// Draws of the game that were looked at.
    pub drawn: u32,
    /// What all own decisions that were not the best took.
    pub slips: f32,
    /// Decisions with a choice.
    pub decisions: u32,
    /// Attacks made.
    pub attacks: u32,
    /// Successes to be expected of them.
    pub expected: f64,
    /// Successes.
    pub successes: u32,
}

impl Balance {
    /// What a roll added to the chance to win on average, between -1 and 1.
    pub fn per_roll(&self) -> f32 {
        each(self.dice, self.rolls)
    }
    /// What a draw added to the chance to win on average, between -1 and 1.
    pub fn per_draw(&self) -> f32 {
        each(self.draws, self.drawn)
    }
    /// What a decision took from the chance to win on average, between 0 and 1.
    pub fn per_decision(&self) -> f32 {
        each(self.slips, self.decisions)
    }
}

fn each(sum: f32, times: u32) -> f32 {
    sum / times.max(1) as f32
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// Before each decision with a choice, in order.
    pub moments: Vec<Moment>,
    /// The decisions that cost most, dearest first.
    pub slips: Vec<Slip>,
    /// By seat.
    pub balance: Vec<Balance>,
    /// Objectives let go.
    pub missed: Vec<Missed>,
    /// How it ended.
    pub ending: Ending,
    /// Whether it was cancelled before the end; the rest is about what was seen until then.
    pub cancelled: bool,
}

/// Looks at a game again, with `budget` for each decision. `told` hears how far it has come, from 0 to
/// 1; setting `cancel` ends it.
///
/// # Errors
/// The number of the first choice that cannot be made, with the reason.
pub fn analyse(
    record: &Record,
    budget: Budget,
    told: &dyn Fn(f32),
    cancel: &Arc<AtomicBool>,
) -> Result<Analysis, String> {
    let players = record.table.players;
    let mut eye = Eye {
        game: Game::new(Arc::clone(&record.table), record.windows),
        quick: Quick::default(),
        chance: record.seed.dice(),
        dreams: Seeded::new(record.seed.mind(0xa5a5)),
        offered: Choices::new(),
        list: Choices::new(),
        budget,
        cancel: Arc::clone(cancel),
        held: [[None; 32]; MAX_SEATS],
        round: 0,
        log: Log::default(),
        declared: false,
        found: Analysis {
            moments: Vec::new(),
            slips: Vec::new(),
            balance: vec![Balance::default(); players.into()],
            missed: Vec::new(),
            ending: Ending::Running,
            cancelled: false,
        },
    };
    let total = record.choices.len().max(1) as f32;
    let mut decides = eye.go_on(None);
    for (ix, choice) in record.choices.iter().enumerate() {
        if cancel.load(Ordering::Relaxed) {
            eye.found.cancelled = true;
            break;
        }
        told(ix as f32 / total);
        let number = ix as u32 + 1;
        if let (None, Some((game, chance))) = (decides, record.rounds_before(ix, &eye.game)) {
            eye.end_of_round();
            (eye.game, eye.chance) = (game, chance);
            decides = eye.go_on(None);
        }
        let Some(seat) = decides else {
            return Err(format!("choice {number}: the game is over before it"));
        };
        if let Some(refusal) = eye.game.refusal(seat, *choice, &eye.offered) {
            return Err(format!("choice {number} is refused: {}", refusal.remedy));
        }
        eye.decide(number, seat, *choice);
        eye.chance = record.chance_before(ix).unwrap_or(eye.chance);
        decides = eye.go_on(Some(*choice));
    }
    if !eye.found.cancelled {
        eye.end_of_round();
        told(1.0);
    }
    let mut found = eye.found;
    found.ending = eye.game.ending();
    found.slips.sort_by(|a, b| {
        b.cost()
            .total_cmp(&a.cost())
            .then(a.decision.cmp(&b.decision))
    });
    Ok(found)
}

/// Who looks.
struct Eye {
    game: Game,
    quick: Quick,
    /// The dice and draws of the game.
    chance: Dice,
    /// What might have come instead.
    dreams: Seeded,
    /// The choices of the pending decision.
    offered: Choices,
    /// Those of imagined ones.
    list: Choices,
    budget: Budget,
    cancel: Arc<AtomicBool>,
    /// The turn in which an objective in hand could last be scored, were the round over then.
    held: [[Option<u8>; 32]; MAX_SEATS],
    round: u8,
    /// What happened since it was last read.
    log: Log,
    /// An attack was declared and its dice have not been rolled.
    declared: bool,
    found: Analysis,
}

impl Eye {
    /// Everybody's chances from here on, settled a number of times.
    fn chances(&mut self, game: &Game, samples: u32) -> [f32; MAX_SEATS] {
        let mut total = [0.0; MAX_SEATS];
        for _ in 0..samples {
            let mut dream = game.clone();
            dream.windows = Windows::Playable;
            let pending = next(&mut dream, &mut self.list, &mut self.dreams);
            settle(
                &mut dream,
                pending,
                &self.quick,
                &mut self.list,
                &mut self.dreams,
            );
            let wins = self.quick.judge.wins(&dream);
            for (sum, win) in total.iter_mut().zip(wins) {
                *sum += win / samples as f32;
            }
        }
        total
    }

    /// Makes a choice, if there is one, and goes on to the next decision; what chance does on the way is compared with
    /// what it might have.
    fn go_on(&mut self, mut choice: Option<Choice>) -> Option<Seat> {
        loop {
            let log = Some(&mut self.log);
            let pending = match choice.take() {
                Some(choice) => self.game.make(choice, &mut Later, log, &mut self.offered),
                None => self.game.go_on(&mut Later, log, &mut self.offered),
            };
            self.read();
            match pending {
                Pending::Decide(seat) => return Some(seat),
                Pending::Chance(ask) => {
                    self.expect();
                    let outcome = self.chance.decide(ask)?;
                    self.luck(ask, outcome);
                    self.game.supply(outcome);
                }
                Pending::Over | Pending::Fault => return None,
            }
        }
    }

    fn luck(&mut self, ask: Ask, outcome: Outcome) {
        let certain = match ask {
            Ask::Dice { n, .. } => n == 0,
            Ask::Power { .. } => true,
            Ask::Objective { among, .. } | Ask::Number { among } => among.count_ones() <= 1,
        };
        if certain || self.game.state.clock.round == 0 && matches!(ask, Ask::Number { .. }) {
            return;
        }
        let mut expected = [0.0; MAX_SEATS];
        for _ in 0..SAMPLES {
            let mut other = self.game.clone();
            if let Some(outcome) = self.dreams.decide(ask) {
                other.supply(outcome);
            }
            for (sum, win) in expected.iter_mut().zip(self.chances(&other, 1)) {
                *sum += win / SAMPLES as f32;
            }
        }
        let mut real = self.game.clone();
        real.supply(outcome);
        let came = self.chances(&real, SAMPLES);
        for (ix, balance) in self.found.balance.iter_mut().enumerate() {
            let more = came[ix] - expected[ix];
            match ask {
                Ask::Dice { .. } => {
                    balance.dice += more;
                    balance.rolls += 1;
                }
                _ => {
                    balance.draws += more;
                    balance.drawn += 1;
                }
            }
        }
    }

    /// Counts what was to be expected of an attack, when its dice are about to be rolled.
    fn expect(&mut self) {
        let Some(attack) = self.game.state.attack() else {
            return;
        };
        if !self.declared || attack.verdict != Verdict::Open {
            return;
        }
        if let Some(odds) = odds::in_progress(self.game.sight()) {
            let seat = self.game.table.owner(attack.attacker);
            let balance = &mut self.found.balance[seat.ix()];
            balance.attacks += 1;
            balance.expected += odds.p(odds.success);
            self.declared = false;
        }
    }

    /// Reads what happened.
    fn read(&mut self) {
        for event in self.log.events.drain(..) {
            match event.what {
                What::Attacked { .. } => self.declared = true,
                What::Succeeded { attacker, .. } => {
                    let seat = self.game.table.owner(attacker);
                    self.found.balance[seat.ix()].successes += 1;
                }
                _ => {}
            }
        }
    }

    fn decide(&mut self, number: u32, seat: Seat, made: Choice) {
        if self.game.state.clock.round != self.round {
            self.end_of_round();
            self.round = self.game.state.clock.round;
        }
        self.objectives(seat, made);
        if self.offered.len() < 2 {
            return;
        }
        let offered = self.offered.to_vec();
        let game = self.game.clone();
        let clock = game.state.clock;
        let mut glory = [0; MAX_SEATS];
        for seat in game.state.all_seats() {
            glory[seat.ix()] = game.state.seats[seat].glory;
        }
        let wins = self.chances(&game, SAMPLES);
        self.found.moments.push(Moment {
            decision: number,
            round: clock.round,
            turn: clock.turn,
            seat,
            choice: made,
            wins,
            glory,
        });
        self.found.balance[seat.ix()].decisions += 1;
        let mut imagined = imagine(&game, seat, &mut self.dreams);
        imagined.windows = Windows::Playable;
        let Some((better, _)) = self.best(&imagined, seat, &offered, made) else {
            return;
        };
        if better == made {
            return;
        }
        // Both again, side by side, before anybody is blamed.
        let Some((best, values)) = self.best(&imagined, seat, &[better, made], made) else {
            return;
        };
        let [better_wins, wins] = values;
        let cost = better_wins - wins;
        if best == made || cost <= 0.0 {
            return;
        }
        self.found.balance[seat.ix()].slips += cost;
        if cost >= WORTH_TELLING {
            self.found.slips.push(Slip {
                decision: number,
                round: clock.round,
                turn: clock.turn,
                seat,
                made,
                wins,
                better,
                better_wins,
                reason: reason(imagined.sight(), seat, better),
            });
        }
    }

    /// The best of the choices, with its value and that of the choice made.
    fn best(
        &mut self,
        imagined: &Game,
        seat: Seat,
        choices: &[Choice],
        made: Choice,
    ) -> Option<(Choice, [f32; 2])> {
        let mut search = Search::new(self.budget, self.dreams.bits());
        search.judge = Judge::default();
        search.cancel = Arc::clone(&self.cancel);
        search.think(&Turn {
            game: imagined,
            seat,
            choices,
        });
        let best = search.findings.first()?;
        let own = search.findings.iter().find(|f| f.choice == made);
        Some((best.choice, [best.wins, own.map_or(best.wins, |f| f.wins)]))
    }

    /// Notes which objectives in hand could be scored, and which the seat now declines to score.
    fn objectives(&mut self, seat: Seat, made: Choice) {
        let state = &self.game.state;
        let turn = state.clock.turn;
        let playing = matches!(state.clock.phase, Phase::Action | Phase::Power | Phase::End);
        if !playing {
            return;
        }
        for other in state.all_seats() {
            let hand = state.seats[other].objectives.hand();
            for slot in (0..32u8).filter(|slot| hand >> slot & 1 == 1) {
                if self.waits(other, slot) && cards::scorable(self.game.sight(), other, slot) {
                    self.held[other.ix()][usize::from(slot)] = Some(turn);
                }
            }
        }
        if made.verb == Verb::Done || made.verb == Verb::Pass {
            for choice in self
                .offered
                .iter()
                .filter(|choice| choice.verb == Verb::Score)
            {
                self.found.missed.push(Missed {
                    seat,
                    slot: choice.a,
                    round: self.game.state.clock.round,
                    turn,
                    declined: true,
                });
                self.held[seat.ix()][usize::from(choice.a)] = None;
            }
        }
    }

    /// Whether an objective is scored in an end phase of this round.
    fn waits(&self, seat: Seat, slot: u8) -> bool {
        let source = Source {
            seat,
            slot: Source::OBJECTIVES + slot,
        };
        let Some(code) = self.game.table.code(source) else {
            return false;
        };
        let rules = &self.game.table.rules;
        let last = self.game.state.clock.round >= rules.rounds;
        code.clauses.iter().any(|clause| match clause.role {
            Role::Score { timing, .. } => match timing {
                Timing::Surge(_) => false,
                Timing::LastEndPhase => last,
                _ => true,
            },
            _ => false,
        })
    }

    /// What could have been scored at some time in the round and was not.
    fn end_of_round(&mut self) {
        for seat in self.game.state.all_seats() {
            let player = &self.game.state.seats[seat];
            for slot in 0..32u8 {
                let Some(turn) = self.held[seat.ix()][usize::from(slot)].take() else {
                    continue;
                };
                if player.objectives.scored() >> slot & 1 == 0 {
                    self.found.missed.push(Missed {
                        seat,
                        slot,
                        round: self.round,
                        turn,
                        declined: false,
                    });
                }
            }
        }
    }
}
