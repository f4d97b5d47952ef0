declare module 'gifenc' {
  /** Red, green and blue, each from 0 to 255. */
  export type Palette = [number, number, number][];
  export function quantize(rgba: Uint8ClampedArray, maxColors: number): Palette;
  export function applyPalette(rgba: Uint8ClampedArray, palette: Palette): Uint8Array;
  export interface FrameOptions {
    /** Required for the first frame. */
    palette?: Palette;
    /** Delay of the frame in milliseconds. */
    delay?: number;
    /** Number of repetitions; 0 repeats forever. */
    repeat?: number;
    transparent?: boolean;
    transparentIndex?: number;
    /** Disposal method of the frame; 1 leaves it in place. */
    dispose?: number;
  }
  export interface Encoder {
    writeFrame(index: Uint8Array, width: number, height: number, options?: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }
  export function GIFEncoder(): Encoder;
}
