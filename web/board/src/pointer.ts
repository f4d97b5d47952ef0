import { brushFor, clearShapes, shapeOf, snapTo, toggleShape } from './draw.js';
import { paint } from './edit.js';
import { cellAt, fromScreen, type Point } from './geometry.js';
import { activate, cancel, choose, drop, refuse, select } from './moves.js';
import { unsetPremove } from './premove.js';
import { canPut, isPickable, type Drag, type State, type Step } from './state.js';
import type { Brush, PieceCode, Shape } from './types.js';

/** Board functions available to pointer and keyboard. */
export interface Controls {
  readonly root: SVGSVGElement;
  state(): State;
  /** Applies a step with its effects. */
  take(step: Step): void;
  /** Changes the state without effects. */
  patch(change: Partial<State>): void;
}

/** Duration in milliseconds of a long press that starts drawing. */
const LONG_PRESS = 450;

type Press =
  | { kind: 'piece'; cell: string | null; piece: PieceCode; x: number; y: number; wasSelected: boolean; touch: boolean }
  | { kind: 'target'; cell: string }
  | { kind: 'paint'; last: string }
  | { kind: 'choice'; choice: number | null }
  | { kind: 'draw'; from: string; brush: Brush }
  | { kind: 'wait' };

/** Mouse, pen and touch on one board. */
export class PointerInput {
  private readonly controls: Controls;
  private readonly stopListening: () => void;
  private press: Press | null = null;
  private pointer: number | null = null;
  private longPress: ReturnType<typeof setTimeout> | null = null;
  /** Position of the finger in a long press. */
  private pressedAt: Point = { x: 0, y: 0 };
  /** True if a piece was dragged before, so that the user is known to drag. */
  private hasDragged = false;

  constructor(controls: Controls) {
    this.controls = controls;
    const listeners: [keyof SVGElementEventMap, (event: never) => void][] = [
      ['pointerdown', this.down],
      ['pointermove', this.move],
      ['pointerup', this.up],
      ['pointercancel', this.stop],
      ['pointerleave', this.leave],
      ['click', this.click],
      ['contextmenu', this.menu],
      ['touchstart', this.touch],
    ];
    const { root } = controls;
    for (const [name, listener] of listeners) {
      root.addEventListener(name, listener as EventListener, { passive: false });
    }
    this.stopListening = () => {
      this.endLongPress();
      for (const [name, listener] of listeners) root.removeEventListener(name, listener as EventListener);
    };
  }

  /** Stops listening. */
  destroy(): void {
    this.stopListening();
  }

  /** Starts dragging a new piece that was pressed outside the board. */
  dragNewPiece(piece: PieceCode, event: PointerEvent): void {
    const state = this.controls.state();
    if (state.viewOnly || this.pointer !== null) return;
    const touch = event.pointerType === 'touch';
    this.hold(event, {
      kind: 'piece',
      cell: null,
      piece,
      x: event.clientX,
      y: event.clientY,
      wasSelected: false,
      touch,
    });
    const point = this.pointOf(event);
    const over = cellAt(state.geometry, point);
    this.controls.patch({ drag: { from: null, piece, ...point, over, touch }, hovered: over });
  }

  private pointOf(event: { clientX: number; clientY: number }): Point {
    const { root } = this.controls;
    return fromScreen(
      event.clientX,
      event.clientY,
      root.getBoundingClientRect(),
      this.controls.state().geometry.viewBox,
    );
  }

  private cellOf(event: { clientX: number; clientY: number }): string | null {
    return cellAt(this.controls.state().geometry, this.pointOf(event));
  }

  private hold(event: PointerEvent, press: Press): void {
    this.press = press;
    this.pointer = event.pointerId;
    this.controls.root.setPointerCapture?.(event.pointerId);
  }

  private readonly down = (event: PointerEvent): void => {
    const state = this.controls.state();
    if (state.viewOnly || this.pointer !== null) return;
    const cell = this.cellOf(event);
    const { enabled, drawing, longPress } = state.drawable;
    if (event.button === 2 || (event.button === 0 && drawing && enabled && !state.question)) {
      // The right button drops a picked-up piece, and draws.
      if (state.selected !== null || state.question || state.premovable.current) this.controls.take(cancel(state));
      if (cell !== null && enabled) this.beginDrawing(event, cell, brushFor(event));
      return;
    }
    if (event.button !== 0) return;
    const wait = enabled && longPress && event.pointerType === 'touch' && cell !== null && !state.question;
    const press = this.pressed(event, cell) ?? (wait ? { kind: 'wait' as const } : null);
    if (press === null) return;
    this.hold(event, press);
    if (!wait || cell === null) return;
    this.pressedAt = { x: event.clientX, y: event.clientY };
    this.longPress = setTimeout(() => {
      this.longPress = null;
      if (this.controls.state().drag) return;
      this.controls.take(cancel(this.controls.state()));
      this.beginDrawing(event, cell, 'green');
    }, LONG_PRESS);
  };

  private beginDrawing(event: PointerEvent, from: string, brush: Brush): void {
    this.hold(event, { kind: 'draw', from, brush });
    this.controls.patch({ drawing: { from, brush } });
  }

  private endLongPress(): void {
    if (this.longPress !== null) clearTimeout(this.longPress);
    this.longPress = null;
  }

  private readonly move = (event: PointerEvent): void => {
    const { controls, press } = this;
    const state = controls.state();
    if (state.viewOnly) return;
    if (press === null) {
      const hovered = event.pointerType === 'touch' ? null : this.cellOf(event);
      if (hovered !== state.hovered) controls.patch({ hovered });
      return;
    }
    if (event.pointerId !== this.pointer) return;
    if (Math.hypot(event.clientX - this.pressedAt.x, event.clientY - this.pressedAt.y) > 2 * state.draggable.distance) {
      this.endLongPress();
    }
    if (press.kind === 'piece') this.dragTo(press, event);
    if (press.kind === 'paint') {
      const cell = this.cellOf(event);
      if (cell === null || cell === press.last) return;
      press.last = cell;
      // Cells painted over are replaced; only the first cell of the stroke toggles.
      if (state.pieces.get(cell) !== state.selectedPalette) controls.take(paint(state, cell));
    }
    if (press.kind === 'draw') {
      const drawing = this.shapeTo(press.from, event, press.brush);
      if (drawing && drawing.to !== state.drawing?.to) controls.patch({ drawing });
    }
  };

  /** Returns the shape that would be drawn to the pointer; null outside the board. */
  private shapeTo(from: string, event: PointerEvent, brush: Brush): Shape | null {
    const { geometry, drawable } = this.controls.state();
    const point = this.pointOf(event);
    const over = cellAt(geometry, point);
    if (over === null || over === from) return over === null ? null : shapeOf(from, from, brush);
    return shapeOf(from, drawable.defaultSnapToValidMove ? snapTo(geometry, from, point) : over, brush);
  }

  private readonly up = (event: PointerEvent): void => {
    if (event.pointerId !== this.pointer || this.press === null) return;
    const done = this.press;
    this.endLongPress();
    this.press = null;
    this.pointer = null;
    this.released(done, event);
  };

  private readonly stop = (): void => {
    this.endLongPress();
    this.press = null;
    this.pointer = null;
    this.controls.patch({ drag: null, drawing: null });
  };

  private readonly leave = (): void => {
    if (this.press === null && this.controls.state().hovered !== null) this.controls.patch({ hovered: null });
  };

  // Screen readers click without a pointer.
  private readonly click = (event: MouseEvent): void => {
    if (event.detail !== 0 || !(event.target instanceof Element)) return;
    const choice = choiceAt(event.target);
    const cell = event.target.closest('[data-cell]')?.getAttribute('data-cell') ?? null;
    const state = this.controls.state();
    if (choice !== null) this.controls.take(choose(state, choice));
    else if (cell !== null) this.controls.take(activate(state, cell));
  };

  private readonly menu = (event: Event): void => {
    const { drawable, viewOnly, disableContextMenu } = this.controls.state();
    if (disableContextMenu || (drawable.enabled && !viewOnly)) event.preventDefault();
  };

  // A finger on a piece or on a target must not scroll the page; elsewhere it may.
  private readonly touch = (event: TouchEvent): void => {
    const state = this.controls.state();
    const finger = event.touches[0];
    if (state.viewOnly || !finger || event.touches.length > 1) return;
    const cell = this.cellOf(finger);
    const { enabled, drawing, longPress } = state.drawable;
    const all = state.blockTouchScroll || state.selectedPalette !== null || (enabled && (drawing || longPress));
    const busy = state.question !== null || this.press !== null;
    if (busy || (cell !== null && (all || isPickable(state, cell) || isGoal(state, cell)))) {
      if (event.cancelable) event.preventDefault();
    }
  };

  private pressed(event: PointerEvent, cell: string | null): Press | null {
    const { controls } = this;
    const before = controls.state();
    if (before.question) {
      return { kind: 'choice', choice: event.target instanceof Element ? choiceAt(event.target) : null };
    }
    const moves = cell !== null && (isPickable(before, cell) || isGoal(before, cell));
    if (before.drawable.eraseOnMovablePieceClick || !moves) controls.take(clearShapes(before));
    const state = controls.state();
    if (state.selectedPalette !== null && cell !== null) {
      controls.take(paint(state, cell));
      return { kind: 'paint', last: cell };
    }
    if (cell !== null && isGoal(state, cell)) return { kind: 'target', cell };
    const piece = cell === null ? undefined : state.pieces.get(cell);
    if (cell === null || piece === undefined || !isPickable(state, cell)) {
      controls.take(cell === null ? cancel(state) : refuse(state, state.selected, cell));
      return null;
    }
    const wasSelected = state.selected === cell;
    controls.take(state.selectable.enabled ? select(state, cell) : unsetPremove(state));
    const touch = event.pointerType === 'touch';
    return { kind: 'piece', cell, piece, x: event.clientX, y: event.clientY, wasSelected, touch };
  }

  private dragTo(press: Extract<Press, { kind: 'piece' }>, event: PointerEvent): void {
    const state = this.controls.state();
    const { enabled, distance, autoDistance } = state.draggable;
    if (!enabled && press.cell !== null) return;
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y);
    const needed = autoDistance && this.hasDragged && !press.touch ? 0 : distance * (press.touch ? 2 : 1);
    if (!state.drag && far < needed) return;
    // The position may have changed under the pointer.
    if (press.cell !== null && !isPickable(state, press.cell)) return;
    this.endLongPress();
    const point = this.pointOf(event);
    const over = cellAt(state.geometry, point);
    const drag: Drag = { from: press.cell, piece: press.piece, ...point, over, touch: press.touch };
    this.controls.patch({ drag, hovered: over });
  }

  private released(press: Press, event: PointerEvent): void {
    const { controls } = this;
    const state = controls.state();
    const cell = this.cellOf(event);
    switch (press.kind) {
      case 'piece':
        if (state.drag) {
          this.hasDragged ||= cell !== press.cell;
          controls.take(drop(state, cell));
        } else if (press.wasSelected && cell === press.cell) controls.take(cancel(state));
        break;
      case 'target':
        if (cell === press.cell) controls.take(activate(state, cell));
        break;
      case 'choice': {
        const over = document.elementFromPoint?.(event.clientX, event.clientY);
        if (press.choice === null) controls.take(cancel(state));
        else if (over && choiceAt(over) === press.choice) controls.take(choose(state, press.choice));
        break;
      }
      case 'draw': {
        const shape = this.shapeTo(press.from, event, press.brush);
        controls.patch({ drawing: null });
        if (shape) controls.take(toggleShape(controls.state(), shape));
        break;
      }
    }
  }
}

/** Returns the index of the answer that an element belongs to. */
function choiceAt(element: Element): number | null {
  const choice = element.closest('[data-choice]')?.getAttribute('data-choice');
  return choice === null || choice === undefined ? null : Number(choice);
}

/** Returns whether a press on this cell moves the picked-up piece there. */
function isGoal(state: State, cell: string): boolean {
  return state.selected !== null && state.selected !== cell && canPut(state, state.selected, cell);
}
