/** Variants added by the operator of the server, registered with the rules when a game of one is opened. */

import { get } from '../api';
import { addVariants, allVariants, loadVariantRules } from '../rules';

interface VariantFiles {
  files: { name: string; text: string }[];
}

const isKnown = (id: string): boolean => allVariants().some((variant) => variant.id === id);

/** Registers a variant of the server and resolves to whether it is available. A file that the rules cannot use is skipped. */
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
        // A file of the visitor may have taken one of its names.
      }
    }
  } catch {
    return false;
  }
  return isKnown(id);
}
