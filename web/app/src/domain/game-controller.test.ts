/** Tests of what all boards with moves have in common. */

import { beforeAll, describe, expect, it } from 'vitest';
import { GameController, LineController, NO_LINE } from './game-controller.svelte';
import { startRules } from './modules-for-tests';
import { newGame } from './rules';
import type { Game } from './rules';
import { VARIANT_IDS } from './variant-ids';

beforeAll(startRules);

class Board extends GameController {
  readonly game: Game;

  constructor(game: Game) {
    super();
    this.game = game;
    this.enter();
  }

  get line() {
    return { history: this.game.history(), stateAt: (ply: number) => this.game.stateAt(ply) };
  }

  play(count: number): void {
    for (; count > 0; count--) this.game.play(this.game.state().moves[0]?.uci ?? '');
    this.follow();
  }

  undo(): void {
    this.game.undo();
    this.follow();
  }
}

describe.each(VARIANT_IDS)('the board of a game of %s', (variant) => {
  const board = (): Board => new Board(newGame(variant));

  it('follows the game, unless an earlier position is shown', () => {
    const shown = board();
    shown.play(3);
    expect([shown.ply, shown.atEnd]).toEqual([3, true]);
    shown.show(1);
    shown.play(1);
    expect([shown.ply, shown.atEnd]).toEqual([1, false]);
    shown.step('last');
    shown.undo();
    expect([shown.ply, shown.atEnd]).toEqual([3, true]);
    shown.show(2);
    shown.undo();
    shown.undo();
    expect(shown.ply).toBe(1);
  });

  it('steps within the game, and shows the position and the last move', () => {
    const shown = board();
    shown.play(3);
    const steps = (['previous', 'first', 'previous', 'next', 'last', 'next'] as const).map((step) => {
      shown.step(step);
      return shown.ply;
    });
    expect(steps).toEqual([2, 0, 0, 1, 3, 3]);
    shown.show(2);
    const { uci = '' } = shown.game.history()[1] ?? {};
    expect(shown.lastMove).toHaveLength(2);
    expect(uci.startsWith(shown.lastMove?.join('') ?? '-')).toBe(true);
    expect(shown.shown.fen).toBe(shown.game.stateAt(2).fen);
  });
});

it('is turned', () => {
  const board = new LineController(() => NO_LINE);
  expect(board.bottom).toBe('w');
  board.flip();
  expect([board.bottom, board.flipped]).toEqual(['b', true]);
});

it('shows nothing without a game', () => {
  const board = new LineController(() => NO_LINE);
  board.step('next');
  expect([board.ply, board.shown, board.lastMove, board.atEnd]).toEqual([0, null, null, true]);
});
