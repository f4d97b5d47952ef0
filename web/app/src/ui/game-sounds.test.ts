import { describe, expect, it } from 'vitest';
import type { Session } from '../domain/session';
import { soundOfMove } from './sounds';
import { soundSince } from './game-sounds.svelte';

const session = {} as Session;
const moment = (sans: string[], over = false, of = session) => ({
  session: of,
  moves: sans.map((san) => ({ san })),
  over,
});

describe('soundOfMove', () => {
  it.each([
    ['Nc4', false, 'move'],
    ['Q-0-0', false, 'move'],
    ['Nxc4', false, 'capture'],
    ['Nxc4+', false, 'check'],
    ['e10Q#', false, 'check'],
    ['e10Q#', true, 'end'],
    ['Nc4', true, 'end'],
  ])('%s (over: %s): %s', (san, over, sound) => {
    expect(soundOfMove(san, over)).toBe(sound);
  });
});

describe('soundSince', () => {
  it('is that of the move that was played', () => {
    expect(soundSince(moment(['e5']), moment(['e5', 'e6']))).toBe('move');
    expect(soundSince(moment(['e5']), moment(['e5', 'dxe5']))).toBe('capture');
  });

  it('is heard of the first move, which begins the game', () => {
    expect(soundSince(null, moment(['e5']))).toBe('move');
    expect(soundSince(moment(['a3', 'a4'], true), moment(['e5'], false, {} as Session))).toBe('move');
  });

  it('is silent where a game is opened, and where a move is taken back', () => {
    expect(soundSince(null, moment(['e5', 'e6']))).toBeNull();
    expect(soundSince(null, moment([]))).toBeNull();
    expect(soundSince(moment(['e5', 'e6']), moment(['e5']))).toBeNull();
    expect(soundSince(moment(['e5']), null)).toBeNull();
  });

  it('is heard at an end without a move, once', () => {
    expect(soundSince(moment(['e5']), moment(['e5'], true))).toBe('end');
    expect(soundSince(moment(['e5'], true), moment(['e5'], true))).toBeNull();
  });
});
