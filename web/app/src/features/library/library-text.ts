/** Texts of the library's list. */

import type { EntryInfo } from '../../domain/library/entry';
import type { SyncStatus } from '../../domain/library/account-library.svelte';
import type { Warning } from '../../domain/library/library.svelte';
import { m } from '../../paraglide/messages.js';
import { resultText, variantName } from '../../text/names';
import { entryTitle } from '../../text/entries';

/** Returns whether an entry's title, game, result and tags have all words of a query. */
export function matches(entry: EntryInfo, query: string): boolean {
  const words = query.toLowerCase().split(/\s+/);
  const { result, variant, tags = [] } = entry;
  const ending = result === undefined ? '' : resultText({ result });
  const text = [entryTitle(entry), variantName(variant), ending, ...tags.map((tag) => `#${tag}`)].join(' ');
  return words.every((word) => text.toLowerCase().includes(word));
}

/** Returns the length of a game in moves of both sides. */
export function movesText(plies: number): string {
  return plies === 0 ? m.library_no_moves() : m.library_moves({ count: Math.ceil(plies / 2) });
}

export function warningText(warning: Warning): string {
  switch (warning) {
    case 'memory':
      return m.library_warning_memory();
    case 'full':
      return m.library_warning_full();
    case 'outdated':
      return m.library_warning_outdated();
    case 'failed':
      return m.library_warning_failed();
  }
}

/** Returns what the state of the library on the account means. */
export function syncText(status: SyncStatus): string {
  switch (status) {
    case 'off':
      return m.library_account();
    case 'syncing':
      return m.library_account_syncing();
    case 'synced':
      return m.library_account_synced();
    case 'waiting':
      return m.library_account_waiting();
    case 'full':
      return m.library_account_full();
    case 'outdated':
      return m.library_account_outdated();
  }
}
