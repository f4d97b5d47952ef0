import { expect, it } from 'vitest';
import { quartersOf } from './points-input';

it.each([
  ['1', 4],
  ['½', 2],
  ['1½', 6],
  ['0.5', 2],
  ['0,25', 1],
  ['.75', 3],
  [' 2 ', 8],
])('reads %s as %i quarters', (text, quarters) => expect(quartersOf(text)).toBe(quarters));

it.each(['', '0', '0.3', 'one', '-1', '1.5.5'])('does not read %s', (text) => expect(quartersOf(text)).toBeNull());
