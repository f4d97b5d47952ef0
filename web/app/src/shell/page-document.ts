/** Metadata of a document, known before the build writes it. */

import type { Previewed } from '../ui/first-paint';

/** A document of the page. */
export interface PageDocument {
  locale: string;
  /** Path of the document with the prefix of its language; without the id or name at its end, if it has one. */
  path: string;
  /**
   * `kept`: ends in the id of a stored game; `named`: in a name, of an account or an exercise; `added`: in the id of a variant added by the operator;
   * `missing`: for unknown addresses below the path.
   */
  kind: 'page' | 'kept' | 'named' | 'added' | 'missing';
  /** Variant of the position in the query of the address, if there may be one. */
  variant: string | null;
  /** Tags of the document's head. */
  head: string;
  /** Content of the element that the app is mounted into. */
  body: string;
  /**
   * Content before any script runs: the whole page (`whole`), a preview of what the app shows on a first visit (`preview`), or
   * none.
   */
  content: 'whole' | 'preview' | null;
  /** Page of which the content is a preview. */
  preview: Previewed | null;
  /** Sources that the page loads first, by the ends of their paths: components with all that they import, and data files. */
  preload: readonly string[];
}

/** A former path and the present one. */
export type Redirect = readonly [from: string, to: string];
