//! What a rule gives, changes or forbids: "has +1 Move", "cannot be pushed".

use super::support::fewer_supporters;
use super::*;

impl Speaker<'_> {
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
                    (Change::Fix, value) => {
                        format!("{have} {name} fixed at {}", self.amount(value))
                    }
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
            Mod::Plain(Static::Faces(FaceRule::Success, roll, faces)) => {
                let names: Vec<String> = faces.iter().map(|f| self.lexicon.face(f)).collect();
                format!(
                    "{} {} as successes in the {}",
                    if plural { "count" } else { "counts" },
                    names.join(" and "),
                    self.roll(*roll)
                )
            }
            Mod::Plain(Static::MoreCriticals(roll)) => {
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
            Mod::Plain(Static::Reroll(roll)) => {
                let lets = if plural { "let" } else { "lets" };
                let whom = match roll {
                    _ if self.yours => "you",
                    RollKind::Attack => "the attacker's player",
                    RollKind::Defence => "the target's player",
                };
                format!("{lets} {whom} re-roll one die of the {}", self.roll(*roll))
            }
            Mod::Plain(Static::Casting(how)) => self.casting(*how, plural),
            Mod::Plain(Static::Innate(face)) => {
                format!("{have} an innate {}", self.lexicon.face(*face))
            }
            Mod::Plain(Static::Symbol(face) | Static::DefenceSymbol(face)) => {
                format!("{have} the symbol {}", self.lexicon.face(*face))
            }
            Mod::Plain(Static::Faces(FaceRule::NoSuccess, roll, faces)) => {
                let names: Vec<String> = faces.iter().map(|f| self.lexicon.face(f)).collect();
                format!(
                    "{have} no success by {} in the {}",
                    names.join(" or "),
                    self.roll(*roll)
                )
            }
            Mod::Plain(Static::Faces(FaceRule::AsCrit, roll, faces)) => {
                let names: Vec<String> = faces.iter().map(|f| self.lexicon.face(f)).collect();
                let count = if plural { "count" } else { "counts" };
                let roll = self.roll(*roll);
                format!("{count} {} as Criticals in the {roll}", names.join(" and "))
            }
            Mod::Plain(Static::SwappedSymbol(roll)) => {
                let faces = |a, b| format!("{} and {}", self.lexicon.face(a), self.lexicon.face(b));
                let swap = if plural { "swap" } else { "swaps" };
                let symbols = match roll {
                    RollKind::Attack => faces(Face::Hammer, Face::Swords),
                    RollKind::Defence => faces(Face::Shield, Face::Dodge),
                };
                format!("{swap} {symbols}")
            }
            Mod::Plain(Static::Suffered { by, least }) => {
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
            Mod::Plain(Static::Cannot(ban)) => format!("cannot {}", self.ban(*ban)),
            Mod::CannotScore(card, filter) => {
                let what = match filter {
                    Expr::Call(Func::Tie(Tie::Called), args) if args[0] == Expr::Var(*card) => {
                        self.noun(&args[1])
                    }
                    filter => self.relative("objective cards", *card, filter, true),
                };
                format!("cannot score {what}")
            }
            Mod::Plain(Static::CountsAs(n)) if plural => {
                format!("count as {n} supporters when they support")
            }
            Mod::Plain(Static::CountsAs(n)) => format!("counts as {n} supporters when it supports"),
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
            Mod::Plain(Static::NoSupport(side)) => {
                let whose = if *side == RollKind::Attack {
                    "attacker"
                } else {
                    "target"
                };
                format!("{have} no supporters for the {whose}")
            }
            Mod::Plain(Static::Supports(side)) => {
                let support = if plural { "support" } else { "supports" };
                let whom = match side {
                    RollKind::Attack => "attacker",
                    RollKind::Defence => "target",
                };
                format!("{support} the {whom}")
            }
            Mod::Plain(Static::Flanked) => format!("{are} Flanked"),
            Mod::Plain(Static::Label(label)) => {
                format!("{are} {}", self.label(*label))
            }
            Mod::Plain(Static::Trait(which)) => {
                format!("{are} {}", format!("{which:?}").to_lowercase())
            }
            Mod::Plain(Static::OnGuard) => format!("{are} on Guard"),
            Mod::Plain(Static::ThroughFighters) => "can move through other fighters".to_owned(),
            Mod::Plain(Static::InCover) => format!("{are} in cover"),
            Mod::Plain(Static::Ethereal) => {
                "can move through everything and treat lethal hexes as plain ones".to_owned()
            }
            Mod::Hexes(HexRule::Teleport, hex, filter) => {
                let place = match filter {
                    Some(filter) => self.relative("an empty hex", *hex, filter, false),
                    None => "an empty hex".to_owned(),
                };
                format!("can be placed in {place} instead of moving")
            }
            Mod::Hexes(HexRule::NoLanding, hex, filter) => {
                let place = match filter {
                    Some(filter) => self.relative("a hex", *hex, filter, false),
                    None => "any hex".to_owned(),
                };
                let place = nearest_enemies(&place);
                let fill = self.fill("{a_move}");
                format!("cannot end {fill} in {place}")
            }
            Mod::Hexes(HexRule::NoPushEnd, hex, filter) => {
                let place = match filter {
                    Some(filter) => self.relative("a hex", *hex, filter, false),
                    None => "any hex".to_owned(),
                };
                format!("cannot end a push in {place}")
            }
            Mod::Further(hex, by, end) => {
                let place = self.relative("a hex", *hex, end, false);
                let by = hexes(&by.to_string());
                format!("can move up to {by} further to {place}")
            }
            Mod::Plain(Static::DamageCap(n)) => {
                format!("cannot be dealt more than {n} damage at a time")
            }
            Mod::Plain(Static::DamageCapTurn(n)) => {
                format!("cannot be dealt more than {n} damage in a turn")
            }
            Mod::Plain(Static::FriendsToo) => {
                "can be made on other friends as if they were enemies".to_owned()
            }
            Mod::Plain(Static::OpeningDice(n)) => {
                format!("{have} +{n} Dice, as things are when the attack begins")
            }
            Mod::Plain(Static::NoPrice) => match plural {
                true => "cost no counters".to_owned(),
                false => "costs no counters".to_owned(),
            },
            Mod::Plain(Static::Ignores(token)) => {
                let token = super::statement::token_name(*token);
                format!("can Move and Charge in spite of a single {token} token")
            }
            Mod::Plain(Static::Can(ban)) => format!(
                "can {} although the fighter card says otherwise",
                self.ban(*ban)
            ),
            Mod::Plain(Static::BlocksSight) => {
                let fill = self.fill("{attacks}");
                let block = if plural { "block" } else { "blocks" };
                format!("{block} the sight of opponents' {fill} on other fighters")
            }
            Mod::Hexes(HexRule::PushEnds, hex, filter) => {
                let place = match filter {
                    Some(filter) => self.relative("a hex", *hex, filter, false),
                    None => "a hex".to_owned(),
                };
                let go = if plural { "go" } else { "goes" };
                format!("{go} no further when pushed into {place}")
            }
            Mod::Plain(Static::IgnoresTokens) => {
                "can use Core abilities as if without Move and Charge tokens".to_owned()
            }
            Mod::Plain(Static::Shortens) => {
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
            Mod::Hexes(HexRule::Hazard, hex, filter) => {
                let hexes = match filter {
                    Some(filter) => self.relative("each hex", *hex, filter, false),
                    None => "each hex".to_owned(),
                };
                let they = if plural { "they enter" } else { "it enters" };
                format!("{have} to name {hexes} that {they} on the way")
            }
            Mod::Hexes(HexRule::Lethal, hex, filter) => {
                let treat = if plural { "treat" } else { "treats" };
                let hexes = match filter {
                    Some(filter) => self.relative("every hex", *hex, filter, false),
                    None => "every hex".to_owned(),
                };
                format!("{treat} {hexes} as lethal")
            }
            // These are said with an amount or a condition, and have cases of their own.
            Mod::Plain(
                Static::Modify { .. }
                | Static::Keywords(_)
                | Static::Support { .. }
                | Static::CannotScore(_)
                | Static::Hexes(..)
                | Static::Further { .. }
                | Static::Sight(_),
            ) => String::new(),
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

/// Whether both are plain numbers.
fn numbers(a: &Expr, b: &Expr) -> bool {
    matches!((a, b), (Expr::Number(_), Expr::Number(_)))
}

/// "further from each of its nearest enemies than it is": who of several is nearest to one, in fewer words.
fn nearest_enemies(place: &str) -> String {
    let frame = "each enemy of that fighter nearest to it than that fighter";
    place.replace(frame, "each of its nearest enemies than it is")
}
