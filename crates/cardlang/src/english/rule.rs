//! Standing rules and weapons.

use super::idiom::fact;
use super::*;

impl Speaker<'_> {
    /// A standing rule: "This fighter has +1 Wounds."
    pub(crate) fn static_rule(&mut self, rule: &StaticRule) -> String {
        // What a single fighter must satisfy reads better as a condition on the time.
        let single = !rule.attacks && matches!(rule.who, Who::Me | Who::Var(_));
        let own = if single { rule.filter.as_ref() } else { None };
        let parts: Vec<Expr> = own.into_iter().chain(&rule.while_).cloned().collect();
        let while_ = (!parts.is_empty()).then(|| {
            self.called.push((
                rule.var,
                if single { "this fighter" } else { "it" }.to_owned(),
            ));
            let others = self.others.len();
            let text = self.condition(&Expr::And(parts));
            self.called.pop();
            // After somebody else, "it" could be either of them.
            if self.others.len() > others {
                self.last = None;
            }
            text
        });
        let (subject, plural) = self.subject(rule);
        let ours = |who: &Who| match who {
            Who::Me | Who::Friends => true,
            Who::Var(var) => self.word_of(*var) == "friend",
            _ => false,
        };
        self.yours = ours(&rule.who) || rule.who == Who::Any && ours(&rule.on);
        let mods: Vec<String> = rule.mods.iter().map(|m| self.modifier(m, plural)).collect();
        let text = merge(&mods);
        match while_ {
            Some(cond) => end(&format!(
                "While {cond}, {} {text}",
                self.lexicon.small(&subject)
            )),
            None => end(&format!("{} {text}", capital(&subject))),
        }
    }

    pub(crate) fn subject(&mut self, rule: &StaticRule) -> (String, bool) {
        if !rule.attacks {
            let (noun, plural) = match rule.who {
                Who::Any => ("fighters".to_owned(), true),
                Who::Me => (self.noun(&Expr::Me), false),
                Who::Var(var) => (self.noun(&Expr::Var(var)), false),
                Who::Friends => ("friends".to_owned(), true),
                Who::Enemies => ("enemies".to_owned(), true),
            };
            return match &rule.filter {
                Some(filter) if plural => (self.relative(&noun, rule.var, filter, plural), plural),
                _ => (noun, plural),
            };
        }
        let noun = match (self.at_hand, self.first) {
            (true, _) => format!("this {}", self.lexicon.attack),
            (false, true) => format!("the first {}", self.lexicon.attack),
            (false, false) => self.lexicon.word("attacks"),
        };
        let filter: Vec<Expr> = rule.filter.iter().flat_map(parts_of).collect();
        let (of_attacker, filter) = match rule.who {
            Who::Friends | Who::Enemies if !self.first && !self.at_hand => {
                filter.into_iter().partition(speaks_of_attacker)
            }
            _ => (Vec::new(), filter),
        };
        let mut noun = match rule.who {
            Who::Any => noun,
            Who::Friends => format!(
                "{noun} by {}",
                self.attackers("friends", rule.var, of_attacker)
            ),
            Who::Enemies => format!(
                "{noun} by {}",
                self.attackers("enemies", rule.var, of_attacker)
            ),
            _ if self.at_hand => noun,
            Who::Me | Who::Var(_) => {
                let who = match rule.who {
                    Who::Var(var) => self.noun(&Expr::Var(var)),
                    _ => self.noun(&Expr::Me),
                };
                format!("{} {}", possessive(&who), noun.trim_start_matches("the "))
            }
        };
        let singular = self.first || self.at_hand;
        if singular {
            noun = noun
                .replace("by friends", "by a friend")
                .replace("by enemies", "by an enemy");
        }
        match rule.on {
            Who::Any => {}
            _ if self.at_hand => {}
            Who::Me => noun.push_str(&format!(" on {}", self.noun(&Expr::Me))),
            Who::Var(var) => noun.push_str(&format!(" on {}", self.noun(&Expr::Var(var)))),
            Who::Friends => noun.push_str(" on friends"),
            Who::Enemies => noun.push_str(" on enemies"),
        }
        let mut rest = Vec::new();
        for part in &filter {
            match part {
                Expr::Call(Func::Attack(Fact::WithThis), _) => noun.push_str(" with this weapon"),
                Expr::Call(Func::Attack(Fact::InCharge), _) => {
                    noun.push_str(&format!(" in a {}", self.lexicon.charge))
                }
                Expr::Call(Func::Attack(Fact::Melee), _) => noun.push_str(" with melee weapons"),
                Expr::Call(Func::Attack(Fact::Spell), _) => {
                    let attack = self.lexicon.attack;
                    noun = noun.replacen(attack, &format!("spell {attack}"), 1);
                }
                Expr::Not(inner) if fact(inner) == Some(Fact::FirstNow) && !self.first => {
                    let attack = self.lexicon.attack;
                    noun = noun.replacen(attack, &format!("later {attack}"), 1);
                }
                other => rest.push(other.clone()),
            }
        }
        if !rest.is_empty() {
            let own = matches!(rule.who, Who::Me | Who::Var(_)) && !self.at_hand;
            let rest = match rule.who {
                Who::Me if own => rest.iter().map(own_attacker).collect(),
                _ => rest,
            };
            let cond = self.condition(&Expr::And(rest));
            noun = match cond.strip_prefix("the Range is ") {
                Some(range) if !range.contains(" and ") => format!("{noun} with Range {range}"),
                _ => format!("{noun}, if {cond},"),
            };
        }
        (noun, !singular)
    }

    /// Those who attack, with what is said of them: "other friends adjacent to this fighter".
    fn attackers(&mut self, noun: &str, var: VarId, said: Vec<Expr>) -> String {
        let said = said.iter().map(|part| attacker_as(part, var)).collect();
        match all_of(said) {
            Some(cond) => self.relative(noun, var, &cond, true),
            None => noun.to_owned(),
        }
    }

    pub(crate) fn modifier(&mut self, item: &Mod, plural: bool) -> String {
        let have = if plural { "have" } else { "has" };
        let are = if plural { "are" } else { "is" };
        match item {
            Mod::Stat(stat, change, value, min, max) => {
                let name = self.stat(*stat);
                let mut text = match (change, value) {
                    (Change::Add, Expr::Number(n)) if *n < 0 => format!("{have} −{} {name}", -n),
                    (Change::Add, Expr::Number(n)) => format!("{have} +{n} {name}"),
                    (Change::Add, Expr::Binary(Sign::Sub, zero, value))
                        if **zero == Expr::Number(0) =>
                    {
                        format!("{have} −X {name}, X being {}", self.amount(value))
                    }
                    (Change::Add, Expr::If(cond, yes, no))
                        if numbers(yes, no) && **yes == Expr::Number(0) =>
                    {
                        let unless = self.negated(cond);
                        format!("{have} +{} {name} if {unless}", self.amount(no))
                    }
                    (Change::Add, Expr::If(cond, yes, no)) if numbers(yes, no) => {
                        let cond = self.condition(cond);
                        let (yes, no) = (self.amount(yes), self.amount(no));
                        format!("{have} +{no} {name} (+{yes} if {cond})")
                    }
                    (Change::Add, value) => {
                        format!("{have} +X {name}, X being {}", self.amount(value))
                    }
                    (Change::Multiply, Expr::Number(2)) => format!("{have} twice the {name}"),
                    (Change::Multiply, value) => {
                        format!("{have} {} times the {name}", self.amount(value))
                    }
                    (Change::Set, value) => format!("{have} {name} {}", self.amount(value)),
                    (Change::Fix, value) => format!(
                        "{have} {name} equal to {}, whatever else changes it",
                        self.amount(value)
                    ),
                };
                if let Some(min) = min {
                    text.push_str(&format!(" (at least {min})"));
                }
                if let Some(max) = max {
                    text.push_str(&format!(" (at most {max})"));
                }
                text
            }
            Mod::Keyword(keyword, critical) => {
                let critical = if *critical { "Critical " } else { "" };
                format!("{have} {critical}{}", capital(keyword.word()))
            }
            Mod::Success(roll, faces) => {
                let names: Vec<String> = faces.iter().map(|f| self.lexicon.face(f)).collect();
                format!(
                    "{} {} as successes in the {}",
                    if plural { "count" } else { "counts" },
                    names.join(" and "),
                    self.roll(*roll)
                )
            }
            Mod::Reroll(roll) => {
                let lets = if plural { "let" } else { "lets" };
                let whom = match roll {
                    _ if self.yours => "you",
                    RollKind::Attack => "the attacker's player",
                    RollKind::Defence => "the target's player",
                };
                format!("{lets} {whom} re-roll one die of the {}", self.roll(*roll))
            }
            Mod::Innate(face) => format!("{have} an innate {}", self.lexicon.face(*face)),
            Mod::Symbol(face) => format!("{have} the symbol {}", self.lexicon.face(*face)),
            Mod::NoSuccess(roll, faces) => {
                let names: Vec<String> = faces.iter().map(|f| self.lexicon.face(f)).collect();
                format!(
                    "{have} no success by {} in the {}",
                    names.join(" or "),
                    self.roll(*roll)
                )
            }
            Mod::Suffered(by, least) => {
                let suffer = if plural { "suffer" } else { "suffers" };
                let much = if *by < 0 { "less" } else { "more" };
                let floor = match least {
                    0 => String::new(),
                    least => format!(", but at least {least}"),
                };
                format!(
                    "{suffer} {} {much} damage at a time{floor}",
                    by.unsigned_abs()
                )
            }
            Mod::Cannot(ban) => format!("cannot {}", self.ban(*ban)),
            Mod::CountsAs(n) if plural => format!("count as {n} supporters when they support"),
            Mod::CountsAs(n) => format!("counts as {n} supporters when it supports"),
            Mod::Support(side, n) => {
                let whose = if *side == RollKind::Attack {
                    "attacker"
                } else {
                    "target"
                };
                let noun = if *n == Expr::Number(1) {
                    "supporter"
                } else {
                    "supporters"
                };
                let (n, tail) = self.amount_and_tail(n);
                format!("{have} {n} more {noun} for the {whose}{tail}")
            }
            Mod::NoSupport(side) => {
                let whose = if *side == RollKind::Attack {
                    "attacker"
                } else {
                    "target"
                };
                format!("{have} no supporters for the {whose}")
            }
            Mod::Supports(RollKind::Attack) => format!("{are} supporting"),
            Mod::Supports(RollKind::Defence) => format!("{are} supporting the target"),
            Mod::Flanked => format!("{are} Flanked"),
            Mod::Label(label) => {
                format!("{are} {}", self.label(*label))
            }
            Mod::Trait(which) => format!("{are} {}", format!("{which:?}").to_lowercase()),
            Mod::OnGuard => format!("{are} on Guard"),
            Mod::ThroughFighters => "can move through other fighters".to_owned(),
            Mod::Ethereal => {
                "can move through everything and treat lethal hexes as plain ones".to_owned()
            }
            Mod::Teleport(hex, filter) => {
                let place = match filter {
                    Some(filter) => self.relative("an empty hex", *hex, filter, false),
                    None => "an empty hex".to_owned(),
                };
                format!("can be placed in {place} instead of moving")
            }
            Mod::DamageCap(n, false) => format!("cannot be dealt more than {n} damage at a time"),
            Mod::DamageCap(n, true) => format!("cannot be dealt more than {n} damage in a turn"),
            Mod::OpeningDice(n) => {
                format!("{have} +{n} Dice, as things are when the attack begins")
            }
        }
    }

    pub(crate) fn stat(&self, stat: Stat) -> &'static str {
        match stat {
            Stat::Move => "Move",
            Stat::Defence => self.lexicon.defence,
            Stat::Wounds => self.lexicon.wounds,
            Stat::Bounty => "Bounty",
            Stat::Wizard => "wizard level",
            Stat::Range => "Range",
            Stat::Dice => self.lexicon.dice,
            Stat::Damage => "Damage",
            Stat::Knockback => "Knockback",
        }
    }

    pub(crate) fn ban(&self, ban: Ban) -> String {
        match ban {
            Ban::DrivenBack => "be driven back".to_owned(),
            Ban::Pushed => "be pushed".to_owned(),
            Ban::Healed => "be healed".to_owned(),
            Ban::Inspired => "be Inspired".to_owned(),
            Ban::Hold => format!("hold {}s", self.lexicon.objective),
            Ban::Flanked => "be Flanked or Surrounded".to_owned(),
            Ban::Overrun => "be Overrun".to_owned(),
            Ban::Staggered => "be given Stagger tokens".to_owned(),
            Ban::Cleaved => "be affected by Cleave".to_owned(),
            Ban::Ensnared => "be affected by Ensnare".to_owned(),
            Ban::CriticalAbilities => "use critical weapon abilities".to_owned(),
            Ban::Hazards => "be hurt by hazards".to_owned(),
            Ban::Support => "support".to_owned(),
            Ban::Damaged => "be dealt damage".to_owned(),
            Ban::TakeWeapons => "be given upgrades with a weapon".to_owned(),
            Ban::Act(ActionKind::Any) => "be activated".to_owned(),
            Ban::Act(action) => format!("make {}", self.action_noun(action)),
        }
    }

    /// A weapon in one line.
    pub(crate) fn weapon(&mut self, weapon: &Weapon) -> String {
        let mut text = weapon_text(&weapon.def, self.lexicon);
        if let Some(dice) = &weapon.dice {
            let amount = self.amount(dice);
            text = text.replace("0 ", &format!("({amount}) "));
        }
        if weapon.fixed {
            text.push_str(" Nothing modifies it.");
        }
        text
    }
}

/// A weapon in one line: name, Range, dice and symbol, Damage, keywords.
pub fn weapon_text(weapon: &WeaponDef, lexicon: &Lexicon) -> String {
    let dice = if weapon.spell {
        "spell".to_owned()
    } else {
        weapon.dice.to_string()
    };
    let mut text = format!(
        "{}: Range {}, {dice} {}, Damage {}",
        weapon.name,
        weapon.range,
        lexicon.face(weapon.symbol),
        weapon.damage
    );
    for (keyword, critical) in weapon.keywords.iter() {
        let critical = if critical { "Critical " } else { "" };
        text.push_str(&format!(", {critical}{}", capital(keyword.word())));
    }
    if weapon.knockback > 0 {
        text.push_str(&format!(", Knockback {}", weapon.knockback));
    }
    text.push('.');
    text
}

/// "has A and has B" as "has A and B".
pub(crate) fn merge(mods: &[String]) -> String {
    let mut groups: Vec<(&str, Vec<String>)> = Vec::new();
    for text in mods {
        let (verb, rest) = ["cannot be affected by ", "cannot be "]
            .into_iter()
            .find_map(|verb| text.strip_prefix(verb).map(|rest| (verb.trim_end(), rest)))
            .or_else(|| text.split_once(' '))
            .unwrap_or((text, ""));
        match groups.last_mut() {
            Some((last, rests)) if *last == verb => rests.push(rest.to_owned()),
            _ => groups.push((verb, vec![rest.to_owned()])),
        }
    }
    let ban = |verb: &str| verb.starts_with("cannot");
    let bans = groups.iter().all(|(verb, _)| ban(verb));
    let texts: Vec<String> = groups
        .iter()
        .enumerate()
        .map(|(ix, (verb, rests))| {
            let rest = listed(rests, if ban(verb) { "or" } else { "and" });
            match verb.strip_prefix("cannot ") {
                Some(verb) if bans && ix > 0 => format!("{verb} {rest}"),
                _ => format!("{verb} {rest}"),
            }
        })
        .collect();
    listed(&texts, if bans { "or" } else { "and" })
}

/// Whether both are plain numbers.
fn numbers(a: &Expr, b: &Expr) -> bool {
    matches!((a, b), (Expr::Number(_), Expr::Number(_)))
}

/// Whether a condition is about the attacker alone, or about where it is.
fn speaks_of_attacker(cond: &Expr) -> bool {
    let is_attacker = |e: &Expr| match e {
        Expr::Call(Func::Fighter(Prop::Hex), args) => args[..] == [Expr::Attacker],
        other => *other == Expr::Attacker,
    };
    match cond {
        Expr::Label(who, ..) | Expr::Named(who, _) => is_attacker(who),
        Expr::Binary(Sign::Ne, a, b) => is_attacker(a) && **b == Expr::Me,
        Expr::Not(inner) => {
            matches!(&**inner, Expr::Binary(Sign::Eq, a, b) if is_attacker(a) && **b == Expr::Me)
        }
        Expr::Call(Func::Adjacent, args) => is_attacker(&args[0]) || is_attacker(&args[1]),
        Expr::Call(Func::Within, args) => is_attacker(&args[0]) || is_attacker(&args[2]),
        _ => false,
    }
}

/// The condition said of a variable instead of the attacker.
fn attacker_as(cond: &Expr, var: VarId) -> Expr {
    let go = |e: &Expr| attacker_as(e, var);
    match cond {
        Expr::Attacker => Expr::Var(var),
        Expr::Call(func, args) => Expr::Call(*func, args.iter().map(go).collect()),
        Expr::Not(inner) => Expr::Not(Box::new(go(inner))),
        Expr::Label(who, label, card) => Expr::Label(Box::new(go(who)), *label, *card),
        Expr::Named(who, name) => Expr::Named(Box::new(go(who)), *name),
        Expr::Binary(sign, a, b) => Expr::Binary(*sign, Box::new(go(a)), Box::new(go(b))),
        other => other.clone(),
    }
}

/// In a rule about a fighter's own attacks the attacker is that fighter.
fn own_attacker(cond: &Expr) -> Expr {
    match cond {
        Expr::Attacker => Expr::Me,
        Expr::Call(func, args) => Expr::Call(*func, args.iter().map(own_attacker).collect()),
        Expr::Not(inner) => Expr::Not(Box::new(own_attacker(inner))),
        Expr::Label(who, label, card) => Expr::Label(Box::new(own_attacker(who)), *label, *card),
        Expr::And(parts) => Expr::And(parts.iter().map(own_attacker).collect()),
        Expr::Or(parts) => Expr::Or(parts.iter().map(own_attacker).collect()),
        other => other.clone(),
    }
}
