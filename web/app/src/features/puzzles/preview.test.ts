// @vitest-environment jsdom

/** Tests of the puzzle of the day in the documents, against the board that the page draws. */

import { beforeAll, describe, expect, it } from 'vitest';
import { createBoard } from '../../../../board/src/index';
import { startRules } from '../../domain/modules-for-tests';
import { piecesOf } from '../../domain/placement';
import { introductionOf, parsePuzzles, solverOf } from '../../domain/puzzles';
import type { Puzzle } from '../../domain/puzzles';
import { boardData, newGame } from '../../domain/rules';
import { VARIANT_IDS } from '../../domain/variant-ids';
import { taskText } from '../../text/puzzles';
import { boardText } from '../../text/board-text';
import { settings } from '../../ui/settings.svelte';
import { puzzleOfDay } from './choice';
import { showPuzzle } from './preview';
import type { Occasion } from './preview';
import { previewOf, samplesOf } from './preview-data';

const FILES = import.meta.glob<string>('../../../../../crates/puzzles/puzzles/*.tsv', {
  query: '?part=daily-text',
  import: 'default',
  eager: true,
});

/** Page of the template: what `showPuzzle` fills in. */
const PAGE = `<div class="players top"><div class="bar"></div></div>
  <svg class="sfb-svg"></svg>
  <div class="players bottom"><div class="bar"><b>You are White</b></div></div>
  <div class="task-head"><p><a></a></p><h2></h2></div>
  <div class="said"><span class="task"></span></div>
  <div class="task-panel"><dl><div><dd></dd></div><div><dd>0</dd></div></dl><ol><li><span class="name"></span></li></ol></div>
  <div class="task-buttons"><button></button><button></button></div>`;

const FIRST_DAY = 20_000;
const OCCASION: Occasion = { day: FIRST_DAY, locale: 'en', narrow: false, results: false };

let previews: ReadonlyMap<string, { puzzles: readonly Puzzle[]; data: string }>;

beforeAll(async () => {
  await startRules();
  settings.locale = 'en';
  previews = new Map(
    VARIANT_IDS.map((variant) => {
      const puzzles = parsePuzzles(FILES[`../../../../../crates/puzzles/puzzles/${variant}.tsv`] ?? '');
      return [variant, { puzzles, data: JSON.stringify(previewOf(variant, puzzles)) }];
    }),
  );
});

/** Returns a variant's preview on a day, and the puzzle of that day. */
function shown(variant: string, occasion: Partial<Occasion> = {}): { preview: HTMLElement; puzzle: Puzzle } {
  const { puzzles, data } = previews.get(variant) ?? { puzzles: [], data: '' };
  const preview = document.createElement('div');
  preview.innerHTML =
    `<template data-solver="w">${PAGE}</template><template data-solver="b">${PAGE}</template>` +
    `<template data-puzzles></template>`;
  preview.querySelector<HTMLTemplateElement>('template[data-puzzles]')?.content.append(data);
  const all = { ...OCCASION, ...occasion };
  showPuzzle(preview, all);
  return { preview, puzzle: puzzleOfDay(puzzles, all.day) as Puzzle };
}

const textOf = (preview: HTMLElement, selector: string): string =>
  [...preview.querySelectorAll(selector)].map(({ textContent }) => textContent).join(', ');

/** Returns the first days on which a puzzle of each kind comes: the solver, the first move, and whether there is a check. */
function daysOfKinds(variant: string): number[] {
  const days = new Map<string, number>();
  const { puzzles } = previews.get(variant) ?? { puzzles: [] };
  for (let day = FIRST_DAY; day < FIRST_DAY + puzzles.length; day++) {
    const puzzle = puzzleOfDay(puzzles, day) as Puzzle;
    const check = newGame(variant, puzzle.fen).state().check !== null;
    const kind = [solverOf(puzzle), introductionOf(puzzle), check].join();
    if (!days.has(kind)) days.set(kind, day);
  }
  return [...days.values()];
}

describe.each(VARIANT_IDS)('the preview of %s', (variant) => {
  it('shows the puzzle of every day', () => {
    const { puzzles } = previews.get(variant) ?? { puzzles: [] };
    expect(puzzles.length).toBeGreaterThan(100);
    for (let day = FIRST_DAY; day < FIRST_DAY + puzzles.length; day += 7) {
      const { preview, puzzle } = shown(variant, { day });
      const pieces = [...(piecesOf(boardData(variant), puzzle.fen.split(' ')[0] ?? '') ?? new Map<string, string>())];
      const drawn = [...preview.querySelectorAll<SVGElement>('[data-piece]')].map(({ dataset }) => dataset.piece);
      expect(drawn.toSorted(), puzzle.id).toEqual(pieces.map(([, piece]) => piece).toSorted());
      expect(textOf(preview, '.task-head h2'), puzzle.id).toBe(taskText(puzzle, solverOf(puzzle)));
      expect(textOf(preview, 'dd'), puzzle.id).toBe(`${puzzle.rating}, 0`);
    }
  });

  it('draws what the board draws, for both sides', () => {
    const days = daysOfKinds(variant);
    const solvers = new Set(days.map((day) => solverOf(shown(variant, { day }).puzzle)));
    expect([...solvers].toSorted()).toEqual(['b', 'w']);
    for (const day of days) {
      const { preview, puzzle } = shown(variant, { day });
      const { pieces, check, turn } = newGame(variant, puzzle.fen).state();
      const host = document.createElement('div');
      const board = createBoard(host, {
        board: boardData(variant),
        orientation: solverOf(puzzle),
        pieces,
        check,
        turn,
        text: boardText(),
      });
      const places = [...preview.querySelectorAll('[data-piece]')].map((piece) =>
        ['data-piece', 'x', 'y'].map((name) => piece.getAttribute(name)).join(' '),
      );
      const expected = [...host.querySelectorAll('[data-piece]')].map((piece) => {
        const [, x, y] = /translate\((\S+) (\S+)\)/.exec(piece.getAttribute('transform') ?? '') ?? [];
        return [piece.getAttribute('data-piece'), x, y].join(' ');
      });
      expect(expected.length).toBe(pieces.length);
      expect(places.toSorted(), puzzle.id).toEqual(expected.toSorted());
      const checks = (of: HTMLElement, selector: string) =>
        [...of.querySelectorAll(selector)].map((mark) => mark.getAttribute('points'));
      expect(checks(preview, 'polygon'), puzzle.id).toEqual(checks(host, '.sfb-check'));
      board.destroy();
    }
  });

  it('marks the side that moves, and gives a hint to the solver only', () => {
    for (const day of daysOfKinds(variant)) {
      const { preview, puzzle } = shown(variant, { day });
      const introduced = introductionOf(puzzle) === 1;
      expect(preview.querySelector('.toMove')?.parentElement?.classList.contains('top'), puzzle.id).toBe(introduced);
      expect(preview.querySelectorAll('.toMove').length).toBe(1);
      expect(preview.querySelector<HTMLButtonElement>('button')?.disabled).toBe(introduced);
    }
  });

  it('has a page for each side', () => {
    const { puzzles } = previews.get(variant) ?? { puzzles: [] };
    const samples = samplesOf(puzzles);
    expect(samples.map(({ solver }) => solver)).toEqual(['w', 'b']);
    for (const { solver, day } of samples) expect(solverOf(puzzleOfDay(puzzles, day) as Puzzle)).toBe(solver);
  });
});

describe('the preview', () => {
  // 20,000 days after 1 January 1970.
  it('names the day in the language of the document', () => {
    const { preview } = shown('shafran');
    expect(textOf(preview, '.task-head a')).toContain('Friday');
    expect(textOf(preview, '.name')).toBe('Sat');
    expect(textOf(shown('shafran', { locale: 'ru' }).preview, '.name')).toBe('сб');
  });

  it('names the solver shortly in a narrow window', () => {
    expect(textOf(shown('shafran').preview, '.players.bottom b')).toBe('You are White');
    expect(textOf(shown('shafran', { narrow: true }).preview, '.players.bottom b')).toBe('You');
  });

  it('hides the numbers of a visitor who has results', () => {
    const hidden = (preview: HTMLElement) =>
      [...preview.querySelectorAll<HTMLElement>('dl, ol')].map(({ style }) => style.visibility);
    expect(hidden(shown('shafran').preview)).toEqual(['', '']);
    expect(hidden(shown('shafran', { results: true }).preview)).toEqual(['hidden', 'hidden']);
  });

  it('leaves one page and no data', () => {
    const { preview } = shown('shafran');
    expect(preview.querySelectorAll('template').length).toBe(0);
    expect(preview.querySelectorAll('svg.sfb-svg').length).toBe(1);
  });
});
