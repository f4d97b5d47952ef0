/** Names and addresses of round robins by correspondence. */

import type { CorrespondenceInfo } from '../generated/protocol';
import { m } from '../paraglide/messages.js';

/** Returns the path of a tournament's page. */
export function correspondencePath(id: string): string {
  return `/correspondence/${id}`;
}

/** Returns the name of a tournament; that of all tournaments if its organiser's account was erased. */
export function correspondenceName({ settings: { name } }: Pick<CorrespondenceInfo, 'settings'>): string {
  return name === '' ? m.title_tournament() : name;
}
