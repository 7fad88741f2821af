// Every text of the client in English. What the server says about a game in play is English already (see told.ts).
import type { Verb } from '../protocol';
import { being } from './en-being';
import { help } from './en-help';
import { ladders } from './en-ladders';
import { coach } from './en-lessons';
import { matches } from './en-matches';
import { pages } from './en-pages';
import { players } from './en-players';
import { tips } from './en-tips';
import { tournaments } from './en-tournaments';
import type { Told } from './told';

const verbs: Record<Verb, string> = {
  seat: 'Pick a player',
  board: 'Choose this board',
  join: 'Join the boards so',
  territory: 'Take this side',
  'place-token': 'Place a token',
  'no-token': 'No more tokens',
  mulligan: 'Replace cards',
  deploy: 'Deploy',
  move: 'Move',
  charge: 'Charge',
  attack: 'Attack',
  guard: 'Guard',
  draw: 'Draw a power card',
  exchange: 'Swap this objective',
  focus: 'Focus',
  pass: 'Pass',
  action: 'Use ability',
  ability: 'Weapon ability',
  reroll: 'Roll again',
  'drive-back': 'Drive back',
  grapple: 'Pull',
  stay: 'Stay',
  overrun: 'Follow up',
  'stand-fast': 'Stand fast',
  next: 'Next target',
  play: 'Play',
  upgrade: 'Give upgrade',
  delve: 'Delve',
  use: 'Use',
  react: 'React',
  fighter: 'Pick this fighter',
  hex: 'Pick this hex',
  feature: 'Pick this token',
  card: 'Pick this card',
  name: 'Name',
  option: 'Choose',
  confirm: 'Choose',
  score: 'Score',
  discard: 'Discard',
  die: 'Pick this face',
  done: 'Done',
};

const kindsOfHex: Record<string, string> = {
  starting: 'starting hex',
  blocked: 'blocked',
  lethal: 'lethal',
  cover: 'cover',
  stagger: 'stagger',
  trap: 'trap',
  edge: 'edge',
};

const tokens: Record<string, string> = {
  move: 'Moved',
  charge: 'Charged',
  guard: 'On Guard',
  stagger: 'Staggered',
  raise: 'Raised',
};

const list = (words: string[]) => words.filter(Boolean).join(', ');
const plural = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;
const percent = (x: number) => `${Math.round(x * 100)}%`;

const driven = (hexes: number) => (hexes === 0 ? 'cannot be driven back' : `may be driven back (${plural(hexes, 'hex', 'hexes')})`);

const noOnes = 'no one’s territory';
const yours = 'your territory';
const theirs = (name: string) => `territory of ${name}`;

export const en = {
  /** English is what the server speaks: there is nothing to say anew. */
  told: {} as Told,
  product: 'Gloryhex',
  skip: 'Skip to the main part',
  gloryPoints: (n: number) => plural(n, 'glory point'),
  percent,
  verbs,
  tokens,
  help,
  coach,
  pages,
  being,
  players,
  ladders,
  tournaments,
  matches,
  tips,
  you: 'You',
  close: 'Close',
  back: 'Back',
  copy: 'Copy',
  copied: 'Copied',
  retry: 'Try again',
  loading: 'Fetching …',
  yes: 'Yes',
  no: 'No',

  nav: {
    title: 'Main menu',
    play: 'Play',
    decks: 'Decks',
    learn: 'Learn',
    puzzles: 'Puzzles',
    rules: 'Rules',
    light: 'Use the light table',
    dark: 'Use the dark table',
  },

  board: {
    title: 'The battlefield. Arrow keys walk from hex to hex, N goes to the next one you can pick, Enter picks.',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fit: 'Show the whole board',
    turn: 'Turn the board',
    hex: (name: string) => `Hex ${name}`,
    noOnes,
    yours,
    theirs,
    or: ' or ',
    placeArtefact: 'Place the artefact',
    feature: (number: number | null, numbered: boolean, side: string) =>
      side === 'artefact' ? 'the artefact' : numbered ? `objective ${number ?? ''}`.trim() : number === null ? `${side} token` : `${side} side of token ${number}`,
    hexLabel: (hex: { name: string; kinds: string[]; territory: string | null; fighter: string | null; feature: string | null; offers: string[] }) =>
      list([
        `Hex ${hex.name}`,
        hex.fighter ?? '',
        hex.feature ?? '',
        ...hex.kinds.map((k) => kindsOfHex[k] ?? ''),
        hex.territory === null ? noOnes : hex.territory === 'yours' ? yours : theirs(hex.territory),
        hex.offers.length > 0 ? `you can: ${hex.offers.join(' or ')}` : '',
      ]),
    fighterLabel: (name: string, yours: boolean, damage: number, wounds: number, inspired: boolean, tokenWords: string[]) =>
      list([`${name} (${yours ? 'yours' : 'enemy'})`, `${damage} of ${wounds} damage`, inspired ? 'Inspired' : '', ...tokenWords.map((w) => tokens[w] ?? w)]),
  },

  stats: { move: 'Move', defence: 'Defence dice', wounds: 'Wounds', bounty: 'Bounty', wizard: 'Wizard', range: 'Range', dice: 'Dice', damage: 'Damage' },
  weaponLabel: (name: string, range: number, dice: number, face: string, damage: number) =>
    `${name}: range ${range}, ${plural(dice, 'die', 'dice')}, ${face}, damage ${damage}`,

  kinds: {
    objective: 'Objective', surge: 'Surge', ploy: 'Ploy', gambit: 'Gambit', spell: 'Spell', upgrade: 'Upgrade',
    warscroll: 'Warscroll', plot: 'Plot', fighter: 'Fighter',
  } as Record<string, string>,
  gloryWord: 'glory',
  usable: '(can be used now)',
  unverified: 'Not yet checked against the printed card',
  houseProfile: 'Our own figures, not the printed ones',
  house: 'House profile',
  notesOfFigures: 'How well these figures are known',
  restricted: 'Only for',

  tracker: {
    title: 'Where the game is',
    glory: (name: string, points: number, spent: number) => `${name}: ${plural(points, 'glory point')}${spent > 0 ? `, ${spent} spent` : ''}`,
    undo: 'Take it back',
    undoWhy: (why: string) => `Take it back. ${why}`,
    help: 'Help',
    menu: 'More',
    leave: 'Leave the table',
    watching: (n: number) => plural(n, 'person watches', 'people watch'),
    away: 'away',
  },

  panel: {
    mine: 'Your warband',
    sideLeft: 'Your side of the table',
    sideRight: 'The other side and the log',
    table: (title: string) => `A game of ${title}`,
    warband: (name: string) => `${name}’s warband`,
    objectives: 'Your objectives',
    met: 'would score now',
    unmet: 'not yet',
    surge: 'when it happens',
    scored: 'Scored',
    hand: 'In hand',
    noneScored: 'None yet',
    out: 'Out of action',
    times: (word: string, n: number) => (n > 1 ? `${word} ×${n}` : word),
    inspired: 'Inspired',
    leader: 'Leader',
    upgrades: 'Upgrades',
    piles: 'Piles',
    powerDeck: 'Power deck',
    objectiveDeck: 'Objective deck',
    discard: 'Discarded',
    handCount: (power: number, objectives: number) => `${plural(power, 'power card')} and ${plural(objectives, 'objective')} in hand`,
    lasting: 'In force',
    warscroll: 'Warscroll',
    tabs: { hand: 'Hand', fighters: 'Fighters', rivals: 'Rivals', log: 'Log' },
  },

  hand: {
    title: 'Your hand',
    power: 'Power cards',
    objectives: 'Objectives',
    empty: 'No cards in hand',
    none: 'Sudden death is played without cards.',
    hidden: 'Cards the others hold stay hidden.',
    closed: (name: string, power: number, objectives: number) => `${plural(power, 'power card')} and ${plural(objectives, 'objective')} of ${name} lie face down.`,
    open: (name: string) => `I am ${name}: show my cards`,
  },

  labels: {
    play: (card: string, who?: string) => (who ? `Cast ${card} with ${who}` : `Play ${card}`),
    attack: (target: string, weapon: string) => `Attack ${target} with ${weapon}`,
    upgrade: (card: string, who: string) => `Give ${card} to ${who}`,
    score: (card: string, glory: number | null) => (glory === null ? `Score ${card}` : `Score ${card} for ${glory} glory`),
    discard: (card: string) => `Discard ${card}`,
    exchange: (card: string) => `Swap ${card} for another`,
    ability: (word: string) => `Use ${word[0]?.toUpperCase()}${word.slice(1)}`,
    reroll: (face: string) => `Roll the die that shows ${face} again`,
  },

  join: {
    title: 'How the board is laid',
    lay: 'Lay it like this',
    sides: { north: 'Above', south: 'Below', west: 'To the left', east: 'To the right' },
    sideOf: (side: 'north' | 'south' | 'west' | 'east', board: number) => `${{ north: 'Above', south: 'Below', west: 'Left of', east: 'Right of' }[side]} board ${board}`,
    left: 'Slide left',
    right: 'Slide right',
    up: 'Slide up',
    down: 'Slide down',
    turn: 'Turn it round',
  },

  bar: {
    title: 'What you can do now',
    pickFighter: 'Pick a fighter or a card, or one of these:',
    chosen: (name: string) => `What should ${name} do?`,
    chosenCard: (card: string) => `What do you want to do with ${card}?`,
    pickHex: (verb: string) => `${verb}: pick one of the marked hexes.`,
    pickTarget: (verb: string) => `${verb}: pick one of the marked fighters.`,
    pickFor: (card: string) => `${card}: for which fighter?`,
    which: 'Which of these do you mean?',
    passing: 'Nothing to answer with; passing …',
    cancel: 'Cancel',
    find: 'Find',
    waitingFor: (name: string) => `${name} is deciding.`,
    thinking: (name: string) => `${name} is thinking …`,
    lowered: (name: string, level: string) => `So many games are played here now that ${name} thinks less and plays like: ${level}.`,
    sending: 'One moment …',
    watching: 'You are watching.',
    nobody: 'The game goes on by itself.',
    notAllowed: 'Not possible now',
    askWhy: 'Why not?',
    remedy: 'What would help',
    rule: 'Read the rule',
    undoAsked: (name: string) => `${name} asks to take the last choice back.`,
    undoWaits: 'The others are asked whether you may take it back.',
    agree: 'Agree',
    refuse: 'Refuse',
    drawWaits: 'The others are asked whether they agree to a draw.',
    drawRefused: 'The offer of a draw does not stand; the game goes on.',
    drawOffered: (name: string) => `${name} offers a draw.`,
    lost: 'The connection broke. Trying again …',
    problem: 'That did not work',
    more: (n: number) => `and ${n} more on the board`,
  },

  odds: {
    hit: 'hit',
    push: 'draw',
    miss: 'miss',
    title: (success: number, draw: number, fail: number) => `${percent(success)} hit, ${percent(draw)} draw, ${percent(fail)} miss`,
    onHit: (low: number, high: number, hexes: number) => `${low === high ? low : `${low} to ${high}`} damage, ${driven(hexes)}`,
    onDraw: (hexes: number) => `no damage, ${driven(hexes)}`,
    onMiss: 'nothing happens',
    kill: (x: number) => `${percent(x)} to take out of action`,
  },

  dice: {
    title: 'The dice',
    rollOff: 'Roll-off',
    against: (attacker: string, target: string, weapon: string) => `${attacker} attacks ${target} with ${weapon}`,
    rolled: (who: string, faceWords: string[]) => `${who}: ${faceWords.join(', ')}`,
    verdict: { open: '', success: 'Hit', critical: 'Critical hit', draw: 'Draw', fail: 'Miss', 'broken-off': 'Broken off' } as Record<string, string>,
    successes: (n: number) => plural(n, 'success', 'successes'),
    skip: 'Press to skip',
    attack: 'Attack roll',
    defence: 'Defence roll',
    magic: 'Casting roll',
  },

  rule: {
    title: 'The rule',
    all: 'Open it in the rules',
  },

  log: {
    title: 'What happened',
    empty: 'Nothing has happened yet.',
    times: (n: number) => `${n} times`,
    rule: 'The rule behind it',
    unfold: (card: string) => `Everything that ${card} did`,
    round: (n: number) => `Round ${n}`,
    showOnBoard: 'Show on the board',
  },

  end: {
    won: 'Victory',
    lost: 'Defeat',
    draw: 'A draw',
    over: 'The game is over',
    glory: 'Glory over time',
    luck: 'Luck',
    luckLine: (name: string, successes: number, attacks: number, expected: string) =>
      `${name}: ${successes} of ${plural(attacks, 'attack')} hit, ${expected} were to be expected`,
    crits: (n: number, dice: number) => `${n} of ${dice} dice were critical`,
    rematch: 'Play again',
    rematchWait: 'Waiting for the others to want it too …',
    replay: 'Watch it again',
    lobby: 'To the front page',
    look: 'Look at the board',
    nextGame: 'Go to the next game',
  },

  curtain: {
    title: (name: string) => `Hand the screen to ${name}`,
    ready: (name: string) => `I am ${name}`,
  },

  setup: {
    noBoards: 'The table is still bare',
    noBoardsText: 'The boards are chosen and laid before anything else.',
    hand: 'Your first hand',
    handText: 'Objectives earn glory. Power cards are played in the power step after each action.',
  },

  settings: {
    title: 'Settings of this table',
    reactions: 'Chances to react',
    power: 'Your part of power steps',
    ask: 'Always ask me',
    'when-able': 'Ask me when I can do something',
    pass: 'Never ask, always pass',
    note: 'The others cannot tell which you use.',
    untilTurn: 'Pass everything until my next turn',
    less: 'Less motion',
    names: 'Names of hexes on the board',
    resign: 'Give up',
    resignSure: 'Really give up?',
    offerDraw: 'Offer a draw',
    share: 'Link for watching',
    resume: 'Private link to go on from another device',
    table: 'This table',
    keys: 'Keys',
    keyList: [
      ['1 … 9', 'press a button of the bar at the bottom'],
      ['Arrows', 'walk over the board'],
      ['N, P', 'next or previous hex you can pick'],
      ['Enter', 'pick'],
      ['Escape', 'one step back'],
      ['U', 'take the last choice back'],
      ['B, H, L', 'go to the board, the hand, the log'],
    ] as const,
  },
};
