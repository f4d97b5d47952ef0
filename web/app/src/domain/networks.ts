/** Evaluation networks of the engine, one file for each variant that has one, so that a page loads only the one it needs. */

const FILES = import.meta.glob<string>('../../../../crates/engine/networks/*.nnue', {
  query: '?url',
  import: 'default',
  eager: true,
});

const addresses = new Map(
  Object.entries(FILES).map(([path, url]) => [path.replace(/^.*\//, '').replace(/\.nnue$/, ''), url]),
);

/** Returns the network file of a variant; `null` if it has none. Rejects if it cannot be loaded. */
export async function fetchNetwork(variant: string): Promise<Uint8Array | null> {
  const url = addresses.get(variant);
  if (url === undefined) return null;
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`the network of ${variant} could not be loaded: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}
