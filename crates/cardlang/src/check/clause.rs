//! Names and types of clauses, and of what the rules of static clauses change. Whom a rule is about is in
//! [`super::rule`], how characteristics change is in [`super::stat`].

use super::Checker;
use super::stat::{negative, stat_of};
use crate::code::{FaceRule, HexRule, Limit, MadeFrom, RollKind, Side, Static, Timing};
use crate::span::nearest;
use crate::syntax::{self, ClauseKind as Written, Word};
use crate::tree::{Clause, ClauseKind, Expr, Mod, Origin, Who};
use crate::vocab::{EVENTS, Type};
use gloryhex_model::{Face, FaceSet, Keyword, Stat, Token, Trait, Trigger};

/// Whose rule it is that is about players, by word.
pub(super) const PLAYERS: [(&str, Who); 3] = [
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

    /// How often: the word after `once per`.
    pub(crate) fn limit(&mut self, once: &Option<Word>) -> Limit {
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
                cast,
                body,
            } => {
                let cast = self.cast_in_reaction(cast, *in_hand || *free);
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
                        cast,
                        body: self.block(body),
                    },
                    when,
                )
            }
            Written::Action {
                cast,
                level,
                when,
                body,
            } => {
                let cast = self.cast(cast);
                if let Some(level) = level.as_ref().filter(|_| cast.is_none()) {
                    let help = "write `action cast focus wizard 1 { … }`";
                    self.error_help(level.span, "only a spell is cast by a wizard", help);
                }
                let level = level.as_ref().map(|level| self.typed(level, Type::Number));
                let when = when.as_ref().map(|w| self.condition(w));
                let body = self.block(body);
                (ClauseKind::Action { cast, level, body }, when)
            }
            Written::Static(rule) => (ClauseKind::Static(self.static_rule(rule)?), None),
            Written::Score {
                at,
                moment,
                when,
                glory,
                then,
            } => {
                let at_once = at.as_ref().is_some_and(|at| at.text == "at_once");
                let (timing, first) = match (at, moment) {
                    (Some(at), _) if at_once && when.is_none() => {
                        let help = "write `score at_once when …`";
                        self.error_help(at.span, "what must be the case?", help);
                        return None;
                    }
                    (Some(at), _) => {
                        let known = [
                            ("end_phase", Timing::EndPhase),
                            ("last_end_phase", Timing::LastEndPhase),
                            // It is looked at after every action, and after whatever counts as one.
                            ("at_once", Timing::Surge(Trigger::ActionDone)),
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
                        at_once,
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
            Written::Flips(n, span) => (self.flips(*n, *span), None),
            Written::Becomes(name) => (self.becomes(name), None),
            Written::Starts(word) => (self.starts(word)?, None),
            Written::Deploys(how, whom) => (self.deploys(how, whom.as_ref())?, None),
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

    pub(super) fn who(&mut self, word: &Option<Word>) -> Option<Who> {
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

    pub(super) fn modifier(&mut self, item: &syntax::Mod, attacks: bool) -> Option<Mod> {
        let word = &item.word;
        if let Some(stat) = stat_of(&word.text) {
            return self.stat(item, stat, attacks);
        }
        // `lethal` of fighters is about hexes.
        let meant = |keyword: &Keyword| attacks || *keyword != Keyword::Lethal;
        if let Some(keyword) = Keyword::from_word(&word.text).filter(meant) {
            return Some(Mod::Keyword(keyword, false));
        }
        Some(match word.text.as_str() {
            "critical" => {
                let inner = self.first_word(item)?;
                let known: Vec<(&str, Keyword)> =
                    Keyword::ALL.iter().map(|k| (k.word(), *k)).collect();
                Mod::Keyword(self.one_of(inner, "keyword", &known)?, true)
            }
            "casting" | "backlash_at" | "casts_swapped" => return self.casting(item, attacks),
            "no_success" if item.words.first().is_some_and(|w| w.text == "magic") => {
                return self.casting(item, attacks);
            }
            "success" | "no_success" | "as_crit" => {
                let (roll, faces) = item.words.split_first()?;
                let roll = self.one_of(roll, "roll", &ROLLS)?;
                let mut set = FaceSet::EMPTY;
                for face in faces {
                    set = set.union(FaceSet::of(&[self.face(face)?]));
                }
                let rule = match word.text.as_str() {
                    "success" => FaceRule::Success,
                    "as_crit" => FaceRule::AsCrit,
                    _ => FaceRule::NoSuccess,
                };
                Mod::Plain(Static::Faces(rule, roll, set))
            }
            "more_criticals" => {
                let inner = self.first_word(item)?;
                Mod::Plain(Static::MoreCriticals(self.one_of(inner, "roll", &ROLLS)?))
            }
            "reroll" => {
                let inner = self.first_word(item)?;
                Mod::Plain(Static::Reroll(self.one_of(inner, "roll", &ROLLS)?))
            }
            "innate" => {
                let inner = self.first_word(item)?;
                let face = self.face(inner)?;
                let help = match face {
                    Face::Shield | Face::Dodge if attacks => "static bearer gets",
                    Face::Sup1 | Face::Sup2 if !attacks => "static attacks of bearer get",
                    _ => return Some(Mod::Plain(Static::Innate(face))),
                };
                let whose = match attacks {
                    true => "an attack roll never shows it",
                    false => "both sides of an attack could roll it",
                };
                let message = format!("whose roll has an innate `{}`? {whose}", inner.text);
                self.error_help(
                    inner.span,
                    message,
                    format!("write `{help} innate {}`", inner.text),
                );
                return None;
            }
            "symbol" => {
                let inner = self.first_word(item)?;
                if inner.text == "swapped" {
                    let roll = match attacks {
                        true => RollKind::Attack,
                        false => RollKind::Defence,
                    };
                    return Some(Mod::Plain(Static::SwappedSymbol(roll)));
                }
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
                Mod::Plain(match attacks {
                    true => Static::Symbol(face),
                    false => Static::DefenceSymbol(face),
                })
            }
            "cannot" => Mod::Plain(Static::Cannot(self.ban(item, attacks)?)),
            "can" if attacks => {
                let help = "write `static bearer can hold`";
                self.error_help(
                    word.span,
                    "fighters are allowed something, not attacks",
                    help,
                );
                return None;
            }
            "can" => {
                let inner = self.first_word(item)?;
                Mod::Plain(Static::Can(self.one_of(
                    inner,
                    "thing that can be allowed",
                    &super::ban::ALLOWED,
                )?))
            }
            "blocks_sight" if attacks => {
                let help = "write `static bearer gets blocks_sight`";
                self.error_help(word.span, "fighters stand in the way, attacks do not", help);
                return None;
            }
            "blocks_sight" => Mod::Plain(Static::BlocksSight),
            "is" | "are" => {
                let inner = self.first_word(item)?;
                match inner.text.as_str() {
                    "flanked" => Mod::Plain(Static::Flanked),
                    "on_guard" => Mod::Plain(Static::OnGuard),
                    "ethereal" => Mod::Plain(Static::Ethereal),
                    "in_cover" => Mod::Plain(Static::InCover),
                    "leader" => Mod::Plain(Static::Trait(Trait::Leader)),
                    "flying" => Mod::Plain(Static::Trait(Trait::Flying)),
                    "beast" => Mod::Plain(Static::Trait(Trait::Beast)),
                    text if self.words.knows(text) => Mod::Plain(Static::Label(self.label(inner)?)),
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
            "counts_as" => Mod::Plain(Static::CountsAs(self.small(item))),
            "supports" => match item.words.first() {
                None => Mod::Plain(Static::Supports(RollKind::Attack)),
                Some(side) => Mod::Plain(Static::Supports(self.one_of(
                    side,
                    "side of an attack",
                    &SIDES,
                )?)),
            },
            "support" => {
                let inner = self.first_word(item)?;
                let side = self.one_of(inner, "side of an attack", &SIDES)?;
                match &item.value {
                    Some(amount) => {
                        let amount = self.typed(amount, Type::Number);
                        match item.sign {
                            "" | "+" => Mod::Support(side, amount),
                            "-" => Mod::Support(side, negative(amount)),
                            _ => {
                                let help = "write `support attacker 1` or `support attacker -1`";
                                let message = "by how many supporters more or fewer?";
                                self.error_help(word.span, message, help);
                                return None;
                            }
                        }
                    }
                    None => Mod::Support(side, Expr::Number(i16::from(self.small(item)))),
                }
            }
            "no_support" => {
                let inner = self.first_word(item)?;
                Mod::Plain(Static::NoSupport(self.one_of(
                    inner,
                    "side of an attack",
                    &SIDES,
                )?))
            }
            "friends_too" if !attacks => {
                let help = "write `static attacks of bearer get friends_too`";
                self.error_help(word.span, "attacks are made on friends, not fighters", help);
                return None;
            }
            "friends_too" => Mod::Plain(Static::FriendsToo),
            "through_fighters" => Mod::Plain(Static::ThroughFighters),
            "shortens_attacks" if !attacks => Mod::Plain(Static::Shortens),
            "place" | "lethal" | "hazard" | "push_ends" => {
                let hex = self.var("", Type::Hex, Origin::Hex);
                let filter = item.value.as_ref();
                let filter = filter.map(|cond| self.condition_there(hex, cond));
                match word.text.as_str() {
                    "place" => Mod::Hexes(HexRule::Teleport, hex, filter),
                    _ if filter.is_none() || attacks => {
                        let (help, what) = match word.text.as_str() {
                            "push_ends" => (
                                "write `static bearer gets push_ends where any(e: enemies where adjacent(there, e))`"
                                    .to_owned(),
                                "in which hexes do whose pushes end?",
                            ),
                            which => (
                                format!(
                                    "write `static enemies get {which} where adjacent(there, me)`"
                                ),
                                match which {
                                    "lethal" => "which hexes are lethal, and for whom?",
                                    _ => "which hexes are hazards, and for whom?",
                                },
                            ),
                        };
                        self.error_help(word.span, what, help);
                        return None;
                    }
                    "push_ends" => Mod::Hexes(HexRule::PushEnds, hex, filter),
                    "lethal" => Mod::Hexes(HexRule::Lethal, hex, filter),
                    _ => Mod::Hexes(HexRule::Hazard, hex, filter),
                }
            }
            "ignores" => {
                if attacks {
                    let help = "write `static me gets ignores move`";
                    self.error_help(word.span, "fighters ignore tokens, attacks do not", help);
                    return None;
                }
                let inner = self.first_word(item)?;
                let known = [
                    ("move", Some(Token::Move)),
                    ("charge", Some(Token::Charge)),
                    ("tokens", None),
                ];
                let token = self.one_of(inner, "token that keeps from moving", &known)?;
                Mod::Plain(token.map_or(Static::IgnoresTokens, Static::Ignores))
            }
            "no_price" => {
                if !attacks {
                    let help = "write `static attacks of me where attack is with(\"Weapon\") get no_price`";
                    self.error_help(word.span, "attacks have a price, fighters have none", help);
                    return None;
                }
                Mod::Plain(Static::NoPrice)
            }
            "no_landing" => {
                let hex = self.var("", Type::Hex, Origin::Hex);
                let filter = item.value.as_ref();
                let filter = filter.map(|cond| self.condition_there(hex, cond));
                Mod::Hexes(HexRule::NoLanding, hex, filter)
            }
            "no_push_end" => {
                let hex = self.var("", Type::Hex, Origin::Hex);
                let filter = item.value.as_ref().filter(|_| !attacks);
                let Some(filter) = filter.map(|cond| self.condition_there(hex, cond)) else {
                    let help = "write `static enemies get no_push_end where adjacent(there, me)`";
                    self.error_help(word.span, "which hexes can whose push not end in?", help);
                    return None;
                };
                Mod::Hexes(HexRule::NoPushEnd, hex, Some(filter))
            }
            "sight" => return self.sight(item, attacks),
            "further" => {
                let hex = self.var("", Type::Hex, Origin::Hex);
                let end = self.condition_on(hex, item.value.as_ref()?);
                let by = u8::try_from(item.min?).unwrap_or(0);
                Mod::Further(hex, by, end)
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
                let least = item.min.unwrap_or(0).clamp(0, 99) as u8;
                Mod::Plain(Static::Suffered { by, least })
            }
            "damage_cap" => Mod::Plain(Static::DamageCap(self.small(item))),
            "damage_cap_per_turn" => Mod::Plain(Static::DamageCapTurn(self.small(item))),
            "opening_dice" => {
                if !attacks {
                    self.error_help(
                        word.span,
                        "`opening_dice` is said of attacks".to_owned(),
                        "write `static attacks of … get opening_dice 1`".to_owned(),
                    );
                }
                Mod::Plain(Static::OpeningDice(self.small(item)))
            }
            text => {
                let known = [
                    "critical",
                    "success",
                    "no_success",
                    "as_crit",
                    "more_criticals",
                    "suffered",
                    "reroll",
                    "innate",
                    "casting",
                    "backlash_at",
                    "casts_swapped",
                    "symbol",
                    "counts_as",
                    "supports",
                    "support",
                    "no_support",
                    "through_fighters",
                    "place",
                    "no_landing",
                    "no_push_end",
                    "further",
                    "friends_too",
                    "damage_cap",
                    "damage_cap_per_turn",
                    "opening_dice",
                    "no_price",
                    "ignores",
                    "lethal",
                    "hazard",
                    "shortens_attacks",
                    "push_ends",
                    "blocks_sight",
                    "sight",
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
}
