/** Endings by their names: `KQKR` is king and queen against king and rook. */

import type { RoleLetter } from '../generated/types';
import { ENDINGS_OF_FIVE } from '../generated/variants';
import type { VariantId } from './variant-ids';

/** Pieces other than the king, strongest first. */
const OTHERS = ['Q', 'R', 'B', 'N', 'P'];

/** Returns all combinations of `count` of these pieces, each in the given order. */
function groups(pieces: readonly string[], count: number): string[] {
  if (count === 0) return [''];
  return pieces.flatMap((one, at) => groups(pieces.slice(at), count - 1).map((others) => one + others));
}

/** Returns the names of the endings of three and four pieces. The stronger side comes first, and its strongest piece first. */
function small(): string[] {
  const pairs = groups(OTHERS, 2);
  return [
    ...OTHERS.map((one) => `K${one}K`),
    ...pairs.map((pair) => `K${pair}K`),
    ...pairs.map(([one, other]) => `K${one}K${other}`),
  ];
}

/** Returns the solved endings of five pieces of a variant. */
function five(variant: VariantId): string[] {
  return ENDINGS_OF_FIVE[variant]?.split(' ') ?? [];
}

export function hasFive(variant: VariantId): boolean {
  return ENDINGS_OF_FIVE[variant] !== undefined;
}

/** Returns the names of all solved endings of a variant. */
export function endingNames(variant: VariantId): string[] {
  return [...small(), ...five(variant)];
}

/** Returns whether this ending of a variant is solved. */
export function isEndingOf(variant: VariantId, text: string): boolean {
  return endingNames(variant).includes(text);
}

/** Returns the pieces of both sides, king first. */
export function endingSides(name: string): [RoleLetter[], RoleLetter[]] {
  const at = name.lastIndexOf('K');
  const roles = [...name.toLowerCase()] as RoleLetter[];
  return [roles.slice(0, at), roles.slice(at)];
}

/** Returns the path of the endings of a variant, or of one of them. */
export function endingPath(variant: string, ending?: string): string {
  return ending === undefined ? `/endings/${variant}` : `/endings/${variant}/${ending}`;
}
