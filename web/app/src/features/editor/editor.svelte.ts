/** State of the board editor: position, undo steps and the rules' verdict. */

import { isKnownVariant } from '../../domain/own-variants.svelte';
import { read, write } from '../../domain/storage';
import { FIRST_VARIANT } from '../../domain/variant-ids';
import type { GameState, Side } from '../../generated/types';
import {
  cellsOf,
  draftOf,
  emptyDraft,
  fenOf,
  judged,
  MAX_FULLMOVES,
  MAX_HALFMOVES,
  possibleEnPassants,
  possibleRights,
  rightsOf,
  startDraft,
} from './draft';
import type { Draft } from './draft';

/** Action of a press on a cell: puts this piece there, or removes the piece on it; `null` moves pieces. */
export type Tool = string | null;

const KEY = 'saffron.editor';
/** Maximum number of undo steps. */
const UNDO = 200;

export class Editor {
  #draft = $state.raw<Draft>(emptyDraft(FIRST_VARIANT));
  #undone = $state.raw<readonly Draft[]>([]);
  #done = $state.raw<readonly Draft[]>([]);
  tool = $state<Tool>(null);
  flipped = $state(false);

  /** Castling rights of the variant, and those that the position allows. */
  readonly allRights = $derived(rightsOf(this.#draft.variant));
  readonly rights = $derived(possibleRights(this.#draft));
  readonly enPassants = $derived(possibleEnPassants(this.#draft));
  readonly fen = $derived(fenOf(this.#draft, this.rights, this.enPassants));
  readonly #judgement = $derived(judged(this.#draft.variant, this.fen));
  /** Cells that the rules' error concerns. */
  readonly wrongCells = $derived(cellsOf(this.#judgement.error, this.#draft));

  /** Starts with the last position set up, or with a variant's start. */
  constructor(variant: string = FIRST_VARIANT) {
    this.#draft = kept() ?? startDraft(isKnownVariant(variant) ? variant : FIRST_VARIANT);
  }

  get draft(): Draft {
    return this.#draft;
  }

  /** State of the position; `null` if the rules do not allow it. */
  get state(): GameState | null {
    return this.#judgement.state;
  }

  /** Error of the rules; `null` if they allow the position. */
  get error(): unknown {
    return this.#judgement.error;
  }

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** Returns whether a right is requested and allowed. */
  hasRight(letter: string): boolean {
    return this.rights.includes(letter) && this.#draft.castling.includes(letter);
  }

  /** Written en passant field. */
  get enPassant(): string {
    return this.enPassants.includes(this.#draft.enPassant) ? this.#draft.enPassant : '-';
  }

  /** Sets the start of a variant. */
  setStart(variant = this.#draft.variant): void {
    this.#change(startDraft(variant));
  }

  clear(): void {
    this.#change({ ...emptyDraft(this.#draft.variant), turn: this.#draft.turn });
  }

  setPieces(pieces: ReadonlyMap<string, string>): void {
    this.#change({ ...this.#draft, pieces: new Map(pieces) });
  }

  setTurn(turn: Side): void {
    this.#change({ ...this.#draft, turn });
  }

  setRight(letter: string, wanted: boolean): void {
    const rest = [...this.#draft.castling].filter((other) => other !== letter && other !== '-');
    this.#change({ ...this.#draft, castling: [...rest, ...(wanted ? [letter] : [])].join('') || '-' });
  }

  setEnPassant(field: string): void {
    this.#change({ ...this.#draft, enPassant: field });
  }

  /** Sets the halfmove clock; ignores numbers that are out of range or not whole. */
  setHalfmove(count: number): void {
    if (Number.isInteger(count) && count >= 0 && count <= MAX_HALFMOVES) {
      this.#change({ ...this.#draft, halfmove: count });
    }
  }

  /** Sets the move number; ignores numbers that are out of range or not whole. */
  setFullmove(number: number): void {
    if (Number.isInteger(number) && number >= 1 && number <= MAX_FULLMOVES) {
      this.#change({ ...this.#draft, fullmove: number });
    }
  }

  /** Loads a FEN. Throws the rules' error if it cannot be read. */
  load(variant: string, fen: string): void {
    this.#change(draftOf(variant, fen));
  }

  flip(): void {
    this.flipped = !this.flipped;
  }

  undo(): void {
    const before = this.#done.at(-1);
    if (!before) return;
    this.#undone = [...this.#undone, this.#draft];
    this.#done = this.#done.slice(0, -1);
    this.#show(before);
  }

  redo(): void {
    const after = this.#undone.at(-1);
    if (!after) return;
    this.#done = [...this.#done, this.#draft];
    this.#undone = this.#undone.slice(0, -1);
    this.#show(after);
  }

  #change(draft: Draft): void {
    if (isSame(draft, this.#draft)) return;
    this.#done = [...this.#done.slice(1 - UNDO), this.#draft];
    this.#undone = [];
    this.#show(draft);
  }

  #show(draft: Draft): void {
    this.#draft = draft;
    write(KEY, { ...draft, pieces: [...draft.pieces] });
  }
}

function isSame(one: Draft, other: Draft): boolean {
  const text = (draft: Draft): string => JSON.stringify({ ...draft, pieces: [...draft.pieces].toSorted() });
  return text(one) === text(other);
}

/** Returns the last position set up; `null` if it cannot be read or its variant is unknown. */
function kept(): Draft | null {
  const value = read(KEY);
  if (typeof value !== 'object' || value === null) return null;
  const { variant, pieces, turn, castling, enPassant, halfmove, fullmove } = value as Record<string, unknown>;
  if (typeof variant !== 'string' || !isKnownVariant(variant) || !Array.isArray(pieces)) return null;
  if (
    !pieces.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string'))
  ) {
    return null;
  }
  if (typeof castling !== 'string' || typeof enPassant !== 'string') return null;
  if (!Number.isInteger(halfmove) || !Number.isInteger(fullmove)) return null;
  const draft: Draft = {
    variant,
    pieces: new Map(pieces as [string, string][]),
    turn: turn === 'b' ? 'b' : 'w',
    castling,
    enPassant,
    halfmove: halfmove as number,
    fullmove: fullmove as number,
  };
  try {
    // Its board may have changed since, for example that of the visitor's own variant.
    return draftOf(variant, fenOf(draft));
  } catch {
    return null;
  }
}
