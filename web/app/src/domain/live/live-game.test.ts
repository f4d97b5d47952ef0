import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '../api';
import { startRules } from '../modules-for-tests';
import type { Command, ErrorCode, TimeControl } from '../../generated/protocol';
import type { Side } from '../../generated/types';
import { GameServer, SERVER_START } from './game-server-for-tests';
import { LiveGame } from './live-game.svelte';

beforeAll(startRules);

const BLITZ: TimeControl = { kind: 'clock', initial: 180, increment: 2 };
const DAYS: TimeControl = { kind: 'correspondence', days: 3 };

/** Helpmate. */
const SHORT_MATE = ['a2a3', 'd8d5', 'h4e7', 'b7c6', 'e7c6'];

let now = 0;
beforeEach(() => (now = 0));
const time = (): number => SERVER_START + now;

/** Returns a game on the page of one side; commands wait until `deliver` is called, as on a slow network. */
function joined(side: Side | null, control: TimeControl = BLITZ, variant = 'shafran', arena = false) {
  const server = new GameServer(variant, control, time, { arena });
  const sent: Command[] = [];
  const waiting: (() => void)[] = [];
  const game = new LiveGame(server.view(side), {
    command: (command) => {
      sent.push(command);
      return new Promise((resolve, reject) => {
        waiting.push(() => {
          const from = server.events.length;
          const answer = server.command(side ?? 'w', command, { client: 'page', n: sent.length });
          if ('error' in answer) reject(new ApiError(answer.error, 0));
          else {
            game.events(server.eventsFor(side, from), server.state());
            resolve(answer.seq);
          }
        });
      });
    },
    time,
    now: () => now,
  });
  const deliver = async (): Promise<void> => {
    for (const act of waiting.splice(0)) act();
    await new Promise((resolve) => setTimeout(resolve));
  };
  let other = 0;
  /** Sends a command from the other seat. */
  const opponent = (by: Side, command: Command): ErrorCode | null => {
    const from = server.events.length;
    other += 1;
    const answer = server.command(by, command, { client: 'other', n: other });
    game.events(server.eventsFor(side, from), server.state());
    return 'error' in answer ? answer.error : null;
  };
  const play = (by: Side, uci: string): void => {
    expect(opponent(by, { kind: 'move', uci, ply: server.moves.length })).toBeNull();
  };
  return { server, game, sent, deliver, opponent, play };
}

const moves = (game: LiveGame): string => game.history.map(({ uci }) => uci).join(' ');

describe('an own move', () => {
  test('is shown at once, and confirmed later', async () => {
    const { game, sent, deliver } = joined('w');
    expect(game.can.move).toBe(true);
    expect(game.move('e2e5')).toBe(true);
    expect([moves(game), game.current.turn, game.confirmed, game.can.move]).toEqual(['e2e5', 'b', 0, false]);
    expect(sent).toEqual([{ kind: 'move', uci: 'e2e5', ply: 0 }]);
    await deliver();
    expect([moves(game), game.confirmed, game.pending]).toEqual(['e2e5', 1, null]);
  });

  test('is taken back when it is refused', async () => {
    const { game, server, deliver } = joined('w');
    game.move('e2e5');
    // The server's game has ended in the meantime, which the page does not know yet.
    server.happen({ kind: 'ended', outcome: { reason: 'Abort', white_quarters: null } });
    await deliver();
    expect([moves(game), game.pending]).toEqual(['', null]);
    expect(game.refusal).toBeNull();
    game.view(server.view('w'));
    expect(game.outcome?.reason).toBe('abort');
  });

  test('that is not legal, or not ours to make, is not sent', () => {
    const { game, sent, play } = joined('w');
    expect(game.move('e2e9')).toBe(false);
    play('w', 'e2e5');
    expect(game.move('e9e6')).toBe(false);
    expect(sent).toEqual([]);
    const watching = joined(null).game;
    expect([watching.can.move, watching.watched, watching.can.resign]).toEqual([false, true, false]);
  });

  test("says how long it was thought about, since the other side's move was shown", async () => {
    const { game, sent, deliver, play } = joined('w');
    now = 500;
    game.move('e2e5');
    await deliver();
    now = 1000;
    play('b', 'e9e6');
    now = 4210;
    game.move('d1f5');
    expect(sent).toEqual([
      { kind: 'move', uci: 'e2e5', ply: 0 },
      { kind: 'move', uci: 'd1f5', ply: 2, thought: 3210 },
    ]);
  });

  test('says nothing of the time where the page was opened during the turn', () => {
    const { server } = joined('w');
    server.command('w', { kind: 'move', uci: 'e2e5', ply: 0 }, { client: 'x', n: 1 });
    const sent: Command[] = [];
    const game = new LiveGame(server.view('b'), {
      command: (command) => {
        sent.push(command);
        return Promise.resolve(1);
      },
      time,
      now: () => now,
    });
    game.move('e9e6');
    expect(sent).toEqual([{ kind: 'move', uci: 'e9e6', ply: 1 }]);
  });

  test('on its way survives a new view of the game, and is gone when another was played', async () => {
    const { game, server, deliver } = joined('w');
    game.move('e2e5');
    game.view(server.view('w'));
    expect([moves(game), game.confirmed]).toEqual(['e2e5', 0]);
    await deliver();
    expect([moves(game), game.confirmed]).toEqual(['e2e5', 1]);

    const second = joined('w');
    second.game.move('e2e5');
    // Played from another page of the same player.
    second.play('w', 'e2e4');
    expect([moves(second.game), second.game.pending]).toEqual(['e2e4', null]);
    await second.deliver();
    expect([moves(second.game), second.game.refusal]).toEqual(['e2e4', null]);
  });
});

describe('clocks', () => {
  test('run here between what the server says', async () => {
    const { game, deliver, play } = joined('w');
    expect([game.clock?.running, game.clock?.left('w')]).toEqual([null, 180_000]);
    game.move('e2e5');
    await deliver();
    play('b', 'e9e6');
    expect(game.clock?.running).toBe('w');
    now += 5000;
    expect([game.clock?.left('w'), game.clock?.left('b')]).toEqual([175_000, 180_000]);
    // A player's move stops their own clock at once.
    game.move('d1f5');
    now += 300;
    expect([game.clock?.running, game.clock?.left('w'), game.clock?.left('b')]).toEqual(['b', 177_000, 179_700]);
    // The transfer took 300 ms, which this server does not compensate.
    await deliver();
    expect([game.clock?.running, game.clock?.left('w'), game.clock?.left('b')]).toEqual(['b', 176_700, 180_000]);
    expect(game.times).toEqual([180_000, 180_000, 176_700]);
  });

  test('never show less than nothing, and warn', () => {
    const { game, play } = joined('b');
    play('w', 'e2e5');
    play('b', 'e9e6');
    now += 165_000;
    expect([game.clock?.isLow('w'), game.clock?.isLow('b')]).toEqual([true, false]);
    now += 100_000;
    expect(game.clock?.left('w')).toBe(0);
  });

  test('of days are apart', () => {
    const { game } = joined('w', DAYS);
    expect([game.clock, game.days?.left('w'), game.days?.running]).toEqual([null, 3 * 86_400_000, 'w']);
    expect(game.slow).toBe(true);
  });
});

describe('offers', () => {
  test('of a draw are made, declined, and accepted', async () => {
    const { game, opponent, play, deliver } = joined('w');
    expect(game.remote.offerDraw).toBe(false);
    play('w', 'e2e5');
    play('b', 'e9e6');
    expect(game.remote.offerDraw).toBe(true);
    game.offerDraw();
    await deliver();
    expect([game.remote.drawOffered, game.remote.offerDraw]).toEqual([true, false]);
    opponent('b', { kind: 'declineDraw' });
    expect(game.remote.drawOffered).toBe(false);
    opponent('b', { kind: 'offerDraw' });
    expect([game.remote.answerDraw, game.can.agreeDraw]).toEqual([true, true]);
    game.agreeDraw();
    await deliver();
    expect(game.outcome).toEqual({ reason: 'agreement', result: '1/2-1/2', winner: null });
    expect([game.can.resign, game.remote.offerDraw, game.premoves.length]).toEqual([false, false, 0]);
  });

  test('to take a move back are accepted by proposing the same', async () => {
    const { game, opponent, play, deliver } = joined('w');
    play('w', 'e2e5');
    expect(opponent('b', { kind: 'proposeTakeback' })?.code).toBe('cannot_take_back');
    expect(game.remote.proposeTakeback).toBe(true);
    play('b', 'e9e6');
    opponent('b', { kind: 'proposeTakeback' });
    expect([game.remote.answerTakeback, game.remote.proposeTakeback]).toEqual([true, false]);
    game.takeBack();
    await deliver();
    expect([moves(game), game.remote.answerTakeback, game.times.length]).toEqual(['e2e5', false, 1]);
  });

  test('that the server refuses are said', async () => {
    const { game, server, play, deliver } = joined('w');
    play('w', 'e2e5');
    play('b', 'e9e6');
    game.resign();
    // The game ended for another reason, which its own notice shows.
    server.happen({ kind: 'ended', outcome: { reason: 'TimeForfeit', white_quarters: 0 } });
    await deliver();
    expect(game.refusal).toBeNull();
    const second = joined('w');
    second.game.claimVictory();
    await second.deliver();
    expect(second.game.refusal?.code).toBe('no_claim');
    second.game.dismissRefusal();
    expect(second.game.refusal).toBeNull();
  });
});

describe('the beginning and the end', () => {
  test('a game is aborted before both sides have moved, and resigned afterwards', async () => {
    const { game, play, deliver } = joined('b');
    expect([game.remote.abort, game.can.resign]).toEqual([true, false]);
    play('w', 'e2e5');
    play('b', 'e9e6');
    expect([game.remote.abort, game.can.resign]).toEqual([false, true]);
    game.resign();
    await deliver();
    expect(game.outcome).toEqual({ reason: 'resignation', result: '1-0', winner: 'w' });
    expect(game.clock?.running).toBeNull();
  });

  test('an abort has its cause', async () => {
    const { game, deliver } = joined('b');
    expect(game.server.abort).toBeNull();
    game.abort();
    await deliver();
    expect(game.outcome).toEqual({ reason: 'abort', result: '*', winner: null });
    expect(game.server.abort).toEqual({ kind: 'player', by: 'b' });
  });

  test('a mate is known by its move', () => {
    const { game, play } = joined('w');
    SHORT_MATE.forEach((uci, ply) => play(ply % 2 === 0 ? 'w' : 'b', uci));
    expect(game.outcome).toEqual({ reason: 'checkmate', result: '1-0', winner: 'w' });
    expect(game.server.outcome).toEqual({ reason: 'Checkmate', white_quarters: 4 });
  });
});

describe('conditional moves', () => {
  test('are stored, private, and continue after an expected move', async () => {
    const { game, server, play, deliver } = joined('b', DAYS);
    const done = game.setConditionalMoves([
      ['e2e5', 'e9e6', 'd1f5', 'f9f8'],
      ['b1a3', 'h10i8'],
    ]);
    await deliver();
    await done;
    expect(game.conditionalMoves).toHaveLength(2);
    expect(server.view('w').conditionalMoves).toEqual([]);
    play('w', 'e2e5');
    // The answer came with it.
    expect([moves(game), game.conditionalMoves]).toEqual(['e2e5 e9e6', [['d1f5', 'f9f8']]]);
    expect(game.conditionalMoves).toEqual(server.conditionalMoves('b'));
  });

  test('of the other side make a hole in what is seen, and the game is asked for', () => {
    const { game, server } = joined('w', DAYS);
    server.command('w', { kind: 'move', uci: 'e2e5', ply: 0 }, { client: 'x', n: 1 });
    const from = server.events.length;
    expect(game.events(server.eventsFor('w', 1), server.state())).toBe(true);
    server.command('b', { kind: 'setConditionalMoves', lines: [['e2e5', 'e9e6']] }, { client: 'y', n: 1 });
    server.command('b', { kind: 'move', uci: 'e9e6', ply: 1 }, { client: 'y', n: 2 });
    expect(game.events(server.eventsFor('w', from), server.state())).toBe(false);
    game.view(server.view('w'));
    expect([moves(game), game.next]).toEqual(['e2e5 e9e6', 4]);
  });
});

test('lines of the chat come once, in order, however often they are sent', () => {
  const { game } = joined('w');
  const line = (at: number, text: string) => ({ account: 'x', name: null, at, text });
  game.lines('players', [line(1, 'hi'), line(3, 'there')]);
  game.lines('players', [line(1, 'hi'), line(2, 'you'), line(3, 'there')]);
  expect(game.chat.players.map(({ text }) => text)).toEqual(['hi', 'you', 'there']);
  expect(game.chat.spectators).toEqual([]);
});

describe('a game of an arena', () => {
  const inArena = (side: Side | null) => joined(side, BLITZ, 'shafran', true);

  test('lets each side give up half of its time and its increments before its first move', async () => {
    const { game, sent, deliver, opponent, play } = inArena('b');
    expect([game.remote.berserk, game.hasBerserked('b'), game.clock?.left('b')]).toEqual([true, false, 180_000]);
    game.berserk();
    await deliver();
    expect(sent).toEqual([{ kind: 'berserk' }]);
    expect([game.remote.berserk, game.hasBerserked('b'), game.hasBerserked('w')]).toEqual([false, true, false]);
    expect([game.clock?.left('b'), game.clock?.left('w')]).toEqual([90_000, 180_000]);
    expect(opponent('b', { kind: 'berserk' })).toEqual({ code: 'cannot_berserk' });
    expect(opponent('w', { kind: 'berserk' })).toBeNull();
    expect([game.hasBerserked('w'), game.clock?.left('w')]).toEqual([true, 90_000]);

    play('w', 'e2e5');
    game.move('e9e6');
    await deliver();
    play('w', 'd1f5');
    now = 3000;
    game.move('d8d6');
    expect(game.clock?.left('b')).toBe(87_000);
    await deliver();
    expect(game.clock?.left('b')).toBe(87_000);
  });

  test('no longer offers it after the first move, nor to spectators, nor in other games', async () => {
    const { game, sent, deliver } = inArena('w');
    game.move('e2e5');
    expect(game.remote.berserk).toBe(false);
    await deliver();
    expect(game.remote.berserk).toBe(false);
    game.berserk();
    expect(sent).toHaveLength(1);
    expect(inArena(null).game.remote.berserk).toBe(false);
    expect(joined('w').game.remote.berserk).toBe(false);
  });

  test('has no takebacks, and no time can be given', async () => {
    const { game, sent, deliver, play } = inArena('w');
    game.move('e2e5');
    await deliver();
    play('b', 'e9e6');
    expect([game.remote.proposeTakeback, game.can.takeBack, game.remote.addTime]).toEqual([false, false, false]);
    game.takeBack();
    game.addTime();
    expect(sent).toHaveLength(1);
    expect(game.remote.offerDraw).toBe(true);
  });
});
