//! The line a ledger begins with: all that the games of a study depend on. It tells whether games found
//! in a folder are of the study that is to go on there.

use super::Study;

/// What the line tells, in order.
const FIELDS: [&str; 8] = [
    "kind", "edition", "content", "player", "seed", "warbands", "decks", "pairings",
];
/// Fields of studies that did not name warbands and decks yet.
const WITHOUT_SIDES: usize = 5;
const BETWEEN: &str = " | ";

impl Study {
    /// What a ledger of this study begins with.
    pub(super) fn head(&self) -> String {
        let values = [
            self.title.clone(),
            self.edition.clone(),
            format!("{:016x}", self.content),
            self.player.to_string(),
            self.seed.to_string(),
            self.warbands(),
            self.decks(),
            self.pairings.len().to_string(),
        ];
        let told = FIELDS.iter().zip(values).enumerate().map(|(ix, field)| {
            let (name, value) = (field.0, field.1.replace('|', "/"));
            match ix {
                0 | 1 | 3 => value,
                _ => format!("{name} {value}"),
            }
        });
        format!("# {}", told.collect::<Vec<_>>().join(BETWEEN))
    }
    /// The warbands of both sides, in the order in which they meet.
    pub fn warbands(&self) -> String {
        self.sides(|pairing, seat| &pairing.warbands[seat])
    }
    /// The decks of both sides, in the order in which they meet.
    pub fn decks(&self) -> String {
        self.sides(|pairing, seat| &pairing.decks[seat])
    }
    fn sides(&self, of: impl Fn(&super::Pairing, usize) -> &String) -> String {
        let [first, second] = [0, 1].map(|seat| {
            let mut names: Vec<&str> = Vec::new();
            for pairing in &self.pairings {
                let name = of(pairing, seat).as_str();
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            names
        });
        let same = first.len() == second.len() && first.iter().all(|name| second.contains(name));
        match same {
            true => first.join(", "),
            false => format!("{} against {}", first.join(", "), second.join(", ")),
        }
    }
}

/// Why games under the one line cannot be those of a study with the other; `None` if they are.
pub(super) fn difference(found: &str, wanted: &str) -> Option<String> {
    if found == wanted {
        return None;
    }
    let fields = |line: &str| -> Vec<String> {
        let line = line.trim_start_matches("# ");
        line.split(BETWEEN).map(str::to_owned).collect()
    };
    let (old, new) = (fields(found), fields(wanted));
    let differ: Vec<String> = FIELDS
        .iter()
        .zip(old.iter().zip(&new))
        .filter(|(_, (old, new))| old != new)
        .map(|(name, (old, new))| {
            let bare = |text: &str| {
                let rest = text
                    .strip_prefix(name)
                    .and_then(|rest| rest.strip_prefix(' '));
                rest.unwrap_or(text).to_owned()
            };
            format!("{name} `{}` and not `{}`", bare(old), bare(new))
        })
        .collect();
    Some(match old.len() {
        n if n == new.len() => format!("holds another study: {}", differ.join(", ")),
        WITHOUT_SIDES if differ.is_empty() => {
            "holds a study that does not say which warbands and decks were played".into()
        }
        WITHOUT_SIDES => format!("holds another study: {}", differ.join(", ")),
        _ => "does not hold a study".into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "# matrix | embergard | content 0a | greedy | seed 1 | warbands A, B | decks C | pairings 4";

    #[test]
    fn what_differs_is_told() {
        assert_eq!(difference(LINE, LINE), None);
        let told = |old: &str, new: &str| difference(LINE, &LINE.replace(old, new));
        assert_eq!(
            told("A, B", "B, A").as_deref(),
            Some("holds another study: warbands `A, B` and not `B, A`")
        );
        assert_eq!(
            told("seed 1", "seed 2").as_deref(),
            Some("holds another study: seed `1` and not `2`")
        );
        assert_eq!(
            told("decks C | pairings 4", "decks D | pairings 2").as_deref(),
            Some("holds another study: decks `C` and not `D`, pairings `4` and not `2`")
        );
    }

    #[test]
    fn a_study_of_unknown_sides_is_refused() {
        let old = "# matrix | embergard | content 0a | greedy | seed 1";
        assert_eq!(
            difference(old, LINE).as_deref(),
            Some("holds a study that does not say which warbands and decks were played")
        );
        assert_eq!(
            difference("name,age", LINE).as_deref(),
            Some("does not hold a study")
        );
    }
}
