// A position somebody has laid out, as the text of a scenario file.
import type { Board } from '../protocol';

export type Placed = { seat: number; slug: string; hex: number; damage: number };
export type Token = { hex: number; number: number };
export type Position = {
  title: string;
  edition: string;
  board: Board;
  warbands: [slug: string, slug: string];
  fighters: Placed[];
  tokens: Token[];
  glory: [number, number];
  rounds: number;
  turns: number;
};

const marks: Record<string, string> = { blocked: '#', lethal: '!', cover: '~', stagger: '%', starting: 's' };

/** The rows of a drawn battlefield, as scenarios have them. */
export function drawing(board: Board): string[] {
  const at = new Map(board.hexes.map((hex) => [`${2 * hex.q + hex.r} ${hex.r}`, hex]));
  const columns = board.hexes.map((hex) => 2 * hex.q + hex.r);
  const rows = board.hexes.map((hex) => hex.r);
  const [west, east] = [Math.min(...columns), Math.max(...columns)];
  const drawn: string[] = [];
  for (let r = Math.min(...rows); r <= Math.max(...rows); r++) {
    let line = (west - r) % 2 === 0 ? '' : ' ';
    for (let x = west + line.length; x <= east; x += 2) {
      const kinds = at.get(`${x} ${r}`)?.kinds.flatMap((kind) => marks[kind] ?? []);
      line += kinds ? `${kinds[0] ?? '.'}${kinds[1] ?? ' '}` : '_ ';
    }
    drawn.push(`| ${line}`.replace(/[_ ]+$/, ''));
  }
  return drawn;
}

/** The file: the last turn of the game is the first player's. */
export function written(position: Position): string {
  const name = (id: number) => position.board.hexes.find((hex) => hex.id === id)?.name ?? '';
  const territory = (seat: number) => position.board.hexes.filter((hex) => hex.territory === seat).map((hex) => hex.name);
  return [
    `# ${position.title}`,
    `editions: ${position.edition}`,
    '',
    '```scenario',
    'map',
    ...drawing(position.board),
    ...[0, 1].filter((seat) => territory(seat).length > 0).map((seat) => `territory ${seat + 1} ${territory(seat).join(' ')}`),
    ...position.warbands.map((slug, seat) => `warband ${seat + 1} ${slug}`),
    ...position.fighters.map((f) => `place ${name(f.hex)} ${f.slug}${f.damage > 0 ? ` damage ${f.damage}` : ''}`),
    ...position.tokens.map((token) => `token ${token.number} at ${name(token.hex)} objective`),
    ...position.glory.flatMap((points, seat) => (points > 0 ? [`glory ${seat + 1} ${points}`] : [])),
    `round ${position.rounds} turn ${position.turns} active 1 first 2`,
    '1 is asked: activation',
    '```',
    '',
  ].join('\n');
}
