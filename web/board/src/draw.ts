import { centreOf, UNIT, type Geometry, type Point } from './geometry.js';
import { withShapes, type State, type Step } from './state.js';
import type { Brush, Shape } from './types.js';

/** Brushes by modifiers: none, Shift or Ctrl, Alt or Meta, one of each. */
const BRUSHES: readonly Brush[] = ['green', 'red', 'blue', 'yellow'];

/** Returns the brush for the modifiers of a pointer or a key. */
export function brushFor(event: { shiftKey: boolean; ctrlKey: boolean; altKey: boolean; metaKey: boolean }): Brush {
  const first = event.shiftKey || event.ctrlKey ? 1 : 0;
  const second = event.altKey || event.metaKey ? 2 : 0;
  return BRUSHES[first + second] ?? 'green';
}

/** Returns the brush of a shape. */
export function brushOf(shape: Shape): Brush {
  return shape.brush ?? 'blue';
}

/** Returns an arrow or, without a target, a mark. */
export function shapeOf(from: string, to: string | null, brush: Brush): Shape {
  return to === null || to === from ? { from, brush } : { from, to, brush };
}

/** Square of the length of a knight's leap; the unit is the distance of neighbouring centres. */
const LEAP = 7;

/** Returns whether two cells are on one of the board's twelve directions or a knight's leap apart. */
export function isLineOrLeap(geometry: Geometry, from: string, to: string): boolean {
  const a = centreOf(geometry, from);
  const b = centreOf(geometry, to);
  const [x, y] = [(b.x - a.x) / UNIT, (b.y - a.y) / UNIT];
  if (Math.abs(x * x + y * y - LEAP) < 0.1) return true;
  // The twelve directions lie 30 degrees apart.
  const turns = Math.atan2(y, x) / (Math.PI / 6);
  return Math.abs(turns - Math.round(turns)) < 0.01;
}

/** Returns the cell an arrow snaps to: the one nearest to the pointer on a line or a leap from its origin. */
export function snapTo(geometry: Geometry, from: string, point: Point): string {
  let best = from;
  let least = Infinity;
  for (const [name, centre] of geometry.centres) {
    const gap = Math.hypot(centre.x - point.x, centre.y - point.y);
    if (gap < least && isLineOrLeap(geometry, from, name)) {
      best = name;
      least = gap;
    }
  }
  return best;
}

/** Draws a shape, or erases an equal one. A shape in another colour replaces it. */
export function toggleShape(state: State, shape: Shape): Step {
  const { shapes } = state.drawable;
  const old = shapes.find((s) => s.from === shape.from && s.to === shape.to);
  const others = shapes.filter((s) => s !== old);
  const same = old !== undefined && brushOf(old) === brushOf(shape);
  const next = same ? others : [...others, shape];
  return {
    state: { ...withShapes(state, next), drawing: null },
    effects: [
      { kind: 'draw', shapes: next },
      { kind: 'say', text: same ? state.text.erased(shape) : state.text.drawn(shape) },
    ],
  };
}

/** Erases all of the user's shapes. */
export function clearShapes(state: State): Step {
  if (state.drawable.shapes.length === 0) return { state, effects: [] };
  return { state: withShapes(state, []), effects: [{ kind: 'draw', shapes: [] }] };
}

/** Handles the key for drawing: starts an arrow at the focused cell, or ends it there. */
export function drawByKey(state: State, brush: Brush): Step {
  const { drawing, focused } = state;
  if (!state.drawable.enabled || state.viewOnly) return { state, effects: [] };
  if (drawing) return toggleShape(state, shapeOf(drawing.from, focused, drawing.brush ?? brush));
  return {
    state: { ...state, drawing: { from: focused, brush } },
    effects: [{ kind: 'say', text: state.text.drawingFrom(focused) }],
  };
}
