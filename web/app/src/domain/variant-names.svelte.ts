/** The names of the variants that the operator of the server has added, before any of their files is loaded. */

let names = $state.raw<ReadonlyMap<string, string>>(new Map());

/** Stores the variants that the server lists. */
export function setAddedVariants(variants: readonly { id: string; name: string }[]): void {
  names = new Map(variants.map(({ id, name }) => [id, name]));
}

/** The name of one; `undefined` for others. */
export function addedVariantName(id: string): string | undefined {
  return names.get(id);
}
