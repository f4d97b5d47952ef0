/** State of the analysis page: a game with variations, the shown position, the engine's evaluation and the review. */

import type { AnnotatedMove, Annotation, GameState, MoveAnnotation, PlayedMove } from '../../generated/types';
import type { ReplayNote, Result, Review, Side, SideLine } from '../../generated/types';
import type { AnalysisEngine } from '../../domain/review/analysis-engine';
import { applyEnding, declaredEnding, endingOf, endingResult, pointsOf } from '../../domain/ending';
import type { Ending } from '../../domain/ending';
import { GameController } from '../../domain/game-controller.svelte';
import type { Line } from '../../domain/game-controller.svelte';
import { NO_ANNOTATION } from '../../domain/annotations';
import { GameReview } from '../../domain/review/game-review.svelte';
import type { AssessedGame } from '../../domain/review/game-review.svelte';
import { Ceval } from './ceval.svelte';
import { firstNumber } from '../../domain/move-rows';
import { addSideLines, lineFrom, lineThrough, MoveTree, NULL_MOVE, pathTo } from '../../domain/move-tree';
import type { MoveNode } from '../../domain/move-tree';
import { Document } from '../../domain/library/document.svelte';
import type { Summary } from '../../domain/library/entry';
import { library as ownLibrary } from '../../domain/library/library.svelte';
import type { Library } from '../../domain/library/library.svelte';
import { isKnownVariant, ownVariants } from '../../domain/own-variants.svelte';
import { gameFromFile, gameFromRecord } from '../../domain/records';
import type { RecordGame } from '../../domain/records';
import { boardData, newGame, reviewOf } from '../../domain/rules';
import type { Game } from '../../domain/rules';
import { annotatedRecord, foreignTags } from './annotated-record';
import { flattened, grown, parseSavedAnalysis } from './saved-analysis';
import type { SavedAnalysis } from './saved-analysis';
import type { ContinuedGame, ImportedGame, WrittenGame } from '../../domain/handover';
import { FIRST_VARIANT } from '../../domain/variant-ids';
import type { SavedReview } from '../../domain/review/saved-review';
import { threatOf } from './threat';
import { TreeEdits } from './tree-edits.svelte';

/** Fixed properties of an analysis. */
interface GameSetup {
  variant: string;
  startFen: string;
  /** Tags of the record it came from. */
  tags: [string, string][];
  /** Number of main-line moves that belong to the imported game; these cannot be removed. */
  given: number;
  /** Ending of that game, if its moves do not show it. */
  ending: Ending | null;
}

/** Parts of a record other than the moves. */
interface ReadRecord {
  start: Annotation;
  moves: AnnotatedMove[];
  sideLines: SideLine[];
}

export class Analysis extends GameController {
  #engine: AnalysisEngine;
  #states = new WeakMap<MoveNode, GameState>();
  #library: Library;
  #document: Document<SavedAnalysis>;
  #terms = $state.raw<GameSetup>({ variant: FIRST_VARIANT, startFen: '', tags: [], given: 0, ending: null });
  #tree = $state.raw(new MoveTree());
  /** Incremented with every change of the tree, which stays the same object. */
  #changes = $state(0);
  #current = $state.raw<MoveNode>(this.#tree.root);

  /** Notes on parts of the loaded record that the board does not show; not stored with the analysis. */
  notes = $state.raw<readonly ReplayNote[]>([]);
  readonly ceval: Ceval;
  readonly review: GameReview;
  /** Edits of the tree: annotations, order of lines, removed moves. */
  readonly edits = new TreeEdits({
    tree: () => this.#tree,
    given: () => this.#terms.given,
    beforeRemoval: (node) => this.#forgetReviewFrom(node),
    leaveGame: (ply) => {
      const { given, ending } = this.#terms;
      this.#terms = { ...this.#terms, given: ply, ending: null };
      return () => (this.#terms = { ...this.#terms, given, ending });
    },
    changed: (shown = this.#current) => {
      this.#changes += 1;
      this.show(shown);
    },
  });

  /** Line through the shown node. */
  readonly line: Line & { readonly history: readonly MoveNode[] } = $derived.by(() => {
    void this.#changes;
    const history = [...pathTo(this.#current), ...lineFrom(this.#current)];
    return { history, stateAt: (ply) => this.#stateOf(history[ply - 1] ?? this.#tree.root) };
  });
  state: GameState = $derived(this.#stateOf(this.#current));

  constructor(analysisEngine: AnalysisEngine, parts: { ceval?: Ceval; review?: GameReview; library?: Library } = {}) {
    super();
    this.#engine = analysisEngine;
    this.#library = parts.library ?? ownLibrary;
    this.#document = new Document<SavedAnalysis>({
      parse: (data) => parseSavedAnalysis(data, isKnownVariant, cellsOf),
      onRemote: (saved) => this.#restore(saved),
      library: this.#library,
    });
    this.ceval = parts.ceval ?? new Ceval(analysisEngine);
    this.review = parts.review ?? new GameReview(analysisEngine);
    this.ceval.pause('away', true);
    this.#start(newGame(FIRST_VARIANT), []);
  }

  get terms(): GameSetup {
    return this.#terms;
  }

  /** Move tree; reading it tracks its changes. */
  get tree(): MoveTree {
    void this.#changes;
    return this.#tree;
  }

  /** Shown node. */
  get current(): MoveNode {
    return this.#current;
  }

  /** Annotation of the shown node. */
  get annotation(): MoveAnnotation {
    void this.#changes;
    return this.#current.annotation;
  }

  /** The number of the first move. */
  get firstNumber(): number {
    return firstNumber(this.#terms.startFen);
  }

  /** Side that makes the first move. */
  get starts(): Side {
    return this.#terms.startFen.split(' ')[1] === 'b' ? 'b' : 'w';
  }

  /** The position before the first move. */
  get startState(): GameState {
    return this.#stateOf(this.#tree.root);
  }

  /** Returns the points of a side if the game here has ended, such as `½`; empty otherwise. */
  scoreOf(side: Side): string {
    const result =
      endingResult(this.#terms.ending) ??
      this.#stateOf(this.#tree.mainLine().at(-1) ?? this.#tree.root).outcome?.result;
    return result ? pointsOf(result, side) : '';
  }

  /** True if the last move may be removed, with what follows. */
  get canRemove(): boolean {
    void this.#changes;
    return this.edits.canRemove(this.#current);
  }

  /** Declared result, or the one that the moves show, as long as the main line is the game. */
  get result(): Result {
    const line = this.tree.mainLine();
    const declared = line.length === this.#terms.given ? endingResult(this.#terms.ending) : null;
    return declared ?? this.#shownResult ?? '*';
  }

  /** Result shown by the moves of the main line; `null` if they show none. */
  get #shownResult(): Result | null {
    return this.#stateOf(this.tree.mainLine().at(-1) ?? this.#tree.root).outcome?.result ?? null;
  }

  /** True if a result can be declared because the moves show none. */
  get canDeclare(): boolean {
    return this.#shownResult === null;
  }

  /** Replaces the tags, and declares a result for the main line if the moves show none. */
  setTags(tags: [string, string][], result: Result): void {
    this.#terms = { ...this.#terms, tags: foreignTags(tags) };
    if (this.canDeclare && result !== this.result) {
      const ending = declaredEnding(result);
      const given = ending ? this.#tree.mainLine().length : this.#terms.given;
      // The old tag described the earlier end.
      const others = this.#terms.tags.filter(([name]) => name !== 'Termination');
      this.#terms = { ...this.#terms, tags: others, ending, given };
    }
    this.#save();
  }

  /** Id of the analysis in the library; `null` until there is a move or a custom position to save. */
  get id(): string | null {
    return this.#document.id;
  }

  /** Starts a new analysis from a variant's start. The previous one stays in the library. */
  begin(variant: string): void {
    this.#start(newGame(variant));
  }

  /** Starts a new analysis from a position. Throws the rules' error if it is invalid. */
  loadPosition(variant: string, fen: string): void {
    this.#start(newGame(variant, fen.trim()));
  }

  /** Loads a record with its variations. Rejects with the rules' error if it cannot be read. */
  async loadRecord(text: string): Promise<void> {
    this.#startFrom(await gameFromRecord(text));
  }

  /** Loads one game of a file that was read before. */
  async loadWritten({ text, index, variant }: WrittenGame): Promise<void> {
    this.#startFrom(await gameFromFile(text, index, variant));
  }

  /** Takes over a game from the play page. Variations stay if the game here is equal to it or its beginning. */
  take({ variant, startFen, moves, ending, tags, ply, flipped, reviewed = null }: ImportedGame): void {
    const game = newGame(variant, startFen);
    for (const move of moves) game.playOn(move);
    applyEnding(game, ending);
    if (this.#isPartOf(game)) this.#goOn(game, tags);
    else this.#start(game, tags);
    if (reviewed && !this.isReviewed) this.#restoreReview(reviewed);
    this.flipped = flipped;
    this.showPly(ply);
  }

  /** Opens the analysis that was changed last. Returns false if there is none that can be read. */
  async restoreLast(): Promise<boolean> {
    const [last] = await this.#library.list({ kind: 'analysis' });
    return last !== undefined && (await this.open(last.id)) === 'opened';
  }

  /** Opens an analysis of the library. `unreadable`: its variant is unknown here, or it is of another version. */
  async open(id: string): Promise<'opened' | 'unreadable' | 'missing'> {
    if (id === this.id) return 'opened';
    this.edits.forget();
    const loaded = await this.#document.load(id);
    if (loaded.state !== 'loaded') return loaded.state;
    try {
      this.#restore(loaded.data);
      return 'opened';
    } catch {
      // The rules have changed since, for example those of the visitor's own variant.
      this.#document.leave();
      return 'unreadable';
    }
  }

  /** Shows a stored analysis. Throws if the rules do not allow it. */
  #restore(saved: SavedAnalysis): void {
    const { variant, startFen, tags, given, ending } = saved;
    const { tree, at } = grown(saved, (line) => written(variant, startFen, line));
    this.#terms = { variant, startFen, tags, given, ending };
    this.#adopt(tree, at);
    this.flipped = saved.flipped;
    this.#restoreReview(saved.review);
  }

  /** Saves unsaved changes and resolves to whether all is saved. */
  flush(): Promise<boolean> {
    return this.#document.flush();
  }

  /** Called when the page is opened; the engine may run. */
  arrive(): void {
    this.#engine.setVariants(ownVariants.texts);
    this.ceval.pause('away', false);
  }

  /** Called when the page is closed; the engine stops. */
  leave(): void {
    this.cancelReview();
    this.ceval.pause('away', true);
    this.#engine.close();
    this.#document.close();
  }

  override get ply(): number {
    return this.#current.ply;
  }

  /** Shows a node, or a ply of the line through the shown one. */
  override show(to: MoveNode | number): void {
    const { history } = this.line;
    const node = typeof to === 'number' ? (history[Math.min(to, history.length) - 1] ?? this.#tree.root) : to;
    const isOther = node !== this.#current;
    this.#current = node;
    this.#save();
    if (isOther) this.#searchHere();
  }

  /** Shows the main line's position after `ply` plies; the start if the line is shorter. */
  showPly(ply: number): void {
    this.show(this.#tree.mainLine()[ply - 1] ?? this.#tree.root);
  }

  /** Plays a legal move; others are ignored. */
  play(uci: string): void {
    const state = this.state;
    const move = state.moves.find((legal) => legal.uci === uci);
    if (!move) return;
    const node = this.#tree.play(this.#current, { uci, san: move.san, turn: state.turn });
    this.#changes += 1;
    this.show(node);
  }

  /** Adds a line after a node and shows its first move. */
  addLine(from: MoveNode, line: readonly string[]): void {
    this.show(pathTo(this.#grow(from, line))[from.ply] ?? from);
  }

  /** Plays a line from the shown node and shows its end. */
  playLine(line: readonly string[]): void {
    this.show(this.#grow(this.#current, line));
  }

  /** Adds a line after a node and returns its last node. */
  #grow(from: MoveNode, line: readonly string[]): MoveNode {
    const { fen, moves } = this.#request(from);
    let now = from;
    for (const move of written(this.#terms.variant, fen, [...moves, ...line]).slice(moves.length))
      now = this.#tree.play(now, move);
    this.#changes += 1;
    return now;
  }

  /** Removes the last move and all that follows it. */
  remove(): void {
    this.edits.remove(this.#current);
  }

  /** True if there is more here than the imported game or the start. */
  get canReset(): boolean {
    return this.tree.all().length > this.#terms.given;
  }

  /** Starts again with the imported game or with the start. The previous analysis stays in the library. */
  reset(): void {
    const { variant, startFen, given, ending, tags } = this.#terms;
    const review = this.#savedReview();
    const game = newGame(variant, startFen);
    for (const { uci } of this.#tree.mainLine().slice(0, given)) game.playOn(uci);
    applyEnding(game, ending);
    this.#start(game, tags);
    this.#restoreReview(review);
    if (this.review.result) this.#save();
  }

  /** Returns the data for the play page to continue from the shown node. */
  toPlay(opponent: ContinuedGame['opponent']): ContinuedGame {
    const { variant, fen, moves } = this.#request(this.#current);
    return { variant, startFen: fen, moves, opponent, bottom: this.bottom };
  }

  override flip(): void {
    super.flip();
    this.#save();
  }

  /** True if the review covers the whole game here. */
  get isReviewed(): boolean {
    const { result } = this.review;
    return result?.first === 0 && result.nodes.length === this.#tree.mainLine().length;
  }

  /** Reviews the main line; pauses the evaluation of the position meanwhile. */
  async reviewGame(): Promise<void> {
    const nodes = this.#tree.mainLine();
    const last = nodes.at(-1);
    if (!last) return;
    this.ceval.pause('review', true);
    try {
      await this.review.run({
        request: this.#request(last),
        nodes,
        over: this.#stateOf(last).outcome !== null,
        fenAt: (plies) => this.#stateOf(nodes[plies - 1] ?? this.#tree.root).fen,
        judge: (assessed) => this.#judge(assessed),
      });
    } finally {
      // Another review may have started.
      if (!this.review.progress) {
        this.#save();
        this.ceval.pause('review', false);
      }
    }
  }

  /** Cancels a running review and keeps its results so far. */
  cancelReview(): void {
    if (this.review.progress) {
      this.review.cancel();
      this.#save();
    }
    this.ceval.pause('review', false);
  }

  /**
   * Returns the record of the main line in PGN, with variations in parentheses, annotations and the review's results. It has the
   * game's end as long as the main line is the game.
   */
  async record(tags: [string, string][]): Promise<string> {
    const line = this.#tree.mainLine();
    const game = this.#gameTo(line.at(-1) ?? this.#tree.root);
    try {
      if (line.length === this.#terms.given) applyEnding(game, this.#terms.ending);
      return await annotatedRecord(game, [...tags, ...this.#terms.tags], this.#tree, this.review.moves);
    } finally {
      game.free();
    }
  }

  /** Returns whether the imported game here is the beginning of another one, or all of it. */
  #isPartOf(game: Game): boolean {
    const { variant, startFen, given } = this.#terms;
    if (given === 0 || game.state().variant !== variant || game.startFen() !== startFen) return false;
    const moves = game.history();
    return (
      moves.length >= given && this.#tree.mainLine().every(({ uci }, ply) => ply >= given || uci === moves[ply]?.uci)
    );
  }

  /** Extends the imported game by its new moves. */
  #goOn(game: Game, tags: [string, string][]): void {
    const history = game.history();
    const ending = endingOf(game.state().outcome);
    this.#terms = { ...this.#terms, tags: foreignTags(tags), given: history.length, ending };
    game.free();
    let now = this.#tree.root;
    for (const move of history) {
      now = this.#tree.play(now, move);
      this.#tree.promote(now);
    }
    this.#changes += 1;
    this.#save();
  }

  /** Starts a new analysis with a record's game, tags, variations and annotations. */
  #startFrom(game: RecordGame): void {
    const said = { start: game.startAnnotation(), moves: game.annotatedHistory(), sideLines: game.sideLines() };
    const notes = game.recordNotes();
    this.#start(game, game.tags(), said);
    this.notes = notes;
  }

  #start(game: Game, tags: [string, string][] = [], said: Partial<ReadRecord> = {}): void {
    this.#document.leave();
    this.edits.forget();
    const { variant, outcome } = game.state();
    const history: AnnotatedMove[] = said.moves ?? game.history();
    this.#terms = {
      variant,
      startFen: game.startFen(),
      tags: foreignTags(tags),
      given: history.length,
      ending: endingOf(outcome),
    };
    game.free();
    const tree = new MoveTree();
    tree.root.annotation = said.start ?? NO_ANNOTATION;
    const line = [tree.root];
    for (const move of history) line.push(tree.play(line.at(-1) ?? tree.root, move));
    addSideLines(tree, line, said.sideLines ?? []);
    this.#adopt(tree, tree.root);
    this.#save();
  }

  #adopt(tree: MoveTree, at: MoveNode): void {
    this.review.clear();
    this.ceval.pause('review', false);
    this.notes = [];
    this.#states = new WeakMap();
    this.#tree = tree;
    this.#changes += 1;
    this.#current = at;
    this.#searchHere();
  }

  #stateOf(node: MoveNode): GameState {
    let state = this.#states.get(node);
    if (!state) {
      const game = this.#gameTo(node);
      state = game.state();
      game.free();
      this.#states.set(node, state);
    }
    return state;
  }

  #gameTo(node: MoveNode): Game {
    const game = newGame(this.#terms.variant, this.#terms.startFen);
    for (const { uci } of pathTo(node)) game.playOn(uci);
    return game;
  }

  #request(node: MoveNode): { variant: string; fen: string; moves: string[] } {
    const { variant, startFen } = this.#terms;
    const path = pathTo(node);
    // The engine knows no null moves, so the moves after the last one form a separate game.
    const last = path.findLastIndex(({ uci }) => uci === NULL_MOVE);
    const passed = path[last];
    const fen = passed ? this.#stateOf(passed).fen : startFen;
    return { variant, fen, moves: path.slice(last + 1).map(({ uci }) => uci) };
  }

  #judge({ nodes, first, assessments }: AssessedGame): Review {
    const game = this.#gameTo(nodes.at(-1) ?? this.#tree.root);
    try {
      return reviewOf(game, first, assessments);
    } finally {
      game.free();
    }
  }

  /** Shortens the review to the moves before a removed one. Returns a function that restores it. */
  #forgetReviewFrom(node: MoveNode): () => void {
    if (this.review.isGoingThrough(node)) this.cancelReview();
    const { result } = this.review;
    const at = result?.nodes.indexOf(node) ?? -1;
    if (!result || at < 0) return () => {};
    const { first } = result;
    const rest = { nodes: result.nodes.slice(0, at), first, assessments: result.assessments.slice(0, at - first + 1) };
    const shorter = at > first ? { ...rest, review: this.#judge(rest) } : null;
    this.review.result = shorter;
    return () => {
      if (this.review.result === shorter) this.review.result = result;
    };
  }

  #restoreReview(saved: SavedReview | null): void {
    const { variant, startFen } = this.#terms;
    if (saved?.variant !== variant || saved.startFen !== startFen) return;
    const nodes = lineThrough(this.#tree, saved.moves);
    if (!nodes) return;
    const { first, assessments } = saved;
    try {
      this.review.result = { nodes, first, assessments, review: this.#judge({ nodes, first, assessments }) };
    } catch {
      // The stored review cannot belong to this game; it can be made again.
    }
  }

  #savedReview(): SavedReview | null {
    const { result } = this.review;
    if (!result) return null;
    const { variant, startFen } = this.#terms;
    const { nodes, first, assessments } = result;
    const moves = nodes.map(({ uci }) => uci);
    return { version: 1, variant, startFen, moves, first, assessments: [...assessments] };
  }

  #searchHere(): void {
    const state = this.#stateOf(this.#current);
    const request = this.#request(this.#current);
    this.ceval.at({ request, legal: state.moves.length, passed: () => threatOf(state) });
  }

  /** Saves the analysis, unless it is the start of a variant without a move. */
  #save(): void {
    const { variant, startFen, tags, given, ending } = this.#terms;
    const { moves, annotations, at } = flattened(this.#tree, this.#current);
    const review = this.#savedReview();
    const saved: SavedAnalysis = {
      version: 2,
      variant,
      startFen,
      tags,
      moves,
      annotations,
      at,
      given,
      ending,
      flipped: this.flipped,
      review,
    };
    if (this.#document.id !== null) this.#document.change(saved, this.#summary());
    else if (moves.length > 0 || annotations.length > 0 || !this.#isVariantStart())
      this.#document.create('analysis', saved, this.#summary());
  }

  #isVariantStart(): boolean {
    const game = newGame(this.#terms.variant);
    const start = game.startFen();
    game.free();
    return start === this.#terms.startFen;
  }

  /** Returns the data for the library's list: the last position of the main line, and the players of the record. */
  #summary(): Summary {
    const line = this.#tree.mainLine();
    const { variant, fen, outcome } = this.#stateOf(line.at(-1) ?? this.#tree.root);
    const named = (tag: string): string | undefined => {
      const name = this.#terms.tags.find(([known]) => known === tag)?.[1];
      return name === '?' || name === '' ? undefined : name;
    };
    const [white, black] = [named('White'), named('Black')];
    const result = endingResult(this.#terms.ending) ?? outcome?.result;
    return {
      variant,
      plies: line.length,
      fen,
      ...(white === undefined ? {} : { white }),
      ...(black === undefined ? {} : { black }),
      ...(result === undefined ? {} : { result }),
    };
  }
}

function cellsOf(variant: string): ReadonlySet<string> {
  return new Set(boardData(variant).cells.map(({ name }) => name));
}

function passedBy(turn: Side): PlayedMove {
  return { uci: NULL_MOVE, san: '--', turn, check: false };
}

/** Returns a line from the start in notation. Throws if it is not legal. */
function written(variant: string, startFen: string, line: readonly string[]): PlayedMove[] {
  const game = newGame(variant, startFen);
  const before: PlayedMove[] = [];
  try {
    for (const move of line) {
      // After a null move a new game starts without history.
      if (move === NULL_MOVE) before.push(...game.history(), passedBy(game.state().turn));
      game.playOn(move);
    }
    return [...before, ...game.history()];
  } finally {
    game.free();
  }
}
