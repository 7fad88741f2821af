// A match whose games the players ask for (against an opponent, on one screen), told like one that a server keeps.
import type { GameSummary, MatchView } from '../protocol';

/** The match that a game belongs to, or nothing if a server keeps it or there is none. */
export function rubberOf(game: GameSummary): MatchView | null {
  const series = game.series;
  if (!series || series.id !== null) return null;
  const over = game.stage === 'over';
  const games = series.results.map((result, n) => ({
    game: '', over: true, winner: result.winner, glory: result.glory,
    // Sudden death rounds are the last there is.
    sudden_death: series.sudden_death && over && n === series.results.length - 1,
  }));
  if (!over) games.push({ game: game.id, over: false, winner: null, glory: [0, 0], sudden_death: series.sudden_death });
  const glory = (seat: 0 | 1) => games.filter((g) => g.over && !g.sudden_death).reduce((sum, g) => sum + g.glory[seat], 0);
  return {
    id: '', edition: game.edition, best_of: series.best_of, decide: series.decide, rated: game.rated ?? false, clock: game.clock, due: null, tournament: null,
    stage: series.ending ? 'over' : 'playing', games, ending: series.ending,
    sides: game.seats.slice(0, 2).map((seat, n) => ({ name: seat.name || seat.warband, known: seat.known ?? false, here: true, chosen: true, warband: seat.warband, won: series.won[n] ?? 0, glory: glory(n as 0 | 1) })),
  };
}

/** Whether sudden death rounds come next: its games are played, and it is level. */
export function suddenNext(match: MatchView): boolean {
  return match.decide && !match.ending && match.games.length >= match.best_of && match.games.every((game) => game.over);
}
