//! Project chores: tests, tidiness, rule coverage, golden games.
fn main() {}
