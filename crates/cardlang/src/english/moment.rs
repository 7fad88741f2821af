//! Moments of the game: who did what, before anything else is said.

use super::idiom::fact;
use super::manner::manner;
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
        // Whose attack is at hand was told by the moment before.
        let own = Expr::Binary(
            Sign::Eq,
            Box::new(Expr::Var(clause.first_var)),
            Box::new(Expr::Me),
        );
        if self.this_attack
            && bindings(trigger).first() == Some(&Binding::Attacker)
            && self.side(Binding::Attacker) == "this fighter"
        {
            for (part, used) in parts.iter().zip(&mut used) {
                *used |= *part == own;
            }
        }
        if self.one_spell && trigger == Trigger::DamageDue {
            used.fill(true);
            return (
                "when a fighter would be dealt damage by that spell".to_owned(),
                String::new(),
            );
        }
        let mut that_spell = false;
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
            // The one that was spoken of before.
            for (part, used) in parts.iter().zip(&mut used) {
                *used |= a_spell && known(part) && self.clone().idiom(part).is_some();
            }
            that_spell = a_spell && used.contains(&true);
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
        let misses = |part: &Expr| matches!(part, Expr::Not(inner) if fact(inner) == Some(Fact::CriticalHit));
        let no_critical = trigger == Trigger::AttackJudged
            && parts
                .iter()
                .position(misses)
                .inspect(|at| used[*at] = true)
                .is_some();
        let mut outcome = |asked: Fact| {
            let at = parts.iter().position(|p| fact(p) == Some(asked));
            at.inspect(|at| used[*at] = true).is_some()
        };
        // An amount that must be a certain one.
        let is_number = |ix: u16| {
            parts.iter().any(|part| {
                matches!(part, Expr::Binary(_, a, b)
                if **a == Expr::Var(var(ix)) && matches!(**b, Expr::Number(_)))
            })
        };
        let template = match trigger {
            Trigger::AttackRolled if self.this_attack => "the {attack_roll} of this {attack}",
            Trigger::AttackRollStands if self.this_attack => {
                "the final {attack_roll} of this {attack}"
            }
            Trigger::DefenceRolled if self.this_attack => "the {defence_roll} of this {attack}",
            Trigger::AttackDone if self.this_attack && outcome(Fact::Succeeded) => {
                "this {attack}, if it is successful"
            }
            Trigger::AttackDone if self.this_attack && outcome(Fact::Failed) => {
                "this {attack}, if it fails"
            }
            Trigger::AttackDone if self.this_attack => "this {attack}",
            Trigger::AttackJudged if self.this_attack && outcome(Fact::Succeeded) => {
                "this {attack} is successful"
            }
            Trigger::AttackJudged if self.this_attack && outcome(Fact::Failed) => {
                "this {attack} fails"
            }
            Trigger::ActivationDone if speaks_of(0) => "{0}'s {activation}",
            Trigger::ActivationDone if speaks_of(1) => "{1}'s {activation}",
            Trigger::ActivationStart if speaks_of(0) => "{0}'s {activation} begins",
            Trigger::ActivationDone if tells_of(0) => "{0}'s {activation}",
            Trigger::ActivationDone if tells_of(1) => "{1}'s {activation}",
            Trigger::ActivationDone => "{an_activation}",
            Trigger::ActionDone if !speaks_of(0) => "{a_deed}",
            Trigger::UpgradeGiven if of_this => "this card is given to {1}",
            Trigger::UpgradeLost if of_this => "this card is discarded",
            Trigger::UpgradeLost if parts.contains(&your_deed) => "{1} loses an upgrade of yours",
            Trigger::UpgradeGiven if parts.contains(&your_deed) => "you give {1} an upgrade",
            Trigger::DamageDealt if speaks_of(3) && speaks_of(2) => "{3} deals {0} {2} damage",
            Trigger::DamageDealt if speaks_of(3) => "{3} deals {0} damage",
            Trigger::TakenOut if by_attack => "{1}'s {attack} {take} {0}{take_out}",
            Trigger::TakenOut if is_me(&parts, var(1)) => "{1} {take} {0}{take_out}",
            Trigger::TakenOut if introduces(&parts, var(1)) => "{0} is {taken_out} by {1}",
            Trigger::TakenOut if parts.contains(&your_deed) && !speaks_of(1) && speaks_of(3) => {
                "your warband {take} {0}{take_out} with {3} damage"
            }
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
            Trigger::AttackJudged if outcome(Fact::Drawn) => "{0}'s {attack} on {1} is drawn",
            Trigger::AttackJudged if no_critical => {
                "{0}'s {attack} on {1} does not score a critical hit"
            }
            Trigger::AttackDone if outcome(Fact::DroveBack) => {
                if introduces(&parts, var(1)) {
                    "{0}'s {attack} drives {1} back"
                } else {
                    "{0}'s {attack} drives its target back"
                }
            }
            Trigger::Raided if speaks_of(2) => "{2} raids {0}",
            Trigger::TokenGiven if by.is_some() => "{0} is given",
            Trigger::DamageDue if is_number(2) => "{0} would be dealt {2} damage",
            Trigger::Placed if is_number(1) => "{0} is placed by a card {1} hexes away",
            Trigger::FirstTurnRolled if is_number(1) => {
                "{0}'s roll wins the first {activation} with {1} Criticals"
            }
            Trigger::Returned if self.comes_late(&parts) => "{0} is put on the battlefield",
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
        let gives = text.starts_with("you give {1}") || text.ends_with("an upgrade of yours");
        if text.starts_with("your warband") || gives {
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
            let by = self.by_attack(by, clause, trigger, &parts, &mut used);
            text = format!("{text} {by}");
        }
        if let Some(joint) = manner(trigger)
            .attack
            .filter(|_| !tells && !self.this_attack)
        {
            let told = self.attack_told(&parts, &mut used, false, true);
            let noun = format!("{}{}{}", told.before, self.lexicon.attack, told.after);
            if noun != self.lexicon.attack {
                text = format!("{text} {joint} {}", article(&noun));
            }
        }
        // A spell that is this card.
        let is_spell = matches!(
            trigger,
            Trigger::SpellDone | Trigger::SpellFailed | Trigger::SpellCast
        );
        for (ix, binding) in bindings(trigger).iter().enumerate() {
            let card = Expr::Var(var(ix as u16));
            let this = Expr::Binary(Sign::Eq, Box::new(card), Box::new(Expr::This));
            if let Some(at) = parts.iter().position(|part| *part == this)
                && is_spell
                && *binding == Binding::Card
            {
                used[at] = true;
                text = text.replace("a spell", "this spell");
            }
        }
        if that_spell {
            text = text.replace("a spell", "that spell");
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
            Trigger::CardRevealed | Trigger::CardResolved | Trigger::Chosen | Trigger::Discarded
        ) {
            text = kinds::card_by_kind(text, &parts, &mut used);
        }
        text = self.card_of_kind(text, &parts, &mut used);
        // "a friend gains an upgrade that is an illusion"
        if let Some(at) = bindings(trigger).iter().position(|b| *b == Binding::Card) {
            let card = var(at as u16);
            let about = |part: &Expr| {
                let others = (0..4).filter(|ix| *ix != at as u16);
                let mut others = others.map(|ix| Expr::Var(var(ix)));
                mentions(part, &Expr::Var(card)) && !others.any(|other| mentions(part, &other))
            };
            let own = parts
                .iter()
                .zip(&used)
                .filter(|(part, used)| !**used && about(part));
            let own: Vec<Expr> = own.map(|(part, _)| part.clone()).collect();
            let ends = ["a card", " card", "an upgrade", "a ploy"]
                .iter()
                .any(|noun| text.ends_with(noun));
            if ends
                && let Some(cond) = all_of(own)
                && let Some(verb) = self.tried(|s| s.predicate(card, &cond, false))
            {
                text = relative::with_clause(&text, &verb);
                for (part, used) in parts.iter().zip(&mut used) {
                    *used |= about(part);
                }
            }
        }
        text = text
            .replace("you raids", "you raid")
            .replace("you discards", "you discard")
            .replace("you draws", "you draw")
            .replace("an amount damage", "damage")
            .replace("you deals", "you deal")
            .replace("you gains", "you gain")
            .replace("you scores", "you score")
            .replace("take/takes", "takes")
            .replace("slay/slays", "slays")
            .replace("you takes", "you take")
            .replace("you slays", "you slay")
            .replace("you plays", "you play")
            .replace("you flips", "you flip");
        for vague in [" on a fighter", " against a fighter", " by a fighter"] {
            text = text.replace(vague, "");
        }
        let after = manner(trigger).joint;
        let rest: Vec<Expr> = parts
            .into_iter()
            .zip(used)
            .filter(|(_, used)| !used)
            .map(|(p, _)| p)
            .collect();
        // Of whom nothing else is told needs no mention.
        let owner = [0, 1]
            .into_iter()
            .find(|ix| template.starts_with(&format!("{{{ix}}}'s")));
        let known = |ix: u16| {
            let of_attack = [Some(&Binding::Attacker), Some(&Binding::Target)];
            let told = rest.iter().any(|part| mentions(part, &Expr::Var(var(ix))));
            of_attack.contains(&bindings(trigger).get(usize::from(ix))) || !told && !tells_of(ix)
        };
        if owner.is_some_and(known) {
            text = self.disowned(text);
        }
        // One alone is "it" from now on.
        let me = ["this fighter", "the caster"]
            .iter()
            .any(|me| text.contains(me));
        let alone = me && self.tells_of_me_alone(&text);
        self.last = alone.then_some(Said::Me);
        self.tell_of(&rest);
        let (text, rest) = self.in_which(trigger, text, rest);
        if rest.is_empty() {
            return (format!("{after} {text}"), String::new());
        }
        let cond = self.condition(&Expr::And(rest));
        if !alone || !self.tells_of_me_alone(&cond) {
            self.last = None;
        }
        (
            format!("{after} {text}"),
            format!(", if {}", self.of_moment(trigger, cond)),
        )
    }

    /// Notes of whom conditions say that there is one.
    pub(crate) fn tell_of(&mut self, parts: &[Expr]) {
        for part in parts {
            if let Expr::Quant {
                what: Quant::Any,
                over,
                of,
                var,
                filter: Some(filter),
                ..
            } = part
            {
                self.told.push(Present {
                    over: *over,
                    of: of.as_deref().cloned(),
                    var: *var,
                    asked: (**filter).clone(),
                });
            }
        }
    }

    /// Whether those who a moment must be about are not placed in set-up, so that they come before they return.
    pub(crate) fn comes_late(&self, parts: &[Expr]) -> bool {
        let late = |number: &u16| {
            let info = self.catalog.fighters.get(usize::from(*number));
            let card = info.and_then(|info| self.catalog.cards.get(info.abilities.ix()));
            card.is_some_and(|card| card.code.set_up.deploys == crate::set_up::Deploys::Never)
        };
        parts.iter().any(|part| match part {
            Expr::Named(_, name) => {
                let known = self.catalog.names.get(usize::from(*name));
                known.is_some_and(|known| {
                    !known.fighters.is_empty() && known.fighters.iter().all(late)
                })
            }
            _ => false,
        })
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

    /// "by an enemy's attack with Range 1 or 2" for "by an attack".
    fn by_attack(
        &mut self,
        by: String,
        clause: &Clause,
        trigger: Trigger,
        parts: &[Expr],
        used: &mut [bool],
    ) -> String {
        let Some(on) = by.strip_prefix(&format!("by {}", article(self.lexicon.attack))) else {
            return by;
        };
        let on = match on {
            "" | " on it" => on,
            _ => return by,
        };
        let told = self.attack_told(parts, used, false, true);
        let noun = format!("{}{}{}", told.before, self.lexicon.attack, told.after);
        let attacker = VarId(clause.first_var.0 + 1);
        let owned =
            bindings(trigger).get(1) == Some(&Binding::Attacker) && introduces(parts, attacker);
        match owned {
            true => {
                let who = self.introduced(attacker, Binding::Attacker, parts, used);
                format!("by {} {noun}{on}", possessive(&who))
            }
            false => format!("by {}{on}", article(&noun)),
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

    pub(crate) fn cause(&self, cause: Came) -> String {
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

/// Whether the conditions say that somebody is this fighter.
pub(super) fn is_me(parts: &[Expr], var: VarId) -> bool {
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
