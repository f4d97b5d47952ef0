/** The addresses of the site and the pages behind them. */

import { isVariantId } from '../domain/variant-ids';
import type { VariantId } from '../domain/variant-ids';

export type Route =
  | { page: 'play' }
  | { page: 'analysis' }
  | { page: 'rules' }
  | { page: 'rules'; variant: VariantId }
  | { page: 'missing' };

export function parseRoute(path: string): Route {
  const parts = path.split('/').filter((part) => part !== '');
  if (parts.length === 0) return { page: 'play' };
  if (parts.length === 1 && parts[0] === 'analysis') return { page: 'analysis' };
  if (parts[0] === 'rules') {
    if (parts.length === 1) return { page: 'rules' };
    const variant = parts[1] ?? '';
    if (parts.length === 2 && isVariantId(variant)) return { page: 'rules', variant };
  }
  return { page: 'missing' };
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
