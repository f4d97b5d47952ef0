/** Names of the variants added by the operator of the server, available before their files are loaded. */

let names = $state.raw<ReadonlyMap<string, string>>(new Map());

/** Stores the variants that the server lists. */
export function setAddedVariants(variants: readonly { id: string; name: string }[]): void {
  names = new Map(variants.map(({ id, name }) => [id, name]));
}

/** Returns the name of an added variant; `undefined` for others. */
export function addedVariantName(id: string): string | undefined {
  return names.get(id);
}
