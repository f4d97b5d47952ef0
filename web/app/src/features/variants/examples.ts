/** Example variant files shipped with the program (folder `variants`), with a description of each. */

import { m } from '../../paraglide/messages.js';

export interface Example {
  /** Name of the file. */
  file: string;
  /** Kind of the variant: a reconstruction, an earlier form, ... */
  kind: () => string;
  about: () => string;
}

export const EXAMPLES: readonly Example[] = [
  { file: 'mini-hexchess.toml', kind: m.example_kind_variant, about: m.example_mini },
  { file: 'baskerville.toml', kind: m.example_kind_reconstruction, about: m.example_baskerville },
  { file: 'devasa-first.toml', kind: m.example_kind_earlier, about: m.example_devasa_first },
  { file: 'glinski-shifted.toml', kind: m.example_kind_proposal, about: m.example_glinski_shifted },
  { file: 'shafran-long.toml', kind: m.example_kind_experiment, about: m.example_shafran_long },
];

const TEXTS = import.meta.glob<string>('../../../../../variants/*.toml', { query: '?raw', import: 'default' });

/** Returns the text of an example's file. */
export async function exampleText(file: string): Promise<string> {
  const load = TEXTS[`../../../../../variants/${file}`];
  if (!load) throw new Error(`there is no example ${file}`);
  return load();
}
