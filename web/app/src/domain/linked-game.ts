/** Games in addresses: `?fen=` is the position before the first move, `?moves=` the moves in UCI form, and `#12` the ply. */

import { fenOfAddress } from './addresses';
import { newGame, startFenOf } from './rules';

/** Game named by an address. */
export interface LinkedGame {
  startFen: string;
  moves: string[];
  /** Ply to show. */
  ply: number;
  problem: LinkProblem | null;
}

/** Problem with an address: the rules' error for the FEN, or the first illegal move. */
export type LinkProblem = { kind: 'fen'; error: unknown } | { kind: 'move'; text: string; ply: number };

/** Returns the ply in the hash of an address; `null` if there is none. */
export function plyOfHash(hash: string): number | null {
  return /^#\d{1,4}$/.test(hash) ? Number(hash.slice(1)) : null;
}

/** Returns the moves of an address, separated by plus signs (escaped or not), underscores or commas. */
function movesOfAddress(text: string): string[] {
  return text.split(/[\s+_,]+/).filter((part) => part !== '');
}

/**
 * Returns the game in the query of an address; `null` if there is none. The game ends before an illegal move, and an invalid FEN is
 * replaced by the variant's start.
 */
export function linkedGame(variant: string, search: string, hash: string): LinkedGame | null {
  const query = new URLSearchParams(search);
  const fen = query.get('fen');
  const wanted = query.get('moves');
  if (fen === null && wanted === null) return null;
  let game;
  try {
    game = newGame(variant, fen === null ? undefined : fenOfAddress(fen));
  } catch (error) {
    return { startFen: startFenOf(variant), moves: [], ply: 0, problem: { kind: 'fen', error } };
  }
  const moves: string[] = [];
  let problem: LinkProblem | null = null;
  for (const text of movesOfAddress(wanted ?? '')) {
    try {
      game.playOn(text);
    } catch {
      problem = { kind: 'move', text, ply: moves.length };
      break;
    }
    moves.push(text);
  }
  const startFen = game.startFen();
  game.free();
  return { startFen, moves, ply: Math.min(moves.length, plyOfHash(hash) ?? moves.length), problem };
}
