// Help at the table: what each question of set-up and of the first round is about, and why one would answer it one way or another.
const plural = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

/** What the tokens on the battlefield are called and are for, by edition; plain words for one that is not here. */
const plainTokens = 'A fighter who stands on a token holds it, and many cards pay glory for that. Put them where your fighters get first, and away from theirs.';
const tokens: Record<string, string> = {
  shadespire: 'Objectives are numbered tokens. A fighter who stands on one holds it, and many objective cards pay glory for that. Put them where your fighters get first, and away from theirs.',
  nightvault: 'Objectives are numbered tokens. A fighter who stands on one holds it, and many objective cards pay glory for that. Put them where your fighters get first, and away from theirs.',
  harrowdeep: 'Feature tokens show a number on one side and gloom on the other. A fighter who stands on the numbered side holds it, and many cards pay glory for that. Put them where your fighters get first.',
  embergard: 'Treasure tokens are what many objectives ask you to hold: stand on one and it is yours. Turned over, a token is cover. Put them where your fighters get first, and away from theirs.',
};
/** What upgrades cost, by edition. */
const spent = ' Each spends one glory point, which still counts for the score at the end.';
const upgrades: Record<string, string> = {
  shadespire: spent,
  nightvault: spent,
  harrowdeep: spent,
  embergard: ' They are not paid for, but all of yours together may not be worth more than your glory.',
};
const first = 'Who goes first acts before the enemy can close in; who goes second sees what is coming and often has the last word in the round.';

/** By the kind of question; what differs between editions comes as a function. */
const notes: Record<string, { title: string; text: string | ((edition: string) => string) }> = {
  board: { title: 'The battlefield', text: 'Each board has its own blocked hexes, where nobody enters or sees through, and other hazards. A warband of archers likes an open one; one that must come close likes walls.' },
  join: { title: 'Joining the boards', text: 'Side by side along the long edges, the enemy is near at once. Shifted or end to end, there is a longer way to go. Quick and fierce fighters want the first, slow and far-shooting ones the second.' },
  territory: { title: 'Your side', text: 'Your territory is where you deploy. Many cards ask whether a fighter is in your territory, in theirs or in no one’s.' },
  first: { title: 'Who begins', text: first },
  token: { title: 'What these tokens are', text: (edition: string) => tokens[edition] ?? plainTokens },
  mulligan: { title: 'Your first hand', text: 'Objectives earn glory when what they ask for is true; power cards help you get there. Replace a hand when its objectives need what your warband is bad at, or when most cards are upgrades: those need glory first.' },
  deploy: { title: 'Deploying', text: 'Fighters start in starting hexes of your territory. Strong ones go in front, where they reach an enemy with one charge; fragile ones and archers behind, out of the enemy’s reach. You place in turns, so what you see of theirs helps.' },
  activation: { title: 'Your turn', text: 'Pick one fighter to move, attack, charge or guard, or do something without a fighter. A charge is a move and an attack in one, but that fighter is spent afterwards. If nobody can reach an enemy yet, go where the next charge is good, or to a token your cards ask for.' },
  'attack-target': { title: 'The attack of a charge', text: 'The charge ends with an attack. The bars show how often it hits, draws and misses, and what follows.' },
  'weapon-ability': { title: 'Weapon abilities', text: 'One ability of the weapon may be used for this attack. It costs nothing; what it does stands beside it.' },
  reroll: { title: 'Rolling again', text: 'A die that does not succeed has nothing to lose. One that succeeds is better left alone.' },
  'drive-back': { title: 'Driving back', text: 'After a hit or a draw the target may be pushed one hex away from the attacker: off a token, out of support, or into a hazard. A target with nowhere to go is easier to hit.' },
  overrun: { title: 'Following up', text: 'The attacker may step into the hex the target left. Good for a token there; bad if it leaves the others behind.' },
  'stand-fast': { title: 'Standing fast', text: 'Standing fast keeps the fighter in its hex and spares it some of the blow.' },
  'power-step': { title: 'The power step', text: 'After every action each player may play cards. Ploys are for the right moment, upgrades stay with a fighter. Whoever passes may still answer; when all pass in turn, the game goes on. Nothing must be played now.' },
  reaction: { title: 'A chance to react', text: 'Something happened that one of your cards or abilities waits for. It can only be used now, but it need not be: what is for once per game may be worth more later.' },
  score: { title: 'Scoring', text: 'The round is over. Every objective in your hand whose condition holds pays its glory now.' },
  upgrade: { title: 'Giving upgrades', text: (edition: string) => `Upgrades make a fighter better for the rest of the game.${upgrades[edition] ?? ''}` },
  discard: { title: 'Discarding', text: 'What will not be of use can go: you draw new cards afterwards. An objective that can no longer come true is the first to give up.' },
  focus: { title: 'Focus', text: 'Instead of a fighter’s action you throw away cards and draw others. Worth it when the hand fits nothing on the board.' },
  target: { title: 'A card asks', text: 'The card that was used wants something picked. What can be picked is marked on the board; the card’s words are beside it.' },
};

export const help = {
  title: 'First time here',
  notes,
  known: 'Got it',
  none: 'No more notes',
  again: 'Show the notes for a first game',
  ask: 'What would you do?',
  asking: 'Thinking about it …',
  asked: 'What looks best',
  wins: (share: number) => `${Math.round(share * 100)}% to win`,
  only: 'There is only one sensible thing to do.',
  choose: 'Do this',
  chargeFrom: (target: string, hex: string) => `Charge ${target} from ${hex}`,
  chargeNow: (target: string, hex: string, weapon: string) => `Charge to ${hex} and attack ${target} with ${weapon}`,
  chargeAsk: (target: string) => `Charge ${target}: this is the best hex to do it from. Confirm, or pick another.`,
  chargePick: 'Charge: pick an enemy, or a hex to see whom you could attack from there.',
  through: (hexes: string) => `through ${hexes}`,
  fromHere: (hex: string) => `From ${hex}`,
  vain: 'Would change nothing now',
  mustReact: 'What you picked is out of reach otherwise, so this has to be used.',
  steps: (step: number, last: number) => `step ${step} of ${last}`,
  gauge: (name: string, value: number, step: number, last: number) => `${name} ${value}, tracker on ${`step ${step} of ${last}`}`,
  next: (steps: number) => (steps > 0 ? `${plural(steps, 'step')} to the next value` : 'as high as it goes'),
  plot: 'Plot card',
};
