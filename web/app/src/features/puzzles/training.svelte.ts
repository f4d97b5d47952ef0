/** Training with the puzzles of a game: one puzzle after another, and the record of their results. */

import { startEngine } from '../../domain/engine';
import type { EngineClient } from '../../domain/engine';
import type { Puzzle } from '../../domain/puzzles';
import { signedInAccount } from '../../domain/signed-in';
import { dayNumber, nextPuzzle, puzzleOfDay, withTheme } from './choice';
import { addUnsent, sendResults, syncRecord, voteOn } from './account-record';
import { addResult, puzzleRecord, setRating } from './puzzle-record';
import type { PuzzleRecord } from './puzzle-record';
import { Solving, wait } from './solving.svelte';
import type { Surroundings } from './solving.svelte';

/** Nodes of the search for the refutation of a wrong move. */
const REFUTATION_NODES = 20_000;

/** Finds refutations with the engine of the page, which starts with the first. */
class Refutations {
  #engine: EngineClient | undefined;

  async find(variant: string, fen: string): Promise<string | null> {
    this.#engine ??= startEngine();
    try {
      const limits = { nodes: REFUTATION_NODES };
      return (await this.#engine.search({ variant, fen, moves: [], limits }))?.best ?? null;
    } catch {
      // The move is wrong without its refutation, too.
      return null;
    }
  }

  close(): void {
    this.#engine?.close();
  }
}

export interface TrainingOptions {
  puzzles: readonly Puzzle[];
  /** Puzzles of the page, of which one is that of the day: the same for all visitors. */
  shipped?: readonly Puzzle[];
  theme: string | null;
  /** Puzzle to begin with; by default that of the day, or one of the theme. */
  id: string | null;
  today?: number;
  surroundings?: Surroundings;
}

/** All properties are reactive. */
export class Training {
  readonly variant: string;
  readonly theme: string | null;
  /** Puzzles of the theme, if there are any. */
  puzzles: readonly Puzzle[] = [];
  readonly today: number;
  #surroundings: Surroundings;
  #refutations = new Refutations();

  record: PuzzleRecord = $state.raw({ rating: 0, rated: 0, results: [], days: {}, votes: {} });
  solving = $state.raw() as Solving;
  /** True while the puzzle of the day is on the board. */
  daily = $state(false);
  /** Change of the rating by the shown puzzle; `null` before its result. */
  change = $state<number | null>(null);
  #counted = false;

  constructor(
    variant: string,
    { puzzles, shipped = puzzles, theme, id, today = dayNumber(new Date()), surroundings }: TrainingOptions,
  ) {
    this.variant = variant;
    this.theme = theme;
    this.today = today;
    this.record = puzzleRecord(variant);
    this.know(puzzles);
    this.#surroundings = surroundings ?? {
      refute: (of, fen) => this.#refutations.find(of, fen),
      pause: wait,
    };
    const asked = puzzles.find((puzzle) => puzzle.id === id);
    const daily = theme === null && !asked ? puzzleOfDay(shipped, today) : undefined;
    this.#start(asked ?? daily ?? (this.#choose(null) as Puzzle), daily !== undefined);
  }

  /** Chooses among these puzzles from now on. */
  know(puzzles: readonly Puzzle[]): void {
    const ofTheme = withTheme(puzzles, this.theme, this.record);
    // A game may have none of a theme.
    this.puzzles = ofTheme.length > 0 ? ofTheme : puzzles;
  }

  /** Exchanges the results with the visitor's account, if one is signed in. */
  async sync(): Promise<void> {
    const record = await syncRecord(this.variant);
    if (record) this.record = record;
  }

  /** Changes the account's vote on the shown puzzle; a second vote of the same kind takes it back. Rejects as requests do. */
  async vote(vote: 1 | -1): Promise<void> {
    const { id } = this.solving.puzzle;
    this.record = await voteOn(this.variant, id, this.record.votes[id] === vote ? 0 : vote);
  }

  /** Shows another puzzle near the visitor's rating. */
  next(): void {
    const puzzle = this.#choose(this.solving.puzzle.id);
    if (puzzle) this.#start(puzzle, false);
  }

  /** Plays a move of the visitor. */
  play(uci: string): void {
    this.solving.play(uci);
    this.#count();
  }

  /** Shows the solution. */
  async showSolution(): Promise<void> {
    const shown = this.solving.showSolution();
    this.#count();
    await shown;
  }

  close(): void {
    this.solving.close();
    this.#refutations.close();
  }

  #choose(shown: string | null): Puzzle | undefined {
    return nextPuzzle(this.puzzles, this.record, shown);
  }

  #start(puzzle: Puzzle, daily: boolean): void {
    // At the first start there is none yet.
    (this.solving as Solving | undefined)?.close();
    this.daily = daily;
    this.change = null;
    this.#counted = false;
    this.solving = new Solving(puzzle, this.#surroundings);
    void this.solving.begin();
  }

  /** Stores the result, once: the first wrong move decides. */
  #count(): void {
    const { solving } = this;
    if (this.#counted || !(solving.failed || solving.over)) return;
    this.#counted = true;
    const { puzzle } = solving;
    const known = this.record.results.some(([id]) => id === puzzle.id);
    const solved = !solving.failed;
    const attempt = { solved, counts: !known && !(solved && solving.helped), day: this.today, daily: this.daily };
    const before = this.record.rating;
    this.record = addResult(puzzle, attempt);
    addUnsent(this.variant, { id: puzzle.id, ...attempt });
    void this.#rate(solving, before);
  }

  /** Shows what the result changed: by the server's rating on an account, otherwise by the one of this browser. */
  async #rate(solving: Solving, before: number): Promise<void> {
    if (signedInAccount() !== null) {
      const rating = await sendResults(this.variant);
      if (rating) this.record = setRating(this.variant, rating.rating, rating.results);
    }
    if (solving === this.solving) this.change = this.record.rating - before;
  }
}
