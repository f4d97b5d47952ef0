/** Filters of the archive: as a form, as an address's query, and as parameters for the server. */

import { SPEEDS } from '../../generated/protocol';
import type { Speed } from '../../generated/protocol';
import { newGame } from '../../domain/rules';

/** Filters; an empty value means no restriction. */
export interface Filters {
  player: string;
  opponent: string;
  variant: string;
  speed: Speed | '';
  /** Result from the named player's view, or of the game if no player is named. */
  result: string;
  rated: '' | 'true' | 'false';
  /** Moves in UCI form, separated by spaces. */
  opening: string;
  /** Date as `2026-11-24`. */
  from: string;
  to: string;
}

export const NO_FILTERS: Filters = {
  player: '',
  opponent: '',
  variant: '',
  speed: '',
  result: '',
  rated: '',
  opening: '',
  from: '',
  to: '',
};

export const RESULTS_OF_PLAYER = ['win', 'draw', 'loss'] as const;
export const RESULTS_OF_GAME = ['1-0', '0-1', '1/2-1/2', '3/4-1/4', '1/4-3/4'] as const;

const FORMS: Record<keyof Filters, (text: string) => boolean> = {
  player: (text) => /^[\p{L}\p{N}_-]{2,20}$/u.test(text),
  opponent: (text) => /^[\p{L}\p{N}_-]{2,20}$/u.test(text),
  variant: (text) => /^[a-z0-9][a-z0-9_-]{0,62}$/.test(text),
  speed: (text) => (SPEEDS as readonly string[]).includes(text),
  result: (text) => ([...RESULTS_OF_PLAYER, ...RESULTS_OF_GAME] as string[]).includes(text),
  rated: (text) => text === 'true' || text === 'false',
  opening: (text) => /^[a-l]\d{1,2}[a-l]\d{1,2}[qrbn]?( [a-l]\d{1,2}[a-l]\d{1,2}[qrbn]?)*$/.test(text),
  from: isDay,
  to: isDay,
};

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** Parses the filters of an address. Invalid values are ignored. */
export function parseFilters(search: string): Filters {
  const query = new URLSearchParams(search);
  const filters: Filters = { ...NO_FILTERS };
  for (const name of Object.keys(NO_FILTERS) as (keyof Filters)[]) {
    const text = query.get(name)?.trim() ?? '';
    if (FORMS[name](text)) (filters as Record<keyof Filters, string>)[name] = text;
  }
  return consistent(filters);
}

/** Removes filters that make no sense together. */
export function consistent(filters: Filters): Filters {
  const fitting: readonly string[] = filters.player === '' ? RESULTS_OF_GAME : RESULTS_OF_PLAYER;
  return {
    ...filters,
    result: fitting.includes(filters.result) ? filters.result : '',
    // Only together with the player's games.
    opponent: filters.player === '' ? '' : filters.opponent,
    opening: filters.variant === '' ? '' : filters.opening,
  };
}

/** Returns the server's query parameters; unset filters are left out. */
export function queryOf(filters: Filters): Record<string, string> {
  const wanted = Object.entries(consistent(filters)).filter(([name, text]) => FORMS[name as keyof Filters](text));
  return Object.fromEntries(wanted);
}

/** Returns the query of an address with these filters, including the question mark; empty for none. */
export function searchOf(filters: Filters): string {
  const text = new URLSearchParams(queryOf(filters)).toString();
  return text === '' ? '' : `?${text}`;
}

/**
 * Parses typed moves from the start of a variant, in any notation of the rules with English letters. Returns their UCI form, or the
 * first word that is not a legal move. The rules must be loaded.
 */
export function readOpening(variant: string, text: string): { moves: string[] } | { wrong: string } {
  const words = text
    .replaceAll(/\d+\.+/g, ' ')
    .split(/[\s,+]+/)
    .filter((word) => word !== '');
  const moves: string[] = [];
  const game = newGame(variant);
  try {
    for (const word of words) {
      const plain = word.replace(/[#!?]+$/, '');
      const legal = game.state().moves;
      const move =
        legal.find(({ uci }) => uci === plain) ?? legal.find(({ san }) => san.replace(/[+#]+$/, '') === plain);
      if (!move) return { wrong: word };
      game.play(move.uci);
      moves.push(move.uci);
    }
  } finally {
    game.free();
  }
  return { moves };
}
