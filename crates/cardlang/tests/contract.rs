//! The run-time contract, exercised with cards assembled by hand.

use gloryhex_cardlang::{
    program::{Arg, Cmp, Form, ir::ITS_AT, make::Maker},
    *,
};
use gloryhex_model::{CardId, Trigger};

/// Push a friendly fighter one hex; then, if it is adjacent to an enemy, it may attack.
fn sample() -> CardCode {
    let mut maker = Maker::default();
    // The candidate can be pushed.
    let pushable = maker.put(Form::Fighter(Prop::Pushable, Arg::bound(ITS_AT)));
    let pushable = maker.root(pushable, 1, true);
    let one = maker.root(Arg::ONE, 0, false);
    // Some enemy is next to the chosen fighter.
    let near = maker.put(Form::Near(Cmp::Eq, 1, Arg::hex_of(ITS_AT), Arg::hex_of(0)));
    let some = maker.put(Form::Quant {
        what: Quant::Any,
        over: Domain::Enemies,
        place: ITS_AT,
        of: Arg::ONE,
        inner: near,
    });
    let some = maker.root(some, 0, true);
    let code = vec![
        Instr::Choose(instr::Choose {
            slot: instr::Slot(0),
            over: Domain::Friends,
            of: Ref::NONE,
            filter: pushable,
            by: Ref::YOU,
            term: true,
        }),
        Instr::Push(instr::Push {
            who: Ref(0),
            n: one,
            up_to: false,
            way: PushWay::Free,
            of: Ref::NONE,
            end: Formula::YES,
        }),
        Instr::Unless(instr::Unless { cond: some, to: 4 }),
        Instr::Grant(instr::Grant {
            who: Ref(0),
            action: ActionKind::Attack,
            named: true,
            optional: true,
            weapon: WeaponPick::Any,
            filter: Formula::YES,
        }),
        Instr::End(instr::End {}),
    ];
    let clause = Clause {
        role: Role::React {
            trigger: Trigger::AttackDone,
            from: MadeFrom::Hand,
            free: false,
            cast: None,
        },
        when: Formula::YES,
        body: 0,
        limit: Limit::None,
        effect: 0,
        side: Side::Both,
    };
    CardCode {
        id: CardId(7),
        kind: CardKind::Ploy,
        value: 0,
        labels: 0,
        flags: CardFlags::default(),
        cast: None,
        users: Formula::YES,
        weapons: Vec::new(),
        clauses: vec![clause],
        counters: Vec::new(),
        flips: 0,
        set_up: Default::default(),
        watches: Vec::new(),
        code: code.into(),
        program: maker.finish(),
    }
}

#[test]
fn sound_code_passes() {
    assert_eq!(verify(&sample()), Ok(()));
}

#[test]
fn a_jump_back_to_what_takes_nothing_is_a_flaw() {
    let mut card = sample();
    card.code[2] = Instr::Jump(instr::Jump { to: 1 });
    assert_eq!(verify(&card), Err(Flaw::Jump(2)));
    card.code[2] = Instr::Jump(instr::Jump { to: 9 });
    assert_eq!(verify(&card), Err(Flaw::Jump(2)));
}

#[test]
fn an_expression_that_does_not_exist_is_a_flaw() {
    let mut card = sample();
    let other = {
        let mut maker = Maker::default();
        (0..4).map(|n| maker.root(Arg::bound(n), 0, false)).last()
    };
    card.code[3] = Instr::Set(instr::Set {
        slot: instr::Slot(0),
        value: other.unwrap(),
    });
    assert!(matches!(verify(&card), Err(Flaw::Root(_))));
}

#[test]
fn code_must_end_and_stay_in_its_slots() {
    let mut card = sample();
    card.code[4] = Instr::NoBounty(instr::NoBounty {});
    assert_eq!(verify(&card), Err(Flaw::NoEnd));
    let mut card = sample();
    card.code[3] = Instr::Each(instr::Each {
        set: instr::SetAt(7),
        over: Domain::Friends,
        filter: Formula::YES,
    });
    assert_eq!(verify(&card), Err(Flaw::Slot(3)));
    card.code[3] = Instr::Each(instr::Each {
        set: instr::SetAt(1),
        over: Domain::Hexes,
        filter: Formula::YES,
    });
    assert_eq!(verify(&card), Err(Flaw::Domain(3)));
}
