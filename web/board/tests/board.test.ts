// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBoard, ENGLISH, type BoardApi, type Config, type LegalMove } from '../src/index';
import { RIM } from '../src/render';
import { deVasa, glinski, GLINSKI_START, pieces, shafran, SHAFRAN_START } from './boards';

const PROMOTIONS = (['q', 'r', 'b', 'n'] as const).map((promotion) => ({
  uci: `d8d9${promotion}`,
  from: 'd8',
  to: 'd9',
  promotion,
}));
const MOVES: LegalMove[] = [
  { uci: 'e2e3', from: 'e2', to: 'e3' },
  { uci: 'e2e5', from: 'e2', to: 'e5' },
  { uci: 'e1b1', from: 'e1', to: 'b1', castling: 'Q-0-0-0', rook: ['a1', 'c1'] },
  { uci: 'e1c1', from: 'e1', to: 'c1', castling: 'Q-0-0', rook: ['a1', 'd1'] },
  { uci: 'i5i9', from: 'i5', to: 'i9', capture: 'i9' },
  ...PROMOTIONS,
];
const POSITION = 'Ra1 Ke1 Pe2 Ri5 Pd8 ri9 ke10';

let host: HTMLElement;
let board: BoardApi;
const onMove = vi.fn<(move: LegalMove) => void>();
const onSelect = vi.fn<(cell: string | null) => void>();
const onChange = vi.fn<(shapes: readonly object[]) => void>();

function open(config: Partial<Config> = {}): void {
  board = createBoard(host, {
    board: shafran,
    pieces: pieces(POSITION),
    moves: MOVES,
    onMove,
    onSelect,
    drawable: { onChange },
    ...config,
  });
}

const $ = (selector: string) => host.querySelector<SVGElement>(selector);
const all = (selector: string) => [...host.querySelectorAll<SVGElement>(selector)];
const cell = (name: string) => $(`[data-cell="${name}"]`) as SVGElement;
const said = () => host.querySelector('[role=status]')?.textContent;
const label = (element: Element | null) => element?.getAttribute('aria-label');

function press(...keys: string[]): void {
  for (const key of keys) {
    const code = /^[a-z]$/.test(key) ? `Key${key.toUpperCase()}` : key;
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }));
  }
}

beforeEach(() => {
  document.body.innerHTML = '<div></div>';
  host = document.body.firstElementChild as HTMLElement;
});

afterEach(() => {
  board.destroy();
  vi.clearAllMocks();
});

describe('for screen readers', () => {
  it('names every cell of every board, and gives one of them to Tab', () => {
    for (const [data, start] of [
      [shafran, SHAFRAN_START],
      [glinski, GLINSKI_START],
      [deVasa, []],
    ] as const) {
      open({ board: data, pieces: start, moves: [] });
      expect(all('[data-cell]')).toHaveLength(data.cells.length);
      expect(all('[data-cell]').every((c) => label(c)?.startsWith(c.dataset['cell'] ?? '?'))).toBe(true);
      expect(all('[tabindex="0"]')).toHaveLength(1);
      board.destroy();
    }
    open();
  });

  it('says what stands on a cell and how many ways it has', () => {
    open();
    expect(label(cell('e2'))).toBe('e2, white pawn, 2 moves');
    expect(label(cell('d8'))).toBe('d8, white pawn, 1 move');
    expect(label(cell('i9'))).toBe('i9, black rook');
    expect(label(cell('e5'))).toBe('e5');
  });

  it('says where the picked-up piece may go, castling by its name', () => {
    open();
    board.focus('e1');
    press('Enter');
    expect(said()).toBe('White king e1 picked up. It can go to b1, c1.');
    expect(label(cell('b1'))).toBe('b1, castle Q-0-0-0');
    expect(label(cell('c1'))).toBe('c1, castle Q-0-0');
    expect(cell('b1').querySelector('title')?.textContent).toBe('Castling Q-0-0-0');
    expect(cell('c1').querySelector('title')?.textContent).toBe('Castling Q-0-0');
  });

  it('announces a move when the new position comes', () => {
    open();
    board.set({
      pieces: pieces('Ra1 Ke1 Pe2 Ri9 Pd8 ke10'),
      lastMove: ['i5', 'i9'],
      check: 'e10',
      turn: 'b',
      moves: [],
    });
    expect(said()).toBe('White rook i5 to i9, takes rook, check.');
    expect(label(cell('e10'))).toBe('e10, black king, in check');
    expect(label(cell('i5'))).toBe('i5, last move');
  });

  it('takes a click that comes without a pointer', () => {
    open();
    cell('e2').dispatchEvent(new MouseEvent('click', { bubbles: true }));
    cell('e5').dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(onMove).toHaveBeenCalledExactlyOnceWith(MOVES[1]);
  });

  it('speaks the language that it is given', () => {
    open({ text: { ...ENGLISH, board: 'Доска', cell: ({ cell: name }) => `поле ${name}` } });
    expect(label($('svg'))).toBe('Доска');
    expect(label(cell('a1'))).toBe('поле a1');
    board.set({ text: ENGLISH });
    expect(label(cell('a1'))).toBe('a1, white rook');
  });

  it('describes a diagram as one picture without anything to focus', () => {
    open({ viewOnly: true, label: 'Castling' });
    expect($('svg')?.getAttribute('role')).toBe('img');
    expect(label($('svg'))).toBe(
      'Castling. White: rook a1, king e1, pawn e2, rook i5, pawn d8. Black: rook i9, king e10.',
    );
    expect(all('[tabindex]')).toHaveLength(0);
  });
});

describe('a move that is not possible', () => {
  const onRefuse = vi.fn<(from: string, to: string) => void>();

  it('is reported with both cells, and the piece goes back', () => {
    open({ onRefuse });
    board.focus('e2');
    press('Enter');
    cell('e6').dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(onRefuse).toHaveBeenCalledExactlyOnceWith('e2', 'e6');
    expect(onSelect.mock.calls).toEqual([['e2'], [null]]);
    expect(onMove).not.toHaveBeenCalled();
  });

  it('leaves the keys N and P to the pieces that have moves', () => {
    open({ onRefuse });
    board.focus('e2');
    const stops = new Set<string | undefined>();
    for (let presses = 0; presses < 8; presses++) {
      press('n');
      stops.add((document.activeElement as SVGElement | null)?.dataset['cell']);
    }
    expect([...stops].sort()).toEqual(['d8', 'e1', 'e2', 'i5']);
  });

  it('can be tried with a piece that has no move, if the page asks for it', () => {
    open({ onRefuse });
    cell('a1').dispatchEvent(new MouseEvent('click', { bubbles: true }));
    cell('a6').dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(onRefuse).toHaveBeenCalledExactlyOnceWith('a1', 'a6');
    board.set({ onRefuse: null });
    cell('a1').dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(onSelect.mock.lastCall).toEqual([null]);
  });

  it('is not one when the picked-up piece is put back or another one is picked up', () => {
    open({ onRefuse });
    for (const name of ['e2', 'e2', 'e2', 'e1']) {
      cell(name).dispatchEvent(new MouseEvent('click', { bubbles: true }));
    }
    expect(onRefuse).not.toHaveBeenCalled();
  });
});

describe('by keyboard', () => {
  it('moves a piece', () => {
    open();
    board.focus('e2');
    press('Enter', 'w', 'w', 'w', ' ');
    expect(onSelect.mock.calls).toEqual([['e2'], [null]]);
    expect(onMove).toHaveBeenCalledExactlyOnceWith(MOVES[1]);
  });

  it('keeps the tab stop where the focus is', () => {
    open();
    board.focus('a1');
    press('ArrowUp', 'ArrowRight');
    expect(label(document.activeElement)).toBe('b3');
    expect(all('[tabindex="0"]')).toEqual([document.activeElement]);
    press('e', '1', '0');
    expect(label(document.activeElement)).toBe('e10, black king');
  });

  it('shows a ring, and where the piece under it goes', () => {
    open();
    board.focus('e2');
    expect(all('.sfb-focus-inner')).toHaveLength(1);
    expect(all('[data-target]').map((t) => t.dataset['target'])).toEqual(['e3', 'e5']);
    (document.activeElement as unknown as HTMLElement).blur();
    expect(all('.sfb-focus-inner')).toHaveLength(0);
    expect(all('[data-target]')).toHaveLength(0);
  });

  it('puts a piece back with Escape, and leaves Escape to the page when there is none', () => {
    open();
    const page = vi.fn<(event: KeyboardEvent) => void>();
    document.body.addEventListener('keydown', page);
    board.focus('e2');
    press('Enter', 'Escape');
    expect(cell('e2').classList.contains('sfb-selected')).toBe(false);
    expect(page.mock.lastCall?.[0].defaultPrevented).toBe(true);
    press('Escape');
    expect(page.mock.lastCall?.[0].defaultPrevented).toBe(false);
    document.body.removeEventListener('keydown', page);
  });

  it('leaves Tab to the browser', () => {
    open();
    board.focus('e2');
    const tab = new KeyboardEvent('keydown', { key: 'Tab', code: 'Tab', bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(tab);
    expect(tab.defaultPrevented).toBe(false);
  });
});

describe('promotion', () => {
  function ask(): void {
    open();
    board.focus('d8');
    press('Enter', 'ArrowUp', 'Enter');
  }

  it('shows four choices with the focus on the queen', () => {
    ask();
    expect(label($('[role=dialog]'))).toBe('Promotion on d9');
    expect(all('[data-promotion]').map(label)).toEqual(['Queen', 'Knight', 'Rook', 'Bishop']);
    expect(label(document.activeElement)).toBe('Queen');
    expect(onMove).not.toHaveBeenCalled();
  });

  it('takes the choice, by arrows or by letter', () => {
    ask();
    press('ArrowDown', 'Enter');
    expect(onMove.mock.lastCall?.[0].uci).toBe('d8d9n');
    expect(label(document.activeElement)?.startsWith('d9')).toBe(true);
    board.destroy();
    ask();
    press('b');
    expect(onMove.mock.lastCall?.[0].uci).toBe('d8d9b');
  });

  it('is cancelled with Escape and gives the focus back', () => {
    ask();
    press('Escape');
    expect(all('[data-promotion]')).toHaveLength(0);
    expect(onMove).not.toHaveBeenCalled();
    expect(label(document.activeElement)?.startsWith('d9')).toBe(true);
  });

  it('keeps Tab inside', () => {
    ask();
    press('Tab');
    expect(label(document.activeElement)).toBe('Knight');
  });

  it('stays inside the drawing on every promotion cell, also when choices are enlarged', async () => {
    const { layOut } = await import('../src/geometry');
    const { layOutChooser } = await import('../src/chooser');
    for (const data of [shafran, glinski, deVasa]) {
      const geometry = layOut(data, 'w', true);
      const { viewBox } = geometry;
      for (const { name } of data.cells) {
        for (const scale of [0.2, 0.35, 1]) {
          const layout = layOutChooser(geometry, name, 4, scale);
          expect(layout.scale).toBeGreaterThanOrEqual(1);
          for (const { x, y } of layout.centres) {
            const room = 49 * layout.scale;
            expect(x - room).toBeGreaterThanOrEqual(viewBox.x);
            expect(x + room).toBeLessThanOrEqual(viewBox.x + viewBox.width);
            expect(y - room).toBeGreaterThanOrEqual(viewBox.y);
            expect(y + room).toBeLessThanOrEqual(viewBox.y + viewBox.height);
          }
        }
      }
    }
    open();
  });
});

describe('by pointer', () => {
  /** Returns the point of a cell, for one pixel per drawing unit and the drawing's corner at (0, 0). */
  function point(name: string): { clientX: number; clientY: number } {
    const [x = 0, y = 0, width = 0, height = 0] = ($('svg')?.getAttribute('viewBox') ?? '').split(' ').map(Number);
    const svg = $('svg') as SVGElement;
    svg.getBoundingClientRect = () => new DOMRect(0, 0, width, height);
    const source = shafran.cells.find((c) => c.name === name);
    return { clientX: (source?.x ?? 0) * 100 - x, clientY: (source?.y ?? 0) * 100 - y };
  }

  function pointer(type: string, name: string, more: PointerEventInit = {}): void {
    const event = new PointerEvent(type, {
      bubbles: true,
      pointerId: 1,
      pointerType: 'mouse',
      ...point(name),
      ...more,
    });
    cell(name).dispatchEvent(event);
  }

  it('moves by dragging, with a ghost where the piece came from', () => {
    open();
    pointer('pointerdown', 'e2', { button: 0 });
    pointer('pointermove', 'e5');
    expect($('[data-at="e2"]')?.classList.contains('sfb-ghost')).toBe(true);
    expect(all('.sfb-dragged')).toHaveLength(1);
    pointer('pointerup', 'e5');
    expect(onMove).toHaveBeenCalledExactlyOnceWith(MOVES[1]);
    expect(all('.sfb-dragged')).toHaveLength(0);
    expect($('[data-at="e2"]')?.classList.contains('sfb-ghost')).toBe(false);
  });

  it('reports a press of a cell to which the picked-up piece may not go', () => {
    const onRefuse = vi.fn<(from: string, to: string) => void>();
    open({ onRefuse });
    for (const name of ['e2', 'e6'])
      for (const type of ['pointerdown', 'pointerup']) pointer(type, name, { button: 0 });
    expect(onRefuse).toHaveBeenCalledExactlyOnceWith('e2', 'e6');
    expect(cell('e2').classList.contains('sfb-selected')).toBe(false);
  });

  it('moves by two clicks, and puts back by a click on the same piece', () => {
    open();
    for (const type of ['pointerdown', 'pointerup']) pointer(type, 'e2');
    expect(cell('e2').classList.contains('sfb-selected')).toBe(true);
    for (const type of ['pointerdown', 'pointerup']) pointer(type, 'e2');
    expect(cell('e2').classList.contains('sfb-selected')).toBe(false);
    for (const type of ['pointerdown', 'pointerup']) pointer(type, 'e2');
    for (const type of ['pointerdown', 'pointerup']) pointer(type, 'e3');
    expect(onMove).toHaveBeenCalledExactlyOnceWith(MOVES[0]);
  });

  it('shows on hovering where a piece goes: dots, and rings around pieces', () => {
    open();
    pointer('pointermove', 'i5');
    expect($('[data-target="i9"]')?.classList.contains('sfb-capture')).toBe(true);
    pointer('pointermove', 'e2');
    expect(all('.sfb-dot').map((t) => t.dataset['target'])).toEqual(['e3', 'e5']);
    pointer('pointermove', 'a4');
    expect(all('[data-target]')).toHaveLength(0);
    board.set({ hints: false });
    pointer('pointermove', 'e2');
    expect(all('[data-target]')).toHaveLength(0);
  });

  it('tells short and long castling apart', () => {
    open();
    for (const type of ['pointerdown', 'pointerup']) pointer(type, 'e1');
    expect($('[data-target="b1"]')?.textContent).toBe('0-0-0');
    expect($('[data-target="c1"]')?.textContent).toBe('0-0');
    pointer('pointermove', 'c1');
    expect(all('.sfb-preview .sfb-piece')).toHaveLength(2);
    for (const type of ['pointerdown', 'pointerup']) pointer(type, 'c1');
    expect(onMove).toHaveBeenCalledExactlyOnceWith(MOVES[3]);
  });

  it('draws each cell one piece at most while it shows castling, by the mouse, by dragging and from the keyboard', () => {
    /** Returns the visible pieces by cell: those on the board, those of the preview, and the dragged one. */
    const drawn = () => {
      const standing = all('[data-at]').filter((p) => !p.classList.contains('sfb-absent'));
      const solid = standing.filter((p) => !p.classList.contains('sfb-ghost')).map((p) => p.dataset['at']);
      return [...solid, ...all('[data-preview]').map((p) => p.dataset['preview'])].toSorted();
    };
    open({ pieces: pieces('Ra1 Ke1') });
    for (const type of ['pointerdown', 'pointerup']) pointer(type, 'e1');
    pointer('pointermove', 'b1');
    expect(drawn()).toEqual(['b1', 'c1']);
    // Two castling moves match the rook, so none is previewed.
    pointer('pointermove', 'a1');
    expect(drawn()).toEqual(['a1', 'e1']);
    expect($('[data-target="a1"]')?.classList.contains('sfb-castle-rook')).toBe(true);
    for (const type of ['pointerdown', 'pointerup']) pointer(type, 'e1');
    pointer('pointerdown', 'e1', { button: 0 });
    pointer('pointermove', 'c1');
    // The king is under the pointer.
    expect(drawn()).toEqual(['d1']);
    expect(all('.sfb-dragged .sfb-piece')).toHaveLength(1);
    pointer('pointerup', 'c1');
    expect(onMove).toHaveBeenCalledExactlyOnceWith(MOVES[3]);
    expect(drawn()).toEqual(['a1', 'e1']);
  });

  it('draws no preview over the rook that the king goes to', () => {
    const move = { uci: 'e1a1', from: 'e1', to: 'a1', castling: '0-0', rook: ['a1', 'b1'] as [string, string] };
    open({ pieces: pieces('Ra1 Ke1'), moves: [move] });
    for (const type of ['pointerdown', 'pointerup']) pointer(type, 'e1');
    pointer('pointermove', 'a1');
    expect($('[data-at="a1"]')?.getAttribute('class')).toBe('sfb-absent');
    expect(all('[data-preview]').map((p) => p.dataset['preview'])).toEqual(['a1', 'b1']);
  });

  it('asks which castling is meant when the king is put on the rook', () => {
    open();
    for (const type of ['pointerdown', 'pointerup']) pointer(type, 'e1');
    for (const type of ['pointerdown', 'pointerup']) pointer(type, 'a1');
    expect(onMove).not.toHaveBeenCalled();
    expect(label($('[role=dialog]'))).toBe('Which move to a1?');
    expect(all('[data-choice]').map(label)).toEqual(['Castling Q-0-0', 'Castling Q-0-0-0']);
    press('ArrowDown', 'Enter');
    expect(onMove).toHaveBeenCalledExactlyOnceWith(MOVES[2]);
  });

  it('draws arrows and marks with the right button, and clears them with the left', () => {
    open();
    pointer('pointerdown', 'a1', { button: 2 });
    pointer('pointermove', 'c4');
    pointer('pointerup', 'c4', { button: 2 });
    pointer('pointerdown', 'd5', { button: 2, shiftKey: true });
    pointer('pointerup', 'd5', { button: 2 });
    expect(onChange.mock.lastCall?.[0]).toEqual([
      { from: 'a1', to: 'c4', brush: 'green' },
      { from: 'd5', brush: 'red' },
    ]);
    expect(all('.sfb-arrow')).toHaveLength(1);
    expect(all('.sfb-mark')).toHaveLength(1);
    pointer('pointerdown', 'a4', { button: 0 });
    expect(all('.sfb-arrow, .sfb-mark')).toHaveLength(0);
    expect(onChange.mock.lastCall?.[0]).toEqual([]);
  });

  it('snaps arrows to lines and leaps, unless that is switched off', () => {
    open();
    const arrow = () => {
      pointer('pointerdown', 'a1', { button: 2 });
      pointer('pointermove', 'b5');
      pointer('pointerup', 'b5', { button: 2 });
      return ((onChange.mock.lastCall?.[0] ?? []) as { to?: string }[]).at(-1)?.to;
    };
    expect(arrow()).not.toBe('b5');
    board.set({ drawable: { defaultSnapToValidMove: false } });
    expect(arrow()).toBe('b5');
  });

  it('draws with the left button in drawing mode', () => {
    open({ drawable: { drawing: true, onChange } });
    pointer('pointerdown', 'e2', { button: 0 });
    pointer('pointermove', 'e5');
    pointer('pointerup', 'e5', { button: 0 });
    expect(onMove).not.toHaveBeenCalled();
    expect(onChange.mock.lastCall?.[0]).toEqual([{ from: 'e2', to: 'e5', brush: 'green' }]);
  });

  it('draws after a long press of a finger', () => {
    vi.useFakeTimers();
    open({ drawable: { longPress: true, onChange } });
    pointer('pointerdown', 'e2', { button: 0, pointerType: 'touch' });
    vi.advanceTimersByTime(600);
    pointer('pointermove', 'e5', { pointerType: 'touch' });
    pointer('pointerup', 'e5', { pointerType: 'touch' });
    expect(onChange.mock.lastCall?.[0]).toEqual([{ from: 'e2', to: 'e5', brush: 'green' }]);
    expect(onMove).not.toHaveBeenCalled();
    vi.useRealTimers();
  });

  it('leaves the piece where it is when dragging or selecting is switched off', () => {
    open({ draggable: { enabled: false } });
    pointer('pointerdown', 'e2', { button: 0 });
    pointer('pointermove', 'e5');
    pointer('pointerup', 'e5');
    expect(onMove).not.toHaveBeenCalled();
    board.set({ draggable: { enabled: true }, selectable: { enabled: false } });
    board.cancel();
    for (const name of ['e2', 'e5']) for (const type of ['pointerdown', 'pointerup']) pointer(type, name);
    expect(onMove).not.toHaveBeenCalled();
    pointer('pointerdown', 'e2', { button: 0 });
    pointer('pointermove', 'e5');
    pointer('pointerup', 'e5');
    expect(onMove).toHaveBeenCalledExactlyOnceWith(MOVES[1]);
  });

  it('drags a new piece onto the board, and one off it', () => {
    const remove = vi.fn<(cell: string, piece: string) => void>();
    open({ movable: { free: true }, draggable: { deleteOnDropOff: true }, events: { remove } });
    board.dragNewPiece('q', new PointerEvent('pointerdown', { pointerId: 1, clientX: -50, clientY: -50 }));
    expect(all('.sfb-dragged')).toHaveLength(1);
    pointer('pointermove', 'a4');
    pointer('pointerup', 'a4');
    expect(board.pieces().get('a4')).toBe('q');
    pointer('pointerdown', 'a4', { button: 0 });
    pointer('pointermove', 'a4', { clientX: -500 });
    pointer('pointerup', 'a4', { clientX: -500 });
    expect(board.pieces().has('a4')).toBe(false);
    expect(remove).toHaveBeenCalledExactlyOnceWith('a4', 'q');
  });

  it('paints with a piece of the palette while the button is held', () => {
    open({ selectedPalette: 'p', pieces: [] });
    pointer('pointerdown', 'a4', { button: 0 });
    for (const name of ['a3', 'a3', 'a2']) pointer('pointermove', name);
    pointer('pointerup', 'a2');
    pointer('pointermove', 'a1');
    expect([...board.pieces()]).toEqual(['a4', 'a3', 'a2'].map((name) => [name, 'p']));
  });

  it('lets a second finger not disturb the first', () => {
    open();
    pointer('pointerdown', 'e2', { button: 0, pointerType: 'touch' });
    pointer('pointerdown', 'a4', { button: 0, pointerType: 'touch', pointerId: 2 });
    pointer('pointerup', 'a4', { pointerType: 'touch', pointerId: 2 });
    pointer('pointermove', 'e3', { pointerType: 'touch' });
    pointer('pointerup', 'e3', { pointerType: 'touch' });
    expect(onMove).toHaveBeenCalledExactlyOnceWith(MOVES[0]);
  });
});

describe('options', () => {
  it('enter a premove on two cells, and play it when it is time', () => {
    const set = vi.fn<(premove: object) => void>();
    const unset = vi.fn<() => void>();
    open({
      turn: 'b',
      movable: 'w',
      moves: [],
      premovable: { enabled: true, dests: new Map([['e2', ['e3', 'e5']]]), events: { set, unset } },
    });
    board.focus('e2');
    press('Enter');
    expect(all('.sfb-dot-premove').map((t) => t.dataset['target'])).toEqual(['e3', 'e5']);
    expect(label(cell('e3'))).toBe('e3, premove here');
    press('w', 'Enter');
    expect(set).toHaveBeenCalledExactlyOnceWith({ from: 'e2', to: 'e3' });
    expect(all('.sfb-premove').map((c) => c.dataset['cell'])).toEqual(['e3', 'e2']);
    expect(said()).toBe('Premove e2 to e3.');
    board.set({ turn: 'w', moves: MOVES });
    expect(board.playPremove()).toBe(true);
    expect(onMove).toHaveBeenCalledExactlyOnceWith(MOVES[0]);
    expect(unset).toHaveBeenCalledTimes(1);
    expect(all('.sfb-premove')).toHaveLength(0);
    expect(board.playPremove()).toBe(false);
  });

  it('edit a position from the keyboard alone', () => {
    const change = vi.fn<(pieces: ReadonlyMap<string, string>) => void>();
    open({ movable: { free: true }, events: { change }, pieces: pieces('Ke1') });
    board.focus('e1');
    press('Enter', 'w', 'Enter');
    expect(all('[data-at]').map((p) => p.dataset['at'])).toEqual(['e2']);
    press('Delete');
    expect(all('[data-at]')).toHaveLength(0);
    board.set({ selectedPalette: 'q' });
    press(' ');
    expect($('[data-at="e2"]')?.dataset['piece']).toBe('q');
    board.dropNewPiece('N', 'a1');
    expect(change).toHaveBeenCalledTimes(4);
    expect([...(change.mock.lastCall?.[0] ?? [])]).toEqual([...board.pieces()]);
    expect(board.pieces().get('a1')).toBe('N');
    expect(onMove).not.toHaveBeenCalled();
  });

  it('show a move first and play it when it is confirmed', () => {
    open({ movable: { confirm: true } });
    board.focus('i5');
    press('Enter');
    cell('i9').dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(onMove).not.toHaveBeenCalled();
    expect($('[data-at="i9"]')?.dataset['piece']).toBe('R');
    expect($('[data-at="i5"]')).toBeNull();
    expect(label($('[role=dialog]'))).toBe('Play i5 to i9?');
    expect(all('[data-choice]').map(label)).toEqual(['Play the move', 'Take the move back']);
    press('Escape');
    expect($('[data-at="i9"]')?.dataset['piece']).toBe('r');
    expect(onMove).not.toHaveBeenCalled();
    for (const name of ['i5', 'i9']) cell(name).dispatchEvent(new MouseEvent('click', { bubbles: true }));
    press('Enter');
    expect(onMove).toHaveBeenCalledExactlyOnceWith(MOVES[4]);
  });

  it('confirm a promotion after its piece was chosen', () => {
    open({ movable: { confirm: true } });
    board.focus('d8');
    press('Enter', 'ArrowUp', 'Enter', 'n');
    expect($('[data-at="d9"]')?.dataset['piece']).toBe('N');
    press('Enter');
    expect(onMove.mock.lastCall?.[0].uci).toBe('d8d9n');
  });

  it('draw from the keyboard, and take drawings away', () => {
    open();
    board.focus('a1');
    press('m', 'ArrowUp');
    expect(all('.sfb-arrow')).toHaveLength(1);
    press('m');
    expect(onChange).toHaveBeenLastCalledWith([{ from: 'a1', to: 'a2', brush: 'green' }]);
    press('Delete');
    expect(all('.sfb-arrow')).toHaveLength(0);
    expect(said()).toBe('Arrows and marks taken away.');
  });

  it('hide pieces, and still announce them', () => {
    open({ blindfold: true });
    expect(host.classList.contains('sfb-blindfold')).toBe(true);
    expect(label(cell('e2'))).toBe('e2, white pawn, 2 moves');
  });

  it('highlight what is asked for', () => {
    const custom = new Map([['e5', 'goal']]);
    open({ lastMove: ['e9', 'e10'], check: 'e1', highlight: { lastMove: false, check: false, custom } });
    expect(all('.sfb-last, .sfb-check')).toHaveLength(0);
    expect(cell('e5').classList.contains('goal')).toBe(true);
    board.set({ highlight: { lastMove: true } });
    expect(all('.sfb-last')).toHaveLength(2);
  });

  it('show no destinations where that is switched off, and take the moves all the same', () => {
    open({ movable: { showDests: false } });
    board.focus('e2');
    press('Enter');
    expect(all('[data-target]')).toHaveLength(0);
    press('w', 'Enter');
    expect(onMove).toHaveBeenCalledExactlyOnceWith(MOVES[0]);
  });

  it('draw shapes of the page below the user’s, with labels, widths and brushes of its own', () => {
    open({
      drawable: {
        autoShapes: [{ from: 'a1', to: 'a4', label: '1', brush: 'mine', modifiers: { lineWidth: 30 } }],
        shapes: [{ from: 'b2', brush: 'yellow' }],
        brushes: { mine: { color: '#123456', opacity: 0.5 } },
      },
    });
    const own = $('.sfb-layer-auto-shapes > g');
    expect(own?.getAttribute('color')).toBe('#123456');
    expect(own?.querySelector('.sfb-arrow')?.getAttribute('opacity')).toBe('0.5');
    expect(own?.textContent).toBe('1');
    expect($('.sfb-layer-shapes .sfb-brush-yellow')).not.toBeNull();
    expect($('.sfb-layer-auto-shapes')?.nextElementSibling?.classList.contains('sfb-layer-shapes')).toBe(true);
    board.set({ drawable: { visible: false } });
    expect(all('.sfb-arrow, .sfb-mark')).toHaveLength(0);
  });
});

describe('drawing', () => {
  it('leaves pieces alone that did not move', () => {
    open();
    const before = new Map(all('[data-at]').map((piece) => [piece.dataset['at'], piece]));
    board.set({ pieces: pieces('Ra1 Ke1 Pe5 Ri5 Pd8 ri9 ke10'), lastMove: ['e2', 'e5'] });
    const after = all('[data-at]');
    expect(after.map((piece) => piece.dataset['at']).toSorted()).toEqual(['a1', 'd8', 'e1', 'e10', 'e5', 'i5', 'i9']);
    expect(
      after.filter((piece) => before.get(piece.dataset['at']) !== piece).map((piece) => piece.dataset['at']),
    ).toEqual(['e5']);
  });

  it('changes nothing at all when nothing changed', async () => {
    open();
    const changes: MutationRecord[] = [];
    const observer = new MutationObserver((list) => changes.push(...list));
    observer.observe(host, { subtree: true, childList: true, attributes: true, characterData: true });
    board.set({ pieces: pieces(POSITION), moves: MOVES, orientation: 'w', turn: 'w' });
    await Promise.resolve();
    expect(changes).toEqual([]);
    observer.disconnect();
  });

  it('turns, changes the board, and takes coordinates away', () => {
    open({ pieces: SHAFRAN_START });
    const points = cell('a1').getAttribute('points');
    board.set({ orientation: 'b' });
    expect(cell('i10').getAttribute('points')).not.toBe(points);
    expect(all('.sfb-label').map((l) => l.textContent)).toContain('10');
    board.set({ coordinates: false });
    expect(all('.sfb-label')).toHaveLength(0);
    board.set({ board: glinski, pieces: GLINSKI_START });
    expect(all('[data-cell]')).toHaveLength(91);
    expect(all('[data-at]')).toHaveLength(36);
    expect(all('[tabindex="0"]')).toHaveLength(1);
  });

  it('marks last move, check and shapes that the page hands in', () => {
    open({
      lastMove: ['e9', 'e10'],
      check: 'e1',
      drawable: { autoShapes: [{ from: 'a1' }, { from: 'a1', to: 'a3' }, { from: 'a2', dot: true }] },
    });
    expect(
      all('.sfb-last')
        .map((c) => c.dataset['cell'])
        .toSorted(),
    ).toEqual(['e10', 'e9']);
    expect(all('.sfb-check')).toHaveLength(1);
    expect(all('.sfb-mark, .sfb-arrow, .sfb-spot')).toHaveLength(3);
    board.set({ check: null, drawable: { autoShapes: [{ from: 'z99' }] } });
    expect(all('.sfb-check, .sfb-mark, .sfb-arrow, .sfb-spot')).toHaveLength(0);
  });

  it('needs no inline style on the drawing, so that a strict content policy does not break it', () => {
    open({ lastMove: ['e9', 'e10'], check: 'e1', drawable: { autoShapes: [{ from: 'a1' }] } });
    board.focus('d8');
    press('Enter', 'ArrowUp', 'Enter');
    expect(all('svg[style], svg [style]')).toHaveLength(0);
  });

  it('keeps two boards on one page apart', () => {
    open();
    const second = document.createElement('div');
    document.body.append(second);
    const other = createBoard(second, { board: deVasa });
    const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
    expect(new Set(ids).size).toBe(ids.length);
    other.destroy();
  });

  it('goes without a trace', () => {
    open();
    board.destroy();
    expect(host.outerHTML.replace(/ (class|style)=""/g, '')).toBe('<div></div>');
  });
});

describe('animation', () => {
  const animate = vi.fn<(frames: Keyframe[], options: KeyframeAnimationOptions) => Animation>();

  beforeEach(() => {
    animate.mockReturnValue({} as Animation);
    Element.prototype.animate = animate as unknown as Element['animate'];
  });

  afterEach(() => {
    Reflect.deleteProperty(Element.prototype, 'animate');
    vi.unstubAllGlobals();
  });

  const castled = { pieces: pieces('Rc1 Kb1 Pe2 Ri5 Pd8 ri9 ke10'), lastMove: ['e1', 'b1'] as const };

  it('slides king and rook in castling from where they stood', () => {
    open();
    board.set(castled);
    const starts = animate.mock.calls.map(([frames]) => frames[0]?.['transform']);
    expect(starts).toHaveLength(2);
    // King from e1 to b1: three files to the left and one and a half cells up, so it starts right below.
    expect(starts).toContain('translate(259.81px, 150px)');
  });

  const taken = { pieces: pieces('Ra1 Ke1 Pe2 Ri5 Rd8 ke10'), lastMove: ['d1', 'd8'] as const };

  it('lets a captured piece fly to its place outside the board, and takes it away at the end', () => {
    const sign = document.createElement('i');
    sign.getBoundingClientRect = () => new DOMRect(300, 400, 18, 18);
    const capturedTo = vi.fn<(piece: string) => Element>(() => sign);
    const flights: { onfinish?: () => void }[] = [];
    animate.mockImplementation(() => {
      const flight = {};
      flights.push(flight);
      return flight as Animation;
    });
    open({ pieces: pieces('Ra1 Ke1 Pe2 Ri5 Rd1 pd8 ke10'), capturedTo });
    board.set(taken);
    expect(capturedTo.mock.calls).toEqual([['p']]);
    expect(all('.sfb-layer-flights > [data-piece="p"]')).toHaveLength(1);
    expect(animate.mock.calls.map(([frames]) => frames.at(-1)?.['transform'])).toContainEqual(
      expect.stringMatching(/^translate\(-?[\d.]+px, -?[\d.]+px\) scale\([\d.]+\)$/),
    );
    for (const flight of flights) flight.onfinish?.();
    expect(all('[data-piece="p"]')).toHaveLength(0);
  });

  it('fades a captured piece that has no place outside the board', () => {
    open({ pieces: pieces('Ra1 Ke1 Pe2 Ri5 Rd1 pd8 ke10'), capturedTo: () => null });
    board.set(taken);
    expect(all('.sfb-layer-flights > *')).toHaveLength(0);
    expect(animate.mock.calls.map(([frames]) => frames.at(-1)?.['opacity'])).toContain(0);
  });

  it('is left out when it is switched off or the user wants less motion', () => {
    open({ animation: 0 });
    board.set(castled);
    expect(animate).not.toHaveBeenCalled();
    board.destroy();
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    open();
    board.set(castled);
    expect(animate).not.toHaveBeenCalled();
  });
});

describe('the board’s material', () => {
  it('is a rim below the cells, light on them, and a shadow at the foot of each piece', () => {
    open();
    expect(all('.sfb-layer-frame path').map((path) => path.getAttribute('class'))).toEqual([...RIM]);
    expect($('.sfb-light')?.getAttribute('d')?.match(/M/g)).toHaveLength(shafran.cells.length);
    expect(all('.sfb-layer-pieces .sfb-contact')).toHaveLength(7);
  });

  it('lets a mated king tip over, and stand again in another position', () => {
    open({ check: 'e10', mate: true });
    expect($('[data-at="e10"]')?.getAttribute('class')).toBe('sfb-mated');
    expect(all('.sfb-mated')).toHaveLength(1);
    board.set({ check: null, mate: false });
    expect(all('.sfb-mated')).toHaveLength(0);
  });
});
