/** Tests of e-mail: the confirmation of an address, a new password. */

import { test } from './harness.mjs';
import { another } from './live.mjs';
import { linkIn, startMailbox } from './mailbox.mjs';

const ADDRESS = 'anna@example.org';

test(
  'an address is confirmed by the link in a letter, and a forgotten password is replaced by another one',
  async ({ page: visitor, serve, after }) => {
    const mailbox = await startMailbox();
    after(mailbox.stop);
    const from = 'Saffron <saffron@example.org>';
    const server = await serve((url) => ['--public-url', url, '--smtp-url', mailbox.url, '--mail-from', from]);
    const page = await another(visitor, server.url);
    await page.goto('/account');
    await page.getByRole('tab', { name: 'Register' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Anna');
    await page.getByLabel('Password', { exact: true }).fill('six-sided boards');
    await page.getByLabel('E-mail').fill(ADDRESS);
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByText('Signed in as Anna').waitFor();
    await page.getByText('not confirmed yet').waitFor();
    await page.goto(linkIn(await mailbox.letter(ADDRESS)));
    await page.getByText('The e-mail address is confirmed.').waitFor();
    await page.getByRole('link', { name: 'To your account' }).click();
    await page.getByText(`${ADDRESS}, confirmed`).waitFor();

    const elsewhere = await another(visitor, server.url);
    await elsewhere.goto('/account');
    await elsewhere.getByRole('button', { name: 'Forgotten' }).click();
    await elsewhere.getByLabel('E-mail').fill(ADDRESS);
    await elsewhere.getByRole('button', { name: 'Send the link' }).click();
    await elsewhere.getByText('a link is on its way').waitFor();
    const link = linkIn(await mailbox.letter(ADDRESS));
    await elsewhere.goto(link);
    await elsewhere.getByLabel('New password').fill('seventy cells of wood');
    await elsewhere.getByRole('button', { name: 'Set the password' }).click();
    await elsewhere.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await elsewhere.getByLabel('Name', { exact: true }).fill('Anna');
    await elsewhere.getByLabel('Password', { exact: true }).fill('seventy cells of wood');
    await elsewhere.locator('main').getByRole('button', { name: 'Sign in' }).click();
    await elsewhere.getByText('Signed in as Anna').waitFor();
    // The sessions from before have ended, and the link holds once.
    await page.goto('/account');
    await page.getByRole('tab', { name: 'Register' }).waitFor();
    await page.goto(link);
    await page.getByLabel('New password').fill('another one of these');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByRole('alert').waitFor();
  },
  { seconds: 60, tolerate: /status of 4/ },
);
