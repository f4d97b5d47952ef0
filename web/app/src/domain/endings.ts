/** The endings of three and four pieces, by their names: `KQKR` is king and queen against king and rook. */

import type { RoleLetter } from '../generated/types';

/** Pieces beside the king, the strongest first. */
const OTHERS = ['Q', 'R', 'B', 'N', 'P'];

/** The names of all of them: the stronger side is named first, its pieces from the strongest on. */
export function endingNames(): string[] {
  const pairs = OTHERS.flatMap((one, at) => OTHERS.slice(at).map((other) => [one, other]));
  return [
    ...OTHERS.map((one) => `K${one}K`),
    ...pairs.map(([one, other]) => `K${one}${other}K`),
    ...pairs.map(([one, other]) => `K${one}K${other}`),
  ];
}

export function isEndingName(text: string): boolean {
  return endingNames().includes(text);
}

/** The pieces of both sides, king first. */
export function endingSides(name: string): [RoleLetter[], RoleLetter[]] {
  const at = name.lastIndexOf('K');
  const roles = [...name.toLowerCase()] as RoleLetter[];
  return [roles.slice(0, at), roles.slice(at)];
}

/** The path of the endings of a variant, or of one of them. */
export function endingPath(variant: string, ending?: string): string {
  return ending === undefined ? `/endings/${variant}` : `/endings/${variant}/${ending}`;
}
