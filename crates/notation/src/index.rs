//! The rules index: every rule of an edition with its page, a title and a sentence or two.
//!
//! ```text
//! edition somewhere
//! source "Where it is printed"
//!
//! rule attack.drive-back
//!   page 31
//!   title Driving back
//!   text What the rule says, in our own words.
//! ```
//!
//! Scenarios, events and refusals cite the ids; clients show the texts. Nothing here knows how a
//! rule is played.

use crate::problem::Problem;
use gloryhex_editions::Content;
use gloryhex_model::Rule;

/// A rule for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleText {
    /// Its id without the edition.
    pub id: String,
    /// Where it is printed: a page number or `FAQ`.
    pub page: String,
    /// A title.
    pub title: String,
    /// What it says.
    pub text: String,
}

/// All rules of an edition, in the order of its rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesIndex {
    /// Name of the edition.
    pub edition: String,
    /// Where the rules are printed.
    pub source: String,
    /// The rules.
    pub rules: Vec<RuleText>,
}

/// Whether an edition's index has a rule; also true of an edition without an index.
pub fn has(content: &Content, edition: &str, rule: Rule) -> bool {
    let named = |line: &str| line.strip_prefix("rule ").is_some_and(|id| id == rule.id());
    content
        .rules
        .get(edition)
        .is_none_or(|text| text.lines().any(named))
}

impl RulesIndex {
    /// The index of an edition.
    ///
    /// # Errors
    /// There is no such edition, or its file is damaged.
    pub fn of(content: &Content, edition: &str) -> Result<RulesIndex, Problem> {
        match content.rules.get(edition) {
            Some(text) => RulesIndex::parse(&format!("rules/{edition}.rules"), text),
            None => {
                let known = content.rules.keys().map(String::as_str);
                let problem = Problem::here(1, format!("there are no rules of `{edition}`"));
                Err(problem.did_you_mean(edition, known))
            }
        }
    }

    /// The rule with this id, with or without the edition before it.
    pub fn rule(&self, id: &str) -> Option<&RuleText> {
        let short = id
            .strip_prefix(self.edition.as_str())
            .and_then(|rest| rest.strip_prefix('.'))
            .unwrap_or(id);
        self.rules.iter().find(|rule| rule.id == short)
    }

    /// The full ids.
    pub fn ids(&self) -> impl Iterator<Item = String> {
        self.rules
            .iter()
            .map(|rule| format!("{}.{}", self.edition, rule.id))
    }

    /// Reads a `.rules` file.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn parse(file: &str, text: &str) -> Result<RulesIndex, Problem> {
        let mut index = RulesIndex {
            edition: String::new(),
            source: String::new(),
            rules: Vec::new(),
        };
        let mut opened = 0;
        for (ix, raw) in text.lines().enumerate() {
            let line = ix + 1;
            let words = raw.trim();
            if words.is_empty() || words.starts_with('#') {
                continue;
            }
            let column = raw.len() - raw.trim_start().len() + 1;
            let fail =
                |column: usize, message: String| Err(Problem::here(column, message).at(file, line));
            let (key, value) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
            let value = value.trim();
            let at_value = column + key.chars().count() + 1;
            if value.is_empty() {
                return fail(at_value, format!("expected something after `{key}`"));
            }
            match key {
                "edition" => index.edition = value.into(),
                "source" => index.source = value.trim_matches('"').into(),
                "rule" => {
                    complete(file, &index, opened)?;
                    if !value
                        .bytes()
                        .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-.".contains(&b))
                    {
                        return fail(
                            at_value,
                            format!("`{value}` is no rule id: use a-z, 0-9, `-` and `.`"),
                        );
                    }
                    if index.rules.iter().any(|rule| rule.id == value) {
                        return fail(at_value, format!("the rule `{value}` is listed twice"));
                    }
                    opened = line;
                    index.rules.push(RuleText {
                        id: value.into(),
                        page: String::new(),
                        title: String::new(),
                        text: String::new(),
                    });
                }
                "page" | "title" | "text" => {
                    let Some(rule) = index.rules.last_mut() else {
                        return fail(column, format!("expected `rule` before `{key}`"));
                    };
                    let field = match key {
                        "page" => &mut rule.page,
                        "title" => &mut rule.title,
                        _ => &mut rule.text,
                    };
                    if !field.is_empty() {
                        return fail(column, format!("a second `{key}` in `{}`", rule.id));
                    }
                    *field = value.into();
                }
                other => {
                    return fail(
                        column,
                        format!(
                            "`{other}` is not known here; expected edition, source, rule, page, title or text"
                        ),
                    );
                }
            }
        }
        complete(file, &index, opened)?;
        if index.edition.is_empty() {
            return Err(Problem::here(1, "expected `edition` and its name").at(file, 1));
        }
        Ok(index)
    }
}

/// The rule read last has everything it needs.
fn complete(file: &str, index: &RulesIndex, opened: usize) -> Result<(), Problem> {
    let Some(rule) = index.rules.last() else {
        return Ok(());
    };
    for (key, value) in [
        ("page", &rule.page),
        ("title", &rule.title),
        ("text", &rule.text),
    ] {
        if value.is_empty() {
            let message = format!("the rule `{}` has no {key}", rule.id);
            return Err(Problem::here(1, message).at(file, opened));
        }
    }
    Ok(())
}

/// Rules that no scenario can show, with the reasons: a full id and words on each line.
pub fn excuses(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split_once(char::is_whitespace).unwrap_or((line, "")))
        .map(|(id, reason)| (id, reason.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_rules_can_be_read() {
        for edition in gloryhex_editions::NAMES {
            let index = RulesIndex::of(Content::embedded(), edition).expect("it is sound");
            assert_eq!(index.edition, edition);
            assert!(index.rules.len() > 100, "{edition}");
        }
    }

    #[test]
    fn a_damaged_file_is_refused_with_its_place() {
        let place = |text: &str| {
            RulesIndex::parse("x.rules", text).map_err(|problem| (problem.line, problem.column))
        };
        assert_eq!(place(""), Err((1, 1)));
        assert_eq!(place("edition x\n  page 3\n"), Err((2, 3)));
        assert_eq!(
            place("edition x\nrule a\n  page 3\n  title t\n"),
            Err((2, 1))
        );
        assert_eq!(place("edition x\nrule A\n"), Err((2, 6)));
        assert_eq!(place("edition x\nbook 3\n"), Err((2, 1)));
        let twice = "edition x\nrule a\n page 1\n title t\n text t\nrule a\n";
        assert_eq!(place(twice), Err((6, 6)));
    }

    #[test]
    fn a_rule_is_found_with_and_without_its_edition() {
        let index = RulesIndex::of(Content::embedded(), "harrowdeep").expect("it is sound");
        assert!(index.rule("attack.drive-back").is_some());
        assert!(index.rule("harrowdeep.attack.drive-back").is_some());
        assert!(index.rule("embergard.attack.drive-back").is_none());
    }

    #[test]
    fn an_excuse_is_an_id_and_a_reason() {
        let text = "# why\na.b  because of this\n\nc.d\n";
        let found: Vec<_> = excuses(text).collect();
        assert_eq!(found, [("a.b", "because of this"), ("c.d", "")]);
    }
}
