/** Review of a game: the engine searches every position that no endgame table has, and the rules' library judges the moves. */

import type { AnalysisRequest, Assessment, Review, ReviewedMove } from '../../generated/types';
import type { AnalysisEngine, Origin } from './analysis-engine';
import type { MoveNode } from '../move-tree';
import { endgameTables, mayBeKnown } from '../tables';
import type { TablePosition } from '../../generated/protocol';
import { assessmentOf, bestLine, surelyKnown, valueAfter } from './table-review';
import type { Tables } from './table-review';

/** Thinking time per position in milliseconds, as in `saffron analyse`. */
export const POSITION_MS = 500;

/** Assessments of a game's positions, from some ply to the end. */
export interface AssessedGame {
  /** The moves of the game. */
  nodes: readonly MoveNode[];
  /** Number of positions before the first assessed one; 0 if the whole game was assessed. */
  first: number;
  /** One entry for each position from there on; `null` if the rules end the game. */
  assessments: readonly (Assessment | null)[];
}

/** Review of a game or of its last moves. */
export interface Result extends AssessedGame {
  /** Review of the moves from the first position on. */
  review: Review;
}

/** Game to review. */
export interface Subject {
  request: Omit<AnalysisRequest, 'limits'>;
  /** Nodes of the moves in the request. */
  nodes: readonly MoveNode[];
  /** True if the rules end the game with the last move. */
  over: boolean;
  /** Returns the position after this many plies. */
  fenAt: (plies: number) => string;
  judge: (assessed: AssessedGame) => Review;
}

/** Review in progress. */
interface Running {
  subject: Subject;
  /** Assessments so far: those of the last positions of the game. */
  assessments: (Assessment | null)[];
}

export class GameReview {
  #engine: AnalysisEngine;
  #limits: AnalysisRequest['limits'];
  #tables: Tables;
  #question = 0;
  #running: Running | null = null;

  /** Progress in positions; `null` if no review is running. */
  progress = $state.raw<{ done: number; total: number } | null>(null);
  result = $state.raw<Result | null>(null);
  origin = $state<Origin | null>(null);
  /** Engine's error message. */
  error = $state<string | null>(null);

  /** Review of each move. */
  moves: ReadonlyMap<MoveNode, ReviewedMove> = $derived.by(() => {
    const { nodes = [], first = 0, review } = this.result ?? {};
    const pairs = nodes.slice(first).map((node, index) => [node, review?.moves[index]] as const);
    return new Map(pairs.filter((pair): pair is [MoveNode, ReviewedMove] => pair[1] !== undefined));
  });

  constructor(
    analysisEngine: AnalysisEngine,
    limits: AnalysisRequest['limits'] = { movetime: POSITION_MS },
    tables: Tables = endgameTables,
  ) {
    this.#engine = analysisEngine;
    this.#limits = { ...limits, lines: 1 };
    this.#tables = tables;
  }

  /** Reviews a game from its end, so that the engine can use its results for later moves at earlier ones. */
  async run(subject: Subject): Promise<void> {
    const question = ++this.#question;
    const { nodes } = subject;
    const total = nodes.length + 1;
    const running: Running = { subject, assessments: [] };
    const { assessments } = running;
    this.#running = running;
    this.progress = { done: 0, total };
    this.error = null;
    this.#engine.newGame();
    try {
      for (let plies = nodes.length; plies >= 0; plies--) {
        const over = subject.over && plies === nodes.length;
        const known = over ? null : await this.#known(subject, plies);
        if (question !== this.#question) return;
        if (known) completeNext(subject, plies, known, assessments);
        const assessment = over
          ? null
          : known
            ? assessmentOf(known, await this.#line(subject, plies, known))
            : await this.#assess(subject, plies);
        if (question !== this.#question) return;
        assessments.unshift(assessment);
        this.progress = { done: assessments.length, total };
      }
      this.#keep({ nodes, first: 0, assessments }, subject);
    } catch (error) {
      if (question !== this.#question) return;
      this.error = error instanceof Error ? error.message : String(error);
      this.#keepPart(running);
    } finally {
      if (question === this.#question) this.#end();
    }
  }

  /** Returns whether a running review covers a move. */
  isGoingThrough(node: MoveNode): boolean {
    return this.#running?.subject.nodes.includes(node) === true;
  }

  /** Cancels a running review. The moves reviewed so far stay, or an earlier result if it covers more. */
  cancel(): void {
    const running = this.#running;
    this.#break();
    if (running) this.#keepPart(running);
  }

  /** Clears the result, for example for another game. */
  clear(): void {
    this.#break();
    this.result = null;
    this.error = null;
  }

  #break(): void {
    if (!this.#running) return;
    this.#question += 1;
    this.#end();
    this.#engine.cancel();
  }

  #end(): void {
    this.#running = null;
    this.progress = null;
  }

  #keep(assessed: AssessedGame, { judge }: Subject): void {
    this.result = { ...assessed, review: judge(assessed) };
  }

  #keepPart({ subject, assessments }: Running): void {
    const judged = assessments.length - 1;
    const first = subject.nodes.length - judged;
    if (judged < 1 || first === 0 || judged < (this.result?.review.moves.length ?? 0)) return;
    this.#keep({ nodes: subject.nodes, first, assessments: [...assessments] }, subject);
  }

  async #known({ request, fenAt }: Subject, plies: number): Promise<TablePosition | null> {
    const fen = fenAt(plies);
    return mayBeKnown(fen) ? surelyKnown(this.#tables, request.variant, fen) : null;
  }

  /** Returns best play from a position; only its first move if the move played keeps the result. */
  async #line({ request, nodes, fenAt }: Subject, plies: number, known: TablePosition): Promise<string[]> {
    const played = known.moves.find(({ uci }) => uci === nodes[plies]?.uci);
    if (!played || played.result === known.result) return known.moves.slice(0, 1).map(({ uci }) => uci);
    return bestLine(this.#tables, request.variant, fenAt(plies), known);
  }

  async #assess(subject: Subject, plies: number): Promise<Assessment | null> {
    const request = { ...subject.request, moves: subject.request.moves.slice(0, plies), limits: this.#limits };
    const found = await this.#engine.analyse(
      request,
      () => undefined,
      (origin) => (this.origin = origin),
    );
    const best = found?.lines[0];
    return best ? { eval: best.eval, moves: best.moves } : null;
  }
}

/**
 * Gives the position after a move the table value of the move if the tables failed to answer for the position itself, so that a
 * move is not judged by tables before it and by the engine after it.
 */
function completeNext(
  { nodes, fenAt }: Subject,
  plies: number,
  known: TablePosition,
  assessments: (Assessment | null)[],
): void {
  const [next] = assessments;
  const node = nodes[plies];
  if (!next || !node || next.table) return;
  const table = valueAfter(known, node.uci, fenAt(plies + 1));
  if (table) assessments[0] = { ...next, table };
}
