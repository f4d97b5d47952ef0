/** The addresses of the site and the pages behind them. */

import { isTopicOf } from '../domain/addresses';
import type { LearnTopic } from '../domain/addresses';
import { isVariantId } from '../domain/variant-ids';
import type { VariantId } from '../domain/variant-ids';

export type Route =
  | { page: 'play'; variant?: VariantId }
  | { page: 'analysis' }
  | { page: 'learn'; variant?: VariantId; topic?: LearnTopic }
  | { page: 'missing' };

const MISSING: Route = { page: 'missing' };

/** The page at an address without the prefix of its language. */
export function parseRoute(path: string): Route {
  const [first = '', second, third, ...rest] = path.split('/').filter((part) => part !== '');
  if (rest.length > 0) return MISSING;
  if (first === 'learn') return learnRoute(second, third);
  if (third !== undefined) return MISSING;
  if (first === '' || (first === 'play' && second === undefined)) return { page: 'play' };
  if (first === 'play' && second !== undefined && isVariantId(second)) return { page: 'play', variant: second };
  return first === 'analysis' && second === undefined ? { page: 'analysis' } : MISSING;
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
