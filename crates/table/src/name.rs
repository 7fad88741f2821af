//! Display names: what is left of them when everything is taken out that could deceive or spoil a page.

use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

/// The longest display name, in characters.
const LONGEST: usize = 40;
/// The longest line of somebody's own words, in characters.
pub const LINE: usize = 200;
/// Marks that may stand on one letter.
const MARKS: usize = 3;

/// A display name without characters that cannot be seen or that turn the direction of what follows, with one
/// space at most between two words, few marks on a letter, and not too long.
pub fn clean(name: &str) -> String {
    clean_to(name, LONGEST)
}

/// The same for a line of somebody's own words.
pub fn clean_line(line: &str) -> String {
    clean_to(line, LINE)
}

fn clean_to(text: &str, longest: usize) -> String {
    let mut clean = String::new();
    let (mut letters, mut marks) = (0, 0);
    for letter in text.chars().take(16 * longest) {
        let letter = if letter.is_whitespace() { ' ' } else { letter };
        if unseen(letter) || (letter == ' ' && (clean.is_empty() || clean.ends_with(' '))) {
            continue;
        }
        let mark = letter.general_category_group() == GeneralCategoryGroup::Mark;
        marks = if mark { marks + 1 } else { 0 };
        if (mark && clean.is_empty()) || marks > MARKS {
            continue;
        }
        if letters == longest {
            break;
        }
        clean.push(letter);
        letters += 1;
    }
    clean.truncate(clean.trim_end().len());
    clean
}

/// Whether a character shows nothing of its own.
fn unseen(letter: char) -> bool {
    use GeneralCategory as Category;
    matches!(
        letter.general_category(),
        Category::Control
            | Category::Format
            | Category::LineSeparator
            | Category::ParagraphSeparator
            | Category::PrivateUse
            | Category::Surrogate
            | Category::Unassigned
    ) || matches!(letter,
        // Fillers, blanks and selectors that count as letters, symbols or marks.
        '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{2800}'
        | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{1d159}' | '\u{e0100}'..='\u{e01ef}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_and_turning_characters_are_taken_out() {
        assert_eq!(
            clean("Ada\u{200b}\u{202e} Lovelace\u{2066}"),
            "Ada Lovelace"
        );
        assert_eq!(clean("\u{feff}\u{ad}B\u{0}o\r\n\u{1b}[2J"), "Bo [2J");
        let empty = "\u{3164}\u{2800}\u{200d}\u{e0061}\u{115f}\u{fe0f} \u{a0}\u{2028}";
        assert_eq!(clean(empty), "");
        for turning in [
            "\u{202a}", "\u{202b}", "\u{202d}", "\u{2067}", "\u{200f}", "\u{61c}",
        ] {
            assert_eq!(clean(&format!("a{turning}b")), "ab");
        }
    }

    #[test]
    fn honest_names_stay() {
        for name in [
            "Zoë",
            "Łukasz",
            "山田 太郎",
            "سارة",
            "Ștefan 🎲",
            "नेहा",
            "O'Neil-3",
        ] {
            assert_eq!(clean(name), name);
        }
    }

    #[test]
    fn names_are_short_and_carry_few_marks() {
        assert_eq!(clean(&"x".repeat(100_000)).len(), LONGEST);
        let towers = format!("Z{}", "\u{301}".repeat(500));
        assert_eq!(clean(&towers).chars().count(), 1 + MARKS);
        assert_eq!(clean("  many    spaces  "), "many spaces");
    }
}
