import { fadeOut, flyAway, slideIn, type Plan } from './animate.js';
import { setAttribute, svg } from './dom.js';
import {
  boardPath,
  centreOf,
  CONTACT,
  CORNER,
  fromScreen,
  hexPoints,
  PIECE_SIZE,
  round,
  screenScale,
  UNIT,
  upperEdges,
  type Box,
  type Point,
} from './geometry.js';
import { drawPiece } from './pieces.js';
import { drawChooser } from './chooser.js';
import { drawShape } from './shapes.js';
import {
  canPut,
  cellInfo,
  isPickable,
  isPremovable,
  premoveTargets,
  shownPieces,
  targetsFrom,
  type State,
} from './state.js';
import {
  castlingShown,
  drawCastlingPreview,
  drawPremoveTarget,
  drawTarget,
  fadedPieces,
  sourceCell,
} from './targets.js';
import type { LegalMove, PieceCode, Shape } from './types.js';

/** Enlargement of a piece under a finger, and its lift above the finger in drawing units. */
const TOUCH_GROWTH = 1.5;
const TOUCH_LIFT = UNIT * 0.75;

/**
 * Returns the size of the coordinates in drawing units: 10.5 pixels on a board of 700, in proportion on others, but between 8 and
 * 12 pixels, and never so large that they run into cells or one another.
 */
export function labelSize(pixelsPerUnit: number, longerSide: number): number {
  const pixels = Math.min(12, Math.max(8, (10.5 * pixelsPerUnit * longerSide) / 700));
  return Math.round(Math.min(34, pixels / pixelsPerUnit) * 10) / 10;
}

/** Strokes of the rim, from the bottom up: shade below, light above, wood, and the line around the cells. */
export const RIM = ['sfb-frame', 'sfb-rim-light', 'sfb-rim', 'sfb-rim-line'] as const;

/** Growth of a dragged piece. */
const LIFTED = 1.19;

/** Animation of a change of position. */
export interface Motion {
  plan: Plan;
  milliseconds: number;
}

interface DrawnPiece {
  piece: PieceCode;
  element: SVGGElement;
}

let boards = 0;

/** Drawing of the board: layers from the bottom up, each redrawn only when its content changes. */
export class View {
  readonly root: SVGSVGElement;
  private readonly host: HTMLElement;
  private readonly help: HTMLElement;
  private readonly layers;
  private readonly glow: string;
  private readonly contact: string;
  private readonly sizes: ResizeObserver | null;
  private viewBox: Box = { x: 0, y: 0, width: 1, height: 1 };
  private cells = new Map<string, SVGPolygonElement>();
  private pieces = new Map<string, DrawnPiece>();

  constructor(host: HTMLElement) {
    this.host = host;
    const id = `sfb-${++boards}`;
    this.glow = `${id}-check`;
    this.contact = `${id}-contact`;
    this.root = svg('svg', { class: 'sfb-svg', preserveAspectRatio: 'xMidYMid meet' });
    this.help = document.createElement('p');
    this.help.id = `${id}-help`;
    this.help.className = 'sfb-hidden';
    const layer = (name: string, hidden = true) => {
      const group = svg('g', { class: `sfb-layer-${name}` });
      if (hidden) group.setAttribute('aria-hidden', 'true');
      this.root.append(group);
      return group;
    };
    this.root.append(this.drawGlow());
    this.layers = {
      frame: layer('frame'),
      cells: layer('cells', false),
      light: layer('light'),
      check: layer('check'),
      labels: layer('labels'),
      targets: layer('targets'),
      pieces: layer('pieces'),
      autoShapes: layer('auto-shapes'),
      shapes: layer('shapes'),
      focus: layer('focus'),
      flights: layer('flights'),
      drag: layer('drag'),
      chooser: layer('chooser', false),
    };
    host.classList.add('sfb');
    host.append(this.root, this.help);
    this.sizes = typeof ResizeObserver === 'function' ? new ResizeObserver(() => this.sizeLabels()) : null;
    this.sizes?.observe(this.root);
  }

  /** Sets the size of the coordinates, which is about the same on every screen. */
  private sizeLabels(): void {
    const { width, height } = this.root.getBoundingClientRect();
    if (width === 0 || height === 0) return;
    const scale = screenScale({ width, height }, this.viewBox);
    const size = labelSize(scale, Math.max(this.viewBox.width, this.viewBox.height));
    this.host.style.setProperty('--sfb-label-size', String(size));
  }

  /** Updates the drawing from one state to the next; draws all of it if `before` is null. */
  update(before: State | null, now: State, motion: Motion | null): void {
    const changed = (...keys: (keyof State)[]) => before === null || keys.some((key) => before[key] !== now[key]);
    const moved = changed('geometry', 'viewOnly');
    const restyled = changed('pieceSet', 'pieceLetters');

    if (moved) this.drawBoard(now);
    if (moved || changed('label', 'text', 'pieces')) this.nameBoard(now);
    if (changed('blindfold')) this.host.classList.toggle('sfb-blindfold', now.blindfold);
    if (restyled) this.forgetPieces();
    if (moved || restyled || changed('pieces', 'question')) this.drawPieces(now, moved ? null : motion);
    const movers = moved || changed('pieces', 'movesFrom', 'selected', 'turn', 'movable', 'premovable');
    if (movers || changed('lastMove', 'check', 'highlight', 'text', 'question', 'selectedPalette')) this.drawCells(now);
    if (moved || changed('focused')) this.placeTabStop(before, now);
    if (moved || changed('check', 'highlight')) this.drawCheck(now);
    const pointed = movers || restyled || changed('drag', 'question', 'hovered', 'focused', 'focusVisible', 'hints');
    if (pointed && !this.sameTargets(before, now)) this.drawTargets(now);
    if (pointed || changed('draggable', 'mate', 'check')) this.fadePieces(now);
    if (moved || changed('drawable', 'drawing')) this.drawShapes(before, now, moved);
    if (moved || changed('focused', 'focusVisible', 'question')) this.drawFocus(now);
    if (moved || changed('drag', 'pieces')) this.drawDrag(before, now);
    if (moved || restyled || changed('question')) this.drawChooser(now);
  }

  /** Returns whether only the position of the dragged piece has changed, over the same cell, so that the targets stay. */
  private sameTargets(before: State | null, now: State): boolean {
    if (!before?.drag || !now.drag || before.drag === now.drag) return false;
    return (Object.keys(now) as (keyof State)[]).every((key) => key === 'drag' || before[key] === now[key]);
  }

  /** Returns the element of a cell, which also has the keyboard focus. */
  cell(name: string): SVGPolygonElement | undefined {
    return this.cells.get(name);
  }

  /** Returns the elements of the chooser's choices. */
  choices(): SVGGElement[] {
    return [...this.layers.chooser.querySelectorAll<SVGGElement>('[data-choice]')];
  }

  /** Removes all elements from the page. */
  remove(): void {
    this.root.remove();
    this.help.remove();
    this.sizes?.disconnect();
    this.host.classList.remove('sfb', 'sfb-view-only', 'sfb-blindfold');
    this.host.style.removeProperty('--sfb-aspect');
    this.host.style.removeProperty('--sfb-label-size');
  }

  private drawGlow(): SVGDefsElement {
    const defs = svg('defs');
    const gradient = svg('radialGradient', { id: this.glow });
    gradient.append(
      svg('stop', { offset: '0.25', class: 'sfb-glow-core' }),
      svg('stop', { offset: '1', class: 'sfb-glow-edge' }),
    );
    const contact = svg('radialGradient', { id: this.contact });
    contact.append(
      svg('stop', { offset: '0', class: 'sfb-contact-core' }),
      svg('stop', { offset: '1', class: 'sfb-contact-edge' }),
    );
    defs.append(gradient, contact);
    return defs;
  }

  private drawBoard(now: State): void {
    const { geometry, board } = now;
    this.viewBox = geometry.viewBox;
    const { x, y, width, height } = geometry.viewBox;
    this.root.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
    // For pages that fit the board into a given space.
    this.host.style.setProperty('--sfb-aspect', String(width / height));
    this.cells.clear();
    this.forgetPieces();
    const d = boardPath(geometry);
    this.layers.frame.replaceChildren(...RIM.map((part) => svg('path', { class: part, d })));
    const light = upperEdges(geometry.flatTop, geometry.centres.values());
    this.layers.light.replaceChildren(svg('path', { class: 'sfb-light', d: light }));
    this.sizeLabels();
    const tones = new Map(board.cells.map((cell) => [cell.name, cell.colour]));
    for (const name of geometry.order) {
      const polygon = svg('polygon', {
        points: hexPoints(geometry.flatTop, centreOf(geometry, name)),
        'data-cell': name,
        'data-tone': tones.get(name) ?? 0,
      });
      if (!now.viewOnly) {
        polygon.setAttribute('role', 'button');
        polygon.setAttribute('tabindex', '-1');
      }
      this.cells.set(name, polygon);
    }
    this.layers.cells.replaceChildren(...this.cells.values());
    this.layers.labels.replaceChildren(
      ...geometry.labels.map((label) => {
        const text = svg('text', { class: `sfb-label sfb-label-${label.where}`, x: label.x, y: label.y });
        if (label.turn !== 0) text.setAttribute('transform', `rotate(${label.turn} ${label.x} ${label.y})`);
        text.textContent = label.text;
        return text;
      }),
    );
  }

  private nameBoard(now: State): void {
    const name = now.label || now.text.board;
    if (now.viewOnly) {
      const pieces = [...now.pieces].map(([cell, piece]) => ({ cell, piece }));
      setAttribute(this.root, 'role', 'img');
      setAttribute(this.root, 'aria-label', `${name}. ${now.text.position(pieces)}`.trim());
      this.root.removeAttribute('aria-describedby');
    } else {
      setAttribute(this.root, 'role', 'application');
      setAttribute(this.root, 'aria-label', name);
      setAttribute(this.root, 'aria-describedby', this.help.id);
    }
    this.help.textContent = now.viewOnly ? '' : now.text.help;
    this.host.classList.toggle('sfb-view-only', now.viewOnly);
  }

  /** Updates state and name of every cell. */
  private drawCells(now: State): void {
    const targets = targetsFrom(now, now.selected);
    const { highlight } = now;
    const { current } = now.premovable;
    for (const [name, polygon] of this.cells) {
      const tone = Number(polygon.dataset['tone']) as 0 | 1 | 2;
      const classes = [`sfb-cell sfb-tone${tone}`];
      if (highlight.lastMove && now.lastMove?.includes(name)) classes.push('sfb-last');
      if (current?.from === name || current?.to === name) classes.push('sfb-premove');
      if (now.selected === name) classes.push('sfb-selected');
      const custom = highlight.custom.get(name);
      if (custom !== undefined) classes.push(custom);
      if (now.selectedPalette !== null) classes.push('sfb-can-go');
      else if (now.selected !== null && canPut(now, now.selected, name)) classes.push('sfb-can-go');
      else if (isPickable(now, name)) classes.push('sfb-movable');
      setAttribute(polygon, 'class', classes.join(' '));
      if (now.viewOnly) continue;
      setAttribute(polygon, 'aria-label', now.text.cell(cellInfo(now, name, tone, targets)));
      const castling = targets.get(name)?.[0]?.castling;
      if (polygon.firstChild) polygon.replaceChildren();
      if (castling !== undefined) {
        const title = svg('title');
        title.textContent = now.text.castling(castling);
        polygon.append(title);
      }
    }
  }

  private placeTabStop(before: State | null, now: State): void {
    if (now.viewOnly) return;
    if (before) this.cells.get(before.focused)?.setAttribute('tabindex', '-1');
    this.cells.get(now.focused)?.setAttribute('tabindex', '0');
  }

  private forgetPieces(): void {
    this.pieces.clear();
    this.layers.pieces.replaceChildren();
  }

  private drawPieces(now: State, motion: Motion | null): void {
    const { geometry } = now;
    const pieces = shownPieces(now);
    const fading = new Set(motion?.plan.fades.map((fade) => fade.cell));
    for (const [cell, piece] of this.pieces) {
      if (pieces.get(cell) === piece.piece) continue;
      if (motion && fading.has(cell)) this.take(now, cell, piece, motion.milliseconds);
      else piece.element.remove();
      this.pieces.delete(cell);
    }
    const slides = new Map(motion?.plan.slides.map((slide) => [slide.to, slide.from]));
    for (const [cell, piece] of pieces) {
      if (this.pieces.has(cell) || !geometry.centres.has(cell)) continue;
      const centre = centreOf(geometry, cell);
      const element = svg('g', {
        'data-piece': piece,
        'data-at': cell,
        transform: `translate(${centre.x} ${centre.y})`,
      });
      const inner = svg('g');
      const shadow = svg('ellipse', { class: 'sfb-contact', ...CONTACT, fill: `url(#${this.contact})` });
      inner.append(shadow, drawPiece(piece, PIECE_SIZE, now));
      element.append(inner);
      this.layers.pieces.append(element);
      this.pieces.set(cell, { piece, element });
      const from = slides.get(cell);
      if (motion && from !== undefined) {
        const start = centreOf(geometry, from);
        slideIn(inner, round(start.x - centre.x), round(start.y - centre.y), motion.milliseconds);
      }
    }
  }

  /** Lets a piece that has vanished fly to its place outside the board; without one it fades out. */
  private take(now: State, cell: string, { piece, element }: DrawnPiece, milliseconds: number): void {
    const place = now.blindfold ? undefined : now.capturedTo?.(piece)?.getBoundingClientRect();
    if (!place || place.height === 0) {
      fadeOut(element, milliseconds);
      return;
    }
    const board = this.root.getBoundingClientRect();
    const end = fromScreen(place.left + place.width / 2, place.top + place.height / 2, board, this.viewBox);
    const start = centreOf(now.geometry, cell);
    const size = place.height / (PIECE_SIZE * screenScale(board, this.viewBox));
    // Above the piece that has taken its cell.
    element.removeAttribute('data-at');
    this.layers.flights.append(element);
    flyAway(element, { dx: round(end.x - start.x), dy: round(end.y - start.y), size: round(size) }, milliseconds);
  }

  private drawCheck(now: State): void {
    const centre = now.check === null || !now.highlight.check ? undefined : now.geometry.centres.get(now.check);
    this.layers.check.replaceChildren();
    if (!centre) return;
    this.layers.check.append(
      svg('polygon', {
        class: 'sfb-check',
        points: hexPoints(now.geometry.flatTop, centre),
        fill: `url(#${this.glow})`,
      }),
    );
  }

  private drawTargets(now: State): void {
    const layer = this.layers.targets;
    layer.replaceChildren();
    if (now.question || now.viewOnly) return;
    const source = sourceCell(now);
    if (source !== null && isPremovable(now, source)) {
      if (!now.premovable.showDests || (now.selected === null && now.drag === null)) return;
      layer.setAttribute('class', 'sfb-layer-targets');
      layer.append(...premoveTargets(now, source).map((cell) => drawPremoveTarget(now, cell)));
      return;
    }
    const targets = now.movable.showDests ? targetsFrom(now, source) : new Map<string, LegalMove[]>();
    layer.setAttribute('class', `sfb-layer-targets${now.selected === null && now.drag === null ? ' sfb-faint' : ''}`);
    // The castling under the pointer is previewed in place of the signs that it covers.
    const preview = castlingShown(now);
    const covered = preview?.rook ? [preview.to, ...preview.rook] : [];
    for (const [cell, moves] of targets) {
      const move = moves.find((m) => m.castling) ?? moves[0];
      if (move && !covered.includes(cell)) layer.append(drawTarget(now, cell, move));
    }
    if (preview) layer.append(drawCastlingPreview(now, preview, PIECE_SIZE));
  }

  private drawShapes(before: State | null, now: State, moved: boolean): void {
    const { visible, autoShapes, shapes, brushes } = now.drawable;
    const old = before?.drawable;
    const draw = (list: readonly Shape[]) =>
      list.map((shape) => drawShape(now.geometry, shape, brushes)).filter((e) => e !== null);
    const anew = moved || old?.visible !== visible || old.brushes !== brushes;
    if (anew || old.autoShapes !== autoShapes) {
      this.layers.autoShapes.replaceChildren(...draw(visible ? autoShapes : []));
    }
    if (anew || old.shapes !== shapes || before?.drawing !== now.drawing) {
      const own = [...shapes, ...(now.drawing ? [now.drawing] : [])];
      this.layers.shapes.replaceChildren(...draw(visible ? own : []));
    }
  }

  private drawFocus(now: State): void {
    this.layers.focus.replaceChildren();
    if (!now.focusVisible || now.question || now.viewOnly) return;
    const centre = centreOf(now.geometry, now.focused);
    for (const part of ['outer', 'inner']) {
      this.layers.focus.append(
        svg('polygon', {
          class: `sfb-focus-${part}`,
          points: hexPoints(now.geometry.flatTop, centre, CORNER * 0.93),
        }),
      );
    }
  }

  /** Fades the pieces that are dragged or that a preview shows elsewhere. */
  private fadePieces(now: State): void {
    const faded = fadedPieces(now);
    for (const [cell, { element }] of this.pieces) {
      const mated = now.mate && cell === now.check ? 'sfb-mated' : '';
      setAttribute(element, 'class', faded.get(cell) ?? mated);
    }
  }

  /** Draws the piece under the pointer, and marks the cell below. */
  private drawDrag(before: State | null, now: State): void {
    const { drag, geometry } = now;
    const layer = this.layers.drag;
    if (!drag) {
      layer.replaceChildren();
      return;
    }
    const lifted = drag.touch && now.draggable.magnified;
    if (before?.drag?.from !== drag.from || before.drag.piece !== drag.piece || !layer.lastElementChild) {
      const holder = svg('g', { class: 'sfb-dragged' });
      holder.append(drawPiece(drag.piece, PIECE_SIZE * (lifted ? TOUCH_GROWTH : LIFTED), now));
      layer.replaceChildren(svg('polygon', { class: 'sfb-over' }), holder);
    }
    const over = drag.over !== null && canPut(now, drag.from, drag.over);
    const outline = layer.firstElementChild;
    outline?.setAttribute(
      'points',
      over && drag.over !== null
        ? hexPoints(geometry.flatTop, centreOf(geometry, drag.over), CORNER * (lifted ? 1.25 : 1))
        : '',
    );
    const at: Point = { x: drag.x, y: drag.y - (lifted ? TOUCH_LIFT : 0) };
    // A style, not an attribute, so that the browser moves a layer and draws nothing again.
    const holder = layer.lastElementChild;
    if (holder instanceof SVGElement) holder.style.transform = `translate(${at.x}px, ${at.y}px)`;
  }

  private drawChooser(now: State): void {
    this.layers.chooser.replaceChildren();
    if (!now.question) return;
    const scale = screenScale(this.root.getBoundingClientRect(), now.geometry.viewBox);
    this.layers.chooser.append(drawChooser(now, now.question, scale));
  }
}
