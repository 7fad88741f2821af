//! Passes that are made for players who do not want to be asked. When they are made is for whoever keeps the table.

use crate::{opponents::only_pass, play::Play, shown::only_vain};
use gloryhex_editions::Content;
use gloryhex_engine::Choice;
use gloryhex_model::Seat;
use gloryhex_protocol::{AutoPass, Settings};

/// The wish of a seat about the kind of question that is pending, if it can be passed for it, and whether it wants no
/// questions until its turn.
pub fn wish(play: &Play, settings: Settings) -> Option<(AutoPass, bool)> {
    let on = play.table.as_ref()?;
    let kind = on.kind()?;
    let wish = match kind {
        "reaction" => settings.reactions,
        "power-step" => settings.power_steps,
        // Everybody is asked here, lest the others learn who could do something.
        "score" | "upgrade" => match settings.power_steps {
            AutoPass::Ask => AutoPass::Ask,
            AutoPass::WhenAble | AutoPass::Pass => AutoPass::WhenAble,
        },
        _ => return None,
    };
    let until_my_turn = settings.until_my_turn && !matches!(kind, "score" | "upgrade");
    Some((wish, until_my_turn))
}

/// The pass to be made for a player who does not want to be asked.
pub fn pass_for(content: &Content, play: &Play, settings: Settings, seat: Seat) -> Option<Choice> {
    let (wish, until_my_turn) = wish(play, settings)?;
    let on = play.table.as_ref()?;
    let (nothing_else, pass) = only_pass(&on.choices);
    let skip = match wish {
        AutoPass::Ask => until_my_turn,
        AutoPass::WhenAble => nothing_else || until_my_turn || only_vain(content, on, seat),
        AutoPass::Pass => true,
    };
    pass.filter(|_| skip)
}
