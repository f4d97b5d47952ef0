/** Log of a tournament over the board. */

/** Event as a sentence. */
export interface LogEntry {
  readonly at: number;
  /** Name of the account; `null` if it is closed, or the event came from a file. */
  readonly author: string | null;
  readonly text: string;
}
