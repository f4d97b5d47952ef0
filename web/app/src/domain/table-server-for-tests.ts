/** Simulated server of the endgame tables shipped with the program, for tests of table readers: real files, in parts. */

import { readFileSync } from 'node:fs';
import type { TableInfo, TableList, VariantTables } from '../generated/protocol';
import { TableFiles } from './table-files';
import type { TableModule } from './table-files';
import { EndgameTables } from './tables';

const EMPTY = { wins: 0, stalemateWins: 0, draws: 0, stalemateLosses: 0, losses: 0, longest: 0 };

/** The file of an ending of three pieces. */
export function tableBytes(variant: string, ending: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(`../crates/tables/data/${variant}/${ending}.saftable`));
}

interface Answer {
  bytes: Uint8Array<ArrayBuffer>;
  status: number;
  headers: Record<string, string>;
}

export class TableServer {
  #module: TableModule;
  files = new Map<string, Uint8Array<ArrayBuffer>>();
  /** Requests so far: file name and range. */
  asked: string[] = [];
  /** Changes a reply; returns false to send none. */
  alter: (answer: Answer) => boolean = () => true;
  tag = 'one';

  constructor(module: TableModule) {
    this.#module = module;
  }

  list(variant: string, endings: string[]): VariantTables {
    const info = (ending: string): TableInfo => {
      const bytes = tableBytes(variant, ending);
      this.files.set(`/api/tables/${variant}/files/${ending}.saftable`, bytes);
      const file = `/api/tables/${variant}/files/${ending}.saftable?v=${this.tag}`;
      return { ending, file, bytes: bytes.length, white: EMPTY, black: EMPTY };
    };
    return { variant, mostPieces: 3, endings: endings.map(info) };
  }

  fetch = async (address: string, init: RequestInit): Promise<Response> => {
    const { Range: range = '' } = init.headers as Record<string, string>;
    const [, from, to] = (/^bytes=(\d+)-(\d+)$/.exec(range) ?? []).map(Number);
    const { pathname } = new URL(address, 'http://saffron.test');
    this.asked.push(`${pathname.split('/').at(-1)} ${from}-${to} ${init.cache}`);
    const file = this.files.get(pathname);
    if (!file) return new Response(null, { status: 404 });
    const headers = { ETag: `"${this.tag}"`, 'Content-Range': `bytes ${from}-${to}/${file.length}` };
    const answer: Answer = { bytes: file.slice(from, (to ?? 0) + 1), status: 206, headers };
    if (!this.alter(answer)) throw new TypeError('Failed to fetch');
    return new Response(answer.bytes, { status: answer.status, headers: answer.headers });
  };

  tables(): TableFiles {
    return new TableFiles({ module: async () => this.#module, fetch: this.fetch });
  }

  /** Returns the tables of a page with this list, from a server that looks nothing up. */
  endgameTables(...variants: VariantTables[]): EndgameTables {
    const list: TableList = { variants };
    const get = async (path: string) => {
      if (path === 'tables') return list as never;
      throw new Error(`${path} was asked for`);
    };
    return new EndgameTables({ get, online: () => true, now: () => 0 }, this.tables());
  }
}
