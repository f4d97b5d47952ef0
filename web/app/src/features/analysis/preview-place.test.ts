import { expect, it } from 'vitest';
import { previewPlace } from './preview-place';

it('is below the lines, above them, or next to them', () => {
  const list = { left: 900, top: 100, bottom: 240, width: 340 };
  expect(previewPlace(list, { width: 1280, height: 800 })).toEqual({ left: 942, top: 248, size: 256 });
  const low = { ...list, top: 500, bottom: 640 };
  expect(previewPlace(low, { width: 1280, height: 800 })).toEqual({ left: 942, top: 236, size: 256 });
  const landscape = { left: 420, top: 80, bottom: 145, width: 400 };
  expect(previewPlace(landscape, { width: 844, height: 390 })).toEqual({ left: 156, top: 80, size: 256 });
});

it('stays in a small window', () => {
  for (const width of [320, 390, 640]) {
    const { left, top, size } = previewPlace({ left: 8, top: 300, bottom: 380, width: 304 }, { width, height: 480 });
    expect(left).toBeGreaterThanOrEqual(0);
    expect(left + size).toBeLessThanOrEqual(width);
    expect(top).toBeGreaterThanOrEqual(0);
    expect(top + size).toBeLessThanOrEqual(480);
  }
});
