/** Animated GIF of a game, written in a worker. */

import type { Moment, PictureOptions } from './picture';

export interface GifRequest {
  moments: readonly Moment[];
  options: PictureOptions;
  /** Width in pixels. */
  width: number;
  /** Duration of each frame in milliseconds. */
  delays: readonly number[];
}

export type GifReply =
  /** Number of frames written. */
  { done: number } | { bytes: Uint8Array<ArrayBuffer> } | { failure: string };

const WIDTH = 540;
const DELAY_MS = 900;
const LAST_DELAY_MS = 4000;

/**
 * Writes the GIF. `onprogress` is called with the progress from 0 to 1. Rejects if the browser cannot, or with the signal's
 * reason when it is aborted.
 */
export function gifOf(
  moments: readonly Moment[],
  options: PictureOptions,
  onprogress: (share: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./gif.worker.ts', import.meta.url), { type: 'module' });
    const end = (): void => worker.terminate();
    signal.addEventListener('abort', () => {
      end();
      reject(signal.reason as Error);
    });
    worker.addEventListener('error', (event) => {
      end();
      reject(new Error(event.message));
    });
    worker.addEventListener('message', ({ data }: MessageEvent<GifReply>) => {
      if ('done' in data) {
        onprogress(data.done / moments.length);
        return;
      }
      end();
      if ('bytes' in data) resolve(new Blob([data.bytes], { type: 'image/gif' }));
      else reject(new Error(data.failure));
    });
    const delays = moments.map((_, index) => (index === moments.length - 1 ? LAST_DELAY_MS : DELAY_MS));
    worker.postMessage({ moments, options, width: WIDTH, delays } satisfies GifRequest);
  });
}
