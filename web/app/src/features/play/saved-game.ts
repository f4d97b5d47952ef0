/** Stored format of a game and of the choice before it, with their validation. */

import { parseClock } from '../../domain/clock.svelte';
import type { SavedClock, TimeControl } from '../../domain/clock.svelte';
import { parseEnding } from '../../domain/ending';
import type { Ending } from '../../domain/ending';
import { isLevel } from '../../domain/levels';
import { FIRST_VARIANT } from '../../domain/variant-ids';
import type { Side } from '../../generated/types';

export type Opponent = 'computer' | 'friend';
export type ColourChoice = 'w' | 'b' | 'random';

/** Pieces that one side may start without. */
export const HANDICAPS = ['pawn', 'knight', 'bishop', 'rook', 'queen'] as const;
export interface Handicap {
  piece: (typeof HANDICAPS)[number];
  /** Player without the piece: the opponent (between two people, Black), or the visitor. */
  by: 'opponent' | 'self';
}

/** Choice of a local game. */
export interface Choice {
  variant: string;
  opponent: Opponent;
  /** Level of the computer, from 0 to `LAST_LEVEL`. */
  level: number;
  colour: ColourChoice;
  /** Time control; `null` for a game without a clock. */
  clock: TimeControl | null;
  handicap: Handicap | null;
}

/** Time controls to choose from, in seconds. */
export const TIME_CONTROLS: readonly TimeControl[] = [
  { initial: 180, increment: 2 },
  { initial: 300, increment: 3 },
  { initial: 600, increment: 5 },
  { initial: 900, increment: 10 },
];

export const FIRST_CHOICE: Choice = {
  variant: FIRST_VARIANT,
  opponent: 'computer',
  level: 3,
  colour: 'w',
  clock: null,
  handicap: null,
};

export interface SavedGame {
  version: 1;
  variant: string;
  startFen: string;
  moves: string[];
  ending: Ending | null;
  /** Side of the computer; `null` for two people at one screen. */
  computer: Side | null;
  level: number;
  flipped: boolean;
  clock: SavedClock | null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSide(value: unknown): value is Side {
  return value === 'w' || value === 'b';
}

/** Parses a stored game. Returns `null` if this version cannot read it or the variant is unknown. */
export function parseSavedGame(value: unknown, isKnown: (variant: string) => boolean): SavedGame | null {
  if (!isRecord(value) || value.version !== 1) return null;
  const { variant, startFen, moves, ending, computer, level, flipped, clock } = value;
  if (typeof variant !== 'string' || !isKnown(variant) || typeof startFen !== 'string') return null;
  if (!Array.isArray(moves) || !moves.every((move) => typeof move === 'string')) return null;
  if (computer !== null && !isSide(computer)) return null;
  return {
    version: 1,
    variant,
    startFen,
    moves,
    ending: parseEnding(ending),
    computer,
    level: isLevel(level) ? level : FIRST_CHOICE.level,
    flipped: flipped === true,
    clock: parseClock(clock),
  };
}

function parseControl(value: unknown): TimeControl | null {
  if (!isRecord(value)) return null;
  const { initial, increment } = value;
  return TIME_CONTROLS.find((known) => known.initial === initial && known.increment === increment) ?? null;
}

function parseHandicap(value: unknown): Handicap | null {
  if (!isRecord(value)) return null;
  const piece = HANDICAPS.find((known) => known === value.piece);
  return piece && (value.by === 'opponent' || value.by === 'self') ? { piece, by: value.by } : null;
}

export function parseChoice(value: unknown, isKnown: (variant: string) => boolean): Choice {
  const choice = { ...FIRST_CHOICE };
  if (!isRecord(value)) return choice;
  if (typeof value.variant === 'string' && isKnown(value.variant)) choice.variant = value.variant;
  if (value.opponent === 'computer' || value.opponent === 'friend') choice.opponent = value.opponent;
  if (isLevel(value.level)) choice.level = value.level;
  if (value.colour === 'w' || value.colour === 'b' || value.colour === 'random') choice.colour = value.colour;
  choice.clock = parseControl(value.clock);
  choice.handicap = parseHandicap(value.handicap);
  return choice;
}
