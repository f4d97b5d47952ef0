/** Scripted connections for tests: they record what the page sends, and the test sends the replies. */

import type { ClientMessage, ServerMessage } from '../../generated/protocol';
import { PROTOCOL_VERSION } from '../../generated/protocol';
import type { Connection, ConnectionEvents, PageEvent, Transport } from './transport';

export class ScriptedConnection implements Connection {
  readonly sent: ClientMessage[] = [];
  closedHere = false;
  readonly #events: ConnectionEvents;
  /** Called for each message of the page. */
  onMessage: ((message: ClientMessage) => void) | undefined;

  constructor(events: ConnectionEvents) {
    this.#events = events;
  }

  send(text: string): void {
    const message = JSON.parse(text) as ClientMessage;
    this.sent.push(message);
    this.onMessage?.(message);
  }

  close(): void {
    this.closedHere = true;
  }

  /** Sends a message of the server to the page. */
  say(message: ServerMessage): void {
    if (!this.closedHere) this.#events.message(JSON.stringify(message));
  }

  welcome(now: number, version: number = PROTOCOL_VERSION): void {
    this.#events.opened();
    this.say({ t: 'welcome', version, account: 'abcdefghij', now });
  }

  /** The connection breaks. */
  break(): void {
    if (!this.closedHere) this.#events.closed();
  }

  /** The messages of a kind. */
  of<T extends ClientMessage['t']>(t: T): Extract<ClientMessage, { t: T }>[] {
    return this.sent.filter((message): message is Extract<ClientMessage, { t: T }> => message.t === t);
  }
}

export class ScriptedTransport implements Transport {
  readonly connections: ScriptedConnection[] = [];
  #handlers: ((event: PageEvent) => void)[] = [];
  /** Called with each new connection. */
  onConnect: ((connection: ScriptedConnection) => void) | undefined;
  random: () => number;

  constructor(random: () => number = () => 0.5) {
    this.random = random;
  }

  /** The last connection. */
  get last(): ScriptedConnection {
    const last = this.connections.at(-1);
    if (!last) throw new Error('nothing was connected');
    return last;
  }

  connect(events: ConnectionEvents): Connection {
    const connection = new ScriptedConnection(events);
    this.connections.push(connection);
    this.onConnect?.(connection);
    return connection;
  }

  now(): number {
    return performance.now();
  }

  onPage(handle: (event: PageEvent) => void): void {
    this.#handlers.push(handle);
  }

  /** Raises an event of the page. */
  page(event: PageEvent): void {
    for (const handle of this.#handlers) handle(event);
  }
}
