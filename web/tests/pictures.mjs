/** Small pictures of the page, and what tells two of them apart. */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ changed: number, blocks: number, small: string, difference: string }} Comparison pictures as data URLs. */

/** Folder of the reference pictures. */
const REFERENCES = fileURLToPath(new URL('./pictures/', import.meta.url));
/** Folder for the pictures that differ. */
const RESULTS = fileURLToPath(new URL('../test-results/pictures/', import.meta.url));

/** Screen pixels per pixel of a picture, across and down. */
const SCALE = 4;
/** Side of a block in pixels of the picture. The mean colour of a block hardly depends on the shapes of letters. */
const BLOCK = 6;
/** Maximum difference of two blocks' means in red, green and blue (0 to 255); larger ones count as changed. */
const MAX_DISTANCE = 14;
/** Maximum share of changed blocks: browsers draw the edges of letters differently. */
const MAX_CHANGED = 0.02;

/**
 * Runs in an empty page: scales a screenshot to a picture and compares it with another one.
 * @param {{ screenshot: string, kept: string | null, scale: number, block: number, apart: number }} input data URLs
 * @returns {Promise<Comparison>}
 */
async function compareInPage({ screenshot, kept, scale, block, apart }) {
  /** @param {string} address */
  async function pixels(address) {
    const image = new Image();
    image.src = address;
    await image.decode();
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height);
  }

  /**
   * Returns the means of squares.
   * @param {ImageData} from @param {number} size
   */
  function smaller(from, size) {
    const to = new ImageData(Math.ceil(from.width / size), Math.ceil(from.height / size));
    for (let y = 0; y < to.height; y++) {
      for (let x = 0; x < to.width; x++) {
        const sum = [0, 0, 0];
        let count = 0;
        for (let row = y * size; row < Math.min((y + 1) * size, from.height); row++) {
          for (let column = x * size; column < Math.min((x + 1) * size, from.width); column++, count++) {
            for (let part = 0; part < 3; part++) sum[part] += from.data[(row * from.width + column) * 4 + part] ?? 0;
          }
        }
        const at = (y * to.width + x) * 4;
        for (let part = 0; part < 3; part++) to.data[at + part] = Math.round((sum[part] ?? 0) / count);
        to.data[at + 3] = 255;
      }
    }
    return to;
  }

  /** @param {ImageData} data @param {string} type @param {number} [quality] @returns {string} */
  function dataUrl(data, type, quality) {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [data.width, data.height];
    canvas.getContext('2d')?.putImageData(data, 0, 0);
    return canvas.toDataURL(type, quality);
  }

  const now = smaller(await pixels(screenshot), scale);
  const small = dataUrl(now, 'image/webp', 0.5);
  if (kept === null) return { changed: 0, blocks: 1, small, difference: small };
  const before = await pixels(kept);
  if (before.width !== now.width || before.height !== now.height) {
    return { changed: 1, blocks: 1, small, difference: small };
  }
  const [one, other] = [smaller(now, block), smaller(before, block)];
  const difference = new ImageData(now.width, now.height);
  let changed = 0;
  for (let y = 0; y < now.height; y++) {
    for (let x = 0; x < now.width; x++) {
      const mean = (Math.floor(y / block) * one.width + Math.floor(x / block)) * 4;
      const far = [0, 1, 2].some(
        (part) => Math.abs((one.data[mean + part] ?? 0) - (other.data[mean + part] ?? 0)) > apart,
      );
      if (far && x % block === 0 && y % block === 0) changed += 1;
      const at = (y * now.width + x) * 4;
      // Changes are red, and the rest is pale.
      for (let part = 0; part < 3; part++) {
        const pale = 200 + (now.data[at + part] ?? 0) * 0.2;
        difference.data[at + part] = far && part > 0 ? pale - 130 : pale;
      }
      difference.data[at + 3] = 255;
    }
  }
  return { changed, blocks: one.width * one.height, small, difference: dataUrl(difference, 'image/png') };
}

/** @param {string} address of data */
function bytesOf(address) {
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}

/** @param {string} name */
async function keptPicture(name) {
  try {
    return `data:image/webp;base64,${(await readFile(`${REFERENCES}${name}.webp`)).toString('base64')}`;
  } catch {
    return null;
  }
}

/**
 * Compares the page with its reference picture.
 * @param {Page} page
 * @param {Page} desk an empty page
 * @param {string} name
 */
export async function compare(page, desk, name) {
  const screenshot = `data:image/png;base64,${(await page.screenshot()).toString('base64')}`;
  const kept = await keptPicture(name);
  const input = { screenshot, kept, scale: SCALE, block: BLOCK, apart: MAX_DISTANCE };
  const result = await desk.evaluate(compareInPage, input);
  return { ...result, known: kept !== null, same: kept !== null && result.changed / result.blocks <= MAX_CHANGED };
}

/**
 * Fails if the page differs from the reference picture of this name; with `--update` it replaces that picture.
 * @param {Page} page
 * @param {Page} desk an empty page
 * @param {string} name
 */
export async function looksAsKept(page, desk, name) {
  const { known, same, changed, blocks, small, difference } = await compare(page, desk, name);
  if (process.env.SAFFRON_UPDATE === '1') {
    // An equal picture stays unchanged, byte for byte.
    if (same && changed === 0) return;
    await mkdir(REFERENCES, { recursive: true });
    await writeFile(`${REFERENCES}${name}.webp`, bytesOf(small));
    return;
  }
  if (same) return;
  await mkdir(RESULTS, { recursive: true });
  await writeFile(`${RESULTS}${name}.webp`, bytesOf(small));
  await writeFile(`${RESULTS}${name}-difference.png`, bytesOf(difference));
  const what = known ? `${changed} of ${blocks} blocks have changed` : 'no picture is kept';
  throw new Error(
    `${name}: ${what}; see test-results/pictures/${name}.webp and ${name}-difference.png. ` +
      'Where the page should look so: npm run test:browser -- visual --update',
  );
}
