/** The content of a page that the server has sent ready: it stays on the screen when the app takes the page over. */

/** What a document marks its content with: the address that it belongs to. */
const MARK = 'data-prerendered';
/** The class of content that is a picture of what the app is going to draw. */
const PREVIEW = 'preview';

/** What it marks parts with that serve any visitor, under a name. */
const PART = 'data-part';

let content: { address: string; nodes: Node[] } | null = null;
const parts = new Map<string, Node[]>();

/**
 * Empties the element that the app is mounted into, and keeps the content of its page, if it is for this visitor. Says what
 * that is: the whole page, a picture of it until the app has drawn it, or nothing.
 */
export function keepContent(target: Element): 'whole' | 'preview' | null {
  const root = document.documentElement;
  for (const part of target.querySelectorAll(`[${PART}]`)) {
    parts.set(part.getAttribute(PART) ?? '', [...part.childNodes]);
  }
  const main = root.dataset.hidden === undefined ? target.querySelector(`[${MARK}]`) : null;
  const preview = main?.querySelector(`.${PREVIEW}`) ?? null;
  content = main ? { address: main.getAttribute(MARK) ?? '', nodes: [...(preview ?? main).childNodes] } : null;
  target.replaceChildren();
  delete root.dataset.hidden;
  if (!content) return null;
  return preview ? 'preview' : 'whole';
}

/** What was sent under a name, to be put into the page in one place at a time; `null` where there is nothing. */
export function partOf(name: string): readonly Node[] | null {
  return parts.get(name) ?? null;
}

/** The content that was sent for an address, to be put into the page again; `null` for every other one. */
export function contentOf(address: string): readonly Node[] | null {
  return content?.address === address ? content.nodes : null;
}
