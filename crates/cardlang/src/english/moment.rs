//! Moments of the game: who did what, before anything else is said.

use super::idiom::fact;
use super::*;
use crate::Cause;

impl Speaker<'_> {
    /// "after a friendly fighter's attack" and what else must hold.
    pub(crate) fn moment(&mut self, clause: &Clause, trigger: Trigger) -> (String, String) {
        let parts: Vec<Expr> = match &clause.when {
            Some(Expr::And(parts)) => parts.iter().flat_map(flatten).collect(),
            Some(one) => vec![one.clone()],
            None => Vec::new(),
        };
        let mut used = vec![false; parts.len()];
        let template = EVENTS
            .iter()
            .find(|(_, t, _)| *t == trigger)
            .map_or("", |(_, _, text)| *text);
        let speaks_of = |ix: u16| {
            let var = Expr::Var(VarId(clause.first_var.0 + ix));
            parts.iter().any(|p| mentions(p, &var))
        };
        if let Some(at) = bindings(trigger).iter().position(|b| *b == Binding::Card) {
            let card = VarId(clause.first_var.0 + at as u16);
            let known = |part: &Expr| matches!(part, Expr::Binary(Sign::Eq, a, b) if **a == Expr::Var(card) && matches!(**b, Expr::Var(_)));
            let a_spell = match trigger {
                Trigger::SpellTried | Trigger::SpellRolled => true,
                Trigger::SpellDone | Trigger::SpellFailed => parts.iter().any(known),
                _ => false,
            };
            if a_spell {
                self.called.push((card, "that spell".to_owned()));
            }
        }
        let this = Expr::Binary(
            Sign::Eq,
            Box::new(Expr::Var(clause.first_var)),
            Box::new(Expr::This),
        );
        let of_this = parts.contains(&this);
        let tells_of = |ix: u16| {
            let var = Expr::Var(VarId(clause.first_var.0 + ix));
            let body = match &clause.kind {
                ClauseKind::Auto(_, body) | ClauseKind::React { body, .. } => body.as_slice(),
                _ => &[],
            };
            body.iter().any(|stmt| said_in(stmt, &var))
        };
        let made = |part: &Expr| {
            fact(part) == Some(Fact::Is) || causes_of(part) == Some(vec![Came::From(Cause::Attack)])
        };
        let by_attack = trigger == Trigger::TakenOut && parts.iter().any(made) && speaks_of(1);
        if by_attack {
            let attacker = Expr::Var(VarId(clause.first_var.0 + 1));
            let somebody = Expr::Binary(Sign::Ne, Box::new(attacker), Box::new(Expr::Number(-1)));
            for (part, used) in parts.iter().zip(&mut used) {
                *used |= made(part) || *part == somebody;
            }
        }
        let by = self.by_what(clause, trigger, &parts, &mut used);
        let var = |ix: u16| VarId(clause.first_var.0 + ix);
        let your_deed = Expr::Binary(Sign::Eq, Box::new(Expr::Var(var(2))), Box::new(Expr::You));
        let no_attack =
            |part: &Expr| matches!(part, Expr::Not(inner) if fact(inner) == Some(Fact::Spell));
        let but_attacks = parts.iter().any(no_attack);
        if trigger == Trigger::SpellTried {
            for (part, used) in parts.iter().zip(&mut used) {
                *used |= no_attack(part);
            }
        }
        let one = Expr::Binary(
            Sign::Eq,
            Box::new(Expr::Var(var(2))),
            Box::new(Expr::Number(1)),
        );
        let one_hex = trigger == Trigger::TokenMoved && parts.contains(&one);
        for (part, used) in parts.iter().zip(&mut used) {
            *used |= one_hex && *part == one;
        }
        let mut outcome = |asked: Fact| {
            let at = parts.iter().position(|p| fact(p) == Some(asked));
            at.inspect(|at| used[*at] = true).is_some()
        };
        let template = match trigger {
            Trigger::AttackRolled if self.this_attack => "the {attack_roll} of this {attack}",
            Trigger::AttackRollStands if self.this_attack => {
                "the {attack_roll} of this {attack}, re-rolls included"
            }
            Trigger::DefenceRolled if self.this_attack => "the {defence_roll} of this {attack}",
            Trigger::AttackDone if self.this_attack && outcome(Fact::Succeeded) => {
                "this {attack}, if it is successful"
            }
            Trigger::AttackDone if self.this_attack && outcome(Fact::Failed) => {
                "this {attack}, if it fails"
            }
            Trigger::AttackDone if self.this_attack => "this {attack}",
            Trigger::ActivationDone if speaks_of(0) => "{0}'s {activation}",
            Trigger::ActivationDone if speaks_of(1) => "{1}'s {activation}",
            Trigger::ActivationStart if speaks_of(0) => "{0}'s {activation} begins",
            Trigger::ActivationDone if tells_of(0) => "{0}'s {activation}",
            Trigger::ActivationDone if tells_of(1) => "{1}'s {activation}",
            Trigger::ActivationDone => "{an_activation}",
            Trigger::ActionDone if !speaks_of(0) => "{a_deed}",
            Trigger::UpgradeGiven if of_this => "this card is given to {1}",
            Trigger::UpgradeLost if of_this => "this card is discarded",
            Trigger::DamageDealt if speaks_of(3) && speaks_of(2) => "{3} deals {0} {2} damage",
            Trigger::DamageDealt if speaks_of(3) => "{3} deals {0} damage",
            Trigger::TakenOut if by_attack => "{1}'s {attack} {take} {0}{take_out}",
            Trigger::TakenOut if is_me(&parts, var(1)) => "{1} {take} {0}{take_out}",
            Trigger::TakenOut if introduces(&parts, var(1)) => "{0} is {taken_out} by {1}",
            Trigger::TakenOut if parts.contains(&your_deed) && !speaks_of(1) => {
                "your warband {take} {0}{take_out}"
            }
            Trigger::TakenOut if parts.iter().any(|part| causes_of(part).is_some()) => {
                "{0} is {taken_out}"
            }
            Trigger::AttackDone if outcome(Fact::TookOut) => {
                if introduces(&parts, var(1)) {
                    "{0}'s {attack} {take} {1}{take_out}"
                } else {
                    "{0}'s {attack} {take} its target{take_out}"
                }
            }
            Trigger::AttackDone if outcome(Fact::TookAnyoneOut) => {
                "{0}'s {attack} on {1} {take} a fighter{take_out}"
            }
            Trigger::AttackJudged if outcome(Fact::Failed) => "{0}'s {attack} on {1} fails",
            Trigger::AttackJudged if outcome(Fact::Succeeded) => {
                "{0}'s {attack} on {1} is successful"
            }
            Trigger::AttackJudged | Trigger::AttackDone if outcome(Fact::CriticalHit) => {
                "{0}'s {attack} on {1} scores a critical hit"
            }
            Trigger::Raided if speaks_of(2) => "{2} raids {0}",
            Trigger::TokenGiven if by.is_some() => "{0} is given",
            Trigger::Flipped if speaks_of(1) => "{1} flips {0}",
            Trigger::TokenMoved if one_hex => "{0} is moved one hex",
            Trigger::TokenMoved if speaks_of(2) => "{0} is moved a number of hexes",
            Trigger::Scattered if !speaks_of(1) => "an ability with Scatter is resolved",
            Trigger::TokenRemoved if speaks_of(1) => "{0} is removed from the battlefield by {1}",
            Trigger::Pushed if speaks_of(1) => "{0} is pushed a number of hexes by {1}",
            Trigger::Placed if speaks_of(1) => "{0} is placed by a card a number of hexes away",
            Trigger::ScatterPlaced if !speaks_of(0) => "a scatter token is placed",
            Trigger::SpellTried if but_attacks => {
                "{0} attempts to cast a spell other than {an_attack}, before the casting roll"
            }
            Trigger::CounterAdded if !speaks_of(0) => "{1} gains {3}",
            Trigger::CounterRemoved if !speaks_of(0) => "{1} gives up {3}",
            Trigger::DefenceRolled if introduces(&parts, clause.first_var) => {
                "the {defence_roll} against {0}'s {attack}"
            }
            Trigger::TakenOut if speaks_of(3) && speaks_of(2) => {
                "{2} {take} {0}{take_out} with {3} damage"
            }
            Trigger::ReactionDone if speaks_of(0) => "{0}'s {reaction}",
            Trigger::PowerStepDone if speaks_of(0) => "{0}'s {power_step}",
            Trigger::TrackerAdvanced if speaks_of(1) => {
                "{0}'s tracker advances for the fall of {1}"
            }
            Trigger::TrackerAdvanced if speaks_of(0) => "{0}'s tracker advances",
            _ => template,
        };
        let mut text = template.to_owned();
        let tells = text.contains("{attack}") || text.contains("{an_attack}");
        if tells && !self.this_attack {
            let told = self.attack_told(&parts, &mut used, false, true);
            let noun = format!("{}{{attack}}", told.before);
            if !told.before.is_empty() {
                text = text.replace("{an_attack}", &article(&noun));
            }
            text = text
                .replace("{attack}", &format!("{noun}{}", told.after))
                .replace("{an_attack}", &format!("{{an_attack}}{}", told.after));
        }
        if text.starts_with("your warband") {
            for (part, used) in parts.iter().zip(&mut used) {
                *used |= *part == your_deed;
            }
        }
        let mut text = self.fill(&text);
        for (ix, binding) in bindings(trigger).iter().enumerate() {
            let var = VarId(clause.first_var.0 + ix as u16);
            let slot = format!("{{{ix}}}");
            if !text.contains(&slot) {
                continue;
            }
            let noun = self.introduced(var, *binding, &parts, &mut used);
            text = text
                .replace(&format!("{slot}'s"), &possessive(&noun))
                .replace(&slot, &noun);
        }
        if let Some(by) = by.or_else(|| self.caused_by(&parts, &mut used)) {
            text = format!("{text} {by}");
        }
        if of_this {
            let yours =
                |e: &Expr| matches!(e, Expr::Binary(Sign::Eq, _, you) if **you == Expr::You);
            for (part, used) in parts.iter().zip(&mut used) {
                *used |= *part == this || yours(part);
            }
            text = text.replace(" to a fighter", "");
        }
        if matches!(
            trigger,
            Trigger::CardRevealed | Trigger::CardResolved | Trigger::Chosen
        ) {
            for (part, used) in parts.iter().zip(&mut used) {
                if let Expr::Call(Func::Card(crate::CardProp::Kind(kind)), _) = part {
                    text = text.replace("card", kind.word());
                    *used = true;
                }
            }
        }
        text = self.card_of_kind(text, &parts, &mut used);
        text = text
            .replace("you raids", "you raid")
            .replace("you discards", "you discard")
            .replace("you draws", "you draw")
            .replace("an amount damage", "damage")
            .replace("you deals", "you deal")
            .replace("take/takes", "takes")
            .replace("slay/slays", "slays")
            .replace("you takes", "you take")
            .replace("you slays", "you slay")
            .replace("you plays", "you play")
            .replace("you flips", "you flip");
        for vague in [" on a fighter", " against a fighter", " by a fighter"] {
            text = text.replace(vague, "");
        }
        let after = match trigger {
            Trigger::AttackDeclared
            | Trigger::SpellCast
            | Trigger::DriveBackDue
            | Trigger::DamageDue
            | Trigger::Falling
            | Trigger::PushDue
            | Trigger::CountersDue
            | Trigger::ActivationStart => "when",
            Trigger::AttackJudged | Trigger::PhaseEnd | Trigger::PhaseStart | Trigger::EndPhase => {
                "when"
            }
            _ => "after",
        };
        self.last = None;
        let rest: Vec<Expr> = parts
            .into_iter()
            .zip(used)
            .filter(|(_, used)| !used)
            .map(|(p, _)| p)
            .collect();
        let cond = match rest.len() {
            0 => String::new(),
            _ => format!(", if {}", self.condition(&Expr::And(rest))),
        };
        (format!("{after} {text}"), cond)
    }

    /// What an event came of or was about, where several conditions say it together.
    fn by_what(
        &self,
        clause: &Clause,
        trigger: Trigger,
        parts: &[Expr],
        used: &mut [bool],
    ) -> Option<String> {
        let attack = article(self.lexicon.attack);
        let is_made = |part: &Expr| {
            fact(part) == Some(Fact::Is) || causes_of(part) == Some(vec![Came::From(Cause::Attack)])
        };
        let var = |ix: u16| Expr::Var(VarId(clause.first_var.0 + ix));
        let nobody = |part: &Expr, sign: Sign, who: Expr| {
            *part == Expr::Binary(sign, Box::new(who), Box::new(Expr::Number(-1)))
        };
        let mut use_up = |which: &dyn Fn(&Expr) -> bool| {
            let mut any = false;
            for (part, used) in parts.iter().zip(used.iter_mut()) {
                let fits = which(part);
                *used |= fits;
                any |= fits;
            }
            any
        };
        match trigger {
            Trigger::DamageDealt if parts.iter().any(is_made) => {
                use_up(&|part| {
                    is_made(part)
                        || fact(part) == Some(Fact::Succeeded)
                        || nobody(part, Sign::Ne, var(1))
                });
                let targeted =
                    use_up(&|part| matches!(part, Expr::Call(Func::Fighter(Prop::TargetedNow), _)));
                let on = if targeted { " on it" } else { "" };
                Some(format!("by {attack}{on}"))
            }
            // Of one who has this token and no other, it was this one.
            Trigger::TokenGiven => {
                let has = |part: &Expr| match part {
                    Expr::Call(func, args) if args[..] == [var(0)] => Some(phrase_of(*func)),
                    _ => None,
                };
                let without = |part: &Expr| match part {
                    Expr::Not(inner) => has(inner),
                    _ => None,
                };
                let token = parts.iter().find_map(|p| has(p)?.strip_prefix('+'))?;
                let others = parts.iter().filter(|p| without(p).is_some()).count();
                (others >= 4).then(|| {
                    use_up(&|part| {
                        without(part).is_some() || has(part).is_some_and(|p| p.starts_with('+'))
                    });
                    article(token.trim_end_matches('s'))
                })
            }
            _ => None,
        }
    }

    /// "by an Attack action or a gambit": what damage came from, using up the first condition that says so.
    pub(crate) fn caused_by(&self, parts: &[Expr], used: &mut [bool]) -> Option<String> {
        let mut parts = parts.iter().zip(used).filter(|(_, used)| !**used);
        let (causes, used) = parts.find_map(|(part, used)| Some((causes_of(part)?, used)))?;
        *used = true;
        let names: Vec<String> = causes.iter().map(|cause| self.cause(*cause)).collect();
        Some(format!("by {}", names.join(" or ")))
    }

    fn cause(&self, cause: Came) -> String {
        let cause = match cause {
            Came::Ploy => return article(CardKind::Ploy.word()),
            Came::From(cause) => cause,
        };
        match cause {
            Cause::Attack => article(self.lexicon.attack),
            Cause::Spell => "a spell".to_owned(),
            Cause::Gambit => "a gambit".to_owned(),
            Cause::Card => "a power card".to_owned(),
            Cause::Hazard => "a hex".to_owned(),
            Cause::Backlash => "backlash".to_owned(),
            Cause::Scatter => "a card with Scatter".to_owned(),
            Cause::Reaction => self.fill("{a_reaction}"),
        }
    }

    /// How an event's fighter is first named, using up the conditions that say so.
    pub(crate) fn introduced(
        &mut self,
        var: VarId,
        binding: Binding,
        parts: &[Expr],
        used: &mut [bool],
    ) -> String {
        if let Binding::Counter | Binding::TokenKind = binding {
            let named = parts.iter().zip(used.iter_mut()).find_map(|(part, used)| {
                let named = match part {
                    Expr::Binary(Sign::Eq, a, b) if **a == Expr::Var(var) => match **b {
                        Expr::Counter(counter) => self.counters(counter, true),
                        Expr::TokenKind(token) => {
                            format!("{} token", super::statement::token_name(token))
                        }
                        _ => return None,
                    },
                    Expr::Or(kinds) => {
                        let kinds: Option<Vec<String>> =
                            kinds.iter().map(|kind| kind_of_token(var, kind)).collect();
                        format!("{} token", listed(&kinds?, "or"))
                    }
                    _ => return None,
                };
                *used = true;
                Some(named)
            });
            let any = match binding {
                Binding::Counter => "counter",
                _ => "token",
            };
            return article(&named.unwrap_or_else(|| any.to_owned()));
        }
        let mut kind = "fighter";
        let mut me = false;
        for (ix, part) in parts.iter().enumerate() {
            match part {
                Expr::Call(Func::Fighter(prop), args) if args[..] == [Expr::Var(var)] => match prop
                {
                    Prop::Friendly => (kind, used[ix]) = ("friend", true),
                    Prop::Enemy => (kind, used[ix]) = ("enemy", true),
                    _ => {}
                },
                Expr::Binary(Sign::Eq, a, b) if **a == Expr::Var(var) && **b == Expr::Me => {
                    used[ix] = true;
                    me = true;
                }
                _ => {}
            }
        }
        // Somebody who was spoken of before.
        let known = parts
            .iter()
            .zip(used.iter_mut())
            .find_map(|(part, used)| match part {
                Expr::Binary(Sign::Eq, a, b) if **a == Expr::Var(var) => match **b {
                    Expr::Var(other)
                        if self.card.vars[usize::from(other.0)].ty == Type::Fighter =>
                    {
                        *used = true;
                        Some(other)
                    }
                    _ => None,
                },
                _ => None,
            });
        if let Some(other) = known {
            self.last = None;
            let noun = self.noun(&Expr::Var(other));
            self.called.push((var, noun.clone()));
            return noun;
        }
        if me {
            self.called.push((var, "this fighter".to_owned()));
            self.said.push(Said::Me);
            return "this fighter".to_owned();
        }
        self.said.push(Said::Var(var));
        if kind != "fighter" && binding == Binding::Fighter {
            self.called.push((var, format!("that {kind}")));
        }
        match binding {
            Binding::Card => "a card".to_owned(),
            Binding::Token => "a token".to_owned(),
            Binding::Seat => self.seat_noun(var, parts, used),
            Binding::Number => self.number_noun(var, parts, used),
            _ => self.entitled(kind, var, parts, used),
        }
    }

    /// An amount that the event provides, if it must be a certain one.
    fn number_noun(&mut self, var: VarId, parts: &[Expr], used: &mut [bool]) -> String {
        for (part, used) in parts.iter().zip(used) {
            if let Expr::Binary(sign, a, b) = part
                && **a == Expr::Var(var)
                && matches!(**b, Expr::Number(_))
            {
                *used = true;
                return self.compared(*sign, b);
            }
        }
        "an amount".to_owned()
    }

    /// "you", "an opponent" or "a player".
    pub(crate) fn seat_noun(&mut self, var: VarId, parts: &[Expr], used: &mut [bool]) -> String {
        for (ix, part) in parts.iter().enumerate() {
            let (same, pair) = match part {
                Expr::Binary(Sign::Eq, a, b) => (true, (&**a, &**b)),
                Expr::Binary(Sign::Ne, a, b) => (false, (&**a, &**b)),
                Expr::Not(inner) => match &**inner {
                    Expr::Binary(Sign::Eq, a, b) => (false, (&**a, &**b)),
                    _ => continue,
                },
                _ => continue,
            };
            if pair == (&Expr::Var(var), &Expr::You) {
                used[ix] = true;
                let (first, later) = if same {
                    ("you", "you")
                } else {
                    ("an opponent", "that player")
                };
                self.called.push((var, later.to_owned()));
                return first.to_owned();
            }
            if let (true, (Expr::Var(own), Expr::Call(Func::Seat(SeatProp::Next), _))) =
                (same, pair)
                && *own == var
            {
                used[ix] = true;
                return self.noun(pair.1);
            }
        }
        "a player".to_owned()
    }
}

/// What damage came from.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Came {
    /// What the conditions have a word for.
    From(Cause),
    /// A gambit that is no spell.
    Ploy,
}

/// What damage must have come from by a condition that says no more.
pub(crate) fn causes_of(part: &Expr) -> Option<Vec<Came>> {
    let cause_in = |part: &Expr| match part {
        Expr::Call(Func::Game(GameFact::DamageBy(cause)), _) => Some(*cause),
        _ => None,
    };
    match part {
        Expr::Call(..) => cause_in(part).map(|cause| vec![Came::From(cause)]),
        Expr::Or(parts) => {
            let causes: Option<Vec<Vec<Came>>> = parts.iter().map(causes_of).collect();
            causes.map(|causes| causes.concat())
        }
        Expr::And(parts) => match &parts[..] {
            [gambit, Expr::Not(spell)] => {
                let ploy = (cause_in(gambit), cause_in(spell));
                (ploy == (Some(Cause::Gambit), Some(Cause::Spell))).then(|| vec![Came::Ploy])
            }
            _ => None,
        },
        _ => None,
    }
}

/// The kind of token that a condition asks for.
fn kind_of_token(var: VarId, part: &Expr) -> Option<String> {
    match part {
        Expr::Binary(Sign::Eq, a, b) if **a == Expr::Var(var) => match **b {
            Expr::TokenKind(token) => Some(super::statement::token_name(token).to_owned()),
            _ => None,
        },
        _ => None,
    }
}

/// Whether the conditions say that somebody is this fighter.
fn is_me(parts: &[Expr], var: VarId) -> bool {
    let me = Expr::Binary(Sign::Eq, Box::new(Expr::Var(var)), Box::new(Expr::Me));
    parts.contains(&me)
}

/// Whether the conditions say who somebody is: a friend, an enemy or this fighter.
fn introduces(parts: &[Expr], var: VarId) -> bool {
    let who = Expr::Var(var);
    parts.iter().any(|part| match part {
        Expr::Call(Func::Fighter(Prop::Friendly | Prop::Enemy), args) => args[..] == [who.clone()],
        Expr::Binary(Sign::Eq, a, b) => **a == who && **b == Expr::Me,
        _ => false,
    })
}

/// Whether a statement speaks of something.
fn said_in(stmt: &Stmt, what: &Expr) -> bool {
    let mut found = false;
    crate::walk::exprs_of(stmt, &mut |e| found |= mentions(e, what));
    let blocks = crate::walk::blocks_of(stmt);
    found
        || blocks
            .iter()
            .any(|block| block.iter().any(|stmt| said_in(stmt, what)))
}

/// Parts of a condition that all must hold.
pub(crate) fn flatten(expr: &Expr) -> Vec<Expr> {
    match expr {
        Expr::And(parts) => parts.iter().flat_map(flatten).collect(),
        other => vec![other.clone()],
    }
}
