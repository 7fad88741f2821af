//! Names and types of clauses, and of the rules that static clauses put in force.

use super::Checker;
use crate::code::{Ban, Cast, Change, Limit, MadeFrom, RollKind, Side, Timing};
use crate::instr::ActionKind;
use crate::span::nearest;
use crate::syntax::{self, ClauseKind as Written, Word};
use crate::tree::{Clause, ClauseKind, Expr, Mod, Origin, StaticRule, Who};
use crate::vocab::{EVENTS, Type};
use gloryhex_model::{Face, FaceSet, Keyword, Stat, Trait, Trigger};

/// What cannot be done or suffered, by word.
pub(crate) const BANS: [(&str, Ban); 29] = [
    ("be_targeted", Ban::Targeted),
    ("be_chosen", Ban::Chosen),
    ("be_on_guard", Ban::OnGuard),
    ("be_uninspired", Ban::Uninspired),
    ("delve", Ban::Delve),
    ("use_abilities", Ban::Abilities),
    ("reroll_attack", Ban::RerollAttack),
    ("reroll_defence", Ban::RerollDefence),
    ("act_but_charge", Ban::ActButCharge),
    ("take_weapons", Ban::TakeWeapons),
    ("be_damaged", Ban::Damaged),
    ("be_driven_back", Ban::DrivenBack),
    ("be_pushed", Ban::Pushed),
    ("be_healed", Ban::Healed),
    ("be_inspired", Ban::Inspired),
    ("hold", Ban::Hold),
    ("be_flanked", Ban::Flanked),
    ("be_overrun", Ban::Overrun),
    ("be_staggered", Ban::Staggered),
    ("be_cleaved", Ban::Cleaved),
    ("be_ensnared", Ban::Ensnared),
    ("use_critical_abilities", Ban::CriticalAbilities),
    ("suffer_hazards", Ban::Hazards),
    ("support", Ban::Support),
    ("move", Ban::Act(ActionKind::Move)),
    ("attack", Ban::Act(ActionKind::Attack)),
    ("charge", Ban::Act(ActionKind::Charge)),
    ("guard", Ban::Act(ActionKind::Guard)),
    ("be_activated", Ban::Act(ActionKind::Any)),
];

/// What players cannot do, by word.
pub(crate) const PLAYER_BANS: [(&str, Ban); 5] = [
    ("play_power", Ban::PlayPower),
    ("play_ploys", Ban::PlayGambits),
    ("score", Ban::Score),
    ("draw", Ban::Draw),
    ("discard_objectives", Ban::DiscardObjectives),
];

/// Whose rule it is that is about players, by word.
const PLAYERS: [(&str, Who); 3] = [
    ("you", Who::Friends),
    ("opponents", Who::Enemies),
    ("players", Who::Any),
];

const ROLLS: [(&str, RollKind); 2] = [("attack", RollKind::Attack), ("defence", RollKind::Defence)];
const SIDES: [(&str, RollKind); 2] = [
    ("attacker", RollKind::Attack),
    ("target", RollKind::Defence),
];

impl Checker<'_> {
    /// The trigger of an event.
    pub(crate) fn event(&mut self, word: &Word) -> Option<Trigger> {
        let known: Vec<(&str, Trigger)> = EVENTS.iter().map(|(w, t, _)| (*w, *t)).collect();
        self.one_of(word, "event", &known)
    }

    fn limit(&mut self, once: &Option<Word>) -> Limit {
        let known = [
            ("turn", Limit::Turn),
            ("phase", Limit::Phase),
            ("round", Limit::Round),
            ("game", Limit::Game),
        ];
        match once {
            None => Limit::None,
            Some(word) => self
                .one_of(word, "length of time", &known)
                .unwrap_or_default(),
        }
    }

    pub(crate) fn cast(&mut self, faces: &[Word]) -> Option<Cast> {
        let first = faces.first()?;
        let symbol = self.face(first)?;
        if let Some(odd) = faces.iter().find(|f| f.text != first.text) {
            self.error(odd.span, "a casting value repeats one symbol");
        }
        Some(Cast {
            symbol,
            n: faces.len().min(9) as u8,
        })
    }

    /// A clause with everything in it.
    pub(crate) fn clause(&mut self, clause: &syntax::Clause) -> Option<Clause> {
        let before = self.scope.len();
        let (had_attack, moment) = (self.has_attack, self.moment.take());
        let checked = self.clause_inner(clause);
        self.scope.truncate(before);
        (self.has_attack, self.moment) = (had_attack, moment);
        checked
    }

    fn enter_moment(&mut self, moment: &syntax::Moment) -> Option<(Trigger, Option<Expr>)> {
        let trigger = self.event(&moment.event)?;
        if Trigger::COUNTED.contains(&trigger) {
            let word = &moment.event.text;
            let help = format!("ask how often it happened: `times({word} where … in phase)`");
            self.error_help(
                moment.event.span,
                format!("nothing waits for `{word}`"),
                help,
            );
        }
        self.moment = Some(trigger);
        // Inner clauses hide the bindings of the event around them.
        self.scope.retain(|(name, _)| {
            !crate::binding::bindings(trigger)
                .iter()
                .any(|b| b.word() == name)
        });
        self.enter_trigger(trigger);
        self.has_attack = true;
        let when = moment.filter.as_ref().map(|f| self.condition(f));
        Some((trigger, when))
    }

    fn clause_inner(&mut self, clause: &syntax::Clause) -> Option<Clause> {
        let limit = self.limit(&clause.once);
        let scope = self.scope.clone();
        let first_var = crate::tree::VarId(self.vars.len() as u16);
        let (kind, when) = match &clause.kind {
            Written::Play(when, body) => {
                let when = when.as_ref().map(|w| self.condition(w));
                (ClauseKind::Play(self.block(body)), when)
            }
            Written::React {
                moment,
                free,
                in_hand,
                body,
            } => {
                let (trigger, when) = self.enter_moment(moment)?;
                let from = if *in_hand {
                    MadeFrom::Hand
                } else {
                    MadeFrom::Play
                };
                (
                    ClauseKind::React {
                        trigger,
                        from,
                        free: *free,
                        body: self.block(body),
                    },
                    when,
                )
            }
            Written::Action { cast, when, body } => {
                let cast = self.cast(cast);
                let when = when.as_ref().map(|w| self.condition(w));
                (ClauseKind::Action(cast, self.block(body)), when)
            }
            Written::Static(rule) => (ClauseKind::Static(self.static_rule(rule)?), None),
            Written::Score {
                at,
                moment,
                when,
                glory,
                then,
            } => {
                let (timing, first) = match (at, moment) {
                    (Some(at), _) => {
                        let known = [
                            ("end_phase", Timing::EndPhase),
                            ("last_end_phase", Timing::LastEndPhase),
                        ];
                        (self.one_of(at, "time to score", &known)?, None)
                    }
                    (None, Some(moment)) => {
                        let (trigger, when) = self.enter_moment(moment)?;
                        (Timing::Surge(trigger), when)
                    }
                    (None, None) => return None,
                };
                let second = when.as_ref().map(|w| self.condition(w));
                let when = match (first, second) {
                    (Some(a), Some(b)) => Some(Expr::And(vec![a, b])),
                    (a, b) => a.or(b),
                };
                let glory = glory.as_ref().map(|g| self.typed(g, Type::Number));
                (
                    ClauseKind::Score {
                        timing,
                        glory,
                        then: self.block(then),
                    },
                    when,
                )
            }
            Written::Inspire { off, moment, when } => {
                let (trigger, first) = match moment {
                    Some(moment) => {
                        let (trigger, when) = self.enter_moment(moment)?;
                        (Some(trigger), when)
                    }
                    None => (None, None),
                };
                let second = when.as_ref().map(|w| self.condition(w));
                let when = match (first, second) {
                    (Some(a), Some(b)) => Some(Expr::And(vec![a, b])),
                    (a, b) => a.or(b),
                };
                (ClauseKind::Inspire(*off, trigger), when)
            }
            Written::Break(moment) => {
                let (trigger, when) = self.enter_moment(moment)?;
                (ClauseKind::Break(trigger), when)
            }
            Written::Auto(moment, body) => {
                let (trigger, when) = self.enter_moment(moment)?;
                (ClauseKind::Auto(trigger, self.block(body)), when)
            }
            Written::Expire(body) => (ClauseKind::Expire(self.block(body)), None),
            Written::Counter(counter) => (self.new_counter(counter)?, None),
        };
        self.scope = scope;
        let title = clause
            .title
            .as_ref()
            .map_or(String::new(), |t| t.text.clone());
        Some(Clause {
            kind,
            when,
            limit,
            side: Side::Both,
            title,
            first_var,
        })
    }

    fn who(&mut self, word: &Option<Word>) -> Option<Who> {
        let Some(word) = word else {
            return Some(Who::Any);
        };
        Some(match word.text.as_str() {
            "bearer" | "me" | "caster" if self.has_me => Who::Me,
            "friends" => Who::Friends,
            "enemies" => Who::Enemies,
            "fighters" => Who::Any,
            name => {
                let found = self
                    .scope
                    .iter()
                    .rev()
                    .find(|(n, _)| n == name)
                    .map(|(_, v)| *v);
                match found {
                    Some(var) if self.type_of(var) == Type::Fighter => Who::Var(var),
                    Some(var) => {
                        let ty = self.type_of(var).shown();
                        self.error(
                            word.span,
                            format!("a rule is about fighters or attacks, not {ty}"),
                        );
                        return None;
                    }
                    None => {
                        let known = ["bearer", "friends", "enemies", "fighters", "attacks"];
                        let help = match nearest(name, known) {
                            Some(near) => format!("did you mean `{near}`?"),
                            None => format!(
                                "a rule is about {} or a fighter chosen before",
                                crate::syntax::listed(&known)
                            ),
                        };
                        self.error_help(word.span, format!("`{name}` is unknown here"), help);
                        return None;
                    }
                }
            }
        })
    }

    fn static_rule(&mut self, rule: &syntax::StaticRule) -> Option<StaticRule> {
        let word = rule.who.as_ref().filter(|_| !rule.attacks);
        let players = word.and_then(|word| PLAYERS.iter().find(|(own, _)| *own == word.text));
        let who = match players {
            Some((_, who)) => *who,
            None => self.who(&rule.who)?,
        };
        let on = self.who(&rule.on)?;
        let players = players.is_some();
        let var = match players {
            true => self.var("", Type::Player, Origin::Element(crate::Domain::Seats)),
            false => self.var("", Type::Fighter, Origin::Element(crate::Domain::Fighters)),
        };
        let had = (self.in_attack_rule, self.has_attack);
        // A rule that lets fighters support speaks of both a fighter and an attack.
        let supports = rule
            .mods
            .iter()
            .any(|m| matches!(m.word.text.as_str(), "supports" | "counts_as"));
        self.in_attack_rule = rule.attacks || supports;
        self.has_attack = rule.attacks || supports;
        if !rule.attacks {
            self.it.push(var);
        }
        let before = self.scope.len();
        if let Some(name) = &rule.name {
            self.vars[var.0 as usize].name.clone_from(&name.text);
            self.declare(name, var);
        }
        let filter = rule.filter.as_ref().map(|f| self.condition(f));
        let while_ = rule.while_.as_ref().map(|f| self.condition(f));
        let mods = rule
            .mods
            .iter()
            .filter_map(|m| match players {
                true => self.player_ban(m),
                false => self.modifier(m, rule.attacks),
            })
            .collect();
        if !rule.attacks {
            self.it.pop();
        }
        self.scope.truncate(before);
        (self.in_attack_rule, self.has_attack) = had;
        Some(StaticRule {
            attacks: rule.attacks,
            players,
            who,
            on,
            var,
            filter,
            while_,
            mods,
        })
    }

    /// What a rule about players forbids.
    fn player_ban(&mut self, item: &syntax::Mod) -> Option<Mod> {
        let word = match item.word.text.as_str() {
            "cannot" => self.first_word(item)?,
            text => {
                let message = format!("`{text}` is nothing a rule about players can say");
                let help = "write `static opponents cannot play_power`";
                self.error_help(item.word.span, message, help);
                return None;
            }
        };
        let what = "thing that can be forbidden to players";
        Some(Mod::Cannot(self.one_of(word, what, &PLAYER_BANS)?))
    }

    fn small(&mut self, item: &syntax::Mod) -> u8 {
        match item.value.as_ref().map(|v| &v.kind) {
            Some(syntax::ExprKind::Number(n)) => (*n).clamp(0, 99) as u8,
            _ => {
                self.error_help(
                    item.word.span,
                    format!("`{}` needs a number", item.word.text),
                    format!("write `{} 2`", item.word.text),
                );
                0
            }
        }
    }

    fn first_word<'w>(&mut self, item: &'w syntax::Mod) -> Option<&'w Word> {
        let word = item.words.first();
        if word.is_none() {
            self.error(item.word.span, format!("`{}` of what?", item.word.text));
        }
        word
    }

    fn modifier(&mut self, item: &syntax::Mod, attacks: bool) -> Option<Mod> {
        let word = &item.word;
        if let Some(stat) = stat_of(&word.text) {
            return self.stat(item, stat, attacks);
        }
        if let Some(keyword) = Keyword::from_word(&word.text) {
            return Some(Mod::Keyword(keyword, false));
        }
        Some(match word.text.as_str() {
            "critical" => {
                let inner = self.first_word(item)?;
                let known: Vec<(&str, Keyword)> =
                    Keyword::ALL.iter().map(|k| (k.word(), *k)).collect();
                Mod::Keyword(self.one_of(inner, "keyword", &known)?, true)
            }
            "success" | "no_success" => {
                let (roll, faces) = item.words.split_first()?;
                let roll = self.one_of(roll, "roll", &ROLLS)?;
                let mut set = FaceSet::EMPTY;
                for face in faces {
                    set = set.union(FaceSet::of(&[self.face(face)?]));
                }
                match word.text == "success" {
                    true => Mod::Success(roll, set),
                    false => Mod::NoSuccess(roll, set),
                }
            }
            "reroll" => {
                let inner = self.first_word(item)?;
                Mod::Reroll(self.one_of(inner, "roll", &ROLLS)?)
            }
            "innate" => {
                let inner = self.first_word(item)?;
                Mod::Innate(self.face(inner)?)
            }
            "symbol" => {
                let inner = self.first_word(item)?;
                let face = self.face(inner)?;
                let fits = match attacks {
                    true => matches!(
                        face,
                        Face::Hammer | Face::Swords | Face::Focus | Face::Channel | Face::Crit
                    ),
                    false => matches!(face, Face::Shield | Face::Dodge),
                };
                if !fits {
                    let (whose, help) = match attacks {
                        true => (
                            "an attack",
                            "write `hammer` or `swords`; `static bearer gets symbol shield` is about defence",
                        ),
                        false => (
                            "a fighter's defence",
                            "write `shield` or `dodge`; `static attacks of bearer get symbol hammer` is about attacks",
                        ),
                    };
                    let message = format!("`{}` is no symbol of {whose}", inner.text);
                    self.error_help(inner.span, message, help);
                    return None;
                }
                Mod::Symbol(face)
            }
            "cannot" => {
                let inner = self.first_word(item)?;
                if PLAYER_BANS.iter().any(|(own, _)| *own == inner.text) {
                    let message = format!("`{}` is forbidden to players", inner.text);
                    let help = format!("write `static opponents cannot {}`", inner.text);
                    self.error_help(inner.span, message, help);
                    return None;
                }
                Mod::Cannot(self.one_of(inner, "thing that can be forbidden", &BANS)?)
            }
            "is" | "are" => {
                let inner = self.first_word(item)?;
                match inner.text.as_str() {
                    "flanked" => Mod::Flanked,
                    "on_guard" => Mod::OnGuard,
                    "ethereal" => Mod::Ethereal,
                    "in_cover" => Mod::InCover,
                    "leader" => Mod::Trait(Trait::Leader),
                    "flying" => Mod::Trait(Trait::Flying),
                    "beast" => Mod::Trait(Trait::Beast),
                    text if self.words.knows(text) => Mod::Label(self.label(inner)?),
                    text => {
                        let known = crate::vocab::LABELS
                            .into_iter()
                            .chain(["flanked", "on_guard", "ethereal", "flying", "in_cover"]);
                        let near = nearest(text, known).map(|n| format!("did you mean `{n}`?"));
                        let help = near.unwrap_or_else(|| {
                            "write a label, `on_guard`, `flying` or `flanked`".to_owned()
                        });
                        self.error_help(
                            inner.span,
                            format!("`{text}` is nothing a fighter can be"),
                            help,
                        );
                        return None;
                    }
                }
            }
            "counts_as" => Mod::CountsAs(self.small(item)),
            "supports" => match item.words.first() {
                None => Mod::Supports(RollKind::Attack),
                Some(side) => Mod::Supports(self.one_of(side, "side of an attack", &SIDES)?),
            },
            "support" => {
                let inner = self.first_word(item)?;
                let side = self.one_of(inner, "side of an attack", &SIDES)?;
                match &item.value {
                    Some(amount) => Mod::Support(side, self.typed(amount, Type::Number)),
                    None => Mod::Support(side, Expr::Number(i16::from(self.small(item)))),
                }
            }
            "no_support" => {
                let inner = self.first_word(item)?;
                Mod::NoSupport(self.one_of(inner, "side of an attack", &SIDES)?)
            }
            "through_fighters" => Mod::ThroughFighters,
            "place" => {
                let hex = self.var("", Type::Hex, Origin::Hex);
                let filter = item.value.as_ref().map(|v| self.condition_on(hex, v));
                Mod::Teleport(hex, filter)
            }
            "suffered" => {
                let by = i8::try_from(self.small(item)).unwrap_or(i8::MAX);
                let by = match item.sign {
                    "-" => -by,
                    "+" => by,
                    _ => {
                        let help = "write `suffered -1 at least 1`";
                        self.error_help(word.span, "by how much does damage change?", help);
                        return None;
                    }
                };
                Mod::Suffered(by, item.min.unwrap_or(0).clamp(0, 99) as u8)
            }
            "damage_cap" => Mod::DamageCap(self.small(item), false),
            "damage_cap_per_turn" => Mod::DamageCap(self.small(item), true),
            "opening_dice" => {
                if !attacks {
                    self.error_help(
                        word.span,
                        "`opening_dice` is said of attacks".to_owned(),
                        "write `static attacks of … get opening_dice 1`".to_owned(),
                    );
                }
                Mod::OpeningDice(self.small(item))
            }
            text => {
                let known = [
                    "critical",
                    "success",
                    "no_success",
                    "suffered",
                    "reroll",
                    "innate",
                    "symbol",
                    "counts_as",
                    "supports",
                    "support",
                    "no_support",
                    "through_fighters",
                    "place",
                    "damage_cap",
                    "damage_cap_per_turn",
                    "opening_dice",
                ];
                let all = known
                    .into_iter()
                    .chain(Stat::ALL.map(Stat::word))
                    .chain(Keyword::ALL.map(Keyword::word));
                let near = nearest(text, all).map(|n| format!("did you mean `{n}`?"));
                let help = near.unwrap_or_else(|| {
                    let stats = Stat::ALL.map(Stat::word).join("`, `");
                    let keywords = Keyword::ALL.map(Keyword::word).join("`, `");
                    format!(
                        "write a characteristic (`{stats}`), a keyword (`{keywords}`) or one of `{}`",
                        known.join("`, `")
                    )
                });
                self.error_help(
                    word.span,
                    format!("`{text}` is nothing a rule can give"),
                    help,
                );
                return None;
            }
        })
    }

    fn stat(&mut self, item: &syntax::Mod, stat: Stat, attacks: bool) -> Option<Mod> {
        let of_weapon = matches!(
            stat,
            Stat::Range | Stat::Dice | Stat::Damage | Stat::Knockback
        );
        if of_weapon != attacks {
            let word = &item.word.text;
            let (message, help) = if of_weapon {
                (
                    format!("`{word}` belongs to attacks"),
                    "write `static attacks of bearer get …`",
                )
            } else {
                (
                    format!("`{word}` belongs to fighters"),
                    "write `static bearer get …`",
                )
            };
            self.error_help(item.word.span, message, help);
            return None;
        }
        let Some(value) = &item.value else {
            let help = format!("write `{} +1`", item.word.text);
            self.error_help(
                item.word.span,
                format!("by how much does `{}` change?", item.word.text),
                help,
            );
            return None;
        };
        let fixed = item.words.iter().any(|w| w.text == "fixed");
        let span = value.span;
        let value = self.typed(value, Type::Number);
        let never_nothing = !matches!(
            stat,
            Stat::Move | Stat::Bounty | Stat::Wizard | Stat::Knockback
        );
        if item.sign == "=" && value == Expr::Number(0) && never_nothing && !fixed {
            let word = &item.word.text;
            let help =
                format!("write `{word} =1`, or `{word} fixed =0` if nothing else changes it");
            self.error_help(span, format!("no rule brings `{word}` below 1"), help);
            return None;
        }
        let (change, value) = match item.sign {
            "+" => (Change::Add, value),
            "-" => (Change::Add, negative(value)),
            "*" => (Change::Multiply, value),
            _ if fixed => (Change::Fix, value),
            _ => (Change::Set, value),
        };
        let bound = |n: Option<i16>| n.map(|n| n.clamp(0, 99) as i8);
        Some(Mod::Stat(
            stat,
            change,
            value,
            bound(item.min),
            bound(item.max),
        ))
    }
}

fn negative(value: Expr) -> Expr {
    match value {
        Expr::Number(n) => Expr::Number(-n),
        other => Expr::Binary(
            crate::tree::Sign::Sub,
            Box::new(Expr::Number(0)),
            Box::new(other),
        ),
    }
}

/// A characteristic by any of its names.
pub(crate) fn stat_of(word: &str) -> Option<Stat> {
    match word {
        "save" => Some(Stat::Defence),
        "health" => Some(Stat::Wounds),
        _ => Stat::from_word(word),
    }
}
