import css from './board.css?inline';
import { createBoard, PIECE_SETS } from './index.js';
import type { BoardApi, Config, PieceSet } from './index.js';
import { readFen, readPieces, VARIANTS, variantById, writePlacement } from './variants.js';
import type { BoardVariant } from './variants.js';
import { ENGLISH_LETTERS } from './pieces.js';
import type { PieceCode, Shape } from './types.js';

/** Detail of the event `move`. */
export interface HexMove {
  from: string;
  to: string;
  /** Captured piece, or null. */
  captured: PieceCode | null;
  /** UCI notation of the move, if the legal moves were set with `api.set`; otherwise null. */
  uci: string | null;
}

/** Detail of the event `select`: the cell of the picked-up piece, or null when it was put back. */
export interface HexSelect {
  cell: string | null;
}

const ATTRIBUTES = [
  'variant',
  'fen',
  'position',
  'orientation',
  'coordinates',
  'last-move',
  'check',
  'arrows',
  'pieces',
  'letters',
  'theme',
  'view-only',
  'label',
] as const;

type Attribute = (typeof ATTRIBUTES)[number];

const SIZE = `hex-board { display: block; }
hex-board > .sfb { aspect-ratio: var(--sfb-aspect); }
hex-board > [role='alert'] { margin: 0; padding: 1em; border: 1px solid currentcolor; font: 1em/1.4 system-ui, sans-serif; }`;

/** Documents that have the style sheet. */
const styled = new WeakSet<Document>();

/**
 * Adds the style sheet to the page once. Strict content policies allow a constructed sheet; browsers without those get a style
 * element.
 */
function addStyles(document: Document): void {
  if (styled.has(document)) return;
  styled.add(document);
  const text = `${css}\n${SIZE}`;
  if (!('adoptedStyleSheets' in document)) {
    const element = (document as Document).createElement('style');
    element.textContent = text;
    (document as Document).head.append(element);
    return;
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Base class of the element. A server that renders pages has no `HTMLElement`, but can still import this module. */
const Base = typeof HTMLElement === 'undefined' ? (Object as unknown as typeof HTMLElement) : HTMLElement;

/**
 * `<hex-board variant="glinski"></hex-board>`: a board with the start position, or the one of `fen` or `position`, whose pieces
 * can be moved freely unless it is `view-only`.
 *
 * The board is in the page itself, not in a shadow tree, so that its focus and descriptions are the page's, and the page's custom
 * properties apply to it.
 */
export class HexBoardElement extends Base {
  static readonly observedAttributes: readonly string[] = ATTRIBUTES;

  #holder: HTMLElement | null = null;
  #api: BoardApi | null = null;
  #variant: BoardVariant | null = null;
  /** Legal move being played. */
  #uci: string | null = null;

  /** API of the board, for everything that attributes do not cover; null outside of a page, and while an attribute is invalid. */
  get api(): BoardApi | null {
    return this.#api;
  }

  /** Current pieces as the placement of a FEN; empty if there is no board. */
  get placement(): string {
    return this.#api && this.#variant ? writePlacement(this.#variant, this.#api.pieces()) : '';
  }

  connectedCallback(): void {
    addStyles(this.ownerDocument);
    this.#draw();
  }

  disconnectedCallback(): void {
    this.#remove();
  }

  attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    if (!this.isConnected || old === value) return;
    const attribute = name as Attribute;
    if (!this.#api || attribute === 'variant') {
      this.#draw();
      return;
    }
    if (attribute === 'theme') {
      this.#theme();
      return;
    }
    this.#orExplain(() => this.#api?.set(this.#options(this.#chosenVariant(), attribute)));
  }

  #takeUci(): string | null {
    const uci = this.#uci;
    this.#uci = null;
    return uci;
  }

  #draw(): void {
    this.#remove();
    this.#orExplain(() => {
      const variant = this.#chosenVariant();
      const options = this.#options(variant, null);
      const holder = this.ownerDocument.createElement('div');
      this.#holder = holder;
      this.append(holder);
      this.#variant = variant;
      this.#theme();
      this.#api = createBoard(holder, {
        ...options,
        board: variant.board,
        movable: {
          free: true,
          events: { after: (from, to, captured) => this.#tell('move', { from, to, captured, uci: this.#takeUci() }) },
        },
        // Before `after`, and only for legal moves.
        onMove: ({ uci }) => (this.#uci = uci),
        onSelect: (cell) => this.#tell('select', { cell }),
      });
    });
  }

  /** Applies attributes; shows the error in place of the board if one is invalid. */
  #orExplain(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof RangeError || error instanceof SyntaxError)) throw error;
      this.#remove();
      this.#holder = this.ownerDocument.createElement('p');
      this.#holder.setAttribute('role', 'alert');
      this.#holder.textContent = `hex-board: ${error.message}`;
      this.append(this.#holder);
    }
  }

  #remove(): void {
    this.#api?.destroy();
    this.#api = null;
    this.#variant = null;
    this.#holder?.remove();
    this.#holder = null;
  }

  #theme(): void {
    const theme = this.getAttribute('theme');
    if (theme === null) this.#holder?.removeAttribute('data-board-theme');
    else this.#holder?.setAttribute('data-board-theme', theme);
  }

  #chosenVariant(): BoardVariant {
    return variantById(this.getAttribute('variant') ?? VARIANTS[0]?.id ?? '');
  }

  /** Returns the options for all attributes, or for one of them. */
  #options(variant: BoardVariant, only: Attribute | null): Partial<Config> {
    const wanted = (...names: Attribute[]) => only === null || names.includes(only);
    const options: Partial<Config> = {};
    if (wanted('fen', 'position')) Object.assign(options, this.#position(variant));
    if (wanted('orientation')) options.orientation = /^b/i.test(this.getAttribute('orientation') ?? '') ? 'b' : 'w';
    if (wanted('coordinates')) options.coordinates = coordinates(this.getAttribute('coordinates'));
    if (wanted('last-move')) {
      const [from, to] = cellsOf(variant, this.getAttribute('last-move'));
      options.lastMove = from !== undefined && to !== undefined ? [from, to] : null;
    }
    if (wanted('check')) options.check = cellsOf(variant, this.getAttribute('check'))[0] ?? null;
    if (wanted('arrows')) options.drawable = { autoShapes: shapes(variant, this.getAttribute('arrows')) };
    if (wanted('pieces')) options.pieceSet = pieceSet(this.getAttribute('pieces'));
    if (wanted('letters')) options.pieceLetters = letters(this.getAttribute('letters'));
    if (wanted('view-only')) options.viewOnly = this.hasAttribute('view-only');
    if (wanted('label')) options.label = this.getAttribute('label') ?? '';
    return options;
  }

  #position(variant: BoardVariant): Pick<Config, 'pieces' | 'turn'> {
    const list = this.getAttribute('position');
    const fen = this.getAttribute('fen');
    if (fen === null && list !== null) return { pieces: readPieces(variant, list), turn: 'w' };
    return readFen(variant, fen ?? variant.start);
  }

  #tell(type: 'move', detail: HexMove): void;
  #tell(type: 'select', detail: HexSelect): void;
  #tell(type: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }
}

function coordinates(value: string | null): Config['coordinates'] {
  if (value === null || value === '' || value === 'outside') return 'outside';
  if (value === 'inside' || value === 'all') return value;
  if (value === 'none') return false;
  throw new RangeError(`coordinates are "outside", "inside", "all" or "none", not "${value}"`);
}

function pieceSet(value: string | null): PieceSet {
  const found = PIECE_SETS.find((name) => name === (value ?? 'classic'));
  if (found === undefined) throw new RangeError(`pieces are ${PIECE_SETS.join(', ')}, not "${value}"`);
  return found;
}

/** Returns the six letters for king, queen, rook, bishop, knight and pawn, given with spaces between them. */
function letters(value: string | null): Config['pieceLetters'] {
  if (value === null) return ENGLISH_LETTERS;
  const parts = value.trim().split(/\s+/);
  const [k, q, r, b, n, p] = parts;
  if (parts.length !== 6 || !k || !q || !r || !b || !n || !p) {
    throw new SyntaxError('letters are six, with spaces between: king, queen, rook, bishop, knight, pawn');
  }
  return { k, q, r, b, n, p };
}

/** Returns the cells in a text such as `e2e4` or `e2 e4`. */
function cellsOf(variant: BoardVariant, text: string | null): string[] {
  const found = (text ?? '').match(/[a-z]\d+/g) ?? [];
  const cells = new Set(variant.rows.flat());
  const wrong = found.find((cell) => !cells.has(cell));
  if (wrong !== undefined || found.join('') !== (text ?? '').replace(/[\s,-]+/g, '')) {
    throw new SyntaxError(`"${wrong ?? text}" is no cell of ${variant.name}`);
  }
  return found;
}

/** Parses arrows and marks such as `e2e4 d4:red`: two cells are an arrow, one cell a mark; the brush follows a colon. */
function shapes(variant: BoardVariant, text: string | null): Shape[] {
  return (text ?? '')
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((part) => {
      const [cells = '', brush] = part.split(':');
      const [from, to] = cellsOf(variant, cells);
      if (from === undefined) throw new SyntaxError(`"${part}" is no arrow, such as e2e4 or e2e4:red`);
      const shape: Shape = { from };
      if (to !== undefined) shape.to = to;
      if (brush) shape.brush = brush;
      return shape;
    });
}

declare global {
  interface HTMLElementTagNameMap {
    'hex-board': HexBoardElement;
  }
}

if (typeof customElements !== 'undefined' && !customElements.get('hex-board'))
  customElements.define('hex-board', HexBoardElement);
