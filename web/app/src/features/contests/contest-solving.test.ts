import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiError, OfflineError } from '../../domain/api';
import { startRules } from '../../domain/modules-for-tests';
import type { ContestMove, ContestPuzzle } from '../../generated/protocol';
import { settings } from '../../ui/settings.svelte';
import { ContestSolving } from './contest-solving.svelte';
import { contestSentence, contestTask } from './contest-text';

beforeAll(async () => {
  await startRules();
  settings.locale = 'en';
});

/** Black's pawn follows White's, and two moves of Black are to be found. */
const PUZZLE: ContestPuzzle = {
  fen: 'kqbnr/bppppp/np5/bp6/rp6P/p6PR/6PB/5PN/PPPPPB/RNBQK w QBqb - 0 1',
  moves: ['e2e4'],
  length: 2,
  found: 0,
  task: 'win',
  solved: null,
  points: 0,
};
const HALF: ContestPuzzle = { ...PUZZLE, moves: ['e2e4', 'e9e8', 'd2d3'], found: 1 };
const SOLVED: ContestPuzzle = {
  ...PUZZLE,
  moves: ['e2e4', 'e9e8', 'd2d3', 'e8e7'],
  found: 2,
  solved: true,
  points: 80,
};
const FAILED: ContestPuzzle = { ...PUZZLE, solved: false };

let open: ContestSolving | null = null;
afterEach(() => {
  open?.close();
  open = null;
});

type Reply = ContestPuzzle | Error;

/** Returns a puzzle on the board whose server gives these replies one after another. */
async function solve(puzzle: ContestPuzzle, replies: Reply[] = []) {
  const sent: ContestMove[] = [];
  const pause = vi.fn(async () => undefined);
  const send = async (move: ContestMove): Promise<ContestPuzzle> => {
    sent.push(move);
    const reply = replies.shift();
    if (reply === undefined) throw new Error('no reply is left');
    if (reply instanceof Error) throw reply;
    return reply;
  };
  const solving = new ContestSolving('shafran', puzzle, { send, pause });
  open = solving;
  await solving.begin();
  return { solving, sent, pause };
}

const moves = ({ history }: ContestSolving): string[] => history.map(({ uci }) => uci);

describe('a puzzle of a contest', () => {
  it('begins with the move of the opponent, and the solver at the bottom', async () => {
    const { solving } = await solve(PUZZLE);
    expect([solving.solver, solving.bottom, solving.phase]).toEqual(['b', 'b', 'move']);
    expect(moves(solving)).toEqual(['e2e4']);
    expect(contestTask(solving)).toBe('Black to move and win');
  });

  it('is solved by the moves that the server finds right, with the replies that it gives', async () => {
    const { solving, sent } = await solve(PUZZLE, [HALF, SOLVED]);
    await solving.play('e9e8');
    expect(moves(solving)).toEqual(HALF.moves);
    expect(contestSentence(solving).second).toBe('Now the last move.');
    await solving.play('e8e7');
    expect(sent).toEqual([
      { found: 0, move: 'e9e8' },
      { found: 1, move: 'e8e7' },
    ]);
    expect([solving.phase, solving.over, solving.mayMove]).toEqual(['solved', true, false]);
    expect(contestSentence(solving)).toEqual({ tone: 'right', first: 'Solved.', second: '80 points' });
  });

  it('is decided by the first wrong move, which stays on the board', async () => {
    const { solving, sent } = await solve(PUZZLE, [FAILED]);
    await solving.play('d8d7');
    expect(moves(solving)).toEqual(['e2e4', 'd8d7']);
    expect(contestSentence(solving).first).toBe('d7 was not it.');
    await solving.play('e9e8');
    expect(sent).toHaveLength(1);
  });

  it('resumes where it was after the page was loaded again', async () => {
    const half = await solve(HALF);
    expect([moves(half.solving), half.solving.phase, half.solving.solver]).toEqual([HALF.moves, 'move', 'b']);
    half.solving.close();
    const solved = await solve(SOLVED);
    expect([moves(solved.solving), solved.solving.phase, solved.solving.solver]).toEqual([SOLVED.moves, 'solved', 'b']);
    solved.solving.close();
    const failed = await solve({ ...HALF, solved: false });
    expect([failed.solving.phase, failed.solving.solver]).toEqual(['wrong', 'b']);
  });

  it('sends a move again until the server replies', async () => {
    const busy = new ApiError({ code: 'busy' }, 503);
    const often = new ApiError({ code: 'rate_limited', params: { retryAfter: 1 } }, 429);
    const { solving, sent, pause } = await solve(PUZZLE, [new OfflineError(), busy, often, HALF]);
    await solving.play('e9e8');
    expect(sent).toHaveLength(4);
    expect(pause.mock.calls.filter(([reason]: unknown[]) => reason === 'retry')).toHaveLength(3);
    expect(moves(solving)).toEqual(HALF.moves);
  });

  it('takes a move back that the server refuses, and says why', async () => {
    const refused = new ApiError({ code: 'not_open' }, 409);
    const { solving } = await solve(PUZZLE, [refused]);
    await solving.play('e9e8');
    expect(moves(solving)).toEqual(['e2e4']);
    expect([solving.phase, solving.error]).toEqual(['move', refused]);
  });

  it('stays as it is when the time is up, also while the server does not reply', async () => {
    const { solving, pause } = await solve(PUZZLE, [new OfflineError(), new OfflineError()]);
    pause.mockImplementation(async () => {
      solving.ended = true;
    });
    await solving.play('e9e8');
    expect(moves(solving)).toEqual(['e2e4']);
    expect(solving.mayMove).toBe(false);
    expect(contestSentence(solving).first).toBe('The time is up.');
  });
});
