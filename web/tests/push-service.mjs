/** A push service on this machine: it takes messages of Web Push, which it decrypts with the keys of a browser. */

import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

/**
 * @typedef {{ endpoint: string, keys: { p256dh: string, auth: string } }} Subscription
 * @typedef {{ title: string, body: string, path: string, tag: string, unread: number }} Message
 * @typedef {{ url: string, subscription: Subscription, next: () => Promise<{ message: Message, key: string }>, stop: () => Promise<void> }} PushService
 *   `next` waits for the next message; `key` is the server's, by which it was signed
 */

/**
 * Decrypts the body of a message (RFC 8291, RFC 8188).
 * @param {Buffer} body @param {import('node:crypto').ECDH} own the browser's keys @param {Buffer} auth
 */
function decrypt(body, own, auth) {
  const salt = body.subarray(0, 16);
  const size = body.readUInt8(20);
  const sender = body.subarray(21, 21 + size);
  const sealed = body.subarray(21 + size);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', own.computeSecret(sender), auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The last record ends with 2 and zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

/**
 * Checks the signature of a request (RFC 8292), and returns the server's key.
 * @param {string} authorization @param {string} origin of the push service
 */
function signedBy(authorization, origin) {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  assert.equal(point.length, 65, authorization);
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const jwk = /** @type {import('node:crypto').JsonWebKey} */ ({ kty: 'EC', crv: 'P-256', x, y });
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  assert.ok(isSigned, 'the signature of the message is wrong');
  const { aud, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'));
  assert.equal(aud, origin);
  assert.ok(exp * 1000 > Date.now());
  return key;
}

/** @returns {Promise<PushService>} */
export async function startPushService() {
  const own = createECDH('prime256v1');
  own.generateKeys();
  const auth = randomBytes(16);
  /** @type {{ body: Buffer, authorization: string }[]} */
  const arrived = [];
  const server = createServer((request, response) => {
    /** @type {Buffer[]} */
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      arrived.push({ body: Buffer.concat(parts), authorization: request.headers.authorization ?? '' });
      response.writeHead(201).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the push service has no port');
  const url = `http://127.0.0.1:${address.port}`;
  return {
    url,
    subscription: {
      endpoint: `${url}/browser`,
      keys: { p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
    next: async () => {
      for (let tries = 0; tries < 200; tries++) {
        const first = arrived.shift();
        if (first) {
          const key = signedBy(first.authorization, url);
          return { message: JSON.parse(decrypt(first.body, own, auth)), key };
        }
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new Error('no message was pushed within 20 seconds');
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
