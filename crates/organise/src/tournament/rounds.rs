//! The next round: who is still there, what they have done so far, and whom they meet.

use super::{Deed, Entrant, Format, Pair, Round, Tournament};
use crate::{
    Refusal,
    pairing::{
        bracket, circle,
        swiss::{self, Candidate, Meetings},
    },
    standing::standings,
};
use std::collections::BTreeSet;

type Sides = [Option<Entrant>; 2];

/// A kind of round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coming {
    /// Between players who have done about as well.
    Swiss,
    /// The first of a bracket, with so many at most.
    Bracket(usize),
    /// A later one of a bracket.
    Winners,
    /// One of those in which everybody meets everybody.
    Circle,
}

impl Tournament {
    /// The pairs of the next round, as an entry for [`Tournament::apply`].
    ///
    /// # Errors
    /// The last round is still played, or there is no next one.
    pub fn next(&self) -> Result<Deed, Refusal> {
        self.next_pairs().map(|pairs| Deed::Round { pairs })
    }

    fn here(&self, entrant: Entrant) -> bool {
        self.person(entrant).is_some_and(|p| p.dropped.is_none())
    }

    fn next_pairs(&self) -> Result<Vec<Sides>, Refusal> {
        match self.coming()? {
            Coming::Swiss => Ok(self.swiss()),
            Coming::Bracket(seeds) => {
                let mut best = self.ranked();
                best.truncate(seeds);
                Ok(self.first_of_bracket(&best))
            }
            Coming::Winners => Ok(self.winners_meet()),
            Coming::Circle => Ok(self.circle()),
        }
    }

    /// What kind of round comes next.
    ///
    /// # Errors
    /// The last one is still played, or there is none.
    pub(super) fn coming(&self) -> Result<Coming, Refusal> {
        let played = self.rounds.len();
        if self.rounds.last().is_some_and(|round| !round.done()) {
            return Refusal::because("The last round is still being played.");
        }
        let here = self.entrants.iter().filter(|p| p.dropped.is_none());
        if here.count() < 2 {
            return Refusal::because("Two players at least are needed.");
        }
        let tables = self.rounds.last().map_or(0, |round| round.pairs.len());
        let coming = match self.plan.format {
            Format::Swiss { rounds } | Format::SwissCut { rounds, .. }
                if played < usize::from(rounds) =>
            {
                Some(Coming::Swiss)
            }
            Format::SwissCut { rounds, cut } if played == usize::from(rounds) => {
                Some(Coming::Bracket(usize::from(cut)))
            }
            Format::Elimination if played == 0 => Some(Coming::Bracket(self.entrants.len())),
            Format::SwissCut { .. } | Format::Elimination if tables > 1 => Some(Coming::Winners),
            Format::RoundRobin if played < circle::rounds(self.circled().len()) => {
                Some(Coming::Circle)
            }
            Format::Swiss { .. }
            | Format::SwissCut { .. }
            | Format::Elimination
            | Format::RoundRobin => None,
        };
        coming.ok_or_else(|| Refusal("All rounds have been played.".to_owned()))
    }

    /// Those who are here, the best first.
    fn ranked(&self) -> Vec<Entrant> {
        let all = standings(self).into_iter().map(|s| s.entrant);
        all.filter(|entrant| self.here(*entrant)).collect()
    }

    fn swiss(&self) -> Vec<Sides> {
        let ranked: Vec<_> = standings(self)
            .into_iter()
            .filter(|standing| !standing.dropped)
            .collect();
        let mut place = vec![None; self.entrants.len()];
        for (n, standing) in ranked.iter().enumerate() {
            place[standing.entrant.0 as usize] = Some(n);
        }
        let mut meetings = Meetings::none(ranked.len());
        for pair in self.rounds.iter().flat_map(|round| &round.pairs) {
            let [Some(one), Some(other)] = pair.sides else {
                continue;
            };
            // Also who should have met and did not: it is the same opponent again.
            if let (Some(one), Some(other)) = (place[one.0 as usize], place[other.0 as usize]) {
                meetings.add(one, other);
            }
        }
        let floats = self.floats();
        let candidates: Vec<Candidate> = ranked
            .iter()
            .map(|standing| Candidate {
                points: standing.points,
                floats: floats[standing.entrant.0 as usize],
                rested: standing.rested > 0,
            })
            .collect();
        let who = |place: usize| ranked[place].entrant;
        swiss::pair(&candidates, &meetings)
            .into_iter()
            .map(|(one, other)| [Some(who(one)), other.map(who)])
            .collect()
    }

    /// How often each has met somebody with other points.
    fn floats(&self) -> Vec<u32> {
        let mut floats = vec![0; self.entrants.len()];
        let mut then = Tournament {
            rounds: Vec::new(),
            ..self.clone()
        };
        for round in &self.rounds {
            let mut points = vec![0; self.entrants.len()];
            for standing in standings(&then) {
                points[standing.entrant.0 as usize] = standing.points;
            }
            for pair in &round.pairs {
                if let [Some(one), Some(other)] = pair.sides {
                    let (one, other) = (one.0 as usize, other.0 as usize);
                    let floated = u32::from(points[one] != points[other]);
                    floats[one] += floated;
                    floats[other] += floated;
                }
            }
            then.rounds.push(round.clone());
        }
        floats
    }

    fn first_of_bracket(&self, seeds: &[Entrant]) -> Vec<Sides> {
        let pairs = bracket::first(seeds.len()).into_iter();
        pairs
            .map(|pair| pair.map(|side| side.map(|seed| seeds[seed])))
            .collect()
    }

    /// Winners meet; whoever has left meanwhile leaves their place empty.
    fn winners_meet(&self) -> Vec<Sides> {
        let last = self.rounds.last().map_or(&[][..], |round| &round.pairs);
        let go_on = |pair: &Pair| pair.winner().filter(|winner| self.here(*winner));
        let winners: Vec<Option<Entrant>> = last.iter().map(go_on).collect();
        bracket::next(&winners)
    }

    /// Everybody of a round robin, in the order of their lots. Who left before the first round was never there.
    fn circled(&self) -> Vec<Entrant> {
        let person = |entrant: &Entrant| &self.entrants[entrant.0 as usize];
        let mut order: Vec<Entrant> = (0..self.entrants.len() as u32).map(Entrant).collect();
        order.retain(|entrant| person(entrant).dropped != Some(0));
        order.sort_by_key(|entrant| person(entrant).lot);
        order
    }

    /// Everybody meets everybody who entered; whoever should meet somebody who has left rests.
    fn circle(&self) -> Vec<Sides> {
        let order = self.circled();
        let pairs = circle::round(order.len(), self.rounds.len()).into_iter();
        let pairs = pairs.filter_map(|(one, other)| {
            let sides = [Some(order[one]), other.map(|other| order[other])];
            match sides.map(|side| side.filter(|side| self.here(*side))) {
                [None, None] => None,
                [None, other] => Some([other, None]),
                sides => Some(sides),
            }
        });
        pairs.collect()
    }

    pub(super) fn begin_round(&mut self, pairs: &[Sides], when: u64) -> Result<(), Refusal> {
        let coming = self.coming()?;
        let swiss = coming == Coming::Swiss;
        // In a Swiss another version may have paired otherwise; elsewhere there is one way only.
        let fits = match swiss {
            true => self.everybody_once(pairs),
            false => pairs == self.next_pairs()?,
        };
        if !fits {
            return Refusal::because("These pairs are not those of the next round.");
        }
        self.rounds.push(Round {
            pairs: pairs
                .iter()
                .map(|sides| Pair {
                    sides: *sides,
                    verdict: None,
                    game: None,
                    series: None,
                    corrected: Vec::new(),
                })
                .collect(),
            bracket: matches!(coming, Coming::Bracket(_) | Coming::Winners),
            began: when,
        });
        Ok(())
    }

    /// Whether these pairs hold everybody who is here, once, and one at most rests.
    fn everybody_once(&self, pairs: &[Sides]) -> bool {
        let mut seen = BTreeSet::new();
        let paired = pairs.iter().flatten().flatten();
        let once = paired.copied().all(|e| self.here(e) && seen.insert(e));
        let here = self.entrants.iter().filter(|p| p.dropped.is_none());
        let tables = pairs.iter().all(|pair| pair[0].is_some());
        once && tables && seen.len() == here.count() && pairs.len() == seen.len().div_ceil(2)
    }
}
