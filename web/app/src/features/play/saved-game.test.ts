import { describe, expect, it } from 'vitest';
import { isVariantId } from '../../domain/variant-ids';
import * as savedGame from './saved-game';
import { FIRST_CHOICE } from './saved-game';
import type { SavedGame } from './saved-game';

const parseSavedGame = (value: unknown): SavedGame | null => savedGame.parseSavedGame(value, isVariantId);
const parseChoice = (value: unknown): savedGame.Choice => savedGame.parseChoice(value, isVariantId);

const GAME: SavedGame = {
  version: 1,
  variant: 'glinski',
  startFen: 'some position',
  moves: ['f5f6', 'e7e6'],
  ending: { kind: 'resign', side: 'b' },
  computer: 'b',
  level: 4,
  flipped: true,
  clock: { initial: 300, increment: 3, w: 250_000, b: 12_345 },
};

describe('parseSavedGame', () => {
  it('reads back what was written', () => {
    const games: SavedGame[] = [
      GAME,
      { ...GAME, computer: null, ending: null },
      { ...GAME, ending: { kind: 'agree' } },
      { ...GAME, ending: { kind: 'claim', claim: 'fifty' } },
    ];
    for (const game of games) expect(parseSavedGame(JSON.parse(JSON.stringify(game)))).toEqual(game);
  });

  it('refuses what is no game of this version', () => {
    const broken = [
      null,
      [],
      'game',
      {},
      { ...GAME, version: 2 },
      { ...GAME, variant: 'hopscotch' },
      { ...GAME, startFen: 1 },
      { ...GAME, moves: 'f5f6' },
      { ...GAME, moves: [1] },
      { ...GAME, computer: 'x' },
      { ...GAME, computer: undefined },
    ];
    for (const value of broken) expect(parseSavedGame(value), JSON.stringify(value)).toBeNull();
  });

  it('takes every variant that is known', () => {
    const own = { ...GAME, variant: 'own' };
    expect(parseSavedGame(own)).toBeNull();
    expect(savedGame.parseSavedGame(own, (id) => id === 'own')).toEqual(own);
    expect(parseChoice({ variant: 'own' }).variant).toBe(FIRST_CHOICE.variant);
    expect(savedGame.parseChoice({ variant: 'own' }, (id) => id === 'own').variant).toBe('own');
  });

  it('repairs a level and an ending that mean nothing', () => {
    expect(parseSavedGame({ ...GAME, level: 99 })?.level).toBe(FIRST_CHOICE.level);
    expect(parseSavedGame({ ...GAME, ending: { kind: 'claim', claim: 'tenfold' } })?.ending).toBeNull();
    expect(parseSavedGame({ ...GAME, ending: { kind: 'resign' } })?.ending).toBeNull();
  });
});

describe('parseChoice', () => {
  it('keeps what is valid', () => {
    const choice = {
      variant: 'brusky',
      opponent: 'friend',
      level: 10,
      colour: 'random',
      clock: { initial: 300, increment: 3 },
      handicap: { piece: 'rook', by: 'self' },
    };
    expect(
      parseChoice({ ...choice, clock: { initial: 1, increment: 3 }, handicap: { piece: 'king', by: 'self' } }),
    ).toEqual({
      ...choice,
      clock: null,
      handicap: null,
    });
    expect(parseChoice(choice)).toEqual(choice);
    expect(parseChoice({ ...choice, level: -1, colour: 'green' })).toEqual({
      ...choice,
      level: FIRST_CHOICE.level,
      colour: FIRST_CHOICE.colour,
    });
    expect(parseChoice(undefined)).toEqual(FIRST_CHOICE);
  });
});
