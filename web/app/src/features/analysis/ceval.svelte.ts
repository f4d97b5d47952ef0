/** The engine's evaluation of the position on the analysis page: it runs while the position is shown, and restarts with the next. */

import type { AnalysisRequest, EngineLine, Eval, AnalysisResult } from '../../generated/types';
import type { AnalysisEngine, Origin } from './analysis-engine';
import { read, write } from '../../domain/storage';

const KEY = 'saffron.look';
/** Someone who goes through the moves quickly asks for none of the positions on the way (milliseconds). */
const SETTLING_MS = 120;
export const MOST_LINES = 5;

/** The depths that can be chosen; without one the search goes on until the position changes. */
export const DEPTHS = [12, 16, 20, 24, 30] as const;

/** The position that is looked at. */
export interface Subject {
  request: Omit<AnalysisRequest, 'limits'>;
  /** How many moves there are; 0 where the game is over. */
  legal: number;
  /** The same position with the other side to move, for the threat; `null` where there is none. */
  passed?: () => Subject | null;
}

interface CevalSettings {
  on: boolean;
  count: number;
  /** In plies; `null` for no limit. */
  depth: number | null;
}

/** What was wished at an earlier visit. */
export function parseCevalSettings(value: unknown): CevalSettings {
  const { on, count, depth } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const fits = Number.isInteger(count) && (count as number) >= 1 && (count as number) <= MOST_LINES;
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
  /** Reasons for which nothing is searched although it is wished. */
  #pauses = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #question = 0;
  /** Shown lines stay until the search is as deep as they are. */
  #least = 0;
  #threat = $state(false);
  #deeper = $state(false);

  /** The best lines, all of one depth; none until the first depth is done. In threat mode, those of the side that waits. */
  lines = $state.raw<readonly EngineLine[]>([]);
  /** Of the position; until the search that goes on knows something of it, of the one before. */
  eval = $state.raw<Eval | null>(null);
  /** Where the engine runs; `null` until it is asked. */
  origin = $state<Origin | null>(null);
  searching = $state(false);
  /** What went wrong, in the engine's own words. */
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

  /** How many lines are wished. */
  get count(): number {
    return this.#settings.count;
  }
  set count(count: number) {
    this.#change({ count });
  }

  /** How deep to search, in plies; `null` for no limit. */
  get depth(): number | null {
    return this.#settings.depth;
  }
  set depth(depth: number | null) {
    this.#change({ depth });
  }

  /** Whether the lines are those of the side that waits, as if the other one had passed. */
  get threat(): boolean {
    return this.#threat;
  }

  /** Shows the threat, or the position again; left alone where nobody can pass. */
  toggleThreat(): void {
    if (!this.#threat && (!this.on || !this.#subject?.passed?.())) return;
    this.#threat = !this.#threat;
    this.#begin();
  }

  /** The search has come to its end, and may go on. */
  get canGoDeeper(): boolean {
    const [best] = this.lines;
    return this.on && !this.searching && this.error === null && best !== undefined && best.eval.mate === undefined;
  }

  /** Searches on without a limit, until the position changes. */
  goDeeper(): void {
    if (!this.canGoDeeper) return;
    const { lines } = this;
    this.#begin(true);
    if (!this.searching) return;
    this.lines = lines;
    this.#least = lines[0]?.depth ?? 0;
  }

  /** Looks at a position, or at none. */
  at(subject: Subject | null): void {
    this.#subject = subject;
    this.#threat = false;
    if (this.#pauses.size > 0) this.eval = null;
    this.#begin();
  }

  /** Holds the search for a reason, or lets it go on. */
  pause(reason: string, held: boolean): void {
    if (this.#pauses.has(reason) === held) return;
    if (held) this.#pauses.add(reason);
    else this.#pauses.delete(reason);
    this.#begin();
  }

  /** Asks the engine again, after it broke or was replaced. */
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
    // While it is held, someone else may be using the engine.
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
    this.#timer = setTimeout(() => void this.#search(subject, question), this.#settlingMs);
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

/** Gathers the lines of each depth, and hands them on when all are there. */
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
