/**
 * Visitor's own variants: stored as the texts of their files and registered with the rules at every start. The engine's worker has
 * rules of its own and receives the same texts (`EngineClient.setVariants`).
 */

import type { BoardData } from '../../../board/src/index';
import { addVariants, allVariants, boardData, loadVariantRules, newGame, removeVariants } from './rules';
import { isVariantId } from './variant-ids';
import { read, write } from './storage';
import type { PlacedPiece, VariantInfo } from '../generated/types';

const KEY = 'saffron.variants';

/** Stored variant file. */
export interface StoredFile {
  name: string;
  text: string;
}

export interface OwnFile extends StoredFile {
  /** Variants of the file; empty if the rules cannot use it, for example because its base is missing. */
  variants: VariantInfo[];
  /** Error thrown by the rules, if they cannot use the file. */
  error: unknown;
}

export interface Added {
  file: OwnFile;
  /** False if the browser does not store the file for the next visit. */
  kept: boolean;
}

function isStoredFile(value: unknown): value is StoredFile {
  if (typeof value !== 'object' || value === null) return false;
  const { name, text } = value as Record<string, unknown>;
  return typeof name === 'string' && typeof text === 'string';
}

/** Parses the stored files. Returns none if this version cannot read them. */
export function parseStoredFiles(value: unknown): StoredFile[] {
  if (typeof value !== 'object' || value === null) return [];
  const { version, files } = value as Record<string, unknown>;
  if (version !== 1 || !Array.isArray(files)) return [];
  return files.filter(isStoredFile).map(({ name, text }) => ({ name, text }));
}

/** Preview of a variant before it is added. */
export interface Preview extends VariantInfo {
  board: BoardData;
  /** The pieces at the start. */
  pieces: PlacedPiece[];
}

/** Returns the variants of a file's text without registering them. Rejects with the rules' error. */
export async function previewsOf(text: string): Promise<Preview[]> {
  await loadVariantRules();
  const ids = addVariants(text);
  try {
    return allVariants()
      .filter(({ id }) => ids.includes(id))
      .map((info) => {
        const game = newGame(info.id);
        const { pieces } = game.state();
        game.free();
        return Object.assign({ board: boardData(info.id), pieces }, info);
      });
  } finally {
    removeVariants(ids);
  }
}

/** Ids registered from the visitor's own files. */
let knownIds: string[] = [];

/** Registers a file's variants. */
function added({ name, text }: StoredFile): OwnFile {
  try {
    const ids = addVariants(text);
    knownIds.push(...ids);
    return { name, text, variants: allVariants().filter(({ id }) => ids.includes(id)), error: null };
  } catch (error) {
    return { name, text, variants: [], error };
  }
}

/** Registers the variants of these files and removes the visitor's others. The server's variants stay. */
function addedAfresh(files: readonly StoredFile[]): OwnFile[] {
  removeVariants(knownIds);
  knownIds = [];
  return files.map(added);
}

class OwnVariants {
  #files = $state.raw<readonly OwnFile[]>([]);

  /** Files in the order in which they were added. */
  get files(): readonly OwnFile[] {
    return this.#files;
  }

  get variants(): VariantInfo[] {
    return this.#files.flatMap((file) => file.variants);
  }

  /** Texts of the files, for the engine. */
  get texts(): string[] {
    return this.#files.filter((file) => file.error === null).map((file) => file.text);
  }

  info(id: string): VariantInfo | undefined {
    return this.variants.find((variant) => variant.id === id);
  }

  fileOf(id: string): OwnFile | undefined {
    return this.#files.find((file) => file.variants.some((variant) => variant.id === id));
  }

  /**
   * Loads the stored files. The rules must be loaded; the module for user-defined variants is loaded if there are files. Rejects if
   * that fails.
   */
  async load(): Promise<void> {
    const kept = parseStoredFiles(read(KEY));
    if (kept.length > 0) await loadVariantRules();
    this.#files = addedAfresh(kept);
  }

  /**
   * Adds a file. It replaces the file of the same name that shares an id or a variant's name with it. Rejects with the rules'
   * message, which has the line and the reason, if it cannot be used; nothing changes then.
   */
  async add(name: string, text: string): Promise<Added> {
    await loadVariantRules();
    const here = this.#files.find((file) => file.text === text);
    if (here?.error === null) return { file: here, kept: this.#keep() };
    const next = added({ name, text });
    if (next.error === null) {
      this.#files = [...this.#files.filter((file) => file !== here), next];
      return { file: next, kept: this.#keep(here) };
    }
    const old = this.#files.find((file) => file.name === name);
    if (!old) throw next.error;
    return this.#replace(old, { name, text });
  }

  remove(file: OwnFile): void {
    this.#files = addedAfresh(this.#files.filter((each) => each !== file));
    this.#keep(file);
  }

  #replace(old: OwnFile, by: StoredFile): Added {
    const files = addedAfresh(this.#files.map((file) => (file === old ? by : file)));
    const file = files[this.#files.indexOf(old)];
    if (file?.error === null) {
      this.#files = files;
      return { file, kept: this.#keep(old) };
    }
    this.#files = addedAfresh(this.#files);
    throw file?.error;
  }

  /** Stores the files, with those that another tab has added in the meantime and without `gone`. */
  #keep(gone?: StoredFile): boolean {
    const known = new Set([...this.#files, ...(gone ? [gone] : [])].map((file) => file.text));
    const others = parseStoredFiles(read(KEY)).filter(({ text }) => !known.has(text));
    const files = [...others, ...this.#files].map(({ name, text }) => ({ name, text }));
    return write(KEY, { version: 1, files });
  }
}

export const ownVariants = new OwnVariants();

/** Returns whether games of this variant can be played here. */
export function isKnownVariant(id: string): boolean {
  return isVariantId(id) || ownVariants.info(id) !== undefined;
}
