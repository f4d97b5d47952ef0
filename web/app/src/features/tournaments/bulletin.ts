/** Contents of a printed bulletin: rounds with their games, and positions for diagrams. */

import { get } from '../../domain/api';
import { loadServerVariants } from '../../domain/live/server-variants';
import { loadRules } from '../../domain/rules';
import type { Tournament, TournamentBoard, TournamentGame, TournamentGames } from '../../generated/protocol';
import type { GameState } from '../../generated/types';
import { gameLine } from './game-line';
import { moveAt, numberedMoves } from './numbered-moves';

/** Moves up to a diagram, or to the end of a game. */
export interface BulletinPart {
  /** Moves with their numbers, in English letters. */
  readonly text: string;
  /** Position after them; `null` if it is not drawn. */
  readonly state: GameState | null;
  /** Last move with its number; `null` for the last one of the game. */
  readonly after: string | null;
}

export interface BulletinGame {
  /** Number of the board, from 1. */
  readonly number: number;
  readonly board: TournamentBoard;
  readonly parts: readonly BulletinPart[];
}

export interface BulletinRound {
  /** Number of the round, from 1. */
  readonly number: number;
  readonly games: readonly BulletinGame[];
}

/** Plies between two diagrams of a game. */
const STEP = 40;
/** Plies that must follow a diagram, so that the next one shows something else. */
const LEAST = 16;
/** Games of which the positions are computed before the page is drawn again. */
const AT_ONCE = 10;

/** Returns the plies after which a game of so many has diagrams: every 20 moves, and its end. */
export function diagramPlies(length: number): number[] {
  const plies: number[] = [];
  for (let ply = STEP; ply + LEAST <= length; ply += STEP) plies.push(ply);
  return length >= LEAST ? [...plies, length] : plies;
}

/** Returns the parts of a game. The rules must be loaded. Rejects if a move is not legal. */
export async function partsOf(variant: string, moves: string): Promise<BulletinPart[]> {
  const line = await gameLine(variant, moves);
  const sans = line.history.map(({ san }) => san);
  const plies = diagramPlies(sans.length);
  const ends = plies.at(-1) === sans.length ? plies : [...plies, sans.length];
  return ends.map((end, index) => ({
    text: numberedMoves(sans.slice(0, end), ends[index - 1] ?? 0),
    state: plies.includes(end) ? line.stateAt(end) : null,
    after: end === sans.length ? null : moveAt(sans, end),
  }));
}

/** Loads the games of a tournament. Rejects with the error of the request or of the rules. */
export async function bulletinOf(tournament: Tournament): Promise<BulletinRound[]> {
  const { variant } = tournament.settings;
  const [{ games }] = await Promise.all([
    get<TournamentGames>(`tournaments/${tournament.info.id}/games`),
    loadRules().then(() => loadServerVariants(variant)),
  ]);
  const rounds: { number: number; games: BulletinGame[] }[] = tournament.rounds.map((_, index) => ({
    number: index + 1,
    games: [],
  }));
  for (const [index, { round, board: number, moves }] of games.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await new Promise((drawn) => setTimeout(drawn));
    const board = boardOf(tournament, { round, board: number });
    if (board) rounds[round - 1]?.games.push({ number, board, parts: await partsOf(variant, moves) });
  }
  return rounds;
}

function boardOf(
  { rounds }: Tournament,
  { round, board }: Pick<TournamentGame, 'round' | 'board'>,
): TournamentBoard | undefined {
  return rounds[round - 1]?.boards[board - 1];
}
