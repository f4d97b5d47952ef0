/** Texts of round robins by correspondence. */

import { stageCount } from '../../domain/correspondence';
import { visitor } from '../../domain/me.svelte';
import type { CorrespondenceSettings, CorrespondenceTournament } from '../../generated/protocol';
import { m } from '../../paraglide/messages.js';
import { controlInFull, nameFor, ratedText } from '../../text/people';

/** Returns days and mode of a tournament: `3 days a move · Rated`. */
export function termsText({ days, rated }: Pick<CorrespondenceSettings, 'days' | 'rated'>): string {
  return `${controlInFull({ kind: 'correspondence', days })} · ${ratedText(rated)}`;
}

type Format = Pick<CorrespondenceSettings, 'places' | 'groupSize' | 'promoted' | 'double'>;

/** Returns in sentences who plays whom, and who plays on. */
export function formatText(format: Format): string {
  const { places, groupSize: size, promoted, double } = format;
  const isOneGroup = places <= size;
  return [
    isOneGroup ? m.correspondence_one_group({ places }) : m.correspondence_groups({ places, size, promoted }),
    double ? m.correspondence_twice() : m.correspondence_once(),
    ...(isOneGroup ? [] : [m.correspondence_stages({ count: stageCount(format) })]),
  ].join(' ');
}

/** Returns the name of a stage, from 0: `Final` if it has one group, after which no other comes. */
export function stageName({ stages }: CorrespondenceTournament, stage: number): string {
  return stages[stage]?.length === 1 ? m.correspondence_final() : m.correspondence_stage({ number: stage + 1 });
}

/** Returns the name of a player, by the place among all players. */
export function nameOf({ players }: CorrespondenceTournament, player: number): string {
  const known = players[player];
  return known ? nameFor(visitor.account, known.player) : '';
}

/** Returns a tie-break in the form of the language: `14,5`. */
export function valueText(value: string, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }).format(Number(value));
}
