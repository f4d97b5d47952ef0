/** A receiver of mail on this machine: as much of SMTP as a server needs to hand a letter over. */

import { once } from 'node:events';
import { createServer } from 'node:net';

/** @typedef {{ url: string, stop: () => Promise<void>, letter: (to: string) => Promise<string> }} Mailbox */

/**
 * Decodes the encoded text of a letter.
 * @param {string} letter
 */
function textOf(letter) {
  const [head = '', ...rest] = letter.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/**
 * Starts the mailbox. `letter` waits for the next letter to an address and returns its text.
 * @returns {Promise<Mailbox>}
 */
export async function startMailbox() {
  /** @type {{ to: string, text: string }[]} */
  const letters = [];
  const server = createServer((socket) => {
    let rest = '';
    let to = '';
    let inLetter = false;
    /** @param {string} line */
    const say = (line) => socket.write(`${line}\r\n`);
    /** @param {string} line */
    const answer = (line) => {
      const command = line.slice(0, 4).toUpperCase();
      if (command === 'EHLO') say('250 localhost');
      else if (command === 'DATA') {
        inLetter = true;
        say('354 go on');
      } else if (command === 'QUIT') {
        say('221 bye');
        socket.end();
      } else {
        if (command === 'RCPT') to = /<(.*)>/.exec(line)?.[1] ?? '';
        say('250 ok');
      }
    };
    socket.setEncoding('latin1');
    socket.on('error', () => socket.destroy());
    socket.on('data', (data) => {
      rest += data;
      for (;;) {
        const end = inLetter ? '\r\n.\r\n' : '\r\n';
        const at = rest.indexOf(end);
        if (at < 0) return;
        const part = rest.slice(0, at);
        rest = rest.slice(at + end.length);
        if (!inLetter) answer(part);
        else {
          inLetter = false;
          letters.push({ to, text: textOf(part.replace(/^\.\./gm, '.')) });
          say('250 taken');
        }
      }
    });
    say('220 localhost');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the mailbox has no port');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    stop: async () => {
      server.close();
      await once(server, 'close');
    },
    letter: async (to) => {
      for (let tries = 0; tries < 100; tries++) {
        const at = letters.findIndex((letter) => letter.to === to);
        if (at >= 0) return letters.splice(at, 1)[0]?.text ?? '';
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new Error(`no letter to ${to} came`);
    },
  };
}

/**
 * Returns the link in a letter.
 * @param {string} text
 */
export function linkIn(text) {
  const link = /https?:\/\/\S+[?#]\S+/.exec(text)?.[0];
  if (!link) throw new Error(`no link in: ${text}`);
  return link;
}
