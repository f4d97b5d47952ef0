/** Scrolls a list, and nothing around it, just far enough to show an element whole; to the top for `null`. */
export function keepInView(list: HTMLElement, element: HTMLElement | null): void {
  if (!element) {
    list.scrollTop = 0;
    return;
  }
  const top = element.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
  const bottom = top + element.offsetHeight;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}
