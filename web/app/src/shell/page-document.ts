/** What is known of a document before the build writes it. */

/** A document of the page. */
export interface PageDocument {
  locale: string;
  /** Its path, with the prefix of its language; for what has an id or a name, the path in front of it. */
  path: string;
  /**
   * `kept`: with an id below the path; `named`: with the name of an account; `added`: with the id of a variant that the server's
   * operator has added; `missing`: for unknown addresses below the path.
   */
  kind: 'page' | 'kept' | 'named' | 'added' | 'missing';
  /** The variant of the position that the query of the address may name. */
  variant: string | null;
  /** Tags of the document's head. */
  head: string;
  /** Content of the element that the app is mounted into. */
  body: string;
  /**
   * What is there before any script runs: the content of the page (`whole`), a picture of what the app shows to a new visitor
   * (`preview`), or nothing.
   */
  content: 'whole' | 'preview' | null;
}

/** A former path and the present one. */
export type Redirect = readonly [from: string, to: string];
