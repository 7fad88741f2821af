//! How rules about casting rolls read.

use super::Speaker;
use crate::code::Casting;

impl Speaker<'_> {
    /// What changes in a fighter's casting rolls, as what is said of the fighter.
    pub(crate) fn casting(&self, how: Casting, plural: bool) -> String {
        let roll = if plural { "roll" } else { "rolls" };
        match how {
            Casting::Dice(by, least) => {
                let (n, much) = match by < 0 {
                    true => (by.unsigned_abs(), "fewer"),
                    false => (by.unsigned_abs(), "more"),
                };
                let dice = if n == 1 { "die" } else { "dice" };
                let floor = match least {
                    0 => String::new(),
                    least => format!(" (at least {least})"),
                };
                format!("{roll} {n} {much} {dice} to cast spells{floor}")
            }
            Casting::BacklashAt(n) => {
                let suffer = if plural { "suffer" } else { "suffers" };
                let criticals = if n == 1 {
                    "one Critical"
                } else {
                    &format!("{n} Criticals")
                };
                format!("{suffer} backlash by {criticals} or more in a casting roll")
            }
            Casting::NoSuccess(faces) => {
                let have = if plural { "have" } else { "has" };
                let names: Vec<String> = faces.iter().map(|face| self.lexicon.face(face)).collect();
                format!(
                    "{have} no success by {} in casting rolls",
                    names.join(" or ")
                )
            }
            Casting::Swapped => {
                let need = if plural { "need" } else { "needs" };
                format!(
                    "{need} Focus where a spell asks for Channel, and Channel where it asks for Focus"
                )
            }
        }
    }
}
