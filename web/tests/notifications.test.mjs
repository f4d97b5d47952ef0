/** Notifications: the bell, the list, the settings, and the whole way of a message to a browser. */

import assert from 'node:assert/strict';
import { check } from './checks.mjs';
import { dressed, LOCALES, PHONE, test } from './harness.mjs';
import { act, another, ask, begin, DAYS } from './live.mjs';
import { open } from './play.mjs';
import { startPushService } from './push-service.mjs';

/** @typedef {import('playwright-core').Page} Page */

const OFFER = { variant: 'glinski', control: DAYS, rated: false, side: 'white' };
let registered = 0;

/** Registers a visitor without the page. @param {Page} page @param {string} url */
async function register(page, url) {
  registered += 1;
  const name = `Called-${process.pid % 10_000}-${registered}`;
  await ask(page, url, 'account/register', { name, password: 'six-sided boards' });
  return name;
}

/** @param {Page} page @param {RegExp | string} name */
const bell = (page, name) => page.getByRole('banner').getByRole('link', { name, exact: true });

/** Opens a page and waits for its connection. @param {Page} page @param {string} path */
async function connected(page, path) {
  const greeted = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
  await open(page, path);
  await greeted;
}

test('a challenge rings the bell on any page, and the list leads to it', async ({ page, url }) => {
  const name = await register(page, url);
  const other = await another(page, url);
  const challenger = await register(other, url);
  await connected(page, '/learn');
  await bell(page, 'Notifications').waitFor();
  await ask(other, url, 'challenges', { offer: OFFER, to: name });
  await bell(page, 'Notifications, 1 unread').click();
  await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor();
  const entry = page.getByRole('main').getByRole('listitem').filter({ hasText: challenger });
  assert.match(await entry.innerText(), /^Unread\s+Challenge\n/);
  // Seen is read.
  await bell(page, 'Notifications').waitFor();
  await entry.getByRole('link').click();
  await page.waitForURL(/\/challenge\//);
  await page.goBack();
  await entry.waitFor();
  assert.doesNotMatch(await entry.innerText(), /Unread/);
});

test('a guest is told of a move in a game by correspondence, also in the list that is open', async ({ page, url }) => {
  const black = await another(page, url);
  const game = await begin(page, black, url, { control: DAYS });
  await act(page, url, game, { kind: 'move', uci: 'e2e5', ply: 0 });
  await connected(page, '/notifications');
  await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor();
  await act(black, url, game, { kind: 'move', uci: 'e9e6', ply: 1 });
  const entry = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Your move' });
  await entry.filter({ hasText: 'Unread' }).waitFor();
  await page.getByRole('heading', { level: 2, name: 'Today' }).waitFor();
  await entry.getByRole('link').click();
  await page.waitForURL(`**/live/${game}`);
});

test(
  'without an account the page of notifications leads to the sign-in',
  async ({ page }) => {
    await open(page, '/notifications');
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).waitFor();
    assert.equal(await page.locator('header .bell').count(), 0);
  },
  { tolerate: /status of 401/ },
);

test(
  'what is heard about, how and when is chosen by the keyboard',
  async ({ page, url }) => {
    await register(page, url);
    await open(page, '/notifications');
    await page.getByRole('link', { name: 'Choose what you hear about' }).press('Enter');
    const section = page.getByRole('region', { name: 'Notifications' });
    const saved = section.getByRole('status').filter({ hasText: 'Saved.' });
    const box = section.getByRole('checkbox', { name: 'Challenge Browser' });
    await box.press('Space');
    await saved.waitFor();
    const mail = section.getByRole('checkbox', { name: 'Challenge E-mail' });
    assert.equal(await mail.isDisabled(), true);
    const reason = await mail.getAttribute('aria-describedby');
    assert.match(await page.locator(`[id="${reason}"]`).innerText(), /confirmed address/);
    // From the last row, the next field is the switch of the quiet hours.
    await section.getByRole('checkbox', { name: 'Request to join a team Browser' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.type('1115PM');
    await section.getByLabel('Time zone').selectOption('Europe/Budapest');
    await saved.waitFor();
    await page.waitForTimeout(700);
    await saved.waitFor();
    await page.reload();
    assert.equal(await box.isChecked(), false);
    assert.equal(await section.getByLabel('From', { exact: true }).inputValue(), '23:15');
    assert.equal(await section.getByLabel('To', { exact: true }).inputValue(), '07:00');
    assert.equal(await section.getByLabel('Time zone').inputValue(), 'Europe/Budapest');
    // Hours without a length are refused, and marked.
    await section.getByLabel('To', { exact: true }).fill('23:15');
    await section.getByRole('alert').waitFor();
    assert.equal(await section.getByLabel('To', { exact: true }).getAttribute('aria-invalid'), 'true');
  },
  { tolerate: /status of 400/ },
);

test('a feed has a calendar next to it', async ({ page, url }) => {
  await register(page, url);
  await open(page, '/account');
  await page.getByRole('button', { name: 'Make an address' }).click();
  const address = await page.getByRole('textbox', { name: 'Address of the calendar' }).inputValue();
  assert.match(address, /\/feed\/[\w-]+\.ics$/);
  const answer = await page.context().request.get(address);
  assert.match(await answer.text(), /^BEGIN:VCALENDAR\r\n/);
});

/** Notifications of every kind, with long names. */
function everyKind() {
  const now = Date.now();
  const opponent = {
    account: 'abcdefghij',
    name: 'A_very-long-name-123',
    kind: 'person',
    rating: null,
    provisional: false,
  };
  const of = { variant: 'mccooey', opponent, game: 'aB3dE5gH9k' };
  const about = [
    { kind: 'turn', ...of },
    { kind: 'timeLow', ...of },
    { kind: 'gameEnded', ...of, result: '3/4-1/4' },
    { kind: 'gameEnded', ...of, game: 'aB3dE5gH9l', result: null },
    { kind: 'challenge', challenge: 'aB3dE5gH9c', variant: 'glinski', challenger: opponent, open: true },
    { kind: 'challenge', challenge: 'aB3dE5gH9d', variant: 'glinski', challenger: opponent, open: false },
    {
      kind: 'arenaSoon',
      arena: 'aB3dE5gH9m',
      variant: 'hexofen',
      name: 'Arena of all clubs of the north',
      startsAt: now,
    },
    { kind: 'simulSoon', simul: 'aB3dE5gH9s', variant: 'hexofen', name: 'Evening of the master', startsAt: now },
    { kind: 'simulBegun', simul: 'aB3dE5gH9s', game: 'aB3dE5gH9k', variant: 'glinski', name: 'Evening of the master' },
    { kind: 'simulAccepted', simul: 'aB3dE5gH9s', variant: 'glinski', name: 'Evening of the master' },
    {
      kind: 'stageBegun',
      tournament: 'aB3dE5gH9t',
      variant: 'glinski',
      name: 'Winter tournament of the north',
      stage: 2,
    },
  ];
  const hours = 3_600_000;
  return about.map((one, at) => ({ about: one, createdAt: now - at * 9 * hours, read: at > 2 }));
}

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(
    `the pages of notifications fit small phones in every language, and axe finds nothing (${colorScheme})`,
    async ({ page, url }) => {
      await register(page, url);
      await page.route('**/api/notifications', (route) =>
        route.fulfill({ json: { entries: everyKind(), unread: 128 } }),
      );
      await page.route('**/api/notifications/read', (route) => route.fulfill({ status: 204 }));
      await page.route('**/api/me', async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ json: { ...(await answer.json()), yourTurn: 12, notifications: 128 } });
      });
      for (const locale of LOCALES) {
        const prefix = locale === LOCALES[0] ? '' : `/${locale}`;
        for (const path of ['/notifications', '/account']) {
          await open(page, `${prefix}${path}`);
          await page
            .locator(path === '/account' ? '#notifications table' : 'main li')
            .first()
            .waitFor();
          await page.locator('header .bell').waitFor();
          await dressed(page);
          const wide = await page.evaluate(() => {
            const { scrollWidth, clientWidth } = document.documentElement;
            const shown = [
              ...document.querySelectorAll('header a, header button, header span, main li *, #notifications *'),
            ];
            const out = shown.filter((one) => {
              const { left, right, width } = one.getBoundingClientRect();
              return width > 1 && (left < 0 || right > clientWidth + 1);
            });
            return [...(scrollWidth > clientWidth ? [`${scrollWidth}`] : []), ...out.map(({ outerHTML }) => outerHTML)];
          });
          assert.deepEqual(wide, [], `${prefix}${path}`);
          if (locale === 'en' || locale === 'ru') await check(page, `${prefix}${path}`);
        }
      }
    },
    {
      ...PHONE,
      viewport: { width: 360, height: 640 },
      colorScheme,
      seconds: 120,
      serviceWorkers: 'block',
      chromiumOnly: 'one browser is enough for widths',
    },
  );
}

test(
  'a browser gets a message when someone challenges, until the account signs out',
  async ({ page: visitor, serve, after }) => {
    const service = await startPushService();
    after(service.stop);
    const server = await serve(['--push-service', service.url]);
    const page = await another(visitor, server.url);
    const context = page.context();
    await context.grantPermissions(['notifications'], { origin: server.url });
    // The headless shell has the permission, but says that it has not.
    await context.addInitScript(() => {
      if ('Notification' in globalThis) Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    });
    // Without the network, Chromium never gets a subscription of its own.
    await context.addInitScript((subscription) => {
      const KEY = 'test.subscribed';
      /** @param {string} key */
      const made = (key) => ({
        endpoint: subscription.endpoint,
        options: {
          applicationServerKey: Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
            character.charCodeAt(0),
          ).buffer,
        },
        toJSON: () => ({ ...subscription, expirationTime: null }),
        unsubscribe: () => Promise.resolve(localStorage.removeItem(KEY) === undefined),
      });
      Object.assign(globalThis.PushManager?.prototype ?? {}, {
        /** @param {{ applicationServerKey: string }} options */
        subscribe: ({ applicationServerKey }) => {
          localStorage.setItem(KEY, applicationServerKey);
          return Promise.resolve(made(applicationServerKey));
        },
        getSubscription: () => {
          const key = localStorage.getItem(KEY);
          return Promise.resolve(key === null ? null : made(key));
        },
      });
    }, service.subscription);
    const name = await register(page, server.url);
    await open(page, '/account');
    const push = page.getByRole('group', { name: 'Messages in this browser' });
    await push.getByRole('button', { name: 'Get messages in this browser' }).click();
    await push.getByText('This browser shows you messages').waitFor();
    await push.getByText('1 browser of your account gets messages.').waitFor();

    const other = await another(visitor, server.url);
    const challenger = await register(other, server.url);
    const { id } = await ask(other, server.url, 'challenges', { offer: OFFER, to: name });
    const { message, key } = await service.next();
    const { pushKey } = await (await page.context().request.get(`${server.url}/api/notifications/settings`)).json();
    assert.equal(key, pushKey);
    assert.match(message.body, new RegExp(challenger));
    assert.equal(message.path, `/challenge/${id}`);
    assert.equal(message.unread, 1);

    const session = await context.newCDPSession(page);
    /** @type {Promise<string>} */
    const registration = new Promise((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
        if (first) resolve(first.registrationId);
      });
    });
    await session.send('ServiceWorker.enable');
    const registrationId = await registration;
    const [worker] = context.serviceWorkers();
    assert.ok(worker);
    // The headless shell shows nothing, and crashes at a badge: there the worker keeps what it would show.
    await worker.evaluate(() => {
      if (Notification.permission === 'granted') return;
      /** @type {Map<string | undefined, object>} */
      const kept = new Map();
      Object.assign(ServiceWorkerRegistration.prototype, {
        /** @param {string} title @param {NotificationOptions} options */
        showNotification: (title, options) => Promise.resolve(void kept.set(options.tag, { ...options, title })),
        getNotifications: () => Promise.resolve([...kept.values()]),
      });
      Object.assign(navigator, { setAppBadge: () => Promise.resolve() });
    });
    const shown = () =>
      worker.evaluate(async () => {
        const scope = /** @type {{ registration: ServiceWorkerRegistration }} */ (/** @type {unknown} */ (globalThis));
        const all = await scope.registration.getNotifications();
        return all.map(({ title, body, tag, data, silent }) => ({ title, body, tag, path: data.path, silent }));
      });
    /** @param {string} data @param {number} count */
    const deliver = async (data, count) => {
      await session.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId, data });
      for (let tries = 0; tries < 50 && (await shown()).length < count; tries++) await page.waitForTimeout(100);
      return shown();
    };
    const { title, body, path, tag } = message;
    assert.deepEqual(await deliver(JSON.stringify(message), 1), [{ title, body, path, tag, silent: false }]);
    // A newer message of the same tag takes the place of the older one; one that cannot be read is a line without details.
    const all = await deliver('not a message', 2);
    assert.deepEqual(
      all.filter((one) => one.tag !== tag).map((one) => [one.body, one.path]),
      [['There is news for you on Saffron.', '/notifications']],
    );
    await open(page, path);
    await page.getByRole('main').getByText(challenger).first().waitFor();

    // The end of the session is the end of the messages.
    const ended = page.waitForRequest((request) => request.method() === 'DELETE');
    await page.locator('header .account .opener').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    assert.deepEqual((await ended).postDataJSON(), { endpoint: service.subscription.endpoint });
    await page.locator('header').getByRole('link', { name: 'Sign in' }).waitFor();
    assert.equal(await page.evaluate(() => localStorage.getItem('test.subscribed')), null);
  },
  { seconds: 90, chromiumOnly: 'messages are delivered over CDP' },
);
