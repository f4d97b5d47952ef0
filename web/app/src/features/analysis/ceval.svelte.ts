/** Engine's evaluation of the shown position on the analysis page; restarts with each position. */

import type { AnalysisRequest, EngineLine, Eval, AnalysisResult } from '../../generated/types';
import type { AnalysisEngine, Origin } from '../../domain/review/analysis-engine';
import { read, write } from '../../domain/storage';

const KEY = 'saffron.look';
/** Delay in milliseconds before a search starts if the last one was asked for less than that ago, so that quick stepping starts none. */
const SETTLING_MS = 120;
export const MAX_LINES = 5;

/** Depths to choose from; without one the search continues until the position changes. */
export const DEPTHS = [12, 16, 20, 24, 30] as const;

/** Position to evaluate. */
export interface Subject {
  request: Omit<AnalysisRequest, 'limits'>;
  /** Number of legal moves; 0 if the game is over. */
  legal: number;
  /** Returns the position with the other side to move, for the threat; `null` if there is none. */
  passed?: () => Subject | null;
}

interface CevalSettings {
  on: boolean;
  count: number;
  /** Maximum depth in plies; `null` for no limit. */
  depth: number | null;
}

/** Parses the stored settings. */
export function parseCevalSettings(value: unknown): CevalSettings {
  const { on, count, depth } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const fits = Number.isInteger(count) && (count as number) >= 1 && (count as number) <= MAX_LINES;
  return {
    on: on !== false,
    count: fits ? (count as number) : 1,
    depth: DEPTHS.find((known) => known === depth) ?? null,
  };
}

export class Ceval {
  #engine: AnalysisEngine;
  #settlingMs: number;
  #settings = $state<CevalSettings>(parseCevalSettings(read(KEY)));
  #subject: Subject | null = null;
  /** Reasons that currently pause the search. */
  #pauses = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #question = 0;
  /** Time at which the last search was asked for. */
  #asked = -Infinity;
  /** Minimum depth of new lines; the shown ones stay until the search has caught up. */
  #least = 0;
  #threat = $state(false);
  #deeper = $state(false);

  /** Best lines, all of one depth; empty until the first depth is complete. In threat mode, those of the side that waits. */
  lines = $state.raw<readonly EngineLine[]>([]);
  /** Evaluation of the position; the previous position's until the new search has one. */
  eval = $state.raw<Eval | null>(null);
  /** Place where the engine runs; `null` before the first search. */
  origin = $state<Origin | null>(null);
  searching = $state(false);
  /** Engine's error message. */
  error = $state<string | null>(null);

  constructor(analysisEngine: AnalysisEngine, options: { settlingMs?: number } = {}) {
    this.#engine = analysisEngine;
    this.#settlingMs = options.settlingMs ?? SETTLING_MS;
  }

  get on(): boolean {
    return this.#settings.on;
  }
  set on(on: boolean) {
    this.#threat = false;
    this.#change({ on });
  }

  /** Number of lines. */
  get count(): number {
    return this.#settings.count;
  }
  set count(count: number) {
    this.#change({ count });
  }

  /** Maximum depth in plies; `null` for no limit. */
  get depth(): number | null {
    return this.#settings.depth;
  }
  set depth(depth: number | null) {
    this.#change({ depth });
  }

  /** True in threat mode: the lines are those of the side that waits, as if the other one had passed. */
  get threat(): boolean {
    return this.#threat;
  }

  /** Toggles threat mode; ignored if a pass is not possible. */
  toggleThreat(): void {
    if (!this.#threat && (!this.on || !this.#subject?.passed?.())) return;
    this.#threat = !this.#threat;
    this.#begin();
  }

  /** True if the search has finished but can go deeper. */
  get canGoDeeper(): boolean {
    const [best] = this.lines;
    return this.on && !this.searching && this.error === null && best !== undefined && best.eval.mate === undefined;
  }

  /** Continues the search without a limit until the position changes. */
  goDeeper(): void {
    if (!this.canGoDeeper) return;
    const { lines } = this;
    this.#begin(true);
    if (!this.searching) return;
    this.lines = lines;
    this.#least = lines[0]?.depth ?? 0;
  }

  /** Sets the position to evaluate; `null` for none. */
  at(subject: Subject | null): void {
    this.#subject = subject;
    this.#threat = false;
    if (this.#pauses.size > 0) this.eval = null;
    this.#begin();
  }

  /** Pauses the search for a reason, or resumes it. */
  pause(reason: string, held: boolean): void {
    if (this.#pauses.has(reason) === held) return;
    if (held) this.#pauses.add(reason);
    else this.#pauses.delete(reason);
    this.#begin();
  }

  /** Restarts the search after the engine failed or was replaced. */
  retry(): void {
    this.#begin();
  }

  #change(part: Partial<CevalSettings>): void {
    Object.assign(this.#settings, part);
    write(KEY, $state.snapshot(this.#settings));
    this.#begin();
  }

  #begin(deeper = false): void {
    clearTimeout(this.#timer);
    // While paused, another user may have the engine.
    if (this.searching) this.#engine.cancel();
    const question = ++this.#question;
    const here = this.#subject;
    const subject = this.#threat ? (here?.passed?.() ?? null) : here;
    this.#deeper = deeper;
    this.#least = 0;
    this.searching = false;
    this.error = null;
    this.lines = [];
    if (!this.on || !here || here.legal === 0) this.eval = null;
    if (!this.on || !subject || subject.legal === 0 || this.#pauses.size > 0) return;
    this.searching = true;
    const now = performance.now();
    const delay = now - this.#asked < this.#settlingMs ? this.#settlingMs : 0;
    this.#asked = now;
    this.#timer = setTimeout(() => void this.#search(subject, question), delay);
  }

  async #search(subject: Subject, question: number): Promise<void> {
    const expected = Math.min(this.count, subject.legal);
    const { take, restart } = collector(expected, (lines) => {
      if (question === this.#question) this.#show(lines);
    });
    const depth = this.#deeper ? null : this.depth;
    const limits = { lines: this.count, ...(depth === null ? {} : { depth }) };
    const { variant, fen, moves } = subject.request;
    try {
      const found = await this.#engine.analyse({ variant, fen, moves, limits }, take, (origin) => {
        if (question !== this.#question) return;
        this.origin = origin;
        restart();
      });
      if (question === this.#question && found) this.#end(found);
    } catch (error) {
      if (question !== this.#question) return;
      this.searching = false;
      this.error = error instanceof Error ? error.message : String(error);
    }
  }

  #show(lines: readonly EngineLine[]): void {
    if ((lines[0]?.depth ?? 0) < this.#least) return;
    this.lines = lines;
    if (!this.#threat) this.eval = lines[0]?.eval ?? null;
  }

  #end(found: AnalysisResult): void {
    this.searching = false;
    if (found.lines.length > 0) this.#show(found.lines);
  }
}

/** Collects the lines of each depth, and passes them on when all are there. */
function collector(
  expected: number,
  complete: (lines: readonly EngineLine[]) => void,
): { take: (line: EngineLine) => void; restart: () => void } {
  let lines: EngineLine[] = [];
  return {
    take(line) {
      if (line.number === 1) lines = [];
      lines.push(line);
      if (lines.length === expected) complete([...lines]);
    },
    restart() {
      lines = [];
    },
  };
}
