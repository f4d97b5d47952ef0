/** The game of the play page, with the real rules and the real engine. */

import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Engine as WasmEngine } from '../../wasm/saffron_engine.js';
import mini from '../../../../../variants/mini-hexchess.toml?raw';
import type { SearchRequest } from '../../domain/engine-protocol';
import { ownVariants } from '../../domain/own-variants.svelte';
import { endingOf } from '../../domain/ending';
import { startEngineModule, startRules } from '../../domain/modules-for-tests';
import { moveEnds } from '../../domain/moves';
import { Play } from './play.svelte';
import type { Engine } from './play.svelte';
import type { SearchResult } from '../../generated/types';

let engineModule: { Engine: typeof WasmEngine };

/** The engine on the test's own thread; a search waits until the test lets it go. */
class SlowEngine implements Engine {
  #engine = new engineModule.Engine(1);
  #cancel: (() => void) | undefined;
  #release: (() => void) | undefined;
  broken = false;
  searches: SearchRequest[] = [];
  texts: readonly string[] = [];

  search(request: SearchRequest): Promise<SearchResult | null> {
    this.searches.push(request);
    return new Promise((resolve, reject) => {
      this.#cancel = () => resolve(null);
      this.#release = () => {
        if (this.broken) {
          reject(new Error('unreachable'));
          return;
        }
        const { variant, fen, moves } = request;
        const found = this.#engine.search(
          variant,
          fen,
          moves,
          { depth: 1 },
          () => undefined,
          () => false,
        );
        resolve(found);
      };
    });
  }
  cancel(): void {
    this.#cancel?.();
  }
  newGame(): void {
    this.#engine.newGame();
  }
  setVariants(texts: readonly string[]): void {
    this.texts = texts;
  }
  async answer(play: Play): Promise<void> {
    this.#release?.();
    await vi.waitUntil(() => !play.thinking);
  }
}

let engine: SlowEngine;
let play: Play;

function ucis(): string[] {
  return play.history.map((move) => move.uci);
}

beforeAll(async () => {
  await startRules();
  engineModule = await startEngineModule();
});

beforeEach(async () => {
  localStorage.clear();
  await ownVariants.load();
  engine = new SlowEngine();
  play = new Play(engine, { replyMs: 0 });
});

describe('a game of two at one screen', () => {
  beforeEach(() => {
    play.choose({ opponent: 'friend' });
    play.begin();
  });

  it('plays legal moves and no others', () => {
    play.move('e2e6');
    expect(ucis()).toEqual([]);
    play.move('e2e5');
    play.move('e9e6');
    expect(ucis()).toEqual(['e2e5', 'e9e6']);
    expect(play.current?.turn).toBe('w');
    expect(engine.searches).toEqual([]);
  });

  it('moves only at the end of the game, not in its past', () => {
    play.move('e2e5');
    play.show(0);
    expect(play.shown.ply).toBe(0);
    play.move('d2d4');
    play.move('e9e6');
    expect(ucis()).toEqual(['e2e5']);
    play.show(99);
    expect(play.ply).toBe(1);
    expect(play.lastMove).toEqual({ from: 'e2', to: 'e5' });
  });

  it('takes back one move at a time', () => {
    expect(play.canTakeBack).toBe(false);
    play.move('e2e5');
    play.move('e9e6');
    play.takeBack();
    expect(ucis()).toEqual(['e2e5']);
    play.takeBack();
    expect(play.canTakeBack).toBe(false);
  });

  it('ends by resignation of the side to move, for good', () => {
    play.move('e2e5');
    play.resign();
    expect(play.outcome).toEqual({ result: '1-0', reason: 'resignation', winner: 'w' });
    expect(play.canTakeBack).toBe(false);
    play.move('e9e6');
    expect(ucis()).toEqual(['e2e5']);
    play.agreeDraw();
    expect(play.outcome?.reason).toBe('resignation');
  });

  it('offers the castling moves that are legal', () => {
    play.loadPosition('shafran', 'k4/6/7/8/9/8R/8/7/6/R3K w QB - 0 1', null);
    expect(play.castlings.map((move) => move.castling)).toEqual(['Q-0-0', 'Q-0-0-0', 'B-0-0', 'B-0-0-0']);
  });
});

describe('a game against the computer', () => {
  beforeEach(() => {
    play.choose({ opponent: 'computer', level: 4, colour: 'w' });
    play.begin();
  });

  it('is answered, with the moves so far and the level', async () => {
    play.move('e2e5');
    expect(play.thinking).toBe(true);
    expect(play.humanToMove).toBe(false);
    expect(engine.searches.at(-1)).toMatchObject({ variant: 'shafran', moves: ['e2e5'], limits: { level: 4 } });
    await engine.answer(play);
    expect(play.history).toHaveLength(2);
    expect(play.humanToMove).toBe(true);
  });

  it('takes back while it thinks, and the late answer is not played', async () => {
    play.move('e2e5');
    play.takeBack();
    expect(ucis()).toEqual([]);
    expect(play.thinking).toBe(false);
    await engine.answer(play);
    expect(ucis()).toEqual([]);
  });

  it('takes both moves back after the answer', async () => {
    play.move('e2e5');
    await engine.answer(play);
    play.takeBack();
    expect(ucis()).toEqual([]);
  });

  it('says when the engine breaks, and asks again', async () => {
    engine.broken = true;
    play.move('e2e5');
    await engine.answer(play);
    expect(play.engineError).toBe('unreachable');
    expect(ucis()).toEqual(['e2e5']);
    engine.broken = false;
    play.retry();
    expect(play.engineError).toBeNull();
    await engine.answer(play);
    expect(play.history).toHaveLength(2);
  });

  it('resigns for the person, whoever is to move', () => {
    play.move('e2e5');
    play.resign();
    expect(play.outcome).toMatchObject({ reason: 'resignation', winner: 'b' });
  });

  it('opens when it has White, and its only move cannot be taken back', async () => {
    play.choose({ colour: 'random' });
    play.begin(() => 0.9);
    expect(play.terms?.computer).toBe('w');
    expect(play.flipped).toBe(true);
    await engine.answer(play);
    expect(play.history).toHaveLength(1);
    expect(play.canTakeBack).toBe(false);
  });

  it('waits while a new game is being chosen', () => {
    play.move('e2e5');
    play.choose({ variant: 'glinski' });
    play.openChoice();
    expect(play.thinking).toBe(false);
    expect(play.shown.variant).toBe('glinski');
    expect(play.firstMoveStarts()).toBe(false);
    play.closeChoice();
    expect(play.shown.variant).toBe('shafran');
    expect(play.thinking).toBe(true);
  });
});

describe('the first move on the board', () => {
  it('starts the game that is chosen', () => {
    expect(play.firstMoveStarts()).toBe(true);
    play.move('e2e5');
    expect(play.choosing).toBe(false);
    expect(ucis()).toEqual(['e2e5']);
  });

  it('does not when Black was chosen', () => {
    play.choose({ colour: 'b' });
    play.move('e2e5');
    expect(play.choosing).toBe(true);
  });
});

describe('the next visit', () => {
  it('finds the game as it was left', async () => {
    play.choose({ opponent: 'computer', level: 2, colour: 'w', variant: 'mccooey' });
    play.begin();
    play.move('f4f5');
    await engine.answer(play);
    play.flip();
    const next = new Play(engine, { replyMs: 0 });
    expect(next.restore()).toBe(true);
    expect(next.history).toEqual(play.history);
    expect(next.current).toEqual(play.current);
    expect(next.terms).toEqual(play.terms);
    expect(next.flipped).toBe(true);
  });

  it('finds the end of the game, of every kind', () => {
    const repeat = ['b1c4', 'c8b5', 'c4b1', 'b5c8'];
    const endings: (() => void)[] = [
      () => play.resign(),
      () => play.agreeDraw(),
      () => {
        for (const move of [...repeat, ...repeat]) play.move(move);
        play.claimDraw();
      },
    ];
    for (const end of endings) {
      play.choose({ opponent: 'friend' });
      play.begin();
      end();
      const next = new Play(engine);
      expect(next.restore()).toBe(true);
      expect(next.outcome).not.toBeNull();
      expect(next.outcome).toEqual(play.outcome);
    }
  });

  it('restores a record that went on past a draw by repetition', () => {
    const cycle = ['Nc4', 'Nb5', 'Nb1', 'Nc8'];
    const moves = [...cycle, ...cycle, ...cycle, ...cycle, ...cycle, 'e5', 'e6'];
    const numbered = moves.map((san, ply) => (ply % 2 === 0 ? `${ply / 2 + 1}. ${san}` : san)).join(' ');
    play.loadRecord(`[Variant "Shafran"]\n[Result "0-1"]\n[Termination "time forfeit"]\n\n${numbered} 0-1\n`, null);
    expect(play.history).toHaveLength(22);
    expect(play.outcome).toMatchObject({ result: '0-1', reason: 'time' });
    const next = new Play(engine);
    expect(next.restore()).toBe(true);
    expect(next.history).toEqual(play.history);
    expect(next.outcome).toEqual(play.outcome);
  });

  it.each([
    ['time forfeit', '1-0', 'time'],
    ['abandoned', '0-1', 'abandonment'],
    ['adjudication', '1/2-1/2', 'adjudication'],
    ['rules infraction', '0-1', 'forfeit'],
  ])('restores a record with the Termination "%s"', (termination, result, reason) => {
    play.loadRecord(
      `[Variant "Shafran"]\n[Result "${result}"]\n[Termination "${termination}"]\n\n1. e5 ${result}\n`,
      null,
    );
    expect(play.outcome).toMatchObject({ result, reason });
    const next = new Play(engine);
    expect(next.restore()).toBe(true);
    expect(next.outcome).toEqual(play.outcome);
  });

  it('starts afresh when what is kept cannot be played', () => {
    expect(play.restore()).toBe(false);
    play.choose({ opponent: 'friend' });
    play.begin();
    play.move('e2e5');
    const kept = localStorage.getItem('saffron.game') ?? '';
    localStorage.setItem('saffron.game', kept.replace('e2e5', 'e2e9'));
    const next = new Play(engine);
    expect(next.restore()).toBe(false);
    expect(next.choosing).toBe(true);
  });
});

describe("a variant of the visitor's own", () => {
  const FILE = 'mini-hexchess.toml';

  it('is played against the computer, and is there at the next visit', async () => {
    const { file, kept } = await play.addVariants(FILE, mini);
    expect(kept).toBe(true);
    expect(file.variants).toEqual([{ id: 'mini', name: 'Mini Hexchess', year: 1997, cells: 37 }]);
    expect(engine.texts).toEqual([mini]);
    expect(play.choice.variant).toBe('mini');
    play.move('d3d4');
    await engine.answer(play);
    expect(play.history).toHaveLength(2);
    // A page that is loaded anew has rules that know nothing of it.
    await ownVariants.load();
    const next = new Play(engine, { replyMs: 0 });
    expect(next.choice.variant).toBe('mini');
    expect(next.restore()).toBe(true);
    expect(next.history).toEqual(play.history);
  });

  it('is found by a record', async () => {
    play.choose({ opponent: 'friend' });
    await play.addVariants(FILE, mini);
    play.move('d3d4');
    const record = play.record([]);
    expect(record).toContain('[Variant "Mini Hexchess"]');
    play.choose({ variant: 'shafran' });
    play.begin();
    play.loadRecord(record, null);
    expect(play.terms?.variant).toBe('mini');
    expect(ucis()).toEqual(['d3d4']);
  });

  it('comes again with other rules, under which the game goes on', async () => {
    play.choose({ opponent: 'friend' });
    await play.addVariants(FILE, mini);
    play.move('d3d4');
    play.openChoice();
    await play.addVariants(FILE, mini.replace('roles = ["rook", "bishop", "knight"]', 'roles = ["queen"]'));
    expect(play.choosing).toBe(true);
    expect(ucis()).toEqual(['d3d4']);
    // Without the pawn that has moved the game cannot have been.
    const fewer = mini.replace('ppppp/7/3P3', 'pp1pp/7/7').replace('b1 c2 d3 e2', 'b1 c2 e2');
    await play.addVariants(FILE, fewer);
    expect(play.terms).toBeNull();
    expect(play.shown.pieces).toHaveLength(16);
    expect(play.restore()).toBe(false);
  });

  it('goes with its game when it is removed', async () => {
    play.choose({ opponent: 'friend' });
    const { file } = await play.addVariants(FILE, mini);
    play.move('d3d4');
    expect(play.isOf(file)).toBe(true);
    play.removeVariants(file);
    expect(engine.texts).toEqual([]);
    expect(play.choice.variant).toBe('shafran');
    expect(play.choosing).toBe(true);
    expect(play.shown.variant).toBe('shafran');
    expect(play.restore()).toBe(false);
  });

  it('leaves a game of another variant alone', async () => {
    play.choose({ opponent: 'friend' });
    play.begin();
    play.move('e2e5');
    play.openChoice();
    const { file } = await play.addVariants(FILE, mini);
    expect(play.isOf(file)).toBe(false);
    play.removeVariants(file);
    play.closeChoice();
    expect(ucis()).toEqual(['e2e5']);
  });
});

describe('loading', () => {
  it('keeps the game when the text is wrong', () => {
    play.choose({ opponent: 'friend' });
    play.begin();
    play.move('e2e5');
    expect(() => play.loadPosition('shafran', 'nonsense', null)).toThrow(/\w/);
    expect(() => play.loadRecord('nonsense', null)).toThrow(/\w/);
    expect(ucis()).toEqual(['e2e5']);
  });

  it('brings a recorded game back', () => {
    play.choose({ opponent: 'friend' });
    play.begin();
    for (const move of ['e2e5', 'e9e6', 'b1c4']) play.move(move);
    play.resign();
    const record = play.record([['Event', 'Test']]);
    play.begin();
    play.loadRecord(record, null);
    expect(ucis()).toEqual(['e2e5', 'e9e6', 'b1c4']);
    expect(play.outcome?.result).toBe('1-0');
  });

  it('lets the computer move at once when it is its turn', () => {
    play.loadPosition('shafran', 'k4/6/7/8/9/8R/8/7/6/R3K b QB - 0 1', 'b');
    expect(play.thinking).toBe(true);
  });
});

describe('a hint', () => {
  it('is a legal move, and goes with the next one', async () => {
    play.choose({ opponent: 'friend' });
    play.begin();
    const asked = play.askHint();
    await engine.answer(play);
    await asked;
    expect(play.current?.moves).toContain(play.hint);
    play.move('e2e5');
    expect(play.hint).toBeNull();
  });
});

describe('small parts', () => {
  it('reads the cells of a move', () => {
    expect(moveEnds('e9e10q')).toEqual({ from: 'e9', to: 'e10' });
    expect(moveEnds('m9n10q')).toEqual({ from: 'm9', to: 'n10' });
    expect(moveEnds('f10f2')).toEqual({ from: 'f10', to: 'f2' });
    for (const text of ['', 'e9', 'e9e10k', 'z1', '11']) expect(moveEnds(text)).toBeNull();
  });

  it('keeps only the ends that the moves do not tell', () => {
    expect(endingOf(null)).toBeNull();
    expect(endingOf({ result: '1-0', reason: 'checkmate', winner: 'w' })).toBeNull();
    expect(endingOf({ result: '0-1', reason: 'resignation', winner: 'b' })).toEqual({ kind: 'resign', side: 'w' });
    expect(endingOf({ result: '1/2-1/2', reason: 'fifty', winner: null })).toEqual({ kind: 'claim', claim: 'fifty' });
  });
});
