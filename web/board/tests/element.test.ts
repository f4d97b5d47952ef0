// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import '../src/element';
import type { HexBoardElement } from '../src/element';

function make(attributes: Record<string, string>): HexBoardElement {
  const element = document.createElement('hex-board');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.body.append(element);
  return element;
}

const pieces = (element: Element) => element.querySelectorAll('[data-piece]').length;
const cell = (element: Element, name: string) => element.querySelector<SVGElement>(`[data-cell="${name}"]`);

function press(element: Element, name: string): void {
  cell(element, name)?.focus();
  cell(element, name)?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
}

afterEach(() => document.body.replaceChildren());

describe('<hex-board>', () => {
  it('shows the start position of Shafran', () => {
    const element = make({});
    expect(element.querySelectorAll('[data-cell]')).toHaveLength(70);
    expect(pieces(element)).toBe(36);
    expect(element.placement).toBe('kqbnr/bppppp/np5/bp6/rp6P/p6PR/6PB/5PN/PPPPPB/RNBQK');
  });

  it('takes everything from its attributes, and changes with them', () => {
    const element = make({
      variant: 'glinski',
      position: 'Kg1 kg10 Pe4',
      'last-move': 'e3 e4',
      arrows: 'e4e5:red g1',
      check: 'g10',
      theme: 'moss',
      label: 'An ending',
      'view-only': '',
    });
    expect(pieces(element)).toBe(3);
    expect(element.querySelectorAll('.sfb-last')).toHaveLength(2);
    expect(element.querySelector('.sfb-brush-red .sfb-arrow')).not.toBeNull();
    expect(element.querySelector('.sfb-mark')).not.toBeNull();
    expect(element.querySelector('.sfb-check')).not.toBeNull();
    expect(element.querySelector('[data-board-theme="moss"] svg[role="img"]')?.getAttribute('aria-label')).toMatch(
      /^An ending\. /,
    );
    const drawing = element.querySelector('svg');
    element.setAttribute('fen', 'k/3/5/7/9/11/11/11/11/11/5K5');
    expect(pieces(element)).toBe(2);
    element.removeAttribute('last-move');
    expect(element.querySelectorAll('.sfb-last')).toHaveLength(0);
    element.setAttribute('pieces', 'letters');
    element.setAttribute('letters', 'Кр Ф Л С К п');
    expect(element.querySelector('.sfb-letter')?.textContent).toBe('Кр');
    element.setAttribute('theme', 'high-contrast');
    expect(element.querySelector('[data-board-theme="high-contrast"]')).not.toBeNull();
    expect(element.querySelector('svg')).toBe(drawing);
    element.setAttribute('variant', 'brusky');
    element.removeAttribute('fen');
    element.removeAttribute('position');
    for (const name of ['arrows', 'check']) element.removeAttribute(name);
    expect(element.querySelectorAll('[data-cell]')).toHaveLength(84);
  });

  it('lets pieces be moved, and tells it', () => {
    const element = make({ variant: 'shafran' });
    const told: unknown[] = [];
    for (const type of ['move', 'select']) {
      element.addEventListener(type, (event) => told.push([type, (event as CustomEvent).detail]));
    }
    press(element, 'd2');
    press(element, 'd4');
    expect(told).toContainEqual(['select', { cell: 'd2' }]);
    expect(told).toContainEqual(['move', { from: 'd2', to: 'd4', captured: null, uci: null }]);
    expect(element.placement).toBe('kqbnr/bppppp/np5/bp6/rp6P/p6PR/3P2PB/5PN/PPP1PB/RNBQK');
  });

  it('offers legal moves only where the page hands them in', () => {
    const element = make({ variant: 'shafran' });
    const told: unknown[] = [];
    element.addEventListener('move', (event) => told.push((event as CustomEvent).detail));
    element.api?.set({ movable: { free: false }, moves: [{ uci: 'd2d4', from: 'd2', to: 'd4' }] });
    press(element, 'd2');
    press(element, 'd3');
    expect(told).toEqual([]);
    press(element, 'd2');
    press(element, 'd4');
    expect(told).toEqual([{ from: 'd2', to: 'd4', captured: null, uci: 'd2d4' }]);
  });

  it.each([
    ['variant', 'chess', 'no variant "chess"'],
    ['fen', '8/8', 'Shafran has 10 rows, the FEN has 2'],
    ['position', 'Kz9', '"Kz9" is no piece'],
    ['last-move', 'a1 z9', '"z9" is no cell'],
    ['check', 'nowhere', '"nowhere" is no cell'],
    ['arrows', ':red', '":red" is no arrow'],
    ['pieces', 'wooden', 'pieces are classic, modern, letters'],
    ['letters', 'K Q', 'letters are six'],
    ['coordinates', 'maybe', 'coordinates are'],
  ])('says what is wrong with %s="%s", and draws again when it is put right', (name, value, reason) => {
    const element = make({ [name]: value });
    expect(element.querySelector('[role="alert"]')?.textContent).toContain(reason);
    expect(element.api).toBeNull();
    expect(element.placement).toBe('');
    element.removeAttribute(name);
    expect(element.querySelector('[role="alert"]')).toBeNull();
    expect(pieces(element)).toBe(36);
    element.setAttribute(name, value);
    expect(element.querySelector('[role="alert"]')?.textContent).toContain(reason);
    expect(element.querySelector('svg')).toBeNull();
  });

  it('leaves nothing behind when it is taken out of the page, and comes back', () => {
    const element = make({});
    element.remove();
    expect(element.childElementCount).toBe(0);
    document.body.append(element);
    expect(pieces(element)).toBe(36);
  });
});
