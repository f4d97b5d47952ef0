import { expect, it } from 'vitest';
import { NOTATIONS, notationOf, translated } from './notation';

it('has the letters of each language', () => {
  expect(NOTATIONS.map((notation) => translated('Nc4', notation))).toEqual([
    '♘c4',
    'Nc4',
    'Hc4',
    'Sc4',
    'Sc4',
    'Кc4',
    'Sc4',
  ]);
  expect(translated('Kxd10+', 'ru')).toBe('Крxd10+');
});

it('translates every move of a line, and what a pawn becomes', () => {
  expect(translated('12. Nbxc4 Qe9 13. exf9Q+ Rd4', 'de')).toBe('12. Sbxc4 De9 13. exf9D+ Td4');
  expect(translated('e10=N#', 'ru')).toBe('e10=К#');
});

it('leaves castling and pawn moves alone', () => {
  for (const move of ['Q-0-0', 'B-0-0-0', 'e5', 'bxc6', '0-0']) {
    for (const notation of NOTATIONS) expect(translated(move, notation)).toBe(move);
  }
});

it('follows the language of the page, where it is one of them', () => {
  expect(['en', 'ru', 'fr'].map(notationOf)).toEqual(['en', 'ru', 'en']);
});
