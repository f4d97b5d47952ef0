/**
 * Endgame tables: read here from parts of the server's files (`table-files.ts`). If that fails, the server looks the position up.
 */

import type { TableExercise, TableList, TablePosition, VariantTables } from '../generated/protocol';
import type { Side } from '../generated/types';
import { ApiError, get } from './api';
import { TableError, TableFiles } from './table-files';

/** Largest number of pieces of a table. Positions with more cause no request. */
const MAX_PIECES = 5;
/** Time in milliseconds without requests after a missing reply. */
const RETRY_MS = 20_000;
/** Number of cached positions. */
const CACHE_SIZE = 200;

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

/** Returns the number of pieces in a FEN, kings included. */
export function pieceCount(fen: string): number {
  return (/^\S*/.exec(fen)?.[0] ?? '').replace(/[^a-z]/gi, '').length;
}

/** Returns whether a side may still castle. */
function mayCastle(fen: string): boolean {
  return (fen.split(' ')[2] ?? '-') !== '-';
}

/** Returns whether a table can contain a position at all. */
export function mayBeKnown(fen: string): boolean {
  return pieceCount(fen) <= MAX_PIECES && !mayCastle(fen);
}

export class EndgameTables {
  #net: Net;
  #files: Pick<TableFiles, 'lookUp' | 'forget'>;
  #list: Promise<TableList> | null = null;
  #retryAt = 0;
  /** Replies by variant and position, most recently used last. */
  #known = new Map<string, Promise<TablePosition | null>>();

  constructor(net: Net = BROWSER, files: Pick<TableFiles, 'lookUp' | 'forget'> = new TableFiles()) {
    this.#net = net;
    this.#files = files;
  }

  /** Resolves to whether the server has the table of an ending; false if it does not reply. */
  async has(variant: string, ending: string): Promise<boolean> {
    const tables = await this.#of(variant);
    return tables?.endings.some((table) => table.ending === ending) ?? false;
  }

  /**
   * Looks up a position; `null` if no table has it or the server does not reply. Positions with more pieces than the largest table
   * or with castling rights cause no request. Rejects with a `TableError` if the table is damaged.
   */
  async lookUp(variant: string, fen: string): Promise<TablePosition | null> {
    if (!mayBeKnown(fen)) return null;
    const tables = await this.#of(variant);
    if (!tables || pieceCount(fen) > tables.mostPieces) return null;
    const key = `${variant} ${fen}`;
    const answer = this.#known.get(key) ?? this.#find(key, tables, fen);
    this.#known.delete(key);
    this.#known.set(key, answer);
    if (this.#known.size > CACHE_SIZE) this.#known.delete(this.#known.keys().next().value ?? '');
    return answer;
  }

  /** Returns a random position of an ending in which this side is to move and wins. Rejects as `get` does. */
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
      // The server's variant of this name has different rules.
      if (trouble === 'other-rules') return null;
      return this.#ask(key, tables.variant, fen, trouble === 'damaged' ? (error as TableError) : null);
    }
  }

  /** Reads the files, and reloads the list if they have changed on the server. */
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

  /** Asks the server to look up the position; `damaged` is the local error, if any. */
  async #ask(key: string, variant: string, fen: string, damaged: TableError | null): Promise<TablePosition | null> {
    try {
      return await this.#net.get<TablePosition>(`tables/${variant}`, { fen });
    } catch (error) {
      const refusal = error instanceof ApiError ? error.error : null;
      // A position missing from the tables stays missing; other failures may be temporary.
      if (refusal?.code !== 'not_in_tables') this.#known.delete(key);
      if (refusal?.code === 'damaged_table') throw new TableError('damaged', refusal.params.ending);
      if (damaged) throw damaged;
      return null;
    }
  }
}

export const endgameTables = new EndgameTables();
