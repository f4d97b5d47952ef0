/**
 * Descriptions of the pages for search engines and link previews: one or two sentences, by default those of the site. They are apart
 * from the table of the pages because no visitor waits for them.
 */

import { isVariantId } from '../domain/variant-ids';
import { m } from '../paraglide/messages.js';
import { endingName } from '../text/endings';
import { variantAbout, variantName } from '../text/names';
import { settings } from '../ui/settings.svelte';
import type { About, PageName, Subject } from './addresses';

/** Description by the page's name; `null` if the page has its own. */
const DESCRIPTIONS: Partial<Record<PageName, ((about: About) => string) | null>> = {
  play: ({ variant }) => {
    const about = variant && isVariantId(variant) ? variantAbout(variant) : null;
    return about === null ? m.site_description() : `${m.site_description()} ${about}`;
  },
  analysis: m.about_analysis,
  editor: m.about_editor,
  import: m.about_import,
  endings: ({ variant, ending }) =>
    variant && ending
      ? m.about_ending({ ending: endingName(ending, settings.locale), variant: variantName(variant) })
      : m.about_endings(),
  variants: m.about_variants,
  library: m.about_library,
  learn: null,
  exercises: m.about_exercises,
  coordinates: m.about_coordinates,
  lobby: m.about_lobby,
  puzzles: m.about_puzzles,
  sheet: m.about_sheet,
  contests: m.about_contests,
  contest: m.about_contests,
  round: m.about_contests,
  mistakes: m.about_mistakes,
  watch: m.about_watch,
  archive: m.about_archive,
  leaderboard: m.about_leaderboard,
  teams: m.about_teams,
  team: m.about_teams,
  arenas: m.about_arenas,
  arena: m.about_arenas,
  simuls: m.about_simuls,
  simul: m.about_simuls,
  correspondence: m.about_correspondence,
  tournaments: m.about_tournaments,
  tournament: m.about_tournaments,
  'team-tournaments': m.about_team_tournaments,
  'team-tournament': m.about_team_tournaments,
  calendar: m.about_calendar,
  'elo-lists': m.about_elo_lists,
  'elo-list': m.about_elo_lists,
};

/** Returns a page's description in a sentence or two; `null` for the learning pages, which have their own. */
export function descriptionOf(subject: Subject): string | null {
  const description = DESCRIPTIONS[subject.page];
  return description === undefined ? m.site_description() : (description?.(subject) ?? null);
}
