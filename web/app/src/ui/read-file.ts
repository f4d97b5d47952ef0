/** The text of a file that a visitor chose or dropped. */

/** What the rules read at most (saffron_variants::LONGEST_TEXT), in bytes. */
const MOST_BYTES = 1 << 20;

export type FileProblem = 'too-large' | 'not-text' | 'unreadable';

export class FileError extends Error {
  readonly problem: FileProblem;

  constructor(problem: FileProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Throws a `FileError` where there is no text in UTF-8 of a size that makes sense. */
export async function textOf(file: Blob): Promise<string> {
  if (file.size > MOST_BYTES) throw new FileError('too-large');
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    // It is gone meanwhile, or a folder.
    throw new FileError('unreadable');
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FileError('not-text');
  }
}
