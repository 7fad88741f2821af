//! How static rules read: whom they are about, and what they change or forbid.

use super::count::singular;
use super::first::{is_doing, of_doing};
use super::idiom::fact;
use super::merge::merge;
use super::support::fewer_supporters;
use super::*;

impl Speaker<'_> {
    /// A standing rule: "This fighter has +1 Wounds."
    pub(crate) fn static_rule(&mut self, rule: &StaticRule) -> String {
        if let Some(text) = self.tried(|s| s.supporting(rule)) {
            return text;
        }
        // What a single fighter must satisfy reads better as a condition on the time.
        let single = !rule.attacks && matches!(rule.who, Who::Me | Who::Var(_));
        let own = if single { rule.filter.as_ref() } else { None };
        let (standing, rule) = self.standing(rule);
        let rule = &rule;
        let parts = own.into_iter().chain(&rule.while_).cloned();
        let parts: Vec<Expr> = standing.into_iter().chain(parts).collect();
        let past = |part: &Expr| match part {
            Expr::Binary(_, a, _) => matches!(**a, Expr::Past(_)),
            other => matches!(other, Expr::Past(_)),
        };
        let tells_of_past = parts.iter().flat_map(parts_of).any(|part| past(&part));
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
        let (subject, plural, if_) = self.subject(rule);
        let ours = |who: &Who| match who {
            Who::Me | Who::Friends => true,
            Who::Var(var) => self.word_of(*var) == "friend",
            _ => false,
        };
        self.yours = ours(&rule.who) || rule.who == Who::Any && ours(&rule.on);
        // Both tokens that are ignored are told in one.
        let ignored = [Token::Move, Token::Charge].map(Mod::Ignores);
        let both = ignored.iter().all(|token| rule.mods.contains(token));
        let told = rule.mods.iter().filter(|m| !both || **m != ignored[1]);
        let mut mods: Vec<String> = told.map(|m| self.modifier(m, plural)).collect();
        for text in mods.iter_mut().filter(|_| both) {
            *text = text.replace("single Move token", "single Move or Charge token");
        }
        let (subject, text) = match self.supported(rule) {
            Some((has, tail)) => (has, format!(" in {subject}{tail}")),
            None => (subject, format!(" {}", merge(&mods))),
        };
        let (subject, text) = match if_ {
            None => (subject, text),
            // An amount that is told last leaves no room behind it.
            Some(cond) if text.contains(", X being") => (format!("{cond}, {subject}"), text),
            Some(cond) => (subject, format!("{text} {cond}")),
        };
        let (subject, text) = match (self.first_move, of_doing(rule)) {
            (true, true) if text.contains(" further to ") => (subject, text),
            (true, true) => (subject, format!("{text} for it")),
            (true, false) => (format!("until then, {subject}"), text),
            _ => (subject, text),
        };
        match while_ {
            Some(cond) => end(&format!(
                "{} {cond}, {}{text}",
                if tells_of_past { "If" } else { "While" },
                self.lexicon.small(&subject)
            )),
            None => end(&format!("{}{text}", capital(&subject))),
        }
    }

    /// What a rule about a fighter's own attacks, or attacks on it, says of that fighter alone, and the rule
    /// without it.
    fn standing(&self, rule: &StaticRule) -> (Vec<Expr>, StaticRule) {
        let about_me = rule.who == Who::Me || rule.on == Who::Me;
        let mut rest = rule.clone();
        if !rule.attacks || self.first || self.at_hand || !about_me {
            return (Vec::new(), rest);
        }
        let own = |part: Expr| match rule.who {
            Who::Me => in_place_of(&part, &Expr::Attacker, &Expr::Me),
            _ => part,
        };
        let alone = |part: &Expr| mentions(part, &Expr::Me) && !of_the_attack(part);
        let parts = rule.filter.iter().flat_map(parts_of).map(own);
        let (standing, other): (Vec<Expr>, Vec<Expr>) = parts.partition(alone);
        if !standing.is_empty() {
            rest.filter = all_of(other);
        }
        (standing, rest)
    }

    /// Whom a rule is about, whether they are several, and what else must hold.
    pub(crate) fn subject(&mut self, rule: &StaticRule) -> (String, bool, Option<String>) {
        if !rule.attacks {
            let (noun, plural) = match rule.who {
                Who::Any if rule.tokens => (self.elements(Domain::Tokens, None, true), true),
                Who::Any if rule.players => ("players".to_owned(), true),
                Who::Friends if rule.players => ("you".to_owned(), true),
                Who::Enemies if rule.players => ("opponents".to_owned(), true),
                Who::Any => ("fighters".to_owned(), true),
                Who::Me => (self.noun(&Expr::Me), false),
                Who::Var(var) => (self.noun(&Expr::Var(var)), false),
                Who::Friends => ("friends".to_owned(), true),
                Who::Enemies => ("enemies".to_owned(), true),
            };
            let Some(filter) = rule.filter.as_ref().filter(|_| plural) else {
                return (noun, plural, None);
            };
            // What speaks of somebody else is told apart.
            let parts = parts_of(filter).into_iter();
            let (own, other): (Vec<Expr>, Vec<Expr>) =
                parts.partition(|p| mentions(p, &Expr::Var(rule.var)));
            let (doing, own): (Vec<Expr>, Vec<Expr>) = own.into_iter().partition(is_doing);
            let doing = all_of(doing).and_then(|doing| self.predicate(rule.var, &doing, true));
            let doing = doing.map(|text| text.replace("are making ", "make "));
            let (noun, plural) = match (&doing, self.first_move) {
                (Some(_), true) => (format!("the first {}", singular(&noun)), false),
                _ => (noun, plural),
            };
            let noun = match all_of(own) {
                Some(own) => self.relative(&noun, rule.var, &own, plural),
                None => noun,
            };
            let other = all_of(other).map(|other| self.condition(&other));
            let if_ = other.map(|other| format!("if {other}"));
            return match doing {
                Some(doing) if !plural => (format!("{noun} to {doing}"), plural, if_),
                Some(doing) => {
                    let if_ = if_.map_or_else(String::new, |if_| format!(" {if_}"));
                    (noun, plural, Some(format!("when they {doing}{if_}")))
                }
                None => (noun, plural, if_),
            };
        }
        let mut parts: Vec<Expr> = rule.filter.iter().flat_map(parts_of).collect();
        let (of_attacker, rest) = match rule.who {
            Who::Friends | Who::Enemies if !self.first && !self.at_hand => {
                parts.into_iter().partition(speaks_of_attacker)
            }
            _ => (Vec::new(), parts),
        };
        parts = rest;
        let singular = self.first || self.at_hand;
        let mut used = vec![false; parts.len()];
        let told = match self.at_hand {
            true => attack::Told::default(),
            false => self.attack_told(&parts, &mut used, !singular, false),
        };
        let attack = format!("{}{}", told.before, self.lexicon.attack);
        let mut noun = match (self.at_hand, self.first) {
            (true, _) => format!("this {attack}"),
            (false, true) => format!("the first {attack}"),
            (false, false) => format!("{attack}s"),
        };
        noun.push_str(&told.after);
        let by = |who: &str, one: &str| {
            if singular {
                one.to_owned()
            } else {
                who.to_owned()
            }
        };
        noun = match rule.who {
            Who::Any => noun,
            Who::Friends | Who::Enemies => {
                let who = match rule.who {
                    Who::Friends => by("friends", "a friend"),
                    _ => by("enemies", "an enemy"),
                };
                format!("{noun} by {}", self.attackers(&who, rule.var, of_attacker))
            }
            _ if self.at_hand => noun,
            Who::Me | Who::Var(_) => {
                let who = match rule.who {
                    Who::Var(var) => self.noun(&Expr::Var(var)),
                    _ => self.noun(&Expr::Me),
                };
                format!("{} {}", possessive(&who), noun.trim_start_matches("the "))
            }
        };
        let mut rest: Vec<Expr> = parts
            .into_iter()
            .zip(used)
            .filter(|(_, used)| !used)
            .map(|(part, _)| part)
            .collect();
        let own = matches!(rule.who, Who::Me | Who::Var(_)) && !self.at_hand;
        if rule.who == Who::Me && own {
            let own = |part: &Expr| in_place_of(part, &Expr::Attacker, &Expr::Me);
            rest = rest.iter().map(own).collect();
        }
        match rule.on {
            _ if self.at_hand => {}
            Who::Any => {
                if let Some(on) = self.targets(rule.var, &mut rest, singular) {
                    noun.push_str(&format!(" on {on}"));
                }
            }
            Who::Me => noun.push_str(&format!(" on {}", self.noun(&Expr::Me))),
            Who::Var(var) => noun.push_str(&format!(" on {}", self.noun(&Expr::Var(var)))),
            Who::Friends => noun.push_str(&format!(" on {}", by("friends", "a friend"))),
            Who::Enemies => noun.push_str(&format!(" on {}", by("enemies", "an enemy"))),
        }
        let critical = |p: &Expr| fact(p) == Some(Fact::CriticalHit);
        if let [only] = &rest[..]
            && critical(only)
            && self.at_hand
        {
            return (noun, false, Some("if it scores a critical hit".to_owned()));
        }
        if let Some(at) = rest.iter().position(critical).filter(|_| !self.at_hand) {
            rest.remove(at);
            let scores = if singular { "scores" } else { "score" };
            noun.push_str(&format!(" that {scores} a critical hit"));
        }
        let if_ = all_of(rest).map(|rest| format!("if {}", self.condition(&rest)));
        (noun, !singular, if_)
    }

    /// On whom an attack must be made, from what is said of the target alone.
    fn targets(&mut self, var: VarId, rest: &mut Vec<Expr>, singular: bool) -> Option<String> {
        let of_target = |part: &Expr| {
            mentions(part, &Expr::Target)
                && !mentions(part, &Expr::Attacker)
                && !mentions(part, &Expr::Me)
        };
        let (said, other): (Vec<Expr>, Vec<Expr>) = rest.iter().cloned().partition(of_target);
        let mut said: Vec<Expr> = said
            .iter()
            .map(|part| in_place_of(part, &Expr::Target, &Expr::Var(var)))
            .collect();
        let side = |prop: Prop| Expr::Call(Func::Fighter(prop), vec![Expr::Var(var)]);
        let mut noun = if singular { "a target" } else { "targets" };
        let sides = [
            (Prop::Enemy, "an enemy", "enemies"),
            (Prop::Friendly, "a friend", "friends"),
        ];
        for (prop, one, many) in sides {
            if let Some(at) = said.iter().position(|p| *p == side(prop)) {
                said.remove(at);
                noun = if singular { one } else { many };
            }
        }
        // Nothing was said of it.
        if said.is_empty() && matches!(noun, "a target" | "targets") {
            return None;
        }
        let plain = |speaker: &mut Self, cond: &Expr| {
            let mut speaker = speaker.clone();
            speaker.predicate(var, cond, !singular).is_some()
        };
        let text = match all_of(said) {
            None => noun.to_owned(),
            Some(cond) if plain(self, &cond) => self.relative(noun, var, &cond, !singular),
            Some(_) => return None,
        };
        *rest = other;
        Some(text)
    }

    /// Those who attack, with what is said of them: "other friends adjacent to this fighter".
    fn attackers(&mut self, noun: &str, var: VarId, said: Vec<Expr>) -> String {
        let said = said
            .iter()
            .map(|part| in_place_of(part, &Expr::Attacker, &Expr::Var(var)))
            .collect();
        match all_of(said) {
            Some(cond) => self.relative(noun, var, &cond, true),
            None => noun.to_owned(),
        }
    }

    pub(crate) fn modifier(&mut self, item: &Mod, plural: bool) -> String {
        let have = if plural { "have" } else { "has" };
        let are = if plural { "are" } else { "is" };
        match item {
            Mod::Stat(stat, Change::Add, Expr::Number(0), None, Some(max)) => {
                format!("{have} no more than {max} {}", self.stat(*stat))
            }
            Mod::Stat(stat, Change::Add, Expr::Number(0), Some(min), None) => {
                format!("{have} no less than {min} {}", self.stat(*stat))
            }
            Mod::Stat(stat, change, value, min, max) => {
                let name = self.stat(*stat);
                let mut text = match (change, value) {
                    (Change::Add, Expr::Number(n)) if *n < 0 => format!("{have} −{} {name}", -n),
                    (Change::Add, Expr::Number(n)) => format!("{have} +{n} {name}"),
                    (Change::Add, Expr::Binary(Sign::Sub, zero, value))
                        if **zero == Expr::Number(0) =>
                    {
                        match self.each_one(value) {
                            Some(each) => format!("{have} −1 {name} for each {each}"),
                            None => format!("{have} −X {name}, X being {}", self.amount(value)),
                        }
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
                    (Change::Add, value) if self.each_one(value).is_some() => {
                        let each = self.each_one(value).unwrap_or_default();
                        format!("{have} +1 {name} for each {each}")
                    }
                    (Change::Add | Change::Limit, value) => {
                        format!("{have} +X {name}, X being {}", self.amount(value))
                    }
                    (Change::Multiply, Expr::Number(2)) => format!("{have} twice the {name}"),
                    (Change::Multiply, value) => {
                        format!("{have} {} times the {name}", self.amount(value))
                    }
                    (Change::Set, Expr::Number(n)) => format!("{have} {name} {n}"),
                    (Change::Set, value) => {
                        format!("{have} {name} equal to {}", self.amount(value))
                    }
                    (Change::Base, value) => {
                        format!("{have} {name} {} before other changes", self.amount(value))
                    }
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
            Mod::MoreCriticals(roll) => {
                let count = if plural { "count" } else { "counts" };
                let (more, than, what) = match roll {
                    RollKind::Attack => (*roll, RollKind::Defence, "Stand Fast and Overrun"),
                    RollKind::Defence => (*roll, RollKind::Attack, "Stand Fast"),
                };
                let (more, than) = (self.roll(more), self.roll(than));
                format!(
                    "{count}, for {what}, as having more Criticals in the {more} than in the {than}"
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
            Mod::Casting(how) => self.casting(*how, plural),
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
            Mod::AsCrit(roll, faces) => {
                let names: Vec<String> = faces.iter().map(|f| self.lexicon.face(f)).collect();
                let count = if plural { "count" } else { "counts" };
                let roll = self.roll(*roll);
                format!("{count} {} as Criticals in the {roll}", names.join(" and "))
            }
            Mod::SwappedSymbol(attacks) => {
                let faces = |a, b| format!("{} and {}", self.lexicon.face(a), self.lexicon.face(b));
                let swap = if plural { "swap" } else { "swaps" };
                let symbols = match attacks {
                    true => faces(Face::Hammer, Face::Swords),
                    false => faces(Face::Shield, Face::Dodge),
                };
                format!("{swap} {symbols}")
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
            Mod::CannotScore(card, filter) => {
                let what = match filter {
                    Expr::Call(Func::Called, args) if args[0] == Expr::Var(*card) => {
                        self.noun(&args[1])
                    }
                    filter => self.relative("objective cards", *card, filter, true),
                };
                format!("cannot score {what}")
            }
            Mod::CountsAs(n) if plural => format!("count as {n} supporters when they support"),
            Mod::CountsAs(n) => format!("counts as {n} supporters when it supports"),
            Mod::Support(side, Expr::Number(n)) if *n < 0 => {
                let whose = match side {
                    RollKind::Attack => "attacker",
                    RollKind::Defence => "target",
                };
                format!("{have} {} for the {whose}", fewer_supporters(*n))
            }
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
                if let Some(each) = self.each_one(n) {
                    return format!("{have} 1 more supporter for the {whose} for each {each}");
                }
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
            Mod::Supports(side) => {
                let support = if plural { "support" } else { "supports" };
                let whom = match side {
                    RollKind::Attack => "attacker",
                    RollKind::Defence => "target",
                };
                format!("{support} the {whom}")
            }
            Mod::Flanked => format!("{are} Flanked"),
            Mod::Label(label) => {
                format!("{are} {}", self.label(*label))
            }
            Mod::Trait(which) => format!("{are} {}", format!("{which:?}").to_lowercase()),
            Mod::OnGuard => format!("{are} on Guard"),
            Mod::ThroughFighters => "can move through other fighters".to_owned(),
            Mod::InCover => format!("{are} in cover"),
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
            Mod::NoLanding(hex, filter) => {
                let place = match filter {
                    Some(filter) => self.relative("a hex", *hex, filter, false),
                    None => "any hex".to_owned(),
                };
                let fill = self.fill("{a_move}");
                format!("cannot end {fill} in {place}")
            }
            Mod::NoPushEnd(hex, filter) => {
                let place = self.relative("a hex", *hex, filter, false);
                format!("cannot end a push in {place}")
            }
            Mod::Further(hex, by, end) => {
                let place = self.relative("a hex", *hex, end, false);
                let by = hexes(&by.to_string());
                format!("can move up to {by} further to {place}")
            }
            Mod::DamageCap(n, false) => format!("cannot be dealt more than {n} damage at a time"),
            Mod::DamageCap(n, true) => format!("cannot be dealt more than {n} damage in a turn"),
            Mod::FriendsToo => "can be made on other friends as if they were enemies".to_owned(),
            Mod::OpeningDice(n) => {
                format!("{have} +{n} Dice, as things are when the attack begins")
            }
            Mod::NoPrice => match plural {
                true => "cost no counters".to_owned(),
                false => "costs no counters".to_owned(),
            },
            Mod::Ignores(token) => {
                let token = super::statement::token_name(*token);
                format!("can Move and Charge in spite of a single {token} token")
            }
            Mod::Can(ban) => format!(
                "can {} although the fighter card says otherwise",
                self.ban(*ban)
            ),
            Mod::BlocksSight => {
                let fill = self.fill("{attacks}");
                let block = if plural { "block" } else { "blocks" };
                format!("{block} the sight of opponents' {fill} on other fighters")
            }
            Mod::PushEnds(hex, filter) => {
                let place = match filter {
                    Some(filter) => self.relative("a hex", *hex, filter, false),
                    None => "a hex".to_owned(),
                };
                let go = if plural { "go" } else { "goes" };
                format!("{go} no further when pushed into {place}")
            }
            Mod::IgnoresTokens => {
                "can use Core abilities as if without Move and Charge tokens".to_owned()
            }
            Mod::Shortens => {
                let (count, them) = match plural {
                    true => ("do not count", "them"),
                    false => ("does not count", "it"),
                };
                let attack = self.fill("{attack}");
                format!("{count} in the distance of a friend's {attack} past {them}")
            }
            Mod::Sight(whom, filter) => {
                let see = if plural { "see" } else { "sees" };
                let whom = self.relative("every fighter", *whom, filter, false);
                format!(
                    "{see} {whom}, whatever is in the way; distances and Range stay as they are"
                )
            }
            Mod::Hazard(hex, filter) => {
                let hexes = match filter {
                    Some(filter) => self.relative("each hex", *hex, filter, false),
                    None => "each hex".to_owned(),
                };
                let they = if plural { "they enter" } else { "it enters" };
                format!("{have} to name {hexes} that {they} on the way")
            }
            Mod::Lethal(hex, filter) => {
                let treat = if plural { "treat" } else { "treats" };
                let hexes = match filter {
                    Some(filter) => self.relative("every hex", *hex, filter, false),
                    None => "every hex".to_owned(),
                };
                format!("{treat} {hexes} as lethal")
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
            Ban::OnlyFlanked => "be Flanked (but can be Surrounded)".to_owned(),
            Ban::Overrun => "be Overrun".to_owned(),
            Ban::Staggered => "be given Stagger tokens".to_owned(),
            Ban::Cleaved => "be affected by Cleave".to_owned(),
            Ban::Ensnared => "be affected by Ensnare".to_owned(),
            Ban::CriticalAbilities => "use critical weapon abilities".to_owned(),
            Ban::Hazards => "be hurt by hazards".to_owned(),
            Ban::Support => "support".to_owned(),
            Ban::Cast => "attempt to cast spells".to_owned(),
            Ban::Damaged => "be dealt damage".to_owned(),
            Ban::TakeWeapons => "be given upgrades with a weapon".to_owned(),
            Ban::Targeted => "be picked as a target".to_owned(),
            Ban::Made => "be made".to_owned(),
            Ban::Chosen => "be chosen by cards".to_owned(),
            Ban::ChosenByGambits => "be chosen by gambits".to_owned(),
            Ban::PushedByEnemies => "be pushed or driven back by enemies".to_owned(),
            Ban::Modified => "have their Range, Dice or Damage changed".to_owned(),
            Ban::Reduced => "have their characteristics made less".to_owned(),
            Ban::Raised => "be brought back".to_owned(),
            Ban::AffectedByDomains => "be affected by Domain gambits".to_owned(),
            Ban::SkipCharge => {
                self.fill("be activated for anything but {a_charge} while able to make one")
            }
            Ban::TakenOut => self.fill("be {taken_out}"),
            Ban::OnGuard => "be on Guard or be given Guard tokens".to_owned(),
            Ban::Uninspired => "be turned back to the normal side".to_owned(),
            Ban::Delve => "delve".to_owned(),
            Ban::Abilities => "use weapon abilities".to_owned(),
            Ban::RerollAttack => format!("re-roll dice of its {}s", self.roll(RollKind::Attack)),
            Ban::RerollDefence => format!("re-roll dice of its {}s", self.roll(RollKind::Defence)),
            Ban::ActButCharge => format!(
                "make any action but {}",
                self.action_noun(ActionKind::Charge)
            ),
            Ban::PlayPower => "play power cards".to_owned(),
            Ban::PlayGambits => "play ploys or other gambits".to_owned(),
            Ban::Score => "score objective cards".to_owned(),
            Ban::Draw => "draw cards".to_owned(),
            Ban::DiscardObjectives => "discard objective cards in the end phase".to_owned(),
            Ban::ScoreLeader => "score objective cards for having taken your leader out".to_owned(),
            Ban::Activate => "do anything but pass".to_owned(),
            Ban::Flipped => "be flipped".to_owned(),
            Ban::Act(ActionKind::Any) => "be activated".to_owned(),
            Ban::Act(action) => format!("make {}", self.action_noun(action)),
        }
    }
}

/// Whether a condition speaks of the attack at hand or of those in it.
fn of_the_attack(cond: &Expr) -> bool {
    let mut found = matches!(
        cond,
        Expr::Attacker | Expr::Target | Expr::With(_) | Expr::Call(Func::Attack(_), _)
    );
    crate::walk::parts_of(cond, &mut |part| found |= of_the_attack(part));
    found
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
