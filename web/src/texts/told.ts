// What the server says in English, said anew: every sentence it sends comes with a key and with what it is about.
// A language fills in as much as it has; what it leaves out is shown as it came.
import type { Choice, Content, Decision, Ending, GameView, LogLine, Refusal, RuleEntry, ServerMessage, Tracker, Verb } from '../protocol';

/** What a sentence needs to name what it is about. */
export type Names = {
  fighterName(id: number): string;
  seatName(seat: number): string;
  hexName(id: number): string;
};

export type Told = {
  /** Questions, by the kind of decision. */
  questions?: Record<string, (decision: Decision, view: GameView, names: Names) => string>;
  /** Lines of the log, by what happened. */
  lines?: Record<string, (line: LogLine, names: Names) => string>;
  /** Choices, by their verb. */
  choices?: Partial<Record<Verb, (choice: Choice, names: Names) => string>>;
  /** Where in the game we are. */
  tracker?: (tracker: Tracker) => string;
  /** How it ended. */
  ending?: (ending: Ending, names: Names) => string;
  /** Rules, by their id; why something is not allowed is told by its rule. */
  rules?: Record<string, { title: string; text: string }>;
  /** Symbols of dice, by their short names. */
  faces?: Record<string, string>;
  /** Cards, by their English name. */
  cards?: Record<string, { name: string; text: string[] }>;
};

export function retoldRules(told: Told, rules: RuleEntry[]): RuleEntry[] {
  return told.rules ? rules.map((rule) => ({ ...rule, ...told.rules![rule.id] })) : rules;
}

export function retoldContent(told: Told, content: Content): Content {
  const cards = told.cards ? content.cards.map((card) => ({ ...card, ...told.cards![card.name] })) : content.cards;
  const faces = content.faces.map(([face, name]): [string, string] => [face, told.faces?.[face] ?? name]);
  return { ...content, cards, faces };
}

function retoldRefusal(told: Told, refusal: Refusal): Refusal {
  const rule = told.rules?.[refusal.rule];
  return rule ? { ...refusal, ...rule, remedy: '' } : refusal;
}

function retoldView(told: Told, view: GameView, names: Names): GameView {
  const { decision, tracker, ending } = view;
  const question = decision && told.questions?.[decision.kind];
  return {
    ...view,
    decision: decision && question ? { ...decision, text: question(decision, view, names) } : decision,
    tracker: told.tracker ? { ...tracker, text: told.tracker(tracker) } : tracker,
    ending: ending && told.ending ? { ...ending, text: told.ending(ending, names) } : ending,
  };
}

/** A message with all that it says in words said by the catalogue, as far as that can. */
export function retold(told: Told, message: ServerMessage, names: Names): ServerMessage {
  if (Object.keys(told).length === 0) return message;
  if (message.type === 'refused') return { ...message, refusal: retoldRefusal(told, message.refusal) };
  if (message.type === 'over') return told.ending ? { ...message, ending: { ...message.ending, text: told.ending(message.ending, names) } } : message;
  if (message.type !== 'welcome' && message.type !== 'update') return message;
  return {
    ...message,
    view: retoldView(told, message.view, names),
    log: message.log.map((line) => ({ ...line, text: told.lines?.[line.kind]?.(line, names) ?? line.text })),
    choices: message.choices && { ...message.choices, list: message.choices.list.map((c) => ({ ...c, label: told.choices?.[c.verb]?.(c, names) ?? c.label })) },
  };
}
