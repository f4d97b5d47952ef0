/**
 * Still picture of a position that contains its colours and needs no page around it. The same scene is written as SVG and painted
 * on a canvas.
 */

import { brushOf } from './draw.js';
import {
  boardPath,
  centreOf,
  CONTACT,
  CORNER,
  corners,
  hexPath,
  layOut,
  PIECE_SIZE,
  round,
  UNIT,
  upperEdges,
} from './geometry.js';
import type { Box, Geometry, Point } from './geometry.js';
import { CLASSIC, colourOf, pieceDrawing, roleOf } from './pieces.js';
import type { PieceStyle } from './pieces.js';
import { arrowPath } from './shapes.js';
import { piecesByCell } from './state.js';
import type { BoardData, Colour, Coordinates, PieceCode, PiecesInput, Shape } from './types.js';

/** Colours of a theme, as in `theme.json`: six hexadecimal digits each. Others are not used. */
export interface SceneColours {
  readonly cell0: string;
  readonly cell1: string;
  readonly cell2: string;
  readonly frame: string;
  readonly label: string;
  readonly 'label-inside': string;
  readonly white: PieceColours;
  readonly black: PieceColours;
  readonly last: string;
  readonly check: string;
  readonly accent: string;
  readonly red: string;
  readonly green: string;
  readonly blue: string;
  readonly yellow: string;
}

export interface PieceColours {
  readonly fill: string;
  readonly stroke: string;
  readonly detail: string;
}

/** Content of a picture of a position. */
export interface SceneOptions {
  board: BoardData;
  pieces: PiecesInput;
  colours: SceneColours;
  /** Side at the bottom; defaults to White. */
  orientation?: Colour;
  /** Rotation, as in the board's option. */
  rotation?: number;
  /** Place of the coordinates; defaults to `outside`. */
  coordinates?: Coordinates | false;
  lastMove?: readonly [from: string, to: string] | null;
  /** The cell of a king in check. */
  check?: string | null;
  shapes?: readonly Shape[];
  style?: PieceStyle;
}

interface Stroke {
  readonly colour: string;
  readonly width: number;
  readonly opacity?: number;
}

/** Item to draw, in the scene's coordinates. */
export type SceneItem =
  | {
      readonly kind: 'path';
      readonly d: string;
      readonly fill?: string;
      /** Drawn below the fill. */
      readonly stroke?: Stroke;
      readonly opacity?: number;
      /** Scale around (0, 0), applied before the translation. */
      readonly place?: Point & { readonly scale: number };
    }
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly x: number;
      /** Middle of the line. */
      readonly y: number;
      readonly size: number;
      readonly fill: string;
      readonly bold?: boolean;
      /** Alignment; defaults to `middle`. */
      readonly anchor?: 'start' | 'middle' | 'end';
      /** Clockwise rotation in degrees. */
      readonly turn?: number;
      readonly opacity?: number;
    };

/** Items from the bottom up, and the visible part of the plane. */
export interface Scene {
  readonly box: Box;
  readonly items: readonly SceneItem[];
}

/** Size of coordinates, in drawing units. */
const LABEL_SIZE = 24;
const SMALL_LABEL_SIZE = 17;
const INK = '#2e2419';
const PAPER = '#fffdf8';

/** Mixes two colours, each as `#rrggbb`; `share` is that of the first. */
export function mix(first: string, share: number, second: string): string {
  const part = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  return `#${[1, 3, 5]
    .map((at) => Math.round(part(first, at) * share + part(second, at) * (1 - share)))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`;
}

/** Returns a position as a scene. */
export function sceneOf(options: SceneOptions): Scene {
  const { board, colours, orientation = 'w', rotation = 0, coordinates = 'outside', style = CLASSIC } = options;
  const geometry = layOut(board, orientation, coordinates, rotation);
  return {
    box: geometry.viewBox,
    items: [
      ...cellItems(geometry, board, options),
      ...labelItems(geometry, colours),
      ...pieceItems(geometry, options.pieces, colours, style),
      ...(options.shapes ?? []).flatMap((shape) => shapeItems(geometry, shape, colours)),
    ],
  };
}

function cellItems(geometry: Geometry, board: BoardData, options: SceneOptions): SceneItem[] {
  const { colours, lastMove, check } = options;
  const byFill = new Map<string, Point[]>();
  for (const { name, colour } of board.cells) {
    const tone = colours[`cell${colour}`];
    let fill = tone;
    if (name === check) fill = mix(colours.check, 0.8, tone);
    else if (lastMove?.includes(name)) fill = mix(colours.last, 0.62, tone);
    const centres = byFill.get(fill) ?? [];
    centres.push(centreOf(geometry, name));
    byFill.set(fill, centres);
  }
  const d = boardPath(geometry);
  const rim = rimOf(colours.frame).map(({ colour, width, down }): SceneItem => ({
    kind: 'path',
    d,
    stroke: { colour, width },
    place: { x: 0, y: down, scale: 1 },
  }));
  const light: SceneItem = {
    kind: 'path',
    d: upperEdges(geometry.flatTop, geometry.centres.values()),
    stroke: { colour: '#ffffff', width: 2.2, opacity: 0.38 },
  };
  const cells = [...byFill].map(([fill, centres]): SceneItem => ({
    kind: 'path',
    d: hexPath(geometry.flatTop, centres),
    fill,
    stroke: { colour: mix(colours.frame, 0.22, fill), width: 1.2 },
  }));
  return [...rim, ...cells, light];
}

/** Returns the strokes of the rim, from the bottom up, as the board's style sheet has them: shade, light, wood, line. */
function rimOf(frame: string): { colour: string; width: number; down: number }[] {
  return [
    { colour: mix(frame, 0.7, '#000000'), width: 22, down: 2.5 },
    { colour: mix(frame, 0.62, '#ffffff'), width: 22, down: -1.5 },
    { colour: frame, width: 20, down: 0 },
    { colour: mix(frame, 0.62, '#000000'), width: 6, down: 0 },
  ];
}

/** Returns the shadow at a piece's foot, of ellipses, since a scene has no gradients. */
function contactOf({ x, y }: Point): SceneItem[] {
  return [0.9, 0.68, 0.46].map((part) => {
    const [rx, ry] = [round(CONTACT.rx * part), round(CONTACT.ry * part)];
    const d = `M${round(x - rx)} ${round(y + CONTACT.cy)}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;
    return { kind: 'path', d, fill: '#1d1208', opacity: 0.13 };
  });
}

function labelItems(geometry: Geometry, colours: SceneColours): SceneItem[] {
  return geometry.labels.map(({ text, x, y, turn, where }) => ({
    kind: 'text',
    text,
    x,
    y,
    size: where === 'all' ? SMALL_LABEL_SIZE : LABEL_SIZE,
    fill: where === 'outside' ? colours.label : colours['label-inside'],
    bold: true,
    turn,
  }));
}

function pieceItems(geometry: Geometry, input: PiecesInput, colours: SceneColours, style: PieceStyle): SceneItem[] {
  return [...piecesByCell(input)].flatMap(([cell, piece]) => {
    const centre = geometry.centres.get(cell);
    return centre ? onePiece(piece, centre, colours, style) : [];
  });
}

function onePiece(piece: PieceCode, centre: Point, colours: SceneColours, style: PieceStyle): SceneItem[] {
  const { size, body, details, letter } = pieceDrawing(roleOf(piece), style);
  const { fill, stroke, detail } = colours[colourOf(piece) === 'w' ? 'white' : 'black'];
  const scale = PIECE_SIZE / size;
  const place = {
    x: round(centre.x - (scale * size) / 2),
    y: round(centre.y - (scale * size) / 2),
    scale: round4(scale),
  };
  const items: SceneItem[] = [
    ...contactOf(centre),
    { kind: 'path', d: body, fill, stroke: { colour: stroke, width: 7 }, place },
  ];
  if (details) {
    const line = letter ? { width: 2.4, opacity: 0.35 } : { width: 3.6 };
    items.push({ kind: 'path', d: details, stroke: { colour: detail, ...line }, place });
  }
  if (letter) {
    const { text, size: height } = letter;
    items.push({ kind: 'text', text, ...centre, size: round(height * scale), fill: detail, bold: true });
  }
  return items;
}

const BRUSHES = ['accent', 'red', 'green', 'blue', 'yellow'] as const;

function shapeItems(geometry: Geometry, shape: Shape, colours: SceneColours): SceneItem[] {
  const from = geometry.centres.get(shape.from);
  const to = shape.to === undefined || shape.to === shape.from ? from : geometry.centres.get(shape.to);
  if (!from || !to) return [];
  const colour = colours[BRUSHES.find((name) => name === brushOf(shape)) ?? 'blue'];
  const width = shape.modifiers?.lineWidth;
  const items: SceneItem[] = [];
  if (from !== to) {
    const stroke = { colour: INK, width: 3 };
    items.push({ kind: 'path', d: arrowPath(from, to, width), fill: colour, stroke, opacity: 0.82 });
  } else if (shape.dot) {
    items.push({ kind: 'path', d: circlePath(from, UNIT * 0.14), fill: colour, stroke: { colour: INK, width: 7 } });
  } else {
    const corner = corners(geometry.flatTop, CORNER * 0.86).map(
      ({ x, y }) => `${round(from.x + x)} ${round(from.y + y)}`,
    );
    const stroke = { colour, width: width === undefined ? 9 : width / 2 };
    items.push({ kind: 'path', d: `M${corner.join('L')}Z`, stroke, opacity: 0.9 });
  }
  if (shape.label) {
    items.push(
      { kind: 'path', d: circlePath(to, UNIT * 0.2), fill: colour, stroke: { colour: PAPER, width: 6 } },
      { kind: 'text', text: shape.label, ...to, size: 21, fill: INK, bold: true },
    );
  }
  return items;
}

/** Returns the `d` attribute of a circle. */
export function circlePath({ x, y }: Point, radius: number): string {
  const r = round(radius);
  return `M${round(x - r)} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/** Returns a scene moved and scaled for use in another. */
export function placed(scene: Scene, x: number, y: number, scale: number): SceneItem[] {
  const at = (p: Point) => ({ x: round(x + (p.x - scene.box.x) * scale), y: round(y + (p.y - scene.box.y) * scale) });
  return scene.items.map((item) => {
    if (item.kind === 'text') return { ...item, ...at(item), size: round(item.size * scale) };
    const place = item.place ?? { x: 0, y: 0, scale: 1 };
    return { ...item, place: { ...at(place), scale: place.scale * scale } };
  });
}

const FONT = 'system-ui, sans-serif';

function escape(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replaceAll(/[&<>"]/g, (character) => names[character] ?? '');
}

function attributes(values: Record<string, string | number | undefined>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escape(String(value))}"`)
    .join('');
}

/**
 * Returns a scene as an SVG file, `width` pixels wide; without a width it fills its container. `title` is its accessible name.
 */
export function sceneSvg(scene: Scene, title: string, width?: number): string {
  const { x, y, width: w, height: h } = scene.box;
  const size = width === undefined ? {} : { width, height: Math.round((width * h) / w) };
  const head = attributes({
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `${x} ${y} ${w} ${h}`,
    ...size,
    role: 'img',
  });
  return `<svg${head}><title>${escape(title)}</title>${scene.items.map(itemSvg).join('')}</svg>`;
}

function itemSvg(item: SceneItem): string {
  if (item.kind === 'text') {
    const { text, x, y, size, fill, bold, anchor = 'middle', turn, opacity } = item;
    const shown = attributes({
      x,
      y,
      fill,
      opacity,
      'font-family': FONT,
      'font-size': size,
      'font-weight': bold ? 600 : undefined,
      'text-anchor': anchor,
      'dominant-baseline': 'central',
      transform: turn ? `rotate(${turn} ${x} ${y})` : undefined,
    });
    return `<text${shown}>${escape(text)}</text>`;
  }
  const { d, fill = 'none', stroke, opacity, place } = item;
  const line = stroke && {
    stroke: stroke.colour,
    'stroke-width': stroke.width,
    'stroke-opacity': stroke.opacity,
    'stroke-linejoin': 'round',
    'stroke-linecap': 'round',
    'paint-order': fill === 'none' ? undefined : 'stroke',
  };
  const transform = place && `translate(${place.x} ${place.y}) scale(${round4(place.scale)})`;
  return `<path${attributes({ d, fill, opacity, ...line, transform })}/>`;
}

function round4(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}

/** Canvas context of the page or of a worker. */
export type Canvas2D = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Painter of scenes on canvases; outlines are parsed once. */
export class ScenePainter {
  private readonly paths = new Map<string, Path2D>();

  /** Paints a scene so that its box fills a canvas of this width, in pixels. */
  paint(context: Canvas2D, scene: Scene, width: number): void {
    const scale = width / scene.box.width;
    context.save();
    context.setTransform(scale, 0, 0, scale, -scene.box.x * scale, -scene.box.y * scale);
    for (const item of scene.items) {
      context.save();
      context.globalAlpha = item.opacity ?? 1;
      if (item.kind === 'text') paintText(context, item);
      else this.paintPath(context, item);
      context.restore();
    }
    context.restore();
  }

  private paintPath(context: Canvas2D, item: SceneItem & { kind: 'path' }): void {
    const { d, fill, stroke, place } = item;
    let path = this.paths.get(d);
    if (!path) this.paths.set(d, (path = new Path2D(d)));
    if (place) {
      context.translate(place.x, place.y);
      context.scale(place.scale, place.scale);
    }
    if (stroke) {
      context.lineJoin = 'round';
      context.lineCap = 'round';
      context.lineWidth = stroke.width;
      context.strokeStyle = stroke.colour;
      const alpha = context.globalAlpha;
      context.globalAlpha = alpha * (stroke.opacity ?? 1);
      context.stroke(path);
      context.globalAlpha = alpha;
    }
    if (fill === undefined) return;
    context.fillStyle = fill;
    context.fill(path);
  }
}

function paintText(context: Canvas2D, item: SceneItem & { kind: 'text' }): void {
  const { text, x, y, size, fill, bold, anchor = 'middle', turn = 0 } = item;
  context.translate(x, y);
  context.rotate((turn * Math.PI) / 180);
  context.font = `${bold ? 600 : 400} ${size}px ${FONT}`;
  context.textAlign = anchor === 'middle' ? 'center' : anchor === 'start' ? 'left' : 'right';
  context.textBaseline = 'middle';
  context.fillStyle = fill;
  context.fillText(text, 0, 0);
}
