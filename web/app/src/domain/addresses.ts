/** Paths of pages, without the prefix of a language. */

import { WITH_CASTLING } from '../generated/variants';
import type { Player } from '../generated/protocol';
import type { Side } from '../generated/types';
import type { VariantId } from './variant-ids';

/** Topics that have a page of their own in each game, in reading order. */
export const LEARN_TOPICS = [
  'setup',
  'pieces',
  'pawns',
  'en-passant',
  'castling',
  'promotion',
  'stalemate',
  'draws',
  'notation',
] as const;
export type LearnTopic = (typeof LEARN_TOPICS)[number];

/** Returns the topics of a game. */
export function topicsOf(variant: VariantId): LearnTopic[] {
  return LEARN_TOPICS.filter((topic) => topic !== 'castling' || WITH_CASTLING.includes(variant));
}

/** Returns whether a game has this topic. */
export function isTopicOf(variant: VariantId, topic: string): topic is LearnTopic {
  return (topicsOf(variant) as readonly string[]).includes(topic);
}

/** Returns the path of a learning page: of all games, one game, or one topic of it. */
export function learnPath(variant?: VariantId, topic?: LearnTopic): string {
  return ['/learn', variant, topic].filter((part) => part !== undefined).join('/');
}

/** Returns the path of an exercise, or of the exercises of a variant. */
export function exercisePath(variant?: string, id?: string): string {
  return ['/exercises', variant, id].filter((part) => part !== undefined).join('/');
}

/** Returns the path of an analysis that begins with a side's mistakes, to look for better moves. */
export function mistakesPath(entry: string, side: Side): string {
  return `/analysis/${entry}?mistakes=${side}`;
}

/** Returns the side whose mistakes the query of an analysis asks for; `null` if it asks for none. */
export function mistakesSide(search: string): Side | null {
  const side = new URLSearchParams(search).get('mistakes');
  return side === 'w' || side === 'b' ? side : null;
}

/** Returns the path of a page that shows a position. */
export function positionPath(page: 'analysis' | 'editor' | 'play', variant: string, fen: string): string {
  return `/${page}/${variant}?fen=${escaped(fen)}`;
}

/** Returns the path of the lobby with a challenge by link from a position. */
export function friendPath(variant: string, fen: string): string {
  return `/lobby?friend&variant=${variant}&fen=${escaped(fen)}`;
}

/**
 * Path of the analysis of a game, opened after `ply` plies. The moves are in UCI form and start from `startFen`, or from the
 * variant's start if that is `null`.
 */
export function gamePath(variant: string, startFen: string | null, moves: readonly string[], ply: number): string {
  const fen = startFen === null ? '' : `fen=${escaped(startFen)}&`;
  const hash = ply === moves.length ? '' : `#${ply}`;
  return `/analysis/${variant}?${fen}moves=${moves.join('+')}${hash}`;
}

/**
 * Returns the FEN of an address, in which underscores may stand for spaces. In the FENs of Chex, which contain a dollar sign,
 * underscores separate files.
 */
export function fenOfAddress(text: string): string {
  return (text.includes('$') ? text : text.replaceAll('_', ' ')).trim();
}

function escaped(text: string): string {
  // Slashes need no escape in a query, and a plus sign stands for a space.
  return encodeURIComponent(text).replaceAll('%2F', '/').replaceAll('%20', '+');
}

/** Returns the path on which the visitor challenges a player; `null` for guests and closed accounts, who have no name. */
export function challengePath({ kind, name, level }: Pick<Player, 'kind' | 'name' | 'level'>): string | null {
  if (kind === 'computer') return level === undefined ? '/lobby?computer' : `/lobby?computer=${level}`;
  return kind === 'person' && name !== null ? `/lobby?user=${encodeURIComponent(name)}` : null;
}

/** Returns the path of a team's page, or of one of its tabs. */
export function teamPath(id: string, tab?: string): string {
  return tab === undefined ? `/team/${id}` : `/team/${id}?tab=${tab}`;
}
