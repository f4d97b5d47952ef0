import { describe, expect, it } from 'vitest';
import { browserText } from './browser-text';

describe('browserText', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', 'Firefox, Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36 Edg/156.0',
      'Edge, Windows',
    ],
    ['Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36', 'Chrome, Android'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Mobile Safari/604.1',
      'Safari, iOS',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/19.0 Safari/605', 'Safari, macOS'],
    ['curl/8.0', 'curl'],
    ['something', null],
    ['', null],
  ])('%s', (userAgent, text) => expect(browserText(userAgent)).toBe(text));
});
