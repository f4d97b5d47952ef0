/** Conversion of a diagram to the board's content and to text for screen readers. */

import type { Brush, Shape } from '../../../../board/src/index';
import { newGame } from '../../domain/rules';
import type { GameState, LegalMove, PlacedPiece, Side } from '../../generated/types';
import { m } from '../../paraglide/messages.js';
import type { Diagram, Example } from './model';

export interface Picture {
  pieces: PlacedPiece[];
  shapes: Shape[];
  lastMove: [from: string, to: string] | null;
  check: string | null;
  /** Cells that are targets of moves or captures, or marked for another reason. */
  moves: string[];
  captures: string[];
  marks: string[];
  arrows: (readonly [from: string, to: string])[];
  /** Castling move that has just been played. */
  castling: LegalMove | null;
}

/** Returns the position of a diagram or example after its moves. */
export function stateOf(variant: string, position: { fen?: string; play?: readonly string[] }): GameState {
  const game = newGame(variant, position.fen);
  try {
    for (const uci of position.play ?? []) game.play(uci);
    return game.state();
  } finally {
    game.free();
  }
}

function shown(state: GameState, show: Diagram['show']): LegalMove[] {
  switch (show?.kind) {
    case undefined:
      return [];
    case 'moves':
      return state.moves.filter((move) => move.from === show.from);
    case 'pawns':
      return state.moves.filter((move) => move.role === 'p');
    case 'castling':
      return state.moves.filter((move) => move.castling === show.name);
    case 'enPassant':
      return state.moves.filter((move) => move.enPassant);
  }
}

/** Diagram on which a move can be made: the picture before it, and the moves that the diagram shows. */
export interface Playable {
  picture: Picture;
  moves: LegalMove[];
  turn: Side;
}

/** Returns a diagram to be played on. Without moves to show, any legal one may be made. */
export function playableOf(variant: string, diagram: Diagram): Playable {
  const state = stateOf(variant, diagram);
  const moves = diagram.show ? shown(state, diagram.show) : state.moves;
  const [castling] = diagram.show?.kind === 'castling' ? moves : [];
  if (!castling) return { picture: pictureOf(variant, diagram), moves, turn: state.turn };
  const { show: _, ...before } = diagram;
  const marks = [castling.from, castling.to];
  return { picture: pictureOf(variant, { ...before, marks }), moves, turn: state.turn };
}

/** Returns the picture after a move on a diagram. */
export function pictureAfter(variant: string, diagram: Diagram, uci: string): Picture {
  const { show: _, marks: __, arrows: ___, ...before } = diagram;
  return pictureOf(variant, { ...before, play: [...(diagram.play ?? []), uci] });
}

function unique(cells: string[]): string[] {
  return [...new Set(cells)].toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

function lastMove(play: readonly string[]): [string, string] | null {
  const cells = play.at(-1)?.match(/[a-l]\d+/g);
  return cells?.[0] && cells[1] ? [cells[0], cells[1]] : null;
}

function markAll(cells: readonly string[], brush: Brush): Shape[] {
  return cells.map((from) => ({ from, brush }));
}

export function pictureOf(variant: string, diagram: Diagram): Picture {
  const before = stateOf(variant, diagram);
  const moves = shown(before, diagram.show);
  // Arrows for king and rook would overlap, so castling is shown completed.
  const castling = (diagram.show?.kind === 'castling' && moves[0]) || null;
  const play = [...(diagram.play ?? []), ...(castling ? [castling.uci] : [])];
  const state = castling ? stateOf(variant, { ...diagram, play }) : before;
  const marked = castling ? [] : moves;
  const quiet = unique(marked.filter((move) => !move.capture).map((move) => move.to));
  const captures = unique(marked.filter((move) => move.capture).map((move) => move.to));
  const marks = unique([...(diagram.marks ?? [])]);
  const arrows = [...(diagram.arrows ?? [])];
  if (diagram.show?.kind === 'enPassant') arrows.push(...moves.map((move) => [move.from, move.to] as const));
  return {
    pieces: state.pieces.filter(({ cell }) => !diagram.hide?.includes(cell)),
    shapes: [
      ...markAll([...quiet, ...marks], 'accent'),
      ...markAll(captures, 'red'),
      ...markAll(castling?.rook ?? [], 'blue'),
      ...arrows.map(([from, to]): Shape => ({ from, to, brush: 'blue' })),
    ],
    lastMove: lastMove(play),
    // A hidden king is not in the picture.
    check: state.check !== null && diagram.hide?.includes(state.check) ? null : state.check,
    moves: quiet,
    captures,
    marks,
    arrows,
    castling,
  };
}

/** Returns the target cells of king and rook in a castling move. */
export function castlingText(move: LegalMove): string {
  const [rookFrom, rookTo] = move.rook ?? ['', ''];
  return m.rules_castling_pieces({ kingFrom: move.from, kingTo: move.to, rookFrom, rookTo });
}

/** Describes a picture in words except for the pieces, which the board names itself. */
export function describe(picture: Picture, title: string): string {
  const list = (cells: string[]): string => cells.join(', ');
  const parts = [title.replace(/[.:]$/, '').replaceAll('`', '')];
  if (picture.moves.length > 0) parts.push(m.rules_alt_moves({ cells: list(picture.moves) }));
  if (picture.captures.length > 0) parts.push(m.rules_alt_captures({ cells: list(picture.captures) }));
  if (picture.marks.length > 0) parts.push(m.rules_alt_marks({ cells: list(picture.marks) }));
  if (picture.castling) parts.push(castlingText(picture.castling));
  if (picture.arrows.length > 0) {
    const arrows = picture.arrows.map(([from, to]) => m.rules_alt_arrow({ from, to }));
    parts.push(m.rules_alt_arrows({ arrows: list(arrows) }));
  }
  return parts.join('. ');
}

export interface WrittenExample {
  san: string;
  uci: string;
}

/** Returns an example as the rules write it. */
export function written(variant: string, example: Example): WrittenExample {
  const move = stateOf(variant, example).moves.find(({ uci }) => uci === example.uci);
  if (!move) throw new Error(`the example ${example.uci} of ${variant} is not a legal move`);
  return { san: move.san, uci: move.uci };
}

export interface CastlingRow {
  name: string;
  white: LegalMove;
  black: LegalMove;
}

/** Returns the castling moves by name: White's in one position and Black's in another. */
export function castlingRows(variant: string, white: string, black: string): CastlingRow[] {
  const blacks = stateOf(variant, { fen: black }).moves;
  const rows: CastlingRow[] = [];
  for (const move of stateOf(variant, { fen: white }).moves) {
    const name = move.castling;
    const twin = name === undefined ? undefined : blacks.find(({ castling }) => castling === name);
    if (name !== undefined && twin) rows.push({ name, white: move, black: twin });
  }
  return rows.toSorted((a, b) => b.name.charCodeAt(0) - a.name.charCodeAt(0) || a.name.length - b.name.length);
}
