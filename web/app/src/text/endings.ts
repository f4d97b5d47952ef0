/** Names of endings. */

import { endingSides } from '../domain/endings';
import { m } from '../paraglide/messages.js';
import { notationOf, pieceLetters } from './notation';

/** `K+Q v K+R`, in the letters of a language. */
export function endingName(ending: string, locale: string): string {
  const letters = pieceLetters(notationOf(locale));
  const [white, black] = endingSides(ending).map((roles) => roles.map((role) => letters[role]).join('+'));
  return m.ending_name({ white: white ?? '', black: black ?? '' });
}
