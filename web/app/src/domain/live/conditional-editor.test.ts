import { beforeAll, expect, test } from 'vitest';
import { ApiError } from '../api';
import { startRules } from '../modules-for-tests';
import type { Command } from '../../generated/protocol';
import { ConditionalEditor, writtenLines } from './conditional-editor.svelte';
import { GameServer, SERVER_START } from './game-server-for-tests';
import { LiveGame } from './live-game.svelte';

beforeAll(startRules);

/** Black's page in a game of days; White is to move. */
function waiting(refuse = false) {
  const server = new GameServer('shafran', { kind: 'correspondence', days: 3 });
  let sent = 0;
  const game: LiveGame = new LiveGame(server.view('b'), {
    command: (command: Command) => {
      sent += 1;
      if (refuse) return Promise.reject(new ApiError({ code: 'bad_conditional_move', params: { line: 0, ply: 1 } }, 0));
      const from = server.events.length;
      const answer = server.command('b', command, { client: 'page', n: sent });
      if ('error' in answer) return Promise.reject(new ApiError(answer.error, 0));
      game.events(server.eventsFor('b', from), server.state());
      return Promise.resolve(answer.seq);
    },
    time: () => SERVER_START,
    now: () => 0,
  });
  const editor = new ConditionalEditor(game);
  const record = async (text: string): Promise<void> => {
    editor.show([]);
    for (const uci of text.split(' ')) expect(editor.play(uci)).toBe(true);
    await editor.add();
  };
  return { server, game, editor, record };
}

const lines = (game: LiveGame): string[] => game.conditionalMoves.map((line) => line.join(' '));

test('a line is recorded for both sides, and ends with an answer', async () => {
  const { game, editor } = waiting();
  expect([editor.isNew, editor.play('e9e6')]).toEqual([false, false]);
  editor.play('e2e5');
  expect([editor.isNew, editor.state.turn]).toEqual([false, 'b']);
  editor.play('e9e6');
  editor.play('d1f5');
  expect(editor.line.map(({ san }) => san)).toHaveLength(3);
  await editor.add();
  // The move without an answer is left out.
  expect(lines(game)).toEqual(['e2e5 e9e6']);
  expect(editor.isNew).toBe(false);
  editor.back();
  editor.back();
  expect(editor.line.map(({ uci }) => uci)).toEqual(['e2e5']);
  expect(game.history).toEqual([]);
});

test('a line that answers otherwise takes the place of those that it contradicts', async () => {
  const { game, record } = waiting();
  await record('e2e5 e9e6');
  await record('d2d4 d8d6');
  await record('e2e5 e9e7');
  expect(lines(game)).toEqual(['d2d4 d8d6', 'e2e5 e9e7']);
  // A second expected move after the same reply is stored next to the first.
  await record('e2e5 e9e7 d1f5 f9f8');
  await record('e2e5 e9e7 d1e3 f9f8');
  expect(lines(game)).toContain('e2e5 e9e7 d1f5 f9f8');
  expect(lines(game)).toContain('e2e5 e9e7 d1e3 f9f8');
});

test('lines are shown, written, and removed', async () => {
  const { game, editor, record } = waiting();
  await record('e2e5 e9e6');
  await record('d2d4 d8d6');
  const [first, second] = game.conditionalMoves;
  if (!first || !second) throw new Error('two lines were recorded');
  expect(writtenLines(game, [first, second]).map((line) => line.map(({ san }) => san).join(' '))).toEqual([
    'e5 e6',
    'd4 d6',
  ]);
  editor.show(first);
  expect(editor.line.map(({ uci }) => uci)).toEqual(['e2e5', 'e9e6']);
  await editor.remove(first);
  expect(lines(game)).toEqual(['d2d4 d8d6']);
});

test('what the server refuses is said, and changes nothing', async () => {
  const { game, editor, record } = waiting(true);
  await record('e2e5 e9e6');
  expect(editor.error).toMatchObject({ code: 'bad_conditional_move' });
  expect(editor.busy).toBe(false);
  expect(lines(game)).toEqual([]);
});
