/** State of the play page: the choice of a game, the session, and the shown ply. */

import { endingOf } from '../../domain/ending';
import { GameController } from '../../domain/game-controller.svelte';
import type { Line } from '../../domain/game-controller.svelte';
import { LAST_LEVEL } from '../../domain/levels';
import { Document } from '../../domain/library/document.svelte';
import type { SaveStatus } from '../../domain/library/document.svelte';
import type { EntryPlayer, Summary } from '../../domain/library/entry';
import { library as ownLibrary } from '../../domain/library/library.svelte';
import type { Library } from '../../domain/library/library.svelte';
import type { ContinuedGame, ImportedGame } from '../../domain/handover';
import { otherSide } from '../../domain/moves';
import { isKnownVariant, ownVariants } from '../../domain/own-variants.svelte';
import type { OwnFile } from '../../domain/own-variants.svelte';
import { recordTags } from '../../domain/record-tags';
import { gameFromRecord } from '../../domain/records';
import { newGame } from '../../domain/rules';
import type { Game } from '../../domain/rules';
import { read, write } from '../../domain/storage';
import { isVariantId } from '../../domain/variant-ids';
import type { GameState, PlayedMove, Side } from '../../generated/types';
import { ComputerSession } from './computer-session';
import { handicapFen } from './handicap';
import { replayed } from './local-session.svelte';
import type { Engine, LocalSession, LocalStart } from './local-session.svelte';
import { FIRST_CHOICE, parseChoice, parseSavedGame } from './saved-game';
import type { Choice, SavedGame } from './saved-game';
import { ScreenSession } from './screen-session';

export type { Engine };

const CHOICE_KEY = 'saffron.choice';

/** Seating of a local game: the computer's side and level, or two people. */
interface Seating {
  computer: Side | null;
  level: number;
}

export class Play extends GameController {
  #engine: Engine;
  #library: Library;
  #document: Document<SavedGame>;
  #replyMs: number | undefined;
  #starts = new Map<string, GameState>();
  /** Variant files whose start positions are cached. */
  #startsWith = ownVariants.files;

  /** Choice of the next game, shown on the board while choosing. */
  choice = $state<Choice>(parseChoice(read(CHOICE_KEY), isKnownVariant));
  /** Start position of the next game; `null` for the variant's start. */
  position = $state<string | null>(null);
  /** Error of the rules for the position in the address; `null` if there is none. */
  positionError = $state.raw<unknown>(null);
  choosing = $state(true);
  session = $state.raw<LocalSession | null>(null);

  readonly history: readonly PlayedMove[] = $derived.by(() => this.session?.history ?? []);
  /** The game; while choosing, its moves with the start of the next one. */
  readonly line: Line = $derived.by(() => {
    const { session, history, choosing } = this;
    return { history, stateAt: (ply) => (session && !choosing ? session.stateAt(ply) : this.#chosenStart()) };
  });
  outcome = $derived.by(() => this.session?.outcome ?? null);
  /** True if pieces of the side to move can be moved on the board now. */
  canMove = $derived.by(() => !this.choosing && this.atEnd && this.session?.can.move === true);

  constructor(engine: Engine, options: { replyMs?: number; library?: Library } = {}) {
    super();
    this.#engine = engine;
    this.#replyMs = options.replyMs;
    this.#library = options.library ?? ownLibrary;
    this.#document = new Document<SavedGame>({
      parse: (data) => parseSavedGame(data, isKnownVariant),
      onRemote: (saved) => this.#follow(saved),
      onHide: () => this.#saveClock(),
      library: this.#library,
    });
  }

  /** Id of the game in the library; `null` if there is none. */
  get id(): string | null {
    return this.#document.id;
  }

  /** Save status of the game. */
  get status(): SaveStatus {
    return this.#document.status;
  }

  /** Returns the start position of a variant. */
  startOf(variant: string): GameState {
    // A changed file may have another start position.
    if (this.#startsWith !== ownVariants.files) this.#starts.clear();
    this.#startsWith = ownVariants.files;
    let start = this.#starts.get(variant);
    if (!start) {
      start = stateOf(newGame(variant));
      this.#starts.set(variant, start);
    }
    return start;
  }

  /** Returns the start position of the shown game. */
  startState(): GameState {
    return this.session && !this.choosing ? this.session.stateAt(0) : this.#chosenStart();
  }

  choose(part: Partial<Choice>): void {
    if (part.variant !== undefined && part.variant !== this.choice.variant) {
      this.position = null;
      this.positionError = null;
    }
    Object.assign(this.choice, part);
    write(CHOICE_KEY, $state.snapshot(this.choice));
  }

  /** Starts the chosen game. */
  begin(random: () => number = Math.random): void {
    const { opponent, level, colour } = this.choice;
    const own: Side = opponent === 'friend' ? 'w' : colour === 'random' ? (random() < 0.5 ? 'w' : 'b') : colour;
    this.#start(own, { computer: opponent === 'computer' ? otherSide(own) : null, level });
  }

  /** Starts the same game with the sides changed. */
  rematch(): void {
    const { session } = this;
    if (!session) return;
    const seating = this.#seating();
    const own = session.own === null ? 'w' : otherSide(session.own);
    this.#start(own, { ...seating, computer: session.own === null ? null : otherSide(own) });
  }

  /** Resumes the last game. Returns false if there is none. */
  async restore(): Promise<boolean> {
    const games = await this.#library.list({ kind: 'game' });
    const last = games.find((entry) => entry.result === undefined);
    return last !== undefined && (await this.open(last.id)) === 'opened';
  }

  /** Opens a game of the library. `unreadable`: its variant is unknown here, or it is of another version. */
  async open(id: string): Promise<'opened' | 'unreadable' | 'missing'> {
    if (id === this.id && this.session) {
      this.closeChoice();
      return 'opened';
    }
    this.#saveClock();
    const loaded = await this.#document.load(id);
    if (loaded.state !== 'loaded') return loaded.state;
    const game = replayed(loaded.data);
    if (!game) {
      this.#document.leave();
      return 'unreadable';
    }
    const { clock, flipped } = loaded.data;
    this.#adopt({ game, control: clock, clock }, loaded.data, flipped);
    return 'opened';
  }

  /** Saves unsaved changes and resolves to whether all is saved. */
  flush(): Promise<boolean> {
    return this.#document.flush();
  }

  /** Resumes the game in this tab; another tab may have played on in the meantime. */
  resume(): void {
    if (!this.choosing) this.session?.resume();
  }

  /** Starts a game from a position. Throws the rules' error if it is invalid. */
  loadPosition(variant: string, fen: string, computer: Side | null): void {
    this.#load(newGame(variant, fen.trim()), computer);
  }

  /** Continues a recorded game. Rejects with the rules' error if it cannot be read. */
  async loadRecord(text: string, computer: Side | null): Promise<void> {
    this.#load(await gameFromRecord(text), computer);
  }

  /** Continues the moves of an analysis as a new game; the previous one stays in the library. */
  playOn({ variant, startFen, moves, opponent, bottom }: ContinuedGame): void {
    const game = newGame(variant, startFen);
    for (const move of moves) game.playOn(move);
    this.#load(game, opponent === 'computer' ? otherSide(bottom) : null);
    if (this.flipped !== (bottom === 'b')) this.flip();
  }

  /** Plays a move on the shown board; the first move starts the chosen game. */
  move(uci: string): void {
    if (this.choosing) {
      if (!this.firstMoveStarts()) return;
      this.begin();
    }
    if (!this.atEnd || !this.session) return;
    // The session may be following another tab.
    this.session.resume();
    this.session.move(uci);
  }

  /** Returns whether a move on the board of the choice starts the game. */
  firstMoveStarts(): boolean {
    if (!this.choosing || this.session !== null) return false;
    const { turn } = this.#chosenStart();
    return this.choice.opponent === 'friend' || this.choice.colour === turn;
  }

  override flip(): void {
    super.flip();
    this.#save();
  }

  /** Opens the choice of a new game and pauses the current one. */
  openChoice(): void {
    this.#saveClock();
    this.session?.pause();
    this.choosing = true;
  }

  closeChoice(): void {
    if (!this.session) return;
    this.choosing = false;
    this.session.resume();
  }

  /** Proposes a variant for the next game, with a start position if one is given and the rules allow it. */
  propose(variant: string, fen: string | null): void {
    this.choose({ variant });
    this.position = null;
    this.positionError = null;
    if (fen !== null) {
      try {
        this.position = stateOf(newGame(variant, fen)).fen;
      } catch (error) {
        // The page then shows the variant's own start.
        this.positionError = error;
      }
    }
    this.openChoice();
  }

  /** Returns whether the game in progress uses one of the file's variants. */
  isOf(file: OwnFile): boolean {
    return file.variants.some(({ id }) => id === this.session?.variant);
  }

  /** Returns the game for the analysis page; `null` if there is none. */
  toAnalysis(): ImportedGame | null {
    if (this.choosing || !this.session) return null;
    const { variant, startFen, history, outcome } = this.session;
    return {
      variant,
      startFen,
      moves: history.map((move) => move.uci),
      ending: endingOf(outcome),
      tags: recordTags(this.#seating(), new Date()),
      ply: this.ply,
      flipped: this.flipped,
    };
  }

  /** The record of the game in PGN. */
  async record(): Promise<string> {
    return (await this.session?.record(recordTags(this.#seating(), new Date()))) ?? '';
  }

  /** Returns the start position of the chosen game. */
  #chosenStart(): GameState {
    const { variant } = this.choice;
    const start = this.startOf(variant);
    const fen = this.position ?? this.#handicapFen(variant);
    if (fen === null) return start;
    try {
      return stateOf(newGame(variant, fen));
    } catch {
      return start;
    }
  }

  /** Returns the start with the chosen handicap; `null` without one. */
  #handicapFen(variant: string, own?: Side): string | null {
    const { handicap, opponent, colour } = this.choice;
    if (!handicap) return null;
    const self: Side = own ?? (opponent === 'computer' && colour === 'b' ? 'b' : 'w');
    const start = this.startOf(variant);
    return handicapFen(start, start.fen, handicap.piece, handicap.by === 'self' ? self : otherSide(self));
  }

  /** Returns the computer's side and level in the session. */
  #seating(): Seating {
    const { session } = this;
    const side = session?.own ? otherSide(session.own) : null;
    const seat = side ? session?.seats[side] : undefined;
    return { computer: side, level: seat?.kind === 'computer' ? seat.level : this.choice.level };
  }

  #start(own: Side, seating: Seating): void {
    const { variant, clock } = this.choice;
    const fen = this.position ?? this.#handicapFen(variant, own);
    const game = newGame(variant, fen ?? undefined);
    this.#saveClock();
    this.#document.leave();
    this.#adopt({ game, control: clock }, seating, own === 'b');
    this.#keep();
  }

  #load(game: Game, computer: Side | null): void {
    this.#saveClock();
    this.#document.leave();
    this.#adopt({ game, control: null }, { computer, level: this.choice.level }, computer === 'w');
    this.#keep();
  }

  /** Shows the game as another tab has saved it. That tab lets the computer think until this one is used. */
  #follow(saved: SavedGame): void {
    const mine = this.#saved();
    const { session } = this;
    if (mine && session && isSameGame(mine, saved)) {
      // Only the times or the side at the bottom differ.
      if (saved.clock) session.clock?.set(saved.clock);
      this.flipped = saved.flipped;
      return;
    }
    const game = replayed(saved);
    if (!game) throw new Error('the rules do not allow the game');
    const { choosing } = this;
    this.#adopt({ game, control: saved.clock, clock: saved.clock }, saved, saved.flipped, false);
    this.choosing = choosing;
  }

  #adopt(start: LocalStart, { computer, level }: Seating, flipped: boolean, goOn = true): void {
    this.session?.close();
    const session = computer
      ? new ComputerSession(this.#engine, {
          ...start,
          computer,
          level: Math.min(LAST_LEVEL, level),
          ...(this.#replyMs === undefined ? {} : { replyMs: this.#replyMs }),
        })
      : new ScreenSession(this.#engine, start);
    session.onchange = () => {
      this.follow();
      this.#save();
    };
    this.session = session;
    this.flipped = flipped;
    this.choosing = false;
    this.enter();
    if (goOn) session.resume();
    else session.pause();
  }

  /** Sends the visitor's current variants to the engine and drops games of removed ones. */
  variantsChanged(): void {
    this.#engine.setVariants(ownVariants.texts);
    if (!isKnownVariant(this.choice.variant)) this.choose({ variant: FIRST_CHOICE.variant });
    const saved = this.#saved();
    if (saved && !isVariantId(saved.variant)) this.#playAgain(saved);
  }

  /** Replays the game under its variant's current rules, or drops it if they do not allow it. */
  #playAgain(saved: SavedGame): void {
    const { choosing } = this;
    const game = isKnownVariant(saved.variant) ? replayed(saved) : null;
    if (game) {
      this.#adopt({ game, control: saved.clock, clock: saved.clock }, saved, saved.flipped);
      this.#save();
      if (choosing) this.openChoice();
      return;
    }
    // The game stays in the library and can be opened when its variant is available again.
    this.#document.leave();
    this.session?.close();
    this.session = null;
    this.choosing = true;
  }

  #saved(): SavedGame | null {
    if (!this.session) return null;
    return { version: 1, ...this.session.saved(), ...this.#seating(), flipped: this.flipped };
  }

  /** Creates an entry for the game. */
  #keep(): void {
    const saved = this.#saved();
    if (saved) this.#document.create('game', saved, this.#summary());
  }

  #save(): void {
    const saved = this.#saved();
    if (saved) this.#document.change(saved, this.#summary());
  }

  /** Saves the running clock when the page is left, so that reloading gives no time back. */
  #saveClock(): void {
    if (this.session?.clock?.running) this.#save();
  }

  #summary(): Summary {
    const { session } = this;
    const { variant, fen } = session?.current ?? this.#chosenStart();
    const { computer, level } = this.#seating();
    const player: EntryPlayer = { level };
    return {
      variant,
      plies: this.history.length,
      fen,
      ...(computer === 'w' ? { white: player } : {}),
      ...(computer === 'b' ? { black: player } : {}),
      ...(this.outcome ? { result: this.outcome.result } : {}),
    };
  }
}

/** Returns whether two games differ at most in their times and in the side at the bottom. */
function isSameGame(a: SavedGame, b: SavedGame): boolean {
  const rest = ({ variant, startFen, moves, ending, computer, level, clock }: SavedGame): string =>
    JSON.stringify([variant, startFen, moves, ending, computer, level, clock?.initial, clock?.increment]);
  return rest(a) === rest(b);
}

function stateOf(game: Game): GameState {
  try {
    return game.state();
  } finally {
    game.free();
  }
}
