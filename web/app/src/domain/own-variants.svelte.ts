/**
 * The visitor's own variants: kept as the texts of their files, and made known to the rules again at every start. The
 * engine's worker has rules of its own and is told the same texts (`EngineClient.setVariants`).
 */

import type { BoardData } from '../../../board/src/index';
import { addVariants, allVariants, boardData, loadVariantRules, newGame, removeVariants } from './rules';
import { isVariantId } from './variant-ids';
import { read, write } from './storage';
import type { PlacedPiece, VariantInfo } from '../generated/types';

const KEY = 'saffron.variants';

/** What is kept of a file. */
export interface KeptFile {
  name: string;
  text: string;
}

export interface OwnFile extends KeptFile {
  /** Empty where the rules cannot use the file, as when the one that it extends is gone. */
  variants: VariantInfo[];
  /** What the rules have thrown if they cannot. */
  error: unknown;
}

export interface Added {
  file: OwnFile;
  /** False where the browser does not keep it for the next visit. */
  kept: boolean;
}

function isKeptFile(value: unknown): value is KeptFile {
  if (typeof value !== 'object' || value === null) return false;
  const { name, text } = value as Record<string, unknown>;
  return typeof name === 'string' && typeof text === 'string';
}

/** The files kept under the key; none where there is nothing that this version can read. */
export function parseKeptFiles(value: unknown): KeptFile[] {
  if (typeof value !== 'object' || value === null) return [];
  const { version, files } = value as Record<string, unknown>;
  if (version !== 1 || !Array.isArray(files)) return [];
  return files.filter(isKeptFile).map(({ name, text }) => ({ name, text }));
}

/** A variant as it is shown before it is added. */
export interface Preview extends VariantInfo {
  board: BoardData;
  /** The pieces at the start. */
  pieces: PlacedPiece[];
}

/** The variants of a file's text, without making them known; rejects with the rules' own error. */
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

/** The ids that the rules know by files of the visitor's own. */
let knownIds: string[] = [];

/** Makes a file's variants known. */
function added({ name, text }: KeptFile): OwnFile {
  try {
    const ids = addVariants(text);
    knownIds.push(...ids);
    return { name, text, variants: allVariants().filter(({ id }) => ids.includes(id)), error: null };
  } catch (error) {
    return { name, text, variants: [], error };
  }
}

/** Makes the variants of these files known, and no others of the visitor's own; those of the server stay. */
function addedAfresh(files: readonly KeptFile[]): OwnFile[] {
  removeVariants(knownIds);
  knownIds = [];
  return files.map(added);
}

class OwnVariants {
  #files = $state.raw<readonly OwnFile[]>([]);

  /** In the order in which they came. */
  get files(): readonly OwnFile[] {
    return this.#files;
  }

  get variants(): VariantInfo[] {
    return this.#files.flatMap((file) => file.variants);
  }

  /** What the engine needs. */
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
   * Takes up what was kept at an earlier visit. The rules must be loaded; those for user-defined variants are where there
   * are any. Rejects when they cannot be loaded.
   */
  async load(): Promise<void> {
    const kept = parseKeptFiles(read(KEY));
    if (kept.length > 0) await loadVariantRules();
    this.#files = addedAfresh(kept);
  }

  /**
   * Adds a file. One that was changed takes the place of that with the same name whose ids or names it has. Rejects with
   * the rules' own sentence, with line and reason, when it cannot be used; then all stays as it was.
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

  #replace(old: OwnFile, by: KeptFile): Added {
    const files = addedAfresh(this.#files.map((file) => (file === old ? by : file)));
    const file = files[this.#files.indexOf(old)];
    if (file?.error === null) {
      this.#files = files;
      return { file, kept: this.#keep(old) };
    }
    this.#files = addedAfresh(this.#files);
    throw file?.error;
  }

  /** Writes the files down, with those that another tab has added meanwhile; `gone` is one that is no longer wanted. */
  #keep(gone?: KeptFile): boolean {
    const known = new Set([...this.#files, ...(gone ? [gone] : [])].map((file) => file.text));
    const others = parseKeptFiles(read(KEY)).filter(({ text }) => !known.has(text));
    const files = [...others, ...this.#files].map(({ name, text }) => ({ name, text }));
    return write(KEY, { version: 1, files });
  }
}

export const ownVariants = new OwnVariants();

/** Whether games of this variant can be played here. */
export function isKnownVariant(id: string): boolean {
  return isVariantId(id) || ownVariants.info(id) !== undefined;
}
