// @vitest-environment jsdom

/** The board editor, with the real rules. */

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startRules } from '../../domain/modules-for-tests';
import { VARIANT_IDS } from '../../domain/variant-ids';
import { errorText } from '../../text/errors';
import { draftOf, fenOf, possibleEnPassants, startDraft } from './draft';
import { Editor } from './editor.svelte';

beforeAll(startRules);
beforeEach(() => localStorage.clear());

const AFTER_E5 = 'kqbnr/bppppp/np5/bp6/rp6P/p3P2PR/6PB/5PN/PPPP1B/RNBQK b QBqb e3e4 0 1';

function without(editor: Editor, cell: string): void {
  const pieces = new Map(editor.draft.pieces);
  pieces.delete(cell);
  editor.setPieces(pieces);
}

describe('a position that is set up', () => {
  it.each(VARIANT_IDS)('begins with the start of %s, which is legal', (variant) => {
    const editor = new Editor(variant);
    expect(editor.error).toBeNull();
    expect(editor.state?.moves.length).toBeGreaterThan(10);
    expect(editor.fen).toBe(fenOf(startDraft(variant)));
    expect(editor.hasRight(editor.allRights[0] ?? '')).toBe(editor.allRights.length > 0);
  });

  it('keeps what a FEN says', () => {
    expect(fenOf(draftOf('shafran', AFTER_E5))).toBe(AFTER_E5);
  });

  it('of an illegal FEN is taken as it is, with the reason and the cells', () => {
    const editor = new Editor('shafran');
    editor.load('shafran', '4k/6/7/8/9/9/8/P6/6/KK3 w - - 0 1');
    expect(editor.state).toBeNull();
    expect(errorText(editor.error)).toContain('White has more than one king');
    expect(editor.wrongCells).toEqual(['a1', 'b1']);
    expect(() => editor.load('shafran', '4k/6/7')).toThrow();
    expect(editor.draft.pieces.size).toBe(4);
  });

  it('has castling rights only where king and rook stand, and finds them again', () => {
    const editor = new Editor('shafran');
    without(editor, 'a1');
    expect(editor.rights).toEqual(['B', 'q', 'b']);
    expect(editor.fen).toContain(' w Bqb - ');
    expect(editor.error).toBeNull();
    editor.undo();
    expect(editor.fen).toContain(' w QBqb - ');
    editor.setRight('q', false);
    expect(editor.fen).toContain(' w QBb - ');
  });

  it('offers en passant for every move that can have been the last', () => {
    const draft = draftOf('shafran', AFTER_E5);
    expect(possibleEnPassants(draft)).toEqual(['e3e4']);
    expect(possibleEnPassants({ ...draft, turn: 'w' })).toEqual([]);
    const editor = new Editor('shafran');
    editor.load('shafran', AFTER_E5);
    editor.setEnPassant('-');
    expect(editor.fen).toContain(' QBqb - ');
    editor.setEnPassant('e3e4');
    editor.setTurn('w');
    expect(editor.fen).toContain(' w QBqb - ');
    editor.setTurn('b');
    expect(editor.fen).toBe(AFTER_E5);
  });

  it('offers en passant in the form of the variant', () => {
    const editor = new Editor('devasa');
    const pieces = new Map(editor.draft.pieces);
    const [from] = [...pieces].filter(([, piece]) => piece === 'P').map(([cell]) => cell);
    expect(from).toBe('a3');
    pieces.delete('a3');
    pieces.set('a5', 'P');
    editor.setPieces(pieces);
    editor.setTurn('b');
    for (const field of editor.enPassants) expect(field).toMatch(/^[a-i]\d:[a-i]\d$/);
    expect(editor.enPassants.length).toBeGreaterThan(0);
  });
});

describe('the editor', () => {
  it('undoes and repeats every change, that of the variant too', () => {
    const editor = new Editor('shafran');
    const start = editor.fen;
    editor.clear();
    editor.setStart('glinski');
    editor.setFullmove(12);
    const last = editor.fen;
    editor.undo();
    editor.undo();
    expect(editor.draft.variant).toBe('shafran');
    expect(editor.draft.pieces.size).toBe(0);
    editor.undo();
    expect(editor.fen).toBe(start);
    expect(editor.canUndo).toBe(false);
    editor.redo();
    editor.redo();
    editor.redo();
    expect(editor.fen).toBe(last);
    expect(editor.canRedo).toBe(false);
  });

  it('keeps what was set up, legal or not, until the next visit', () => {
    const editor = new Editor('brusky');
    editor.clear();
    editor.setPieces(new Map([['a1', 'K']]));
    const again = new Editor('shafran');
    expect(again.draft.variant).toBe('brusky');
    expect([...again.draft.pieces]).toEqual([['a1', 'K']]);
    localStorage.setItem('saffron.editor', '{"variant":"brusky","pieces":3}');
    expect(new Editor('glinski').draft.variant).toBe('glinski');
  });

  it('takes only numbers that a FEN may have', () => {
    const editor = new Editor('shafran');
    for (const wrong of [0, -1, 1.5, Number.NaN, 1_000_000]) editor.setFullmove(wrong);
    for (const wrong of [-1, 10_000, Number.NaN]) editor.setHalfmove(wrong);
    expect(editor.fen).toMatch(/ 0 1$/);
    expect(editor.error).toBeNull();
  });
});
