/** The page of moderators. */

import { test } from './harness.mjs';

test(
  'others than moderators are told that it is not for them',
  async ({ page }) => {
    await page.goto('/moderation');
    await page.getByText('This page is for moderators.').waitFor();
  },
  { tolerate: /status of 40/ },
);
