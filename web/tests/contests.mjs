/** Solving contests: setting them, and solving their puzzles, in tests and pictures. */

import { readFileSync } from 'node:fs';
import { ask } from './live.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Round of two mates in one, which need no waiting for replies. */
export const MATES = { puzzles: 2, minutes: 10, theme: 'mateIn1', least: 300, most: 1500 };

/**
 * Returns the moves of a puzzle of the page by the position before them.
 * @param {string} variant @param {string} fen @returns {string[]}
 */
export function solutionOf(variant, fen) {
  const file = new URL(`../../crates/puzzles/puzzles/${variant}.tsv`, import.meta.url);
  const [header = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  const names = header.split('\t');
  const line = lines.map((each) => each.split('\t')).find((fields) => fields[names.indexOf('fen')] === fen);
  return line?.[names.indexOf('moves')]?.split(' ') ?? [];
}

/**
 * Sets a contest that is open for a time, and returns its id.
 * @param {Page} page @param {string} url
 * @param {{ name: string, milliseconds?: number, rounds?: object[], variant?: string }} contest
 * @returns {Promise<string>}
 */
export async function setContest(
  page,
  url,
  { name, milliseconds = 86_400_000, rounds = [MATES], variant = 'shafran' },
) {
  const now = Date.now();
  const body = { name, variant, opensAt: now, closesAt: now + milliseconds, rounds };
  return (await ask(page, url, 'contests', body)).id;
}

/**
 * Begins a round and solves its first puzzles by requests.
 * @param {Page} page @param {string} url @param {string} id
 * @param {{ round?: number, solve?: number, variant?: string }} [options]
 */
export async function solveRound(page, url, id, { round = 0, solve = 1, variant = 'shafran' } = {}) {
  const { puzzles } = await ask(page, url, `contests/${id}/rounds/${round}`);
  for (const [index, { fen, length }] of puzzles.slice(0, solve).entries()) {
    const moves = solutionOf(variant, fen);
    const own = moves.filter((_, ply) => ply % 2 === (moves.length - 1) % 2);
    for (let found = 0; found < length; found++) {
      await ask(page, url, `contests/${id}/rounds/${round}/puzzles/${index}`, { found, move: own[found] });
    }
  }
}

/** Time in which requests are answered on any machine, as other tests wait for what they look for. */
const OPEN_MS = 10_000;

/**
 * Sets a contest that is over soon, and solves puzzles of its first round. Returns its id, and what to wait for until it is over.
 * @param {Page} page the organiser, the first solver @param {string} url
 * @param {{ name: string, more?: Page[] }} contest `more` solve both puzzles
 * @returns {Promise<{ id: string, over: Promise<void> }>}
 */
export async function shortContest(page, url, { name, more = [] }) {
  const end = Date.now() + OPEN_MS;
  const id = await setContest(page, url, { name, milliseconds: OPEN_MS });
  await solveRound(page, url, id);
  for (const solver of more) await solveRound(solver, url, id, { solve: 2 });
  // The contest was set a little later.
  return { id, over: new Promise((done) => setTimeout(done, end + 1000 - Date.now())) };
}
