//! Conditions whose parts say the same of different things: the faces of a roll, the territories, two stretches of time.

use super::idiom::fact;
use super::*;

impl Speaker<'_> {
    /// "all dice of the defence roll show the same symbol", where each symbol is asked for by itself.
    pub(crate) fn dice_alike(&mut self, expr: &Expr) -> Option<String> {
        match expr {
            Expr::Binary(Sign::Eq, a, b)
                if fact(a) == Some(Fact::DistinctFaces) && **b == Expr::Number(1) =>
            {
                let roll = self.lexicon.attack_roll;
                Some(format!("all dice of the {roll} show the same symbol"))
            }
            // At least so many dice, and no symbol more than once.
            Expr::And(parts) => {
                let counts: Vec<_> = parts.iter().map(shown).collect::<Option<_>>()?;
                let at = counts
                    .iter()
                    .position(|(_, _, sign, _)| *sign == Sign::Ge)?;
                let (dice, all, _, least) = counts[at];
                let mut singles = FaceSet::EMPTY;
                for (nth, (of, faces, sign, n)) in counts.iter().enumerate() {
                    let once = (*of, *sign, *n) == (dice, Sign::Le, 1);
                    if nth != at && (!once || faces.iter().count() != 1) {
                        return None;
                    }
                    if nth != at {
                        singles = singles.union(*faces);
                    }
                }
                let every = all.iter().count() > 2 && singles == all;
                let (roll, many) = (self.which_roll(dice), count_word(least));
                every.then(|| {
                    format!(
                        "the {roll} has at least {many} dice, no two of which show the same symbol"
                    )
                })
            }
            // So many of one symbol and none of the others, or so many of the next.
            Expr::Or(cases) => {
                let mut known: Option<(Faces, FaceSet, i16)> = None;
                let mut singles = FaceSet::EMPTY;
                for case in cases {
                    let Expr::And(both) = case else { return None };
                    let [one, none] = &both[..] else { return None };
                    let (dice, face, Sign::Ge, least) = shown(one)? else {
                        return None;
                    };
                    let (same, others, Sign::Eq, 0) = shown(none)? else {
                        return None;
                    };
                    let own = (dice, face.union(others), least);
                    if same != dice
                        || face.iter().count() != 1
                        || known.is_some_and(|known| known != own)
                    {
                        return None;
                    }
                    known = Some(own);
                    singles = singles.union(face);
                }
                let (dice, _, least) = known.filter(|(_, all, _)| *all == singles)?;
                let (roll, many) = (self.which_roll(dice), count_word(least));
                Some(format!(
                    "the {roll} has at least {many} dice, all of which show the same symbol"
                ))
            }
            _ => None,
        }
    }

    fn which_roll(&self, dice: Faces) -> String {
        match dice {
            Faces::Attack => self.lexicon.attack_roll.to_owned(),
            Faces::Defence => self.lexicon.word("defence_roll"),
            Faces::Own => "roll".to_owned(),
            Faces::Casting => "casting roll".to_owned(),
        }
    }

    /// Where a player can have several enemies, there are more than three.
    fn territories(&self) -> String {
        match self.lexicon.neutral {
            "neutral" => "the three territories".to_owned(),
            other => format!("friendly, enemy and {other} territory"),
        }
    }

    /// What is said of all three territories, one after the other, in one: "a friend is in each of the three territories".
    pub(crate) fn in_all_territories(&self, mut texts: Vec<String>) -> Vec<String> {
        let found = texts.windows(3).position(|three| {
            let told = self.in_any_territory(three);
            told.is_some_and(|told| !told.contains("that territory"))
        });
        if let Some(at) = found {
            let each = format!("in each of {}", self.territories());
            let sides = ["friendly", "enemy", self.lexicon.neutral];
            let told = sides.iter().fold(texts[at].clone(), |text, side| {
                text.replace(&format!("in {side} territory"), &each)
            });
            texts.splice(at..at + 3, [told]);
        }
        texts
    }

    /// What is said of friendly, enemy and neutral territory alike: "each fighter in one of the three territories".
    pub(crate) fn in_any_territory(&self, texts: &[String]) -> Option<String> {
        let of = |side: &str| {
            texts
                .iter()
                .find(|text| text.contains(&format!("in {side} territory")))
        };
        let (friendly, enemy) = (of("friendly")?, of("enemy")?);
        let neutral = of(self.lexicon.neutral).filter(|_| texts.len() == 3)?;
        let own = format!("in {} territory", self.lexicon.neutral);
        let with = |text: &String, place: &str| {
            let parts: Vec<&str> = text.split(place).collect();
            (parts.len() > 1).then(|| parts.join("in {}"))
        };
        let frame = with(friendly, "in friendly territory")?;
        let same = with(enemy, "in enemy territory")? == frame && with(neutral, &own)? == frame;
        same.then(|| {
            frame
                .replacen("{}", &format!("one of {}", self.territories()), 1)
                .replace("{}", "that territory")
        })
    }
}

/// How many dice of which roll must show one of which faces.
fn shown(part: &Expr) -> Option<(Faces, FaceSet, Sign, i16)> {
    match part {
        Expr::Binary(sign, a, n) => match (&**a, &**n) {
            (Expr::Faces(dice, faces), Expr::Number(n)) => Some((*dice, *faces, *sign, *n)),
            _ => None,
        },
        _ => None,
    }
}

/// The same in one stretch of time or another: "in this turn or this end phase that enemy was staggered".
pub(crate) fn at_either_time(texts: &[String]) -> Option<String> {
    let [one, other] = texts else { return None };
    let times = [
        "this turn",
        "this activation",
        "this end phase",
        "this round",
    ];
    let told = |text: &String| {
        let text = text.strip_prefix("in ")?;
        times
            .iter()
            .find_map(|time| Some((*time, text.strip_prefix(time)?.to_owned())))
    };
    let ((first, what), (second, same)) = (told(one)?, told(other)?);
    (what == same).then(|| format!("in {first} or {second}{what}"))
}

/// So many, or fewer in some case: "three fighters are adjacent to each other (two if you are the underdog)".
pub(crate) fn more_or_fewer(texts: &[String]) -> Option<String> {
    let [fewer, more] = texts else { return None };
    let (case, fewer) = fewer.split_once(" and ")?;
    let ((few, what), (many, same)) = (fewer.split_once(' ')?, more.split_once(' ')?);
    let words = [2, 3, 4, 5].map(count_word);
    let known = [few, many]
        .iter()
        .all(|n| words.iter().any(|word| word == n));
    let plain = !case.contains(',') && known && what == same;
    plain.then(|| format!("{more} ({few} if {case})"))
}

/// Whether the first of two conditions says how many of a kind there are, and the second what they have together.
pub(crate) fn their_total(pair: &[Expr]) -> bool {
    let [Expr::Binary(_, a, _), Expr::Binary(_, b, _)] = pair else {
        return false;
    };
    match (&**a, &**b) {
        (
            Expr::Quant {
                what: Quant::Count,
                over,
                of,
                var,
                filter: Some(filter),
                ..
            },
            Expr::Quant {
                what: Quant::Sum,
                over: same_over,
                of: same_of,
                var: same_var,
                filter: Some(same),
                value: Some(_),
            },
        ) => (over, of) == (same_over, same_of) && renamed_var(same, *same_var, *var) == **filter,
        _ => false,
    }
}

/// A condition with names of its own numbered in the order in which they come, so that two that say the same are equal.
pub(crate) fn canonical(expr: &Expr) -> Expr {
    let mut next = u16::MAX;
    numbered(expr, &mut next)
}

fn numbered(expr: &Expr, next: &mut u16) -> Expr {
    let mut fresh = |many: u16| {
        *next -= many;
        VarId(*next)
    };
    match expr {
        Expr::Quant {
            what,
            over,
            of,
            var,
            filter,
            value,
        } => {
            let own = fresh(1);
            let mut part = |part: &Option<Box<Expr>>| {
                part.as_deref()
                    .map(|part| Box::new(numbered(&renamed_var(part, *var, own), next)))
            };
            Expr::Quant {
                what: *what,
                over: *over,
                of: part(of),
                var: own,
                filter: part(filter),
                value: part(value),
            }
        }
        Expr::Past(past) => {
            let many = bindings(past.trigger).len() as u16;
            let own = fresh(many);
            let mut past = past.clone();
            for part in [&mut past.filter, &mut past.value].into_iter().flatten() {
                for ix in 0..many {
                    *part = renamed_var(part, VarId(past.first_var.0 + ix), VarId(own.0 + ix));
                }
                *part = numbered(part, next);
            }
            past.first_var = own;
            past.nth = 0;
            Expr::Past(past)
        }
        Expr::And(parts) => Expr::And(parts.iter().map(|part| numbered(part, next)).collect()),
        Expr::Or(parts) => Expr::Or(parts.iter().map(|part| numbered(part, next)).collect()),
        Expr::Not(inner) => Expr::Not(Box::new(numbered(inner, next))),
        Expr::Binary(sign, a, b) => {
            let a = numbered(a, next);
            Expr::Binary(*sign, Box::new(a), Box::new(numbered(b, next)))
        }
        Expr::Call(func, args) => {
            Expr::Call(*func, args.iter().map(|arg| numbered(arg, next)).collect())
        }
        other => other.clone(),
    }
}
