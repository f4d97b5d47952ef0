import { describeMove, Announcer } from './announce';
import { planAnimation, prefersStillness } from './animate';
import { readChooserKey } from './chooser';
import type { Config } from './config';
import { centreOf, UNIT } from './geometry';
import { anchorOf, CellTyping, moveFocus, readKey } from './keyboard';
import { activate, cancel, choose } from './moves';
import { listenToPointer, type Controls } from './pointer';
import { View, type Motion } from './render';
import { configure, initialState, type State, type Step } from './state';

export type {
  BoardData,
  BoardText,
  Brush,
  CellInfo,
  Colour,
  LegalMove,
  MoveInfo,
  PieceCode,
  PiecesInput,
  Role,
  Shape,
} from './types';
export type { Config, Movable } from './config';
export { ENGLISH } from './text';
export { codeOf, colourOf, drawPiece, roleOf } from './pieces';

/** A board on the page. */
export interface BoardApi {
  /** Changes options; those not named stay as they are. */
  set(change: Partial<Config>): void;
  /** Moves the keyboard focus to a cell, or to the one that had it last. */
  focus(cell?: string): void;
  /** Says a text to users of screen readers. */
  announce(text: string): void;
  /** Puts back what is picked up and closes the chooser. */
  cancel(): void;
  /** Takes the board out of the page and stops listening. */
  destroy(): void;
}

/** Puts a board into an element. Its size is the element's width; `board.css` must be on the page. */
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
  private readonly stopPointer: () => void;
  /** Where a walk across the lines began; null when the last key was another. */
  private anchor: number | null = null;
  /** The pointer was used after the keyboard, so the focus needs no ring. */
  private byPointer = false;
  /** The piece that the user just dropped, which must not slide once more. */
  private dropped: readonly [string, string] | null = null;

  constructor(element: HTMLElement, config: Partial<Config> & Pick<Config, 'board'>) {
    this.host = element;
    this.current = initialState(config);
    this.view = new View(element);
    this.root = this.view.root;
    element.append(this.announcer.element);
    this.view.update(null, this.current, null);
    this.stopPointer = listenToPointer(this);
    this.root.addEventListener('keydown', this.onKey);
    this.root.addEventListener('pointerdown', this.onPress, true);
    // Not on the drawing: a browser makes an SVG element that listens to focus a tab stop of its own.
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
    if (next.pieces !== before.pieces && next.lastMove) {
      const move = describeMove(before.pieces, next.pieces, next.lastMove, next.check !== null);
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
    this.stopPointer();
    this.root.removeEventListener('keydown', this.onKey);
    this.root.removeEventListener('pointerdown', this.onPress, true);
    this.host.removeEventListener('focusin', this.onFocus);
    this.host.removeEventListener('focusout', this.onBlur);
    this.view.remove();
    this.announcer.element.remove();
  }

  take(step: Step): void {
    const drag = this.current.drag;
    if (step.state !== this.current) this.replace(step.state, null);
    for (const effect of step.effects) {
      switch (effect.kind) {
        case 'move':
          this.dropped = drag ? [effect.move.from, effect.move.to] : null;
          this.current.onMove?.(effect.move);
          break;
        case 'select':
          this.current.onSelect?.(effect.cell);
          break;
        case 'draw':
          this.current.onDraw?.(effect.shapes);
          break;
        case 'say':
          this.announcer.say(effect.text);
          break;
      }
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
    if (next.pieces === before.pieces || next.geometry !== before.geometry) return null;
    if (next.animation <= 0 || prefersStillness()) return null;
    const hints: [string, string][] = [];
    if (next.lastMove) hints.push([next.lastMove[0], next.lastMove[1]]);
    if (before.lastMove) hints.push([before.lastMove[1], before.lastMove[0]]);
    const distance = (a: string, b: string) => {
      const from = centreOf(next.geometry, a);
      const to = centreOf(next.geometry, b);
      return Math.hypot(from.x - to.x, from.y - to.y) / UNIT;
    };
    const plan = planAnimation(before.pieces, next.pieces, distance, hints);
    plan.slides = plan.slides.filter((s) => s.from !== dropped?.[0] || s.to !== dropped[1]);
    return { plan, milliseconds: next.animation };
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
    if (action.kind === 'cancel') {
      // A page around the board may want Escape too, so it is taken only when there is something to put back.
      if (state.selected === null && state.drag === null) return;
      this.take(cancel(state));
    } else if (action.kind === 'activate') {
      this.take(activate(state, state.focused));
    } else {
      this.anchor = action.kind === 'across' ? (this.anchor ?? anchorOf(state, state.focused)) : null;
      this.focusCell(moveFocus(state, action, this.anchor ?? 0));
    }
    event.preventDefault();
  };

  private onChooserKey(event: KeyboardEvent, state: State): void {
    if (!state.question) return;
    const choices = this.view.choices();
    const current = choices.findIndex((choice) => choice === document.activeElement);
    if (event.key === 'Tab') {
      // The chooser is answered or cancelled before the page goes on.
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
    if (cell !== this.current.focused || focusVisible !== this.current.focusVisible) {
      this.patch({ focused: cell, focusVisible });
    }
  };

  private readonly onBlur = (event: FocusEvent): void => {
    if (event.relatedTarget instanceof Node && this.root.contains(event.relatedTarget)) return;
    this.byPointer = false;
    if (this.current.focusVisible) this.patch({ focusVisible: false });
  };
}
