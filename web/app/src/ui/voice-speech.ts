/** What the voice says, with the rules' reasons; loaded when the voice first speaks. */

import { pointsOf } from '../domain/ending';
import { loadEngineModule } from '../domain/rules';
import { read, write } from '../domain/storage';
import type { Shape } from '../../../board/src/index';
import type { GameState, MoveRefusal, RoleLetter } from '../generated/types';
import { claimText, eventText, hintText, premoveText, refusalText } from '../text/voice';
import type { GameEvent } from '../text/voice';
import type { Said, Topic } from './voice-topic';

const HINTS_KEY = 'saffron.hints';
/** Number of games of a variant after which nothing is explained any more. */
const EXPLAINED_GAMES = 5;

async function reason(state: GameState, from: string, to?: string): Promise<MoveRefusal | null> {
  const { Game } = await loadEngineModule();
  const game = new Game(state.variant, state.fen);
  try {
    return game.moveRefusal(from, to);
  } finally {
    game.free();
  }
}

function roleOn(state: GameState, cell: string): RoleLetter | null {
  const piece = state.pieces.find((placed) => placed.cell === cell)?.piece;
  return piece === undefined ? null : (piece.toLowerCase() as RoleLetter);
}

/** Says why the piece on a cell may not go to another; `null` if it may. */
export async function refusal(state: GameState, from: string, to: string | null): Promise<Said | null> {
  const role = roleOn(state, from);
  const found = role && (await reason(state, from, to ?? undefined));
  if (!role || !found) return null;
  const text = refusalText(found, { role, from, to });
  return text === '' ? null : { tone: 'refusal', text, shapes: lineOf(found, state, to) };
}

/** Says why a piece that was picked up has no move, or what it is if it is touched for the first time in the game. */
export async function touched(topic: Topic, cell: string): Promise<Said | null> {
  const { state } = topic;
  const moves = state.moves.filter(({ from }) => from === cell);
  if (moves.length === 0) return refusal(state, cell, null);
  const role = roleOn(state, cell);
  if (!role || topic.lesson?.pieces === false || !isFirst(topic, role)) return null;
  // A pawn that is put on its own cell is told how pawns move.
  const own = role === 'p' ? await reason(state, cell, cell) : null;
  const pawn = own?.code === 'geometry' ? own.pawn : undefined;
  const targets = new Set(moves.map(({ to }) => to));
  const captures = new Set(moves.filter(({ capture }) => capture !== undefined).map(({ to }) => to));
  return { tone: 'hint', text: hintText({ role, pawn, cells: targets.size, captures: captures.size }) };
}

/** Says what the last move has done if that is seen for the first time in the game, or which draw may be claimed. */
export function happened(topic: Topic): Said | null {
  if (topic.claim) return { tone: 'hint', text: claimText(topic.claim) };
  const event = eventOf(topic);
  if (!event || !isFirst(topic, event.kind)) return null;
  return { tone: 'hint', text: eventText(event) };
}

const PREMOVES_KEY = 'saffron.premoves';
const premovedIn = new WeakSet<object>();

/** Says that a premove waits, for the first one of a game, and in the first games. */
export function premoved({ opponent }: Topic, game: object): Said | null {
  const stored = read(PREMOVES_KEY);
  const games = typeof stored === 'number' ? stored : 0;
  if (premovedIn.has(game) || games >= EXPLAINED_GAMES) return null;
  premovedIn.add(game);
  write(PREMOVES_KEY, games + 1);
  return { tone: 'hint', text: premoveText(opponent) };
}

function eventOf({ state, active, lesson, opponent }: Topic): GameEvent | null {
  const last = lesson?.last;
  if (!last) return null;
  if (state.outcome) {
    const { result } = state.outcome;
    return state.outcome.reason === 'stalemate'
      ? { kind: 'stalemate', white: pointsOf(result, 'w'), black: pointsOf(result, 'b') }
      : null;
  }
  const passing = state.moves.find((move) => move.enPassant);
  if (active && passing?.capture !== undefined) {
    return { kind: 'en-passant', pawn: passing.capture, cell: passing.to, opponent };
  }
  if (active && state.check) return { kind: 'check' };
  const castling = /0-0(-0)?/.exec(last.san);
  if (castling) return { kind: castling[1] ? 'castling-long' : 'castling-short' };
  const promotion = /^[a-z]\d+[a-z]\d+([qrbn])$/.exec(last.uci)?.[1];
  return promotion ? { kind: 'promotion', role: promotion as RoleLetter } : null;
}

let current: object | null = null;
const told = new Set<string>();
const counted = new Set<string>();

/** Returns whether something is to be explained: for the first time in a game, and in one of the first games of its variant. */
function isFirst({ state: { variant }, lesson }: Topic, what: string): boolean {
  if (!lesson) return false;
  if (lesson.game !== current) {
    // A game begins with what was explained while it was chosen.
    if (current !== null) for (const set of [told, counted]) set.clear();
    current = lesson.game;
  }
  const stored = read(HINTS_KEY);
  const games = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
  const played = typeof games[variant] === 'number' ? games[variant] : 0;
  if (!counted.has(variant)) {
    if (played >= EXPLAINED_GAMES) return false;
    counted.add(variant);
    write(HINTS_KEY, { ...games, [variant]: played + 1 });
  }
  const key = `${variant} ${what}`;
  if (told.has(key)) return false;
  told.add(key);
  return true;
}

/** Returns arrows from the attackers of the king, or a mark on the piece in the way. */
export function lineOf(found: MoveRefusal, state: GameState, to: string | null): Shape[] {
  const king = state.pieces.find(({ piece }) => piece === (state.turn === 'w' ? 'K' : 'k'))?.cell;
  const arrow = (from: string, target = king): Shape[] => (target ? [{ from, to: target, brush: 'red' }] : []);
  switch (found.code) {
    case 'pinned':
    case 'stays_in_check':
    case 'en_passant_exposes_king':
    case 'castling_in_check':
      return arrow(found.by.cell);
    case 'double_check':
      return found.by.flatMap(({ cell }) => arrow(cell));
    case 'king_into_check':
      return to === null ? [] : arrow(found.by.cell, to);
    case 'castling_through_check':
      return arrow(found.by.cell, found.cell);
    case 'blocked':
    case 'castling_blocked':
    case 'pawn_blocked':
    case 'pawn_stopped':
      return to === null ? [] : [{ from: found.by.cell, brush: 'red' }];
    default:
      return [];
  }
}
