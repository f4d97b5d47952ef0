/** Pictures of positions in the visitor's theme: the board, and the players around it. */

import { circlePath, placed, sceneOf } from '../../../../board/src/scene';
import type { Scene, SceneColours, SceneItem } from '../../../../board/src/scene';
import type { BoardData, PiecesInput, Shape } from '../../../../board/src/index';
import type { PieceStyle } from '../../../../board/src/pieces';
import { otherSide } from '../../domain/moves';
import type { Side } from '../../generated/types';

/** Position in a picture. */
export interface Moment {
  pieces: PiecesInput;
  lastMove: readonly [from: string, to: string] | null;
  /** The cell of a king in check. */
  check: string | null;
  shapes?: readonly Shape[];
}

/** Text at a player's side. */
export interface PlayerLine {
  name: string;
  /** Rating or level; may be empty. */
  detail: string;
  /** Points at the end of the game, such as `½`; may be empty. */
  points: string;
}

/** The colours around the board. */
export interface Surroundings {
  ground: string;
  text: string;
  muted: string;
}

export interface PictureOptions {
  board: BoardData;
  orientation: Side;
  coordinates: boolean;
  /** Players; `null` for a picture of the board alone. */
  players: Readonly<Record<Side, PlayerLine>> | null;
  style: PieceStyle;
  colours: SceneColours;
  surroundings: Surroundings;
}

/** Width of every picture in its own units. */
const WIDTH = 720;
const MARGIN = 20;
const BAR = 52;
/** Largest ratio of height to width. Higher boards get more room at their sides. */
const MAX_ASPECT = 1.25;

/** Returns a scene of a position with players and result. Scenes with equal options have equal sizes. */
export function pictureOf(moment: Moment, options: PictureOptions): Scene {
  const { board, orientation, coordinates, players, style, colours, surroundings } = options;
  const { pieces, lastMove, check, shapes } = moment;
  const scene = sceneOf({
    board,
    pieces,
    colours,
    orientation,
    coordinates: coordinates ? 'outside' : false,
    lastMove,
    check,
    shapes: shapes ?? [],
    style,
  });
  const bar = players ? BAR : 0;
  const room = WIDTH - 2 * MARGIN;
  const scale = Math.min(room / scene.box.width, (room * MAX_ASPECT) / scene.box.height);
  const boardWidth = scene.box.width * scale;
  const boardHeight = scene.box.height * scale;
  const height = Math.round(boardHeight + 2 * MARGIN + 2 * bar);
  const other = otherSide(orientation);
  const lines = players
    ? [
        ...playerItems(players[other], other, MARGIN + bar / 2 - 6, options),
        ...playerItems(players[orientation], orientation, height - MARGIN - bar / 2 + 6, options),
      ]
    : [];
  return {
    box: { x: 0, y: 0, width: WIDTH, height },
    items: [
      { kind: 'path', d: `M0 0h${WIDTH}v${height}H0z`, fill: surroundings.ground },
      ...placed(scene, (WIDTH - boardWidth) / 2, MARGIN + bar, scale),
      ...lines,
    ],
  };
}

/** Maximum length in characters of a name next to the points. */
const MAX_NAME_LENGTH = 36;

function playerItems(line: PlayerLine, side: Side, y: number, options: PictureOptions): SceneItem[] {
  const { colours, surroundings } = options;
  const disc = colours[side === 'w' ? 'white' : 'black'];
  const name = line.name.length > MAX_NAME_LENGTH ? `${line.name.slice(0, MAX_NAME_LENGTH - 1)}…` : line.name;
  const text = { kind: 'text', y, size: 26 } as const;
  const items: SceneItem[] = [
    {
      kind: 'path',
      d: circlePath({ x: MARGIN + 10, y }, 9),
      fill: disc.fill,
      stroke: { colour: side === 'w' ? disc.stroke : surroundings.muted, width: 3 },
    },
    { ...text, text: name, x: MARGIN + 32, fill: surroundings.text, bold: true, anchor: 'start' },
  ];
  const end = line.points || line.detail;
  if (end) {
    const fill = line.points ? surroundings.text : surroundings.muted;
    items.push({ ...text, text: end, x: WIDTH - MARGIN, fill, bold: line.points !== '', anchor: 'end' });
  }
  return items;
}
