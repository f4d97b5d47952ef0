/** Prerendered content of the page, which stays on the screen when the app takes over. */

/** Attribute that marks content with the address it belongs to. */
const MARK = 'data-prerendered';
/** Class of content that previews what the app will draw. */
const PREVIEW = 'preview';

/** Attribute that names parts that are useful to any visitor. */
const PART = 'data-part';

let content: { address: string; nodes: Node[] } | null = null;
const parts = new Map<string, Node[]>();

/**
 * Empties the mount element of the app but keeps the content of its page if it suits this visitor. Returns what was kept: the whole
 * page, a preview until the app has drawn it, or `null`.
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

/** Returns the prerendered part of this name, to be inserted in one place at a time; `null` if there is none. */
export function partOf(name: string): readonly Node[] | null {
  return parts.get(name) ?? null;
}

/** Returns the prerendered content of an address, to be inserted again; `null` for any other one. */
export function contentOf(address: string): readonly Node[] | null {
  return content?.address === address ? content.nodes : null;
}
