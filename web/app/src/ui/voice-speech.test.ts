// @vitest-environment jsdom
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import cases from '../../../../crates/rules/tests/data/move_refusals.tsv?raw';
import { startEngineModule } from '../domain/modules-for-tests';
import type { GameState, PlayedMove } from '../generated/types';
import { overwriteGetLocale } from '../paraglide/runtime.js';
import { roleName } from '../text/names';
import type { RoleLetter } from '../generated/types';
import { LOCALES } from './settings-values';
import { happened, premoved, refusal, touched } from './voice-speech';
import type { Topic } from './voice-topic';

type Engine = Awaited<ReturnType<typeof startEngineModule>>;
let engine: Engine;

beforeAll(async () => {
  engine = await startEngineModule();
});

beforeEach(() => {
  localStorage.clear();
  overwriteGetLocale(() => 'en');
});

function stateOf(variant: string, fen?: string): GameState {
  const game = new engine.Game(variant, fen);
  const state = game.state();
  game.free();
  return state;
}

/** Words of the sentence for each reason of the rules' cases; `BY` is the named piece on the cell after the reason. */
const WORDS: Record<string, RegExp> = {
  NoPiece: /^$/,
  OtherSide: /^$/,
  Geometry: /^(?:The (?:king|queen|rook|bishop) goes|The knight does not leap there|A pawn (?:goes|does not go))/,
  CellColor: /^The bishop keeps its colour\./,
  OwnPiece: /^Your own piece stands on TO\.$/,
  Blocked: /^The BY is in the way\./,
  PawnBlocked: /^A pawn cannot take straight ahead\.$/,
  PawnStopped: /^The BY stops this pawn\./,
  PawnSteps: /^From here a pawn goes (?:one cell|up to \d cells)\.$/,
  NothingToCapture: /^A pawn goes there only to take\.\nTO is empty\.$/,
  FirstCaptureOnly: /^A pawn takes straight ahead only from its first cell\.$/,
  EnPassantExposesKing: /^This capture would open a line to your king\.\nThe BY attacks it\.$/,
  Pinned: /^The PIECE may not leave this line\.\nIt stands between your king and the BY\.$/,
  StaysInCheck: /^You are in check from the BY\.\nMove the king(?:,| or) take the/,
  DoubleCheck: /^Two pieces give check, on (?:BY and BY2|BY2 and BY)\.\nOnly the king can move\.$/,
  KingIntoCheck: /^Your king would stand in check on TO\.\nThe BY attacks that cell\.$/,
  CastlingLost: /^The king cannot castle to this side any more\./,
  CastlingInCheck: /^A king in check cannot castle\.\nThe BY gives check\.$/,
  CastlingBlocked: /^Castling needs empty cells between king and rook\.\nThe BY stands there\.$/,
  CastlingThroughCheck: /^The king cannot castle over BY\.\nThe BY2 attacks that cell\.$/,
};

interface Case {
  state: GameState;
  from: string;
  to: string;
  kind: string;
  /** Cells or numbers after the reason. */
  rest: string[];
}

function* casesOf(): Generator<Case> {
  for (const line of cases.trim().split('\n').slice(1)) {
    const [variant = '', fen = '', from = '', to = '', reason = ''] = line.split('\t');
    const [kind = '', ...rest] = reason.split(' ');
    yield { state: stateOf(variant, fen === 'start' ? undefined : fen), from, to, kind, rest };
  }
}

describe('an impossible move', () => {
  it('gets the sentence of its reason, in ten cases or more of each', async () => {
    const counts = new Map<string, number>();
    for (const { state, from, to, kind, rest } of casesOf()) {
      const said = await refusal(state, from, to);
      if (kind === 'legal') {
        expect(said).toBeNull();
        continue;
      }
      const on = (cell = ''): string => {
        const piece = state.pieces.find((placed) => placed.cell === cell)?.piece.toLowerCase();
        const bare = kind === 'DoubleCheck' || piece === undefined;
        return bare ? cell : `${roleName(piece as RoleLetter)} on ${cell}`;
      };
      const words = (WORDS[kind]?.source ?? 'unknown')
        .replaceAll('BY2', on(rest[1]))
        .replaceAll('BY', on(rest[0]))
        .replaceAll('PIECE', on(from).split(' ')[0] ?? '')
        .replaceAll('TO', to);
      expect(said?.text ?? '', `${state.fen} ${from} ${to} ${kind}`).toMatch(new RegExp(words));
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual(Object.keys(WORDS).sort());
    expect([...counts].filter(([, count]) => count < 10)).toEqual([]);
  });

  it.each(LOCALES)('is explained in whole words in %s', async (locale) => {
    overwriteGetLocale(() => locale);
    for (const { state, from, to, kind } of casesOf()) {
      if (['legal', 'NoPiece', 'OtherSide'].includes(kind)) continue;
      const text = (await refusal(state, from, to))?.text ?? '';
      expect(text).toMatch(/^[^\n]+\.(?:\n[^\n]+\.)?$/);
      expect(text).not.toMatch(/[{}!]|undefined|null|voice_/);
    }
  });

  it('draws the line from the attacker', async () => {
    for (const { state, from, to, kind, rest } of casesOf()) {
      if (!['Pinned', 'StaysInCheck', 'KingIntoCheck'].includes(kind)) continue;
      const king = state.pieces.find(({ piece }) => piece === (state.turn === 'w' ? 'K' : 'k'))?.cell;
      const target = kind === 'KingIntoCheck' ? to : king;
      expect((await refusal(state, from, to))?.shapes).toEqual([{ from: rest[0], to: target, brush: 'red' }]);
    }
  });
});

/** Returns the topic after these moves of a lesson. */
function lesson(variant: string, game: object, moves = '', fen?: string): Topic {
  const played = new engine.Game(variant, fen);
  for (const uci of moves.split(' ').filter((move) => move !== '')) played.play(uci);
  const last = (played.history() as PlayedMove[]).at(-1) ?? null;
  const topic = { state: played.state(), active: true, lesson: { game, last, own: null }, claim: null };
  played.free();
  return topic;
}

describe('a hint', () => {
  it('says what a piece is when it is first touched in a game', async () => {
    const game = {};
    const topic = lesson('shafran', game);
    const knight = topic.state.moves.find(({ role }) => role === 'n')?.from ?? '';
    expect((await touched(topic, 'e2'))?.text).toBe(
      'The pawn goes straight, and takes through corners.\nHere: 3\u00a0cells.',
    );
    expect(await touched(topic, 'd2')).toBeNull();
    expect((await touched(topic, knight))?.text).toMatch(
      /^The knight leaps, whatever stands between\.\nHere: \d\u00a0cells\.$/,
    );
    expect((await touched(lesson('shafran', {}), 'd2'))?.tone).toBe('hint');
  });

  it('knows how the pawns of each game move', async () => {
    const pawns = {
      shafran: 'through corners',
      glinski: 'over side edges',
      brusky: 'over either edge',
      devasa: 'either edge',
    };
    for (const [variant, words] of Object.entries(pawns)) {
      const topic = lesson(variant, {});
      const pawn = topic.state.moves.find(({ role }) => role === 'p')?.from ?? '';
      expect((await touched(topic, pawn))?.text, variant).toContain(words);
    }
  });

  it('falls silent after five games of a variant, while reasons stay', async () => {
    for (let games = 0; games < 5; games++) expect(await touched(lesson('shafran', {}), 'e2')).not.toBeNull();
    expect(await touched(lesson('shafran', {}), 'e2')).toBeNull();
    expect(await touched(lesson('glinski', {}), 'f5')).not.toBeNull();
    expect((await touched(lesson('shafran', {}), 'a1'))?.tone).toBe('refusal');
  });

  it('is never given where there is no lesson', async () => {
    const topic = { ...lesson('shafran', {}), lesson: undefined };
    expect(await touched(topic, 'e2')).toBeNull();
    expect((await touched(topic, 'a1'))?.tone).toBe('refusal');
  });
});

describe('what just happened', () => {
  it('is explained when it is first seen', () => {
    const game = {};
    expect(happened(lesson('shafran', game, 'e2e5'))).toBeNull();
    const check = { ...lesson('shafran', game, 'e2e5'), state: { ...stateOf('shafran'), check: 'e1' } };
    expect(happened(check)?.text).toMatch(/^Your king is attacked\./);
    expect(happened(check)).toBeNull();
  });

  it('tells of castling and promotion', () => {
    const last = (part: Partial<PlayedMove>): Topic => {
      const topic = lesson('shafran', {}, 'e2e5');
      const move = topic.lesson?.last;
      if (!topic.lesson || !move) throw new Error('no move');
      return { ...topic, lesson: { ...topic.lesson, last: { ...move, ...part } } };
    };
    expect(happened(last({ san: 'Q-0-0', uci: 'e1c1' }))?.text).toMatch(/^That was castling short\./);
    expect(happened(last({ san: 'B-0-0-0', uci: 'e1h3' }))?.text).toMatch(/^That was castling long\./);
    expect(happened(last({ san: '0-0', uci: 'f1h1' }))?.text).toMatch(/^That was castling short\./);
    expect(happened(last({ san: 'e10=N', uci: 'e9e10n' }))?.text).toMatch(/^The pawn has become a knight\./);
  });

  it('tells that a pawn can be taken in passing, and where', () => {
    const topic = lesson('shafran', {}, 'e2e5', 'k4/6/7/8/9/3p5/3p4/7/4P1/K4 w - - 0 1');
    expect(happened(topic)?.text).toMatch(
      /^The pawn on e5 has just passed yours\.\nYou may take it on e[34], as if it had stopped there\.$/,
    );
    expect(happened({ ...topic, active: false })).toBeNull();
  });

  it('names the person whose pawn can be taken in passing', () => {
    const topic = lesson('shafran', {}, 'e2e5', 'k4/6/7/8/9/3p5/3p4/7/4P1/K4 w - - 0 1');
    expect(happened({ ...topic, opponent: 'Anna' })?.text).toMatch(
      /^Anna’s pawn has just passed yours\.\nYou may take it as if it had stopped on e[34]\.$/,
    );
  });

  it('is explained without the pieces where only events are', async () => {
    const check = { ...lesson('shafran', {}, 'e2e5'), state: { ...stateOf('shafran'), check: 'e1' } };
    const events = { ...check, lesson: { ...check.lesson, pieces: false } } as Topic;
    expect(await touched(events, 'e2')).toBeNull();
    expect(happened(events)?.text).toMatch(/^Your king is attacked\./);
  });

  it('gives the points of a stalemate', () => {
    const topic = lesson('shafran', {}, 'e2e5');
    const outcome = { reason: 'stalemate', result: '3/4-1/4', winner: 'w' } as const;
    expect(happened({ ...topic, state: { ...topic.state, outcome } })?.text).toMatch(
      /\nThat is stalemate: ¾ to White, ¼ to Black\.$/,
    );
    const mate = { reason: 'checkmate', result: '1-0', winner: 'w' } as const;
    expect(happened({ ...lesson('shafran', {}, 'e2e5'), state: { ...topic.state, outcome: mate } })).toBeNull();
  });

  it('tells what a claim means, in live games too', () => {
    const topic = { ...lesson('shafran', {}), lesson: undefined };
    expect(happened({ ...topic, claim: 'threefold' })?.text).toMatch(
      /third time\.\nYou may claim a draw, or play on\.$/,
    );
    expect(happened({ ...topic, claim: 'fifty' })?.text).toMatch(/^Fifty moves/);
    expect(happened(topic)).toBeNull();
  });
});

describe('a premove', () => {
  it('is explained once a game, in the first five', () => {
    const topic = { ...lesson('shafran', {}), lesson: undefined };
    const game = {};
    expect(premoved(topic, game)?.text).toMatch(/^It is not your turn yet\.\nYour move waits, /);
    expect(premoved(topic, game)).toBeNull();
    expect(premoved({ ...topic, opponent: 'Anna' }, {})?.text).toMatch(/^It is Anna’s turn\.\nYour move waits, /);
    for (let games = 2; games < 5; games++) expect(premoved(topic, {})).not.toBeNull();
    expect(premoved(topic, {})).toBeNull();
  });
});
