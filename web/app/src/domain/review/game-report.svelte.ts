/** Review of a game where it has ended, before it goes on to the analysis. */

import { startEngine } from '../engine';
import type { ImportedGame } from '../handover';
import { MoveTree } from '../move-tree';
import type { MoveNode } from '../move-tree';
import { ownVariants } from '../own-variants.svelte';
import { newGame, reviewOf } from '../rules';
import type { Game } from '../rules';
import type { GameState } from '../../generated/types';
import { AnalysisEngine } from './analysis-engine';
import { GameReview } from './game-review.svelte';
import type { AssessedGame } from './game-review.svelte';
import type { SavedReview } from './saved-review';
import { ServerEngine } from './server-engine';
import { turningPoint } from './turning-point';

export type ReportedGame = Pick<ImportedGame, 'variant' | 'startFen' | 'moves'>;

export class GameReport {
  readonly #game: ReportedGame;
  readonly #engine: AnalysisEngine;
  readonly review: GameReview;
  /** Moves of the game. */
  readonly nodes: readonly MoveNode[];
  /** The move that decided the game; `null` until the whole game was reviewed, and if there is none. */
  readonly turn = $derived.by(() => (this.review.result?.first === 0 ? turningPoint(this.review.result) : null));

  /** The engine gets a worker of its own when the review starts. */
  constructor(game: ReportedGame, engine = new AnalysisEngine(startEngine(), new ServerEngine())) {
    this.#game = game;
    this.#engine = engine;
    this.review = new GameReview(engine);
    const played = this.#gameTo(game.moves.length);
    const tree = new MoveTree();
    const nodes: MoveNode[] = [];
    for (const move of played.history()) nodes.push(tree.play(nodes.at(-1) ?? tree.root, move));
    played.free();
    this.nodes = nodes;
  }

  /** Reviews the game. */
  run(): Promise<void> {
    const { variant, startFen, moves } = this.#game;
    this.#engine.setVariants(ownVariants.texts);
    return this.review.run({
      request: { variant, fen: startFen, moves: [...moves] },
      nodes: this.nodes,
      over: this.stateAt(moves.length).outcome !== null,
      fenAt: (plies) => this.stateAt(plies).fen,
      judge: (assessed) => this.#judge(assessed),
    });
  }

  /** Stops a running review, and keeps the part that it has done. */
  stop(): void {
    this.review.cancel();
  }

  /** Ends the engine. */
  close(): void {
    this.stop();
    this.#engine.close();
  }

  /** The review so far in its stored format; `null` if there is none. */
  get saved(): SavedReview | null {
    const { result } = this.review;
    if (!result) return null;
    const { variant, startFen, moves } = this.#game;
    return {
      version: 1,
      variant,
      startFen,
      moves: [...moves],
      first: result.first,
      assessments: [...result.assessments],
    };
  }

  /** Returns the state after some plies, as the moves alone show it. */
  stateAt(plies: number): GameState {
    const game = this.#gameTo(plies);
    try {
      return game.state();
    } finally {
      game.free();
    }
  }

  #gameTo(plies: number): Game {
    const { variant, startFen, moves } = this.#game;
    const game = newGame(variant, startFen);
    for (const move of moves.slice(0, plies)) game.playOn(move);
    return game;
  }

  #judge({ first, assessments }: AssessedGame): ReturnType<typeof reviewOf> {
    const game = this.#gameTo(this.nodes.length);
    try {
      return reviewOf(game, first, assessments);
    } finally {
      game.free();
    }
  }
}
