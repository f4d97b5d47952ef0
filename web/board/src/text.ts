import { colourOf, roleOf } from './pieces.js';
import type { BoardText, PieceCode, Role, Shape } from './types.js';

const ROLES: Record<Role, string> = {
  k: 'king',
  q: 'queen',
  r: 'rook',
  b: 'bishop',
  n: 'knight',
  p: 'pawn',
};

function pieceName(piece: PieceCode): string {
  return `${colourOf(piece) === 'w' ? 'white' : 'black'} ${ROLES[roleOf(piece)]}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function shapeName(shape: Shape): string {
  const brush = shape.brush === undefined ? '' : `, ${shape.brush}`;
  return shape.to === undefined ? `Mark on ${shape.from}${brush}` : `Arrow from ${shape.from} to ${shape.to}${brush}`;
}

/** English text catalogue, the default. */
export const ENGLISH: BoardText = {
  board: 'Hexagonal chess board',
  help:
    'Arrow keys go from cell to cell, Enter or Space picks a piece up and puts it down, Escape puts it back. ' +
    'Type the name of a cell to go there. N and P go to the next and the previous piece that can move, or to the cells where the picked-up piece may go. ' +
    'M begins an arrow and ends it, twice on one cell it marks the cell; Delete takes arrows and marks away.',
  cell(info) {
    const parts = [info.cell];
    if (info.piece) parts.push(pieceName(info.piece));
    if (info.check) parts.push('in check');
    if (info.selected) parts.push('picked up');
    if (info.target) {
      if (info.target.castling) parts.push(`castle ${info.target.castling}`);
      else if (info.target.capture) parts.push('capture here');
      else parts.push('move here');
      if (info.target.promotion) parts.push('promotes');
    } else if (info.moves > 0) {
      parts.push(info.moves === 1 ? '1 move' : `${info.moves} moves`);
    }
    if (info.premoveTarget) parts.push('premove here');
    if (info.premove) parts.push('premove');
    if (info.lastMove) parts.push('last move');
    return parts.join(', ');
  },
  selected(cell, piece, targets) {
    const where = targets.length > 0 ? ` It can go to ${targets.join(', ')}.` : '';
    return `${capital(pieceName(piece))} ${cell} picked up.${where}`;
  },
  deselected: 'Put back.',
  moved(info) {
    const parts = [`${capital(pieceName(info.piece))} ${info.from} to ${info.to}`];
    if (info.rook) parts.push(`castling, rook ${info.rook[0]} to ${info.rook[1]}`);
    if (info.captured) parts.push(`takes ${ROLES[roleOf(info.captured)]}`);
    if (info.promotion) parts.push(`becomes a ${ROLES[roleOf(info.promotion)]}`);
    if (info.mate) parts.push('mate');
    else if (info.check) parts.push('check');
    return `${parts.join(', ')}.`;
  },
  position(pieces) {
    const side = (colour: 'w' | 'b') =>
      pieces
        .filter((p) => colourOf(p.piece) === colour)
        .map((p) => `${ROLES[roleOf(p.piece)]} ${p.cell}`)
        .join(', ');
    const white = side('w');
    const black = side('b');
    return [white && `White: ${white}.`, black && `Black: ${black}.`].filter(Boolean).join(' ');
  },
  castling: (name) => `Castling ${name}`,
  promotion: (cell) => `Promotion on ${cell}`,
  promoteTo: (piece) => capital(ROLES[roleOf(piece)]),
  castlingChoice: (cell) => `Which move to ${cell}?`,
  premove: ({ from, to, promotion }) =>
    `Premove ${from} to ${to}${promotion === undefined ? '' : `, becomes a ${ROLES[promotion]}`}.`,
  premoveUnset: 'Premove cancelled.',
  confirm: (from, to) => `Play ${from} to ${to}?`,
  confirmYes: 'Play the move',
  confirmNo: 'Take the move back',
  put: (piece, cell) => `${capital(pieceName(piece))} put on ${cell}.`,
  removed: (piece, cell) => `${capital(pieceName(piece))} removed from ${cell}.`,
  drawingFrom: (cell) => `Drawing from ${cell}.`,
  drawn: (shape) => `${shapeName(shape)}.`,
  erased: (shape) => `${shapeName(shape)}, taken away.`,
  erasedAll: 'Arrows and marks taken away.',
  plainMove: (piece, cell) => `${capital(ROLES[roleOf(piece)])} to ${cell}`,
};
