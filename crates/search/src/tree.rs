//! The search tree: decisions seen from one seat, chance and hidden cards dealt anew on every visit.
//!
//! A node is a decision, an edge a choice. Which node an edge leads to depends on what chance and the
//! hidden cards bring, so an edge keeps one node for each decision it has led to. A choice that is not
//! on the list this time is simply not available this time (information-set search with one observer).
//! Where to look first is told by a quick look at the choices; a new node is settled and judged.

use crate::{
    eval::Time,
    imagine::Memory,
    quick::Quick,
    race::{Race, Rules, Tries},
    settle::{make, only, onward, settle},
};
use gloryhex_engine::{Choice, Choices, Game, Seeded, frame::Frame};
use gloryhex_model::{MAX_FIGHTERS, MAX_SEATS, Seat};

/// How the tree is grown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Growth {
    /// How much curiosity counts against what is known.
    pub curiosity: f32,
    /// How sharply quick looks tell choices apart.
    pub sharpness: f32,
    /// How much a quick look counts at the root, beside the look ahead.
    pub glance: f32,
    /// What an unvisited choice is assumed to lose.
    pub doubt: f32,
    /// Choices of a node that are considered at all.
    pub width: usize,
    /// Decisions deep at most.
    pub depth: usize,
    /// Turns played on at a glance before a new node is judged; without it, as many as serve the
    /// edition.
    pub ahead: Option<u8>,
    /// There are iterations to spare, for cards and for playing on further in the last round.
    pub spare: bool,
    /// Objectives are asked beforehand what they want held.
    pub wish: bool,
    /// The look before the search deals every choice the same hands.
    pub fair: bool,
    /// How promising playing a card looks at a glance below the root; without it, what serves the
    /// edition.
    pub play: Option<f32>,
    /// How choices at the root are tried; without it by curiosity, as below.
    pub race: Option<Rules>,
}

impl Default for Growth {
    fn default() -> Self {
        Growth {
            curiosity: 0.6,
            sharpness: 4.0,
            glance: 0.4,
            doubt: 0.02,
            width: 24,
            depth: 48,
            ahead: None,
            spare: false,
            wish: true,
            fair: true,
            play: None,
            race: Some(Rules::default()),
        }
    }
}

struct Edge {
    choice: Choice,
    prior: f32,
    tries: Tries,
    /// What decision it led to, and the node for it.
    leads: Vec<(u64, u32)>,
}

struct Node {
    seat: Seat,
    visits: u32,
    total: f32,
    edges: Vec<Edge>,
    /// Choices that are neither here nor there: too many and too poor to be considered.
    closed: bool,
}

/// What is known of a choice at the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding {
    /// The choice.
    pub choice: Choice,
    /// How often it was tried.
    pub visits: u32,
    /// The chance to win after it.
    pub wins: f32,
    /// Whether it was among the last to be tried.
    pub racing: bool,
}

/// A tree.
pub struct Tree {
    nodes: Vec<Node>,
    quick: Quick,
    growth: Growth,
    chance: Seeded,
    list: Choices,
    scores: Vec<f32>,
    path: Vec<(u32, u32)>,
    /// What imagined hands were worth at the root, added up, and how many there were.
    hands: ([f32; MAX_SEATS], f32),
    /// What each seat's objectives are worth at the root, once somebody has held them.
    objectives: [Vec<Option<f32>>; MAX_SEATS],
    race: Race,
    seed: u64,
}

/// A number for the decision that is pending, as the players see it.
fn signature(game: &Game, seat: Seat) -> u64 {
    let clock = &game.state.clock;
    let (kind, detail) = match game.state.stack.top() {
        Some(Frame::Activation(_)) => (1, 0),
        Some(Frame::Power(_)) => (2, 0),
        Some(Frame::End(f)) => (3, u64::from(f.step) << 4 | u64::from(f.finished)),
        Some(Frame::Combat(f)) => (4, u64::from(f.step)),
        Some(Frame::Window(_)) => (5, game.state.stack.depth() as u64),
        Some(Frame::Card(_)) => (6, game.state.stack.depth() as u64),
        Some(Frame::Charge(f)) => (7, u64::from(f.fighter.0)),
        Some(Frame::Series(_)) => (8, 0),
        Some(Frame::Grant(_)) => (9, 0),
        Some(Frame::Focus(_)) => (10, 0),
        Some(Frame::RollOff(_)) => (11, 0),
        Some(_) => (12, 0),
        None => (0, 0),
    };
    // What the dice did is for all to see.
    let mut harm = 0u64;
    for fighter in &game.state.fighters[..game.table.entrants.len().min(MAX_FIGHTERS)] {
        let state = u64::from(fighter.damage) << 1 | u64::from(fighter.on_field());
        harm = (harm.rotate_left(7) ^ state).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    harm & (u64::MAX << 54)
        | u64::from(seat.0)
        | kind << 8
        | detail << 16
        | u64::from(clock.turn) << 40
        | u64::from(clock.round) << 48
}

impl Tree {
    /// An empty tree.
    pub fn new(quick: Quick, growth: Growth, seed: u64) -> Tree {
        Tree {
            nodes: Vec::new(),
            quick,
            growth,
            chance: Seeded::new(seed),
            list: Choices::new(),
            scores: Vec::new(),
            path: Vec::new(),
            hands: ([0.0; MAX_SEATS], 0.0),
            objectives: Default::default(),
            race: Race::default(),
            seed,
        }
    }
    /// Plants the root: choices with how promising each is (adding up to one) and what is thought of
    /// it beforehand.
    pub fn plant(&mut self, seat: Seat, roots: &[(Choice, f32, Option<f32>)], all: u32) {
        self.nodes.clear();
        let edges = roots.iter().map(|(choice, prior, thought)| {
            let mut tries = Tries::default();
            if let Some(thought) = thought {
                tries.add(*thought);
            }
            Edge {
                choice: *choice,
                prior: *prior,
                tries,
                leads: Vec::new(),
            }
        });
        let edges: Vec<Edge> = edges.collect();
        let visits = edges.iter().map(|edge| edge.tries.n).sum();
        let total = edges.iter().map(|edge| edge.tries.total).sum();
        self.nodes.push(Node {
            seat,
            visits,
            total,
            edges,
            closed: true,
        });
        if let Some(rules) = &self.growth.race {
            let looks: Vec<f32> = roots.iter().map(|root| root.1).collect();
            self.race.begin(&looks, all, rules);
        }
    }
    /// Lets choices at the root drop out that are not worth another try. Tells whether there is still
    /// something to find out, with a part `used` of the budget used up and so many iterations left.
    pub fn trim(&mut self, used: f32, all: u32, left: u32) -> bool {
        let edges = &self.nodes[0].edges;
        if let Some(rules) = &self.growth.race {
            let tries = |ix: u32| edges[ix as usize].tries;
            return self.race.trim(tries, used, all, rules);
        }
        let (mut most, mut second) = (0, 0);
        for edge in edges {
            let n = edge.tries.n;
            (most, second) = (most.max(n), second.max(n.min(most)));
        }
        edges.len() > 1 && most - second <= left
    }
    /// What is known of the root's choices.
    pub fn findings(&self) -> Vec<Finding> {
        let Some(root) = self.nodes.first() else {
            return Vec::new();
        };
        let mut known: Vec<Finding> = root
            .edges
            .iter()
            .map(|edge| Finding {
                choice: edge.choice,
                visits: edge.tries.n,
                wins: edge.tries.mean(),
                racing: false,
            })
            .collect();
        for (ix, finding) in known.iter_mut().enumerate() {
            finding.racing = self.race.has(ix as u32);
        }
        known
    }
    /// One iteration from the root.
    pub fn grow(&mut self, root: &Memory<'_>) {
        if !self.race.is_over() {
            // Whoever is tried for the nth time gets the same hands and dice.
            let next = self.select(0, true).map_or(0, |ix| ix as usize);
            let nth = u64::from(self.nodes[0].edges[next].tries.n);
            let seed = self
                .seed
                .wrapping_add(nth.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            self.chance = Seeded::new(seed);
        }
        let mut game = root.imagine(&mut self.chance);
        let luck = self.luck(&game);
        self.path.clear();
        let mut at = 0u32;
        let mut first = true;
        let wins = loop {
            if !first {
                if self.list.is_empty() || self.path.len() >= self.growth.depth {
                    let (quick, list) = (&self.quick, &mut self.list);
                    let seat = self.nodes[at as usize].seat;
                    settle(&mut game, Some(seat), quick, list, &mut self.chance);
                    break self.quick.judge.wins_less(&game, &luck);
                }
                self.open(at, &game);
            }
            let Some(edge) = self.select(at, first) else {
                break self.quick.judge.wins_less(&game, &luck);
            };
            first = false;
            self.path.push((at, edge));
            let choice = self.nodes[at as usize].edges[edge as usize].choice;
            let mut pending = make(&mut game, choice, &mut self.list, &mut self.chance);
            // Decisions without an alternative are no decisions.
            while let Some(only) = only(&self.list) {
                pending = make(&mut game, only, &mut self.list, &mut self.chance);
            }
            let Some(seat) = pending else {
                break self.quick.judge.wins_less(&game, &luck);
            };
            let sign = signature(&game, seat);
            let leads = &self.nodes[at as usize].edges[edge as usize].leads;
            match leads.iter().find(|lead| lead.0 == sign) {
                Some(lead) => at = lead.1,
                None => {
                    let node = self.nodes.len() as u32;
                    self.nodes.push(Node {
                        seat,
                        visits: 0,
                        total: 0.0,
                        edges: Vec::new(),
                        closed: false,
                    });
                    self.nodes[at as usize].edges[edge as usize]
                        .leads
                        .push((sign, node));
                    let (quick, list) = (&self.quick, &mut self.list);
                    let usual = self.quick.judge.weights(game.sight());
                    let far = self.growth.spare && Time::of(game.sight()).rounds_after == 0;
                    let usual = if far { usual.last } else { usual.ahead };
                    let turns = self.growth.ahead.unwrap_or(usual);
                    if turns > 0 {
                        onward(&mut game, pending, turns, quick, list, &mut self.chance);
                    } else {
                        settle(&mut game, pending, quick, list, &mut self.chance);
                    }
                    break self.quick.judge.wins_less(&game, &luck);
                }
            }
        };
        self.learn(&wins);
    }
    /// How much better than usual the hands are that were dealt this time. It is taken off again where
    /// positions are judged: what counts is what play makes of a hand, not how good a deal it was.
    fn luck(&mut self, game: &Game) -> [f32; MAX_SEATS] {
        let sight = game.sight();
        let judge = &self.quick.judge;
        let mut worth = [0.0; MAX_SEATS];
        for seat in sight.state.all_seats() {
            let mut hand = sight.state.seats[seat].objectives.hand();
            while hand != 0 {
                let slot = hand.trailing_zeros() as usize;
                hand &= hand - 1;
                let known = &mut self.objectives[seat.ix()];
                if known.len() <= slot {
                    known.resize(slot + 1, None);
                }
                worth[seat.ix()] += *known[slot].get_or_insert_with(|| {
                    let value = judge.objective(sight, seat, slot, Time::of(sight));
                    value.unwrap_or(0.0)
                });
            }
        }
        let (sums, n) = &mut self.hands;
        *n += 1.0;
        let mut luck = [0.0; MAX_SEATS];
        for ix in 0..MAX_SEATS {
            sums[ix] += worth[ix];
            luck[ix] = worth[ix] - sums[ix] / *n;
        }
        luck
    }
    fn learn(&mut self, wins: &[f32; MAX_SEATS]) {
        if let Some((root, edge)) = self.path.first() {
            let seat = self.nodes[*root as usize].seat;
            self.race.note(*edge, wins[seat.ix()]);
        }
        for (node, edge) in &self.path {
            let node = &mut self.nodes[*node as usize];
            let value = wins[node.seat.ix()];
            node.visits += 1;
            node.total += value;
            let edge = &mut node.edges[*edge as usize];
            edge.tries.add(value);
        }
    }
    /// Makes sure that the node knows the choices on the list.
    fn open(&mut self, at: u32, game: &Game) {
        let width = self.growth.width;
        let node = &mut self.nodes[at as usize];
        if node.closed {
            // Cards in hand differ from visit to visit; movement and the like do not.
            let known =
                |node: &Node, choice: &Choice| node.edges.iter().any(|edge| edge.choice == *choice);
            let fresh = self.list.iter().any(|choice| {
                use gloryhex_engine::Verb::{Play, React, Upgrade};
                matches!(choice.verb, Play | React | Upgrade) && !known(node, choice)
            });
            let available = node
                .edges
                .iter()
                .any(|edge| self.list.contains(&edge.choice));
            if available && !(fresh && node.edges.len() < 3 * width) {
                return;
            }
        }
        self.quick
            .scores(game.sight(), node.seat, &self.list, &mut self.scores);
        let mut order: Vec<usize> = (0..self.list.len()).collect();
        order.sort_by(|a, b| self.scores[*b].total_cmp(&self.scores[*a]).then(a.cmp(b)));
        order.truncate(width);
        let most = self.scores[order[0]];
        let sharpness = self.growth.sharpness;
        let weigh = |ix: &usize| (sharpness * (self.scores[*ix] - most)).exp();
        let sum: f32 = order.iter().map(weigh).sum();
        for ix in &order {
            let choice = self.list[*ix];
            let prior = weigh(ix) / sum;
            if !node.edges.iter().any(|edge| edge.choice == choice) {
                node.edges.push(Edge {
                    choice,
                    prior,
                    tries: Tries::default(),
                    leads: Vec::new(),
                });
            }
        }
        node.closed = true;
    }
    /// The edge to follow among those available.
    fn select(&self, at: u32, all: bool) -> Option<u32> {
        let node = &self.nodes[at as usize];
        if all && !self.race.is_over() {
            return self.race.next(|ix| node.edges[ix as usize].tries);
        }
        let mean = node.total / node.visits.max(1) as f32;
        let root = (node.visits.max(1) as f32).sqrt();
        let mut best = None;
        let mut most = f32::MIN;
        for (ix, edge) in node.edges.iter().enumerate() {
            if !all && !self.list.contains(&edge.choice) {
                continue;
            }
            let known = if edge.tries.n > 0 {
                edge.tries.mean()
            } else {
                mean - self.growth.doubt
            };
            let curious = self.growth.curiosity * edge.prior * root / (1 + edge.tries.n) as f32;
            let score = known + curious;
            if score > most {
                (best, most) = (Some(ix as u32), score);
            }
        }
        best
    }
    /// How many nodes there are.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }
}
