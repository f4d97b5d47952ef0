/** Learning from mistakes: the visitor looks for a better move in the positions before them. */

import { pathTo } from '../../domain/move-tree';
import type { MoveNode } from '../../domain/move-tree';
import { endgameTables } from '../../domain/tables';
import type { AnalysisRequest, Outcome, Side } from '../../generated/types';
import type { AnalysisEngine } from '../../domain/review/analysis-engine';
import type { Analysis } from './analysis.svelte';
import type { Result } from '../../domain/review/game-review.svelte';
import { keepFound } from '../../domain/review/own-mistakes';
import { mistakesOf } from './mistakes';
import { shareOfResult, surelyKnown } from '../../domain/review/table-review';
import type { Tables } from '../../domain/review/table-review';

/** Maximum loss of expected score for a solution; a review marks larger ones. */
export const SOLVED_LOSS = 0.05;
/** Minimum gain in expected score by which a move counts as better than the game's. */
export const BETTER_GAIN = 0.05;
/** Thinking time for a tried move in milliseconds. */
const TRY_MS = 1000;

/** Verdict on a tried move. */
export type Verdict = 'solved' | 'better' | 'worse' | 'same';

/** Returns the verdict on a move, from White's expected scores before the mistake, after it, and after the tried move. */
export function verdictOf(side: Side, before: number, played: number, tried: number): Exclude<Verdict, 'same'> {
  const sign = side === 'w' ? 1 : -1;
  if (sign * (before - tried) < SOLVED_LOSS) return 'solved';
  return sign * (tried - played) >= BETTER_GAIN ? 'better' : 'worse';
}

/** Returns White's score at the end of a game. */
export function shareOf({ result }: Pick<Outcome, 'result'>): number {
  return { '1-0': 1, '3/4-1/4': 0.75, '1/2-1/2': 0.5, '1/4-3/4': 0.25, '0-1': 0, '*': 0.5 }[result];
}

export type Stage =
  /** Waiting for a move; with a verdict, for another attempt. */
  | 'asks'
  /** The engine judges the move. */
  | 'judges'
  | 'solved'
  /** The solution is shown. */
  | 'shown'
  /** There are no more mistakes. */
  | 'over';

interface Task {
  mistake: MoveNode;
  /** Position before the mistake. */
  before: MoveNode;
}

export class Retry {
  #analysis: Analysis;
  #engine: Pick<AnalysisEngine, 'analyse' | 'cancel'>;
  #limits: AnalysisRequest['limits'];
  #tables: Tables;
  #question = 0;
  #result = $state.raw<Result | null>(null);
  #tasks = $state.raw<readonly Task[]>([]);
  #index = $state(0);

  side = $state<Side>('w');
  stage = $state<Stage>('asks');
  /** Verdict on the last tried move, with the move. */
  verdict = $state.raw<{ verdict: Verdict; san: string } | null>(null);
  /** Number of mistakes solved without help. */
  solved = $state(0);
  /** Engine's error message. */
  error = $state<string | null>(null);

  constructor(
    analysis: Analysis,
    engine: Pick<AnalysisEngine, 'analyse' | 'cancel'>,
    limits: AnalysisRequest['limits'] = { movetime: TRY_MS },
    tables: Tables = endgameTables,
  ) {
    this.#analysis = analysis;
    this.#engine = engine;
    this.#limits = { ...limits, lines: 1 };
    this.#tables = tables;
  }

  /** True while in progress; it ends together with its review. */
  get active(): boolean {
    return this.#result !== null && this.#result === this.#analysis.review.result;
  }

  get total(): number {
    return this.#tasks.length;
  }

  /** Number of the current mistake, from 1. */
  get number(): number {
    return Math.min(this.#index + 1, this.#tasks.length);
  }

  /** Move that was the mistake. */
  get mistake(): MoveNode | null {
    return this.#tasks[this.#index]?.mistake ?? null;
  }

  /** True if another position is shown than the one of the task. */
  get away(): boolean {
    return this.active && this.stage === 'asks' && this.#analysis.current !== this.#tasks[this.#index]?.before;
  }

  /**
   * Starts with the first mistake of a side and hides the engine's lines meanwhile. Those of the plies in `found` are left out, unless
   * these are all.
   */
  start(side: Side, found: readonly number[] = []): void {
    const { result } = this.#analysis.review;
    const all = result ? mistakesOf(result, side) : [];
    const left = all.filter(({ ply }) => !found.includes(ply));
    const mistakes = left.length > 0 ? left : all;
    if (!result || mistakes.length === 0) return;
    this.#result = result;
    this.#tasks = mistakes.flatMap((mistake) => (mistake.parent ? [{ mistake, before: mistake.parent }] : []));
    this.side = side;
    this.solved = 0;
    this.#analysis.ceval.pause('retry', true);
    this.#pose(0);
  }

  /** Handles a move on the board as an attempt. Returns false if it is an ordinary move of the analysis. */
  take(uci: string): boolean {
    if (!this.active || this.away || (this.stage !== 'asks' && this.stage !== 'judges')) return false;
    if (this.stage === 'asks') void this.#try(uci);
    return true;
  }

  /** Shows the better move. */
  showSolution(): void {
    const task = this.#tasks[this.#index];
    const line = task && this.#analysis.review.moves.get(task.mistake)?.better;
    if (!this.active || !task || !line || this.stage === 'over') return;
    this.#leaveSearch();
    this.stage = 'shown';
    this.verdict = null;
    this.#analysis.addLine(task.before, line);
  }

  /** Continues with the next mistake, whether the current one is solved or not. */
  next(): void {
    this.#leaveSearch();
    this.#pose(this.#index + 1);
  }

  /** Shows the position of the task again. */
  back(): void {
    const task = this.#tasks[this.#index];
    if (task) this.#analysis.show(task.before);
  }

  /** Ends the exercise. */
  stop(): void {
    if (!this.#result) return;
    this.#leaveSearch();
    this.#result = null;
    this.#tasks = [];
    this.#analysis.ceval.pause('retry', false);
  }

  #pose(index: number): void {
    this.#index = index;
    this.verdict = null;
    this.error = null;
    this.stage = index < this.#tasks.length ? 'asks' : 'over';
    if (this.stage === 'asks') this.back();
  }

  #leaveSearch(): void {
    this.#question += 1;
    if (this.stage === 'judges') this.#engine.cancel();
  }

  async #try(uci: string): Promise<void> {
    const analysis = this.#analysis;
    const task = this.#tasks[this.#index];
    const san = analysis.state.moves.find((move) => move.uci === uci)?.san;
    if (!task || san === undefined) return;
    this.error = null;
    if (uci === task.mistake.uci) {
      this.verdict = { verdict: 'same', san };
      return;
    }
    const isNew = !task.before.children.some((child) => child.uci === uci);
    analysis.play(uci);
    const tried = analysis.current;
    const best = analysis.review.moves.get(task.mistake)?.better[0];
    if (uci === best) {
      this.#answer({ verdict: 'solved', san });
      return;
    }
    this.stage = 'judges';
    const question = ++this.#question;
    try {
      const share = await this.#shareAfter(tried);
      if (question !== this.#question) return;
      const verdict = share === null ? null : this.#judge(task, share);
      // The visitor may have left the position in the meantime.
      if (verdict !== 'solved') this.#takeBack(task, tried, isNew);
      if (verdict) this.#answer({ verdict, san });
      else this.stage = 'asks';
    } catch (error) {
      if (question !== this.#question) return;
      this.error = error instanceof Error ? error.message : String(error);
      this.#takeBack(task, tried, isNew);
      this.stage = 'asks';
    }
  }

  #answer(answer: { verdict: Verdict; san: string }): void {
    this.verdict = answer;
    this.stage = answer.verdict === 'solved' ? 'solved' : 'asks';
    if (answer.verdict !== 'solved') return;
    this.solved += 1;
    const { id } = this.#analysis;
    if (id !== null && this.mistake) keepFound(id, this.mistake.ply);
  }

  /** Removes a wrong move from the tree if the attempt added it. */
  #takeBack(task: Task, tried: MoveNode, isNew: boolean): void {
    const elsewhere = this.#analysis.current !== tried;
    if (isNew && !elsewhere && tried.children.length === 0) this.#analysis.remove();
    else if (!elsewhere) this.#analysis.show(task.before);
  }

  #judge({ mistake, before }: Task, tried: number): Exclude<Verdict, 'same'> {
    const { review } = this.#analysis;
    const best = review.moves.get(before)?.eval ?? this.#result?.review.start;
    const played = review.moves.get(mistake)?.eval;
    return verdictOf(mistake.turn, best?.share ?? 0.5, played?.share ?? 0.5, tried);
  }

  /** Returns White's expected score after a move, from the tables if they have it; `null` if the search was cancelled. */
  async #shareAfter(node: MoveNode): Promise<number | null> {
    const { state, terms } = this.#analysis;
    if (state.outcome) return shareOf(state.outcome);
    const question = this.#question;
    const known = await surelyKnown(this.#tables, terms.variant, state.fen);
    if (question !== this.#question) return null;
    if (known) return shareOfResult(known.result, state.turn);
    const moves = pathTo(node).map(({ uci }) => uci);
    const request = { variant: terms.variant, fen: terms.startFen, moves, limits: this.#limits };
    const found = await this.#engine.analyse(
      request,
      () => undefined,
      () => undefined,
    );
    return found?.lines[0]?.eval.share ?? null;
  }
}
