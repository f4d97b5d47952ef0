/** The variants that the operator of the server has added: known to the rules when a game of one is opened. */

import { get } from '../api';
import { addVariants, allVariants, loadVariantRules } from '../rules';

interface VariantFiles {
  files: { name: string; text: string }[];
}

const isKnown = (id: string): boolean => allVariants().some((variant) => variant.id === id);

/** Makes a variant of the server known; answers whether it is. A file that the rules here cannot use is left out. */
export async function loadServerVariants(id: string): Promise<boolean> {
  if (isKnown(id)) return true;
  try {
    const { files } = await get<VariantFiles>('variants');
    await loadVariantRules();
    for (const { text } of files) {
      if (isKnown(id)) break;
      try {
        addVariants(text);
      } catch {
        // One of its names may be taken by a file of the visitor's own.
      }
    }
  } catch {
    return false;
  }
  return isKnown(id);
}
