import { describe, expect, it } from 'vitest';
import { textOf } from './read-file';

/** Returns a file like a browser's; the one of jsdom has no `arrayBuffer`. */
function file(bytes: Uint8Array<ArrayBuffer> | Error, size = bytes instanceof Error ? 1 : bytes.length): Blob {
  const arrayBuffer = (): Promise<ArrayBuffer> =>
    bytes instanceof Error ? Promise.reject(bytes) : Promise.resolve(bytes.buffer);
  return { size, arrayBuffer } as Blob;
}

describe('textOf', () => {
  it('reads UTF-8, with or without the mark at its start', async () => {
    expect(await textOf(file(new Uint8Array([0xc5, 0x84])))).toBe('ń');
    expect(await textOf(file(new Uint8Array([0xef, 0xbb, 0xbf, 0x61])))).toBe('a');
  });

  it('names what is no text, too large or gone', async () => {
    await expect(textOf(file(new Uint8Array([0xff, 0xfe, 0x61, 0])))).rejects.toThrow('not-text');
    await expect(textOf(file(new Uint8Array(1), (1 << 20) + 1))).rejects.toThrow('too-large');
    await expect(textOf(file(new Error('a folder')))).rejects.toThrow('unreadable');
  });
});
