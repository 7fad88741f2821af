//! The full-screen table, drawn on a terminal that is not there, and driven by keys and clicks.

use gloryhex_editions::{Content, Spec};
use gloryhex_engine::{Choice, Game, Windows};
use gloryhex_lab::PlayerSpec;
use gloryhex_model::Seat;
use gloryhex_terminal::{
    Next, Seats, Sitting,
    screen::{Deed, Screen},
};
use ratatui::{
    Terminal,
    backend::TestBackend,
    crossterm::event::{
        Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
    },
};
use std::{sync::Arc, time::Duration};

/// A person at a screen of a certain size.
struct Person {
    sitting: Sitting,
    screen: Screen<'static>,
    terminal: Terminal<TestBackend>,
    seat: Seat,
}

impl Person {
    /// Somebody who plays both seats of the edition.
    fn at(edition: &str, seed: u64, width: u16, height: u16) -> Person {
        let content = Content::embedded();
        let spec = Spec::core(edition, 2);
        let table = content.table(&spec).expect("a table");
        let game = Game::new(Arc::new(table), Windows::Playable);
        let seats = Seats {
            opponent: "random".parse::<PlayerSpec>().expect("a player"),
            hot_seat: true,
            own: Seat(0),
            bot_time: Duration::from_secs(2),
        };
        let sitting = Sitting::new(game, spec, seats, seed).expect("everybody sits");
        let backend = TestBackend::new(width, height);
        let save = |_: &Sitting, _: Seat, file: &str| format!("Kept in {file}.");
        let mut person = Person {
            sitting,
            screen: Screen::new(content, Box::new(save)),
            terminal: Terminal::new(backend).expect("a terminal"),
            seat: Seat(0),
        };
        person.go_on();
        person
    }

    fn go_on(&mut self) {
        match self.sitting.go_on().expect("the engine goes on") {
            Next::Asks(seat) => {
                self.seat = seat;
                self.screen.ask(&self.sitting, seat);
            }
            Next::Thinks(_) => panic!("nobody else plays"),
            Next::Over(words) => self.screen.end(&words),
        }
    }

    /// Looks at the screen.
    fn seen(&mut self) -> String {
        let (screen, sitting) = (&mut self.screen, &self.sitting);
        let drawn = self.terminal.draw(|frame| screen.draw(frame, sitting));
        drawn.expect("it is drawn");
        self.terminal.backend().to_string()
    }

    fn does(&mut self, event: Event) -> Deed {
        self.seen();
        let deed = self.screen.event(&self.sitting, &event);
        if let Deed::Choose(choice) = deed {
            self.sitting.choose(self.seat, choice);
            self.go_on();
        }
        deed
    }

    fn presses(&mut self, code: KeyCode) -> Deed {
        self.does(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)))
    }

    fn types(&mut self, text: &str) -> Deed {
        self.presses(KeyCode::Char(':'));
        for letter in text.chars() {
            self.presses(KeyCode::Char(letter));
        }
        self.presses(KeyCode::Enter)
    }

    fn clicks(&mut self, column: u16, row: u16) -> Deed {
        self.does(Event::Mouse(MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column,
            row,
            modifiers: KeyModifiers::NONE,
        }))
    }

    /// Where a text stands on the screen.
    fn find(&mut self, text: &str) -> (u16, u16) {
        let seen = self.seen();
        for (row, line) in seen.lines().enumerate() {
            if let Some(at) = line.find(text) {
                // The screen is quoted.
                let column = line[..at].chars().count() - 1;
                return (column as u16, row as u16);
            }
        }
        panic!("no {text} on\n{seen}");
    }

    /// Takes the first choice of every decision until the first turn, and lifts the curtain.
    fn sets_up(&mut self) {
        while self.sitting.game.state.clock.round == 0 || self.sitting.kind() != Some("activation")
        {
            let first: Choice = self.sitting.choices()[0];
            self.sitting.choose(self.seat, first);
            self.go_on();
        }
        self.presses(KeyCode::Enter);
    }
}

#[test]
fn a_wide_terminal_shows_board_hand_choices_and_odds_at_once() {
    let mut person = Person::at("harrowdeep", 5, 130, 40);
    person.sets_up();
    person.presses(KeyCode::Down);
    insta::assert_snapshot!("wide", person.seen());
}

#[test]
fn eighty_columns_and_twenty_four_lines_are_enough() {
    let mut person = Person::at("embergard", 5, 80, 24);
    person.sets_up();
    person.presses(KeyCode::Char('f'));
    insta::assert_snapshot!("narrow", person.seen());
}

#[test]
fn a_terminal_that_is_too_small_says_so() {
    let mut person = Person::at("harrowdeep", 5, 40, 10);
    let seen = person.seen();
    assert!(
        seen.contains("The table needs 76 columns and 22 lines"),
        "{seen}"
    );
    assert!(seen.contains("--lines"), "{seen}");
}

#[test]
fn a_hand_is_hidden_until_the_keyboard_has_been_handed_over() {
    let mut person = Person::at("shadespire", 3, 100, 30);
    let curtain = person.seen();
    assert!(curtain.contains("is to decide."), "{curtain}");
    assert!(!curtain.contains("What you can do"), "{curtain}");
    person.presses(KeyCode::Char('1'));
    assert!(!person.seen().contains("What you can do"));
    person.presses(KeyCode::Enter);
    assert!(person.seen().contains("What you can do"));
}

#[test]
fn an_entry_for_several_choices_opens_and_closes_and_one_of_them_is_made() {
    let mut person = Person::at("harrowdeep", 5, 130, 40);
    person.sets_up();
    assert_eq!(person.presses(KeyCode::Enter), Deed::Nothing);
    let opened = person.seen();
    assert!(opened.contains("to d4"), "{opened}");
    person.presses(KeyCode::Esc);
    assert!(person.seen().contains("What you can do"));
    person.presses(KeyCode::Enter);
    let first = person.sitting.choices()[0];
    assert_eq!(person.presses(KeyCode::Enter), Deed::Choose(first));
    person.presses(KeyCode::Enter);
    person.presses(KeyCode::Char('l'));
    let seen = person.seen();
    assert!(
        seen.contains("Mannok da Kunnin' moves from f7 to d4."),
        "{seen}"
    );
}

#[test]
fn a_click_on_a_fighter_and_one_on_a_hex_are_a_move() {
    let mut person = Person::at("harrowdeep", 5, 130, 40);
    person.sets_up();
    let (x, y) = person.find("▲TOR");
    assert_eq!(person.clicks(x, y), Deed::Nothing);
    let (x, y) = person.find("h5");
    let Deed::Choose(made) = person.clicks(x, y) else {
        panic!("{}", person.seen());
    };
    assert_eq!(made.verb, gloryhex_engine::Verb::Move);
    person.presses(KeyCode::Enter);
    person.presses(KeyCode::Char('l'));
    assert!(
        person
            .seen()
            .contains("Torka Tuffskul moves from g7 to h5.")
    );
}

#[test]
fn a_click_on_a_hex_out_of_reach_is_answered_by_the_rule() {
    let mut person = Person::at("harrowdeep", 5, 130, 40);
    person.sets_up();
    person.presses(KeyCode::Enter);
    let (x, y) = person.find(" a1 ");
    assert_eq!(person.clicks(x + 1, y), Deed::Nothing);
    let seen = person.seen();
    assert!(seen.contains("[harrowdeep.action.move"), "{seen}");
}

#[test]
fn the_arrows_walk_over_the_board() {
    let mut person = Person::at("harrowdeep", 5, 130, 40);
    person.sets_up();
    person.presses(KeyCode::Enter);
    person.presses(KeyCode::Tab);
    assert!(person.seen().contains("‹d4›"), "{}", person.seen());
    person.presses(KeyCode::Right);
    person.presses(KeyCode::Down);
    let seen = person.seen();
    assert!(seen.contains("‹e5?3"), "{seen}");
    assert!(matches!(person.presses(KeyCode::Enter), Deed::Choose(_)));
}

#[test]
fn a_typed_line_is_a_choice_a_question_or_a_file() {
    let mut person = Person::at("harrowdeep", 5, 130, 40);
    person.sets_up();
    assert_eq!(person.types("why move mannok a1"), Deed::Nothing);
    assert!(person.seen().contains("[harrowdeep.action.move"));
    assert_eq!(person.types("why guard mannok"), Deed::Nothing);
    assert!(person.seen().contains("That is allowed."));
    assert_eq!(person.types("move nobody a1"), Deed::Nothing);
    assert!(person.seen().contains("no fighter is called `nobody`"));
    assert_eq!(
        person.types("save here.save"),
        Deed::Save("here.save".into())
    );
    assert_eq!(person.types("undo"), Deed::Undo);
    assert!(matches!(person.types("guard mannok"), Deed::Choose(_)));
}

#[test]
fn leaving_is_asked_about_first() {
    let mut person = Person::at("shadespire", 3, 100, 30);
    person.presses(KeyCode::Enter);
    assert_eq!(person.presses(KeyCode::Char('q')), Deed::Nothing);
    assert_eq!(person.presses(KeyCode::Char('n')), Deed::Nothing);
    assert_eq!(person.presses(KeyCode::Char('q')), Deed::Nothing);
    assert_eq!(person.presses(KeyCode::Char('y')), Deed::Quit);
}

#[test]
fn whole_games_are_drawn_and_played_by_keys_alone() {
    for edition in ["shadespire", "nightvault", "harrowdeep", "embergard"] {
        let mut person = Person::at(edition, 11, 100, 30);
        let mut decisions = 0;
        while person.sitting.game.ending() == gloryhex_engine::Ending::Running {
            person.presses(KeyCode::Enter);
            // Another line each time, so that games come to an end.
            for _ in 0..decisions % 5 {
                person.presses(KeyCode::Down);
            }
            person.presses(KeyCode::Right);
            decisions += 1;
            assert!(decisions < 5_000, "{edition}\n{}", person.seen());
        }
        assert!(person.seen().contains("Enter or q leaves"), "{edition}");
        assert_eq!(person.presses(KeyCode::Enter), Deed::Quit);
    }
}
