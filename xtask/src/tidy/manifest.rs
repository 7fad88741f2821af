//! What `Cargo.toml` files must keep to: the crate arrows, and a reason beside every dependency.
//!
//! Only as much TOML is read as our own manifests use: tables and one `key = value` per line.

use super::{File, Report};

/// The crates, lowest first. A crate may depend on crates of lower layers only, and inside a layer
/// on those named in [`BESIDE`]; its tests may use anything of its own layer.
const LAYERS: &[&[&str]] = &[
    &["hexgrid", "organise"],
    &["model"],
    &["cardlang"],
    &["program"],
    &["engine"],
    &["editions", "search", "notation", "protocol"],
    &["lab"],
    &["table"],
    &["server", "page", "terminal"],
    &["cli"],
];

/// Arrows inside a layer: the first may depend on the second.
const BESIDE: &[(&str, &str)] = &[("notation", "editions")];

struct Dependency<'a> {
    name: &'a str,
    for_tests: bool,
    line: usize,
    has_reason: bool,
}

pub fn check(files: &[File], report: &mut Report) {
    let mut arrows = Vec::new();
    let mut reasons = Vec::new();
    for file in files.iter().filter(|f| f.path.ends_with("Cargo.toml")) {
        let dependencies = dependencies(&file.text);
        for dependency in &dependencies {
            if !dependency.has_reason && !dependency.name.starts_with("gloryhex-") {
                reasons.push(format!(
                    "{}:{}: `{}` has no comment saying why it is here",
                    file.path, dependency.line, dependency.name
                ));
            }
        }
        let folder = file
            .path
            .strip_prefix("crates/")
            .and_then(|p| p.split('/').next());
        if let Some(name) = folder {
            arrows.extend(against_arrows(&file.path, name, &dependencies));
        } else if file.path == "xtask/Cargo.toml" {
            for dependency in &dependencies {
                if dependency.name.starts_with("gloryhex-") {
                    arrows.push(format!("{}: chores link no game code", file.path));
                }
            }
        }
    }
    report.checks.push(("crate arrows", arrows));
    report.checks.push(("reasons for dependencies", reasons));
}

fn layer(name: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&name))
}

fn against_arrows(path: &str, name: &str, dependencies: &[Dependency<'_>]) -> Vec<String> {
    let Some(own) = layer(name) else {
        return vec![format!(
            "{path}: give the crate `{name}` a layer in xtask/src/tidy/manifest.rs"
        )];
    };
    let mut faults = Vec::new();
    for dependency in dependencies {
        let Some(other) = dependency.name.strip_prefix("gloryhex-") else {
            continue;
        };
        let allowed = layer(other)
            .is_some_and(|layer| layer < own || dependency.for_tests && layer == own)
            || BESIDE.contains(&(name, other));
        if !allowed {
            faults.push(format!(
                "{path}:{}: `{name}` may not depend on `{other}`",
                dependency.line
            ));
        }
    }
    faults
}

/// The dependencies of a manifest. A reason is a comment on the line or straight above it.
fn dependencies(text: &str) -> Vec<Dependency<'_>> {
    let mut found = Vec::new();
    let mut inside = false;
    let mut for_tests = false;
    let mut commented = false;
    for (ix, line) in text.lines().enumerate() {
        let trimmed = line.trim();
        if let Some(table) = trimmed.strip_prefix('[') {
            inside = table.trim_end_matches(']').ends_with("dependencies");
            for_tests = table.starts_with("dev-");
        } else if inside && !trimmed.is_empty() && !trimmed.starts_with('#') {
            let name = trimmed.split(['=', '.', ' ']).next().unwrap_or_default();
            found.push(Dependency {
                name,
                for_tests,
                line: ix + 1,
                has_reason: commented || trimmed.contains(" # "),
            });
        }
        commented = trimmed.starts_with('#');
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arrow_the_wrong_way_is_found() {
        let manifest = "[dependencies]\ngloryhex-editions.workspace = true\n";
        assert_eq!(
            against_arrows("x", "engine", &dependencies(manifest)).len(),
            1
        );
        assert_eq!(against_arrows("x", "lab", &dependencies(manifest)).len(), 0);
        assert_eq!(
            against_arrows("x", "search", &dependencies(manifest)).len(),
            1
        );
        let manifest = "[dev-dependencies]\ngloryhex-editions.workspace = true\n";
        assert_eq!(
            against_arrows("x", "search", &dependencies(manifest)).len(),
            0
        );
        assert_eq!(
            against_arrows("x", "engine", &dependencies(manifest)).len(),
            1
        );
        assert_eq!(
            against_arrows("x", "nobody", &dependencies(manifest)).len(),
            1
        );
    }

    #[test]
    fn a_reason_stands_above_or_behind() {
        let manifest = "[dependencies]\n# because\na = \"1\"\nb = \"1\" # because\nc = \"1\"\n[lints]\nd = true\n";
        let found: Vec<_> = dependencies(manifest)
            .iter()
            .map(|d| (d.name, d.has_reason))
            .collect();
        assert_eq!(found, [("a", true), ("b", true), ("c", false)]);
    }
}
