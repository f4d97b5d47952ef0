/** The built-in variants. */

import { VARIANT_IDS } from '../generated/types';
import type { VariantId } from '../generated/types';

export { VARIANT_IDS };
export type { VariantId };

/** Default variant of a first visit. */
export const FIRST_VARIANT: VariantId = VARIANT_IDS[0];

export function isVariantId(text: string): text is VariantId {
  return (VARIANT_IDS as readonly string[]).includes(text);
}
