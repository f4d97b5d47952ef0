/** A review as it is kept between visits: what the searches have said, from which it is worked out again. */

import type { Assessment } from '../../generated/types';

export interface SavedReview {
  version: 1;
  variant: string;
  startFen: string;
  /** The moves of the game, in UCI form. */
  moves: string[];
  /** How many of them come before the first position that was looked at. */
  first: number;
  /** Of this position and those after it. */
  assessments: (Assessment | null)[];
}

function isAssessment(value: unknown): value is Assessment {
  const one = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const said = [one.eval, one.table].filter((part) => part !== undefined);
  return said.length > 0 && said.every((part) => typeof part === 'object' && part !== null) && Array.isArray(one.moves);
}

/** The review kept under some key, or `null` when it is none; whether it fits the game is for the rules to say. */
export function parseSavedReview(value: unknown): SavedReview | null {
  if (typeof value !== 'object' || value === null) return null;
  const { version, variant, startFen, moves, first, assessments } = value as Record<string, unknown>;
  if (version !== 1 || typeof variant !== 'string' || typeof startFen !== 'string') return null;
  if (!Array.isArray(moves) || !moves.every((move) => typeof move === 'string')) return null;
  if (!Number.isInteger(first) || (first as number) < 0 || !Array.isArray(assessments)) return null;
  if (!assessments.every((one) => one === null || isAssessment(one))) return null;
  return { version: 1, variant, startFen, moves, first: first as number, assessments };
}
