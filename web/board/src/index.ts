import { describeMove, Announcer } from './announce.js';
import { planAnimation, prefersStillness } from './animate.js';
import { readChooserKey } from './chooser.js';
import type { Config } from './config.js';
import { clearShapes, brushFor, drawByKey, shapeOf } from './draw.js';
import { put, remove } from './edit.js';
import { distance } from './geometry.js';
import { anchorOf, CellTyping, moveFocus, readKey } from './keyboard.js';
import { activate, cancel, choose, playPremove } from './moves.js';
import { PointerInput, type Controls } from './pointer.js';
import { unsetPremove } from './premove.js';
import { View, type Motion } from './render.js';
import { configure, initialState, shownPieces, type Effect, type State, type Step } from './state.js';
import type { PieceCode } from './types.js';

export type {
  BoardData,
  BoardText,
  Brush,
  CellInfo,
  Colour,
  Coordinates,
  DrawBrush,
  LegalMove,
  MoveInfo,
  PieceCode,
  PiecesInput,
  Premove,
  PromotionRole,
  Role,
  Shape,
} from './types.js';
export type { Animation, BoardEvents, Config, Draggable, Drawable, Highlight, Movable, Premovable } from './config.js';
export { FLIGHT } from './animate.js';
export { aspectRatio, bestRotation } from './geometry.js';
export { ENGLISH } from './text.js';
export { codeOf, colourOf, drawPiece, ENGLISH_LETTERS, pieceDrawing, PIECE_SETS, roleOf } from './pieces.js';
export type { PieceDrawing, PieceLetters, PieceSet, PieceStyle } from './pieces.js';

/** Interface of a board on the page. */
export interface BoardApi {
  /** Changes options; those not named stay as they are. */
  set(change: Partial<Config>): void;
  /** Moves the keyboard focus to a cell, by default to the last focused one. */
  focus(cell?: string): void;
  /** Announces a text to users of screen readers. */
  announce(text: string): void;
  /** Puts back the picked-up piece, closes the chooser and cancels a premove. */
  cancel(): void;
  /** Plays the pending premove, after the moves of the new position were set. Returns false if there is none that is legal. */
  playPremove(): boolean;
  /** Cancels the premove. */
  cancelPremove(): void;
  /** Puts a new piece on a cell. */
  dropNewPiece(piece: PieceCode, cell: string): void;
  /**
   * Starts dragging a new piece with a pointer that was pressed outside the board. The pressed element needs `touch-action:
   * none`.
   */
  dragNewPiece(piece: PieceCode, event: PointerEvent): void;
  /** Returns the pieces on the board, including the user's changes. */
  pieces(): ReadonlyMap<string, PieceCode>;
  /** Removes the board from the page and its listeners. */
  destroy(): void;
}

/** Creates a board in an element. Its size is the element's width; `board.css` must be on the page. */
export function createBoard(element: HTMLElement, config: Partial<Config> & Pick<Config, 'board'>): BoardApi {
  return new Controller(element, config);
}

class Controller implements BoardApi, Controls {
  readonly root: SVGSVGElement;
  private readonly host: HTMLElement;
  private current: State;
  private readonly view: View;
  private readonly announcer = new Announcer();
  private readonly typing = new CellTyping();
  private readonly pointer: PointerInput;
  /** Start of a walk across the lines; null if the last key was a different one. */
  private anchor: number | null = null;
  /** True if the pointer was used after the keyboard, so that the focus needs no ring. */
  private byPointer = false;
  /** Piece that the user has just dropped and that must not slide again; `all` after a previewed move. */
  private dropped: readonly [string, string] | 'all' | null = null;

  constructor(element: HTMLElement, config: Partial<Config> & Pick<Config, 'board'>) {
    this.host = element;
    this.current = initialState(config);
    this.view = new View(element);
    this.root = this.view.root;
    element.append(this.announcer.element);
    this.view.update(null, this.current, null);
    this.pointer = new PointerInput(this);
    this.root.addEventListener('keydown', this.onKey);
    this.root.addEventListener('pointerdown', this.onPress, true);
    // Not on the drawing, since browsers make an SVG element with focus listeners a tab stop.
    element.addEventListener('focusin', this.onFocus);
    element.addEventListener('focusout', this.onBlur);
  }

  state(): State {
    return this.current;
  }

  set(change: Partial<Config>): void {
    const before = this.current;
    const next = configure(before, change);
    const motion = this.motion(before, next);
    this.replace(next, motion);
    if (before.premovable.current && !next.premovable.current) next.handlers.premoveUnset?.();
    if (next.pieces !== before.pieces && next.lastMove) {
      const move = describeMove(before.pieces, next.pieces, next.lastMove, {
        check: next.check !== null,
        mate: next.mate,
      });
      if (move && !next.viewOnly) this.announcer.say(next.text.moved(move));
    }
  }

  focus(cell?: string): void {
    const name = cell ?? this.current.focused;
    if (this.current.geometry.centres.has(name)) this.focusCell(name);
  }

  announce(text: string): void {
    this.announcer.say(text);
  }

  cancel(): void {
    this.take(cancel(this.current));
  }

  destroy(): void {
    this.pointer.destroy();
    this.root.removeEventListener('keydown', this.onKey);
    this.root.removeEventListener('pointerdown', this.onPress, true);
    this.host.removeEventListener('focusin', this.onFocus);
    this.host.removeEventListener('focusout', this.onBlur);
    this.view.remove();
    this.announcer.element.remove();
  }

  playPremove(): boolean {
    const step = playPremove(this.current);
    this.take(step);
    return step.state.question !== null || step.effects.some((effect) => effect.kind === 'move');
  }

  cancelPremove(): void {
    this.take(unsetPremove(this.current));
  }

  dropNewPiece(piece: PieceCode, cell: string): void {
    this.take(put(this.current, piece, cell));
  }

  dragNewPiece(piece: PieceCode, event: PointerEvent): void {
    this.pointer.dragNewPiece(piece, event);
  }

  pieces(): ReadonlyMap<string, PieceCode> {
    return this.current.pieces;
  }

  take(step: Step): void {
    const before = this.current;
    const { drag, question } = before;
    if (drag && drag.from !== null && drag.over !== null) this.dropped = [drag.from, drag.over];
    if (question?.kind === 'confirm') this.dropped = 'all';
    if (step.state !== before) {
      const changed = shownPieces(before) !== shownPieces(step.state);
      // A dropped piece is in place already; moves by a click or a key slide.
      this.replace(step.state, changed && this.dropped !== 'all' ? this.motion(before, step.state) : null);
    }
    for (const effect of step.effects) this.tell(effect);
    this.dropped = step.effects.some((effect) => effect.kind === 'move') ? this.dropped : null;
  }

  private tell(effect: Effect): void {
    const { handlers, events, onMove, onSelect, onRefuse, pieces } = this.current;
    switch (effect.kind) {
      case 'move':
        return onMove?.(effect.move);
      case 'select':
        return onSelect?.(effect.cell);
      case 'refuse':
        return onRefuse?.(effect.from, effect.to);
      case 'premove':
        return effect.premove ? handlers.premoveSet?.(effect.premove) : handlers.premoveUnset?.();
      case 'after':
        return handlers.after?.(effect.from, effect.to, effect.captured);
      case 'put':
        events.put?.(effect.piece, effect.cell);
        return handlers.afterNewPiece?.(effect.piece, effect.cell);
      case 'remove':
        return events.remove?.(effect.cell, effect.piece);
      case 'change':
        return events.change?.(pieces);
      case 'draw':
        return handlers.draw?.(effect.shapes);
      case 'say':
        return this.announcer.say(effect.text);
    }
  }

  patch(change: Partial<State>): void {
    this.replace({ ...this.current, ...change }, null);
  }

  /** Shows a new state, and moves the focus into the chooser and back. */
  private replace(next: State, motion: Motion | null): void {
    const before = this.current;
    const hadFocus = this.root.contains(document.activeElement);
    this.current = next;
    this.view.update(before, next, motion);
    if (next.question && next.question !== before.question) this.view.choices()[0]?.focus();
    if (before.question && !next.question && hadFocus) this.focusCell(before.question.to);
    else if (hadFocus && next.geometry !== before.geometry) this.focusCell(next.focused);
  }

  private motion(before: State, next: State): Motion | null {
    const dropped = this.dropped;
    this.dropped = null;
    const pieces = { before: shownPieces(before), next: shownPieces(next) };
    if (pieces.before === pieces.next || next.geometry !== before.geometry || dropped === 'all') return null;
    const { enabled, duration } = next.animation;
    if (!enabled || duration <= 0 || prefersStillness()) return null;
    const hints: [string, string][] = [];
    if (next.question?.kind === 'confirm') hints.push([next.question.from, next.question.to]);
    if (next.lastMove) hints.push([next.lastMove[0], next.lastMove[1]]);
    if (before.lastMove) hints.push([before.lastMove[1], before.lastMove[0]]);
    const far = (a: string, b: string) => distance(next.geometry, a, b);
    const plan = planAnimation(pieces.before, pieces.next, far, hints);
    plan.slides = plan.slides.filter((s) => s.from !== dropped?.[0] || s.to !== dropped[1]);
    return { plan, milliseconds: duration };
  }

  private focusCell(cell: string): void {
    this.view.cell(cell)?.focus({ preventScroll: true });
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    const state = this.current;
    if (state.viewOnly) return;
    this.byPointer = false;
    if (state.question) {
      this.onChooserKey(event, state);
      return;
    }
    const now = event.timeStamp || Date.now();
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const typed = plain ? this.typing.take(event, state.geometry.centres, now) : null;
    if (typed !== null) {
      event.preventDefault();
      this.anchor = null;
      this.focusCell(typed);
      return;
    }
    const action = readKey(event, state.geometry.flatTop);
    if (action === null) return;
    switch (action.kind) {
      case 'cancel':
        // Escape is handled only if there is something to cancel, since the surrounding page may use it, too.
        if (state.drawing) this.patch({ drawing: null });
        else if (state.selected !== null || state.drag || state.premovable.current) this.take(cancel(state));
        else return;
        break;
      case 'activate':
        this.take(activate(state, state.focused));
        break;
      case 'draw':
        this.take(drawByKey(state, brushFor(event)));
        break;
      case 'delete':
        if (!this.deleteByKey(state)) return;
        break;
      default:
        this.anchor = action.kind === 'across' ? (this.anchor ?? anchorOf(state, state.focused)) : null;
        this.focusCell(moveFocus(state, action, this.anchor ?? 0));
    }
    event.preventDefault();
  };

  /** Removes the focused piece if pieces move freely, and otherwise arrows and marks. Returns false if there is nothing. */
  private deleteByKey(state: State): boolean {
    if (state.movable.free) {
      this.take(remove(state, state.focused));
      return true;
    }
    const step = clearShapes(state);
    if (step.state === state) return false;
    this.take(step);
    this.announcer.say(state.text.erasedAll);
    return true;
  }

  private onChooserKey(event: KeyboardEvent, state: State): void {
    if (!state.question) return;
    const choices = this.view.choices();
    const current = choices.findIndex((choice) => choice === document.activeElement);
    if (event.key === 'Tab') {
      // The focus stays in the chooser until it is answered or cancelled.
      choices[(current + (event.shiftKey ? choices.length - 1 : 1)) % choices.length]?.focus();
      event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = readChooserKey(event, state.question, Math.max(current, 0));
    if (action === null) return;
    event.preventDefault();
    if (action === 'cancel') this.take(cancel(state));
    else if ('choose' in action) this.take(choose(state, action.choose));
    else choices[action.focus]?.focus();
  }

  private readonly onPress = (): void => {
    this.byPointer = true;
    this.anchor = null;
    if (this.current.focusVisible) this.patch({ focusVisible: false });
  };

  private readonly onFocus = (event: FocusEvent): void => {
    const cell = event.target instanceof Element ? event.target.getAttribute('data-cell') : null;
    if (cell === null || this.current.viewOnly) return;
    const focusVisible = !this.byPointer;
    const { focused, focusVisible: was, drawing } = this.current;
    if (cell === focused && focusVisible === was) return;
    this.patch({ focused: cell, focusVisible });
    // An arrow started from the keyboard follows the focus.
    if (drawing && focusVisible) this.patch({ drawing: shapeOf(drawing.from, cell, drawing.brush ?? 'green') });
  };

  private readonly onBlur = (event: FocusEvent): void => {
    if (event.relatedTarget instanceof Node && this.root.contains(event.relatedTarget)) return;
    this.byPointer = false;
    if (this.current.focusVisible) this.patch({ focusVisible: false });
  };
}
