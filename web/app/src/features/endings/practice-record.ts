/** Results of the visitor's endgame practice, stored in this browser. */

import { readObject, write } from '../../domain/storage';
import type { Store } from '../../domain/storage';

const PRACTICE_KEY = 'saffron.practice';

export interface PracticeRecord {
  /** Number of positions won. */
  solved: number;
  /** Number of wins in the fewest possible moves and without a takeback. */
  perfect: number;
  /** Fewest moves above best play; `null` before a position was won without a takeback. */
  least: number | null;
}

const NOTHING: PracticeRecord = { solved: 0, perfect: 0, least: null };

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function parsed(value: unknown): PracticeRecord {
  const { solved, perfect, least } = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  if (!isCount(solved) || !isCount(perfect) || !(least === null || isCount(least))) return NOTHING;
  return { solved, perfect, least };
}

export function practiceRecord(variant: string, ending: string, store?: Store | null): PracticeRecord {
  return parsed(readObject(PRACTICE_KEY, store)[`${variant}/${ending}`]);
}

/** Records a won position and the number of moves above best play. Returns the new record. */
export function addSolved(
  variant: string,
  ending: string,
  { extra, takenBack }: { extra: number; takenBack: number },
  store?: Store | null,
): PracticeRecord {
  const before = practiceRecord(variant, ending, store);
  const clean = takenBack === 0;
  const after: PracticeRecord = {
    solved: before.solved + 1,
    perfect: before.perfect + (clean && extra === 0 ? 1 : 0),
    least: clean ? Math.min(extra, before.least ?? extra) : before.least,
  };
  write(PRACTICE_KEY, { ...readObject(PRACTICE_KEY, store), [`${variant}/${ending}`]: after }, store);
  return after;
}
