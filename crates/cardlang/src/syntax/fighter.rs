//! Tokens to syntax tree: warbands, fighters and weapons.

use super::lexer::Kind;
use super::parser::{Broken, Parsed, Parser};
use super::written::*;
use crate::span::Diagnostic;

impl Parser<'_> {
    pub(crate) fn warband(&mut self) -> Parsed<Warband> {
        let start = self.any_word("warband")?.span;
        let name = self.text("the warband's name")?;
        let mut warband = Warband {
            name,
            alliance: String::new(),
            house: false,
            notes: Vec::new(),
            fighters: Vec::new(),
            clauses: Vec::new(),
            span: start,
        };
        loop {
            if self.eat("alliance") {
                warband.alliance = self.any_word("the alliance")?.text;
            } else if self.eat("profile") {
                self.word("house")?;
                warband.house = true;
            } else {
                break;
            }
        }
        self.sign("{")?;
        while !self.at_sign("}") && self.peek().kind != Kind::End {
            if self.at_word("fighter") {
                let fighter = self.fighter()?;
                warband.fighters.push(fighter);
            } else if self.eat("note") {
                warband.notes.push(self.text("what is to be noted")?);
            } else {
                let clause = self.clause_if_readable(false)?;
                warband.clauses.extend(clause);
            }
        }
        warband.span = start.to(self.peek().span);
        self.sign("}")?;
        if self.flaws == Flaws::None {
            Ok(warband)
        } else {
            Err(Broken)
        }
    }

    pub(crate) fn fighter(&mut self) -> Parsed<Fighter> {
        let start = self.any_word("fighter")?.span;
        let name = self.text("the fighter's name")?;
        let mut fighter = Fighter {
            name,
            labels: Vec::new(),
            names: Vec::new(),
            companion: None,
            house: false,
            notes: Vec::new(),
            normal: Side::default(),
            inspired: None,
            clauses: Vec::new(),
            span: start,
        };
        let mut has_normal = false;
        while !self.at_sign("{") {
            let word = self.any_word("`{`")?;
            match word.text.as_str() {
                "labels" | "label" => fighter.labels = self.words("a label")?,
                "called" => loop {
                    fighter.names.push(self.text("a name")?);
                    if !self.eat_sign(",") {
                        break;
                    }
                },
                "companion" => fighter.companion = Some(self.text("the companion's name")?),
                "profile" => {
                    self.word("house")?;
                    fighter.house = true;
                }
                _ => {
                    return self.unknown(
                        &word,
                        "property of a fighter",
                        &["labels", "called", "companion", "profile"],
                    );
                }
            }
        }
        self.sign("{")?;
        while !self.at_sign("}") && self.peek().kind != Kind::End {
            if self.eat("normal") {
                fighter.normal = self.side()?;
                has_normal = true;
            } else if self.eat("inspired") {
                fighter.inspired = Some(self.side()?);
            } else if self.at_word("becomes") {
                let span = self.any_word("becomes")?.span;
                let name = self.text("the name on the other side")?;
                fighter.names.push(name.clone());
                fighter.clauses.push(Clause {
                    kind: ClauseKind::Becomes(name),
                    span,
                    once: None,
                    title: None,
                });
                fighter.inspired = Some(self.side()?);
            } else if self.eat("note") {
                fighter.notes.push(self.text("what is to be noted")?);
            } else {
                let clause = self.clause_if_readable(false)?;
                fighter.clauses.extend(clause);
            }
        }
        fighter.span = start.to(self.peek().span);
        if !has_normal {
            let error = Diagnostic::new(
                fighter.name.span,
                format!("`{}` has no normal side", fighter.name.text),
            );
            self.errors
                .push(error.help("write `normal { move 3 defence 1 shield wounds 4 }` in it"));
        }
        self.sign("}")?;
        Ok(fighter)
    }

    pub(crate) fn side(&mut self) -> Parsed<Side> {
        let mut side = Side {
            span: self.peek().span,
            ..Side::default()
        };
        self.sign("{")?;
        while !self.at_sign("}") && self.peek().kind != Kind::End {
            let token = self.peek();
            match token.text {
                "weapon" => {
                    let weapon = self.weapon()?;
                    side.weapons.push(weapon);
                }
                "move" | "wounds" | "health" | "bounty" | "wizard" => {
                    let word = self.take_word();
                    let n = self.number()?;
                    side.stats.push((word, n));
                }
                "defence" | "save" => {
                    let word = self.take_word();
                    let n = self.number()?;
                    side.stats.push((word, n));
                    side.symbol = Some(self.any_word("`shield` or `dodge`")?);
                }
                "note" => {
                    self.step();
                    side.notes.push(self.text("what is to be noted")?);
                }
                _ => {
                    let clause = self.clause_if_readable(false)?;
                    side.clauses.extend(clause);
                }
            }
        }
        self.sign("}")?;
        Ok(side)
    }

    pub(crate) fn weapon(&mut self) -> Parsed<Weapon> {
        self.word("weapon")?;
        let name = self.text("the weapon's name")?;
        let mut weapon = Weapon {
            symbol: Word {
                text: String::new(),
                span: name.span,
            },
            name,
            range: 0,
            dice: None,
            damage: 0,
            keywords: Vec::new(),
            knockback: 0,
            spell: false,
            melee: None,
            fixed: false,
            once: None,
            price: None,
        };
        loop {
            let token = self.peek();
            if token.kind != Kind::Word {
                break;
            }
            match token.text {
                "range" => {
                    self.step();
                    weapon.range = self.number()?;
                }
                "damage" => {
                    self.step();
                    weapon.damage = self.number()?;
                }
                "knockback" => {
                    self.step();
                    weapon.knockback = self.number()?;
                }
                "spell" => {
                    self.step();
                    weapon.spell = true;
                }
                "fixed" => {
                    self.step();
                    weapon.fixed = true;
                }
                "once" => {
                    self.step();
                    self.word("per")?;
                    weapon.once = Some(self.any_word("`turn`, `phase`, `round` or `game`")?);
                }
                "price" => {
                    self.step();
                    let counter = self.any_word("a counter")?;
                    weapon.price = Some((counter, self.number()?));
                }
                "melee" | "ranged" => {
                    self.step();
                    weapon.melee = Some(token.text == "melee");
                }
                "hammer" | "swords" | "focus" | "channel" | "crit" => {
                    weapon.symbol = self.take_word();
                    if !weapon.spell {
                        weapon.dice = Some(self.expr()?);
                    }
                }
                "critical" | "cleave" | "ensnare" | "brutal" | "grievous" | "stagger"
                | "grapple" | "scything" => {
                    let word = self.take_word();
                    weapon.keywords.push(word);
                }
                _ => break,
            }
        }
        if weapon.symbol.text.is_empty() {
            let error = Diagnostic::new(
                weapon.name.span,
                format!("`{}` has no symbol", weapon.name.text),
            );
            self.errors
                .push(error.help("write `range 1 hammer 2 damage 3`"));
        }
        Ok(weapon)
    }
}
