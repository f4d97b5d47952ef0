/** The addresses of the site and the pages behind them. */

import { isTopicOf } from '../domain/addresses';
import type { LearnTopic } from '../domain/addresses';
import { isEndingOf } from '../domain/endings';
import { isVariantId } from '../domain/variant-ids';
import type { VariantId } from '../domain/variant-ids';

export type Route =
  /** The board with the choice of a game; `variant` proposes one. */
  | { page: 'play'; variant: string | null }
  /** Game or analysis stored in this browser. */
  | { page: 'game'; id: string }
  | { page: 'analysis'; variant: string | null; id: string | null }
  | { page: 'editor'; variant: string | null }
  | { page: 'import' }
  | { page: 'variants' }
  | { page: 'library' }
  | { page: 'learn'; variant?: VariantId; topic?: LearnTopic }
  /** The solved endings of a variant; `ending` is one of them. */
  | { page: 'endings'; variant: VariantId | null; ending: string | null }
  | OnlineRoute
  | { page: 'missing' };

/** Online pages, which are independent of the game on this page's board. */
export type OnlineRoute =
  /** Lobby: seeks and challenges. */
  | { page: 'lobby' }
  /** Games in progress: of all variants, or of one. */
  | { page: 'watch'; variant: string | null }
  /** Live game, also after its end. */
  | { page: 'live'; id: string }
  | { page: 'challenge'; id: string }
  | { page: 'user'; name: string }
  /** All games that have ended. */
  | { page: 'archive' }
  | { page: 'leaderboard'; variant: string | null }
  /** Account page of the visitor; `step` is the purpose of an e-mail's link. */
  | { page: 'account'; step: 'reset' | 'confirm' | null }
  | { page: 'moderation' };

const ONLINE: ReadonlySet<Route['page']> = new Set<OnlineRoute['page']>([
  'lobby',
  'watch',
  'live',
  'challenge',
  'user',
  'archive',
  'leaderboard',
  'account',
  'moderation',
]);

/** Returns whether a page shows data of the server. */
export function isOnline(route: Route): route is OnlineRoute {
  return ONLINE.has(route.page);
}

/** Returns whether a text is an id of the server, of a game or a challenge. */
function isServerId(text: string): boolean {
  return /^[A-Za-z0-9]{10}$/.test(text);
}

/** Parses the account name in an address; `null` if it is invalid. */
function userName(text: string): string | null {
  try {
    const name = decodeURIComponent(text);
    return /^[\p{L}\p{N}_-]{2,20}$/u.test(name) ? name : null;
  } catch {
    return null;
  }
}

/**
 * Returns whether a text is an id of a library entry as made by `domain/library`: a capital letter and at least nine letters and
 * digits, which no variant's id is.
 */
function isEntryId(text: string): boolean {
  return /^[A-Z][A-Za-z0-9]{9,}$/.test(text);
}

/** Returns whether a text has the form of a variant's id. The visitor's own variants are known to this browser only. */
function isVariantName(text: string): boolean {
  return /^[a-z0-9][a-z0-9_-]*$/.test(text) && text.length < 64;
}

const MISSING: Route = { page: 'missing' };

/** Returns the page at an address without the prefix of its language. */
export function parseRoute(path: string): Route {
  const [first = '', second, third, ...rest] = path.split('/').filter((part) => part !== '');
  if (rest.length > 0) return MISSING;
  if (first === '' || (first === 'play' && third === undefined)) {
    if (second === undefined) return { page: 'play', variant: null };
    return isVariantName(second) ? { page: 'play', variant: second } : MISSING;
  }
  if (first === 'learn') return learnRoute(second, third);
  if (first === 'endings') return endingsRoute(second, third);
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
      return onlineRoute(first, second);
  }
}

function onlineRoute(first: string, second: string | undefined): Route {
  switch (first) {
    case 'lobby':
    case 'archive':
    case 'moderation':
      return second === undefined ? { page: first } : MISSING;
    case 'watch':
    case 'leaderboard':
      if (second === undefined) return { page: first, variant: null };
      return isVariantName(second) ? { page: first, variant: second } : MISSING;
    case 'live':
    case 'challenge':
      return second !== undefined && isServerId(second) ? { page: first, id: second } : MISSING;
    case 'user': {
      const name = second === undefined ? null : userName(second);
      return name === null ? MISSING : { page: 'user', name };
    }
    case 'account':
      if (second === undefined) return { page: 'account', step: null };
      return second === 'reset' || second === 'confirm' ? { page: 'account', step: second } : MISSING;
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

function endingsRoute(variant: string | undefined, ending: string | undefined): Route {
  if (variant === undefined) return { page: 'endings', variant: null, ending: null };
  if (!isVariantId(variant) || (ending !== undefined && !isEndingOf(variant, ending))) return MISSING;
  return { page: 'endings', variant, ending: ending ?? null };
}

/** Returns whether the app handles a click on a link itself. */
export function staysHere(
  click: { button: number; metaKey: boolean; ctrlKey: boolean; shiftKey: boolean; altKey: boolean },
  link: { origin: string; target: string; download: boolean },
  origin: string,
): boolean {
  const plain = click.button === 0 && !click.metaKey && !click.ctrlKey && !click.shiftKey && !click.altKey;
  return plain && link.origin === origin && (link.target === '' || link.target === '_self') && !link.download;
}
