/** Tests of the parts of a document that are hidden before the app starts. */

import { describe, expect, it } from 'vitest';
import { hiddenPart, isFirstVisit, VISITED_KEY } from './first-paint';
import type { SentDocument, Visitor } from './first-paint';
import { DEFAULTS } from './settings-values';

const FRONT: SentDocument = { address: '/', locale: 'en', preview: 'play' };
const RUSSIAN_FRONT: SentDocument = { address: '/ru', locale: undefined, preview: 'play' };
const LESSON: SentDocument = { address: '/learn/glinski', locale: 'en', preview: undefined };
const STRANGER: Visitor = { path: '/', search: '', languages: ['en-GB', 'ru'], settings: DEFAULTS, keys: [] };
const PUZZLES: SentDocument = { address: '/puzzles/glinski', locale: 'en', preview: 'puzzles' };
const AT_LESSON = { ...STRANGER, path: '/learn/glinski' };

describe('content of a document', () => {
  it('is shown on a first visit', () => {
    expect(hiddenPart(FRONT, STRANGER)).toBeNull();
    expect(hiddenPart(FRONT, { ...STRANGER, search: '?utm_source=x' })).toBeNull();
    expect(hiddenPart(FRONT, { ...STRANGER, keys: ['other.site', 'saffron.settings'] })).toBeNull();
    expect(hiddenPart(LESSON, AT_LESSON)).toBeNull();
  });

  it('is hidden under another address, as without a connection', () => {
    expect(hiddenPart(FRONT, { ...STRANGER, path: '/learn' })).toBe('all');
    expect(hiddenPart(FRONT, { ...STRANGER, path: '/game/A123456789ab' })).toBe('all');
  });

  it('is hidden in another language than the visitor’s, unless the address names it', () => {
    const russian = { ...STRANGER, languages: ['ru-RU', 'en'] };
    expect(hiddenPart(FRONT, russian)).toBe('all');
    expect(hiddenPart(LESSON, { ...russian, path: '/learn/glinski' })).toBe('all');
    expect(hiddenPart(FRONT, { ...russian, settings: { ...DEFAULTS, locale: 'en' } })).toBeNull();
    expect(hiddenPart(FRONT, { ...STRANGER, settings: { ...DEFAULTS, locale: 'ru' } })).toBe('all');
    expect(hiddenPart(RUSSIAN_FRONT, { ...STRANGER, path: '/ru' })).toBeNull();
  });

  it('is hidden where the board may be another one', () => {
    for (const key of ['saffron.playing', 'saffron.choice', 'saffron.variants', 'saffron.game']) {
      expect(hiddenPart(FRONT, { ...STRANGER, keys: [key] }), key).toBe('content');
    }
    expect(hiddenPart(FRONT, { ...STRANGER, search: '?fen=8/8' })).toBe('content');
    expect(hiddenPart(FRONT, { ...STRANGER, settings: { ...DEFAULTS, coordinates: 'off' } })).toBe('content');
    expect(hiddenPart(FRONT, { ...STRANGER, settings: { ...DEFAULTS, theme: 'dark', locale: 'en' } })).toBeNull();
  });

  it('of the puzzles page is hidden where another puzzle or another board comes first', () => {
    const solver = { ...STRANGER, path: '/puzzles/glinski' };
    expect(hiddenPart(PUZZLES, solver)).toBeNull();
    expect(hiddenPart(PUZZLES, { ...solver, search: '?utm_source=x' })).toBeNull();
    for (const search of ['?theme=fork', '?run=storm', '?x=1&theme=failed']) {
      expect(hiddenPart(PUZZLES, { ...solver, search }), search).toBe('content');
    }
    expect(hiddenPart(PUZZLES, { ...solver, settings: { ...DEFAULTS, boardTheme: 'moss' } })).toBe('content');
    expect(hiddenPart(PUZZLES, { ...solver, languages: ['ru'] })).toBe('all');
    expect(hiddenPart(PUZZLES, { ...solver, path: '/puzzles/shafran' })).toBe('all');
  });

  it('of the puzzles page is the same after games and puzzles', () => {
    for (const key of ['saffron.playing', 'saffron.choice', 'saffron.game', 'saffron.puzzles']) {
      expect(hiddenPart(PUZZLES, { ...STRANGER, path: '/puzzles/glinski', keys: [key] }), key).toBeNull();
    }
  });

  it('of a learning page is the same for everybody', () => {
    const settings = { ...DEFAULTS, coordinates: 'off' as const };
    expect(hiddenPart(LESSON, { ...AT_LESSON, settings, keys: ['saffron.playing'] })).toBeNull();
  });
});

describe('the scene of a first visit', () => {
  const HOME = { path: '/', search: '', keys: ['other.site'] };

  it('is for the play page, in every language', () => {
    expect(isFirstVisit(HOME)).toBe(true);
    expect(isFirstVisit({ ...HOME, path: '/ru' })).toBe(true);
    expect(isFirstVisit({ ...HOME, path: '/ru/' })).toBe(true);
  });

  it('is not for visitors with anything stored, or addresses that ask for something', () => {
    expect(isFirstVisit({ ...HOME, keys: [VISITED_KEY] })).toBe(false);
    expect(isFirstVisit({ ...HOME, keys: ['saffron.settings'] })).toBe(false);
    expect(isFirstVisit({ ...HOME, path: '/play/glinski' })).toBe(false);
    expect(isFirstVisit({ ...HOME, path: '/learn' })).toBe(false);
    expect(isFirstVisit({ ...HOME, search: '?fen=x' })).toBe(false);
  });

  it('being over changes no preview', () => {
    expect(hiddenPart(FRONT, { ...STRANGER, keys: [VISITED_KEY] })).toBeNull();
  });

  it('learning and puzzles change no preview, on an account or without one', () => {
    for (const key of ['saffron.puzzles', 'saffron.puzzles/Aaaaaaaaaa', 'saffron.signed-in', 'saffron.exercises']) {
      expect(hiddenPart(FRONT, { ...STRANGER, keys: [key] }), key).toBeNull();
    }
  });
});
