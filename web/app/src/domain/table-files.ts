/**
 * Endgame tables read in the browser: the beginning of each file, and then the parts that a look-up needs, by HTTP ranges. Fetched
 * parts stay for the session. Between visits the browser's HTTP cache keeps them, as the address of a file changes with its
 * contents. All bytes are checked against the checksums at the beginning of the file.
 */

import type { TableInfo, TablePosition, VariantTables } from '../generated/protocol';
import type { TableAnswer, TableOpening, TablePart } from '../generated/types';
import { loadEngineModule } from './rules';

/** Largest size in bytes of a file that is fetched whole. */
const WHOLE = 256 * 1024;
/** Size in bytes of the first part of a larger file. The required header is rarely longer. */
const BEGINNING = 64 * 1024;
/** Largest size in bytes of a readable file, whose reader counts in 32 bits. */
const MAX_BYTES = 2 ** 32 - 1;
/** Parts with at most this many bytes between them are fetched together. */
const GAP = 16 * 1024;
/** Maximum number of fetch rounds in a look-up; one takes about five. */
const MAX_ROUNDS = 24;

/**
 * Reason why a position cannot be looked up here. `changed`: the server has another file than it listed. `damaged`: a checksum does
 * not match. `other-rules`: the file is for different rules. `unavailable`: the server does not reply, or its file cannot be read
 * here.
 */
export type TableTrouble = 'changed' | 'damaged' | 'other-rules' | 'unavailable';

export class TableError extends Error {
  override readonly name = 'TableError';
  readonly trouble: TableTrouble;
  /** Ending of the file; empty if the error concerns no single file. */
  readonly ending: string;

  constructor(trouble: TableTrouble, ending = '') {
    super(`${trouble} ${ending}`);
    this.trouble = trouble;
    this.ending = ending;
  }
}

/** Table reader in WebAssembly. */
export interface TableReader {
  open(bytes: Uint8Array): TableOpening;
  supply(ending: string, offset: number, bytes: Uint8Array): boolean;
  lookUp(fen: string): TableAnswer;
}

export interface TableModule {
  TableReader: { new (variant: string): TableReader; beginning(bytes: Uint8Array): number };
}

/** The browser's functions that this file uses; tests replace them. */
export interface TableSource {
  module: () => Promise<TableModule>;
  fetch: (address: string, init: RequestInit) => Promise<Response>;
}

const BROWSER: TableSource = { module: loadEngineModule, fetch: (address, init) => fetch(address, init) };

/** Part of a file fetched with one request. */
interface Range {
  ending: string;
  from: number;
  to: number;
}

/** Combines the parts of a round into as few requests as their distances allow. They are sorted by ending and offset. */
export function rangesOf(parts: readonly TablePart[]): Range[] {
  const ranges: Range[] = [];
  for (const { ending, offset, length } of parts) {
    const last = ranges.at(-1);
    if (last && last.ending === ending && offset - last.to <= GAP) last.to = Math.max(last.to, offset + length);
    else ranges.push({ ending, from: offset, to: offset + length });
  }
  return ranges;
}

/** Returns the entity tag in the address of a file. */
function tagOf({ file }: TableInfo): string | null {
  return new URLSearchParams(file.slice(file.indexOf('?') + 1)).get('v');
}

/** The tables of a variant that are open. */
class OpenTables {
  readonly reader: TableReader;
  /** Tables being opened, by file address. */
  #opening = new Map<string, Promise<void>>();
  #source: TableSource;
  #module: TableModule;
  #damaged: Set<string>;

  #whole: number;

  constructor(variant: string, source: TableSource, module: TableModule, damaged: Set<string>, whole: number) {
    this.#source = source;
    this.#whole = whole;
    this.#module = module;
    this.#damaged = damaged;
    this.reader = new module.TableReader(variant);
  }

  /** Opens a table once; a failed attempt may be retried. */
  open(info: TableInfo): Promise<void> {
    let opening = this.#opening.get(info.file);
    if (!opening) {
      opening = this.#open(info).catch((error: unknown) => {
        this.#opening.delete(info.file);
        throw error;
      });
      this.#opening.set(info.file, opening);
    }
    return opening;
  }

  async #open(info: TableInfo): Promise<void> {
    if (info.bytes > MAX_BYTES) throw new TableError('unavailable', info.ending);
    await this.#checked(info, async (cache) => {
      const first = info.bytes <= this.#whole ? info.bytes : Math.min(info.bytes, BEGINNING);
      let bytes = await this.#fetch(info, 0, first, cache);
      const beginning = this.#module.TableReader.beginning(bytes);
      if (beginning > bytes.length && beginning <= info.bytes) bytes = await this.#fetch(info, 0, beginning, cache);
      const opened = this.reader.open(bytes);
      if (opened === 'other-rules') throw new TableError('other-rules', info.ending);
      if (opened === 'other-version') throw new TableError('unavailable', info.ending);
      if (opened === 'damaged') return false;
      return bytes.length < info.bytes || this.reader.supply(info.ending, beginning, bytes.subarray(beginning));
    });
  }

  /** Fetches a part of a table that is open. */
  supply(info: TableInfo, { ending, from, to }: Range): Promise<void> {
    return this.#checked(info, async (cache) =>
      this.reader.supply(ending, from, await this.#fetch(info, from, to, cache)),
    );
  }

  /** Runs `take`, and once more past the browser's cache if the bytes are damaged. */
  async #checked(info: TableInfo, take: (cache: RequestCache) => Promise<boolean>): Promise<void> {
    if (this.#damaged.has(info.file)) throw new TableError('damaged', info.ending);
    if ((await take('default')) || (await take('reload'))) return;
    this.#damaged.add(info.file);
    throw new TableError('damaged', info.ending);
  }

  async #fetch(info: TableInfo, from: number, to: number, cache: RequestCache): Promise<Uint8Array> {
    const unavailable = new TableError('unavailable', info.ending);
    // A browser fetches ranges of one address one after another, to keep them together.
    const address = `${info.file}${info.file.includes('?') ? '&' : '?'}from=${from}`;
    let answer: Response;
    let bytes: Uint8Array;
    try {
      const headers = { Range: `bytes=${from}-${to - 1}` };
      answer = await this.#source.fetch(address, { headers, cache, credentials: 'same-origin' });
      if (this.#isChanged(info, answer)) {
        void answer.body?.cancel();
        throw new TableError('changed', info.ending);
      }
      if (!answer.ok) throw unavailable;
      bytes = new Uint8Array(await answer.arrayBuffer());
    } catch (error) {
      throw error instanceof TableError ? error : unavailable;
    }
    // A server without range support replies with the whole file.
    if (answer.status === 200) bytes = bytes.subarray(from, to);
    if (bytes.length !== to - from) throw unavailable;
    return bytes;
  }

  /** Returns whether a reply is for a different file than the one listed, or the file no longer exists. */
  #isChanged(info: TableInfo, answer: Response): boolean {
    if (answer.status === 404 || answer.status === 416) return true;
    const tag = answer.headers.get('ETag')?.replace(/^W\//, '').replaceAll('"', '');
    const length = /\/(\d+)$/.exec(answer.headers.get('Content-Range') ?? '')?.[1];
    return (tag !== undefined && tag !== tagOf(info)) || (length !== undefined && Number(length) !== info.bytes);
  }
}

export class TableFiles {
  #source: TableSource;
  #open = new Map<string, Promise<OpenTables>>();
  /** Addresses of files with wrong checksums. */
  #damaged = new Set<string>();

  #whole: number;

  /** `whole` is the largest size in bytes of a file that is fetched whole. */
  constructor(source: TableSource = BROWSER, whole = WHOLE) {
    this.#source = source;
    this.#whole = whole;
  }

  /**
   * Looks up a position in these tables; `null` if they do not contain it. Rejects with `TableError` if it cannot be looked up
   * here.
   */
  async lookUp(tables: VariantTables, fen: string): Promise<TablePosition | null> {
    const open = await this.#of(tables.variant);
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const answer = this.#answer(tables.variant, open, fen);
      switch (answer.kind) {
        case 'known':
          return answer.position;
        case 'unknown':
          return null;
        case 'damaged':
          throw new TableError('damaged', answer.ending);
        case 'needed': {
          const wanted = answer.endings.map((ending) => infoOf(tables, ending));
          const ranges = rangesOf(answer.parts).map((range) => ({ range, info: infoOf(tables, range.ending) }));
          if (wanted.includes(undefined)) return null;
          const opening = wanted.map((info) => info && open.open(info));
          const supplying = ranges.map(({ range, info }) => info && open.supply(info, range));
          await Promise.all([...opening, ...supplying]);
        }
      }
    }
    throw new TableError('unavailable');
  }

  #answer(variant: string, { reader }: OpenTables, fen: string): TableAnswer {
    try {
      return reader.lookUp(fen);
    } catch {
      // The FEN is invalid, or the module has panicked and its reader is unusable.
      this.forget(variant);
      throw new TableError('unavailable');
    }
  }

  /** Forgets the fetched tables of a variant, for example because the server now has others. */
  forget(variant: string): void {
    this.#open.delete(variant);
  }

  #of(variant: string): Promise<OpenTables> {
    let open = this.#open.get(variant);
    if (!open) {
      open = this.#start(variant).catch((error: unknown) => {
        this.#open.delete(variant);
        throw error;
      });
      this.#open.set(variant, open);
    }
    return open;
  }

  async #start(variant: string): Promise<OpenTables> {
    let module: TableModule;
    try {
      module = await this.#source.module();
    } catch {
      throw new TableError('unavailable');
    }
    try {
      return new OpenTables(variant, this.#source, module, this.#damaged, this.#whole);
    } catch {
      // The variant does not exist here, or tables cannot express its rules.
      throw new TableError('other-rules');
    }
  }
}

function infoOf({ endings }: VariantTables, ending: string): TableInfo | undefined {
  return endings.find((info) => info.ending === ending);
}
