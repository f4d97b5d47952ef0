// @vitest-environment jsdom

/** The game of the play page, with the real rules and the real engine. */

import { mount, unmount } from 'svelte';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Engine as WasmEngine } from '../../wasm/saffron_engine.js';
import mini from '../../../../../variants/mini-hexchess.toml?raw';
import type { SearchRequest } from '../../domain/engine-protocol';
import { ownVariants } from '../../domain/own-variants.svelte';
import type { Added } from '../../domain/own-variants.svelte';
import { FakeChannels, freshBrowser, tab } from '../../domain/library/test-parts';
import { endingOf } from '../../domain/ending';
import { startEngineModule, startRules } from '../../domain/modules-for-tests';
import { moveEnds } from '../../domain/moves';
import { Play } from './play.svelte';
import type { LocalSession } from './local-session.svelte';
import Status from './Status.svelte';
import type { Engine } from './play.svelte';
import type { SearchResult } from '../../generated/types';

let engineModule: { Engine: typeof WasmEngine };

/** Engine on the test's own thread; a search waits until the test releases it. */
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
    await vi.waitUntil(() => play.session?.thinking !== true && play.session?.hinting !== true);
  }
}

let engine: SlowEngine;
let play: Play;

/** The session that is played. */
function session(of: Play = play): LocalSession {
  if (!of.session) throw new Error('no game is played');
  return of.session;
}

function ucis(): string[] {
  return play.history.map((move) => move.uci);
}

/** Text of the status line. */
function status(): string | undefined {
  const line = mount(Status, { target: document.body, props: { play, session: session() } });
  const text = document.querySelector('[role=status]')?.textContent.trim();
  void unmount(line);
  return text;
}

/** Another page that opens the same game. */
async function visitAgain(): Promise<Play> {
  await play.flush();
  const next = new Play(engine, { replyMs: 0, library: tab() });
  expect(await next.open(play.id ?? '')).toBe('opened');
  return next;
}

/** Adds a file as the page of variants does, and proposes its first variant. */
async function addVariants(name: string, text: string): Promise<Added> {
  const added = await ownVariants.add(name, text);
  play.variantsChanged();
  play.choose({ variant: added.file.variants[0]?.id ?? '' });
  return added;
}

beforeAll(async () => {
  await startRules();
  engineModule = await startEngineModule();
});

beforeEach(async () => {
  localStorage.clear();
  await ownVariants.load();
  engine = new SlowEngine();
  freshBrowser();
  play = new Play(engine, { replyMs: 0, library: tab() });
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
    expect(session().current.turn).toBe('w');
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
    expect(play.lastMove).toEqual(['e2', 'e5']);
  });

  it('takes back one move at a time', () => {
    expect(session().can.takeBack).toBe(false);
    play.move('e2e5');
    play.move('e9e6');
    session().takeBack();
    expect(ucis()).toEqual(['e2e5']);
    session().takeBack();
    expect(session().can.takeBack).toBe(false);
  });

  it('ends by resignation of the side to move, for good', () => {
    play.move('e2e5');
    session().resign();
    expect(play.outcome).toEqual({ result: '1-0', reason: 'resignation', winner: 'w' });
    expect(session().can.takeBack).toBe(false);
    play.move('e9e6');
    expect(ucis()).toEqual(['e2e5']);
    session().agreeDraw();
    expect(play.outcome?.reason).toBe('resignation');
  });

  it('can be claimed as a draw at the third repetition, and is one at the fifth', () => {
    const around = (): void => ['b1c4', 'c8b5', 'c4b1', 'b5c8'].forEach((uci) => play.move(uci));
    around();
    expect(session().can.claim).toBeNull();
    around();
    expect(session().can.claim).toBe('threefold');
    around();
    around();
    expect(session().can.claim).toBeNull();
    expect(status()).toBe('½ : ½ Draw: the same position for the fifth time.');
  });

  it('ends by stalemate, for which Gliński gives three quarters', () => {
    play.loadPosition('glinski', '1/3/5/1Q5/9/11/11/11/K10/11/k10 w - - 0 1', null);
    play.move('d8d2');
    expect(status()).toBe('¾ : ¼ Stalemate: ¾ to White, ¼ to Black.');
  });
});

describe('a game against the computer', () => {
  beforeEach(() => {
    play.choose({ opponent: 'computer', level: 4, colour: 'w' });
    play.begin();
  });

  it('is answered, with the moves so far and the level', async () => {
    play.move('e2e5');
    expect(session().thinking).toBe(true);
    expect(play.canMove).toBe(false);
    expect(engine.searches.at(-1)).toMatchObject({ variant: 'shafran', moves: ['e2e5'], limits: { level: 4 } });
    await engine.answer(play);
    expect(play.history).toHaveLength(2);
    expect(play.canMove).toBe(true);
  });

  it('takes back while it thinks, and the late answer is not played', async () => {
    play.move('e2e5');
    session().takeBack();
    expect(ucis()).toEqual([]);
    expect(session().thinking).toBe(false);
    await engine.answer(play);
    expect(ucis()).toEqual([]);
  });

  it('takes both moves back after the answer', async () => {
    play.move('e2e5');
    await engine.answer(play);
    session().takeBack();
    expect(ucis()).toEqual([]);
  });

  it('says when the engine breaks, and asks again', async () => {
    engine.broken = true;
    play.move('e2e5');
    await engine.answer(play);
    expect(session().failure).toBe('unreachable');
    expect(ucis()).toEqual(['e2e5']);
    engine.broken = false;
    session().retry();
    expect(session().failure).toBeNull();
    await engine.answer(play);
    expect(play.history).toHaveLength(2);
  });

  it('resigns for the visitor, whichever side is to move', () => {
    play.move('e2e5');
    session().resign();
    expect(play.outcome).toMatchObject({ reason: 'resignation', winner: 'b' });
  });

  it('opens when it has White, and its only move cannot be taken back', async () => {
    play.choose({ colour: 'random' });
    play.begin(() => 0.9);
    expect(session().own).toBe('b');
    expect(play.flipped).toBe(true);
    await engine.answer(play);
    expect(play.history).toHaveLength(1);
    expect(session().can.takeBack).toBe(false);
  });

  it('waits while a new game is being chosen', () => {
    play.move('e2e5');
    play.choose({ variant: 'glinski' });
    play.openChoice();
    expect(session().thinking).toBe(false);
    expect(play.shown.variant).toBe('glinski');
    expect(play.firstMoveStarts()).toBe(false);
    play.closeChoice();
    expect(play.shown.variant).toBe('shafran');
    expect(session().thinking).toBe(true);
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
    const next = await visitAgain();
    expect(next.history).toEqual(play.history);
    expect(session(next).current).toEqual(session().current);
    expect(session(next).seats).toEqual(session().seats);
    expect(next.flipped).toBe(true);
  });

  it('finds the end of the game, of every kind', async () => {
    const repeat = ['b1c4', 'c8b5', 'c4b1', 'b5c8'];
    const endings: (() => void)[] = [
      () => session().resign(),
      () => session().agreeDraw(),
      () => {
        for (const move of [...repeat, ...repeat]) play.move(move);
        session().claimDraw();
      },
    ];
    for (const end of endings) {
      play.choose({ opponent: 'friend' });
      play.begin();
      end();
      const next = await visitAgain();
      expect(next.outcome).not.toBeNull();
      expect(next.outcome).toEqual(play.outcome);
    }
  });

  it('restores a record that went on past a draw by repetition', async () => {
    const cycle = ['Nc4', 'Nb5', 'Nb1', 'Nc8'];
    const moves = [...cycle, ...cycle, ...cycle, ...cycle, ...cycle, 'e5', 'e6'];
    const numbered = moves.map((san, ply) => (ply % 2 === 0 ? `${ply / 2 + 1}. ${san}` : san)).join(' ');
    await play.loadRecord(
      `[Variant "Shafran"]\n[Result "0-1"]\n[Termination "time forfeit"]\n\n${numbered} 0-1\n`,
      null,
    );
    expect(play.history).toHaveLength(22);
    expect(play.outcome).toMatchObject({ result: '0-1', reason: 'time' });
    const next = await visitAgain();
    expect(next.history).toEqual(play.history);
    expect(next.outcome).toEqual(play.outcome);
  });

  it.each([
    ['time forfeit', '1-0', 'time'],
    ['abandoned', '0-1', 'abandonment'],
    ['adjudication', '1/2-1/2', 'adjudication'],
    ['rules infraction', '0-1', 'forfeit'],
  ])('restores a record with the Termination "%s"', async (termination, result, reason) => {
    await play.loadRecord(
      `[Variant "Shafran"]\n[Result "${result}"]\n[Termination "${termination}"]\n\n1. e5 ${result}\n`,
      null,
    );
    expect(play.outcome).toMatchObject({ result, reason });
    const next = await visitAgain();
    expect(next.outcome).toEqual(play.outcome);
  });

  it('takes up the game that was played last, unless it is over', async () => {
    const empty = new Play(engine, { library: tab() });
    expect(await empty.restore()).toBe(false);
    play.choose({ opponent: 'friend' });
    play.begin();
    play.move('e2e5');
    await play.flush();
    const next = new Play(engine, { library: tab() });
    expect(await next.restore()).toBe(true);
    expect(next.id).toBe(play.id);
    session().resign();
    await play.flush();
    expect(await new Play(engine, { library: tab() }).restore()).toBe(false);
  });

  it('keeps every game', async () => {
    play.choose({ opponent: 'friend' });
    for (const move of ['e2e5', 'd2d4']) {
      play.begin();
      play.move(move);
    }
    await play.flush();
    const games = await tab().list({ kind: 'game' });
    expect(games.map(({ plies, variant }) => [plies, variant])).toEqual([
      [1, 'shafran'],
      [1, 'shafran'],
    ]);
  });

  it('says when what is kept cannot be played, and is free for another game', async () => {
    const { answer } = await tab().create({
      kind: 'game',
      id: 'Broken123456',
      contents: {
        data: { version: 1, variant: 'shafran', startFen: '?', moves: [], computer: null },
        summary: { variant: 'shafran', plies: 0, fen: '?' },
      },
    });
    expect(answer).toBe('saved');
    const next = new Play(engine, { library: tab() });
    expect(await next.open('Broken123456')).toBe('unreadable');
    expect(await next.open('Nothing123456')).toBe('missing');
    expect(next.choosing).toBe(true);
    next.choose({ opponent: 'friend' });
    next.begin();
    expect(next.id).not.toBe('Broken123456');
  });

  it('keeps the time of the side to move when the page is left', async () => {
    play.choose({ opponent: 'friend', clock: { initial: 180, increment: 2 } });
    play.begin();
    play.move('e2e5');
    await play.flush();
    const clock = session().clock;
    await vi.waitUntil(() => (clock?.left('b') ?? 0) < 179_950);
    dispatchEvent(new Event('pagehide'));
    await play.flush();
    const kept = (await tab().get(play.id ?? ''))?.data as { clock: { w: number; b: number } };
    expect(kept.clock.w).toBe(180_000);
    expect(kept.clock.b).toBeLessThan(179_951);
  });

  it('continues from another tab, and neither loses a move', async () => {
    const air = new FakeChannels();
    const here = new Play(engine, { replyMs: 0, library: tab(air) });
    here.choose({ opponent: 'friend' });
    here.begin();
    await here.flush();
    const there = new Play(engine, { replyMs: 0, library: tab(air) });
    expect(await there.open(here.id ?? '')).toBe('opened');
    there.move('e2e5');
    await there.flush();
    await vi.waitUntil(() => here.history.length === 1);
    here.move('e9e6');
    await here.flush();
    await vi.waitUntil(() => there.history.length === 2);
    expect(there.history).toEqual(here.history);
  });

  it('takes over the times of another tab without a stop', async () => {
    const air = new FakeChannels();
    const here = new Play(engine, { replyMs: 0, library: tab(air) });
    here.choose({ opponent: 'friend', clock: { initial: 180, increment: 2 } });
    here.begin();
    here.move('e2e5');
    await here.flush();
    const there = new Play(engine, { replyMs: 0, library: tab(air) });
    expect(await there.open(here.id ?? '')).toBe('opened');
    const before = session(there);
    session(here).clock?.set({ w: 100_000, b: 50_000 });
    here.flip();
    await here.flush();
    await vi.waitUntil(() => there.flipped);
    expect(session(there)).toBe(before);
    expect(before.clock?.running).toBe('b');
    expect(before.clock?.left('w')).toBe(100_000);
    expect(before.clock?.left('b')).toBeLessThanOrEqual(50_000);
  });
});

describe("a variant of the visitor's own", () => {
  const FILE = 'mini-hexchess.toml';

  it('is played against the computer, and is there at the next visit', async () => {
    const { file, kept } = await addVariants(FILE, mini);
    expect(kept).toBe(true);
    expect(file.variants).toEqual([{ id: 'mini', name: 'Mini Hexchess', year: 1997, cells: 37 }]);
    expect(engine.texts).toEqual([mini]);
    expect(play.choice.variant).toBe('mini');
    play.move('d3d4');
    await engine.answer(play);
    expect(play.history).toHaveLength(2);
    // The rules of a reloaded page do not know the variant.
    await ownVariants.load();
    const next = await visitAgain();
    expect(next.choice.variant).toBe('mini');
    expect(next.history).toEqual(play.history);
  });

  it('is found by a record', async () => {
    play.choose({ opponent: 'friend' });
    await addVariants(FILE, mini);
    play.move('d3d4');
    const record = await play.record();
    expect(record).toContain('[Variant "Mini Hexchess"]');
    play.choose({ variant: 'shafran' });
    play.begin();
    await play.loadRecord(record, null);
    expect(play.session?.variant).toBe('mini');
    expect(ucis()).toEqual(['d3d4']);
  });

  it('returns with other rules, under which the game continues', async () => {
    play.choose({ opponent: 'friend' });
    await addVariants(FILE, mini);
    play.move('d3d4');
    play.openChoice();
    await addVariants(FILE, mini.replace('roles = ["rook", "bishop", "knight"]', 'roles = ["queen"]'));
    expect(play.choosing).toBe(true);
    expect(ucis()).toEqual(['d3d4']);
    // Without the pawn that has moved the game is impossible.
    const fewer = mini.replace('ppppp/7/3P3', 'pp1pp/7/7').replace('b1 c2 d3 e2', 'b1 c2 e2');
    await addVariants(FILE, fewer);
    expect(play.session).toBeNull();
    expect(play.shown.pieces).toHaveLength(16);
    await play.flush();
    expect(await tab().list({ kind: 'game' })).toHaveLength(1);
  });

  it('goes with its game when it is removed', async () => {
    play.choose({ opponent: 'friend' });
    const { file } = await addVariants(FILE, mini);
    play.move('d3d4');
    expect(play.isOf(file)).toBe(true);
    ownVariants.remove(file);
    play.variantsChanged();
    expect(engine.texts).toEqual([]);
    expect(play.choice.variant).toBe('shafran');
    expect(play.choosing).toBe(true);
    expect(play.shown.variant).toBe('shafran');
    await play.flush();
    expect(await tab().list({ kind: 'game' })).toHaveLength(1);
  });

  it('leaves a game of another variant alone', async () => {
    play.choose({ opponent: 'friend' });
    play.begin();
    play.move('e2e5');
    play.openChoice();
    const { file } = await addVariants(FILE, mini);
    expect(play.isOf(file)).toBe(false);
    ownVariants.remove(file);
    play.variantsChanged();
    play.closeChoice();
    expect(ucis()).toEqual(['e2e5']);
  });
});

describe('loading', () => {
  it('keeps the game when the text is wrong', async () => {
    play.choose({ opponent: 'friend' });
    play.begin();
    play.move('e2e5');
    expect(() => play.loadPosition('shafran', 'nonsense', null)).toThrow(/\w/);
    await expect(play.loadRecord('nonsense', null)).rejects.toThrow(/\w/);
    expect(ucis()).toEqual(['e2e5']);
  });

  it('brings a recorded game back', async () => {
    play.choose({ opponent: 'friend' });
    play.begin();
    for (const move of ['e2e5', 'e9e6', 'b1c4']) play.move(move);
    session().resign();
    const record = await play.record();
    play.begin();
    await play.loadRecord(record, null);
    expect(ucis()).toEqual(['e2e5', 'e9e6', 'b1c4']);
    expect(play.outcome?.result).toBe('1-0');
  });

  it('lets the computer move at once when it is its turn', () => {
    play.loadPosition('shafran', 'k4/6/7/8/9/8R/8/7/6/R3K b QB - 0 1', 'b');
    expect(session().thinking).toBe(true);
  });
});

describe('a hint', () => {
  it('is a legal move, and goes with the next one', async () => {
    play.choose({ opponent: 'friend' });
    play.begin();
    const asked = session().askHint();
    await engine.answer(play);
    await asked;
    expect(session().current.moves).toContain(session().hint);
    play.move('e2e5');
    expect(session().hint).toBeNull();
  });
});

describe('an analysis that is played on', () => {
  const analysed = { variant: 'glinski', moves: ['f5f6', 'e7e6'], bottom: 'b' as const };

  function startFen(): string {
    return play.startOf('glinski').fen;
  }

  it('keeps its moves, and the computer plays the side at the top', () => {
    play.playOn({ ...analysed, startFen: startFen(), opponent: 'computer' });
    expect(play.history.map(({ uci }) => uci)).toEqual(analysed.moves);
    expect([session().own, session().thinking, play.flipped, play.choosing]).toEqual(['b', true, true, false]);
    expect(play.id).not.toBeNull();
  });

  it('is for two people, too', () => {
    play.playOn({ ...analysed, startFen: startFen(), opponent: 'friend' });
    expect([session().own, session().thinking, play.flipped]).toEqual([null, false, true]);
  });
});

describe('small parts', () => {
  it('reads the cells of a move', () => {
    expect(moveEnds('e9e10q')).toEqual(['e9', 'e10']);
    expect(moveEnds('m9n10q')).toEqual(['m9', 'n10']);
    expect(moveEnds('f10f2')).toEqual(['f10', 'f2']);
    for (const text of ['', 'e9', 'e9e10k', 'z1', '11']) expect(moveEnds(text)).toBeNull();
  });

  it('keeps only the ends that the moves do not tell', () => {
    expect(endingOf(null)).toBeNull();
    expect(endingOf({ result: '1-0', reason: 'checkmate', winner: 'w' })).toBeNull();
    expect(endingOf({ result: '0-1', reason: 'resignation', winner: 'b' })).toEqual({ kind: 'resign', side: 'w' });
    expect(endingOf({ result: '1/2-1/2', reason: 'fifty', winner: null })).toEqual({ kind: 'claim', claim: 'fifty' });
  });
});
