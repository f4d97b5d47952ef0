/** The game on the play page: what is played, what is shown, and the computer's turns. */

import { engineError } from '../../domain/engine-error';
import { castlingMoves } from '../../domain/castling';
import type { EngineClient } from '../../domain/engine';
import type { Game } from '../../domain/rules';
import { gameFromRecord, newGame } from '../../domain/rules';
import { isKnownVariant, ownVariants } from '../../domain/own-variants.svelte';
import type { ImportedGame } from '../../domain/imported-game';
import { moveEnds, otherSide } from '../../domain/moves';
import { applyEnding, endingOf } from '../../domain/ending';
import type { Added, OwnFile } from '../../domain/own-variants.svelte';
import { isVariantId } from '../../domain/variant-ids';
import { FIRST_CHOICE, LEVELS, parseChoice, parseSavedGame } from './saved-game';
import type { Choice, SavedGame } from './saved-game';
import { recordTags } from '../../domain/record-tags';
import { forget, read, write } from '../../domain/storage';
import type { GameState, LegalMove, PlayedMove, Side } from '../../generated/types';

const GAME_KEY = 'saffron.game';
const CHOICE_KEY = 'saffron.choice';
/** A reply that comes at once reads as part of one's own move (milliseconds). */
const SHORTEST_REPLY_MS = 350;
const HINT_MS = 800;

/** What is fixed for the length of a game. */
interface GameSetup {
  variant: string;
  startFen: string;
  computer: Side | null;
  level: number;
}

export type Engine = Pick<EngineClient, 'search' | 'cancel' | 'newGame' | 'setVariants'>;

export class Play {
  #engine: Engine;
  #game: Game | null = null;
  /** Grows with every question to the engine, so that a late answer is known as such. */
  #question = 0;
  #replyMs: number;
  #starts = new Map<string, GameState>();
  /** The files of which the start positions are known. */
  #startsWith = ownVariants.files;

  /** What the next game will be; shown on the board while choosing. */
  choice = $state<Choice>(parseChoice(read(CHOICE_KEY), isKnownVariant));
  choosing = $state(true);
  terms = $state.raw<GameSetup | null>(null);
  history = $state.raw<PlayedMove[]>([]);
  /** The end of the game so far; `null` before the first game. */
  current = $state.raw<GameState | null>(null);
  /** The moment that is shown, in moves from the start. */
  ply = $state(0);
  flipped = $state(false);
  thinking = $state(false);
  hinting = $state(false);
  hint = $state.raw<LegalMove | null>(null);
  /** What went wrong with the engine, in its own words. */
  engineError = $state<string | null>(null);

  shown: GameState = $derived.by(() => {
    if (this.choosing || !this.current || !this.#game) return this.startOf(this.choice.variant);
    return this.ply === this.current.ply ? this.current : this.#game.stateAt(this.ply);
  });
  atEnd = $derived(this.ply === this.history.length);
  outcome = $derived(this.current?.outcome ?? null);
  over = $derived(this.outcome !== null);
  humanToMove = $derived(
    !this.choosing && this.current !== null && !this.over && this.current.turn !== this.terms?.computer,
  );
  lastMove = $derived.by(() => (this.choosing ? null : moveEnds(this.history[this.ply - 1]?.uci ?? '')));
  /** The castling moves that may be played now: the queen's flank first, short before long. */
  castlings = $derived.by(() => {
    const moves = this.humanToMove && this.atEnd ? (this.current?.moves ?? []) : [];
    return castlingMoves(moves);
  });
  canTakeBack = $derived.by(() => {
    if (this.choosing || endingOf(this.outcome) !== null) return false;
    return this.history.length >= this.#pliesToTakeBack();
  });

  constructor(engine: Engine, options: { replyMs?: number } = {}) {
    this.#engine = engine;
    this.#replyMs = options.replyMs ?? SHORTEST_REPLY_MS;
  }

  startOf(variant: string): GameState {
    // A file that comes again may have another position.
    if (this.#startsWith !== ownVariants.files) this.#starts.clear();
    this.#startsWith = ownVariants.files;
    let start = this.#starts.get(variant);
    if (!start) {
      const game = newGame(variant);
      start = game.state();
      game.free();
      this.#starts.set(variant, start);
    }
    return start;
  }

  /** The position that the current game started from. */
  startState(): GameState {
    return this.#game && !this.choosing ? this.#game.stateAt(0) : this.startOf(this.choice.variant);
  }

  choose(part: Partial<Choice>): void {
    Object.assign(this.choice, part);
    write(CHOICE_KEY, $state.snapshot(this.choice));
  }

  /** Starts the game that was chosen. */
  begin(random: () => number = Math.random): void {
    const { variant, opponent, level, colour } = this.choice;
    const own: Side = colour === 'random' ? (random() < 0.5 ? 'w' : 'b') : colour;
    const computer = opponent === 'computer' ? otherSide(own) : null;
    const game = newGame(variant);
    this.#adopt(game, { variant, startFen: game.startFen(), computer, level }, computer === 'w');
    this.#go();
  }

  /** Takes up the game kept from an earlier visit; false when there is none that can be read. */
  restore(): boolean {
    const saved = parseSavedGame(read(GAME_KEY), isKnownVariant);
    const game = saved && replayed(saved);
    if (!game) return false;
    const { variant, startFen, computer, level } = saved;
    this.#adopt(game, { variant, startFen, computer, level }, saved.flipped);
    this.#go();
    return true;
  }

  /** Goes on from a position; throws the rules' own sentence when it is none. */
  loadPosition(variant: string, fen: string, computer: Side | null): void {
    const game = newGame(variant, fen.trim());
    const level = this.choice.level;
    this.#adopt(game, { variant, startFen: game.startFen(), computer, level }, computer === 'w');
    this.#go();
  }

  /** Goes on from a game record; throws the rules' own sentence when it cannot be read. */
  loadRecord(text: string, computer: Side | null): void {
    const game = gameFromRecord(text);
    const variant = game.state().variant;
    const level = this.choice.level;
    this.#adopt(game, { variant, startFen: game.startFen(), computer, level }, computer === 'w');
    this.#go();
  }

  move(uci: string): void {
    if (this.choosing) {
      // A move on the board of the chosen variant is as good as the button.
      if (!this.firstMoveStarts()) return;
      this.begin();
    }
    if (!this.humanToMove || !this.atEnd || !this.current?.moves.some((move) => move.uci === uci)) return;
    this.#play(uci);
    this.#go();
  }

  /** Whether moving a piece on the board of the choice starts the game. */
  firstMoveStarts(): boolean {
    return this.choosing && this.terms === null && (this.choice.opponent === 'friend' || this.choice.colour === 'w');
  }

  takeBack(): void {
    if (!this.canTakeBack) return;
    this.#cancelSearch();
    for (let plies = this.#pliesToTakeBack(); plies > 0; plies--) this.#game?.undo();
    this.#refresh();
    this.#go();
  }

  resign(): void {
    if (this.choosing || !this.current || this.over || !this.terms) return;
    this.#cancelSearch();
    this.#game?.resign(this.terms.computer ? otherSide(this.terms.computer) : this.current.turn);
    this.#refresh();
  }

  agreeDraw(): void {
    if (this.choosing || !this.current || this.over) return;
    this.#cancelSearch();
    this.#game?.agreeDraw();
    this.#refresh();
  }

  claimDraw(): void {
    if (!this.humanToMove || this.current?.claims.length === 0) return;
    this.#cancelSearch();
    this.#game?.claimDraw();
    this.#refresh();
  }

  show(ply: number): void {
    this.ply = Math.max(0, Math.min(this.history.length, ply));
  }

  flip(): void {
    this.flipped = !this.flipped;
    this.#save();
  }

  /** Opens the choice of a new game; the one being played waits. */
  openChoice(): void {
    this.#cancelSearch();
    this.choosing = true;
  }

  closeChoice(): void {
    if (!this.current) return;
    this.choosing = false;
    this.#go();
  }

  /** Asks the engine again after it broke. */
  retry(): void {
    this.engineError = null;
    this.#go();
  }

  async askHint(): Promise<void> {
    if (!this.humanToMove || !this.atEnd || this.hinting) return;
    const question = ++this.#question;
    this.hinting = true;
    this.hint = null;
    try {
      const result = await this.#engine.search({ ...this.#line(), limits: { movetime: HINT_MS } });
      if (question !== this.#question) return;
      this.hint = this.current?.moves.find((move) => move.uci === result?.best) ?? null;
    } catch (error) {
      if (question === this.#question) this.engineError = words(error);
    } finally {
      if (question === this.#question) this.hinting = false;
    }
  }

  /** Makes the variants of a file known and proposes the first of them; rejects with the rules' own sentence. */
  async addVariants(name: string, text: string): Promise<Added> {
    const added = await ownVariants.add(name, text);
    this.#variantsChanged();
    const variant = added.file.variants[0]?.id;
    if (variant !== undefined) this.choose({ variant });
    return added;
  }

  removeVariants(file: OwnFile): void {
    ownVariants.remove(file);
    this.#variantsChanged();
  }

  /** Whether the game in progress is of one of these variants. */
  isOf(file: OwnFile): boolean {
    return this.terms !== null && file.variants.some(({ id }) => id === this.terms?.variant);
  }

  /** The game as the analysis takes it; `null` while there is none. */
  toAnalysis(): ImportedGame | null {
    if (this.choosing || !this.terms) return null;
    return {
      variant: this.terms.variant,
      startFen: this.terms.startFen,
      moves: this.history.map((move) => move.uci),
      ending: endingOf(this.outcome),
      tags: recordTags(this.terms, new Date()),
      ply: this.ply,
      flipped: this.flipped,
    };
  }

  /** The record of the game in PGN. */
  record(tags: [string, string][]): string {
    return this.#game?.record(tags, []) ?? '';
  }

  /** The computer's turn, when it is. */
  async think(): Promise<void> {
    if (this.choosing || !this.terms || !this.current || this.over) return;
    if (this.current.turn !== this.terms.computer) return;
    const question = ++this.#question;
    this.thinking = true;
    this.engineError = null;
    try {
      const limits = { level: Math.min(LEVELS, this.terms.level) };
      const [result] = await Promise.all([this.#engine.search({ ...this.#line(), limits }), pause(this.#replyMs)]);
      if (question !== this.#question) return;
      if (!result?.best) throw engineError('engine_without_move');
      this.#play(result.best);
    } catch (error) {
      if (question === this.#question) this.engineError = words(error);
    } finally {
      if (question === this.#question) this.thinking = false;
    }
  }

  #line(): { variant: string; fen: string; moves: string[] } {
    const terms = this.terms;
    return {
      variant: terms?.variant ?? '',
      fen: terms?.startFen ?? '',
      moves: this.history.map((move) => move.uci),
    };
  }

  #pliesToTakeBack(): number {
    return this.terms?.computer && this.current?.turn === otherSide(this.terms.computer) ? 2 : 1;
  }

  #play(uci: string): void {
    this.#cancelSearch();
    const following = this.atEnd;
    this.#game?.play(uci);
    this.#refresh(following);
  }

  #adopt(game: Game, terms: GameSetup, flipped: boolean): void {
    this.#cancelSearch();
    this.#engine.newGame();
    this.#game?.free();
    this.#game = game;
    this.terms = terms;
    this.flipped = flipped;
    this.choosing = false;
    this.engineError = null;
    this.#refresh();
  }

  /** Stops whatever the engine is doing and forgets its hints. */
  #cancelSearch(): void {
    this.#question += 1;
    this.#engine.cancel();
    this.thinking = false;
    this.hinting = false;
    this.hint = null;
  }

  #refresh(follow = true): void {
    if (!this.#game) return;
    this.history = this.#game.history();
    this.current = this.#game.state();
    if (follow || this.ply > this.history.length) this.ply = this.history.length;
    this.#save();
  }

  #go(): void {
    void this.think();
  }

  /** Lets the engine know the variants that there are now, and lets go of what was one that there is no more. */
  #variantsChanged(): void {
    this.#cancelSearch();
    this.#engine.setVariants(ownVariants.texts);
    if (!isKnownVariant(this.choice.variant)) this.choose({ variant: FIRST_CHOICE.variant });
    const saved = this.#saved();
    if (saved && !isVariantId(saved.variant)) this.#playAgain(saved);
    this.#go();
  }

  /** Puts the game under the rules that its variant has now, or forgets it where they do not allow it. */
  #playAgain(saved: SavedGame): void {
    const game = isKnownVariant(saved.variant) ? replayed(saved) : null;
    this.#game?.free();
    this.#game = game;
    if (game) this.#refresh();
    else this.#abandon();
  }

  #abandon(): void {
    this.terms = null;
    this.history = [];
    this.current = null;
    this.ply = 0;
    this.choosing = true;
    forget(GAME_KEY);
  }

  #saved(): SavedGame | null {
    if (!this.terms) return null;
    return {
      version: 1,
      ...this.terms,
      moves: this.history.map((move) => move.uci),
      ending: endingOf(this.outcome),
      flipped: this.flipped,
    };
  }

  #save(): void {
    const saved = this.#saved();
    if (saved) write(GAME_KEY, saved);
  }
}

/** The game played again from what is kept of it; `null` where the rules do not allow it. */
function replayed({ variant, startFen, moves, ending }: SavedGame): Game | null {
  let game: Game | null = null;
  try {
    game = newGame(variant, startFen);
    // As a record may, the game may have gone on past a draw by the rules.
    for (const move of moves) game.playOn(move);
    applyEnding(game, ending);
    return game;
  } catch {
    game?.free();
    return null;
  }
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
