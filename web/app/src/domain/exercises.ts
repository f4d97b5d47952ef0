/** Exercises: one file for each game, and those made for the visitor's own variants. */

import { EXERCISE_TOPICS } from '../generated/types';
import type { ExerciseTopic } from '../generated/types';
import { loadEngineModule, loadVariantRules } from './rules';
import { isVariantId } from './variant-ids';

const FILES = import.meta.glob<string>('../../../../crates/exercises/exercises/*.tsv', {
  query: '?url',
  import: 'default',
  eager: true,
});

const addresses = new Map(
  Object.entries(FILES).map(([path, url]) => [path.replace(/^.*\//, '').replace(/\.tsv$/, ''), url]),
);

/** Kinds of goals, by their ids in crates/exercises/src/goal.rs. */
export const GOALS = [
  'stars',
  'captures',
  'promotion',
  'enPassant',
  'castling',
  'check',
  'escapeByKing',
  'escapeByCapture',
  'escapeByBlock',
  'mate',
  'stalemate',
  'win',
] as const;
export type GoalKind = (typeof GOALS)[number];

export interface Exercise {
  /** Topic and number, such as `rook-1`. */
  id: string;
  topic: ExerciseTopic;
  /** Number within the topic, from 1. */
  number: number;
  goal: GoalKind;
  /** Role or castling move of the goal; empty if it has none. */
  detail: string;
  /** Fewest moves. */
  moves: number;
  /** Number of stars on the board. */
  stars: number;
  /** Line of the file, which the rules read. */
  line: string;
}

/** Exercises of a variant, in the order in which they are learned. */
export interface VariantExercises {
  variant: string;
  exercises: readonly Exercise[];
}

/** Returns whether a text has the form of an exercise's id. */
export function isExerciseId(text: string): boolean {
  const [topic, number, ...rest] = text.split('-');
  return EXERCISE_TOPICS.some((id) => id === topic) && /^[1-9]\d?$/.test(number ?? '') && rest.length === 0;
}

/** Parses a line of a file; `null` for other lines than exercises. */
export function parseExercise(line: string): Exercise | null {
  const [id = '', goal = '', moves = '', , cells = ''] = line.split('\t');
  if (!isExerciseId(id)) return null;
  const [topic, number] = id.split('-');
  const [kind, detail = ''] = goal.split(':');
  const known = GOALS.find((each) => each === kind);
  if (!known) return null;
  return {
    id,
    topic: topic as ExerciseTopic,
    number: Number(number),
    goal: known,
    detail,
    moves: Number(moves),
    stars: known === 'stars' ? cells.split(' ').length : 0,
    line,
  };
}

/** Reads the lines of a file. */
export function parseExercises(lines: readonly string[]): Exercise[] {
  return lines.map(parseExercise).filter((exercise) => exercise !== null);
}

/** Exercises that have been loaded or are being loaded. */
const loaded = new Map<string, Promise<VariantExercises>>();

/** Returns the exercises of a variant; rejects if they cannot be loaded. */
export function loadExercises(variant: string): Promise<VariantExercises> {
  // A changed file of the visitor may define another variant under the same id.
  if (!isVariantId(variant)) return makeExercises(variant);
  const known = loaded.get(variant);
  if (known) return known;
  const loading = fetchExercises(variant);
  loaded.set(variant, loading);
  loading.catch(() => loaded.delete(variant));
  return loading;
}

async function fetchExercises(variant: string): Promise<VariantExercises> {
  const url = addresses.get(variant);
  if (url === undefined) return { variant, exercises: [] };
  const [answer] = await Promise.all([fetch(url), loadEngineModule()]);
  if (!answer.ok) throw new Error(`the exercises of ${variant} could not be loaded: ${answer.status}`);
  return { variant, exercises: parseExercises((await answer.text()).split('\n')) };
}

/** Makes exercises for one of the visitor's own variants, topic by topic, so that the page stays usable meanwhile. */
async function makeExercises(variant: string): Promise<VariantExercises> {
  await loadVariantRules();
  const module = await loadEngineModule();
  const exercises: Exercise[] = [];
  for (const topic of EXERCISE_TOPICS) {
    exercises.push(...parseExercises(module.makeExercises(variant, topic)));
    await new Promise((done) => setTimeout(done));
  }
  return { variant, exercises };
}
