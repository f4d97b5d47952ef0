/** The page of moderators. */

import { test } from './harness.mjs';
import { another, ask, begin } from './live.mjs';

const PASSWORD = 'six-sided boards';

test(
  'others than moderators are told that it is not for them',
  async ({ page }) => {
    await page.goto('/moderation');
    await page.getByText('This page is for moderators.').waitFor();
  },
  { tolerate: /status of 40/ },
);

test(
  'a moderator reads a report, mutes, suspends, and finds all of it in the log',
  async ({ page: visitor, serve }) => {
    const server = await serve();
    const { url } = server;
    const [moderator, reporter, reported] = [
      await another(visitor, url),
      await another(visitor, url),
      await another(visitor, url),
    ];
    for (const [page, name] of /** @type {const} */ ([
      [moderator, 'Marta'],
      [reporter, 'Robert'],
      [reported, 'Noisy'],
    ])) {
      await ask(page, url, 'account/register', { name, password: PASSWORD });
    }
    const game = await begin(reporter, reported, url);
    await ask(reporter, url, 'users/Noisy/report', { reason: 'abuse', text: 'The same line, ten times.', game });
    await server.admin(['user', 'moderator', 'Marta']);

    await moderator.goto('/moderation');
    const report = moderator.locator('[data-report]');
    await report.getByText('The same line, ten times.').waitFor();
    await report.getByRole('button', { name: 'Act' }).click();
    await moderator.getByLabel('Action', { exact: true }).selectOption('mute');
    await moderator.getByLabel('Hours').fill('24');
    await moderator.getByLabel('Why').fill('The same line, again and again.');
    await moderator.getByRole('button', { name: 'Do it' }).click();
    await moderator.getByText('Done. It is in the log.').waitFor();
    // A muted account is told so.
    await reported.goto(`/live/${game}`);
    await reported.getByRole('tab', { name: 'Chat' }).click();
    await reported.getByLabel('Write a message').fill('Once more.');
    await reported.getByRole('button', { name: 'Send' }).click();
    await reported.getByText('cannot write at present').waitFor();

    await moderator.getByLabel('Action', { exact: true }).selectOption('suspend');
    await moderator.getByLabel('Hours').fill('48');
    await moderator.getByLabel('Why').fill('Went on elsewhere.');
    await moderator.getByRole('button', { name: 'Do it' }).click();
    await moderator.getByText('Done. It is in the log.').waitFor();
    await reported.goto('/lobby');
    await reported.locator('.tiles button', { hasText: '5+3' }).first().click();
    await reported.getByRole('alert').filter({ hasText: 'suspended' }).waitFor();

    await moderator.getByRole('tab', { name: 'Reports' }).click();
    await report.getByLabel('Why').fill('Muted, then suspended.');
    await report.getByRole('button', { name: 'Close the report' }).click();
    await moderator.locator('summary', { hasText: 'Closed' }).waitFor();
    await moderator.getByRole('tab', { name: 'Log' }).click();
    const log = moderator.getByRole('tabpanel');
    for (const line of ['Noisy muted for 24 hours', 'Noisy suspended for 48 hours']) {
      await log.getByText(line, { exact: true }).waitFor();
    }
    await log.getByText(/^Report .* closed$/).waitFor();
    for (const note of ['The same line, again and again.', 'Went on elsewhere.', 'Muted, then suspended.']) {
      await log.getByText(note).waitFor();
    }
  },
  { seconds: 60, tolerate: /status of 4/ },
);
