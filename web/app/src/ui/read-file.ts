/** The text of a file that a visitor chose or dropped. */

/** What is read at most of a file of variants (saffron_variants::LONGEST_TEXT), in bytes. */
const MOST_BYTES = 1 << 20;

export type FileProblem = 'too-large' | 'not-text' | 'unreadable';

export class FileError extends Error {
  readonly problem: FileProblem;

  constructor(problem: FileProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Throws a `FileError` where the file has more bytes or cannot be read. */
export async function bytesOf(file: Blob, most: number): Promise<Uint8Array> {
  if (file.size > most) throw new FileError('too-large');
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    // It is gone meanwhile, or a folder.
    throw new FileError('unreadable');
  }
}

/** Throws a `FileError` where there is no text in UTF-8 of at most so many bytes. */
export async function textOf(file: Blob, most: number = MOST_BYTES): Promise<string> {
  const bytes = await bytesOf(file, most);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FileError('not-text');
  }
}
