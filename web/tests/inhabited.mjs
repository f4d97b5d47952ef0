/** A server with people, games and reports on it, for the pictures of the pages that show them. */

import { MATES, setContest, shortContest, solveRound } from './contests.mjs';
import { act, ask, BLITZ, DAYS, SHORT_MATE } from './live.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('./harness.mjs').Server} Server */
/** @typedef {Awaited<ReturnType<Browser['newContext']>>} Context */
/** @typedef {Awaited<ReturnType<Context['storageState']>>} Session */

const PASSWORD = 'six-sided boards';
const OPENING = ['e2e5', 'e9e6', 'b1c4', 'c8b5', 'c1d3', 'g10f8', 'a2a3'];
const RAPID = { kind: 'clock', initial: 900, increment: 10 };

/** Players of a tournament, by their ratings. */
const PLAYERS = ['Ljuba Marković', 'Kata Horváth', 'Борис Долгов', 'Mira Novak', 'Tomasz Żuławski', 'Jürgen Weiß'];

/**
 * Makes an Elo list with a tournament that is over. Returns its id.
 * @param {Page} organiser @param {string} url
 * @returns {Promise<string>}
 */
async function rate(organiser, url) {
  const { id: tournament } = await ask(organiser, url, 'tournaments', {
    name: 'Winter cup',
    variant: 'glinski',
    system: { kind: 'swiss', rounds: 1, initial: 'w', accelerated: false },
    tieBreaks: ['BH'],
    bye: 4,
    quarters: true,
    place: 'Szeged',
    dates: '2026. 11. 24–26.',
    timeControl: '',
    arbiter: '',
  });
  const command = (/** @type {object} */ what) =>
    ask(organiser, url, `tournaments/${tournament}/commands`, { command: what });
  const entrants = PLAYERS.map((name, index) => ({ name, rating: 1900 - 50 * index, club: 'Szeged', birth: '1990' }));
  await command({ kind: 'enter', entrants });
  const { rounds } = await command({ kind: 'pair' });
  for (const [index, { white, black }] of rounds[0].boards.entries()) {
    await command({ kind: 'setResult', round: 1, white, black, result: index === 0 ? '3/4-1/4' : '1-0' });
  }
  await command({ kind: 'finish' });
  const { id } = await ask(organiser, url, 'elo-lists', {
    name: 'Hexagonal Chess Club Kispest',
    variant: 'glinski',
    description: 'Members and guests of the club.',
  });
  const added = { kind: 'addTournament', tournament, date: '2026-11-26', players: [] };
  await ask(organiser, url, `elo-lists/${id}/commands`, { version: 1, command: added });
  return id;
}

/**
 * Begins a round robin by correspondence of two groups, and one that is open. Returns their ids.
 * @param {Page} organiser @param {string} url @param {Page[]} players
 * @returns {Promise<{ played: string, open: string }>}
 */
async function invite(organiser, url, players) {
  const terms = { variant: 'shafran', rated: false, beginsWhenFull: true, double: false };
  const { id: played } = await ask(organiser, url, 'correspondence-tournaments', {
    ...terms,
    name: 'Winter by correspondence',
    description: 'A year of hexagonal chess.',
    days: 7,
    startsAt: Date.now() + 864e5,
    places: players.length,
    groupSize: 3,
    promoted: 1,
  });
  const { id: open } = await ask(organiser, url, 'correspondence-tournaments', {
    ...terms,
    name: 'Spring by correspondence',
    description: '',
    days: 5,
    startsAt: Date.now() + 30 * 864e5,
    places: 24,
    groupSize: 6,
    promoted: 2,
  });
  for (const player of players) await ask(player, url, `correspondence-tournaments/${played}/join`);
  for (const player of players.slice(0, 2)) await ask(player, url, `correspondence-tournaments/${open}/join`);
  return { played, open };
}

/**
 * Holds a tournament of which one round is played and the next one is paired. Returns its id.
 * @param {Page} organiser @param {string} url
 * @returns {Promise<string>}
 */
async function hold(organiser, url) {
  const { id } = await ask(organiser, url, 'tournaments', {
    name: 'Open of the club',
    variant: 'shafran',
    system: { kind: 'swiss', rounds: 5, initial: 'w', accelerated: false },
    tieBreaks: ['BH-C1', 'BH', 'SB', 'WIN'],
    bye: 4,
    quarters: false,
    place: 'Novi Sad',
    dates: '1–6 December',
    timeControl: '15+10',
    arbiter: 'Petra Vogel',
  });
  const command = (/** @type {object} */ what) => ask(organiser, url, `tournaments/${id}/commands`, { command: what });
  const late = { name: 'Aleksandra Wojciechowska-Zielińska', rating: 1500, club: 'Łódź' };
  const entrants = PLAYERS.map((name, index) => ({ name, rating: 1900 - 50 * index, club: 'Szeged' }));
  await command({ kind: 'enter', entrants: [...entrants, late] });
  const { rounds } = await command({ kind: 'pair' });
  for (const [index, { white, black }] of rounds[0].boards.entries()) {
    const result = ['1-0', '1/2-1/2', '+/-'][index] ?? '0-1';
    await command({ kind: 'setResult', round: 1, white, black, result });
  }
  await command({ kind: 'pair' });
  return id;
}

/**
 * Fills a server with accounts and games. Returns the accounts' sessions by name, and the ids of games and challenges.
 * @param {Browser} browser @param {Server} server
 * @returns {Promise<{ sessions: Record<string, Session>, ids: Record<string, string> }>}
 */
export async function inhabit(browser, server) {
  const { url } = server;
  /** @param {string} [name] */
  const someone = async (name) => {
    const context = await browser.newContext({ baseURL: url });
    const page = await context.newPage();
    if (name === undefined) await ask(page, url, 'guest');
    else await ask(page, url, 'account/register', { name, password: PASSWORD });
    return page;
  };
  const anna = await someone('Anna');
  const boris = await someone('Boris_K');
  const clara = await someone('Clara');
  const guest = await someone();

  /** @param {Page} white @param {Page} black @param {object} control @param {boolean} rated @param {string[]} moves */
  const game = async (white, black, control, rated, moves, variant = 'shafran') => {
    const offer = { variant, control, rated, side: 'white' };
    const { id } = await ask(white, url, 'challenges', { offer });
    const { game: made } = await ask(black, url, `challenges/${id}/accept`);
    for (const [ply, uci] of moves.entries()) {
      await act(ply % 2 === 0 ? white : black, url, made, { kind: 'move', uci, ply });
    }
    return /** @type {string} */ (made);
  };
  /** @param {Page} page @param {string} id @param {string} room @param {string} text */
  const say = (page, id, room, text) => ask(page, url, `games/${id}/chat/${room}`, { text });

  const ended = await game(anna, boris, BLITZ, true, SHORT_MATE);
  await game(boris, anna, BLITZ, true, SHORT_MATE);
  await game(anna, clara, BLITZ, true, SHORT_MATE);
  await game(clara, boris, RAPID, true, SHORT_MATE);
  const watched = await game(clara, guest, RAPID, false, OPENING);
  const second = await game(boris, clara, DAYS, true, ['e2e5']);
  const days = await game(anna, clara, DAYS, true, OPENING.slice(0, 6));
  const turn = await game(anna, boris, RAPID, true, OPENING.slice(0, 6));
  await say(boris, turn, 'players', 'Good luck! I have never met this opening.');
  await say(anna, turn, 'players', 'Nor have I.');
  const offered = await game(boris, anna, BLITZ, false, OPENING);
  await act(boris, url, offered, { kind: 'offerDraw' });
  await ask(boris, url, 'seeks', {
    offer: { variant: 'glinski', control: RAPID, rated: true, side: 'random' },
    quick: false,
  });
  await ask(clara, url, 'seeks', {
    offer: { variant: 'shafran', control: DAYS, rated: false, side: 'black' },
    quick: false,
  });
  const friend = { variant: 'shafran', control: BLITZ, rated: false, side: 'random' };
  const { id: challenge } = await ask(anna, url, 'challenges', { offer: friend });
  await ask(clara, url, 'challenges', { offer: { ...friend, rated: true, control: DAYS }, to: 'Anna' });
  await ask(boris, url, 'users/Clara/report', {
    reason: 'abuse',
    text: 'Wrote the same line again and again.',
    game: second,
  });

  const short = await shortContest(anna, url, { name: 'Club evening in October', more: [boris] });
  const rounds = [MATES, { puzzles: 6, minutes: 15, theme: 'mateIn2', least: 300, most: 3000 }];
  const contest = await setContest(boris, url, {
    name: 'Autumn of the club: a week of mates',
    milliseconds: 6e8,
    rounds,
  });
  for (const page of [anna, boris]) await solveRound(page, url, contest, { solve: 2 });
  await solveRound(anna, url, contest, { round: 1, solve: 2 });

  const tournament = await hold(clara, url);
  const list = await rate(clara, url);
  const invited = await invite(clara, url, [anna, boris, clara, guest]);

  /** @type {Record<string, Session>} */
  const sessions = {};
  for (const [name, page] of Object.entries({ anna, boris, clara, guest })) {
    sessions[name] = await page.context().storageState();
    await page.context().close();
  }
  await server.admin(['user', 'moderator', 'Clara']);
  await short.over;
  return {
    sessions,
    ids: {
      ended,
      watched,
      days,
      turn,
      offered,
      challenge,
      contest,
      over: short.id,
      tournament,
      list,
      correspondence: invited.played,
      invited: invited.open,
    },
  };
}
