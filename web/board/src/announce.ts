import { colourOf, roleOf } from './pieces.js';
import type { MoveInfo, PieceCode } from './types.js';

/**
 * Describes a move from the positions before and after it, without rules: a piece that vanished was captured, another kind of
 * piece on the target is a promotion, and a second piece of the mover's that moved is the castling rook. `after` is in check, or
 * mated, as the page reports. Returns null if the positions are not this move apart.
 */
export function describeMove(
  before: ReadonlyMap<string, PieceCode>,
  after: ReadonlyMap<string, PieceCode>,
  [from, to]: readonly [string, string],
  { check, mate }: Pick<MoveInfo, 'check' | 'mate'>,
): MoveInfo | null {
  const piece = before.get(from);
  const arrived = after.get(to);
  if (piece === undefined || arrived === undefined || after.get(from) === piece) return null;
  if (colourOf(piece) !== colourOf(arrived)) return null;

  const vanished = [...before].filter(([cell, other]) => cell !== from && after.get(cell) !== other);
  const captured = vanished.find(([, other]) => colourOf(other) !== colourOf(piece));
  const rookFrom = vanished.find(([, other]) => colourOf(other) === colourOf(piece));
  const rookTo = [...after].find(([cell, other]) => before.get(cell) !== other && other === rookFrom?.[1]);
  return {
    piece,
    from,
    to,
    captured: captured?.[1] ?? null,
    promotion: roleOf(arrived) === roleOf(piece) ? null : arrived,
    rook: rookFrom && rookTo ? [rookFrom[0], rookTo[0]] : null,
    check,
    mate,
  };
}

/** Polite live region, which screen readers read aloud. */
export class Announcer {
  readonly element: HTMLElement;

  constructor() {
    this.element = document.createElement('div');
    this.element.className = 'sfb-hidden';
    this.element.setAttribute('role', 'status');
    this.element.setAttribute('aria-live', 'polite');
  }

  /** Announces a text, even if it equals the previous one. */
  say(text: string): void {
    // An unchanged text is not read again; the invisible character makes it different.
    this.element.textContent = this.element.textContent === text ? `${text}\u200b` : text;
  }
}
