import type { BoardData } from '../src/index';

const HALF_ROOT = Math.sqrt(3) / 2;

/** Cells as [file, first rank, skewed x, skewed y of the first rank, number of cells]. */
type Span = [file: string, firstRank: number, x: number, y: number, length: number];

const SHAFRAN: Span[] = [
  ['a', 1, 0, 1, 6],
  ['b', 1, 1, 1, 7],
  ['c', 1, 2, 1, 8],
  ['d', 1, 3, 1, 9],
  ['e', 1, 4, 1, 10],
  ['f', 2, 5, 2, 9],
  ['g', 3, 6, 3, 8],
  ['h', 4, 7, 4, 7],
  ['i', 5, 8, 5, 6],
];

const GLINSKI: Span[] = [...'abcdefghikl'].map((file, x) => [file, 1, x, Math.max(1, x - 4), 11 - Math.abs(x - 5)]);

const DE_VASA: Span[] = [...'abcdefghi'].map((file, x) => [file, 1, x, 1, 9]);

function build(flatTop: boolean, spans: Span[]): BoardData {
  const place = (x: number, y: number) =>
    flatTop ? { x: x * HALF_ROOT, y: x / 2 - y } : { x: x - y / 2, y: -y * HALF_ROOT };
  const cells = spans.flatMap(([file, first, x, y, length]) =>
    Array.from({ length }, (_, i) => ({
      name: `${file}${first + i}`,
      ...place(x, y + i),
      colour: ((x + y + i) % 3) as 0 | 1 | 2,
      file,
      rank: first + i,
    })),
  );
  const labels = spans.map(([file, , x, y]) => {
    const first = place(x, y);
    return flatTop
      ? { text: file, x: first.x, y: first.y + 0.74 }
      : { text: file, x: first.x + 0.4, y: first.y + 0.72 };
  });
  const seen = new Set<number>();
  for (const cell of cells) {
    if (seen.has(cell.rank)) continue;
    seen.add(cell.rank);
    labels.push({
      text: String(cell.rank),
      x: cell.x - (flatTop ? 0.66 : 0.72),
      y: cell.y - (flatTop ? 0.38 : 0),
    });
  }
  return { flatTop, cells, labels };
}

/** Boards of the rules page, computed from its coordinates. */
export const shafran = build(true, SHAFRAN);
export const glinski = build(true, GLINSKI);
export const deVasa = build(false, DE_VASA);

/** Parses pieces from a list such as `Ra1 ra6`. */
export function pieces(list: string): { cell: string; piece: string }[] {
  return list.split(' ').map((piece) => ({ piece: piece.charAt(0), cell: piece.slice(1) }));
}

export const SHAFRAN_START = pieces(
  'Ra1 Nb1 Bc1 Qd1 Ke1 Bf2 Ng3 Bh4 Ri5 Pa2 Pb2 Pc2 Pd2 Pe2 Pf3 Pg4 Ph5 Pi6 ' +
    'ri10 nh10 bg10 qf10 ke10 bd9 nc8 bb7 ra6 pi9 ph9 pg9 pf9 pe9 pd8 pc7 pb6 pa5',
);

export const GLINSKI_START = pieces(
  'Kg1 Qe1 Rc1 Ri1 Nd1 Nh1 Bf1 Bf2 Bf3 Pb1 Pc2 Pd3 Pe4 Pf5 Pg4 Ph3 Pi2 Pk1 ' +
    'kg10 qe10 rc8 ri8 nd9 nh9 bf11 bf10 bf9 pb7 pc7 pd7 pe7 pf7 pg7 ph7 pi7 pk7',
);

export const DE_VASA_START = pieces(
  'Ra1 Nb1 Bc1 Qd1 Be1 Kf1 Bg1 Nh1 Ri1 Pa3 Pb3 Pc3 Pd3 Pe3 Pf3 Pg3 Ph3 Pi3 ' +
    'ra9 nb9 bc9 kd9 be9 qf9 bg9 nh9 ri9 pa7 pb7 pc7 pd7 pe7 pf7 pg7 ph7 pi7',
);
