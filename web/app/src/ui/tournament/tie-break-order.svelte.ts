/** Tie-breaks of a tournament in their order, while they are chosen. */

/** Maximum number of tie-breaks. */
export const MAX_TIE_BREAKS = 10;

/** All public properties are reactive. */
export class TieBreakOrder {
  codes = $state<string[]>([]);

  constructor(codes: readonly string[]) {
    this.codes = [...codes];
  }

  add(code: string): void {
    if (this.codes.length < MAX_TIE_BREAKS && !this.codes.includes(code)) this.codes.push(code);
  }

  removeAt(index: number): void {
    this.codes.splice(index, 1);
  }

  /** Exchanges a tie-break with the one before it. */
  raise(index: number): void {
    const [before, code] = this.codes.slice(index - 1, index + 1);
    if (before !== undefined && code !== undefined) this.codes.splice(index - 1, 2, code, before);
  }
}
