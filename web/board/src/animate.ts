import { colourOf } from './pieces.js';
import type { PieceCode } from './types.js';

/** Animation plan: the changes between two positions as movements. */
export interface Plan {
  /** Pieces that move from one cell to another; `piece` is the piece after the move. */
  slides: { from: string; to: string; piece: PieceCode }[];
  /** Pieces that vanish. */
  fades: { cell: string; piece: PieceCode }[];
}

/** Maximum number of changes; more are a new position, which appears without animation. */
const MAX_CHANGES = 6;

/**
 * Finds the movements between two positions by pairing each vanished piece with the nearest equal piece that appeared. `hints`
 * are pairs of cells with a known movement; they pair a pawn with the piece it became.
 */
export function planAnimation(
  before: ReadonlyMap<string, PieceCode>,
  after: ReadonlyMap<string, PieceCode>,
  distance: (a: string, b: string) => number,
  hints: readonly (readonly [string, string])[],
): Plan {
  const gone = new Map([...before].filter(([cell, piece]) => after.get(cell) !== piece));
  const come = new Map([...after].filter(([cell, piece]) => before.get(cell) !== piece));
  const plan: Plan = { slides: [], fades: [] };
  if (gone.size > MAX_CHANGES || come.size > MAX_CHANGES) return plan;

  const pair = (from: string, to: string, piece: PieceCode) => {
    plan.slides.push({ from, to, piece });
    gone.delete(from);
    come.delete(to);
  };
  for (const [from, to] of hints) {
    const left = gone.get(from);
    const arrived = come.get(to);
    if (left && arrived && colourOf(left) === colourOf(arrived)) pair(from, to, arrived);
  }
  for (const [to, piece] of come) {
    const nearest = [...gone]
      .filter(([, other]) => other === piece)
      .toSorted(([a], [b]) => distance(a, to) - distance(b, to))[0];
    if (nearest) pair(nearest[0], to, piece);
  }
  plan.fades = [...gone].map(([cell, piece]) => ({ cell, piece }));
  return plan;
}

/** Returns whether the user's system asks for reduced motion. */
export function prefersStillness(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Moves an element from an offset to its place. Without animation support it appears there at once. */
export function slideIn(element: Element, dx: number, dy: number, milliseconds: number): void {
  if (typeof element.animate !== 'function') return;
  element.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: 'none' }], {
    duration: milliseconds,
    easing: 'cubic-bezier(0.25, 0.6, 0.3, 1)',
  });
}

/** Fades an element out and removes it. */
export function fadeOut(element: Element, milliseconds: number): void {
  animateAway(element, element, [{ opacity: 1 }, { opacity: 0 }], { duration: milliseconds });
}

/** Duration of a captured piece's flight, as a multiple of a move's. */
export const FLIGHT = 1.375;

/** Moves the content of an element by an offset, shrinks it to a share of its size, and removes the element. */
export function flyAway(element: Element, by: { dx: number; dy: number; size: number }, milliseconds: number): void {
  const end = `translate(${by.dx}px, ${by.dy}px) scale(${by.size})`;
  animateAway(element, element.firstElementChild ?? element, [{ transform: 'none' }, { transform: end }], {
    duration: milliseconds * FLIGHT,
    easing: 'cubic-bezier(0.45, 0, 0.4, 1)',
  });
}

/** Animates a part of an element, and removes the element at the end. */
function animateAway(element: Element, part: Element, frames: Keyframe[], timing: KeyframeAnimationOptions): void {
  if (typeof part.animate !== 'function') {
    element.remove();
    return;
  }
  const animation = part.animate(frames, timing);
  animation.onfinish = () => element.remove();
  animation.oncancel = () => element.remove();
}
