//! Giving and taking the tokens of fighters.

use crate::{
    bind::Bind,
    cards::{self, Also, Ban},
    event::What,
    run::Run,
};
use gloryhex_model::{FighterId, Rule, Token, Trigger};

fn rule_of(token: Token) -> Rule {
    match token {
        Token::Move => Rule::ActionMoveToken,
        Token::Charge => Rule::ActionChargeToken,
        Token::Guard => Rule::ActionGuard,
        Token::Stagger => Rule::AttackStagger,
        Token::Raise => Rule::DamageRaise,
    }
}

/// Gives a fighter a token. Guard and Stagger remove each other where the rules say so
/// (Harrowdeep p.34). A second Guard token is given only where they add up (Harrowdeep p.34, but not Embergard
/// p.10).
#[inline(always)]
pub fn give(run: &mut Run<'_>, fighter: FighterId, token: Token) {
    if !run.state.fighter(fighter).on_field() {
        return;
    }
    if token == Token::Stagger && cards::forbids(run.sight(), fighter, Ban::Staggered) {
        return;
    }
    if token == Token::Guard && cards::forbids(run.sight(), fighter, Ban::OnGuard) {
        return;
    }
    if token == Token::Guard
        && run.state.fighter(fighter).has(Token::Guard)
        && !run.rules().guard_tokens_add_up
    {
        return;
    }
    let now = run.state.fighter_mut(fighter);
    now.set_tokens(token, now.tokens(token) + 1);
    run.emit(rule_of(token), What::TokenGiven { fighter, token });
    if run.rules().guard_and_stagger_cancel {
        match token {
            Token::Guard => clear(run, fighter, Token::Stagger),
            Token::Stagger => clear(run, fighter, Token::Guard),
            _ => {}
        }
    }
    let bind = Bind {
        number: token as u8,
        ..Bind::fighter(fighter)
    };
    // Where tokens have a reaction step, only the one that marks a return does (Harrowdeep p.40); elsewhere any that a
    // card waits for.
    let also = match token {
        Token::Raise => Also::NOTHING,
        _ if !run.rules().windows.contains(Trigger::TokenGiven) => Also::NOTHING,
        _ => Also::WAITS,
    };
    cards::fire(run, Trigger::TokenGiven, bind, also);
}

/// Takes one token away; `false` if there was none.
pub fn take(run: &mut Run<'_>, fighter: FighterId, token: Token) -> bool {
    let now = run.state.fighter_mut(fighter);
    let n = now.tokens(token);
    if n == 0 {
        return false;
    }
    now.set_tokens(token, n - 1);
    run.emit(rule_of(token), What::TokenLost { fighter, token });
    let bind = Bind {
        number: token as u8,
        ..Bind::fighter(fighter)
    };
    cards::tell(run, Trigger::TokenTaken, bind);
    true
}

/// Takes all tokens of a kind away.
pub fn clear(run: &mut Run<'_>, fighter: FighterId, token: Token) {
    while take(run, fighter, token) {}
}
