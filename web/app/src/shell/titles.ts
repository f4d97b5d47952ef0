/** Titles of the pages, the same in the browser and in the documents that the server sends. */

import { pageOf } from './addresses';
import type { Subject } from './addresses';

/** Returns the title of a page, without the name of the site. */
export function titleOf(subject: Subject): string {
  return pageOf(subject).title(subject);
}
