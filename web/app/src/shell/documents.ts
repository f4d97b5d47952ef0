/**
 * Documents that the build makes for the server: one for each address and language, with title, description, link preview and, for
 * the learning pages, the whole content. Those of the play page show the starting position and the choice of a game as the app will
 * draw them.
 */

import type { Component, ComponentProps } from 'svelte';
import { render } from 'svelte/server';
import { isTopicOf, learnPath, topicsOf } from '../domain/addresses';
import type { LearnTopic } from '../domain/addresses';
import { endingNames, endingPath } from '../domain/endings';
import { startEngine } from '../domain/engine';
import { VARIANT_IDS } from '../domain/variant-ids';
import type { VariantId } from '../domain/variant-ids';
import LearnIndex from '../features/learn/LearnIndex.svelte';
import LearnPage from '../features/learn/LearnPage.svelte';
import { learnDescription, learnPosition } from '../features/learn/topics';
import PlayPage from '../features/play/Play.svelte';
import { Play } from '../features/play/play.svelte';
import { m } from '../paraglide/messages.js';
import { href, inLocale } from '../ui/href';
import { BASE_LOCALE, LOCALES } from '../ui/settings-values';
import type { Locale } from '../ui/settings-values';
import { settings } from '../ui/settings.svelte';
import { initSync } from '../wasm/saffron_rules.js';
import NoScript from './NoScript.svelte';
import type { PageDocument, Redirect } from './page-document';
import StaticPage from './StaticPage.svelte';
import { parseRoute } from './routes';
import type { Route } from './routes';
import { descriptionOf, learned, titleOf } from './titles';
import type { Subject } from './titles';

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

/** Sample ids of stored entries and of the server's games. */
const SAMPLES: Partial<Record<Subject['page'], string>> = { live: 'a123456789', challenge: 'a123456789' };
const AN_ID = 'A123456789ab';

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

/** Returns all addresses of the app except those of learning pages and single endings. */
function entries(): Entry[] {
  const ofDevice: Subject['page'][] = ['play', 'analysis', 'editor', 'import', 'variants', 'library', 'endings'];
  const ofServer: Subject['page'][] = ['lobby', 'watch', 'archive', 'leaderboard', 'account', 'moderation'];
  const ofVariants: Subject['page'][] = ['play', 'analysis', 'editor', 'endings', 'watch', 'leaderboard'];
  const ofKept: Subject['page'][] = ['game', 'analysis', 'live', 'challenge'];
  const page = (path: string, subject: Subject): Entry => ({ path, subject, kind: 'page' });
  const all: Entry[] = [
    page('/', { page: 'play' }),
    ...[...ofDevice, ...ofServer].map((name) => page(`/${name}`, { page: name })),
    ...(['reset', 'confirm'] as const).map((step) => page(`/account/${step}`, { page: 'account', step })),
    ...VARIANT_IDS.flatMap((variant) => ofVariants.map((name) => page(`/${name}/${variant}`, { page: name, variant }))),
    ...ofKept.map((name): Entry => ({ path: `/${name}`, subject: { page: name }, kind: 'kept' })),
    ...ofVariants.map((name): Entry => ({ path: `/${name}`, subject: { page: name }, kind: 'added' })),
    { path: '/user', subject: { page: 'user' }, kind: 'named' },
  ];
  return [...all.filter(isShown), { path: '/', subject: { page: 'missing' }, kind: 'missing' }];
}

/** Returns whether the app has this page. */
function isShown({ path, subject, kind }: Entry): boolean {
  const below = {
    page: '',
    missing: '',
    added: '/a-variant',
    named: '/Name',
    kept: `/${SAMPLES[subject.page] ?? AN_ID}`,
  };
  const shown: string = parseRoute(path + below[kind]).page;
  return shown === subject.page;
}

/** The learning pages. */
function lessons(): Entry[] {
  const page = (subject: Subject, path: string): Entry => ({ path, subject: { ...subject }, kind: 'page' });
  return [
    page({ page: 'learn' }, learnPath()),
    ...VARIANT_IDS.flatMap((variant) => [
      page({ page: 'learn', variant }, learnPath(variant)),
      ...topicsOf(variant).map((topic) => page({ page: 'learn', variant, topic }, learnPath(variant, topic))),
    ]),
  ];
}

/** The pages of single endings. */
function endings(): Entry[] {
  return VARIANT_IDS.flatMap((variant) =>
    endingNames(variant).map((ending): Entry => ({
      path: endingPath(variant, ending),
      subject: { page: 'endings', variant, ending },
      kind: 'page',
    })),
  );
}

/** Returns all documents; `rules` is the rules' WebAssembly module. */
export function documents(rules: BufferSource): PageDocument[] {
  initSync({ module: rules });
  return LOCALES.flatMap((locale) => {
    settings.addressLocale = locale;
    return [...entries(), ...lessons(), ...endings()].map((entry) => documentOf(entry, locale));
  });
}

/** Returns the addresses of earlier versions with their replacements. */
export function redirects(): Redirect[] {
  return LOCALES.flatMap((locale) => {
    const local = (path: string): string => inLocale(path, locale);
    return [
      [local('/rules'), local('/learn')] as const,
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
    variant: subject.page === 'analysis' || subject.page === 'editor' ? (variant ?? null) : null,
    head: head(path, subject, kind, locale),
    ...contentOf(path, subject, kind),
  };
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

function contentOf(path: string, subject: Subject, kind: PageDocument['kind']): Pick<PageDocument, 'body' | 'content'> {
  if (subject.page === 'learn') return { body: lesson(path, subject), content: 'whole' };
  // The build does not know the boards of variants added by the operator.
  if (subject.page === 'play' && kind === 'page') return { body: playPage(path, subject), content: 'preview' };
  return { body: withoutScript(path, subject), content: null };
}

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
  const made = filled(PlayPage, { play, onanalyse: () => undefined });
  return framed({ route: parseRoute(path), path, address: href(path), withoutScript: titleOf(subject), ...made });
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
