//! Shadespire's artefact is called by its name in questions, choices and the log.

use gloryhex_editions::{Content, Spec};
use gloryhex_engine::{
    Choices, Game, Log, Pending, Seeded, Variant, Verb, What, Windows, state::Feature,
};
use gloryhex_model::Rule;
use gloryhex_notation::{choice, event, names::Names, question::question};
use std::sync::Arc;

#[test]
fn the_artefact_is_called_the_artefact() {
    let spec = Spec {
        variant: Variant {
            artefact: true,
            ..Variant::default()
        },
        ..Spec::core("shadespire", 2)
    };
    let content = Content::embedded();
    let table = Arc::new(content.table(&spec).expect("a table"));
    let names = Names::with_texts(content, &table);
    let mut chance = Seeded::new(5);
    let mut game = Game::new(Arc::clone(&table), Windows::Playable);
    let mut list = Choices::new();
    let mut log = Log::default();
    let mut placed = Vec::new();
    let mut pending = game.go_on(&mut chance, Some(&mut log), &mut list);
    while placed.len() < 2 {
        let Pending::Decide(seat) = pending else {
            panic!("two tokens are placed during set-up");
        };
        let first = list[0];
        let asked = question(&game, &names, seat, &list);
        let label = choice::plain(&game, &names, seat, &list, first);
        log.events.clear();
        pending = game.make(first, &mut chance, Some(&mut log), &mut list);
        if first.verb == Verb::PlaceToken {
            let done = log.events.iter();
            let mut done = done.filter(|event| matches!(event.what, What::TokenPlaced { .. }));
            let said = event::sentence(&game, &names, done.next().expect("it is placed"));
            placed.push([asked, label, said]);
        }
    }
    for text in &placed[0] {
        assert!(
            text.contains("the artefact") && !text.contains("token"),
            "{text}"
        );
    }
    for text in &placed[1] {
        assert!(
            text.contains("token") && !text.contains("artefact"),
            "{text}"
        );
    }
    let mut tokens = game.state.features.iter();
    assert!(tokens.any(|token| token.flags & Feature::ARTEFACT != 0 && token.on_field()));

    let gain = |rule| {
        let seat = game.state.all_seats().next().expect("a player");
        let what = What::Gained { seat, glory: 3 };
        event::sentence(&game, &names, &gloryhex_engine::Event { rule, what })
    };
    assert_eq!(
        gain(Rule::ArtefactHold),
        "Player 1 gains 3 glory for holding the artefact."
    );
}
