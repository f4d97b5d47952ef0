/** GIF writer: every frame is painted, and only its difference from the previous one is stored. */

import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import type { Palette } from 'gifenc';
import { ScenePainter } from '../../../../board/src/scene';
import type { GifRequest, GifReply } from './gif';
import { pictureOf } from './picture';

/** One of the 256 entries means "unchanged". */
const COLOURS = 255;

function say(reply: GifReply): void {
  postMessage(reply, 'bytes' in reply ? { transfer: [reply.bytes.buffer] } : {});
}

function write({ moments, options, width, delays }: GifRequest): void {
  const scenes = moments.map((moment) => pictureOf(moment, options));
  const [first] = scenes;
  if (!first) throw new Error('a game without positions');
  const height = Math.round((width * first.box.height) / first.box.width);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  const painter = new ScenePainter();
  const pixels = (scene: (typeof scenes)[number]): Uint8ClampedArray => {
    painter.paint(context, scene, width);
    return context.getImageData(0, 0, width, height).data;
  };

  // The palette of all frames comes from the first one and from one with marks for the last move.
  const sample = [...new Set([first, scenes[Math.floor(scenes.length / 2)] ?? first, scenes.at(-1) ?? first])].map(
    pixels,
  );
  const all = new Uint8ClampedArray(sample.reduce((sum, data) => sum + data.length, 0));
  sample.reduce((at, data) => (all.set(data, at), at + data.length), 0);
  const colours = quantize(all, COLOURS);
  const unchanged = colours.length;
  const palette: Palette = [...colours, [0, 0, 0]];

  const encoder = GIFEncoder();
  let before: Uint8Array | null = null;
  for (const [number, scene] of scenes.entries()) {
    const index = applyPalette(pixels(scene), colours);
    const delay = delays[number] ?? 0;
    if (before === null) encoder.writeFrame(index, width, height, { palette, delay, repeat: 0, dispose: 1 });
    else {
      const last = before;
      const changed = index.map((colour, at) => (colour === last[at] ? unchanged : colour));
      encoder.writeFrame(changed, width, height, { delay, transparent: true, transparentIndex: unchanged, dispose: 1 });
    }
    before = index;
    say({ done: number + 1 });
  }
  encoder.finish();
  say({ bytes: encoder.bytes() });
}

self.addEventListener('message', ({ data }: MessageEvent<GifRequest>) => {
  try {
    write(data);
  } catch (error) {
    say({ failure: error instanceof Error ? error.message : String(error) });
  }
});
