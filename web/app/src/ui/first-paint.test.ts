/** Tests of the parts of a document that are hidden before the app starts. */

import { describe, expect, it } from 'vitest';
import { hiddenPart, isFirstVisit, ownPath, VISITED_KEY } from './first-paint';
import type { SentDocument, Visitor } from './first-paint';
import { DEFAULTS } from './settings-values';

const FRONT: SentDocument = { address: '/', preview: 'play' };
const LESSON: SentDocument = { address: '/learn/glinski', preview: undefined };
const STRANGER: Visitor = { path: '/', search: '', languages: ['en-GB', 'ru'], settings: DEFAULTS, keys: [] };
const PUZZLES: SentDocument = { address: '/puzzles/glinski', preview: 'puzzles' };
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

describe('the page in the visitor’s language', () => {
  const RUSSIAN = { ...STRANGER, languages: ['ru-RU', 'en'] };

  it('has another address than a page without a language', () => {
    expect(ownPath('en', RUSSIAN)).toBe('/ru');
    expect(ownPath('en', { ...RUSSIAN, path: '/learn/glinski' })).toBe('/ru/learn/glinski');
    expect(ownPath('en', { ...RUSSIAN, path: '/nothing/at/all' })).toBe('/ru/nothing/at/all');
    expect(ownPath('en', { ...STRANGER, settings: { ...DEFAULTS, locale: 'ru' } })).toBe('/ru');
  });

  it('is the English one for those who choose English, or have no language of the page', () => {
    expect(ownPath('en', STRANGER)).toBeNull();
    expect(ownPath('en', { ...STRANGER, languages: ['fi'] })).toBeNull();
    expect(ownPath('en', { ...RUSSIAN, settings: { ...DEFAULTS, locale: 'en' } })).toBeNull();
  });

  it('is any page whose address names a language', () => {
    expect(ownPath('ru', { ...STRANGER, path: '/ru/learn' })).toBeNull();
    expect(ownPath('ru', { ...STRANGER, path: '/ru', settings: { ...DEFAULTS, locale: 'en' } })).toBeNull();
  });

  it('is the one that was kept for use without a connection, in any language', () => {
    expect(ownPath('ru', { ...RUSSIAN, path: '/learn' })).toBeNull();
    // The address leads to the same document again.
    expect(ownPath('en', { ...RUSSIAN, path: '/ru/learn' })).toBeNull();
    expect(ownPath('ru', { ...STRANGER, path: '/learn' })).toBeNull();
  });
});

describe('the scene of a first visit', () => {
  const HOME = { path: '/', search: '', settings: DEFAULTS, keys: ['other.site'] };

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

  it('is still for visitors who have only chosen a language', () => {
    const chosen = { ...HOME, settings: { ...DEFAULTS, locale: 'ru' as const }, keys: ['saffron.settings'] };
    expect(isFirstVisit({ ...chosen, path: '/ru' })).toBe(true);
    expect(isFirstVisit({ ...chosen, settings: { ...chosen.settings, sounds: false } })).toBe(false);
    expect(isFirstVisit({ ...chosen, keys: [...chosen.keys, VISITED_KEY] })).toBe(false);
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
