/** Scrolls a list, and nothing around it, just far enough to show an element whole; to the start for `null`. */
export function keepInView(list: HTMLElement, element: HTMLElement | null): void {
  if (!element) {
    list.scrollTop = 0;
    list.scrollLeft = 0;
    return;
  }
  const [inner, outer] = [element.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollTop += missing(inner.top - outer.top, inner.height, list.clientHeight);
  list.scrollLeft += missing(inner.left - outer.left, inner.width, list.clientWidth);
}

/** Returns how far to scroll until a part at `from` shows in the window of a list. */
function missing(from: number, size: number, window: number): number {
  if (from < 0) return from;
  return Math.max(0, from + size - window);
}
