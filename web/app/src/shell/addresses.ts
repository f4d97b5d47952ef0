/**
 * The pages of the site, one entry each. Routes, titles, navigation, the documents of the build and the server's list of addresses
 * follow from this table; descriptions are in `descriptions.ts`. CONTRIBUTING.md, "Add a page", says how.
 */

import type { Component } from 'svelte';
import type { ContinuedGame, WrittenGame } from '../domain/handover';
import type { OwnFile } from '../domain/own-variants.svelte';
import { isVariantId } from '../domain/variant-ids';
import { learnTitle } from '../features/learn/learn-titles';
import type { Play } from '../features/play/play.svelte';
import { m } from '../paraglide/messages.js';
import { endingName } from '../text/endings';
import { variantName } from '../text/names';
import type { IconName } from '../ui/Icon.svelte';
import { settings } from '../ui/settings.svelte';
import type { LearnTopic } from '../domain/addresses';
import type { Step, Tail, Tails } from './tails';

/** Parts of the site, as the header and the bar of a phone show them; `account` is the menu of the account. */
export type Part = 'play' | 'online' | 'puzzles' | 'watch' | 'learn' | 'games' | 'tools' | 'account';

/** Properties that titles and descriptions depend on. */
export interface About {
  variant?: string | null | undefined;
  topic?: string | null | undefined;
  ending?: string | null | undefined;
  /** Name of the account on its page. */
  name?: string | undefined;
  /** Purpose of an e-mail's link. */
  step?: Step | null | undefined;
}

/** What a page may use of the frame around it. Paths are given without the prefix of a language. */
export interface Frame {
  /** Query of the address. */
  readonly search: string;
  go(path: string): void;
  /** Replaces the address of this page; does nothing once another page is shown. */
  rename(path: string): void;
}

/** Frame of the pages that share the rules, the engine and the game on the board. */
export interface BoardFrame extends Frame {
  readonly path: string;
  readonly play: Play;
  /** Continues an analysis as a game. */
  playOn(game: ContinuedGame): void;
  /** Opens a game in the analysis. */
  analyse(game: WrittenGame): void;
  /** Reports that the stored game of the address cannot be shown. */
  fail(reason: 'unreadable' | 'missing'): void;
}

/** Component of a page, loaded when it is shown, and its props. */
export interface View<Params, Of> {
  load: () => Promise<{
    default: Component<Record<string, unknown>>;
    /** Loads the files that the page draws first. A page with a preview has it. */
    prepare?: (route: Params) => Promise<unknown>;
  }>;
  props: (route: Params, frame: Of) => Record<string, unknown>;
}

interface Entry<Params, Of> {
  /** Title without the name of the site. */
  title: (about: About) => string;
  /** `null` for pages that are part of the frame's own code. */
  view: View<Params, Of> | null;
  part?: Part;
  /** Link in the navigation, in the order of this table. */
  link?: { name: () => string; icon?: IconName; /** Name among other links of a menu. */ inMenu?: () => string };
  /** True for links that only moderators see. */
  moderators?: boolean;
  /** Whether a board fills the window, which then has no footer. */
  board?: boolean | ((about: About) => boolean);
  /** True if the query of the address may name a position, which the link preview then shows. */
  positions?: boolean;
}

/** Any page; `PAGES` knows more exactly what a page's view needs. */
export interface Page extends Entry<never, never> {
  tail: Tail;
  /** What the page waits for: the server, rules and engine with the game on the board, or nothing. */
  needs: 'server' | 'board' | 'nothing';
}

/** Page with data of the server. */
function online<T extends Tail>(tail: T, entry: Entry<Tails[T], Frame>): Page & { tail: T } {
  return { tail, needs: 'server', ...entry };
}

/** Page of this device. */
function local<T extends Tail>(tail: T, entry: Entry<Tails[T], BoardFrame>): Page & { tail: T } {
  return { tail, needs: 'board', ...entry };
}

type PropsOf<Shown> = Shown extends Component<infer Props> ? Props : never;

/** Checks the props of a component. */
function view<Params, Of, Shown extends Component<never>>(
  load: () => Promise<{ default: Shown }>,
  props: (route: Params, frame: Of) => NoInfer<PropsOf<Shown>>,
): View<Params, Of> {
  return { load, props } as unknown as View<Params, Of>;
}

/** Title that names the variant, if there is one. */
function titled(all: () => string, one: (input: { variant: string }) => string): Entry<unknown, unknown>['title'] {
  return ({ variant }) => (variant ? one({ variant: variantName(variant) }) : all());
}

/** One entry for all tournaments and for one of them. */
const TOURNAMENTS: Entry<{ id?: string }, Frame> = {
  title: m.title_tournaments,
  view: view(
    () => import('../features/tournaments/TournamentsRoute.svelte'),
    ({ id = null }: { id?: string | null }, { search, go, rename }: Frame) => ({ id, search, go, rename }),
  ),
  part: 'watch',
};

/** One entry for all team tournaments and for one of them. */
const TEAM_TOURNAMENTS: Entry<{ id?: string }, Frame> = {
  title: m.title_team_tournaments,
  view: view(
    () => import('../features/team-tournaments/TeamTournamentsRoute.svelte'),
    ({ id = null }: { id?: string | null }, { search, go, rename }: Frame) => ({ id, search, go, rename }),
  ),
  part: 'watch',
};

/** One entry for all Elo lists and for one of them. */
const ELO_LISTS: Entry<{ id?: string }, Frame> = {
  title: m.title_elo_lists,
  view: view(
    () => import('../features/elo-lists/EloListsRoute.svelte'),
    ({ id = null }: { id?: string | null }, { search, go, rename }: Frame) => ({ id, search, go, rename }),
  ),
  part: 'watch',
};

/** One entry for all arenas and for one of them. */
const ARENAS: Entry<{ id?: string }, Frame> = {
  title: m.title_arenas,
  view: view(
    () => import('../features/arenas/ArenasRoute.svelte'),
    ({ id = null }: { id?: string | null }, { search, go }: Frame) => ({ id, search, go }),
  ),
  part: 'watch',
};

/** One entry for all simuls and for one of them. */
const SIMULS: Entry<{ id?: string }, Frame> = {
  title: m.title_simuls,
  view: view(
    () => import('../features/simuls/SimulsRoute.svelte'),
    ({ id = null }: { id?: string | null }, { search, go }: Frame) => ({ id, search, go }),
  ),
  part: 'watch',
};

/** One entry for all teams and for one of them. */
const TEAMS: Entry<{ id?: string }, Frame> = {
  title: m.title_teams,
  view: view(
    () => import('../features/teams/TeamsRoute.svelte'),
    ({ id = null }: { id?: string | null }, { search, go, rename }: Frame) => ({ id, search, go, rename }),
  ),
  part: 'watch',
};

export const PAGES = {
  /** The board with the choice of a game; `variant` proposes one. Its address is `/` too. */
  play: local('variant', {
    title: titled(m.title_play, m.title_play_variant),
    view: null,
    part: 'play',
    link: { name: m.nav_play, icon: 'play' },
    board: true,
  }),
  /** Game stored in this browser. */
  game: local('entry', { title: m.title_game, view: null, part: 'play', board: true }),
  analysis: local('analysis', {
    title: titled(m.title_analysis, m.title_analysis_variant),
    view: view(
      () => import('../features/analysis/AnalysisRoute.svelte'),
      ({ variant, id }, frame) => ({
        variant,
        id,
        search: frame.search,
        preferred: frame.play.choice.variant,
        onvariant: (chosen: string) => frame.play.choose({ variant: chosen }),
        onaddress: (path: string) => frame.path !== path && frame.rename(path),
        onplay: frame.playOn,
        onunopened: frame.fail,
      }),
    ),
    part: 'tools',
    link: { name: m.nav_analysis, icon: 'analyse' },
    board: true,
    positions: true,
  }),
  editor: local('variant', {
    title: titled(m.title_editor, m.title_editor_variant),
    view: view(
      () => import('../features/editor/EditorRoute.svelte'),
      ({ variant }, frame) => ({
        variant,
        search: frame.search,
        preferred: frame.play.choice.variant,
        onvariant: (chosen: string) => frame.play.choose({ variant: chosen }),
        onaddress: frame.rename,
      }),
    ),
    part: 'tools',
    link: { name: m.title_editor, icon: 'edit' },
    board: true,
    positions: true,
  }),
  import: local('none', {
    title: m.title_import,
    view: view(
      () => import('../features/import/Import.svelte'),
      (_, frame) => ({ preferred: frame.play.choice.variant, ongame: frame.analyse }),
    ),
    part: 'tools',
    link: { name: m.nav_import, icon: 'import' },
  }),
  endings: local('ending', {
    title: ({ variant, ending }) => {
      if (!variant) return m.title_endings();
      if (!ending) return m.title_endings_variant({ variant: variantName(variant) });
      return m.title_ending({ ending: endingName(ending, settings.locale), variant: variantName(variant) });
    },
    view: view(
      () => import('../features/endings/EndingsRoute.svelte'),
      ({ variant, ending }) => ({ variant, ending }),
    ),
    part: 'tools',
    link: { name: m.nav_endings, icon: 'target' },
    board: ({ ending }) => Boolean(ending),
  }),
  variants: local('none', {
    title: m.title_variants,
    view: view(
      () => import('../features/variants/Variants.svelte'),
      (_, frame) => ({
        inUse: (file: OwnFile) => frame.play.isOf(file),
        onchange: () => frame.play.variantsChanged(),
        onplay: (variant: string) => frame.go(`/play/${variant}`),
      }),
    ),
    part: 'tools',
    link: { name: m.nav_variants, icon: 'hexagon' },
  }),
  library: local('none', {
    title: m.title_library,
    view: view(
      () => import('../features/library/Library.svelte'),
      () => ({}),
    ),
    part: 'games',
    link: { name: m.nav_games, icon: 'games', inMenu: m.nav_my_games },
  }),
  learn: {
    ...local('lesson', {
      title: ({ variant, topic }) => learnTitle(...learned({ variant, topic })),
      view: null,
      part: 'learn',
      link: { name: m.nav_learn, icon: 'learn' },
    }),
    needs: 'nothing',
  },
  /** Exercises of a variant, or one of them. */
  exercises: local('exercise', {
    title: titled(m.exercises_title, ({ variant }) => `${m.exercises_title()} · ${variant}`),
    view: view(
      () => import('../features/exercises/ExercisesRoute.svelte'),
      ({ variant, id }, { play, go }) => ({
        variant,
        id,
        go,
        onplay: (chosen: string) => {
          play.choose({ variant: chosen, opponent: 'computer', level: 1, colour: 'w', clock: null, handicap: null });
          go(`/play/${chosen}`);
        },
      }),
    ),
    part: 'learn',
    board: true,
  }),
  /** Trainer for the names of the cells. */
  coordinates: local('variant', {
    title: titled(m.coordinates_title, ({ variant }) => `${m.coordinates_title()} · ${variant}`),
    view: view(
      () => import('../features/coordinates/Coordinates.svelte'),
      ({ variant }) => ({ variant }),
    ),
    part: 'learn',
    board: true,
  }),
  /** Seeks and challenges. */
  lobby: online('none', {
    title: m.title_lobby,
    view: view(
      () => import('../features/lobby/Lobby.svelte'),
      (_, { search, go }) => ({ search, go }),
    ),
    part: 'online',
    link: { name: m.nav_online, icon: 'people' },
  }),
  /** The puzzle of the day, puzzles of the theme in the query, or a single one. */
  puzzles: local('puzzle', {
    title: titled(m.nav_puzzles, ({ variant }) => `${m.nav_puzzles()} · ${variant}`),
    view: view(
      () => import('../features/puzzles/PuzzlesRoute.svelte'),
      ({ variant, id }, { search }) => ({ variant, id, search }),
    ),
    part: 'puzzles',
    link: { name: m.nav_puzzles, icon: 'puzzle' },
    board: true,
  }),
  /** Sheet of puzzles to be printed. */
  sheet: local('built', {
    title: titled(m.sheet_title, ({ variant }) => `${m.sheet_title()} · ${variant}`),
    view: view(
      () => import('../features/puzzles/PuzzleSheet.svelte'),
      ({ variant }) => ({ variant }),
    ),
    part: 'puzzles',
  }),
  /** Solving contests, and the form that sets one. */
  contests: online('none', {
    title: m.title_contests,
    view: view(
      () => import('../features/contests/Contests.svelte'),
      (_, { search, go }) => ({ search, go }),
    ),
    part: 'puzzles',
  }),
  contest: online('server', {
    title: m.title_contest,
    view: view(
      () => import('../features/contests/ContestRoute.svelte'),
      ({ id }, { go }) => ({ id, round: null, go }),
    ),
    part: 'puzzles',
  }),
  /** A round of a contest that the visitor has begun, on the board. */
  round: online('round', {
    title: m.title_contest,
    view: view(
      () => import('../features/contests/ContestRoute.svelte'),
      ({ id, round }, { go }) => ({ id, round, go }),
    ),
    part: 'puzzles',
    board: true,
  }),
  /** The visitor's own mistakes, found by reviews. */
  mistakes: local('none', {
    title: m.title_mistakes,
    view: view(
      () => import('../features/mistakes/Mistakes.svelte'),
      () => ({}),
    ),
    part: 'puzzles',
  }),
  /** Games in progress: of all variants, or of one. */
  watch: online('variant', {
    title: titled(m.title_watch, m.title_watch_variant),
    view: view(
      () => import('../features/watch/Watch.svelte'),
      ({ variant }) => ({ variant }),
    ),
    part: 'watch',
    link: { name: m.nav_live_games, icon: 'watch' },
  }),
  /** All games that have ended. */
  archive: online('none', {
    title: m.title_archive,
    view: view(
      () => import('../features/archive/Archive.svelte'),
      (_, { search, rename }) => ({ search, rename }),
    ),
    part: 'watch',
    link: { name: m.nav_archive, icon: 'games' },
  }),
  leaderboard: online('variant', {
    title: titled(m.title_leaderboard, m.title_leaderboard_variant),
    view: view(
      () => import('../features/leaderboard/Leaderboard.svelte'),
      ({ variant }, { go }) => ({ variant, go }),
    ),
    part: 'watch',
    link: { name: m.nav_leaderboard, icon: 'analyse' },
  }),
  /** Teams, and the form that begins one. */
  teams: online('none', { ...TEAMS, link: { name: m.title_teams, icon: 'people' } }),
  team: online('server', TEAMS),
  /** Arenas, and the form that begins one. */
  arenas: online('none', { ...ARENAS, link: { name: m.title_arenas, icon: 'bolt' } }),
  arena: online('server', ARENAS),
  /** Simuls, and the form that begins one. */
  simuls: online('none', { ...SIMULS, link: { name: m.title_simuls, icon: 'people' } }),
  simul: online('server', SIMULS),
  /** Round robins by correspondence, the form that begins one, or one of them. */
  correspondence: online('listed', {
    title: m.title_correspondence,
    view: view(
      () => import('../features/correspondence/CorrespondenceRoute.svelte'),
      ({ id }, { search, go }) => ({ id, search, go }),
    ),
    part: 'watch',
    link: { name: m.title_correspondence, icon: 'calendar' },
  }),
  /** Tournaments over the board, and the forms that begin one. */
  tournaments: online('none', { ...TOURNAMENTS, link: { name: m.title_tournaments, icon: 'flag' } }),
  tournament: online('server', TOURNAMENTS),
  /** Team tournaments over the board, and the forms that begin one. */
  'team-tournaments': online('none', TEAM_TOURNAMENTS),
  'team-tournament': online('server', TEAM_TOURNAMENTS),
  /** Arenas and tournaments that come. */
  calendar: online('none', {
    title: m.title_calendar,
    view: view(
      () => import('../features/calendar/Calendar.svelte'),
      () => ({}),
    ),
    part: 'watch',
  }),
  /** Elo lists of clubs, and the forms that begin one. */
  'elo-lists': online('none', ELO_LISTS),
  'elo-list': online('server', ELO_LISTS),
  /** Live game, also after its end. */
  live: online('server', {
    title: m.title_live,
    view: view(
      () => import('../features/live/Live.svelte'),
      ({ id }, { go }) => ({ id, go }),
    ),
    part: 'online',
    board: true,
  }),
  challenge: online('server', {
    title: m.title_challenge,
    view: view(
      () => import('../features/challenge/Challenge.svelte'),
      ({ id }, { go }) => ({ id, go }),
    ),
    part: 'online',
  }),
  user: online('account', {
    title: ({ name }) => name ?? m.title_user_unknown(),
    view: view(
      () => import('../features/profile/Profile.svelte'),
      ({ name }) => ({ name }),
    ),
    part: 'watch',
  }),
  /** What calls the visitor back: moves, challenges, arenas. */
  notifications: online('none', {
    title: m.title_notifications,
    view: view(
      () => import('../features/notifications/Notifications.svelte'),
      () => ({}),
    ),
    part: 'account',
    link: { name: m.title_notifications },
  }),
  /** Conversations with other players, or one of them. */
  messages: online('correspondent', {
    title: m.title_messages,
    view: view(
      () => import('../features/messages/Messages.svelte'),
      ({ address }, { go }) => ({ address, go }),
    ),
    part: 'account',
    link: { name: m.title_messages },
  }),
  /** Account page of the visitor. */
  account: online('step', {
    title: ({ step }) => {
      if (step === 'reset') return m.title_account_reset();
      return step === 'confirm' ? m.title_account_confirm() : m.title_account();
    },
    view: view(
      () => import('../features/account/Account.svelte'),
      ({ step }, { search, go }) => ({ step, search, go }),
    ),
    part: 'account',
    link: { name: m.nav_account_settings },
  }),
  moderation: online('none', {
    title: m.title_moderation,
    view: view(
      () => import('../features/moderation/Moderation.svelte'),
      () => ({}),
    ),
    part: 'account',
    link: { name: m.nav_moderation },
    moderators: true,
  }),
  /** Page of the addresses that do not exist. */
  missing: local('nowhere', { title: m.title_missing, view: null }),
} satisfies Record<string, Page>;

export type PageName = keyof typeof PAGES;
type TailOf<Name extends PageName> = (typeof PAGES)[Name]['tail'];

/** Page at an address, with the properties that the address names. */
export type Route = { [Name in PageName]: { page: Name } & Tails[TailOf<Name>] }[PageName];

/** Page that a title or a document is about. */
export type Subject = { page: PageName } & About;

/** Returns all pages with their names, in the order of the table. */
export function allPages(): [PageName, Page][] {
  return Object.entries(PAGES) as [PageName, Page][];
}

/** Returns the entry of a page. */
export function pageOf({ page }: { page: PageName }): Page {
  return PAGES[page];
}

/** Returns the path of a page, without the prefix of a language. */
export function pathOf(page: Exclude<PageName, 'missing'>, ...parts: readonly string[]): string {
  return page === 'play' && parts.length === 0 ? '/' : ['', page, ...parts.map(encodeURIComponent)].join('/');
}

/** Returns the learning page of a subject. */
export function learned({ variant, topic }: About): Parameters<typeof learnTitle> {
  if (variant === null || variant === undefined || !isVariantId(variant)) return [];
  return topic ? [variant, topic as LearnTopic] : [variant];
}
