import { afterEach, beforeAll, expect, it } from 'vitest';
import { parseExercise } from '../../domain/exercises';
import { startEngineModule } from '../../domain/modules-for-tests';
import { settings } from '../../ui/settings.svelte';
import { ExerciseAttempt } from './attempt.svelte';
import { sentenceOf, soloRefusal, taskText } from './exercise-text';

let module: Awaited<ReturnType<typeof startEngineModule>>;
beforeAll(async () => {
  module = await startEngineModule();
  settings.locale = 'en';
});

let open: ExerciseAttempt | null = null;
afterEach(() => open?.close());

function start(line: string, pause?: () => Promise<void>): ExerciseAttempt {
  const exercise = parseExercise(line);
  if (!exercise) throw new Error(`no exercise: ${line}`);
  open = new ExerciseAttempt('shafran', exercise, module, pause);
  return open;
}

const ROOK = 'rook-1\tstars\t2\t5/6/7/8/9/4R4/8/7/6/5 w - - 0 1\tc2 c5\t-';
const KING = 'king-3\tstars\t4\t3r1/6/7/8/1K7/9/8/7/6/5 w - - 0 1\td4 e4\t-';
const MATE = 'mateIn2-1\tmate\t2\t5/6/3QK2/8/4R4/9/7k/5p1/6/5 w - - 0 1\t-\t-';
const PASSING = 'enPassant-3\tenPassant\t1\t2R2/1p4/7/k1P4r/5P3/p8/8/7/K5/5 b - - 0 1\t-\te9e6';

it('the fewest moves without help give three stars', () => {
  const attempt = start(ROOK);
  expect(taskText(attempt.exercise)).toBe('Collect the stars in 2 moves.');
  attempt.play('e5c5');
  expect(attempt.state.stars).toEqual(['c2']);
  expect(sentenceOf(attempt).second).toBe('You have made 1 move.');
  attempt.play('c5c2');
  expect([attempt.solved, attempt.stars]).toEqual([true, 3]);
  expect(sentenceOf(attempt)).toEqual({ tone: 'right', first: 'Right.', second: 'In the fewest moves.' });
});

it('more moves are told how many are enough', () => {
  const attempt = start(ROOK);
  for (const move of ['e5e6', 'e6e5', 'e5c5', 'c5c2']) attempt.play(move);
  expect([attempt.solved, attempt.stars]).toEqual([true, 2]);
  expect(sentenceOf(attempt).second).toBe('2 moves are enough.');
});

it('moves that are none of the exercise are ignored', () => {
  const attempt = start(ROOK);
  attempt.play('e5d3');
  attempt.play('nonsense');
  expect(attempt.state.made).toBe(0);
});

it('a lost move is named with the piece that captures, and can be taken back', () => {
  const attempt = start(KING);
  const losing = attempt.state.game.moves.find(({ uci }) => {
    const tried = start(KING);
    tried.play(uci);
    return tried.lost;
  });
  const king = start(KING);
  king.play(losing?.uci ?? '');
  expect(sentenceOf(king)).toMatchObject({ tone: 'wrong', first: 'Black rook on h10 captures this piece.' });
  king.play('b4b5');
  expect(king.state.made).toBe(1);
  king.takeBack();
  expect([king.lost, king.state.made, king.mistakes]).toEqual([false, 0, 1]);
});

it('hints show the piece and then the move, and cost a star', () => {
  const attempt = start(MATE);
  attempt.hint();
  expect(sentenceOf(attempt).first).toMatch(/^Move the \w+ on [a-l]\d+/);
  attempt.hint();
  attempt.hint();
  expect(attempt.hints).toBe(2);
  attempt.play(attempt.hinted ?? '');
  expect([attempt.hints, attempt.state.made, attempt.solved]).toEqual([0, 1, false]);
  attempt.hint();
  attempt.play(attempt.hinted ?? '');
  expect([attempt.solved, attempt.stars]).toEqual([true, 1]);
});

it('the reply that refutes a move is named', () => {
  const attempt = start(MATE);
  attempt.hint();
  const right = attempt.hinted;
  const wrong = attempt.state.game.moves.find(({ uci }) => uci !== right);
  attempt.play(wrong?.uci ?? '');
  expect(sentenceOf(attempt)).toMatchObject({ tone: 'wrong', second: 'Look for another move.' });
  expect(sentenceOf(attempt).first).toMatch(/^Black answers /);
});

it('the move of the opponent is shown first', async () => {
  let show: () => void = () => undefined;
  const attempt = start(PASSING, () => new Promise((done) => (show = done)));
  expect(attempt.mayMove).toBe(false);
  expect(attempt.game.pieces).toContainEqual({ cell: 'e9', piece: 'p' });
  show();
  await Promise.resolve();
  await Promise.resolve();
  expect(attempt.mayMove).toBe(true);
  expect(attempt.game.pieces).toContainEqual({ cell: 'e6', piece: 'p' });
  expect(attempt.state.lastMove).toEqual(['e9', 'e6']);
});

it('a board without kings says how its pieces move', () => {
  const attempt = start(KING);
  expect(soloRefusal(attempt.exercise, attempt.state, 'b6')).toMatch(/^The king goes one step\./);
  expect(soloRefusal(attempt.exercise, attempt.state, 'h10')).toBe('In this exercise only the king moves.');
});
