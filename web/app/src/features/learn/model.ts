/** Data model of the learning pages. The pages are data; one component shows them all. */

import { LEARN_TOPICS } from '../../domain/addresses';
import type { VariantId } from '../../domain/variant-ids';

/** Message of the catalogue, resolved when it is shown so that it follows a change of language. */
export type Text = () => string;

/** Selection and display of a position's legal moves in a diagram. */
export type Show =
  /** Marks on the cells that the piece on `from` may go to. */
  | { kind: 'moves'; from: string }
  /** Marks on the cells that any pawn may go to. */
  | { kind: 'pawns' }
  /** Castling move, played: the king's cells as the last move, the rook's marked. */
  | { kind: 'castling'; name: string }
  /** Arrows for all en passant captures, and marks on their target cells. */
  | { kind: 'enPassant' };

/** Position with an explanation. The moves in it come from the rules, never from the page. */
export interface Diagram {
  /** Heading above the caption. */
  title?: Text;
  caption: Text;
  /** FEN; defaults to the game's starting position. */
  fen?: string;
  /** Moves played from there before the picture is taken. */
  play?: readonly string[];
  /** Cells of the pieces that make the position legal but have no part in the picture. */
  hide?: readonly string[];
  show?: Show;
  /** Marked cells, independent of the moves. */
  marks?: readonly string[];
  /** Drawn arrows, independent of the moves. */
  arrows?: readonly (readonly [from: string, to: string])[];
}

/** Move as an example of notation; the rules provide its text. */
export interface Example {
  fen?: string;
  play?: readonly string[];
  uci: string;
  meaning: Text;
}

export type Block =
  | { kind: 'text'; text: Text }
  | { kind: 'list'; items: readonly Text[] }
  | { kind: 'diagrams'; diagrams: readonly Diagram[]; wide?: true }
  /** All castling moves of one position with White and one with Black to move, side by side. */
  | { kind: 'castling'; white: string; black: string }
  | { kind: 'examples'; examples: readonly Example[] }
  /** The FEN of the starting position. */
  | { kind: 'startFen' };

/** Sections of a game's page in order; most are topics with a page of their own. */
export const SECTION_IDS = ['brief', 'history', ...LEARN_TOPICS] as const;
export type SectionId = (typeof SECTION_IDS)[number];

export interface VariantRules {
  id: VariantId;
  /** Year of the game's invention, as printed. */
  year: string;
  lead: Text;
  sections: Readonly<Record<SectionId, readonly Block[]>>;
}
