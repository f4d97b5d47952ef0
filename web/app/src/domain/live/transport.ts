/** Browser functions that the socket uses, gathered here so that tests can replace them. */

/** WebSocket that calls no handler after `close`. */
export interface Connection {
  send: (text: string) => void;
  close: () => void;
}

export interface ConnectionEvents {
  opened: () => void;
  message: (text: string) => void;
  /** Called when the other end has closed the connection or it could not be opened. */
  closed: () => void;
}

/** Event of the page. */
export type PageEvent = 'online' | 'offline' | 'shown' | 'left';

export interface Transport {
  connect: (events: ConnectionEvents) => Connection;
  /** Returns the time of a monotonic clock in milliseconds. */
  now: () => number;
  /** Returns a random number from 0 to 1. */
  random: () => number;
  /** Calls back for each event of the page from now on. */
  onPage: (handle: (event: PageEvent) => void) => void;
}

/** The address of the server's socket. */
function address(version: number): string {
  const url = new URL(`/api/socket?v=${version}`, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

/** Transport over the browser's WebSocket. */
export function browserTransport(version: number): Transport {
  return {
    connect: (events) => {
      const socket = new WebSocket(address(version));
      socket.addEventListener('open', () => events.opened());
      socket.addEventListener('message', ({ data }) => {
        if (typeof data === 'string') events.message(data);
      });
      const closed = (): void => events.closed();
      socket.addEventListener('close', closed);
      return {
        send: (text) => {
          if (socket.readyState === WebSocket.OPEN) socket.send(text);
        },
        close: () => {
          socket.removeEventListener('close', closed);
          socket.close();
        },
      };
    },
    now: () => performance.now(),
    random: Math.random,
    onPage: (handle) => {
      window.addEventListener('online', () => handle('online'));
      window.addEventListener('offline', () => handle('offline'));
      window.addEventListener('pagehide', () => handle('left'));
      // The browser may restore a page from its cache.
      window.addEventListener('pageshow', () => handle('shown'));
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') handle('shown');
      });
    },
  };
}
