/** Titles and descriptions of the pages, the same in the browser and in the documents that the server sends. */

import type { LearnTopic } from '../domain/addresses';
import { isVariantId } from '../domain/variant-ids';
import type { VariantId } from '../domain/variant-ids';
import { learnTitle } from '../features/learn/learn-titles';
import { m } from '../paraglide/messages.js';
import { endingName } from '../text/endings';
import { variantAbout, variantName } from '../text/names';
import { settings } from '../ui/settings.svelte';
import type { Route } from './routes';

/** Properties of a page that its title depends on. */
export interface Subject {
  page: Route['page'];
  variant?: string | null | undefined;
  topic?: string | null | undefined;
  ending?: string | null | undefined;
  /** Name of the account on its page. */
  name?: string | undefined;
  /** Purpose of an e-mail's link. */
  step?: 'reset' | 'confirm' | null | undefined;
}

/** Returns the title of a page, without the name of the site. */
export function titleOf({ page, variant, topic, ending, name: user, step }: Subject): string {
  const name = variant === null || variant === undefined ? null : variantName(variant);
  switch (page) {
    case 'play':
      return name === null ? m.title_play() : m.title_play_variant({ variant: name });
    case 'game':
      return m.title_game();
    case 'analysis':
      return name === null ? m.title_analysis() : m.title_analysis_variant({ variant: name });
    case 'editor':
      return name === null ? m.title_editor() : m.title_editor_variant({ variant: name });
    case 'import':
      return m.title_import();
    case 'variants':
      return m.title_variants();
    case 'library':
      return m.title_library();
    case 'learn':
      return learnTitle(...learned({ page, variant, topic }));
    case 'endings':
      if (name === null) return m.title_endings();
      if (!ending) return m.title_endings_variant({ variant: name });
      return m.title_ending({ ending: endingName(ending, settings.locale), variant: name });
    case 'lobby':
      return m.title_lobby();
    case 'watch':
      return name === null ? m.title_watch() : m.title_watch_variant({ variant: name });
    case 'live':
      return m.title_live();
    case 'challenge':
      return m.title_challenge();
    case 'user':
      return user ?? m.title_user_unknown();
    case 'archive':
      return m.title_archive();
    case 'leaderboard':
      return name === null ? m.title_leaderboard() : m.title_leaderboard_variant({ variant: name });
    case 'account':
      if (step === 'reset') return m.title_account_reset();
      return step === 'confirm' ? m.title_account_confirm() : m.title_account();
    case 'moderation':
      return m.title_moderation();
    case 'missing':
      return m.title_missing();
  }
}

/** Returns a page's description in a sentence or two; `null` for the learning pages, which have their own. */
export function descriptionOf({ page, variant, ending }: Subject): string | null {
  switch (page) {
    case 'play': {
      const about = variant && isVariantId(variant) ? variantAbout(variant) : null;
      return about === null ? m.site_description() : `${m.site_description()} ${about}`;
    }
    case 'analysis':
      return m.about_analysis();
    case 'editor':
      return m.about_editor();
    case 'import':
      return m.about_import();
    case 'variants':
      return m.about_variants();
    case 'library':
      return m.about_library();
    case 'learn':
      return null;
    case 'endings':
      if (!variant || !ending) return m.about_endings();
      return m.about_ending({ ending: endingName(ending, settings.locale), variant: variantName(variant) });
    case 'lobby':
      return m.about_lobby();
    case 'watch':
      return m.about_watch();
    case 'archive':
      return m.about_archive();
    case 'leaderboard':
      return m.about_leaderboard();
    case 'game':
    case 'live':
    case 'challenge':
    case 'user':
    case 'account':
    case 'moderation':
    case 'missing':
      return m.site_description();
  }
}

/** Returns the learning page of a subject. */
export function learned({ variant, topic }: Subject): [VariantId?, LearnTopic?] {
  if (variant === null || variant === undefined || !isVariantId(variant)) return [];
  return topic ? [variant, topic as LearnTopic] : [variant];
}
