/** A server whose answers take their time, as over a bad connection: what a test reads too early is not there yet. */

import { once } from 'node:events';
import { createServer, request } from 'node:http';

/**
 * Listens on a port of this machine and hands all on to another one; answers of the API wait for up to a number of
 * milliseconds, each for another time. Returns the function that ends it.
 * @param {number} port
 * @param {number} behind port of the server
 * @param {number} most in milliseconds
 */
export async function startSlowly(port, behind, most) {
  /** @param {import('node:http').IncomingMessage} from */
  const further = ({ method, url, headers }) =>
    request({ host: '127.0.0.1', port: behind, method, path: url, headers, agent: false });
  const slow = createServer((from, to) => {
    const onward = further(from);
    onward.on('response', async (answer) => {
      if (from.url?.startsWith('/api/')) await new Promise((resolve) => setTimeout(resolve, Math.random() * most));
      to.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(to);
    });
    onward.on('error', () => to.destroy());
    to.on('close', () => onward.destroy());
    from.pipe(onward);
  });
  slow.on('upgrade', (from, socket) => {
    const onward = further(from);
    onward.on('upgrade', ({ rawHeaders }, other, first) => {
      const lines = ['HTTP/1.1 101 Switching Protocols'];
      for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      socket.write(first);
      other.pipe(socket).pipe(other);
      for (const each of [other, socket]) each.on('error', () => each.destroy());
      other.on('close', () => socket.destroy());
      socket.on('close', () => other.destroy());
    });
    onward.on('response', () => socket.destroy());
    onward.on('error', () => socket.destroy());
    onward.end();
  });
  slow.listen(port, '127.0.0.1');
  await once(slow, 'listening');
  return () => {
    slow.close();
    slow.closeAllConnections();
  };
}
