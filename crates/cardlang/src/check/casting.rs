//! Names and types of what is said about casting: casting values, and rules about casting rolls.

use super::Checker;
use crate::code::{Cast, Casting, Static};
use crate::syntax::{self, Word};
use crate::tree::Mod;
use gloryhex_model::{Face, FaceSet, Trigger};

impl Checker<'_> {
    /// A casting value.
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

    /// The casting value of a reaction, which only an ability in play has of its own.
    pub(super) fn cast_in_reaction(&mut self, faces: &[Word], odd: bool) -> Option<Cast> {
        if let Some(first) = faces.first().filter(|_| odd || !self.has_me) {
            let message =
                "only a reaction of a fighter or an upgrade has a casting value of its own";
            let help = "a spell from the hand has it by its name: `spell \"Name\" cast focus { reaction after … }`";
            self.error_help(first.span, message, help);
        }
        self.cast(faces)
    }

    /// Whether a roll lies there at the moment the clause waits for.
    pub(super) fn lies_there(&mut self, roll: &Word) {
        let (casting, early) = match self.moment {
            Some(Trigger::SpellRolled) => (true, false),
            Some(Trigger::AttackRolled | Trigger::AttackRollStands) => (false, true),
            _ => (false, false),
        };
        let there = match roll.text.as_str() {
            "magic" => casting,
            "defence" => !casting && !early,
            _ => !casting,
        };
        if !there {
            let help = match roll.text.as_str() {
                "magic" => "use it in a clause `after spell_rolled`",
                "defence" => "use it in a clause `after defence_rolled` or `after attack_judged`",
                _ => "use it in a clause `after attack_rolled` or `after attack_judged`",
            };
            let message = format!("there is no {} roll at this moment", roll.text);
            self.error_help(roll.span, message, help);
        }
    }

    /// A change of casting rolls, which are fighters'.
    pub(super) fn casting(&mut self, item: &syntax::Mod, attacks: bool) -> Option<Mod> {
        let word = &item.word;
        if attacks {
            let message = format!("`{}` belongs to casting rolls, not to attacks", word.text);
            let help =
                "write `static bearer gets …`, `static friends get …` or `static fighters get …`";
            self.error_help(word.span, message, help);
            return None;
        }
        Some(Mod::Plain(Static::Casting(match word.text.as_str() {
            "casts_swapped" => Casting::Swapped,
            "backlash_at" => Casting::BacklashAt(self.small(item)),
            "no_success" => {
                let mut faces = FaceSet::EMPTY;
                for word in &item.words[1..] {
                    let face = self.face(word)?;
                    if !matches!(face, Face::Focus | Face::Channel | Face::Crit) {
                        let message = format!("no magic die shows `{}`", word.text);
                        let help = "write `focus`, `channel` or `crit`";
                        self.error_help(word.span, message, help);
                        return None;
                    }
                    faces = faces.union(FaceSet::of(&[face]));
                }
                Casting::NoSuccess(faces)
            }
            _ => {
                let by = self.small(item) as i8;
                let by = match item.sign {
                    "+" => by,
                    "-" => -by,
                    _ => {
                        let help = "write `casting +1`, or `casting -1 at least 1`";
                        self.error_help(
                            word.span,
                            "by how many dice do casting rolls change?",
                            help,
                        );
                        return None;
                    }
                };
                Casting::Dice(by, item.min.unwrap_or(0).clamp(0, 99) as u8)
            }
        })))
    }
}
