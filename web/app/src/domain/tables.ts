/** What the server's endgame tables know. Without the server there are none. */

import type { TableExercise, TableList, TablePosition } from '../generated/protocol';
import { ApiError, get } from './api';

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

export class ServerTables {
  #net: Net;
  #list: Promise<TableList> | null = null;
  #retryAt = 0;
  /** Answers by variant and position; the one that was used last is the last. */
  #known = new Map<string, Promise<TablePosition | null>>();

  constructor(net: Net = BROWSER) {
    this.#net = net;
  }

  /** Whether the server has the table of an ending; false where it does not answer. */
  async has(variant: string, ending: string): Promise<boolean> {
    const tables = await this.#of(variant);
    return tables?.endings.some((table) => table.ending === ending) ?? false;
  }

  /**
   * What the server knows of a position; `null` where no table knows it, or the server does not answer. Nothing is asked about positions with more
   * pieces than the largest table, nor where a side may castle.
   */
  async lookUp(variant: string, fen: string): Promise<TablePosition | null> {
    const pieces = pieceCount(fen);
    if (pieces > MOST_PIECES || mayCastle(fen)) return null;
    const tables = await this.#of(variant);
    if (!tables || pieces > tables.mostPieces) return null;
    const key = `${variant} ${fen}`;
    const answer = this.#known.get(key) ?? this.#ask(key, variant, fen);
    this.#known.delete(key);
    this.#known.set(key, answer);
    if (this.#known.size > REMEMBERED) this.#known.delete(this.#known.keys().next().value ?? '');
    return answer;
  }

  /** A random position of an ending that White, to move, wins. Rejects as `get` does. */
  exercise(variant: string, ending: string): Promise<TableExercise> {
    return this.#net.get(`tables/${variant}/endings/${ending}/exercise`);
  }

  async #of(variant: string): Promise<TableList['variants'][number] | undefined> {
    if (!this.#net.online() || this.#net.now() < this.#retryAt) return undefined;
    this.#list ??= this.#net.get<TableList>('tables');
    try {
      return (await this.#list).variants.find((tables) => tables.variant === variant);
    } catch {
      this.#list = null;
      this.#retryAt = this.#net.now() + RETRY_MS;
      return undefined;
    }
  }

  async #ask(key: string, variant: string, fen: string): Promise<TablePosition | null> {
    try {
      return await this.#net.get<TablePosition>(`tables/${variant}`, { fen });
    } catch (error) {
      // What a table lacks now it lacks later; other failures may pass.
      if (!(error instanceof ApiError) || error.code !== 'not_in_tables') this.#known.delete(key);
      return null;
    }
  }
}

export const serverTables = new ServerTables();
