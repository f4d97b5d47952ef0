/**
 * What endgame tables know. The server has them; they are read here, from parts of their files (`table-files.ts`). Where that does
 * not work, the server is asked to look the position up.
 */

import type { TableExercise, TableList, TablePosition, VariantTables } from '../generated/protocol';
import type { Side } from '../generated/types';
import { ApiError, get } from './api';
import { TableError, TableFiles } from './table-files';

/** The most pieces that a table can have: with more, the server is not even asked which it has. */
const MOST_PIECES = 5;
/** The time without requests after a missing answer (milliseconds). */
const RETRY_MS = 20_000;
/** Positions that are remembered. */
const REMEMBERED = 200;

/** The browser's functions that this file uses; tests replace them. */
export interface Net {
  get: <Answer>(path: string, query?: Record<string, string>) => Promise<Answer>;
  online: () => boolean;
  now: () => number;
}

const BROWSER: Net = {
  get: (path, query) => get(path, query ? { query } : {}),
  online: () => navigator.onLine,
  now: () => Date.now(),
};

/** The pieces on the board of a FEN, kings included. */
export function pieceCount(fen: string): number {
  return (/^\S*/.exec(fen)?.[0] ?? '').replace(/[^a-z]/gi, '').length;
}

/** Whether a side may still castle. */
function mayCastle(fen: string): boolean {
  return (fen.split(' ')[2] ?? '-') !== '-';
}

/** Whether a table can know a position at all. */
export function mayBeKnown(fen: string): boolean {
  return pieceCount(fen) <= MOST_PIECES && !mayCastle(fen);
}

export class EndgameTables {
  #net: Net;
  #files: Pick<TableFiles, 'lookUp' | 'forget'>;
  #list: Promise<TableList> | null = null;
  #retryAt = 0;
  /** Answers by variant and position; the one that was used last is the last. */
  #known = new Map<string, Promise<TablePosition | null>>();

  constructor(net: Net = BROWSER, files: Pick<TableFiles, 'lookUp' | 'forget'> = new TableFiles()) {
    this.#net = net;
    this.#files = files;
  }

  /** Whether the server has the table of an ending; false where it does not answer. */
  async has(variant: string, ending: string): Promise<boolean> {
    const tables = await this.#of(variant);
    return tables?.endings.some((table) => table.ending === ending) ?? false;
  }

  /**
   * What the tables know of a position; `null` where none knows it, or the server does not answer. Nothing is asked about positions
   * with more pieces than the largest table, nor where a side may castle. Rejects with a `TableError` where the table is damaged.
   */
  async lookUp(variant: string, fen: string): Promise<TablePosition | null> {
    if (!mayBeKnown(fen)) return null;
    const tables = await this.#of(variant);
    if (!tables || pieceCount(fen) > tables.mostPieces) return null;
    const key = `${variant} ${fen}`;
    const answer = this.#known.get(key) ?? this.#find(key, tables, fen);
    this.#known.delete(key);
    this.#known.set(key, answer);
    if (this.#known.size > REMEMBERED) this.#known.delete(this.#known.keys().next().value ?? '');
    return answer;
  }

  /** A random position of an ending that a side, to move, wins. Rejects as `get` does. */
  exercise(variant: string, ending: string, winner: Side): Promise<TableExercise> {
    const path = `tables/${variant}/endings/${ending}/exercise`;
    return this.#net.get(path, winner === 'b' ? { winner: 'black' } : undefined);
  }

  async #of(variant: string): Promise<VariantTables | undefined> {
    if (!this.#list && (!this.#net.online() || this.#net.now() < this.#retryAt)) return undefined;
    this.#list ??= this.#net.get<TableList>('tables');
    try {
      return (await this.#list).variants.find((tables) => tables.variant === variant);
    } catch {
      this.#list = null;
      this.#retryAt = this.#net.now() + RETRY_MS;
      return undefined;
    }
  }

  async #find(key: string, tables: VariantTables, fen: string): Promise<TablePosition | null> {
    try {
      return await this.#read(tables, fen);
    } catch (error) {
      const trouble = error instanceof TableError ? error.trouble : 'unavailable';
      // What the server knows of a variant with this name is not of these rules.
      if (trouble === 'other-rules') return null;
      return this.#ask(key, tables.variant, fen, trouble === 'damaged' ? (error as TableError) : null);
    }
  }

  /** Reads the files, with the list of what the server has now where it has changed. */
  async #read(tables: VariantTables, fen: string): Promise<TablePosition | null> {
    try {
      return await this.#files.lookUp(tables, fen);
    } catch (error) {
      if (!(error instanceof TableError) || error.trouble !== 'changed') throw error;
      this.#list = null;
      this.#files.forget(tables.variant);
      const now = await this.#of(tables.variant);
      if (!now) throw error;
      return this.#files.lookUp(now, fen);
    }
  }

  /** Asks the server; `damaged` is why it could not be read here. */
  async #ask(key: string, variant: string, fen: string, damaged: TableError | null): Promise<TablePosition | null> {
    try {
      return await this.#net.get<TablePosition>(`tables/${variant}`, { fen });
    } catch (error) {
      const refusal = error instanceof ApiError ? error.error : null;
      // What a table lacks now it lacks later; other failures may pass.
      if (refusal?.code !== 'not_in_tables') this.#known.delete(key);
      if (refusal?.code === 'damaged_table') throw new TableError('damaged', refusal.params.ending);
      if (damaged) throw damaged;
      return null;
    }
  }
}

export const endgameTables = new EndgameTables();
