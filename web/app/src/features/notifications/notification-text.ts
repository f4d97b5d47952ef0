/** Sentences and addresses of notifications. */

import type { NotificationAbout, Player } from '../../generated/protocol';
import { m } from '../../paraglide/messages.js';
import { arenaPath, correspondencePath, simulPath } from '../../text/tournaments';
import { resultText, variantName } from '../../text/names';
import { playerName } from '../../text/people';
import { teamPath } from '../../domain/addresses';

/** Returns what has happened. */
export function notificationText(about: NotificationAbout, now: number): string {
  switch (about.kind) {
    case 'turn':
      return m.notification_turn();
    case 'timeLow':
      return m.notification_time_low();
    case 'gameEnded': {
      const { result } = about;
      return result === null ? m.notification_aborted() : m.notification_game_ended({ result: resultText({ result }) });
    }
    case 'challenge':
      return about.open ? m.notification_challenge() : m.notification_challenge_over();
    case 'arenaSoon':
      return about.startsAt > now ? m.notification_arena() : m.notification_arena_begun();
    case 'simulSoon':
      return m.notification_simul();
    case 'simulBegun':
      return m.notification_simul_begun();
    case 'simulAccepted':
      return m.notification_simul_accepted();
    case 'stageBegun':
      return about.stage === 1 ? m.notification_tournament_begun() : m.notification_stage_begun();
    case 'message':
      return m.notification_message();
    case 'teamMessage':
      return m.notification_team_message();
    case 'teamRequest': {
      const { requests: count } = about;
      return count > 0 ? m.notification_team_requests({ count }) : m.notification_team_requests_done();
    }
    case 'teamAccepted':
      return m.notification_team_accepted();
  }
}

/** Returns whom and what a notification is about. */
export function notificationDetails(about: NotificationAbout, locale: string): string[] {
  if (about.kind === 'arenaSoon') {
    const name = about.name === '' ? m.title_arena() : about.name;
    return [name, variantName(about.variant), startText(about.startsAt, locale)];
  }
  if (about.kind === 'simulSoon') {
    return [aboutSimul(about), variantName(about.variant), startText(about.startsAt, locale)];
  }
  if (about.kind === 'simulBegun' || about.kind === 'simulAccepted') {
    return [aboutSimul(about), variantName(about.variant)];
  }
  if (about.kind === 'stageBegun') {
    return [about.name === '' ? m.title_tournament() : about.name, variantName(about.variant)];
  }
  if (about.kind === 'message') return [playerName(about.sender)];
  if (about.kind === 'teamMessage') return [about.name, about.text];
  if (about.kind === 'teamRequest' || about.kind === 'teamAccepted') return [about.name];
  const other: Player = about.kind === 'challenge' ? about.challenger : about.opponent;
  return [playerName(other), variantName(about.variant)];
}

/** Returns the path of the page that a notification is about. */
export function notificationPath(about: NotificationAbout): string {
  switch (about.kind) {
    case 'turn':
    case 'timeLow':
    case 'gameEnded':
      return `/live/${about.game}`;
    case 'challenge':
      return `/challenge/${about.challenge}`;
    case 'arenaSoon':
      return arenaPath(about.arena);
    case 'simulSoon':
    case 'simulAccepted':
      return simulPath(about.simul);
    case 'simulBegun':
      return `/live/${about.game}`;
    case 'stageBegun':
      return correspondencePath(about.tournament);
    case 'message':
      return `/messages/${encodeURIComponent(about.sender.name ?? '')}`;
    case 'teamMessage':
      return teamPath(about.team, 'messages');
    case 'teamRequest':
      return teamPath(about.team, 'requests');
    case 'teamAccepted':
      return teamPath(about.team);
  }
}

function aboutSimul({ name }: { name: string }): string {
  return name === '' ? m.title_simul() : name;
}

function startText(time: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(time);
}
