/** What the pages on a game are made of. The pages are data; one component shows them all. */

import { LEARN_TOPICS } from '../../domain/addresses';
import type { VariantId } from '../../domain/variant-ids';

/** A message of the catalogue, asked for when it is shown so that it follows a change of language. */
export type Text = () => string;

/** Which of the position's legal moves a diagram shows, and how. */
export type Show =
  /** Marks on the cells that the piece on `from` may go to. */
  | { kind: 'moves'; from: string }
  /** Marks on the cells that any pawn may go to. */
  | { kind: 'pawns' }
  /** One castling move, played: the king’s cells as the last move, the rook’s marked. */
  | { kind: 'castling'; name: string }
  /** Arrows for all en passant captures, and marks on the cells where they end. */
  | { kind: 'enPassant' };

/** A position with what it is to explain. The moves in it come from the rules, never from the page. */
export interface Diagram {
  /** Heading above the caption. */
  title?: Text;
  caption: Text;
  /** The game's starting position when left out. */
  fen?: string;
  /** Moves played from there before the picture is taken. */
  play?: readonly string[];
  /** Cells of the pieces that make the position legal but have no part in the picture. */
  hide?: readonly string[];
  show?: Show;
  /** Cells marked whatever the moves are. */
  marks?: readonly string[];
  /** Arrows drawn whatever the moves are. */
  arrows?: readonly (readonly [from: string, to: string])[];
}

/** A move as an example of notation: how it is written is asked of the rules. */
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

/** The sections of a game's page, in their order; most of them are topics with a page of their own. */
export const SECTION_IDS = ['brief', 'history', ...LEARN_TOPICS] as const;
export type SectionId = (typeof SECTION_IDS)[number];

export interface VariantRules {
  id: VariantId;
  /** When the game was made, as it is printed. */
  year: string;
  lead: Text;
  sections: Readonly<Record<SectionId, readonly Block[]>>;
}
