/** The addresses of the site and the pages behind them. */

import { isTopicOf } from '../domain/addresses';
import type { LearnTopic } from '../domain/addresses';
import { isVariantId } from '../domain/variant-ids';
import type { VariantId } from '../domain/variant-ids';

export type Route =
  /** The board with the choice of a game; `variant` proposes one. */
  | { page: 'play'; variant: string | null }
  /** A game or an analysis that is kept in this browser. */
  | { page: 'game'; id: string }
  | { page: 'analysis'; variant: string | null; id: string | null }
  | { page: 'editor'; variant: string | null }
  | { page: 'import' }
  | { page: 'variants' }
  | { page: 'library' }
  | { page: 'learn'; variant?: VariantId; topic?: LearnTopic }
  | { page: 'missing' };

/** An entry of the library, as `domain/library` makes its ids: a capital letter and at least nine letters and digits, which no variant has. */
function isEntryId(text: string): boolean {
  return /^[A-Z][A-Za-z0-9]{9,}$/.test(text);
}

/** An id as variants have: those of the visitor's own are known to this browser only. */
function isVariantName(text: string): boolean {
  return /^[a-z0-9][a-z0-9_-]*$/.test(text) && text.length < 64;
}

const MISSING: Route = { page: 'missing' };

/** The page at an address without the prefix of its language. */
export function parseRoute(path: string): Route {
  const [first = '', second, third, ...rest] = path.split('/').filter((part) => part !== '');
  if (rest.length > 0) return MISSING;
  if (first === '' || (first === 'play' && third === undefined)) {
    if (second === undefined) return { page: 'play', variant: null };
    return isVariantName(second) ? { page: 'play', variant: second } : MISSING;
  }
  if (first === 'learn') return learnRoute(second, third);
  if (third !== undefined) return MISSING;
  switch (first) {
    case 'game':
      return second !== undefined && isEntryId(second) ? { page: 'game', id: second } : MISSING;
    case 'analysis':
      if (second === undefined) return { page: 'analysis', variant: null, id: null };
      if (isVariantId(second)) return { page: 'analysis', variant: second, id: null };
      if (isEntryId(second)) return { page: 'analysis', variant: null, id: second };
      return isVariantName(second) ? { page: 'analysis', variant: second, id: null } : MISSING;
    case 'editor':
      if (second === undefined) return { page: 'editor', variant: null };
      return isVariantName(second) ? { page: 'editor', variant: second } : MISSING;
    case 'import':
    case 'variants':
    case 'library':
      return second === undefined ? { page: first } : MISSING;
    default:
      return MISSING;
  }
}

function learnRoute(variant: string | undefined, topic: string | undefined): Route {
  if (variant === undefined) return { page: 'learn' };
  if (!isVariantId(variant)) return MISSING;
  if (topic === undefined) return { page: 'learn', variant };
  return isTopicOf(variant, topic) ? { page: 'learn', variant, topic } : MISSING;
}

/** Whether a click on a link is one that this page answers itself. */
export function staysHere(
  click: { button: number; metaKey: boolean; ctrlKey: boolean; shiftKey: boolean; altKey: boolean },
  link: { origin: string; target: string; download: boolean },
  origin: string,
): boolean {
  const plain = click.button === 0 && !click.metaKey && !click.ctrlKey && !click.shiftKey && !click.altKey;
  return plain && link.origin === origin && (link.target === '' || link.target === '_self') && !link.download;
}
