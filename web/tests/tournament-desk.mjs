/** Tournaments over the board: what the tests of them do again and again. */

import { open } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

/**
 * Creates a Swiss by the form; its organiser is signed in.
 * @param {Page} page
 * @param {{ name: string, rounds: number, initial?: string }} settings `initial`: the colour of the first number in round 1
 */
export async function createTournament(page, { name, rounds, initial = 'w' }) {
  await open(page, '/tournaments?new');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Rounds').fill(String(rounds));
  await page.getByLabel('First in the list begins with').selectOption(initial);
  await page.getByRole('button', { name: 'Create it' }).click();
  await page.getByRole('heading', { name }).waitFor();
}

/** Keys by the letters of the results of White and Black in a report. */
const KEYS = /** @type {Record<string, string>} */ ({ 10: '1', '01': '0', '==': '=', '+-': '+', '-+': '-', '--': 'x' });

/**
 * Reads a tournament of a file with several reports, by the name in its line 012. Its players get names and ratings by which
 * their numbers are those of the report.
 * @param {string} reports @param {string} name
 */
export function recordedTournament(reports, name) {
  const report = reports.split(/^(?=012 )/m).find((part) => part.startsWith(`012 ${name}\n`)) ?? '';
  const lines = report.split('\n').filter((line) => line.startsWith('001'));
  const nameOf = (/** @type {number} */ number) => `Player ${String(number).padStart(3, '0')}`;
  const fraction = (/** @type {number} */ points) =>
    `${points === 0.5 ? '' : Math.floor(points)}${points % 1 ? '½' : ''}`;
  const players = lines.map((line, index) => ({
    name: nameOf(index + 1),
    rating: 2600 - 5 * index,
    points: fraction(Number(line.slice(80, 84))),
  }));
  /** Rounds of each player. */
  const games = lines.map((line) =>
    (line.slice(91).match(/.{1,10}/g) ?? []).map((game) => {
      const [, opponent = '', side, result = ''] = /^(\d+) (\S) (\S)/.exec(game.trim()) ?? [];
      return { opponent: Number(opponent), side, result };
    }),
  );
  const rounds = (games[0] ?? []).map((_, round) =>
    games.flatMap((own, index) => {
      const game = own[round];
      if (game?.side !== 'w') return [];
      const key = KEYS[game.result + (games[game.opponent - 1]?.[round]?.result ?? '')] ?? '';
      return [{ white: nameOf(index + 1), black: nameOf(game.opponent), key }];
    }),
  );
  return { players, rounds, initial: games[0]?.[0]?.side ?? 'w' };
}
