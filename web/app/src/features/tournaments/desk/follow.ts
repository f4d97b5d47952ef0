/** Navigation of the desk, which has no router of its own. */

import { href } from '../../../ui/href';

/** Opens a page of the site as a link to it does. */
export function follow(path: string): void {
  const link = document.createElement('a');
  link.href = href(path);
  // The router hears of links in the document alone.
  document.body.append(link);
  link.click();
  link.remove();
}
