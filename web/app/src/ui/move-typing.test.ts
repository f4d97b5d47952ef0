import { beforeAll, expect, it } from 'vitest';
import { isMoveKey, readTyped } from './move-typing';
import { settings } from './settings.svelte';
import type { LegalMove } from '../generated/types';

beforeAll(() => void (settings.locale = 'en'));

function moves(...pairs: [uci: string, san: string][]): LegalMove[] {
  return pairs.map(([uci, san]) => ({ uci, san, role: 'p', from: uci.slice(0, 2), to: uci.slice(2, 4) }));
}

const MOVES = moves(
  ['e2e5', 'e5'],
  ['b1c4', 'Nc4'],
  ['b3c4', 'bxc4'],
  ['c1c4', 'Bxc4+'],
  ['e1e10', 'Re10'],
  ['e1c1', 'Q-0-0'],
  ['e1b1', 'Q-0-0-0'],
  ['d9d10q', 'd10Q'],
  ['d9d10n', 'd10N'],
);

it.each([
  ['e5', 'e2e5', false],
  ['e2e5', 'e2e5', false],
  ['Nc4', 'b1c4', false],
  ['nc4', 'b1c4', false],
  ['Кc4', 'b1c4', false],
  ['bc4', 'b3c4', false],
  ['Bc4', 'c1c4', false],
  ['Bxc4', 'c1c4', false],
  ['Q00', 'e1c1', true],
  ['Q-0-0-0', 'e1b1', false],
  ['q-o-o', 'e1c1', true],
  ['d10N', 'd9d10n', false],
])('%s is a move', (text, uci, open) => {
  expect(readTyped(text, MOVES)).toEqual({ move: MOVES.find((move) => move.uci === uci), open });
});

it('waits for more where the text is the beginning of a move', () => {
  for (const text of ['N', 'e', 'd10', 'Re1']) expect(readTyped(text, MOVES)).toEqual({ move: null, open: true });
});

it('knows what is no move', () => {
  for (const text of ['', 'z', 'Nd4', 'e55']) expect(readTyped(text, MOVES)).toEqual({ move: null, open: false });
});

it('leaves the keys of shortcuts alone', () => {
  for (const key of ['t', 'm', 'p', 's', 'u', 'v', 'z', '?', ' ', 'Enter', 'ArrowUp']) {
    expect(isMoveKey(key), key).toBe(false);
  }
});

it('a letter is the piece of the visitor’s own language', () => {
  // In Hungarian the rook has the letter B.
  const both = moves(['a5d2', 'Bxd2'], ['g4d2', 'Rd2']);
  expect(readTyped('Bxd2', both)).toEqual({ move: both[0], open: false });
  expect(readTyped('Td2', both)).toEqual({ move: both[1], open: false });
});
