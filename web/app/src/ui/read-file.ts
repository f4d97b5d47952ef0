/** Reading of files that a visitor has chosen or dropped. */

/** Maximum size of a variant file in bytes (saffron_variants::MAX_TEXT_BYTES). */
const MAX_BYTES = 1 << 20;

export type FileProblem = 'too-large' | 'not-text' | 'unreadable';

export class FileError extends Error {
  readonly problem: FileProblem;

  constructor(problem: FileProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Reads a file. Throws a `FileError` if it is longer than `most` bytes or cannot be read. */
export async function bytesOf(file: Blob, most: number): Promise<Uint8Array> {
  if (file.size > most) throw new FileError('too-large');
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    // The file has been removed, or it is a folder.
    throw new FileError('unreadable');
  }
}

/** Reads a UTF-8 file. Throws a `FileError` if it is not UTF-8, longer than `most` bytes or unreadable. */
export async function textOf(file: Blob, most: number = MAX_BYTES): Promise<string> {
  const bytes = await bytesOf(file, most);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FileError('not-text');
  }
}
