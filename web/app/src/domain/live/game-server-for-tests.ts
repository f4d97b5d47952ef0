/** Simulated server of one game for tests: events in and out, each command carried out once. */

import { newGame } from '../rules';
import type { Game } from '../rules';
import type { OutcomeData, Side } from '../../generated/types';
import type {
  AbortCause,
  Berserk,
  Clocks,
  Command,
  CommandId,
  ErrorCode,
  Event,
  GameState,
  GameView,
  Player,
  Recorded,
  TimeControl,
} from '../../generated/protocol';
import { otherSide } from '../moves';

export const SERVER_START = 1_700_000_000_000;

/** Returns a player of this name. */
export function player(name: string): Player {
  return { account: name, name, kind: 'person', rating: 1500, provisional: false, ratingChange: null };
}

export class GameServer {
  readonly id = 'a123456789';
  readonly variant: string;
  readonly control: TimeControl;
  readonly events: Recorded[] = [];
  #game: Game;
  #times: number[] = [];
  #clocks: Clocks | null;
  #began: number;
  #draw: Side | null = null;
  #takeback: Side | null = null;
  #outcome: OutcomeData | null = null;
  #abort: AbortCause | null = null;
  #conditional: Record<Side, string[][]> = { w: [], b: [] };
  /** The sides that gave up half of their time; `null` in a game that belongs to no arena. */
  #berserk: Berserk | null;
  #seen = new Map<string, number>();
  readonly #time: () => number;
  /** Called with new events in order. */
  onEvents: ((events: readonly Recorded[]) => void) | undefined;

  /** With `arena`, the game belongs to an arena: it is strict, and berserk is allowed. */
  constructor(variant: string, control: TimeControl, time: () => number = () => SERVER_START, { arena = false } = {}) {
    this.variant = variant;
    this.#berserk = arena ? { w: false, b: false } : null;
    this.control = control;
    this.#time = time;
    this.#game = newGame(variant);
    this.#began = time();
    this.#clocks =
      control.kind === 'clock'
        ? { w: control.initial * 1000, b: control.initial * 1000 }
        : control.kind === 'correspondence'
          ? { w: control.days * 86_400_000, b: control.days * 86_400_000 }
          : null;
    this.#record([{ kind: 'created', settings: { variant, control, rated: false } }]);
  }

  get moves(): string[] {
    return this.#game.history().map(({ uci }) => uci);
  }

  get legal(): string[] {
    return this.#outcome ? [] : this.#game.state().moves.map(({ uci }) => uci);
  }

  get turn(): Side {
    return this.#game.state().turn;
  }

  get over(): boolean {
    return this.#outcome !== null;
  }

  conditionalMoves(side: Side): string[][] {
    return this.#conditional[side];
  }

  /** Carries out a command. Returns the number of its first event, or the error. */
  command(side: Side, command: Command, id: CommandId): { seq: number } | { error: ErrorCode } {
    const name = `${side} ${id.client} ${id.n}`;
    const seen = this.#seen.get(name);
    if (seen !== undefined) return { seq: seen };
    const events = this.#decide(side, command);
    if (!Array.isArray(events)) return { error: events };
    const seq = this.events.length;
    this.#seen.set(name, seq);
    this.#record(events, id);
    return { seq };
  }

  /** Records events that no command caused. */
  happen(...events: Event[]): void {
    this.#record(events);
  }

  /** Returns the events from a number on that a seat or a spectator may see. */
  eventsFor(side: Side | null, from: number): Recorded[] {
    return this.events.slice(from).filter(({ event }) => event.kind !== 'conditionalMovesSet' || event.by === side);
  }

  state(): GameState {
    const { turn, ply } = this.#game.state();
    const running = this.#outcome === null && this.#clocks !== null && (this.control.kind !== 'clock' || ply >= 2);
    const now = this.#time();
    const left = this.#clocks && { ...this.#clocks };
    if (left && running) left[turn] = Math.max(0, left[turn] - (now - this.#began));
    return {
      seq: this.events.length,
      ply,
      turn,
      clocks: left,
      running,
      deadline: null,
      drawOffer: this.#draw,
      takeback: this.#takeback,
      ...(this.#berserk && { berserk: { ...this.#berserk }, strict: true }),
      outcome: this.#outcome,
      abort: this.#abort,
      now,
    };
  }

  view(side: Side | null): GameView {
    return {
      info: {
        id: this.id,
        variant: this.variant,
        startFen: this.#game.startFen(),
        control: this.control,
        speed: this.control.kind === 'clock' ? 'blitz' : 'correspondence',
        rated: false,
        white: player('Anna'),
        black: player('Boris'),
        ...(this.#berserk && { arena: 'arena12345' }),
        createdAt: SERVER_START,
        endedAt: this.#outcome ? this.#time() : null,
        outcome: this.#outcome,
      },
      you: side,
      moves: this.moves,
      times: [...this.#times],
      state: this.state(),
      presence: { white: true, black: true, spectators: 0, claimFrom: null },
      conditionalMoves: side ? this.#conditional[side] : [],
      rematch: null,
    };
  }

  #decide(side: Side, command: Command): Event[] | ErrorCode {
    if (this.#outcome) return { code: 'game_over', params: this.#outcome };
    const { turn, ply } = this.#game.state();
    const other = otherSide(side);
    switch (command.kind) {
      case 'move': {
        if (command.ply !== ply) return { code: 'wrong_ply', params: { ply } };
        if (turn !== side) return { code: 'not_your_turn' };
        if (!this.legal.includes(command.uci)) return { code: 'illegal_move', params: { uci: command.uci } };
        return [this.#moved(command.uci)];
      }
      case 'offerDraw':
        if (this.#draw === other) return [ended('Agreement', 2)];
        if (this.#draw === side || ply < 2) return { code: 'cannot_offer_draw' };
        return [{ kind: 'drawOffered', by: side }];
      case 'declineDraw':
        return this.#draw === null ? { code: 'nothing_offered' } : [{ kind: 'drawDeclined', by: side }];
      case 'proposeTakeback': {
        const plies = turn === side ? 2 : 1;
        if (this.#berserk) return { code: 'cannot_take_back' };
        if (this.#takeback === other) return [{ kind: 'takenBack', plies: turn === other ? 2 : 1, ...this.#clocked() }];
        if (ply < plies || this.#takeback === side) return { code: 'cannot_take_back' };
        return [{ kind: 'takebackProposed', by: side }];
      }
      case 'declineTakeback':
        return this.#takeback === null ? { code: 'nothing_offered' } : [{ kind: 'takebackDeclined', by: side }];
      case 'addTime':
        return this.#clocks && !this.#berserk
          ? [{ kind: 'timeAdded', to: other, ms: 15_000 }]
          : { code: 'cannot_add_time' };
      case 'berserk':
        return this.#clocks && this.#berserk?.[side] === false && ply < (side === 'w' ? 1 : 2)
          ? [{ kind: 'berserked', by: side, clocks: { ...this.#clocks, [side]: this.#clocks[side] / 2 } }]
          : { code: 'cannot_berserk' };
      case 'abort':
        return ply < 2
          ? [{ ...ended('Abort', null), abort: { kind: 'player', by: side } } as Event]
          : { code: 'cannot_abort' };
      case 'resign':
        return ply < 2 ? { code: 'cannot_resign' } : [ended('Resignation', side === 'w' ? 0 : 4)];
      case 'setConditionalMoves':
        return [{ kind: 'conditionalMovesSet', by: side, lines: command.lines }];
      default:
        return { code: 'no_claim' };
    }
  }

  #clocked(): { clocks?: Clocks } {
    return this.#clocks ? { clocks: this.#clocks } : {};
  }

  #moved(uci: string): Event {
    const { turn, ply } = this.#game.state();
    if (!this.#clocks || (this.control.kind === 'clock' && ply < 2)) return { kind: 'moved', uci, ...this.#clocked() };
    const spent = this.#time() - this.#began;
    const increment = this.control.kind === 'clock' && !this.#berserk?.[turn] ? this.control.increment * 1000 : 0;
    const clocks = { ...this.#clocks, [turn]: Math.max(1, this.#clocks[turn] - spent) + increment };
    return { kind: 'moved', uci, spent, clocks };
  }

  #record(events: readonly Event[], command?: CommandId): void {
    const first = this.events.length;
    for (const event of events) this.#add(event, this.events.length === first ? command : undefined);
    const { outcome } = this.#game.state();
    if (outcome && !this.#outcome) {
      const quarters = { '1-0': 4, '0-1': 0, '3/4-1/4': 3, '1/4-3/4': 1 }[outcome.result as string] ?? 2;
      const reasons: Partial<Record<string, OutcomeData['reason']>> = {
        checkmate: 'Checkmate',
        stalemate: 'Stalemate',
        dead: 'DeadPosition',
        fivefold: 'FivefoldRepetition',
      };
      this.#add(ended(reasons[outcome.reason] ?? 'SeventyFiveMoves', quarters));
    } else if (!this.#outcome) {
      this.#answer();
    }
    this.onEvents?.(this.events.slice(first));
  }

  /** Plays the conditional move of the side to move. */
  #answer(): void {
    const { turn } = this.#game.state();
    const answer = this.#conditional[turn][0]?.[0];
    if (this.events.at(-1)?.event.kind !== 'moved' || answer === undefined || !this.legal.includes(answer)) return;
    this.#record([{ ...this.#moved(answer), conditional: true } as Event]);
  }

  #add(event: Event, command?: CommandId): void {
    this.events.push({ seq: this.events.length, at: this.#time(), ...(command ? { command } : {}), event });
    const { turn } = this.#game.state();
    switch (event.kind) {
      case 'moved':
        this.#game.play(event.uci);
        if (event.clocks && this.control.kind === 'clock') this.#times.push(event.clocks[turn]);
        if (event.clocks) this.#clocks = event.clocks;
        this.#began = this.#time();
        if (this.#draw !== turn) this.#draw = null;
        this.#takeback = null;
        for (const side of ['w', 'b'] as const) {
          this.#conditional[side] = this.#conditional[side]
            .filter(([first]) => first === event.uci)
            .flatMap(([, ...rest]) => (rest.length === 0 ? [] : [rest]));
        }
        break;
      case 'takenBack':
        for (let plies = event.plies; plies > 0; plies--) this.#game.undo();
        this.#times = this.#times.slice(0, this.#game.state().ply);
        this.#began = this.#time();
        this.#draw = null;
        this.#takeback = null;
        this.#conditional = { w: [], b: [] };
        break;
      case 'drawOffered':
        this.#draw = event.by;
        break;
      case 'drawDeclined':
        this.#draw = null;
        break;
      case 'takebackProposed':
        this.#takeback = event.by;
        break;
      case 'takebackDeclined':
        this.#takeback = null;
        break;
      case 'timeAdded':
        if (this.#clocks) this.#clocks = { ...this.#clocks, [event.to]: this.#clocks[event.to] + event.ms };
        break;
      case 'berserked':
        this.#clocks = event.clocks;
        if (this.#berserk) this.#berserk = { ...this.#berserk, [event.by]: true };
        break;
      case 'conditionalMovesSet':
        this.#conditional[event.by] = event.lines;
        break;
      case 'ended':
        this.#outcome = event.outcome;
        this.#abort = event.abort ?? null;
        this.#draw = null;
        this.#takeback = null;
        this.#conditional = { w: [], b: [] };
        break;
      default:
        break;
    }
  }
}

function ended(reason: OutcomeData['reason'], quarters: number | null): Event {
  return { kind: 'ended', outcome: { reason, white_quarters: quarters } };
}
