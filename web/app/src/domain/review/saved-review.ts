/** Stored format of a review: the assessments, from which the review is computed again. */

import type { Assessment } from '../../generated/types';

export interface SavedReview {
  version: 1;
  variant: string;
  startFen: string;
  /** The moves of the game, in UCI form. */
  moves: string[];
  /** Number of positions before the first assessed one. */
  first: number;
  /** Assessments of that position and of those after it. */
  assessments: (Assessment | null)[];
}

function isAssessment(value: unknown): value is Assessment {
  const one = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const said = [one.eval, one.table].filter((part) => part !== undefined);
  return said.length > 0 && said.every((part) => typeof part === 'object' && part !== null) && Array.isArray(one.moves);
}

/** Parses a stored review. Returns `null` if it is invalid; the rules check whether it fits the game. */
export function parseSavedReview(value: unknown): SavedReview | null {
  if (typeof value !== 'object' || value === null) return null;
  const { version, variant, startFen, moves, first, assessments } = value as Record<string, unknown>;
  if (version !== 1 || typeof variant !== 'string' || typeof startFen !== 'string') return null;
  if (!Array.isArray(moves) || !moves.every((move) => typeof move === 'string')) return null;
  if (!Number.isInteger(first) || (first as number) < 0 || !Array.isArray(assessments)) return null;
  if (!assessments.every((one) => one === null || isAssessment(one))) return null;
  return { version: 1, variant, startFen, moves, first: first as number, assessments };
}
