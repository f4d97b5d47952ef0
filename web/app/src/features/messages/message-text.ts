/** Texts of messages: links to this site, days, the line in the list of conversations. */

import type { Correspondent, DirectMessage } from '../../generated/protocol';
import { m } from '../../paraglide/messages.js';

/** Part of a text; `path` is set for a link. */
export interface TextPart {
  text: string;
  path: string | null;
}

/**
 * Splits a text into plain parts and links. Only addresses of this site are links, so that a message leads no one elsewhere; a full
 * stop or bracket after an address is not part of it.
 */
export function textParts(text: string, origin: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(/https?:\/\/\S+/g)) {
    const address = found.replace(/[.,:;!?)\]}'"»”]+$/, '');
    const url = URL.canParse(address) ? new URL(address) : null;
    if (url?.origin !== origin) continue;
    if (index > end) parts.push({ text: text.slice(end, index), path: null });
    parts.push({ text: address, path: url.pathname + url.search + url.hash });
    end = index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), path: null });
  return parts;
}

/** Messages of one day. */
export interface Day {
  /** Time of the first one. */
  time: number;
  messages: DirectMessage[];
}

/** Groups messages, the oldest first, by the days of the visitor's calendar. */
export function byDay(messages: readonly DirectMessage[]): Day[] {
  const days: Day[] = [];
  for (const message of messages) {
    const last = days.at(-1);
    if (last && new Date(last.time).toDateString() === new Date(message.at).toDateString()) last.messages.push(message);
    else days.push({ time: message.at, messages: [message] });
  }
  return days;
}

/** Returns messages in the order of their positions, each once. */
export function merged(some: readonly DirectMessage[], others: readonly DirectMessage[]): DirectMessage[] {
  const all = new Map([...some, ...others].map((message) => [message.position, message]));
  return [...all.values()].sort((a, b) => a.position - b.position);
}

/** Returns the newest message as the list of conversations shows it. */
export function lastLine(last: DirectMessage | null): string {
  if (last === null) return m.messages_removed();
  return last.mine ? m.messages_own({ text: last.text }) : last.text;
}

/** Returns the name of an account for the list; erased ones have none. */
export function correspondentName({ name }: Pick<Correspondent, 'name'>): string {
  return name ?? m.person_closed();
}

/** Returns what stands for an account in addresses: its name, or its id if it has none. */
export function addressOf({ name, account }: Pick<Correspondent, 'name' | 'account'>): string {
  return name ?? `-${account}`;
}
