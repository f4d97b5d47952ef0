import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { EXERCISE_TOPICS } from '../generated/types';
import { isExerciseId, parseExercise, parseExercises } from './exercises';
import { startEngineModule } from './modules-for-tests';
import { VARIANT_IDS } from './variant-ids';

const FOLDER = new URL('../../../../crates/exercises/exercises/', import.meta.url);

let module: Awaited<ReturnType<typeof startEngineModule>>;
beforeAll(async () => {
  module = await startEngineModule();
});

it('every game has exercises', () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual(VARIANT_IDS.map((id) => `${id}.tsv`).toSorted());
});

describe.each(VARIANT_IDS)('the exercises of %s', (variant) => {
  const lines = readFileSync(new URL(`${variant}.tsv`, FOLDER), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1);
  const exercises = parseExercises(lines);

  it('are all read, in the order of the topics', () => {
    expect(exercises).toHaveLength(lines.length);
    const places = exercises.map(({ topic }) => EXERCISE_TOPICS.indexOf(topic));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('are solved by their hints in the fewest moves', () => {
    for (const { line, moves, stars } of exercises) {
      const attempt = new module.Attempt(variant, line);
      expect(attempt.state().stars).toHaveLength(stars);
      for (let move = attempt.hint(); move !== undefined; move = attempt.hint()) attempt.play(move);
      expect(attempt.state()).toMatchObject({ progress: 'solved', made: moves, danger: null });
      attempt.free();
    }
  });
});

it('exercises are made for any variant', () => {
  const made = parseExercises(module.makeExercises('hexofen', 'bishop'));
  expect(made.map(({ id }) => id)).toEqual(['bishop-1', 'bishop-2', 'bishop-3', 'bishop-4']);
  expect(parseExercises(module.makeExercises('hexofen', 'castling'))).toEqual([]);
  expect(() => module.makeExercises('hexofen', 'dragon')).toThrow('dragon');
});

it('lines that are no exercises are left out', () => {
  expect(parseExercise('id\tgoal\tmoves\tfen\tcells\tshown')).toBeNull();
  expect(parseExercise('rook-1\tdance\t2\t-\t-\t-')).toBeNull();
  expect(parseExercise('')).toBeNull();
  expect(parseExercise('fork-2\twin:q\t2\tfen\t-\t-')).toMatchObject({
    topic: 'fork',
    number: 2,
    goal: 'win',
    detail: 'q',
  });
});

it('an id is a topic and a number', () => {
  expect(['rook-1', 'mateIn2-12'].map(isExerciseId)).toEqual([true, true]);
  expect(['rook', 'rook-0', 'rook-100', 'dragon-1', 'rook-1-2'].some(isExerciseId)).toBe(false);
});
