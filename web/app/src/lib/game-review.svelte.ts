/** The review of a game: the engine looks at every position, and the rules' library judges the moves. */

import type { AnalysisRequest, Assessment, Review, ReviewedMove } from './analysis-types';
import type { Analyst, Origin } from './analyst';
import type { MoveNode } from './move-tree';

/** As long as `saffron analyse` looks at each position of a game (milliseconds). */
export const POSITION_MS = 500;

/** A game to go through. */
export interface Subject {
  request: Omit<AnalysisRequest, 'limits'>;
  /** The moves, which belong to those of the request. */
  nodes: readonly MoveNode[];
  /** The rules end the game with the last move. */
  over: boolean;
  judge: (assessments: readonly (Assessment | null)[]) => Review;
}

/** A game that was reviewed. */
export interface Result {
  review: Review;
  nodes: readonly MoveNode[];
}

export class GameReview {
  #analyst: Analyst;
  #limits: AnalysisRequest['limits'];
  #question = 0;

  /** Positions that are done, while it goes on. */
  progress = $state.raw<{ done: number; total: number } | null>(null);
  result = $state.raw<Result | null>(null);
  origin = $state<Origin | null>(null);
  /** What went wrong, in the engine's own words. */
  error = $state<string | null>(null);

  /** What is said of each move. */
  moves: ReadonlyMap<MoveNode, ReviewedMove> = $derived.by(() => {
    const pairs = this.result?.nodes.map((node, index) => [node, this.result?.review.moves[index]] as const) ?? [];
    return new Map(pairs.filter((pair): pair is [MoveNode, ReviewedMove] => pair[1] !== undefined));
  });

  constructor(analyst: Analyst, limits: AnalysisRequest['limits'] = { movetime: POSITION_MS }) {
    this.#analyst = analyst;
    this.#limits = { ...limits, lines: 1 };
  }

  /** Goes through a game from its end, so that the engine knows at every move what it has found further on. */
  async run(subject: Subject): Promise<void> {
    const question = ++this.#question;
    const total = subject.nodes.length + 1;
    this.progress = { done: 0, total };
    this.error = null;
    this.#analyst.newGame();
    const assessments: (Assessment | null)[] = [];
    try {
      for (let plies = subject.nodes.length; plies >= 0; plies--) {
        const over = subject.over && plies === subject.nodes.length;
        const assessment = over ? null : await this.#assess(subject, plies);
        if (question !== this.#question) return;
        assessments.unshift(assessment);
        this.progress = { done: assessments.length, total };
      }
      this.result = { review: subject.judge(assessments), nodes: subject.nodes };
    } catch (error) {
      if (question === this.#question) this.error = error instanceof Error ? error.message : String(error);
    } finally {
      if (question === this.#question) this.progress = null;
    }
  }

  /** Ends a review that goes on; an earlier result stays. */
  cancel(): void {
    if (!this.progress) return;
    this.#question += 1;
    this.progress = null;
    this.#analyst.cancel();
  }

  /** Forgets the result, as when there is another game. */
  clear(): void {
    this.cancel();
    this.result = null;
    this.error = null;
  }

  async #assess(subject: Subject, plies: number): Promise<Assessment | null> {
    const request = { ...subject.request, moves: subject.request.moves.slice(0, plies), limits: this.#limits };
    const found = await this.#analyst.analyse(
      request,
      () => undefined,
      (origin) => (this.origin = origin),
    );
    const best = found?.lines[0];
    return best ? { eval: best.eval, moves: best.moves } : null;
  }
}
