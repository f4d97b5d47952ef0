// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { createBoard, drawPiece, pieceDrawing, PIECE_SETS } from '../src/index';
import type { PieceLetters, Role } from '../src/index';
import { pieces, shafran } from './boards';

const ROLES: Role[] = ['k', 'q', 'r', 'b', 'n', 'p'];
const RUSSIAN: PieceLetters = { k: 'Кр', q: 'Ф', r: 'Л', b: 'С', n: 'К', p: 'п' };

describe.each(PIECE_SETS)('the piece set %s', (pieceSet) => {
  const drawings = ROLES.map((role) => pieceDrawing(role, { pieceSet, pieceLetters: RUSSIAN }));

  it('draws every piece with closed outlines inside its box', () => {
    for (const { size, body } of drawings) {
      expect(body.split(/(?=M)/).every((outline) => outline.endsWith('Z'))).toBe(true);
      // Absolute points stay inside with room for half of the outline's width.
      const groups = [...body.matchAll(/[MLC]([-\d. ]+)/g)];
      const numbers = groups.flatMap((m) => (m[1] ?? '').trim().split(/ +/).map(Number));
      expect(numbers.length).toBeGreaterThan(0);
      expect(Math.min(...numbers)).toBeGreaterThanOrEqual(3.5);
      expect(Math.max(...numbers)).toBeLessThanOrEqual(size - 3.5);
    }
  });

  it('draws every kind differently', () => {
    const shown = drawings.map(({ body, letter }) => `${body} ${letter?.text}`);
    expect(new Set(shown).size).toBe(6);
  });
});

describe('drawPiece', () => {
  it('writes the letter of the page on the discs', () => {
    const king = drawPiece('k', 50, { pieceSet: 'letters', pieceLetters: RUSSIAN });
    expect(king.querySelector('text')?.textContent).toBe('Кр');
    const size = (role: Role) => pieceDrawing(role, { pieceSet: 'letters', pieceLetters: RUSSIAN }).letter?.size ?? 0;
    expect(size('k')).toBeLessThan(size('q'));
    expect(drawPiece('k', 50).querySelector('text')).toBeNull();
  });
});

describe('the option pieceSet', () => {
  it('redraws all pieces, and new letters too', () => {
    const host = document.createElement('div');
    const board = createBoard(host, { board: shafran, pieces: pieces('Ke1 ke10') });
    const bodies = () => [...host.querySelectorAll('[data-piece] .sfb-body')].map((path) => path.getAttribute('d'));
    const letters = () => [...host.querySelectorAll('.sfb-letter')].map((text) => text.textContent);
    const before = bodies();
    board.set({ pieceSet: 'modern' });
    expect(bodies()).toHaveLength(2);
    expect(bodies()).not.toEqual(before);
    board.set({ pieceSet: 'letters' });
    expect(letters()).toEqual(['K', 'K']);
    board.set({ pieceLetters: RUSSIAN });
    expect(letters()).toEqual(['Кр', 'Кр']);
    board.set({ pieceSet: 'classic' });
    expect(bodies()).toEqual(before);
  });
});
