/**
 * Documents that the build makes for the server: one for each address and language, with title, description, link preview and, for
 * the learning pages, the whole content. Those of the play page show the starting position and the choice of a game as the app will
 * draw them, those of the puzzles page the puzzle of the day.
 */

import type { Component, ComponentProps } from 'svelte';
import { render } from 'svelte/server';
import { isTopicOf, learnPath, topicsOf } from '../domain/addresses';
import type { LearnTopic } from '../domain/addresses';
import { endingNames } from '../domain/endings';
import { startEngine } from '../domain/engine';
import { parsePuzzles } from '../domain/puzzles';
import type { Puzzle } from '../domain/puzzles';
import { FIRST_VARIANT, VARIANT_IDS } from '../domain/variant-ids';
import type { VariantId } from '../domain/variant-ids';
import LearnIndex from '../features/learn/LearnIndex.svelte';
import LearnPage from '../features/learn/LearnPage.svelte';
import { learnDescription, learnPosition } from '../features/learn/topics';
import PlayPage from '../features/play/Play.svelte';
import { Play } from '../features/play/play.svelte';
import PuzzlesPreview from '../features/puzzles/PuzzlesPreview.svelte';
import { m } from '../paraglide/messages.js';
import { href } from '../ui/href';
import { inLocale } from '../ui/locale-paths';
import { BASE_LOCALE, LOCALES } from '../ui/settings-values';
import type { Locale } from '../ui/settings-values';
import { settings } from '../ui/settings.svelte';
import { initSync } from '../wasm/saffron_rules.js';
import NoScript from './NoScript.svelte';
import type { PageDocument, Redirect } from './page-document';
import StaticPage from './StaticPage.svelte';
import { allPages, learned, pageOf } from './addresses';
import { descriptionOf } from './descriptions';
import type { About, Route, Subject } from './addresses';
import { parseRoute } from './routes';
import { STEPS } from './tails';
import type { Tail } from './tails';
import { titleOf } from './titles';

/** Placeholder for the URL of the site, replaced by the server. */
const OPEN_URL = 'https://saffron.invalid';

/** Figures of the endings that the pictures need. */
interface SolvedEndings {
  variant: string;
  endings: { ending: string; longest: { fen: string }[] }[];
}
const SOLVED = Object.values(
  import.meta.glob<SolvedEndings>('../generated/endings/*.json', { eager: true, import: 'default' }),
);

/** Texts of the files with the puzzles of the day. */
const DAILY = import.meta.glob<string>('../../../../crates/puzzles/puzzles/*.tsv', {
  query: '?part=daily-text',
  import: 'default',
  eager: true,
});

/** Returns a language with its most likely territory, as Open Graph requires: `en_US`. */
function openGraphLocale(locale: Locale): string {
  const { language, region } = new Intl.Locale(locale).maximize();
  return `${language}_${region}`;
}

interface Entry {
  path: string;
  subject: Subject;
  kind: PageDocument['kind'];
}

type Made = Omit<Entry, 'subject'> & { about: About };

const document = (path: string, about: About = {}): Made => ({ path, about, kind: 'page' });
const of = (kind: Exclude<PageDocument['kind'], 'page'>): Made => ({ path: '', about: {}, kind });
const ofVariants = (): Made[] => VARIANT_IDS.map((variant) => document(`/${variant}`, { variant }));

/** Documents of whatever has an id of this kind below each variant. */
const below = (kind: Exclude<PageDocument['kind'], 'page'>): Made[] =>
  VARIANT_IDS.map((variant) => ({ path: `/${variant}`, about: { variant }, kind }));

/** Documents of a page by what may follow its name, with the path after it. */
const DOCUMENTS: Readonly<Record<Tail, () => Made[]>> = {
  none: () => [document('')],
  nowhere: () => [of('missing')],
  variant: () => [document(''), ...ofVariants(), of('added')],
  built: () => [document(''), ...ofVariants()],
  entry: () => [of('kept')],
  analysis: () => [document(''), ...ofVariants(), of('kept'), of('added')],
  server: () => [of('kept')],
  listed: () => [document(''), of('kept')],
  round: () => [of('kept')],
  account: () => [of('named')],
  correspondent: () => [document(''), of('named')],
  step: () => [document(''), ...STEPS.map((step) => document(`/${step}`, { step }))],
  lesson: () => [
    document(''),
    ...ofVariants(),
    ...VARIANT_IDS.flatMap((variant) =>
      topicsOf(variant).map((topic) => document(`/${variant}/${topic}`, { variant, topic })),
    ),
  ],
  ending: () => [
    document(''),
    ...ofVariants(),
    ...VARIANT_IDS.flatMap((variant) =>
      endingNames(variant).map((ending) => document(`/${variant}/${ending}`, { variant, ending })),
    ),
  ],
  puzzle: () => [document(''), ...ofVariants(), ...below('kept')],
  exercise: () => [document(''), ...ofVariants(), of('added'), ...below('named')],
};

/** Returns all addresses of the app. */
function entries(): Entry[] {
  const all = allPages().flatMap(([name, { tail }]) =>
    DOCUMENTS[tail]().map(({ path, about, kind }): Entry => {
      return { path: kind === 'missing' ? '/' : `/${name}${path}`, subject: { page: name, ...about }, kind };
    }),
  );
  return [{ path: '/', subject: { page: 'play' }, kind: 'page' }, ...all];
}

/** Returns all documents; `rules` is the rules' WebAssembly module. */
export function documents(rules: BufferSource): PageDocument[] {
  initSync({ module: rules });
  return LOCALES.flatMap((locale) => {
    settings.locale = locale;
    return entries().map((entry) => documentOf(entry, locale));
  });
}

/** Returns the addresses of earlier versions with their replacements. */
export function redirects(): Redirect[] {
  return LOCALES.flatMap((locale) => {
    const local = (path: string): string => inLocale(path, locale);
    return [
      [local('/rules'), local(learnPath())] as const,
      ...VARIANT_IDS.map((id) => [local(`/rules/${id}`), local(learnPath(id))] as const),
    ];
  });
}

function documentOf({ path, subject, kind }: Entry, locale: Locale): PageDocument {
  const variant = subject.variant as VariantId | undefined;
  return {
    locale,
    path: inLocale(path, locale),
    kind,
    variant: pageOf(subject).positions ? (variant ?? null) : null,
    head: head(path, subject, kind, locale),
    ...contentOf(path, subject, kind),
    preload: kind === 'page' ? preloadOf(subject) : [],
  };
}

/** Returns what a page loads first: without it a visitor would wait for one file after another. */
function preloadOf({ page, variant }: Subject): string[] {
  if (page !== 'puzzles') return [];
  return [
    '/features/puzzles/PuzzlesRoute.svelte',
    `/crates/puzzles/puzzles/${variant ?? FIRST_VARIANT}.tsv?part=daily`,
  ];
}

function head(path: string, subject: Subject, kind: PageDocument['kind'], locale: Locale): string {
  const title = m.page_title({ page: titleOf(subject) });
  const description = descriptionOf(subject) ?? learnDescription(...learned(subject));
  const tags = [`<title>${escaped(title)}</title>`, meta('name', 'description', description)];
  if (kind !== 'page') return [...tags, meta('name', 'robots', 'noindex')].join('\n    ');
  const url = (language: Locale): string => OPEN_URL + inLocale(path, language);
  const alternates: [string, Locale][] = LOCALES.map((each) => [each, each]);
  alternates.push(['x-default', BASE_LOCALE]);
  tags.push(
    `<link rel="canonical" href="${url(locale)}" />`,
    ...alternates.map(([name, each]) => `<link rel="alternate" hreflang="${name}" href="${url(each)}" />`),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', m.site_name()),
    meta('property', 'og:title', titleOf(subject)),
    meta('property', 'og:description', description),
    meta('property', 'og:url', url(locale)),
    meta('property', 'og:locale', openGraphLocale(locale)),
    meta('property', 'og:image', OPEN_URL + picture(subject)),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('name', 'twitter:card', 'summary_large_image'),
  );
  return tags.join('\n    ');
}

/** Returns the address of a page's link-preview picture. */
function picture({ page, variant, topic, ending }: Subject): string {
  const id = (variant ?? VARIANT_IDS[0]) as VariantId;
  let fen = page === 'learn' && topic && isTopicOf(id, topic) ? learnPosition(id, topic) : undefined;
  if (ending) {
    const solved = SOLVED.find((one) => one.variant === id)?.endings.find((one) => one.ending === ending);
    fen = solved?.longest[0]?.fen;
  }
  return `/picture/${id}.png${fen === undefined ? '' : `?${new URLSearchParams({ fen })}`}`;
}

function contentOf(path: string, subject: Subject, kind: PageDocument['kind']): Body {
  if (subject.page === 'learn') return { body: lesson(path, subject), content: 'whole', preview: null };
  // The build does not know the boards of variants added by the operator.
  if (subject.page === 'play' && kind === 'page') {
    return { body: playPage(path, subject), content: 'preview', preview: 'play' };
  }
  if (subject.page === 'puzzles' && kind === 'page') {
    return { body: puzzlesPage(path, subject), content: 'preview', preview: 'puzzles' };
  }
  return { body: withoutScript(path, subject), content: null, preview: null };
}

type Body = Pick<PageDocument, 'body' | 'content' | 'preview'>;
type Content = Pick<ComponentProps<typeof StaticPage>, 'component' | 'props'>;

/** Narrows a component to the given props. */
function filled<Props extends Record<string, unknown>>(component: Component<Props>, props: Props): Content {
  return { component: component as unknown as Content['component'], props };
}

/** Returns a learning page's content within the frame of the site. */
function lesson(path: string, { variant, topic }: Subject): string {
  const made = variant
    ? filled(LearnPage, { variant: variant as VariantId, topic: (topic ?? undefined) as LearnTopic | undefined })
    : filled(LearnIndex, {});
  return framed({ route: parseRoute(path), path, address: href(path), ...made });
}

/** Returns the play page of a first visit. */
function playPage(path: string, subject: Subject): string {
  // The engine is not started before a game.
  const play = new Play(startEngine());
  if (subject.variant) play.choice.variant = subject.variant;
  const made = filled(PlayPage, { play, onanalyse: () => undefined, onlearn: () => undefined });
  return framed({ route: parseRoute(path), path, address: href(path), withoutScript: titleOf(subject), ...made });
}

/** Returns the puzzles page, from which a script makes that of the visitor's day. */
function puzzlesPage(path: string, subject: Subject): string {
  const variant = (subject.variant ?? FIRST_VARIANT) as VariantId;
  const made = filled(PuzzlesPreview, { variant, puzzles: dailyPuzzlesOf(variant) });
  return framed({ route: parseRoute(path), path, address: href(path), withoutScript: titleOf(subject), ...made });
}

/** Returns the puzzles of the day of a variant. */
export function dailyPuzzlesOf(variant: VariantId): Puzzle[] {
  return parsePuzzles(DAILY[`../../../../crates/puzzles/puzzles/${variant}.tsv`] ?? '');
}

/** Returns the notice that other pages show without scripts. */
function withoutScript(path: string, subject: Subject): string {
  const made = filled(NoScript, { title: titleOf(subject) });
  // The content is inside a `noscript` element, which cannot be nested.
  const route: Route = subject.page === 'missing' ? { page: 'missing' } : parseRoute(path);
  const page = framed({ route, path, address: null, ...made }).replace(/<\/?noscript>/g, '');
  return `<noscript>${page}</noscript>`;
}

function framed(props: ComponentProps<typeof StaticPage>): string {
  return plain(render(StaticPage, { props }).body);
}

/** Removes the comments by which Svelte would hydrate: the content is kept as it is. */
function plain(html: string): string {
  return html.replace(/<!--[^>]*-->/g, '');
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escaped(content)}" />`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
