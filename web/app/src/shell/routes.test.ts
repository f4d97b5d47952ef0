import { describe, expect, it } from 'vitest';
import { inLocale, splitLocale } from '../ui/locale-paths';
import type { Route } from './addresses';
import { isOnline, parseRoute, staysHere } from './routes';

describe('parseRoute', () => {
  const ID = 'Ab3dE5gH9k';

  it.each<[string, Route]>([
    ['/', { page: 'play', variant: null }],
    ['', { page: 'play', variant: null }],
    ['/play', { page: 'play', variant: null }],
    ['/play/glinski', { page: 'play', variant: 'glinski' }],
    ['/play/mini', { page: 'play', variant: 'mini' }],
    [`/game/${ID}`, { page: 'game', id: ID }],
    ['/analysis', { page: 'analysis', variant: null, id: null }],
    ['/analysis/shafran', { page: 'analysis', variant: 'shafran', id: null }],
    [`/analysis/${ID}`, { page: 'analysis', variant: null, id: ID }],
    ['/analysis/devasa-72', { page: 'analysis', variant: 'devasa-72', id: null }],
    ['/editor', { page: 'editor', variant: null }],
    ['/editor/brusky', { page: 'editor', variant: 'brusky' }],
    ['/import', { page: 'import' }],
    ['/variants', { page: 'variants' }],
    ['/library', { page: 'library' }],
    ['/learn/', { page: 'learn' }],
    ['/endings', { page: 'endings', variant: null, ending: null }],
    ['/endings/glinski', { page: 'endings', variant: 'glinski', ending: null }],
    ['/endings/glinski/KQKR', { page: 'endings', variant: 'glinski', ending: 'KQKR' }],
    ['/puzzles', { page: 'puzzles', variant: null, id: null }],
    ['/puzzles/shafran', { page: 'puzzles', variant: 'shafran', id: null }],
    ['/sheet/glinski', { page: 'sheet', variant: 'glinski' }],
    ['/coordinates', { page: 'coordinates', variant: null }],
    ['/exercises', { page: 'exercises', variant: null, id: null }],
    ['/exercises/my-game', { page: 'exercises', variant: 'my-game', id: null }],
    ['/exercises/shafran/enPassant-2', { page: 'exercises', variant: 'shafran', id: 'enPassant-2' }],
    ['/puzzles/shafran/hjv4cmqshm', { page: 'puzzles', variant: 'shafran', id: 'hjv4cmqshm' }],
    ['/lobby', { page: 'lobby' }],
    ['/watch', { page: 'watch', variant: null }],
    ['/watch/glinski', { page: 'watch', variant: 'glinski' }],
    ['/live/aB3dE5gH9k', { page: 'live', id: 'aB3dE5gH9k' }],
    ['/teams', { page: 'teams' }],
    ['/team/aB3dE5gH9k', { page: 'team', id: 'aB3dE5gH9k' }],
    ['/arenas', { page: 'arenas' }],
    ['/arena/aB3dE5gH9k', { page: 'arena', id: 'aB3dE5gH9k' }],
    ['/simuls', { page: 'simuls' }],
    ['/simul/aB3dE5gH9k', { page: 'simul', id: 'aB3dE5gH9k' }],
    ['/correspondence', { page: 'correspondence', id: null }],
    ['/correspondence/aB3dE5gH9k', { page: 'correspondence', id: 'aB3dE5gH9k' }],
    ['/team-tournaments', { page: 'team-tournaments' }],
    ['/team-tournament/aB3dE5gH9k', { page: 'team-tournament', id: 'aB3dE5gH9k' }],
    ['/calendar', { page: 'calendar' }],
    ['/challenge/Ab3dE5gH9k', { page: 'challenge', id: 'Ab3dE5gH9k' }],
    ['/user/Al', { page: 'user', name: 'Al' }],
    ['/user/a_very-long-name-123', { page: 'user', name: 'a_very-long-name-123' }],
    ['/user/%D0%98%D0%B2%D0%B0%D0%BD', { page: 'user', name: 'Иван' }],
    ['/archive', { page: 'archive' }],
    ['/leaderboard', { page: 'leaderboard', variant: null }],
    ['/leaderboard/mini', { page: 'leaderboard', variant: 'mini' }],
    ['/account', { page: 'account', step: null }],
    ['/account/reset', { page: 'account', step: 'reset' }],
    ['/account/confirm', { page: 'account', step: 'confirm' }],
    ['/notifications', { page: 'notifications' }],
    ['/messages', { page: 'messages', address: null }],
    ['/messages/%D0%98%D0%B2%D0%B0%D0%BD', { page: 'messages', address: 'Иван' }],
    ['/messages/-aB3dE5gH9k', { page: 'messages', address: '-aB3dE5gH9k' }],
    ['/moderation', { page: 'moderation' }],
    ['/learn/shafran', { page: 'learn', variant: 'shafran' }],
    ['/learn/shafran/castling', { page: 'learn', variant: 'shafran', topic: 'castling' }],
  ])('finds the page of %s', (path, route) => expect(parseRoute(path)).toEqual(route));

  it.each([
    '/endings/hopscotch',
    '/endings/glinski/KRKQ',
    '/endings/glinski/kqkr',
    '/endings/glinski/KQKR/more',
    '/puzzles/hopscotch',
    '/puzzles/shafran/fork',
    '/puzzles/shafran/hjv4cmqshm/more',
    '/sheet/hopscotch',
    '/sheet/shafran/more',
    '/exercises/shafran/rook',
    '/exercises/shafran/rook-0',
    '/exercises/shafran/rook-1/more',
    '/learn/hopscotch',
    '/learn/glinski/castling',
    '/learn/shafran/castling/more',
    '/play/Shafran',
    '/play/shafran/more',
    '/game',
    '/game/shafran',
    '/analysis/A',
    '/import/x',
    '/lobby/x',
    '/live',
    '/live/short1',
    '/live/aB3dE5gH9kLong',
    '/correspondence/short1',
    '/correspondence/aB3dE5gH9k/more',
    '/challenge',
    '/user',
    '/user/x',
    '/user/a.b',
    '/user/%E0%A4%A',
    '/user/a_name-that-is-too-long',
    '/account/settings',
    '/messages/a.b',
    '/messages/Anna/more',
    '/moderation/x',
    '/nothing',
    '/%E0%A4%A',
  ])('has no page at %s', (path) => expect(parseRoute(path)).toEqual({ page: 'missing' }));
});

describe('isOnline', () => {
  it('tells the pages of the server from those that need none', () => {
    for (const path of ['/lobby', '/watch', '/live/aB3dE5gH9k', '/user/Al', '/account/reset', '/moderation']) {
      expect(isOnline(parseRoute(path)), path).toBe(true);
    }
    for (const path of ['/', '/library', '/learn', '/analysis', '/nothing']) {
      expect(isOnline(parseRoute(path)), path).toBe(false);
    }
  });
});

describe('a language in an address', () => {
  it('is a prefix, but for English', () => {
    expect(splitLocale('/ru/learn/shafran')).toEqual({ locale: 'ru', path: '/learn/shafran' });
    expect(splitLocale('/ru')).toEqual({ locale: 'ru', path: '/' });
    expect(splitLocale('/learn/ru')).toEqual({ locale: null, path: '/learn/ru' });
    expect(splitLocale('/en/learn')).toEqual({ locale: null, path: '/en/learn' });
  });

  it('is added to every address', () => {
    for (const path of ['/', '/?a=b', '/learn', '/analysis/glinski?fen=x#1']) {
      expect(inLocale(path, 'en')).toBe(path);
      expect(splitLocale(inLocale(path, 'ru'))).toEqual({ locale: 'ru', path });
    }
    expect(inLocale('/', 'ru')).toBe('/ru');
  });
});

describe('staysHere', () => {
  const click = { button: 0, metaKey: false, ctrlKey: false, shiftKey: false, altKey: false };
  const link = { origin: 'http://here', target: '', download: false };

  it('answers a plain click on a link of the site', () => {
    expect(staysHere(click, link, 'http://here')).toBe(true);
    expect(staysHere(click, { ...link, target: '_self' }, 'http://here')).toBe(true);
  });

  it('leaves new tabs, downloads and other sites to the browser', () => {
    expect(staysHere({ ...click, ctrlKey: true }, link, 'http://here')).toBe(false);
    expect(staysHere({ ...click, metaKey: true }, link, 'http://here')).toBe(false);
    expect(staysHere({ ...click, shiftKey: true }, link, 'http://here')).toBe(false);
    expect(staysHere({ ...click, altKey: true }, link, 'http://here')).toBe(false);
    expect(staysHere({ ...click, button: 1 }, link, 'http://here')).toBe(false);
    expect(staysHere(click, { ...link, target: '_blank' }, 'http://here')).toBe(false);
    expect(staysHere(click, { ...link, download: true }, 'http://here')).toBe(false);
    expect(staysHere(click, link, 'http://there')).toBe(false);
  });
});
