/** Runs before the document is painted, separately from the app: build/first-paint.ts turns this into a script. */

import { hiddenPart, isFirstVisit, ownPath, SETTINGS_KEY } from './ui/first-paint';
import type { Previewed } from './ui/first-paint';
import { keys, read } from './domain/storage';
import { parseSettings } from './ui/settings-values';

const { documentElement: root, currentScript: script } = document;
const settings = parseSettings(read(SETTINGS_KEY));
root.dataset.theme = settings.theme;

const visitor = {
  path: location.pathname,
  search: location.search,
  languages: navigator.languages,
  settings,
  keys: keys(),
};
if (isFirstVisit(visitor)) root.dataset.first = '';

const path = ownPath(root.lang, visitor);
// Only a document with content has these attributes.
const { address, preview } = script?.dataset ?? {};
if (path !== null) {
  root.dataset.hidden = 'all';
  // Nothing of this document is needed, nor what it loads.
  stop();
  location.replace(path + location.search + location.hash);
} else if (address !== undefined) {
  const hidden = hiddenPart({ address, preview: preview as Previewed | undefined }, visitor);
  if (hidden) root.dataset.hidden = hidden;
}
