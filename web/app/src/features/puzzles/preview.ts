/** Preview of the puzzles page, from which a script in the document makes the page of the visitor's day before the app has come. */

import { hexPoints } from '../../../../board/src/geometry';
import { indexOfDay, weekdayOf } from './choice';

/** Placeholder for the weekday in `Preview.kind`. */
export const DAY = '{day}';

const SVG = 'http://www.w3.org/2000/svg';

/** Bits of a puzzle's kind: Black solves, the opponent moves first, and the side to move is in check. */
export const KIND = { black: 1, introduced: 2, checked: 4 } as const;

/** Character of no empty cell, which needs no escape in HTML, and the length of a gap that is continued. */
export const GAP = { zero: 63, longest: 63 } as const;

/** Puzzles of all days, in the order of `indexOfDay`. */
export interface Preview {
  flatTop: boolean;
  /** X and y of each cell's centre with White at the bottom, in FEN order. */
  centres: readonly number[];
  /** Letters of the pieces on the first cell of all boards, then on the second, in FEN order. */
  pieces: string;
  /** Numbers of empty cells before each piece, as characters from `GAP.zero`; that of `GAP.longest` is followed by another. */
  gaps: string;
  /** Digit of each puzzle: the sum of its bits of `KIND`. */
  kinds: string;
  /** Tasks, and the index of each puzzle's one, as a digit to the base 36. */
  tasks: readonly string[];
  taskOf: string;
  /** Lowest rating, and how much higher that of each puzzle is: two digits to the base 36. */
  lowest: number;
  ratings: string;
  /** Title of the puzzle, with `DAY` in place of the weekday. */
  title: string;
  /** Name of the solver in a narrow window. */
  self: string;
}

export interface Occasion {
  /** Number of the visitor's day. */
  day: number;
  locale: string;
  /** True in a narrow window. */
  narrow: boolean;
  /** True if the visitor has results, which the preview does not know. */
  results: boolean;
}

/** Replaces the content of a preview, as `PuzzlesPreview` renders it, with the page of a day. The sprite of the board stays. */
export function showPuzzle(preview: Element, { day, locale, narrow, results }: Occasion): void {
  const templates = [...preview.querySelectorAll('template')];
  const puzzles = JSON.parse(
    templates.find(({ dataset }) => dataset.puzzles !== undefined)?.content.textContent ?? '',
  ) as Preview;
  const index = indexOfDay(puzzles.kinds.length, day);
  const kind = Number(puzzles.kinds[index]);
  const solver = kind & KIND.black ? 'b' : 'w';
  const introduced = (kind & KIND.introduced) !== 0;
  for (const template of templates) {
    if (template.dataset.solver === solver) preview.append(template.content);
    template.remove();
  }
  const write = (selector: string, text: string): void => {
    for (const element of preview.querySelectorAll(selector)) element.textContent = text;
  };
  write('.task-head h2, .said .task', puzzles.tasks[parseInt(puzzles.taskOf[index] ?? '', 36)] ?? '');
  const rating = puzzles.lowest + parseInt(puzzles.ratings.slice(2 * index, 2 * index + 2), 36);
  write('.rating b, .task-panel div:first-child > dd', String(rating));
  write('.task-head a', puzzles.title.replace(DAY, weekdayOf(day, locale, 'long')));
  for (const week of preview.querySelectorAll('ol')) {
    for (const [at, name] of week.querySelectorAll('.name').entries()) {
      name.textContent = weekdayOf(day - 6 + at, locale, 'short');
    }
  }
  if (narrow) write('.players.bottom b', puzzles.self);
  preview.querySelector('.players.top .bar')?.classList.toggle('toMove', introduced);
  preview.querySelector('.players.bottom .bar')?.classList.toggle('toMove', !introduced);
  preview.querySelector('.task-buttons button')?.toggleAttribute('disabled', introduced);
  if (results) {
    for (const own of preview.querySelectorAll<HTMLElement>('dl, ol')) {
      own.style.visibility = 'hidden';
    }
  }
  preview.querySelector('svg.sfb-svg')?.append(...drawn(puzzles, index, preview.ownerDocument));
}

/** Returns the king's check and the pieces of a puzzle. */
function drawn({ centres, flatTop, pieces, gaps, kinds }: Preview, index: number, document: Document): Element[] {
  const element = (name: string, attributes: Record<string, string | number>): Element => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    return made;
  };
  const kind = Number(kinds[index]);
  const black = (kind & KIND.black) !== 0;
  const whiteMoves = black === ((kind & KIND.introduced) !== 0);
  const checked = kind & KIND.checked ? (whiteMoves ? 'K' : 'k') : null;
  const drawnPieces: Element[] = [];
  const checks: Element[] = [];
  let at = 0;
  let next = 0;
  for (const character of gaps) {
    const gap = character.charCodeAt(0) - GAP.zero;
    at += gap;
    if (gap === GAP.longest) continue;
    const piece = pieces[next++] ?? '';
    if (at % kinds.length === index) {
      const cell = Math.floor(at / kinds.length);
      const [x = 0, y = 0] = centres.slice(2 * cell, 2 * cell + 2).map((value) => (black ? 0 - value : value));
      drawnPieces.push(element('use', { href: `#board-${piece}`, 'data-piece': piece, x, y }));
      if (piece === checked) {
        checks.push(element('polygon', { fill: 'url(#board-check)', points: hexPoints(flatTop, { x, y }) }));
      }
    }
    at += 1;
  }
  return [...checks, ...drawnPieces];
}
