//! Names and types: words, with or without arguments.

use super::{Checker, coerce};
use crate::program::ir::Faces;
use crate::span::{Span, nearest};
use crate::syntax::{self, PhraseKind};
use crate::tree::{Expr, Origin, Var, VarId};
use crate::vocab::{Entry, LABELS, TABLE, Type, entries};
use gloryhex_model::{Face, FaceSet, Label};

impl Checker<'_> {
    pub(crate) fn lookup(&self, name: &str) -> Option<VarId> {
        self.scope
            .iter()
            .rev()
            .find(|(n, _)| n == name)
            .map(|(_, v)| *v)
    }

    /// Things that always have the same name.
    pub(crate) fn fixed(&mut self, word: &syntax::Word) -> Option<(Expr, Type)> {
        match word.text.as_str() {
            "you" => Some((Expr::You, Type::Player)),
            "this" => Some((Expr::This, Type::Card)),
            "me" | "bearer" | "caster" if self.has_me => Some((Expr::Me, Type::Fighter)),
            "attacker" if self.in_attack_rule => Some((Expr::Attacker, Type::Fighter)),
            "target" if self.in_attack_rule => Some((Expr::Target, Type::Fighter)),
            "attack" if self.has_attack => Some((Expr::This, Type::Attack)),
            "nobody" => Some((Expr::Number(crate::program::words::NOBODY), Type::Fighter)),
            "no_one" => Some((Expr::Number(crate::program::words::NOBODY), Type::Player)),
            "no_token" => Some((Expr::Number(crate::program::words::NOBODY), Type::Token)),
            "no_card" => Some((Expr::Number(crate::program::words::NOBODY), Type::Card)),
            "it" => {
                let var = *self.it.last()?;
                self.note_ambiguous(word, var);
                Some((Expr::Var(var), self.vars[var.0 as usize].ty))
            }
            _ => None,
        }
    }

    /// In a quantifier that names its element, inside another condition, `it` could be either.
    fn note_ambiguous(&mut self, word: &syntax::Word, var: VarId) {
        let Var { name, origin, .. } = &self.vars[var.0 as usize];
        let told = self
            .errors
            .last()
            .is_some_and(|error| error.span == word.span);
        if name.is_empty() || !matches!(origin, Origin::Element(_)) || self.it.len() < 2 || told {
            return;
        }
        let message = format!("`it` could be `{name}` or what is asked about around it");
        let help =
            format!("write `{name}`, or give the other a name too, as in `f: friends where …`");
        self.error_help(word.span, message, help);
    }

    pub(crate) fn call(
        &mut self,
        word: &syntax::Word,
        args: &[syntax::Phrase],
        subject: Option<(Expr, Type)>,
        span: Span,
    ) -> Option<(Expr, Type)> {
        let want = self.want.take();
        if args.is_empty() && subject.is_none() {
            if let Some(var) = self.lookup(&word.text) {
                return Some((Expr::Var(var), self.vars[var.0 as usize].ty));
            }
            if let Some(fixed) = self.fixed(word) {
                return Some(fixed);
            }
        }
        match word.text.as_str() {
            "rolled" => {
                self.rolled.0.get_or_insert(span);
                return self.faces(Faces::Own, args, span);
            }
            "cast_faces" => return self.faces(Faces::Casting, args, span),
            "attack_faces" => return self.faces(Faces::Attack, args, span),
            "defence_faces" => return self.faces(Faces::Defence, args, span),
            "with" => return self.with(args, subject, span),
            "named" => return self.named(args, subject, span),
            "removable" => return self.removable(args, span),
            _ => {}
        }
        if self.words.counter(&word.text).is_some() {
            return self.counters_of(word, args, subject, span);
        }
        let entries = entries(&word.text);
        if entries.is_empty() {
            return self.label_or_unknown(word, args, subject, want);
        }
        let mut checked: Vec<(Expr, Type, Span)> = Vec::new();
        let given = subject.is_some();
        if let Some((expr, ty)) = subject {
            checked.push((expr, ty, span));
        }
        for arg in args {
            let (expr, ty) = self.expr(arg)?;
            checked.push((expr, ty, arg.span));
        }
        if checked.is_empty()
            && entries.iter().any(|e| e.takes == [Type::Attack])
            && self.has_attack
        {
            checked.push((Expr::This, Type::Attack, span));
        }
        let wants = entries[0].takes.len();
        if !given
            && checked.len() + 1 == wants
            && let Some(it) = self.it.last().copied()
        {
            let ty = self.vars[it.0 as usize].ty;
            checked.insert(0, (Expr::Var(it), ty, span));
        }
        if checked.len() != wants {
            let message = format!(
                "`{}` takes {}, found {}",
                word.text,
                things(wants),
                things(checked.len())
            );
            self.error(span, message);
            return None;
        }
        let first = checked.first().map(|c| c.1);
        let exact = entries.iter().find(|e| e.takes.first().copied() == first);
        let fits =
            |e: &&&Entry| first.is_some_and(|ty| coerce(Expr::Number(0), ty, e.takes[0]).is_some());
        let Some(entry) = exact.or_else(|| entries.iter().find(fits)).copied() else {
            let found = first.map_or("nothing", Type::shown);
            self.error(
                span,
                format!(
                    "`{}` describes {}, not {found}",
                    word.text,
                    entries[0].takes[0].shown()
                ),
            );
            return None;
        };
        let mut out = Vec::with_capacity(wants);
        for ((expr, ty, at), want) in checked.into_iter().zip(entry.takes) {
            if *want == Type::Attack {
                continue;
            }
            match coerce(expr, ty, *want) {
                Some(expr) => out.push(expr),
                None => {
                    self.error_help(
                        at,
                        format!("expected {}, found {}", want.shown(), ty.shown()),
                        super::remedy(*want, ty),
                    );
                    return None;
                }
            }
        }
        Some((Expr::Call(entry.func, out), entry.gives))
    }

    pub(crate) fn label_or_unknown(
        &mut self,
        word: &syntax::Word,
        args: &[syntax::Phrase],
        subject: Option<(Expr, Type)>,
        want: Option<Type>,
    ) -> Option<(Expr, Type)> {
        let said = subject.is_some();
        let subject = match subject {
            Some(subject) => Some(subject),
            None => self
                .it
                .last()
                .map(|it| (Expr::Var(*it), self.vars[it.0 as usize].ty)),
        };
        if args.is_empty() && self.words.knows(&word.text) {
            return match subject {
                Some((expr, ty @ (Type::Fighter | Type::Card))) => {
                    let label = self.label(word)?;
                    Some((
                        Expr::Label(Box::new(expr), label, ty == Type::Card),
                        Type::Truth,
                    ))
                }
                Some((_, ty)) => {
                    self.error(
                        word.span,
                        format!(
                            "`{}` describes a fighter or a card, not {}",
                            word.text,
                            ty.shown()
                        ),
                    );
                    None
                }
                None => {
                    let help = format!("say who: `target is {}`", word.text);
                    self.error_help(
                        word.span,
                        format!("`{}` describes nobody here", word.text),
                        help,
                    );
                    None
                }
            };
        }
        // Only what could stand here is suggested.
        let gives = |ty: Type| want.is_none_or(|want| coerce(Expr::Number(0), ty, want).is_some());
        let of = subject.as_ref().map(|(_, ty)| *ty).filter(|_| said);
        let takes = |e: &Entry| match (of, e.takes.first()) {
            (Some(of), Some(first)) => coerce(Expr::Number(0), of, *first).is_some(),
            (Some(_), None) => false,
            (None, _) => true,
        };
        let things = self.scope.iter().filter(|_| !said);
        let things = things.filter(|(_, var)| gives(self.vars[var.0 as usize].ty));
        let fixed = [
            ("you", Type::Player),
            ("bearer", Type::Fighter),
            ("attacker", Type::Fighter),
            ("target", Type::Fighter),
            ("rolled", Type::Number),
        ];
        let fixed = fixed.into_iter().filter(|(_, ty)| gives(*ty) && !said);
        let known = TABLE
            .iter()
            .filter(|e| gives(e.gives) && takes(e))
            .map(|e| e.name)
            .chain(LABELS.into_iter().filter(|_| gives(Type::Truth)))
            .chain(things.map(|(n, _)| n.as_str()))
            .chain(fixed.map(|(word, _)| word));
        let help = match (word.text.as_str(), nearest(&word.text, known)) {
            ("me" | "bearer" | "caster", _) => "no fighter bears or casts this card".to_owned(),
            ("attacker" | "target" | "attack", _) => {
                "no attack is known here; react to one, or write a rule about attacks".to_owned()
            }
            (text, _) if self.outside.iter().any(|name| name == text) => {
                format!(
                    "it is not known when that happens; `attacker is {text}` counts for each fighter"
                )
            }
            (_, Some(near)) => format!("did you mean `{near}`?"),
            _ => "choose it first, or look the word up in GRAMMAR.md".to_owned(),
        };
        self.error_help(word.span, format!("`{}` is unknown here", word.text), help);
        None
    }

    pub(crate) fn label(&mut self, word: &syntax::Word) -> Option<Label> {
        let label = self.words.label(&word.text);
        if label.is_none() {
            self.error(word.span, "there are more than 64 labels");
        }
        label
    }

    /// `attack is with("Name")`.
    fn with(
        &mut self,
        args: &[syntax::Phrase],
        subject: Option<(Expr, Type)>,
        span: Span,
    ) -> Option<(Expr, Type)> {
        let of_attack = match subject {
            Some((_, ty)) => ty == Type::Attack,
            None => self.has_attack,
        };
        let ([one], true) = (args, of_attack) else {
            let help = "write `attack is with(\"Name\")`";
            self.error_help(span, "`with` asks for the weapon of an attack", help);
            return None;
        };
        let PhraseKind::Text(name) = &one.kind else {
            let help = "write `attack is with(\"Name\")`";
            self.error_help(one.span, "a weapon's name stands in quotes", help);
            return None;
        };
        let word = syntax::Word {
            text: name.clone(),
            span: one.span,
        };
        Some((Expr::With(self.weapon_asked(&word)?), Type::Truth))
    }

    pub(crate) fn named(
        &mut self,
        args: &[syntax::Phrase],
        subject: Option<(Expr, Type)>,
        span: Span,
    ) -> Option<(Expr, Type)> {
        let (text, who) = match (args, subject) {
            ([text], Some((expr, ty @ (Type::Fighter | Type::Card)))) => (text, (expr, ty)),
            ([text], None) if !self.it.is_empty() => {
                let it = self.it[self.it.len() - 1];
                (text, (Expr::Var(it), self.type_of(it)))
            }
            ([who, text], None) => (text, self.expr(who)?),
            _ => {
                self.error_help(
                    span,
                    "`named` takes a fighter or a card, and a name",
                    "write `a is named(\"Targor\")`",
                );
                return None;
            }
        };
        let PhraseKind::Text(name) = &text.kind else {
            self.error_help(
                text.span,
                "a name stands in quotes",
                "write `named(\"Targor\")`",
            );
            return None;
        };
        let name = self.words.name(name);
        let (who, ty) = who;
        if ty == Type::Card {
            self.titles_used.push((name, text.span));
            return Some((Expr::Titled(Box::new(who), name), Type::Truth));
        }
        let Some(who) = coerce(who, ty, Type::Fighter) else {
            let message = format!("`named` asks for a fighter or a card, not {}", ty.shown());
            self.error(span, message);
            return None;
        };
        self.names_used.push((name, text.span));
        Some((Expr::Named(Box::new(who), name), Type::Truth))
    }

    pub(crate) fn faces(
        &mut self,
        dice: Faces,
        args: &[syntax::Phrase],
        span: Span,
    ) -> Option<(Expr, Type)> {
        let mut faces = FaceSet::EMPTY;
        for arg in args {
            match &arg.kind {
                PhraseKind::Call(word, inner) if inner.is_empty() => match self.face(word) {
                    Some(face) => faces = faces.union(FaceSet::of(&[face])),
                    None => return None,
                },
                _ => {
                    self.error(arg.span, "expected a symbol of the dice");
                    return None;
                }
            }
        }
        if faces == FaceSet::EMPTY {
            self.error_help(span, "no symbol is named", "write `rolled(hammer, crit)`");
            return None;
        }
        Some((Expr::Faces(dice, faces), Type::Number))
    }

    pub(crate) fn face(&mut self, word: &syntax::Word) -> Option<Face> {
        let face = Face::from_word(&word.text);
        if face.is_none() {
            let known = Face::ALL.map(Face::word);
            let help = match nearest(&word.text, known) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("there is {}", crate::syntax::listed(&known)),
            };
            self.error_help(
                word.span,
                format!("`{}` is no symbol of the dice", word.text),
                help,
            );
        }
        face
    }
}

pub(crate) fn things(n: usize) -> String {
    match n {
        0 => "nothing".to_owned(),
        1 => "one thing".to_owned(),
        n => format!("{n} things"),
    }
}
