// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TableMove, TablePosition, TableResult } from '../../generated/protocol';
import { startRules } from '../../domain/modules-for-tests';
import { newGame } from '../../domain/rules';
import { TableError } from '../../domain/table-files';
import { settings } from '../../ui/settings.svelte';
import { winnersOf } from './data';
import type { EndingData } from './data';
import { addSolved, practiceRecord } from './practice-record';
import { statusText } from './practice-text';
import { judge, Practice, resistance } from './practice.svelte';

beforeAll(async () => {
  await startRules();
  settings.locale = 'en';
});
beforeEach(() => localStorage.clear());

/** A mate in one (Qc2) in Shafran's chess; the moves below as the tables know them. */
const START = '5/6/7/8/4Q4/9/8/7/3K2/k4 w - - 0 1';

const move = (uci: string, result: TableResult, plies: number | null): TableMove => ({ uci, san: uci, result, plies });

/** Returns a practice with these table entries, whose defence waits for a signal. */
function practice(answers: (fen: string) => TablePosition | null) {
  let waiting: (() => void) | null = null;
  const made = new Practice('shafran', 'KQK', 'w', {
    tables: {
      exercise: async () => ({ fen: START, plies: 1 }),
      lookUp: async (_, fen) => answers(fen),
    },
    random: () => 0,
    pause: () => new Promise((done) => (waiting = done)),
  });
  const settled = (): Promise<void> => new Promise((done) => setTimeout(done));
  return {
    made,
    settled,
    async reply(): Promise<void> {
      waiting?.();
      await settled();
    },
  };
}

let open: Practice | null = null;
afterEach(() => {
  open?.close();
  open = null;
});

/** Returns the tables' entry of the start. In other positions all moves are equally good. */
function known(fen: string): TablePosition {
  if (fen === START) {
    return {
      result: 'win',
      plies: 1,
      moves: [move('e6c2', 'win', 1), move('d2d3', 'win', 3), move('d2e4', 'win', 5), move('d2c3', 'draw', null)],
    };
  }
  const game = newGame('shafran', fen);
  const { moves, turn } = game.state();
  game.free();
  const [result, plies] = turn === 'w' ? (['win', 5] as const) : (['loss', 4] as const);
  return { result, plies, moves: moves.map(({ uci }) => move(uci, result, plies)) };
}

describe('a practice', () => {
  it('judges each move by what it does to the mate', () => {
    expect(judge(5, move('', 'win', 5))).toEqual({ kind: 'best', left: 2 });
    expect(judge(5, move('', 'win', 9))).toEqual({ kind: 'slower', left: 4, lost: 2 });
    expect(judge(5, move('', 'draw', null))).toEqual({ kind: 'spoilt', result: 'draw' });
    expect(judge(1, move('', 'win', 1))).toEqual({ kind: 'best', left: 0 });
  });

  it('defends with the longest resistance, at random among equals', () => {
    const moves = [move('a', 'loss', 8), move('b', 'loss', 8), move('c', 'loss', 6)];
    const black: TablePosition = { result: 'loss', plies: 8, moves };
    expect([0, 0.49, 0.5, 0.999].map((at) => resistance(black, () => at)?.uci)).toEqual(['a', 'a', 'b', 'b']);
    expect(resistance({ result: 'loss', plies: 0, moves: [] }, () => 0)).toBe(undefined);
  });

  it('counts moves, answers them, and says how it stands', async () => {
    const { made, settled, reply } = practice(known);
    open = made;
    await made.another();
    expect([made.phase, made.best, statusText(made)]).toEqual(['move', 1, 'Your move: mate in 1']);
    made.play('h1h2');
    expect(made.moves).toBe(0);
    made.play('d2e4');
    expect([made.phase, made.moves, statusText(made)]).toEqual([
      'reply',
      1,
      'Mate in 2, 2 later than with the best move',
    ]);
    made.play('d2d3');
    expect(made.moves).toBe(1);
    await settled();
    expect(made.phase).toBe('reply');
    await reply();
    expect([made.phase, made.history.length]).toEqual(['move', 2]);
    made.show(0);
    expect(made.mayMove).toBe(false);
  });

  it('lets a move be taken back that spoils the win, and counts it', async () => {
    const { made } = practice(known);
    open = made;
    await made.another();
    made.play('d2c3');
    expect([made.phase, statusText(made)]).toEqual(['spoilt', 'Now a draw: take the move back']);
    made.takeBack();
    expect([made.phase, made.moves, made.takenBack, made.history.length]).toEqual(['move', 0, 1, 0]);
    made.takeBack();
    expect(made.takenBack).toBe(1);
    await made.again();
    expect([made.takenBack, made.startFen]).toEqual([0, START]);
  });

  it('ends with the mate, which is written down', async () => {
    const { made } = practice(known);
    open = made;
    await made.another();
    made.play('e6c2');
    expect([made.phase, statusText(made)]).toEqual(['won', 'Mate in 1; the best possible was 1']);
    expect(made.record).toEqual({ solved: 1, perfect: 1, least: 0 });
    expect(practiceRecord('shafran', 'KQK')).toEqual(made.record);
    made.play('e6c2');
    expect(made.moves).toBe(1);
  });

  it('says where the tables do not answer, and tries again', async () => {
    let there = false;
    const { made } = practice((fen) => (there ? known(fen) : null));
    open = made;
    await made.another();
    expect([made.phase, statusText(made)]).toEqual(['failed', 'The endgame tables of the server do not answer.']);
    there = true;
    await made.retry();
    expect(made.phase).toBe('move');
  });
});

it('the side that wins can be chosen, and has a record of its own', async () => {
  const { made } = practice(known);
  open = made;
  addSolved('shafran', 'KQK/b', { extra: 1, takenBack: 0 });
  await made.winWith('b');
  expect([made.winner, made.record]).toEqual(['b', { solved: 1, perfect: 0, least: 1 }]);
  await made.winWith('w');
  expect([made.winner, made.record.solved, made.phase]).toEqual(['w', 0, 'move']);
});

it('a practice says that a table is damaged', async () => {
  const { made } = practice(() => {
    throw new TableError('damaged', 'KQK');
  });
  open = made;
  await made.another();
  expect([made.phase, statusText(made)]).toEqual(['failed', 'The endgame table of K+Q v K is damaged.']);
});

describe('the record of a practice', () => {
  it('keeps what was solved, with the best play, and the fewest extra moves', () => {
    expect(practiceRecord('shafran', 'KQK')).toEqual({ solved: 0, perfect: 0, least: null });
    addSolved('shafran', 'KQK', { extra: 3, takenBack: 0 });
    addSolved('shafran', 'KQK', { extra: 0, takenBack: 2 });
    expect(practiceRecord('shafran', 'KQK')).toEqual({ solved: 2, perfect: 0, least: 3 });
    addSolved('shafran', 'KQK', { extra: 0, takenBack: 0 });
    expect(practiceRecord('shafran', 'KQK')).toEqual({ solved: 3, perfect: 1, least: 0 });
    expect(practiceRecord('glinski', 'KQK').solved).toBe(0);
  });

  it('is nothing where something else is kept', () => {
    for (const kept of ['[]', '7', '{"shafran/KQK":{"solved":-1,"perfect":0,"least":null}}', '{"shafran/KQK":5}']) {
      localStorage.setItem('saffron.practice', kept);
      expect(practiceRecord('shafran', 'KQK').solved).toBe(0);
      localStorage.clear();
    }
  });
});

it('an ending is practised only where a side wins without a piece that hangs', () => {
  const data = (quiet: EndingData['quiet']): EndingData => ({
    ending: 'KRKR',
    toMove: [
      [100, 34, 0, 66, 0, 0],
      [100, 0, 0, 66, 0, 34],
    ],
    quiet,
    longest: [],
    zugzwangs: { count: 0, examples: [] },
  });
  expect(winnersOf(data(undefined))).toEqual(['w']);
  expect(
    winnersOf(
      data([
        [60, 1, 0, 59, 0, 0],
        [60, 0, 0, 59, 0, 1],
      ]),
    ),
  ).toEqual([]);
});

it('an ending is practised by the sides that win often enough', () => {
  const data = (ending: string, won: number, lost: number): EndingData => ({
    ending,
    toMove: [
      [100, won, 0, 100 - won, 0, 0],
      [100, 0, 0, 100 - lost, 0, lost],
    ],
    longest: [],
    zugzwangs: { count: 0, examples: [] },
  });
  expect(winnersOf(data('KQK', 5, 0))).toEqual(['w']);
  expect(winnersOf(data('KQK', 4, 0))).toEqual([]);
  expect(winnersOf(data('KRKP', 5, 5))).toEqual(['w', 'b']);
  expect(winnersOf(data('KNKP', 4, 5))).toEqual(['b']);
  expect(winnersOf(data('KRKR', 30, 30))).toEqual(['w']);
});
