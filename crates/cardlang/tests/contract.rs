//! The run-time contract, exercised with cards assembled by hand.

use gloryhex_cardlang::*;
use gloryhex_model::{CardId, Trigger};

/// Push a friendly fighter one hex; then, if it is adjacent to an enemy, it may attack.
fn sample() -> CardCode {
    let ops = vec![
        // 0: the candidate can be pushed
        Op::It(0),
        Op::Fighter(Prop::Pushable),
        // 2: one
        Op::Const(1),
        // 3: some enemy is next to the chosen fighter
        Op::Quant {
            what: Quant::Any,
            over: Domain::Enemies,
            len: 7,
        },
        Op::It(0),
        Op::Fighter(Prop::Hex),
        Op::Slot(0),
        Op::Fighter(Prop::Hex),
        Op::Distance,
        Op::Const(1),
        Op::Eq,
    ];
    let code = vec![
        Instr::Choose {
            slot: 0,
            over: Domain::Friends,
            of: Ref::NONE,
            filter: Expr { at: 0, len: 2 },
            by: Ref::YOU,
            term: true,
            optional: false,
        },
        Instr::Push {
            who: Ref(0),
            n: Expr { at: 2, len: 1 },
            up_to: false,
            way: PushWay::Free,
            of: Ref::NONE,
            end: Expr::YES,
        },
        Instr::Unless {
            cond: Expr { at: 3, len: 8 },
            to: 4,
        },
        Instr::Grant {
            who: Ref(0),
            action: ActionKind::Attack,
            named: true,
            optional: true,
            weapon: WeaponPick::Any,
            filter: Expr::YES,
        },
        Instr::End,
    ];
    let clause = Clause {
        role: Role::React {
            trigger: Trigger::AttackDone,
            from: Source::Hand,
            free: false,
        },
        when: Expr::YES,
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
        users: Expr::YES,
        weapons: Vec::new(),
        clauses: vec![clause],
        code: code.into(),
        ops: ops.into(),
    }
}

#[test]
fn sound_code_passes() {
    assert_eq!(verify(&sample()), Ok(()));
}

#[test]
fn a_jump_back_is_a_flaw() {
    let mut card = sample();
    card.code[2] = Instr::Jump(1);
    assert_eq!(verify(&card), Err(Flaw::Jump(2)));
    card.code[2] = Instr::Again(1);
    assert_eq!(verify(&card), Err(Flaw::Jump(2)));
    card.code[2] = Instr::Jump(9);
    assert_eq!(verify(&card), Err(Flaw::Jump(2)));
}

#[test]
fn an_unbalanced_expression_is_a_flaw() {
    let mut card = sample();
    card.ops[10] = Op::Const(3);
    assert!(matches!(verify(&card), Err(Flaw::Stack(_))));
    card.ops[10] = Op::Pick;
    assert!(matches!(verify(&card), Err(Flaw::Stack(_))));
    let mut card = sample();
    card.ops[3] = Op::Quant {
        what: Quant::Any,
        over: Domain::Enemies,
        len: 9,
    };
    assert!(matches!(verify(&card), Err(Flaw::Reach(_))));
}

#[test]
fn code_must_end_and_stay_in_its_slots() {
    let mut card = sample();
    card.code[4] = Instr::NoBounty;
    assert_eq!(verify(&card), Err(Flaw::NoEnd));
    let mut card = sample();
    card.code[3] = Instr::Each {
        set: 7,
        over: Domain::Friends,
        filter: Expr::YES,
    };
    assert_eq!(verify(&card), Err(Flaw::Slot(3)));
    card.code[3] = Instr::Each {
        set: 1,
        over: Domain::Hexes,
        filter: Expr::YES,
    };
    assert_eq!(verify(&card), Err(Flaw::Domain(3)));
}

#[test]
fn disassembly_shows_expressions_in_place() {
    let text = disassemble(&sample());
    assert_eq!(
        text,
        "card 7 Ploy value 0
clause 0: React { trigger: AttackDone, from: Hand, free: false } at 0
   0  Choose { slot: 0, over: Friends, of: -, filter: [It(0) .Pushable], by: you, term: true, optional: false }
   1  Push { who: s0, n: [1], up_to: false, way: Free, of: -, end: yes }
   2  Unless { cond: [Any(Enemies,7) It(0) .Hex s0 .Hex Distance 1 Eq], to: 4 }
   3  Grant { who: s0, action: Attack, named: true, optional: true, weapon: Any, filter: yes }
   4  End
"
    );
}
