import { describe, expect, it } from 'vitest';
import { VARIANT_IDS } from '../domain/variant-ids';
import { parseRoute, staysHere } from './routes';

describe('parseRoute', () => {
  it('knows the pages of the site', () => {
    expect(parseRoute('/')).toEqual({ page: 'play' });
    expect(parseRoute('')).toEqual({ page: 'play' });
    expect(parseRoute('/analysis')).toEqual({ page: 'analysis' });
    expect(parseRoute('/learn')).toEqual({ page: 'learn' });
    for (const variant of VARIANT_IDS) {
      expect(parseRoute(`/learn/${variant}`)).toEqual({ page: 'learn', variant });
      expect(parseRoute(`/learn/${variant}/draws`)).toEqual({ page: 'learn', variant, topic: 'draws' });
      expect(parseRoute(`/play/${variant}`)).toEqual({ page: 'play', variant });
    }
    expect(parseRoute('/learn/shafran/castling')).toEqual({ page: 'learn', variant: 'shafran', topic: 'castling' });
  });

  it('calls every other address missing', () => {
    for (const path of [
      '/learn/hopscotch',
      '/learn/shafran/more',
      '/learn/glinski/castling',
      '/learn/shafran/draws/more',
      '/play/hopscotch',
      '/learn/Shafran',
      '/nothing',
      '/%E0%A4%A',
    ]) {
      expect(parseRoute(path), path).toEqual({ page: 'missing' });
    }
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
