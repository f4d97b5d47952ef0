/**
 * Steps of "How the pieces move": for a built-in game the diagrams of its learning page, for others steps derived from its rules.
 */

import { placementOf } from '../../domain/placement';
import { boardData } from '../../domain/rules';
import { isVariantId } from '../../domain/variant-ids';
import type { VariantId } from '../../domain/variant-ids';
import { m } from '../../paraglide/messages.js';
import { RULES } from './variants';
import type { Block, Diagram, SectionId, Text } from './model';
import { stateOf } from './picture';
import { SECTION_TITLES } from './learn-titles';

export interface Step {
  title: Text;
  texts: readonly Text[];
  /** Pictures of a step: one, or several to choose from by name, such as castling moves. */
  diagrams: readonly Diagram[];
}

const PIECES: readonly { letter: string; title: Text; text: Text }[] = [
  { letter: 'R', title: m.rules_rook, text: m.rules_rook_text },
  { letter: 'B', title: m.rules_bishop, text: m.rules_bishop_text },
  { letter: 'Q', title: m.rules_queen, text: m.rules_queen_text },
  { letter: 'K', title: m.rules_king, text: m.rules_king_text },
  { letter: 'N', title: m.rules_knight, text: m.rules_knight_text },
];

/** Number of positions tried for the picture of one piece. */
const TRIES = 60;

/** Returns the steps for a variant; its rules must be loaded. */
export function stepsOf(variant: string): Step[] {
  const board: Step = {
    title: m.intro_board_title,
    texts: [m.intro_board_text],
    diagrams: [{ caption: m.rules_board_setup }],
  };
  return [board, ...(isVariantId(variant) ? learnt(variant) : worked(variant))];
}

/** Returns the steps of a game's learning page, one diagram at a time. */
function learnt(variant: VariantId): Step[] {
  const { sections } = RULES[variant];
  const pieces = drawn(sections.pieces).map((diagram) => ({
    title: diagram.title ?? SECTION_TITLES.pieces,
    texts: [diagram.caption],
    diagrams: [diagram],
  }));
  return [...pieces, ...single(variant, 'pawns'), ...single(variant, 'en-passant'), ...castling(variant)];
}

/** Returns a section's text with its first diagram, and a step for each other diagram. */
function single(variant: VariantId, section: SectionId): Step[] {
  const blocks = RULES[variant].sections[section];
  const title = SECTION_TITLES[section];
  return drawn(blocks).map((diagram, index) => ({
    title,
    texts: index === 0 ? [...written(blocks), diagram.caption] : [diagram.caption],
    diagrams: [diagram],
  }));
}

function castling(variant: VariantId): Step[] {
  const blocks = RULES[variant].sections.castling;
  const diagrams = drawn(blocks);
  return diagrams.length > 0 ? [{ title: SECTION_TITLES.castling, texts: written(blocks), diagrams }] : [];
}

function drawn(blocks: readonly Block[]): Diagram[] {
  return blocks.flatMap((block) => (block.kind === 'diagrams' ? [...block.diagrams] : []));
}

function written(blocks: readonly Block[]): Text[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'text') return [block.text];
    return block.kind === 'list' ? [...block.items] : [];
  });
}

/** Returns the steps of a variant without a learning page: each of its pieces alone on the board, and the pawns' first moves. */
function worked(variant: string): Step[] {
  const { pieces } = stateOf(variant, {});
  const steps: Step[] = [];
  for (const { letter, title, text } of PIECES) {
    const diagram = pieces.some(({ piece }) => piece === letter) ? alone(variant, letter, text) : null;
    if (diagram) steps.push({ title, texts: [text], diagrams: [diagram] });
  }
  if (pieces.some(({ piece }) => piece === 'P')) {
    const caption = m.rules_pawn_first_cap;
    steps.push({ title: m.rules_s_pawn, texts: [caption], diagrams: [{ caption, show: { kind: 'pawns' } }] });
  }
  return steps;
}

/**
 * Returns a diagram of a piece near the middle of the board, in the tried position in which it has most moves. The kings and a
 * pawn, which make the position legal, stand near the edge and are hidden. `null` if no tried position is legal.
 */
function alone(variant: string, letter: string, caption: Text): Diagram | null {
  const { cells } = boardData(variant);
  const start = stateOf(variant, {});
  const middle = { x: mean(cells.map(({ x }) => x)), y: mean(cells.map(({ y }) => y)) };
  const distance = ({ x, y }: { x: number; y: number }): number => Math.hypot(x - middle.x, y - middle.y);
  const outwards = cells.toSorted((a, b) => distance(a) - distance(b)).map(({ name }) => name);
  const at = outwards[0];
  if (at === undefined) return null;
  const edge = outwards.toReversed().slice(0, 12);
  const pawns = start.pieces.filter(({ piece }) => piece === 'P').map(({ cell }) => cell);

  let best: { moves: number; diagram: Diagram } | null = null;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const black = edge[attempt % edge.length] ?? '';
    const white = letter === 'K' ? at : (edge[(attempt * 5 + 7) % edge.length] ?? '');
    const pawn = pawns[attempt % Math.max(1, pawns.length)];
    const placed = new Map([[at, letter]]);
    if (letter !== 'K') placed.set(white, 'K');
    placed.set(black, 'k');
    if (pawn !== undefined && !placed.has(pawn)) placed.set(pawn, 'P');
    const diagram: Diagram = {
      caption,
      fen: `${placementOf(boardData(variant), placed)} w - - 0 1`,
      hide: [...placed.keys()].filter((cell) => cell !== at),
      show: { kind: 'moves', from: at },
    };
    const moves = movesIn(variant, diagram, at);
    if (moves > (best?.moves ?? 0)) best = { moves, diagram };
  }
  return best?.diagram ?? null;
}

/** Returns the number of moves of a piece in a position; 0 if the rules do not allow the position. */
function movesIn(variant: string, diagram: Diagram, at: string): number {
  try {
    return stateOf(variant, diagram).moves.filter(({ from }) => from === at).length;
  } catch {
    return 0;
  }
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
