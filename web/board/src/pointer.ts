import { cellAt, fromScreen, type Point } from './geometry';
import { activate, cancel, choose, clearShapes, drop, select, toggleShape } from './moves';
import { isMovable, targetsFrom, type State, type Step } from './state';
import type { Brush, Shape } from './types';

/** What the pointer and the keyboard may do with the board. */
export interface Controls {
  readonly root: SVGSVGElement;
  state(): State;
  /** Takes a step with its effects. */
  take(step: Step): void;
  /** Changes the state without effects. */
  patch(change: Partial<State>): void;
}

/** How far a pressed pointer goes before it drags, in CSS pixels. */
const DRAG_FROM = { mouse: 4, touch: 8 };

type Press =
  | { kind: 'piece'; cell: string; x: number; y: number; wasSelected: boolean; touch: boolean }
  | { kind: 'target'; cell: string }
  | { kind: 'choice'; choice: number | null }
  | { kind: 'draw'; from: string; brush: Brush };

/** Listens to mouse, pen and touch; gives a function that stops it. */
export function listenToPointer(controls: Controls): () => void {
  const { root } = controls;
  let press: Press | null = null;
  let pointer: number | null = null;

  const pointOf = (event: { clientX: number; clientY: number }): Point =>
    fromScreen(event.clientX, event.clientY, root.getBoundingClientRect(), controls.state().geometry.viewBox);
  const cellOf = (event: { clientX: number; clientY: number }) => cellAt(controls.state().geometry, pointOf(event));

  const down = (event: PointerEvent) => {
    const state = controls.state();
    if (state.viewOnly || pointer !== null) return;
    if (event.button === 2) {
      // The right button lets go of a picked-up piece, and draws.
      if (state.selected !== null || state.question) controls.take(cancel(state));
      const from = cellOf(event);
      if (from === null || !state.drawable) return;
      press = { kind: 'draw', from, brush: brushFor(event) };
      controls.patch({ drawing: { from, brush: press.brush } });
    } else if (event.button === 0) {
      press = pressed(controls, event, cellOf(event));
    }
    if (press === null) return;
    pointer = event.pointerId;
    root.setPointerCapture?.(event.pointerId);
  };

  const move = (event: PointerEvent) => {
    const state = controls.state();
    if (state.viewOnly) return;
    if (press === null) {
      const hovered = event.pointerType === 'touch' ? null : cellOf(event);
      if (hovered !== state.hovered) controls.patch({ hovered });
      return;
    }
    if (event.pointerId !== pointer) return;
    if (press.kind === 'piece') dragTo(controls, press, event, pointOf(event));
    if (press.kind === 'draw') {
      const to = cellOf(event);
      const drawing = shapeOf(press.from, to, press.brush);
      if (to !== null && to !== state.drawing?.to) controls.patch({ drawing });
    }
  };

  const up = (event: PointerEvent) => {
    if (event.pointerId !== pointer || press === null) return;
    const done = press;
    press = null;
    pointer = null;
    released(controls, done, event, cellOf(event));
  };

  const stop = () => {
    press = null;
    pointer = null;
    controls.patch({ drag: null, drawing: null });
  };

  const leave = () => {
    if (press === null && controls.state().hovered !== null) controls.patch({ hovered: null });
  };

  // Screen readers click without a pointer.
  const click = (event: MouseEvent) => {
    if (event.detail !== 0 || !(event.target instanceof Element)) return;
    const state = controls.state();
    const choice = choiceAt(event.target);
    const cell = event.target.closest('[data-cell]')?.getAttribute('data-cell');
    if (choice !== null) answer(controls, choice);
    else if (cell !== undefined && cell !== null) controls.take(activate(state, cell));
  };

  const menu = (event: Event) => {
    const { drawable, viewOnly } = controls.state();
    if (drawable && !viewOnly) event.preventDefault();
  };

  // A finger on a piece, or on a cell where it may go, must not scroll the page; anywhere else it may.
  const touch = (event: TouchEvent) => {
    const state = controls.state();
    const finger = event.touches[0];
    if (state.viewOnly || !finger || event.touches.length > 1) return;
    const cell = cellOf(finger);
    const busy = state.question !== null || press !== null;
    if (busy || (cell !== null && (isMovable(state, cell) || isTarget(state, cell)))) {
      if (event.cancelable) event.preventDefault();
    }
  };

  const listeners: [keyof SVGElementEventMap, (event: never) => void][] = [
    ['pointerdown', down],
    ['pointermove', move],
    ['pointerup', up],
    ['pointercancel', stop],
    ['pointerleave', leave],
    ['click', click],
    ['contextmenu', menu],
    ['touchstart', touch],
  ];
  for (const [name, listener] of listeners) {
    root.addEventListener(name, listener as EventListener, { passive: false });
  }
  return () => {
    for (const [name, listener] of listeners) {
      root.removeEventListener(name, listener as EventListener);
    }
  };
}

function pressed(controls: Controls, event: PointerEvent, cell: string | null): Press | null {
  const before = controls.state();
  if (before.question) {
    return { kind: 'choice', choice: event.target instanceof Element ? choiceAt(event.target) : null };
  }
  controls.take(clearShapes(before));
  const state = controls.state();
  if (cell !== null && isTarget(state, cell)) return { kind: 'target', cell };
  if (cell === null || !isMovable(state, cell)) {
    controls.take(cancel(state));
    return null;
  }
  const wasSelected = state.selected === cell;
  controls.take(select(state, cell));
  const touch = event.pointerType === 'touch';
  return { kind: 'piece', cell, x: event.clientX, y: event.clientY, wasSelected, touch };
}

function dragTo(controls: Controls, press: Extract<Press, { kind: 'piece' }>, event: PointerEvent, point: Point): void {
  const state = controls.state();
  const far = Math.hypot(event.clientX - press.x, event.clientY - press.y);
  if (!state.drag && far < (press.touch ? DRAG_FROM.touch : DRAG_FROM.mouse)) return;
  // The position may have changed under the pointer.
  if (!isMovable(state, press.cell)) return;
  const over = cellAt(state.geometry, point);
  const drag = { from: press.cell, x: point.x, y: point.y, over, touch: press.touch };
  controls.patch({ drag, hovered: over });
}

function released(controls: Controls, press: Press, event: PointerEvent, cell: string | null): void {
  const state = controls.state();
  switch (press.kind) {
    case 'piece':
      if (state.drag) controls.take(drop(state, cell));
      else if (press.wasSelected && cell === press.cell) controls.take(cancel(state));
      break;
    case 'target':
      if (cell === press.cell) controls.take(activate(state, cell));
      break;
    case 'choice': {
      const over = document.elementFromPoint?.(event.clientX, event.clientY);
      if (press.choice === null) controls.take(cancel(state));
      else if (over && choiceAt(over) === press.choice) answer(controls, press.choice);
      break;
    }
    case 'draw':
      controls.patch({ drawing: null });
      if (cell !== null) controls.take(toggleShape(state, shapeOf(press.from, cell, press.brush)));
      break;
  }
}

/** The number of the choice that an element belongs to. */
function choiceAt(element: Element): number | null {
  const choice = element.closest('[data-choice]')?.getAttribute('data-choice');
  return choice === null || choice === undefined ? null : Number(choice);
}

function answer(controls: Controls, choice: number): void {
  const state = controls.state();
  const move = state.question?.choices[choice];
  if (move) controls.take(choose(state, move));
}

function isTarget(state: State, cell: string): boolean {
  return targetsFrom(state, state.selected).has(cell);
}

function shapeOf(from: string, to: string | null, brush: Brush): Shape {
  return to === null || to === from ? { from, brush } : { from, to, brush };
}

/** Shift, Ctrl and Alt give an arrow or mark another colour. */
function brushFor(event: { shiftKey: boolean; ctrlKey: boolean; altKey: boolean }): Brush {
  if (event.shiftKey) return 'red';
  if (event.altKey) return 'blue';
  return event.ctrlKey ? 'green' : 'accent';
}
