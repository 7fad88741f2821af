// Matches of one game or of three.
import type { MatchEnding, MatchView } from '../protocol';

const name = (view: MatchView, side: number | null) => (side === null ? '' : view.sides[side]?.name || 'the other');

export const matches = {
  title: 'Match',
  decide: 'There must be a winner',
  decideHint: 'glory, survivors, sudden death, a roll-off, as the rulebook has it',
  of: (view: MatchView) => (view.best_of === 1 ? 'One game' : 'Best of three'),
  winner: 'with tie-breakers',
  game: (n: number, of: number) => (of === 1 ? 'The game' : `Game ${n} of ${of}`),
  suddenDeath: 'Sudden death',
  score: (view: MatchView) => `${name(view, 0)} ${view.sides[0]!.won} – ${view.sides[1]!.won} ${name(view, 1)}`,
  glory: (view: MatchView) => `Glory ${view.sides[0]!.glory} : ${view.sides[1]!.glory}`,
  inviteTitle: 'Invite somebody',
  invite: 'Invitation to this match',
  yours: 'You are invited to a match',
  sit: 'Sit down',
  comeBack: 'The same link brings you back on any device.',
  name: 'Your name',
  here: 'is here',
  missing: 'not here yet',
  hasChosen: 'has chosen',
  choosing: 'is choosing',
  free: 'Free side',
  chooseTitle: 'Choose for the whole match',
  secret: 'Nobody sees what you choose before both have chosen. Warband and deck stay for all games.',
  choose: 'Choose this',
  chosen: (warband: string, deck: string | null) => `You have chosen ${warband}${deck ? `, ${deck}` : ''}.`,
  wait: 'The other side has not chosen yet. You can still choose otherwise.',
  waitFor: 'The other side has not come yet.',
  again: 'Choose otherwise',
  due: (when: string) => `Both must have come and chosen by ${when}.`,
  watching: 'You are watching this match.',
  readyDeck: 'the ready-made deck',
  took: (who: string) => `This game goes to ${who}.`,
  drawn: 'This game is drawn.',
  next: 'Next game',
  nextSudden: 'To the sudden death rounds',
  nextWait: 'The next game is being made …',
  suddenDeathWhy: 'The match is level in games and glory. Its fighters stay where they are: no cards, and the first warband that is gone loses.',
  look: 'Look at the table',
  replay: 'Watch it again',
  menu: 'The match',
  games: 'Games',
  playing: 'being played',
  leave: 'Give the match up',
  leaveSure: 'Really give the whole match up?',
  tournament: 'To the tournament',
  lobby: 'To the front page',
  gone: 'There is no such match',
  ended: (view: MatchView, ending: MatchEnding) => {
    const who = name(view, ending.winner);
    const games = `${Math.max(view.sides[0]!.won, view.sides[1]!.won)} – ${Math.min(view.sides[0]!.won, view.sides[1]!.won)}`;
    const glory = `${Math.max(view.sides[0]!.glory, view.sides[1]!.glory)} – ${Math.min(view.sides[0]!.glory, view.sides[1]!.glory)}`;
    const says: Record<MatchEnding['how'], string> = {
      games: `${who} wins the match, ${games}.`,
      glory: `The games are level; ${who} wins the match on glory, ${glory}.`,
      survivors: `Games and glory are level; ${who} alone had fighters left, and wins the match.`,
      'sudden-death': `${who} wins the match in sudden death.`,
      'roll-off': `Nothing else could tell; ${who} wins the match by a roll-off.`,
      ahead: `The match is level; ${who} stood further up and goes on.`,
      'given-up': `${who} wins the match, which the other side gave up.`,
      late: ending.winner === null ? 'Nobody came in time; nobody wins the match.' : `${who} wins the match: the other side did not come and choose in time.`,
      drawn: 'The match is drawn.',
      told: ending.winner === null ? 'The tournament has closed this match; nobody has won it.' : `The tournament has decided this match: ${who} has won.`,
    };
    return says[ending.how];
  },
};
