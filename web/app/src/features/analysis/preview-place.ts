/** Placement of the small board of a line. */

interface Box {
  left: number;
  top: number;
  bottom: number;
  width: number;
}

/** Maximum width and height, and the distance from the lines and from the window's edges, in pixels. */
const SIZE = 256;
const GAP = 8;

/** Returns the place below the list of lines, or above or to the left of it if the window ends; all in pixels. */
export function previewPlace(
  list: Box,
  window: { width: number; height: number },
): { left: number; top: number; size: number } {
  const middle = list.left + list.width / 2;
  const centred = (size: number): number => Math.max(GAP, Math.min(middle - size / 2, window.width - size - GAP));
  const below = window.height - list.bottom - 2 * GAP;
  const above = list.top - 2 * GAP;
  const aside = list.left - 2 * GAP;
  const size = Math.min(SIZE, Math.max(below, above, Math.min(aside, window.height - 2 * GAP)), window.width - 2 * GAP);
  if (below >= size) return { left: centred(size), top: list.bottom + GAP, size };
  if (above >= size) return { left: centred(size), top: list.top - GAP - size, size };
  const top = Math.max(GAP, Math.min(list.top, window.height - size - GAP));
  return { left: Math.max(GAP, list.left - GAP - size), top, size };
}
