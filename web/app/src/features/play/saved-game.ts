/** A game as it is kept between visits, and what a valid one looks like. */

import { FIRST_VARIANT } from '../../domain/variant-ids';
import { parseEnding } from '../../domain/ending';
import type { Ending } from '../../domain/ending';
import type { Side } from '../../generated/types';

export type Opponent = 'computer' | 'friend';
export type ColourChoice = 'w' | 'b' | 'random';

/** What a player chooses before a game. */
export interface Choice {
  variant: string;
  opponent: Opponent;
  /** The computer's strength, 1 to `LEVELS`. */
  level: number;
  colour: ColourChoice;
}

export const LEVELS = 10;

export const FIRST_CHOICE: Choice = { variant: FIRST_VARIANT, opponent: 'computer', level: 3, colour: 'w' };

export interface SavedGame {
  version: 1;
  variant: string;
  startFen: string;
  moves: string[];
  ending: Ending | null;
  /** The side that the computer plays; `null` for two people at one screen. */
  computer: Side | null;
  level: number;
  flipped: boolean;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSide(value: unknown): value is Side {
  return value === 'w' || value === 'b';
}

export function isLevel(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= LEVELS;
}

/** The game kept under some key, or `null` when it is none that this version can read, or of an unknown variant. */
export function parseSavedGame(value: unknown, isKnown: (variant: string) => boolean): SavedGame | null {
  if (!isRecord(value) || value.version !== 1) return null;
  const { variant, startFen, moves, ending, computer, level, flipped } = value;
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
  };
}

export function parseChoice(value: unknown, isKnown: (variant: string) => boolean): Choice {
  const choice = { ...FIRST_CHOICE };
  if (!isRecord(value)) return choice;
  if (typeof value.variant === 'string' && isKnown(value.variant)) choice.variant = value.variant;
  if (value.opponent === 'computer' || value.opponent === 'friend') choice.opponent = value.opponent;
  if (isLevel(value.level)) choice.level = value.level;
  if (value.colour === 'w' || value.colour === 'b' || value.colour === 'random') choice.colour = value.colour;
  return choice;
}
