// Plain questions to wherever the games are.
import type {
  Blocked, ChooseForMatch, ClockRules, Content, ContinueGame, DeckCheck, DeckList, DeckSuggestion, DeviceFace, EditionFace, EnterTournament, GameSummary, GuestSeat, Here,
  JoinGame, LadderFace, LadderView, LessonFace, MatchTicket, MatchView, Moment, NewGame, NewLadder, NewMatch, NewTournament, OwnProfile, OwnSide,
  PlayerKey, PlayerProfile, PuzzleFace, RuleEntry, SceneAnswer, SceneAsk, SitAtMatch, Story, TellResult, Ticket, TournamentFace, TournamentView,
} from '../protocol';
import { t } from '../texts';
import { retoldContent, retoldRules } from '../texts/told';
import { Failure } from './failure';
import { host } from './host';

export { Failure };

const ask = <T>(path: string, body?: unknown) => host.ask(path, body) as Promise<T>;

const kept = new Map<string, Promise<unknown>>();
/** Answers that never change while the page is open are asked for once. */
function once<T>(path: string, told: (answer: T) => T = (answer) => answer): Promise<T> {
  let answer = kept.get(path) as Promise<T> | undefined;
  if (!answer) {
    answer = ask<T>(path).then(told);
    kept.set(path, answer);
    answer.catch(() => kept.delete(path));
  }
  return answer;
}

const e = encodeURIComponent;

/** What a search says of a finished game; chances to win are between 0 and 1, players count from 1. */
export type Analysis = {
  curve: { decision: number; round: number; wins: number[] }[];
  /** Averages: what a roll, a draw and an own decision did to the chance to win. */
  luck: { player: number; rolls: number; perRoll: number; draws: number; perDraw: number; decisions: number; perDecision: number; attacks: number; successes: number; expectedSuccesses: number }[];
  slips: { decision: number; round: number; turn: number; player: number; choiceWords: string; wins: number; betterWords: string; betterWins: number; cost: number; reason: string }[];
  missed: { player: number; objective: string; round: number }[];
};

export const api = {
  here: () => once<Here>('here'),
  editions: () => once<EditionFace[]>('editions'),
  content: (edition: string) => once<Content>(`content/${e(edition)}`, (content) => retoldContent(t.told, content)),
  rules: (edition: string) => once<RuleEntry[]>(`rules/${e(edition)}`, (rules) => retoldRules(t.told, rules)),
  games: () => ask<GameSummary[]>('games'),
  game: (id: string) => ask<GameSummary>(`games/${e(id)}`),
  make: (game: NewGame) => ask<Ticket>('games', game),
  join: (id: string, seat: JoinGame) => ask<Ticket>(`games/${e(id)}/join`, seat),
  moment: (id: string, at: number) => ask<Moment>(`games/${e(id)}/at/${at}`),
  story: (id: string) => ask<Story>(`games/${e(id)}/story`),
  analysis: (id: string) => once<Analysis>(`games/${e(id)}/analysis`),
  /** The whole game as a file, once it is over. */
  replay: (id: string) => host.file(`games/${e(id)}/replay`),
  /** A game under way as the file that the terminal goes on with. */
  save: (id: string) => host.file(`games/${e(id)}/save`),
  /** A game from a file; with a level the first seat plays against opponents. */
  read: (text: string, level: string | null) => ask<Ticket>('files', { text, level }),
  goOn: (id: string, from: ContinueGame) => ask<Ticket>(`games/${e(id)}/continue`, from),
  lessons: () => once<LessonFace[]>('lessons'),
  lesson: (id: string, said: SceneAsk) => ask<SceneAnswer>(`lessons/${e(id)}`, said),
  puzzles: (edition: string) => once<PuzzleFace[]>(`puzzles/${e(edition)}`),
  puzzle: (edition: string, id: string, said: SceneAsk) => ask<SceneAnswer>(`puzzles/${e(edition)}/${e(id)}`, said),
  takeName: (name: string) => ask<PlayerKey>('players', { name }),
  restoreName: (name: string, phrase: string) => ask<PlayerKey>('players/restore', { name, phrase }),
  me: () => ask<OwnProfile>('players/me'),
  /** Games in which everybody waits for one's name. */
  turns: () => ask<GameSummary[]>('players/me/turns'),
  player: (name: string) => ask<PlayerProfile>(`players/${e(name)}`),
  rename: (name: string) => ask<PlayerKey>('players/me/rename', { name }),
  renewKey: () => ask<PlayerKey>('players/me/renew', null),
  forgetMe: (name: string, phrase: string) => ask<null>('players/me/forget', { name, phrase }),
  /** Whom one has blocked. */
  blocked: () => ask<Blocked>('players/me/blocked'),
  block: (name: string, on: boolean) => ask<Blocked>('players/me/block', { name, on }),
  /** The devices that prove one's name. */
  devices: () => ask<DeviceFace[]>('players/me/devices'),
  withdrawDevice: (number: number) => ask<DeviceFace[]>('players/me/withdraw', { number }),
  /** Everything the server keeps of one's name, as a file. */
  exportMe: () => host.file('players/me/export'),
  /** One's seats at a game, on a device that has no token for them yet. */
  seat: (id: string) => ask<Ticket>(`games/${e(id)}/seat`, null),
  makeMatch: (match: NewMatch) => ask<MatchTicket>('matches', match),
  match: (id: string) => ask<MatchView>(`matches/${e(id)}`),
  sitAtMatch: (id: string, wish: SitAtMatch) => ask<MatchTicket>(`matches/${e(id)}/sit`, wish),
  chooseForMatch: (id: string, wish: ChooseForMatch) => ask<OwnSide>(`matches/${e(id)}/choose`, wish),
  ownMatch: (id: string, token: string | null) => ask<OwnSide>(`matches/${e(id)}/own`, { token }),
  leaveMatch: (id: string, token: string | null) => ask<MatchView>(`matches/${e(id)}/leave`, { token }),
  tournaments: () => ask<TournamentFace[]>('tournaments'),
  makeTournament: (tournament: NewTournament) => ask<TournamentView>('tournaments', tournament),
  tournament: (id: string) => ask<TournamentView>(`tournaments/${e(id)}`),
  enterTournament: (id: string, wish: EnterTournament) => ask<TournamentView>(`tournaments/${e(id)}/enter`, wish),
  dropEntrant: (id: string, entrant: number) => ask<TournamentView>(`tournaments/${e(id)}/drop`, { entrant }),
  nextRound: (id: string) => ask<TournamentView>(`tournaments/${e(id)}/next`, null),
  tellResult: (id: string, told: TellResult) => ask<TournamentView>(`tournaments/${e(id)}/result`, told),
  pauseTournament: (id: string, on: boolean) => ask<TournamentView>(`tournaments/${e(id)}/pause`, { on }),
  /** Clocks for the matches that are made from now on. */
  setClock: (id: string, clock: ClockRules | null) => ask<TournamentView>(`tournaments/${e(id)}/clock`, { clock }),
  /** For the organiser: another invitation for a guest; the one of before opens nothing any more. */
  uninvite: (id: string, entrant: number) => ask<GuestSeat[]>(`tournaments/${e(id)}/uninvite`, { entrant }),
  /** For the organiser: the invitations of the guests of the last round. */
  guestSeats: (id: string) => ask<GuestSeat[]>(`tournaments/${e(id)}/guests`, null),
  endTournament: (id: string) => ask<TournamentView>(`tournaments/${e(id)}/end`, null),
  ladders: () => ask<LadderFace[]>('ladders'),
  openLadder: (ladder: NewLadder) => ask<LadderView>('ladders', ladder),
  ladder: (id: string) => ask<LadderView>(`ladders/${e(id)}`),
  joinLadder: (id: string) => ask<LadderView>(`ladders/${e(id)}/join`, null),
  leaveLadder: (id: string) => ask<LadderView>(`ladders/${e(id)}/leave`, null),
  challenge: (id: string, to: string) => ask<LadderView>(`ladders/${e(id)}/challenge`, { to }),
  answerChallenge: (id: string, challenge: number, accept: boolean) => ask<LadderView>(`ladders/${e(id)}/answer`, { challenge, accept }),
  withdraw: (id: string, challenge: number) => ask<LadderView>(`ladders/${e(id)}/withdraw`, { challenge, accept: false }),
  check: (edition: string, warband: string, deck: DeckList) =>
    ask<DeckCheck>(`decks/check?edition=${e(edition)}&warband=${e(warband)}`, deck),
  /** A legal deck that keeps what is in this one; another seed gives another. */
  suggest: (edition: string, warband: string, seed: number, deck: DeckList) =>
    ask<DeckSuggestion>(`decks/suggest?edition=${e(edition)}&warband=${e(warband)}&seed=${seed}`, deck),
};
