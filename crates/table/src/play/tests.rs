//! A game in memory: nothing is left of what could not be stored, and long histories cost nothing.

use super::*;
use crate::{counted::bytes, entry::Leaving, shown, summary::summary, take_back};
use gloryhex_engine::What;
use gloryhex_model::MAX_SEATS;
use std::fmt::Write;

/// A game of two people after so many choices, picked by a fixed rule.
fn game(choices: usize) -> Play {
    let content = Content::embedded();
    let own = content.warbands("shadespire");
    let plan = crate::tables::tests::plan([own[0], own[1]], 11);
    let mut play = Play::new("g", Arc::new(plan));
    for seat in 0..2 {
        let join = Entry::Join {
            seat,
            name: format!("Player {seat}"),
            warband: own[usize::from(seat)].to_owned(),
            deck: None,
            when: 0,
            player: None,
        };
        add(&mut play, &join);
    }
    let mut mind = 5_u64;
    for _ in 0..choices {
        let entry = next(&play, &mut mind);
        add(&mut play, &entry);
    }
    play
}

fn add(play: &mut Play, entry: &Entry) {
    let at = play.record.at + 1;
    let added = play.add(Content::embedded(), at, entry, None);
    added.unwrap_or_else(|oops| panic!("{entry:?}: {oops}"));
}

/// A choice on offer.
fn next(play: &Play, mind: &mut u64) -> Entry {
    let on = play.table.as_ref().expect("it has begun");
    let offered = on.offered();
    *mind = mind.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
    let (choice, exact) = &offered[(*mind >> 33) as usize % offered.len()];
    Entry::Choose {
        seat: play.decider().expect("somebody decides").0,
        choice: choice.clone(),
        exact: *exact,
        spent: 7,
        auto: false,
        when: 0,
    }
}

fn take_back_to(to: u32) -> Entry {
    Entry::TakeBack {
        seat: 0,
        to,
        spent: 5,
        when: 0,
    }
}

/// Everything about a game.
fn all(play: &Play) -> String {
    let mut text = format!("{:?}\n", play.record);
    if let Some(on) = &play.table {
        let marks: Vec<(usize, usize)> = on.marks.iter().map(|m| (m.made, m.happened)).collect();
        let turns: Vec<u32> = (0..MAX_SEATS as u8).map(|seat| on.turns(seat)).collect();
        let _ = write!(
            text,
            "{:?}\n{:?}\n{:?}\n{:?}\n{marks:?}\n{turns:?}\n{:?}",
            on.game.state,
            on.pending,
            on.happened,
            on.told,
            on.offered()
        );
    }
    text
}

#[test]
fn an_entry_that_could_not_be_stored_leaves_no_trace() {
    let content = Content::embedded();
    for choices in [3, 40, 90] {
        let mut play = game(choices);
        let near = play.record.made[choices - 2].at;
        let far = play.record.made[1].at;
        let mut mind = 9;
        let entries = [
            next(&play, &mut mind),
            take_back_to(near),
            take_back_to(far),
            Entry::AskUndo { seat: 0, to: near },
            Entry::OfferDraw {
                seat: 1,
                offer: true,
            },
            Entry::Leave {
                seat: 1,
                why: Leaving::Resigned,
            },
            Entry::GoOn {
                engine: gloryhex_lab::replay::VERSION.to_owned(),
                content: String::new(),
            },
        ];
        let before = all(&play);
        for entry in &entries {
            let at = play.record.at + 1;
            let (_, back) = play.step(content, at, entry, None).expect("it fits");
            assert_ne!(all(&play), before, "{entry:?}");
            play.undo_step(back);
            assert_eq!(all(&play), before, "after {choices} choices, {entry:?}");
        }
        // An answer takes back what was asked for.
        add(&mut play, &entries[3]);
        let before = all(&play);
        let (at, agree) = (play.record.at + 1, true);
        let answer = Entry::AnswerUndo {
            seat: 1,
            agree,
            spent: 3,
            when: 0,
        };
        let (change, back) = play.step(content, at, &answer, None).expect("it fits");
        assert_eq!(change, Change::Rewind { seat: 0, to: near });
        play.undo_step(back);
        assert_eq!(all(&play), before);
        // Chance goes on as if nothing had been tried.
        let (mut other, mut same) = (game(choices), mind);
        add(&mut other, &entries[3]);
        for _ in 0..5 {
            let (ours, theirs) = (next(&play, &mut mind), next(&other, &mut same));
            add(&mut play, &ours);
            add(&mut other, &theirs);
        }
        assert_eq!(all(&play), all(&other));
    }
}

#[test]
fn turns_are_counted_with_what_happened() {
    let mut play = game(90);
    for to in [80, 60, 20] {
        let to = play.record.made[to].at;
        add(&mut play, &take_back_to(to));
        let on = play.on_table().expect("it has begun");
        for seat in 0..2 {
            let own = |what: &What| matches!(what, What::TurnBegan { seat: s, .. } if s.0 == seat);
            let began = on.happened.iter().filter(|(_, e)| own(&e.what)).count();
            assert_eq!(on.turns(seat) as usize, began);
        }
    }
}

#[test]
fn a_choice_is_looked_up_in_one_list_that_is_made_once() {
    let play = game(30);
    let on = play.on_table().expect("it has begun");
    let seat = play.decider().expect("somebody decides");
    let offered = Arc::clone(on.offered());
    for (text, choice) in offered.iter() {
        let (looked_up, read) = bytes(|| on.read(seat, text));
        assert_eq!(read, Ok(*choice));
        assert_eq!(looked_up, 0, "nothing is written to look up `{text}`");
        assert_eq!(on.write(seat, *choice), *text);
    }
    assert!(Arc::ptr_eq(&offered, on.offered()));
    // Not the list of another position.
    let mut later = play.clone();
    add(&mut later, &next(&play, &mut 3));
    let later = later.on_table().expect("it has begun");
    assert!(!Arc::ptr_eq(&offered, later.offered()));
}

/// All that a room does about a choice, apart from storing and sending it.
fn click(play: &mut Play, text: &str) -> usize {
    let content = Content::embedded();
    let seat = play.decider().expect("somebody decides");
    let on = play.on_table().expect("it has begun");
    let choice = on.read(seat, text).expect("on offer");
    let tried = play.try_choice(seat, choice).expect("allowed");
    let entry = Entry::Choose {
        seat: seat.0,
        choice: text.to_owned(),
        exact: choice,
        spent: 0,
        auto: false,
        when: 0,
    };
    let at = play.record.at + 1;
    let (_, back) = play
        .step(content, at, &entry, Some(tried))
        .expect("it fits");
    let glance = summary(play, 0, 0, 0);
    let on = play.on_table().expect("it has begun");
    let mut sent = serde_json::to_string(&glance).expect("text").len();
    for seat in 0..2 {
        let viewer = shown::Viewer::Seat(Seat(seat));
        let shown = (
            shown::view(play, on, viewer),
            shown::lines(play, on, viewer, Some(at - 1)),
            take_back::told(play, Seat(seat)),
        );
        sent += serde_json::to_string(&shown).expect("text").len();
    }
    if let Some(seat) = play.decider() {
        let choices = shown::choices(content, play, on, seat);
        sent += serde_json::to_string(&choices).expect("text").len();
    }
    drop(back);
    sent
}

#[test]
fn a_choice_after_2500_others_costs_no_more_than_after_25() {
    let measure = |padding: usize| {
        let mut play = game(25);
        // The same position with a longer past. Every list has room for what comes, as a list that grows has most of
        // the time.
        let on = play.table.as_mut().expect("it has begun");
        let (first, told) = (on.happened[0], on.told[0]);
        on.happened.splice(0..0, vec![first; padding * 4]);
        on.told.splice(0..0, vec![told; padding]);
        on.happened.reserve(100);
        on.told.reserve(100);
        let made = play.record.made[0].clone();
        play.record.made.splice(0..0, vec![made; padding]);
        play.record.made.reserve(100);
        let text = play.on_table().expect("it has begun").offered()[0]
            .0
            .clone();
        bytes(|| click(&mut play, &text))
    };
    let ((short, sent), (long, same)) = (measure(0), measure(2475));
    assert_eq!(sent, same, "both are shown the same");
    assert_eq!(long, short, "bytes asked for");
}
