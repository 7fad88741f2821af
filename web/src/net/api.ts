// Plain questions to wherever the games are.
import type {
  Content, ContinueGame, DeckCheck, DeckList, EditionFace, GameSummary, JoinGame, LessonFace, Moment, NewGame, PuzzleFace,
  RuleEntry, SceneAnswer, SceneAsk, Story, Ticket,
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
  check: (edition: string, warband: string, deck: DeckList) =>
    ask<DeckCheck>(`decks/check?edition=${e(edition)}&warband=${e(warband)}`, deck),
};
