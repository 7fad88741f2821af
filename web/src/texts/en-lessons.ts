// What the lessons say. Every lesson has a title, a line about it, and one entry for each of its steps:
// what the teacher says and what the bar asks.
export type LessonText = { title: string; about: string; steps: [coach: string, question: string][]; end: string };

export const lessons = {
  first: {
    title: 'Move, strike, charge',
    about: 'The whole fight in five turns: walking, dice, driving back, charging and keeping up your guard.',
    steps: [
      ['The amber fighters are yours. Each turn you act with one of them. Sera is too far away to strike, so let her walk: press Sera, then a marked hex next to Grubb.', 'Your turn: pick Sera, then a marked hex beside Grubb.'],
      ['Sera stands beside Grubb. Now she can attack. Press her, then Grubb; resting on him shows the exact odds.', 'Pick Sera, then Grubb, to attack.'],
      ['Two hammers count for Sera, because a hammer is her weapon’s symbol. Grubb rolled no shield. More successes than his: it is a hit for 2 damage, the red dots below him. You may also drive him back one hex, away from Sera.', 'Drive Grubb back, or leave him where he is.'],
      ['Ilse is far off, but she can charge: walk and attack in one turn. Afterwards she rests for the round. Press Ilse, Charge, then a marked hex.', 'Pick Ilse, then Charge, then a hex.'],
      ['Ilse reached him. Now choose whom she strikes.', 'Ilse charges: pick a target.'],
      ['Grubb is out, and you gain glory. Glory wins the game, not who is left standing. Skitter will want revenge: put Marrec on his guard, and shields and dodges both protect him.', 'Pick Marrec, then Guard.'],
    ],
    end: 'That is a fight: walk, roll, compare, drive back. Next come the cards that pay the real glory.',
  },
  objectives: {
    title: 'Objectives and glory',
    about: 'Objectives say what your warband is here for. They pay most of the glory.',
    steps: [
      ['You hold three objectives at the bottom right. Hold the Ground asks for two treasure tokens. Sera already stands on number 1. Walk Ilse onto number 3.', 'Move Ilse onto token 3.'],
      ['The round is over and its end phase begins: now objectives may be scored. Press Hold the Ground, then Score.', 'End of the round: score what you have achieved.'],
      ['2 glory. Swift Justice has a lightning mark: such a surge is scored at once, in the middle of a round, when what it asks for happens. Slay Skitter with Marrec.', 'A new round: attack Skitter with Marrec.'],
      ['Skitter is slain, and the surge is scored at once. Its place in your hand is filled again. You may now discard objectives you no longer believe in.', 'Discard Masters of the Field, or be done.'],
    ],
    end: 'Choose objectives you can reach, and let the fight serve them.',
  },
  power: {
    title: 'The power step',
    about: 'After every action both players may play cards: ploys for the moment, upgrades that stay.',
    steps: [
      ['Your action is over and the power step begins. You and your rival take turns playing one card, until both pass in a row. Quick Step pushes a friend by one hex: press it, then Play.', 'Power step: play Quick Step.'],
      ['A card asks for its targets one after another, in the bar and on the board. Pick Ilse.', 'Quick Step: pick a fighter.'],
      ['And now the hex. A push is no move: Ilse can still act later.', 'Quick Step: pick the hex Ilse is pushed to.'],
      ['You have 2 glory, so you can afford upgrades worth 2. Give Whetted Edge to Sera: press the card, then her.', 'Give Whetted Edge to Sera.'],
      ['Nothing else is worth playing now. Pass. When both have passed, the next turn begins.', 'Play another card, or pass.'],
    ],
    end: 'Ploys surprise, upgrades last. Keep a card back and your rival has to wonder.',
  },
  reactions: {
    title: 'Reactions',
    about: 'Some cards are played while something happens: right before it or right after.',
    steps: [
      ['Your rival attacks Sera and hits. You hold Last Spark, which is played right after a friend takes damage. The table asks you only when you can react; in the menu you can choose to be asked always or never.', 'Sera took damage: react, or pass.'],
      ['Last Spark answers with a blow. Only one reaction is made at a time, and what it does can be reacted to in turn. Pick whom it hits.', 'Last Spark: pick an enemy beside Sera.'],
      ['Play goes on exactly where it stopped. Your rival cannot see whether you pass because you must or because you want to.', 'Grubb’s attack is over: react, or pass.'],
    ],
    end: 'React when it counts. Otherwise let the table pass for you.',
  },
  shadespire: {
    title: 'Shadespire: where it began',
    about: 'Two boards side by side, glory that is spent, and criticals that trump everything.',
    steps: [
      ['In the first edition a critical beats any number of ordinary successes. Attack: one critical is enough against two shields.', 'Attack Grubb with Sera.'],
      ['The critical won. Here a fighter that moved or charged cannot do so again this round, and after a charge not even attack. Drive Grubb back.', 'Drive Grubb back, or leave him.'],
      ['Upgrades cost glory: the counter is turned over and spent. Give Stone Skin to Sera and watch your glory.', 'Give Stone Skin to Sera.'],
    ],
    end: 'Quick, sharp, and the root of all that followed.',
  },
  nightvault: {
    title: 'Nightvault: magic',
    about: 'Wizards cast spells with dice of their own, and some hexes hurt.',
    steps: [
      ['Old Marrec is a wizard of level 2. Blinding Lamp asks for one eye symbol on his two magic dice. Press the card, then Play.', 'Play Blinding Lamp.'],
      ['One eye and a spiral: the spell is cast. Two criticals would cast it too, but hurt Marrec. Pick whom the lamp blinds.', 'Blinding Lamp: pick an enemy.'],
      ['The jagged red hex is lethal: whoever enters it takes 1 damage, also when driven into it. Attack Skitter and drive it in.', 'Attack Skitter with Sera.'],
      ['A hit. Now pick the lethal hex behind Skitter.', 'Drive Skitter back.'],
    ],
    end: 'Mind the dice with the eyes, and mind where you stand.',
  },
  harrowdeep: {
    title: 'Harrowdeep: gloom',
    about: 'Objective tokens lie gloom side up until somebody delves, and stagger opens a guard.',
    steps: [
      ['All tokens start with their gloom side up, and gloom is cover: in a defence roll the double-support face counts. Sera stands on one. In a power step she may delve and turn it over.', 'Power step: pick Sera, then Delve.'],
      ['It was number 2, and you hold it. A later delve turns it back into gloom, which denies it to your rival. Now look at Moss: the stars say that it is staggered, and whoever attacks it may roll one die again. Attack it with Ilse.', 'Attack Moss with Ilse.'],
      ['One die missed. Because Moss is staggered you may roll one die again.', 'Roll the support face again, or keep it.'],
      ['That was the second success. Drive Moss back or leave it.', 'Drive Moss back, or leave it.'],
    ],
    end: 'Tokens change sides all the time here. Delve at the right moment.',
  },
  embergard: {
    title: 'Embergard: the second edition',
    about: 'One shared board, focus, overrun and stand fast, and glory that is never spent.',
    steps: [
      ['Both sides share one board, laid either way. Your hand is poor? Focus is an action of its own: throw away what you like and draw as many, and one power card more.', 'Press Focus.'],
      ['Pick what you throw away, one card at a time, then Done.', 'Focus: discard Stone Skin, then Done.'],
      ['A critical no longer wins by itself, but it can do more. Attack Grubb with Sera.', 'Attack Grubb with Sera.'],
      ['More criticals than Grubb: after driving him back Sera may overrun, following into the hex he left. First drive him back.', 'Drive Grubb back.'],
      ['Now follow him. If his dice had shown more criticals, he could have stood fast: one damage less, and no step back.', 'Follow Grubb, or stay.'],
    ],
    end: 'Your glory is a limit for upgrades and never spent. Enjoy the second edition.',
  },
} satisfies Record<string, LessonText>;

// What is said at the table of a lesson, where no server speaks.
export const stage = {
  turn: (n: number, of: number) => `Turn ${n} of ${of} · Action step`,
  round: (round: number, n: number, of: number) => `Round ${round} · turn ${n} of ${of} · Action step`,
  end: (round: number) => `Round ${round} · End phase`,
  power: 'Power step',
  reaction: 'Your rival’s turn · Reaction',
  you: 'You',
  rival: 'Your rival',
  warbands: ['Lantern Guard', 'Mudtooth Pack'],
  fighters: { sera: 'Sera Brightvow', marrec: 'Marrec', ilse: 'Ilse', grubb: 'Grubb', skitter: 'Skitter', moss: 'Moss' },
  weapons: { sera: 'Vow Blade', marrec: 'Maul', ilse: 'Twin Knives', grubb: 'Bog Club', skitter: 'Hook', moss: 'Spear' },
  cards: {
    quickStep: ['Quick Step', 'Pick a friendly fighter. Push that fighter 1 hex.'],
    whettedEdge: ['Whetted Edge', 'This fighter’s weapons have +1 Damage.'],
    stoneSkin: ['Stone Skin', 'This fighter has +1 Wounds.'],
    blindingLamp: ['Blinding Lamp', 'Focus. When cast: pick an enemy up to 3 hexes from the caster; it cannot charge this round.'],
    lastSpark: ['Last Spark', 'Play this right after a friendly fighter takes damage. Deal 1 damage to an enemy fighter adjacent to that fighter.'],
    holdGround: ['Hold the Ground', 'End phase: you hold 2 or more treasures.'],
    swiftJustice: ['Swift Justice', 'Score this immediately after your warband slays an enemy fighter.'],
    masters: ['Masters of the Field', 'End phase: every treasure in enemy territory is yours.'],
    newHope: ['New Hope', 'End phase: none of your fighters has been slain.'],
  } as Record<string, [name: string, text: string]>,
  // What buttons say.
  move: (hex: string) => `Move to ${hex}`,
  charge: (hex: string) => `Charge to ${hex}`,
  attack: (weapon: string, target: string) => `${weapon} against ${target}`,
  driveBack: (hex: string) => `Drive back to ${hex}`,
  leave: 'Leave where it is',
  give: (card: string, who: string) => `Give ${card} to ${who}`,
  scoreFor: (glory: number) => `Score it for ${glory} glory`,
  play: 'Play it',
  cast: (who: string) => `Cast it with ${who}`,
  react: (card: string) => `React with ${card}`,
  discard: 'Throw it away',
  again: 'Roll it again',
  // What the log says.
  moved: (who: string, hex: string) => `${who} moves to ${hex}.`,
  driven: (who: string, hex: string) => `${who} is driven back to ${hex}.`,
  damaged: (who: string, amount: number) => `${who} suffers ${amount} damage.`,
  out: (who: string) => `${who} is taken out of action.`,
  gained: (who: string, points: number) => `${who} gains ${points} glory.`,
  attacked: (who: string, target: string, weapon: string) => `${who} attacks ${target} with ${weapon}.`,
  rolled: (die: 'attack' | 'defence' | 'magic', faces: string[]) => `${{ attack: 'Attack', defence: 'Defence', magic: 'Casting' }[die]} roll: ${faces.join(', ')}.`,
  guarded: (who: string) => `${who} is on Guard.`,
  played: (card: string) => `You play ${card}.`,
  reacted: (card: string) => `You react with ${card}.`,
  equipped: (who: string, card: string) => `${who} gets ${card}.`,
  scored: (card: string, glory: number | null) => `You score ${card} for ${glory} glory.`,
  castBy: (who: string, card: string) => `${who} casts ${card}.`,
  blinded: (who: string) => `${who} cannot charge this round.`,
  delved: (who: string, number: number) => `${who} delves: objective ${number}.`,
  // Why something else cannot be done.
  refused: { title: 'Not in this lesson', text: 'The marked hexes are the ones this step is about.' },
};
