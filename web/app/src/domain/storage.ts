/** Storage between visits. It may be full or forbidden; nothing is remembered then. */

export interface Store {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

function browserStore(): Store | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

export function read(key: string, store: Store | null = browserStore()): unknown {
  try {
    const text = store?.getItem(key) ?? null;
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a stored object; an empty one if there is none. */
export function readObject(key: string, store?: Store | null): Record<string, unknown> {
  const value = read(key, store);
  return isObject(value) ? value : {};
}

/** Returns all stored keys in no particular order. */
export function keys(store: Store | null = browserStore()): string[] {
  try {
    return Array.from({ length: store?.length ?? 0 }, (_, index) => store?.key(index) ?? '');
  } catch {
    return [];
  }
}

export function forget(key: string, store: Store | null = browserStore()): void {
  try {
    store?.removeItem(key);
  } catch {
    // If writing fails, the key was never stored either.
  }
}

export function write(key: string, value: unknown, store: Store | null = browserStore()): boolean {
  try {
    if (!store) return false;
    store.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
