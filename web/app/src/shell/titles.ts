/** Titles and descriptions of the pages, the same in the browser and in the documents that the server sends. */

import { m } from '../paraglide/messages.js';
import { pageOf } from './addresses';
import type { Subject } from './addresses';

/** Returns the title of a page, without the name of the site. */
export function titleOf(subject: Subject): string {
  return pageOf(subject).title(subject);
}

/** Returns a page's description in a sentence or two; `null` for the learning pages, which have their own. */
export function descriptionOf(subject: Subject): string | null {
  const { description = m.site_description } = pageOf(subject);
  return description === null ? null : description(subject);
}
