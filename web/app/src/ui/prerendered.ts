/** The content of a page that the server has sent ready: it stays on the screen when the app takes the page over. */

/** What a document marks its content with: the address that it belongs to. */
const MARK = 'data-prerendered';

let content: { address: string; nodes: Node[] } | null = null;

/** Empties the element that the app is mounted into, and keeps the content of its page; says whether it has one. */
export function keepContent(target: Element): boolean {
  const main = target.querySelector(`[${MARK}]`);
  content = main ? { address: main.getAttribute(MARK) ?? '', nodes: [...main.childNodes] } : null;
  target.replaceChildren();
  return content !== null;
}

/** The content that was sent for an address, to be put into the page again; `null` for every other one. */
export function contentOf(address: string): readonly Node[] | null {
  return content?.address === address ? content.nodes : null;
}
