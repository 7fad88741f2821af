//! Choosing on the full screen, drawn on a terminal that is not there, by keys and clicks.

use gloryhex_editions::Content;
use gloryhex_terminal::{
    choosing::Choosing,
    screen::chooser::{Chooser, Wish},
};
use ratatui::{
    Terminal,
    backend::TestBackend,
    crossterm::event::{
        Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
    },
};

/// Somebody who chooses.
struct Person {
    choosing: Choosing<'static>,
    chooser: Chooser,
    terminal: Terminal<TestBackend>,
}

impl Person {
    fn at(edition: &str, width: u16, height: u16) -> Person {
        let choosing = Choosing::new(Content::embedded(), edition, 2, 0);
        Person {
            chooser: Chooser::new(&choosing),
            choosing,
            terminal: Terminal::new(TestBackend::new(width, height)).expect("a terminal"),
        }
    }

    fn seen(&mut self) -> String {
        let (chooser, choosing) = (&mut self.chooser, &self.choosing);
        let drawn = self.terminal.draw(|frame| chooser.draw(frame, choosing));
        drawn.expect("it is drawn");
        self.terminal.backend().to_string()
    }

    fn presses(&mut self, code: KeyCode) -> Wish {
        self.seen();
        let key = Event::Key(KeyEvent::new(code, KeyModifiers::NONE));
        self.chooser.event(&mut self.choosing, &key, 5)
    }

    /// Clicks on a text.
    fn clicks(&mut self, text: &str) -> Wish {
        let seen = self.seen();
        let found = seen.lines().enumerate().find_map(|(row, line)| {
            // The screen is quoted.
            Some((row, line[..line.find(text)?].chars().count() - 1))
        });
        let (row, column) = found.unwrap_or_else(|| panic!("no {text} on\n{seen}"));
        let click = Event::Mouse(MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column: column as u16,
            row: row as u16,
            modifiers: KeyModifiers::NONE,
        });
        self.chooser.event(&mut self.choosing, &click, 5)
    }
}

#[test]
fn enter_plays_at_once_with_the_usual_warbands() {
    let mut person = Person::at("harrowdeep", 120, 34);
    let seen = person.seen();
    assert!(seen.contains("Your warband      Da Kunnin' Krew"), "{seen}");
    assert!(seen.contains("s surprise me · p play"), "{seen}");
    assert_eq!(person.presses(KeyCode::Enter), Wish::Play);
}

#[test]
fn a_list_opens_by_season_with_the_picture_of_whatever_is_picked_out() {
    let mut person = Person::at("harrowdeep", 120, 40);
    for _ in 0..6 {
        person.presses(KeyCode::Up);
    }
    assert_eq!(person.presses(KeyCode::Enter), Wish::Nothing);
    let seen = person.seen();
    assert!(seen.contains(" Your warband "), "{seen}");
    assert!(seen.contains("Nethermaze"), "{seen}");
    person.presses(KeyCode::Down);
    let seen = person.seen();
    assert!(
        seen.contains("Xandire's Truthseekers, Harrowdeep"),
        "{seen}"
    );
    assert!(seen.contains("Calthia Xandire: Move "), "{seen}");
    person.presses(KeyCode::Enter);
    assert_eq!(person.choosing.sides[0].warband, "Xandire's Truthseekers");
    person.presses(KeyCode::Enter);
    person.presses(KeyCode::Down);
    person.presses(KeyCode::Esc);
    assert_eq!(person.choosing.sides[0].warband, "Xandire's Truthseekers");
    assert_eq!(person.presses(KeyCode::Char('q')), Wish::Quit);
}

#[test]
fn the_mouse_chooses_too_and_s_surprises() {
    let mut person = Person::at("shadespire", 110, 40);
    person.clicks("Seat 2's board");
    person.clicks("Living Rock");
    assert_eq!(person.choosing.own_boards(), ["", "Living Rock"]);
    let before = person.choosing.sides.clone();
    assert_eq!(person.clicks("Play"), Wish::Play);
    person.presses(KeyCode::Char('s'));
    for (side, was) in person.choosing.sides.iter().zip(before) {
        assert_ne!(side.warband, was.warband);
    }
}

#[test]
fn what_is_picked_out_stays_in_sight_on_a_small_terminal() {
    let mut person = Person::at("nightvault", 70, 9);
    // From the line that begins the game, past both boards and decks.
    for _ in 0..6 {
        person.presses(KeyCode::Up);
    }
    assert!(person.seen().contains("Your warband"));
    person.presses(KeyCode::Enter);
    for _ in 0..9 {
        person.presses(KeyCode::Down);
    }
    let last = person
        .choosing
        .offers(gloryhex_terminal::choosing::What::Warband(0));
    let name = &last[9].name;
    assert!(person.seen().contains(name.as_str()), "{name}");
}
