// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import type { Exercise } from '../../domain/exercises';
import { addStars, nextExercise, starRecord, starsFor } from './exercise-record';

beforeEach(() => localStorage.clear());

it('stars are kept for each variant, and only become more', () => {
  addStars('shafran', 'rook-1', 2);
  expect(addStars('shafran', 'rook-1', 1)).toEqual({ 'rook-1': 2 });
  expect(addStars('shafran', 'rook-1', 3)).toEqual({ 'rook-1': 3 });
  addStars('glinski', 'rook-1', 1);
  expect(starRecord('shafran')).toEqual({ 'rook-1': 3 });
  expect(starRecord('glinski')).toEqual({ 'rook-1': 1 });
});

it('a record that cannot be read is empty', () => {
  localStorage.setItem(
    'saffron.exercises',
    JSON.stringify({ shafran: { 'rook-1': 9, 'rook-2': 'x', 'rook-3': 2 }, glinski: 3 }),
  );
  expect(starRecord('shafran')).toEqual({ 'rook-3': 2 });
  expect(starRecord('glinski')).toEqual({});
  localStorage.setItem('saffron.exercises', '[');
  expect(starRecord('shafran')).toEqual({});
});

it('three stars are for the fewest moves without help', () => {
  const stars = (made: number, mistakes: number, hints: number) => starsFor({ moves: 3 }, { made, mistakes, hints });
  expect(stars(3, 0, 0)).toBe(3);
  expect([stars(4, 0, 0), stars(3, 1, 0), stars(3, 0, 1), stars(5, 0, 1)]).toEqual([2, 2, 2, 2]);
  expect([stars(6, 0, 0), stars(3, 0, 2), stars(3, 3, 0)]).toEqual([1, 1, 1]);
});

it('the next exercise is the first without stars after a place, then before it', () => {
  const exercises = ['rook-1', 'rook-2', 'king-1'].map((id) => ({ id }) as Exercise);
  expect(nextExercise(exercises, {})?.id).toBe('rook-1');
  expect(nextExercise(exercises, { 'rook-1': 1 })?.id).toBe('rook-2');
  expect(nextExercise(exercises, { 'rook-1': 1 }, 'rook-2')?.id).toBe('king-1');
  expect(nextExercise(exercises, { 'king-1': 1 }, 'rook-2')?.id).toBe('rook-1');
  expect(nextExercise(exercises, { 'rook-1': 1, 'rook-2': 1, 'king-1': 1 })?.id).toBe('rook-1');
  expect(nextExercise([], {})).toBeUndefined();
});
