/** Tests that the page decodes files like the program: the cases of the crate `saffron-text`. */

import { describe, expect, it } from 'vitest';
import cases from '../../../../crates/text/tests/cases.json';
import { decodeText, ENCODINGS } from './decode-text';
import type { EncodingName } from './decode-text';

/** Expands pairs of a text and its number of repetitions. */
function joined(pairs: readonly (readonly (string | number)[])[]): string {
  return pairs.map(([text, times]) => String(text).repeat(Number(times))).join('');
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function named(encoding: string | undefined): EncodingName | null {
  return ENCODINGS.find((known) => known === encoding) ?? null;
}

describe('decodeText', () => {
  it('knows every encoding of the cases', () => {
    const asked = cases.flatMap(({ encoding }) => encoding ?? []);
    expect(asked.filter((encoding) => named(encoding) === null)).toEqual([]);
    expect(cases.length).toBeGreaterThan(40);
  });

  it.each(cases.map((each) => [each.name, each] as const))('%s', (_, { bytes, text, encoding }) => {
    const found = decodeText(bytesOf(joined(bytes)), named(encoding));
    // A long difference would be printed in full.
    expect(found === joined(text) || found.slice(-200)).toBe(true);
  });
});
